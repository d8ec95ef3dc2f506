// Messages as lines of JSON: one each, whatever they are made of, with what they are about, and nothing that draws on a terminal.
import { expect, it } from "vitest";
import type { Context } from "../../../../src/cli/terminal/context.js";
import { logged } from "../../../../src/cli/terminal/logged.js";

function written(say: (context: Context) => void, logFormat?: "text" | "json") {
  const lines: string[] = [];
  const context = { err: (text: string) => lines.push(text), say: () => lines.push("as text") } as unknown as Context; // what is used of it
  say(logged(context, logFormat === undefined ? {} : { logFormat }, () => Date.parse("2026-11-29T12:00:00Z")));
  return lines;
}
const time = "2026-11-29T12:00:00.000Z";
const values = (lines: readonly string[]) =>
  lines.map((line) => {
    expect(line.match(/\n/g)).toHaveLength(1);
    expect(line.endsWith("\n")).toBe(true);
    return JSON.parse(line) as unknown;
  });

it("each is a line with its level and its account", () => {
  const lines = written(({ say, tell }) => {
    say({ kind: "note", text: "looking" });
    say({ kind: "warning", account: "main", text: "no answer" });
    say({ kind: "diagnostics", diagnostics: [{ code: "x", severity: "error", summary: "wrong" } as never] });
    tell("one\n\ntwo\n");
  }, "json");
  expect(values(lines)).toEqual([
    { time, level: "info", message: "looking" },
    { time, level: "warning", message: "no answer", account: "main" },
    { time, level: "warning", message: "1 problem", diagnostics: [{ code: "x", severity: "error", summary: "wrong" }] },
    { time, level: "info", message: "one" },
    { time, level: "info", message: "two" },
  ]);
});

it("no text breaks its line, or is a command to what reads it", () => {
  const lines = written(({ say }) => say({ kind: "note", text: 'a"\n\u001b[2J\u2028{"level":"x"}\n' }), "json");
  expect(values(lines)).toMatchObject([{ level: "info" }]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is what this is about
  expect(lines.join("")).not.toMatch(/[\u0000-\u0009\u001b\u2028]/);
});

it("stay as they are without it", () => {
  expect(written(({ say }) => say({ kind: "note", text: "looking" }))).toEqual(["as text"]);
  expect(written(({ say }) => say({ kind: "note", text: "looking" }), "text")).toEqual(["as text"]);
});
