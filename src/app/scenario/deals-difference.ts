// The first deal of a scenario that isn't the one expected, and what about it is another.
import Big from "big.js";
import { momentMs, momentText, precisionOf } from "../../model/scenario/moment.js";
import type { Difference, ScenarioDeal } from "../../model/scenario/result.js";
import type { ExpectedDeal } from "../../model/scenario/scenario.js";
import { counted } from "../../model/text/counted.js";
import type { Position } from "../../model/text/diagnostic.js";

/** Both in the order in which they opened. */
export function dealsDifference(
  expected: readonly ExpectedDeal[],
  came: readonly ScenarioDeal[],
  place: (path: readonly (string | number)[]) => Position,
): Difference | undefined {
  for (const [index, wanted] of expected.entries()) {
    const deal = came[index];
    const position = place(["deals", index]);
    const words = { position, expected: `deal ${index + 1}: ${expectedText(wanted)}` };
    if (deal === undefined)
      return {
        ...words,
        found: `there were only ${counted(came.length, "deal")}`,
        because: cameText(came.at(-1), "the last was"),
      };
    const others = PARTS.filter((part) => wanted[part] !== undefined && !IS_SAME[part](wanted, deal));
    if (others.length === 0) continue;
    const found = others.map((part) => `${part} was ${partOf(deal, part)}`).join(", ");
    return { ...words, found, because: cameText(deal, "the deal was") };
  }
  const extra = came[expected.length];
  if (extra === undefined) return undefined;
  return {
    ...{ position: place(["deals"]), expected: counted(expected.length, "deal") },
    ...{ found: `there were ${came.length}`, because: cameText(extra, "the first beyond them was") },
  };
}

const PARTS = ["bot", "opened", "ended", "closed", "safetyOrders", "entry", "exit", "net"] as const;
type Part = (typeof PARTS)[number];

const IS_SAME: Readonly<Record<Part, (wanted: ExpectedDeal, deal: ScenarioDeal) => boolean>> = {
  bot: (wanted, { bot }) => wanted.bot === bot,
  opened: (wanted, { opened }) => isTime(wanted.opened, opened),
  closed: (wanted, { closed }) => isTime(wanted.closed, closed),
  ended: (wanted, { ended }) => wanted.ended === ended,
  safetyOrders: (wanted, { safetyOrders }) => wanted.safetyOrders === safetyOrders,
  entry: (wanted, { entry }) => isDecimal(wanted.entry, entry),
  exit: (wanted, { exit }) => isDecimal(wanted.exit, exit),
  net: (wanted, { net }) => isDecimal(wanted.net, net),
};

/** To the smallest unit that is written. */
function isTime(wanted: string | undefined, came: number | null): boolean {
  if (wanted === undefined || came === null) return false;
  const unit = precisionOf(wanted);
  return Math.floor(came / unit) * unit === momentMs(wanted);
}

/** To the places that are written. */
function isDecimal(wanted: string | undefined, came: string | null): boolean {
  if (wanted === undefined || came === null) return false;
  const [, places = ""] = wanted.split(".");
  return new Big(came).round(places.length).eq(wanted);
}

function expectedText(wanted: ExpectedDeal): string {
  return PARTS.flatMap((part) => (wanted[part] === undefined ? [] : [`${part}: ${wanted[part]}`])).join(", ");
}

/** As it could stand in the file. */
function cameText(deal: ScenarioDeal | undefined, what: string): readonly string[] {
  if (deal === undefined) return [];
  const parts = PARTS.map((part) => `${part}: ${partOf(deal, part)}`).filter((text) => !text.endsWith(": none"));
  return [`${what} { ${parts.join(", ")} }`];
}

/** Six places tell any two deals apart that a reader would. */
const PLACES = 6;

function partOf(deal: ScenarioDeal, part: Part): string {
  const value = deal[part];
  if (value === null) return "none";
  if (part === "opened" || part === "closed") return momentText(Number(value));
  return part === "entry" || part === "exit" || part === "net" ? new Big(value).round(PLACES).toFixed() : String(value);
}
