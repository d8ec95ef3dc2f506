// A journal that an earlier version has written: what it tells of commands in doubt mustn't be lost by an upgrade.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pastRun } from "../../../../src/reconcile/ledger/history.js";
import { readJournal } from "../../../../src/reconcile/ledger/journal-format.js";

it("a journal of 0.1.0, with bots and money, is read in full: what a later version adds can't be required", () => {
  const text = readFileSync(new URL("written-by-0.1.0.jsonl", import.meta.url), "utf8");
  const reading = readJournal(text);
  const run = pastRun(reading);
  expect(reading).toMatchObject({ damaged: 0, torn: false, newer: false });
  expect(reading.entries).toHaveLength(text.trimEnd().split("\n").length);
  expect(run?.begin.plan.money).toBeDefined();
  expect(run?.steps.map(({ address, action, kind, writes }) => [address, action, kind, writes.length])).toEqual([
    ["demo/btc-dip", "update", "applied", 1],
    ["demo/eth-dip", "update", "applied", 1],
    ["demo/sol-rally", "update", "applied", 1],
  ]);
});
