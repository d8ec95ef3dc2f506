// One diagnostic as text: place, severity, subject, the line with a mark under it, and what to do.
import { expect, it } from "vitest";
import type { Diagnostic } from "../../../../src/model/text/diagnostic.js";
import { diagnosticsText } from "../../../../src/render/text/diagnostics-text.js";
import { MARKED, NASTY, placeAt } from "../facts.js";

const error: Diagnostic = { severity: "error", code: "config/x", summary: "it is wrong" };
const HEAD = "fleet.yaml:12:3: <bad>error</bad>: it is wrong <faint>[config/x]</faint>\n";

it.each<[string, Partial<Diagnostic>, string]>([
  ["alone", {}, "<bad>error</bad>: it is wrong <faint>[config/x]</faint>\n"],
  [
    "as a warning about a bot, with what to do",
    { severity: "warning", address: `a${NASTY}`, summary: NASTY, remedy: NASTY },
    "<change>warning</change>: a<x>\\u{1b}&: <x>\\u{1b}& <faint>[config/x]</faint>\n  <good>fix:</good> <x>\\u{1b}&\n",
  ],
  [
    "with its line",
    { position: placeAt("fleet.yaml", 12, 3, "  levrage: 5") },
    `${HEAD}<faint>  12 |   levrage: 5</faint>\n<faint>     |   ^</faint>\n`,
  ],
  [
    "with a mark at the end of its line",
    { position: placeAt("fleet.yaml", 12, 3, "ab") },
    `${HEAD}<faint>  12 | ab</faint>\n<faint>     |   ^</faint>\n`,
  ],
  ["with a place beyond its line", { position: placeAt("fleet.yaml", 12, 3, "a") }, `${HEAD}<faint>  12 | a</faint>\n`],
  [
    "with a part of a long line",
    { position: placeAt("fleet.yaml", 12, 3, "…abcdef") },
    `${HEAD}<faint>  12 | …abcdef</faint>\n`,
  ],
  ["with an empty line", { position: placeAt("fleet.yaml", 12, 3, "  ") }, HEAD],
  [
    "with a line whose characters are made visible before the mark",
    { position: placeAt("fleet.yaml", 12, 3, "\u001bbc") },
    `${HEAD}<faint>  12 | \\u{1b}bc</faint>\n<faint>     |        ^</faint>\n`,
  ],
])("stands %s", (_, changes, text) => {
  expect(diagnosticsText([{ ...error, ...changes }], MARKED)).toBe(text);
});

it("several have a blank line between them", () => {
  expect(diagnosticsText([error, error], MARKED).split("\n\n")).toHaveLength(2);
});

it.each([
  [1_000, 1_000, "<bad>error</bad>: it is wrong <faint>[config/x]</faint>\n"],
  [1_001, 1_001, "… and 1 more; --format json lists every one.\n"],
  [1_002, 1_001, "… and 2 more; --format json lists every one.\n"],
])("of %d a thousand are shown, and then how many more: %d, %j", (count, shown, last) => {
  const lines = diagnosticsText(new Array<Diagnostic>(count).fill(error), MARKED).split("\n\n");
  expect([lines.length, lines.at(-1)]).toEqual([shown, last]);
});
