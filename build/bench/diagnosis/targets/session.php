<?php
// As most applications do: the session is opened first, and held until the answer is there.
session_start();
$_SESSION["clicks"] = ($_SESSION["clicks"] ?? 0) + 1;
usleep(60_000);
echo $_SESSION["clicks"], "\n";
