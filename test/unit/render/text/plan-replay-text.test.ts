// A plan's replay on a terminal.
import { describe, expect, it } from "vitest";
import { paint } from "../../../../src/render/text/paint.js";
import { planReplayBlocks } from "../../../../src/render/text/plan-replay-text.js";
import { MARKED } from "../facts.js";
import { BOT, REPLAY } from "../replayed.js";

const PLAIN = paint(false);
const text = (...args: Parameters<typeof planReplayBlocks>) => planReplayBlocks(...args).join("\n\n");

describe("a plan's replay", () => {
  it("stands whole, what comes from outside made harmless", () => {
    expect(`${text(REPLAY, PLAIN, true)}\n`).toMatchInlineSnapshot(`
      "Replay on past prices, no forecast: 1 744 candles of 1h, 2025-01-01 00:00 to 2025-02-01 00:00 UTC
      bot              side            deals     net    open  result  drawdown  margin  longest  liq.
      demo/<x>\\u{1b}&  now                44  137.22  -28.08  109.14    111.92  206.00      11d     1
                       after              45  100.65  -19.08   81.57     56.32  206.00   3d 13h     0
                       change             +1  -36.57   +9.00  -27.57    -55.60    0.00  -7d 11h    -1
      wallet, USDT     now (1 bot)        44  137.22  -28.08  109.14    111.92  206.00      11d     1
                       after (2 bots)     45  100.65  -19.08   81.57     56.32  206.00   3d 13h     0
                       change             +1  -36.57   +9.00  -27.57    -55.60    0.00  -7d 11h    -1

      Deals that differ:
        demo/<x>\\u{1b}&: 10 deals with the same opening and end, 1 with the same opening and another end,
          20 only now
          opens 2025-01-02 13:20; now: liquidated 2025-01-02 14:20, net -12.50; after: still open at the
            end
          opens 2025-01-02 14:20; now: take profit 2025-01-02 15:20, net 3.21; after: no deal

      The plan leaves these bots alone, and they come to something else since they share the wallet:
        demo/other.

      Not replayed, on neither side:
        demo/eth, demo/<x>\\u{1b}&2: no prices of USDT-ETH were given

      Read it with care:
        - Mind <x>\\u{1b}&.

      It rests on:
        - Fees are paid.
      "
    `);
  });

  it("names no assumptions unless everything is asked for", () => {
    expect(text(REPLAY, PLAIN)).not.toContain("Fees are paid.");
    expect(text(REPLAY, PLAIN, true)).toContain("It rests on:\n  - Fees are paid.");
  });

  it("paints the change of the result alone", () => {
    expect(text(REPLAY, MARKED).match(/<bad>[^<]*<\/bad>/g)).toEqual(["<bad>-27.57</bad>", "<bad>-27.57</bad>"]);
  });

  it("shows the twelve bots that change most, and three deals of each", () => {
    const [first] = BOT.deals?.first ?? [];
    if (first === undefined || BOT.deals === null) throw new Error("no deal");
    const deals = { ...BOT.deals, first: [first, first, first, first] };
    const bots = Array.from({ length: 14 }, (_, index) => ({ ...BOT, address: `demo/b${index}`, deals }));
    const shown = text({ ...REPLAY, bots }, PLAIN);
    expect(shown).toContain("  and 2 more bots, whose results change less; --verbose shows each");
    expect([shown.match(/^demo\/b/gm)?.length, shown.match(/opens 2025/g)?.length]).toEqual([12, 36]);
    const all = text({ ...REPLAY, bots }, PLAIN, true);
    expect([all.match(/^demo\/b/gm)?.length, all.match(/opens 2025/g)?.length]).toEqual([14, 56]);
    expect(all).not.toContain("more bots");
  });

  it("says why there is none", () => {
    const none = { replayed: false, why: "the plan changes no bot", leftOut: [] } as const;
    expect(planReplayBlocks(none, MARKED)).toEqual(["<b>Not replayed:</b> the plan changes no bot."]);
    expect(text({ ...none, leftOut: REPLAY.leftOut }, PLAIN)).toContain(
      "\n\nNot replayed, on neither side:\n  demo/eth, ",
    );
  });
});
