// A bot's webhooks in the configuration: what is refused and where, how layers merge, and what comes from the bot.
import { describe, expect, test } from "vitest";
import { exportYaml } from "../../../../src/authoring/export.js";
import { loadSources } from "../../../../src/config/load.js";
import { resolveHook } from "../../../../src/config/webhooks/webhook-connection.js";
import type { WebhookAction } from "../../../../src/model/webhook/webhook.js";
import { webhookBody } from "../../../../src/model/webhook/webhook-body.js";
import { expectWords } from "../../../support/words.js";
import { said } from "../fleet.js";

const HEAD = `version: 1
accounts:
  main:
    apiUrl: https://api.example.net
    apiKey: \${env.BOTFORM_KEY}
    apiSecret: \${env.BOTFORM_SECRET}
    accesses: { primary: Main futures }
`;
const BOT = {
  title: "BTC dip",
  pairTitle: "USDT-BTC",
  strategy: "LONG",
  leverage: "5",
  marginMode: "ISO",
  typeTakeProfit: "LIMIT",
  typeFirstOrder: "MARKET",
  percentTakeProfit: "1.2",
  percentSafetyOrder: "1.5",
  volumeFirstOrder: "20",
  volumeSafetyOrder: "40",
  countOrderMax: "6",
  martingaleScale: "1.2",
  dynamicStepScale: "1.10",
};

function yaml(bot: Readonly<Record<string, string | undefined>>, more = "", account = ""): string {
  const lines = Object.entries({ ...BOT, ...bot }).flatMap(([name, value]) =>
    value === undefined ? [] : [`    ${name}: ${value}\n`],
  );
  return `${HEAD}${account}${more}bots:\n  btc:\n${lines.join("")}`;
}

function load(text: string) {
  return loadSources([{ file: "a.yaml", text }]);
}

function bodies(text: string): Record<string, unknown> {
  const { accounts, diagnostics } = load(text);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const messages = accounts[0]?.resolved[0]?.webhooks.messages ?? [];
  return Object.fromEntries(
    messages.map((message) => [message.action, JSON.parse(webhookBody(message, { dialect: "flat" }))]),
  );
}

const HEADER = { strategy: "long", pairs: ["BTCUSDT"] };
const FROM_BOT = {
  open: { orderVolume: "20", leverage: 5, marginType: "isolated", orderType: "Market" },
  dca: { enabled: true, max: 6, volume: "40", percent: "1.5", multiplierVolume: "1.2", multiplierPrice: "1.1" },
  close: { enabled: true, event: "percentage", value: "1.2" },
};

describe("what comes from the bot", () => {
  test.each<{ because: string; webhooks: string; expected: readonly string[] }>([
    {
      because: "of the bot's settings, or of no choice",
      webhooks: "true",
      expected: [
        'open strategy "long" strategy',
        'open pairs ["BTCUSDT"] pairTitle',
        'open open.orderVolume "20" volumeFirstOrder',
        "open open.leverage 5 leverage",
        'open open.marginType "isolated" marginMode',
        'open open.orderType "Market" typeFirstOrder',
        "open dca.enabled true countOrderMax",
        "open dca.max 6 countOrderMax",
        'open dca.volume "40" volumeSafetyOrder',
        'open dca.percent "1.5" percentSafetyOrder',
        'open dca.multiplierVolume "1.2" martingaleScale',
        'open dca.multiplierPrice "1.1" dynamicStepScale',
        "open close.enabled true percentTakeProfit",
        'open close.event "percentage" percentTakeProfit',
        'open close.value "1.2" percentTakeProfit',
        'update strategy "long" strategy',
        'update pairs ["BTCUSDT"] pairTitle',
        "update dca.enabled true countOrderMax",
        "update dca.max 6 countOrderMax",
        'update dca.volume "40" volumeSafetyOrder',
        'update dca.percent "1.5" percentSafetyOrder',
        'update dca.multiplierVolume "1.2" martingaleScale',
        'update dca.multiplierPrice "1.1" dynamicStepScale',
        "update close.enabled true percentTakeProfit",
        'update close.event "percentage" percentTakeProfit',
        'update close.value "1.2" percentTakeProfit',
        'average strategy "long" strategy',
        'average pairs ["BTCUSDT"] pairTitle',
        'average amount "40" volumeSafetyOrder',
        'close strategy "long" strategy',
        'close pairs ["BTCUSDT"] pairTitle',
        "close closePosition true fixed",
      ],
    },
    {
      because: "or where it is stated; what is off, or another event, takes nothing from the bot",
      webhooks:
        "{ open: { strategy: short, open: { leverage: null, cycles: 3 }, dca: { enabled: false, max: 2 }, close: { event: percentage, value: 0.50 }, stop: { event: percentage, value: 4 } }, update: { close: { enabled: false } }, average: null, close: { closePosition: false } }",
      expected: [
        'open strategy "short" stated a.yaml bots.btc.webhooks.open.strategy',
        'open pairs ["BTCUSDT"] pairTitle',
        'open open.orderVolume "20" volumeFirstOrder',
        'open open.marginType "isolated" marginMode',
        'open open.orderType "Market" typeFirstOrder',
        "open open.cycles 3 stated a.yaml bots.btc.webhooks.open.open.cycles",
        "open dca.enabled false stated a.yaml bots.btc.webhooks.open.dca.enabled",
        "open dca.max 2 stated a.yaml bots.btc.webhooks.open.dca.max",
        "open close.enabled true percentTakeProfit",
        'open close.event "percentage" stated a.yaml bots.btc.webhooks.open.close.event',
        'open close.value "0.5" stated a.yaml bots.btc.webhooks.open.close.value',
        "open stop.enabled true fixed",
        'open stop.event "percentage" stated a.yaml bots.btc.webhooks.open.stop.event',
        'open stop.value "4" stated a.yaml bots.btc.webhooks.open.stop.value',
        'update strategy "long" strategy',
        'update pairs ["BTCUSDT"] pairTitle',
        "update close.enabled false stated a.yaml bots.btc.webhooks.update.close.enabled",
        'close strategy "long" strategy',
        'close pairs ["BTCUSDT"] pairTitle',
        "close closePosition false stated a.yaml bots.btc.webhooks.close.closePosition",
      ],
    },
  ])("each setting of a message says that it is $because", ({ webhooks, expected }) => {
    const messages = load(yaml({ webhooks })).accounts[0]?.resolved[0]?.webhooks.messages ?? [];
    expect(messages).not.toEqual([]);
    const found = messages.flatMap(({ action, settings }) =>
      settings.map(({ path, value, source }) => {
        const from = source.kind === "bot" ? source.fields.join() : source.kind;
        const at = source.kind === "stated" ? ` ${source.file} ${source.path.join(".")}` : "";
        return `${action} ${path} ${JSON.stringify(value)} ${from}${at}`;
      }),
    );
    expect(found).toEqual(expected);
  });

  test("true is every action that the bot can give", () => {
    expect(bodies(yaml({ webhooks: "true" }))).toEqual({
      open: { ...HEADER, ...FROM_BOT },
      update: { ...HEADER, dca: FROM_BOT.dca, close: FROM_BOT.close },
      average: { ...HEADER, amount: "40" },
      close: { ...HEADER, closePosition: true },
    });
  });

  test.each<readonly [string, Readonly<Record<string, string | undefined>>, string, WebhookAction, object, string]>([
    ["{ open: true }", {}, "", "open", { ...HEADER, ...FROM_BOT }, "true at an action is the same as an empty one"],
    ["{ open: {} }", {}, "", "open", { ...HEADER, ...FROM_BOT }, "an empty section"],
    ["{ open: { dca: null, close: null } }", {}, "", "open", { ...HEADER, open: FROM_BOT.open }, "null leaves out"],
    [
      "{ open: { open: { leverage: null }, dca: { multiplierPrice: null, active: 3 } } }",
      {},
      "",
      "open",
      {
        ...HEADER,
        open: { orderVolume: "20", marginType: "isolated", orderType: "Market" },
        dca: { enabled: true, max: 6, active: 3, volume: "40", percent: "1.5", multiplierVolume: "1.2" },
        close: FROM_BOT.close,
      },
      "null leaves out a field, too",
    ],
    [
      '{ open: { open: { orderVolume: "25.50", cycles: 2 } } }',
      {},
      "",
      "open",
      { ...HEADER, ...FROM_BOT, open: { ...FROM_BOT.open, orderVolume: "25.5", cycles: 2 } },
      "text and number are one decimal, sent as text",
    ],
    [
      "{ open: { open: { orderVolume: 0.1 }, close: { enabled: false } } }",
      {},
      "",
      "open",
      { ...HEADER, open: { ...FROM_BOT.open, orderVolume: "0.1" }, dca: FROM_BOT.dca, close: { enabled: false } },
      "what is off needs no more",
    ],
    [
      "{ update: { stop: { event: pnl, value: 12 } } }",
      {},
      "",
      "update",
      { ...HEADER, stop: { enabled: true, event: "pnl", value: "12" } },
      "an update says what is stated, and nothing else",
    ],
    [
      "{ close: { closePosition: false } }",
      { strategy: "SHORT", pairTitle: "BUSD-ETH" },
      "",
      "close",
      { strategy: "short", pairs: ["ETHBUSD"], closePosition: false },
      "direction and pair are the bot's",
    ],
    [
      "{ open: { close: { event: delay, value: 60 } } }",
      { countOrderMax: undefined, volumeSafetyOrder: undefined },
      "",
      "open",
      { ...HEADER, open: FROM_BOT.open, close: { enabled: true, event: "delay", value: "60" } },
      "no safety orders, no dca",
    ],
  ])("%s: %#", (webhooks, bot, _more, action, expected) => {
    expect(bodies(yaml({ ...bot, webhooks }))[action]).toEqual(expected);
  });

  test("true is no average without a volume, and a stated one is an error", () => {
    expect(Object.keys(bodies(yaml({ webhooks: "true", volumeSafetyOrder: undefined })))).toEqual([
      "open",
      "update",
      "close",
    ]);
  });
});

describe("layers", () => {
  const defaults =
    "defaults: { webhooks: { open: { stop: { event: percentage, value: 3 } }, close: { closePosition: true } } }\n";

  test.each<readonly [string, object, string]>([
    ["{ open: { stop: { value: 5 } } }", { enabled: true, event: "percentage", value: "5" }, "a field over a field"],
    [
      "{ open: { stop: { event: pnl, value: 5 } } }",
      { enabled: true, event: "pnl", value: "5" },
      "an event brings its value",
    ],
    ["{ open: { open: { cycles: 1 } } }", { enabled: true, event: "percentage", value: "3" }, "inherited"],
    ["true", { enabled: true, event: "percentage", value: "3" }, "true adds, and takes nothing away"],
  ])("%s over defaults: %#", (webhooks, stop) => {
    const found = bodies(yaml({ webhooks }, defaults));
    expect(found["open"]).toMatchObject({ stop });
    expect(found).toHaveProperty("close");
  });

  test("another event doesn't keep the value below it", () => {
    const found = load(yaml({ webhooks: "{ open: { stop: { event: pnl } } }" }, defaults)).diagnostics;
    expect(found.map(({ code }) => code)).toEqual(["config/webhook-event"]);
  });

  test.each([
    ["{ open: null }", ["close"]],
    ["null", []],
    ["{ average: { amount: 5 } }", ["open", "average", "close"]],
  ])("%s over defaults leaves %j", (webhooks, actions) => {
    expect(Object.keys(bodies(yaml({ webhooks }, defaults)))).toEqual(actions);
  });

  test("overrides have the last word, and the scale is over it all", () => {
    const account =
      "    volumeScale: 0.25\n    volumeStep: 0.1\n    overrides: { webhooks: { average: { amount: 33 } } }\n";
    expect(
      bodies(yaml({ webhooks: "{ open: { open: { orderVolume: 50 } }, average: { amount: 10 } }" }, "", account)),
    ).toMatchObject({
      open: { open: { orderVolume: "12.5" }, dca: { volume: "10" } },
      average: { amount: "8.2" },
    });
  });

  test("the scale is over each volume that a body states, and over nothing else", () => {
    const webhooks =
      "{ open: { open: { orderVolume: 50 }, dca: { volume: 30, percent: 2 } }, average: { amount: 10 } }";
    expect(bodies(yaml({ webhooks }, "", "    volumeScale: 0.5\n"))).toMatchObject({
      open: { open: { orderVolume: "25" }, dca: { volume: "15", percent: "2" } },
      average: { amount: "5" },
    });
  });

  test("variables are worked out bot by bot, and checked", () => {
    const vars = "vars: { sl: 4.5, side: loong }\n";
    const stop = '{ open: { stop: { event: percentage, value: "${sl}" } } }';
    expect(bodies(yaml({ webhooks: stop }, vars))["open"]).toMatchObject({ stop: { value: "4.5" } });
    const wrong = load(yaml({ webhooks: '{ open: { strategy: "${side}" } }' }, vars)).diagnostics;
    expect(wrong.map(({ code, position }) => [code, position?.line])).toEqual([["config/unknown-word", 25]]);
    expect(wrong[0]?.summary).toContain("it contains variables");
  });

  test("webhooks change no plan: the digest is the same", () => {
    const digest = (webhooks: string | undefined) => load(yaml({ webhooks })).accounts[0]?.desired.digest;
    expect(digest("true")).toBe(digest(undefined));
    expect(digest(undefined)).toHaveLength(64);
  });
});

describe("what is wrong is said with its place", () => {
  const LINE = Object.keys(BOT).length + 10;
  const cases: readonly {
    webhooks: string;
    code: string;
    says: RegExp;
    at?: string;
    bot?: Readonly<Record<string, string | undefined>>;
    account?: string;
    because: string;
  }[] = [
    { webhooks: "false", code: "wrong-type", says: /true, or a map/, because: "off is null" },
    { webhooks: "{ open: 5 }", code: "wrong-type", says: /true, or a map/, because: "no message" },
    {
      webhooks: "{ open: { dca: true } }",
      code: "wrong-type",
      says: /a map of its fields/,
      because: "sections are maps",
    },
    {
      webhooks: "{ open: { orderVolume: 5 } }",
      code: "unknown-key",
      says: /open: \{ orderVolume/,
      because: "one level too high",
    },
    { webhooks: "{ open: { botId: 5 } }", code: "unknown-key", says: /in the bot itself/, because: "the bot has it" },
    { webhooks: "{ open: { stopp: {} } }", code: "unknown-key", says: /mean stop/, because: "a slip" },
    {
      webhooks: "{ update: { open: {} } }",
      code: "unknown-key",
      says: /unknown key "open"/,
      because: "an update opens nothing",
    },
    {
      webhooks: "{ open: { open: { marginType: CROSS } } }",
      code: "unknown-word",
      says: /mean cross/,
      because: "lower case",
    },
    {
      webhooks: "{ open: { open: { orderType: MARKET } } }",
      code: "unknown-word",
      says: /mean Market/,
      because: "a capital",
    },
    { webhooks: "{ open: { strategy: LONG } }", code: "unknown-word", says: /mean long/, because: "lower case" },
    { webhooks: "{ open: { strategy: buy } }", code: "unknown-word", says: /mean long/, because: "an order's word" },
    {
      webhooks: "{ open: { stop: { event: delay } } }",
      code: "unknown-word",
      says: /percentage or pnl/,
      because: "a stop has no delay event",
    },
    { webhooks: "{ open: { pairs: [USDT-BTC] } }", code: "bad-pair", says: /Write BTCUSDT/, because: "the API's form" },
    {
      webhooks: "{ open: { pairs: [BINANCE:BTCUSDT.P] } }",
      code: "bad-pair",
      says: /Write BTCUSDT/,
      because: "the platform's form",
    },
    {
      webhooks: "{ open: { strategy: 5 } }",
      code: "wrong-type",
      says: /one of the words/,
      because: "a number for a word",
    },
    {
      webhooks: "{ open: { pairs: ['?!'] } }",
      code: "bad-pair",
      says: /together, in capitals/,
      because: "nothing that could be meant",
    },
    {
      webhooks: "{ open: { pairs: [] } }",
      code: "wrong-type",
      says: /an empty list/,
      because: "every pair would be meant",
    },
    {
      webhooks: "{ open: { open: { leverage: 2.5 } } }",
      code: "not-whole",
      says: /whole number/,
      because: "counts are whole",
    },
    {
      webhooks: "{ open: { open: { leverage: 0 } } }",
      code: "out-of-range",
      says: /at least 1/,
      because: "none at all",
    },
    {
      webhooks: "{ open: { open: { orderVolume: -5 } } }",
      code: "out-of-range",
      says: /greater than 0/,
      because: "less than nothing",
    },
    {
      webhooks: '{ open: { open: { orderVolume: "0.0" } } }',
      code: "out-of-range",
      says: /greater than 0/,
      because: "nothing, as text",
    },
    {
      webhooks: '{ open: { open: { orderVolume: "1,5" } } }',
      code: "wrong-type",
      says: /plain number/,
      because: "a comma",
    },
    {
      webhooks: '{ open: { dca: { enabled: "yes" } } }',
      code: "wrong-type",
      says: /true or false/,
      because: "text is no switch",
    },
    {
      webhooks: "{ open: {} }",
      bot: { volumeFirstOrder: undefined, botId: "7" },
      code: "webhook-incomplete",
      says: /no open.orderVolume/,
      because: "nobody says the volume",
    },
    {
      webhooks: "{ average: {} }",
      bot: { volumeSafetyOrder: undefined },
      code: "webhook-incomplete",
      says: /no amount/,
      because: "nobody says the amount",
    },
    {
      webhooks: "{ close: {} }",
      bot: { pairTitle: undefined, botId: "7" },
      code: "webhook-incomplete",
      says: /no pairs/,
      because: "nobody says the pair",
    },
    {
      webhooks: "{ open: { stop: { enabled: true } } }",
      code: "webhook-event",
      says: /without event and value/,
      because: "on, and how?",
    },
    {
      webhooks: "{ open: { close: { value: 3 } } }",
      code: "webhook-event",
      says: /without an event/,
      because: "3 what?",
    },
    {
      webhooks: "{ open: { close: { event: pnl } } }",
      code: "webhook-event",
      says: /without a value/,
      because: "the bot's percent is no USDT",
    },
    {
      webhooks: "{ open: { close: { event: delay, value: 60.5 } } }",
      code: "webhook-event",
      says: /whole seconds/,
      at: "60.5",
      because: "half a second",
    },
    {
      webhooks: '{ open: { stop: { event: pnl, value: "0" } } }',
      code: "webhook-event",
      says: /a value of 0/,
      because: "on at nothing",
    },
    {
      webhooks: "{ open: { stop: { event: pnl, value: 5, delay: 0 } } }",
      code: "webhook-stop-delay",
      says: /probably refuses/,
      because: "S-69",
    },
    {
      webhooks: "{ update: { dca: null, close: null } }",
      code: "webhook-empty",
      says: /changes nothing/,
      because: "nothing is left",
    },
    {
      webhooks: "true",
      bot: { volumeSafetyOrder: undefined },
      code: "webhook-safety-volume",
      says: /without dca.volume/,
      because: "martingale alone",
    },
    {
      webhooks: "{ update: { stop: { event: pnl, value: 5 } } }",
      account: "    volumeScale: 0.5\n",
      code: "webhook-scale",
      says: /USDT/,
      because: "USDT isn't scaled",
    },
    {
      webhooks: "{ open: { open: { orderVolume: 1 } } }",
      account: "    volumeScale: 0.5\n    volumeMin: 5\n",
      code: "volume-too-small",
      says: /0.5 after/,
      because: "scaled below the least",
    },
    {
      webhooks: "{ average: { amount: 1.123456789012347 } }",
      account: "    volumeScale: 0.1234567890123457\n",
      code: "inexact-number",
      says: /more digits/,
      because: "a product too fine",
    },
    {
      webhooks: "{ close: { strategy: short } }",
      code: "webhook-differs",
      says: /the bot is LONG/,
      because: "another direction",
    },
    { webhooks: "{ close: { pairs: [ETHUSDT] } }", code: "webhook-differs", says: /USDT-BTC/, because: "another pair" },
    {
      webhooks: '{ open: { open: { orderVolume: "{{volum}}" } } }',
      code: "webhook-placeholder",
      says: /not a placeholder/,
      because: "a slip",
    },
    {
      webhooks: '{ open: { close: { event: percentage, value: "{{close}}" } } }',
      code: "webhook-placeholder",
      says: /67250.5/,
      because: "a price",
    },
    {
      webhooks: '{ average: { amount: "{{strategy.order.contracts}}" } }',
      code: "webhook-placeholder",
      says: /amounts of the base asset/,
      because: "0.5 BTC are no 0.5 USDT",
    },
    {
      webhooks: '{ average: { amount: "{{plot_25}}" } }',
      code: "webhook-placeholder",
      says: /plot_0 to plot_19/,
      because: "there are twenty",
    },
    {
      webhooks: "{ open: { stop: { event: percentage, value: 100 } } }",
      code: "webhook-event",
      says: /no price can fall that far/,
      because: "a long's stop at a price of 0",
    },
    {
      webhooks: '{ open: { strategy: "{{strategy.order.action}}" } }',
      code: "webhook-placeholder",
      says: /buy or sell/,
      because: "no direction",
    },
    {
      webhooks: '{ average: { amount: "{{plot_0}}" } }',
      account: "    volumeScale: 0.5\n",
      code: "webhook-placeholder",
      says: /multiply/,
      because: "unknown times 0.5",
    },
  ];

  test("in these words", () => {
    const texts = cases.map(({ webhooks, bot = {}, account = "" }) => {
      const { diagnostics } = load(yaml({ webhooks, ...bot }, "", account));
      return `${webhooks}\n${said(diagnostics)
        .map((line) => `  ${line}\n`)
        .join("")}`;
    });
    expectWords(import.meta.dirname, "webhook.words.txt", texts.join("\n"));
  });

  test.each(cases)("$webhooks — $because", ({ webhooks, code, says, at, bot = {}, account = "" }) => {
    const text = yaml({ ...bot, webhooks }, "", account);
    const found = load(text).diagnostics.filter(
      (one) =>
        (!one.code.startsWith("config/incomplete-bot") && one.code !== "config/volume-too-small") ||
        one.code === `config/${code}`,
    );
    expect(found.map((one) => one.code)).toContain(`config/${code}`);
    const one = found.find((each) => each.code === `config/${code}` && says.test(`${each.summary} ${each.remedy}`));
    expect(one, JSON.stringify(found.map(({ summary, remedy }) => [summary, remedy]))).toBeDefined();
    const line = text.split("\n").findIndex((each) => each.includes("webhooks:")) + 1;
    expect(one?.position?.line).toBe(line);
    expect(line).toBeGreaterThanOrEqual(LINE - 6);
    if (at !== undefined)
      expect(one?.position?.text.slice((one.position.column ?? 1) - 1)).toMatch(new RegExp(`^${at}`));
    expect(one?.remedy).not.toBe("");
  });

  test.each([
    { webhooks: '{ average: { amount: "{{plot_0}}" } }', because: "a series of an indicator" },
    { webhooks: '{ open: { strategy: "{{strategy.market_position}}" } }', because: "long or short" },
    { webhooks: '{ open: { pairs: ["{{syminfo.basecurrency}}{{syminfo.currency}}"] } }', because: "comes to a symbol" },
    {
      webhooks: "{ open: { stop: { enabled: false, event: percentage, value: 0 } } }",
      because: "off, as programs send it",
    },
  ])("$webhooks is sound: $because", ({ webhooks }) => {
    expect(load(yaml({ webhooks })).diagnostics).toEqual([]);
  });
});

describe("an account's keys", () => {
  const account = (line: string) => load(yaml({}, "", `    ${line}\n`)).diagnostics.map(({ code }) => code);
  test.each<readonly [string, readonly string[], string]>([
    ["hookToken: abc-literal", ["config/literal-secret"], "a secret in the file"],
    ["hookAccount: '7001'", ["config/literal-secret"], "half of a secret"],
    ["hookUrls: { close: https://h.example/crazy/hook/1:abcdef/x }", ["config/literal-secret"], "the whole of it"],
    ["hookToken: ${env.TOKEN}", ["config/bad-reference"], "not ours"],
    ["hookPaths: { close: close-deal }", ["config/bad-url"], "no slash"],
    ["hookPaths: { close: https://h.example/x }", ["config/bad-url"], "a whole address"],
    ["hookPaths: { clsoe: /x }", ["config/unknown-key"], "a slip"],
    ["hookPaths: { close: /close-deal, open: '' }", [], "nothing, and a path"],
    ["hookToken: ${env.BOTFORM_T}", [], "from the environment"],
  ])("%s: %j, %s", (line, codes) => {
    expect(account(line)).toEqual(codes);
  });

  test("a literal token is in no message", () => {
    const { diagnostics } = load(yaml({}, "", "    hookToken: CANARY-1234567\n    hookAccount: CANARY-7654321\n"));
    expect(diagnostics).toHaveLength(2);
    expect(JSON.stringify(diagnostics)).not.toContain("CANARY");
  });
});

describe("addresses", () => {
  const ENV = { BOTFORM_A: "7001", BOTFORM_T: "CANARY-TOKEN", BOTFORM_U: "https://h.example/own/CANARY-TOKEN/x" };
  const KEYS = "    hookUrl: https://h.example\n    hookAccount: ${env.BOTFORM_A}\n    hookToken: ${env.BOTFORM_T}\n";

  function resolved(more: string, action: WebhookAction, dialect: "flat" | "envelope", env: object = ENV) {
    const connection = load(yaml({}, "", `${more}`)).accounts[0]?.connection;
    if (connection === undefined) throw new Error("no account");
    return resolveHook(connection, { ...env }, { action, dialect });
  }

  test.each<readonly [string, WebhookAction, "flat" | "envelope", string]>([
    [KEYS, "open", "flat", "https://h.example/crazy/hook/7001:CANARY-TOKEN"],
    [KEYS, "update", "flat", "https://h.example/crazy/hook/7001:CANARY-TOKEN"],
    [KEYS, "average", "flat", "https://h.example/crazy/hook/7001:CANARY-TOKEN/topup-deal"],
    [KEYS, "close", "envelope", "https://h.example/crazy/hook/7001:CANARY-TOKEN"],
    [`${KEYS}    hookPaths: { close: /end }\n`, "close", "flat", "https://h.example/crazy/hook/7001:CANARY-TOKEN/end"],
    [`${KEYS}    hookPaths: { close: "" }\n`, "close", "flat", "https://h.example/crazy/hook/7001:CANARY-TOKEN"],
    ["    hookUrls: { close: '${env.BOTFORM_U}' }\n", "close", "flat", "https://h.example/own/CANARY-TOKEN/x"],
    ["    hookUrls: { open: '${env.BOTFORM_U}' }\n", "close", "envelope", "https://h.example/own/CANARY-TOKEN/x"],
  ])("%s %s %s: %s", (more, action, dialect, url) => {
    const found = resolved(more, action, dialect);
    expect(found).toMatchObject({ kind: "address", address: { url } });
    expect(found.kind === "address" && found.address.masked).not.toMatch(/CANARY|7001/);
  });

  const COPY = "Copy it again from the Webhooks block of the saved bot; its value is not shown here.";
  const BAD_WHOLE = `config/bad-hook: account main: an address in hookUrls isn't https://host/… without query and fragment | ${COPY}`;
  const badPart = (key: string) =>
    `config/bad-hook: account main: ${key} contains characters that aren't allowed in an address | ${COPY}`;

  test.each<readonly [string, WebhookAction, object, string]>([
    [KEYS, "close", ENV, "no-path"],
    ["    hookUrl: https://h.example\n", "open", ENV, "missing"],
    [
      KEYS,
      "open",
      { BOTFORM_A: "7001" },
      "config/env-missing: account main: the environment variable BOTFORM_T is not set, or empty | Set BOTFORM_T, or BOTFORM_T_FILE to the path of a file that holds it, before you start botform or in a file given with --env-from; or let a credential helper give it.",
    ],
    [KEYS, "open", { ...ENV, BOTFORM_T: "CANARY/../x" }, badPart("hookToken")],
    [KEYS, "open", { ...ENV, BOTFORM_A: "CANARY?x" }, badPart("hookAccount")],
    ["    hookUrls: { open: '${env.BOTFORM_U}' }\n", "open", { BOTFORM_U: "http://h.example/CANARY" }, BAD_WHOLE],
    ["    hookUrls: { open: '${env.BOTFORM_U}' }\n", "open", { BOTFORM_U: "https://h.example/CANARY?x" }, BAD_WHOLE],
    ["    hookUrls: { open: '${env.BOTFORM_U}' }\n", "open", { BOTFORM_U: "CANARY" }, BAD_WHOLE],
  ])("%s %s %j: %s", (more, action, env, kind) => {
    const found = resolved(more, action, "flat", env);
    const said =
      found.kind === "unusable"
        ? found.diagnostics.map(({ code, summary, remedy }) => `${code}: ${summary} | ${remedy}`)
        : [found.kind];
    expect(said).toEqual([kind]);
    expect(JSON.stringify(found)).not.toContain("CANARY");
  });
});

test("render writes webhooks out in full, and they come to the same", () => {
  const text = yaml(
    {
      webhooks:
        "{ open: { open: { leverage: null }, close: null, stop: { event: pnl, value: 5 } }, update: true, close: true }",
    },
    "",
    "    volumeScale: 0.5\n",
  );
  const account = load(text).accounts[0];
  if (account === undefined) throw new Error("no account");
  const exported = exportYaml(account);
  const again = load("text" in exported ? exported.text : "").accounts[0];
  const said = (one: typeof account | undefined) =>
    one?.resolved[0]?.webhooks.messages.map((message) => webhookBody(message, { dialect: "flat" }));
  expect(said(again)).toEqual(said(account));
  expect(said(account)).toHaveLength(3);
});
