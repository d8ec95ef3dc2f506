// Planted mistakes in alert messages, each found with its code; and sound bodies, in which nothing is.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WEBHOOK_CODES, type WebhookCode } from "../../../src/model/webhook/webhook-codes.js";
import { filled, PLACEHOLDERS, placeholder } from "../../../src/model/webhook/webhook-placeholders.js";
import { lintWebhook } from "../../../src/webhook/lint.js";
import { anyText } from "../../support/any-text.js";
import { expectLinear } from "../../support/work.js";

function codes(text: string, options: { ghost?: boolean; secrets?: readonly string[] } = {}): string[] {
  return lintWebhook(text, { file: "a.json", ...options }).diagnostics.map(({ code }) => code.replace("webhook/", ""));
}

const HEAD = '"botId":7,"strategy":"long","pairs":["BTCUSDT"]';
const flat = (rest: string, head = HEAD) => `{${head},${rest}}`;
const open = (section: string, more = "") =>
  flat(`"open":{"orderVolume":"20"${section === "" ? "" : `,${section}`}}${more}`);
const close = (section: string) => open("", `,"close":{${section}}`);
const CLOSE = '"closePosition":true';

it.each([
  ['"botId":7', ["warning", "warning"], "the bot has a pair and a strategy of its own"],
  ['"botId":7,"pairs":["BTCUSDT"]', ["warning"], "it has a strategy"],
  ['"strategy":"long"', ["error", "error"], "a Ghost takes every pair"],
])("without pairs or strategy, a body with %s has %j: %s", (head, expected, because) => {
  const { diagnostics } = lintWebhook(flat(CLOSE, head), { file: "a.json" });
  expect(
    diagnostics.map(({ severity }) => severity),
    because,
  ).toEqual(expected);
});

describe("sound bodies", () => {
  it.each([
    [open(""), "the least open"],
    [open('"leverage":5,"marginType":"cross","orderType":"Market","cycles":1'), "every field of open"],
    [
      open(
        "",
        ',"dca":{"enabled":true,"max":10,"active":3,"volume":"10","percent":"0.3","multiplierVolume":"1.5","multiplierPrice":"1"},"close":{"enabled":true,"event":"percentage","value":"0.5"},"stop":{"enabled":true,"event":"percentage","value":"3","delay":3}',
      ),
      "the forms that programs send (S-66)",
    ],
    [
      open(
        "",
        ',"dca":{"enabled":false},"close":{"enabled":false,"event":"percentage","value":"0"},"stop":{"enabled":false}',
      ),
      "switched off",
    ],
    [flat('"close":{"enabled":true,"event":"delay","value":"60"}'), "an update"],
    [flat('"amount":"10"'), "an average"],
    [flat(CLOSE), "a close"],
    [`{"action":"close","params":{${HEAD},${CLOSE}}}`, "an envelope"],
    [` {\n  ${HEAD},\n  ${CLOSE}\n}\n`, "white space"],
    [flat('"amount":"{{plot_0}}"'), "a series as text"],
    [flat('"amount":"{{plot("Size in "USDT")}}"').replace('"USDT', "USDT"), "quotes within a placeholder"],
    [
      flat('"amount":"10"', '"botId":7,"strategy":"long","pairs":["{{syminfo.basecurrency}}{{syminfo.currency}}"]'),
      "a symbol of two placeholders",
    ],
    [
      open("", ',"dca":{"max":50,"active":50,"percent":"99.99","multiplierVolume":"1","multiplierPrice":"2"}'),
      "bounds",
    ],
    [open("", ',"dca":{"enabled":false,"max":99,"active":100}'), "what is off says nothing"],
    [flat('"stop":{"enabled":true,"event":"pnl","value":"100"}'), "100 USDT, not percent"],
    [flat('"stop":{"event":"percentage","value":"100"}').replace("long", "short"), "a price can double"],
    [flat('"stop":{"event":"percentage","value":"99.99"}'), "just above nothing"],
    [flat('"stop":{"enabled":false,"event":"percentage","value":"100"}'), "a stop that is off"],
  ])("%s: %s", (text) => {
    expect(codes(text)).toEqual([]);
  });

  it("a Ghost's, where one is meant", () => {
    const body = '{"action":"open","params":{"strategy":"long","pairs":["BTCUSDT"],"open":{"orderVolume":"20"}}}';
    expect(codes(body, { ghost: true })).toEqual([]);
    expect(codes(body)).toEqual(["no-bot"]);
  });
});

const PLANTED: readonly (readonly [string, readonly string[], string])[] = [
  ["", ["not-json"], "nothing at all"],
  ["{{strategy.order.alert_message}}", ["not-json"], "whatever the strategy says"],
  ["[1]", ["not-json"], "a list"],
  [open("").slice(0, -1), ["not-json"], "a brace is missing"],
  [open("").replace(",", ",,"), ["not-json"], "two commas"],
  [open("").replace("}}", ",}}"), ["not-json"], "a comma too many"],
  [open("").replaceAll('"', "'"), ["not-json"], "single quotes"],
  [open("").replaceAll('"', "“"), ["not-json"], "typographic quotes"],
  [`BTC goes up! ${open("")}`, ["text-around"], "words before"],
  [`${open("")} go`, ["text-around"], "words after"],
  [`Alert on {{ticker}}: ${open("")}`, ["text-around"], "a placeholder before"],
  [open('"leverage":5,"leverage":50'), ["duplicate-key"], "which of the two?"],
  [flat(`"amount":"${"9".repeat(70_000)}"`), ["too-large"], "no command is so long"],
  [open('"leverage":"5"'), ["wrong-type"], "a number in quotes"],
  [open('"leverage":2.5'), ["wrong-type"], "a fraction"],
  [open('"leverage":null'), ["wrong-type"], "null"],
  [close('"enabled":"true","event":"pnl","value":"5"'), ["wrong-type"], "a switch in quotes"],
  [flat('"closePosition":1'), ["wrong-type"], "a switch as a number"],
  [flat('"amount":"10 USDT"'), ["wrong-type"], "a unit"],
  [flat('"amount":"1,5"'), ["wrong-type"], "a comma"],
  [flat('"amount":"1e3"'), ["wrong-type"], "an exponent"],
  [flat('"amount":true'), ["wrong-type"], "true"],
  [flat('"amount":"10"', HEAD.replace('["BTCUSDT"]', '"BTCUSDT"')), ["wrong-type"], "no list"],
  [flat('"dca":[]'), ["wrong-type"], "a list in the place of a section"],
  [`{"action":"close","params":[]}`, ["wrong-type"], "a list in the place of params"],
  [flat('"amount":10'), ["number-for-text"], "a number where text is documented"],
  [flat('"amount":{{plot_0}}'), ["unquoted-placeholder"], "no quotes"],
  [
    close('"enabled":true,"event":"percentage","value":{{close}}'),
    ["absolute-price", "unquoted-placeholder"],
    "no quotes, and a price",
  ],
  [flat(CLOSE, HEAD.replace('"BTCUSDT"', "{{ticker}}")), ["unquoted-placeholder"], "a symbol without quotes"],
  [
    flat(CLOSE, HEAD.replace('"long"', "{{strategy.market_position}}")),
    ["may-be-flat", "unquoted-placeholder"],
    "a word without quotes",
  ],
  [open('"leverage":"{{plot_0}}"'), ["quoted-placeholder"], "text where a number is wanted"],
  [flat(CLOSE, HEAD.replace("7", '"{{plot_0}}"')), ["quoted-placeholder"], "an id in quotes"],
  [open('"leverage":{{plot_0}}'), ["unfit-placeholder"], "1.5 is no leverage"],
  [flat('"amount":"{{volum}}"'), ["unknown-placeholder"], "a slip"],
  [flat('"amount":"{{ volume }}"'), ["unknown-placeholder"], "spaces"],
  [flat('"amount":"{{plot_20}}"'), ["unknown-placeholder"], "there are twenty, from 0"],
  [flat('"{{close}}":1,"amount":"5"'), ["unknown-key"], "a placeholder as a key"],
  [flat('"amount":"{{exchange}}"'), ["unfit-placeholder"], "no number"],
  [flat('"amount":"1{{plot_0}}"'), ["unfit-placeholder"], "half a number"],
  [open('"marginType":"{{interval}}"'), ["unfit-placeholder"], "no margin"],
  [flat(CLOSE, HEAD.replace("long", "{{strategy.order.action}}")), ["order-action"], "it gives buy or sell"],
  [flat(CLOSE, HEAD.replace("long", "buy")), ["order-action"], "buy itself"],
  [flat(CLOSE, HEAD.replace("long", "{{strategy.market_position}}")), ["may-be-flat"], "flat is neither"],
  [
    close('"enabled":true,"event":"percentage","value":"{{strategy.order.price}}"'),
    ["absolute-price"],
    "a price is no percent",
  ],
  [open("", ',"dca":{"percent":"{{low}}"}'), ["absolute-price"], "a price is no step"],
  [flat(CLOSE, HEAD.replace("BTCUSDT", "BTCUSDT.P")), ["perpetual-symbol"], "TradingView's perpetual"],
  [flat(CLOSE, HEAD.replace("BTCUSDT", "BINANCE:BTCUSDT")), ["exchange-prefix"], "an exchange before it"],
  [flat(CLOSE, HEAD.replace("BTCUSDT", "{{exchange}}:{{ticker}}")), ["exchange-prefix"], "the same by placeholders"],
  [flat(CLOSE, HEAD.replace("BTCUSDT", "{{ticker}}")), ["ticker-placeholder"], "may end in .P"],
  [flat(CLOSE, HEAD.replace("BTCUSDT", "USDT-BTC")), ["pair-form"], "the API's form"],
  [flat(CLOSE, HEAD.replace("BTCUSDT", "btcusdt")), ["pair-form"], "small letters"],
  [flat(CLOSE, HEAD.replace("BTCUSDT", "{{close}}")), ["unfit-placeholder"], "a price is not a symbol"],
  [flat(CLOSE, '"strategy":"long","pairs":["BTCUSDT"]'), ["no-bot"], "a Ghost would do it (S-67)"],
  [flat(CLOSE, '"botId":7,"strategy":"long"'), ["no-pairs"], "every pair is opened (S-68)"],
  [flat(CLOSE, HEAD.replace('"BTCUSDT"', "")), ["no-pairs"], "an empty list"],
  [flat(CLOSE, '"botId":7,"pairs":["BTCUSDT"]'), ["missing-field"], "no direction"],
  [flat('"open":{"leverage":5}'), ["missing-field"], "no volume"],
  [`{"action":"average","params":{${HEAD}}}`, ["missing-field"], "no amount"],
  [`{"action":"close","params":{${HEAD}}}`, ["missing-field"], "tried and dropped by a program after live tests"],
  [`{"params":{${HEAD},${CLOSE}}}`, ["missing-field"], "no action"],
  ['{"action":"close"}', ["missing-field"], "no params"],
  [`{"action":"add","params":{${HEAD},${CLOSE}}}`, ["unknown-word"], "tried and dropped, too"],
  [open("", ',"stopp":{"enabled":true}'), ["unknown-key"], "a stop loss that isn't set"],
  [open('"orderVolum":"5"'), ["unknown-key"], "a slip in a section"],
  [close('"enabled":true,"event":"pnl","value":"5","delay":3'), ["unknown-key"], "only a stop has a delay"],
  [flat('"amount":"5","orderVolume":"5"'), ["unknown-key"], "no section of it here"],
  [flat('"open":{"orderVolume":"5"},"leverage":5'), ["misplaced-key"], "one level too high"],
  [
    `{"action":"average","params":{${HEAD},"amount":"5","stop":{"enabled":false}}}`,
    ["misplaced-key"],
    "an average has no stop",
  ],
  [open('"marginType":"CROSS"'), ["unknown-word"], "capitals count"],
  [open('"orderType":"market"'), ["unknown-word"], "so do small letters"],
  [close('"enabled":true,"event":"percent","value":"5"'), ["unknown-word"], "nearly"],
  [flat('"stop":{"enabled":true,"event":"delay","value":"5"}'), ["unknown-word"], "a stop has no delay event"],
  [flat('"amount":"0"'), ["out-of-range"], "nothing"],
  [flat('"amount":"-5"'), ["out-of-range"], "less than nothing"],
  [open('"leverage":0'), ["out-of-range"], "no leverage"],
  [flat(CLOSE, HEAD.replace("7", "0")), ["out-of-range"], "no bot has this id"],
  [close('"enabled":true,"event":"pnl"'), ["event"], "no value"],
  [close('"enabled":true,"value":"5"'), ["event"], "5 what?"],
  [close('"enabled":true'), ["event"], "neither"],
  [close('"enabled":true,"event":"pnl","value":"0"'), ["event"], "on at nothing"],
  [close('"enabled":true,"event":"delay","value":"60.5"'), ["event"], "half a second"],
  [flat('"stop":{"enabled":true,"event":"pnl","value":"5","delay":0}'), ["stop-delay"], "refused or useless"],
  ...["strategy.order.contracts", "strategy.position_size", "strategy.market_position_size", "volume"].flatMap(
    (name): (typeof PLANTED)[number][] => [
      [flat(`"amount":"{{${name}}}"`), ["base-quantity"], "0.5 BTC are no 0.5 USDT"],
      [`{${HEAD},"open":{"orderVolume":"{{${name}}}"}}`, ["base-quantity"], "the same as a first order"],
      [open("", `,"dca":{"volume":"{{${name}}}"}`), ["base-quantity"], "the same as a safety order"],
    ],
  ),
  [open('"leverage":{{strategy.prev_market_position_size}}'), ["unfit-placeholder"], "no whole number"],
  [open("", ',"dca":{"max":3,"active":4}'), ["active-over-max"], "four of three"],
  [open("", ',"dca":{"max":51}'), ["beyond-bot"], "a bot has 50 at most"],
  [open("", ',"dca":{"max":3,"multiplierVolume":"2.01"}'), ["beyond-bot"], "a bot's martingale ends at 2"],
  [open("", ',"dca":{"max":3,"multiplierPrice":"1.04"}'), ["beyond-bot"], "a bot's step scale begins at 1.05"],
  [open("", ',"dca":{"max":3,"percent":"100"}'), ["beyond-bot"], "a bot's step ends at 99.99"],
  [open("", ',"dca":{"max":3,"percent":"0.001"}'), ["beyond-bot"], "and begins at .01"],
  [open("", ',"dca":{"enabled":true}'), ["empty-grid"], "on, but what?"],
  [flat('"stop":{"enabled":true,"event":"percentage","value":"100"}'), ["impossible-stop"], "a price of 0"],
  [
    `{"action":"update","params":{${HEAD},"stop":{"event":"percentage","value":"250"}}}`,
    ["impossible-stop"],
    "in an envelope, too",
  ],
  [flat(CLOSE, HEAD.replace('"BTCUSDT"', '"BTCUSDT","ETHUSDT","BTCUSDT"')), ["pair-twice"], "one deal or two?"],
  [
    `{"action":"close",${HEAD},${CLOSE}}`,
    ["mixed-dialects", "mixed-dialects", "mixed-dialects", "mixed-dialects"],
    "an action in a flat body",
  ],
  [`{"action":"close","botId":7,"params":{${HEAD},${CLOSE}}}`, ["mixed-dialects"], "an id beside params"],
  [flat(`"amount":"5",${CLOSE}`), ["mixed-actions", "misplaced-key"], "which of the two?"],
  [`{${HEAD}}`, ["nothing-to-do"], "and now?"],
  [flat(`${CLOSE},"token":"abc"`), ["secret"], "the credential is in the address"],
  [flat(`${CLOSE},"note":"https://h.example/crazy/hook/1:abc"`), ["secret", "unknown-key"], "the address itself"],
];

/** One of them is longer than a test's name can be. */
const TITLED = PLANTED.map(([text, expected, because]) => [text.slice(0, 150), expected, because, text] as const);

describe("planted mistakes", () => {
  it.each(TITLED)("%s: %j, %s", (_title, expected, _because, text) => {
    expect(codes(text).sort()).toEqual([...expected].sort());
  });

  it.each(TITLED)("%s: each of %j says what is wrong and what to do about it", (_title, _expected, _because, text) => {
    for (const { summary, remedy, severity } of lintWebhook(text, { file: "a" }).diagnostics) {
      expect(summary).toMatch(/^\S.{9,}$/);
      expect(remedy).toMatch(/^[A-Z].{5,}$/);
      expect(["error", "warning"]).toContain(severity);
    }
  });

  it("cover every code", () => {
    const planted = new Set(PLANTED.flatMap(([, expected]) => expected));
    expect(Object.keys(WEBHOOK_CODES).filter((code) => !planted.has(code.replace("webhook/", "")))).toEqual([]);
  });

  it("names every code as `explain` does", () => {
    const named: readonly WebhookCode[] = ["webhook/no-bot", "webhook/order-action"];
    for (const code of named) expect(WEBHOOK_CODES[code].help).not.toBe("");
  });
});

describe("words", () => {
  const said = (text: string) =>
    lintWebhook(text, { file: "a" }).diagnostics.map((one) => `${one.summary} ${one.remedy}`);

  it("say which series there are", () => {
    expect(said(flat('"amount":"{{plot_25}}"'))).toEqual([
      expect.stringContaining("first twenty series are plot_0 to plot_19"),
    ]);
  });

  it("leave units as they are written", () => {
    expect(said(flat('"amount":"{{close}}"'))).toEqual([expect.stringContaining("volume to add, in USDT")]);
    expect(said(flat('"amount":"{{volume}}"'))).toEqual([expect.stringContaining("volume to add, in USDT")]);
  });
});

describe("places", () => {
  it("are of the very value", () => {
    const text = `{\n  ${HEAD},\n  "open": { "orderVolume": "20",\n    "leverage": "5" }\n}`;
    const [found] = lintWebhook(text, { file: "alert.json" }).diagnostics;
    expect(found?.position).toMatchObject({ file: "alert.json", line: 4, column: 17 });
  });

  it("survive words before the JSON", () => {
    const [, found] = lintWebhook(`Go!\n${open('"leverage":"5"')}`, { file: "a" }).diagnostics;
    expect(found?.position?.line).toBe(2);
    expect(found?.position?.text.slice((found.position.column ?? 1) - 1)).toMatch(/^"5"/);
  });

  it("tell where JSON ends to be JSON", () => {
    const [found] = lintWebhook(`{\n${HEAD}\n"open": {}}`, { file: "a" }).diagnostics;
    expect(found?.position).toMatchObject({ line: 3, column: 1 });
  });
});

it("shows no secret, whatever line it stands in", () => {
  const text = flat(`"amount":"5","note":"CANARY-TOKEN-1"`);
  const result = lintWebhook(text, { file: "a", secrets: ["CANARY-TOKEN-1"] });
  expect(result.diagnostics.map(({ code }) => code)).toContain("webhook/secret");
  expect(JSON.stringify(result)).not.toContain("CANARY-TOKEN-1");
});

describe("a secret", () => {
  const SIX = "k3y-0!";
  it.each([
    [
      [SIX],
      flat(`"amount":"5","note":"${SIX}"`),
      ["secret", "unknown-key"],
      "six characters are long enough to be one",
    ],
    [[SIX.slice(1)], flat(`"amount":"${SIX.slice(1)}"`), ["wrong-type"], "five may be a word of any body"],
    [[SIX], flat('"amount":"5"'), [], "it doesn't stand there"],
    [
      ["none", SIX, "another-one"],
      `${SIX} ${flat('"amount":"5"')}`,
      ["secret", "text-around"],
      "any of several, anywhere",
    ],
    [[SIX, SIX], `${SIX} ${flat('"amount":"5"')}`, ["secret", "text-around"], "one place is said once"],
    [[], flat('"amount":"5","note":"/CRAZY/hook/x"'), ["secret", "unknown-key"], "an address, in any case of letters"],
    [[], flat('"amount":"5","note":"crazy/hook/"'), ["unknown-key"], "an address without a credential is none"],
    [[], flat('"amount":"5","note":"crazy/hook/{{close}}"'), ["unknown-key"], "nor is a placeholder in its place"],
  ])("%j in %s: %j, %s", (secrets, text, expected) => {
    expect(codes(text, { secrets }).sort()).toEqual(expected);
  });
});

it("never throws, for any text", () => {
  fc.assert(
    fc.property(
      fc.oneof(anyText(), fc.json(), fc.string({ unit: fc.constantFrom(...'{}[]",:{{}}1e-.\\utruenl abc') })),
      (text) => {
        expect(Array.isArray(codes(text))).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

it.each(["{", "[", `{"a":`, "{{", '"'])("takes twice the work for twice as many %s", (text) => {
  expectLinear((size) => codes(text.repeat(size / text.length)), 30_000);
});

describe("placeholders", () => {
  it("are filled in with a sample", () => {
    expect(filled('{"p":"{{ticker}}","v":"{{plot("Size")}}","x":"{{nope}}"}')).toBe(
      '{"p":"BTCUSDT","v":"1.5","x":"{{nope}}"}',
    );
  });

  it("are twenty series, and the table", () => {
    expect([..."0123456789"].every((digit) => placeholder(`plot_${digit}`) !== undefined)).toBe(true);
    expect(placeholder("plot_19")).toBeDefined();
    expect(placeholder("plot_20")).toBeUndefined();
    for (const { name } of PLACEHOLDERS) expect(placeholder(name)?.samples.length).toBeGreaterThan(0);
  });
});
