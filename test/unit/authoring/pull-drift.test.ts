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

interface Found {
  readonly fields?: Partial<Fields>;
  readonly on?: boolean;
}

/** What a pull makes of live bots that are as configured, but for what was found of some. */
function edited(
  text: string,
  found: Readonly<Record<string, Found>>,
  more: { shared?: string; standing?: string[]; isElsewhere?: boolean } = {},
) {
  const [account] = loadSources([{ file: "b.yaml", text }]).accounts;
  if (account === undefined) throw new Error("no account");
  const pairs = account.resolved.map((resolved, index) => {
    const { fields: changed, on = resolved.merged.values.enabled === true } = found[resolved.key] ?? {};
    const all: Readonly<Record<string, string | null | undefined>> = { ...resolved.fields, ...changed };
    const fields = Object.fromEntries(FIELD_NAMES.map((name) => [name, all[name] ?? null])) as Fields;
    const status = { on, raw: on ? "ENABLED" : "DISABLED" };
    return { resolved, live: { id: index + 1, accessId: 1, fields, status, unknownSettings: [] } };
  });
  const edits = noEdits();
  const { shared, standing = [], isElsewhere = false } = more;
  const sharedWith = (key: string) => (shared === undefined || key !== "a" ? [] : shared.split(" "));
  const drifting = { account, pairs, isSelected: () => true, sharedWith, standing, isElsewhere: () => isElsewhere };
  const isOverridden = driftEdits(drifting, edits);
  return [
    ...[...edits.byFile].flatMap(([file, all]) =>
      all.map(({ path, value }) => `${file} ${path.join(".")} = ${JSON.stringify(value) ?? "gone"}`),
    ),
    ...edits.notes,
    ...edits.left.map(({ botId, title, field, reason }) => `left ${botId} "${title}" ${field ?? "-"}: ${reason}`),
    ...(isOverridden ? ["overrides"] : []),
  ];
}

const VARIANTS = `defaults: { leverage: 3, strategy: LONG }
variants: { x: { c: { bots: [a] }, w: { bots: [b, c], settings: { leverage: 5 } } } }
bots: { a: { title: A }, b: { title: B }, c: { title: C } }
`;

const BLOCK = `bots:
  "b-\${pair}":
    forEach: { pair: [USDT-BTC, USDT-ETH] }
    title: B \${pair}
    pairTitle: \${pair}
    leverage: "\${lev}"
    typeFirstOrder: MARKET
    unmanaged: [marginMode]
    exceptions: { b-USDT-ETH: { percentTakeProfit: 2, unmanaged: [percentSafetyOrder] } }
vars: { lev: 5 }
defaults: { percentTakeProfit: 1, percentSafetyOrder: 3, strategy: LONG }
`;

it.each<{
  because: string;
  text: string;
  found: Record<string, Found>;
  more?: Parameters<typeof edited>[2];
  expected: string[];
}>([
  {
    because: "what a bot states is changed in the bot, without a word",
    text: "bots: { a: { title: A, leverage: 5, enabled: true } }\n",
    found: { a: { fields: { leverage: "7" }, on: false } },
    expected: ["b.yaml bots.a.leverage = 7", "b.yaml bots.a.enabled = false"],
  },
  {
    because: "what came from elsewhere goes into the bot's entry, and the reader is told from where",
    text: 'templates: { t: { leverage: 5 } }\ndefaults: { typeFirstOrder: MARKET }\nvars: { tp: 1 }\nbots: { a: { extends: t, title: A, percentTakeProfit: "${tp}" } }\n',
    found: { a: { fields: { leverage: "7", typeFirstOrder: "LIMIT", percentTakeProfit: "2" } } },
    expected: [
      "b.yaml bots.a.leverage = 7",
      'b.yaml bots.a.typeFirstOrder = "LIMIT"',
      "b.yaml bots.a.percentTakeProfit = 2",
      "main/a: leverage goes into the bot's entry; template t stays as it was",
      "main/a: typeFirstOrder goes into the bot's entry; the value in defaults stays as it was",
      "main/a: percentTakeProfit goes into the bot's entry; the variable it came from stays as it was",
    ],
  },
  {
    because: "what all bots of a block have in common goes into the block",
    text: BLOCK,
    found: {
      "b-USDT-BTC": { fields: { leverage: "7", typeFirstOrder: "LIMIT", strategy: "SHORT" } },
      "b-USDT-ETH": { fields: { leverage: "7", typeFirstOrder: "LIMIT", strategy: "SHORT" } },
    },
    expected: [
      'b.yaml bots.b-${pair}.strategy = "SHORT"',
      'b.yaml bots.b-${pair}.typeFirstOrder = "LIMIT"',
      "b.yaml bots.b-${pair}.exceptions.b-USDT-BTC.leverage = 7",
      "b.yaml bots.b-${pair}.exceptions.b-USDT-ETH.leverage = 7",
      "main/b-${pair}: strategy goes into its block; the value in defaults stays as it was",
      "main/b-USDT-BTC: leverage goes into an exception; the variable it came from stays as it was",
      "main/b-USDT-ETH: leverage goes into an exception; the variable it came from stays as it was",
    ],
  },
  {
    because: "but not what tells them apart",
    text: BLOCK,
    found: {
      "b-USDT-BTC": { fields: { title: "C", pairTitle: "USDT-SOL" } },
      "b-USDT-ETH": { fields: { title: "D", pairTitle: "USDT-SOL" } },
    },
    expected: [
      'b.yaml bots.b-${pair}.exceptions.b-USDT-BTC.title = "C"',
      'b.yaml bots.b-${pair}.exceptions.b-USDT-BTC.pairTitle = "USDT-SOL"',
      'b.yaml bots.b-${pair}.exceptions.b-USDT-ETH.title = "D"',
      'b.yaml bots.b-${pair}.exceptions.b-USDT-ETH.pairTitle = "USDT-SOL"',
      "main/b-USDT-BTC: title goes into an exception; the variable it came from stays as it was",
      "main/b-USDT-BTC: pairTitle goes into an exception; the variable it came from stays as it was",
      "main/b-USDT-ETH: title goes into an exception; the variable it came from stays as it was",
      "main/b-USDT-ETH: pairTitle goes into an exception; the variable it came from stays as it was",
    ],
  },
  {
    because: "an override that no value expresses any more stays",
    text: "#overrides\nbots: { a: { title: A }, b: { title: B } }\n",
    found: { a: { fields: { leverage: null } }, b: { fields: { leverage: null } } },
    expected: [
      'left 1 "A" leverage: the overrides of account main set leverage for all its bots, but not all of them have none',
      'left 2 "B" leverage: the overrides of account main set leverage for all its bots, but not all of them have none',
    ],
  },
  {
    because: "what one bot of a block has alone, or has as an exception already, stands in its exception",
    text: BLOCK,
    found: {
      "b-USDT-BTC": { fields: { leverage: "7", percentTakeProfit: "3" } },
      "b-USDT-ETH": { fields: { leverage: "8", typeFirstOrder: "LIMIT", percentTakeProfit: "3" } },
    },
    expected: [
      "b.yaml bots.b-${pair}.exceptions.b-USDT-BTC.leverage = 7",
      "b.yaml bots.b-${pair}.exceptions.b-USDT-BTC.percentTakeProfit = 3",
      "b.yaml bots.b-${pair}.exceptions.b-USDT-ETH.leverage = 8",
      'b.yaml bots.b-${pair}.exceptions.b-USDT-ETH.typeFirstOrder = "LIMIT"',
      "b.yaml bots.b-${pair}.exceptions.b-USDT-ETH.percentTakeProfit = 3",
      "main/b-USDT-BTC: leverage goes into an exception; the variable it came from stays as it was",
      "main/b-USDT-BTC: percentTakeProfit goes into an exception; the value in defaults stays as it was",
      "main/b-USDT-ETH: leverage goes into an exception; the variable it came from stays as it was",
      "main/b-USDT-ETH: typeFirstOrder goes into an exception; its forEach block stays as it was",
    ],
  },
  {
    because: "what YAML can't hold is let go, in the bot",
    text: "bots: { a: { title: A, leverage: 5, percentTakeProfit: 1 } }\n",
    found: { a: { fields: { leverage: null, percentTakeProfit: "0.12345678901234567890" } } },
    expected: [
      "b.yaml bots.a.leverage = gone",
      'b.yaml bots.a.unmanaged = ["leverage"]',
      "b.yaml bots.a.percentTakeProfit = gone",
      'b.yaml bots.a.unmanaged = ["leverage","percentTakeProfit"]',
      'left 1 "A" leverage: leverage is not set on the service, and no value expresses that; it is now unmanaged',
      'left 1 "A" percentTakeProfit: "0.12345678901234567890" is outside the bounds of percentTakeProfit; it is now unmanaged',
    ],
  },
  {
    because: "a title is taken over if it has the prefix, is written as text, and is no other bot's",
    text: "bots: { a: { title: A }, b: { title: B }, c: { title: C }, d: { title: D }, e: { title: E }, f: { title: F } }\n",
    found: {
      a: { fields: { title: "New" } },
      b: { fields: { title: "Same" } },
      c: { fields: { title: "Same" } },
      d: { fields: { title: null } },
      e: { fields: { title: " E" } },
      f: { fields: { title: "Standing" } },
    },
    more: { standing: ['[1,"Standing"]'] },
    expected: [
      'b.yaml bots.a.title = "New"',
      'left 2 "Same" title: two bots of the configuration now have this title',
      'left 3 "Same" title: two bots of the configuration now have this title',
      'left 4 "" title: it has no title',
      'left 5 " E" title: " E" can\'t be kept as text',
      'left 6 "Standing" title: two bots of the configuration now have this title',
    ],
  },
  {
    because: "volumes are written as they were before the scale, and not below the least one",
    text: "bots: { a: { title: A, volumeFirstOrder: 20 }, b: { title: B, volumeFirstOrder: 20 } }\n#volumeScale: 0.5\n",
    found: { a: { fields: { volumeFirstOrder: "30" } }, b: { fields: { volumeFirstOrder: "1" } } },
    expected: [
      "b.yaml bots.a.volumeFirstOrder = 60",
      "b.yaml bots.b.volumeFirstOrder = gone",
      'b.yaml bots.b.unmanaged = ["volumeFirstOrder"]',
      'left 2 "B" volumeFirstOrder: 1 is below the account\'s volumeMin of 2; it is now unmanaged',
    ],
  },
  {
    because: "other accounts that have the bot are named",
    text: "bots: { a: { title: A, leverage: 5, enabled: true }, b: { title: B, leverage: 5 } }\n",
    found: { a: { fields: { leverage: "7" }, on: false }, b: { fields: { leverage: "7" } } },
    more: { shared: "two three" },
    expected: [
      "b.yaml bots.a.leverage = 7",
      "b.yaml bots.a.enabled = false",
      "b.yaml bots.b.leverage = 7",
      "main/a: leverage, enabled change also for the bots of two, three",
    ],
  },
  {
    because: "one other account, one change",
    text: "bots: { a: { title: A, leverage: 5 } }\n",
    found: { a: { fields: { leverage: "7" } } },
    more: { shared: "two" },
    expected: ["b.yaml bots.a.leverage = 7", "main/a: leverage changes also for the bot of two"],
  },
  {
    because: "an override is changed where all bots agree about it",
    text: "#overrides\nbots: { a: { title: A }, b: { title: B } }\n",
    found: {
      a: { fields: { leverage: "7", strategy: "SHORT" }, on: false },
      b: { fields: { leverage: "7" }, on: false },
    },
    expected: [
      "b.yaml accounts.main.overrides.leverage = 7",
      "b.yaml accounts.main.overrides.enabled = false",
      "leverage is changed for every bot of account main, in its overrides",
      "enabled is changed for every bot of account main, in its overrides",
      'left 1 "A" strategy: the overrides of account main set strategy for all its bots, but not all of them have SHORT',
      "overrides",
    ],
  },
  {
    because: "and where they don't, nothing is",
    text: "#overrides\nbots: { a: { title: A }, b: { title: B } }\n",
    found: { a: { fields: { leverage: null }, on: false } },
    expected: [
      'left 1 "A" leverage: the overrides of account main set leverage for all its bots, but not all of them have none',
      'left 1 "A" -: the overrides of account main set enabled for all its bots, but not all of them have off',
    ],
  },
  {
    because: "a variant's setting is changed there where all of its bots agree, and nowhere else",
    text: VARIANTS,
    found: {
      a: { fields: { leverage: "8" } },
      b: { fields: { leverage: "7" } },
      c: { fields: { leverage: "7", strategy: "SHORT" } },
    },
    expected: [
      "b.yaml bots.a.leverage = 8",
      'b.yaml bots.c.strategy = "SHORT"',
      "b.yaml variants.x.w.settings.leverage = 7",
      "main/a: leverage goes into the bot's entry; the value in defaults stays as it was",
      "main/c: strategy goes into the bot's entry; the value in defaults stays as it was",
      "leverage is changed for every bot of the variant x/w, in its settings",
      "overrides",
    ],
  },
  {
    because: "and where they don't agree, nothing is",
    text: VARIANTS,
    found: { b: { fields: { leverage: "7" } } },
    expected: ['left 2 "B" leverage: the variant x/w sets leverage for all its bots, but not all of them have 7'],
  },
  {
    because: "nor where other accounts have bots of the variant, which it doesn't see",
    text: VARIANTS,
    found: { b: { fields: { leverage: "7" } }, c: { fields: { leverage: "7" } } },
    more: { isElsewhere: true },
    expected: ["B", "C"].map(
      (title, index) =>
        `left ${index + 2} "${title}" leverage: the variant x/w sets leverage for all its bots, and some of them are on other accounts`,
    ),
  },
])("a pull: $because", ({ text, found, more, expected }) => {
  const scale = text.includes("#volumeScale") ? "    volumeScale: 0.5\n    volumeMin: 2\n" : "";
  const overrides = text.includes("#overrides")
    ? "    overrides: { leverage: 5, strategy: LONG, enabled: true }\n"
    : "";
  expect(edited(`${ACCOUNT}${scale}${overrides}${text}`, found, more)).toEqual(expected);
});

it("a title that can't be taken over keeps nothing else of its bot from being so", () => {
  const text = `${ACCOUNT}    titlePrefix: "x"\nbots:\n  a: { title: "x A", leverage: 5, botId: 1 }\n`;
  const [account] = loadSources([{ file: "b.yaml", text }]).accounts;
  const [resolved] = account?.resolved ?? [];
  if (account === undefined || resolved === undefined) throw new Error("no bot");
  const all: Readonly<Record<string, string>> = { title: "y Ax", leverage: "7" };
  const fields = Object.fromEntries(FIELD_NAMES.map((name) => [name, all[name] ?? null])) as Fields;
  const status = { on: false, raw: "DISABLED" };
  const live = { id: 1, accessId: 1, fields, status, unknownSettings: [] };
  const edits = noEdits();
  const pairs = [{ resolved, live }];
  const drifting = { account, pairs, isSelected: () => true, sharedWith: () => [], standing: [] };
  driftEdits({ ...drifting, isElsewhere: () => false }, edits);
  const reason = 'it no longer begins with the account\'s titlePrefix "x"';
  expect(edits.left).toEqual([{ botId: 1, title: "y Ax", field: "title", reason }]);
  expect([...edits.byFile]).toEqual([["b.yaml", [{ path: ["bots", "a", "leverage"], value: 7 }]]]);
});
