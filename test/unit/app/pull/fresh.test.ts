// A fresh configuration of a live account: its aliases, what it calls each access, what it pins, and where its files go.
import { describe, expect, it } from "vitest";
import { everythingOf, freshFrom } from "../../../../src/app/pull/fresh.js";
import type { Access } from "../../../../src/model/bot/bot.js";
import { live } from "../../reconcile/fleet.js";
import { inLines, refusal } from "../room.js";

const MAIN = { id: 7, title: "Main", exchange: "X" };
const HEDGE = { id: 3, title: "Hedge", exchange: "X" };
const FILE = { folder: ".", file: "botform.yaml", isFolder: false };
const FOLDER = { folder: "live", file: "live/botform.yaml", isFolder: true };

function fresh(
  accesses: readonly Access[],
  bots: ReturnType<typeof live>[],
  more: Partial<Parameters<typeof freshFrom>[0]> = {},
) {
  const observed = { accesses, bots, deals: [], pairs: null };
  return freshFrom({ account: "main", exchange: "X", accesses, target: FILE, factor: false, ...more }, observed);
}
const bot = (id: number, title: string, accessId = 7) => ({ ...live(id, title), accessId });

describe("a fresh configuration", () => {
  it("of one access doesn't name it at its bots", () => {
    expect(fresh([MAIN], [bot(1, "A"), bot(2, "B")]).files[0]?.text).toMatchInlineSnapshot(`
      "# yaml-language-server: $schema=./botform.schema.json
      # The bots of the account main, pulled from the service.
      version: 1
      accounts:
        main:
          apiUrl: \${env.BOTFORM_MAIN_API_URL}
          apiKey: \${env.BOTFORM_MAIN_API_KEY}
          apiSecret: \${env.BOTFORM_MAIN_API_SECRET}
          exchange: X
          accesses:
            main: Main

      defaults:
        volumeSafetyOrder: null
        countOrderMax: null
        martingaleScale: null
        dynamicStepScale: null
        cycleLimitScale: null
        indicatorGroup: null
        indicatorName: null
        indicatorInterval: null
        priceLevel: null
        priceLevelDown: null
        priceLevelUp: null

      bots:
        a:
          title: A
          pairTitle: USDT-BTC
          strategy: LONG
          leverage: 5
          marginMode: CROSS
          typeTakeProfit: LIMIT
          typeFirstOrder: MARKET
          percentTakeProfit: 1.2
          percentSafetyOrder: 1.5
          volumeFirstOrder: 20
          enabled: false

        b:
          title: B
          pairTitle: USDT-BTC
          strategy: LONG
          leverage: 5
          marginMode: CROSS
          typeTakeProfit: LIMIT
          typeFirstOrder: MARKET
          percentTakeProfit: 1.2
          percentSafetyOrder: 1.5
          volumeFirstOrder: 20
          enabled: false
      "
    `);
    const { files: _files, ...rest } = fresh([MAIN], [bot(1, "A"), bot(2, "B")]);
    expect(inLines(rest)).toMatchInlineSnapshot(`
      "account: "main"
      summary: "2 bots of account main""
    `);
  });

  it("of several accesses names each bot's, and pins bots that share a title", () => {
    const { files, ...rest } = fresh([MAIN, HEDGE], [bot(1, "A"), bot(2, "A"), bot(3, "B", 3), bot(4, "A", 3)]);
    expect(files[0]?.text.replace(/^.*\nbots:/s, "")).toMatchInlineSnapshot(`
      "
        a:
          only: [main]
          botId: 1
          access: main
          title: A
          pairTitle: USDT-BTC
          strategy: LONG
          leverage: 5
          marginMode: CROSS
          typeTakeProfit: LIMIT
          typeFirstOrder: MARKET
          percentTakeProfit: 1.2
          percentSafetyOrder: 1.5
          volumeFirstOrder: 20
          enabled: false

        b:
          access: hedge
          title: B
          pairTitle: USDT-BTC
          strategy: LONG
          leverage: 5
          marginMode: CROSS
          typeTakeProfit: LIMIT
          typeFirstOrder: MARKET
          percentTakeProfit: 1.2
          percentSafetyOrder: 1.5
          volumeFirstOrder: 20
          enabled: false

        a-2:
          access: hedge
          title: A
          pairTitle: USDT-BTC
          strategy: LONG
          leverage: 5
          marginMode: CROSS
          typeTakeProfit: LIMIT
          typeFirstOrder: MARKET
          percentTakeProfit: 1.2
          percentSafetyOrder: 1.5
          volumeFirstOrder: 20
          enabled: false

      # Not pulled:
      #   2 "A": bot 1 has the same title on the same access
      "
    `);
    expect(inLines(rest)).toMatchInlineSnapshot(`
      "account: "main"
      summary: "3 bots of account main"
      notes: ["1 bot shares its title with other live bots; it is pinned by botId and limited to main (only)"]
      left: [{"botId":2,"title":"A","reason":"bot 1 has the same title on the same access"}]"
    `);
  });

  it("with templates says how many lines they save", () => {
    const many = Array.from({ length: 12 }, (_, at) => bot(at + 1, `Grid ${at}`));
    const { summary, files, differing } = fresh([MAIN], many, { factor: true, target: FOLDER });
    expect([summary, differing]).toEqual([
      "12 bots of account main in 93 lines (181 without defaults, templates and forEach)",
      [],
    ]);
    expect(files.map(({ file, before }) => [file, before])).toEqual([["live/botform.yaml", undefined]]);
  });

  it("that pins several bots says so once", () => {
    const twice = [bot(1, "A"), bot(2, "B"), bot(3, "A", 3), bot(4, "B", 3), bot(5, "A"), bot(6, "B")];
    expect(fresh([MAIN, HEDGE], twice).notes).toEqual([
      "2 bots share their titles with other live bots; they are pinned by botId and limited to main (only)",
    ]);
  });

  it("of more bots than a file holds needs a folder", async () => {
    const many = Array.from({ length: 1001 }, (_, at) => bot(at + 1, `Grid ${at}`));
    expect(await refusal(() => fresh([MAIN], many))).toEqual([
      "1001 bots need 2 files, but botform would read only botform.yaml\nName a folder with --out.",
      3,
    ]);
  });

  it("of an account without an access on that exchange isn't made", async () => {
    expect(await refusal(() => fresh([], []))).toEqual(["the account has no access on the exchange X", 3]);
  });
});

it.each<[string, readonly Access[], unknown]>([
  ["a plain title by the title", [MAIN], [["main", "Main"]]],
  [
    "aliases in the order of the ids",
    [MAIN, { ...HEDGE, title: "main" }],
    [
      ["main-2", "Main"],
      ["main", "main"],
    ],
  ],
  [
    "a title of two by their ids",
    [MAIN, { ...MAIN, id: 8 }],
    [
      ["main", 7],
      ["main-2", 8],
    ],
  ],
  ["an empty title by the id", [{ ...MAIN, title: "" }], [["bot", 7]]],
  ["one that begins with a space by the id", [{ ...MAIN, title: " Main" }], [["main", 7]]],
  ["one that ends with a space by the id", [{ ...MAIN, title: "Main " }], [["main", 7]]],
  ["one with a control character by the id", [{ ...MAIN, title: "Ma\u0007in" }], [["ma-in", 7]]],
  ["one with a reference by the id", [{ ...MAIN, title: "${env.X}" }], [["env-x", 7]]],
  ["one of a character by the title", [{ ...MAIN, title: "M" }], [["m", "M"]]],
  [
    "one of 255 characters by the title",
    [{ ...MAIN, title: "M".repeat(255) }],
    [[expect.any(String), "M".repeat(255)]],
  ],
  ["one of 256 characters by the id", [{ ...MAIN, title: "M".repeat(256) }], [[expect.any(String), 7]]],
])("an account is read with %s", (_what, accesses, expected) => {
  const { accesses: named, ...rest } = everythingOf({ account: "main", exchange: "X", accesses });
  expect(named.map(({ alias, live: name }) => [alias, name])).toEqual(expected);
  expect(rest).toEqual({
    ...{ account: "main", exchange: "X", origin: { file: "", path: [] }, undeclared: "turn-off" },
    ...{ titlePrefix: "", bots: [], digest: "" },
  });
});
