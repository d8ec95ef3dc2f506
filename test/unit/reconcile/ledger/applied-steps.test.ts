// A folder without runs has no steps, and one that can't be read as a run is counted. The steps of real runs: test/commands/results/dating.test.ts.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { folderDisk } from "../../../../src/disk/folder.js";
import { appliedSteps } from "../../../../src/reconcile/ledger/applied-steps.js";

const folder = mkdtempSync(join(tmpdir(), "botform-applied-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("counts what can't be read as a run, and takes nothing from it", async () => {
  const read = () => appliedSteps(folderDisk(folder), [{ account: "main", origin: "https://api.example.net" }]);
  expect(await read()).toEqual({ steps: [], runs: 0, unreadable: 0 });
  writeFileSync(join(folder, "2026-01-01T00-00-00Z-00000000.jsonl"), '{"type":"intent"}\n');
  expect(await read()).toEqual({ steps: [], runs: 0, unreadable: 1 });
});
