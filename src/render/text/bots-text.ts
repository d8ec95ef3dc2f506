// Live bots and their logs as text: the list, one bot in full beside its configuration, log entries.

import type { DesiredBot } from "../../model/bot/desired.js";
import { FIELD_NAMES } from "../../model/bot/field.js";
import type { LiveBot } from "../../model/bot/live-bot.js";
import type { BotListFacts, LogFacts, ShownBot } from "../../model/bot/live-facts.js";
import { momentText } from "../../model/bot/moment.js";
import { aboutOf, doubtText } from "../../model/plan/in-doubt.js";
import type { BotInDoubt } from "../../model/plan/plan.js";
import { counted } from "../../model/text/counted.js";
import { clean } from "../sanitize.js";
import { activeDealsTable } from "./deals-text.js";
import type { Paint } from "./paint.js";
import { type Cell, columns, table } from "./table.js";
import { quoted, remarkLines, showValue, titled, utc } from "./value.js";
import { wrappedOnTerminal } from "./wrap.js";

const COLUMNS = columns("ID> | TITLE | ADDRESS | ACCESS | PAIR | SIDE | LEVERAGE> | SWITCH | STATUS | DEALS>");

export function botsText({ account, bots, inDoubt = [] }: BotListFacts, colour: Paint): string {
  if (bots.length === 0) return `No bots found on the account ${clean(account)}.\n`;
  const doubtful = new Set(inDoubt.flatMap(({ sends, botId }) => (aboutOf(sends) === "switch" ? [botId] : [])));
  const inMotion = new Set(inDoubt.flatMap(({ sends, botId }) => (aboutOf(sends) === "deal" ? [botId] : [])));
  const rows = bots.map(({ bot, address, access, runningDeals }): Cell[] => [
    String(bot.id),
    bot.fields.title ?? "",
    address ?? "-",
    access?.title ?? "?",
    bot.fields.pairTitle ?? "",
    bot.fields.strategy ?? "",
    bot.fields.leverage ?? "",
    doubtful.has(bot.id) ? { text: "in doubt", paint: colour.change } : switchCell(bot, colour),
    bot.status.raw,
    dealsCell(runningDeals, inMotion.has(bot.id), colour),
  ]);
  const on = bots.filter(({ bot }) => bot.status.on).length;
  const deals = bots.reduce((sum, { runningDeals }) => sum + runningDeals, 0);
  const undeclared = bots.filter(({ address }) => address === null).length;
  const counts = [
    counted(bots.length, "bot"),
    `${on} on`,
    ...(inDoubt.length === 0 ? [] : [`${inDoubt.length} in doubt`]),
    ...(undeclared === 0 ? [] : [`${undeclared} without an address`]),
    counted(deals, "running deal"),
  ];
  const asked = bots.some(({ access }) => access === undefined) ? `\n${ACCESS_UNKNOWN}` : "";
  return `${table(COLUMNS, rows, colour)}\n${wrappedOnTerminal(`${counts.join(", ")}${asked}`, colour)}\n`;
}

const ACCESS_UNKNOWN =
  "? the bot list doesn't show each bot's access; --details reads every bot separately to find it.";

function switchCell({ status }: LiveBot, colour: Paint): Cell {
  return status.on ? { text: "on", paint: colour.good } : { text: "off", paint: colour.faint };
}

/** A deal may still open, change or end by what was sent before. */
function dealsCell(running: number, isInDoubt: boolean, colour: Paint): Cell {
  const count = running === 0 ? "-" : String(running);
  return isInDoubt ? { text: running === 0 ? "in doubt" : `${count}, in doubt`, paint: colour.change } : count;
}

export function botText({ bot, address, access, desired, deals, inDoubt }: ShownBot, colour: Paint): string {
  const where = access === undefined ? String(bot.accessId ?? "unknown") : `${clean(access.title)} (${access.id})`;
  const wanted = desired?.enabled;
  const isOther = wanted !== undefined && wanted !== bot.status.on;
  const facts: readonly (readonly [string, string])[] = [
    ["address", address === null ? "none: no configuration here declares it" : clean(address)],
    [
      "switch",
      `${bot.status.on ? colour.good("on") : "off"} (${clean(bot.status.raw)})${isOther ? colour.change(`  configuration: ${wanted ? "on" : "off"}`) : ""}`,
    ],
    ...(inDoubt === undefined ? [] : [["in doubt", colour.change(inDoubtText(inDoubt))] as const]),
    ["access", where],
    ["exchange", clean(bot.exchange ?? "unknown")],
    ["user", String(bot.userId ?? "unknown")],
    ["updated", bot.updated === null ? "unknown" : clean(momentText(bot.updated))],
    ["working orders", clean(bot.countOrderWorking ?? "") || "unknown"],
    ...(bot.unknownSettings.length === 0
      ? []
      : [["unknown settings", bot.unknownSettings.map(clean).join(", ")] as const]),
  ];
  const head = colour.bold(`Bot ${bot.id} ${quoted(bot.fields.title ?? "")}`);
  const running =
    deals.length === 0
      ? "No running deals.\n"
      : `${counted(deals.length, "running deal")}:\n\n${activeDealsTable(deals, colour)}`;
  const lines = facts.map(([name, value]) => `  ${name.padEnd(16)}  ${value}\n`).join("");
  return `${head}\n${lines}\n${fieldsTable(bot, desired, colour)}\n${running}`;
}

function inDoubtText({ sends, dealId, sentAt, until }: BotInDoubt): string {
  return `${doubtText({ sends, dealId })} was sent ${utc(sentAt)}, and may take effect until ${utc(until)}`;
}

function fieldsTable(bot: LiveBot, desired: DesiredBot | undefined, colour: Paint): string {
  const rows = FIELD_NAMES.map((name): Cell[] => {
    const wanted = desired?.fields[name];
    const differs = wanted !== undefined && wanted !== bot.fields[name];
    const live = showValue(bot.fields[name]);
    return differs
      ? [name, { text: live, paint: colour.change }, { text: showValue(wanted), paint: colour.change }]
      : [name, live];
  });
  return table(columns(`FIELD | LIVE${desired === undefined ? "" : " | CONFIGURATION"}`), rows, colour);
}

/** Oldest first, one line each. */
export function logsText({ entries }: LogFacts, colour: Paint): string {
  return entries.map(({ datetime, message }) => `${colour.faint(clean(datetime))}  ${clean(message)}\n`).join("");
}

interface OffBot {
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
  /** Bots that were off, with a running deal; null where that isn't known. */
  readonly offInDeals: readonly OffBot[] | null;
  readonly notes: readonly string[];
  readonly unsettled: readonly string[];
  /** Whether the list of bots was read at all. */
  readonly wasRead?: boolean;
  readonly isInterrupted: boolean;
  /** In the journal. */
  readonly runIds: readonly string[];
}

/** The whole report, ending in a line feed. */
export function offText(facts: OffFacts, colour: Paint): string {
  const { account, turnedOff, wereOff, stragglers, runningDeals, runIds } = facts;
  // Of bots that nobody saw nothing is known: they aren't off.
  const isUnread = facts.wasRead === false;
  const isUnseen = isUnread && turnedOff.length + wereOff.length + stragglers.length === 0;
  const counts = isUnseen
    ? [colour.bad("unknown; no bot could be read")]
    : [
        `${turnedOff.length} turned off`,
        `${wereOff.length} ${wereOff.length === 1 ? "was" : "were"} off`,
        ...(stragglers.length === 0 ? [] : [colour.bad(`${stragglers.length} NOT observed off`)]),
      ];
  const left = stragglers.map(
    (bot) => `${bot.id} ${quoted(bot.title)}  ${isUnread ? "" : `last seen ${bot.status}: `}${bot.why}`,
  );
  const named = (bots: readonly OffBot[]) => bots.map(({ id, title, status }) => `${id} ${quoted(title)}  ${status}`);
  const blocks = [
    ...titled(colour.bad("Not observed off:"), left),
    ...titled("Turned off:", named(turnedOff)),
    ...titled(
      "Were off, in a running deal; no turn-off was sent, since it may hand the deal to you:",
      named(facts.offInDeals ?? []),
    ),
    ...remarkLines(facts, colour),
    ...(isUnread ? [colour.bad(BY_HAND)] : []),
    ...(runningDeals === null || runningDeals === 0 ? [] : [dealsText(runningDeals)]),
    ...(facts.isInterrupted ? ["Interrupted: nothing more was sent."] : []),
    ...(runIds.length === 0
      ? []
      : [`To turn the same bots on again: ${runIds.map((id) => `botform undo ${clean(id)}`).join(", then ")}`]),
  ];
  return `${wrappedOnTerminal([colour.bold(`${clean(account)}: ${counts.join(", ")}`), ...blocks].join("\n\n"), colour)}\n`;
}

const BY_HAND =
  "The bots couldn't be read, so others may be on. Turn them off on the service's website, or put right what is said here and repeat this command.";

function dealsText(count: number): string {
  const open = count === 1 ? "stays open, and its" : "stay open, and their";
  return `${counted(count, "running deal")} ${open} safety orders may still fill; a bot that is off opens no new deal.`;
}
