// A file of facts: its name, what a missing one says, and that what is added is on the disk when it is said to be.
import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { DiskError } from "../../../../src/model/ports.js";
import { checkedLine } from "../../../../src/reconcile/ledger/checked-lines.js";
import { addFacts, damageIn, factsIn, factsName, noting } from "../../../../src/reconcile/ledger/facts-file.js";
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

describe("what is lost of a file", () => {
  const HOLD = { type: "hold", at: 1, bots: "main/a", reason: 'a "reason" with {braces}' } as const;
  const written = async () => {
    const shelf = new Shelf();
    await addFacts(shelf, "a.facts", [GONE, HOLD]);
    await addFacts(shelf, "a.facts", [HOLD]);
    return shelf;
  };
  const damage = (shelf: Shelf) => damageIn(shelf, ["none.facts", "a.facts"]);
  const change = async (to: (text: string) => string) => {
    const shelf = await written();
    shelf.files.set("a.facts", to(shelf.files.get("a.facts") ?? ""));
    return damage(shelf);
  };

  it("is nothing where all is as it was written", async () => {
    expect(await damage(await written())).toBeUndefined();
  });

  it("is found whichever byte is another one, the ends of lines included", async () => {
    const text = (await written()).files.get("a.facts") ?? "";
    for (let at = 1; at < text.length; at += 1) {
      const changed = `${text.slice(0, at)}x${text.slice(at + 1)}`;
      if (text[at] !== "x")
        expect(await change(() => changed), `${at}: ${changed}`).toMatch(/^line \d of a\.facts isn't/);
    }
  });

  it.each<[string, (text: string) => string, string | undefined]>([
    ["a word", (text) => text.replace("main/a", "main/b"), "line 4 of a.facts isn't as botform wrote it"],
    ["two lines", (text) => text.replaceAll("main/a", "b"), "lines 4, 6 of a.facts aren't as botform wrote it"],
    ["a note", (text) => `${text}a note\n`, "line 7 of a.facts isn't as botform wrote it"],
    ["a newer version", (text) => text + newerLine(), "a newer botform has written to a.facts"],
    ["a last line that breaks off", (text) => text.slice(0, -9), undefined],
    ["only its end missing", (text) => text.slice(0, -1), undefined],
    ["a line that broke off, and another", (text) => `${text.slice(0, -9)}\n${checkedLine(GONE)}`, undefined],
    ["zeros after a loss of power", (text) => `${text.slice(0, -9)}\0\0\0`, undefined],
    ["zeros alone, and another line", (text) => `${text}\0\0\n${checkedLine(GONE)}`, undefined],
    ["a line deleted", (text) => text.split("\n").toSpliced(3, 1).join("\n"), undefined],
  ])("%s", async (_what, to, expected) => {
    expect(await change(to)).toBe(expected);
  });

  it("is said with the folder, where the disk has one", async () => {
    const shelf = Object.assign(await written(), { folder: "x/journal" });
    shelf.files.set("a.facts", "note\n");
    expect(await damage(shelf)).toBe("line 1 of x/journal/a.facts isn't as botform wrote it");
  });

  it("is asked of the files that were read", async () => {
    const { disk, names } = noting(await written());
    await Promise.all([factsIn(disk, "a.facts"), factsIn(disk, "none.facts"), disk.read("run.jsonl")]);
    expect([...names]).toEqual(["a.facts"]);
  });
});

function newerLine(): string {
  const text = JSON.stringify(GONE);
  return `{"v":2,"sum":"${hash("sha256", `2 ${text}`).slice(0, 16)}","entry":${text}}\n`;
}
