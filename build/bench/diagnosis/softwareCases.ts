import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTargetProcess, type TargetProcess } from "../../../main/lab/targetProcess.ts";
import type { Case, Proof, StagedTarget } from "./case.ts";
import { startPostgres } from "./postgres.ts";
import { answers, freePort, type Program, startProgram } from "./program.ts";
import { hasTool, postgresFolder, programPath, targetFile, tool } from "./tools.ts";

/** Other makers' software, where the real thing is the point. */
export const softwareCases: readonly Case[] = [
  java("hikari/10", ["connection-pool"], { disease: "hikari", dose: 0, backend: "postgres", software: "HikariCP as it comes, PostgreSQL" }),
  java("hikari/4", ["connection-pool"], { disease: "hikari", dose: 4, backend: "postgres", software: "HikariCP, PostgreSQL" }),
  java("http-client/6", ["connection-pool"], { disease: "http-client", dose: 6, backend: "slow", software: "Apache HttpClient 4.5" }),
  java("row-lock", ["serialised"], { disease: "row-lock", dose: 20, backend: "postgres", software: "HikariCP, PostgreSQL, one row" }),
  // threads are not seen as workers from outside by every kernel: a limit of that width is true, and says less
  java("java-threads/8", ["worker-pool", "concurrency-limit"], { disease: "threads", dose: 8, software: "JDK thread pool" }),
  java("java-monitor", ["serialised"], { disease: "monitor", dose: 0, software: "JDK monitor" }),
  java("java-cpu", ["cpu-saturated"], { disease: "cpu", dose: 0, software: "JDK" }),
  // the three runs of "The art of benchmarking"
  java("story-art/pool-of-2", ["connection-pool"], {
    disease: "http-client",
    dose: 0,
    backend: "slow",
    software: "Apache HttpClient 4.5 as it comes",
  }),
  java("story-art/threads", ["thread-thrash"], { disease: "herd", dose: 0, software: "JDK, a thread per request" }),
  java("story-art/heap", ["memory-pressure"], {
    disease: "heap",
    dose: 1_024,
    software: "JDK, 80 MB heap",
    flags: ["-Xmx80m", "-XX:+UseParallelGC"],
  }),
  // the two runs of "Benchmarking with a session that is locked"
  php("story-session/one-for-all", ["session-lock", "serialised"], { headers: [{ name: "Cookie", value: "PHPSESSID=demo" }] }),
  {
    ...php("story-session/asked", ["session-lock"], { headers: [{ name: "Cookie", value: "PHPSESSID=demo" }] }),
    plan: { experiments: "auto" },
  },
  php("story-session/one-each", ["worker-pool"], { sessionCookie: "PHPSESSID" }),
  gunicorn("gunicorn/4", ["worker-pool"], ["--workers", "4"], "gunicorn, sync workers"),
  gunicorn(
    "gunicorn-threads/8",
    ["worker-pool", "concurrency-limit"],
    ["--worker-class", "gthread", "--threads", "8"],
    "gunicorn, threads",
  ),
  {
    id: "python-computing",
    right: ["single-threaded-cpu"],
    software: "Python, http.server",
    missing: programPath("python3") === null ? "python3" : null,
    start: () => alone((port) => ["python3", targetFile("computing.py"), String(port)]),
  },
  go("go-transport/3", ["connection-pool"], { disease: "transport", dose: 3, backend: "slow" }),
  go("go-semaphore/5", ["concurrency-limit"], { disease: "semaphore", dose: 5 }),
  go("go-cpu", ["cpu-saturated"], { disease: "cpu", dose: 0 }),
  go("generator-limit", ["generator-saturated"], { disease: "static", dose: 0 }),
  nginx("nginx-refuses/100", "limit_req zone=all burst=10 nodelay; limit_req_status 429;"),
  nginx("nginx-delays/100", "limit_req zone=all burst=1000;"),
];

type Backend = "slow" | "postgres";

/** What a target asks; one of the lab's own counts what it is asked. */
type Behind = Pick<TargetProcess, "port" | "stop"> & Partial<Pick<TargetProcess, "counts">>;

interface Staging {
  readonly disease: string;
  readonly dose: number;
  readonly backend?: Backend;
}

function java(id: string, right: Case["right"], staging: Staging & { software: string; flags?: readonly string[] }): Case {
  const { disease, dose, backend, software, flags = [] } = staging;
  const needsPostgres = backend === "postgres" && postgresFolder() === null;
  const classPath = `${tool("classes")}:${tool("jars")}/*`;
  const memory = flags.some((flag) => flag.startsWith("-Xmx")) ? flags : ["-Xmx512m", ...flags];
  return {
    id,
    right,
    software: `Java: ${software}`,
    missing: programPath("java") === null || !hasTool("classes") ? "a JDK and install.sh" : needsPostgres ? "PostgreSQL" : null,
    start: () =>
      withBackend(backend, (port, behind) => [
        "java",
        ...memory,
        "-Dsun.net.httpserver.nodelay=true",
        ...["-cp", classPath, "Target", String(port), disease, String(dose), String(behind)],
      ]),
  };
}

function go(id: string, right: Case["right"], { disease, dose, backend }: Staging): Case {
  return {
    id,
    right,
    software: "Go, net/http",
    missing: hasTool("go-target") ? null : "Go and install.sh",
    start: () => withBackend(backend, (port, behind) => [tool("go-target"), String(port), disease, String(dose), String(behind)]),
  };
}

function php(id: string, right: Case["right"], plan: StagedTarget["plan"]): Case {
  return {
    id,
    right,
    software: "PHP, session files, 8 workers",
    missing: programPath("php") === null ? "php" : null,
    start: async () => {
      const folder = mkdtempSync(join(tmpdir(), "plateau-php-"));
      const target = await alone(
        (port) => ["php", "-d", `session.save_path=${folder}`, "-S", `127.0.0.1:${port}`, targetFile("session.php")],
        { PHP_CLI_SERVER_WORKERS: "8" },
      );
      return { ...target, plan, stop: () => target.stop().then(() => rmSync(folder, { recursive: true })) };
    },
  };
}

function gunicorn(id: string, right: Case["right"], options: readonly string[], software: string): Case {
  const program = tool("python", "bin", "gunicorn");
  return {
    id,
    right,
    software: `Python: ${software}`,
    missing: existsSync(program) ? null : "gunicorn (install.sh)",
    start: () =>
      alone((port) => [program, "--log-level", "error", "--chdir", targetFile(""), "-b", `127.0.0.1:${port}`, ...options, "waiting:app"], {
        PYTHONDONTWRITEBYTECODE: "1",
      }),
  };
}

/** In front of a healthy backend of 20 ms, 100 requests a second pass. */
function nginx(id: string, limit: string): Case {
  return {
    id,
    right: ["rate-limit"],
    software: "nginx, limit_req",
    missing: programPath("nginx") === null ? "nginx" : null,
    start: async () => {
      const folder = mkdtempSync(join(tmpdir(), "plateau-nginx-"));
      const backend = await startTargetProcess("healthy.ts");
      const file = join(folder, "nginx.conf");
      const target = await alone((port) => {
        writeFileSync(file, nginxConfig(folder, port, backend.port, limit));
        return [programPath("nginx") ?? "nginx", "-p", folder, "-c", file];
      });
      const end = (): Promise<void> => target.stop().then(() => backend.stop());
      return { ...target, proof: () => behindOf(backend), stop: () => end().then(() => rmSync(folder, { recursive: true })) };
    },
  };
}

const nginxConfig = (folder: string, port: number, backend: number, limit: string): string => `
daemon off; pid ${folder}/pid; error_log ${folder}/error.log crit; worker_processes 1; user root;
events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 1000000;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  limit_req_zone $server_port zone=all:1m rate=100r/s;
  upstream backend { server 127.0.0.1:${backend}; keepalive 64; }
  server {
    listen 127.0.0.1:${port} backlog=1024;
    location / { ${limit} proxy_pass http://backend; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`;

/** With what the target asks behind it; that one stops last. */
async function withBackend(kind: Backend | undefined, command: (port: number, behind: number) => string[]): Promise<StagedTarget> {
  const behind: Behind | null =
    kind === undefined ? null : kind === "slow" ? await startTargetProcess("slowBackend.ts") : await startPostgres();
  try {
    const target = await alone((port) => command(port, behind?.port ?? 0));
    const proof = async (): Promise<Proof> => ({ ...(await target.proof()), ...(await behindOf(behind)) });
    return { ...target, proof, stop: () => target.stop().then(() => behind?.stop()) };
  } catch (error) {
    await behind?.stop();
    throw error;
  }
}

/** What the backend counted: how many requests the target let through to it at once. */
async function behindOf(backend: Behind | null): Promise<Proof> {
  const counts = await backend?.counts?.();
  return counts === undefined ? {} : { backendAnswers: counts.answers, backendMostInFlight: counts.mostInFlight };
}

/** Starts a command that listens on the port it is given. */
async function alone(command: (port: number) => string[], environment: Readonly<Record<string, string>> = {}): Promise<StagedTarget> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const program: Program = await startProgram({ command: command(port), environment, isReady: () => answers(url) });
  return { url, plan: {}, proof: () => truthOf(url), stop: () => program.stop() };
}

/** What the target says of itself at /truth; nothing when it does not know that address. */
async function truthOf(url: string): Promise<Proof> {
  try {
    const response = await fetch(`${url}truth`, { headers: { connection: "close" }, signal: AbortSignal.timeout(5_000) });
    return (await response.json()) as Proof;
  } catch {
    return {};
  }
}
