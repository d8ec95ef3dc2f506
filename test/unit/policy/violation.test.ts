// A breach that a bot had before, and that the plan doesn't make worse, denies nothing: it is said.
import { describe, expect, it } from "vitest";
import { live } from "../reconcile/fleet.js";
import { brief, found } from "./input.js";

const SETTINGS = {
  marginMode: "ISO",
  leverage: "9",
  percentTakeProfit: "0.5",
  countOrderMax: "4",
  volumeSafetyOrder: "20",
};

/** What the rule says of a plan that gives the live bot these settings. */
function said(rule: string, settings: string, { on = true, enabled = true, fields = {} } = {}): string[] {
  const yaml = `policies: { p: { rule: ${rule} } }
bots: { a: { title: A, pairTitle: USDT-BTC, countOrderMax: 4, volumeSafetyOrder: 20, enabled: ${enabled}, ${settings} } }
`;
  const bots = [live(1, "A", { accessId: 1, on, fields: { ...SETTINGS, ...fields } })];
  const name = rule.split(",")[0] ?? "";
  return brief(found(yaml, { live: bots, balance: "1000" })).filter((line) => line.includes(name));
}

describe("a breach that was there before", () => {
  it.each([
    ["leverage: 8, percentTakeProfit: 0.5", "warn max-leverage main/a standing", "it is lowered"],
    ["leverage: 9, percentTakeProfit: 2", "warn max-leverage main/a standing", "it stays as it was"],
    ["leverage: 10, percentTakeProfit: 0.5", "deny max-leverage main/a", "it is raised"],
    ["leverage: 5, percentTakeProfit: 0.5", "", "it is gone"],
  ])("with %s: %s, since %s", (settings, expected, _because) => {
    expect(said("max-leverage, limit: 5", settings).join()).toEqual(expected);
  });

  it.each([
    ["percentTakeProfit: 0.6", "warn min-take-profit main/a standing"],
    ["percentTakeProfit: 0.4", "deny min-take-profit main/a"],
  ])("of a least figure with %s: %s", (settings, expected) => {
    expect(said("min-take-profit, limit: 1", `leverage: 9, ${settings}`)).toEqual([expected]);
  });

  it("denies where the bot comes on with it, and not where it stays off", () => {
    const settings = "leverage: 8, percentTakeProfit: 0.5";
    expect(said("max-leverage, limit: 5", settings, { on: false })).toEqual(["deny max-leverage main/a"]);
    expect(said("max-leverage, limit: 5", settings, { on: false, enabled: false })).toEqual([
      "warn max-leverage main/a standing",
    ]);
  });

  it("is made worse also by an update of a bot that is turned off with it", () => {
    const off = { on: true, enabled: false };
    expect(said("max-leverage, limit: 5", "leverage: 10, percentTakeProfit: 0.5", off)).toEqual([
      "deny max-leverage main/a",
    ]);
    expect(said("max-leverage, limit: 5", "leverage: 9, percentTakeProfit: 0.5", off)).toEqual([
      "warn max-leverage main/a standing",
    ]);
  });

  it("of a word is the same word", () => {
    const deny = "pairs-deny, pairs: [USDT-B*]";
    expect(said(deny, "leverage: 9, percentTakeProfit: 2")).toEqual(["warn pairs-deny main/a standing"]);
    const other = "leverage: 9, percentTakeProfit: 0.5";
    expect(said(deny, other, { fields: { pairTitle: "USDT-BNB" } })).toEqual(["deny pairs-deny main/a"]);
  });

  it("of the grid's end is the share that never fills", () => {
    const steep = { leverage: "100", percentSafetyOrder: "1.5" };
    const grid = (leverage: number) => `leverage: ${leverage}, percentTakeProfit: 0.5`;
    expect(said("liquidation-outside-grid", grid(80), { fields: steep })).toEqual([
      "warn liquidation-outside-grid main/a standing",
    ]);
    expect(said("liquidation-outside-grid", grid(100), { fields: { ...steep, leverage: "20" } })).toEqual([
      "deny liquidation-outside-grid main/a",
    ]);
  });

  it("of a distance to the liquidation is more where the grid ends before its last order", () => {
    const rule = "min-liquidation-distance, limit: 5";
    const [full, ends] = ["leverage: 20, percentTakeProfit: 0.5", "leverage: 50, percentTakeProfit: 0.5"];
    expect(said(rule, full, { fields: { leverage: "50" } })).toEqual(["warn min-liquidation-distance main/a standing"]);
    expect(said(rule, ends, { fields: { leverage: "20" } })).toEqual(["deny min-liquidation-distance main/a"]);
  });

  it("of a leverage is by how much it is beyond what the pair takes for a position of that size", () => {
    const beyond = (leverage: string, volumeFirstOrder: string) => ({ leverage, volumeFirstOrder });
    const [by5, by10, by12] = [beyond("80", "1000000"), beyond("60", "4000000"), beyond("62", "4000000")];
    const change = (fields: typeof by5, after: typeof by5) =>
      said("leverage-allowed", `leverage: ${after.leverage}, volumeFirstOrder: ${after.volumeFirstOrder}`, { fields });
    expect(change(by10, by5)).toEqual(["warn leverage-allowed main/a standing"]);
    expect(change(by5, by12)).toEqual(["warn leverage-allowed main/a"]);
  });
});

describe("a mistake that was there before, of each rule that can tell by how much", () => {
  const assumptions = { ownLimits: { "USDT-BTC": { leastNotional: "5" } } };
  const DEEP = { percentSafetyOrder: "26", countOrderMax: "4" };
  it.each<[string, Record<string, string | null>, Record<string, string | null>]>([
    ["safety-volume", { volumeSafetyOrder: null, countOrderMax: "3" }, { volumeSafetyOrder: null, countOrderMax: "5" }],
    ["grid-below-zero", DEEP, { ...DEEP, percentSafetyOrder: "27" }],
    ["take-profit-above-fees", { percentTakeProfit: "0.06" }, { percentTakeProfit: "0.05" }],
    ["least-notional", { volumeSafetyOrder: "4", countOrderMax: "3" }, { volumeSafetyOrder: "4", countOrderMax: "5" }],
  ])("%s", (code, less, more) => {
    const change = (before: typeof less, after: typeof less) => {
      const stated = {
        countOrderMax: "4",
        volumeSafetyOrder: "20",
        martingaleScale: null,
        percentSafetyOrder: "1.5",
        ...after,
      };
      const settings = Object.entries(stated).map(([key, value]) => `${key}: ${value}`);
      const fields = { ...SETTINGS, leverage: "3", percentTakeProfit: "1.2", ...before };
      const yaml = `bots: { a: { title: A, pairTitle: USDT-BTC, ${settings.join(", ")} } }\n`;
      const findings = found(yaml, {
        live: [live(1, "A", { accessId: 1, on: true, fields })],
        balance: "1000",
        assumptions,
      });
      return findings.filter((one) => one.code === `policy/${code}`).map(({ kind }) => kind);
    };
    expect([change(more, less), change(less, more)]).toEqual([["standing"], ["breach"]]);
  });
});

it("what is only likely denies where the configuration says that it is so", () => {
  const yaml = `bots:
  a: { title: A, pairTitle: USDT-BTC, strategy: LONG }
  b: { title: B, pairTitle: USDT-BTC, strategy: SHORT }
`;
  const says = (assumptions: object) => brief(found(yaml, { assumptions }));
  expect(says({})).toEqual(["warn no-opposite-without-hedge main/b"]);
  expect(says({ hedgeMode: false, hedgeModeStated: true })).toEqual(["deny no-opposite-without-hedge main/b"]);
  expect(says({ hedgeMode: true, hedgeModeStated: true })).toEqual([]);
});

it("a least notional denies where the configuration or a fresh file states it", () => {
  const yaml = "bots: { a: { title: A, pairTitle: USDT-BTC, volumeFirstOrder: 4 } }\n";
  const pairs = { "USDT-BTC": { leastNotional: "5" } };
  const says = (assumptions: object) => brief(found(yaml, { assumptions, now: Date.parse("2026-11-23T12:00:00Z") }));
  expect(says({})).toEqual(["warn least-notional main/a"]);
  expect(says({ ownLimits: pairs })).toEqual(["deny least-notional main/a"]);
  expect(says({ limits: { source: "mine", date: "2026-11-22", pairs } })).toEqual(["deny least-notional main/a"]);
  expect(says({ limits: { source: "mine", date: "2025-11-21", pairs } })).toEqual(["warn least-notional main/a"]);
});

it("of a configuration alone no balance is known, and the remedy is a plan", () => {
  const yaml = `policies: { p: { rule: max-wallet-exposure, limit: 5 } }
bots: { a: { title: A, pairTitle: USDT-BTC, leverage: 4, countOrderMax: 4, volumeSafetyOrder: 20 } }
`;
  const findings = found(yaml, { planned: false });
  expect(findings.find(({ code }) => code === "policy/max-wallet-exposure")).toMatchObject({
    ...{ kind: "unknown", summary: "the wallet's exposure is unknown" },
    remedy: "Plan with an API key that may read the account, so that balances are known.",
  });
});
