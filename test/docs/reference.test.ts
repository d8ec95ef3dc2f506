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
    ["| setting | not stated |", "| --- | --- |", ...rows].join("\n"),
  );
});

it("decisions/index.md lists every decision", () => {
  const files = readdirSync("docs/decisions").filter((file) => /^\d{3}-.*\.md$/.test(file));
  const rows = files.sort().map((file) => {
    const [, title = ""] = /^# (.+)$/m.exec(readFileSync(`docs/decisions/${file}`, "utf8")) ?? [];
    expect(title.slice(0, 3), file).toBe(file.slice(0, 3));
    return `- [${title}](${file})`;
  });
  expectPart("docs/decisions/index.md", "decisions", rows.join("\n"));
});
