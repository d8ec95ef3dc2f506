// The first screen of plans: what stands in the way, what is serious all the same, what to type next, and whose plans they are.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../../../src/model/plan/plan.js";
import { planProblem } from "../../../../src/model/plan/plan-codes.js";
import { type FailedView, type PlanView, planPage, plansPage } from "../../../../src/render/html/plan-page.js";
import type { Next } from "../../../../src/render/next.js";
import { live } from "../../reconcile/fleet.js";
import { plannedBot, planOf, step } from "../../reconcile/plan/plans.js";
import { accountRisk, laidOut, moneyOf, quoteRisk } from "../facts.js";

const MAKING = { at: "2026-11-22T02:08:59.000Z", toolVersion: "1.2.3" };

/** Between the name and the links, without tables. */
function topOf(page: string): string {
  const top = page.slice(page.indexOf("</h1>") + 5, page.indexOf("<nav"));
  return laidOut({ text: top.replaceAll(/<div class="scroll"[\s\S]*?<\/table><\/div>/g, "<table/>") });
}

const unaffordable = moneyOf({
  after: accountRisk({ quotes: [quoteRisk({ need: "150", usable: "100", isAffordable: false })] }),
});
const create = planOf([plannedBot("a", null)], [step("create", "a")], { money: unaffordable });
const idle = planOf([], [], { money: unaffordable, unchanged: 2 });
const next: Next = { lead: "Once:", command: "botform apply", lines: [], isBlocked: false };
const top = (plan: Plan) => topOf(planPage({ plan, ladders: {} }, MAKING, next));

describe("the first screen of a plan", () => {
  it("has what changes, and what was changed by hand, above what it comes to; the rest below", () => {
    const deal = {
      ...{ id: 7, pairTitle: "USDT-BTC", fingerprint: "f", percentTakeProfit: "1", orderPercent: null, order: null },
      keeps: [],
    };
    const bots = ["a", "b"].map((key, at) => ({ ...plannedBot(key, live(at + 1, key)), deals: [deal] }));
    const steps = ["a", "b"].map((key, at) => ({
      ...step("update", key),
      changes: [{ field: "leverage" as const, before: "5", after: String(6 + at) }],
    }));
    const diagnostics = [planProblem("plan/changed-outside", { summary: "By hand" })];
    const before = accountRisk({ quotes: [quoteRisk({ position: "500" })] });
    const text = top(planOf(bots, steps, { money: moneyOf({ before }), diagnostics }));
    const places = ["<li><bdi>b: leverage", "By hand.", "<table/>", "running deals of these bots"].map((part) =>
      text.indexOf(part),
    );
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((left, right) => left - right));
  });

  it("says what is serious, that it doesn't block the apply, and once what to type", () => {
    expect(top(create)).toMatchInlineSnapshot(`
      "<div class="alert">
      <p><b class="bad"><bdi>Serious, but it doesn&#39;t block the apply:</bdi></b></p>
      <ul class="warnings">
      <li class="bad"><b><bdi>USDT</bdi></b>: <bdi>the bots that are on need 150, plus 1.5 for fees, but only 100 is free: not every order can be placed</bdi><br><span class="small">What to do: <bdi>use smaller volumes, fewer safety orders or fewer bots; or add balance</bdi></span></li></ul></div>
      <p class="lead"><bdi>1 new bot: 1 to create (a, off).</bdi></p>
      <p class="small">No error or limit blocks the apply.</p>
      <table/>
      <p class="eyebrow">Needs attention</p>
      <p class="small"><a href="#warnings">What to do about each</a></p>
      <p class="small"><bdi>Once:</bdi></p><pre role="region" aria-label="Once:" tabindex="0">botform apply</pre>"
    `);
  });

  it("of a plan without steps says what is serious, and neither of an apply nor what to type", () => {
    expect(top(idle)).toMatchInlineSnapshot(`
      "<div class="alert">
      <p><b class="bad"><bdi>Serious:</bdi></b></p>
      <ul class="warnings">
      <li class="bad"><b><bdi>USDT</bdi></b>: <bdi>the bots that are on need 150, plus 1.5 for fees, but only 100 is free: not every order can be placed</bdi><br><span class="small">What to do: <bdi>use smaller volumes, fewer safety orders or fewer bots; or add balance</bdi></span></li></ul></div>
      <p class="lead"><bdi>Nothing changes.</bdi></p>
      <p class="eyebrow">Needs attention</p>
      <p class="small"><a href="#warnings">What to do about each</a></p>"
    `);
  });

  it("of an undo says nothing of an apply that is free", () => {
    expect(top({ ...create, money: moneyOf(), configDigest: "undo/r1" })).toMatchInlineSnapshot(`
      "<p class="lead"><bdi>1 new bot: 1 to create (a, off).</bdi></p>
      <p>No check and no policy has found anything to warn of.</p>
      <table/>"
    `);
  });
});

describe("the first screen of several plans", () => {
  const several = (...plans: readonly Plan[]) =>
    topOf(
      plansPage(
        plans.map((plan, index) => ({ plan: { ...plan, account: `a${index + 1}` }, ladders: {} })),
        MAKING,
        next,
      ),
    );

  it("says what is serious in any of them where nothing blocks, and what to type", () => {
    expect(several(create, idle)).toMatchInlineSnapshot(`
      "<p class="lead">2 accounts: 1 to create.</p>
      <table/>
      <div class="alert">
      <p><b class="bad"><bdi>Serious, but it doesn&#39;t block the apply:</bdi></b></p>
      <ul class="warnings">
      <li class="bad"><b><bdi>a1, a2</bdi></b> · <b><bdi>USDT</bdi></b>: <bdi>the bots that are on need 150, plus 1.5 for fees, but only 100 is free: not every order can be placed</bdi><br><span class="small">What to do: <bdi>use smaller volumes, fewer safety orders or fewer bots; or add balance</bdi></span></li></ul></div>
      <p class="eyebrow">Needs attention</p>
      <p class="small"><a href="#account-1">What to do about each</a></p>
      <p class="small"><bdi>Once:</bdi></p><pre role="region" aria-label="Once:" tabindex="0">botform apply</pre>"
    `);
  });

  it("has no alert where nothing is serious", () => {
    expect(several({ ...create, money: moneyOf() }, { ...idle, money: moneyOf() })).toMatchInlineSnapshot(`
      "<p class="lead">2 accounts: 1 to create.</p>
      <table/>
      <p>No check and no policy has found anything to warn of.</p>
      <p class="small"><bdi>Once:</bdi></p><pre role="region" aria-label="Once:" tabindex="0">botform apply</pre>"
    `);
  });

  it.each([
    [7, "a1, a2, a3, a4, a5, a6, a7"],
    [8, "a1, a2, a3, a4, a5, a6 … and 2 more"],
  ])("names six of %d accounts: %s", (count, names) => {
    const views = Array.from({ length: count }, (_, at): PlanView | FailedView => ({
      account: `a${at + 1}`,
      failure: "no answer",
    }));
    expect(/<h1><bdi>(.*?)<\/bdi>/.exec(plansPage(views, MAKING))?.[1]).toBe(names);
  });
});
