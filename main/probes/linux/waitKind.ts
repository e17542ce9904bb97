import type { WaitKind } from "../../../app/model/sample.ts";

/** What a thread sleeps in, by the kernel's function, /proc/PID/task/TID/wchan. Names change with versions: by their stable part. */
const BY_CHANNEL: readonly (readonly [RegExp, WaitKind])[] = [
  [/^futex_|^do_semtimedop|semaphore/, "lock"],
  [/^(locks_lock|flock_lock|posix_lock|posix_locks)_inode|^fcntl_setlk|_flock/, "file-lock"],
  [/^(do_)?(sys_|ep_|e)?poll|select|^io_cqring_wait/, "poll"],
  [/^inet_|^tcp_|^udp_|^unix_|^sk_|^sock_|skb_|^wait_woken|^netlink_/, "socket"], // wait_woken: a TCP socket's reader or writer
  [/pipe_(read|write|wait)|^wait_for_partner|^fifo_/, "pipe"],
  [/nanosleep|^common_nsleep/, "sleep"],
  [/^do_wait|^kernel_wait4|vfork/, "child"],
  [/^io_schedule|^folio_wait|^wait_on_page|^bit_wait_io|^blk_|^jbd2_|^ext4_|^xfs_|^btrfs_|^nfs_|^nfs4_|^rpc_wait|^submit_bio/, "disk"],
  [/rwsem|mutex|mmap_lock|userfaultfd|freez/, "other"], // the kernel's own locks: uninterruptible, yet no disk
];

/** The same by number of the system call, where the channel is hidden: x86_64 and arm64. Source: their syscall tables. */
const BY_CALL: Readonly<Record<string, ReadonlyMap<number, WaitKind | "file">>> = {
  x64: calls({
    lock: [202, 449, 220, 65],
    "file-lock": [72, 73],
    poll: [7, 23, 232, 270, 271, 281, 426, 441],
    socket: [42, 43, 44, 45, 46, 47, 288, 299, 307],
    sleep: [35, 230],
    child: [61, 247],
    disk: [17, 18, 74, 75, 277, 295, 296],
    file: [0, 1, 19, 20],
  }),
  arm64: calls({
    lock: [98, 449, 192, 193],
    "file-lock": [25, 32],
    poll: [22, 72, 73, 426, 441],
    socket: [202, 203, 206, 207, 211, 212, 242, 243, 269],
    sleep: [101, 115],
    child: [95, 260],
    disk: [67, 68, 69, 70, 82, 83, 84],
    file: [63, 64, 65, 66],
  }),
};

function calls(groups: Partial<Record<WaitKind | "file", readonly number[]>>): ReadonlyMap<number, WaitKind | "file"> {
  return new Map(Object.entries(groups).flatMap(([kind, numbers]) => numbers.map((number) => [number, kind as WaitKind | "file"])));
}

/**
 * What a thread does, by its state (the letter of stat) and the function it sleeps in; null if they do not tell. "0" is what the kernel
 * prints of a thread that runs, and of every thread to a user who may not know.
 */
export function waitByChannel(state: string, channel: string | null): WaitKind | null {
  if (state === "R") return "cpu";
  if (state === "T" || state === "t") return "stopped";
  const named = channel === null || channel === "" || channel === "0" ? null : channel;
  const kind = named === null ? null : (BY_CHANNEL.find(([pattern]) => pattern.test(named))?.[1] ?? "other");
  return state === "D" && (kind === null || (kind === "other" && !BY_CHANNEL.at(-1)?.[0].test(named ?? ""))) ? "disk" : kind;
}

/**
 * The same by /proc/PID/task/TID/syscall: number and arguments, "running", or "-1" outside of a call. A read or write waits in whatever
 * its file is: `linkOf` says what the descriptor points to.
 */
export function waitByCall(text: string, linkOf: (fd: number) => string | null, arch: string = process.arch): WaitKind {
  if (text.startsWith("running")) return "cpu";
  const [number, argument] = text.split(" ", 2);
  const kind = BY_CALL[arch]?.get(Number(number)) ?? "other";
  if (kind !== "file") return kind;
  const link = linkOf(Number.parseInt(argument ?? "", 16)) ?? "";
  if (link.startsWith("socket:")) return "socket";
  if (link.startsWith("pipe:")) return "pipe";
  return link.startsWith("/") && !link.startsWith("/dev/") ? "disk" : "other";
}
