// The names that an account has had: by its key, and for whoever hasn't got the key.
import { describe, expect, it } from "vitest";
import type { Clock } from "../../../../src/model/ports.js";
import type { Fact } from "../../../../src/reconcile/ledger/facts.js";
import { factFiles, factsName } from "../../../../src/reconcile/ledger/facts-file.js";
import { accountHolds } from "../../../../src/reconcile/ledger/holds.js";
import { folderLedger } from "../../../../src/reconcile/ledger/ledger.js";
import {
  accountNames,
  addressNow,
  factsUnder,
  type LedgerOwner,
  namesWithoutKey,
  serviceOf,
} from "../../../../src/reconcile/ledger/names.js";
import { Shelf } from "../recorded.js";

const clock: Clock = { now: () => 5, elapsed: () => 0, sleep: async () => {} };
const called = (account: string, { key = "k1", origin = "https://a" } = {}): LedgerOwner => ({ account, origin, key });

describe("names", () => {
  it("are told by the key: all places with its own last, and all names", async () => {
    const shelf = new Shelf();
    const names = (owner: LedgerOwner) => accountNames(factFiles(shelf), clock, owner);
    for (const owner of [called("one"), called("two"), called("three", { origin: "https://b" })])
      await names(owner).remember();
    await names(called("stranger", { key: "k2" })).remember();
    const places = async (owner: LedgerOwner) =>
      (await names(owner).places()).map(({ account, origin }) => `${account} ${origin}`);
    expect(await places(called("one"))).toEqual([
      ...["two https://a", "one https://b", "two https://b", "three https://b", "one https://a"],
    ]);
    expect(await places(called("new", { origin: "https://c" }))).toEqual([
      ...["one https://a", "two https://a", "one https://b", "two https://b", "three https://b", "new https://c"],
    ]);
    expect(await places(called("one", { origin: "http://localhost:1" }))).toEqual(["one http://localhost:1"]);
    expect([...(await names(called("new")).anywhere())]).toEqual(["one", "two", "three", "new"]);
    expect(await places({ account: "new", origin: "https://a" })).toEqual(["new https://a"]);
  });

  it("are remembered once for each service, and without a key not at all", async () => {
    const shelf = new Shelf();
    const ofKey = factsName(["", "", "k1"]);
    await accountNames(factFiles(shelf), clock, { account: "one", origin: "https://a" }).remember();
    expect(await shelf.names()).toEqual([]);
    for (const origin of ["https://a", "https://a", "https://b", "https://a"])
      await accountNames(factFiles(shelf), clock, called("one", { origin })).remember();
    expect((await factFiles(shelf).in(ofKey)).map((fact) => fact.type === "account" && fact.origin)).toEqual([
      "https://a",
      "https://b",
      "https://a",
    ]);
  });

  it("are what is told of names, whatever else is in the files", async () => {
    const shelf = new Shelf();
    const lift: Fact = { type: "lift", at: 1, bots: "one/a" };
    await factFiles(shelf).add(factsName(["", "", "k1"]), [lift]);
    await factFiles(shelf).add(factsName(["one"]), [lift]);
    await accountNames(factFiles(shelf), clock, called("one")).remember();
    expect([...(await accountNames(factFiles(shelf), clock, called("two")).anywhere())]).toEqual(["one", "two"]);
    expect(await namesWithoutKey(factFiles(shelf), "one")).toEqual(["one"]);
  });

  it("are followed without the key from the newest back, also where a name comes back", async () => {
    const shelf = new Shelf();
    for (const account of ["one", "two", "three", "three", "one"])
      await accountNames(factFiles(shelf), clock, called(account)).remember();
    expect(await namesWithoutKey(factFiles(shelf), "two")).toEqual(["one", "three", "two"]);
    expect(await namesWithoutKey(factFiles(shelf), "three")).toEqual(["one", "two", "three"]);
    expect(await namesWithoutKey(factFiles(shelf), "four")).toEqual(["four"]);
    const told = (await factFiles(shelf).in(factsName(["three"]))).filter(({ type }) => type === "formerly");
    expect(told).toHaveLength(2);
  });

  it("outlive another key: by its name the account is known with each key that it gets later", async () => {
    const shelf = new Shelf();
    for (const owner of [called("old"), called("new"), called("new", { key: "k2" }), called("newest", { key: "k2" })])
      await accountNames(factFiles(shelf), clock, owner).remember();
    const names = async (account: string) =>
      (await accountNames(factFiles(shelf), clock, called(account, { key: "k3" })).places()).map(
        (place) => place.account,
      );
    expect(await names("new")).toEqual(["old", "new"]);
    expect(await names("newest")).toEqual(["old", "new", "newest"]);
    expect(await names("other")).toEqual(["other"]);
  });

  it("and their hosts outlive another key, each name where it was", async () => {
    const shelf = new Shelf();
    for (const owner of [called("old"), called("new"), called("new", { key: "k2" })])
      await accountNames(factFiles(shelf), clock, owner).remember();
    const moved = accountNames(factFiles(shelf), clock, called("new", { key: "k2", origin: "https://b" }));
    expect(await moved.places()).toEqual([
      ...[
        { account: "old", origin: "https://a" },
        { account: "new", origin: "https://a" },
      ],
      ...[
        { account: "old", origin: "https://b" },
        { account: "new", origin: "https://b" },
      ],
    ]);
  });

  it("are one for the facts under them: addresses are today's, and the order is that of time", async () => {
    const shelf = new Shelf();
    const file = ({ account }: { readonly account: string }) => factsName([account]);
    const [now, old] = [{ account: "new" }, { account: "old" }];
    await factFiles(shelf).add(file(now), [{ type: "lift", at: 2, bots: "new/a" }]);
    await factFiles(shelf).add(file(old), [
      { type: "hold", at: 1, bots: "old/a", reason: "r" },
      { type: "bot", at: 3, id: 7, accessId: 1, title: "T", address: "old/b" },
      { type: "bot", at: 4, id: 8, accessId: 1, title: "U" },
      { type: "stop", at: 5, of: { ids: [], addresses: ["old/c", "older/c"] } },
      { type: "stop", at: 6 },
      { type: "lift", at: 7, bots: "old/d" },
    ]);
    expect(await factsUnder(factFiles(shelf), now, async () => [old, old, now], file)).toEqual([
      { type: "hold", at: 1, bots: "new/a", reason: "r" },
      { type: "lift", at: 2, bots: "new/a" },
      { type: "bot", at: 3, id: 7, accessId: 1, title: "T", address: "new/b" },
      { type: "bot", at: 4, id: 8, accessId: 1, title: "U" },
      { type: "stop", at: 5, of: { ids: [], addresses: ["new/c", "older/c"] } },
      { type: "stop", at: 6 },
      { type: "lift", at: 7, bots: "new/d" },
    ]);
    expect(addressNow("older/a", "old", "new")).toBe("older/a");
  });
});

it("facts of an account that had no other name are as they were written, whatever the clock said", async () => {
  const shelf = new Shelf();
  const facts: Fact[] = [
    { type: "lift", at: 2, bots: "main/a" },
    { type: "lift", at: 1, bots: "main/b" },
  ];
  await factFiles(shelf).add(factsName(["main"]), facts);
  expect(
    await factsUnder(
      factFiles(shelf),
      { account: "main" },
      async () => [{ account: "main" }],
      ({ account }) => factsName([account]),
    ),
  ).toEqual(facts);
});

it.each([
  ["https://a.example", ""],
  ["http://localhost", "http:"],
  ["http://127.0.0.1:8080", "http:8080"],
  ["http://127.9.9.9:8080", "http:8080"],
  ["https://[::1]:8080", "https:8080"],
])("of one key, the service at %s is %j", (origin, service) => {
  expect(serviceOf(origin)).toBe(service);
});

describe("holds of an account that has got another name", () => {
  it("are read, and lifted, by the new name, without the key too once a run has told it", async () => {
    const shelf = new Shelf();
    await accountHolds(shelf, clock, called("old")).set([{ bots: "old/a", reason: "r" }]);
    expect(await accountHolds(shelf, clock, { account: "new" }).read()).toEqual([]);
    expect((await folderLedger(shelf, clock, called("new")).kept()).holds.map(({ bots }) => bots)).toEqual([["new/a"]]);
    await folderLedger(shelf, clock, called("new")).saw([]);
    for (const owner of [{ account: "new" }, called("new")])
      expect(await accountHolds(shelf, clock, owner).read()).toEqual([{ bots: "new/a", reason: "r" }]);
    await accountHolds(shelf, clock, { account: "new" }).lift(["new/a"]);
    expect(await accountHolds(shelf, clock, { account: "new" }).read()).toEqual([]);
    expect((await folderLedger(shelf, clock, called("new")).kept()).holds).toEqual([]);
  });
});
