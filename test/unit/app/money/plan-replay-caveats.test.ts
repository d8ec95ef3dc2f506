// What a plan's replay says that it can't know.
import { expect, it } from "vitest";
import type { SidedBot } from "../../../../src/app/money/plan-replay-bots.js";
import { replayCaveats } from "../../../../src/app/money/plan-replay-caveats.js";
import type { ReplayedWallet } from "../../../../src/model/risk/plan-replay.js";

type Limited = Parameters<typeof replayCaveats>[0];
const HOUR = 3_600_000;
const BOT: SidedBot = {
  ...{ address: "demo/a", isChanged: true, state: { now: "on", after: "on" }, asIfOn: false },
  ...{ now: {}, after: {}, isNew: false, unknownSettings: [] },
};
const NEW: SidedBot = { ...BOT, now: null, state: { now: "absent", after: "on" }, isNew: true };
const PRICES = { pair: "USDT-BTC", count: 2, first: 0, last: HOUR };
const FACTS: Limited = {
  ...{ bots: [BOT], balances: [], made: { diagnostics: [] }, unused: [] },
  ...{ prices: [PRICES], from: 0, to: 2 * HOUR, interval: HOUR },
};
const ALWAYS = 3;

const wallet = (changes: Partial<ReplayedWallet>) => ({ quote: "USDT", ...changes }) as ReplayedWallet;
const error = { severity: "error", code: "plan/title-twice", summary: "twice", remedy: "mend" } as const;

it.each<[string, Partial<Limited>, readonly string[]]>([
  ["no more than always", {}, []],
  [
    "whose the balances are",
    { balances: [wallet({ balance: "70", balanceFrom: "option" }), wallet({ quote: "USDC", balance: null })] },
    [
      "The wallet begins with 70 USDT (from --balance); an order that it can't afford isn't placed.",
      "The USDC wallet isn't known, so margin never runs short and CROSS positions are never liquidated; --balance gives one.",
    ],
  ],
  [
    "what is off",
    {
      bots: [
        { ...BOT, asIfOn: true },
        { ...NEW, address: "demo/b", state: { now: "absent", after: "off" } },
      ],
    },
    [
      "Off before and after, so in neither wallet, and replayed alone as if they were on: demo/a.",
      "Without deals on both sides, since they aren't turned on: demo/b.",
    ],
  ],
  [
    "what new bots leave open, but for what is left off by itself",
    { bots: [NEW, { ...NEW, address: "demo/b", after: { indicatorGroup: null, priceLevel: null } }] },
    ["Not declared, and replayed as off though the service may fill them in: indicatorGroup, priceLevel of demo/a."],
  ],
  [
    "settings of a newer service",
    { bots: [{ ...BOT, unknownSettings: ["trailing"] }] },
    ["They have settings that this version of botform doesn't know, and are replayed without: demo/a."],
  ],
  [
    "what the plan doesn't know",
    { made: { diagnostics: [error], inDoubt: [{} as never] } },
    [
      "Bots in doubt count as the service shows them now; a command that is under way may change that.",
      "Bots that couldn't be planned stand on both sides as they are now.",
    ],
  ],
  [
    "which pairs have candles for a part of the time",
    { prices: [PRICES, { ...PRICES, pair: "USDT-ETH", first: HOUR }, { ...PRICES, pair: "USDT-SOL", last: 0 }] },
    [
      "The candles of USDT-ETH go from 1970-01-01 01:00 to 1970-01-01 02:00 UTC alone.",
      "The candles of USDT-SOL go from 1970-01-01 00:00 to 1970-01-01 01:00 UTC alone.",
    ],
  ],
  [
    "what isn't used",
    { unused: ["no bot trades the pair of X=x.csv"] },
    ["Not used, since no bot trades the pair of X=x.csv."],
  ],
])("says %s", (_what, facts, expected) => {
  expect(replayCaveats({ ...FACTS, ...facts }).slice(ALWAYS)).toEqual(expected);
});
