// The files of a fresh configuration, byte by byte: templates, blocks of many bots with exceptions, odd titles, what is left out.
import { expect, it } from "vitest";
import { factored, unfactored } from "../../../src/authoring/factor.js";
import { freshFiles, literal } from "../../../src/authoring/pull-fresh.js";
import type { PulledBot, Written } from "../../../src/authoring/pulled.js";
import type { FieldName } from "../../../src/model/bot/field.js";

const ACCOUNT = {
  name: "main",
  connection: { apiUrl: "https://a.example", apiKey: "${env.BOTFORM_KEY}", apiSecret: "${env.BOTFORM_SECRET}" },
  exchange: "X",
  accesses: new Map<string, string | number>([
    ["main", "Main"],
    ["hedge", 7],
  ]),
};
const bot = (
  id: number,
  title: string,
  more: Partial<PulledBot> = {},
  ...fields: [FieldName, Written][]
): PulledBot => ({
  ...{ id, alias: "main", title, on: true, pinned: false },
  fields: new Map<FieldName, Written>([["pairTitle", "USDT-BTC"], ["strategy", "LONG"], ...fields]),
  ...more,
});
const below = (text = "") => text.slice(text.indexOf("accesses:"));

it("bots stand as they are, with their access, their pin, and words that are no references", () => {
  const bots = [bot(1, "A ${x}"), bot(2, "A", { pinned: true, on: false }), bot(3, "a", { alias: "hedge" })];
  const left = [
    { botId: 4, title: 'Line\n"two"\u202e\u2028\u2029', reason: "it has no title" },
    { botId: 5, title: "B", field: "leverage" as const, reason: "too high" },
  ];
  const [only, second] = freshFiles(ACCOUNT, unfactored(bots, true), left);
  expect(below(only?.text)).toMatchInlineSnapshot(`
    "accesses:
          main: Main
          hedge: 7

    bots:
      a-x:
        access: main
        title: A $\${x}
        pairTitle: USDT-BTC
        strategy: LONG
        enabled: true

      a:
        only: [main]
        botId: 2
        access: main
        title: A
        pairTitle: USDT-BTC
        strategy: LONG
        enabled: false

      a-2:
        access: hedge
        title: a
        pairTitle: USDT-BTC
        strategy: LONG
        enabled: true

    # Not pulled:
    #   4 "Line\\n\\"two\\"\\u{202e}\\u{2028}\\u{2029}": it has no title
    #   5 "B", leverage: too high
    "
  `);
  expect([only?.file, second]).toEqual(["botform.yaml", undefined]);
  expect(only?.text.split("\n").slice(1, 3)).toEqual([
    "# The bots of the account main, pulled from the service.",
    "version: 1",
  ]);
});

it("bots that are alike stand in blocks, with what differs as exceptions", () => {
  const pairs = ["USDT-BTC", "USDT-ETH", "USDT-SOL", "USDT-ADA", "USDT-XRP"];
  const many = (from: number, name: (pair: string) => string, ...fields: [FieldName, Written][]) =>
    pairs.map((pair, at) =>
      bot(from + at, name(pair), {}, ["pairTitle", pair], ["leverage", at === 4 ? 3 : 5], ...fields),
    );
  const all = [
    ...many(1, (pair) => `Dip ${pair}`, ["percentTakeProfit", 1]),
    ...many(11, (pair) => `${pair.slice(5)}`, ["percentTakeProfit", 2]),
    ...many(21, (pair) => `Dip! ${pair}`, ["percentTakeProfit", 3]),
  ];
  const [only] = freshFiles(ACCOUNT, factored(all, false), []);
  expect(below(only?.text)).toMatchInlineSnapshot(`
    "accesses:
          main: Main
          hedge: 7

    defaults:
      strategy: LONG
      leverage: 5

    bots:
      dip-\${pair}:
        forEach:
          pair: [USDT-BTC, USDT-ETH, USDT-SOL, USDT-ADA, USDT-XRP]
        title: Dip \${pair}
        pairTitle: \${pair}
        percentTakeProfit: 1
        enabled: true
        exceptions:
          dip-USDT-XRP:
            leverage: 3

      \${pair.base}:
        forEach:
          pair: [USDT-BTC, USDT-ETH, USDT-SOL, USDT-ADA, USDT-XRP]
        title: \${pair.base}
        pairTitle: \${pair}
        percentTakeProfit: 2
        enabled: true
        exceptions:
          XRP:
            leverage: 3

      dip-\${pair}-2:
        forEach:
          pair: [USDT-BTC, USDT-ETH, USDT-SOL, USDT-ADA, USDT-XRP]
        title: Dip! \${pair}
        pairTitle: \${pair}
        percentTakeProfit: 3
        enabled: true
        exceptions:
          dip-USDT-XRP-2:
            leverage: 3
    "
  `);
});

it("a thousand bots stand in a file, and the next ones in another", () => {
  const all = Array.from({ length: 2_001 }, (_, at) => bot(at + 1, `Bot ${at}`));
  const files = freshFiles(ACCOUNT, unfactored(all, false), []);
  expect(files.map(({ file, text }) => `${file}: ${text.match(/^ {4}title:/gm)?.length}`)).toEqual([
    ...["botform.yaml: 1000", "bots-002.yaml: 1000", "bots-003.yaml: 1"],
  ]);
  expect(files[2]?.text).toMatchInlineSnapshot(`
    "# yaml-language-server: $schema=./botform.schema.json

    bots:
      bot-2000:
        title: Bot 2000
        pairTitle: USDT-BTC
        strategy: LONG
        enabled: true
    "
  `);
});

it("an account without bots has no section for them", () => {
  expect(freshFiles(ACCOUNT, unfactored([], false), [])[0]?.text).not.toMatch(/bots:|defaults:|templates:/);
});

it("a text in which ${ stands means itself, and what is no text stays", () => {
  expect([literal("${a} ${b}"), literal("$a"), literal(5), literal(null)]).toEqual(["$${a} $${b}", "$a", 5, null]);
});
