import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadSources } from "../../../src/config/load.js";
import { canonicalValue, FIELD_NAMES } from "../../../src/model/bot/field.js";
import { ACCOUNT, BOT_FIELDS, botYaml } from "./fleet.js";

const HEAD = ACCOUNT.replace("version: 1\n", "");

function digest(...texts: string[]): string {
  const { accounts, diagnostics } = loadSources(texts.map((text, index) => ({ file: `f${index}.yaml`, text })));
  const [account] = accounts;
  if (account === undefined) throw new Error(JSON.stringify(diagnostics));
  return account.desired.digest;
}

const bots = (entries: readonly (readonly [string, string])[]) => `bots:\n${entries.map(([, yaml]) => yaml).join("")}`;
const fleet = Array.from(
  { length: 6 },
  (_, i) => [`b${i}`, botYaml(`b${i}`, { title: `T${i}`, previousTitles: `[P${i}, Q${i}]` })] as const,
);
const whole = digest(`version: 1\n${HEAD}${bots(fleet)}`);

describe("the digest", () => {
  test("is the same in whatever order and files things are written", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(fleet, { minLength: fleet.length }),
        fc.shuffledSubarray(Object.keys(BOT_FIELDS), { minLength: Object.keys(BOT_FIELDS).length }),
        fc.nat(fleet.length - 1),
        fc.boolean(),
        (order, keys, cut, accountLast) => {
          const yaml = order.map(([key]) => {
            const title = `T${key.slice(1)}`;
            const lines = keys.map((name) => `    ${name}: ${name === "title" ? title : BOT_FIELDS[name]}\n`);
            return [
              key,
              `  ${key}:\n${lines.join("")}    previousTitles: [Q${key.slice(1)}, P${key.slice(1)}]\n`,
            ] as const;
          });
          const parts = [
            `version: 1\n${HEAD}`,
            bots(yaml.slice(0, cut + 1)),
            cut + 1 < yaml.length ? bots(yaml.slice(cut + 1)) : "defaults: {}",
          ];
          expect(digest(...(accountLast ? parts.toReversed() : parts))).toBe(whole);
        },
      ),
    );
  });

  test("is the same whether a value is written at the bot or in defaults, and however the number is written", () => {
    const atBot = digest(`${ACCOUNT}bots:\n${botYaml("x", { percentTakeProfit: "1.20" })}`);
    const inDefaults = digest(
      `${ACCOUNT}defaults: { percentTakeProfit: 12e-1 }\nbots:\n${botYaml("x", { percentTakeProfit: undefined })}`,
    );
    expect(inDefaults).toBe(atBot);
  });

  const base = `${ACCOUNT}bots:\n${botYaml("x")}`;
  const changes: readonly (readonly [string, string])[] = [
    ["leverage: 5", "leverage: 6"],
    ["title: BTC dip", "title: BTC Dip"],
    ["  x:", "  y:"],
    ["access: primary", "access: second"],
    ["second: 7", "second: 8"],
    ["second: 7", 'second: "7"'],
    ["leverage: 5", "leverage: 5\n    enabled: false"],
    ["leverage: 5", "leverage: 5\n    enabled: true"],
    ["leverage: 5", "leverage: 5\n    martingaleScale: null"],
    ["leverage: 5", "leverage: 5\n    protect: true"],
    ["leverage: 5", "leverage: 5\n    botId: 1"],
    ["leverage: 5", "leverage: 5\n    previousTitles: [a]"],
    ["leverage: 5", "leverage: 5\n    ignore: [marginMode]"],
    ["    accesses:", "    undeclared: turn-off\n    accesses:"],
    ["    accesses:", "    titlePrefix: BTC\n    accesses:"],
    ["    accesses:", "    exchange: OTHER\n    accesses:"],
    ["  main:", "  other:"],
  ];
  test.each(changes)("changes when %s becomes %s", (before, after) => {
    expect(base).toContain(before);
    expect(digest(base.replace(before, after))).not.toBe(digest(base));
  });

  test("all these are told apart from each other too", () => {
    expect(new Set(changes.map(([before, after]) => digest(base.replace(before, after)))).size).toBe(changes.length);
  });
});

test("canonicalising twice changes nothing", () => {
  const raw = fc.oneof(
    fc.double(),
    fc.integer(),
    fc.string(),
    fc.constantFrom("", "0", "1.20", "NOTHING", "1e3", null),
  );
  fc.assert(
    fc.property(fc.constantFrom(...FIELD_NAMES), raw, (name, value) => {
      const once = canonicalValue(name, value);
      expect(canonicalValue(name, once)).toBe(once);
    }),
  );
});

describe("what a bot's webhooks say of its take profit", () => {
  const flags = (webhooks: string) => {
    const { accounts } = loadSources([
      { file: "a.yaml", text: `version: 1\n${HEAD}bots:\n${botYaml("a", { title: "A", webhooks })}` },
    ]);
    const { hasUpdateWebhook = false, opensWithoutTakeProfit = false } = accounts[0]?.desired.bots[0] ?? {};
    return [hasUpdateWebhook, opensWithoutTakeProfit];
  };
  const off = "{ close: { enabled: false } }";
  const delay = "{ close: { event: delay, value: 60 } }";

  test.each([
    ["{ close: true }", [false, false]],
    ["{ open: true, update: true }", [true, false]],
    [`{ open: ${off}, update: true }`, [true, true]],
    [`{ open: ${delay} }`, [false, true]],
    [`{ open: true, update: ${off} }`, [false, false]],
    [`{ open: true, update: ${delay} }`, [false, false]],
    ["{ open: true, update: { stop: { event: percentage, value: 3 } } }", [false, false]],
  ])("%s: %j", (webhooks, expected) => {
    expect(flags(webhooks)).toEqual(expected);
  });
});
