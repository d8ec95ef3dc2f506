// Which deals a watch of a webhook means, and how long it looks for the effect.
import { describe, expect, it } from "vitest";
import type { Effect } from "../../../../src/app/webhook/effect.js";
import { isWatched, observe, type Watched, watcher } from "../../../../src/app/webhook/watch.js";
import { startEmulator } from "../../../../src/emulator/http/server.js";
import { ServiceError } from "../../../../src/model/ports.js";
import { VirtualClock } from "../../../support/clock.js";
import { BOT_ID, seedWith } from "../../webhook/hook-fleet.js";
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
        onLook: (says, left) => told.push(`${left} s: ${says}`),
      },
    );
    return { found, looks, told };
  }

  it("ends with the first effect of the whole effect, protected", async () => {
    const { found, looks, told } = await watched([NOTHING, NOTHING, BARE, UNCLEAR, SAFE], 45_000);
    expect(found).toEqual({ kind: "seen", says: "deal 9 opened", protection: "protected", naked: [] });
    expect(looks).toBe(5);
    expect(told).toEqual(["43 s: deal 9 opened, and is naked", "42 s: deal 9 opened, perhaps"]);
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

  it("ends in time, looking once more at the end, and tells of it every ten seconds", async () => {
    const { found, looks, told } = await watched([NOTHING], 25_000);
    const says = "no effect showed in the deals within 25 s";
    expect([found, looks]).toEqual([{ kind: "unseen", says, looked: true, naked: [], left: [] }, 26]);
    expect(told).toEqual(["23 s: undefined", "13 s: undefined", "3 s: undefined"]);
  });

  it("says how far it came, which is no proof that nothing happened", async () => {
    const { found } = await watched([{ ...NOTHING, says: "deal 1 ended; deal 2 still runs", left: [2] }], 2_000);
    const says = "not the whole effect showed in the deals within 2 s: deal 1 ended; deal 2 still runs";
    expect(found).toEqual({ kind: "unseen", says, looked: false, naked: [], left: [2] });
  });

  it("proves nothing where the last look failed", async () => {
    const { found } = await watched([NOTHING, DOWN], 2_000);
    expect(found).toMatchObject({ says: "no effect showed in the deals within 2 s", looked: false });
    const again = await watched([DOWN, NOTHING], 2_000);
    expect(again.found).toMatchObject({ looked: true });
  });

  it("says that nothing could be read, which is something else than nothing", async () => {
    const { found, told } = await watched([DOWN], 3_000);
    const says = "the deals couldn't be read (4 times)";
    expect(found).toEqual({ kind: "unseen", says, looked: false, naked: [], left: [] });
    expect(told).toEqual(["1 s: undefined"]);
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
  it("learns of the accesses once, and reads their deals anew each time", async () => {
    const emulator = await startEmulator({ seed: seedWith() });
    try {
      const endpoint = { apiUrl: emulator.url, apiKey: "main-key", apiSecret: "main-secret" };
      const watched = { botId: BOT_ID, pairs: [], side: "", access: undefined };
      const expected = { action: "open", pairs: [], takeProfit: false } as const;
      const one = await watcher({ endpoint, expected, watched, unobservable: undefined }, 0);
      await one.refresh();
      expect([one.running(), one.accessIds()]).toEqual([[], [101]]);
      const { accessList, activeDeals } = emulator.service.requests;
      expect({ accessList, activeDeals }).toEqual({ accessList: 1, activeDeals: 2 });
      await one.close();
    } finally {
      await emulator.close();
    }
  });
});
