// A plan's replay in a comment: one line unfolded, and a folded section that begins with what to read with care.
import { describe, expect, it } from "vitest";
import { outsideText } from "../../../../src/render/markdown/markdown-escape.js";
import { replayLines, replaySection } from "../../../../src/render/markdown/replay-section.js";
import { BOT, REPLAY } from "../replayed.js";

const SHOW = outsideText(undefined);
const NONE = { replayed: false, why: "the plan changes <no> bot", leftOut: REPLAY.leftOut } as const;

describe("a plan's replay in a comment", () => {
  it("has a line that stands unfolded", () => {
    expect(replayLines(REPLAY, SHOW).map((line) => line.replaceAll("\u00a0", " "))).toEqual([
      "**Replay on past prices** (1 744 candles of 1h, 2025-01-01 00:00 to 2025-02-01 00:00 UTC; no forecast): USDT wallet: result 109.14 → 81.57, largest drawdown 111.92 → 56.32, highest margin 206.00, deals 44 → 45, liquidations 1 → 0 (wallet unknown, so CROSS positions are never liquidated). 2 bots are on neither side.",
    ]);
    expect(replayLines({ ...REPLAY, wallets: [], leftOut: [] }, SHOW)[0]).toMatch(
      /No bot is in a wallet on either side\.$/,
    );
    const isOff = { ...BOT, address: "demo/a", asIfOn: true };
    expect(
      replayLines({ ...REPLAY, bots: [isOff], wallets: [], leftOut: [] }, SHOW)[0]?.replaceAll("\u00a0", " "),
    ).toMatch(
      /No bot is in a wallet on either side; .*demo\/a, off, as if it were on: result 109\.14 → 81\.57, .*liquidations 1 → 0\.$/,
    );
    expect(replayLines(NONE, SHOW)).toEqual(["**Not replayed on past prices:** the plan changes &#60;no&#62; bot."]);
  });

  it("has a section in which bots come last, since of many some are left out", () => {
    const { title, noun, items } = replaySection(
      { ...REPLAY, bots: [BOT, { ...BOT, address: "demo/b" }] },
      SHOW,
      "demo: ",
    );
    expect([title, noun, items.length]).toEqual(["demo: Replay on past prices, now and after", "bot", 3]);
    expect(items.map((item) => item()).join("\n")).toMatchInlineSnapshot(`
      "- Mind &#60;x&#62;&#92;u&#123;1b&#125;&#38;.
      - The plan leaves these bots alone, and they come to something else since they share the wallet: demo/other.
      - On neither side: demo/eth, demo/&#60;x&#62;&#92;u&#123;1b&#125;&#38;&#8203;2: no prices of USDT-ETH were given
      - demo/&#60;x&#62;&#92;u&#123;1b&#125;&#38;: 10 deals with the same opening and end, 1 with the same opening and another end, 20 only now
      - demo/b: 10 deals with the same opening and end, 1 with the same opening and another end, 20 only now

      |  |  | deals | net | open | result | drawdown | margin | longest | liq. |
      | --- | --- | --: | --: | --: | --: | --: | --: | --: | --: |
      | <code>wallet, USDT</code> | now (1 bot) | 44 | 137.22 | -28.08 | 109.14 | 111.92 | 206.00 | 11d | 1 |
      |  | after (2 bots) | 45 | 100.65 | -19.08 | 81.57 | 56.32 | 206.00 | 3d 13h | 0 |
      |  | change | +1 | -36.57 | +9.00 | -27.57 | -55.60 | 0.00 | -7d 11h | -1 |
      | <code>demo/&#60;x&#62;&#92;u&#123;1b&#125;&#38;</code> | now | 44 | 137.22 | -28.08 | 109.14 | 111.92 | 206.00 | 11d | 1 |
      |  | after | 45 | 100.65 | -19.08 | 81.57 | 56.32 | 206.00 | 3d 13h | 0 |
      |  | change | +1 | -36.57 | +9.00 | -27.57 | -55.60 | 0.00 | -7d 11h | -1 |
      | <code>demo/b</code> | now | 44 | 137.22 | -28.08 | 109.14 | 111.92 | 206.00 | 11d | 1 |
      |  | after | 45 | 100.65 | -19.08 | 81.57 | 56.32 | 206.00 | 3d 13h | 0 |
      |  | change | +1 | -36.57 | +9.00 | -27.57 | -55.60 | 0.00 | -7d 11h | -1 |"
    `);
  });

  it("lists alone what is left out where nothing was replayed", () => {
    const { items } = replaySection(NONE, SHOW, "");
    expect(items.map((item) => item())).toEqual([
      expect.stringMatching(/^- On neither side: demo\/eth, demo\/.*USDT-ETH were given$/),
    ]);
  });
});
