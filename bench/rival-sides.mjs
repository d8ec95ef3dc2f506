// The programs that bench/rivals.mjs runs side by side: how each is started on a job, and what must be true of its run.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ACCOUNT, botsOf, writeConfiguration } from "./fleet.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** Something behaved otherwise than it must: its time would mean nothing. */
export class Misbehaviour extends Error {}

/**
 * @typedef {{ readonly name: string, readonly kind: "plan" | "validate" | "apply", readonly count: number, readonly latencyMs: number, readonly aim?: number }} Job
 *   a plan of unchanged resources, a validation without a server, or as many creates
 * @typedef {{ readonly program?: string, readonly args: readonly string[], readonly env: Readonly<Record<string, string>> }} Start
 * @typedef {object} Side
 * @property {string} name
 * @property {boolean} leavesBots whether its creates are bots, which a plan can look at afterwards
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

/** @returns {Side} with so many requests under way at once, or as many as it takes by itself */
export function botform({ folder, main, service }, concurrency) {
  const name = concurrency === undefined ? "botform" : `botform --concurrency ${concurrency}`;
  return {
    name,
    leavesBots: true,
    async start(job) {
      const config = writeConfiguration(folder, fleetOf(job));
      if (job.kind === "validate") return { args: [main, "validate", config], env: {} };
      const env = await service.start(fleetOf(job), job.kind === "plan", job.latencyMs);
      const more = concurrency === undefined ? [] : ["--concurrency", String(concurrency)];
      const rest = job.kind === "plan" ? ["plan", "--detailed-exitcode"] : ["apply", "--yes", ...more];
      return { args: [main, ...rest, "--config", config], env };
    },
    async check({ count, kind }, run) {
      const wanted = {
        plan: new RegExp(`no changes\\b.*\\b${count} unchanged\\b`),
        validate: new RegExp(`\\b${count} bots\\b.*\\b0 warnings\\b`),
        apply: new RegExp(`\\b${count} applied\\b`),
      }[kind];
      expect(run.code === 0 && wanted.test(run.out), name, `ended with ${run.code}`, run);
      if (kind === "validate") return 0;
      const reads = { accessList: 1, activeDeals: 1, listBots: 1 };
      const writes = { pairList: 1, accountInformation: 1, listBots: Number.POSITIVE_INFINITY, createBot: count };
      const most = kind === "plan" ? reads : { ...reads, ...writes, botDetails: 2 * count };
      return total((await service.counts()).requests, most, name);
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
    leavesBots: true,
    async start(job) {
      const file = join(folder, `desired-${job.count}.json`);
      writeFileSync(file, desiredJson(botsOf(fleetOf(job))));
      const live = job.kind === "plan";
      const env = await service.start(fleetOf(job), live, job.latencyMs);
      const rest = live ? ["plan", file] : ["apply", file, String(jobs)];
      return { program: "bash", args: [join(HERE, "rival.sh"), ...rest], env };
    },
    async check({ count, kind }, run) {
      const live = kind === "plan";
      const wanted = live ? `no changes, ${count} unchanged\n` : `applied, ${count} bots as desired\n`;
      expect(run.code === 0 && run.out.endsWith(wanted), name, `ended with ${run.code}`, run);
      const most = live
        ? { accessList: 1, listBots: 1 }
        : { accessList: 2, listBots: 2, createBot: count, botDetails: count };
      return total((await service.counts()).requests, most, name);
    },
  };
}
