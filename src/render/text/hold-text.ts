// Holds as text: the list, what was set with the line to commit, and what was lifted.
import { reasonText } from "../../model/bot/hold.js";
import type { HoldAddedFacts, HoldListFacts, HoldRemovedFacts, ListedHold } from "../../model/bot/hold-facts.js";
import { LEDGER_REPAIR } from "../../model/bot/observed.js";
import { counted } from "../../model/text/counted.js";
import { namesText } from "../../model/text/named.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";

export function holdsText({ holds, damaged }: HoldListFacts, colour: Paint): string {
  const list = holds.length === 0 ? "No holds.\n" : holds.map((hold) => holdText(hold, colour)).join("");
  if (damaged === undefined) return list;
  const lost = `${colour.bad("Part of the ledger is lost")}, a hold perhaps: ${clean(damaged)}\n${LEDGER_REPAIR}\n`;
  return `${lost}\n${holds.length === 0 ? "No hold can be read.\n" : list}`;
}

function holdText(hold: ListedHold, colour: Paint): string {
  const { bots, state, holds, place } = hold;
  const ended =
    state === "in force" ? "" : colour.bad(state === "ended" ? " (ended)" : " (ended more than 7 days ago)");
  const where = {
    ledger: "in the ledger only: not committed yet",
    configuration: "in the configuration",
    both: "in the ledger and in the configuration",
  }[hold.in];
  const whom =
    holds === null
      ? ""
      : `\n  holds ${holds.length === 0 ? "no declared bot" : `${counted(holds.length, "bot")}: ${clean(namesText(holds))}`}`;
  return `${colour.bold(clean(bots.join(", ")))}  ${clean(reasonText(hold))}${ended}\n  ${where}${place === null ? "" : `, ${clean(place)}`}${whom}\n`;
}

export function addedText({ bots, accounts, line, written, ...hold }: HoldAddedFacts, colour: Paint): string {
  const head = `${colour.good("Held:")} ${clean(bots.join(", "))}: ${clean(reasonText(hold))}\n`;
  const force = `In force at once, in the ledger of ${clean(accounts.join(", "))}. What is on is turned off by the next apply, or by botform bots off.\n`;
  const commit =
    written === null
      ? `To keep it, commit it under holds: in the configuration (--write does that):\n  ${clean(line)}\n`
      : `Written to ${clean(written)}; commit it.\n`;
  return `${head}${force}${commit}`;
}

export function removedText({ lifted, written, remaining }: HoldRemovedFacts, colour: Paint): string {
  const ledger =
    lifted.length === 0
      ? "The ledger has no such hold.\n"
      : `${colour.good("Lifted")} in the ledger: ${clean(lifted.join(", "))}\n`;
  const files = written.length === 0 ? "" : `Removed from ${clean(written.join(", "))}; commit it.\n`;
  const left =
    remaining.length === 0
      ? ""
      : `${colour.bad("Still held")} by the configuration: ${clean(remaining.join(", "))}. Remove it there, or run the command with --write.\n`;
  return `${ledger}${files}${left}`;
}
