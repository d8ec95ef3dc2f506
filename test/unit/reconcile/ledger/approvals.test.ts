// Answers to plans in the ledger: of the account alone, oldest first, never taken back, and not from a damaged line.
import { expect, it } from "vitest";
import { accountApprovals } from "../../../../src/reconcile/ledger/approvals.js";
import { folderLedger } from "../../../../src/reconcile/ledger/ledger.js";
import { Shelf } from "../recorded.js";

const DIGEST = "a".repeat(64);

function stage() {
  const shelf = new Shelf();
  let now = 1_000;
  const clock = { now: () => now++, elapsed: () => 0, sleep: async () => {} };
  return { shelf, clock, of: (account = "main") => accountApprovals(shelf, clock, account) };
}

it("are read as they were given, by no other account, and tell nothing of bots", async () => {
  const { shelf, clock, of } = stage();
  const yes = await of().add({ digest: DIGEST, answer: "approved", by: "ana@desk" });
  const no = await of().add({ digest: DIGEST, answer: "rejected", by: "ben@desk", reason: "too much" });
  expect([yes.at, no.at]).toEqual([1_000, 1_001]);
  expect(await of().read()).toEqual([yes, no]);
  expect(await of("copy").read()).toEqual([]);
  const { bots, damaged } = await folderLedger(shelf, clock, { account: "main", origin: "https://a" }).recall();
  expect([bots.size, damaged]).toEqual([0, undefined]);
});

it("are lost with their line, which is named", async () => {
  const { shelf, of } = stage();
  await of().add({ digest: DIGEST, answer: "rejected", by: "ben", reason: "no" });
  expect(await of().damage()).toBeUndefined();
  const [name = ""] = await shelf.names();
  shelf.files.set(name, (await shelf.read(name)).replace("rejected", "approved"));
  expect(await of().read()).toEqual([]);
  expect(await of().damage()).toContain("isn't as botform wrote it");
});
