// npm run bench: measures botform against its floors and prints a table. Slowness never fails it, wrong behaviour does.
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { busyShare } from "./busy.mjs";
import { writeCandles } from "./candles.mjs";
import { writeConfiguration } from "./fleet.mjs";
import { hasTime, measure, spread } from "./measure.mjs";
import { writeBlock } from "./page.mjs";
import { blockOf, conditionsText, table, writeJson } from "./report.mjs";
import { ROWS } from "./rows.mjs";
import { startService } from "./service.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FLOOR = join(ROOT, "bench/floor.mjs");
const CANDLE_FLOOR = join(ROOT, "bench/candle-floor.mjs");
const HELP = `npm run bench -- [part of a row's name…] [--runs N] [--json FILE] [--write] [--long] [--list]

  --runs N     measured runs of each row, after one that isn't measured (default 5)
  --json FILE  write the figures as JSON, too
  --write      rewrite the table in docs/explanation/performance.md; needs all rows
  --long       with the rows that take minutes
  --list       print the names of the rows and end
`;

/** What the user typed is wrong. */
class UsageError extends Error {}
/** Something behaved otherwise than its row says. */
class Misbehaviour extends Error {}

function options() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: "string", default: "5" },
      json: { type: "string" },
      write: { type: "boolean", default: false },
      long: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new UsageError("--runs wants a whole number from 1");
  if (values.write && positionals.length > 0) throw new UsageError("--write needs all rows, so choose none");
  const stray = positionals.find((part) => !ROWS.some(({ name }) => name.includes(part)));
  if (stray !== undefined) throw new UsageError(`no row is called ${stray}; --list prints them all`);
  const rows = ROWS.filter(
    ({ name, long }) =>
      (values.long || long !== true) && (positionals.length === 0 || positionals.some((part) => name.includes(part))),
  );
  return { ...values, runs, rows };
}

/** One row: both sides once unmeasured, then in turn, so that whatever else the machine does falls on both. */
async function runRow(row, { runs, folder, main, service }) {
  const config = row.fleet === undefined ? "" : writeConfiguration(folder, row.fleet);
  const prices = row.prices === true ? writeCandles(folder) : "";
  const sides = { botform: [], floor: [] };
  let requests = {};
  for (let run = row.once === true ? runs : 0; run <= runs; run += 1) {
    const own = await measured(row, "botform", [main, ...row.args(config, prices)], { folder, service }, row.again);
    if (!row.output.test(own.out))
      throw new Misbehaviour(`botform printed something else:\n${own.out.slice(0, 2_000)}`);
    checkRequests(row, own.requests);
    const floorArgs = argsOfFloor(row, prices, own.requests);
    const floor = await measured(row, "the floor", floorArgs, { folder, service });
    checkSame(own, floor);
    if (run === 0) continue;
    sides.botform.push(own);
    sides.floor.push(floor);
    if (total(own.requests) >= total(requests)) requests = own.requests;
  }
  const [botform, floor] = [side(sides.botform), side(sides.floor)];
  const needed = Object.values(row.requests).reduce((sum, [least]) => sum + least, 0);
  return {
    name: row.name,
    about: row.about,
    botform,
    floor,
    ratio: botform.ms.median / floor.ms.median,
    requests,
    needed,
  };
}

/** What node is given to run a row's floor. */
function argsOfFloor({ floor, fleet }, prices, requests) {
  if (floor === "bare") return ["-e", "0"];
  if (floor === "candles") return [CANDLE_FLOOR, JSON.stringify({ prices, bots: fleet.count })];
  return [FLOOR, JSON.stringify({ fleet, requests })];
}

/** Runs one side on a fresh account; its exit code must be 0. @param again as it is when it has run before */
async function measured(row, who, args, { folder, service }, again = false) {
  // What is remembered of another fresh account at the same address would be read, too.
  rmSync(join(folder, ".botform"), { recursive: true, force: true });
  const env = row.service === undefined ? {} : await service.start(row.fleet, row.service.live, row.service.latencyMs);
  if (again) await measure(args, env, folder);
  const before = again ? (await service.counts()).requests : {};
  const run = await measure(args, env, folder);
  if (run.code !== 0) {
    throw new Misbehaviour(`${who} ended with exit code ${run.code}:\n${`${run.out}${run.err}`.slice(0, 2_000)}`);
  }
  if (row.service === undefined) return { ...run, requests: {}, bots: 0 };
  const { requests, bots } = await service.counts();
  const made = Object.entries(requests).map(([operation, count]) => [operation, count - (before[operation] ?? 0)]);
  return { ...run, requests: Object.fromEntries(made.filter(([, count]) => count > 0)), bots };
}

function checkRequests(row, requests) {
  for (const operation of new Set([...Object.keys(requests), ...Object.keys(row.requests)])) {
    const count = requests[operation] ?? 0;
    const [least, most] = row.requests[operation] ?? [0, 0];
    if (count < least || count > most) {
      throw new Misbehaviour(`botform asked ${operation} ${count} times, expected ${least} to ${most}`);
    }
  }
}

/** A floor that does something else is none. */
function checkSame(own, floor) {
  for (const operation of new Set([...Object.keys(own.requests), ...Object.keys(floor.requests)])) {
    const [ours, its] = [own.requests[operation] ?? 0, floor.requests[operation] ?? 0];
    if (ours !== its) throw new Misbehaviour(`the floor asked ${operation} ${its} times, botform ${ours} times`);
  }
  if (own.bots !== floor.bots) throw new Misbehaviour(`the floor left ${floor.bots} bots, botform ${own.bots}`);
}

function total(requests) {
  return Object.values(requests).reduce((sum, count) => sum + count, 0);
}

function side(runs) {
  return {
    ms: spread(runs.map(({ ms }) => ms)),
    cpuMs: hasTime ? spread(runs.map(({ cpuMs }) => cpuMs)).median : null,
    memoryMiB: hasTime ? Math.max(...runs.map(({ memoryMiB }) => memoryMiB)) : null,
  };
}

async function bench({ rows, runs, json, write }) {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const conditions = {
    date: new Date().toISOString().slice(0, 10),
    botform: version,
    node: process.versions.node,
    platform: process.platform,
    cores: availableParallelism(),
    runs,
  };
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "botform-bench-")));
  const busyBefore = await busyShare();
  const results = [];
  let failures = 0;
  let service;
  try {
    // A copy, so that a build that happens meanwhile disturbs nothing.
    cpSync(join(ROOT, "dist"), join(folder, "dist"), { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"type":"module"}\n');
    if (!hasTime) console.error("/usr/bin/time is missing (package time): memory is not measured");
    service = await startService(folder);
    for (const row of rows) {
      try {
        console.error(`${row.name} …`);
        results.push(await runRow(row, { runs, folder, main: join(folder, "dist/main.js"), service }));
      } catch (error) {
        if (!(error instanceof Misbehaviour)) throw error;
        failures += 1;
        console.error(`${row.name}: ${error.message}`);
      }
    }
  } finally {
    service?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const measuredUnder = { ...conditions, failures, busy: Math.max(busyBefore, await busyShare()) };
  console.log(`\n${table(results)}\n\n${conditionsText(measuredUnder)}`);
  if (json !== undefined) writeJson(json, measuredUnder, results);
  if (write) writeBlock("bench", blockOf(measuredUnder, results));
  return failures === 0 ? 0 : 1;
}

try {
  const chosen = options();
  if (chosen.help) console.log(HELP);
  else if (chosen.list) console.log(chosen.rows.map(({ name, about }) => `${name.padEnd(28)}${about}`).join("\n"));
  else process.exitCode = await bench(chosen);
} catch (error) {
  if (!(error instanceof UsageError) && error?.code?.startsWith("ERR_PARSE_ARGS") !== true) throw error;
  console.error(`${error.message}\n\n${HELP}`);
  process.exitCode = 3;
}
