// npm run bench:rivals: botform beside a bash script and another tool doing the same job against equal servers.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { busyShare } from "./busy.mjs";
import { writeConfiguration } from "./fleet.mjs";
import { hasTime, measure, spread } from "./measure.mjs";
import { proveApplied, proveAuth0, proveScript } from "./rival-proofs.mjs";
import { rivalBlock, writeRivals } from "./rival-report.mjs";
import { auth0, botform, installAuth0, Misbehaviour, script } from "./rival-sides.mjs";
import { startService } from "./service.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGE = join(ROOT, "docs/explanation/performance.md");
const HELP = `npm run bench:rivals -- [part of a job's name…] [--runs N] [--write] [--no-auth0]

  --runs N    measured runs of each program, after one that isn't (default 5; auth0-deploy-cli at most 2, none before them)
  --write     rewrite the table in docs/explanation/performance.md; needs all jobs
  --no-auth0  without the rival that has to be installed from the registry
Ends with 1 where a program did something else than its job, with 2 where one is missing.
`;
/** What can't be had here, and why. */
const NOT_HERE = ["Kong decK (a Go program, not in the npm registry)", "ansible (a Python program, likewise)"];
const LEFT_OUT = "auth0-deploy-cli (--no-auth0)";
const plan = (count, latencyMs) => ({ name: `plan/${count}/${latencyMs}ms`, count, latencyMs, live: true });
const JOBS = [
  ...[100, 1_000].flatMap((count) => [plan(count, 0), plan(count, 20)]),
  { name: "apply/100/20ms", count: 100, latencyMs: 20, live: false },
];

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
async function rivals(context, wantsAuth0) {
  const tools = ["bash", "curl", "jq", "openssl", "base64", "xargs"].map((tool) => [tool, versionOf(tool)]);
  const lacking = tools.filter(([, version]) => version === undefined).map(([tool]) => tool);
  const missing = lacking.length === 0 ? [] : [`the bash script (without ${lacking.join(", ")})`];
  const versions = tools.flatMap(([, version], at) => {
    const number = /\d+(?:\.\d+)+\w*/.exec(version ?? "")?.[0] ?? /\d+(?:\.\d+)*/.exec(version ?? "")?.[0];
    return number === undefined ? [] : [`${tools[at][0]} ${number}`];
  });
  const found = { scripts: lacking.length === 0, tenant: undefined, missing, versions };
  if (!wantsAuth0) return { ...found, missing: [...missing, LEFT_OUT] };
  const why = lacking.includes("openssl") ? "openssl is missing" : installAuth0(context.folder);
  if (why !== undefined) return { ...found, missing: [...missing, `auth0-deploy-cli (${why})`] };
  const tenant = await auth0(context);
  return { ...found, tenant, versions: [...versions, `auth0-deploy-cli ${tenant.version}`] };
}

function sidesOf(job, context, { scripts, tenant }) {
  const jobs = job.live ? [undefined] : [1, 8];
  // The other tool once for each size: most of its time has nothing to do with the server.
  const other = tenant !== undefined && job.live && job.latencyMs > 0 ? [tenant] : [];
  return [botform(context), ...(scripts ? jobs.map((each) => script(context, each)) : []), ...other];
}

/** All sides in turn, so that whatever else the machine does falls on each. */
async function runJob(job, context, found, runs) {
  const sides = sidesOf(job, context, found).map((side) => ({ side, measured: [], requests: 0 }));
  for (let run = 0; run <= runs; run += 1) {
    for (const each of sides) {
      const { side, measured } = each;
      if (side.most !== undefined && (run === 0 || run > side.most)) continue;
      const start = await side.start(job);
      const done = await measure(start.args, start.env, context.folder, start.program);
      each.requests = Math.max(each.requests, await side.check(job, done));
      if (!job.live) {
        const config = writeConfiguration(context.folder, { count: job.count, accesses: 1 });
        await proveApplied(side, context, job, start, config);
      }
      if (run > 0) measured.push(done);
    }
  }
  return {
    ...job,
    sides: sides.map(({ side, measured, requests }) => ({
      name: side.name,
      ms: spread(measured.map(({ ms }) => ms)),
      runs: measured.length,
      memoryMiB: hasTime ? Math.max(...measured.map(({ memoryMiB }) => memoryMiB)) : null,
      requests,
    })),
  };
}

/** What the other tool takes with a single resource: its own start. */
async function startOfTenant(tenant, folder) {
  if (tenant === undefined) return undefined;
  const job = { count: 1, latencyMs: 0, live: true };
  const { args, env } = await tenant.start(job);
  const run = await measure(args, env, folder);
  await tenant.check(job, run);
  return run.ms;
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

async function bench({ jobs, runs, write, wantsAuth0 }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "botform-rivals-")));
  const failures = [];
  const results = [];
  let [service, found, oneClientMs] = [];
  const busyBefore = await busyShare();
  try {
    // A copy, so that a build that happens meanwhile disturbs nothing.
    cpSync(join(ROOT, "dist"), join(folder, "dist"), { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"type":"module"}\n');
    service = await startService(folder);
    const context = { folder, main: join(folder, "dist/main.js"), service };
    found = await rivals(context, wantsAuth0);
    if (found.scripts) await attempt("the script's proof", failures, () => proveScript(script(context), folder));
    if (found.tenant !== undefined) {
      await attempt("auth0-deploy-cli's proof", failures, () => proveAuth0(found.tenant, folder));
      oneClientMs = await attempt("auth0-deploy-cli, 1 client", failures, () => startOfTenant(found.tenant, folder));
    }
    for (const job of jobs) {
      const result = await attempt(job.name, failures, () => runJob(job, context, found, runs));
      if (result !== undefined) results.push(result);
    }
  } finally {
    service?.stop();
    found?.tenant?.stop();
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
    oneClientMs,
    missing: [...NOT_HERE, ...found.missing],
  });
  console.log(`\n${block}`);
  if (write) writeRivals(PAGE, block);
  if (failures.length > 0) return 1;
  return found.missing.some((each) => each !== LEFT_OUT) ? 2 : 0;
}

function options() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: "string", default: "5" },
      write: { type: "boolean", default: false },
      "no-auth0": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const runs = Number(values.runs);
  const jobs = JOBS.filter(({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)));
  const wrong = !Number.isInteger(runs) || runs < 1 || jobs.length === 0 || (values.write && positionals.length > 0);
  return { help: values.help, wrong, jobs, runs, write: values.write, wantsAuth0: !values["no-auth0"] };
}

const chosen = options();
if (chosen.help || chosen.wrong) console.log(HELP);
process.exitCode = chosen.wrong ? 3 : chosen.help ? 0 : await bench(chosen);
