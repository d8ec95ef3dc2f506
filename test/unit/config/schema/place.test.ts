// Which map a path of a configuration leads into, how messages write it, and what may be shown of it.
import { describe, expect, it } from "vitest";
import {
  dotted,
  mayBeShown,
  ownerOf,
  ownerPath,
  type Path,
  valueAt,
  without,
} from "../../../../src/config/schema/place.js";
import { fileSchema } from "../../../../src/config/schema/schema.js";

/** Top-level keys whose value is a list. */
const LISTS = Object.entries(fileSchema.shape)
  .filter(([, schema]) => schema.def.innerType.def.type === "array")
  .map(([key]) => key);

it("drops a list at the top of a file as a whole", () => {
  expect(LISTS).toContain("protectedTitles");
  const lost = LISTS.filter((key) => ownerPath([key, 0]).length > 0);
  expect(lost.map((key) => `${key} is a list: add it to ownerPath in src/config/schema/place.ts`)).toEqual([]);
});

/** How many parts of the path name the map that it leads into. */
it.each<[Path, ReturnType<typeof ownerOf>, number]>([
  [[], "file", 0],
  [["bots"], "file", 1],
  [["defaults", "leverage"], "defaults", 1],
  [["vars", "stake"], "names", 1],
  [["templates", "t"], "names", 2],
  [["templates", "t", "leverage"], "template", 2],
  [["policies", "p", "limit"], "policy", 2],
  [["holds", 0, "bots"], "hold", 0],
  [["bots", "b", "leverage"], "bot", 2],
  [["bots", "b", "exceptions", "USDT-BTC"], "bot", 4],
  [["bots", "b", "exceptions", "USDT-BTC", "leverage"], "exception", 4],
  [["bots", "b", "overrides", "x"], "bot", 2],
  [["accounts", "a", "apiKey"], "account", 2],
  [["accounts", "a", "accesses", "main"], "accesses", 2],
  [["accounts", "a", "exceptions", "x"], "accesses", 2],
  [["accounts", "a", "overrides"], "account", 2],
  [["accounts", "a", "overrides", "leverage"], "defaults", 3],
])("%j is of the owner %s, and in the map of its first %d parts", (path, owner, length) => {
  expect([ownerOf(path), ownerPath(path)]).toEqual([owner, path.slice(0, length)]);
});

it.each<[Path, string, boolean]>([
  [[], "the file", true],
  [["bots", "a.b-c_1", "pairTitle", 0], "item 1 of bots.a.b-c_1.pairTitle", true],
  [["bots", "two words"], 'bots."two words"', true],
  [["bots", "k".repeat(80)], `bots.${"k".repeat(80)}`, true],
  [["bots", "k".repeat(81)], `bots."${"k".repeat(79)}…"`, true],
  [["accounts", "a", "apiUrl"], "accounts.a.apiUrl", false],
  [["accounts", "a", "overrides", "leverage"], "accounts.a.overrides.leverage", true],
  [["accounts", "a", "overrides", "apiSecret"], "accounts.a.overrides.apiSecret", false],
  [["bots", "b", "apiSecret"], "bots.b.apiSecret", false],
])("%j reads %s, and may be shown: %j", (path, text, isShown) => {
  expect([dotted(path), mayBeShown(path)]).toEqual([text, isShown]);
});

describe("what a path leads to", () => {
  const ROOT = { bots: { a: { pairs: ["X", "Y"], leverage: 5 }, b: null } };

  it.each<[Path, unknown]>([
    [[], ROOT],
    [["bots", "a", "pairs", 1], "Y"],
    [["bots", "a", "pairs", 2], undefined],
    [["bots", "a", "leverage", "x"], undefined],
    [["bots", "b"], null],
    [["bots", "toString"], undefined],
  ])("%j: %j", (path, value) => {
    expect(valueAt(ROOT, path)).toEqual(value);
  });

  it.each<[readonly Path[], unknown]>([
    [[], ROOT],
    [[[]], ROOT],
    [[["bots"]], {}],
    [[["bots", "a"]], { bots: { b: null } }],
    [
      [
        ["bots", "a", "leverage"],
        ["bots", "b"],
      ],
      { bots: { a: { pairs: ["X", "Y"] } } },
    ],
    [
      [
        ["bots", "a", "leverage"],
        ["bots", "a"],
      ],
      { bots: { b: null } },
    ],
    [[["bots", "c"]], ROOT],
  ])("without %j: %j", (paths, left) => {
    expect(without(ROOT, paths)).toEqual(left);
  });
});
