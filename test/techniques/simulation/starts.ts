// Rules 3 and 18, for starts of deals: none is sent while an earlier one may still take effect, and nobody is done before it can't any more.
import type { Findings } from "./findings.js";
import type { History } from "./history.js";
import type { RunBook, Send } from "./ledger.js";
import type { Opening } from "./openings.js";
import type { Complain } from "./sends.js";
import { areComparable, isAsked, knownUntil } from "./stops.js";

/** For so long a start may be on its way, and then in the service's queue, less what lies between an intent and its sending. */
const MAY_TAKE_MS = 180_000;

/** A deal has just opened: whoever had said that nothing is under way, and knew of its start, was wrong. */
export function judgeOpening(opening: Opening, runs: readonly RunBook[], history: History, findings: Findings): void {
  const { botId, at, send, dealId } = opening;
  if (send === undefined) return;
  const { run: sender, sentAt } = send;
  findings.reached("deal: opened by a start");
  if (sender.endedAt < at) findings.reached("deal: opened when its run had ended");
  if (at - sentAt >= MAY_TAKE_MS || sender.folder === undefined || sender.folder.isDamaged) return;
  // It has been seen to take effect before: this is its second delivery.
  if (history.openings.bySend(send, at - 1)) return;
  const bot = history.now().find((version) => version.bot.id === botId);
  for (const run of runs) {
    if (run.folder !== sender.folder || run === sender || run.exitCode !== 0 || run.endedAt > at) continue;
    if (sentAt >= knownUntil(run) || !areComparable(run, sender)) continue;
    const isMeant = run.does === "bots off" ? bot !== undefined && isAsked(run, bot) : run.does === "apply";
    if (!isMeant) continue;
    const late = `${at - run.endedAt} ms later deal ${dealId} opened by a start that ${sender.name} had sent before`;
    findings.violated("rule 18", `${run.name} ended with 0; ${late}`);
  }
}

const STARTS: ReadonlySet<string> = new Set(["startDeal", "openHook"]);

/** A start leaves: no earlier one of the same bot and ledger may still take effect. */
export function judgeStart(send: Send, runs: readonly RunBook[], history: History, complain: Complain): void {
  const { run, operation, botId, sentAt } = send;
  if (!STARTS.has(operation) || run.folder === undefined || run.folder.isDamaged) return;
  for (const other of runs) {
    // Of two webhooks at once, each is told of the other by its intent.
    const isAfter = other.endedAt <= run.startedAt || (run.does === "send open" && other.does === "send open");
    if (other === run || other.folder !== run.folder || !isAfter || !areComparable(run, other)) continue;
    const earlier = other.sends.find((one) => STARTS.has(one.operation) && one.botId === botId);
    if (earlier === undefined || !isInDoubt(earlier) || history.openings.bySend(earlier, sentAt)) continue;
    // A webhook asks its ledger right before it leaves.
    if (earlier.sentAt > run.shownUntil(run.does === "send open" ? sentAt : run.startedAt)) continue;
    const age = sentAt - earlier.sentAt;
    if (age < MAY_TAKE_MS)
      complain("rule 3", `a deal of bot ${botId} was started ${age} ms after ${other.name} had sent the same`);
  }
}

/** Nobody knows what became of it: its run died before it said so, or said that it doesn't know. */
function isInDoubt({ run, operation, address, answered, acted }: Send): boolean {
  // Of a webhook, only its exit code says what was seen.
  if (operation === "openHook") return run.exitCode === undefined || run.exitCode === 5 || run.exitCode === 130;
  if (answered && acted.length === 0) return false;
  const outcome = run.outcomes.findLast((one) => one.address === address && one.action === "start-deal");
  return outcome === undefined || outcome.kind === "unknown";
}

/** I6 and rule 19, of a webhook to open a deal: what its exit code says is so. */
export function judgeSentOpen(run: RunBook, history: History, findings: Findings): void {
  const [send] = run.sends;
  const { now } = run.machine.scheduler;
  if (send === undefined || send.botId === undefined) return;
  findings.reached("deal: opened by a webhook, or not");
  if (run.exitCode === 0 && !history.openings.ofBot(send.botId, run.startedAt, now))
    findings.violated("I6", `${run.name} ended with 0, and no deal of bot ${send.botId} has opened`);
  const lookedAt = run.knowledge.deals?.handledAt ?? now;
  if (run.exitCode === 1 && history.openings.bySend(send, lookedAt))
    findings.violated("rule 19", `${run.name} is said to have opened nothing, and has opened a deal`);
}
