import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scaled } from "../../../../src/config/compose/scale.js";
import { compareDecimals } from "../../../../src/model/text/decimal.js";
import { amount } from "../../../support/lane.js";
import { botsOf, errorsOf, load, said, withAccount } from "../fleet.js";

/** A bot with a volume in an account with rules. */
const file = (bot: string, ...rules: readonly string[]) => withAccount(`bots:\n  x: { title: X, ${bot} }\n`, ...rules);
const volumes = (bot: string, ...rules: readonly string[]) => {
  const { fields } = botsOf(file(bot, ...rules))["x"] ?? {};
  return [fields?.volumeFirstOrder, fields?.volumeSafetyOrder];
};

describe("volumeScale multiplies exactly, volumeStep rounds down", () => {
  const cases: readonly { volume: string; rules: readonly string[]; expected: string; because: string }[] = [
    { volume: "20", rules: [], expected: "20", because: "no rule" },
    { volume: "20", rules: ["volumeScale: 0.25"], expected: "5", because: "a quarter" },
    { volume: "20", rules: ["volumeScale: 1"], expected: "20", because: "once" },
    {
      volume: "0.1",
      rules: ["volumeScale: 3"],
      expected: "0.3",
      because: "binary floats would say 0.30000000000000004",
    },
    {
      volume: "1.1",
      rules: ["volumeScale: 1.1"],
      expected: "1.21",
      because: "binary floats would say 1.2100000000000002",
    },
    {
      volume: "4.35",
      rules: ["volumeScale: 100"],
      expected: "435",
      because: "binary floats would say 434.99999999999994",
    },
    {
      volume: "4.35",
      rules: ["volumeScale: 100", "volumeStep: 1"],
      expected: "435",
      because: "and round it down to 434",
    },
    { volume: "20", rules: ["volumeScale: 0.333", "volumeStep: 0.1"], expected: "6.6", because: "6.66 rounds down" },
    { volume: "20", rules: ["volumeScale: 0.999", "volumeStep: 1"], expected: "19", because: "19.98 is never 20" },
    {
      volume: "10",
      rules: ["volumeScale: 0.7", "volumeStep: 5"],
      expected: "5",
      because: "7 rounds down to a multiple of 5",
    },
    { volume: "10", rules: ["volumeScale: 0.5", "volumeStep: 5"], expected: "5", because: "a multiple stays" },
    {
      volume: "10",
      rules: ["volumeScale: 0.7", "volumeStep: 0.3"],
      expected: "6.9",
      because: "a step need not divide 1",
    },
    {
      volume: "0.3",
      rules: ["volumeScale: 1", "volumeStep: 0.1"],
      expected: "0.3",
      because: "0.3 is three times 0.1, exactly",
    },
    {
      volume: "20.05",
      rules: ["volumeStep: 1"],
      expected: "20.05",
      because: "without a scale there is no product to round",
    },
    { volume: "123456789012345", rules: ["volumeScale: 1000"], expected: "123456789012345000", because: "huge" },
    { volume: "0.000000001", rules: ["volumeScale: 0.000000001"], expected: "0.000000000000000001", because: "tiny" },
    {
      volume: "100000000000000000000",
      rules: ["volumeScale: 0.0000001", "volumeStep: 0.001"],
      expected: "10000000000000",
      because: "huge and tiny",
    },
  ];
  test.each(cases)("$volume with $rules is $expected: $because", ({ volume, rules, expected }) => {
    expect(volumes(`volumeFirstOrder: ${volume}, volumeSafetyOrder: ${volume}`, ...rules)).toEqual([
      expected,
      expected,
    ]);
  });

  test("only volumes are scaled, what is off or not managed stays so, and what `ignore` names is scaled too", () => {
    expect(volumes("volumeFirstOrder: 20, volumeSafetyOrder: null", "volumeScale: 0.5")).toEqual(["10", null]);
    expect(volumes("leverage: 20", "volumeScale: 0.5")).toEqual([undefined, undefined]);
    const [x] = Object.values(
      botsOf(
        file("volumeFirstOrder: 20, ignore: [volumeFirstOrder], leverage: 4, percentTakeProfit: 2", "volumeScale: 0.5"),
      ),
    );
    expect(x).toMatchObject({ initial: { volumeFirstOrder: "10" }, fields: { leverage: "4", percentTakeProfit: "2" } });
  });

  test("comes after variables and overrides", () => {
    const text = withAccount(
      'vars: { v: 40 }\nbots: { x: { title: X, volumeFirstOrder: 1, volumeSafetyOrder: "${v}" } }\n',
      "volumeScale: 0.5",
      "overrides: { volumeFirstOrder: 30 }",
    );
    expect(botsOf(text)["x"]?.fields).toMatchObject({ volumeFirstOrder: "15", volumeSafetyOrder: "20" });
  });

  test("never asks for more than the product, and for less by less than a step", () => {
    const decimal = fc
      .tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.nat(8))
      .map(([digits, places]) => (digits / 10 ** places).toFixed(places).replace(/\.?0+$/, "") || "0");
    fc.assert(
      fc.property(decimal, decimal, decimal, (volume, scale, step) => {
        const product = scaled(volume, { scale });
        const rounded = scaled(volume, { scale, step });
        expect(compareDecimals(rounded, product)).toBeLessThanOrEqual(0);
        expect(scaled(rounded, { scale: "1", step })).toBe(rounded);
        const units = (text: string) => {
          const [whole = "", part = ""] = text.split(".");
          return BigInt(whole + part.padEnd(20, "0"));
        };
        expect(units(product) - units(rounded)).toBeLessThan(units(step));
        expect(units(product) * 10n ** 20n).toBe(units(volume) * units(scale));
        expect(units(rounded) % units(step)).toBe(0n);
      }),
      { numRuns: amount({ fast: 250, all: 1_000 }) },
    );
  });
});

describe("volumes that an account can't ask for", () => {
  test.each([
    ["volumeFirstOrder: 20", ["volumeMin: 5"], []],
    ["volumeFirstOrder: 5", ["volumeMin: 5"], []],
    ["volumeFirstOrder: 4.99", ["volumeMin: 5"], ["volume-too-small f0.yaml:10:36"]],
    ["volumeFirstOrder: 9", ["volumeMin: 5", "volumeScale: 0.5"], ["volume-too-small f0.yaml:11:36"]],
    [
      "volumeFirstOrder: 10.1",
      ["volumeMin: 5", "volumeScale: 0.5", "volumeStep: 3"],
      ["volume-too-small f0.yaml:12:36"],
    ],
    ["volumeFirstOrder: 10", ["volumeScale: 0.5", "volumeStep: 6"], ["volume-too-small f0.yaml:11:36"]],
    ["volumeFirstOrder: 20, volumeSafetyOrder: 1", ["volumeMin: 5"], ["volume-too-small f0.yaml:10:59"]],
    ["volumeFirstOrder: 20, volumeSafetyOrder: null", ["volumeMin: 5"], []],
    ["volumeFirstOrder: 1, ignore: [volumeFirstOrder]", ["volumeMin: 5"], ["volume-too-small f0.yaml:10:36"]],
    ["volumeFirstOrder: 0.1234567890123", ["volumeScale: 0.0000000000012345678"], []],
    ["volumeFirstOrder: 0.000000000000001", ["volumeScale: 0.00000000000000001"], ["inexact-number f0.yaml:10:36"]],
    [
      "volumeFirstOrder: 0.000000000000001",
      ["volumeScale: 0.00000000000000001", "volumeStep: 1e-25"],
      ["volume-too-small f0.yaml:11:36"],
    ],
    [
      "volumeFirstOrder: 100000000000000000000",
      ["volumeScale: 100000000000000000000"],
      ["large-scale f0.yaml:8:18", "inexact-number f0.yaml:10:36"],
    ],
  ])("%s with %j: %j", (bot, rules, expected) => {
    expect(errorsOf(file(bot, ...rules))).toEqual(expected);
  });

  test("are said with what they come to, of the account that they are too small for, where they are stated", () => {
    const files = [
      withAccount(
        "  small:\n    apiUrl: https://api.example.net\n    apiKey: ${env.BOTFORM_K}\n    apiSecret: ${env.BOTFORM_S}\n    accesses: { p: P }\n    volumeScale: 0.1\n    volumeMin: 5\n",
      ),
      'bots:\n  "x${i}": { forEach: { i: [1, 2, 3] }, title: "X${i}", extends: t }\n',
      "templates:\n  t:\n    volumeFirstOrder: 20\n",
    ];
    const found = load(files).diagnostics.filter(({ code }) => code === "config/volume-too-small");
    expect(
      found.map(({ summary, position, address }) => [
        summary,
        address,
        `${position?.file}:${position?.line}:${position?.column}`,
      ]),
    ).toEqual([
      [
        "bot x1: volumeFirstOrder is 2 after the account's volumeScale of 0.1, below the account's volumeMin of 5 (and 2 more bots)",
        "small/x1",
        "f2.yaml:3:23",
      ],
    ]);
  });

  test("what has more digits than are kept is said so", () => {
    expect(
      said(load(file("volumeFirstOrder: 0.000000000000001", "volumeScale: 0.00000000000000001")).diagnostics).filter(
        (line) => line.includes("inexact"),
      ),
    ).toEqual([
      "10:36 inexact-number: bot x: volumeFirstOrder has more digits than botform can keep after the account's volumeScale of 0.00000000000000001 | Set the account's volumeStep, or a volumeScale with fewer digits.",
    ]);
  });

  test("what rounds to nothing is said to be nothing", () => {
    const [found] = load(file("volumeFirstOrder: 10", "volumeScale: 0.5", "volumeStep: 6")).diagnostics.filter(
      ({ code }) => code === "config/volume-too-small",
    );
    expect(found?.summary).toBe("bot x: volumeFirstOrder is 0 after the account's volumeScale of 0.5, which is zero");
  });
});
