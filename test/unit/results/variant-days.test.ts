// What a bot of a variant has made so far: as much for one bot as for two that do the same, and unknown where a deal is.
import { expect, it } from "vitest";
import type { CountedBot } from "../../../src/results/experiments.js";
import { spanOf, variantCurve } from "../../../src/results/variant-days.js";
import { dealOf, endedOf, type Given } from "./versions-of.js";

const DAY = 86_400_000;
const START = Date.parse("2026-01-01T00:00:00Z");
const LAST = START / DAY + 4;

let id = 0;
/** Nets by the hour of their ends. */
function bot(nets: Readonly<Record<number, string>>, isRunning = false): CountedBot {
  const given = Object.entries(nets).map(([hour, net]): Given => {
    id += 1;
    return { id, net, hour: Number(hour) };
  });
  return {
    ...{ address: `main/${id}`, variant: "v", pair: "USDT-BTC", asset: "USDT", others: 0 },
    stretches: [endedOf(given)],
    running: isRunning ? [dealOf({ id: 900, net: "0" })] : [],
  };
}
const shown = (...bots: readonly CountedBot[]) => {
  const { points, perBotDay } = variantCurve(bots, { first: START / DAY, last: LAST });
  return { points: points?.map(({ at, net }) => [(at - START) / DAY, net]), perBotDay };
};

it("begins at 0 and adds up each day, those without a deal included", () => {
  expect(shown(bot({ 1: "2", 5: "-0.5", 50: "3" }))).toEqual({
    points: [
      [0, "0"],
      [1, "1.5"],
      [2, "1.5"],
      [3, "4.5"],
    ],
    perBotDay: "1.5",
  });
});

it("is of one bot, however many there are", () => {
  const one = bot({ 1: "2", 30: "1" });
  expect(shown(one, bot({ 1: "2", 30: "1" }))).toEqual(shown(one));
  expect(shown(one, bot({ 1: "1", 30: "0" }))).toMatchObject({
    points: [
      [0, "0"],
      [1, "1.5"],
      [2, "2"],
    ],
  });
});

it("a bot that is stuck is at work, and earns nothing; one that has ended its last deal isn't", () => {
  const early = bot({ 1: "2" });
  const late = bot({ 1: "2", 100: "8" });
  expect(shown(early, late).points?.at(-1)).toEqual([5, "10"]);
  expect(shown(bot({ 1: "2" }, true), late).points?.at(-1)).toEqual([5, "6"]);
});

it("a bot whose later deals are of other settings isn't at work, though one of its own runs", () => {
  const back = bot({ 1: "2" }, true);
  expect(shown({ ...back, isFollowed: true }).perBotDay).toBe("2");
  expect(shown(back).perBotDay).toBe("0.4");
  expect(spanOf([{ ...back, isFollowed: true }], LAST * DAY).last).toBe(START / DAY);
  expect(spanOf([back], LAST * DAY)).toEqual({ first: START / DAY, last: LAST });
});

it("a bot that is stuck in its first deal is at work on all days", () => {
  const late = bot({ 1: "2", 100: "8" });
  const stuck = { ...bot({}, true), stretches: [] };
  expect(shown(late, stuck).perBotDay).toBe("1");
  expect(shown(late, { ...stuck, isFollowed: true }).perBotDay).toBe("2");
  expect(shown({ ...stuck, running: [] }, late).perBotDay).toBe("2");
  expect(spanOf([stuck], LAST * DAY)).toEqual({ last: LAST });
});

it("days without a bot at work change nothing", () => {
  const [first, second] = [bot({ 1: "1" }), bot({ 73: "1" })];
  expect(shown(first, second)).toEqual({
    points: [
      [0, "0"],
      [1, "1"],
      [3, "1"],
      [4, "2"],
    ],
    perBotDay: "1",
  });
});

it("is unknown where a net is, and has no mean without deals", () => {
  expect(shown(bot({ 1: "2", 2: "?" }))).toEqual({ points: undefined, perBotDay: null });
  expect(shown()).toEqual({ points: [], perBotDay: null });
});
