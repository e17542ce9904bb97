import { unreadable } from "./unreadable.ts";

const LISTENS = 0x10000; // __SO_ACCEPTCON of include/linux/net.h: connections are accepted
const STREAM = 0x0001;

export interface UnixListener {
  readonly path: string; // as it was given to bind(2): relative paths are relative to the owner's working folder
  readonly inode: number; // of the socket, not of the file
}

/**
 * The stream sockets that accept connections under a path, from the text of /proc/net/unix, see proc_pid_net(5).
 * @throws PlateauError PROBE_UNREADABLE if the heading has an unknown shape
 */
export function parseUnixListeners(text: string): UnixListener[] {
  const [heading = "", ...lines] = text.split("\n");
  if (!/^Num +RefCount Protocol Flags +Type St Inode Path$/.test(heading.trimEnd())) {
    throw unreadable("/proc/net/unix", 'a heading "Num RefCount Protocol Flags Type St Inode Path"', heading);
  }
  return lines.flatMap((line) => {
    const [, flags = "", type = "", inode = "", path = ""] = /^\S+ \S+ \S+ (\S+) (\S+) \S+ +(\d+) (.+)$/.exec(line) ?? [];
    if (path === "" || path.startsWith("@")) return []; // @: without a file
    const listens = (Number.parseInt(flags, 16) & LISTENS) !== 0 && Number.parseInt(type, 16) === STREAM;
    return listens ? [{ path, inode: Number(inode) }] : [];
  });
}
