// A file of facts: its name, what a missing one says, and that what is added is on the disk when it is said to be.
import { expect, it, vi } from "vitest";
import { DiskError } from "../../../../src/model/ports.js";
import { checkedLine } from "../../../../src/reconcile/ledger/checked-lines.js";
import { factFiles, factsName } from "../../../../src/reconcile/ledger/facts-file.js";
import { Shelf } from "../recorded.js";

const GONE = { type: "gone", at: 1, id: 7 } as const;

it("is named after whom it is about, on every machine and in every version alike", () => {
  expect(factsName(["main", "https://a"])).toBe("0f9ecb2eebe4ad20.facts");
  expect(factsName(["main"])).toMatch(/^[0-9a-f]{16}\.facts$/);
});

it("that isn't there has no facts, and isn't read", async () => {
  const shelf = new Shelf();
  shelf.read = () => Promise.reject(new DiskError("ENOENT", "none"));
  expect(await factFiles(shelf).in("a.facts")).toEqual([]);
});

it("gets whole lines, is synced, and is closed even if the disk is full", async () => {
  const done: unknown[] = [];
  const shelf = new Shelf();
  shelf.open = async (...how) => {
    done.push(how);
    const note = (what: string) => async () => void done.push(what);
    return { append: async (text) => void done.push(text), sync: note("sync"), close: note("close") };
  };
  await factFiles(shelf).add("a.facts", []);
  expect(done).toEqual([]);
  await factFiles(shelf).add("a.facts", [GONE]);
  expect(done).toEqual([["a.facts", true], `\n${checkedLine(GONE)}`, "sync", "close"]);
  const full = new DiskError("ENOSPC", "full");
  shelf.open = async () => ({
    append: () => Promise.reject(full),
    sync: async () => {},
    close: async () => void done.push("closed all the same"),
  });
  await expect(factFiles(shelf).add("a.facts", [GONE])).rejects.toBe(full);
  expect(done.at(-1)).toBe("closed all the same");
});

it("is read once for as long as it hasn't grown, and is named among those that had something", async () => {
  const shelf = new Shelf();
  const files = factFiles(shelf);
  await files.add("a.facts", [GONE]);
  const read = vi.spyOn(shelf, "read");
  expect(await files.in("a.facts")).toEqual([GONE]);
  await Promise.all([files.in("a.facts"), files.in("none.facts")]);
  expect(read).toHaveBeenCalledTimes(1);
  // Another process's.
  await factFiles(shelf).add("a.facts", [{ ...GONE, id: 8 }]);
  expect(await files.in("a.facts")).toHaveLength(2);
  expect(files.names()).toEqual(["a.facts"]);
});

it("that grows between its size and its text is read again", async () => {
  const shelf = new Shelf();
  const files = factFiles(shelf);
  await files.add("a.facts", [GONE]);
  const { size } = shelf;
  shelf.size = async (name) => {
    const before = await size.call(shelf, name);
    shelf.size = size;
    await factFiles(shelf).add("a.facts", [GONE]);
    return before;
  };
  expect(await files.in("a.facts")).toHaveLength(2);
  await factFiles(shelf).add("a.facts", [GONE]);
  expect(await files.in("a.facts")).toHaveLength(3);
});
