// Holds in the ledger: of the account alone, in force at once, outdated by later ones, and bound to the bots that they were set for.
import { describe, expect, it } from "vitest";
import type { Clock } from "../../../../src/model/ports.js";
import type { KnownBot } from "../../../../src/reconcile/ledger/facts.js";
import { accountHolds, keptIn } from "../../../../src/reconcile/ledger/holds.js";
import { folderLedger } from "../../../../src/reconcile/ledger/ledger.js";
import { Shelf } from "../recorded.js";

const BOT: KnownBot = { id: 7, accessId: 101, title: "T", address: "main/a" };
const HOLD = { bots: "main/a", reason: "looked at" };

function stage() {
  const shelf = new Shelf();
  let now = 1_000;
  const clock: Clock = { now: () => now++, elapsed: () => 0, sleep: async () => {} };
  const ledger = (origin = "https://a") => folderLedger(shelf, clock, { account: "main", origin });
  const holds = (account = "main") => accountHolds(shelf, clock, { account });
  return { shelf, ledger, holds };
}

describe("the holds of an account", () => {
  it("are read as they were set, by no other account, and wherever the account is", async () => {
    const { ledger, holds } = stage();
    expect(await holds().read()).toEqual([]);
    await holds().set([HOLD, { bots: "main/b", reason: "r", until: "2026-12-01" }]);
    expect(await holds().read()).toEqual([HOLD, { bots: "main/b", reason: "r", until: "2026-12-01" }]);
    expect(await holds("copy").read()).toEqual([]);
    for (const origin of ["https://a", "https://b"]) {
      const { holds: kept } = await ledger(origin).kept();
      expect(kept.map(({ bots, reason }) => ({ bots, reason }))).toEqual([
        { bots: ["main/a"], reason: "looked at" },
        { bots: ["main/b"], reason: "r" },
      ]);
      expect((await ledger(origin).recall()).kept?.holds).toHaveLength(2);
    }
  });

  it("are outdated by a later one of the same pattern, and lifted by it", async () => {
    const { holds } = stage();
    await holds().set([HOLD, { ...HOLD, bots: "main/b" }]);
    await holds().set([{ bots: "main/a", reason: "anew", until: "2026-12-01" }]);
    expect((await holds().read()).find(({ bots }) => bots === "main/a")).toEqual({
      ...{ bots: "main/a", reason: "anew", until: "2026-12-01" },
    });
    await holds().lift(["main/a", "main/x"]);
    expect(await holds().read()).toEqual([{ ...HOLD, bots: "main/b" }]);
    await holds().lift([]);
  });

  it("stay on the bots that they were set for when these get another key", async () => {
    const { ledger, holds } = stage();
    await ledger().saw([BOT, { ...BOT, id: 8, address: "main/c" }, { ...BOT, id: 9, address: undefined }]);
    await holds().set([HOLD, { ...HOLD, bots: "main/#9" }]);
    await ledger().saw([{ ...BOT, address: "main/new" }]);
    await ledger().saw([{ ...BOT, id: 8, address: "main/a" }]);
    const { holds: kept, addresses } = await ledger().kept();
    expect(kept.map(({ ids }) => ids)).toEqual([[7], [9]]);
    expect([...addresses]).toEqual([
      [7, "main/new"],
      [8, "main/a"],
    ]);
  });
});

it("lines that are lost are named to whoever reads holds or remembers, and to no other account; what is left is read", async () => {
  const { shelf, ledger, holds } = stage();
  await holds().set([HOLD, { ...HOLD, bots: "main/b" }]);
  await ledger().saw([BOT]);
  await holds("copy").set([HOLD]);
  expect([await holds().damage(), (await ledger().recall()).damaged]).toEqual([undefined, undefined]);
  for (const [name, text] of shelf.files) shelf.files.set(name, text.replace("main/b", "main/c"));
  const lost = expect.stringMatching(/^line 4 of [0-9a-f]{16}\.facts isn't as botform wrote it$/);
  expect([await holds().damage(), (await ledger().recall()).damaged]).toEqual([lost, lost]);
  expect(await holds("copy").damage()).toBeUndefined();
  expect(await holds().read()).toEqual([HOLD]);
  expect([...(await ledger().recall()).bots.keys()]).toEqual([7]);
});

it("a hold is for the bots that were known when it was set, by their names of that moment", () => {
  const seen = (at: number, id: number, address?: string) =>
    ({ type: "bot", at, id, accessId: 1, title: "", address }) as const;
  const set = (bots: string) => ({ type: "hold", at: 5, bots, reason: "why" }) as const;
  const facts = [seen(4, 7, "main/a"), seen(5, 8, "main/b"), seen(6, 9, "main/c"), seen(1, 10)];
  const idsOf = (bots: string) => keptIn("main", facts, [set(bots)]).holds[0]?.ids;
  expect([idsOf("main/*"), idsOf("main/b"), idsOf("main/#1*"), idsOf("main/c")]).toEqual([[7, 8, 10], [8], [10], []]);
});

describe("a run that is under way", () => {
  it("is told of a hold that is set meanwhile, and of one that is lifted; what ends a deal passes", async () => {
    const { ledger, holds } = stage();
    const isStopped = await ledger().watchStops();
    const bot = { address: "main/a", id: undefined };
    expect(await isStopped(bot)).toBe(false);
    await holds().set([HOLD]);
    expect(await isStopped({ ...bot, sends: "turn-on" })).toBe(true);
    expect(await isStopped({ ...bot, sends: "update" })).toBe(true);
    expect(await isStopped({ ...bot, sends: "create" })).toBe(true);
    expect(await isStopped({ ...bot, sends: "start-deal" })).toBe(true);
    for (const sends of ["turn-off", "take-profit", "complete-deal", "cancel-deal"] as const)
      expect(await isStopped({ ...bot, sends }), sends).toBe(false);
    expect(await isStopped({ address: "main/b", id: 7, sends: "turn-on" })).toBe(false);
    await holds().lift(["main/a"]);
    expect(await isStopped(bot)).toBe(false);
  });

  it("is told of one that was there before, by each of the bot's names", async () => {
    const { ledger, holds } = stage();
    await ledger().saw([BOT]);
    await holds().set([HOLD, { ...HOLD, bots: "main/#8" }]);
    const isStopped = await ledger().watchStops();
    expect(await isStopped({ address: "main/#7", id: 7, sends: "turn-on" })).toBe(true);
    expect(await isStopped({ address: "main/x", id: 8, sends: "turn-on" })).toBe(true);
    expect(await isStopped({ address: "main/x", id: 9, sends: "turn-on" })).toBe(false);
  });
});

describe("protection", () => {
  it("is remembered until it is recorded as lifted, whatever later looks don't say", async () => {
    const { shelf, ledger } = stage();
    await ledger().saw([{ ...BOT, protect: true }]);
    const before = [...shelf.files.values()].join();
    await ledger().saw([BOT]);
    expect([...shelf.files.values()].join()).toBe(before);
    expect([...(await ledger().kept()).protectedIds]).toEqual([7]);
    await ledger().unprotect([7, 8]);
    expect((await ledger().kept()).protectedIds.size).toBe(0);
    expect((await ledger().recall()).bots.has(7)).toBe(true);
    await ledger().saw([{ ...BOT, protect: true }]);
    expect([...(await ledger().kept()).protectedIds]).toEqual([7]);
  });
});
