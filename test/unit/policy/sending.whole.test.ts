// Findings about webhooks as a whole: words, places, and on which access a deal opens.
import { expect, test } from "vitest";
import { live } from "../reconcile/fleet.js";
import { found, inFull, type Setting } from "./input.js";

const LIVE = { marginMode: "ISO", leverage: "3", typeTakeProfit: "LIMIT", typeFirstOrder: "MARKET" };
const SAME = { ...LIVE, percentTakeProfit: "1.2", percentSafetyOrder: "1.5", volumeFirstOrder: "20", strategy: "LONG" };
const bot = (id: number, title: string, fields: Record<string, string> = {}, on = true) =>
  live(id, title, { accessId: 1, on, fields: { ...SAME, pairTitle: "USDT-BTC", ...fields } });

interface Row {
  readonly because: string;
  readonly yaml: string;
  readonly setting: Setting;
  readonly expected: readonly string[];
}

const ROWS: readonly Row[] = [
  {
    because: "a webhook's finding stands where the message states it, or at the webhooks, or at the bot",
    yaml: `policies: { lev: { rule: max-leverage, limit: 4 }, size: { rule: max-bot-notional, limit: 50 }, stop: { rule: require-stop } }
bots:
  a:
    title: A
    pairTitle: USDT-BTC
    countOrderMax: 4
    volumeSafetyOrder: 20
    webhooks:
      open: { dca: { max: 6 }, open: { leverage: 9 } }
`,
    setting: { planned: false },
    expected: [
      "deny max-bot-notional main/a volumeFirstOrder 8:5 1:52: webhook open: the full grid is 140 USDT, more than 50 USDT | 140 USDT | 50 USDT | Lower the volumes, martingaleScale or countOrderMax.",
      "deny max-bot-notional main/a volumeFirstOrder 0:173 1:52: the full grid is 100 USDT, more than 50 USDT | 100 USDT | 50 USDT | Lower the volumes, martingaleScale or countOrderMax.",
      "deny max-leverage main/a leverage 9:50 1:13: webhook open: leverage 9 is above 4 | 9 | 4 | Set leverage to at most 4.",
      "deny require-stop main/a - 3:3 1:97: the open webhook has no stop loss | no stop | required | Add stop: { enabled: true, event: percentage, value: … } to the webhook.",
      "warn require-stop unenforceable - -5:3 1:97: 1 bot in scope may open deals without a webhook, and the API can't set a stop loss for those | 1 bot | undefined | Leave such bots off, and open their deals by webhooks with a stop.",
    ],
  },
  {
    because: "a message that asks for what the bot has adds nothing",
    yaml: `policies: { lev: { rule: max-leverage, limit: 2 }, n: { rule: max-safety-orders, limit: 1 } }
bots: { a: { title: A, pairTitle: USDT-BTC, countOrderMax: 3, volumeSafetyOrder: 20, webhooks: { open: true, average: true } } }
`,
    setting: { planned: false },
    expected: [
      "deny max-leverage main/a leverage 0:39 1:13: leverage 3 is above 2 | 3 | 2 | Set leverage to at most 2.",
      "deny max-safety-orders main/a countOrderMax 2:60 1:52: countOrderMax 3 is above 1 | 3 | 1 | Set countOrderMax to at most 1.",
    ],
  },
  {
    because: "a grid of orders that the message gives, on top of a bot without one",
    yaml: `policies: { cover: { rule: min-cover, limit: 50 }, n: { rule: max-safety-orders, limit: 1 } }
bots: { a: { title: A, pairTitle: USDT-BTC, countOrderMax: null, webhooks: { open: { dca: { enabled: true, max: 3, volume: 20 } } } } }
`,
    setting: { planned: false },
    expected: [
      "deny max-safety-orders main/a countOrderMax 2:102 1:52: webhook open: countOrderMax 3 is above 1 | 3 | 1 | Set countOrderMax to at most 1.",
      "deny min-cover main/a percentSafetyOrder 0:150 1:13: the grid covers 0 %, less than 50 % | 0 % | 50 % | Raise percentSafetyOrder, countOrderMax or dynamicStepScale.",
      "deny min-cover main/a percentSafetyOrder 2:66 1:13: webhook open: the grid covers 4.5 %, less than 50 % | 4.5 % | 50 % | Raise percentSafetyOrder, countOrderMax or dynamicStepScale.",
    ],
  },
  {
    because: "a Ghost's deal rests on what the message says alone",
    yaml: `policies: { size: { rule: max-bot-notional, limit: 50 }, lev: { rule: max-leverage, limit: 2 } }
bots: { a: { title: A, pairTitle: USDT-BTC, webhooks: { open: { open: { orderVolume: 60 }, pairs: [BTCUSDT], dca: { max: 3 } } } } }
`,
    setting: { sends: "open", ghost: true, live: [bot(7, "S", { strategy: "SHORT" })] },
    expected: [
      "deny max-bot-notional main/#ghost unknown - 2:45 1:13: webhook open: the volume of the full grid is unknown | undefined | undefined | Declare volumeSafetyOrder, martingaleScale, dynamicStepScale.",
      "deny max-leverage main/#ghost leverage 2:45 1:58: webhook open: leverage 3 is above 2 | 3 | 2 | Set leverage to at most 2.",
      "warn no-opposite-without-hedge main/#ghost unknown strategy 2:45 -: webhook open: LONG on USDT-BTC against SHORT of main/#7: without hedge mode, the exchange offsets one position against the other, if both are on one access; the access on which the deal opens is unknown | LONG and SHORT | one direction | Keep one of them, or set assumptions: { hedgeMode: true } for the account if hedge mode is on.",
    ],
  },
  {
    because: "what the service shows as Ghost is a neighbour of any other bot",
    yaml: `bots: { a: { title: A, pairTitle: USDT-BTC, webhooks: { open: true } } }
`,
    setting: { sends: "open", live: [bot(1, "A"), bot(7, "Ghost")] },
    expected: [
      "deny one-bot-per-pair-side main/a pairTitle 1:35 -: webhook open: USDT-BTC LONG is also traded by main/#7: the exchange keeps one position for both | 2 bots | 1 bot | Trade another pair or direction, put one of them on another access, or turn main/#7 off.",
    ],
  },
  {
    because: "a sent message is on the access of its bot",
    yaml: `policies: { lev: { rule: max-leverage, limit: 4, scope: { access: [primary] } } }
bots: { a: { title: A, pairTitle: USDT-BTC, webhooks: { open: { open: { leverage: 9 } } } } }
`,
    setting: { sends: "open", live: [bot(1, "A"), bot(7, "S"), live(8, "T", { accessId: 2, on: true, fields: SAME })] },
    expected: [
      "deny max-leverage main/a leverage 2:83 1:13: webhook open: leverage 9 is above 4 | 9 | 4 | Set leverage to at most 4.",
      "deny one-bot-per-pair-side main/a pairTitle 2:45 -: webhook open: USDT-BTC LONG is also traded by main/#7: the exchange keeps one position for both | 2 bots | 1 bot | Trade another pair or direction, put one of them on another access, or turn main/#7 off.",
      "warn same-settings-per-symbol main/a leverage 2:83 -: webhook open: leverage 9 differs from 3 of main/#7 on USDT-BTC: the exchange keeps one setting per symbol | 9 | 3 | Use the same leverage for every bot on USDT-BTC.",
    ],
  },
  {
    because: "one to an undeclared bot that is off rests on that bot, and is on its access",
    yaml: `policies: { lev: { rule: max-leverage, limit: 2, scope: { access: [primary] } }, size: { rule: max-bot-notional, limit: 50 } }
bots: { a: { title: A, pairTitle: USDT-BTC, webhooks: { open: { open: { orderVolume: 60 }, dca: { enabled: false } } } } }
`,
    setting: { sends: "open", live: [bot(1, "Z", { leverage: "7" }, false), bot(7, "S", { leverage: "7" })] },
    expected: [
      "deny max-bot-notional main/a volumeFirstOrder 2:86 1:82: webhook open: the full grid is 60 USDT, more than 50 USDT | 60 USDT | 50 USDT | Lower the volumes, martingaleScale or countOrderMax.",
      "deny max-leverage main/a leverage 2:45 1:13: webhook open: leverage 3 is above 2 | 3 | 2 | Set leverage to at most 2.",
      "deny one-bot-per-pair-side main/a pairTitle 2:45 -: webhook open: USDT-BTC LONG is also traded by main/#7: the exchange keeps one position for both | 2 bots | 1 bot | Trade another pair or direction, put one of them on another access, or turn main/#7 off.",
      "warn same-settings-per-symbol main/a leverage 2:45 -: webhook open: leverage 3 differs from 7 of main/#7 on USDT-BTC: the exchange keeps one setting per symbol | 3 | 7 | Use the same leverage for every bot on USDT-BTC.",
    ],
  },
  {
    because: "and one to a bot that nothing shows is on the access that its alias names",
    yaml: `policies: { lev: { rule: max-leverage, limit: 2, scope: { access: [primary] } } }
bots: { a: { title: A, pairTitle: USDT-BTC, webhooks: { open: { open: { leverage: 9 } } } }, b: { title: B, pairTitle: USDT-BTC } }
`,
    setting: { sends: "open", live: [bot(2, "B")] },
    expected: [
      "deny max-leverage main/a leverage 2:83 1:13: webhook open: leverage 9 is above 2 | 9 | 2 | Set leverage to at most 2.",
      "deny one-bot-per-pair-side main/a pairTitle 2:45 -: webhook open: USDT-BTC LONG is also traded by main/b: the exchange keeps one position for both | 2 bots | 1 bot | Trade another pair or direction, put one of them on another access, or turn main/b off.",
      "warn same-settings-per-symbol main/a leverage 2:83 -: webhook open: leverage 9 differs from 3 of main/b on USDT-BTC: the exchange keeps one setting per symbol | 9 | 3 | Use the same leverage for every bot on USDT-BTC.",
    ],
  },
];

test.each(ROWS)("$because", ({ yaml, setting, expected }) => {
  expect(inFull(found(yaml, setting))).toEqual(expected);
});
