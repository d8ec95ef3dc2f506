// What exit code 0 of `bots off`, and of an apply that wants a bot off, promises: it is off, and no turn-on that the ledger knew of turns it on afterwards (rule 18).
import type { Findings } from "./findings.js";
import type { History, Version } from "./history.js";
import type { RunBook } from "./ledger.js";

/** Two lists of a watch lie so far apart at most: the service's lag, failed readings and the wait between two included. */
const LOOKS_APART_MS = 45_000;
/** What a command may take (rule 10), less what lies between an intent and its sending. */
const MAY_TAKE_MS = 120_000 - 6_500;
/** Clocks that differ by more make two runs' times incomparable. */
const CLOCKS_AGREE_MS = 1_100;

/** Whether `bots off` was to turn the bot off, as far as it could know of it. */
function isMeant(run: RunBook, { bot, title }: Version): boolean {
  const isKnown = run.knowledge.firstSeen(bot.id, bot.values.title) !== undefined || run.foreknown.has(bot.id);
  return isKnown && isAsked(run, { bot, title });
}

/** Whether `bots off` is about the bot. */
export function isAsked({ stops, startedAt }: RunBook, { bot, title }: Pick<Version, "bot" | "title">): boolean {
  if (stops === undefined) return true;
  const accessId = typeof stops.access.live === "number" ? stops.access.live : 1;
  return bot.accessId === accessId && bot.values.title === stops.fields.title && title.at <= startedAt;
}

/** `bots off` has just said that all are off. */
export function judgeAllOff(run: RunBook, history: History, findings: Findings): void {
  const { now } = run.machine.scheduler;
  for (const version of history.now()) {
    const { bot, on } = version;
    if (!bot.enabled || !isMeant(run, version)) continue;
    // What came on after the last look is the next run's.
    if (on.at >= run.startedAt && on.at > now - LOOKS_APART_MS)
      findings.reached("stop: a bot came on after the last look");
    else findings.violated("stop", `${run.name} ends with 0, and bot ${bot.id} has been on for ${now - on.at} ms`);
  }
}

/** A bot has just come on: whoever had said that it is off, and knew of this turn-on, was wrong. */
export function judgeComesOn(
  version: Version,
  before: Version | undefined,
  runs: readonly RunBook[],
  history: History,
  findings: Findings,
): void {
  const { bot, on } = version;
  if (!bot.enabled || before?.bot.enabled === true || on.cause.by !== "run") return;
  const { send } = on.cause;
  const { run: sender, sentAt } = send;
  if (on.at - sentAt >= MAY_TAKE_MS || sender.folder === undefined || sender.folder.isDamaged) return;
  for (const run of runs) {
    if (run.folder !== sender.folder || run === sender || run.exitCode !== 0 || run.endedAt > on.at) continue;
    if (sentAt >= knownUntil(run) || !saysOff(run, version)) continue;
    if (!areComparable(run, sender)) continue;
    // It has been seen to take effect before: this is its second delivery.
    if (history.ever(bot.id, sentAt, on.at - 1, ({ enabled }) => enabled)) continue;
    findings.violated(
      "rule 18",
      `${run.name} ended with 0 and had bot ${bot.id} off; ${on.at - run.endedAt} ms later it came on by a turn-on that ${sender.name} had sent before`,
    );
  }
}

/** Intents of before were on the disk when the run asked its ledger; `bots off` asks again before it ends. */
export function knownUntil(run: RunBook): number {
  const { does, startedAt, endedAt, recalledAt = startedAt } = run;
  return run.shownUntil(does === "bots off" ? Math.max(recalledAt, endedAt - LOOKS_APART_MS) : startedAt);
}

function saysOff(run: RunBook, version: Version): boolean {
  // The intent names the bot.
  if (run.does === "bots off") return isAsked(run, version);
  const { bot } = version;
  const wanted = run.desired.bots.find(({ fields, access, protect }) => {
    const accessId = typeof access.live === "number" ? access.live : 1;
    return fields.title === bot.values.title && accessId === bot.accessId && !protect;
  });
  return wanted?.enabled === false && run.plan !== undefined && !run.leftOut.has(wanted.address);
}

/** Their clocks tell about the same time, and always did. */
export function areComparable(left: RunBook, right: RunBook): boolean {
  const isSteady = ({ machine }: RunBook) => machine.isSteady;
  return isSteady(left) && isSteady(right) && Math.abs(left.machine.skew - right.machine.skew) <= CLOCKS_AGREE_MS;
}

/** `bots off` ends where the service had no list for it, and no other trouble: what its ledger knew is off all the same. */
export function judgeWithoutList(run: RunBook, history: History, findings: Findings): void {
  if (run.knowledge.lists.length > 0 || run.machine.interrupt.signal.aborted) return;
  findings.reached("stop: without a list");
  const known = history.now().filter((version) => run.foreknown.has(version.bot.id) && isMeant(run, version));
  for (const { bot, on } of known) {
    if (!bot.enabled || on.at >= run.startedAt) continue;
    findings.violated("stop", `${run.name} had no list, and bot ${bot.id}, which its ledger knew, is still on`);
  }
}
