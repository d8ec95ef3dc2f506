// How one apply goes: what is written down beside each write, what stops the rest, how steps begin and end, and its report.
import { describe, expect, it } from "vitest";
import {
  DiskError,
  LEASE_LOST,
  LEDGER_AWAY,
  ServiceError,
  type ServiceWriter,
  type WriteAnswer,
} from "../../../../src/model/ports.js";
import { finalLook } from "../../../../src/reconcile/apply/final-look.js";
import { forceOff, whyOn } from "../../../../src/reconcile/apply/observe.js";
import { Run } from "../../../../src/reconcile/apply/run.js";
import type { ApplyOptions, ApplyPorts } from "../../../../src/reconcile/apply/run-options.js";
import { type Journal, NO_JOURNAL } from "../../../../src/reconcile/ledger/journal.js";
import { VirtualClock } from "../../../support/clock.js";
import { live } from "../fleet.js";
import { plannedBot, planOf, step } from "../plan/plans.js";

const [UPDATE, ON, CREATE, OFF] = [
  step("update", "a"),
  step("turn-on", "a"),
  step("create", "b"),
  step("turn-off", "c"),
];
const PLAN = planOf(
  [plannedBot("a", live(7, "a")), plannedBot("b", null), plannedBot("c", live(9, "c"))],
  [OFF, UPDATE, CREATE, ON],
);
const FULL = new DiskError("ENOSPC", "full");

interface Scene extends ApplyOptions {
  readonly answer?: WriteAnswer;
  readonly writer?: Partial<ServiceWriter>;
  readonly journal?: Partial<Journal>;
  readonly isStopped?: ApplyPorts["isStopped"];
  readonly lostLease?: ApplyPorts["lostLease"];
  readonly plan?: typeof PLAN;
}

/** A run of the plan, and a log of what is written down, what is sent, and what an onlooker hears. */
function course({
  answer = { kind: "accepted" },
  writer,
  journal,
  isStopped,
  lostLease,
  plan = PLAN,
  ...options
}: Scene = {}) {
  const log: unknown[] = [];
  const clock = new VirtualClock(5_999);
  const send =
    (what: string) =>
    async (...args: readonly unknown[]): Promise<WriteAnswer> => {
      log.push(`sent ${what} ${String(args[0])}`);
      return answer;
    };
  const ports = {
    clock,
    reader: { bots: async () => [] },
    writer: {
      ...{ create: send("create"), update: send("update"), turnOn: send("on"), turnOff: send("off") },
      ...writer,
    },
    journal: {
      intent: async (one, sends, botId, nonce) => log.push(`intent ${sends} ${one.address} ${botId} ${nonce}`),
      answer: (write, { kind }) => void log.push(`answer ${write} ${kind}`),
      outcome: ({ address, action, kind }) => void log.push(`outcome ${action} ${address} ${kind}`),
      end: async ({ stop }) => void log.push(`end ${stop}`),
      ...journal,
    } satisfies Journal,
    ...(isStopped !== undefined && { isStopped }),
    ...(lostLease !== undefined && { lostLease }),
  } as unknown as ApplyPorts;
  const run = new Run(plan, ports, {
    onEvent: (event) =>
      log.push(`${event.type} ${event.step.address}${"refusal" in event ? ` refused: ${event.refusal}` : ""}`),
    ...options,
  });
  return { run, log, clock };
}

const updates = { sends: "update", botId: 7, target: {}, before: {} } as const;
const on = { sends: "turn-on", botId: 7 } as const;
const off = { sends: "turn-off", botId: 9 } as const;
const creates = { sends: "create", accessId: 1, fields: {} } as const;

describe("a run knows", () => {
  it("the plan's steps, by what they do", () => {
    expect(course().run.steps("turn-on")).toEqual([ON]);
  });

  it("how long it waits, and what it is told of the time before it", () => {
    const { run } = course();
    expect([run.expiresAt, run.earlier, run.commandDeadlineMs, run.signal.aborted]).toEqual([
      ...[Number.POSITIVE_INFINITY, [], 120_000, false],
    ]);
    const other = course({ expiresAt: 5, commandDeadlineMs: 7, signal: AbortSignal.abort() }).run;
    expect([other.expiresAt, other.commandDeadlineMs, other.signal.aborted]).toEqual([5, 7, true]);
  });

  it("whether to believe a refusal that it has watched", () => {
    const believes = (options: ApplyOptions) => course(options).run.believesRefusals;
    expect([believes({}), believes({ commandDeadlineMs: 120_000 }), believes({ commandDeadlineMs: 119_999 })]).toEqual([
      ...[true, true, false],
    ]);
    expect(believes({ signal: AbortSignal.abort() })).toBe(false);
  });

  it("when it last moved anything, and when it last changed settings", async () => {
    const { run, clock } = course();
    const times = () => [run.lastMovedAt, run.settingsWrittenAt];
    const NEVER = Number.NEGATIVE_INFINITY;
    expect(times()).toEqual([NEVER, NEVER]);
    await run.write(ON, on);
    expect(times()).toEqual([5_999, NEVER]);
    clock.advance(1);
    await run.write(UPDATE, updates);
    expect(times()).toEqual([6_000, 6_000]);
    clock.advance(1);
    run.end(UPDATE, { kind: "applied", detail: "" });
    expect(times()).toEqual([6_001, 6_000]);
    clock.advance(1);
    await run.write(CREATE, creates);
    expect(times()).toEqual([6_002, 6_002]);
  });
});

describe("a write", () => {
  it("is written down before it leaves, with its second, and its answer after it", async () => {
    const { run, log } = course();
    expect(await run.write(UPDATE, updates)).toEqual({ kind: "accepted" });
    expect(log).toEqual(["intent update main/a 7 5", "sent update 7", "answer 1 accepted"]);
  });

  it("isn't even written down once the run is stopped", async () => {
    const { run, log } = course({ signal: AbortSignal.abort() });
    expect(await run.write(ON, on)).toEqual({ kind: "stopped", stop: "interrupted" });
    expect(log).toEqual([]);
  });

  it("is signed with that second, unless it makes a bot safe", async () => {
    const nonces: unknown[] = [];
    const turnOff: ServiceWriter["turnOff"] = async (_id, maySend) => {
      nonces.push(maySend?.nonce);
      return { kind: "accepted" };
    };
    const { run } = course({ writer: { turnOff } });
    await run.write(OFF, off);
    await run.write(OFF, off, { makesSafe: true });
    expect(nonces).toEqual([5, undefined]);
  });

  it("isn't sent where its intent can't be, unless it makes a bot safe; that is a stop, and is told", async () => {
    const { run, log } = course({ journal: { intent: () => Promise.reject(FULL) } });
    expect(await run.write(ON, on)).toEqual({ kind: "stopped", stop: "journal" });
    expect([run.stop, await run.write(OFF, off)]).toEqual(["journal", { kind: "stopped", stop: "journal" }]);
    expect(await run.write(OFF, off, { makesSafe: true })).toEqual({ kind: "accepted" });
    expect(log).toEqual(["sent off 9"]);
    expect((await run.report()).notes).toEqual([
      "the journal can't be written or read (ENOSPC); its record of this run may be incomplete",
    ]);
    const ours = course({ journal: { intent: () => Promise.reject(new TypeError("ours")) } });
    await expect(ours.run.write(ON, on)).rejects.toThrow("ours");
    const stopped = course({ journal: { intent: () => Promise.reject(FULL) } });
    expect(await stopped.run.write(OFF, off, { makesSafe: true, isFresh: () => false })).toEqual({
      ...STOPPED,
      stop: "journal",
    });
    expect(stopped.log).toEqual([]);
  });

  const STOPPED = { kind: "stopped" };

  it("isn't sent where nobody can tell whether somebody has stopped it, unless it makes a bot safe", async () => {
    const unread = () => Promise.reject(new DiskError("ECONNRESET", "the ledger can't be asked"));
    const { run, log } = course({ isStopped: unread });
    expect(await run.write(ON, on)).toEqual({ ...STOPPED, stop: "journal" });
    expect(await run.write(OFF, off, { makesSafe: true })).toEqual({ kind: "accepted" });
    expect([run.stop, log.filter((one) => String(one).startsWith("sent"))]).toEqual(["journal", ["sent off 9"]]);
    const ours = course({ isStopped: () => Promise.reject(new TypeError("ours")) });
    await expect(ours.run.write(ON, on)).rejects.toThrow("ours");
  });

  it("of a ledger that can't be asked is recorded on this machine", async () => {
    const away = new DiskError(LEDGER_AWAY, "the database is away");
    const { run } = course({ journal: { intent: () => Promise.reject(away) } });
    expect(await run.write(ON, on)).toEqual({ ...STOPPED, stop: "journal" });
    expect([run.hasSuccessor, (await run.report()).notes]).toEqual([
      false,
      ["the database is away; its record of this run is kept on this machine"],
    ]);
  });

  it("isn't sent by a run that another one has taken over, not even to make a bot safe: it may be on rightly by now", async () => {
    const { run, log } = course({ journal: { intent: () => Promise.reject(new DiskError(LEASE_LOST, "taken over")) } });
    expect(await run.write(ON, on)).toEqual({ ...STOPPED, stop: "journal" });
    expect(await run.write(OFF, off, { makesSafe: true })).toEqual({ ...STOPPED, stop: "journal" });
    expect([run.hasSuccessor, log]).toEqual([true, []]);
    await finalLook(run, PLAN);
    expect((await run.report()).notes).toEqual([
      "there was no final look at the account: another run may be at work there",
      "this run sends nothing more: taken over",
    ]);
  });

  it("whose lease can't be confirmed when its turn comes isn't sent, not even to make a bot safe", async () => {
    let isLost = false;
    const lost = new DiskError("ELEASE", "taken over");
    const lostLease = () => (isLost ? lost : undefined);
    const waits: ServiceWriter["turnOn"] = async (_id, maySend) => {
      isLost = true;
      return maySend?.() === false ? { kind: "not-sent", message: "" } : { kind: "accepted" };
    };
    const { run, log } = course({ writer: { turnOn: waits, turnOff: waits }, lostLease });
    expect(await run.write(ON, on)).toEqual({ ...STOPPED, stop: "journal" });
    expect([run.hasSuccessor, log]).toEqual([true, ["intent turn-on main/a 7 5", "answer 1 overtaken"]]);
    isLost = false;
    const safe = course({ writer: { turnOn: waits, turnOff: waits }, lostLease });
    expect(await safe.run.write(OFF, off, { makesSafe: true })).toEqual({ ...STOPPED, stop: "journal" });
  });

  it("isn't tried where another run may have turned the bot on, and isn't blamed on this one", async () => {
    const isOn = { status: { on: true, raw: "ENABLED" } };
    const { run, log, clock } = course({ lostLease: () => new DiskError(LEASE_LOST, "taken over") });
    const { says, observedOff } = await forceOff(run, OFF, { id: 9, title: "c" });
    expect([says, observedOff, log, clock.elapsed()]).toEqual(["nothing was sent to turn it off", false, [], 5_999]);
    expect(whyOn(run, "the update switched the bot on", isOn)).toBe(
      "the bot is on (ENABLED), and another run may have taken over and turned it on",
    );
    expect(whyOn(course().run, "the update switched the bot on", isOn)).toBe(
      "the update switched the bot on (ENABLED)",
    );
  });

  it("isn't sent by a run that thaws after its lease has ended, though it only hears that the ledger doesn't answer", async () => {
    const silent = new DiskError("ETIMEDOUT", "it didn't answer in time");
    const lostLease = () => new DiskError(LEASE_LOST, "taken over");
    for (const journal of [{ intent: () => Promise.reject(silent) }, {}]) {
      const { run, log } = course({ journal, lostLease });
      expect(await run.write(OFF, off, { makesSafe: true })).toEqual({ ...STOPPED, stop: "journal" });
      expect([run.hasSuccessor, log.filter((one) => String(one).startsWith("sent"))]).toEqual([true, []]);
    }
  });

  it("that waits for its turn is asked again whether it may leave", async () => {
    const abort = new AbortController();
    let isFresh = true;
    const waits =
      (happens: () => void): ServiceWriter["turnOn"] =>
      async (_id, maySend) => {
        happens();
        return maySend?.() === false ? { kind: "not-sent", message: "" } : { kind: "accepted" };
      };
    const aged = course({
      writer: {
        turnOn: waits(() => {
          isFresh = false;
        }),
      },
    });
    expect(await aged.run.write(ON, on, { isFresh: () => isFresh })).toEqual({ kind: "overtaken" });
    expect(aged.log).toEqual(["intent turn-on main/a 7 5", "answer 1 overtaken"]);
    const left = course({ writer: { turnOn: waits(() => abort.abort()) }, signal: abort.signal });
    expect(await left.run.write(ON, on, { isFresh: () => true })).toEqual({ ...STOPPED, stop: "interrupted" });
    expect([left.log, left.run.records.hasSent(ON), left.run.lastMovedAt]).toEqual([
      ...[["intent turn-on main/a 7 5", "answer 1 overtaken"], false, Number.NEGATIVE_INFINITY],
    ]);
    const safe = course({ writer: { turnOn: waits(() => {}) }, signal: abort.signal });
    expect(await safe.run.write(ON, on, { makesSafe: true })).toEqual({ kind: "accepted" });
  });

  it("whose credentials were rejected is the last one", async () => {
    const { run } = course({ answer: { kind: "unauthorized", message: "who?" } });
    await run.write(ON, on);
    expect([run.stop, run.isBlind, run.isAbandoned]).toEqual(["unauthorized", false, false]);
    expect(await run.write(UPDATE, updates)).toEqual({ kind: "stopped", stop: "unauthorized" });
  });

  it("is asked about by its bot, unless it makes one safe", async () => {
    const asked: unknown[] = [];
    const isStopped = async (about: unknown) => {
      asked.push(about);
      return false;
    };
    const { run } = course({ isStopped });
    await run.write(ON, on);
    await run.write(OFF, off);
    await run.write(ON, on, { makesSafe: true });
    expect(asked).toEqual([{ address: "main/a", id: 7, sends: "turn-on" }]);
    expect((await run.report()).notes).toEqual([]);
    const stopped = course({ isStopped: async () => true });
    await stopped.run.write(ON, on);
    expect((await stopped.run.report()).notes).toEqual([
      "botform bots off was run, or a hold was set, meanwhile: its bots got nothing more but turn-offs",
    ]);
  });
});

it("a read that fails matters where the credentials were rejected: then nothing can be read any more", () => {
  const { run } = course();
  run.noteFailedRead(new ServiceError("http", "HTTP 500"));
  expect([run.stop, run.isBlind, run.isAbandoned]).toEqual([undefined, false, false]);
  run.noteFailedRead(new ServiceError("auth", "HTTP 401"));
  expect([run.stop, run.isBlind, run.isAbandoned, run.believesRefusals]).toEqual(["unauthorized", true, true, false]);
});

it("a list that is suddenly empty shows nothing; that of an account without bots does", async () => {
  await expect(course().run.list.read(0)).rejects.toThrow("the bot list is suddenly empty");
  const none = planOf([plannedBot("b", null)], [CREATE]);
  expect(await course({ plan: none }).run.list.read(0)).toEqual([]);
});

describe("steps", () => {
  const DONE = { kind: "applied", detail: "done" } as const;

  it("begin and end, or are left open once they are sent", async () => {
    const { run, log } = course();
    await run.each([UPDATE, OFF], async (one) => {
      log.push(`under way ${run.records.isUnderWay(one)}`);
      return one === UPDATE ? DONE : undefined;
    });
    expect(log).toEqual([
      ...["started main/a", "under way true", "started main/c", "under way true"],
      ...["outcome update main/a applied", "ended main/a", "sent main/c"],
    ]);
    expect([run.records.outcomeOf(UPDATE)?.botId, run.records.hasEnded(OFF)]).toEqual([7, false]);
  });

  it("tell of a refusal that they watch", async () => {
    const { run, log } = course({ answer: { kind: "refused", message: "no" } });
    await run.each([ON], async () => void (await run.write(ON, on)));
    expect(log.at(-1)).toBe("sent main/a refused: no");
  });

  it("aren't begun once the run is stopped, or after one of the same bot that failed", async () => {
    const { run, log } = course();
    await run.each([UPDATE], async () => ({ kind: "failed", detail: "no" }));
    await run.each([ON], async () => DONE);
    expect(log.slice(-2)).toEqual(["outcome turn-on main/a skipped", "ended main/a"]);
    const interrupted = course({ signal: AbortSignal.abort() });
    await interrupted.run.each([ON], async () => DONE);
    expect(interrupted.run.records.outcomeOf(ON)).toMatchObject({ kind: "not-started", rule: 13 });
  });

  it("wait first, if nothing is against them, and are looked at again then", async () => {
    const abort = new AbortController();
    const { run, log } = course({ signal: abort.signal });
    const wait = async () => {
      log.push("waits");
      abort.abort();
    };
    await run.each([ON], async () => DONE, wait);
    await run.each([OFF], async () => DONE, wait);
    expect(log).toEqual([
      ...["waits", "outcome turn-on main/a not-started", "ended main/a"],
      ...["outcome turn-off main/c not-started", "ended main/c"],
    ]);
  });

  it("run side by side, as many as may", async () => {
    const steps = Array.from({ length: 10 }, (_, index) => step("update", `x${index}`));
    const plan = planOf(
      steps.map((_, index) => plannedBot(`x${index}`, live(index, `x${index}`))),
      steps,
    );
    const most = async (options: ApplyOptions) => {
      let [now, peak] = [0, 0];
      const { run } = course({ plan, ...options });
      await run.each(steps, async () => {
        now += 1;
        peak = Math.max(peak, now);
        await new Promise((resolve) => setImmediate(resolve));
        now -= 1;
        return DONE;
      });
      return peak;
    };
    expect([await most({}), await most({ concurrency: 3 })]).toEqual([8, 3]);
  });

  it("that fail by a fault of ours are unknown, and stop nobody; rejected credentials stop the rest", async () => {
    const { run } = course();
    await run.each([UPDATE], async () => Promise.reject(new TypeError("ours")));
    expect([run.records.outcomeOf(UPDATE)?.detail, run.stop]).toEqual(["a bug in botform (TypeError)", undefined]);
    run.end(OFF, { kind: "failed", detail: "", unauthorized: true });
    expect(run.stop).toBe("unauthorized");
  });

  it("are told of without harm to a run whose onlooker fails, or that has none", async () => {
    const onEvent = () => {
      throw new Error("onlooker");
    };
    for (const { run } of [course({ onEvent }), { run: new Run(PLAN, course().run.ports, {}) }]) {
      await run.each([UPDATE], async () => DONE);
      expect(run.records.outcomeOf(UPDATE)?.kind).toBe("applied");
    }
  });
});

describe("the report", () => {
  it("has outcomes in the plan's order, of steps that never ended, too", async () => {
    const { run, log } = course();
    run.end(ON, { kind: "applied", detail: "done" });
    await run.write(UPDATE, updates);
    run.notes.push("note");
    run.unsettled.push("unsettled");
    run.violations.push("violation");
    log.length = 0;
    const { outcomes, ...rest } = await run.report();
    expect(outcomes.map(({ action, kind, botId }) => [action, kind, botId])).toEqual([
      ["turn-off", "not-started", 9],
      ["update", "unknown", 7],
      ["create", "not-started", undefined],
      ["turn-on", "applied", 7],
    ]);
    expect(rest).toStrictEqual({ notes: ["note"], unsettled: ["unsettled"], violations: ["violation"] });
    expect(log).toEqual([
      ...["outcome turn-off main/c not-started", "outcome update main/a unknown"],
      ...["outcome create main/b not-started", "end undefined"],
    ]);
  });

  it("is handed over once the journal has written it down, and not before", async () => {
    let written = () => {};
    const end = () =>
      new Promise<void>((done) => {
        written = () => {
          log.push("written");
          done();
        };
      });
    const { run, log } = course({ journal: { end } });
    const handed = run.report().then(() => log.push("handed over"));
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).not.toContain("handed over");
    written();
    await handed;
    expect(log.slice(-2)).toEqual(["written", "handed over"]);
  });

  it("of a plan that changes too much has nothing begun, and says why", async () => {
    const { run, log } = course();
    const { outcomes, notes, stop } = await run.block(["too much"]);
    expect([new Set(outcomes.map(({ kind }) => kind)), outcomes.length, notes, stop]).toEqual([
      ...[new Set(["not-started"]), 4, ["too much"], "blocked"],
    ]);
    expect(outcomes[0]?.rule).toBe(16);
    expect(log.at(-1)).toBe("end blocked");
  });

  it("needs no journal", async () => {
    const { run } = course();
    const ports: ApplyPorts = { ...run.ports, journal: undefined as unknown as Journal };
    const bare = new Run(PLAN, ports, {});
    expect(await bare.write(ON, on)).toEqual({ kind: "accepted" });
    expect((await bare.report()).outcomes).toHaveLength(4);
    expect(NO_JOURNAL.answer(1, { kind: "accepted" })).toBeUndefined();
  });
});
