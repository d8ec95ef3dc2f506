// Rule 9 over several runs: a turn-on that an earlier run's journal shows as sent is not sent again before its time is over.
import type { History } from "./history.js";
import type { RunBook, Send } from "./ledger.js";
import type { Complain } from "./sends.js";

/** Clocks that differ by more make two runs' times incomparable. */
const CLOCKS_AGREE_MS = 1_100;

/** What a command may take, however little a run waits for it (rule 10). */
const LEAST_MS = 120_000;

export function judgeEarlier(send: Send, runs: readonly RunBook[], history: History, complain: Complain): void {
  const { run, botId, sentAt } = send;
  if (send.operation !== "turnOn" || botId === undefined || run.folder === undefined || run.folder.isDamaged) return;
  for (const other of runs) {
    if (other === run || other.folder !== run.folder || other.endedAt > run.startedAt) continue;
    if (Math.abs(other.machine.skew - run.machine.skew) > CLOCKS_AGREE_MS) continue;
    const earlier = other.sends.find((one) => one.operation === "turnOn" && one.botId === botId);
    if (earlier === undefined || !isInDoubt(earlier) || earlier.sentAt > run.shownUntil(run.startedAt)) continue;
    const age = sentAt - earlier.sentAt;
    const wasOn = history.ever(botId, earlier.sentAt, sentAt, (bot) => bot.enabled);
    const mayTake = Math.max(LEAST_MS, run.commandDeadlineMs, other.commandDeadlineMs);
    if (age < mayTake - CLOCKS_AGREE_MS && !wasOn) {
      complain("rule 9", `bot ${botId} was turned on ${age} ms after ${other.name} had sent the same`);
    }
  }
}

/** Nobody knows what became of it: its run died before it said so, or said that it doesn't know. */
function isInDoubt({ run, address, answered, acted }: Send): boolean {
  if (answered && acted.length === 0) return false;
  const outcome = run.outcomes.findLast((one) => one.address === address && one.action === "turn-on");
  return outcome === undefined || outcome.kind === "unknown";
}
