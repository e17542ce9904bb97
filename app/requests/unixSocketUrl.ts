/**
 * The url of what listens on a Unix socket. Plateau writes it `http+unix://%2Frun%2Fapp.sock/path`: the socket's path, percent-encoded, in the
 * place of the host. It also reads what nginx writes, `unix:/run/app.sock:/path`, with or without `http://` before it, and Docker's `unix:///run/app.sock`. Any other url is given back as it is.
 * Sources: nginx, ngx_http_proxy_module, proxy_pass; the Python package requests-unixsocket, from which httpie has it.
 */
export function canonicalUrl(url: string): string {
  const [, socketPath, path = "/"] = /^(?:http:\/\/)?unix:(\/.*?)(?::(\/.*)?)?$/is.exec(url.trim()) ?? [];
  return socketPath === undefined ? url : unixSocketUrl(socketPath.replace(/^\/+/, "/"), path);
}

/** `path`: with the query, as a url writes it. */
export function unixSocketUrl(socketPath: string, path: string): string {
  return `http+unix://${encodeURIComponent(socketPath)}${path}`;
}

/** As people read it: `unix:/run/app.sock:/path`, and any other url as it is. */
export function readableUrl(url: string): string {
  const [, host = "", path = ""] = /^http\+unix:\/\/(?:[^@/]*@)?([^/?#]+)(.*)$/is.exec(url) ?? [];
  const socketPath = socketPathOf(host);
  return socketPath === null ? url : `unix:${socketPath}:${path === "" ? "/" : path}`;
}

/** The path of a socket, as the host of a url has it; null if it is none: a path begins at the root, since every process has its own working folder. */
export function socketPathOf(host: string): string | null {
  try {
    const path = decodeURIComponent(host);
    return /^\/[^\0]+$/s.test(path) && !path.endsWith("/") ? path : null;
  } catch {
    return null;
  }
}
