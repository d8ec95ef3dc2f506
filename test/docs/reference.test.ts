// The reference is made from the code: diagnostics, exit codes, unknowns, the list of decisions.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { mostSerious } from "../../src/app/exit.js";
import { CODES } from "../../src/app/explain.js";
import { EXIT_ROWS } from "../../src/cli/help/exit-codes.js";
import type { CodeRow } from "../../src/model/text/diagnostic.js";
import { UNKNOWNS } from "../../src/service/unknowns.js";
import { expectPart, plain } from "./generated.js";

const STAGES: Readonly<Record<string, string>> = {
  config: "The configuration",
  plan: "Plans",
  planfile: "Saved plans",
  apply: "Applying",
  webhook: "Webhooks",
  policy: "Policies",
};

it("diagnostics.md has every code", () => {
  const stageOf = (code: string) => code.slice(0, code.indexOf("/"));
  const stages = [...new Set([...CODES.keys()].map(stageOf))];
  expect(stages.filter((stage) => STAGES[stage] === undefined)).toEqual([]);
  const entry = ([code, { severity, title, help }]: readonly [string, CodeRow]) =>
    `### ${code}\n\n**${severity}**: ${plain(title)}. ${plain(help)}`;
  const parts = stages.map((stage) => {
    const rows = [...CODES].filter(([code]) => stageOf(code) === stage);
    return [`## ${STAGES[stage]}`, ...rows.map(entry)].join("\n\n");
  });
  expectPart("docs/reference/diagnostics.md", "codes", parts.join("\n\n"));
});

/** What is typed, as code. */
const typed = (text: string) => text.replace(/botform [a-z]+(?: show)? last|(?:fmt )?--[a-z]+(?:-[a-z]+)*/g, "`$&`");

it("exit-codes.md has every exit code, and which one wins of several accounts", () => {
  const rows = EXIT_ROWS.map(({ code, meaning, todo }) => `| ${code} | ${typed(meaning)} | ${typed(todo)} |`);
  const head = ["| code | meaning | what to do |", "| --- | --- | --- |"];
  const bySeriousness = EXIT_ROWS.map(({ code }) => code).sort((a, b) => (mostSerious([a, b]) === a ? -1 : 1));
  const order = `Of several accounts the most serious code wins, in this order: ${bySeriousness.join(", ")}.`;
  expectPart("docs/reference/exit-codes.md", "exit codes", [...head, ...rows, "", order].join("\n"));
});

it("unknowns.md has what is unknown of every setting", () => {
  const rows = Object.entries(UNKNOWNS).map(([name, texts]) => `| \`${name}\` | ${texts.map(plain).join(" ")} |`);
  expectPart(
    "docs/explanation/unknowns.md",
    "unknowns",
    ["| setting | what isn't known |", "| --- | --- |", ...rows].join("\n"),
  );
});

const DECISIONS = readdirSync("docs/decisions")
  .filter((file) => /^\d{3}-.*\.md$/.test(file))
  .sort()
  .map((file) => {
    const text = readFileSync(`docs/decisions/${file}`, "utf8");
    const [, title = "", status = "", date = "", earlier = ""] =
      /^# (.+)\n\nStatus: (accepted|superseded by \S+) · (\d{4}-\d\d-\d\d)(?: · supersedes (.+))?\n\n/.exec(text) ?? [];
    return { file, title, status, date, successor: linked(status), predecessors: earlier.split(", ").flatMap(linked) };
  });

/** The pages that a text links to. */
function linked(text: string): string[] {
  return [...text.matchAll(/\]\((.+?)\)/g)].map(([, page = ""]) => page);
}

it.each(DECISIONS)(
  "$file begins with its number and title, its status and its date",
  ({ file, title, status, date }) => {
    expect(title).toMatch(new RegExp(`^${file.slice(0, 3)} [^:]`));
    expect(status).not.toBe("");
    expect(date).toMatch(/^2/);
  },
);

it("a superseded decision names its successor, and the successor names it", () => {
  const superseded = DECISIONS.flatMap(({ file, successor }) => successor.map((by) => `${file} by ${by}`));
  const superseding = DECISIONS.flatMap(({ file, predecessors }) => predecessors.map((one) => `${one} by ${file}`));
  expect(superseded.length).toBeGreaterThan(2);
  expect(superseding.sort()).toEqual(superseded.sort());
});

it("decisions/index.md lists every decision with its status", () => {
  const rows = DECISIONS.map(({ file, title, status, date }) => `| [${title}](${file}) | ${status} | ${date} |`);
  expectPart(
    "docs/decisions/index.md",
    "decisions",
    ["| decision | status | date |", "| --- | --- | --- |", ...rows].join("\n"),
  );
});
