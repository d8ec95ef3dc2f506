// What is said of a bot's webhooks, by the schema and by the rules between their values: place, code, summary and remedy, whole.
import { describe, expect, test } from "vitest";
import { botYaml, diagnosticsOf, said, withAccount } from "../fleet.js";

type Row = readonly [webhooks: string, says: readonly string[]];
const fleet = (webhooks: string) => `bots:\n${botYaml("x", { webhooks })}`;

const NOPE = "undefined-variable: there is no variable nope | Declare it under `vars`, or give it with --var nope=….";

const PLAIN: readonly Row[] = [
  ["true", []],
  ["{ open: { open: { orderVolume: 5 } } }", []],
  ["{ opn: {} }", ['21:17 unknown-key: unknown key "opn" in bots.x.webhooks | Did you mean open?']],
  ["{ open: { opn: {} } }", ['21:25 unknown-key: unknown key "opn" in bots.x.webhooks.open | Did you mean open?']],
  [
    "{ open: { close: { event: percentage } } }",
    [
      "21:41 webhook-event: bot x: the webhook open has close.event without a value | Set both: event: percentage (or pnl, or delay for close), and the value in that unit; or enabled: false.",
    ],
  ],
  [
    "{ open: { close: { value: 1 } } }",
    [
      "21:41 webhook-event: bot x: the webhook open has close.value without an event | Set both: event: percentage (or pnl, or delay for close), and the value in that unit; or enabled: false.",
    ],
  ],
  [
    "{ open: { stop: { enabled: true } } }",
    [
      "21:25 webhook-event: bot x: the webhook open has stop on without event and value | Set both: event: percentage (or pnl, or delay for close), and the value in that unit; or enabled: false.",
    ],
  ],
  [
    "{ open: { stop: { event: percentage, value: 0 } } }",
    [
      "21:59 webhook-event: bot x: the webhook open has stop on with a value of 0 | Set a value greater than 0, or enabled: false.",
    ],
  ],
  [
    "{ open: { stop: { event: percentage, value: 100 } } }",
    [
      "21:59 webhook-event: bot x: the webhook open has a stop.value of 100 percent for a long, and no price can fall that far | Set less than 100.",
    ],
  ],
  ["{ open: { stop: { event: percentage, value: 99.9 } } }", []],
  [
    "{ open: { strategy: short, stop: { event: percentage, value: 100 } } }",
    [
      "21:35 warning webhook-differs: bot x: the webhook open says short, but the bot is LONG | Leave strategy out to use the bot's.",
    ],
  ],
  [
    "{ open: { close: { event: delay, value: 1.5 } } }",
    [
      "21:55 webhook-event: bot x: the webhook open has a close.value of 1.5, but a delay must be whole seconds | Write whole seconds, or another event.",
    ],
  ],
  ["{ open: { close: { event: delay, value: 15 } } }", []],
  [
    "{ open: { stop: { event: pnl, value: 5, delay: 0 } } }",
    [
      "21:62 warning webhook-stop-delay: bot x: the webhook open has a stop.delay of 0, which the service probably refuses | Leave delay out, or set the seconds; other programs send 3.",
    ],
  ],
  ["{ open: { stop: { event: pnl, value: 5, delay: 3 } } }", []],
  ["{ open: { stop: { enabled: false } } }", []],
  [
    "{ open: { strategy: short } }",
    [
      "21:35 warning webhook-differs: bot x: the webhook open says short, but the bot is LONG | Leave strategy out to use the bot's.",
    ],
  ],
  ["{ open: { strategy: '{{strategy.market_position}}' } }", []],
  [
    "{ open: { strategy: '{{close}}' } }",
    [
      "21:35 webhook-placeholder: bot x: the webhook open has {{close}} as strategy, which gives 67250.5 | Use {{strategy.market_position}}, or leave it out.",
    ],
  ],
  [
    "{ open: { pairs: [ETHUSDT] } }",
    [
      "21:32 warning webhook-differs: bot x: the webhook open names ETHUSDT, but the bot trades USDT-BTC | Leave pairs out to use the bot's.",
    ],
  ],
  ["{ open: { pairs: ['{{ticker}}'] } }", []],
  ["{ open: { pairs: ['{{syminfo.basecurrency}}{{syminfo.currency}}'] } }", []],
  [
    "{ open: { pairs: ['{{close}}'] } }",
    [
      '21:32 webhook-placeholder: bot x: the webhook open has {{close}} as pairs, which gives 67250.5 | Leave pairs out, or write ["{{syminfo.basecurrency}}{{syminfo.currency}}"].',
    ],
  ],
  ["{ open: { open: { orderVolume: '{{plot_0}}' } } }", []],
  [
    "{ open: { open: { orderVolume: '{{plot_20}}' } } }",
    [
      '21:46 webhook-placeholder: bot x: the webhook open has "{{plot_20}}", which is not a placeholder | The indicator\'s first twenty series are plot_0 to plot_19.',
    ],
  ],
  [
    "{ open: { open: { orderVolume: '{{plot_x}}' } } }",
    [
      '21:46 webhook-placeholder: bot x: the webhook open has "{{plot_x}}", which is not a placeholder | Did you mean plot_0?',
    ],
  ],
  [
    "{ open: { open: { orderVolume: '{{close}}' } } }",
    [
      '21:46 webhook-placeholder: bot x: the webhook open has {{close}} as open.orderVolume, which gives 67250.5 | Write a number, or a series of an indicator: "{{plot_0}}". The service never takes prices or amounts of the base asset.',
    ],
  ],
  [
    "{ open: { open: { orderVolume: '{{clos}}' } } }",
    [
      '21:46 webhook-placeholder: bot x: the webhook open has "{{clos}}", which is not a placeholder | Did you mean close?',
    ],
  ],
  [
    "{ open: { open: { orderVolume: 0 } } }",
    [
      "21:46 out-of-range: bots.x.webhooks.open.open.orderVolume must be greater than 0; it is 0 | Write a number within these bounds; null leaves the field out.",
    ],
  ],
  [
    "{ open: { open: { leverage: 1.5 } } }",
    [
      "21:43 not-whole: bots.x.webhooks.open.open.leverage must be a whole number, not 1.5 | Write a whole number, for example 5, without quotes.",
    ],
  ],
  [
    "{ open: { open: { leverage: 0 } } }",
    [
      "21:43 out-of-range: bots.x.webhooks.open.open.leverage must be at least 1; it is 0 | Write a number within these bounds; null leaves the field out.",
    ],
  ],
  [
    "{ open: { open: { leverage: '5' } } }",
    [
      '21:43 wrong-type: bots.x.webhooks.open.open.leverage must be a whole number, not "5" | Write a whole number, for example 5, without quotes.',
    ],
  ],
  [
    "{ open: { open: { marginType: CROSS } } }",
    [
      '21:45 unknown-word: bots.x.webhooks.open.open.marginType must be cross or isolated, not "CROSS" | Did you mean cross?',
    ],
  ],
  [
    "{ open: { open: { orderType: market } } }",
    [
      '21:44 unknown-word: bots.x.webhooks.open.open.orderType must be Market or Limit, not "market" | Did you mean Market?',
    ],
  ],
  [
    "{ open: { dca: { max: 51 } } }",
    [
      "21:25 warning webhook-safety-volume: bot x: the webhook open has safety orders without dca.volume | Set dca.volume: a bot with martingale and no volumeSafetyOrder doesn't give it.",
    ],
  ],
  ["{ open: { dca: { active: 9 } } }", []],
  ["{ open: { dca: { percent: 100 } } }", []],
  ["{ open: { dca: { multiplierPrice: 3 } } }", []],
  [
    "{ open: { dca: 5 } }",
    [
      "21:30 wrong-type: bots.x.webhooks.open.dca must be a map of its fields | Write keys below it; null leaves it out.",
    ],
  ],
  [
    "{ open: 5 }",
    [
      "21:23 wrong-type: bots.x.webhooks.open must be true, or a map of the fields of its message | Write keys below it; true takes everything from the bot, null leaves it out.",
    ],
  ],
  [
    "{ open: [] }",
    [
      "21:23 wrong-type: bots.x.webhooks.open must be true, or a map of the fields of its message | Write keys below it; true takes everything from the bot, null leaves it out.",
    ],
  ],
  ["{ open: null }", []],
  [
    "{ update: { dca: null, close: null } }",
    [
      "21:17 warning webhook-empty: bot x: the webhook update changes nothing, so it can't be sent | Set dca, close or stop; or set countOrderMax or percentTakeProfit in the bot.",
    ],
  ],
  ["{ update: {} }", []],
  [
    "{ update: { open: {} } }",
    [
      '21:27 unknown-key: unknown key "open" in bots.x.webhooks.update | Use one of: strategy, pairs, dca, close, stop.',
    ],
  ],
  [
    "{ average: {} }",
    [
      "21:17 webhook-incomplete: bot x: the webhook average has no amount, and the bot has no volumeSafetyOrder to take it from | Add amount to the webhook, or volumeSafetyOrder to the bot.",
    ],
  ],
  [
    "{ average: true }",
    [
      "21:17 webhook-incomplete: bot x: the webhook average has no amount, and the bot has no volumeSafetyOrder to take it from | Add amount to the webhook, or volumeSafetyOrder to the bot.",
    ],
  ],
  ["{ average: { amount: 5 } }", []],
  ["{ average: { amount: '${nope}' } }", [`21:36 ${NOPE}`]],
  ["{ average: '${nope}' }", [`21:26 ${NOPE}`]],
  ["'${nope}'", [`21:15 ${NOPE}`]],
  ["{ average: { amount: '{{plot_0}}' } }", []],
  ["{ close: {} }", []],
  ["{ close: { closePosition: false } }", []],
  [
    "{ close: { amount: 5 } }",
    ['21:26 unknown-key: unknown key "amount" in bots.x.webhooks.close | Use one of: strategy, pairs, closePosition.'],
  ],
  [
    "{ open: { dca: { volume: null, max: 3 } } }",
    [
      "21:25 warning webhook-safety-volume: bot x: the webhook open has safety orders without dca.volume | Set dca.volume: a bot with martingale and no volumeSafetyOrder doesn't give it.",
    ],
  ],
  [
    "{ open: { botId: 5 } }",
    ['21:25 unknown-key: unknown key "botId" in bots.x.webhooks.open | Set a bot\'s id in the bot itself, as botId.'],
  ],
  [
    "{ open: { token: CANARY } }",
    [
      '21:25 unknown-key: unknown key "token" in bots.x.webhooks.open | Use one of: strategy, pairs, open, dca, close, stop.',
    ],
  ],
  [
    "{ open: { open: { orderVolume: '${v}' } } }",
    ["21:46 undefined-variable: there is no variable v | Declare it under `vars`, or give it with --var v=…."],
  ],
  [
    "{ open: { close: { event: delays, value: 1 } } }",
    [
      '21:41 unknown-word: bots.x.webhooks.open.close.event must be percentage, pnl or delay, not "delays" | Did you mean delay?',
    ],
  ],
  [
    "{ open: { close: { event: pnl, value: '{{close}}' } } }",
    [
      '21:53 webhook-placeholder: bot x: the webhook open has {{close}} as close.value, which gives 67250.5 | Write a number, or a series of an indicator: "{{plot_0}}". The service never takes prices or amounts of the base asset.',
    ],
  ],
  [
    "{ open: { open: { orderVolume: null } } }",
    [
      "21:46 webhook-incomplete: bot x: the webhook open leaves out open.orderVolume, which the service needs | Remove the null to take it from the bot's volumeFirstOrder, or write a value.",
    ],
  ],
  [
    "{ open: { strategy: null } }",
    [
      "21:35 webhook-incomplete: bot x: the webhook open leaves out strategy, which the service needs | Remove the null to take it from the bot's strategy, or write a value.",
    ],
  ],
  [
    "{ open: { pairs: null } }",
    [
      "21:32 webhook-incomplete: bot x: the webhook open leaves out pairs, which the service needs | Remove the null to take it from the bot's pairTitle, or write a value.",
    ],
  ],
];

const SCALED: readonly Row[] = [
  [
    "{ open: { open: { orderVolume: 5 } } }",
    [
      "23:46 volume-too-small: bot x: the webhook open has open.orderVolume 0.5 after the account's volumeScale of 0.1, less than an order may have | Raise the volume or volumeScale, or correct volumeStep or volumeMin.",
    ],
  ],
  [
    "{ open: { stop: { event: pnl, value: 5, delay: 0 } } }",
    [
      "23:52 warning webhook-scale: bot x: the webhook open has a stop.value in USDT, which the account's volumeScale of 0.1 leaves as it is | Set it in this account's overrides, or use percentage.",
      "23:62 warning webhook-stop-delay: bot x: the webhook open has a stop.delay of 0, which the service probably refuses | Leave delay out, or set the seconds; other programs send 3.",
    ],
  ],
  [
    "{ open: { stop: { event: pnl, value: 5, delay: 3 } } }",
    [
      "23:52 warning webhook-scale: bot x: the webhook open has a stop.value in USDT, which the account's volumeScale of 0.1 leaves as it is | Set it in this account's overrides, or use percentage.",
    ],
  ],
  [
    "{ open: { open: { orderVolume: '{{plot_0}}' } } }",
    [
      "23:46 webhook-placeholder: bot x: the webhook open takes open.orderVolume from a placeholder, which the account's volumeScale can't multiply | Write a number, or leave the bot out of this account with except.",
    ],
  ],
  [
    "{ open: { open: { orderVolume: '{{plot_20}}' } } }",
    [
      '23:46 webhook-placeholder: bot x: the webhook open has "{{plot_20}}", which is not a placeholder | The indicator\'s first twenty series are plot_0 to plot_19.',
      "23:46 webhook-placeholder: bot x: the webhook open takes open.orderVolume from a placeholder, which the account's volumeScale can't multiply | Write a number, or leave the bot out of this account with except.",
    ],
  ],
  [
    "{ open: { open: { orderVolume: '{{plot_x}}' } } }",
    [
      '23:46 webhook-placeholder: bot x: the webhook open has "{{plot_x}}", which is not a placeholder | Did you mean plot_0?',
      "23:46 webhook-placeholder: bot x: the webhook open takes open.orderVolume from a placeholder, which the account's volumeScale can't multiply | Write a number, or leave the bot out of this account with except.",
    ],
  ],
  [
    "{ open: { open: { orderVolume: '{{close}}' } } }",
    [
      '23:46 webhook-placeholder: bot x: the webhook open has {{close}} as open.orderVolume, which gives 67250.5 | Write a number, or a series of an indicator: "{{plot_0}}". The service never takes prices or amounts of the base asset.',
      "23:46 webhook-placeholder: bot x: the webhook open takes open.orderVolume from a placeholder, which the account's volumeScale can't multiply | Write a number, or leave the bot out of this account with except.",
    ],
  ],
  [
    "{ open: { open: { orderVolume: '{{clos}}' } } }",
    [
      '23:46 webhook-placeholder: bot x: the webhook open has "{{clos}}", which is not a placeholder | Did you mean close?',
      "23:46 webhook-placeholder: bot x: the webhook open takes open.orderVolume from a placeholder, which the account's volumeScale can't multiply | Write a number, or leave the bot out of this account with except.",
    ],
  ],
  [
    "{ average: { amount: 5 } }",
    [
      "23:36 volume-too-small: bot x: the webhook average has amount 0.5 after the account's volumeScale of 0.1, less than an order may have | Raise the volume or volumeScale, or correct volumeStep or volumeMin.",
    ],
  ],
  [
    "{ average: { amount: '{{plot_0}}' } }",
    [
      "23:36 webhook-placeholder: bot x: the webhook average takes amount from a placeholder, which the account's volumeScale can't multiply | Write a number, or leave the bot out of this account with except.",
    ],
  ],
  [
    "{ open: { close: { event: pnl, value: '{{close}}' } } }",
    [
      '23:53 webhook-placeholder: bot x: the webhook open has {{close}} as close.value, which gives 67250.5 | Write a number, or a series of an indicator: "{{plot_0}}". The service never takes prices or amounts of the base asset.',
      "23:53 warning webhook-scale: bot x: the webhook open has a close.value in USDT, which the account's volumeScale of 0.1 leaves as it is | Set it in this account's overrides, or use percentage.",
    ],
  ],
];

describe("webhooks", () => {
  test.each(PLAIN)("%s", (webhooks, says) => {
    expect(said(diagnosticsOf(withAccount(fleet(webhooks))))).toEqual(says);
  });

  test.each(SCALED)("%s on an account that scales volumes", (webhooks, says) => {
    const rules = ["volumeScale: 0.1", "volumeMin: 2"];
    expect(said(diagnosticsOf(withAccount(fleet(webhooks), ...rules)))).toEqual(says);
  });
});

test("what a bot can't use is said, and nothing of what it lies over", () => {
  const under = "defaults: { webhooks: { open: { stop: { enabled: true } } } }\n";
  const problems = (webhooks: string) => said(diagnosticsOf(withAccount(`${under}${fleet(webhooks)}`)));
  expect(problems("{ open: { stop: { event: percentage, value: '${nope}' } } }")).toEqual([`22:59 ${NOPE}`]);
  expect(problems("'${nope}'")).toEqual([`22:15 ${NOPE}`]);
});
