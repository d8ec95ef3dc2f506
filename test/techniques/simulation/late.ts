// Rule 23: no write of an earlier run acts after a later run of the same ledger has written to the same bot.

import type { Promised } from "./findings.js";
import { keyOf } from "./fleet.js";
import type { RunBook, Send } from "./ledger.js";
import type { Complain } from "./sends.js";

/** Clocks that differ by more make two runs' times incomparable. */
const CLOCKS_AGREE_MS = 1_100;
/** For how long a service is assumed to accept a request. */
const ACCEPTED_MS = 60_000;

/** Judges a write at the moment at which it acts for the first time. */
export function judgeLate(send: Send, runs: readonly RunBook[], now: number, complain: Complain): void {
  const { run, operation } = send;
  const { folder } = run;
  if (operation === "turnOff" || send.acted.length !== 1) return;
  if (folder === undefined || folder.isDamaged) return;
  for (const later of runs) {
    if (later.folder !== folder || run.endedAt > later.startedAt) continue;
    if (Math.abs(later.machine.skew - run.machine.skew) > CLOCKS_AGREE_MS) continue;
    if (now - send.sentAt > promisedMs(send, later)) continue;
    if (isPastStandby(send, later, runs)) continue;
    const other = later.sends.find((one) => isOfSameBot(one, send) && one.operation !== "turnOff");
    if (other === undefined || isTakenForAnothers(send, other, runs)) continue;
    const late = `${operation} of ${run.name} acted ${now - send.sentAt} ms after it was sent`;
    complain(broken(send, other), `${late}, and after ${other.operation} of ${later.name}, for ${send.address}`);
  }
}

/** A create without an outcome may take as long as a command, by the longer of the two deadlines, once it was accepted. */
function promisedMs({ run, operation, address }: Send, later: RunBook): number {
  const outcome = run.outcomes.findLast((one) => one.address === address && one.action === "create");
  const isDone = outcome !== undefined && outcome.kind !== "unknown";
  if (operation !== "createBot" || isDone || !run.machine.isSteady) return ACCEPTED_MS;
  return ACCEPTED_MS + Math.max(run.commandDeadlineMs, later.commandDeadlineMs);
}

/**
 * A run with another ledger has made a bot of that key meanwhile, or one that only showed once this create was sent, so that its run
 * has taken it for its own: nobody can tell it from the one that was asked for before.
 */
function isTakenForAnothers(send: Send, later: Send, runs: readonly RunBook[]): boolean {
  const { run, address, operation, sentAt } = send;
  // It is judged when it acts for the first time: what its run has called done by then is another bot.
  const isAdopted = run.outcomes.some(
    (one) => one.address === address && one.action === "create" && one.kind === "applied",
  );
  const isMeanwhile = (at: number) => at < later.sentAt && (at > sentAt || isAdopted);
  return (
    operation === "createBot" &&
    runs.some(
      ({ folder, sends }) =>
        folder !== run.folder &&
        sends.some((one) => one.operation === "createBot" && one.address === address && one.acted.some(isMeanwhile)),
    )
  );
}

/** It, or another like it by which a bot looks as if this one had arrived, wasn't on the standby yet from which the later run has read. */
function isPastStandby(send: Send, later: RunBook, runs: readonly RunBook[]): boolean {
  const [from, until] = [later.shownUntil(later.startedAt), later.startedAt];
  const isAlike = (one: Send) => one.operation === send.operation && isOfSameBot(one, send);
  return runs.some(
    ({ folder, sends }) =>
      folder === later.folder && sends.some((one) => isAlike(one) && one.sentAt > from && one.sentAt < until),
  );
}

function isOfSameBot(one: Send, other: Send): boolean {
  return (
    (one.address !== undefined && other.address !== undefined && keyOf(one.address) === keyOf(other.address)) ||
    (one.botId !== undefined && one.botId === other.botId)
  );
}

/** What the later write rested on isn't so any more: a second bot of the key, or another bot than the one that was turned on. */
function broken(send: Send, later: Send): Promised {
  if (send.operation === "createBot" && later.operation === "createBot") return "I1";
  if (send.operation === "updateBot" && later.operation === "turnOn") return "I2";
  return "rule 23";
}
