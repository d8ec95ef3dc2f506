// What the ledger remembers, against what a run does in spite of it: stops (design of the emergency stop), holds, known bots (rule 20), used plans (rule 21).
import { ledgerKnew } from "./doubles.js";
import { keyOf } from "./fleet.js";
import type { History } from "./history.js";
import type { HoldBook, RunBook, Send } from "./ledger.js";
import type { Complain } from "./sends.js";

/** Between asking for a stop and sending stand a few operations of the disk. */
const BETWEEN_MS = 500;

const STARTS: ReadonlySet<string> = new Set(["createBot", "updateBot", "turnOn", "startDeal", "openHook"]);

/** A run that is told of stops sends the bots of one nothing more but turn-offs. */
export function judgeStopped(send: Send, runs: readonly RunBook[], complain: Complain): void {
  const { run, operation, address, sentAt } = send;
  if (!STARTS.has(operation) || run.watchedSince === undefined || run.machine.isDeceived) return;
  if (run.folder === undefined || run.folder.isDamaged) return;
  for (const { does, folder, stopSet, stops, name } of runs) {
    if (does !== "bots off" || folder !== run.folder || stopSet === undefined) continue;
    const isMeant = stops === undefined || keyOf(stops.address) === keyOf(address ?? "");
    if (!isMeant || stopSet.from <= run.watchedSince) continue;
    if (run.shownUntil(sentAt) <= stopSet.until + BETWEEN_MS) continue;
    complain(
      "stop",
      `${operation} of ${address} left ${sentAt - stopSet.until} ms after ${name} had set the stop mark`,
    );
  }
}

/** A run that is told of holds sends a held bot nothing but turn-offs. */
export function judgeHeld(send: Send, holds: readonly HoldBook[], complain: Complain): void {
  const { run, operation, address, sentAt } = send;
  if (!STARTS.has(operation) || run.watchedSince === undefined || run.machine.isDeceived) return;
  if (run.folder === undefined || run.folder.isDamaged) return;
  const hold = holds.find(
    (one) =>
      one.folder === run.folder &&
      keyOf(one.address) === keyOf(address ?? "") &&
      run.shownUntil(sentAt) > one.setAt + BETWEEN_MS &&
      sentAt < one.liftedAt,
  );
  if (hold !== undefined)
    complain("hold", `${operation} of ${address} left ${sentAt - hold.setAt} ms after it was held`);
}

/** Rule 20: no second bot is made beside one that the ledger knew when the plan was made, or when it began to be carried out. */
export function judgeKnown({ run, operation, query, sentAt }: Send, history: History, complain: Complain): void {
  if (operation !== "createBot") return;
  const [title, accessId] = [query.get("title"), Number(query.get("accessId"))];
  for (const version of history.now()) {
    const { bot } = version;
    const isOurs = bot.values.title === title && bot.accessId === accessId;
    if (isOurs && ledgerKnew(run, version) && !isRefused(run, bot.id))
      complain(
        "rule 20",
        `a second "${title}" was created ${sentAt - run.startedAt} ms after the run began, and the ledger knew bot ${bot.id}`,
      );
  }
}

/** Rule 20: no plan creates a bot that the ledger knows by its title; whoever carries it out would find it, but nobody could review that. */
export function judgeKnownPlan(run: RunBook, history: History, complain: Complain): void {
  const { plan, knownTitles, startedAt } = run;
  for (const { address, action } of plan?.steps ?? []) {
    const planned = plan?.bots[address];
    if (action !== "create" || planned === undefined) continue;
    const known = history.now().find(({ bot, title }) => {
      const isIts = bot.values.title === planned.title && bot.accessId === planned.accessId;
      return isIts && title.at <= startedAt && knownTitles.has(`${bot.id} ${planned.title}`);
    });
    if (known !== undefined && !isRefused(run, known.bot.id))
      complain("rule 20", `${run.name} plans to create ${address}, and the ledger knew bot ${known.bot.id}`);
  }
}

/** The service has shown the run neither this bot nor, in its list, any other that could vouch for such an answer. */
function isRefused({ knowledge }: RunBook, botId: number): boolean {
  const others = [...(knowledge.lists[0]?.titles.keys() ?? [])].filter((id) => id !== botId);
  return others.length === 0 && knowledge.bot(botId) === undefined;
}

/** Rule 21: a bot that has been on since the plan was saved isn't turned on by it. */
export function judgeReplay({ run, operation, botId = 0 }: Send, history: History, complain: Complain): void {
  const { saved, comparedAt } = run;
  if (operation !== "turnOn" || run.does !== "replay" || saved === undefined || comparedAt === undefined) return;
  const planned = Object.values(saved.plan.bots).find(({ observed }) => observed?.id === botId);
  // Without a log in the plan, that rests on the ledger.
  if (planned?.log === undefined) return;
  if (history.ever(botId, saved.savedAt + 1, comparedAt - 1, ({ enabled }) => enabled))
    complain("rule 21", `bot ${botId} has been on since the plan was saved, and the plan turned it on again`);
}
