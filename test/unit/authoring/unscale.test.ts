// Volumes of two accounts with their scales taken out: by the configuration's own volume, else without dividing.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareScaled, unscaling } from "../../../src/authoring/unscale.js";
import { scaled, type VolumeRules } from "../../../src/config/compose/scale.js";
import { loadSources } from "../../../src/config/load.js";

interface Row {
  readonly from: readonly [live: string, rules: VolumeRules, declared?: string];
  readonly to: readonly [live: string, rules: VolumeRules, declared?: string];
  readonly same: boolean;
  readonly expected?: string;
  readonly because: string;
}

const ONE: VolumeRules = {};
const QUARTER: VolumeRules = { scale: "0.25" };
const STEPPED: VolumeRules = { scale: "0.25", step: "1" };

const side = ([live, rules, declared]: Row["from"]) => ({ live, rules, declared });

describe("a volume counts as the same", () => {
  it.each<Row>([
    { from: ["20", ONE], to: ["5", QUARTER], same: true, because: "a quarter of it is there" },
    { from: ["5", QUARTER], to: ["20", ONE], same: true, because: "the other way round, too" },
    { from: ["20", ONE], to: ["20", QUARTER], same: false, expected: "5", because: "equal numbers aren't" },
    { from: ["33", ONE], to: ["8", STEPPED], same: true, because: "8.25 is rounded down to the step" },
    {
      from: ["8", STEPPED],
      to: ["33", ONE],
      same: true,
      because: "what was rounded away is found the other way round",
    },
    { from: ["36", ONE], to: ["8", STEPPED], same: false, expected: "9", because: "9 is a whole step above 8" },
    { from: ["35.999", ONE], to: ["8", STEPPED], same: true, because: "just below 9 is rounded down to 8" },
    { from: ["32", ONE], to: ["8", STEPPED], same: true, because: "8 exactly" },
    { from: ["31.999", ONE], to: ["8", STEPPED], same: false, expected: "7", because: "just below 8" },
    { from: ["33", ONE], to: ["8.25", STEPPED], same: true, because: "it is in exact proportion, whatever the step" },
    {
      from: ["33", ONE, "33"],
      to: ["8.25", STEPPED],
      same: false,
      expected: "8",
      because: "33 is declared, and the step would have rounded it",
    },
    { from: ["33", ONE], to: ["9", STEPPED], same: false, expected: "8", because: "never rounded up" },
    {
      from: ["10", { scale: "0.3" }],
      to: ["33.33", { scale: "1", step: "0.01" }],
      same: true,
      because: "10 / 0.3 falls into the step of 33.33",
    },
    {
      from: ["10", { scale: "0.3" }],
      to: ["33.333333333333", ONE],
      same: false,
      because: "no finite number of digits is 10 / 0.3, and there is nothing to expect",
    },
    {
      from: ["8", STEPPED, "33"],
      to: ["16", { scale: "0.5", step: "1" }],
      same: true,
      because: "33 is declared, and explains both",
    },
    {
      from: ["8", STEPPED, "33"],
      to: ["17", { scale: "0.5", step: "1" }],
      same: false,
      expected: "16",
      because: "33 is declared, and explains one",
    },
    {
      from: ["20", ONE, "20"],
      to: ["12.5", QUARTER, "50"],
      same: false,
      expected: "5",
      because: "each is as declared, but what is declared differs",
    },
    {
      from: ["40", ONE, "20"],
      to: ["10", QUARTER, "20"],
      same: true,
      because: "both were changed by hand, and alike",
    },
  ])("$because", ({ from, to, same, expected }) => {
    expect(compareScaled(side(from), side(to))).toEqual({ same, ...(expected !== undefined && { expected }) });
  });

  const cents = fc.integer({ min: 1, max: 100_000 }).map((count) => String(count / 100));
  const rules = fc.record({ scale: cents, step: fc.constantFrom("0.01", "0.5", "1", "3") }, { requiredKeys: [] });

  it("whenever one configuration made both, and the same in either direction", () => {
    fc.assert(
      fc.property(cents, rules, rules, cents, fc.boolean(), (own, left, right, other, isKnown) => {
        const declared = isKnown ? own : undefined;
        const [a, b] = [scaled(own, left), scaled(own, right)];
        const sides = [
          { live: a, rules: left, declared },
          { live: b, rules: right, declared },
        ] as const;
        const isExact = left.step === undefined || left.scale === undefined;
        if (isKnown || isExact) expect(compareScaled(sides[0], sides[1]).same).toBe(true);
        const changed = { live: other, rules: right, declared: undefined };
        expect(compareScaled(changed, sides[0]).same).toBe(compareScaled(sides[0], changed).same);
      }),
    );
  });
});

describe("volumes of two configured accounts", () => {
  const account = (volumes: string, bots: string) => {
    const keys = 'apiKey: "${env.BOTFORM_KEY}", apiSecret: "${env.BOTFORM_SECRET}"';
    const text = `version: 1\naccounts:\n  main: { preset: cryptorg, ${keys}, accesses: { p: Main, s: Other }, ${volumes} }\nbots: { ${bots} }\n`;
    const [found] = loadSources([{ file: "a.yaml", text }]).accounts;
    if (found === undefined) throw new Error(text);
    return found;
  };
  const BOT = "a: { title: A, access: p, volumeFirstOrder: 33, volumeSafetyOrder: null }";
  const [plain, quarter] = [account("titlePrefix: A", BOT), account("volumeScale: 0.25, volumeStep: 1", BOT)];
  const A = { access: "p", title: "A" };

  it.each([
    {
      because: "33 is declared, and comes to 8",
      found: unscaling(plain, quarter)(A, "volumeFirstOrder", "33", "8"),
      expected: { same: true },
    },
    {
      because: "the other way round",
      found: unscaling(quarter, plain)(A, "volumeFirstOrder", "8", "33"),
      expected: { same: true },
    },
    {
      because: "33 is declared, which isn't 9",
      found: unscaling(plain, quarter)(A, "volumeFirstOrder", "33", "9"),
      expected: { same: false, expected: "8" },
    },
    {
      because: "nothing is declared of another access",
      found: unscaling(plain, quarter)({ ...A, access: "s" }, "volumeFirstOrder", "33", "8.25"),
      expected: { same: true },
    },
    {
      because: "nor of another volume",
      found: unscaling(plain, quarter)(A, "volumeSafetyOrder", "33", "8.25"),
      expected: { same: true },
    },
    {
      because: "a field that is no volume is none of its business",
      found: unscaling(plain, quarter)(A, "leverage", "4", "1"),
      expected: undefined,
    },
    {
      because: "nor is what is no number",
      found: unscaling(plain, quarter)(A, "volumeFirstOrder", "x", "1"),
      expected: undefined,
    },
    {
      because: "on either side",
      found: unscaling(plain, quarter)(A, "volumeFirstOrder", "4", "1.0"),
      expected: undefined,
    },
    {
      because: "nor are accounts without a scale",
      found: unscaling(plain, plain)(A, "volumeFirstOrder", "33", "8"),
      expected: undefined,
    },
  ])("$because", ({ found, expected }) => expect(found).toEqual(expected));
});
