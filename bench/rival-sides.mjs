// The programs that bench/rivals.mjs runs side by side: how each is started on a job, and what must be true of its run.
import { fork, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { clientsOf, writeClients } from "./clients.mjs";
import { ACCOUNT, botsOf, writeConfiguration } from "./fleet.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
/** The rival's version is part of what is measured. */
const AUTH0 = "auth0-deploy-cli@8.44.0";

/** Something behaved otherwise than it must: its time would mean nothing. */
export class Misbehaviour extends Error {}

/**
 * @typedef {{ readonly count: number, readonly latencyMs: number, readonly live: boolean }} Job nothing to do, or as many creates
 * @typedef {{ readonly program?: string, readonly args: readonly string[], readonly env: Readonly<Record<string, string>> }} Start
 * @typedef {object} Side
 * @property {string} name
 * @property {number} [most] runs at most, and none that isn't measured
 * @property {(job: Job) => Promise<Start>} start on a fresh server
 * @property {(job: Job, run: import("./measure.mjs").Run) => Promise<number>} check the requests it made, or a Misbehaviour
 */

export function expect(holds, who, what, run) {
  if (!holds) throw new Misbehaviour(`${who}: ${what}\n${`${run?.out ?? ""}${run?.err ?? ""}`.slice(0, 2_000)}`);
}

/** How many requests were made, all of them of an operation that is expected. */
function total(requests, most, who) {
  for (const [operation, count] of Object.entries(requests)) {
    expect(count <= (most[operation] ?? 0), who, `asked ${operation} ${count} times`);
  }
  return Object.values(requests).reduce((sum, count) => sum + count, 0);
}

const fleetOf = ({ count }) => ({ count, accesses: 1 });

/** @returns {Side} */
export function botform({ folder, main, service }) {
  return {
    name: "botform",
    async start(job) {
      const config = writeConfiguration(folder, fleetOf(job));
      const env = await service.start(fleetOf(job), job.live, job.latencyMs);
      const rest = job.live ? ["plan", "--detailed-exitcode"] : ["apply", "--yes"];
      return { args: [main, ...rest, "--config", config], env };
    },
    async check({ count, live }, run) {
      const wanted = live
        ? new RegExp(`no changes\\b.*\\b${count} unchanged\\b`)
        : new RegExp(`\\b${count} applied\\b`);
      expect(run.code === 0 && wanted.test(run.out), "botform", `ended with ${run.code}`, run);
      const reads = { accessList: 1, pairList: 1, accountInformation: 1, listBots: Number.POSITIVE_INFINITY };
      const most = live ? { accessList: 1, listBots: 1 } : { ...reads, createBot: count, botDetails: count };
      return total((await service.counts()).requests, most, "botform");
    },
  };
}

/** The fleet as JSON, as the script wants it. */
export function desiredJson(bots) {
  return JSON.stringify({
    exchange: ACCOUNT.exchange,
    bots: bots.map(({ access, settings }) => ({ access: access.title, settings })),
  });
}

/** @returns {Side} with so many creates under way at once */
export function script({ folder, service }, jobs) {
  const name = `bash script${jobs === undefined ? "" : jobs === 1 ? ", one by one" : `, ${jobs} at once`}`;
  return {
    name,
    async start(job) {
      const file = join(folder, `desired-${job.count}.json`);
      writeFileSync(file, desiredJson(botsOf(fleetOf(job))));
      const env = await service.start(fleetOf(job), job.live, job.latencyMs);
      const rest = job.live ? ["plan", file] : ["apply", file, String(jobs)];
      return { program: "bash", args: [join(HERE, "rival.sh"), ...rest], env };
    },
    async check({ count, live }, run) {
      const wanted = live ? `no changes, ${count} unchanged\n` : `applied, ${count} bots as desired\n`;
      expect(run.code === 0 && run.out.endsWith(wanted), name, `ended with ${run.code}`, run);
      const most = live
        ? { accessList: 1, listBots: 1 }
        : { accessList: 2, listBots: 2, createBot: count, botDetails: count };
      return total((await service.counts()).requests, most, name);
    },
  };
}

/** Installs the rival below the folder; nothing of it gets into the project. @returns {string | undefined} why it couldn't */
export function installAuth0(folder) {
  const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", join(folder, "auth0"), AUTH0];
  const { status, stderr, error } = spawnSync("npm", args, { encoding: "utf8", cwd: folder });
  return status === 0 ? undefined : (error?.message ?? String(stderr).split("\n")[0]);
}

/** Its dry run of unchanged clients, against a tenant of its own. */
export async function auth0({ folder }) {
  const [key, cert, config, input] = ["key.pem", "cert.pem", "auth0.json", "tenant"].map((file) => join(folder, file));
  const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const made = spawnSync("openssl", [...request, "-subj", "/CN=127.0.0.1", "-keyout", key, "-out", cert]);
  if (made.status !== 0) throw new Error("openssl makes no certificate for the loopback tenant");
  const child = fork(join(HERE, "tenant.mjs"), [key, cert], { execArgv: [] });
  const answer = () => new Promise((resolve) => child.once("message", (message) => resolve(message.answer)));
  await answer();
  const ask = (command, options) => {
    child.send({ command, options });
    return answer();
  };
  const home = join(folder, "auth0/node_modules/auth0-deploy-cli");
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const name = "auth0-deploy-cli";
  return {
    name,
    version,
    most: 2,
    async start(job, clients = clientsOf(job.count, false)) {
      const { domain } = await ask("start", job);
      writeClients(input, clients);
      const only = { AUTH0_DOMAIN: domain, AUTH0_ACCESS_TOKEN: "bench-token", AUTH0_INCLUDED_ONLY: ["clients"] };
      writeFileSync(config, JSON.stringify(only));
      const args = [join(home, "lib/index.js"), "import", "--dry-run", "-c", config, "-i", input];
      // Its client speaks TLS only; a certificate of ours is taken as it is, rather than all of the machine's being read.
      return { args, env: { NODE_TLS_REJECT_UNAUTHORIZED: "0" } };
    },
    async check(_job, run) {
      expect(run.code === 0 && run.out.includes("No changes detected."), name, `ended with ${run.code}`, run);
      return this.requests();
    },
    async requests() {
      return total((await ask("counts")).requests, { "GET /api/v2/clients": Number.POSITIVE_INFINITY }, name);
    },
    stop: () => child.disconnect(),
  };
}
