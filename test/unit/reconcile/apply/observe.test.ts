// When what was sent is looked at, to the millisecond: how often, for how long, and what ends it (rules 6, 7 and 10).
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import { ServiceError, type WriteAnswer } from "../../../../src/model/ports.js";
import { forceOff, readBack, waitBefore, watch } from "../../../../src/reconcile/apply/observe.js";
import { Run } from "../../../../src/reconcile/apply/run.js";
import type { ApplyOptions, ApplyPorts } from "../../../../src/reconcile/apply/run-options.js";
import { NO_JOURNAL } from "../../../../src/reconcile/ledger/journal.js";
import { VirtualClock } from "../../../support/clock.js";
import { live } from "../fleet.js";
import { plannedBot, planOf, step } from "../plan/plans.js";

const ACCEPTED: WriteAnswer = { kind: "accepted" };

type Shown = ObservedBot | ServiceError;

/** A run whose bot 7 shows that, one after the other, the last one for ever; and what was done when, in milliseconds. */
function scene(shows: readonly [Shown, ...Shown[]], options: ApplyOptions = {}, answer: WriteAnswer = ACCEPTED) {
  const clock = new VirtualClock();
  const start = clock.elapsed();
  const log: string[] = [];
  const note = (what: string) => log.push(`${what} ${clock.elapsed() - start}`);
  const never = () => Promise.reject(new Error("nobody asks for that"));
  const left = [...shows];
  const ports: ApplyPorts = {
    ...{ clock, journal: NO_JOURNAL },
    reader: {
      ...{ accesses: never, bots: never, endedDeals: never, pairs: never, runningDeals: never },
      async bot(id) {
        note(`look ${id}`);
        const [next = shows[0]] = left.length > 1 ? left.splice(0, 1) : left;
        if (next instanceof ServiceError) throw next;
        return next;
      },
    },
    writer: {
      ...{ create: never, update: never, startDeal: never, changeTakeProfit: never, completeDeal: never },
      ...{ cancelDeal: never, turnOn: never },
      async turnOff(id) {
        note(`off ${id}`);
        return answer;
      },
    },
  };
  const only = step("update", "a");
  const run = new Run(planOf([plannedBot("a", live(7, "a"))], [only]), ports, { commandDeadlineMs: 9_000, ...options });
  return { run, log, step: only, passed: () => clock.elapsed() - start };
}

const [ON, OFF] = [live(7, "a", { on: true }), live(7, "a")];
const UNREAD = new ServiceError("unreachable", "no connection");

describe("a watch", () => {
  it("looks after 0.3, 0.5 and 1 s, then every 2 s, and once more at the deadline", async () => {
    const { run } = scene([OFF]);
    const looks: number[] = [];
    await watch(run, { size: 1 }, { readNow: async (passed) => void looks.push(passed()) });
    expect(looks).toEqual([300, 800, 1_800, 3_800, 5_800, 7_800, 9_000]);
    expect([0, 1, 2, 3, 4, 99].map(waitBefore)).toEqual([300, 500, 1_000, 2_000, 2_000, 2_000]);
  });

  it("ends as soon as nothing is pending, doesn't begin where nothing is, and may take another time", async () => {
    const looks = async (pending: Set<number>, forMs?: number) => {
      const { run } = scene([OFF]);
      const seen: number[] = [];
      const readNow = async (passed: () => number) => {
        seen.push(passed());
        if (passed() >= 1_800) pending.delete(1);
      };
      await watch(run, pending, { readNow, ...(forMs !== undefined && { forMs }) });
      return seen;
    };
    expect([await looks(new Set([1])), await looks(new Set()), await looks(new Set([1]), 700)]).toEqual([
      [300, 800, 1_800],
      [],
      [300, 700],
    ]);
  });

  it("sends again right after the look at a third of the time, and at two thirds", async () => {
    const { run, passed } = scene([OFF]);
    const sent: number[] = [];
    const again = async () => void sent.push(passed());
    await watch(run, { size: 1 }, { readNow: async () => {}, resends: 2, again });
    expect(sent).toEqual([3_800, 7_800]);
    const exact = scene([OFF], { commandDeadlineMs: 5_400 });
    const sentThen: number[] = [];
    const then = async () => void sentThen.push(exact.passed());
    await watch(exact.run, { size: 1 }, { readNow: async () => {}, resends: 2, again: then });
    expect(sentThen).toEqual([1_800, 3_800]);
  });
});

describe("a bot that must not be on", () => {
  const forced = async (shows: readonly [Shown, ...Shown[]], answer?: WriteAnswer, options: ApplyOptions = {}) => {
    const { run, log, step: of } = scene(shows, options, answer);
    const { observedOff, says } = await forceOff(run, of, { id: 7, title: "a" });
    return [...log, `${observedOff}: ${says}`];
  };
  const NOT_SEEN = "false: it was told to turn off, but has not been observed off";

  it("is told once where it is seen off", async () => {
    expect(await forced([ON, UNREAD, OFF])).toEqual([
      ...["off 7 0", "look 7 300", "look 7 800", "look 7 1800", "true: it was turned off, and observed off"],
    ]);
  });

  it("is told three times in all, spread over the deadline", async () => {
    expect(await forced([ON])).toEqual([
      ...["off 7 0", "look 7 300", "look 7 800", "look 7 1800", "look 7 3800", "off 7 3800", "look 7 5800"],
      ...["look 7 7800", "off 7 7800", "look 7 9800", NOT_SEEN],
    ]);
  });

  it("is told again at once where nothing was sent, and named if nothing ever was", async () => {
    expect(await forced([ON], { kind: "not-sent", message: "no connection" })).toEqual([
      ...["off 7 0", "look 7 300", "off 7 300", "look 7 800", "off 7 800", "look 7 1800", "look 7 3800"],
      ...["look 7 5800", "look 7 7800", "look 7 9800", "false: it could not be told to turn off"],
    ]);
  });

  it("is told at the very third of a time, and looked at no later than its end", async () => {
    expect(await forced([ON], ACCEPTED, { commandDeadlineMs: 5_400 })).toEqual([
      ...["off 7 0", "look 7 300", "look 7 800", "look 7 1800", "off 7 1800", "look 7 3800", "off 7 3800"],
      ...["look 7 5800", NOT_SEEN],
    ]);
    expect(await forced([ON], ACCEPTED, { commandDeadlineMs: 1_800 })).toEqual([
      ...["off 7 0", "look 7 300", "look 7 800", "off 7 800", "look 7 1800", "off 7 1800", NOT_SEEN],
    ]);
  });

  it("is told again where it can't be read, and counts as told where the answer is lost", async () => {
    const lost = { kind: "ambiguous", message: "reset", turnedDown: false } as const;
    expect(await forced([UNREAD], lost)).toEqual([
      ...["off 7 0", "look 7 300", "look 7 800", "look 7 1800", "look 7 3800", "off 7 3800", "look 7 5800"],
      ...["look 7 7800", "off 7 7800", "look 7 9800", NOT_SEEN],
    ]);
  });

  it("is told in spite of an interrupt, and looked at once", async () => {
    expect(await forced([ON], ACCEPTED, { signal: AbortSignal.abort() })).toEqual(["off 7 0", "look 7 0", NOT_SEEN]);
  });

  it("isn't told again under another title, which is another bot's (I3)", async () => {
    expect(await forced([live(7, "b", { on: true })])).toEqual([
      ...["off 7 0", "look 7 300", "look 7 800", "look 7 1800", "look 7 3800", "look 7 5800", "look 7 7800"],
      ...["look 7 9800", NOT_SEEN],
    ]);
  });
});

describe("a bot that was written", () => {
  const target = { leverage: "9" };
  const AFTER = live(7, "a", { fields: target });
  const readings = async (shows: readonly [Shown, ...Shown[]], options?: ApplyOptions) => {
    const { run, log } = scene(shows, options);
    const end = await readBack(run, 7, target).then(
      ({ live: at, mismatches }) => [at.id, ...mismatches.map(({ field, before, after }) => [field, before, after])],
      (error: unknown) => error,
    );
    return [log, end];
  };
  const FOUR = ["look 7 0", "look 7 500", "look 7 1500", "look 7 3500"];

  it("is read until it shows all of it", async () => {
    expect(await readings([AFTER])).toEqual([["look 7 0"], [7]]);
    expect(await readings([OFF, UNREAD, AFTER])).toEqual([FOUR.slice(0, 3), [7]]);
  });

  it("is read four times within 3.5 s, and the last reading counts", async () => {
    expect(await readings([OFF])).toEqual([FOUR, [7, ["leverage", "5", "9"]]]);
    expect(await readings([OFF, OFF, OFF, UNREAD])).toEqual([FOUR, UNREAD]);
  });

  it("is read once where the run is stopped, or the credentials are refused", async () => {
    expect(await readings([OFF], { signal: AbortSignal.abort() })).toEqual([
      FOUR.slice(0, 1),
      [7, ["leverage", "5", "9"]],
    ]);
    const auth = new ServiceError("auth", "refused");
    expect(await readings([auth, AFTER])).toEqual([FOUR.slice(0, 1), auth]);
  });
});
