// What the lint says of a mistake word by word, in which order, and where it points.
import { describe, expect, it } from "vitest";
import { lintWebhook } from "../../../src/webhook/lint.js";

const HEAD = '"botId":7,"strategy":"long","pairs":["BTCUSDT"]';
const flat = (rest: string, head = HEAD) => `{${head},${rest}}`;
const open = (section: string) => flat(`"open":{"orderVolume":"20"}${section}`);
const OPEN = open("");

/** Each finding: what it says, and the text from where it points. */
function told(text: string, secrets: readonly string[] = []) {
  return lintWebhook(text, { file: "a", secrets }).diagnostics.map(({ summary, remedy, position }) => [
    `${summary}: ${remedy}`,
    position?.text.slice(position.column - 1),
  ]);
}

describe("a value of the wrong type", () => {
  it.each([
    { value: '"5 USDT"', wanted: "a plain decimal", is: '"5 USDT"' },
    { value: "1e5", wanted: "a plain decimal", is: "1e5" },
    { value: "9".repeat(50), wanted: "a plain decimal", is: "9".repeat(40) },
    { value: "true", wanted: "a decimal", is: "true" },
    { value: "null", wanted: "a decimal", is: "null" },
    { value: "[1]", wanted: "a decimal", is: "a list" },
    { value: '{"a":1}', wanted: "a decimal", is: "an object" },
  ])("is shown as $is", ({ value, wanted, is }) => {
    const words = `amount must be ${wanted} in quotes, such as "1.5"; it is ${is}: Correct the value.`;
    expect(told(flat(`"amount":${value}`))).toEqual([[words, `${value}}`]]);
  });

  it("is shown as the placeholder, where that stands there without quotes", () => {
    expect(told(flat('"dca":{{close}}'))).toEqual([
      ['dca must be an object; it is "{{close}}": Write { … }.', "{{close}}}"],
    ]);
  });
});

describe("a placeholder that there isn't", () => {
  it.each([
    { inner: " volume ", remedy: "Leave the spaces out: {{volume}}." },
    { inner: "volum", remedy: "Did you mean volume?" },
    { inner: "plot_20", remedy: "The indicator's first twenty series are plot_0 to plot_19." },
  ])("{{$inner}}: $remedy", ({ inner, remedy }) => {
    const words = `"{{${inner}}}" is not a placeholder, and would be sent as written: ${remedy}`;
    expect(told(flat(`"amount":"{{${inner}}}"`))).toEqual([[words, `"{{${inner}}}"}`]]);
  });
});

describe("what isn't a body", () => {
  const COMPARE = "Compare it with botform webhook body.";
  it.each([
    { text: "[1]", words: "the message is a list, not an object", at: "[1]" },
    { text: '"x"', words: 'the message is "x", not an object', at: '"x"' },
    { text: "", words: "this isn't JSON: expected a value here", at: "" },
    { text: "Go! }{", words: "this isn't JSON: expected a value here", at: "Go! }{" },
    { text: "Go! {", words: "this isn't JSON: expected a value here", at: "Go! {" },
    { text: '{"a":1 "b"}', words: "this isn't JSON: expected , or } here", at: '"b"}' },
  ])("$text: $words", ({ text, words, at }) => {
    expect(told(text)).toEqual([[`${words}: ${COMPARE}`, at]]);
  });

  it("says how long a message is that is too long", () => {
    expect(told(" ".repeat(70_000)).map(([words]) => words)).toEqual([
      "the message is 70000 bytes long: Make the body the whole message.",
    ]);
  });
});

describe("text around a body", () => {
  const words = (where: string) => `there is text ${where} the JSON: Make the body the whole message.`;
  it.each([
    { text: ` Go! ${OPEN}`, found: [[words("before"), `Go! ${OPEN}`]] },
    { text: `{{close}} ${OPEN}`, found: [[words("before"), `{{close}} ${OPEN}`]] },
    { text: `${OPEN} go`, found: [[words("after"), "go"]] },
    { text: `${OPEN} {{close}}`, found: [[words("after"), "{{close}}"]] },
    {
      text: `Go! ${OPEN} go`,
      found: [
        [words("before"), `Go! ${OPEN} go`],
        [words("after"), "go"],
      ],
    },
  ])("$text", ({ text, found }) => {
    expect(told(text)).toEqual(found);
  });

  it.each(["5", '"go"', "[5]"])("is the body itself where it begins like JSON: %s", (before) => {
    const [first] = told(`${before} ${OPEN}`);
    expect(first?.[0]).toMatch(/^the message is .*, not an object/);
  });
});

describe("values against each other", () => {
  const both = (section: string) => [`${section} needs both event and value: Set both, or "enabled": false.`];
  const bound = (words: string) => [`dca.${words}: Correct it, unless you know that webhooks accept it.`];
  it.each([
    { text: flat('"open":{}'), words: ['open has no orderVolume: Add "orderVolume": "20".'], at: "{}}" },
    {
      text: open(',"stop":{"event":"pnl","value":"5","delay":0}'),
      words: ["stop.delay is 0: Leave it out, or set the seconds; other programs send 3."],
      at: "0}}",
    },
    { text: open(',"close":{"event":"pnl"}'), words: both("close"), at: '{"event":"pnl"}}' },
    { text: open(',"stop":{"value":"5"}'), words: both("stop"), at: '{"value":"5"}}' },
    { text: open(',"stop":{"enabled":true}'), words: both("stop"), at: '{"enabled":true}}' },
    { text: open(',"stop":{}'), words: [], at: "" },
    {
      text: open(',"close":{"event":"pnl","value":"0"}'),
      words: ['close.value is 0: Set more than 0, or "enabled": false.'],
      at: '"0"}}',
    },
    {
      text: open(',"close":{"event":"delay","value":"60.5"}'),
      words: ["a delay must be whole seconds, not 60.5: Write whole seconds."],
      at: '"60.5"}}',
    },
    { text: open(',"close":{"event":"pnl","value":"60.5"}'), words: [], at: "" },
    { text: open(',"dca":{"max":51}'), words: bound("max is 51, but a bot may have 1 to 50"), at: "51}}" },
    {
      text: open(',"dca":{"max":3,"multiplierVolume":"2.01"}'),
      words: bound("multiplierVolume is 2.01, but a bot may have 1.05 to 2, or 1 for none"),
      at: '"2.01"}}',
    },
    {
      text: open(',"dca":{"max":3,"active":4}'),
      words: ["dca.active is 4, but dca.max is 3: Raise dca.max, or lower dca.active."],
      at: "4}}",
    },
    {
      text: open(',"dca":{"enabled":true}'),
      words: ['dca is on without max, volume and percent: Set them, or "enabled": false, or leave dca out.'],
      at: '{"enabled":true}}',
    },
    { text: open(',"dca":{"enabled":true,"volume":"5"}'), words: [], at: "" },
    { text: open(',"dca":{"volume":"5"}'), words: [], at: "" },
    {
      text: open(',"stop":{"event":"percentage","value":"100"}'),
      words: ["stop.value is 100 percent, and no price can fall that far: Set less than 100."],
      at: '"100"}}',
    },
  ])("$text: $words", ({ text, words, at }) => {
    expect(told(text)).toEqual(words.map((one) => [one, at]));
  });
});

describe("a secret", () => {
  const WORDS =
    "the message contains a webhook's address or another secret: Remove it, and create a new one if anybody saw it.";
  it.each([
    { text: `CANARY-1 ${OPEN}`, columns: [1], because: "a known one" },
    { text: `${OPEN} CANARY-1 CANARY-1`, columns: [OPEN.length + 2], because: "where it stands first" },
    { text: `${OPEN} crazy/hook/1:abc`, columns: [OPEN.length + 2], because: "an address" },
    { text: `crazy/hook/1 ${OPEN} CANARY-1`, columns: [1, OPEN.length + 15], because: "both" },
  ])("is pointed at: $because", ({ text, columns }) => {
    const { diagnostics } = lintWebhook(text, { file: "a", secrets: ["CANARY-1"] });
    const secrets = diagnostics.filter(({ code }) => code === "webhook/secret");
    expect(secrets.map(({ summary, remedy }) => `${summary}: ${remedy}`)).toEqual(columns.map(() => WORDS));
    expect(secrets.map(({ position }) => position?.column)).toEqual(columns);
  });
});

it("says which key appears twice, at any depth, where it stands the second time", () => {
  expect(told(flat('"amount":"5","x":[{"a":1,"a":2}]')).at(-1)).toEqual(['"a" appears twice: Keep one.', '"a":2}]}']);
});

it("goes through a body from its beginning", () => {
  const text = flat('"note":"5","open":{"leverage":"5"},"amount":"5"');
  const columns = lintWebhook(text, { file: "a" }).diagnostics.map(({ position }) => position?.column ?? 0);
  expect(columns.length).toBeGreaterThan(3);
  expect(columns).toEqual(columns.toSorted((left, right) => left - right));
});

describe("the body's action and dialect", () => {
  it.each([
    { text: OPEN, action: "open", dialect: "flat" },
    { text: flat('"amount":"5"'), action: "average", dialect: "flat" },
    { text: flat('"closePosition":true'), action: "close", dialect: "flat" },
    { text: flat('"stop":{"enabled":false}'), action: "update", dialect: "flat" },
    { text: `{"action":"close","params":{${HEAD},"closePosition":true}}`, action: "close", dialect: "envelope" },
    { text: `{"action":"shut","params":{${HEAD}}}`, action: undefined, dialect: "envelope" },
    { text: "[]", action: undefined, dialect: undefined },
    { text: "{", action: undefined, dialect: undefined },
  ])("of $text: $action, $dialect", ({ text, action, dialect }) => {
    expect(lintWebhook(text, { file: "a" })).toMatchObject({ action, dialect, bytes: text.length });
  });
});
