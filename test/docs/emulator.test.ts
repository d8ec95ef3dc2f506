// docs/reference/emulator.md holds the quirk table as the code has it; UPDATE_GOLDEN=1 writes it.
import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { allowedValues } from "../../src/emulator/quirks/quirk-text.js";
import { quirkTable } from "../../src/emulator/quirks/quirks.js";
import { ENTRIES } from "./service-entries.js";

const FILE = "docs/reference/emulator.md";
const [BEGIN, END] = ["<!-- quirks: written by test/docs/emulator.test.ts -->\n", "<!-- end of quirks -->"];

it("the quirk table is the code's", () => {
  const text = readFileSync(FILE, "utf8");
  const [from, to] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
  expect(from).toBeGreaterThanOrEqual(BEGIN.length);
  if (process.env.UPDATE_GOLDEN === "1") writeFileSync(FILE, text.slice(0, from) + table() + text.slice(to));
  else expect(text.slice(from, to)).toBe(table());
});

function table(): string {
  const rows = quirkTable.map(
    (quirk) =>
      `| \`${quirk.name}\` | ${allowedValues(quirk)} | \`${quirk.fallback}\` | ${quirk.about} | ${link(quirk.question)} |\n`,
  );
  return `| quirk | values | default | what it plays | question |\n|---|---|---|---|---|\n${rows.join("")}`;
}

function link(question: string): string {
  const entry = ENTRIES.find(({ id }) => id === question);
  return `[${question}](../service.md#${entry?.anchor})`;
}
