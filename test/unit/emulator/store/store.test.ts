// What the emulator's store keeps, in which order and at most, and from which ids it counts.
import Big from "big.js";
import { describe, expect, it } from "vitest";
import { DEFAULT_SEED } from "../../../../src/emulator/seed/seed.js";
import { Service } from "../../../../src/emulator/service.js";
import type { DealRecord } from "../../../../src/emulator/store/records.js";
import { Store } from "../../../../src/emulator/store/store.js";
import { manualClock, PLAIN_BOT } from "../harness.js";

it.each([
  { written: 1, kept: 1, first: "entry 1", because: "the first" },
  { written: 999, kept: 999, first: "entry 1", because: "one below the limit" },
  { written: 1_000, kept: 1_000, first: "entry 1", because: "the limit itself" },
  { written: 1_001, kept: 1_000, first: "entry 2", because: "the oldest goes" },
  { written: 1_500, kept: 1_000, first: "entry 501", because: "and each after it" },
])("of $written log entries $kept are kept, from $first: $because", ({ written, kept, first }) => {
  const store = new Store(DEFAULT_SEED);
  for (let entry = 1; entry <= written; entry += 1) store.log(7, `entry ${entry}`, entry);
  store.log(8, "another bot's", 0);
  const entries = store.logs.get(7) ?? [];
  expect([entries.length, entries[0]?.message, entries.at(-1)?.message]).toEqual([kept, first, `entry ${written}`]);
});

it("counts bots from 1001 and deals from 50001", () => {
  const { nextBotId, nextDealId } = new Store(DEFAULT_SEED);
  expect([nextBotId, nextDealId]).toEqual([1_001, 50_001]);
});

it("an account has what the seed says, and the rest by default", () => {
  const key = { apiKey: "k", apiSecret: "s" };
  const accesses = [
    { accessId: 7, title: "A" },
    { accessId: 8, title: "B", exchange: "OTHER" },
  ];
  const hook = { accountId: 70, token: "t" };
  const { accounts, ...store } = new Store({
    accounts: [
      { name: "bare", ...key, accesses },
      { name: "rich", ...key, accesses, hook: { ...hook, accessId: 8 }, balance: { USDT: "1.50" } },
      { name: "hooked", ...key, accesses, hook, balance: {} },
    ],
    exchange: "OWN",
  });
  const own = { apiKey: "k", apiSecret: "s", balanceChanged: 0 };
  const both = [
    { accessId: 7, title: "A", exchange: "OWN" },
    { accessId: 8, title: "B", exchange: "OTHER" },
  ];
  const shared = { ...own, accesses: both };
  expect(accounts).toEqual([
    { ...shared, name: "bare", userId: 1, hook: undefined, isLimited: false, balance: new Map() },
    {
      ...{ ...shared, name: "rich", userId: 2, hook: { accountId: "70", token: "t", accessId: 8 } },
      ...{ isLimited: true, balance: new Map([["USDT", new Big("1.5")]]) },
    },
    {
      ...{ ...shared, name: "hooked", userId: 3, hook: { accountId: "70", token: "t", accessId: 7 } },
      ...{ isLimited: true, balance: new Map() },
    },
  ]);
  expect(store.version).toBe(0);
  expect(() => new Store(DEFAULT_SEED).account("none")).toThrow(new RangeError("no account named none"));
});

describe("deals", () => {
  /** A deal as the emulator makes one, on the only account of the built-in seed. */
  function made(): DealRecord {
    const service = new Service({ clock: manualClock() });
    const { exchange: _exchange, ...bot } = PLAIN_BOT;
    service.addBot("demo", { ...bot, enabled: true });
    const [deal] = service.deals();
    if (deal === undefined) throw new Error("no deal");
    return deal;
  }
  const open = made();
  const at = (
    id: number,
    status: DealRecord["status"],
    amount: string,
    more: Partial<DealRecord> = {},
  ): DealRecord => ({
    ...{ ...open, id, status, ...more },
    market: { ...open.market, status: status === "ACTIVE" || amount !== "0" ? "OPEN" : "ENDED", amount },
  });
  const ids = (deals: Iterable<DealRecord>) => [...deals].map(({ id }) => id);
  function seen(store: Store) {
    const [demo] = store.accounts;
    if (demo === undefined) throw new Error("no account");
    const { accessId, id } = open.snapshot;
    return {
      active: ids(store.activeDeals(demo, accessId)),
      ended: ids(store.endedDeals(demo, accessId)),
      running: [...store.running(id)],
      positions: ids(store.openPositions(demo)),
    };
  }

  it("are where their status and their position put them", () => {
    const store = new Store(DEFAULT_SEED);
    expect(seen(store)).toEqual({ active: [], ended: [], running: [], positions: [] });
    store.putDeal(at(50_007, "ACTIVE", "1"));
    store.putDeal(at(50_003, "ACTIVE", "1"));
    expect([store.nextDealId, store.version]).toEqual([50_008, 2]);
    const both = [50_007, 50_003];
    expect(seen(store)).toEqual({ active: both, ended: [], running: both, positions: both });
    // A cancelled one leaves its position, which may change on.
    store.putDeal(at(50_007, "CANCELED", "1"));
    store.putDeal(at(50_003, "COMPLETED", "0"));
    expect(seen(store)).toEqual({ active: [], ended: both, running: [], positions: [50_007] });
    store.putDeal(at(50_007, "CANCELED", "0"));
    expect(seen(store)).toEqual({ active: [], ended: both, running: [], positions: [] });
    const [demo] = store.accounts;
    const { accessId } = open.snapshot;
    expect(demo === undefined ? [] : store.endedDeals(demo, accessId).map(({ market }) => market.amount)).toEqual([
      "0",
      "0",
    ]);
    expect(demo === undefined ? [] : ids(store.endedDeals(demo, accessId + 1))).toEqual([]);
  });

  it("and bots are their account's alone", () => {
    const store = new Store(DEFAULT_SEED);
    const other = at(50_001, "ACTIVE", "1", { account: "other", snapshot: { ...open.snapshot, account: "other" } });
    store.putDeal(other);
    store.putDeal(at(50_002, "ACTIVE", "1"));
    store.putBot({ ...open.snapshot, id: 5, account: "other" }, 0);
    store.putBot({ ...open.snapshot, id: 6 }, 0);
    const demo = store.account("demo");
    expect([50_001, 50_002, 50_003].map((id) => store.dealOf(demo, id)?.id)).toEqual([undefined, 50_002, undefined]);
    expect([5, 6, 7].map((id) => store.botOf(demo, id)?.id)).toEqual([undefined, 6, undefined]);
    expect([seen(store).active, seen(store).positions, store.nextBotId]).toEqual([[50_002], [50_002], 1_001]);
  });

  it("that ended are kept, 5 000 of each access, and longer while they have a position", () => {
    const store = new Store(DEFAULT_SEED);
    for (let id = 1; id <= 5_002; id += 1) store.putDeal(at(id, "CANCELED", id === 1 ? "1" : "0"));
    const { ended } = seen(store);
    expect([ended.length, ended[0], store.deals.has(1), store.deals.has(2), store.deals.has(3)]).toEqual([
      ...[5_000, 3, true, false, true],
    ]);
  });

  it("book on the wallet", () => {
    const store = new Store(DEFAULT_SEED);
    const demo = store.account("demo");
    store.book(demo, "USDT", new Big("-0.5"), 7);
    store.book(demo, "NEW", new Big("2"), 8);
    expect([...demo.balance].map(([asset, amount]) => `${asset} ${amount.toFixed()}`)).toEqual([
      ...["USDT 9999.5", "BUSD 1000", "NEW 2"],
    ]);
    expect([demo.balanceChanged, store.version]).toEqual([8, 2]);
  });
});
