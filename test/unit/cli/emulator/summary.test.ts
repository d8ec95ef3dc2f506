// The emulator's state as text: each figure stands under its own heading.
import { describe, expect, it } from "vitest";
import { summaryText } from "../../../../src/cli/emulator/summary.js";
import { paint } from "../../../../src/render/text/paint.js";
import { asItCame } from "../../render/as-it-came.js";

const ACCOUNT = {
  name: "demo",
  balance: { USDT: "100", BUSD: "200" },
  bots: [
    { id: 1, title: "Dip", pair: "USDT-BTC", side: "LONG", enabled: true, waitsFor: null },
    { id: 2, title: "Peak", pair: "USDT-ETH", side: "SHORT", enabled: false, waitsFor: "a signal" },
  ],
  deals: [
    {
      ...{ id: 11, botId: 12, pair: "USDT-SOL", side: "SHORT", amount: "13", entry: "14" },
      ...{ safetyOrders: "15", takeProfit: "16", profit: "17" },
    },
  ],
};
const FACTS = {
  time: { now: "T", speed: 1 },
  prices: { "USDT-BTC": "64000", "USDT-ETH": "3000" },
  accounts: [ACCOUNT],
};

/** The table's cells by their heading; cells are at least two spaces apart. */
function cells(text: string, head: string): Record<string, string>[] {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => line.trim().startsWith(head));
  const split = (line = "") => line.trim().split(/ {2,}/);
  const names = split(lines[at]);
  const end = lines.findIndex((line, index) => index > at && line.trim() === "");
  return lines
    .slice(at + 1, end)
    .map(split)
    .filter((row) => row.length === names.length && !/^[-─]+$/.test(row[0] ?? ""))
    .map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ""])));
}

it("shows no text of the emulator as it came", () => {
  expect(asItCame(FACTS, summaryText)).toEqual([]);
});

describe("summaryText", () => {
  it("has a deal's figures under their headings", () => {
    const text = summaryText({ ...FACTS, accounts: [{ ...ACCOUNT, bots: [] }] }, paint(false));
    expect(cells(text, "deal")).toEqual([
      {
        ...{ deal: "11", bot: "12", pair: "USDT-SOL", side: "SHORT", amount: "13", entry: "14" },
        ...{ "safety orders": "15", "take profit": "16", "profit now": "17" },
      },
    ]);
  });

  it("has a bot's switch, and what it waits for", () => {
    const text = summaryText({ ...FACTS, accounts: [{ ...ACCOUNT, deals: [] }] }, paint(false));
    expect(cells(text, "bot")).toEqual([
      { bot: "1", title: "Dip", pair: "USDT-BTC", side: "LONG", switch: "on" },
      { bot: "2", title: "Peak", pair: "USDT-ETH", side: "SHORT", switch: "off, waits for a signal" },
    ]);
  });

  it("is laid out in columns, figures to the right", () => {
    expect(
      summaryText({ ...FACTS, accounts: [ACCOUNT, { name: "bare", balance: {}, bots: [], deals: [] }] }, paint(false)),
    ).toBe(
      `T (real time)
USDT-BTC 64000, USDT-ETH 3000

account demo: 100 USDT, 200 BUSD
bot  title  pair      side   switch
  1  Dip    USDT-BTC  LONG   on
  2  Peak   USDT-ETH  SHORT  off, waits for a signal
deal  bot  pair      side   amount  entry  safety orders  take profit  profit now
  11   12  USDT-SOL  SHORT      13     14             15           16          17

account bare: no balance: margin isn't checked
`,
    );
  });

  it("has prices, and each account's balance", () => {
    const text = summaryText(
      { ...FACTS, accounts: [ACCOUNT, { ...ACCOUNT, name: "poor", balance: {} }] },
      paint(false),
    );
    expect(text).toContain("USDT-BTC 64000, USDT-ETH 3000\n");
    expect(text).toContain("account demo: 100 USDT, 200 BUSD\n");
    expect(text).toMatch(/account poor: no balance/);
  });

  it.each([
    [1, "real time"],
    [0, "stepped"],
    [60, "60 times as fast"],
  ])("at the speed %d: %s", (speed, pace) => {
    expect(summaryText({ ...FACTS, time: { now: "T", speed } }, paint(false))).toMatch(
      new RegExp(`^T \\(${pace}\\)\n`),
    );
  });

  it("of another version points to the document", () => {
    expect(summaryText({ ...FACTS, accounts: "none" }, paint(false))).toContain("--format json");
  });
});
