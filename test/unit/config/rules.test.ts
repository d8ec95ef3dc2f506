// What is said of settings of one bot that contradict each other, or lack one another: place, code, summary and remedy, whole.
import { expect, test } from "vitest";
import { botYaml, diagnosticsOf, fleetYaml, said } from "./fleet.js";

/** Lines of one bot, between |; a dash leaves out what the bot has otherwise. */
function fleet(lines: string): string {
  const parts = lines.split("|").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]);
  return fleetYaml(
    botYaml("x", Object.fromEntries(parts.map(([key, value]) => [key, value === "-" ? undefined : value]))),
  );
}

const CASES: readonly (readonly [lines: string, says: readonly string[]])[] = [
  [
    "priceLevel: UPPER",
    [
      "21:17 warning price-level-missing: bot x: priceLevel UPPER needs priceLevelUp, which isn't declared | Add priceLevelUp, or choose another priceLevel.",
    ],
  ],
  [
    "priceLevel: LOWER",
    [
      "21:17 warning price-level-missing: bot x: priceLevel LOWER needs priceLevelDown, which isn't declared | Add priceLevelDown, or choose another priceLevel.",
    ],
  ],
  [
    "priceLevel: BOTH",
    [
      "21:17 warning price-level-missing: bot x: priceLevel BOTH needs priceLevelDown, which isn't declared | Add priceLevelDown, or choose another priceLevel.",
      "21:17 warning price-level-missing: bot x: priceLevel BOTH needs priceLevelUp, which isn't declared | Add priceLevelUp, or choose another priceLevel.",
    ],
  ],
  [
    "priceLevel: BOTH|priceLevelUp: 9",
    [
      "21:17 warning price-level-missing: bot x: priceLevel BOTH needs priceLevelDown, which isn't declared | Add priceLevelDown, or choose another priceLevel.",
    ],
  ],
  [
    "priceLevel: UPPER|priceLevelUp: null",
    [
      "21:17 price-level-missing: bot x: priceLevel UPPER needs priceLevelUp | Add priceLevelUp, or choose another priceLevel.",
    ],
  ],
  ["priceLevel: UPPER|priceLevelUp: 9", []],
  ["priceLevel: LOWER|priceLevelDown: 1", []],
  [
    "priceLevel: BOTH|priceLevelDown: 10|priceLevelUp: 9.5",
    ["22:21 price-level-order: bot x: priceLevelDown (10) isn't below priceLevelUp (9.5) | Swap or correct the two."],
  ],
  [
    "priceLevel: BOTH|priceLevelDown: 9|priceLevelUp: 9",
    ["22:21 price-level-order: bot x: priceLevelDown (9) isn't below priceLevelUp (9) | Swap or correct the two."],
  ],
  ["priceLevel: BOTH|priceLevelDown: 9|priceLevelUp: 10", []],
  [
    "priceLevel: NOTHING|priceLevelUp: 9",
    [
      "22:19 warning no-effect: bot x: priceLevelUp has no effect while priceLevel is off | Remove priceLevelUp, or set priceLevel to UPPER or BOTH.",
    ],
  ],
  [
    "priceLevel: null|priceLevelDown: 9",
    [
      "22:21 warning no-effect: bot x: priceLevelDown has no effect while priceLevel is off | Remove priceLevelDown, or set priceLevel to LOWER or BOTH.",
    ],
  ],
  [
    "priceLevel: LOWER|priceLevelDown: 1|priceLevelUp: 9",
    [
      "23:19 warning no-effect: bot x: priceLevelUp has no effect while priceLevel is LOWER | Remove priceLevelUp, or set priceLevel to UPPER or BOTH.",
    ],
  ],
  [
    "priceLevel: UPPER|priceLevelDown: 1|priceLevelUp: 9",
    [
      "22:21 warning no-effect: bot x: priceLevelDown has no effect while priceLevel is UPPER | Remove priceLevelDown, or set priceLevel to LOWER or BOTH.",
    ],
  ],
  [
    "priceLevelUp: 9",
    [
      "21:19 warning no-effect: bot x: priceLevelUp has no effect without priceLevel, which isn't declared | Set priceLevel to UPPER or BOTH.",
    ],
  ],
  [
    "priceLevelDown: 1|priceLevelUp: 9",
    [
      "22:19 warning no-effect: bot x: priceLevelUp and priceLevelDown have no effect without priceLevel, which isn't declared | Set priceLevel to BOTH.",
    ],
  ],
  [
    "countOrderMax: 5|volumeSafetyOrder: 50|percentSafetyOrder: 0.015",
    [
      "19:25 warning tiny-step: bot x: percentSafetyOrder is 0.015 %, so all safety orders are close to the first | If a share of 1 is meant, write it in percent: 1.5 for 1.5 %.",
    ],
  ],
  ["countOrderMax: 5|volumeSafetyOrder: 50|percentSafetyOrder: 0.05", []],
  ["priceLevelUp: null", []],
  [
    "priceLevel: UPPER|priceLevelUp: x",
    ['22:19 wrong-type: bots.x.priceLevelUp must be a number, not text "x" | Write a plain number.'],
  ],
  [
    "priceLevel: up|priceLevelUp: 9",
    [
      '21:17 unknown-word: bots.x.priceLevel must be NOTHING, UPPER, LOWER or BOTH, not "up" | Write NOTHING, UPPER, LOWER or BOTH. null switches it off.',
    ],
  ],
  [
    "indicatorGroup: FOMO",
    [
      "21:21 warning incomplete-indicator: bot x: indicatorGroup FOMO is set without indicatorName and indicatorInterval | Add indicatorName and indicatorInterval.",
    ],
  ],
  [
    "indicatorGroup: FOMO|indicatorName: a",
    [
      "21:21 warning incomplete-indicator: bot x: indicatorGroup FOMO is set without indicatorInterval | Add indicatorInterval.",
    ],
  ],
  [
    "indicatorGroup: FOMO|indicatorInterval: 5MIN",
    [
      "21:21 warning incomplete-indicator: bot x: indicatorGroup FOMO is set without indicatorName | Add indicatorName.",
    ],
  ],
  ["indicatorGroup: FOMO|indicatorName: a|indicatorInterval: 5MIN", []],
  [
    "indicatorGroup: NOTHING|indicatorName: a",
    [
      "22:20 warning no-effect: bot x: indicatorName has no effect while indicatorGroup is off | Remove indicatorName, or choose an indicatorGroup.",
    ],
  ],
  [
    "indicatorGroup: null|indicatorInterval: 5MIN",
    [
      "22:24 warning no-effect: bot x: indicatorInterval has no effect while indicatorGroup is off | Remove indicatorInterval, or choose an indicatorGroup.",
    ],
  ],
  [
    "indicatorGroup: null|indicatorName: a|indicatorInterval: 5MIN",
    [
      "22:20 warning no-effect: bot x: indicatorName has no effect while indicatorGroup is off | Remove indicatorName, or choose an indicatorGroup.",
      "23:24 warning no-effect: bot x: indicatorInterval has no effect while indicatorGroup is off | Remove indicatorInterval, or choose an indicatorGroup.",
    ],
  ],
  ["indicatorName: a", []],
  [
    "indicatorGroup: FOMO|indicatorName: 5",
    [
      "22:20 unquoted-text: bots.x.indicatorName must be text, but without quotes 5 is a number | Put quotes around it.",
    ],
  ],
  [
    "countOrderMax: 5",
    [
      "21:20 warning safety-volume-missing: bot x: countOrderMax is set without volumeSafetyOrder or martingaleScale | Add one of them.",
    ],
  ],
  ["countOrderMax: 5|martingaleScale: 1.2", []],
  [
    "countOrderMax: 5|martingaleScale: null",
    [
      "21:20 warning safety-volume-missing: bot x: countOrderMax is set without volumeSafetyOrder or martingaleScale | Add one of them.",
    ],
  ],
  ["countOrderMax: 5|volumeSafetyOrder: 10", []],
  [
    "countOrderMax: 5|volumeSafetyOrder: x",
    ['22:24 wrong-type: bots.x.volumeSafetyOrder must be a number, not text "x" | Write a plain number.'],
  ],
  [
    "leverage: -",
    [
      "11:5 warning incomplete-bot: bot x lacks leverage: it can be managed only if it already exists | Declare what it lacks in the bot, its template or defaults; until then it can't be created.",
    ],
  ],
  [
    "leverage: -|strategy: -",
    [
      "11:5 warning incomplete-bot: bot x lacks strategy and leverage: it can be managed only if it already exists | Declare what it lacks in the bot, its template or defaults; until then it can't be created.",
    ],
  ],
  ["leverage: -|botId: 5", []],
  ["title: -", ["9:3 title-missing: bot x has no title | Add `title: …`."]],
  ["title: -|leverage: -", ["9:3 title-missing: bot x has no title | Add `title: …`."]],
  [
    "leverage: -|ignore: [marginMode]",
    [
      "11:5 warning incomplete-bot: bot x lacks leverage: it can be managed only if it already exists | Declare what it lacks in the bot, its template or defaults; until then it can't be created.",
    ],
  ],
  [
    "access: -",
    [
      "9:3 access-missing: bot x doesn't name the access of account main that it uses | Add access: primary or access: second to the bot, or to defaults.",
    ],
  ],
  [
    "previousTitles: [BTC dip]",
    ['21:22 warning previous-title-useless: bot x: the previous title "BTC dip" is its current title | Remove it.'],
  ],
  [
    "previousTitles: [a, BTC dip]",
    ['21:25 warning previous-title-useless: bot x: the previous title "BTC dip" is its current title | Remove it.'],
  ],
  ["priceLevel: UPPER|ignore: [priceLevel]", []],
];

test.each(CASES)("%s", (lines, says) => {
  expect(said(diagnosticsOf(fleet(lines)))).toEqual(says);
});
