// Plans that wait in the ledger: found by their digest, read to the byte or not at all.
import { expect, it } from "vitest";
import { PLAN_FILE_BYTES } from "../../../../src/model/planfile/planfile.js";
import { digestOf, keptPlans } from "../../../../src/reconcile/ledger/kept-plans.js";
import { Shelf } from "../recorded.js";

it("are listed by when they end, and read as they were kept", async () => {
  const shelf = new Shelf();
  const plans = keptPlans(shelf);
  expect(await plans.all()).toEqual([]);
  const late = await plans.keep('{"late":"ü"}\n', 2_000);
  const early = await plans.keep('{"early":1}\n', 1_000);
  const digest = digestOf('{"late":"ü"}\n');
  expect(late).toEqual({ digest, expiresAt: 2_000, file: `2000-${digest}.plan` });
  shelf.files.set("2026-01-01T00-00-00Z-00000000.jsonl", "a run");
  shelf.files.set(`x-${late.digest}.plan`, "no time");
  expect(await plans.all()).toEqual([early, late]);
  expect(String(await plans.read(late))).toBe('{"late":"ü"}\n');
});

it.each([
  ["changed", (text: string) => text.replace("1", "2")],
  ["cut", (text: string) => text.slice(0, 4)],
  ["longer", (text: string) => `${text} `],
  ["gone", () => ""],
])("that are %s are nobody's plan", async (_how, change) => {
  const shelf = new Shelf();
  const kept = await keptPlans(shelf).keep('{"early":1}\n', 1_000);
  const [name = ""] = await shelf.names();
  shelf.files.set(name, change(await shelf.read(name)));
  expect(await keptPlans(shelf).read(kept)).toBeUndefined();
});

it("that are larger than a plan file may be aren't read", async () => {
  const shelf = new Shelf();
  const kept = await keptPlans(shelf).keep("{}\n", 1_000);
  shelf.size = async () => PLAN_FILE_BYTES + 1;
  await expect(keptPlans(shelf).read(kept)).rejects.toThrow("too large for a plan");
});
