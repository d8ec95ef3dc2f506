// What a dead run's journal says against what the run really sent: it may know less, never something else (rule 12).
import type { Action } from "../../../src/model/plan/actions.js";
import { pastRun } from "../../../src/reconcile/ledger/history.js";
import { readJournal } from "../../../src/reconcile/ledger/journal-format.js";
import type { OperationName } from "../../../src/service/operations.js";
import { hasShown } from "./claims.js";
import type { Findings } from "./findings.js";
import type { History } from "./history.js";
import type { RunBook } from "./ledger.js";

const OPERATION: Readonly<Record<Action, OperationName>> = {
  create: "createBot",
  update: "updateBot",
  "turn-on": "turnOn",
  "turn-off": "turnOff",
  "take-profit": "changeTakeProfit",
  "start-deal": "startDeal",
  "complete-deal": "completeDeal",
  "cancel-deal": "cancelDeal",
};

/** Judges the journal of a run that died, before anything else befalls it. */
export function judgeJournalOf(run: RunBook, history: History, findings: Findings): void {
  // These keep another kind of journal.
  if (run.does === "bots off" || run.does === "send open") return;
  if (run.end !== "died" || run.folder === undefined || run.sends.length === 0) return;
  const text = run.folder.files.get(run.journal ?? "")?.text ?? "";
  const past = pastRun(readJournal(text));
  if (past === undefined) {
    findings.violated("rule 12", `${run.name} sent something, and its journal has no beginning`);
    return;
  }
  findings.reached("journal: of a dead run, read");
  for (const { address, action, kind, ended } of past.steps) {
    const sent = run.sends.filter((send) => send.address === address && send.operation === OPERATION[action]);
    const until = run.stepsSaw.get(`${action} ${address}`) ?? Number.POSITIVE_INFINITY;
    const acted = sent.some((send) => hasShown(run, send, history, until));
    const denies =
      ended === undefined ? kind === "not-started" || kind === "failed" : !ended.outcome.wrote && kind !== "unknown";
    // What makes a bot safe is sent even where the disk fails.
    if (acted && denies && action !== "turn-off") {
      findings.violated(
        "rule 12",
        `${run.name}'s journal says that ${action} ${address} is ${kind}, and it was carried out`,
      );
    }
  }
}
