// Rule 19 for webhooks: the deals decide whether a refused one did nothing.
import { describe, expect, it } from "vitest";
import { effectOf } from "../../src/app/webhook/effect.js";
import { exitOf } from "../../src/app/webhook/outcome.js";
import { type Observation, observe } from "../../src/app/webhook/watch.js";
import { VirtualClock } from "../support/clock.js";
import { deal } from "../unit/app/webhook/hook-deals.js";

const EXPECTED = { action: "open", pairs: ["BTCUSDT"], takeProfit: true } as const;

/** What is seen of an open whose deal appears after so many seconds, if it ever does. */
async function watched(
  openAfter: number,
  timeoutMs = 120_000,
  signal = new AbortController().signal,
): Promise<Observation> {
  const clock = new VirtualClock();
  const begun = clock.elapsed();
  const look = async () => effectOf(EXPECTED, [], clock.elapsed() - begun >= openAfter * 1000 ? [deal(1)] : []);
  return observe(look, { clock, timeoutMs, signal });
}

describe("rule 19: a no to a webhook proves nothing until the deals were watched", () => {
  it.each([0, 3, 44, 119])(
    "an open that was refused and acts %s s later isn't believed to have failed",
    async (seconds) => {
      const observation = await watched(seconds);
      expect([observation.kind, exitOf({ kind: "refused" }, observation, false)]).toEqual(["seen", 5]);
    },
  );

  it("one of which nothing comes in all the time is", async () => {
    expect(exitOf({ kind: "refused" }, await watched(Number.POSITIVE_INFINITY), false)).toBe(1);
  });

  it("nothing is believed where the wait was shorter than a command may take, was cut short, or nobody looked", async () => {
    const short = await watched(Number.POSITIVE_INFINITY, 119_000);
    expect(exitOf({ kind: "refused" }, short, false)).toBe(5);
    const interrupted = await watched(Number.POSITIVE_INFINITY, 120_000, AbortSignal.abort());
    expect(exitOf({ kind: "refused" }, interrupted, true)).toBe(130);
    expect(exitOf({ kind: "refused" }, { kind: "unwatched", says: "" }, false)).toBe(5);
  });
});
