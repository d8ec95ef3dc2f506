// Which deals a watch of a webhook means, and how long it looks for the effect.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Effect } from "../../../../src/app/webhook/effect.js";
import { isWatched, type Observation, observe, type Watched, watcher } from "../../../../src/app/webhook/watch.js";
import { type RunningEmulator, startEmulator } from "../../../../src/emulator/http/server.js";
import { ServiceError } from "../../../../src/model/ports.js";
import { createClient } from "../../../../src/service/client.js";
import type { HookVerdict } from "../../../../src/service/hook-transport.js";
import { botCalled } from "../../../commands/workplace.js";
import { VirtualClock } from "../../../support/clock.js";
import { BOT_ID, seedWith } from "../../webhook/hook-fleet.js";
import { refusal } from "../room.js";
import { deal } from "./hook-deals.js";

describe("the deals that are meant", () => {
  it.each<readonly [Partial<Watched>, boolean, string]>([
    [{}, true, "bot, pair and side"],
    [{ botId: 8 }, false, "another bot's"],
    [{ botId: undefined }, true, "a Ghost's, by pair and side"],
    [{ pairs: ["ETHUSDT"] }, false, "left over from the bot's pair before"],
    [{ side: "short" }, false, "the other direction"],
    [{ pairs: [], side: "" }, true, "nothing said rules nothing out"],
  ])("%j: %s (%s)", (other, expected) => {
    const watched = { botId: 7, pairs: ["BTCUSDT"], side: "long", access: 1, ...other };
    expect(isWatched(deal(1), watched)).toBe(expected);
  });

  it("are of the side of their position, else of their settings", () => {
    const { position, ...rest } = deal(1);
    if (position === null) throw new Error("no position");
    const short = { ...rest, position: { ...position, side: "SHORT" as const } };
    const sides = ["long", "short"].map((side) => {
      const watched = { botId: 7, pairs: ["BTCUSDT"], side, access: 1 };
      return [isWatched(short, watched), isWatched({ ...rest, position: null }, watched)];
    });
    expect(sides).toEqual([
      [false, true],
      [true, false],
    ]);
  });
});

describe("looking", () => {
  const NOTHING: Effect = { says: undefined, isThere: false, protection: undefined, naked: [], left: [] };
  const NAKED = { id: 9, botId: 7, pairTitle: "USDT-BTC", percentTakeProfit: "1", address: null, why: "…" };
  const SAFE: Effect = { ...NOTHING, says: "deal 9 opened", isThere: true, protection: "protected" };
  const BARE: Effect = { ...SAFE, says: "deal 9 opened, and is naked", protection: "naked", naked: [NAKED] };
  const UNCLEAR: Effect = { ...SAFE, says: "deal 9 opened, perhaps", protection: "unknown" };
  const DOWN = new ServiceError("http", "down");

  /** Looks that show these one after the other, the last one for ever. */
  async function watched(shown: readonly (Effect | ServiceError)[], timeoutMs: number, isAborted = false) {
    let looks = 0;
    const told: string[] = [];
    const controller = new AbortController();
    if (isAborted) controller.abort();
    const found = await observe(
      async () => {
        const effect = shown[Math.min(looks, shown.length - 1)];
        looks += 1;
        if (effect === undefined || effect instanceof ServiceError) throw effect;
        return effect;
      },
      {
        clock: new VirtualClock(),
        timeoutMs,
        signal: controller.signal,
        onLook: (says) => told.push(says ?? "nothing"),
      },
    );
    return { found, looks, told };
  }

  it("ends with the first effect of the whole effect, protected", async () => {
    const { found, looks, told } = await watched([NOTHING, NOTHING, BARE, UNCLEAR, SAFE], 45_000);
    expect(found).toEqual({ kind: "seen", says: "deal 9 opened", protection: "protected", naked: [] });
    expect(looks).toBe(5);
    expect(told).toEqual(["nothing", "nothing", "deal 9 opened, and is naked", "deal 9 opened, perhaps"]);
  });

  it("ends with the effect alone where nothing is asked to be protected", async () => {
    const { found, looks } = await watched([{ ...SAFE, protection: undefined }], 45_000);
    expect([found, looks]).toEqual([{ kind: "seen", says: "deal 9 opened", naked: [] }, 1]);
  });

  it.each([
    { effect: BARE, protection: "naked", naked: [NAKED] },
    { effect: UNCLEAR, protection: "unknown", naked: [] },
  ] as const)("waits for the protection until time is up: $protection", async ({ effect, protection, naked }) => {
    const { found, looks } = await watched([effect], 5_000);
    expect([found, looks]).toEqual([{ kind: "seen", says: effect.says, protection, naked }, 6]);
  });

  it("ends in time, looking once more at the end, and tells of each look before", async () => {
    const { found, looks, told } = await watched([NOTHING], 120_000);
    const says = "no effect showed in the deals within 120 s";
    expect([found, looks]).toEqual([{ kind: "unseen", says, looked: true, naked: [], left: [] }, 121]);
    expect(told).toEqual(Array(120).fill("nothing"));
  });

  it("proves nothing where it is shorter than a command may take", async () => {
    expect((await watched([NOTHING], 119_000)).found).toMatchObject({ looked: false });
  });

  it("says how far it came, which is no proof that nothing happened", async () => {
    const { found } = await watched([{ ...NOTHING, says: "deal 1 ended; deal 2 still runs", left: [2] }], 2_000);
    const says = "not the whole effect showed in the deals within 2 s: deal 1 ended; deal 2 still runs";
    expect(found).toEqual({ kind: "unseen", says, looked: false, naked: [], left: [2] });
  });

  it("proves nothing where the last look failed", async () => {
    const { found } = await watched([NOTHING, DOWN], 120_000);
    expect(found).toMatchObject({ says: "no effect showed in the deals within 120 s", looked: false });
    const again = await watched([DOWN, NOTHING], 120_000);
    expect(again.found).toMatchObject({ looked: true });
  });

  it("says that nothing could be read, which is something else than nothing", async () => {
    const { found, told } = await watched([DOWN], 3_000);
    const says = "the deals couldn't be read (4 times)";
    expect(found).toEqual({ kind: "unseen", says, looked: false, naked: [], left: [] });
    expect(told).toEqual(["nothing", "nothing", "nothing"]);
  });

  it("ends when it is interrupted", async () => {
    const { found, looks } = await watched([NOTHING], 60_000, true);
    expect([found, looks]).toEqual([
      { kind: "unseen", says: "the watch was interrupted", looked: false, naked: [], left: [] },
      1,
    ]);
    expect((await watched([BARE], 60_000, true)).found).toMatchObject({ kind: "seen", protection: "naked" });
  });
});

describe("a watcher", () => {
  const OPEN = { action: "open", pairs: [], takeProfit: false } as const;
  const CLOSE = { action: "close", pairs: [], takeProfit: false } as const;
  /** A bot whose deal runs. */
  const RUNS = 77;
  const MAIN = { id: 101, title: "Main futures", exchange: "SERVICE_FUTURES" };
  const OTHER = { id: 102, title: "Other futures", exchange: "OTHER_FUTURES" };
  const accepted: HookVerdict = { kind: "accepted", message: "HTTP 200" };
  let emulator: RunningEmulator;
  beforeAll(async () => {
    const { accounts } = seedWith();
    emulator = await startEmulator({
      quirks: { commandDelay: 0 },
      seed: {
        accounts: accounts.map((one) => ({
          ...one,
          accesses: [...one.accesses, { accessId: OTHER.id, title: OTHER.title, exchange: OTHER.exchange }],
          balance: { USDT: "1000000" },
          bots: [...(one.bots ?? []), { ...botCalled("In a deal"), accessId: OTHER.id, id: RUNS, enabled: true }],
        })),
      },
    });
  });
  afterAll(() => emulator.close());
  function watcherOf(
    { access, botId = BOT_ID, ...more }: Partial<Parameters<typeof watcher>[0]> & Partial<Watched> = {},
    timeout = 0,
    apiKey = "main-key",
  ) {
    const endpoint = { apiUrl: emulator.url, apiKey, apiSecret: "main-secret" };
    const watched = { botId, pairs: [], side: "", access };
    return watcher({ endpoint, expected: OPEN, watched, unobservable: undefined, ...more }, timeout);
  }
  const patience = { signal: new AbortController().signal };

  it("learns of the accesses once, and reads their deals anew each time", async () => {
    const before = { ...emulator.service.requests };
    const one = await watcherOf();
    await one.refresh();
    expect([one.running(), one.accessIds()]).toEqual([[], [101, 102]]);
    const { accessList, activeDeals } = emulator.service.requests;
    expect([accessList - before.accessList, activeDeals - before.activeDeals]).toEqual([1, 4]);
    await one.close();
  });

  it.each<[Watched["access"], readonly number[], unknown]>([
    [101, [101], []],
    ["Other futures", [102], []],
    [MAIN, [101], []],
    [7, [], undefined],
  ])("of the access %j reads %j", async (access, ids, running) => {
    const one = await watcherOf({ access });
    expect([one.accessIds(), one.running()]).toEqual([ids, running]);
    await one.close();
  });

  const UNREAD = "the account's deals couldn't be read before it was sent";
  it.each<[string, Parameters<typeof watcherOf>, HookVerdict, Observation["kind"], string, boolean?]>([
    ["nothing was sent", [{}, 5], { kind: "not-sent", message: "" }, "unseen", "there is nothing to look for"],
    ["no look is wanted", [{}, 0], accepted, "unwatched", "not watched, because of --timeout 0"],
    ["the deals weren't read", [{}, 5, "no-key"], accepted, "unseen", UNREAD],
    ["the deals can't show it", [{ unobservable: "it can't be" }, 5], accepted, "unseen", "it can't be"],
    [
      "there was nothing to close",
      [{ expected: CLOSE }, 5],
      accepted,
      "unseen",
      "no such deal was running before it was sent",
    ],
    [
      "and that is refused",
      [{ expected: CLOSE }, 5],
      { kind: "refused", message: "no" },
      "unseen",
      "no such deal was running before it was sent",
      true,
    ],
    ["nothing opened in time", [{}, 0.01], accepted, "unseen", "no effect showed in the deals within 0 s"],
    [
      "nobody has credentials",
      [{ endpoint: undefined }, 5],
      accepted,
      "unseen",
      "there are no credentials for the account's API to watch with",
    ],
    [
      "nobody has credentials, or wants a look",
      [{ endpoint: undefined }, 0],
      accepted,
      "unwatched",
      "not watched, because of --timeout 0",
    ],
  ])("where %s says so", async (_what, of, verdict, kind, says, looked = false) => {
    const one = await watcherOf(...of);
    const rest = kind === "unseen" ? { looked, naked: [], left: [] } : {};
    expect(await one.after(verdict, patience)).toEqual({ kind, says, ...rest });
    await one.close();
  });

  it("of a close watches the deals that ran, until none of them is there", async () => {
    const one = await watcherOf({ botId: RUNS, expected: CLOSE }, 0.01);
    const [running, ...others] = one.running() ?? [];
    const id = running?.id ?? 0;
    expect([others, running?.botId]).toEqual([[], RUNS]);
    one.refuseNothingThere();
    expect(await one.after(accepted, patience)).toEqual({
      ...{ kind: "unseen", says: "no effect showed in the deals within 0 s", looked: false },
      ...{ naked: [], left: [id] },
    });
    const client = createClient({ apiUrl: emulator.url, apiKey: "main-key", apiSecret: "main-secret", allow: "all" });
    await client.completeDeal(id);
    const seen = await one.after(accepted, patience);
    await client.close();
    expect(seen).toEqual({ kind: "seen", says: `deal ${id} on USDT-BTC ended`, naked: [] });
    await one.close();
  });

  const SHOWS = "\nbotform deals active shows the running deals. To send it anyway, add --allow-no-deal.";
  it.each<[string, Parameters<typeof watcherOf>, unknown]>([
    ["open", [{}], undefined],
    [
      "close with nothing to close",
      [{ expected: CLOSE }],
      [`there is no running deal that the close could act on; nothing was sent${SHOWS}`, 4],
    ],
    [
      "close where nothing can be read",
      [{ expected: CLOSE }, 0, "no-key"],
      [
        `the account's deals can't be read, so it is unknown whether there is one for the close; nothing was sent${SHOWS}`,
        4,
      ],
    ],
    ["close without credentials", [{ expected: CLOSE, endpoint: undefined }], undefined],
  ])("refuses an action without a deal: %s", async (_what, of, expected) => {
    const one = await watcherOf(...of);
    if (expected === undefined) one.refuseNothingThere();
    else expect(await refusal(() => one.refuseNothingThere())).toEqual(expected);
    await one.close();
  });
});
