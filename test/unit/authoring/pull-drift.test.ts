// What counts as drift in a pull: declared settings, the switch, and price limits that a live price level needs.
import { expect, it } from "vitest";
import { driftEdits, driftOf } from "../../../src/authoring/pull-drift.js";
import { noEdits } from "../../../src/authoring/pull-edits.js";
import { loadSources } from "../../../src/config/load.js";
import { FIELD_NAMES, type Fields } from "../../../src/model/bot/field.js";

const ACCOUNT =
  "version: 1\naccounts:\n  main:\n    apiUrl: ${env.BOTFORM_URL}\n    apiKey: ${env.BOTFORM_KEY}\n    apiSecret: ${env.BOTFORM_SECRET}\n    accesses: { primary: Main }\n";

type Live = Partial<Record<(typeof FIELD_NAMES)[number], string>>;

function drift(bot: string, live: Live, on: boolean, isSelected: (field: string) => boolean): readonly string[] {
  const { accounts } = loadSources([{ file: "b.yaml", text: `${ACCOUNT}bots:\n  a: { ${bot} }\n` }]);
  const resolved = accounts[0]?.resolved[0];
  if (resolved === undefined) throw new Error("no bot");
  const all: Readonly<Record<string, string>> = { title: "A", ...live };
  const fields = Object.fromEntries(FIELD_NAMES.map((name) => [name, all[name] ?? null])) as Fields;
  const status = { on, raw: on ? "ENABLED" : "DISABLED" };
  const observed = { id: 1, accessId: 1, fields, status, unknownSettings: [] };
  return driftOf({ resolved, live: observed }, (_address, field) => isSelected(field));
}

const LIMITS = { priceLevelDown: "1", priceLevelUp: "9" };

it.each<{ because: string; bot: string; live: Live; on?: boolean; only?: string; drifted: readonly string[] }>([
  { because: "nothing differs", bot: "title: A, leverage: 5", live: { leverage: "5" }, drifted: [] },
  { because: "a setting differs", bot: "title: A, leverage: 5", live: { leverage: "7" }, drifted: ["leverage"] },
  { because: "what isn't declared is nobody's", bot: "title: A", live: { leverage: "7" }, drifted: [] },
  {
    because: "nor is what wasn't selected",
    bot: "title: A, leverage: 5, enabled: true",
    live: { leverage: "7" },
    only: "title",
    drifted: [],
  },
  { because: "it was turned on", bot: "title: A, enabled: false", live: {}, on: true, drifted: ["enabled"] },
  { because: "it was turned off", bot: "title: A, enabled: true", live: {}, drifted: ["enabled"] },
  { because: "its switch is as declared", bot: "title: A, enabled: true", live: {}, on: true, drifted: [] },
  { because: "its switch isn't declared", bot: "title: A", live: {}, on: true, drifted: [] },
  {
    because: "UPPER needs the limit above",
    bot: "title: A, priceLevel: null",
    live: { priceLevel: "UPPER", ...LIMITS },
    drifted: ["priceLevel", "priceLevelUp"],
  },
  {
    because: "LOWER needs the limit below",
    bot: "title: A, priceLevel: null",
    live: { priceLevel: "LOWER", ...LIMITS },
    drifted: ["priceLevel", "priceLevelDown"],
  },
  {
    because: "BOTH needs both limits",
    bot: "title: A, priceLevel: null",
    live: { priceLevel: "BOTH", ...LIMITS },
    drifted: ["priceLevel", "priceLevelDown", "priceLevelUp"],
  },
  {
    because: "a limit that the live bot doesn't have can't be taken over",
    bot: "title: A, priceLevel: null",
    live: { priceLevel: "BOTH", priceLevelUp: "9" },
    drifted: ["priceLevel", "priceLevelUp"],
  },
  {
    because: "a limit that is declared already is as declared",
    bot: "title: A, priceLevel: UPPER, priceLevelUp: 9",
    live: { priceLevel: "BOTH", ...LIMITS },
    drifted: ["priceLevel", "priceLevelDown"],
  },
  {
    because: "a price level turned off needs none",
    bot: "title: A, priceLevel: UPPER, priceLevelUp: 9",
    live: { priceLevelDown: "1", priceLevelUp: "9" },
    drifted: ["priceLevel"],
  },
])("drift of a bot: $because", ({ bot, live, on = false, only, drifted }) => {
  expect(drift(bot, live, on, (field) => only === undefined || field === only)).toEqual(drifted);
});

it("a title that can't be taken over keeps nothing else of its bot from being so", () => {
  const text = `${ACCOUNT}    titlePrefix: "x "\nbots:\n  a: { title: "x A", leverage: 5, botId: 1 }\n`;
  const [account] = loadSources([{ file: "b.yaml", text }]).accounts;
  const [resolved] = account?.resolved ?? [];
  if (account === undefined || resolved === undefined) throw new Error("no bot");
  const all: Readonly<Record<string, string>> = { title: "y A", leverage: "7" };
  const fields = Object.fromEntries(FIELD_NAMES.map((name) => [name, all[name] ?? null])) as Fields;
  const status = { on: false, raw: "DISABLED" };
  const live = { id: 1, accessId: 1, fields, status, unknownSettings: [] };
  const edits = noEdits();
  const pairs = [{ resolved, live }];
  driftEdits({ account, pairs, isSelected: () => true, sharedWith: () => [], standing: [] }, edits);
  const reason = 'it no longer begins with the account\'s titlePrefix "x "';
  expect(edits.left).toEqual([{ botId: 1, title: "y A", field: "title", reason }]);
  expect([...edits.byFile]).toEqual([["b.yaml", [{ path: ["bots", "a", "leverage"], value: 7 }]]]);
});
