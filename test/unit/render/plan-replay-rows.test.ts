// A plan's replay as rows and sentences: what each side and each change says.
import Big from "big.js";
import { describe, expect, it } from "vitest";
import type { ReplayFigures } from "../../../src/model/risk/plan-replay.js";
import {
  affectedTexts,
  asIfOnTexts,
  botRows,
  dealsText,
  dealText,
  leftOutTexts,
  replayedBots,
  spanText,
  walletRows,
  walletText,
} from "../../../src/render/plan-replay-rows.js";
import { BOT, OPENED, oneSided, REPLAY } from "./replayed.js";

const [WALLET] = REPLAY.wallets;
if (WALLET === undefined) throw new Error("no wallet");

describe("rows", () => {
  const told = (rows: ReturnType<typeof botRows>) =>
    rows.map(({ side, cells, tone }) => [side, ...cells, tone].join(" "));

  const ends = (row: string) => row.replace(/ (?:worse|better)?$/, "").replace(/^(\S+ \S+) .* (\S+ \S+)$/, "$1 … $2");

  it("are now, after and the change, in which what reads alike is 0", () => {
    expect(told(botRows(BOT))).toEqual([
      "now 44 137.22 -28.08 109.14 111.92 206.00 11d 1 ",
      "after 45 100.65 -19.08 81.57 56.32 206.00 3d 13h 0 ",
      "change +1 -36.57 +9.00 -27.57 -55.60 0.00 -7d 11h -1 worse",
    ]);
    const [first, ...others] = botRows(BOT);
    expect([first?.isFirst, ...others.map(({ isFirst }) => isFirst)]).toEqual([true, false, false]);
  });

  it("say which side makes no deals, and why; the other is the change", () => {
    expect(told(botRows(oneSided()))).toEqual([
      "now (no bot) – – – – – – – – ",
      "after 45 100.65 -19.08 81.57 56.32 206.00 3d 13h 0 ",
    ]);
    expect(told(botRows(oneSided({ state: { now: "off", after: "on" } })))[0]).toMatch(/^now \(off\) /);
    const isOff = { ...BOT, asIfOn: true, state: { now: "off", after: "off" } } as const;
    expect(told(botRows(isOff)).map((text) => text.slice(0, 16))).toEqual([
      "now (as if on) 4",
      "after (as if on)",
      "change +1 -36.57",
    ]);
  });

  it("say 0 of what is none, and what grew with its sign", () => {
    const none = { ...BOT.now, deals: 0, longestDeal: 0, liquidations: 0 } as ReplayFigures;
    const still = { ...BOT.change, deals: 0, longestDeal: 0, liquidations: 0 };
    const longer = { ...BOT.change, longestDeal: 3_600_000, liquidations: 2 };
    expect(told(botRows({ ...BOT, now: none, after: none, change: still })).map(ends)).toEqual([
      "now 0 … 0 0",
      "after 0 … 0 0",
      "change 0 … 0 0",
    ]);
    expect(
      told(botRows({ ...BOT, change: longer }))
        .map(ends)
        .at(-1),
    ).toBe("change +1 … +1h +2");
    const off = told(botRows({ ...BOT, after: null, state: { now: "on", after: "off" } }));
    expect([off.length, off[1]?.slice(0, 13)]).toEqual([2, "after (off) –"]);
  });

  it("are better, worse or neither by the result", () => {
    const tone = (now: string, after: string) => {
      const side = (result: string) => BOT.now && { ...BOT.now, result };
      const result = new Big(after).minus(now).toFixed();
      return botRows({ ...BOT, now: side(now), after: side(after), change: { ...BOT.change, result } }).at(-1)?.tone;
    };
    expect([tone("1", "2"), tone("2", "1"), tone("1", "1")]).toEqual(["better", "worse", undefined]);
    // Both read 1.00.
    expect(tone("1.004", "0.996")).toBeUndefined();
  });

  it("of a wallet count its bots", () => {
    expect(walletRows(WALLET).map(({ who, side }) => `${who}: ${side}`)).toEqual([
      "wallet, USDT: now (1 bot)",
      "wallet, USDT: after (2 bots)",
      "wallet, USDT: change",
    ]);
  });

  it("begin with what changes most; without deals on both sides there are none", () => {
    const small = oneSided({ address: "demo/small", change: { ...BOT.change, result: "5" } });
    const none = oneSided({ address: "demo/none", after: null });
    const ended = { ...BOT, address: "demo/ended", after: null, change: { ...BOT.change, result: "1" } };
    expect(replayedBots({ ...REPLAY, bots: [ended, small, none, BOT] }).map(({ address }) => address)).toEqual([
      BOT.address,
      "demo/small",
      "demo/ended",
    ]);
  });
});

describe("sentences", () => {
  it("say the span", () => {
    expect(spanText(REPLAY)).toBe("1 744 candles of 1h, 2025-01-01 00:00 to 2025-02-01 00:00 UTC");
    expect(spanText({ ...REPLAY, moments: 1 })).toMatch(/^1 candle of 1h/);
    expect(spanText({ ...REPLAY, moments: 2_234_567 })).toMatch(/^2 234 567 candles of 1h/);
  });

  it("say what a wallet comes to", () => {
    expect(walletText(WALLET)).toBe(
      "USDT wallet: result 109.14 → 81.57, largest drawdown 111.92 → 56.32, highest margin 206.00, deals 44 → 45, liquidations 1 → 0 (wallet unknown, so CROSS positions are never liquidated)",
    );
    const known = { ...WALLET, balance: "100" };
    expect(walletText({ ...known, now: null })).toBe(
      "USDT wallet: no bot makes deals now; after the plan (2 bots): result 81.57, largest drawdown 56.32, highest margin 206.00, deals 45, liquidations 0",
    );
    expect(walletText({ ...known, after: null })).toBe(
      "USDT wallet: no bot makes deals after the plan; now (1 bot): result 109.14, largest drawdown 111.92, highest margin 206.00, deals 44, liquidations 1",
    );
    expect(walletText({ ...WALLET, now: null })).toMatch(
      /liquidations 0 \(wallet unknown, so CROSS positions are never liquidated\)$/,
    );
  });

  it("say what bots come to that are off and replayed as if they were on, the first three", () => {
    const isOff = { ...BOT, asIfOn: true, state: { now: "off", after: "off" } } as const;
    const small = { ...isOff, address: "demo/small", change: { ...BOT.change, result: "1" } };
    const none = { liquidations: 0 };
    const unhurt = { ...small, now: { ...BOT.now, ...none }, after: { ...BOT.after, ...none } } as typeof small;
    expect(asIfOnTexts({ ...REPLAY, bots: [BOT, unhurt, { ...isOff, address: "demo/a" }] })).toEqual([
      "demo/a, off, as if it were on: result 109.14 → 81.57, largest drawdown 111.92 → 56.32, highest margin 206.00, deals 44 → 45, liquidations 1 → 0",
      "demo/small, off, as if it were on: result 109.14 → 81.57, largest drawdown 111.92 → 56.32, highest margin 206.00, deals 44 → 45",
    ]);
    const many = Array.from({ length: 5 }, (_, index) => ({ ...isOff, address: `demo/${index}` }));
    expect(asIfOnTexts({ ...REPLAY, bots: many }).slice(3)).toEqual(["2 more bots as if on"]);
  });

  it("say how deals differ", () => {
    const deals = (changes: object) =>
      dealsText({ ...BOT, address: "a", deals: { ...BOT.deals, ...changes } as never });
    expect(deals({})).toBe(
      "a: 10 deals with the same opening and end, 1 with the same opening and another end, 20 only now",
    );
    expect(deals({ otherEnd: 0, onlyNow: 0, onlyAfter: 2 })).toBe(
      "a: 10 deals with the same opening and end, 2 only after",
    );
    expect(deals({ otherEnd: 0, onlyNow: 2, onlyAfter: 2 })).toMatch(/, 2 only now, 2 only after$/);
    expect(deals({ otherEnd: 2, onlyNow: 2 })).toMatch(/, 2 only now$/);
    expect(deals({ otherEnd: 0, onlyNow: 0 })).toBe("a: 10 deals, all with the same opening and end");
    expect(deals({ same: 0, otherEnd: 0, onlyNow: 0 })).toBe("a: no deal opens on either side");
    expect(dealsText(oneSided())).toBeUndefined();
  });

  it("say how one deal ends on each side", () => {
    expect(BOT.deals?.first.map(dealText)).toEqual([
      "opens 2025-01-02 13:20; now: liquidated 2025-01-02 14:20, net -12.50; after: still open at the end",
      "opens 2025-01-02 14:20; now: take profit 2025-01-02 15:20, net 3.21; after: no deal",
    ]);
  });

  it.each([
    ["delay", "closed after a delay"],
    ["stop", "stop loss"],
    ["command", "closed by command"],
    ["cancelled", "cancelled"],
  ] as const)("call a deal's end by %s so", (reason, words) => {
    const now = { closed: OPENED, reason, net: "1" };
    expect(dealText({ opened: OPENED, now, after: null })).toContain(`now: ${words} 2025-01-02 13:20, net 1.00; `);
  });

  it("name together what is left out for one reason, and whom the wallet affects", () => {
    expect(leftOutTexts(REPLAY.leftOut)[0]).toMatch(/^demo\/eth, demo\/.*2: no prices of USDT-ETH were given$/);
    const other = { address: "demo/other", why: "it waits" };
    expect(leftOutTexts([other, ...REPLAY.leftOut]).map((text) => text.slice(0, 20))).toEqual([
      "demo/other: it waits",
      "demo/eth, demo/<x>\u001b&",
    ]);
    expect(leftOutTexts([])).toEqual([]);
    expect(affectedTexts(REPLAY)).toEqual([
      "The plan leaves these bots alone, and they come to something else since they share the wallet: demo/other.",
    ]);
    expect(affectedTexts({ ...REPLAY, wallets: [{ ...WALLET, affected: [] }] })).toEqual([]);
  });
});
