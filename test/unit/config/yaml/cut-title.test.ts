// Titles that a # cuts off: which are noticed, and which comments are left alone.
import { expect, it } from "vitest";
import { loadSources } from "../../../../src/config/load.js";
import { cutTitles } from "../../../../src/config/yaml/cut-title.js";
import { expectLinear } from "../../../support/work.js";
import { botYaml, fleetYaml, said } from "../fleet.js";

it.each([
  ["title: Dip #1\n", [11]],
  ["    title:  Dip buyer #1 of #2\n    leverage: 3 #x\n", [22]],
  ["- title: Dip #1", [13]],
  ["twin: Dip #1\ntitle: Rise #2\n", [10, 25]],
  ["title: Dip\t#1 #2\n", [11]],
  ["titlePrefix: Desk #1\n", [18]],
  ["previousTitles:\n  - Old #1\n  # older\n\n  - Older #2\ntitle: New\n", [24, 48]],
  ["protectedTitles: #by hand\r\n- Old #1\r\n", [33]],
])("%j is cut", (text, offsets) => expect(cutTitles(text)).toEqual(offsets));

it.each([
  "title: Dip # the first\n",
  "title: Dip ## the first\n",
  "title: Dip #\n",
  "title: Dip#1\n",
  'title: "Dip #1"\n',
  "title: 'Dip #1' #x\n",
  "title: #1\n",
  "title: |\n  Dip #1\n",
  "# title: Dip #1\n",
  "leverage: 3 #high\n",
  "subtitle: Dip #1\n",
  "previousTitles:\n  - 'Old #1'\n  - #none\nbots:\n  - Old #1\n",
  "accounts:\n  - main #x\n",
])("%j isn't", (text) => expect(cutTitles(text)).toEqual([]));

it("is a warning at the #; the bot has the title that YAML gives it", () => {
  const { accounts, diagnostics } = loadSources([
    { file: "fleet.yaml", text: fleetYaml(botYaml("a", { title: "Dip #1" })) },
  ]);
  expect(accounts[0]?.desired.bots[0]?.fields.title).toBe("Dip");
  expect(said(diagnostics)).toEqual([
    '11:16 warning cut-title: the title ends before this #, which begins a comment | If it belongs to the title, put quotes around the whole: title: "Dip #1". If not, write a space after the #.',
  ]);
});

it("many take linear time", () => {
  expectLinear((size) => cutTitles("title: Dip #1\n".repeat(size)), 20_000);
});
