// What every form shows of a plan: undeclared bots and what becomes of them, names of steps, and rules in turn.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../../src/model/plan/plan.js";
import { makePlan } from "../../../src/reconcile/plan/planner.js";
import type { Highlight } from "../../../src/render/highlight.js";
import { assuredText, freeText, outlineOf, stepName } from "../../../src/render/plan-facts.js";
import { assumptionsOf } from "../../../src/risk/assumptions.js";
import { NO_MARKET_DATA } from "../../../src/risk/market-data.js";
import { moneyOf } from "../../../src/risk/money.js";
import { desiredOf, liveOf } from "../../techniques/browser/stage.js";
import { live } from "../reconcile/fleet.js";
import { plannedBot, planOf, step } from "../reconcile/plan/plans.js";
import { botRisk, moneyOf as moneyWith } from "./facts.js";

type Undeclared = Plan["undeclared"][number];
const undeclared = (changes: Partial<Undeclared>): Undeclared => ({
  ...{ id: 7, title: "Old", on: true, status: "ENABLED", dealIds: [] },
  ...changes,
});

describe("what is in the way", () => {
  const denial = { code: "policy/x", severity: "deny", kind: "breach", summary: "no", remedy: "Mend it." } as const;
  const error = { severity: "error", code: "plan/x", summary: "it can't be" } as const;
  const limits = { maxChangedPercent: 30, maxTurnOns: 0 };
  const over = "the plan turns on 1 bot, more than 0";
  it.each<[Partial<Plan>, string | undefined, string | undefined]>([
    [{}, undefined, undefined],
    [{}, "copy isn't sound", "Apply is blocked: copy isn't sound."],
    [{ findings: [denial] }, undefined, "Apply is blocked: policies deny it: no."],
    [{ findings: [denial] }, "policies deny it", "Apply is blocked: policies deny it: no."],
    [{ findings: [denial, denial] }, undefined, "Apply is blocked: policies deny it: no, and 1 more."],
    [
      {
        findings: [
          { ...denial, address: "main/a" },
          { ...denial, address: "main/a", summary: "never" },
        ],
      },
      undefined,
      "Apply is blocked: policies deny it: main/a: no, and never.",
    ],
    [{ diagnostics: [error] }, "it has errors", "This plan can't be applied: 1 error."],
    [{ limits }, undefined, `Apply is blocked: ${over}.`],
    [{ limits }, "as it was told", "Apply is blocked: as it was told."],
    [{ limits, findings: [denial] }, undefined, `Apply is blocked: policies deny it: no; and ${over}.`],
  ])("of %j, refused: %s", (changes, refused, blocked) => {
    const plan = planOf([plannedBot("a", live(1, "a"))], [step("turn-on", "a")], { observedBots: 1, ...changes });
    expect(outlineOf(plan, { refused }).blocked).toBe(blocked);
  });

  it("names the bots whose errors keep them from being planned, and no others", () => {
    const unplanned = (...addresses: readonly string[]) => {
      const diagnostics = addresses.map((address) => ({ ...error, address }));
      const plan = planOf([plannedBot("a", live(1, "a"))], [step("update", "a")], { diagnostics });
      return outlineOf(plan).unplanned;
    };
    const without = (names: string, rest: string) => `${names}; these figures are without what ${rest}.`;
    expect(unplanned("main/a", "main", "copy/x")).toBeUndefined();
    expect(unplanned("main/b", "copy/x", "main/a", "main/b")).toBe(
      without("1 of 2 bots with changes or errors is planned: main/b isn't", "it declares"),
    );
    expect(unplanned("main/b", "main/c")).toBe(
      without("1 of 3 bots with changes or errors is planned: main/b, main/c aren't", "they declare"),
    );
  });
});

describe("an undeclared bot", () => {
  const highlight = (changes: Partial<Undeclared>, undeclaredRule: Plan["undeclaredRule"]) =>
    outlineOf(planOf([], [], { undeclared: [undeclared(changes)], undeclaredRule })).highlights.find(({ subject }) =>
      subject?.includes("7"),
    );

  it.each<[Partial<Undeclared>, Plan["undeclaredRule"], Highlight["weight"], string, string, string]>([
    [{}, "turn-off", "warning", "(on)", "is turned off", "it is on, and the account turns such bots off"],
    [{}, "report", "warning", "(on)", "stays as it is", "the account only reports them"],
    [{}, "ignore", "warning", "(on)", "stays as it is", "or ignores them"],
    [{ on: false }, "turn-off", "note", "(off)", "stays as it is", "it is off already"],
    [{ protected: true }, "turn-off", "warning", "(on)", "stays as it is", "its title is protected"],
    [{ dealIds: [70] }, "report", "warning", "(on, 1 running deal)", "stays as it is", "a deal of it runs"],
    [{ dealIds: [70, 71] }, "report", "warning", "(on, 2 running deals)", "stays as it is", "two run"],
    [
      { on: false, duplicateOf: "main/a" },
      ...([
        "report",
        "note",
        "(off, with the same title as main/a)",
        "stays as it is",
        "another bot has its title",
      ] as const),
    ],
  ])("%j under %s is a %s: %s, it %s, since %s", (changes, rule, weight, state, fate, _because) => {
    const alike = `live and not in the configuration; each ${fate}`;
    expect(highlight(changes, rule)).toEqual({
      ...{ weight, subject: 'bot 7 "Old"', text: `is live and not in the configuration ${state}; it ${fate}` },
      ...{ alike, common: alike },
    });
  });
});

describe("a step", () => {
  it.each([
    ["update", undefined, "update"],
    ["take-profit", 7, "take-profit of deal 7"],
    ["complete-deal", 7, "complete-deal 7"],
    ["cancel-deal", 7, "cancel-deal 7"],
  ] as const)("%s with deal %s is called %j", (action, dealId, name) => {
    expect(stepName(action, dealId)).toBe(name);
  });

  it("of a new bot shows all settings but its title, which stands above them", () => {
    const changes = [
      { field: "title" as const, after: "A" },
      { field: "leverage" as const, after: "5" },
    ];
    const rows = (action: "create" | "update") => {
      const bot = plannedBot("a", action === "create" ? null : live(1, "a"));
      const { bots } = outlineOf(planOf([bot], [{ ...step(action, "a"), changes }]));
      return [bots[0]?.which, bots[0]?.steps[0]?.rows.map(({ field }) => field)];
    };
    expect(rows("create")).toEqual(["new bot", ["leverage"]]);
    expect(rows("update")).toEqual(["bot 1", ["title", "leverage"]]);
  });

  it("that turns a bot on says what it trades, where that is known and the bot isn't new", () => {
    const reasonOf = (observed: ReturnType<typeof live> | null, after?: ReturnType<typeof botRisk>) => {
      const money = after && moneyWith({ bots: { "main/a": { before: null, after } } });
      const plan = planOf([plannedBot("a", observed)], [{ ...step("turn-on", "a"), reason: "why" }]);
      return outlineOf({ ...plan, ...(money !== undefined && { money }) }).bots[0]?.steps[0]?.reason;
    };
    const risk = botRisk({ pair: "USDT-SOL", side: "SHORT", leverage: "3" });
    expect([reasonOf(live(1, "a"), risk), reasonOf(live(1, "a")), reasonOf(null, risk)]).toEqual(["why", "why", "why"]);
  });
});

it("bots stand by how much they add, the most first, and those that take away last", () => {
  const desired = desiredOf([
    "less: { title: Less, enabled: true, volumeFirstOrder: 10 }",
    "off: { title: Off, enabled: false }",
    "more: { title: More, enabled: true, volumeFirstOrder: 90 }",
    "some: { title: Some, enabled: true, volumeFirstOrder: 50 }",
  ]);
  const off = desired.bots.find(({ key }) => key === "off");
  if (off === undefined) throw new Error("there is no such bot");
  const access = { id: 1, title: "Main", exchange: desired.exchange };
  const bots = [{ ...liveOf(off, 1), status: { on: true, raw: "ENABLED" } }];
  const plan = makePlan(desired, { accesses: [access], bots, deals: [], pairs: null });
  const money = moneyOf(plan, bots, [], NO_MARKET_DATA, assumptionsOf());
  const names = outlineOf({ ...plan, money }).bots.map(({ bot }) => bot.address);
  expect(names).toEqual(["main/more", "main/some", "main/less", "main/off"]);
});

describe("what is known", () => {
  const changed = planOf([plannedBot("a", live(1, "a"))], [step("update", "a")], { observedBots: 1 });

  it.each<[Plan["assured"], string]>([
    [undefined, ""],
    [{ everyBotDeclared: true }, "Every live bot is declared."],
    [{ noDealTouched: true }, "No running deal is touched."],
    [{ changesNothingByHand: true }, "Nothing that it changes was changed by hand."],
    [{ everyBotDeclared: true, noDealTouched: true }, "Every live bot is declared. No running deal is touched."],
  ])("%j is told of a plan that changes live bots", (assured, text) => {
    const known = assured === undefined ? {} : { assured };
    expect(assuredText({ ...changed, ...known })).toBe(text);
    expect(assuredText({ ...changed, ...known, steps: [] })).toBe("");
    expect(assuredText({ ...changed, ...known, observedBots: 0 })).toBe("");
  });

  it("of no obstacle nothing is told where the ledger can't be read, without which nothing is written", () => {
    const free = (code: string) =>
      freeText({
        plan: { ...changed, diagnostics: [{ severity: "warning", code, summary: "x" }] },
        blocked: undefined,
      });
    expect(free("plan/cut-list")).toBe("No error or limit blocks the apply.");
    expect(free("plan/unread-ledger")).toBeUndefined();
  });

  it("and what isn't is told, a list that may be cut first", () => {
    const problem = (code: string) => ({ severity: "warning", code, summary: `of ${code}` }) as const;
    const codes = ["plan/unlisted-bot", "plan/unread-ledger", "plan/held", "plan/cut-list"];
    expect(outlineOf({ ...changed, diagnostics: codes.map(problem) }).notKnown).toEqual([
      ...["of plan/cut-list", "of plan/unread-ledger", "of plan/unlisted-bot", "the figures in money"],
    ]);
    const unknown = [{ what: "the price of USDT-BTC", needs: "a price" }];
    const money = moneyOf(changed, [], [], NO_MARKET_DATA, assumptionsOf());
    expect(outlineOf({ ...changed, money: { ...money, unknown } }).notKnown).toEqual(["the price of USDT-BTC"]);
    expect(outlineOf({ ...changed, steps: [] }).notKnown).toEqual([]);
  });
});
