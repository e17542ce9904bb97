<?php
// As most applications do: the session is opened first, and held until the answer is there. Time spent in opening it is
// time waited for the session file's lock; it is written down for /truth, which needs no session.
$log = ini_get("session.save_path") . "/waited-ms";
if ($_SERVER["REQUEST_URI"] === "/truth") {
    $waited = array_map("floatval", file($log));
    echo json_encode(["answers" => count($waited), "meanLockWaitMs" => array_sum($waited) / count($waited), "mostLockWaitMs" => max($waited)]);
    return;
}
$began = microtime(true);
session_start();
file_put_contents($log, 1000 * (microtime(true) - $began) . "\n", FILE_APPEND);
$_SESSION["clicks"] = ($_SESSION["clicks"] ?? 0) + 1;
usleep(60_000);
echo $_SESSION["clicks"], "\n";
