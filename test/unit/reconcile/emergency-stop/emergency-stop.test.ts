// Every bot off: sent at once, looked at until observed, whatever fails on the way; and nothing is called off that is on.
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { exitOfStop } from "../../../../src/app/exit.js";
import type { Seed } from "../../../../src/emulator/seed/seed.js";
import type { Desired } from "../../../../src/model/bot/desired.js";
import {
  DiskError,
  ServiceError,
  type ServiceReader,
  type ServiceWriter,
  type WriteAnswer,
} from "../../../../src/model/ports.js";
import {
  type EmergencyStopOptions,
  type EmergencyStopPorts,
  type EmergencyStopReport,
  emergencyStop,
} from "../../../../src/reconcile/emergency-stop/emergency-stop.js";
import type { KnownBot } from "../../../../src/reconcile/ledger/facts.js";
import { beginJournal, NO_JOURNAL } from "../../../../src/reconcile/ledger/journal.js";
import { NO_MEMORY } from "../../../../src/reconcile/ledger/ledger.js";
import { planUndo } from "../../../../src/reconcile/undo/undo.js";
import { createClient } from "../../../../src/service/client.js";
import { serviceReader, serviceWriter } from "../../../../src/service/ports.js";
import { amount } from "../../../support/lane.js";
import { EXCHANGE, type Road, road } from "../../../support/road.js";
import { BASE, desired, desiredBot } from "../fleet.js";
import { Shelf } from "../recorded.js";

function seeded(bots: readonly { id: number; title: string; enabled: boolean; accessId?: number }[]): Seed {
  return {
    accounts: [
      {
        name: "main",
        apiKey: "key",
        apiSecret: "secret",
        accesses: [
          { accessId: 1, title: "Main" },
          { accessId: 2, title: "Second" },
          { accessId: 3, title: "Elsewhere", exchange: "OTHER" },
        ],
        bots: bots.map((bot) => ({ accessId: 1, ...BASE, ...bot })),
      },
    ],
  };
}

const THREE = seeded([
  { id: 11, title: "a", enabled: true },
  { id: 12, title: "b", enabled: false, accessId: 2 },
  { id: 13, title: "c", enabled: true, accessId: 3 },
]);

let open: Road | undefined;
let closing: (() => Promise<void>) | undefined;

afterEach(async () => {
  await closing?.();
  await open?.close();
  open = undefined;
  closing = undefined;
});

/** A road, and the ports of an emergency stop on it, with what was asked of them in its order. */
async function start(seed: Seed = THREE, quirks: NonNullable<Parameters<typeof road>[0]>["quirks"] = {}) {
  const way = await road({ seed, quirks });
  open = way;
  const client = createClient({
    apiUrl: way.emulator.url,
    apiKey: "key",
    apiSecret: "secret",
    allow: "bots",
    now: way.clock.now,
    sleep: (ms) => way.clock.sleep(ms),
    retry: { attempts: 1, baseMs: 0, capMs: 0, budget: 0 },
  });
  closing = () => client.close();
  const log: string[] = [];
  const shelf = new Shelf();
  const ports = (
    changes: {
      reader?: (real: ServiceReader, exchange: string) => Partial<ServiceReader>;
      turnOff?: (real: ServiceWriter) => ServiceWriter["turnOff"];
    } = {},
  ): EmergencyStopPorts => ({
    readerFor: (exchange) => {
      const real = serviceReader(client, exchange);
      const noted: ServiceReader = {
        ...real,
        bots: () => said("list", real.bots()),
        bot: (id) => said(`look ${id}`, real.bot(id)),
      };
      return { ...noted, ...changes.reader?.(noted, exchange) };
    },
    writerFor: (exchange) => {
      const real = serviceWriter(client, exchange);
      const turnOff = changes.turnOff?.(real) ?? real.turnOff;
      return { ...real, turnOff: (id) => said(`off ${id}`, turnOff(id)) };
    },
    clock: way.clock,
    beginJournal: (plan) => {
      const id = `2026-11-21T18-00-00Z-${shelf.files.size}`;
      const origin = new URL(way.emulator.url).origin;
      return beginJournal(shelf, way.clock, { id, command: "bots off", tool: "0", account: "main", origin }, plan);
    },
  });
  const said = <T>(what: string, promise: Promise<T>): Promise<T> => {
    log.push(what);
    return promise;
  };
  return {
    way,
    log,
    shelf,
    ports,
    run: (given = ports(), options: Partial<EmergencyStopOptions> = {}) =>
      emergencyStop(given, { account: "main", settleMs: 0, ...options }),
  };
}

const knownBot = (id: number, accessId: number | null): KnownBot => ({
  ...{ id, accessId, title: `known ${id}`, address: undefined },
});
const ids = (bots: readonly { readonly id: number }[]) => bots.map(({ id }) => id);
const brief = ({ turnedOff, wereOff, stragglers }: EmergencyStopReport) => [
  ids(turnedOff),
  ids(wereOff),
  ids(stragglers),
];

function running(way: Road): number[] {
  return ids(way.emulator.service.bots().filter(({ enabled }) => enabled));
}

describe("an emergency stop", () => {
  it("turns every bot of every access and exchange off, and needs nothing but the account", async () => {
    const { way, run } = await start();
    const report = await run();
    expect(brief(report)).toEqual([[11, 13], [12], []]);
    expect(report).toMatchObject({ wasRead: true, unsettled: [], notes: [], isInterrupted: false });
    expect(running(way)).toEqual([]);
  });

  it("sends before it looks at anything but the list, and lists once more in the end", async () => {
    const { log, run } = await start(seeded([1, 2, 3, 4].map((id) => ({ id, title: `${id}`, enabled: id !== 2 }))));
    await run();
    expect(log.filter((said) => said !== "list").slice(0, 4)).toEqual(["off 1", "off 3", "off 4", "look 2"]);
    expect(log.lastIndexOf("list")).toBeGreaterThan(log.lastIndexOf("off 4"));
    expect(log.filter((said) => said.startsWith("off"))).toHaveLength(3);
  });

  it("leaves a record that history tells and undo goes back from", async () => {
    const { way, run, shelf } = await start();
    await run();
    const runs = await shelf.runs();
    expect(runs.map(({ begin, steps }) => [begin.command, begin.plan.exchange, steps.map(({ kind }) => kind)])).toEqual(
      [
        ["bots off", EXCHANGE, ["applied"]],
        ["bots off", "OTHER", ["applied"]],
      ],
    );
    const [first, second] = runs;
    if (first === undefined || second === undefined) throw new Error("not two runs");
    // With one access on the exchange its list tells the access, too.
    expect([first, second].map(({ begin }) => Object.values(begin.plan.bots)[0]?.observed?.accessId)).toEqual([
      null,
      3,
    ]);
    const back = await planUndo(first, way.reader);
    expect(back.steps.map(({ action, address }) => `${action} ${address}`)).toEqual(["turn-on main/#11"]);
    await way.apply(back);
    expect(running(way)).toEqual([11]);
  });

  it("with nothing on writes nothing, neither to the service nor to the journal", async () => {
    const { way, run, shelf } = await start(seeded([{ id: 1, title: "a", enabled: false }]));
    expect(brief(await run())).toEqual([[], [1], []]);
    expect(way.emulator.service.writes).toEqual([]);
    expect(shelf.files.size).toBe(0);
  });

  it("says how many deals go on", async () => {
    const { run, way } = await start(seeded([{ id: 1, title: "a", enabled: true }]));
    way.clock.advance(1_000);
    way.emulator.service.advance();
    const deals = way.emulator.service.deals().filter(({ status }) => status === "ACTIVE").length;
    const report = await run();
    expect([report.runningDeals, report.offInDeals]).toEqual([deals, []]);
    expect(deals).toBe(1);
  });

  it("names bots that were off while their deals run, and sends them nothing", async () => {
    const { run, way, log } = await start(seeded([1, 2].map((id) => ({ id, title: `${id}`, enabled: id === 1 }))));
    way.clock.advance(1_000);
    way.emulator.service.advance();
    way.emulator.service.editBot(1, { enabled: false });
    const report = await run();
    expect([report.runningDeals, report.offInDeals]).toEqual([1, [{ id: 1, title: "1", status: "DISABLED" }]]);
    expect(log.filter((said) => said.startsWith("off"))).toEqual([]);
  });

  it("waits for commands that take long, and looks behind a list that lags", async () => {
    const { way, run, log } = await start(THREE, { commandDelay: 7_000, listLag: 30_000 });
    way.clock.advance(60_000);
    way.emulator.service.editBot(12, { enabled: true });
    const report = await run();
    expect(brief(report)).toEqual([[11, 12, 13], [], []]);
    expect(running(way)).toEqual([]);
    expect(log.filter((said) => said === "off 12")).toHaveLength(1);
  });

  it.each([
    {
      because: "turned on by hand",
      quirks: {},
      act: (way: Road) => way.emulator.service.editBot(12, { enabled: true }),
      id: 12,
    },
    {
      because: "created on",
      quirks: { newBots: "on" } as const,
      act: (way: Road) => way.writer.create(1, { ...desiredBot("new").fields }),
      id: 1001,
    },
  ])("finds bots that come on meanwhile ($because)", async ({ quirks, act, id }) => {
    const { way, run, ports } = await start(THREE, quirks);
    let done = false;
    const turnOff = (real: ServiceWriter) => async (botId: number) => {
      const answer = await real.turnOff(botId);
      if (!done) {
        done = true;
        await act(way);
      }
      return answer;
    };
    const report = await run(ports({ turnOff }));
    expect(ids(report.turnedOff)).toContain(id);
    expect(running(way)).toEqual([]);
  });

  it("turns off again what comes on again", async () => {
    const { way, run, ports, log } = await start();
    let looks = 0;
    const reader = (real: ServiceReader) => ({
      bots: async () => {
        looks += 1;
        // After the first list of either exchange, and before the last one.
        if (looks === 4) way.emulator.service.editBot(11, { enabled: true });
        return real.bots();
      },
    });
    const report = await run(ports({ reader }));
    expect(brief(report)).toEqual([[11, 13], [12], []]);
    expect(log.filter((said) => said === "off 11")).toHaveLength(2);
    expect(running(way)).toEqual([]);
  });
});

describe("an emergency stop among failures", () => {
  const lost: WriteAnswer = { kind: "ambiguous", message: "HTTP 500", turnedDown: false };

  it.each([
    { because: "a request that is lost is sent again after ten seconds", answer: lost, acts: false, atLeast: 10_000 },
    { because: "an answer that is lost needs no second request", answer: lost, acts: true, atLeast: 0 },
    {
      because: "what was not sent is sent again at once",
      answer: { kind: "not-sent", message: "refused" } as const,
      acts: false,
      atLeast: 0,
    },
  ])("$because", async ({ answer, acts, atLeast }) => {
    const { way, run, ports } = await start(seeded([{ id: 1, title: "a", enabled: true }]));
    const times: number[] = [];
    const turnOff = (real: ServiceWriter) => async (botId: number) => {
      times.push(way.clock.elapsed());
      if (times.length > 1) return real.turnOff(botId);
      if (acts) await real.turnOff(botId);
      return answer;
    };
    const report = await run(ports({ turnOff }));
    expect(brief(report)).toEqual([[1], [], []]);
    expect(times).toHaveLength(acts ? 1 : 2);
    const waited = (times[1] ?? times[0] ?? 0) - (times[0] ?? 0);
    expect(waited).toBeGreaterThanOrEqual(atLeast);
    if (atLeast === 0) expect(waited).toBeLessThan(2_000);
  });

  it("asks for a list that fails at first until it is there", async () => {
    const { way, run, ports } = await start();
    let failures = 0;
    const reader = (real: ServiceReader) => ({
      bots: async () => {
        failures += 1;
        if (failures <= 5) throw new ServiceError("http", "HTTP 503");
        return real.bots();
      },
    });
    expect(brief(await run(ports({ reader })))).toEqual([[11, 13], [12], []]);
    expect(running(way)).toEqual([]);
  });

  it("begins with the exchange it knows while the accesses can't be read, and finds the others when they can", async () => {
    const { way, run, ports, log } = await start();
    let asked = 0;
    const reader = (real: ServiceReader) => ({
      accesses: async () => {
        asked += 1;
        log.push("accesses");
        if (asked < 4 || !log.includes("off 11")) throw new ServiceError("timeout", "no answer");
        return real.accesses();
      },
    });
    const report = await run(ports({ reader }), { knownExchange: EXCHANGE });
    expect(brief(report)).toEqual([[11, 13], [12], []]);
    expect(log.indexOf("off 11")).toBeLessThan(log.lastIndexOf("accesses"));
    expect(running(way)).toEqual([]);
  });

  it("goes on with what is known where one exchange's list never comes, and says so", async () => {
    const { way, run, ports } = await start();
    const reader = (real: ServiceReader, exchange: string) => ({
      bots: () => (exchange === "OTHER" ? Promise.reject(new ServiceError("http", "HTTP 503")) : real.bots()),
    });
    const bots = new Map([12, 13, 14].map((id) => [id, knownBot(id, [1, 3, null][id - 12] ?? null)]));
    const report = await run(
      { ...ports({ reader }), recall: async () => ({ ...NO_MEMORY, bots }) },
      { timeoutMs: 90_000 },
    );
    // What is known by its id needs no list.
    expect(brief(report)).toEqual([[11, 13], [12], [14]]);
    expect(report.unsettled).toEqual(["OTHER: its bots are unknown: HTTP 503"]);
    expect(running(way)).toEqual([]);
  });

  it("names what it knows of the bots that are meant where nothing answers, and says so again and again", async () => {
    const { run, ports } = await start();
    const no = () => Promise.reject(new ServiceError("http", "HTTP 503"));
    const bots = new Map([11, 13].map((id) => [id, knownBot(id, 1)]));
    const rests: [string, number][] = [];
    const report = await run(
      {
        ...ports({ reader: () => ({ accesses: no }) }),
        recall: async () => ({ ...NO_MEMORY, bots, unread: "EACCES" }),
      },
      { only: new Set([13]), timeoutMs: 20_000, onUnanswered: (why, rest) => rests.push([why, rest]) },
    );
    expect([report.wasRead, ids(report.stragglers)]).toEqual([false, [13]]);
    expect(rests[0]).toEqual(["HTTP 503", 20_000]);
    expect(rests.at(-1)).toEqual(["HTTP 503", 0]);
    expect(rests.length).toBeGreaterThan(2);
    expect(report.unsettled).toContain(
      "what earlier runs left behind can't be read (EACCES): bots that the list lacks aren't known, nor which turn-ons are under way",
    );
    expect([report.runningDeals, report.offInDeals]).toEqual([undefined, undefined]);
  });

  it("turns off what it finds where part of the ledger is lost, and says so", async () => {
    const { run, ports } = await start();
    const report = await run({ ...ports(), recall: async () => ({ ...NO_MEMORY, damaged: "line 2" }) });
    expect(report.notes).toEqual([
      "part of the ledger is lost (line 2): bots that the list lacks may not be known, nor each turn-on under way",
    ]);
  });

  it("doesn't take a hidden bot that isn't shown for gone because a list is suddenly empty", async () => {
    const { run, ports } = await start();
    let lists = 0;
    const reader = (real: ServiceReader, exchange: string) => ({
      bots: async () => {
        if (exchange !== EXCHANGE) return real.bots();
        lists += 1;
        return lists === 1 ? (await real.bots()).filter(({ id }) => id !== 11) : [];
      },
      bot: (id: number) => (id === 11 ? Promise.reject(new ServiceError("refused", "Not now.")) : real.bot(id)),
    });
    const memory = { ...NO_MEMORY, bots: new Map([[11, knownBot(11, 1)]]) };
    const report = await run({ ...ports({ reader }), recall: async () => memory }, { timeoutMs: 20_000 });
    expect(ids(report.stragglers)).toEqual([11]);
  });

  it("says each time when a list doesn't come", async () => {
    const { run, ports } = await start();
    let asked = 0;
    const reader = (real: ServiceReader, exchange: string) => ({
      bots: () => {
        if (exchange === EXCHANGE) asked += 1;
        return exchange === EXCHANGE && asked <= 2 ? Promise.reject(new ServiceError("http", "HTTP 502")) : real.bots();
      },
    });
    const heard: string[] = [];
    const report = await run(ports({ reader }), { onUnanswered: (why) => heard.push(why) });
    expect([brief(report), heard]).toEqual([
      [[11, 13], [12], []],
      ["HTTP 502", "HTTP 502"],
    ]);
  });

  it("says when nobody can tell whether others came on", async () => {
    const { run, ports } = await start();
    let listed = 0;
    const reader = (real: ServiceReader) => ({
      bots: async () => {
        listed += 1;
        return listed <= 2 ? real.bots() : [];
      },
    });
    const { unsettled, turnedOff } = await run(ports({ reader }));
    expect(ids(turnedOff)).toEqual([11, 13]);
    expect(unsettled.join()).toContain("suddenly empty");
  });

  it("believes no empty list that it has read once, unless it knows that, or watches", async () => {
    const { run, ports } = await start();
    const nobody = ports({ reader: () => ({ bots: async () => [] }) });
    const blank =
      "the service shows no bots, and none is known here, so the list may be wrong: run it again without --settle 0, and botform looks several times";
    const report = await run(nobody);
    expect([brief(report), report.unsettled, exitOfStop(report)]).toEqual([[[], [], []], [blank], 5]);
    expect((await run(nobody, { settleMs: 5_000 })).unsettled).toEqual([]);
    expect((await run(nobody, { only: new Set([11]) })).unsettled).toEqual([]);
    expect((await run()).unsettled).toEqual([]);
  });

  it("names a bot that is never observed off, and never calls it off", async () => {
    const { way, run, ports, shelf } = await start();
    const turnOff = (real: ServiceWriter) => async (botId: number) => (botId === 11 ? lost : real.turnOff(botId));
    const report = await run(ports({ turnOff }), { timeoutMs: 45_000 });
    expect(brief(report)).toEqual([[13], [12], [11]]);
    expect(report.stragglers).toMatchObject([
      { id: 11, title: "a", status: "ENABLED", told: true, why: expect.stringMatching(/told to turn off \d times/) },
    ]);
    expect(running(way)).toEqual([11]);
    expect((await shelf.runs()).flatMap(({ steps }) => steps.map(({ kind }) => kind)).sort()).toEqual([
      "applied",
      "unknown",
    ]);
  });

  it("counts the deals of a bot that is never observed off, too", async () => {
    const { run, ports, way } = await start(seeded([{ id: 1, title: "a", enabled: true }]));
    way.clock.advance(1_000);
    way.emulator.service.advance();
    const report = await run(ports({ turnOff: () => async () => lost }), { timeoutMs: 20_000 });
    expect([ids(report.stragglers), report.runningDeals]).toEqual([[1], 1]);
  });

  it("names a bot that can't be told, and one that can't be looked at", async () => {
    const { run, ports } = await start();
    const turnOff = () => async () => ({ kind: "refused", message: "HTTP 400: no" }) as const;
    const reader = (real: ServiceReader) => ({
      bot: async (id: number) => {
        if (id === 12) throw new ServiceError("http", "HTTP 500");
        return real.bot(id);
      },
    });
    const report = await run(ports({ turnOff, reader }), { timeoutMs: 20_000 });
    expect(report.stragglers).toMatchObject([
      { id: 11, told: false, why: expect.stringContaining("HTTP 400: no") },
      { id: 12, told: false, why: "its details can't be read: HTTP 500", status: "DISABLED" },
      { id: 13, told: false },
    ]);
  });

  it("counts a bot that was off already, and could not be told, as one that was off", async () => {
    const { way, run, ports } = await start(seeded([{ id: 1, title: "a", enabled: true }]));
    const turnOff = () => async (id: number) => {
      way.emulator.service.editBot(id, { enabled: false });
      return { kind: "refused", message: "it is off" } as const;
    };
    expect(brief(await run(ports({ turnOff })))).toEqual([[], [1], []]);
  });

  it("sees to what comes on while another bot isn't to be had", async () => {
    const { way, run, ports, log } = await start();
    let sends = 0;
    const turnOff = (real: ServiceWriter) => async (id: number) => {
      sends += 1;
      if (sends === 4) way.emulator.service.editBot(12, { enabled: true });
      log.push(`at ${way.clock.elapsed()}`);
      return id === 11 ? lost : real.turnOff(id);
    };
    const begun = way.clock.elapsed();
    const report = await run(ports({ turnOff }));
    expect(brief(report)).toEqual([[12, 13], [], [11]]);
    const at = Number(log[log.indexOf("off 12") - 1]?.slice(3));
    expect(at - begun).toBeLessThan(60_000);
  });

  it("doesn't call off what was off for a while and is on again", async () => {
    const { way, run, ports } = await start(seeded([{ id: 1, title: "a", enabled: true }]));
    let sends = 0;
    let lists = 0;
    const turnOff = (real: ServiceWriter) => async (id: number) => {
      sends += 1;
      return sends === 1 ? real.turnOff(id) : lost;
    };
    const reader = (real: ServiceReader, exchange: string) => ({
      bots: async () => {
        if (exchange === EXCHANGE) lists += 1;
        if (lists === 2) way.emulator.service.editBot(1, { enabled: true });
        return real.bots();
      },
    });
    expect(brief(await run(ports({ turnOff, reader }), { timeoutMs: 30_000 }))).toEqual([[], [], [1]]);
  });

  it.each(["accesses", "bots"])("gives rejected credentials up soon (%s)", async (what) => {
    const { way, run, ports } = await start();
    const no = () => Promise.reject(new ServiceError("auth", "HTTP 401"));
    const report = await run(ports({ reader: () => ({ [what]: no }) }));
    expect(report.wasRead).toBe(false);
    expect(report.unsettled.join()).toContain("HTTP 401");
    expect(way.clock.elapsed()).toBeLessThan(1_790_000_000_000 + 10_000);
  });

  it.each(["EROFS", "ENOSPC"])("is stopped by no journal, whether it can't be begun or breaks (%s)", async (code) => {
    const { way, run, ports } = await start();
    const given = ports();
    const beginJournal: EmergencyStopPorts["beginJournal"] = async (plan) => {
      const journal = code === "EROFS" ? undefined : await given.beginJournal?.(plan);
      if (journal === undefined) throw new DiskError(code, "read-only");
      return { ...NO_JOURNAL, intent: () => Promise.reject(new DiskError(code, "full")) };
    };
    const report = await run({ ...given, beginJournal });
    expect(brief(report)).toEqual([[11, 13], [12], []]);
    expect(report.notes).toHaveLength(1);
    expect(report.notes[0]).toContain(code);
    expect(running(way)).toEqual([]);
  });

  it("sends nothing more once it is interrupted, and reports", async () => {
    const { way, run, ports } = await start(THREE, { commandDelay: 60_000 });
    const controller = new AbortController();
    let sent = 0;
    const turnOff = (real: ServiceWriter) => async (botId: number) => {
      sent += 1;
      const answer = await real.turnOff(botId);
      controller.abort();
      return answer;
    };
    const report = await run(ports({ turnOff }), { signal: controller.signal });
    expect(report.isInterrupted).toBe(true);
    expect(ids(report.stragglers)).toEqual([11, 13]);
    expect(sent).toBeLessThanOrEqual(2);
    expect(way.emulator.service.requests.turnOff).toBe(sent);
  });

  it("sends nothing whose intent was still being written when it was interrupted", async () => {
    const { way, run, ports, shelf } = await start(seeded([{ id: 1, title: "a", enabled: true }]));
    const controller = new AbortController();
    const given = ports();
    const beginJournal: EmergencyStopPorts["beginJournal"] = async (plan) => {
      const journal = (await given.beginJournal?.(plan)) ?? NO_JOURNAL;
      return {
        ...NO_JOURNAL,
        intent: async () => {
          controller.abort();
          return 1;
        },
        outcome: (outcome) => journal.outcome(outcome),
        end: (report) => journal.end(report),
      };
    };
    const report = await run({ ...given, beginJournal }, { signal: controller.signal });
    expect(report.stragglers).toMatchObject([
      { id: 1, told: false, why: expect.stringContaining("interrupted before it was told") },
    ]);
    expect(way.emulator.service.requests.turnOff).toBe(0);
    expect((await shelf.only()).steps[0]?.kind).toBe("not-started");
  });

  it("whatever fails for a while: in the end all are off, and nothing was called off that was on", async () => {
    const fate = fc.constantFrom("fine", "fine", "broken", "lost", "late" as const);
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { maxLength: 40 }), async (fates) => {
        const { way, run, ports } = await start();
        try {
          let calls = 0;
          const next = () => fates[calls++] ?? "fine";
          const failing = <T>(task: () => Promise<T>): Promise<T> =>
            next() === "broken" ? Promise.reject(new ServiceError("unreachable", "broken")) : task();
          const reader = (real: ServiceReader) => ({
            accesses: () => failing(() => real.accesses()),
            bots: () => failing(() => real.bots()),
            bot: (id: number) => failing(() => real.bot(id)),
          });
          const turnOff =
            (real: ServiceWriter) =>
            async (id: number): Promise<WriteAnswer> => {
              const drawn = next();
              if (drawn === "broken") return { kind: "not-sent", message: "broken" };
              if (drawn === "lost") return lost;
              const answer = await real.turnOff(id);
              return drawn === "late" ? lost : answer;
            };
          expect(brief(await run(ports({ reader, turnOff })))).toEqual([[11, 13], [12], []]);
          expect(running(way)).toEqual([]);
        } finally {
          await closing?.();
          await way.close();
          open = undefined;
          closing = undefined;
        }
      }),
      { numRuns: amount({ fast: 10, all: 40 }) },
    );
  });
});

describe("an emergency stop for what is managed", () => {
  const SIX = seeded([
    { id: 21, title: "a", enabled: true },
    { id: 22, title: "a", enabled: true, accessId: 2 },
    { id: 23, title: "old b", enabled: true },
    { id: 24, title: "pinned", enabled: true, accessId: 2 },
    { id: 25, title: "stranger", enabled: true },
    { id: 26, title: "a", enabled: true, accessId: 3 },
  ]);
  const fleet = desired([
    desiredBot("a"),
    desiredBot("b", { previousTitles: ["old b"] }),
    desiredBot("c", { botId: 24, fields: { title: "other title" } }),
  ]);

  it("turns off what the configuration declares, by title on its access, a previous title, or botId", async () => {
    const { way, run } = await start(SIX);
    const report = await run(undefined, { managed: fleet });
    expect(brief(report)).toEqual([[21, 23, 24], [], []]);
    expect(running(way)).toEqual([22, 25, 26]);
  });

  it("says which accesses aren't there", async () => {
    const { run } = await start(SIX);
    const lost: Desired = { ...fleet, accesses: [{ alias: "primary", live: "Mian" }] };
    const report = await run(undefined, { managed: lost });
    expect(brief(report)).toEqual([[24], [], []]);
    expect(report.unsettled).toEqual(['the account main has no access "Mian"']);
  });

  it("says so where the account lacks an access that the configuration has: its key may be another's", async () => {
    const { run } = await start();
    const expected = (live: string) => desired([], { accesses: [{ alias: "primary", live }] });
    expect((await run(undefined, { expected: expected("Main") })).unsettled).toEqual([]);
    expect((await run(undefined, { expected: expected("Copy futures") })).unsettled).toEqual([
      'the account main has no access "Copy futures": the API key may belong to another account',
    ]);
  });
});
