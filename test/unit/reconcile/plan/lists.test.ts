// Readings of the lists of bots and running deals: which are shared, which count, and where a deal is that a list lacks.
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { Deal, RunningDeal } from "../../../../src/model/deal/deal.js";
import { ServiceError, type ServiceErrorKind, type ServiceReader } from "../../../../src/model/ports.js";
import {
  attempt,
  DealList,
  LiveList,
  moment,
  readIfThere,
  readThose,
  since,
  wholeList,
} from "../../../../src/reconcile/plan/lists.js";
import { VirtualClock } from "../../../support/clock.js";
import { deal, live } from "../fleet.js";

const never = async (): Promise<never> => {
  throw new Error("nobody asks for that");
};
const NOBODY: ServiceReader = {
  ...{ accesses: never, bots: never, bot: never, runningDeals: never, endedDeals: never, pairs: never },
};

/** What is read at each turn, the last again and again. A text is the kind of a failure. */
function turns<T extends object>(all: readonly (T | ServiceErrorKind)[], clock: VirtualClock, takes = 0) {
  let count = 0;
  return {
    get count() {
      return count;
    },
    async read(): Promise<T> {
      const found = all[Math.min(count, all.length - 1)];
      count += 1;
      clock.advance(takes);
      if (found === undefined || typeof found === "string") throw new ServiceError(found ?? "http", "no answer");
      return found;
    },
  };
}

describe("time since a moment", () => {
  it("is that of the clock that has gone further", () => {
    const clock = new VirtualClock();
    const start = moment(clock);
    clock.advance(100);
    expect(since(clock, start)).toBe(100);
    clock.set(1_000);
    expect(since(clock, start)).toBe(1_100);
    clock.set(-5_000);
    expect(since(clock, start)).toBe(100);
  });
});

describe("the bot list", () => {
  const A = live(1, "a");

  function listOf(all: readonly (readonly ObservedBot[] | ServiceErrorKind)[], takes = 0, expected = false) {
    const clock = new VirtualClock();
    const source = turns(all, clock, takes);
    return { clock, source, list: new LiveList({ ...NOBODY, bots: source.read }, clock, expected) };
  }

  it("is shared while it is young enough, and read again after that", async () => {
    const { clock, source, list } = listOf([[A]]);
    expect(await Promise.all([list.read(0), list.read(0), list.read(2_000)])).toEqual([[A], [A], [A]]);
    expect(source.count).toBe(1);
    clock.advance(2_000);
    await list.read(2_000);
    expect(source.count).toBe(1);
    clock.advance(1);
    await list.read(2_000);
    expect(source.count).toBe(2);
  });

  it("is read again where it was asked for no later than the moment given", async () => {
    const { clock, source, list } = listOf([[A]]);
    await list.read(10_000);
    const before = clock.elapsed();
    await list.read(10_000, before - 1);
    expect(source.count).toBe(1);
    await list.read(10_000, before);
    expect(source.count).toBe(2);
  });

  it("that can't be read is asked for again", async () => {
    const { source, list } = listOf(["http", [A]]);
    await expect(list.read(10_000)).rejects.toThrow("no answer");
    expect(await list.read(10_000)).toEqual([A]);
    expect(source.count).toBe(2);
  });

  it("that fails late takes nothing away from a newer reading", async () => {
    const clock = new VirtualClock();
    const answers: { reject: (error: ServiceError) => void; resolve: (bots: ObservedBot[]) => void }[] = [];
    const bots = () => new Promise<ObservedBot[]>((resolve, reject) => answers.push({ resolve, reject }));
    const list = new LiveList({ ...NOBODY, bots }, clock, false);
    const [older, newer] = [list.read(0), list.read(-1)];
    answers[1]?.resolve([A]);
    expect(await newer).toEqual([A]);
    answers[0]?.reject(new ServiceError("http", "too late"));
    await expect(older).rejects.toThrow("too late");
    expect([await list.read(0), answers.length]).toEqual([[A], 2]);
  });

  it("may be empty as often as it likes where no bot was ever seen", async () => {
    const { list } = listOf([[], []]);
    expect([await list.read(0), await list.read(-1)]).toEqual([[], []]);
  });

  it("knows what has appeared since its first reading, and wasn't known before", async () => {
    const { list } = listOf([[A], [A, live(2, "b"), live(3, "c")]]);
    list.expect(new Map([[3, { id: 3, title: "once c", accessId: 1, address: "main/c" }]]));
    expect([1, 2, 3].map((id) => list.hasAppeared(id))).toEqual([false, false, false]);
    await list.read(0);
    await list.read(-1);
    expect([1, 2, 3].map((id) => list.hasAppeared(id))).toEqual([false, true, false]);
    expect(list.everSeen(["once c", "c"])).toEqual([3]);
  });

  it("is a bad reading when it is suddenly empty", async () => {
    const { list } = listOf([[A], [], [A]]);
    await list.read(0);
    await expect(list.read(-1)).rejects.toEqual(new ServiceError("shape", "the bot list is suddenly empty"));
    expect(await list.read(-1)).toEqual([A]);
  });

  it("is a bad reading when it is empty from the start where bots are known", async () => {
    await expect(listOf([[]], 0, true).list.read(0)).rejects.toThrow("suddenly empty");
    expect(await listOf([[]]).list.read(0)).toEqual([]);
  });

  it("remembers each bot of a title, over all readings", async () => {
    const renamed = live(1, "b");
    const { list } = listOf([
      [A, live(2, "a")],
      [renamed, live(3, "a"), live(2, "a")],
    ]);
    expect(list.everSeen(["a"])).toEqual([]);
    await list.read(0);
    expect(list.everSeen(["a"])).toEqual([1, 2]);
    await list.read(-1);
    expect([["a"], ["b"], ["c"], ["c", "b", "a"]].map((titles) => list.everSeen(titles))).toEqual([
      [1, 2, 3],
      [1],
      [],
      [1, 2, 3],
    ]);
  });

  it.each([
    { takes: 0, readings: 1, age: 2_000, fresh: true, because: "just young enough" },
    { takes: 0, readings: 1, age: 2_001, fresh: false, because: "a moment too old" },
    { takes: 3_000, readings: 1, age: 3_000, fresh: false, because: "one slow reading proves nothing" },
    { takes: 3_000, readings: 2, age: 5_000, fresh: true, because: "every reading takes so long" },
    { takes: 3_000, readings: 2, age: 5_001, fresh: false, because: "and this is older" },
  ])("asked for $age ms ago is fresh: $fresh ($because)", async ({ takes, readings, age, fresh }) => {
    const { clock, list } = listOf([[A]], takes);
    let snapshot = await list.snapshot(0);
    for (let more = 1; more < readings; more += 1) snapshot = await list.snapshot(-1);
    clock.advance(age - since(clock, snapshot.begun));
    expect(list.isFresh(snapshot, 2_000)).toBe(fresh);
  });

  it("allows for ten seconds at most, however slow the service is", async () => {
    const { clock, list } = listOf([[A]], 11_000);
    await list.snapshot(0);
    const snapshot = await list.snapshot(-1);
    clock.advance(1_000);
    expect(list.isFresh(snapshot, 2_000)).toBe(true);
    clock.advance(1);
    expect(list.isFresh(snapshot, 2_000)).toBe(false);
  });

  it("allows for what the quickest reading took", async () => {
    const clock = new VirtualClock();
    let takes = 4_000;
    const reader = {
      ...NOBODY,
      bots: async () => {
        clock.advance(takes);
        return [A];
      },
    };
    const list = new LiveList(reader, clock, false);
    await list.snapshot(0);
    takes = 1_000;
    await list.snapshot(-1);
    takes = 4_000;
    const snapshot = await list.snapshot(-1);
    expect([list.isFresh(snapshot, 3_000), list.isFresh(snapshot, 2_999)]).toEqual([true, false]);
  });
});

describe("one list, without memory", () => {
  it("counts unless it is empty where bots are known", async () => {
    const empty = { ...NOBODY, bots: async () => [] };
    expect(await wholeList(empty, false)).toEqual([]);
    await expect(wholeList(empty, true)).rejects.toEqual(new ServiceError("shape", "the bot list is suddenly empty"));
    expect(await wholeList({ ...NOBODY, bots: async () => [live(1, "a")] }, true)).toHaveLength(1);
  });
});

describe("what isn't there", () => {
  const refusing = (kind: ServiceErrorKind): ServiceReader => ({
    ...NOBODY,
    bots: async () => [live(1, "a")],
    bot: async (id) => {
      if (id === 1) return live(1, "a");
      throw new ServiceError(kind, "no");
    },
  });

  it.each(["refused", "absent"] as const)("is a bot whose reading is answered with %s", async (kind) => {
    expect(await readIfThere(2, refusing(kind))).toBeUndefined();
    expect(await readThose([2, 1, 3], refusing(kind))).toEqual([live(1, "a")]);
  });

  it("isn't a bot that is refused while every other is, or that is shown when it is asked for again", async () => {
    const no = new ServiceError("refused", "not now");
    const asked: number[] = [];
    const bot = async (id: number) => {
      asked.push(id);
      if (asked.length > 1) return live(2, "b");
      throw no;
    };
    const bots = async () => [live(2, "b")];
    expect(await readIfThere(2, { bot, bots })).toEqual(live(2, "b"));
    expect(asked).toEqual([2, 2]);
    const silent = { bot: () => Promise.reject(no), bots: async () => [live(2, "b"), live(1, "a")] };
    await expect(readIfThere(2, silent)).rejects.toEqual(no);
  });

  it.each<[because: string, rows: number[], answers: Record<number, (ServiceErrorKind | "there")[]>, found: string]>([
    ["its list shows it all the same", [2, 1], { 2: ["refused", "refused"] }, "refused"],
    ["the one beside it is refused, too", [1], { 1: ["refused"], 2: ["refused"] }, "refused"],
    ["it is shown when it is asked for again", [1], { 1: ["there"], 2: ["refused", "there"] }, "2"],
    ["it is said to be absent then", [1], { 1: ["there"], 2: ["refused", "absent"] }, "undefined"],
    ["it is refused again, and the one beside it isn't", [1], { 1: ["there"], 2: ["refused", "refused"] }, "undefined"],
    ["it is refused again, and there is no other", [], { 2: ["refused", "refused"] }, "undefined"],
  ])("or is it? %s", async (_because, rows, answers, found) => {
    const bot = async (id: number) => {
      const kind = answers[id]?.shift();
      if (kind !== "there") throw new ServiceError(kind ?? "shape", "asked too often");
      return live(id, "x");
    };
    const bots = async () => rows.map((id) => live(id, "x"));
    const end = await readIfThere(2, { bot, bots }).then(
      (read) => String(read?.id),
      (error: unknown) => (error instanceof ServiceError ? error.kind : "a bug"),
    );
    expect([end, Object.values(answers).flat()]).toEqual([found, []]);
  });

  it("isn't known if the second answer is another than a refusal", async () => {
    const errors = (["timeout", "refused"] as const).map((kind) => new ServiceError(kind, kind));
    const bot = () => Promise.reject(errors.pop());
    await expect(readIfThere(2, { bot, bots: async () => [] })).rejects.toMatchObject({ kind: "timeout" });
  });

  it.each(["auth", "unreachable", "timeout", "http", "shape"] as const)("isn't known after %s", async (kind) => {
    await expect(readIfThere(2, { ...refusing(kind), bots: never })).rejects.toEqual(new ServiceError(kind, "no"));
    await expect(readThose([1, 2], refusing(kind))).rejects.toThrow("no");
  });

  it("is told from a mistake of botform's own", async () => {
    expect(await attempt(Promise.reject(new ServiceError("http", "x")))).toEqual(new ServiceError("http", "x"));
    await expect(attempt(Promise.reject(new TypeError("x")))).rejects.toEqual(new TypeError("x"));
  });
});

describe("where a deal is", () => {
  const SOUGHT = deal(70, 7);
  const OTHER = deal(71, 8);
  const ENDED = { ...SOUGHT, status: "COMPLETED" } as Deal;

  /** @param known deals that have been seen on the access @param running what each reading shows */
  async function whereabouts(
    running: readonly (readonly RunningDeal[])[],
    { known = [SOUGHT], history = [] }: { known?: readonly RunningDeal[]; history?: readonly Deal[] | "http" } = {},
  ) {
    const clock = new VirtualClock();
    const [start, source] = [clock.elapsed(), turns(running, clock)];
    const reader: ServiceReader = {
      ...NOBODY,
      runningDeals: source.read,
      endedDeals: async () => {
        if (history === "http") throw new ServiceError("http", "no answer");
        return history;
      },
    };
    const list = new DealList(reader, clock);
    list.expect(1, known);
    const { kind, ...rest } = await list.whereabouts(1, 70);
    const shown = "deal" in rest ? rest.deal : "shown" in rest ? rest.shown : undefined;
    return [kind, shown, `${source.count} readings, ${clock.elapsed() - start} ms`];
  }

  it("running, at the first reading that shows it", async () => {
    expect(await whereabouts([[OTHER, SOUGHT]])).toEqual(["running", SOUGHT, "1 readings, 0 ms"]);
    expect(await whereabouts([[OTHER], [SOUGHT]])).toEqual(["running", SOUGHT, "2 readings, 500 ms"]);
  });

  it("ended, when the history shows it", async () => {
    expect(await whereabouts([[]], { history: [ENDED] })).toEqual(["ended", ENDED, "1 readings, 0 ms"]);
  });

  it("ended, when two readings lack it that show others", async () => {
    const gone = ["ended", undefined, "2 readings, 500 ms"];
    expect(await whereabouts([[OTHER]], { known: [SOUGHT, OTHER] })).toEqual(gone);
    expect(await whereabouts([[OTHER]], { history: "http" })).toEqual(gone);
    expect(await whereabouts([[OTHER]], { history: [{ ...ENDED, id: 69 }] })).toEqual(gone);
  });

  it("ended, when it was the only one and two readings are empty", async () => {
    expect(await whereabouts([[]])).toEqual(["ended", undefined, "2 readings, 500 ms"]);
  });

  it("unclear, when a reading is suddenly empty of all deals", async () => {
    const unclear = ["unclear", undefined, "2 readings, 500 ms"];
    expect(await whereabouts([[]], { known: [SOUGHT, OTHER] })).toEqual(unclear);
    expect(await whereabouts([[], [OTHER]], { known: [SOUGHT, OTHER] })).toEqual(unclear);
    expect(await whereabouts([[OTHER], []])).toEqual(unclear);
  });

  it("is read anew when it is asked for and after the wait, however young another's reading is", async () => {
    const clock = new VirtualClock();
    const source = turns<readonly RunningDeal[]>([[SOUGHT], [OTHER], [OTHER], [SOUGHT]], clock);
    const list = new DealList({ ...NOBODY, runningDeals: source.read, endedDeals: async () => [] }, clock);
    await list.snapshot(1, 0);
    clock.advance(1);
    clock.sleep = async (ms) => {
      clock.advance(ms - 1);
      await list.snapshot(1, 0);
      clock.advance(1);
    };
    expect(await list.whereabouts(1, 70)).toMatchObject({ kind: "running", deal: SOUGHT });
    expect(source.count).toBe(4);
  });

  it("is kept by access, and read again where a reading is too old", async () => {
    const clock = new VirtualClock();
    const asked: number[] = [];
    const reader: ServiceReader = {
      ...NOBODY,
      runningDeals: async (accessId) => {
        asked.push(accessId);
        return [deal(accessId, 7)];
      },
    };
    const list = new DealList(reader, clock);
    const first = await list.snapshot(1, 1_000);
    expect(await list.snapshot(1, 1_000)).toBe(first);
    expect((await list.snapshot(2, 1_000)).deals).toEqual([deal(2, 7)]);
    clock.advance(1_001);
    const later = await list.snapshot(1, 1_000);
    expect(asked).toEqual([1, 2, 1]);
    expect([first.before, later.before]).toEqual([new Set(), new Set([1])]);
  });
});
