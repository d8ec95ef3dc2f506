// What a pull says beside its files: patches, notes, what was left out, and what still differs.
import { expect, it } from "vitest";
import { patchesText, pulledText } from "../../../../src/render/text/pull-text.js";
import { asItCame } from "../as-it-came.js";
import { MARKED, NASTY } from "../facts.js";

it("a patch of each file, of a new one from nothing, with three lines around a change", () => {
  const before = "a\nb\nc\nd\ne\n";
  const files = [
    { file: "fleet.yaml", text: before.replace("e", "x"), before },
    { file: "new.yaml", text: `version: 1 #${NASTY}\n` },
  ];
  expect(asItCame(files, patchesText)).toEqual([]);
  expect(patchesText(files)).toMatchInlineSnapshot(`
    "Index: fleet.yaml
    ===================================================================
    --- fleet.yaml
    +++ fleet.yaml
    @@ -2,4 +2,4 @@
     b
     c
     d
    -e
    +x
    Index: new.yaml
    ===================================================================
    --- new.yaml
    +++ new.yaml
    @@ -0,0 +1,1 @@
    +version: 1 #<x>\\u{1b}&
    "
  `);
});

it("notes, what is left out with its field and reason, and what still differs", () => {
  const facts = {
    notes: [`a note${NASTY}`],
    left: [
      { botId: 7, title: "BTC", field: "leverage", reason: "it has no value" },
      { botId: 8, title: null, reason: "its title is empty" },
      { botId: 9, title: undefined, reason: "it has none" },
    ],
    differing: ["main/btc"],
  };
  expect(asItCame(facts, (one) => pulledText(one, "left out", MARKED))).toEqual([".left[].field"]);
  expect(pulledText(facts, "left out", MARKED)).toMatchInlineSnapshot(`
    "<change>note:</change> a note<x>\\u{1b}&
    <change>left out:</change> 7 "BTC", leverage: it has no value
    <change>left out:</change> 8 "": its title is empty
    <change>left out:</change> 9 "": it has none
    <bad>still differs:</bad> main/btc; botform plan shows in what
    "
  `);
});
