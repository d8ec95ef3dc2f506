// The highlights of a plan and of an account: what is warned of, how serious it is, in which words, and what to do.
import { describe, expect, it } from "vitest";
import type { Finding } from "../../../src/model/policy/finding.js";
import type { BotRisk } from "../../../src/model/risk/risk.js";
import type { Highlight } from "../../../src/render/highlight.js";
import { accountHighlights } from "../../../src/render/highlights.js";
import { outlineOf } from "../../../src/render/plan-facts.js";
import { plannedBot, planOf, step } from "../reconcile/plan/plans.js";
import { accountRisk, botRisk, moneyOf, placeAt, quoteRisk, variedPlan } from "./facts.js";

const finding: Finding = {
  ...{ code: "policy/max-leverage", severity: "deny", kind: "breach", address: "main/a", field: "leverage" },
  ...{ summary: "it is above 10", remedy: "Lower it.", position: placeAt("fleet.yaml", 4) },
};
const poor = accountRisk({
  quotes: [
    quoteRisk({ need: "1250", usable: "100", feeReserve: "1.5", isAffordable: false }),
    quoteRisk({ quote: "USDC", usable: "500", isAffordable: true }),
    quoteRisk({ quote: "BUSD" }),
  ],
});
const POOR: Highlight = {
  ...{ weight: "bad", subject: "USDT" },
  text: "the bots that are on need 1 250, plus 1.5 for fees, but only 100 is free: not every order can be placed",
  remedy: "use smaller volumes, fewer safety orders or fewer bots; or add balance",
};
const FOUND = {
  refuses: true,
  ...{ weight: "bad", subject: "main/a", field: "leverage", text: "it is above 10", remedy: "Lower it." },
  ...{ rule: "policy/max-leverage", place: "fleet.yaml:4", alike: "policy/max-leverage" },
};

describe("of an account", () => {
  const of = (...findings: readonly Finding[]) => accountHighlights(findings, poor, [], []);

  it("the serious ones stand first, and what isn't known last", () => {
    const unknown = [{ what: "the balance", needs: "read the account" }];
    const lacks = ["main/x", { kind: "unknown", lacks: ["leverage", "pairTitle"] }] as const;
    expect(accountHighlights([{ ...finding, severity: "warn" }], poor, [lacks], unknown)).toEqual([
      POOR,
      { ...FOUND, weight: "warning", refuses: undefined },
      {
        ...{ weight: "warning", subject: "main/x", text: "its figures are unknown" },
        remedy: "declare leverage, pairTitle",
      },
      { weight: "note", subject: "Not known", text: "the balance", knownBy: "read the account" },
    ]);
  });

  it.each<[Partial<Finding>, object]>([
    [{}, {}],
    [{ severity: "warn" }, { weight: "warning", refuses: undefined }],
    [{ kind: "standing" }, { text: "it is above 10 (already so before this plan)", standing: true }],
    [
      { waived: { reason: "agreed", until: "2026-12-31" } },
      { weight: "note", refuses: undefined, text: "it is above 10; waived until 2026-12-31: agreed", alike: undefined },
    ],
    [{ summary: "leverage 12" }, { text: "leverage 12", field: undefined }],
    [
      { policy: "cap", policyPosition: placeAt("house.yaml", 5) },
      {
        rule: "policy/max-leverage, policy cap at house.yaml:5",
        alike: "policy/max-leverage, policy cap at house.yaml:5",
      },
    ],
    [{ policy: "cap" }, { rule: "policy/max-leverage, policy cap", alike: "policy/max-leverage, policy cap" }],
  ])("a finding with %j has %j", (changes, expected) => {
    expect(of({ ...finding, ...changes }).find(({ rule }) => rule !== undefined)).toEqual({ ...FOUND, ...expected });
  });

  it.each<[string, Partial<Finding>, boolean]>([
    ["another rule", {}, true],
    ["the same", { code: "policy/affordable" }, false],
    ["the same, unknown", { code: "policy/affordable", kind: "unknown" }, true],
    ["the same, waived", { code: "policy/affordable", waived: { reason: "r", until: "u" } }, true],
  ])("what can't be afforded is said beside a finding of %s", (_, changes, isSaid) => {
    expect(of({ ...finding, ...changes }).some(({ subject }) => subject === "USDT")).toBe(isSaid);
  });
});

describe("of a plan", () => {
  const textsOf = (changes: Parameters<typeof variedPlan>[0]) =>
    outlineOf(variedPlan(changes)).highlights.map(({ weight, subject, text, remedy, knownBy, rule, place }) => {
      const rest = [remedy, knownBy, rule, place].filter((one) => one !== undefined);
      return [weight, subject, text, ...rest].join(" | ");
    });
  const KEPT = [
    "warning | main/btc | deal 20 (USDT-BTC) keeps leverage 5 (the bot's will be 10), until it closes",
    "warning | main/btc | a deal of it runs",
  ];

  const WORSE = "warning | main/btc | leverage 5 → 10 (×2)";

  it("without figures says so", () => {
    expect(textsOf({})).toEqual([
      WORSE,
      ...KEPT,
      "note | Not known | the figures in money: this plan has none | make the plan with botform plan",
    ]);
  });

  it("diagnostics stand with their code and place, then findings", () => {
    const position = placeAt("fleet.yaml", 9);
    const diagnostics = [
      { severity: "warning", code: "plan/x", summary: "take care", position },
      { severity: "error", code: "plan/y", summary: "it can't be", address: "main/a", remedy: "Mend it." },
    ] as const;
    expect(textsOf({ money: moneyOf(), diagnostics, findings: [finding] })).toEqual([
      "bad | main/a | it can't be | Mend it. | plan/y",
      "bad | main/a | it is above 10 | Lower it. | policy/max-leverage | fleet.yaml:4",
      WORSE,
      "warning |  | take care | plan/x | fleet.yaml:9",
      ...KEPT,
    ]);
  });

  it("a host that isn't the last run's stands before everything that is serious", () => {
    const error = { severity: "error", code: "plan/y", summary: "it can't be" } as const;
    const moved = { severity: "warning", code: "plan/other-host", summary: "it was at b before" } as const;
    expect(textsOf({ money: moneyOf(), diagnostics: [error, moved], findings: [finding] }).slice(0, 3)).toEqual([
      "bad |  | it was at b before | plan/other-host",
      "bad |  | it can't be | plan/y",
      "bad | main/a | it is above 10 | Lower it. | policy/max-leverage | fleet.yaml:4",
    ]);
  });

  it.each<[Partial<BotRisk>, readonly string[]]>([
    [{}, []],
    [
      { liquidation: { kind: "inside", loss: "7", after: 0, price: "1", neverPlaced: 1, share: "0.5" } },
      [
        "bad | main/a | liquidated at −100 %, before the last safety order (50 % of the volume), and loses its margin of 118.05: they never fill | lower the leverage, the cover (fewer or closer safety orders) or the volumes",
      ],
    ],
    [
      { on: false, liquidation: { kind: "inside", loss: "7", after: 0, price: "1", neverPlaced: 1, share: "0.5" } },
      [
        "warning | main/a | liquidated at −100 %, before the last safety order (50 % of the volume), and loses its margin of 118.05: they never fill | lower the leverage, the cover (fewer or closer safety orders) or the volumes",
      ],
    ],
    [
      { belowZero: 1 },
      ["bad | main/a | 1 safety order would be at a price of 0 or less | use fewer safety orders, or a smaller step"],
    ],
  ])("without findings figures with %j are warned of", (changes, expected) => {
    const money = moneyOf({ bots: { "main/a": { before: null, after: botRisk(changes) } } });
    expect(textsOf({ money }).filter((text) => text.includes("main/a"))).toEqual(expected);
    expect(textsOf({ money, findings: [] }).filter((text) => text.includes("main/a"))).toEqual([]);
  });

  it("warnings of steps stand with their bot, an update's, too", () => {
    const warned = (key: string, action: "update" | "turn-off") => ({ ...step(action, key), warnings: ["W"] });
    const plan = variedPlan({ steps: [warned("btc", "update"), warned("btc", "turn-off"), warned("off", "update")] });
    expect(
      outlineOf(plan)
        .highlights.filter(({ text }) => text === "W")
        .map(({ subject }) => subject),
    ).toEqual(["main/btc", "main/btc", "main/off"]);
  });

  it("an undeclared bot is named with its deals, its twin and its fate", () => {
    const stray = { id: 9, title: "Old", on: true, status: "ENABLED", dealIds: [70, 71], duplicateOf: "main/a" };
    expect(textsOf({ money: moneyOf(), undeclared: [stray, { ...stray, id: 10, on: false, dealIds: [] }] })).toEqual([
      WORSE,
      ...KEPT,
      'warning | bot 9 "Old" | is live and not in the configuration (on, 2 running deals, with the same title as main/a); it stays as it is',
      'note | bot 10 "Old" | is live and not in the configuration (off, with the same title as main/a); it stays as it is',
    ]);
  });

  it("what blocks it is said in a sentence", () => {
    const error = { severity: "error", code: "plan/y", summary: "no" } as const;
    const blocked = (changes: Parameters<typeof variedPlan>[0]) => outlineOf(variedPlan(changes)).blocked;
    expect([
      ...[blocked({}), blocked({ diagnostics: [error], findings: [finding] }), blocked({ findings: [finding] })],
      blocked({ findings: [finding, finding] }),
    ]).toEqual([
      ...[
        undefined,
        "This plan can't be applied: 1 error; and policies deny it: main/a: it is above 10 (fleet.yaml:4).",
      ],
      "Apply is blocked: policies deny it: main/a: it is above 10 (fleet.yaml:4).",
      "Apply is blocked: policies deny it: main/a: it is above 10 (fleet.yaml:4), and 1 more (main/a).",
    ]);
  });

  it("its actions are counted in the order of summaries", () => {
    expect(outlineOf(variedPlan()).counts).toEqual([
      ["create", 1],
      ["update", 1],
      ["take-profit", 1],
      ["turn-on", 1],
      ["turn-off", 1],
    ]);
    expect(outlineOf(planOf([plannedBot("a", null)], [])).counts).toEqual([]);
  });
});
