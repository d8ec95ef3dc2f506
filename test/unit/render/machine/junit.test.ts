// JUnit XML: well-formed whatever the texts, with counts that are true.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JunitFacts, junit } from "../../../../src/render/machine/junit.js";
import { PLACES, problemAt, problems, text } from "./problems.js";
import { type Element, readXml } from "./xml.js";

function report(changes: Partial<JunitFacts> = {}): Element {
  return readXml(junit({ problems: [], files: [], bots: [], places: PLACES, ...changes }));
}

const named = ({ children }: Element, name: string) => children.filter((child) => child.name === name);
const bots = [
  { address: "main/btc-dip", file: "fleet/botform.yaml" },
  { address: "main/eth-dip", file: "fleet/botform.yaml" },
];

describe("junit", () => {
  it("has a suite a file, a case for the file and one for each bot, which all pass without problems", () => {
    const [suite, other] = named(report({ files: ["fleet/botform.yaml", "fleet/x.yaml"], bots }), "testsuite");
    expect(suite?.attributes).toMatchObject({ name: "fleet/botform.yaml", tests: "3", failures: "0", errors: "0" });
    expect(suite?.children.map(({ attributes }) => attributes.name)).toEqual(["file", "main/btc-dip", "main/eth-dip"]);
    expect(suite?.children.flatMap(({ children }) => children)).toEqual([]);
    expect(other?.attributes).toMatchObject({ name: "fleet/x.yaml", tests: "1" });
  });

  it("has one failure a case with all its errors, and warnings as output of the case", () => {
    const second = problemAt({ summary: "leverage isn't a number", code: "config/not-a-number" });
    const warning = problemAt({ level: "warning", summary: "deep", code: "policy/deep-grid" });
    const [suite] = named(report({ files: [], bots, problems: [problemAt(), second, warning] }), "testsuite");
    expect(suite?.attributes).toMatchObject({ tests: "3", failures: "1" });
    const [, bot, sound] = suite?.children ?? [];
    expect(bot?.attributes).toMatchObject({ classname: "fleet/botform.yaml", file: "fleet/botform.yaml", line: "7" });
    expect(bot?.children.map(({ name }) => name)).toEqual(["failure", "system-out"]);
    expect(bot?.children[0]).toMatchObject({
      attributes: { message: "levrage isn't known (and 1 more)", type: "config/unknown-key" },
      text: expect.stringMatching(/^fleet\/botform\.yaml:7:3: error: .*\n {2}fix: .*\n\n.*leverage isn't a number/),
    });
    expect(bot?.children[1]?.text).toContain("warning: main/btc-dip: deep [policy/deep-grid]");
    expect(sound?.children).toEqual([]);
  });

  it("has a bot once, in its own file, where what is wrong stands in another", () => {
    const position = { file: "fleet/defaults.yaml", line: 2, column: 1, text: "" };
    const suites = named(
      report({ files: ["fleet/defaults.yaml"], bots, problems: [problemAt({ position })] }),
      "testsuite",
    );
    const cases = suites
      .flatMap(({ children }) => children)
      .filter(({ attributes }) => attributes.name === "main/btc-dip");
    expect(cases).toHaveLength(1);
    expect(cases[0]?.attributes).toMatchObject({
      classname: "fleet/botform.yaml",
      file: "fleet/defaults.yaml",
      line: "2",
    });
  });

  it("has an error where nothing could be looked at", () => {
    const [suite] = named(report({ failure: "there is no configuration" }), "testsuite");
    expect(suite?.attributes).toMatchObject({ tests: "1", errors: "1" });
    expect(suite?.children[0]?.children[0]).toMatchObject({ name: "error", text: "there is no configuration" });
  });

  it("is well-formed, counts right and offers no attachment, whatever the texts", () => {
    fc.assert(
      fc.property(
        problems,
        fc.array(fc.record({ address: text, file: text.filter((file) => !file.includes("\u0000")) })),
        (given, some) => {
          const root = report({ problems: given, bots: some });
          for (const suite of named(root, "testsuite")) {
            expect(Number(suite.attributes.tests)).toBe(suite.children.length);
            const failed = suite.children.filter(({ children }) => children.some(({ name }) => name === "failure"));
            expect(Number(suite.attributes.failures)).toBe(failed.length);
            for (const { children } of suite.children)
              for (const { text: said } of children) expect(said).not.toMatch(/\[\[attachment\|/i);
          }
          const errors = given.filter(({ level }) => level === "error");
          const all = named(root, "testsuite").flatMap(({ children }) =>
            children.flatMap((one) => named(one, "failure")),
          );
          expect(all.length > 0).toBe(errors.length > 0);
        },
      ),
    );
  });
});
