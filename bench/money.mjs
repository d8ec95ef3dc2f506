// What the preview in money and the policies that always hold add to a plan: the same plans by the built library with and without both, in turn. `node bench/money.mjs` after a build.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ACCOUNT, writeConfiguration } from "./fleet.mjs";
import { spread } from "./measure.mjs";
import { startService } from "./service.mjs";

const LIBRARY = fileURLToPath(new URL("../dist/index.mjs", import.meta.url));
const RUNS = 9;
/** What the preview may cost, in times a plan without it (docs/explanation/performance.md). */
const MOST = 1.5;
const FLEET = { count: 1_000, accesses: 1 };

/** What is configured, of the live fleet of 1 000 bots that are off. */
const CASES = {
  "nothing changes": (text) => text,
  "every volume changes": (text) =>
    text.replace(/volumeFirstOrder: (\d+)/g, (_, volume) => `volumeFirstOrder: ${Number(volume) + 1}`),
  "every bot is turned on": (text) => text.replaceAll("enabled: false", "enabled: true"),
};

/** One process a run, as the command is: validate, plan, print. */
const PROGRAM = `
const { validate, plan, assumptionsOf } = await import(${JSON.stringify(LIBRARY)});
const [path, withMoney] = process.argv.slice(1);
const config = validate(path);
const endpoint = { apiUrl: process.env.BOTFORM_BENCH_API_URL, apiKey: ${JSON.stringify(ACCOUNT.apiKey)}, apiSecret: ${JSON.stringify(ACCOUNT.apiSecret)} };
const made = await plan(config.accounts[0].desired, endpoint, withMoney === "yes" ? { money: { assumptions: assumptionsOf() }, policies: { policies: [], facts: { now: Date.now(), engaged: new Map() } } } : {});
console.log(JSON.stringify({ steps: made.steps.length, money: made.money !== undefined }));
`;

function run(path, withMoney, env) {
  const start = process.hrtime.bigint();
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", PROGRAM, path, withMoney ? "yes" : "no"],
    {
      env: { PATH: process.env.PATH, ...env },
      encoding: "utf8",
    },
  );
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  if (status !== 0 || JSON.parse(stdout).money !== withMoney) throw new Error(`the plan failed: ${stderr}`);
  return ms;
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), "botform-money-")));
const service = await startService(folder);
try {
  const plain = readFileSync(writeConfiguration(folder, FLEET), "utf8");
  const env = await service.start(FLEET, true, 0);
  for (const [name, change] of Object.entries(CASES)) {
    const path = join(folder, "changed.yaml");
    writeFileSync(path, change(plain));
    const [bare, priced] = [[], []];
    for (let at = 0; at < RUNS; at += 1) {
      bare.push(run(path, false, env));
      priced.push(run(path, true, env));
    }
    const [without, with_] = [spread(bare).median, spread(priced).median];
    const ratio = with_ / without;
    console.log(
      `${name}: ${without.toFixed(0)} ms without, ${with_.toFixed(0)} ms with the preview, ratio ${ratio.toFixed(2)}`,
    );
    if (ratio > MOST) process.exitCode = 1;
  }
} finally {
  service.stop();
  rmSync(folder, { recursive: true, force: true });
}
