// One simulated `botform bots off`: the stop mark first, then what the ledger remembers, then the emergency stop itself.

import { recall } from "../../../src/app/ledger/ledger.js";
import type { Desired } from "../../../src/model/bot/desired.js";
import { emergencyStop } from "../../../src/reconcile/emergency-stop/emergency-stop.js";
import { ifThere } from "../../../src/reconcile/ledger/ledger.js";
import { serviceWriter } from "../../../src/service/ports.js";
import type { Process } from "./runner.js";
import { judgeAllOff, judgeWithoutList } from "./stops.js";

/** As the command has it: a round that fails is asked again as a whole. */
const NO_RETRY = { attempts: 1, baseMs: 0, capMs: 0, budget: 0 };
const TIMEOUT_MS = 120_000;

export async function turnAllOff(process: Process): Promise<void> {
  const { book, ledger, start, around } = process;
  const { machine, desired, stops } = book;
  const { clock, interrupt } = machine;
  const of = stops && { ids: [], addresses: [stops.address] };
  if (ledger !== undefined) {
    const from = machine.scheduler.now;
    const isWritten = await ifThere(
      ledger.stop(of).then(() => true),
      false,
    );
    if (isWritten && around.folder?.isSound === true) book.stopSet = { from, until: machine.scheduler.now };
  }
  const client = process.open("bots", { retry: NO_RETRY });
  const reader = process.readerOf(client);
  const managed: Desired | undefined = stops && { ...desired, bots: [stops] };
  const ports = {
    readerFor: () => reader,
    writerFor: () => serviceWriter(client, desired.exchange),
    clock,
    ...(ledger !== undefined && {
      recall: async () => {
        const from = machine.scheduler.now;
        const { memory } = await recall(ledger, clock);
        book.recalledAt = from;
        return memory;
      },
      beginJournal: (plan: Parameters<typeof ledger.begin>[1]) => ledger.begin(process.heading("bots off"), plan),
    }),
  };
  const { settleMs } = start;
  const report = await emergencyStop(ports, {
    account: desired.account,
    managed,
    settleMs,
    timeoutMs: TIMEOUT_MS,
    signal: interrupt.signal,
  });
  const isClear = report.wasRead && report.stragglers.length === 0 && report.unsettled.length === 0;
  book.exitCode = isClear ? 0 : 5;
  around.findings.reached(`stop: ${isClear ? "seen off to the end" : "not seen off"}`);
  if (start.lacksList === true) judgeWithoutList(book, around.history, around.findings);
  if (isClear) judgeAllOff(book, around.history, around.findings);
}
