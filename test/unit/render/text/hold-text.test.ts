// Holds as text: the list, what was set, and what was lifted.
import { describe, expect, it } from "vitest";
import type { ListedHold } from "../../../../src/model/bot/hold-facts.js";
import { addedText, holdsText, removedText } from "../../../../src/render/text/hold-text.js";
import { paint } from "../../../../src/render/text/paint.js";
import { asItCame } from "../as-it-came.js";

const PLAIN = paint(false);
const HOLD: ListedHold = {
  ...{ bots: ["main/a", "main/b"], reason: "why\u001b", until: "2026-12-01" },
  ...{ in: "both", state: "in force", holds: ["main/a"], place: "f.yaml:9" },
};

describe("the list", () => {
  it("has a block for each hold", () => {
    expect(asItCame({ holds: [HOLD] }, holdsText)).toEqual([]);
    expect(holdsText({ holds: [HOLD] }, PLAIN)).toBe(
      "main/a, main/b  why\\u{1b}, until 2026-12-01\n  in the ledger and in the configuration, f.yaml:9\n  holds 1 bot: main/a\n",
    );
  });

  it.each<[Partial<ListedHold>, string]>([
    [{ in: "ledger", place: null }, "in the ledger only: not committed yet\n"],
    [{ in: "configuration" }, "  in the configuration, f.yaml:9\n"],
    [{ holds: [] }, "holds no declared bot\n"],
    [{ holds: null }, "f.yaml:9\n"],
    [{ holds: ["x", "y"] }, "holds 2 bots: x, y\n"],
    [{ state: "ended" }, "2026-12-01 (ended)\n"],
    [{ state: "overdue" }, "2026-12-01 (ended more than 7 days ago)\n"],
  ])("%j: %j", (changes, part) => {
    expect(holdsText({ holds: [{ ...HOLD, ...changes }] }, PLAIN)).toContain(part);
  });

  it("says what is lost of the ledger, before what is left", () => {
    const lost =
      "Part of the ledger is lost, a hold perhaps: line 2 of F\nBring the file back from a backup. Without one, look at the line: set a hold that stood there again (botform hold add), look on the service at a bot that it names, and delete the line. Until then, nothing is applied but turn-offs; botform bots off works, too.\n\n";
    expect(holdsText({ holds: [], damaged: "line 2 of F" }, PLAIN)).toBe(`${lost}No hold can be read.\n`);
    expect(holdsText({ holds: [HOLD], damaged: "line 2 of F" }, PLAIN)).toBe(
      `${lost}${holdsText({ holds: [HOLD] }, PLAIN)}`,
    );
  });

  it("says that there are none", () => {
    expect(asItCame({ holds: [] }, holdsText)).toEqual([]);
    expect(holdsText({ holds: [] }, PLAIN)).toBe("No holds.\n");
  });
});

it("what was set, with the line to commit, or the file", () => {
  const facts = { bots: ["main/a"], reason: "why", accounts: ["main"], line: "- LINE", written: null };
  expect(asItCame(facts, addedText)).toEqual([]);
  expect(addedText(facts, PLAIN)).toBe(
    "Held: main/a: why\nIn force at once, in the ledger of main. What is on is turned off by the next apply, or by botform bots off.\nTo keep it, commit it under holds: in the configuration (--write does that):\n  - LINE\n",
  );
  expect(asItCame({ ...facts, written: "f.yaml" }, addedText)).toEqual([]);
  expect(addedText({ ...facts, written: "f.yaml" }, PLAIN)).toMatch(/\nWritten to f\.yaml; commit it\.\n$/);
});

it("what was lifted, and what is left", () => {
  const facts = { lifted: ["main/a"], written: [], remaining: [] };
  expect(asItCame(facts, removedText)).toEqual([]);
  expect(removedText(facts, PLAIN)).toBe("Lifted in the ledger: main/a\n");
  expect(asItCame({ ...facts, lifted: [], written: ["f.yaml"] }, removedText)).toEqual([]);
  expect(removedText({ ...facts, lifted: [], written: ["f.yaml"] }, PLAIN)).toBe(
    "The ledger has no such hold.\nRemoved from f.yaml; commit it.\n",
  );
  expect(asItCame({ ...facts, remaining: ["f.yaml:9"] }, removedText)).toEqual([]);
  expect(removedText({ ...facts, remaining: ["f.yaml:9"] }, PLAIN)).toMatch(
    /\nStill held by the configuration: f\.yaml:9\. Remove it there, or run the command with --write\.\n$/,
  );
});
