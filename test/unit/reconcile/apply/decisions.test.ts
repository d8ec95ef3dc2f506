// The decisions around a create and the gate before a turn-on, check by check (rules 2 to 5 and 9).
import { describe, expect, it } from "vitest";
import {
  afterCreate,
  createRefusal,
  foundAfterCreate,
  type GateFacts,
  turnOnRefusal,
} from "../../../../src/reconcile/apply/decisions.js";
import { live } from "../fleet.js";
import { plannedBot } from "../plan/plans.js";

describe("a create", () => {
  it("is sent only where no bot bears its title (rule 2)", () => {
    expect(createRefusal([])).toBeUndefined();
    expect(createRefusal([live(7, "a"), live(8, "a")])).toEqual({
      rule: 2,
      detail: 'bot 7 "a" has taken its title, or a previous one, since the plan was made; nothing was sent',
    });
  });

  it.each([
    { answer: { kind: "accepted", botId: 7 }, next: { go: "read-back", botId: 7 } },
    { answer: { kind: "accepted" }, next: { go: "search", why: "no bot id" } },
    { answer: { kind: "ambiguous", message: "reset", turnedDown: false }, next: { go: "search", why: "reset" } },
    { answer: { kind: "ambiguous", message: "HTTP 404", turnedDown: true }, next: { go: "search", why: "HTTP 404" } },
    { answer: { kind: "not-sent", message: "no" }, next: { go: "end", answer: { kind: "not-sent", message: "no" } } },
    ...(["refused", "unauthorized"] as const).map((kind) => {
      const answer = { kind, message: "no" };
      return { answer, next: { go: "search", why: "no", refusal: answer } };
    }),
  ] as const)("answered with $answer goes on with $next.go", ({ answer, next }) => {
    expect(afterCreate(answer)).toEqual(next);
  });

  it.each([
    { sameTitle: [], found: { kind: "nothing" }, because: "nothing on the list" },
    { sameTitle: [live(7, "a")], found: { kind: "ours", botId: 7 }, because: "one that is off is ours" },
    { sameTitle: [live(7, "a", { on: true })], found: { kind: "unclear" }, because: "one that is on may be another's" },
    { sameTitle: [live(7, "a"), live(8, "a")], found: { kind: "unclear" }, because: "two are for a human" },
  ])("that may have been carried out: $because (rule 5)", ({ sameTitle, found }) => {
    expect(foundAfterCreate(sameTitle)).toEqual(found);
  });
});

describe("the gate before a turn-on (rule 9)", () => {
  const clear: GateFacts = { planned: plannedBot("a", null), botId: 7, isListed: true, others: [], live: live(7, "a") };
  const pinned = plannedBot("a", null, { pinned: true });

  const open: { facts: Partial<GateFacts>; because: string }[] = [
    { facts: {}, because: "the bot is as planned and alone" },
    { facts: { others: [live(8, "a"), live(9, "a")] }, because: "its copies are off and have higher ids" },
    { facts: { others: [live(7, "a")] }, because: "no bot has a lower id than itself" },
    { facts: { planned: pinned, others: [live(6, "a")] }, because: "botId names it, so that a lower id says nothing" },
    { facts: { replaced: [live(3, "a", { accessId: 2 })] }, because: "what it replaces is off, whatever its id" },
    {
      facts: { live: live(7, "a", { fields: { cycleLimitScale: "3" } }) },
      because: "a field without a target is free",
    },
  ];
  it.each(open)("is open: $because", ({ facts }) => {
    expect(turnOnRefusal({ ...clear, ...facts })).toBeUndefined();
  });

  const shut: { facts: Partial<GateFacts>; detail: string }[] = [
    {
      facts: { isListed: false },
      detail: "the list doesn't show bot 7 under its title, so it may lack others, too",
    },
    {
      facts: { others: [live(8, "a"), live(9, "a", { on: true, raw: "STARTING" })] },
      detail: "bot 9 with the same title is on (STARTING)",
    },
    {
      facts: { planned: pinned, others: [live(8, "a", { on: true })] },
      detail: "bot 8 with the same title is on (ENABLED)",
    },
    {
      facts: { replaced: [live(3, "a"), live(9, "a", { on: true, accessId: 2 })] },
      detail: "bot 9, which it replaces, is on (ENABLED)",
    },
    {
      facts: { others: [live(8, "old", { on: true })] },
      detail: 'bot 8 with a previous title, "old", is on (ENABLED)',
    },
    { facts: { others: [live(6, "a"), live(9, "a")] }, detail: "bot 6 has the same title and a lower id" },
    { facts: { live: live(7, "a", { accessId: 2 }) }, detail: "it doesn't match the plan: access 2" },
    {
      facts: { live: live(7, "a", { fields: { leverage: "50", volumeFirstOrder: "21" } }) },
      detail:
        "it doesn't match the plan: leverage: expected 5, but the service shows 50; volumeFirstOrder: expected 20, but the service shows 21",
    },
  ];
  it.each(shut)("is shut: $detail", ({ facts, detail }) => {
    expect(turnOnRefusal({ ...clear, ...facts })).toEqual({ rule: 9, detail });
  });

  it("asks the checks it is given, and tells of the first that objects", () => {
    expect(turnOnRefusal({ ...clear, isListed: false }, [])).toBeUndefined();
    const checks = [() => undefined, () => "first", () => "second"];
    expect(turnOnRefusal(clear, checks)).toEqual({ rule: 9, detail: "first" });
  });
});
