// The ladder of a deal and its margins: where each safety order stands, what it ties up, and where the ladder ends.
import { describe, expect, it } from "vitest";
import { dealParams, ladderMargin, ladderOf } from "../../../src/market/deal-params.js";
import { DEFAULT_RULES } from "../../../src/market/rules.js";
import type { GridParams } from "../../../src/risk/grid-params.js";
import { settingsWith } from "./example.js";

const GRID: GridParams = {
  ...{ long: true, percent: "10", stepScale: "2", count: 3, anchor: "base" },
  ...{ firstVolume: "100", safetyVolume: "50", volumeScale: "3", volumeBase: "first" },
};

/** Deviation, price as a multiple, volume, and all volumes. */
const rungs = (changes: Partial<GridParams>) =>
  ladderOf({ ...GRID, ...changes }).map((rung) => Object.values(rung).map(String).join(" "));

describe("the ladder", () => {
  it.each<{ changes: Partial<GridParams>; expected: readonly string[]; because: string }>([
    {
      changes: {},
      expected: ["0.1 0.9 300 300", "0.3 0.7 900 1200", "0.7 0.3 2700 3900"],
      because: "steps double, volumes are the first one's times three",
    },
    {
      changes: { long: false },
      expected: ["0.1 1.1 300 300", "0.3 1.3 900 1200", "0.7 1.7 2700 3900"],
      because: "a SHORT's goes up",
    },
    {
      changes: { anchor: "previous", volumeBase: "safety" },
      expected: ["0.1 0.9 50 50", "0.3 0.72 150 200", "0.7 0.432 450 650"],
      because: "each counts from the one before",
    },
    {
      changes: { anchor: "average", stepScale: null, volumeScale: null },
      expected: ["0.1 0.9 50 50", "0.2 0.9 50 100", "0.3 0.9 50 150"],
      because: "each counts from the average it finds",
    },
    { changes: { count: 4 }, expected: rungs({ count: 3 }), because: "the fourth would stand below 0" },
    {
      changes: { percent: "25", stepScale: null, count: 9, volumeScale: null },
      expected: ["0.25 0.75 50 50", "0.5 0.5 50 100", "0.75 0.25 50 150"],
      because: "the fourth would stand at exactly 0",
    },
    { changes: { count: 0 }, expected: [], because: "none is asked for" },
    { changes: { safetyVolume: null, volumeScale: null }, expected: [], because: "no volume is given" },
    {
      changes: { safetyVolume: null, volumeBase: "safety", count: 1 },
      expected: ["0.1 0.9 300 300"],
      because: "without a safety volume the first one is scaled",
    },
  ])("$because", ({ changes, expected }) => {
    expect(rungs(changes)).toEqual(expected);
  });

  it("keeps thirty places of steps and volumes, and thirty digits of a price", () => {
    const [, second] = ladderOf({ ...GRID, percent: "0.0000000000000001", stepScale: "1.2345678901234567" });
    expect(second?.deviation.toFixed()).toBe("0.000000000000000002234567890123");
    const [, volumes] = ladderOf({ ...GRID, firstVolume: "0.0000000000000000000000000001", volumeScale: "1.55" });
    expect(volumes?.volume.toFixed()).toBe("0.00000000000000000000000000024");
    const previous = ladderOf({ ...GRID, percent: "33.3333333333333333", anchor: "previous", stepScale: null });
    expect(previous.at(-1)?.factor.c).toHaveLength(30);
  });
});

describe("the parameters of a deal", () => {
  const settings = settingsWith({ volumeFirstOrder: "20", volumeSafetyOrder: "50" });
  const shown = (params: ReturnType<typeof dealParams>) => ({
    factor: params.factor.toFixed(),
    firstNotional: params.firstNotional.toFixed(),
    margins: params.margins.map(String),
  });

  it("multiply volumes that mean margin by the leverage; the margin is theirs either way", () => {
    expect(shown(dealParams(settings, DEFAULT_RULES))).toEqual({
      ...{ factor: "1", firstNotional: "20", margins: ["0", "5", "10", "15"] },
    });
    expect(shown(dealParams(settings, { ...DEFAULT_RULES, volumeMeaning: "margin" }))).toEqual({
      ...{ factor: "10", firstNotional: "200", margins: ["0", "50", "100", "150"] },
    });
  });

  it("are worked out once for the same rules, and anew for others", () => {
    expect(dealParams(settings, DEFAULT_RULES)).toBe(dealParams(settings, DEFAULT_RULES));
    const finer = { ...DEFAULT_RULES, anchor: "average" as const };
    expect(dealParams(settings, finer).rules).toBe(finer);
  });

  it("have no rung where averaging is switched off", () => {
    const off = settingsWith({}, { safety: { ...settings.safety, enabled: false } });
    expect(shown(dealParams(off, DEFAULT_RULES)).margins).toEqual(["0"]);
    expect(dealParams(off, DEFAULT_RULES).rungs).toEqual([]);
  });

  it.each([
    { from: 0, to: 0, margin: "0", because: "none" },
    { from: 0, to: 1, margin: "5", because: "the first" },
    { from: 1, to: 3, margin: "10", because: "the last two" },
    { from: 2, to: 1, margin: "0", because: "those that were filled beyond" },
    { from: 1, to: 7, margin: "10", because: "the ladder has no more than three" },
    { from: 5, to: 7, margin: "0", because: "all of them beyond its end" },
  ])("from $from to $to tie up $margin: $because", ({ from, to, margin }) => {
    expect(ladderMargin(dealParams(settings, DEFAULT_RULES), from, to).toFixed()).toBe(margin);
  });
});
