// What people did, in the ledger: added to and never changed, the newest first, and a damaged line is said.
import { expect, it } from "vitest";
import { ledgerDeeds } from "../../../../src/reconcile/ledger/deeds.js";
import { Shelf } from "../recorded.js";

it("is read as it was added, newest first, and a line that was altered is named", async () => {
  const shelf = new Shelf();
  let now = 1_000;
  const deeds = ledgerDeeds(shelf, { now: () => now++ });
  expect(await deeds.read()).toEqual({ deeds: [], damaged: undefined });
  await deeds.add({ did: "approve", by: "ana", from: "127.0.0.1", about: "plan 1" });
  await deeds.add({ did: "refused", by: "", from: "10.0.0.9", about: "a token" });
  expect((await deeds.read()).deeds).toEqual([
    { at: 1_001, did: "refused", by: "", from: "10.0.0.9", about: "a token" },
    { at: 1_000, did: "approve", by: "ana", from: "127.0.0.1", about: "plan 1" },
  ]);
  const [name = ""] = await shelf.names();
  shelf.files.set(name, (await shelf.read(name)).replace("ana", "ben"));
  const after = await ledgerDeeds(shelf, { now: () => now }).read();
  expect([after.deeds.map(({ did }) => did), after.damaged]).toEqual([
    ["refused"],
    expect.stringContaining("isn't as botform wrote it"),
  ]);
});
