// How steps end that did nothing, or of which nobody knows: each result whole, with the next thing to do.
import { describe, expect, it } from "vitest";
import type { Deal, DealResult } from "../../../../src/model/deal/deal.js";
import type { Stop } from "../../../../src/model/plan/outcome.js";
import { ServiceError, type WriteAnswer } from "../../../../src/model/ports.js";
import {
  endedBefore,
  endOf,
  inSpiteOf,
  LEFT_OPEN,
  NEVER_BEGUN,
  notCarriedOut,
  notListed,
  notObserved,
  notStarted,
  ourFault,
  refused,
  staleDeal,
  unreadAfter,
  unreadBefore,
  unsent,
} from "../../../../src/reconcile/apply/step-results.js";
import { ended } from "../../model/deal/deals.js";

describe("an answer", () => {
  it.each<[WriteAnswer, object | undefined]>([
    [{ kind: "accepted" }, undefined],
    [{ kind: "accepted", botId: 7 }, undefined],
    [{ kind: "ambiguous", message: "reset", turnedDown: true }, undefined],
    [{ kind: "refused", message: "no" }, undefined],
    [{ kind: "unauthorized", message: "no" }, undefined],
    [
      { kind: "not-sent", message: "no" },
      { kind: "failed", detail: "nothing was sent: no", next: "run apply again", rule: 4 },
    ],
  ])("%j ends the step: %j", (answer, result) => expect(unsent(answer)).toEqual(result));
});

describe("a refusal", () => {
  it.each([
    [
      "refused",
      {
        ...{ detail: "refused by the service; the bot is unchanged: no" },
        ...{ next: "correct what the message names, then run apply again" },
      },
    ],
    [
      "unauthorized",
      {
        ...{ detail: "the service rejected the credentials; the bot is unchanged: no", unauthorized: true },
        ...{ next: "check the API key and its permissions, then run apply again" },
      },
    ],
  ] as const)("%s, after which nothing has changed, is a failure that wrote nothing", (kind, result) => {
    expect(refused({ kind, message: "no" }, "the bot is unchanged")).toEqual({
      ...{ kind: "failed", rule: 19, didNothing: true },
      ...result,
    });
  });

  it.each([
    [{ kind: "accepted" }, { kind: "applied", detail: "done" }],
    [
      { kind: "refused", message: "no" },
      { kind: "applied", detail: "refused by the service (no), but done" },
    ],
    [
      { kind: "unauthorized", message: "no" },
      { kind: "applied", detail: "the service rejected the credentials (no), but done", unauthorized: true },
    ],
  ] as const)("%j explains a result, and what is there decides it", (answer, result) => {
    expect(inSpiteOf(answer, { kind: "applied", detail: "done" })).toEqual(result);
  });
});

describe("a read that failed", () => {
  it.each([
    ["auth", true],
    ["timeout", false],
    ["refused", false],
  ] as const)("with %s", (kind, unauthorized) => {
    const error = new ServiceError(kind, "no answer");
    expect(unreadBefore(error)).toEqual({
      ...{ kind: "failed", detail: "nothing was sent: no answer", next: "run apply again", rule: 1 },
      unauthorized,
    });
    expect(unreadAfter(error, "sent, but")).toEqual({
      ...{ kind: "unknown", detail: "sent, but could not be read back: no answer" },
      ...{ next: "run plan to see what became of it", rule: 6, unauthorized },
    });
  });

  it("is told from a mistake of botform's own", () => {
    const mistake = new TypeError("x");
    expect(() => unreadBefore(mistake)).toThrow(mistake);
    expect(() => unreadAfter(mistake, "sent")).toThrow(mistake);
    const result = (name: string) => ({
      kind: "unknown",
      detail: `a bug in botform (${name})`,
      next: "run plan to see what became of it; please report this",
    });
    expect([ourFault(mistake), ourFault("x")]).toEqual([result("TypeError"), result("string")]);
  });
});

it.each<[Stop | "bots-off", string, string, number | undefined]>([
  ["interrupted", "interrupted before it began", "run apply again", 13],
  ["unauthorized", "the service had rejected the credentials", "check the API key, then run apply again", undefined],
  [
    "journal",
    "nothing was sent: the ledger can't be written",
    "see below why; when the ledger can be written again (a disk with space, a database that answers), run apply again",
    12,
  ],
  [
    "bots-off",
    "nothing was sent: botform bots off was run for the bot meanwhile, or it was held",
    "plan again when the bot may run",
    18,
  ],
  [
    "blocked",
    "the plan changes more than one apply is allowed to",
    "raise the limits named above, or apply less at once",
    16,
  ],
])("a stop (%s) leaves the others not started", (stop, detail, next, rule) => {
  expect(notStarted(stop)).toEqual({ kind: "not-started", detail, next, ...(rule !== undefined && { rule }) });
});

it("a step that the run leaves behind was never begun, or may still have its effect", () => {
  expect([NEVER_BEGUN, LEFT_OPEN]).toEqual([
    { kind: "not-started", detail: "the run ended before the step began", next: "run apply again" },
    {
      ...{ kind: "unknown", detail: "sent, but the run ended before its effect was observed" },
      ...{ next: "run plan to see what became of it", rule: 10 },
    },
  ]);
});

describe("a deal that has ended", () => {
  const whole = ended(70, "5", "0.1");
  const withResult = (changes: Partial<DealResult> | null): Deal => ({
    ...whole,
    result: changes === null || whole.result === null ? null : { ...whole.result, ...changes },
  });

  it.each([
    ["the history doesn't show it", undefined],
    ["the history shows it as COMPLETED", withResult(null)],
    ["the history shows it as COMPLETED, profit 5 USDT, fees 0.1 USDT", whole],
    ["the history shows it as COMPLETED, fees 0.1 USDT", withResult({ profit: null })],
    ["the history shows it as COMPLETED, profit 5 USDT", withResult({ fees: null })],
    ["the history shows it as COMPLETED, profit 5 USDT, fees 0.1 BNB", withResult({ feesAsset: "BNB" })],
  ])("%s", (says, deal) => expect(endOf(deal)).toBe(says));

  it.each(["complete-deal", "take-profit"] as const)("needs no %s any more", (action) => {
    const detail = "deal 70 had already ended, so nothing was sent: the history doesn't show it";
    expect(endedBefore(action, 70, undefined)).toEqual({ kind: "applied", detail });
  });

  it("can't be cancelled any more: there is no position left to keep", () => {
    expect(endedBefore("cancel-deal", 70, undefined)).toEqual({
      kind: "failed",
      detail: "deal 70 had already ended, so nothing was sent: the history doesn't show it",
      next: "check the position on the exchange",
      stale: true,
      rule: 8,
    });
  });

  it("may only seem so", () => {
    expect(notListed(70)).toEqual({
      kind: "failed",
      detail: "nothing was sent: the list of running deals lacks deal 70, and others, too",
      next: "check the deal on the service, then try again",
      rule: 1,
    });
    expect(staleDeal("it moved")).toEqual({
      ...{ kind: "failed", detail: "nothing was sent: it moved", next: "plan again", rule: 8, stale: true },
    });
  });
});

describe("a command that was not observed", () => {
  const ofBot = "it may still happen: check the bot on the service, then run plan again";
  const ofDeal = "it may still happen: check the deal on the service, then run botform resolve last";

  it.each([
    [false, 120_000, "", "its effect wasn't observed within 120 s"],
    [false, 500, "", "its effect wasn't observed within 0.5 s"],
    [true, 120_000, "", "the run was stopped"],
    [true, 120_000, "; it is on", "the run was stopped; it is on"],
  ])("abandoned %s after %i ms %j: %s", (isAbandoned, commandDeadlineMs, known, why) => {
    const result = {
      kind: "unknown",
      detail: `the command to turn the bot off was sent, but ${why}`,
      next: ofBot,
      rule: 10,
    };
    expect(notObserved({ isAbandoned, commandDeadlineMs }, "turn-off", { known })).toEqual(result);
  });

  it("and was refused: the message is told", () => {
    const run = { isAbandoned: true, commandDeadlineMs: 120_000 };
    expect(notObserved(run, "turn-on", { refusal: { kind: "refused", message: "no" } })).toMatchObject({
      ...{ kind: "unknown", detail: "the command to turn the bot on was refused (no), but the run was stopped" },
    });
  });

  it.each([
    ["turn-on", ofBot],
    ["turn-off", ofBot],
    ["start-deal", ofDeal],
    ["complete-deal", ofDeal],
    ["cancel-deal", ofDeal],
  ] as const)("of %s may still happen", (action, next) => {
    expect(notCarriedOut(action, "why")).toMatchObject({ kind: "unknown", next, rule: 10 });
  });
});
