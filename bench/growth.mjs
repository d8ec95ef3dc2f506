// npm run bench:growth: how time and memory grow with the number of bots: the exponent, and from where on growing costs more than starting.
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeConfiguration } from "./fleet.mjs";
import { hasTime, measure, spread } from "./measure.mjs";
import { writeBlock } from "./page.mjs";
import { startService } from "./service.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** The last is as many as one configuration takes. */
const COUNTS = [10, 100, 1_000, 5_000, 10_000, 20_000];
const RUNS = 3;

const JOBS = {
  validate: (config) => ["validate", config],
  plan: (config) => ["plan", "--config", config],
};

/** Of the logarithms of count and growing cost: the slope of the least squares. */
function exponentOf(points) {
  const logs = points.map(({ count, ms }) => [Math.log(count), Math.log(ms)]);
  const mean = (at) => logs.reduce((sum, log) => sum + log[at], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const sums = logs.map(([a, b]) => [(a - x) * (b - y), (a - x) ** 2]);
  return sums.reduce((sum, [top]) => sum + top, 0) / sums.reduce((sum, [, below]) => sum + below, 0);
}

/** What ten bots take is what starting takes; the rest grows. */
function growthOf(measured) {
  const [{ ms: start }] = measured;
  const growing = measured.filter(({ count }) => count >= 1_000).map(({ count, ms }) => ({ count, ms: ms - start }));
  const knee = growing.find(({ ms }) => ms > start);
  const exponent = exponentOf(growing);
  const from = knee === undefined ? undefined : knee.count * (start / knee.ms) ** (1 / exponent);
  return { exponent, from };
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), "botform-growth-")));
cpSync(join(ROOT, "dist"), join(folder, "dist"), { recursive: true });
writeFileSync(join(folder, "package.json"), '{"type":"module"}\n');
const service = await startService(folder);
const lines = [];
try {
  for (const [job, argsOf] of Object.entries(JOBS)) {
    const measured = [];
    for (const count of COUNTS) {
      const fleet = { count, accesses: 1 };
      const config = writeConfiguration(folder, fleet);
      const env = await service.start(fleet, true, 0);
      const runs = [];
      for (let run = 0; run <= RUNS; run += 1) {
        const done = await measure([join(folder, "dist/main.js"), ...argsOf(config)], env, folder);
        if (done.code !== 0) throw new Error(`${job} of ${count} bots ended with ${done.code}: ${done.err}`);
        if (run > 0) runs.push(done);
      }
      const memory = hasTime ? Math.max(...runs.map(({ memoryMiB }) => memoryMiB)) : undefined;
      measured.push({ count, ms: spread(runs.map(({ ms }) => ms)).median, memory });
      rmSync(join(folder, ".botform"), { recursive: true, force: true });
    }
    const { exponent, from } = growthOf(measured);
    const knee = from === undefined ? "never" : `from some ${Number(from.toPrecision(2))} bots`;
    const cells = measured.map(({ ms, memory }) => `${(ms / 1000).toFixed(2)} s, ${memory?.toFixed(0) ?? "–"} MiB`);
    lines.push(`| ${[job, ...cells, exponent.toFixed(2), knee].join(" | ")} |`);
  }
} finally {
  service.stop();
  rmSync(folder, { recursive: true, force: true });
}
const heads = ["job", ...COUNTS.map((count) => `${count} bots`), "exponent", "more than starting"];
const block = [`| ${heads.join(" | ")} |`, `| --- |${" --: |".repeat(heads.length - 1)}`, ...lines].join("\n");
console.log(block);
if (process.argv.includes("--write")) {
  const when = `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}`;
  writeBlock("growth", `${when}, ${RUNS} runs each, medians; without latency.\n\n${block}`);
}
