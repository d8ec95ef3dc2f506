// Workflow commands: read back as the runner reads them, they say what was meant, and nothing else is a command.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { github } from "../../../../src/render/machine/github.js";
import { pathFrom, problemLines } from "../../../../src/render/machine/problem.js";
import { clean } from "../../../../src/render/sanitize.js";
import { PLACES, problemAt, problems } from "./problems.js";

/** As the runner's ActionCommand reads a line. */
function read(line: string) {
  const found = /^::([a-z]+) (.*?)::(.*)$/s.exec(line);
  if (found === null) throw new Error(`no command: ${line}`);
  const [, command = "", properties = "", data = ""] = found;
  const pairs = properties
    .split(",")
    .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]);
  const plain = (text: string) => text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
  const property = (text: string) =>
    text
      .replaceAll("%0D", "\r")
      .replaceAll("%0A", "\n")
      .replaceAll("%3A", ":")
      .replaceAll("%2C", ",")
      .replaceAll("%25", "%");
  const decoded = Object.fromEntries(pairs.map(([key = "", value = ""]) => [key, property(value)]));
  return { command, properties: decoded, message: plain(data) };
}

describe("github", () => {
  it("prints nothing for no problems", () => {
    expect(github({ problems: [], places: PLACES })).toBe("");
  });

  it("prints an error with file, line, column and title", () => {
    expect(github({ problems: [problemAt()], places: PLACES })).toBe(
      "::error file=fleet/botform.yaml,line=7,col=3,title=config/unknown-key::main/btc-dip: levrage isn't known%0Afix: Did you mean leverage?\n",
    );
  });

  it.each([
    { level: "error", command: "error" },
    { level: "warning", command: "warning" },
    { level: "note", command: "notice" },
  ] as const)("says $level by ::$command", ({ level, command }) => {
    expect(read(github({ problems: [problemAt({ level })], places: PLACES }).trimEnd()).command).toBe(command);
  });

  it.each([
    { summary: "100% sure", printed: "100%25 sure", because: "a per cent sign would begin an escape" },
    { summary: "%0A::error::x", printed: "%250A::error::x", because: "an escape that was there already stays text" },
    { summary: "a\n::error::x", printed: "a\\u{a}::error::x", because: "a line feed is made visible" },
  ])("$summary becomes $printed: $because", ({ summary, printed }) => {
    expect(github({ problems: [problemAt({ summary })], places: PLACES })).toContain(printed);
  });

  it("keeps a file's name out of the properties beside it", () => {
    const position = { file: "a,line=99::error::x%.yaml", line: 1, column: 1, text: "" };
    const printed = github({ problems: [problemAt({ position })], places: PLACES });
    expect(printed).toContain("file=a%2Cline=99%3A%3Aerror%3A%3Ax%25.yaml,line=1,");
    expect(read(printed.trimEnd()).properties).toMatchObject({ file: position.file, line: "1" });
  });

  it("says why nothing could be looked at", () => {
    expect(github({ problems: [], places: PLACES, failure: "a\n::error::b" })).toBe(
      "::error title=botform::a\\u{a}::error::b\n",
    );
  });

  it("is one command a problem that reads back as it was meant, whatever the texts", () => {
    fc.assert(
      fc.property(problems, (given) => {
        const lines = github({ problems: given, places: PLACES }).split(/\r\n|\r|\n/);
        expect(lines.pop()).toBe("");
        expect(lines).toHaveLength(given.length);
        for (const [index, line] of lines.entries()) {
          const { command, properties, message } = read(line);
          const one = given[index] ?? problemAt();
          expect(["error", "warning", "notice"]).toContain(command);
          expect(message).toBe(problemLines(one).join("\n"));
          const { position } = one;
          expect(properties).toEqual({
            title: one.code,
            ...(position !== undefined && {
              file: clean(pathFrom(PLACES, position.file)),
              line: String(position.line),
              col: String(position.column),
            }),
          });
          expect(line).not.toMatch(/[\p{Cc}\p{Cf}]|##\[/u);
        }
      }),
    );
  });
});
