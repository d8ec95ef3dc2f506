// Breakers as text: how each stands and what was done, the list, and what was armed.

import { LEDGER_REPAIR } from "../../model/bot/observed.js";
import { armText, type BreakerReading } from "../../model/policy/breaker.js";
import type {
  ArmedFacts,
  BreakerCheckFacts,
  BreakerListFacts,
  CheckedAccount,
  ListedBreaker,
  TripFacts,
} from "../../model/policy/breaker-facts.js";
import { counted } from "../../model/text/counted.js";
import { namesText } from "../../model/text/named.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";
import { utc } from "./value.js";
import { wrapped } from "./wrap.js";

export function breakerCheckText({ accounts }: BreakerCheckFacts, colour: Paint): string {
  return accounts.map((one) => accountText(one, colour)).join("\n");
}

function accountText({ account, breakers, error, acted }: CheckedAccount, colour: Paint): string {
  const name = colour.bold(clean(account));
  if (error !== undefined) return `${name}: ${colour.bad("not checked")}: ${clean(error)}\n`;
  if (breakers.length === 0) return `${name}: the configuration has no breakers for it\n`;
  const rows = breakers.map((one) => wrapped(`  ${readingText(one, colour)}`, colour));
  const idle = breakers.filter(({ state, trippedAt }) => state === "tripped" && trippedAt === undefined);
  const next =
    acted === undefined && idle.length > 0
      ? ["To turn its bots off and hold them:", `  botform breaker check --act --account ${clean(account)}`]
      : [];
  const done = acted === undefined ? [] : actedLines(acted, colour);
  const armed =
    acted?.tripped.length === 0 || acted === undefined ? tripped(breakers) : [...acted.tripped, ...tripped(breakers)];
  const arm = armed.length === 0 ? [] : ["When the bots may run again:", `  ${armText(armed)}`];
  return `${[name, ...rows, ...done, ...next, ...arm].map((line) => line.trimEnd()).join("\n")}\n`;
}

function tripped(breakers: readonly BreakerReading[]): readonly string[] {
  return breakers.flatMap(({ name, trippedAt }) => (trippedAt === undefined ? [] : clean(name)));
}

function readingText({ name, state, why, used, trippedAt }: BreakerReading, colour: Paint): string {
  const share = used === null || state === "unknown" ? "" : ` (${used} %)`;
  const word = {
    fine: colour.good("fine"),
    near: colour.change("near its limit"),
    tripped: colour.bad(trippedAt === undefined ? "at its limit" : `tripped ${utc(trippedAt)}`),
    unknown: colour.change("unknown"),
  }[state];
  return `${clean(name)}: ${word}, ${clean(why)}${share}`;
}

function actedLines(
  { tripped: names, held, recorded, turnedOff, wereOff, remaining, unsettled }: TripFacts,
  colour: Paint,
) {
  const off = `${counted(turnedOff.length, "bot")} turned off, ${wereOff} ${wereOff === 1 ? "was" : "were"} off`;
  const head = names.length === 0 ? "Off again:" : `Tripped ${namesText(names.map(clean))}:`;
  const holds = held.length === 0 ? "" : recorded ? `; held: ${namesText(held.map(clean), 5)}` : "; not held";
  const left = remaining.map(({ id, title }) => `  ${colour.bad("not observed off:")} bot ${id} "${clean(title)}"`);
  return [
    wrapped(`${colour.bad(head)} ${off}${holds}. Running deals stay open.`, colour),
    ...left,
    ...unsettled.map((text) => wrapped(`  ${clean(text)}`, colour)),
  ];
}

export function breakerListText({ breakers, damaged }: BreakerListFacts, colour: Paint): string {
  const rows = breakers.length === 0 ? "No breakers.\n" : breakers.map((one) => listedText(one, colour)).join("");
  if (damaged === undefined) return rows;
  return `${colour.bad("Part of the ledger is lost, a trip perhaps:")} ${clean(damaged)}\n${LEDGER_REPAIR}\n\n${rows}`;
}

function listedText({ account, name, rule, limit, place, ...past }: ListedBreaker, colour: Paint): string {
  const { state, trippedAt, why, armedAt, reason } = past;
  const what = rule === null ? "not in the configuration any more" : `${rule}: ${limit ?? ""}`;
  const since =
    state === "tripped"
      ? colour.bad(`tripped ${utc(trippedAt ?? "")}: ${clean(why ?? "")}`)
      : colour.good(armedAt === undefined ? "armed" : `armed ${utc(armedAt)}: ${clean(reason ?? "")}`);
  const where = place === null ? "" : `  ${clean(place)}`;
  return `${colour.bold(clean(`${account} ${name}`))}  ${clean(what)}${where}\n  ${since}\n`;
}

export function armedText({ armed, reason }: ArmedFacts, colour: Paint): string {
  const rows = armed.map(({ account, names, lifted, kept, deals }) => {
    const again =
      deals === 0 ? "" : `; what ${counted(deals, "running deal")} had won or lost by now isn't counted again`;
    const lines = [
      `  ${clean(account)}: ${namesText(names.map(clean))}${again}`,
      ...(lifted.length === 0 ? [] : [`    lifted: ${namesText(lifted.map(clean), 5)}`]),
      ...(kept.length === 0 ? [] : [`    still held by something else: ${namesText(kept.map(clean), 5)}`]),
    ];
    return lines.map((line) => `${wrapped(line, colour)}\n`).join("");
  });
  return `${colour.good("Armed:")} ${clean(reason)}\n${rows.join("")}The next apply turns on what the configuration has enabled.\n`;
}
