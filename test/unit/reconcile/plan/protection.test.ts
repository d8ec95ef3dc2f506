// Protection that outlives its entry: nothing touches the bot until an apply has recorded that it isn't protected any more.
import { describe, expect, it } from "vitest";
import type { Desired } from "../../../../src/model/bot/desired.js";
import { NOTHING_KEPT } from "../../../../src/model/bot/observed.js";
import { makePlan } from "../../../../src/reconcile/plan/planner.js";
import { recordedText } from "../../../../src/reconcile/plan/protection.js";
import { seen } from "../../../../src/reconcile/plan/remembered.js";
import { desired, desiredBot, live, observed } from "../fleet.js";

const kept = { ...NOTHING_KEPT, protectedIds: new Set([1]), addresses: new Map([[1, "main/a"]]) };
const around = (changes: object = {}) => observed([live(1, "a", { on: true, ...changes }), live(2, "b")], { kept });
const plan = (wanted: Desired) => makePlan(wanted, around());

describe("a bot that was protected", () => {
  it("isn't turned off when its entry goes; the plan shows the lifting, and what waits", () => {
    const made = plan(desired([desiredBot("b")], { undeclared: "turn-off" }));
    expect(made.steps).toEqual([]);
    expect(made.lifted).toEqual([{ id: 1, address: "main/a", title: "a", waits: 1 }]);
    expect(made.diagnostics).toEqual([
      expect.objectContaining({ severity: "warning", code: "plan/protect-lifted", address: "main/a" }),
    ]);
    expect(made.diagnostics[0]?.summary).toBe(
      'protect lifted: bot 1 "a" was protected by main/a, and isn\'t any more; this plan does nothing to it',
    );
  });

  it("gets no update and no switch when protect goes", () => {
    const bot = desiredBot("a", { enabled: false, fields: { leverage: "9" } });
    const made = plan(desired([bot, desiredBot("b", { enabled: true })]));
    expect(made.steps.map(({ address }) => address)).toEqual(["main/b"]);
    expect(made.lifted).toEqual([{ id: 1, address: "main/a", title: "a", waits: 2 }]);
  });

  it("goes by its entry now, else by the one that protected it, else by its id, in the order of addresses", () => {
    const before = {
      ...NOTHING_KEPT,
      protectedIds: new Set([1, 2, 3, 4, 5]),
      addresses: new Map([1, 2, 5].map((id) => [id, id === 5 ? "main/z" : "main/old"])),
    };
    const bots = [live(5, "e"), live(4, "d"), live(3, "c"), live(2, "b"), live(1, "a")];
    const copyOfA = { ...observed(bots, { kept: before }) };
    const made = makePlan(desired([desiredBot("a"), desiredBot("c")]), copyOfA);
    expect(made.lifted?.map(({ id, address }) => [id, address])).toEqual([
      [4, "main/#4"],
      [1, "main/a"],
      [3, "main/c"],
      [2, "main/old"],
      [5, "main/z"],
    ]);
    const alike = { ...before, protectedIds: new Set([1, 2]) };
    const both = makePlan(desired([]), observed([live(2, "b"), live(1, "a")], { kept: alike }));
    expect(both.lifted?.map(({ id }) => id)).toEqual([1, 2]);
  });

  it("isn't lifted by a plan for others, unless what they need waits for it", () => {
    const wanted = desired([desiredBot("a"), desiredBot("b", { enabled: true })]);
    const made = makePlan(wanted, around(), { includes: (address) => address === "main/b" });
    expect([made.lifted, made.diagnostics, made.steps.map(({ address }) => address)]).toEqual([
      undefined,
      [],
      ["main/b"],
    ]);
    expect(makePlan(wanted, around(), { includes: (address) => address === "main/a" }).lifted).toHaveLength(1);
    // The bot that it replaces was protected under another key.
    const moved = desired([desiredBot("a", { access: { alias: "second", live: 2 }, enabled: true })]);
    const old = { ...kept, addresses: new Map([[1, "main/old"]]) };
    const replacing = makePlan(moved, observed([live(1, "a", { on: true })], { kept: old }), {
      allowReplace: true,
      includes: (address) => address === "main/a",
    });
    expect([replacing.lifted, replacing.steps]).toEqual([[{ id: 1, address: "main/old", title: "a", waits: 3 }], []]);
  });

  it("is said with what to do about it", () => {
    const [problem] = plan(desired([desiredBot("a")])).diagnostics;
    expect(problem?.remedy).toBe(
      "An apply of this plan records that; the next plan may then change it. If that isn't meant, put protect: true back.",
    );
  });

  it("has nothing waiting where nothing is to be done", () => {
    expect(plan(desired([desiredBot("a")])).lifted).toEqual([{ id: 1, address: "main/a", title: "a", waits: 0 }]);
  });

  it("isn't turned off as the one that another replaces", () => {
    const made = makePlan(desired([desiredBot("a", { enabled: true })]), around({ accessId: 2 }), {
      allowReplace: true,
    });
    expect(made.steps).toEqual([]);
    expect(made.lifted).toMatchObject([{ id: 1 }]);
  });

  it("is off already: all the same no other one is created in its place", () => {
    const wanted = desired([desiredBot("a", { enabled: true })]);
    const replace = (protectedIds: ReadonlySet<number>) =>
      makePlan(wanted, observed([live(1, "a", { accessId: 2, on: false })], { kept: { ...kept, protectedIds } }), {
        allowReplace: true,
      });
    expect(replace(new Set()).steps).toHaveLength(2);
    expect(replace(new Set([1])).steps).toEqual([]);
    expect(replace(new Set([1])).lifted).toMatchObject([{ id: 1 }]);
  });

  it.each<[string, Desired]>([
    ["by its entry", desired([desiredBot("a", { protect: true })])],
    ["by protectedTitles", desired([desiredBot("b")], { protectedTitles: ["a"], undeclared: "turn-off" })],
  ])("and still is, %s, isn't lifted", (_how, wanted) => {
    const made = plan(wanted);
    expect([made.lifted, made.steps.filter(({ address }) => address !== "main/b")]).toEqual([undefined, []]);
  });

  it.each([
    ["stays protected by its key", [], undefined, []],
    ["goes to the one that has its title now", [desiredBot("c", { enabled: false })], [1], []],
  ] as const)("and was renamed on the service %s", (_how, others, lifted, steps) => {
    const wanted = desired([desiredBot("a", { protect: true }), desiredBot("b"), ...others], {
      undeclared: "turn-off",
    });
    const bots = [live(1, "c", { on: true }), live(2, "b")];
    const made = makePlan(wanted, observed(bots, { kept, knownAs: new Map([[1, "main/a"]]) }));
    expect(made.lifted?.map(({ id }) => id)).toEqual(lifted);
    expect(made.steps).toEqual(steps);
    expect(made.undeclared.map((bot) => bot.protected)).toEqual(lifted === undefined ? [true] : []);
  });

  it("isn't lifted while the one that protects can't be placed", () => {
    const guard = desiredBot("a", { protect: true, access: { alias: "gone", live: "Nowhere" } });
    expect(plan(desired([guard])).lifted).toBeUndefined();
  });

  it("is lifted although another one is protected, and although its title isn't known", () => {
    const nameless = {
      kept,
      bots: [{ ...live(1, "a"), fields: { ...live(1, "a").fields, title: null } }, live(2, "b")],
    };
    const other = desiredBot("c", { fields: { pairTitle: "USDT-ETH" } });
    const made = makePlan(desired([desiredBot("b", { protect: true }), other]), observed([], nameless));
    expect(made.lifted).toEqual([{ id: 1, address: "main/a", title: "", waits: 0 }]);
    expect(made.steps.map(({ action, address }) => `${action} ${address}`)).toEqual(["create main/c"]);
  });

  it("that is no longer there isn't spoken of", () => {
    const made = makePlan(desired([desiredBot("b")]), observed([live(2, "b")], { kept }));
    expect(made.lifted).toBeUndefined();
  });
});

describe("what is remembered of protection", () => {
  const protect = (wanted: Desired, bots = around().bots) =>
    seen(observed([...bots]), wanted).flatMap((bot) => (bot.protect === true ? [bot.id] : []));

  it("is the bots that protect: true means, and copies of them", () => {
    const guarded = desired([desiredBot("a", { protect: true }), desiredBot("b")]);
    expect(protect(guarded)).toEqual([1]);
    expect(protect(guarded, [live(1, "a"), live(3, "a")])).toEqual([1, 3]);
    expect(protect(guarded, [live(1, "a", { on: true }), live(3, "a")])).toEqual([1, 3]);
    expect(protect(guarded, [live(1, "a", { accessId: 2 })])).toEqual([1]);
    expect(protect(desired([desiredBot("a")]))).toEqual([]);
  });
});

it("what is said when it is recorded names what waited", () => {
  const lifted = (address: string, waits: number) => ({ id: 1, address, title: "a", waits });
  expect(recordedText([lifted("main/a", 0)])).toBeUndefined();
  expect(recordedText([lifted("main/a", 1), lifted("main/b", 0)])).toBe(
    "it is recorded that main/a isn't protected any more; run plan again: what waited for it isn't done yet",
  );
  expect(recordedText([lifted("main/a", 1), lifted("main/b", 2)])).toBe(
    "it is recorded that main/a, main/b aren't protected any more; run plan again: what waited for it isn't done yet",
  );
});
