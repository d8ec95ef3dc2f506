// What is lost of the ledger's files: which lines of which file, and what is no loss.
import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checkedLine } from "../../../../src/reconcile/ledger/checked-lines.js";
import { damageIn, damageText, fileText, lostOf } from "../../../../src/reconcile/ledger/damage.js";
import { factFiles } from "../../../../src/reconcile/ledger/facts-file.js";
import { journalLine } from "../../../../src/reconcile/ledger/journal-format.js";
import { Shelf } from "../recorded.js";
import { answer, BEGIN, END, intent, outcome, resolved } from "./entries.js";

const GONE = { type: "gone", at: 1, id: 7 } as const;

describe("what is lost of a file of facts", () => {
  const HOLD = { type: "hold", at: 1, bots: "main/a", reason: 'a "reason" with {braces}' } as const;
  const written = async () => {
    const shelf = new Shelf();
    await factFiles(shelf).add("a.facts", [GONE, HOLD]);
    await factFiles(shelf).add("a.facts", [HOLD]);
    return shelf;
  };
  const damage = async (shelf: Shelf) => damageText(await damageIn(shelf, ["none.facts", "a.facts"]));
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
});

describe("what is lost of a run's file", () => {
  const NAME = "2026-11-21T18-00-00Z-abcd1234.jsonl";
  const ADDED = '"type":"resolved"';
  const lines = [BEGIN, intent(1), answer(1, "accepted"), outcome("applied"), END].map(journalLine);
  const text = lines.join("");
  const lost = (changed: string) => lostOf({}, NAME, changed, ADDED);

  it("is found whichever byte is another one, the ends of lines included", () => {
    // What follows is looked at as a whole, so it doesn't matter how long the plan is.
    const from = lines[0]?.length ?? 0;
    for (let at = from - 1; at < text.length; at += 1) {
      const changed = `${text.slice(0, at)}x${text.slice(at + 1)}`;
      if (text[at] !== "x") expect(lost(changed), `${at}: ${changed.slice(from)}`).toHaveLength(1);
    }
  });

  it.each<[string, string, readonly string[]]>([
    ["nothing", text, []],
    ["a word of the plan", text.replace("main/a", "main/b"), [`line 1 of ${NAME} isn't as botform wrote it`]],
    ["a line cut short", text.replace(/"kind":"accepted"\}\}/, ""), [`line 3 of ${NAME} isn't as botform wrote it`]],
    ["two lines", text.replaceAll('"at":1,', '"at":2,'), [`lines 2, 3 of ${NAME} aren't as botform wrote it`]],
    ["a last line that breaks off", text.slice(0, -9), []],
    ["a last line whose end alone is missing", text.slice(0, -1), []],
    ["zeros after a loss of power", `${text.slice(0, -9)}\0\0\0`, []],
    ["a line that broke off, and a later look", `${text.slice(0, -9)}\n${journalLine(resolved("unclear"))}`, []],
    ["a later look", `${text}\n${journalLine(resolved("unclear"))}`, []],
    [
      "a line that was altered before a later look",
      `${text.slice(0, -9)}\n\n${journalLine(resolved("unclear"))}`,
      [`line 5 of ${NAME} isn't as botform wrote it`],
    ],
    ["a line of a newer version", text + newerLine(), [`a newer botform has written to ${NAME}`]],
    ["a file of somebody else's", "a note\nof two lines\n", []],
    ["an empty one", "", []],
  ])("%s", (_what, changed, expected) => {
    expect(lost(changed)).toEqual(expected);
  });

  it("isn't what nobody adds to: there, no line may have broken off but the last", () => {
    const cut = `${text.slice(0, -9)}\n${journalLine(resolved("unclear"))}`;
    expect(lostOf({ folder: "x" }, "a.sends", cut)).toEqual(["line 5 of x/a.sends isn't as botform wrote it"]);
    expect([fileText({ folder: "x" }, "a"), fileText({}, "a")]).toEqual(["x/a", "a"]);
  });

  it("is one text, or none", () => {
    expect([damageText([]), damageText(["a"]), damageText(["a", "b"])]).toEqual([undefined, "a", "a; b"]);
  });
});

function newerLine(): string {
  const text = JSON.stringify(GONE);
  return `{"v":2,"sum":"${hash("sha256", `2 ${text}`).slice(0, 16)}","entry":${text}}\n`;
}
