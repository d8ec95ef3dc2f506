// What would read back as something else isn't planned: the problem says as what, since when that is known, and what to write.
import { describe, expect, it } from "vitest";
import type { SeenThen } from "../../../../src/model/service-questions.js";
import { notStored } from "../../../../src/reconcile/plan/stored.js";
import { desiredBot, live } from "../fleet.js";
import { type Case, table } from "./whole-plan.js";

const AT = Date.parse("2026-11-20T09:00:00Z");
const seen = (name: SeenThen["name"], value: string, below?: number): SeenThen => ({
  ...{ name, value, at: AT },
  ...(below !== undefined && { below }),
  ...{ detail: "", tool: "1" },
});

const titled = (title: string, ...answers: readonly SeenThen[]): Case => [
  desiredBot("a", { fields: { title } }),
  [],
  { seen: answers },
];
const renamed = (title: string, answer: SeenThen, changes: Parameters<typeof desiredBot>[1] = {}): Case => [
  desiredBot("a", { fields: { title }, previousTitles: ["Old"], ...changes }),
  [live(1, "Old")],
  { seen: [answer] },
];
const UPPER = seen("titles", "upper");

/** The problems alone. */
const problems = (cases: Readonly<Record<string, Case>>) =>
  table(cases).replaceAll(/\n +(?:create|main\/a|of|update) .*|\n +[a-z]+ .* → .*/g, "");

describe("a value that the service stores in another form", () => {
  it("is a title", () => {
    expect(
      problems({
        "nobody knows": titled("BTC dip"),
        "as sent": titled("BTC dip", seen("titles", "as sent")),
        "in capitals": titled("BTC dip", UPPER),
        "in capitals already": titled("BTC DIP", UPPER),
        composed: titled("Cafe\u0301", seen("titles", "nfc")),
        "composed already": titled("Caf\u00e9", seen("titles", "nfc")),
        escaped: titled("a & b", seen("titles", "escaped")),
        "nothing to escape": titled('a "b"', seen("titles", "escaped")),
        cut: titled("fifteen letters", seen("titles", "cut", 15)),
        "short enough": titled("fourteen more.", seen("titles", "cut", 15)),
        "cut, and nobody knows where": titled("fifteen letters", seen("titles", "cut")),
        "a new name": renamed("BTC dip", UPPER),
        "a new name of a protected bot": renamed("BTC dip", UPPER, { protect: true }),
      }),
    ).toMatchInlineSnapshot(`
      "nobody knows
      as sent
      in capitals
        error plan/not-stored | main/a | bots.a | the service stores titles in capitals (seen 2026-11-20): "BTC dip" would read back as "BTC DIP" | Write title: "BTC DIP". If it doesn't by now, botform service check --bot BOT --write --again sees it (titles).
      in capitals already
      composed
        error plan/not-stored | main/a | bots.a | the service stores titles in Unicode's composed form (NFC) (seen 2026-11-20): "Café" would read back as "Café" | Write it in that form: title: "Café". If it doesn't by now, botform service check --bot BOT --write --again sees it (titles).
      composed already
      escaped
        error plan/not-stored | main/a | bots.a | the service escapes &, < and > in titles (seen 2026-11-20) | Choose a title without them. If it doesn't by now, botform service check --bot BOT --write --again sees it (titles).
      nothing to escape
      cut
        error plan/not-stored | main/a | bots.a | the service cuts titles of 15 characters (seen 2026-11-20) | Choose a shorter one. If it doesn't by now, botform service check --bot BOT --write --again sees it (titles).
      short enough
      cut, and nobody knows where
      a new name
        error plan/not-stored | main/a | bots.a | the service stores titles in capitals (seen 2026-11-20): "BTC dip" would read back as "BTC DIP" | Write title: "BTC DIP". If it doesn't by now, botform service check --bot BOT --write --again sees it (titles).
      a new name of a protected bot
        warning plan/protected | main/a | bots.a | the bot differs in title, but it is protected, so nothing is done | Remove protect to let botform change it."
    `);
  });

  it("is a percentage", () => {
    const ROUNDED = seen("rounding", "2");
    const take = (percentTakeProfit: string, ...answers: readonly SeenThen[]): Case => [
      desiredBot("a", { fields: { percentTakeProfit } }),
      [live(1, "a")],
      { seen: answers },
    ];
    expect(
      problems({
        "nobody knows": take("1.206"),
        "seen to stay": take("1.206", seen("rounding", "none")),
        rounded: take("1.206", ROUNDED),
        "short enough": take("1.21", ROUNDED),
        "as it is already": take("1.2", ROUNDED),
        "of a new bot, and of its safety orders": [
          desiredBot("a", { fields: { percentSafetyOrder: "1.555" } }),
          [],
          { seen: [ROUNDED] },
        ],
        "a volume, of which nobody has seen it": [
          desiredBot("a", { fields: { volumeFirstOrder: "20.123" } }),
          [live(1, "a")],
          { seen: [ROUNDED] },
        ],
      }),
    ).toMatchInlineSnapshot(`
      "nobody knows
          percentTakeProfit 1.2 → 1.206
      seen to stay
          percentTakeProfit 1.2 → 1.206
      rounded
        error plan/not-stored | main/a | bots.a | the service rounds to 2 decimal places (seen 2026-11-20): percentTakeProfit 1.206 would read back as 1.21 | Write percentTakeProfit: 1.21. If it doesn't by now, botform service check --bot BOT --write --again sees it (rounding).
      short enough
          percentTakeProfit 1.2 → 1.21
      as it is already
        unchanged 1
      of a new bot, and of its safety orders
        error plan/not-stored | main/a | bots.a | the service rounds to 2 decimal places (seen 2026-11-20): percentSafetyOrder 1.555 would read back as 1.56 | Write percentSafetyOrder: 1.56. If it doesn't by now, botform service check --bot BOT --write --again sees it (rounding).
      a volume, of which nobody has seen it
          volumeFirstOrder 20 → 20.123"
    `);
  });
});

it("the problem stands where the setting is written", () => {
  const at = (field: string) => ({ file: "f.yaml", path: [field] });
  const bot = {
    ...desiredBot("a"),
    fieldOrigins: { title: at("title"), percentTakeProfit: at("percentTakeProfit") },
  };
  const changes = [
    { field: "title", before: "a", after: "b" },
    { field: "percentTakeProfit", before: "1", after: "1.206" },
  ] as const;
  const problems = notStored(bot, changes, [UPPER, seen("rounding", "2")]);
  expect(problems.map(({ code, origin }) => [code, origin])).toEqual([
    ["plan/not-stored", at("title")],
    ["plan/not-stored", at("percentTakeProfit")],
  ]);
});
