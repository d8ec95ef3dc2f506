// I1: at every moment at most one bot of a key is on, unless somebody else than botform made it so.
import type { DesiredBot } from "../../../src/model/bot/desired.js";
import type { Findings } from "./findings.js";
import type { Claim, Version } from "./history.js";
import type { RunBook, Send } from "./ledger.js";

/** Looks at all pairs of a bot that changed just now with the others. */
export function judgeDoubles(
  changed: Version,
  all: readonly Version[],
  runs: readonly RunBook[],
  findings: Findings,
): void {
  if (!changed.bot.enabled) return;
  for (const other of all) {
    if (other.bot.id === changed.bot.id || !other.bot.enabled || other.bot.accessId !== changed.bot.accessId) continue;
    const key = sharedKey(changed, other, runs);
    if (key === undefined) continue;
    const excuse = excuseFor(changed, other);
    if (excuse !== undefined) findings.reached(`two on, ${excuse}`);
    else findings.violated("I1", `bots ${changed.bot.id} and ${other.bot.id} of ${key.address} are both on`);
  }
}

/** The configured bot that both live ones stand for by title. */
function sharedKey(left: Version, right: Version, runs: readonly RunBook[]): DesiredBot | undefined {
  if (left.bot.values.title !== right.bot.values.title) return undefined;
  const bots = runs.flatMap((run) => run.desired.bots);
  return bots.find((bot) => bot.fields.title === left.bot.values.title);
}

/** What made two bots run that no run could know of; undefined is botform's fault. */
function excuseFor(left: Version, right: Version): string | undefined {
  const sides = [
    { send: sendOf(left), other: right },
    { send: sendOf(right), other: left },
  ];
  if (sides.every(({ send }) => send === undefined)) return "made by others";
  for (const { send, other } of sides) {
    if (send === undefined) continue;
    if (couldKnow(send, other) || hadSeen(send, other)) return undefined;
  }
  const [one, two] = [sides[0]?.send?.run.desired, sides[1]?.send?.run.desired];
  if (one !== undefined && two !== undefined && one !== two) return "two configurations at once";
  if (sides.some(({ send, other }) => send !== undefined && isHidden(send, other))) return "hidden by the list";
  return one === undefined || two === undefined ? "made by others meanwhile" : undefined;
}

/** The write that made the bot a running bearer of its title; none where somebody else did. */
function sendOf({ on, title }: Version): Send | undefined {
  const { cause }: Claim = on.at >= title.at ? on : title;
  if (cause.by !== "run") return undefined;
  // Who names a bot anew after the last look at it answers for what it is now, also when an update undoes it unknowingly.
  const named = [title, title.over].find((claim) => claim?.cause.by === "hand");
  // In the same moment, too: hands act right after a request was handled.
  const isRenamed = named !== undefined && named.at >= (cause.send.list?.handledAt ?? 0);
  return isRenamed ? undefined : cause.send;
}

/** Whether the list the command rested on showed the other bot, or the ledger knew it, and it was on by then or comes first by its id. */
function couldKnow(send: Send, other: Version): boolean {
  const { list, botId = 0, run } = send;
  if (list === undefined) return false;
  if (!ledgerKnew(run, other) && list.titles.get(other.bot.id) !== other.bot.values.title) return false;
  const pinned = run.planned(botId)?.pinned === true;
  return other.on.at <= list.handledAt || (other.bot.id < botId && !pinned);
}

/**
 * Whether the ledger had the bot's title, or the bot is in no list, so that it is read by its id (rule 20). Of one that a list
 * shows under the title that it had before, nobody can tell that the list lags.
 */
export function ledgerKnew(run: RunBook, { bot, title }: Pick<Version, "bot" | "title">): boolean {
  const isListed = run.knowledge.lists.some(({ titles }) => titles.has(bot.id));
  // A saved plan asked for the bots that no list shows while it was made, and some of that is over before it is saved: what gets
  // its title in between is seen by nobody, though the create may follow within a second. Who carries it out asks by title alone.
  const askedAt = run.saved?.askedAt ?? run.startedAt;
  const isHidden = run.foreknown.has(bot.id) && title.at <= askedAt && !isListed;
  return isHidden || run.knownTitles.has(`${bot.id} ${bot.values.title}`);
}

/** A list before had shown the other bot, running then already; no later one makes that undone, as bots are never deleted. */
function hadSeen(send: Send, other: Version): boolean {
  const seen = send.run.knowledge.firstSeen(other.bot.id, other.bot.values.title);
  if (seen === undefined || seen.event > send.event) return false;
  return other.on.at <= seen.at && other.title.at <= seen.at;
}

/** The other bot had its title when the list was made, and the list didn't show it. */
function isHidden({ list }: Send, other: Version): boolean {
  return list === undefined || other.title.at <= list.handledAt;
}
