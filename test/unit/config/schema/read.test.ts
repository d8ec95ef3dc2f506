import { describe, expect, test } from "vitest";
import { FIELDS } from "../../../../src/model/bot/field.js";
import { ACCOUNT, BOT_FIELDS, botYaml, brief, diagnosticsOf, fleetYaml, said } from "../fleet.js";

const one = (key: string, value: string) => diagnosticsOf(fleetYaml(botYaml("x", { [key]: value })));
const account = (lines: string) =>
  diagnosticsOf(`version: 1\naccounts:\n  main:\n${lines.replaceAll(/^/gm, "    ")}\nbots:\n${botYaml("x")}`);
const GOOD_ACCOUNT = ACCOUNT.split("\n")
  .slice(3, 7)
  .map((line) => line.trim());
const withAccount = (...lines: string[]) => account([...GOOD_ACCOUNT, ...lines].join("\n"));

test("the valid bot is valid", () => {
  expect(diagnosticsOf(fleetYaml(botYaml("x")))).toEqual([]);
});

describe("a bot's values", () => {
  const cases: readonly { key: string; value: string; code?: string; says?: RegExp; because: string }[] = [
    { key: "title", value: "123", code: "unquoted-text", says: /quotes around/, because: "a title is text" },
    { key: "title", value: "true", code: "unquoted-text", says: /quotes around/, because: "a title is text" },
    { key: "title", value: '" x"', code: "bad-text", says: /exactly/, because: "titles are compared exactly" },
    { key: "title", value: '"x "', code: "bad-text", because: "titles are compared exactly" },
    { key: "title", value: '""', code: "bad-text", says: /empty/, because: "a title isn't empty" },
    { key: "title", value: '"   "', code: "bad-text", because: "spaces alone are no title" },
    { key: "title", value: '"a\\nb"', code: "bad-text", says: /control/, because: "titles stand on one line" },
    { key: "title", value: '"\\uD800"', code: "bad-text", because: "half a character is none" },
    { key: "title", value: "t".repeat(255), because: "255 characters are allowed" },
    { key: "title", value: "t".repeat(256), code: "bad-text", says: /255/, because: "256 are not" },
    { key: "title", value: '"Ünï ☂ 机器人"', because: "any script is fine" },
    {
      key: "title",
      value: "Dip ${pair}",
      code: "undefined-variable",
      says: /pair/,
      because: "no such variable is declared",
    },
    { key: "title", value: "null", code: "wrong-type", says: /empty/, because: "identity can't be switched off" },
    { key: "pairTitle", value: "BTCUSDT", code: "bad-pair", says: /USDT-BTC/, because: "another way to write it" },
    { key: "pairTitle", value: "${pair}", code: "undefined-variable", because: "no such variable is declared" },
    { key: "strategy", value: "long", code: "unknown-word", says: /mean LONG/, because: "words are exact" },
    { key: "strategy", value: "sideways", code: "unknown-word", says: /LONG or SHORT/, because: "nothing is near" },
    { key: "strategy", value: "1", code: "unknown-word", because: "a number is no word" },
    { key: "marginMode", value: "CROSSED", code: "unknown-word", says: /mean CROSS/, because: "near enough" },
    {
      key: "typeTakeProfit",
      value: "STOP_MARKET",
      code: "unknown-word",
      says: /STOP-MARKET/,
      because: "separators slip",
    },
    { key: "leverage", value: '"5"', code: "quoted-number", says: /Remove the quotes/, because: "quotes make text" },
    { key: "leverage", value: "2.5", code: "not-whole", because: "leverage is whole" },
    { key: "leverage", value: "0", code: "out-of-range", says: /greater than 0/, because: "0 is no leverage" },
    {
      key: "leverage",
      value: "5x",
      code: "wrong-type",
      says: /Write 5: .* without a unit/,
      because: "a unit is not wanted",
    },
    { key: "leverage", value: "true", code: "wrong-type", because: "a switch is no number" },
    { key: "leverage", value: "[5]", code: "wrong-type", says: /not a list/, because: "one number" },
    { key: "leverage", value: "{}", code: "wrong-type", says: /not a map/, because: "one number" },
    { key: "leverage", value: "null", code: "wrong-type", says: /unmanaged/, because: "leverage has no off" },
    { key: "leverage", value: "", code: "wrong-type", says: /null/, because: "an empty value is null" },
    { key: "leverage", value: "100000000000000000000", code: "out-of-range", because: "no such leverage" },
    { key: "percentTakeProfit", value: "0.01", because: "the lower bound is allowed" },
    { key: "percentTakeProfit", value: "99.99", because: "the upper bound is allowed" },
    {
      key: "percentTakeProfit",
      value: "0.009",
      code: "out-of-range",
      says: /from 0.01 to 99.99; it is 0.009/,
      because: "below",
    },
    { key: "percentTakeProfit", value: "100", code: "out-of-range", because: "above" },
    { key: "percentTakeProfit", value: "1,5", code: "wrong-type", says: /point/, because: "a comma isn't a point" },
    { key: "percentTakeProfit", value: "${tp}", code: "undefined-variable", because: "no such variable is declared" },
    { key: "volumeFirstOrder", value: "-1", code: "out-of-range", because: "a volume is positive" },
    { key: "countOrderMax", value: "51", code: "out-of-range", says: /from 1 to 50/, because: "50 at most" },
    { key: "countOrderMax", value: "null", because: "without safety orders" },
    {
      key: "martingaleScale",
      value: "1.04",
      code: "out-of-range",
      says: /null switches it off/,
      because: "1.05 at least",
    },
    { key: "martingaleScale", value: "null", because: "null switches it off" },
    { key: "cycleLimitScale", value: "null", because: "null is no limit" },
    { key: "indicatorGroup", value: "NOTHING", because: "the service's own word for none" },
    { key: "priceLevel", value: "null", because: "null is none" },
    { key: "priceLevelDown", value: "0", code: "out-of-range", says: /null switches it off/, because: "null says off" },
    { key: "indicatorName", value: '""', code: "bad-text", says: /null switches it off/, because: "null says off" },
    { key: "enabled", value: "yes", code: "wrong-type", says: /true or false/, because: "YAML 1.2 has no yes" },
    { key: "enabled", value: "null", code: "wrong-type", because: "absent means unmanaged, null nothing" },
    { key: "protect", value: '"true"', code: "wrong-type", because: "quotes make text" },
    { key: "botId", value: "0", code: "out-of-range", says: /at least 1/, because: "ids begin at 1" },
    { key: "previousTitles", value: "[a, b]", because: "a list of titles" },
    { key: "previousTitles", value: "[a, a]", code: "repeated-item", says: /"a"/, because: "once is enough" },
    { key: "previousTitles", value: "a", code: "wrong-type", says: /a list/, because: "a list is wanted" },
    { key: "previousTitles", value: "[a, 5]", code: "unquoted-text", says: /item 2/, because: "titles are text" },
    { key: "twin", value: "a", because: "a title" },
    { key: "twin", value: "[a, b]", because: "a list of titles" },
    { key: "twin", value: "5", code: "wrong-type", says: /the title of a live bot/, because: "titles are text" },
    { key: "ignore", value: "[indicatorName]", because: "any field but the title" },
    { key: "ignore", value: "[title]", code: "unknown-word", because: "identity is always managed" },
    { key: "ignore", value: "[indicatorNam]", code: "unknown-word", says: /mean indicatorName/, because: "a slip" },
    { key: "leveragee", value: "5", code: "unknown-key", says: /mean leverage/, because: "a slip" },
    { key: "take_profit_pct", value: "5", code: "unknown-key", says: /Use one of/, because: "no name is near" },
    { key: "extends", value: "dip", code: "unknown-template", because: "no such template is declared" },
    { key: "forEach", value: "{}", because: "no variable makes one bot" },
    { key: "only", value: "[main]", because: "the account is declared" },
    { key: "only", value: "[mainn]", code: "unknown-account", says: /mean main/, because: "a slip" },
    { key: "only", value: '["a b"]', code: "bad-name", because: "no account is called so" },
    { key: "unmanaged", value: "[enabled]", because: "the switch may be let go, too" },
    { key: "webhooks", value: "true", because: "everything comes from the bot" },
    { key: "webhooks", value: "null", because: "none are wanted" },
    { key: "webhooks", value: "{ updatee: {} }", code: "unknown-key", says: /mean update/, because: "a slip" },
    { key: "volumeFirstOrder", value: "1e-40", code: "inexact-number", because: "it is smaller than what is kept" },
  ];
  test.each(cases)("$key: $value — $because", ({ key, value, code, says }) => {
    const found = one(key, value);
    expect(found.map((diagnostic) => diagnostic.code)).toEqual(code === undefined ? [] : [`config/${code}`]);
    const [first] = found;
    if (says !== undefined) expect(`${first?.summary} ${first?.remedy}`).toMatch(says);
    if (first !== undefined) expect(first.position?.text).toContain(key);
  });

  test.each(FIELDS.map((spec) => ({ name: spec.name, spec })))(
    "null for $name follows the table of fields",
    ({ name, spec }) => {
      const codes = one(name, "null").map((found) => found.code);
      if (spec.off === "never") expect(codes).toContain("config/wrong-type");
      else expect(codes).not.toContain("config/wrong-type");
    },
  );
});

describe("an account's values", () => {
  const cases: readonly { lines: string[]; code?: string; says?: RegExp; because: string }[] = [
    { lines: ["preset: cryptorg"], because: "a known preset" },
    { lines: ["preset: crypto"], code: "unknown-word", says: /cryptorg/, because: "an unknown preset" },
    { lines: ["hookUrl: http://127.0.0.1:8080"], because: "http is fine for this machine" },
    { lines: ["hookUrl: http://localhost:1"], because: "http is fine for this machine" },
    { lines: ["hookUrl: http://[::1]:1/"], because: "http is fine for this machine" },
    { lines: ["hookUrl: http://example.net"], code: "bad-url", says: /https/, because: "not for others" },
    { lines: ["hookUrl: http://localhost.example.net"], code: "bad-url", because: "that isn't this machine" },
    { lines: ["hookUrl: http://127.0.0.1.example.net"], code: "bad-url", because: "that isn't this machine" },
    { lines: ["hookUrl: ftp://example.net"], code: "bad-url", because: "no such scheme" },
    { lines: ["hookUrl: https://example.net/crazy/hook/1:CANARY"], code: "bad-url", says: /token/, because: "a token" },
    { lines: ["hookUrl: https://user:CANARY@example.net"], code: "bad-url", because: "no users in addresses" },
    { lines: ["hookUrl: https://example.net?key=1"], code: "bad-url", because: "no queries" },
    { lines: ["hookUrl: ${env.HOME}"], code: "bad-reference", says: /BOTFORM_/, because: "only our variables" },
    { lines: ["undeclared: turnoff"], code: "unknown-word", says: /turn-off/, because: "a slip" },
    { lines: ['titlePrefix: ""'], because: "an empty prefix is no scope" },
    { lines: ["titlePrefix: BTC"], because: "the title begins with it" },
    { lines: ["titlePrefix: ETH"], code: "title-outside-prefix", because: "the title doesn't" },
    { lines: ["exchange: 5"], code: "unquoted-text", because: "an exchange is text" },
    { lines: ["volumeScale: 0.5"], because: "volumes are halved" },
    { lines: ["volumeScale: 0"], code: "out-of-range", because: "nothing would be left" },
    { lines: ["volumeScale: 1e-40"], code: "inexact-number", because: "it is smaller than what is kept" },
    { lines: ["volumeStep: 1e40"], code: "inexact-number", because: "it is larger than what is kept" },
    { lines: ['volumeMin: "5"'], code: "quoted-number", because: "quotes make text" },
    { lines: ["overrides: {}"], because: "nothing is overridden" },
    { lines: ["overrides: { title: x }"], code: "unknown-key", because: "titles belong to bots" },
    { lines: ["assumptions: {}"], because: "every one has a default" },
    { lines: ["assumptions: { percentTakerFee: 100 }"], code: "out-of-range", because: "a fee is a share" },
    {
      lines: ["assumptions: { takerFee: 0.05 }"],
      code: "unknown-key",
      because: "the name says that it is a percentage",
    },
    { lines: ["assumptions: { tiersFile: ../tiers.json }"], code: "bad-text", because: "it would leave the folder" },
    { lines: ["assumptions: { pairs: { BTCUSDT: { lot: 1 } } }"], code: "bad-name", because: "a pair is QUOTE-BASE" },
    {
      lines: ["assumptions: { pairs: { USDT-BTC: { lot: 0 } } }"],
      code: "out-of-range",
      because: "no quantity is a multiple of 0",
    },
    { lines: ["apiSecert: CANARY"], code: "unknown-key", says: /apiSecret/, because: "a slip" },
  ];
  test.each(cases)("$lines — $because", ({ lines, code, says }) => {
    const found = withAccount(...lines);
    expect(found.map((diagnostic) => diagnostic.code)).toEqual(code === undefined ? [] : [`config/${code}`]);
    if (says !== undefined) expect(`${found[0]?.summary} ${found[0]?.remedy}`).toMatch(says);
    expect(JSON.stringify(found)).not.toContain("CANARY");
  });

  test.each([
    { accesses: "{ a: true }", code: "wrong-type" },
    { accesses: "{ a: 0 }", code: "out-of-range" },
    { accesses: '{ a: "" }', code: "bad-text" },
    { accesses: '{ "a b": x }', code: "bad-name" },
    { accesses: "{}", code: "missing-key" },
    { accesses: "[x]", code: "wrong-type" },
  ])("accesses: $accesses is refused as $code, and nothing follows from it", ({ accesses, code }) => {
    const found = account([...GOOD_ACCOUNT.slice(0, 3), `accesses: ${accesses}`].join("\n"));
    expect(found.map((diagnostic) => diagnostic.code)).toEqual([`config/${code}`]);
  });

  test("a secret is only taken from the environment", () => {
    const lines = GOOD_ACCOUNT.map((line) => line.replace(/^apiSecret: .*/, "apiSecret: CANARY"));
    const [found, ...others] = account(lines.join("\n"));
    expect(others).toEqual([]);
    expect(found?.code).toBe("config/literal-secret");
    expect(found?.remedy).toContain("${env.BOTFORM_MAIN_API_SECRET}");
    expect(found?.position?.text).toBe("    apiSecret: ***");
  });

  test("everything that is missing is named", () => {
    const found = account("exchange: X");
    expect(found.map(({ summary }) => summary)).toEqual([
      "account main has no accesses",
      "account main has no apiKey",
      "account main has no apiSecret",
      "account main has no apiUrl",
    ]);
  });
});

describe("the file", () => {
  test("that is a saved plan is said to be one, with the commands that take it", () => {
    expect(said(diagnosticsOf("kind: botform-plan\nplan: {}", "a.plan"))).toEqual([
      "1:1 wrong-type: this is a saved plan, not a configuration | To see it: botform show a.plan. To carry it out: botform apply a.plan.",
    ]);
  });

  const cases: readonly { text: string; expected: string[]; because: string }[] = [
    { text: "- a", expected: ["wrong-type 1:1"], because: "a list is no configuration" },
    { text: "kind: botform-plan\nplan: {}", expected: ["wrong-type 1:1"], because: "a saved plan is none either" },
    { text: "just text", expected: ["wrong-type 1:1"], because: "text is no configuration" },
    {
      text: "",
      expected: ["empty-file 1:1", "no-accounts 1:1"],
      because: "nothing is declared",
    },
    {
      text: "version: 2",
      expected: ["no-accounts 1:1", "no-bots 1:1", "bad-version 1:10"],
      because: "a later version",
    },
    {
      text: 'version: "1"\naccounts:\nbots:',
      expected: ["bad-version 1:10", "wrong-type 2:1", "wrong-type 3:1"],
      because: "empty sections",
    },
    {
      text: `${ACCOUNT}policies: {}\nfuture: {}\ntemplates: {}\nbot: {}\nbots: {}`,
      expected: ["unknown-key 9:1", "unknown-key 11:1"],
      because: "known and unknown",
    },
    {
      text: `${ACCOUNT}defaults: { title: x }\nbots:\n${botYaml("x")}`,
      expected: ["unknown-key 8:13"],
      because: "a title is no default",
    },
    {
      text: `${ACCOUNT}bots:\n  x: null\n  "y z": {foo: 1}\n  "${"$"}{p}": {}\n  "${"$"}{p} q": {}`,
      expected: ["wrong-type 9:6", "bad-name 10:3", "unknown-key 10:11", "undefined-variable 11:3", "bad-name 12:3"],
      because: "names are checked, and what stands below them",
    },
  ];
  test.each(cases)("$text — $because", ({ text, expected }) => {
    expect(brief(diagnosticsOf(text))).toEqual(expected);
  });

  test("all problems of a bot show in one run, each at its place, and what is right is still checked", () => {
    const text = fleetYaml(
      botYaml("x", { strategy: "long", leverage: '"5"', foo: "1", priceLevelDown: "9", priceLevelUp: "8" }),
      botYaml("y", { title: undefined, access: "nope" }),
    );
    expect(brief(diagnosticsOf(text))).toEqual([
      "unknown-word 13:15",
      "quoted-number 14:15",
      "unknown-key 21:5",
      "price-level-order 22:21",
      "no-effect 23:19",
      "title-missing 24:3",
      "unknown-access 25:13",
    ]);
  });

  test("a value that is shared by an alias is dropped where it is wrong and kept where it is right", () => {
    const shared = `${ACCOUNT}defaults: &d { access: primary, leverage: 5 }\nbots:\n  x: { title: &t X, previousTitles: [*t] }\n  y: *d\n`;
    expect(brief(diagnosticsOf(shared)).map((found) => found.split(" ")[0])).toEqual([
      "incomplete-bot",
      "previous-title-useless",
      "title-missing",
    ]);
  });
});

test("every field of the table is known to bots, and to defaults but for the title", () => {
  for (const { name } of FIELDS) {
    expect(one(name, BOT_FIELDS[name] ?? "null").map(({ code }) => code)).not.toContain("config/unknown-key");
  }
});
