// A Git repository on loopback, as a server would have it: git's own program for http, and a work tree to commit in.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";

export interface GitServer {
  /** Of the repository. */
  readonly url: string;
  /** Writes files (null removes one), commits them to main, and pushes them. Gives the commit. */
  commit(files: Readonly<Record<string, string | null>>, subject?: string): string;
  /** Runs git in the work tree. */
  git(...args: readonly string[]): string;
  /** Pushes whatever is committed, also where main is rewritten. */
  push(): string;
  /** The work tree. */
  readonly folder: string;
  /** Requests until now. */
  readonly requests: () => number;
  /** From now on every request is answered with this status; undefined for as it should be. */
  fail(status: number | undefined): void;
  close(): Promise<void>;
}

const WHO = ["-c", "user.name=Ana", "-c", "user.email=ana@example.net", "-c", "commit.gpgsign=false"];

/** @param place an empty folder of the test's own */
export async function gitServer(place: string): Promise<GitServer> {
  const [folder, bare] = [join(place, "work"), join(place, "served", "fleet.git")];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", HOME: place };
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "protocol.file.allow=always", ...WHO, ...args], {
      ...{ cwd: folder, env, encoding: "utf8" },
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  mkdirSync(folder, { recursive: true });
  mkdirSync(bare, { recursive: true });
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main"], { cwd: bare, env });
  git("init", "--quiet", "--initial-branch=main");
  git("remote", "add", "origin", bare);
  let [requests, failing]: [number, number | undefined] = [0, undefined];
  const server = createServer((request, response) => {
    requests += 1;
    if (failing !== undefined) {
      response.writeHead(failing).end("no");
      return;
    }
    const { pathname, search } = new URL(request.url ?? "/", "http://server");
    const backend = spawn("git", ["http-backend"], {
      env: {
        ...env,
        ...{ GIT_PROJECT_ROOT: join(place, "served"), GIT_HTTP_EXPORT_ALL: "1", PATH_INFO: pathname },
        ...{ QUERY_STRING: search.slice(1), REQUEST_METHOD: request.method ?? "GET", REMOTE_ADDR: "127.0.0.1" },
        CONTENT_TYPE: request.headers["content-type"] ?? "",
        HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
        GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      },
      stdio: ["pipe", "pipe", "ignore"],
    });
    request.pipe(backend.stdin);
    const chunks: Buffer[] = [];
    backend.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    backend.on("close", () => {
      const all = Buffer.concat(chunks);
      const end = all.indexOf("\r\n\r\n");
      const heads = all.subarray(0, Math.max(0, end)).toString().split("\r\n");
      const headers = heads.map((line) => line.split(": ") as [string, string]); // CGI: a name and a value each
      const status = Number(headers.find(([name]) => name === "Status")?.[1]?.slice(0, 3) ?? 200);
      response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== "Status" && name !== "")));
      response.end(all.subarray(end + 4));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const push = () => {
    git("push", "--quiet", "--force", "origin", "HEAD:main");
    return git("rev-parse", "HEAD");
  };
  return {
    ...{ url: `http://127.0.0.1:${port}/fleet.git`, folder, git, push },
    commit(files, subject = "a change") {
      for (const [name, text] of Object.entries(files)) {
        const path = join(folder, name);
        mkdirSync(dirname(path), { recursive: true });
        if (text === null) rmSync(path, { force: true });
        else writeFileSync(path, text);
      }
      git("add", "--all", "--force");
      git("commit", "--quiet", "--allow-empty", "-m", subject);
      return push();
    },
    requests: () => requests,
    fail(status) {
      failing = status;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
