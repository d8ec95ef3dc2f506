// Findings as a whole: words, places, waivers and their order, on rows that look at one bot, at a change, or at a plan.
import { expect, test } from "vitest";
import { live } from "../reconcile/fleet.js";
import { found, inFull, type Setting } from "./input.js";

const LIVE = { marginMode: "ISO", leverage: "3", typeTakeProfit: "LIMIT", typeFirstOrder: "MARKET" };
const SAME = { ...LIVE, percentTakeProfit: "1.2", percentSafetyOrder: "1.5", volumeFirstOrder: "20", strategy: "LONG" };
const bot = (id: number, title: string, fields: Record<string, string> = {}, on = true) =>
  live(id, title, { accessId: 1, on, fields: { ...SAME, pairTitle: "USDT-BTC", ...fields } });
const elsewhere = (fields: Record<string, string>) => [
  live(1, "A", { accessId: 2, on: true, fields: { ...SAME, ...fields } }),
];
const DEAL = {
  ...{ id: 70, botId: 1, accessId: 2, pairTitle: "USDT-BTC", settings: live(1, "A").fields },
  ...{ entryPrice: null, takeProfits: [] },
};
const A = "bots:\n  a: { title: A, pairTitle: USDT-BTC }\n";
const WEEKEND = "windows: [{ days: [sat, sun], timeZone: UTC }]";

interface Row {
  readonly because: string;
  readonly yaml: string;
  readonly setting?: Setting;
  readonly expected: readonly string[];
}

const ROWS: readonly Row[] = [
  {
    because: "an undeclared bot that the plan leaves alone is no matter of a policy",
    yaml: `policies: { cap: { rule: max-leverage, limit: 5 } }\n${A}`,
    setting: { live: [bot(1, "A"), bot(7, "S", { leverage: "9", pairTitle: "USDT-ETH" })] },
    expected: [],
  },
  {
    because: "a replacement is compared in what it states alone",
    yaml: `policies: { p: { rule: max-change-percent, fields: [volumeFirstOrder, martingaleScale, percentTakeProfit], limit: 50 } }\n${A}`,
    setting: { live: elsewhere({ volumeFirstOrder: "10", martingaleScale: "2" }), allowReplace: true },
    expected: [
      "deny max-change-percent main/a volumeFirstOrder 0:173 1:13: volumeFirstOrder changes by +100 % (10 → 20), more than 50 % | +100 % | 50 % | Change it in smaller steps.",
    ],
  },
  {
    because: "what is turned off, and what falls, is told with its sign",
    yaml: "policies: { p: { rule: max-change-percent, fields: [volumeFirstOrder, martingaleScale], limit: 10 } }\nbots: { a: { title: A, pairTitle: USDT-BTC, volumeFirstOrder: 17.5, martingaleScale: null } }\n",
    setting: { live: [bot(1, "A", { martingaleScale: "2" })] },
    expected: [
      "deny max-change-percent main/a unknown - 2:9 1:13: by how many percent martingaleScale changes (2 → off) is unknown | undefined | undefined | Change it in a separate plan, under a waiver.",
      "deny max-change-percent main/a volumeFirstOrder 2:63 1:13: volumeFirstOrder changes by -12.5 % (20 → 17.5), more than 10 % | -12.5 % | 10 % | Change it in smaller steps.",
    ],
  },
  {
    because: "an update while deals run",
    yaml: `policies: { p: { rule: freeze-active-deals } }\nbots: { a: { title: A, pairTitle: USDT-BTC, leverage: 4 } }\n`,
    setting: {
      live: [bot(1, "A")],
      deals: [
        { ...DEAL, accessId: 1 },
        { ...DEAL, id: 71, accessId: 1 },
      ],
    },
    expected: [
      "deny freeze-active-deals main/a - 2:9 1:13: the bot is updated while its deal runs (70, 71) | 2 running | 0 running | Wait until the deal is over, or set freezeActiveDeals: true so that plans leave the bot out until then.",
    ],
  },
  {
    because: "a replacement while a deal runs",
    yaml: `policies: { p: { rule: freeze-active-deals } }\n${A}`,
    setting: { live: elsewhere({}), deals: [DEAL], allowReplace: true },
    expected: [
      "deny freeze-active-deals main/a - 3:3 1:13: the bot is replaced while its deal runs (70) | 1 running | 0 running | Wait until the deal is over, or set access back.",
    ],
  },
  {
    because: "a plan that only turns off is asked for no time, and one that does more is",
    yaml: `policies: { p: { rule: change-windows, ${WEEKEND} } }\nbots: { a: { title: A, pairTitle: USDT-BTC, enabled: false } }\n`,
    setting: { live: [bot(1, "A")] },
    expected: [],
  },
  {
    because: "windows, the kill switch, and how many bots change",
    yaml: `policies:
  hours: { rule: change-windows, windows: [{ days: [sat, sun], timeZone: America/New_York }, { from: "08:00", to: "09:30", firstDay: 2026-03-01, timeZone: UTC }] }
  black: { rule: blackout-windows, windows: [{ from: "08:00", lastDay: 2026-12-31, timeZone: Asia/Kolkata }, { to: "10:00", timeZone: UTC }] }
  stop: { rule: kill-switch, file: STOP }
  few: { rule: max-bots-changed, limit: 1 }
bots: { a: { title: A, pairTitle: USDT-BTC }, b: { title: B, pairTitle: USDT-ETH }, c: { title: C, pairTitle: USDT-SOL, enabled: false } }
`,
    setting: {
      live: [live(3, "C", { accessId: 1, on: true, fields: { ...SAME, pairTitle: "USDT-SOL" } })],
      engaged: { stop: "the file STOP" },
    },
    expected: [
      "deny blackout-windows - -5:3 3:3: it is 2026-03-04 17:30 Asia/Kolkata, inside a blackout window (… to 2026-12-31 08:00–24:00 Asia/Kolkata) | 2026-03-04 17:30 Asia/Kolkata | … to 2026-12-31 08:00–24:00 Asia/Kolkata | Apply it after the window.",
      "deny change-windows - -5:3 2:3: it is 2026-03-04 07:00 America/New_York, outside the change windows (sat sun 00:00–24:00 America/New_York; 2026-03-01 to … 08:00–09:30 UTC) | 2026-03-04 07:00 America/New_York | sat sun 00:00–24:00 America/New_York; 2026-03-01 to … 08:00–09:30 UTC | Apply it within a window.",
      "deny kill-switch - -5:3 4:3: the kill switch is on (the file STOP): only plans that just turn bots off are applied | the file STOP | off | Find out who switched it on and why, then switch it off.",
      "deny max-bots-changed - -5:3 5:3: the plan changes 2 bots, more than 1 bot | 2 bots | 1 bot | Apply it in parts with --target.",
    ],
  },
  {
    because: "as many as may change do",
    yaml: "policies: { few: { rule: max-bots-changed, limit: 2 } }\nbots: { a: { title: A, pairTitle: USDT-BTC }, b: { title: B, pairTitle: USDT-ETH } }\n",
    expected: [],
  },
  {
    because:
      "denials come first, then by code, policy and bot; waivers say until when, and those that ended are reported",
    yaml: `policies:
  z: { rule: max-leverage, limit: 2, severity: warn, waivers: [{ bots: [a], reason: Old, until: 2026-03-03 }] }
  b: { rule: max-leverage, limit: 2, waivers: [{ reason: Agreed, until: 2026-03-05 }, { bots: [a, c], reason: Older, until: 2026-03-01 }] }
  a: { rule: margin-mode, marginMode: CROSS }
  m: { rule: max-leverage, limit: 1, scope: { title: [C*] }, severity: "off", waivers: [{ reason: X, until: 2026-03-01 }] }
bots: { c: { title: C, pairTitle: USDT-SOL }, a: { title: A, pairTitle: USDT-BTC } }
`,
    expected: [
      "deny margin-mode main/a marginMode 0:54 4:3: marginMode is ISO, not CROSS | ISO | CROSS | Set marginMode to CROSS.",
      "deny margin-mode main/c marginMode 0:54 4:3: marginMode is ISO, not CROSS | ISO | CROSS | Set marginMode to CROSS.",
      "waived max-leverage main/a leverage 0:39 3:3: leverage 3 is above 2 | 3 | 2 | Set leverage to at most 2. | Agreed until 2026-03-05",
      "waived max-leverage main/c leverage 0:39 3:3: leverage 3 is above 2 | 3 | 2 | Set leverage to at most 2. | Agreed until 2026-03-05",
      "warn max-leverage main/a leverage 0:39 2:3: leverage 3 is above 2 | 3 | 2 | Set leverage to at most 2.",
      "warn max-leverage main/c leverage 0:39 2:3: leverage 3 is above 2 | 3 | 2 | Set leverage to at most 2.",
      "warn waiver-expired waiver-expired - 3:87 -: the waiver of max-leverage for a, c ended on 2026-03-01 (Older) | undefined | undefined | Remove it, or agree on a new one.",
      "warn waiver-expired waiver-expired - 2:64 -: the waiver of max-leverage for a ended on 2026-03-03 (Old) | undefined | undefined | Remove it, or agree on a new one.",
    ],
  },
  {
    because: "custom policies in their own words, each bot once, a plan once",
    yaml: `policies:
  own: { rule: custom, when: 'bot.on && bot.isNew', message: "{bot.title} on {bot.access}: {bot.nothing} {bot.after.leverage}" }
  bare: { rule: custom, when: 'size(bot.actions) > 1 && "leverage" in bot.changes' }
  once: { rule: custom, each: plan, when: 'size(plan.steps) > 1' }
  bad: { rule: custom, when: 'bot.risk.nothing == 1' }
bots: { a: { title: A, pairTitle: USDT-BTC } }
`,
    expected: [
      "deny custom main/a unknown - 6:9 5:3: the expression can't be evaluated: No such key: nothing | undefined | undefined | Guard it with has(…), or correct it.",
      'deny custom main/a - 6:9 3:3: bare: size(bot.actions) > 1 && "leverage" in bot.changes | true | false | See the policy\'s expression.',
      "deny custom - -5:3 4:3: once: size(plan.steps) > 1 | true | false | See the policy's expression.",
      "deny custom main/a - 6:9 2:3: A on primary: {bot.nothing} 3 | true | false | See the policy's expression.",
    ],
  },
  {
    because: "an account as it is is asked for what is of bots, not of plans",
    yaml: `policies:
  own: { rule: custom, when: 'bot.isNew' }
  once: { rule: custom, each: plan, when: 'true' }
  hours: { rule: change-windows, ${WEEKEND} }
${A}`,
    setting: { live: [bot(1, "A")], whole: true },
    expected: ["deny custom main/a - 6:3 2:3: own: bot.isNew | true | false | See the policy's expression."],
  },
  {
    because: "what a custom policy sees of an update, and of what it doesn't touch",
    yaml: `policies:
  own: { rule: custom, when: '!bot.isNew && bot.on && bot.before.leverage == "3" && size(bot.deals) == 1 && bot.deals[0].id == 70', message: "{bot.address} {bot.deals} {plan.account} {plan.nothing.x} {bot.risk.leverage} {bot.after.title}" }
  changes: { rule: custom, when: 'bot.changes == ["leverage"] && bot.actions == ["update"]', severity: warn }
bots: { a: { title: A, pairTitle: USDT-BTC, leverage: 4 }, b: { title: B, pairTitle: USDT-ETH } }
`,
    setting: {
      live: [bot(1, "A"), bot(2, "B", { pairTitle: "USDT-ETH" })],
      deals: [
        { ...DEAL, accessId: 1 },
        { ...DEAL, id: 71, botId: 2, accessId: 1 },
      ],
    },
    expected: [
      "deny custom main/a - 4:9 2:3: main/a {bot.deals} main {plan.nothing.x} 4 A | true | false | See the policy's expression.",
      'warn custom main/a - 4:9 3:3: changes: bot.changes == ["leverage"] && bot.actions == ["update"] | true | false | See the policy\'s expression.',
    ],
  },
  {
    because: "figures that can't be known, where a policy asks for them",
    yaml: `policies: { end: { rule: liquidation-outside-grid }, far: { rule: min-liquidation-distance, limit: 5 }, cover: { rule: min-cover, limit: 5 }, size: { rule: max-bot-margin, limit: 5 }, lev: { rule: leverage-allowed } }
bots: { a: { title: A, pairTitle: USDT-BTC, countOrderMax: 4 }, b: { title: B, pairTitle: USDT-ETH, marginMode: CROSS, countOrderMax: 4, volumeSafetyOrder: 20 } }
`,
    expected: [
      "deny liquidation-outside-grid main/b unknown - 2:65 1:13: the liquidation price of a CROSS position with 5 orders is unknown | undefined | undefined | The balance in USDT couldn't be read: plan with an API key that may read the account.",
      "deny max-bot-margin main/b volumeFirstOrder 0:173 1:143: the full grid ties up 33.3333 USDT, more than 5 USDT | 33.3333 USDT | 5 USDT | Lower the volumes, martingaleScale or countOrderMax.",
      "deny max-bot-margin main/a volumeFirstOrder 0:173 1:143: the full grid ties up 6.6667 USDT, more than 5 USDT | 6.6667 USDT | 5 USDT | Lower the volumes, martingaleScale or countOrderMax.",
      "deny min-cover main/a percentSafetyOrder 0:150 1:105: the grid covers 0 %, less than 5 % | 0 % | 5 % | Raise percentSafetyOrder, countOrderMax or dynamicStepScale.",
      "deny min-liquidation-distance main/b unknown - 2:65 1:54: the distance to the liquidation is unknown | undefined | undefined | The balance in USDT couldn't be read: plan with an API key that may read the account.",
      "deny safety-volume main/a countOrderMax 2:60 -: 4 safety orders have no volume: volumeSafetyOrder and martingaleScale are both off | 4 | 0 | Set volumeSafetyOrder or martingaleScale.",
      "warn liquidation-outside-grid main/a unknown - 2:9 1:13: if the service fills in volumeSafetyOrder: whether it keeps to this rule isn't known; it is checked again before it is turned on | undefined | undefined | Declare volumeSafetyOrder (null is none).",
      "warn min-liquidation-distance main/a unknown - 2:9 1:54: if the service fills in volumeSafetyOrder: whether it keeps to this rule isn't known; it is checked again before it is turned on | undefined | undefined | Declare volumeSafetyOrder (null is none).",
    ],
  },
  {
    because: "profit near the fees, of market and limit orders",
    yaml: `bots:
  a: { title: A, pairTitle: USDT-BTC, percentTakeProfit: 0.07 }
  b: { title: B, pairTitle: USDT-ETH, percentTakeProfit: 0.1, typeTakeProfit: STOP-MARKET }
  c: { title: C, pairTitle: USDT-SOL, percentTakeProfit: 0.04, typeFirstOrder: LIMIT }
  d: { title: D, pairTitle: USDT-ADA, percentTakeProfit: 0.11, typeTakeProfit: STOP-MARKET }
`,
    expected: [
      "deny take-profit-above-fees main/c percentTakeProfit 4:58 -: percentTakeProfit 0.04 % isn't more than the fees to open and close, 0.08 % | 0.04 % | 0.08 % | Set percentTakeProfit above 0.08; it is in percent, so 1.2 is 1.2 %.",
      "deny take-profit-above-fees main/a percentTakeProfit 2:58 -: percentTakeProfit 0.07 % isn't more than the fees to open and close, 0.09 % | 0.07 % | 0.09 % | Set percentTakeProfit above 0.09.",
      "deny take-profit-above-fees main/b percentTakeProfit 3:58 -: percentTakeProfit 0.1 % isn't more than the fees to open and close, 0.1 % | 0.1 % | 0.1 % | Set percentTakeProfit above 0.1.",
    ],
  },
  {
    because: "depth of grids around its two limits",
    yaml: `bots:
  a: { title: A, pairTitle: USDT-BTC, countOrderMax: 40, volumeSafetyOrder: 20 }
  b: { title: B, pairTitle: USDT-ETH, countOrderMax: 41, volumeSafetyOrder: 20 }
  c: { title: C, pairTitle: USDT-SOL, countOrderMax: 50, percentSafetyOrder: 2, volumeSafetyOrder: 20 }
  d: { title: D, pairTitle: USDT-ADA, countOrderMax: 10, dynamicStepScale: 1.5, volumeSafetyOrder: 20 }
  e: { title: E, pairTitle: USDT-XRP, countOrderMax: 8, dynamicStepScale: 1.4, volumeSafetyOrder: 20 }
  f: { title: F, pairTitle: USDT-DOT, countOrderMax: 50, percentSafetyOrder: 1.5, dynamicStepScale: 1.05, volumeSafetyOrder: 20 }
`,
    expected: [
      "deny grid-below-zero main/f percentSafetyOrder 7:78 -: the last safety order would be 314.02 % below the first order, so it can never fill | 314.02 % | 100 % | Lower countOrderMax, percentSafetyOrder or dynamicStepScale.",
      "deny grid-below-zero main/d percentSafetyOrder 0:150 -: the last safety order would be 170 % below the first order, so it can never fill | 170 % | 100 % | Lower countOrderMax, percentSafetyOrder or dynamicStepScale.",
      "deny grid-below-zero main/c percentSafetyOrder 4:78 -: the last safety order would be 100 % below the first order, so it can never fill | 100 % | 100 % | Lower countOrderMax, percentSafetyOrder or dynamicStepScale.",
      "deny liquidation-outside-grid main/c leverage 0:39 -: liquidated after order 26 of 50: 24 safety orders, 48 % of the volume, can never fill | 24 of 50 orders | 0 orders | Set leverage to at most 1, or countOrderMax to at most 25.",
      "deny liquidation-outside-grid main/f leverage 0:39 -: liquidated after order 20 of 31: 11 safety orders, 35.5 % of the volume, can never fill | 11 of 31 orders | 0 orders | Set leverage to at most 1, or countOrderMax to at most 19.",
      "deny liquidation-outside-grid main/d leverage 0:39 -: liquidated after order 7 of 9: 2 safety orders, 22.2 % of the volume, can never fill | 2 of 9 orders | 0 orders | Set leverage to at most 1, or countOrderMax to at most 6.",
      "deny liquidation-outside-grid main/b leverage 0:39 -: liquidated after order 35 of 42: 7 safety orders, 16.7 % of the volume, can never fill | 7 of 42 orders | 0 orders | Set leverage to at most 2, or countOrderMax to at most 34.",
      "deny liquidation-outside-grid main/a leverage 0:39 -: liquidated after order 35 of 41: 6 safety orders, 14.6 % of the volume, can never fill | 6 of 41 orders | 0 orders | Set leverage to at most 2, or countOrderMax to at most 34.",
      "deny liquidation-outside-grid main/e leverage 0:39 -: liquidated after order 8 of 9: 1 safety order, 11.1 % of the volume, can never fill | 1 of 9 orders | 0 orders | Set leverage to at most 2, or countOrderMax to at most 7.",
      "warn deep-grid main/b percentSafetyOrder 0:150 -: the last safety order is 61.5 % below the first order | 61.5 % | 60 % | Lower countOrderMax, percentSafetyOrder or dynamicStepScale.",
    ],
  },
];

test.each(ROWS)("$because", ({ yaml, setting, expected }) => {
  expect(inFull(found(yaml, setting))).toEqual(expected);
});
