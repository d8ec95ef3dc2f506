// A PostgreSQL for a bench: the one that BOTFORM_TEST_POSTGRES names, or one of its own from the programs of this machine.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

const BINS = [18, 17, 16, 15, 14].map((version) => `/usr/lib/postgresql/${version}/bin`);

/** An empty database. @param {string} folder whose parents its user may enter */
export async function startPostgres(folder) {
  const given = process.env.BOTFORM_TEST_POSTGRES;
  if (given !== undefined && given !== "") return { url: given, stop: async () => {} };
  const bin = BINS.find((one) => existsSync(join(one, "initdb")));
  if (bin === undefined) throw new Error("there is no PostgreSQL: install it, or name one with BOTFORM_TEST_POSTGRES");
  const home = join(folder, "postgres");
  mkdirSync(home);
  // It doesn't run as root.
  const owner = process.getuid?.() === 0 ? idsOf("postgres") : {};
  chmodSync(folder, 0o755);
  if ("uid" in owner) chownSync(home, owner.uid, owner.gid);
  const data = join(home, "data");
  execFileSync(join(bin, "initdb"), ["-D", data, "-A", "trust", "-U", "postgres"], {
    stdio: "ignore",
    cwd: home,
    ...owner,
  });
  const port = await freePort();
  const options = ["-D", data, "-p", String(port), "-k", home, "-c", "listen_addresses=127.0.0.1"];
  const child = spawn(join(bin, "postgres"), options, { stdio: "ignore", cwd: home, ...owner });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error("PostgreSQL doesn't start");
    await wait(100);
  }
  return {
    url,
    async stop() {
      child.kill("SIGINT");
      await new Promise((resolve) => child.once("exit", resolve));
    },
  };
}

function idsOf(name) {
  const [uid, gid] = ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, name], { encoding: "utf8" })));
  return { uid, gid };
}

async function answers(url) {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}
