// What is read just before a write: it leaves only on fresh data; and which bots bear the planned title.
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { PlannedBot } from "../../../../src/model/plan/plan.js";
import { ServiceError, type ServiceReader, type WriteAnswer } from "../../../../src/model/ports.js";
import { readAndSend, sameTitle } from "../../../../src/reconcile/apply/read-and-send.js";
import { Run } from "../../../../src/reconcile/apply/run.js";
import type { ApplyPorts } from "../../../../src/reconcile/apply/run-options.js";
import { notStarted } from "../../../../src/reconcile/apply/step-results.js";
import { VirtualClock } from "../../../support/clock.js";
import { live } from "../fleet.js";
import { plannedBot, planOf, step } from "../plan/plans.js";

const never = async (): Promise<never> => {
  throw new Error("nobody asks for that");
};
const NO_READER: ServiceReader = {
  ...{ accesses: never, bots: never, bot: never, runningDeals: never, endedDeals: never, pairs: never },
};

function runOf(
  planned: PlannedBot,
  reader: Partial<ServiceReader>,
  update: (maySend?: () => boolean) => Promise<WriteAnswer> = never,
): Run {
  const writer: ApplyPorts["writer"] = {
    ...{ create: never, turnOn: never, turnOff: never, startDeal: never, changeTakeProfit: never },
    ...{ completeDeal: never, cancelDeal: never },
    update: (_botId, _target, _before, maySend) => update(maySend),
  };
  const ports: ApplyPorts = { clock: new VirtualClock(), reader: { ...NO_READER, ...reader }, writer };
  return new Run(planOf([planned], [step("update", "a")]), ports, {});
}

describe("bots of the planned title", () => {
  /** @param list what the list shows now @param details every bot as its details show it */
  async function found(
    list: readonly ObservedBot[],
    details: readonly ObservedBot[],
    {
      planned = {},
      seen = [],
      options,
    }: {
      planned?: Partial<PlannedBot>;
      seen?: readonly ObservedBot[];
      options?: Parameters<typeof sameTitle>[3];
    } = {},
  ) {
    const asked: number[] = [];
    const plan = plannedBot("a", live(1, "a"), planned);
    const run = runOf(plan, {
      bots: async () => seen,
      bot: async (id) => {
        asked.push(id);
        const bot = details.find((one) => one.id === id);
        if (bot === undefined) throw new ServiceError("absent", `no bot ${id}`);
        return bot;
      },
    });
    if (seen.length > 0) await run.list.read(0);
    const bots = await sameTitle(run, plan, list, options);
    return { ids: bots.map(({ id }) => id), asked: asked.toSorted((a, b) => a - b) };
  }

  const [A1, A2, A3] = [live(1, "a"), live(2, "a"), live(3, "a")];

  it("are those of the list, lowest id first", async () => {
    expect(await found([A2, A1, live(4, "b")], [A1, A2])).toEqual({ ids: [1, 2], asked: [1, 2] });
  });

  it("are copies that the plan has shown, too, though the list dropped their rows", async () => {
    expect(await found([A1], [A1, A3], { planned: { copies: [3] } })).toEqual({ ids: [1, 3], asked: [1, 3] });
    expect(await found([A1], [A1], { planned: { copies: [3] } })).toEqual({ ids: [1], asked: [1, 3] });
  });

  it("are those that an earlier reading has shown", async () => {
    expect(await found([A1], [A1, A2], { seen: [A2] })).toEqual({ ids: [1, 2], asked: [1, 2] });
  });

  it("have the title still, and stand on the planned access, as their details say", async () => {
    const elsewhere = live(2, "a", { accessId: 2 });
    const unplaced = live(4, "a", { accessId: null });
    const details = [A1, elsewhere, live(3, "b"), unplaced];
    expect((await found([A1, A2, A3, unplaced], details)).ids).toEqual([1, 4]);
  });

  it("are all but the one that is left out", async () => {
    expect(await found([A1, A2], [A1, A2], { options: { except: 1 } })).toEqual({ ids: [2], asked: [2] });
  });

  it("may bear one of several titles", async () => {
    const old = live(5, "old");
    const options = { titles: ["new", "old"] };
    expect(await found([A1, old], [A1, old], { options })).toEqual({ ids: [5], asked: [5] });
  });

  it("that the list shows must be readable", async () => {
    await expect(found([A1], [])).rejects.toThrow("no bot 1");
  });
});

describe("a write", () => {
  const BOT = live(1, "a");
  const COMMAND = { sends: "update", botId: 1, target: { leverage: "9" }, before: BOT.fields } as const;
  const STEP = step("update", "a");
  const ACCEPTED: WriteAnswer = { kind: "accepted" };

  function scene(fresh: readonly boolean[]) {
    let [reads, sends] = [0, 0];
    const run = runOf(plannedBot("a", BOT), {}, async (maySend) => {
      if (maySend?.() === false) return { kind: "not-sent", message: "too late" };
      sends += 1;
      return ACCEPTED;
    });
    const read = async () => {
      const isFresh = fresh[reads] ?? false;
      reads += 1;
      return { state: `reading ${reads}`, isFresh: () => isFresh };
    };
    return { run, read, counted: () => ({ reads, sends }) };
  }

  it("is sent on what was just read", async () => {
    const { run, read, counted } = scene([true]);
    expect(await readAndSend(run, STEP, read, COMMAND)).toEqual({ state: "reading 1", answer: ACCEPTED });
    expect(counted()).toEqual({ reads: 1, sends: 1 });
  });

  it("waits for another reading where the first has grown too old", async () => {
    const { run, read, counted } = scene([false, false, true]);
    expect(await readAndSend(run, STEP, read, COMMAND)).toEqual({ state: "reading 3", answer: ACCEPTED });
    expect(counted()).toEqual({ reads: 3, sends: 1 });
  });

  it.each([
    [undefined, 9],
    [8, 8],
  ])("isn't sent after three readings that were too old (rule %s is rule %i)", async (rule, shown) => {
    const { run, read, counted } = scene([false, false, false, true]);
    expect(await readAndSend(run, STEP, read, COMMAND, rule)).toEqual({
      result: {
        rule: shown,
        kind: "failed",
        detail: "nothing was sent: each time, the data read from the account was already too old",
        next: "run apply again when the service answers faster",
      },
    });
    expect(counted()).toEqual({ reads: 3, sends: 0 });
  });

  it("isn't sent once the run is stopped", async () => {
    const { read, counted } = scene([true]);
    const ports = { clock: new VirtualClock(), reader: NO_READER, writer: {} } as unknown as ApplyPorts;
    const run = new Run(planOf([plannedBot("a", BOT)], [STEP]), ports, { signal: AbortSignal.abort() });
    expect(await readAndSend(run, STEP, read, COMMAND)).toEqual({ result: notStarted("interrupted") });
    expect(counted()).toEqual({ reads: 1, sends: 0 });
  });

  it("isn't sent where the reading forbids it", async () => {
    const { run, counted } = scene([true]);
    const no = { kind: "failed", detail: "it is gone" } as const;
    expect(await readAndSend(run, STEP, async () => no, COMMAND)).toEqual({ result: no });
    expect(counted()).toEqual({ reads: 0, sends: 0 });
  });
});
