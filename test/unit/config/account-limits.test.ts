// An account's limits of one apply: what is taken, and what more than the default needs.
import { describe, expect, it } from "vitest";
import { loadSources } from "../../../src/config/load.js";

const BOT =
  "{ title: A, pairTitle: USDT-BTC, strategy: LONG, leverage: 3, marginMode: ISO, typeTakeProfit: LIMIT, typeFirstOrder: MARKET, percentTakeProfit: 1, percentSafetyOrder: 1, volumeFirstOrder: 10 }";
const load = (limits: string) =>
  loadSources([
    {
      file: "f.yaml",
      text: `version: 1\naccounts:\n  main:\n    apiUrl: \${env.BOTFORM_URL}\n    apiKey: \${env.BOTFORM_KEY}\n    apiSecret: \${env.BOTFORM_SECRET}\n    accesses: { a: 1 }\n    limits: ${limits}\nbots: { a: ${BOT} }\n`,
    },
  ]);
const brief = (limits: string) =>
  load(limits).diagnostics.map(({ code, position }) => `${code} ${position?.line}:${position?.column}`);

describe("limits of an account", () => {
  it.each([
    ["{}", "nothing"],
    ["{ maxChangedPercent: 30, maxTurnOns: 30 }", "the default"],
    ["{ maxChangedPercent: 0, maxTurnOns: 0 }", "nothing at all is allowed"],
    ["{ maxChangedPercent: 100, maxTurnOns: 999, reason: r, until: 2026-12-31 }", "all, with a reason and an end"],
    ["{ maxTurnOns: 31, reason: r, until: 2026-12-31T08:00Z }", "a moment"],
  ])("may be %s: %s", (limits) => {
    expect(brief(limits)).toEqual([]);
  });

  it.each([
    ["{ maxChangedPercent: 30.5, reason: r }", ["config/limits-unexplained 8:5"], "no end"],
    ["{ maxChangedPercent: 31, until: 2026-12-31 }", ["config/limits-unexplained 8:5"], "no reason"],
    ["{ maxTurnOns: 31 }", ["config/limits-unexplained 8:5"], "neither"],
    ["{ maxTurnOns: 1, until: 2026-02-30 }", ["config/limits-time 8:37"], "a day that doesn't exist"],
    ["{ maxChangedPercent: 101 }", ["config/out-of-range 8:34"], "more than all"],
    ["{ maxTurnOns: 1.5 }", ["config/not-whole 8:27"], "half a bot"],
    ["{ maxTurnOn: 3 }", ["config/unknown-key 8:15"], "a key that doesn't exist"],
  ])("can't be %s: %j, %s", (limits, expected) => {
    expect(brief(limits)).toEqual(expected);
  });

  it("stand in the account as they are written, with their place", () => {
    const [account] = load("{ maxChangedPercent: 60, reason: New take profit, until: 2026-12-31 }").accounts;
    expect(account?.limits).toEqual({
      ...{ maxChangedPercent: 60, reason: "New take profit", until: "2026-12-31" },
      origin: { file: "f.yaml", path: ["accounts", "main", "limits"] },
    });
  });

  it("say what they lack, and what to write", () => {
    const texts = ["{ maxTurnOns: 31 }", "{ maxTurnOns: 31, reason: r }", "{ maxTurnOn: 3 }", "{ until: 1 }"].map(
      (limits) => load(limits).diagnostics.map(({ summary, remedy }) => `${summary}. ${remedy}`),
    );
    expect(texts).toMatchInlineSnapshot(`
      [
        [
          "the limits of account main allow more than botform's own and have no reason or until. Add \`reason: …\` and \`until: YYYY-MM-DD\`, so that a reader of the plan knows why, and until when.",
        ],
        [
          "the limits of account main allow more than botform's own and have no until. Add \`reason: …\` and \`until: YYYY-MM-DD\`, so that a reader of the plan knows why, and until when.",
        ],
        [
          "unknown key "maxTurnOn" in accounts.main.limits. Did you mean maxTurnOns?",
        ],
        [
          "accounts.main.limits.until must be text, but without quotes its value is a number. Put quotes around it.",
        ],
      ]
    `);
  });

  it("are no part of what is planned", () => {
    const digests = ["{}", "{ maxTurnOns: 3 }"].map((limits) => load(limits).accounts[0]?.desired.digest);
    expect(new Set(digests).size).toBe(1);
  });
});
