// npm run bench:rivals: botform beside a compiled tool and a bash script doing the same job against equal servers.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { busyShare } from "./busy.mjs";
import { writeConfiguration } from "./fleet.mjs";
import { hasTime, measure, spread } from "./measure.mjs";
import { writeBlock } from "./page.mjs";
import { deckVersion, kong } from "./rival-deck.mjs";
import { proveApplied, proveDeck, proveScript } from "./rival-proofs.mjs";
import { rivalBlock } from "./rival-report.mjs";
import { botform, Misbehaviour, script } from "./rival-sides.mjs";
import { startService } from "./service.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const HELP = `npm run bench:rivals -- [part of a job's name…] [--runs N] [--write]

  --runs N    measured runs of each program, after one that isn't (default 5)
  --write     rewrite the table in docs/explanation/performance.md; needs all jobs
Ends with 1 where a program did something else than its job, with 2 where one is missing (decK: apt-get install deck).
`;
/** What can't be had here, and why. */
const NOT_HERE = ["ansible (a Python program)"];

/** @returns {import("./rival-sides.mjs").Job} */
const plan = (count, latencyMs, aim) => ({ name: `plan/${count}/${latencyMs}ms`, kind: "plan", count, latencyMs, aim });
const validate = (count, aim) => ({ name: `validate/${count}`, kind: "validate", count, latencyMs: 0, aim });
const apply = (count) => ({ name: `apply/${count}/20ms`, kind: "apply", count, latencyMs: 20 });
/** `aim`: botform's time as a multiple of decK's, at most. */
const JOBS = [
  plan(10, 20, 2.8),
  plan(100, 20, 2),
  plan(1_000, 0),
  plan(1_000, 20, 0.7),
  plan(5_000, 20, 0.4),
  validate(1_000, 1),
  validate(5_000, 0.5),
  apply(100),
  apply(1_000),
];
/** The script takes minutes for more creates than this. */
const MOST_SCRIPTED = 100;

/** First line that a tool says about itself, or undefined where it can't be used. */
function versionOf(tool) {
  // The script needs the clock of bash 5.
  const args = { bash: ["-c", 'echo "$' + '{EPOCHSECONDS:+$BASH_VERSION}"'], openssl: ["version"] }[tool] ?? [
    "--version",
  ];
  const { status, stdout } = spawnSync(tool, args, { encoding: "utf8" });
  return status === 0 && stdout.trim() !== "" ? stdout.split("\n")[0] : undefined;
}

/** What can take part, what is missing, and what each says of its version. */
async function rivals(folder) {
  const tools = ["bash", "curl", "jq", "openssl", "base64", "xargs"].map((tool) => [tool, versionOf(tool)]);
  const lacking = tools.filter(([, version]) => version === undefined).map(([tool]) => tool);
  const versions = tools.flatMap(([tool, version]) => {
    const number = /\d+(?:\.\d+)+\w*/.exec(version ?? "")?.[0] ?? /\d+(?:\.\d+)*/.exec(version ?? "")?.[0];
    return number === undefined ? [] : [`${tool} ${number}`];
  });
  const deck = deckVersion();
  return {
    scripts: lacking.length === 0,
    gateway: deck === undefined ? undefined : await kong(folder),
    missing: [
      ...(lacking.length === 0 ? [] : [`the bash script (without ${lacking.join(", ")})`]),
      ...(deck === undefined ? ["Kong decK (not installed)"] : []),
    ],
    versions: [...(deck === undefined ? [] : [`decK ${deck}`]), ...versions],
  };
}

function sidesOf({ kind, count }, context, { scripts, gateway }) {
  const applies = kind === "apply";
  const scripted = scripts && kind !== "validate" && !(applies && count > MOST_SCRIPTED);
  return [
    botform(context),
    ...(applies ? [botform(context, 32)] : []),
    ...(gateway === undefined ? [] : (applies ? [10, 32] : [undefined]).map((each) => gateway.side(each))),
    ...(scripted ? (applies ? [1, 8] : [undefined]).map((each) => script(context, each)) : []),
  ];
}

/** All sides in turn, so that whatever else the machine does falls on each. */
async function runJob(job, context, found, runs) {
  const sides = sidesOf(job, context, found).map((side) => ({ side, measured: [], requests: 0 }));
  for (let run = 0; run <= runs; run += 1) {
    for (const each of sides) {
      const { side, measured } = each;
      const start = await side.start(job);
      const done = await measure(start.args, start.env, context.folder, start.program);
      each.requests = Math.max(each.requests, await side.check(job, done));
      if (job.kind === "apply" && side.leavesBots) {
        const config = writeConfiguration(context.folder, { count: job.count, accesses: 1 });
        await proveApplied(side, context, job, start, config);
      }
      if (run > 0) measured.push(done);
    }
  }
  const [first] = sides;
  return {
    ...job,
    sides: sides.map(({ side, measured, requests }) => ({
      name: side.name,
      ms: spread(measured.map(({ ms }) => ms)),
      // Run by run: the machine is slower at some times than at others.
      ratio: spread(measured.map(({ ms }, run) => first.measured[run].ms / ms)),
      memoryMiB: hasTime ? Math.max(...measured.map(({ memoryMiB }) => memoryMiB)) : null,
      requests,
    })),
  };
}

async function attempt(name, failures, work) {
  try {
    console.error(`${name} …`);
    return await work();
  } catch (error) {
    if (!(error instanceof Misbehaviour)) throw error;
    console.error(`${name}: ${error.message}`);
    failures.push(name);
  }
}

async function bench({ jobs, runs, write }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "botform-rivals-")));
  const failures = [];
  const results = [];
  let [service, found] = [];
  const busyBefore = await busyShare();
  try {
    // A copy, so that a build that happens meanwhile disturbs nothing.
    cpSync(join(ROOT, "dist"), join(folder, "dist"), { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"type":"module"}\n');
    service = await startService(folder);
    const context = { folder, main: join(folder, "dist/main.js"), service };
    found = await rivals(folder);
    if (found.scripts) await attempt("the script's proof", failures, () => proveScript(script(context), folder));
    if (found.gateway !== undefined) {
      await attempt("decK's proof", failures, () => proveDeck(found.gateway.side(), folder));
    }
    for (const job of jobs) {
      const result = await attempt(job.name, failures, () => runJob(job, context, found, runs));
      if (result !== undefined) results.push(result);
    }
  } finally {
    service?.stop();
    found?.gateway?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  for (const missing of found.missing) console.error(`NOT MEASURED: ${missing}`);
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const block = rivalBlock(results, {
    date: new Date().toISOString().slice(0, 10),
    machine: `${process.platform}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? "unknown"})`,
    versions: [`botform ${version}`, `Node ${process.versions.node}`, ...found.versions],
    runs,
    busy: Math.max(busyBefore, await busyShare()),
    failures,
    missing: [...NOT_HERE, ...found.missing],
  });
  console.log(`\n${block}`);
  if (write) writeBlock("rivals", block.trimEnd());
  if (failures.length > 0) return 1;
  return found.missing.length > 0 ? 2 : 0;
}

function options() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: "string", default: "5" },
      write: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const runs = Number(values.runs);
  const jobs = JOBS.filter(({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)));
  const wrong = !Number.isInteger(runs) || runs < 1 || jobs.length === 0 || (values.write && positionals.length > 0);
  return { help: values.help, wrong, jobs, runs, write: values.write };
}

const chosen = options();
if (chosen.help || chosen.wrong) console.log(HELP);
process.exitCode = chosen.wrong ? 3 : chosen.help ? 0 : await bench(chosen);
