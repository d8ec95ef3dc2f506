// What was measured, as a table for people, as JSON for programs, and as the block of docs/explanation/performance.md.
import { writeFileSync } from "node:fs";

/**
 * @typedef {{ readonly median: number, readonly min: number, readonly max: number }} Spread
 * @typedef {{ readonly ms: Spread, readonly cpuMs: number | null, readonly memoryMiB: number | null }} Side
 * @typedef {object} Result
 * @property {string} name
 * @property {string} about
 * @property {Side} botform
 * @property {Side} floor
 * @property {number} ratio of the medians of the wall times
 * @property {Readonly<Record<string, number>>} requests by operation, of the run with the most
 * @property {number} needed how many requests would do
 *
 * @typedef {{ readonly date: string, readonly botform: string, readonly node: string, readonly platform: string, readonly cores: number, readonly runs: number, readonly busy: number, readonly failures: number }} Conditions
 */

const HEADINGS = ["what", "botform, ms", "floor, ms", "ratio", "processor, ms", "memory, MiB", "floor's", "requests"];

/** A Markdown table, aligned so that it can be read on a terminal. @param {readonly Result[]} results */
export function table(results) {
  const rows = results.map((result) => [
    result.about,
    times(result.botform.ms),
    times(result.floor.ms),
    result.ratio.toFixed(2),
    result.botform.cpuMs?.toFixed(0) ?? "–",
    memory(result.botform),
    memory(result.floor),
    requests(result),
  ]);
  const widths = HEADINGS.map((heading, at) =>
    Math.max(...[heading, ...rows.map((row) => row[at])].map(({ length }) => length)),
  );
  const line = (cells) =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join(" | ")} |`;
  const rule = `| ${widths.map((width, at) => (at === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  return [line(HEADINGS), rule, ...rows.map(line)].join("\n");
}

function times({ median, min, max }) {
  const digits = max < 1_000 ? 1 : 0;
  return `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
}

function memory({ memoryMiB }) {
  return memoryMiB === null ? "–" : memoryMiB.toFixed(0);
}

function requests({ requests, needed }) {
  const made = Object.values(requests).reduce((sum, count) => sum + count, 0);
  return made === needed ? String(made) : `${made} (${needed} needed)`;
}

/** One line on how it was measured. @param {Conditions} conditions */
export function conditionsText({ date, botform, node, platform, cores, runs, busy, failures }) {
  const share = `${(busy * 100).toFixed(0)} % of the cores were busy with other work before or after`;
  const doubt = busy > 0.05 ? "; **take these figures as a first impression**" : "";
  const failed = failures > 0 ? `; ${failures} rows failed and are missing` : "";
  return (
    `${date}, botform ${botform}, Node ${node} on ${platform}, ${cores} cores, ${runs} runs a row, ` +
    `${share}${doubt}${failed}.`
  );
}

/** @param {string} file @param {Conditions} conditions @param {readonly Result[]} results */
export function writeJson(file, conditions, results) {
  writeFileSync(file, `${JSON.stringify({ formatVersion: 1, ...conditions, rows: results }, null, 2)}\n`);
}

/** The block of the page. @param {Conditions} conditions @param {readonly Result[]} results */
export function blockOf(conditions, results) {
  return `${conditionsText(conditions)}\n\n${table(results)}`;
}
