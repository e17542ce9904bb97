import { statSync } from "node:fs";

/**
 * Why the file at a path is no socket that could be connected to, "what : why (what would be right)"; null if it is one. Asked before connecting,
 * because connect(2) says ECONNREFUSED of a plain file too.
 */
export function socketFault(url: string, path: string): string | null {
  try {
    const stat = statSync(path);
    if (stat.isSocket()) return null;
    const kind = stat.isDirectory() ? "a folder" : stat.isFile() ? "a file" : "something else";
    return `${url} : ${path} is ${kind}, not a socket (give the path the target listens on)`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return `${url} : there is no socket ${path} (start the target, or check the path)`;
    if (code === "EACCES") return `${url} : ${path} is closed to this user (run Plateau as a user who may enter its folder)`;
    return `${url} : ${path} cannot be looked at, ${code ?? String(error)} (check the path)`;
  }
}

/** The same for a connect that failed; `code`: of the error. Null if there is nothing to say that is special to a socket of the file system. */
export function explainUnixConnect(url: string, path: string, code: string): string | null {
  switch (code) {
    case "ECONNREFUSED":
      return `${url} : nobody listens on ${path}, its server has ended without removing it (start the target)`;
    case "ENOENT":
      return `${url} : there is no socket ${path} (start the target, or check the path)`;
    case "EACCES":
    case "EPERM":
      return `${url} : this user may not write to ${path} (run Plateau as a user who may, or let the target open it)`;
    case "EPROTOTYPE":
      return `${url} : ${path} is a socket of datagrams, not of connections (give the path the target takes HTTP on)`;
    case "EAGAIN":
      return `${url} : the listen queue of ${path} is full (does the target still accept connections?)`;
    case "EINVAL":
    case "ENAMETOOLONG":
      return `${url} : the path is too long for a socket (Linux takes 107 bytes, macOS 103)`;
  }
  return null;
}
