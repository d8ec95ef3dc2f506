// A scenario in which no deal opened: it has tested nothing, unless that is what it expects.
import { type Expectation, isMet } from "../../model/scenario/expectation.js";
import type { FigureName } from "../../model/scenario/figures.js";
import type { WaitsFor } from "../../model/scenario/played.js";
import type { Difference } from "../../model/scenario/result.js";
import type { Scenario } from "../../model/scenario/scenario.js";
import type { Position } from "../../model/text/diagnostic.js";
import { fits } from "../../model/text/pattern.js";
import { type Came, WAITS } from "./differences.js";

type Path = readonly (string | number)[];
type Waiting = Came["bots"] extends ReadonlyMap<string, infer Bot> ? Bot : never;

/** Where a deal opened, or none is expected to, there is none. */
export function noDealDifference(
  scenario: Scenario,
  came: Came,
  place: (path: Path) => Position,
): readonly Difference[] {
  if (came.deals.length > 0 || expectsNone(scenario, [...came.bots.keys()])) return [];
  const bots = [...came.bots];
  const waits = new Set(bots.flatMap(([, { waitsFor }]) => waitsFor ?? []));
  const path = waits.has("margin") ? "balance" : scenario.expect.length > 0 ? "expect" : "deals";
  return [
    {
      ...{ position: place([path]), expected: "at least one deal" },
      found: "no deal was opened, so nothing was tested",
      because: [...reasons(bots, came.quote, scenario.balance), remedyOf(waits)],
    },
  ];
}

const OF_DEALS: readonly FigureName[] = ["opened", "deals", "running"];

/** Whether of each bot the scenario says that it opens no deal. */
function expectsNone({ expect, deals }: Scenario, keys: readonly string[]): boolean {
  if (deals?.length === 0) return true;
  const none = expect.filter(isNone);
  return keys.every((key) => none.some(({ of }) => of === undefined || fits(of, key)));
}

/** Met by no deal, and by one no more: `deals <= 5` holds of a market in which nothing happens, too. */
function isNone(expected: Expectation): boolean {
  if (!OF_DEALS.includes(expected.figure)) return false;
  return isMet(expected, "0", "0") && !isMet(expected, "1", "0");
}

/** Of so many bots it is told why. */
const SHOWN = 3;

function reasons(bots: readonly (readonly [string, Waiting])[], quote: string, balance: string): readonly string[] {
  const lines = bots.flatMap(([key, { waitsFor, needs }]) => {
    if (waitsFor === null) return [];
    if (needs === null) return [`${key} ${WAITS[waitsFor]}`];
    return [`${key} needs ${needs} ${quote} for its first order and the fee, and the balance is ${balance}`];
  });
  const more = lines.length > SHOWN ? [`and so on for ${lines.length - SHOWN} more`] : [];
  return [...lines.slice(0, SHOWN), ...more];
}

const REMEDIES: Readonly<Record<WaitsFor, string>> = {
  margin: "Raise balance",
  price: "Let the prices come within the bots' limits",
  signal: "Give signals at which a deal can open",
  volume: "Raise the bots' volumeFirstOrder",
};

function remedyOf(waits: ReadonlySet<WaitsFor>): string {
  const remedies = [...waits].map((wait) => REMEDIES[wait]);
  return [...remedies, "If no deal should open, expect opened == 0"].map((text) => `${text}.`).join(" ");
}
