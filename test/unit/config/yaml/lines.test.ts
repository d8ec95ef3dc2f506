// Where an offset stands in a text: line, column and the line itself, cut where it is too long, without its secrets.
import { expect, it } from "vitest";
import { Lines, startOf } from "../../../../src/config/yaml/lines.js";

const at = (text: string, offset: number, secrets?: ReadonlySet<string>) => {
  const { file, line, column, text: shown } = new Lines("a.yaml", text, secrets).at(offset);
  expect(file).toBe("a.yaml");
  return [line, column, shown];
};

it.each<[text: string, offset: number, expected: readonly [line: number, column: number, text: string]]>([
  ["", 0, [1, 1, ""]],
  ["ab", 0, [1, 1, "ab"]],
  ["ab", 2, [1, 3, "ab"]],
  ["ab\ncd", 2, [1, 3, "ab"]],
  ["ab\ncd", 3, [2, 1, "cd"]],
  ["ab\r\ncd", 4, [2, 1, "cd"]],
  ["ab\r\ncd", 2, [1, 3, "ab"]],
  ["ab\ncd\n", 6, [3, 1, ""]],
  ["ab\ncd", 99, [2, 3, "cd"]],
  ["ab\ncd", -1, [1, 1, "ab"]],
  ["a\n\n\nb", 2, [2, 1, ""]],
  ["a\n\n\nb", 4, [4, 1, "b"]],
])("in %j the offset %d is at %j", (text, offset, expected) => {
  expect(at(text, offset)).toEqual(expected);
});

it("a line of more than 240 characters is shown around its column", () => {
  const line = Array.from({ length: 1_000 }, (_none, index) => String.fromCharCode(97 + (index % 26))).join("");
  expect(at(line.slice(0, 240), 240)).toEqual([1, 241, line.slice(0, 240)]);
  expect(at(line.slice(0, 241), 238)).toEqual([1, 239, `${line.slice(0, 240)}…`]);
  expect(at(line, 239)).toEqual([1, 240, `…${line.slice(159, 399)}…`]);
  expect(at(line, 500)).toEqual([1, 501, `…${line.slice(420, 660)}…`]);
  expect(at(line, 839)).toEqual([1, 840, `…${line.slice(759, 999)}…`]);
  expect(at(line, 840)).toEqual([1, 841, `…${line.slice(760)}`]);
  expect(at(line, 1_000)).toEqual([1, 1_001, `…${line.slice(920)}`]);
});

it("a known secret is hidden wherever it stands, and the file's beginning shows nothing", () => {
  const secrets = new Set(["CANARYx7f3a9c41"]);
  const [, , shown] = at("title: CANARYx7f3a9c41", 7, secrets);
  expect(shown).not.toContain("CANARY");
  expect(startOf("a.yaml")).toEqual({ file: "a.yaml", line: 1, column: 1, text: "" });
});
