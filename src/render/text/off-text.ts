// How turning bots off went, as a person in a hurry reads it: the totals, then whatever isn't off for certain.

import { counted } from "../../model/text/counted.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";
import { quoted } from "./value.js";

export interface OffBot {
  readonly id: number;
  readonly title: string;
  readonly status: string;
}

export interface OffFacts {
  readonly account: string;
  readonly turnedOff: readonly OffBot[];
  readonly wereOff: readonly OffBot[];
  /** Not observed off. */
  readonly stragglers: readonly (OffBot & { readonly why: string })[];
  /** Deals of these bots that go on; null where that isn't known. */
  readonly runningDeals: number | null;
  readonly notes: readonly string[];
  readonly unsettled: readonly string[];
  readonly isInterrupted: boolean;
  /** In the journal. */
  readonly runIds: readonly string[];
}

/** The whole report, ending in a line feed. */
export function offText(facts: OffFacts, colour: Paint): string {
  const { account, turnedOff, wereOff, stragglers, runningDeals, runIds } = facts;
  const counts = [
    `${turnedOff.length} turned off`,
    `${wereOff.length} ${wereOff.length === 1 ? "was" : "were"} off`,
    ...(stragglers.length === 0 ? [] : [colour.bad(`${stragglers.length} NOT observed off`)]),
  ];
  const left = stragglers.map(
    (bot) => `  ${bot.id} ${quoted(bot.title)}  last seen ${clean(bot.status)}: ${clean(bot.why)}`,
  );
  const blocks = [
    ...(left.length === 0 ? [] : [[colour.bad("Not observed off:"), ...left].join("\n")]),
    ...(turnedOff.length === 0 ? [] : [["Turned off:", ...turnedOff.map(offLine)].join("\n")]),
    ...facts.unsettled.map((text) => colour.bad(`? ${clean(text)}`)),
    ...facts.notes.map((text) => colour.change(`! ${clean(text)}`)),
    ...(runningDeals === null || runningDeals === 0 ? [] : [dealsText(runningDeals)]),
    ...(facts.isInterrupted ? ["Interrupted: nothing more was sent."] : []),
    ...(runIds.length === 0 ? [] : [`To turn the same bots on again: ${runIds.map(undoOf).join(", then ")}`]),
  ];
  return `${[colour.bold(`${clean(account)}: ${counts.join(", ")}`), ...blocks].join("\n\n")}\n`;
}

function offLine({ id, title, status }: OffBot): string {
  return `  ${id} ${quoted(title)}  ${clean(status)}`;
}

function dealsText(count: number): string {
  const go = count === 1 ? "goes" : "go";
  return `${counted(count, "running deal")} ${go} on to ${count === 1 ? "its" : "their"} end: a bot that is off opens no new one.`;
}

function undoOf(id: string): string {
  return `botform undo ${clean(id)}`;
}
