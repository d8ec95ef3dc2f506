// Held bots in a plan: turn-offs and nothing else, named with the reason, until the hold is removed; past its end they are a warning, then an error.
import { describe, expect, it } from "vitest";
import type { Hold } from "../../../../src/model/bot/hold.js";
import { NOTHING_KEPT } from "../../../../src/model/bot/observed.js";
import type { Plan } from "../../../../src/model/plan/plan.js";
import { endProblems, heldBot, holdOn, holdsOf, liftText } from "../../../../src/reconcile/plan/holds.js";
import { makePlan } from "../../../../src/reconcile/plan/planner.js";
import { turnOnsUnderWay } from "../earlier.js";
import { deal, desired, desiredBot, live, observed } from "../fleet.js";

const ORIGIN = { file: "botform.yaml", path: ["holds", 0] };
const hold = (bots: readonly string[], changes: Partial<Hold> = {}): Hold => ({
  bots,
  reason: "why",
  origin: ORIGIN,
  ...changes,
});
const A = hold(["main/a"]);
const stepsOf = ({ steps }: Plan) => steps.map(({ action, address }) => `${action} ${address}`);
const saidOf = ({ diagnostics }: Plan) => diagnostics.map(({ code }) => code);

describe("a held bot", () => {
  it("that is absent isn't created; the others are", () => {
    const bots = [desiredBot("a", { enabled: true }), desiredBot("b", { enabled: true })];
    const made = makePlan(desired(bots, { holds: [A] }), observed([]));
    expect(stepsOf(made)).toEqual(["create main/b", "turn-on main/b"]);
    expect(made.held).toEqual([{ address: "main/a", botId: null, on: false, pattern: "main/a", reason: "why" }]);
  });

  it("that is off gets neither update nor turn-on, and isn't called unchanged", () => {
    const bot = desiredBot("a", { enabled: true, fields: { leverage: "7" } });
    const made = makePlan(desired([bot], { holds: [A] }), observed([live(1, "a")]));
    expect([stepsOf(made), made.unchanged]).toEqual([[], 0]);
    expect(made.held).toEqual([{ address: "main/a", botId: 1, on: false, pattern: "main/a", reason: "why" }]);
    expect(made.bots).toEqual({});
  });

  it("that is on gets a turn-off, whatever enabled says, and no update", () => {
    for (const enabled of [true, false, undefined]) {
      const bot = desiredBot("a", { enabled, fields: { leverage: "7" } });
      const deals = [deal(9, 1)];
      const made = makePlan(desired([bot], { holds: [A] }), observed([live(1, "a", { on: true })], { deals }));
      expect(stepsOf(made)).toEqual(["turn-off main/a"]);
      expect(made.steps[0]).toMatchObject({ reason: "hold on main/a: why", warnings: [expect.stringContaining("9")] });
      expect(made.bots["main/a"]).toMatchObject({ title: "a", target: live(1, "a").fields, observed: { id: 1 } });
      expect(made.held).toMatchObject([{ on: true }]);
    }
  });

  it("that looks off, and may come on, gets one, too", () => {
    const made = makePlan(desired([desiredBot("a")], { holds: [A] }), observed([live(1, "a")], turnOnsUnderWay(1)));
    expect(stepsOf(made)).toEqual(["turn-off main/a"]);
    expect(made.held).toMatchObject([{ on: true }]);
  });

  it("that is protected gets nothing", () => {
    const made = makePlan(
      desired([desiredBot("a", { protect: true })], { holds: [A] }),
      observed([live(1, "a", { on: true })]),
    );
    expect([stepsOf(made), made.held?.length]).toEqual([[], 1]);
  });

  it("isn't replaced, even if that is asked for; the bot in its place is turned off", () => {
    const moved = observed([live(1, "a", { on: true, accessId: 2 }), live(2, "b", { accessId: 2 })]);
    const bots = [desiredBot("a", { enabled: true })];
    for (const allowReplace of [true, false]) {
      const made = makePlan(desired(bots, { holds: [A] }), moved, { allowReplace });
      expect(stepsOf(made)).toEqual(["turn-off main/#1"]);
      expect(saidOf(made)).toEqual(["plan/held"]);
      expect(made.held).toMatchObject([{ address: "main/a", botId: 1, on: true }]);
    }
    const guarded = [desiredBot("a", { protect: true })];
    expect(stepsOf(makePlan(desired(guarded, { holds: [A] }), moved))).toEqual([]);
  });

  it("that nobody declares is turned off, unless its title is protected", () => {
    const bots = observed([live(7, "x", { on: true }), live(8, "y", { on: true }), live(9, "z")]);
    const made = makePlan(desired([], { holds: [hold(["main/#7", "main/#9"])] }), bots);
    expect(stepsOf(made)).toEqual(["turn-off main/#7"]);
    expect(made.held?.map(({ address }) => address)).toEqual(["main/#7", "main/#9"]);
    const kept = desired([], { holds: [hold(["main/*"])], protectedTitles: ["x"] });
    expect(stepsOf(makePlan(kept, bots))).toEqual(["turn-off main/#8"]);
  });

  it("that nobody asked for with --target is left out", () => {
    const bots = [desiredBot("a"), desiredBot("b")];
    const made = makePlan(desired(bots, { holds: [hold(["*"])] }), observed([live(1, "a", { on: true })]), {
      includes: (address) => address === "main/b",
    });
    expect([stepsOf(made), made.held?.map(({ address }) => address)]).toEqual([[], ["main/b"]]);
  });

  it("is known by the ledger, by the key that it had when the hold was set, or by its id", () => {
    const bots = observed([live(1, "a", { on: true }), live(2, "b", { on: true }), live(3, "c", { on: true })], {
      kept: {
        ...NOTHING_KEPT,
        holds: [
          { bots: ["main/old"], reason: "why", ids: [1] },
          { bots: ["main/#2"], reason: "why" },
          { bots: ["main/known"], reason: "why" },
        ],
        addresses: new Map([[3, "main/known"]]),
      },
    });
    const made = makePlan(desired([desiredBot("a"), desiredBot("b"), desiredBot("c"), desiredBot("d")]), bots);
    expect(stepsOf(made)).toEqual(
      ["create main/d", "turn-off main/a", "turn-off main/b", "turn-off main/c"].sort(byOff),
    );
  });
});

const byOff = (left: string, right: string) => Number(left.startsWith("create")) - Number(right.startsWith("create"));
describe("what a plan says of its holds", () => {
  const plan = (holds: readonly Hold[], now?: number) =>
    makePlan(
      desired([desiredBot("a"), desiredBot("b")], { holds }),
      observed([live(1, "a"), live(2, "b")], now === undefined ? {} : { now }),
    );

  it("names the bots, the reason, the end, the place and the way out", () => {
    const { diagnostics } = plan([hold(["main/*"], { until: "2026-12-01" })]);
    expect(diagnostics).toEqual([
      {
        ...{ severity: "warning", code: "plan/held", origin: ORIGIN },
        summary:
          "held: 2 bots (main/a, main/b): why, until 2026-12-01; what is on is turned off, and nothing else is done to them",
        remedy: "When they may run again: botform hold remove 'main/*' --write.",
      },
    ]);
  });

  it("of a breaker is one warning for all of its bots, and is lifted by arming", () => {
    const own = ["main/a", "main/b"].map((pattern) => {
      const { origin: _origin, ...rest } = hold([pattern], { breaker: "day-loss", ids: [] });
      return rest;
    });
    const bots = [desiredBot("a", { enabled: true }), desiredBot("b", { enabled: true })];
    const kept = { ...NOTHING_KEPT, holds: own };
    const made = makePlan(desired(bots), { ...observed([live(1, "a"), live(2, "b")]), kept });
    expect(made.diagnostics.map(({ summary, remedy }) => `${summary} | ${remedy}`)).toEqual([
      "held: 2 bots (main/a, main/b): why; what is on is turned off, and nothing else is done to them | When they may run again: botform breaker arm day-loss --reason TEXT.",
    ]);
  });

  it("says what to commit of a hold that only the ledger has", () => {
    const kept = { ...NOTHING_KEPT, holds: [{ bots: ["main/a"], reason: "why" }] };
    const { diagnostics } = makePlan(desired([desiredBot("a")]), observed([live(1, "a")], { kept }));
    expect(diagnostics[0]?.remedy).toBe(
      `When they may run again: botform hold remove 'main/a'. To keep it, commit it under holds: - { bots: ["main/a"], reason: "why" }`,
    );
    expect(Object.keys(diagnostics[0] ?? {})).not.toContain("origin");
  });

  it("names a bot at each hold that it is under, also at one by its id", () => {
    const both = plan([hold(["main/*"]), hold(["main/#2"]), hold(["main/x"], { ids: [1] })]);
    expect(both.diagnostics.map(({ summary }) => summary.split(":")[1])).toEqual([
      " 2 bots (main/a, main/b)",
      " 1 bot (main/b)",
      " 1 bot (main/a)",
    ]);
    expect(both.held?.map(({ pattern }) => pattern)).toEqual(["main/*", "main/*"]);
  });

  it("says that a hold holds nothing, unless that may be so on this account", () => {
    expect(plan([hold(["main/x"])]).diagnostics[0]?.summary).toBe("held: no bot that is there: why");
    expect(saidOf(plan([hold(["x"])]))).toEqual([]);
    expect(saidOf(plan([hold(["a"])]))).toEqual(["plan/held"]);
    expect(saidOf(plan([hold(["copy/a"])]))).toEqual([]);
  });

  it("says nothing of a hold on bots that nobody asked for", () => {
    const made = (pattern: string, address: string) =>
      makePlan(desired([desiredBot("a"), desiredBot("b")], { holds: [hold([pattern])] }), observed([live(1, "a")]), {
        includes: (one) => one === address,
      });
    expect(saidOf(made("main/a", "main/b"))).not.toContain("plan/held");
    expect(made("main/*", "main/b").diagnostics.map(({ summary }) => summary.split(":")[1])).toContain(
      " 1 bot (main/b)",
    );
  });

  it("warns after its end, and calls it an error later; it stays in force", () => {
    const ended = hold(["main/a"], { until: "2026-12-01" });
    expect(saidOf(plan([ended], Date.parse("2026-12-01T23:00Z")))).toEqual(["plan/held"]);
    const late = plan([ended], Date.parse("2026-12-02T00:00Z"));
    expect(saidOf(late)).toEqual(["plan/held", "plan/hold-ended"]);
    expect(late.diagnostics[1]).toMatchObject({
      ...{ severity: "warning", origin: ORIGIN },
      summary: "the hold on main/a (why) has ended: it was until 2026-12-01, and stays in force",
      remedy: expect.stringContaining("botform hold remove 'main/a'"),
    });
    const overdue = plan([ended], Date.parse("2026-12-09T00:00Z"));
    expect(overdue.diagnostics[1]).toMatchObject({ severity: "error", code: "plan/hold-overdue" });
    expect(overdue.held).toHaveLength(1);
  });

  it("says nothing of the end where nobody knows the time, or where there is none", () => {
    expect(saidOf(plan([hold(["main/a"], { until: "2020-01-01" })]))).toEqual(["plan/held"]);
    expect(endProblems(hold(["main/a"]), Number.MAX_SAFE_INTEGER)).toEqual([]);
  });
});

describe("a hold in the configuration and in the ledger", () => {
  const inLedger = (pattern: string): Hold => ({ bots: [pattern], reason: "earlier", ids: [7] });
  const both = (holds: readonly Hold[], pattern: string) =>
    holdsOf({
      desired: { account: "main", holds },
      observed: { kept: { ...NOTHING_KEPT, holds: [inLedger(pattern)] } },
    });

  it("is one, in the configuration's words, and keeps the bots that it was set for", () => {
    expect(both([hold(["main/a", "main/b"])], "main/a")).toEqual([hold(["main/a", "main/b"], { ids: [7] })]);
    expect(both([hold(["a"])], "main/a")).toEqual([hold(["a"], { ids: [7] })]);
  });

  it("is as the configuration states it where the ledger knows no bots of it", () => {
    const bare = { ...NOTHING_KEPT, holds: [{ bots: ["main/a"], reason: "earlier" }] };
    expect(holdsOf({ desired: { account: "main", holds: [A] }, observed: { kept: bare } })).toEqual([A]);
  });

  it("is two where the patterns differ", () => {
    const [wide, two] = [hold(["main/b"]), { bots: ["main/a", "main/b"], reason: "r" }];
    const kept = { ...NOTHING_KEPT, holds: [two] };
    expect(holdsOf({ desired: { account: "main", holds: [wide] }, observed: { kept } })).toEqual([wide, two]);
    expect(both([A], "main/*")).toEqual([A, inLedger("main/*")]);
  });

  it("that is about another account is none", () => {
    expect(both([hold(["copy/a"])], "main/*")).toEqual([inLedger("main/*")]);
  });
});

describe("on its own", () => {
  const bot = { address: "main/a", botId: 1, on: true };

  it("a held bot shows the end of its hold where it has one", () => {
    const of = (one: Hold) => heldBot(bot, { hold: one, pattern: "main/*" });
    expect(of(A)).toStrictEqual({ ...bot, pattern: "main/*", reason: "why" });
    expect(of(hold(["main/a"], { until: "2026-12-01" }))).toEqual({
      ...{ ...bot, pattern: "main/*", reason: "why", until: "2026-12-01" },
    });
  });

  it("several patterns are lifted in one line", () => {
    const bots = ["main/a", "main/b*"];
    expect(liftText({ bots, breaker: "day-loss" })).toBe("botform breaker arm day-loss --reason TEXT");
    expect(liftText({ bots })).toBe("botform hold remove 'main/a' 'main/b*'");
    expect(liftText({ bots, origin: { file: "f.yaml", path: ["holds", "0"] } })).toBe(
      "botform hold remove 'main/a' 'main/b*' --write",
    );
  });

  it("a bot that isn't live is held by its address alone", () => {
    const on = holdOn({ desired: { account: "main", holds: [hold(["main/#1"])] }, observed: {} });
    expect([on("main/a", 1)?.pattern, on("main/a", 2), on("main/a", undefined)]).toEqual([
      "main/#1",
      undefined,
      undefined,
    ]);
    expect(holdOn({ desired: { account: "main" }, observed: {} })("main/a", 1)).toBeUndefined();
  });

  it("a hold of several patterns is the account's if one of them may be", () => {
    const both = hold(["other/a", "main/a"]);
    const of = (account: string) => holdsOf({ desired: { account, holds: [both] }, observed: {} });
    expect([of("main"), of("other"), of("third")]).toEqual([[both], [both], []]);
  });

  it("one past its end names all its patterns", () => {
    const [ended] = endProblems(
      hold(["main/a", "main/b"], { until: "2026-11-01" }),
      Date.parse("2026-11-02T12:00:00Z"),
    );
    expect([ended?.summary, ended?.remedy]).toEqual([
      "the hold on main/a, main/b (why) has ended: it was until 2026-11-01, and stays in force",
      "Lift it with botform hold remove 'main/a' 'main/b' --write, or give it a later until. From 7 days after its end it is an error.",
    ]);
    const bare = endProblems(
      { bots: ["main/a"], reason: "why", until: "2026-11-01" },
      Date.parse("2026-11-02T12:00:00Z"),
    );
    expect(bare.map((problem) => "origin" in problem)).toEqual([false]);
    expect(endProblems(A, undefined)).toEqual([]);
  });
});
