// A ledger that can't be read says why, and is no empty one.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ledgerOf, recall } from "../../../src/app/ledger.js";
import { NOTHING_KEPT } from "../../../src/model/bot/observed.js";
import { NO_MEMORY } from "../../../src/reconcile/ledger/ledger.js";

const place = mkdtempSync(join(tmpdir(), "botform-ledger-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const remembered = (folder: string) =>
  recall(ledgerOf({ folder: join(place, folder) }, "main", { apiUrl: "http://127.0.0.1:1/x" }));

it("where a file stands in the folder's place, is empty and says why", async () => {
  writeFileSync(join(place, "file"), "");
  const { memory } = await remembered("file");
  expect(memory).toEqual({ ...NO_MEMORY, unread: expect.stringContaining("file is not a folder") });
});

it("where there is no folder, is empty", async () => {
  const before = Date.now();
  const { memory, now } = await remembered("none");
  expect(memory).toEqual({ ...NO_MEMORY, host: undefined, kept: NOTHING_KEPT });
  expect(now).toBeGreaterThanOrEqual(before);
});
