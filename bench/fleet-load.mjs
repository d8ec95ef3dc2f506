// npm run bench:fleet: many accounts, three workers, one of them killed each minute: how late looks are, and what they cost.
import { spawn } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import pg from "pg";
import { writeConfiguration } from "./fleet.mjs";
import { writeBlock } from "./page.mjs";
import { startPostgres } from "./postgres.mjs";
import { startService } from "./service.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const { values: given } = parseArgs({
  options: {
    accounts: { type: "string", default: "1000" },
    bots: { type: "string", default: "10" },
    workers: { type: "string", default: "3" },
    minutes: { type: "string", default: "12" },
    every: { type: "string", default: "300" },
    "no-kills": { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const [accounts, bots, workers, minutes, every] = [
  given.accounts,
  given.bots,
  given.workers,
  given.minutes,
  given.every,
].map(Number);
/** Of /proc/PID/stat. */
const TICKS_A_SECOND = 100;

const folder = realpathSync(mkdtempSync(join(tmpdir(), "botform-load-")));
cpSync(join(ROOT, "dist"), join(folder, "dist"), { recursive: true });
symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
writeFileSync(join(folder, "package.json"), '{"type":"module"}\n');
const database = await startPostgres(folder);
const service = await startService(folder);
const client = new pg.Client({ connectionString: database.url });
await client.connect();
const running = new Set();

/** What a worker has used: seconds of the processor, and its largest resident set in MiB. */
function usedBy({ pid }) {
  try {
    const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const fields = rest.split(" ");
    const memory = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return { cpu: (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND, memory: Number(memory?.[1] ?? 0) / 1024 };
  } catch {
    return undefined;
  }
}

async function rowsOf(sql, values = []) {
  return (await client.query(sql, values)).rows;
}

/** Rows that were inserted, updated and deleted, by table; and its size in MiB. */
async function tables() {
  const rows =
    await rowsOf(`select schemaname || '.' || relname as name, n_tup_ins + n_tup_upd + n_tup_del as written, n_live_tup as live,
    pg_total_relation_size(relid) / 1048576.0 as mib from pg_stat_user_tables`);
  // What is only ever added is counted: the statistics lag behind by seconds.
  const exact = await rowsOf(
    "select (select count(*) from botform.line) as line, (select count(*) from botform.file) as file",
  );
  const counted = { "botform.line": Number(exact[0].line), "botform.file": Number(exact[0].file) };
  return new Map(
    rows.map(({ name, written, live, mib }) => [
      // A queue's jobs are in a table that is called by a digest.
      name.replace(/^botform_queue\.j[0-9a-f]{40,}$/, "botform_queue.job"),
      { written: counted[name] ?? Number(written), live: Number(live), mib: Number(mib) },
    ]),
  );
}

const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

try {
  const fleet = { count: bots, accesses: 1, accounts };
  const config = writeConfiguration(folder, fleet);
  appendFileSync(config, 'state: { postgres: "${env.BOTFORM_STATE_URL}" }\n');
  const own = await service.start(fleet, true, 20);
  const env = { PATH: process.env.PATH ?? "", HOME: folder, BOTFORM_STATE_URL: database.url, ...own };
  const run = (...args) => {
    const child = spawn(process.execPath, [join(folder, "dist/main.js"), ...args], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.add(child);
    child.on("exit", () => running.delete(child));
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (text += part));
    return { child, ended: new Promise((resolve) => child.on("close", (code) => resolve({ code, text }))) };
  };
  const init = await run("state", "init", "-c", config).ended;
  if (init.code !== 0) throw new Error(init.text);
  const worker = () => run("fleet", "worker", "-c", config, "--all-accounts", "--every", `${every}s`);
  let alive = Array.from({ length: workers }, worker);
  const began = Date.now();
  const spent = { cpu: 0, memory: 0 };
  const lateness = [];
  let [before, requestsBefore, cpuBefore, from] = [undefined, 0, 0, began];
  let firstRound;
  for (let second = 1; second <= minutes * 60; second += 1) {
    await wait(began + second * 1_000 - Date.now());
    const used = alive.map(({ child }) => usedBy(child) ?? { cpu: 0, memory: 0 });
    spent.memory = Math.max(spent.memory, ...used.map(({ memory }) => memory));
    if (!given["no-kills"] && second % 60 === 0 && second < minutes * 60) {
      const [first, ...others] = alive;
      spent.cpu += usedBy(first.child)?.cpu ?? 0;
      first.child.kill("SIGKILL");
      await first.ended;
      alive = [...others, worker()];
    }
    if (second % 5 !== 0) continue;
    const looked = await rowsOf(
      "select (look->>'at')::bigint as at, (look->>'dueAt')::bigint as due from botform.snapshot",
    );
    if (looked.length === accounts && firstRound === undefined) {
      firstRound = second;
      // From here on it is what goes on day after day.
      const counts = await service.counts();
      requestsBefore = Object.values(counts.requests).reduce((sum, count) => sum + count, 0);
      [before, from] = [await tables(), Date.now()];
      cpuBefore = spent.cpu + alive.reduce((sum, { child }) => sum + (usedBy(child)?.cpu ?? 0), 0);
    }
    if (firstRound !== undefined)
      lateness.push(...looked.map(({ due }) => Math.max(0, Date.now() - Number(due)) / 1000));
    if (second % 30 === 0) {
      const late = looked.map(({ due }) => Math.max(0, Date.now() - Number(due)) / 1000);
      console.error(
        `${second} s: ${looked.length} accounts looked at, ${late.filter((one) => one > 5).length} late, at most by ${Math.max(0, ...late).toFixed(0)} s`,
      );
    }
  }
  if (before === undefined) throw new Error(`after ${minutes} minutes not every account was looked at`);
  const hours = (Date.now() - from) / 3_600_000;
  const requests =
    Object.values((await service.counts()).requests).reduce((sum, count) => sum + count, 0) - requestsBefore;
  const cpu = spent.cpu + alive.reduce((sum, { child }) => sum + (usedBy(child)?.cpu ?? 0), 0) - cpuBefore;
  const after = await tables();
  const sorted = lateness.toSorted((one, other) => one - other);
  const late = (share) => `${percentile(sorted, share).toFixed(1)} s`;
  const lines = [
    ["first look at every account", `after ${firstRound} s`],
    ["how late looks were: median, 95 %, 99 %, at most", `${late(0.5)}, ${late(0.95)}, ${late(0.99)}, ${late(1)}`],
    ["requests to the service a minute", (requests / hours / 60).toFixed(0)],
    ["processor time of all workers", `${((cpu / hours / 3600) * 100).toFixed(0)} % of one core`],
    ["largest worker", `${spent.memory.toFixed(0)} MiB`],
    ...[...after].flatMap(([name, { written, live, mib }]) => {
      const rows = written - (before.get(name)?.written ?? 0);
      return rows === 0
        ? []
        : [
            [
              `rows written a day, ${name}`,
              `${((rows / hours) * 24).toFixed(0)} (holds ${live}, ${mib.toFixed(1)} MiB)`,
            ],
          ];
    }),
  ];
  const block = ["| | |", "| --- | --- |", ...lines.map((cells) => `| ${cells.join(" | ")} |`)].join("\n");
  console.log(block);
  if (given.write) {
    const what = `${accounts} accounts of ${bots} bots, ${workers} workers, ${given["no-kills"] ? "none killed" : "one killed each minute"}, looks every ${every} s, ${minutes} minutes, 20 ms to the service`;
    writeBlock(
      "fleet",
      `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}: ${what}.\n\n${block}`,
    );
  }
} finally {
  for (const child of running) child.kill("SIGKILL");
  await client.end();
  service.stop();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
