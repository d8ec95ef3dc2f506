// A file of facts: its name, what a missing one says, and that what is added is on the disk when it is said to be.
import { expect, it } from "vitest";
import { DiskError } from "../../../../src/model/ports.js";
import { checkedLine } from "../../../../src/reconcile/ledger/checked-lines.js";
import { addFacts, factsIn, factsName, noting } from "../../../../src/reconcile/ledger/facts-file.js";
import { Shelf } from "../recorded.js";

const GONE = { type: "gone", at: 1, id: 7 } as const;

it("is named after whom it is about, on every machine and in every version alike", () => {
  expect(factsName(["main", "https://a"])).toBe("0f9ecb2eebe4ad20.facts");
  expect(factsName(["main"])).toMatch(/^[0-9a-f]{16}\.facts$/);
});

it("that isn't there has no facts, and isn't read", async () => {
  const shelf = new Shelf();
  shelf.read = () => Promise.reject(new DiskError("ENOENT", "none"));
  expect(await factsIn(shelf, "a.facts")).toEqual([]);
});

it("gets whole lines, is synced, and is closed even if the disk is full", async () => {
  const done: unknown[] = [];
  const shelf = new Shelf();
  shelf.open = async (...how) => {
    done.push(how);
    const note = (what: string) => async () => void done.push(what);
    return { append: async (text) => void done.push(text), sync: note("sync"), close: note("close") };
  };
  await addFacts(shelf, "a.facts", []);
  expect(done).toEqual([]);
  await addFacts(shelf, "a.facts", [GONE]);
  expect(done).toEqual([["a.facts", true], `\n${checkedLine(GONE)}`, "sync", "close"]);
  const full = new DiskError("ENOSPC", "full");
  shelf.open = async () => ({
    append: () => Promise.reject(full),
    sync: async () => {},
    close: async () => void done.push("closed all the same"),
  });
  await expect(addFacts(shelf, "a.facts", [GONE])).rejects.toBe(full);
  expect(done.at(-1)).toBe("closed all the same");
});

it("is noted among the files that were read", async () => {
  const shelf = new Shelf();
  await addFacts(shelf, "a.facts", [GONE]);
  const { disk, names } = noting(shelf);
  await Promise.all([factsIn(disk, "a.facts"), factsIn(disk, "none.facts"), disk.read("run.jsonl")]);
  expect([...names]).toEqual(["a.facts"]);
  expect("folder" in disk).toBe(false);
  expect(noting(Object.assign(new Shelf(), { folder: "/ledger" })).disk.folder).toBe("/ledger");
});
