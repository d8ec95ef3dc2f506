// One budget for all clients of an account: shared places and pace, nothing where nothing is limited, and a way out of the queue.
import { describe, expect, it } from "vitest";
import { Budget, Budgets } from "../../../src/service/budget.js";
import { createClient } from "../../../src/service/client.js";
import type { Exchange, RawAnswer } from "../../../src/service/network.js";

/** A clock that moves when somebody sleeps, and is told by nobody else. */
function manual() {
  let now = 0;
  const slept: number[] = [];
  const sleep = async (ms: number) => {
    slept.push(ms);
    const until = now + ms;
    await new Promise((resolve) => setImmediate(resolve));
    now = Math.max(now, until);
  };
  return { elapsed: () => now, sleep, slept };
}

const OK: RawAnswer = { status: 200, body: '{"isSuccess":true,"errorMessage":"","data":["USDT-BTC"]}' };

/** Clients of one account that share one budget, against a service that answers as `answers` says. */
function scene(answers: (path: string, count: number) => RawAnswer = () => OK) {
  const clock = manual();
  const budgets = new Budgets(clock);
  const left: { readonly path: string; readonly at: number }[] = [];
  const exchange: Exchange = async ({ path }) => {
    left.push({ path: path.replace(/^\/bot-futures\/|\?.*/g, ""), at: clock.elapsed() });
    return answers(path, left.length);
  };
  const account = { apiUrl: "https://a.example", apiKey: "key", apiSecret: "s", allow: "all" } as const;
  const client = (more: Partial<Parameters<typeof createClient>[0]> = {}) =>
    createClient({ ...account, budgets, exchange, sleep: clock.sleep, random: () => 0.5, ...more });
  return { clock, left, client, paths: () => left.map(({ path }) => path) };
}

const busy = (retryAfterMs?: number): RawAnswer => ({
  status: 429,
  body: "",
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

describe("without a limit", () => {
  it("a request leaves in the very turn it is asked for, and no clock is waited by", () => {
    const clock = manual();
    const budget = new Budget(clock);
    const left: string[] = [];
    for (const kind of ["read", "write", "read"] as const) void budget.run(kind, async () => void left.push(kind));
    expect([left, clock.slept]).toEqual([["read", "write", "read"], []]);
  });

  it("the places are those of the account, not of each client; writes have their own", async () => {
    const budget = new Budget(manual());
    budget.keepTo({ concurrency: 2 });
    const left: string[] = [];
    const held = (name: string) => () => {
      left.push(name);
      return new Promise<void>(() => {});
    };
    for (const name of ["r1", "r2", "r3"]) void budget.run("read", held(name));
    void budget.run("write", held("w1"));
    expect(left).toEqual(["r1", "r2", "w1"]);
    budget.keepTo({ concurrency: 3 });
    await Promise.resolve();
    expect(left).toEqual(["r1", "r2", "w1", "r3"]);
  });
});

describe("with a limit", () => {
  it("all clients of the account share it, and a write goes before reads that wait", async () => {
    const { client, left, paths } = scene();
    const [one, two] = [client({ budget: { requestsPerSecond: 4 } }), client()];
    await Promise.all([one.pairList(), two.pairList(), two.pairList(), one.turnOn(1)]);
    expect(paths()).toEqual(
      ["pair-list", "activate", "pair-list", "pair-list"].map((path) => expect.stringContaining(path)),
    );
    expect(left.map(({ at }) => at)).toEqual([0, 250, 500, 750]);
  });

  it("another account has another", async () => {
    const { client, left } = scene();
    const [one, two] = [client({ budget: { requestsPerSecond: 1 } }), client({ apiKey: "other" })];
    await Promise.all([one.pairList(), two.pairList()]);
    expect(left.map(({ at }) => at)).toEqual([0, 0]);
  });

  it("all accounts at an address share the one of the address, whichever states it", async () => {
    const { client, left } = scene();
    const budget = { addressRequestsPerSecond: 4 };
    const all = [client({ budget }), client({ apiKey: "other" }), client({ apiUrl: "https://b.example" })];
    await Promise.all(all.flatMap((one) => [one.pairList(), one.pairList()]));
    expect(left.map(({ at }) => at)).toEqual([0, 0, 0, 250, 500, 750]);
  });

  it("behind its own, an account waits for that of its address", async () => {
    const { client, left } = scene();
    const [one, two] = [
      client({ budget: { requestsPerSecond: 10, addressRequestsPerSecond: 4 } }),
      client({ apiKey: "other", budget: { requestsPerSecond: 2 } }),
    ];
    await Promise.all([one.pairList(), one.pairList(), two.pairList(), two.pairList()]);
    expect(left.map(({ at }) => at)).toEqual([0, 250, 500, 750]);
  });

  it("a turn-off waits for none of them, but takes a turn of each", async () => {
    const { client, left } = scene();
    const [one, two] = [client({ budget: { addressRequestsPerSecond: 4 } }), client({ apiKey: "other" })];
    await Promise.all([one.pairList(), two.turnOff(7), two.pairList()]);
    expect(left.map(({ path, at }) => [path.replace(/.*\//, ""), at])).toEqual([
      ["pair-list", 0],
      ["deactivate", 0],
      ["pair-list", 500],
    ]);
  });
});

describe("when the service asks for fewer", () => {
  it("every client of the account waits, as long as it says", async () => {
    const { client, left } = scene((_path, count) => (count === 1 ? busy(5_000) : OK));
    const pauses: number[] = [];
    const [one, two] = [client({ onPause: (ms) => void pauses.push(ms) }), client()];
    const first = one.pairList();
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([first, two.pairList()]);
    expect(left.map(({ at }) => at).slice(0, 2)).toEqual([0, 5_000]);
    expect(left.every(({ at }, index) => index === 0 || at >= 5_000)).toBe(true);
    expect(pauses).toEqual([5_000]);
  });

  it("a read that is asked so again and again waits twice as long each time, where nobody says how long", async () => {
    const { client, left } = scene((_path, count) => (count < 4 ? busy() : OK));
    const pauses: number[] = [];
    await client({ onPause: (ms) => void pauses.push(ms) }).pairList();
    expect([pauses, left.length]).toEqual([[125, 250, 500], 4]);
  });

  it("others wait for what a read was told that isn't tried again", async () => {
    const { client, left } = scene((_path, count) => (count === 1 ? busy(5_000) : OK));
    const [one, two] = [client({ retry: { attempts: 1, baseMs: 1, capMs: 10_000, budget: 9 } }), client()];
    await expect(one.pairList()).rejects.toMatchObject({ kind: "http" });
    await two.pairList();
    expect(left.map(({ at }) => at)).toEqual([0, 5_000]);
  });

  it("no longer than the policy allows", async () => {
    const { client, left } = scene((_path, count) => (count === 1 ? busy(3_600_000) : OK));
    await client().pairList();
    expect(left.map(({ at }) => at)).toEqual([0, 10_000]);
  });

  it("a 503 counts where it says until when, and only there", async () => {
    for (const [answer, pauses] of [
      [{ status: 503, body: "", retryAfterMs: 2_000 }, [2_000]],
      [{ status: 503, body: "" }, []],
    ] as const) {
      const told: number[] = [];
      const { client } = scene((_path, count) => (count === 1 ? answer : OK));
      await client({ onPause: (ms) => void told.push(ms) }).pairList();
      expect(told).toEqual(pauses);
    }
  });

  it("a write that was told so is ambiguous and never sent again; what comes after it waits", async () => {
    const { client, left, paths } = scene((_path, count) => (count === 1 ? busy(4_000) : OK));
    const one = client();
    expect(await one.createBot([["title", "a"]])).toMatchObject({ kind: "ambiguous", turnedDown: false });
    await one.turnOn(7);
    expect(paths().filter((path) => path === "create")).toHaveLength(1);
    expect(left[1]?.at).toBeGreaterThanOrEqual(4_000);
  });
});

describe("a turn-off", () => {
  it("waits for no limit, no pause that others caused, and no place that others hold", async () => {
    const { client, clock, left } = scene((path) => (/deactivate/.test(path) ? OK : busy(60_000)));
    const one = client({ budget: { requestsPerSecond: 2, concurrency: 1 } });
    const reads = [one.pairList(), one.pairList()].map((read) => read.catch(() => {}));
    const writes = [one.turnOn(1), one.turnOn(2)];
    await new Promise((resolve) => setImmediate(resolve));
    const asked = clock.elapsed();
    await Promise.all([7, 8, 9].map((botId) => one.turnOff(botId)));
    const times = left.filter(({ path }) => /deactivate/.test(path)).map(({ at }) => at);
    expect(times).toEqual([asked, asked, asked]);
    await Promise.all([...reads, ...writes]);
  });

  it("waits where the service says so to a turn-off, and slows the rest down, too", async () => {
    const { client, left } = scene((_path, count) => (count === 1 ? busy(3_000) : OK));
    const one = client();
    expect(await one.turnOff(7)).toMatchObject({ kind: "ambiguous" });
    await Promise.all([one.turnOff(7), one.turnOn(1)]);
    expect(left.map(({ at }) => at)).toEqual([0, 3_000, expect.any(Number)]);
    expect(left[2]?.at).toBeGreaterThanOrEqual(3_000);
  });

  it("is counted: others wait the longer for it", async () => {
    const { client, left } = scene();
    const one = client({ budget: { requestsPerSecond: 2 } });
    await Promise.all([one.turnOff(7), one.turnOff(8), one.pairList()]);
    expect(left.map(({ path, at }) => [/deactivate/.test(path), at])).toEqual([
      [true, 0],
      [true, 0],
      [false, 1_000],
    ]);
  });
});

describe("terms under which nothing would leave", () => {
  it.each([
    { requestsPerSecond: 0 },
    { requestsPerSecond: -5 },
    { requestsPerSecond: Number.NaN },
    { concurrency: 0 },
    { concurrency: 1.5 },
  ])("are refused: %j", (budget) => {
    expect(() => scene().client({ budget })).toThrow(RangeError);
  });

  it("a client that states none leaves those of the account as they are", async () => {
    const budget = new Budgets(manual());
    const exchange: Exchange = () => new Promise(() => {});
    const account = {
      apiUrl: "https://a.example",
      apiKey: "key",
      apiSecret: "s",
      allow: "all",
      budgets: budget,
    } as const;
    const asked: string[] = [];
    const counted: Exchange = (request) => {
      asked.push(request.path);
      return exchange(request);
    };
    const first = createClient({ ...account, exchange: counted, budget: { concurrency: 1 } });
    createClient({ ...account, exchange: counted });
    for (let count = 0; count < 3; count += 1) void first.pairList().catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toHaveLength(1);
  });
});

describe("while it waits for its turn", () => {
  const waiting = () => {
    const at = scene((_path, count) => (count === 1 ? busy(8_000) : OK));
    return { ...at, first: at.client().createBot([["title", "a"]]) };
  };

  it("a write asks at the last moment whether it is still to leave", async () => {
    const { client, clock, first, paths } = waiting();
    await first;
    const asked: number[] = [];
    const maySend = () => {
      asked.push(clock.elapsed());
      return false;
    };
    expect(await client().turnOn(1, maySend)).toMatchObject({ kind: "not-sent" });
    expect(asked).toEqual([8_000]);
    expect(paths()).toEqual(["create"]);
  });

  it("an interrupt takes a write out that isn't to leave any more, at once", async () => {
    const { client, clock, first, paths } = waiting();
    await first;
    const controller = new AbortController();
    const one = client({ signal: controller.signal });
    const answers = [1, 2, 3].map((botId) => one.turnOn(botId, () => !controller.signal.aborted));
    controller.abort();
    expect((await Promise.all(answers)).map(({ kind }) => kind)).toEqual(["not-sent", "not-sent", "not-sent"]);
    expect([clock.elapsed(), paths()]).toEqual([0, ["create"]]);
  });

  it("an interrupt leaves one waiting that makes a bot safe", async () => {
    const { client, clock } = scene((_path, count) => (count === 1 ? busy(8_000) : OK));
    await client().turnOff(2);
    const controller = new AbortController();
    const answer = client({ signal: controller.signal }).turnOff(1, () => true);
    controller.abort();
    expect([(await answer).kind, clock.elapsed()]).toEqual(["accepted", 8_000]);
  });

  it("a client that is closed sends nothing any more", async () => {
    const { client, first, paths } = waiting();
    await first;
    const one = client();
    const read = one.pairList().catch(() => "given up");
    await one.close();
    expect([await read, paths()]).toEqual(["given up", ["create"]]);
  });
});

describe("among the requests of other processes", () => {
  /** Turns that come a second after the one before, whoever takes them. */
  function turns(clock: ReturnType<typeof manual>) {
    const taken: boolean[] = [];
    let under = 0;
    let most = 0;
    const ask = async (isUrgent: boolean) => {
      taken.push(isUrgent);
      if (isUrgent) return 0;
      under += 1;
      most = Math.max(most, under);
      await new Promise((resolve) => setImmediate(resolve));
      under -= 1;
      return 1_000;
    };
    const budget = new Budget(clock);
    budget.keepTo({ turns: ask });
    return { budget, taken, most: () => most };
  }

  it("a request waits for its turn; one of the account at a time asks, and writes go first", async () => {
    const clock = manual();
    const { budget, most } = turns(clock);
    const left: string[] = [];
    const leave = (name: string) => async () => void left.push(`${name} ${clock.elapsed()}`);
    await Promise.all([
      budget.run("read", leave("r1")),
      budget.run("read", leave("r2")),
      budget.run("write", leave("w1")),
    ]);
    expect(left).toEqual(["w1 1000", "r1 2000", "r2 3000"]);
    expect(most()).toBe(1);
  });

  it("a turn-off leaves at once, and uses up a turn", async () => {
    const clock = manual();
    const { budget, taken } = turns(clock);
    await budget.run("turn-off", async () => {});
    expect([taken, clock.slept]).toEqual([[true], []]);
  });

  it("a write that may no longer leave gives its turn to the next", async () => {
    const clock = manual();
    const { budget } = turns(clock);
    let may = true;
    const left: string[] = [];
    const first = budget.run("read", async () => void left.push("read"));
    const second = budget.run("read", async () => void left.push("withdrawn"), { maySend: () => may });
    may = false;
    await Promise.all([first, second]);
    // It comes out without a turn; whoever sends asks again.
    expect(left).toEqual(["read", "withdrawn"]);
    expect(clock.slept).toHaveLength(1);
  });
});
