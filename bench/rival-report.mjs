// What bench/rivals.mjs measured, as the block of docs/explanation/performance.md.
const HEADINGS = ["what", "program", "time, ms", "botform's time is", "memory, MiB", "requests"];
/** Columns of words; those of figures stand to the right. */
const WORDS = 2;

/**
 * @typedef {{ readonly median: number, readonly min: number, readonly max: number }} Spread
 * @typedef {{ readonly name: string, readonly ms: Spread, readonly ratio: Spread, readonly memoryMiB: number | null, readonly requests: number }} Measured
 * @typedef {{ readonly kind: string, readonly count: number, readonly latencyMs: number, readonly aim?: number, readonly sides: readonly Measured[] }} Result botform first
 */

/** @param {readonly Result[]} results */
export function rivalBlock(results, { date, machine, versions, runs, busy, failures, missing }) {
  const doubt = busy > 0.05 ? "; **take these figures as a first impression**" : "";
  const failed = failures.length > 0 ? `\n\nFailed, and so missing or in doubt: ${failures.join(", ")}.` : "";
  return `${date}, ${machine}, ${versions.join(", ")}; ${runs} runs; ${(busy * 100).toFixed(0)} % of the cores were busy with other work before or after${doubt}.

${table(results)}${failed}

${aims(results)}

Not measured here: ${missing.join("; ")}.
`;
}

function table(results) {
  const rows = results.flatMap((result) =>
    result.sides.map((side, at) => [
      at === 0 ? about(result) : "",
      side.name,
      times(side.ms),
      at === 0 ? "" : ratio(side.ratio),
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

/** What was aimed at beside decK, and what was measured. @param {readonly Result[]} results */
function aims(results) {
  const rows = results.flatMap((result) => {
    const deck = result.sides.find(({ name }) => name === "decK");
    if (result.aim === undefined || deck === undefined) return [];
    const met = deck.ratio.median <= result.aim ? "met" : "missed";
    return [`| ${about(result)} | ${result.aim} | ${ratio(deck.ratio)} | ${met} |`];
  });
  return ["| beside decK | aim, at most | measured | |", "| --- | --: | --: | --- |", ...rows].join("\n");
}

function ratio({ median, min, max }) {
  return `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;
}

function about({ kind, count, latencyMs }) {
  const grouped = String(count).replace(/(?<=\d)(?=\d{3}$)/, " ");
  if (kind === "validate") return `validate: ${grouped} resources`;
  return `${kind === "plan" ? `nothing to do: ${grouped} resources` : `${grouped} creates`}, ${latencyMs} ms`;
}

function times({ median, min, max }) {
  return `${median.toFixed(0)} (${min.toFixed(0)}–${max.toFixed(0)})`;
}
