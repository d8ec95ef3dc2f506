// Two configurations: which account and bot is which, and every setting that differs, in words of the configuration.
import { describe, expect, it } from "vitest";
import { compareConfigurations } from "../../../src/authoring/compare.js";
import { loadSources } from "../../../src/config/load.js";
import type { AccountDifference } from "../../../src/model/bot/difference.js";

const BEFORE = `version: 1
accounts:
  main:
    preset: cryptorg
    apiKey: \${env.BOTFORM_A_KEY}
    apiSecret: \${env.BOTFORM_A_SECRET}
    accesses: { primary: Main, second: Other }
    volumeScale: 1
defaults: { access: primary, marginMode: CROSS, typeTakeProfit: LIMIT, typeFirstOrder: MARKET, percentTakeProfit: 1, percentSafetyOrder: 1, volumeFirstOrder: 10, volumeSafetyOrder: 10, countOrderMax: 2, strategy: LONG, leverage: 5, pairTitle: USDT-BTC }
bots:
  still: { title: Still }
  same: { title: Same }
  gone: { title: Gone }
  changed: { title: Changed, enabled: true, leverage: 4 }
  pinned: { title: Pinned, botId: 7 }
  renamed: { title: Old name }
  moved: { title: Moved }
  rekeyed: { title: Rekeyed }
  byKey: { title: By key }
`;

const AFTER = `version: 1
accounts:
  main:
    preset: cryptorg
    apiKey: \${env.BOTFORM_B_KEY}
    apiSecret: \${env.BOTFORM_A_SECRET}
    accesses: { primary: Main, other: Other }
    undeclared: turn-off
    activeDeals: take-profit
    volumeStep: 0.5
    volumeMin: 1
defaults: { access: primary, marginMode: CROSS, typeTakeProfit: LIMIT, typeFirstOrder: MARKET, percentTakeProfit: 1, percentSafetyOrder: 1, volumeFirstOrder: 10, volumeSafetyOrder: 10, countOrderMax: 2, strategy: LONG, leverage: 5, pairTitle: USDT-BTC }
bots:
  still: { title: Still }
  same: { title: Same, volumeFirstOrder: 11 }
  new: { title: New, enabled: false }
  changed: { title: Changed, enabled: false, leverage: 6, protect: true, freezeActiveDeals: true, ignore: [percentTakeProfit] }
  pinned: { title: Other title, botId: 7 }
  renamed-too: { title: New name, previousTitles: [Old name, A] }
  moved: { title: Moved, access: other }
  rekeyed2: { title: Rekeyed }
  byKey: { title: By another title }
`;

function accounts(text: string) {
  const { accounts: loaded, diagnostics } = loadSources([{ file: "botform.yaml", text }]);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return loaded;
}

/** An account of this name with one bot. */
const small = (name: string) =>
  accounts(`version: 1
accounts:
  ${name}: { preset: cryptorg, apiKey: "\${env.BOTFORM_A_KEY}", apiSecret: "\${env.BOTFORM_A_SECRET}", accesses: { primary: Main } }
protectedTitles: [Z, B]
bots:
  a: { title: A, leverage: 5, enabled: true }
`);

describe("one account", () => {
  const [difference] = compareConfigurations(accounts(BEFORE), accounts(AFTER));

  it("differs in its own settings, references as they are written", () => {
    const { account, kind, settings, unchanged } = difference ?? {};
    expect({ account, kind, unchanged }).toEqual({ account: "main", kind: "changed", unchanged: 1 });
    expect(settings).toEqual([
      { name: "apiKey", before: "${env.BOTFORM_A_KEY}", after: "${env.BOTFORM_B_KEY}" },
      { name: "accesses.second", before: "Other" },
      { name: "undeclared", before: "report", after: "turn-off" },
      { name: "volumeScale", before: "1" },
      { name: "accesses.other", after: "Other" },
      { name: "activeDeals", after: "take-profit" },
      { name: "volumeStep", after: "0.5" },
      { name: "volumeMin", after: "1" },
    ]);
  });

  it.each([
    {
      kind: "changed",
      address: "main/byKey",
      title: "By another title",
      changes: [{ name: "title", before: "By key", after: "By another title" }],
    },
    {
      kind: "changed",
      address: "main/changed",
      title: "Changed",
      changes: [
        { name: "leverage", before: "4", after: "6" },
        { name: "enabled", before: true, after: false },
        { name: "protect", after: true },
        { name: "freezeActiveDeals", after: true },
        { name: "ignore", after: ["percentTakeProfit"] },
      ],
    },
    { kind: "removed", address: "main/gone", title: "Gone", changes: [] },
    {
      kind: "changed",
      address: "main/moved",
      title: "Moved",
      changes: [{ name: "access", before: "primary", after: "other" }],
    },
    {
      kind: "added",
      address: "main/new",
      title: "New",
      changes: [
        { name: "access", after: "primary" },
        { name: "pairTitle", after: "USDT-BTC" },
        { name: "strategy", after: "LONG" },
        { name: "leverage", after: "5" },
        { name: "marginMode", after: "CROSS" },
        { name: "typeTakeProfit", after: "LIMIT" },
        { name: "typeFirstOrder", after: "MARKET" },
        { name: "percentTakeProfit", after: "1" },
        { name: "percentSafetyOrder", after: "1" },
        { name: "volumeFirstOrder", after: "10" },
        { name: "volumeSafetyOrder", after: "10" },
        { name: "countOrderMax", after: "2" },
        { name: "enabled", after: false },
      ],
    },
    {
      kind: "changed",
      address: "main/pinned",
      title: "Other title",
      changes: [{ name: "title", before: "Pinned", after: "Other title" }],
    },
    {
      kind: "changed",
      address: "main/rekeyed2",
      title: "Rekeyed",
      changes: [{ name: "key", before: "rekeyed", after: "rekeyed2" }],
    },
    {
      kind: "changed",
      address: "main/renamed-too",
      title: "New name",
      renamedFrom: "Old name",
      changes: [
        { name: "key", before: "renamed", after: "renamed-too" },
        { name: "previousTitles", after: ["A", "Old name"] },
      ],
    },
    {
      kind: "changed",
      address: "main/same",
      title: "Same",
      changes: [{ name: "volumeFirstOrder", before: "10", after: "11" }],
    },
  ])("$address is $kind", (bot) => {
    expect(difference?.bots.filter(({ address }) => address === bot.address)).toEqual([bot]);
  });

  it("has these bots in the order of their addresses", () => {
    expect(difference?.bots.map(({ address }) => address)).toEqual([
      "main/byKey",
      "main/changed",
      "main/gone",
      "main/moved",
      "main/new",
      "main/pinned",
      "main/rekeyed2",
      "main/renamed-too",
      "main/same",
    ]);
  });

  it("equals itself", () => {
    expect(compareConfigurations(accounts(AFTER), accounts(AFTER))).toEqual([
      { account: "main", kind: "equal", settings: [], bots: [], unchanged: 9 },
    ]);
  });
});

it("accounts are known by name: each is removed, or added with all it has", () => {
  expect(compareConfigurations(small("third"), small("copy"))).toEqual([
    {
      account: "copy",
      kind: "added",
      settings: [
        { name: "apiUrl", after: "https://api2.cryptorg.net" },
        { name: "hookUrl", after: "https://api3.cryptorg.net" },
        { name: "apiKey", after: "${env.BOTFORM_A_KEY}" },
        { name: "apiSecret", after: "${env.BOTFORM_A_SECRET}" },
        { name: "exchange", after: "CRYPTORG_FUTURES" },
        { name: "accesses.primary", after: "Main" },
        { name: "undeclared", after: "report" },
        { name: "titlePrefix", after: "" },
        { name: "protectedTitles", after: ["B", "Z"] },
      ],
      bots: [
        {
          kind: "added",
          address: "copy/a",
          title: "A",
          changes: [
            { name: "access", after: "primary" },
            { name: "leverage", after: "5" },
            { name: "enabled", after: true },
          ],
        },
      ],
      unchanged: 0,
    },
    {
      account: "third",
      kind: "removed",
      settings: [],
      bots: [{ kind: "removed", address: "third/a", title: "A", changes: [] }],
      unchanged: 0,
    },
  ]);
});

it("every other key of an account or a bot is compared, lists in one order", () => {
  const config = (account: string, bot: string, holds: string) =>
    accounts(`version: 1
accounts:
  main:
    preset: cryptorg
    apiKey: "\${env.BOTFORM_A_KEY}"
    apiSecret: "\${env.BOTFORM_A_SECRET}"
    accesses: { primary: Main }
${account}
defaults: { marginMode: CROSS, typeTakeProfit: LIMIT, typeFirstOrder: MARKET, percentTakeProfit: 1, percentSafetyOrder: 1, volumeFirstOrder: 10, volumeSafetyOrder: 10, countOrderMax: 6, strategy: LONG, leverage: 5, pairTitle: USDT-BTC }
bots:
  a:
    title: A
${bot}
holds:
${holds}
`);
  const [before, after] = [
    config(
      "    titlePrefix: A\n    requestsPerSecond: 3",
      "    twin: Z\n    webhooks: { open: { open: { orderVolume: 10 } }, close: true }",
      "  - { bots: [main/a], reason: audit, until: 2030-01-01 }",
    ),
    config(
      '    titlePrefix: ""\n    requestsPerSecond: 4\n    concurrency: 2',
      '    twin: [Z, Y]\n    botId: 7\n    undeclaredSettings: "off"\n    webhooks: { open: { open: { orderVolume: 12 } }, average: { amount: 5 } }',
      "  - { bots: [main/a], reason: a loss }\n  - { bots: [b*, a], reason: a check, until: 2030-01-02 }",
    ),
  ];
  const lines = ({ settings, bots }: AccountDifference) =>
    [...settings, ...bots.flatMap(({ changes }) => changes)].map(
      ({ name, before: was, after: is }) => `${name}: ${JSON.stringify(was)} → ${JSON.stringify(is)}`,
    );
  expect(compareConfigurations(before, after).flatMap(lines).join("\n")).toMatchInlineSnapshot(`
    "requestsPerSecond: 3 → 4
    titlePrefix: "A" → ""
    holds: ["main/a: audit, until 2030-01-01"] → ["b*, a: a check, until 2030-01-02","main/a: a loss"]
    concurrency: undefined → 2
    twin: ["Z"] → ["Y","Z"]
    webhooks.open.open.orderVolume: "10" → "12"
    webhooks.close: true → undefined
    webhooks.close.strategy: "long" → undefined
    webhooks.close.pairs: ["BTCUSDT"] → undefined
    webhooks.close.closePosition: true → undefined
    indicatorGroup: undefined → null
    indicatorName: undefined → null
    indicatorInterval: undefined → null
    priceLevel: undefined → null
    priceLevelDown: undefined → null
    priceLevelUp: undefined → null
    undeclaredSettings: undefined → "off"
    botId: undefined → 7
    webhooks.average: undefined → true
    webhooks.average.strategy: undefined → "long"
    webhooks.average.pairs: undefined → ["BTCUSDT"]
    webhooks.average.amount: undefined → "5""
  `);
});
