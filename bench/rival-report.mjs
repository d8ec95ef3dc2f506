// What bench/rivals.mjs measured, as the block of docs/explanation/performance.md.
import { readFileSync, writeFileSync } from "node:fs";

const BEGIN = "<!-- rivals:begin -->";
const END = "<!-- rivals:end -->";
const HEADINGS = ["what", "program", "time, ms", "times botform's", "memory, MiB", "requests"];
/** Columns of words; those of figures stand to the right. */
const WORDS = 2;

/**
 * @typedef {{ readonly median: number, readonly min: number, readonly max: number }} Spread
 * @typedef {{ readonly name: string, readonly ms: Spread, readonly runs: number, readonly memoryMiB: number | null, readonly requests: number }} Measured
 * @typedef {{ readonly count: number, readonly latencyMs: number, readonly live: boolean, readonly sides: readonly Measured[] }} Result botform first
 */

/** @param {readonly Result[]} results */
export function rivalBlock(results, { date, machine, versions, runs, busy, failures, oneClientMs, missing }) {
  const doubt = busy > 0.05 ? "; **take these figures as a first impression**" : "";
  const failed = failures.length > 0 ? `\n\nFailed, and so missing or in doubt: ${failures.join(", ")}.` : "";
  const fewer = oneClientMs === undefined ? "" : ", at most 2 of auth0-deploy-cli";
  const one =
    oneClientMs === undefined
      ? ""
      : `\n\nauth0-deploy-cli takes ${(oneClientMs / 1_000).toFixed(1)} s with a single client.`;
  return `${date}, ${machine}, ${versions.join(", ")}; ${runs} runs${fewer}; ${(busy * 100).toFixed(0)} % of the cores were busy with other work before or after${doubt}.

${table(results)}${one}${failed}

Not measured here: ${missing.join("; ")}.
`;
}

function table(results) {
  const rows = results.flatMap((result) =>
    result.sides.map((side, at) => [
      at === 0 ? about(result) : "",
      side.name,
      times(side.ms),
      at === 0 ? "1" : (side.ms.median / result.sides[0].ms.median).toFixed(1),
      side.memoryMiB === null ? "–" : side.memoryMiB.toFixed(0),
      String(side.requests),
    ]),
  );
  const widths = HEADINGS.map((heading, at) =>
    Math.max(...[heading, ...rows.map((row) => row[at])].map((s) => s.length)),
  );
  const line = (cells) =>
    `| ${cells.map((cell, at) => (at < WORDS ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join(" | ")} |`;
  const rule = widths.map((width, at) => (at < WORDS ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(HEADINGS), `| ${rule.join(" | ")} |`, ...rows.map(line)].join("\n");
}

function about({ count, latencyMs, live }) {
  const grouped = String(count).replace(/(?<=\d)(?=\d{3}$)/, " ");
  return `${live ? `nothing to do: ${grouped} resources` : `${grouped} creates`}, ${latencyMs} ms`;
}

function times({ median, min, max }) {
  return `${median.toFixed(0)} (${min.toFixed(0)}–${max.toFixed(0)})`;
}

/** Replaces what stands between the markers. @param {string} file @param {string} block */
export function writeRivals(file, block) {
  const page = readFileSync(file, "utf8");
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${file} lacks the markers ${BEGIN} and ${END}`);
  writeFileSync(file, `${page.slice(0, from)}${BEGIN}\n${block}${page.slice(to)}`);
}
