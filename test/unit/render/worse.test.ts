// What a plan makes worse: losses, liquidations, positions and leverage that grow from something there was.
import { describe, expect, it } from "vitest";
import type { Plan, Step } from "../../../src/model/plan/plan.js";
import type { Money, ShockRisk } from "../../../src/model/risk/risk.js";
import { worseGroups, worseHighlights } from "../../../src/render/worse.js";
import { step } from "../reconcile/plan/plans.js";
import { accountRisk, botRisk, moneyOf, shockRisk } from "./facts.js";

const raised = (key: string, before: string | null, after: string | null): Step => ({
  ...step("update", key),
  changes: [{ field: "leverage", before, after }],
});
const textsOf = (plan: Pick<Plan, "money" | "steps">) =>
  worseHighlights(plan).map(({ weight, subject, text }) => `${weight} | ${subject} | ${text}`);
const shocked = (before: readonly ShockRisk[], after: readonly ShockRisk[]): Money =>
  moneyOf({ before: accountRisk({ shocks: before }), after: accountRisk({ shocks: after }) });

it.each<[string, Money, readonly string[]]>([
  [
    "the move that loses most afterwards",
    shocked(
      [shockRisk("-0.4", { loss: "-629.1" }), shockRisk("-0.2", { loss: "-600" })],
      [shockRisk("-0.4", { loss: "-1028" }), shockRisk("-0.2", { loss: "-700" })],
    ),
    ["warning | All prices −40 % | loses 629.1 → 1 028 USDT (+63 %)"],
  ],
  ["a loss where there was none", shocked([shockRisk("-0.4")], [shockRisk("-0.4", { loss: "-9" })]), []],
  ["a smaller loss", shocked([shockRisk("-0.4", { loss: "-9" })], [shockRisk("-0.4", { loss: "-8" })]), []],
  [
    "a loss that reads the same",
    shocked([shockRisk("-0.4", { loss: "-9" })], [shockRisk("-0.4", { loss: "-9.001" })]),
    [],
  ],
  [
    "a loss that rises by less than 0.05 %",
    shocked([shockRisk("-0.4", { loss: "-1000" })], [shockRisk("-0.4", { loss: "-1000.4" })]),
    [],
  ],
  [
    "a loss that rises by 0.05 %",
    shocked([shockRisk("-0.4", { loss: "-1000" })], [shockRisk("-0.4", { loss: "-1000.5" })]),
    ["warning | All prices −40 % | loses 1 000 → 1 000.5 USDT (+0.1 %)"],
  ],
  [
    "the nearest fall and the nearest rise that liquidate more, the nearer first",
    shocked(
      [shockRisk("-0.4"), shockRisk("0.2", { liquidated: 1 })],
      [shockRisk("-0.4", { liquidated: 5 }), shockRisk("0.2", { liquidated: 3 })],
    ),
    [
      "bad | All prices +20 % | isolated positions liquidated: 1 → 3",
      "bad | All prices −40 % | isolated positions liquidated: 0 → 5",
    ],
  ],
  [
    "cross positions that outlived a move",
    shocked([shockRisk("-0.1")], [shockRisk("-0.1", { isCrossLiquidated: true })]),
    ["bad | All prices −10 % | all cross positions are liquidated (now: none)"],
  ],
  [
    "nothing where it wasn't known",
    shocked([shockRisk("-0.1", { isCrossLiquidated: null })], [shockRisk("-0.1", { isCrossLiquidated: true })]),
    [],
  ],
  [
    "positions that grow, the one that grows most first",
    moneyOf({
      bots: {
        "main/a": { before: botRisk({ position: "100" }), after: botRisk({ position: "110" }) },
        "main/b": { before: botRisk({ position: "100" }), after: botRisk({ position: "169" }) },
        "main/less": { before: botRisk({ position: "100" }), after: botRisk({ position: "50" }) },
        "main/new": { before: null, after: botRisk() },
        "main/tiny": { before: botRisk({ position: "0.001" }), after: botRisk({ position: "5" }) },
      },
    }),
    [
      "warning | main/new | position at most 0 → 1 180.5 USDT",
      "warning | main/b | position at most 100 → 169 USDT (+69 %)",
      "warning | main/a | position at most 100 → 110 USDT (+10 %)",
      "warning | main/tiny | position at most < 0.01 → 5 USDT",
    ],
  ],
])("names %s", (_, money, expected) => expect(textsOf({ money, steps: [step("update", "a")] })).toEqual(expected));

it("names leverage that rises, the highest factor first, with or without money", () => {
  const steps = [
    raised("a", "10", "15"),
    raised("b", "5", "20"),
    raised("c", "5", "3"),
    raised("same", "5.0", "5"),
    raised("from-nothing", "0", "5"),
    raised("no-number", "x", "5"),
    raised("d", null, "5"),
    raised("e", "5", null),
  ];
  expect(worseHighlights({ steps })).toEqual(
    [
      ["main/b", "5 → 20 (×4)"],
      ["main/a", "10 → 15 (×1.5)"],
    ].map(([subject, text]) => ({
      ...{ weight: "warning", worse: true, subject, alike: "leverage", text: `leverage ${text}` },
      common: `leverage rises, most in ${subject}: ${text}`,
    })),
  );
});

it("says what a higher leverage comes to: the margin behind the position, and where it is liquidated", () => {
  const [calm, near] = [botRisk({ leverage: "5", margin: "200" }), botRisk({ leverage: "20", margin: "50" })];
  const liquidation = { kind: "outside", loss: null, price: "55040", distance: "0.02" } as const;
  const unknown = { kind: "unknown", lacks: ["leverage"] } as const;
  const textOf = (before: typeof near | typeof unknown | null, after: typeof near | typeof unknown) =>
    textsOf({ steps: [raised("a", "5", "20")], money: moneyOf({ bots: { "main/a": { before, after } } }) })
      .find((text) => text.includes("leverage"))
      ?.replace(/.*\(×4\)/, "");
  expect([
    textOf(calm, near),
    textOf(calm, { ...near, liquidation }),
    textOf(null, near),
    textOf(calm, unknown),
    textOf(unknown, near),
  ]).toEqual([
    ", the margin behind it 200 → 50 USDT",
    ", the margin behind it 200 → 50 USDT, no liquidation at any price → liquidated at −14 % from the first fill",
    "",
    "",
    "",
  ]);
});

it("names who is liquidated by a move, and says what only the next deals don't outlive", () => {
  const shocks = (...liquidated: readonly number[]) =>
    ["-0.2", "-0.1", "0.1"].map((move, at) => shockRisk(move, { liquidated: liquidated[at] ?? 0 }));
  const near = (price: string) => ({ kind: "outside", loss: null, price, distance: "0.1" }) as const;
  const of = (price: string, changes = {}) => ({
    ...{ before: botRisk(), after: botRisk({ liquidation: near(price), ...changes }) },
  });
  const money = moneyOf({
    ...{ before: accountRisk({ shocks: shocks(1) }), after: accountRisk({ shocks: shocks(2) }) },
    later: { quotes: [], shocks: shocks(2, 1, 1) },
    bots: {
      // 64 000 is the first fill: −20 %, −9.4 %, +9.4 %.
      ...{ "main/a": of("51200"), "main/b": of("58000"), "main/c": of("70000") },
      ...{ "main/cross": of("58000", { isolated: false }), "main/off": of("58000", { on: false }) },
      "main/already": {
        before: botRisk({ liquidation: near("58000") }),
        after: botRisk({ liquidation: near("58000") }),
      },
    },
  });
  expect(textsOf({ money, steps: [step("update", "a")] }).filter((text) => text.includes("liquidated"))).toEqual([
    "bad | All prices −10 % | isolated positions liquidated once deals have closed: 0 → 1 (b at −9.38 %)",
    "bad | All prices +10 % | isolated positions liquidated once deals have closed: 0 → 1 (c at +9.38 %)",
    "bad | All prices −20 % | isolated positions liquidated: 1 → 2 (b at −9.38 %, a at −20 %)",
  ]);
});

it("puts a bot that comes near to its liquidation in a line of its own", () => {
  const to = (distance: string) => ({ kind: "outside", loss: null, price: "50000", distance }) as const;
  const bots = Object.fromEntries(
    [
      ["a", "0.2"],
      ["b", "0.04"],
      ["c", "0.2"],
    ].map(([key, distance = ""]) => [
      `main/${key}`,
      { before: botRisk({ liquidation: to("0.3") }), after: botRisk({ liquidation: to(distance) }) },
    ]),
  );
  const steps = ["a", "b", "c"].map((key) => raised(key, "5", "10"));
  expect(worseGroups({ money: moneyOf({ bots }), steps }).map(({ subject }) => subject)).toEqual(["2 bots", "main/b"]);
});

it("says nothing of a plan that does nothing", () => {
  const money = shocked([shockRisk("-0.4", { loss: "-1" })], [shockRisk("-0.4", { loss: "-9" })]);
  expect(textsOf({ money, steps: [] })).toEqual([]);
});

describe("where the configuration says so", () => {
  const asked: unknown[] = [];
  const placeOf = (address: string, field?: string) => {
    asked.push([address, field]);
    return address === "main/lost" ? undefined : { file: "f.yaml", line: asked.length, column: 1 };
  };
  const placesIn = (steps: readonly Step[], bots: NonNullable<Plan["money"]>["bots"]) => {
    asked.length = 0;
    const all = worseHighlights({ steps, money: moneyOf({ bots }) }, placeOf);
    return [all.map(({ subject, alike, place }) => [subject, alike, place]), [...asked]];
  };
  const [before, after] = [botRisk({ position: "100" }), botRisk({ position: "200" })];
  const grown = { before, after, most: { before, after } };
  const volume = { field: "volumeFirstOrder", before: "1", after: "2" } as const;

  it("leverage stands, and whatever else changes if all stands in one line; of a new bot the bot itself", () => {
    const steps = [
      { ...step("update", "a"), changes: [volume] },
      { ...step("update", "b"), changes: [volume, { field: "leverage", before: "2", after: "3" }] },
      { ...step("create", "c"), changes: [volume, { field: "leverage", after: "3" }] },
      step("turn-on", "c"),
      step("turn-on", "d"),
      raised("lost", "5", "6"),
    ] as const;
    const bots = Object.fromEntries(["a", "b", "c", "d"].map((key) => [`main/${key}`, grown]));
    expect(placesIn(steps, bots)).toEqual([
      [
        ["main/a", "position USDT", "f.yaml:1"],
        ["main/b", "position USDT", undefined],
        ["main/c", "position USDT", "f.yaml:4"],
        ["main/d", "position USDT", undefined],
        ["main/b", "leverage", "f.yaml:5"],
        ["main/lost", "leverage", undefined],
      ],
      [
        ["main/a", "volumeFirstOrder"],
        ["main/b", "volumeFirstOrder"],
        ["main/b", "leverage"],
        ["main/c", undefined],
        ["main/b", "leverage"],
        ["main/lost", "leverage"],
      ],
    ]);
  });

  it("is nowhere without a configuration", () => {
    expect(worseHighlights({ steps: [raised("a", "5", "6")] })[0]).not.toHaveProperty("place");
  });
});
