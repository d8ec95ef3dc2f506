// Breakers in the ledger: a trip with its holds in one write, arming that lifts its own holds alone, and steps that failed.
import { describe, expect, it } from "vitest";
import { DiskError } from "../../../../src/model/ports.js";
import { accountBreakers, failuresSince } from "../../../../src/reconcile/ledger/breakers.js";
import { accountHolds } from "../../../../src/reconcile/ledger/holds.js";
import { folderLedger } from "../../../../src/reconcile/ledger/ledger.js";
import { Shelf } from "../recorded.js";

const LOSS = { breaker: "day-loss", why: "lost 131 of 100 USDT in 24 h" };
const MARGIN = { breaker: "margin", why: "85 % of the wallet is margin, of 80 %" };
const A = "main/a";
const B = "main/b";
const OPEN = new Map([[7, "-131"]]);

function stage() {
  const shelf = new Shelf();
  let now = 1_000;
  const clock = { now: () => now++, elapsed: () => 0, sleep: async () => {} };
  const breakers = (account = "main", key?: string) =>
    accountBreakers(shelf, clock, key === undefined ? { account } : { account, origin: "https://a", key });
  const holds = accountHolds(shelf, clock, { account: "main" });
  const held = async () => Object.fromEntries((await holds.read()).map(({ bots, reason }) => [bots, reason]));
  return { shelf, clock, breakers, holds, held };
}

describe("a trip", () => {
  it("is kept with the holds that it needs, and ends when it is armed", async () => {
    const { breakers, held } = stage();
    expect([...(await breakers().read())]).toEqual([]);
    await breakers().trip([LOSS], [A, B]);
    expect([...(await breakers().read())]).toEqual([
      ["day-loss", { trip: { at: 1_000, why: LOSS.why, bots: [A, B] } }],
    ]);
    const reason = "breaker day-loss: lost 131 of 100 USDT in 24 h";
    expect(await held()).toEqual({ [A]: reason, [B]: reason });
    expect(await breakers("copy").read()).toEqual(new Map());
    expect(await breakers().arm(["day-loss"], "looked at", OPEN)).toEqual({ lifted: [A, B], kept: [] });
    expect(await held()).toEqual({});
    expect([...(await breakers().read())]).toEqual([
      ["day-loss", { armed: { at: expect.any(Number), reason: "looked at", open: OPEN } }],
    ]);
  });

  it("after arming is a new one, and what was open then is still known", async () => {
    const { breakers } = stage();
    await breakers().trip([LOSS], [A]);
    await breakers().arm(["day-loss"], "r", OPEN);
    await breakers().trip([{ ...LOSS, why: "again" }], [A]);
    expect((await breakers().read()).get("day-loss")).toMatchObject({ trip: { why: "again" }, armed: { open: OPEN } });
  });

  it("leaves a hold alone that a person has set, and arming does, too", async () => {
    const { breakers, holds, held } = stage();
    await holds.set([{ bots: A, reason: "by hand" }]);
    await breakers().trip([LOSS], [A, B]);
    expect(await held()).toEqual({ [A]: "by hand", [B]: "breaker day-loss: lost 131 of 100 USDT in 24 h" });
    await holds.set([{ bots: B, reason: "looked at" }]);
    expect(await breakers().arm(["day-loss"], "r", new Map())).toEqual({ lifted: [], kept: [A, B] });
    expect(await held()).toEqual({ [A]: "by hand", [B]: "looked at" });
  });

  it("of which somebody has lifted the hold needs no lifting", async () => {
    const { breakers, holds, held } = stage();
    await breakers().trip([LOSS], [A]);
    await holds.lift([A]);
    expect(await breakers().arm(["day-loss"], "r", new Map())).toEqual({ lifted: [], kept: [] });
    expect(await held()).toEqual({});
  });
});

describe("two breakers on the same bots", () => {
  it.each([
    ["the first", ["day-loss"], { lifted: [], kept: [A] }, `breaker ${MARGIN.breaker}: ${MARGIN.why}`],
    ["the second", ["margin"], { lifted: [], kept: [A] }, `breaker ${LOSS.breaker}: ${LOSS.why}`],
    ["both", ["margin", "day-loss"], { lifted: [A], kept: [] }, undefined],
  ])("hold until both are armed: %s", async (_which, names, armed, reason) => {
    for (const together of [true, false]) {
      const { breakers, held } = stage();
      if (together) await breakers().trip([LOSS, MARGIN], [A]);
      else for (const one of [LOSS, MARGIN]) await breakers().trip([one], [A]);
      expect(await breakers().arm(names, "r", new Map())).toEqual(armed);
      expect((await held())[A]).toBe(reason);
    }
  });
});

it("a trip follows the account to another name, holds included", async () => {
  const { shelf, clock, breakers } = stage();
  await breakers("main", "k").trip([LOSS], [A]);
  expect((await breakers("new", "k").read()).get("day-loss")?.trip?.bots).toEqual(["new/a"]);
  expect(await breakers("new", "k").arm(["day-loss"], "r", new Map())).toEqual({ lifted: ["new/a"], kept: [] });
  expect(await breakers("new", "k").read()).toMatchObject(new Map([["day-loss", { armed: { reason: "r" } }]]));
  const { kept, bots } = await folderLedger(shelf, clock, { account: "new", origin: "https://a", key: "k" }).recall();
  expect([kept?.holds, bots.size]).toEqual([[], 0]);
});

it("a line that isn't as it was written is named", async () => {
  const { shelf, breakers } = stage();
  await breakers().trip([LOSS], [A]);
  for (const [name, text] of shelf.files) shelf.files.set(name, text.replace("131", "130"));
  expect(await breakers().damage()).toMatch(/isn't as botform wrote it|aren't as botform wrote it/);
});

describe("failed steps", () => {
  const PLACES = [{ account: "main", origin: "https://a" }];

  it("of a run that can't be read aren't known", async () => {
    const shelf = new Shelf();
    expect(await failuresSince(shelf, PLACES, 0)).toEqual([]);
    shelf.files.set("2026-11-21T18-00-00Z-abcd1234.jsonl", '{"kind":"failed"}\n');
    const name = [...shelf.files.keys()][0] ?? "";
    const found = await failuresSince(shelf, PLACES, 0).catch((error: unknown) => error);
    expect([found instanceof DiskError, String(found)]).toEqual([true, expect.stringContaining(name)]);
  });
});
