// What --factor makes of bots: defaults, forEach with exceptions, templates; little said twice, and little moved by one bot more.
import { describe, expect, it } from "vitest";
import { factored, unfactored } from "../../../src/authoring/factor.js";
import { freshFiles } from "../../../src/authoring/pull-fresh.js";
import { type PulledBot, pulledBots, type Written } from "../../../src/authoring/pulled.js";
import { loadSources } from "../../../src/config/load.js";
import type { SeedBot } from "../../../src/emulator/seed/seed.js";
import type { ObservedBot } from "../../../src/model/bot/bot.js";
import { FIELD_NAMES, type FieldName, type Fields } from "../../../src/model/bot/field.js";
import { handMade } from "../../techniques/properties/pull-fleet.js";

const PLAIN: readonly (readonly [FieldName, Written])[] = [
  ["strategy", "LONG"],
  ["leverage", 5],
  ["marginMode", "CROSS"],
  ["percentTakeProfit", 1.2],
  ["volumeFirstOrder", 20],
];

function bot(
  id: number,
  title: string,
  pair: string,
  changes: readonly (readonly [FieldName, Written])[] = [],
): PulledBot {
  const fields = new Map<FieldName, Written>([["pairTitle", pair], ...PLAIN, ...changes]);
  return { id, alias: "primary", title, on: false, fields, pinned: false };
}

const ACCOUNT = {
  name: "main",
  connection: {
    apiUrl: "${env.BOTFORM_MAIN_API_URL}",
    apiKey: "${env.BOTFORM_MAIN_API_KEY}",
    apiSecret: "${env.BOTFORM_MAIN_API_SECRET}",
  },
  exchange: "SERVICE_FUTURES",
  accesses: new Map<string, string>([["primary", "Main"]]),
};

function written(bots: readonly PulledBot[], factor = true): string {
  const needsAccess = new Set(bots.map(({ alias }) => alias)).size > 1;
  const accesses = new Map([...new Set(bots.map(({ alias }) => alias))].map((alias) => [alias, `Access ${alias}`]));
  const files = freshFiles(
    { ...ACCOUNT, accesses },
    factor ? factored(bots, needsAccess) : unfactored(bots, needsAccess),
    [],
  );
  expect(loadSources(files).diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const [{ text } = { text: "" }] = files;
  return text.slice(text.search(/^(defaults|templates|bots):/m));
}

describe("what most bots share becomes a default", () => {
  const many = (...leverages: (number | undefined)[]) =>
    leverages.map((leverage, index) => {
      const fields = new Map(bot(index + 1, `T${index}`, `USDT-A${index}`).fields);
      if (leverage === undefined) fields.delete("leverage");
      else fields.set("leverage", leverage);
      return { ...bot(index + 1, `T${index}`, `USDT-A${index}`), fields };
    });
  const defaultOf = (...leverages: (number | undefined)[]) =>
    factored(many(...leverages), false).defaults.get("leverage");

  it.each<[(number | undefined)[], number | undefined, string]>([
    [[5, 5, 5], 5, "all have it"],
    [[5, 5, 7], 5, "two of three"],
    [[5, 5, 7, 8], undefined, "exactly half aren't most"],
    [[5, 5, 5, 7, 8], 5, "three of five"],
    [[5, 5, 7, 8, 9], undefined, "two of five"],
    [[5], undefined, "one bot shares with nobody"],
    [[5, 7], undefined, "nor do two that differ"],
    [[5, 5], 5, "two alike"],
    [[...Array(9).fill(5), undefined], 5, "nine of ten can state it"],
    [[...Array(8).fill(5), undefined, undefined], undefined, "eight of ten: too many would have to let it go"],
  ])("%j: %s, %s", (leverages, expected, _because) => {
    expect(defaultOf(...leverages)).toBe(expected);
  });

  it("but never the pair, nor the switch", () => {
    const alike = [1, 2, 3].map((id) => ({ ...bot(id, `T${id}`, "USDT-BTC"), on: true }));
    const { defaults } = factored(alike, false);
    expect([defaults.has("pairTitle"), defaults.has("enabled"), defaults.has("strategy")]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe("--factor", () => {
  it("says bots that follow their pairs once, and what few of them have of their own as exceptions", () => {
    const text = written([
      bot(1, "Dip BTC", "USDT-BTC"),
      bot(2, "Dip ETH", "USDT-ETH", [["leverage", 3]]),
      bot(3, "Dip SOL", "USDT-SOL"),
      bot(4, "Else", "USDT-SOL", [["strategy", "SHORT"]]),
    ]);
    expect(text).toBe(`defaults:
  strategy: LONG
  leverage: 5
  marginMode: CROSS
  percentTakeProfit: 1.2
  volumeFirstOrder: 20

bots:
  dip-\${pair.base}:
    forEach:
      pair: [USDT-BTC, USDT-ETH, USDT-SOL]
    title: Dip \${pair.base}
    pairTitle: \${pair}
    enabled: false
    exceptions:
      dip-ETH:
        leverage: 3

  else:
    title: Else
    pairTitle: USDT-SOL
    strategy: SHORT
    enabled: false
`);
  });

  it("makes no forEach of bots of which more differ than agree, or that differ in much", () => {
    const [two, three] = [["leverage", 3] as const, ["percentTakeProfit", 3] as const];
    const far = [two, three, ["volumeFirstOrder", 30], ["strategy", "SHORT"]] as const;
    const text = written([
      bot(1, "Dip BTC", "USDT-BTC"),
      bot(2, "Dip ETH", "USDT-ETH", [two]),
      bot(3, "Dip SOL", "USDT-SOL", [three]),
    ]);
    expect(text).not.toContain("forEach");
    const apart = written([
      bot(1, "Dip BTC", "USDT-BTC"),
      bot(2, "Dip ETH", "USDT-ETH"),
      bot(3, "Dip SOL", "USDT-SOL", far),
    ]);
    expect(apart).toContain("pair: [USDT-BTC, USDT-ETH]\n");
    expect(apart).not.toContain("exceptions");
  });

  it("says in an exception what its block has otherwise, also where that is what defaults say", () => {
    const others = ["A", "B", "C", "D"].map((title, index) => bot(10 + index, title, "USDT-BTC"));
    const calm: readonly (readonly [FieldName, Written])[] = [["leverage", 3]];
    const text = written([
      ...others,
      bot(1, "Dip BTC", "USDT-BTC", calm),
      bot(2, "Dip ETH", "USDT-ETH", calm),
      bot(3, "Dip SOL", "USDT-SOL"),
    ]);
    expect(text).toContain(
      "    leverage: 3\n    enabled: false\n    exceptions:\n      dip-SOL:\n        leverage: 5\n",
    );
  });

  it("gives blocks keys of their own where their titles come to the same", () => {
    const text = written([
      bot(1, "(Dip) BTC", "USDT-BTC"),
      bot(2, "(Dip) ETH", "USDT-ETH"),
      bot(3, "Dip: SOL", "USDT-SOL"),
      bot(4, "Dip: XRP", "USDT-XRP"),
    ]);
    expect(text).toContain("\n  dip-${pair.base}:\n");
    expect(text).toContain("\n  dip-${pair.base}-2:\n");
  });

  it("takes what is off into defaults although one bot can't say it", () => {
    const off: readonly (readonly [FieldName, Written])[] = [["priceLevel", null]];
    const text = written([bot(1, "A", "USDT-BTC", off), bot(2, "B", "USDT-BTC", off), bot(3, "C", "USDT-BTC")], false);
    expect(text).toContain("defaults:\n  priceLevel: null\n");
    expect(text.split("priceLevel").length).toBe(3);
    expect(text).toContain("    unmanaged: [priceLevel]\n");
  });

  it("pins bots whose titles others have to their account", () => {
    expect(written([{ ...bot(7, "A", "USDT-BTC"), pinned: true }])).toContain(
      "  a:\n    only: [main]\n    botId: 7\n    title: A\n",
    );
  });

  it("saves nearly half the lines of a hand-made fleet, and one bot more moves little of them", () => {
    const bots = fleet(handMade({ count: 300, seed: 3 }));
    const text = written(bots);
    expect(text.split("\n").length).toBeLessThan(written(bots, false).split("\n").length * 0.55);
    const more = written([...bots, bot(9_000, "Dip BTC new", "USDT-BTC"), bot(9_001, "Scalp DOGE v1", "USDT-DOGE")]);
    const kept = new Set(more.split("\n\n"));
    const moved = text.split("\n\n").filter((block) => !kept.has(block.trimEnd()) && !kept.has(block));
    expect(moved.length).toBeLessThan(3);
  });
});

function fleet(seeds: readonly SeedBot[]): readonly PulledBot[] {
  const live = seeds.map(({ id = 0, accessId, enabled = false, ...own }): ObservedBot => {
    const values: Readonly<Record<string, unknown>> = own;
    const texts = FIELD_NAMES.map((name) => [name, values[name] === undefined ? null : String(values[name])]);
    const fields = Object.fromEntries(texts) as Fields;
    return {
      id,
      accessId,
      fields,
      status: { on: enabled, raw: enabled ? "ENABLED" : "DISABLED" },
      unknownSettings: [],
    };
  });
  return pulledBots(
    live,
    new Map([
      [101, "primary"],
      [102, "hedge"],
    ]),
  ).bots;
}
