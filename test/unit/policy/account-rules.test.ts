// Rules about an account's totals: figure and limit in words, what a plan raises and what stood before, and what isn't known.
import { describe, expect, it, test } from "vitest";
import type { Plan } from "../../../src/model/plan/plan.js";
import type { Finding } from "../../../src/model/policy/finding.js";
import type { QuoteRisk } from "../../../src/model/risk/risk.js";
import { live } from "../reconcile/fleet.js";
import { found, type Setting } from "./input.js";

/** 20 + 4·20 = 100 USDT, at 4x 25 USDT of margin. */
const GRID = "leverage: 4, countOrderMax: 4, volumeSafetyOrder: 20";
const bot = (more = "") => `bots:\n  a: { title: A, pairTitle: USDT-BTC, ${GRID}${more} }\n`;
const policy = (rule: string, more = "") => `policies:\n  p: { rule: ${rule}${more} }\n`;

function only(rule: string, more: string, setting: Setting, bots = bot()): Finding | undefined {
  const findings = found(`${policy(rule, more)}${bots}`, setting).filter(({ code }) => code === `policy/${rule}`);
  expect(findings.length).toBeLessThan(2);
  return findings[0];
}

const withMoney =
  (change: (money: NonNullable<Plan["money"]>) => Plan["money"] | undefined) =>
  (plan: Plan): Plan => {
    const { money, ...rest } = plan;
    const changed = money && change(money);
    return changed === undefined ? rest : { ...rest, money: changed };
  };
const quotes = (change: (quote: QuoteRisk) => QuoteRisk) =>
  withMoney((money) => ({ ...money, after: { ...money.after, quotes: money.after.quotes.map(change) } }));

describe("a finding says by how much", () => {
  test.each<[string, string, Setting, string, string, RegExp]>([
    ["affordable", "", { balance: "25" }, "25.1 USDT", "25 USDT", /volumes/],
    ["max-account-margin-percent", ", limit: 12", { balance: "200" }, "12.5 %", "12 %", /volumes/],
    ["max-wallet-exposure", ", of: account, limit: 49", { balance: "200" }, "50 %", "49 %", /volumes/],
    ["free-balance-reserve", ", limit: 90", { balance: "200" }, "87.5 %", "90 %", /volumes/],
    ["free-balance-reserve", ", limit: 90", { balance: "20" }, "0 %", "90 %", /volumes/],
    ["max-exposure-increase", ", limit: 99", { balance: "200" }, "+100 USDT", "+99 USDT", /volumes/],
  ])("%s%s with %j: %s against %s", (rule, more, setting, figure, limit, remedy) => {
    const finding = only(rule, more, setting);
    expect(finding).toMatchObject({ severity: "deny", kind: "breach", figure, limit });
    expect(finding?.summary).toContain(figure);
    expect(finding?.summary).toContain(limit);
    expect(finding?.remedy).toMatch(remedy);
    expect(finding?.address).toBeUndefined();
  });
});

it("what can't be afforded names the three largest margins of bots that are on, and how much is missing", () => {
  const more = ["b: 60", "c: 20", "d: 100", "e: 900"].map((one, index) => {
    const [key, volume] = one.split(": ");
    const off = key === "e" ? ", enabled: false" : "";
    return `  ${key}: { title: ${key}, pairTitle: USDT-X${index}, leverage: 4, volumeFirstOrder: ${volume}${off} }\n`;
  });
  const finding = only("affordable", "", { balance: "25" }, bot() + more.join(""));
  expect(finding?.summary).toMatch(/; the largest margins: main\/a 25, main\/d 25, main\/b 15$/);
  expect(finding?.remedy).toBe("Lower volumes or leave bots off, or move at least 45.28 USDT to the account.");
});

describe("what a plan doesn't raise blocks nothing", () => {
  const was = (leverage: string, on = true) => [
    live(1, "A", {
      ...{ accessId: 1, on },
      fields: { marginMode: "ISO", leverage, countOrderMax: "4", volumeSafetyOrder: "20" },
    }),
  ];
  const CAP = ", limit: 10";
  test.each<[string, Setting, string | undefined, string]>([
    ["", { balance: "200", live: was("8") }, "breach", "8x becomes 4x: 12.5 ties up 25"],
    ["", { balance: "200", live: was("2") }, "standing", "2x becomes 4x: 50 tied up before"],
    ["", { balance: "200", live: was("2", false) }, "breach", "it was off, and is turned on"],
    [", percentTakeProfit: 2", { balance: "200", live: was("4") }, "standing", "the same as before"],
    [", enabled: false", { balance: "200", live: was("4") }, undefined, "it is turned off, and nothing is left"],
  ])("{ %s } with %j: %s, %s", (more, setting, kind, _because) => {
    expect(only("max-account-margin-percent", CAP, setting, bot(more))?.kind).toBe(kind);
  });

  test("each quote asset is compared with its own figures before", () => {
    const bots = `${bot()}  b: { title: B, pairTitle: BUSD-ETH, ${GRID} }\n`;
    const both = (plan: Plan): Plan =>
      withMoney(({ before, after, ...money }) => ({
        ...money,
        before: { ...before, quotes: [quote(after.quotes, "BUSD", "90"), quote(after.quotes, "USDT", "1")] },
        after: { ...after, quotes: [quote(after.quotes, "BUSD", "80"), quote(after.quotes, "USDT", "80")] },
      }))(plan);
    const findings = found(`${policy("max-account-margin-percent", ", limit: 10")}${bots}`, { plan: both });
    const own = findings.filter(({ code }) => code === "policy/max-account-margin-percent");
    expect(own.map(({ kind, summary }) => [kind, /BUSD|USDT/.exec(summary)?.[0]])).toEqual([
      ["breach", "USDT"],
      ["standing", "BUSD"],
    ]);
  });

  function quote(all: readonly QuoteRisk[], name: string, margin: string): QuoteRisk {
    const own = all.find((one) => one.quote === name);
    if (own === undefined) throw new Error(`nothing is in ${name}`);
    return { ...own, margin, wallet: "100", free: "100", usable: "100" };
  }
});

describe("what is unknown", () => {
  const NO_MONEY: Setting = { balance: "200", plan: withMoney(() => undefined) };
  test.each<[string, string, RegExp]>([
    ["affordable", "", /whether the balance is enough is unknown/],
    ["max-account-margin-percent", ", limit: 50", /the share of the wallet is unknown/],
    ["max-wallet-exposure", ", of: account, limit: 50", /the wallet's exposure is unknown/],
    ["free-balance-reserve", ", limit: 10", /the free balance is unknown/],
    ["max-exposure-increase", ", limit: 1000", /by how much the exposure grows is unknown/],
  ])("%s%s of a plan without figures in money is a finding", (rule, more, summary) => {
    expect(only(rule, more, NO_MONEY)).toMatchObject({
      kind: "unknown",
      remedy: "The plan has no figures in money: plan again, with an API key that may read the account.",
    });
    expect(only(rule, more, NO_MONEY)?.summary).toMatch(summary);
  });

  test.each<[string, string]>([
    ["affordable", "whether the balance is enough in USDT is unknown"],
    ["free-balance-reserve, limit: 10", "the free balance in USDT is unknown"],
    ["max-account-margin-percent, limit: 10", "the share of the wallet in USDT is unknown"],
  ])("%s without a balance: %s", (rule, summary) => {
    const [name = "", ...more] = rule.split(", ");
    const finding = only(name, more.map((one) => `, ${one}`).join(""), {});
    expect(finding).toMatchObject({
      ...{ kind: "unknown", summary },
      remedy: "The balance in USDT couldn't be read: plan with an API key that may read the account.",
    });
  });

  test("of cross bots whose depth nobody knows, nobody knows whether they outlive their grids", () => {
    const plan = quotes((quote) => ({ ...quote, crossAtDepth: null }));
    expect(only("cross-fleet-outlives-grids", "", { balance: "200", plan })?.summary).toBe(
      "whether the cross bots together outlive their grids in USDT is unknown",
    );
  });

  test("an empty wallet has no share, and the remedy is to fill it", () => {
    const empty = quotes((quote) => ({ ...quote, wallet: "0" }));
    const finding = only("max-account-margin-percent", ", limit: 10", { balance: "200", plan: empty });
    expect(finding).toMatchObject({ kind: "unknown", remedy: "The wallet has no USDT: move funds to the account." });
  });

  test.each([
    ["5", "0", "0 %", "all of it is needed, and nothing is free"],
    ["5", "-3", "0 %", "less than nothing is free"],
    ["0", "0", undefined, "nothing is needed, so all of nothing is left"],
  ])("of a need of %s with %s free %s are left: %s", (need, free, figure, _because) => {
    const plan = quotes((quote) => ({ ...quote, need, free }));
    expect(only("free-balance-reserve", ", limit: 1", { balance: "200", plan })?.figure).toBe(figure);
  });

  test.each([
    ["bots: 0 that are on", 0, undefined],
    ["bots: 1 that is on", 1, "unknown"],
  ])("a quote asset with %s", (_what, count, kind) => {
    const plan = quotes((quote) => ({ ...quote, bots: count, wallet: null }));
    expect(only("max-account-margin-percent", ", limit: 10", { balance: "200", plan })?.kind).toBe(kind);
  });

  test("bots without figures add nobody knows what to the exposure, unless they were there before", () => {
    const lacking = (before: number, after: number) =>
      withMoney((money) => ({
        ...money,
        before: { ...money.before, unknown: before },
        after: { ...money.after, unknown: after },
      }));
    const finding = only("max-exposure-increase", ", limit: 1000", { plan: lacking(1, 2) });
    expect(finding).toMatchObject({
      ...{ kind: "unknown", remedy: "Declare their settings in full." },
      summary: "by how much 2 bots without figures add to the exposure is unknown",
    });
    expect(only("max-exposure-increase", ", limit: 1000", { plan: lacking(2, 2) })).toBeUndefined();
  });
});

test.each([
  "affordable",
  "max-account-margin-percent, limit: 1",
  "free-balance-reserve, limit: 99",
  "max-exposure-increase, limit: 1",
])("%s says nothing of a configuration alone", (rule) => {
  expect(found(`policies:\n  p: { rule: ${rule} }\n${bot()}`, { planned: false })).toEqual([]);
});
