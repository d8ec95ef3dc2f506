// Everything that a long simulation has to reach: a fault that never happens proves nothing.
import type { Findings } from "./findings.js";
import { HAND_EDITS, RARE_EDITS } from "./hands.js";
import type { RunBook } from "./ledger.js";
import { GATES } from "./machine.js";
import { DAMAGES, MACHINE_EVENTS, type RunPlan, type Schedule } from "./schedule.js";
import type { Site } from "./site.js";
import { PHASES, WIRE_FAULTS } from "./wire-faults.js";

const HOUR = 3_600_000;
const DEATHS = [...GATES, "in a journal append", "at the second interrupt", "when killed", "with the power"];

const STOPS = [
  "beside a live run",
  "after a run that died",
  "after a run that was interrupted",
  "of all bots",
  "of one bot",
  "in the same folder",
  "in another folder",
  "with a turn-on in doubt",
  "a run begins meanwhile",
  "without a list",
  "a run under way is held back",
  "a run that waited is held back",
  "seen off to the end",
];

const HOLDS = [
  "put beside a live run",
  "lifted",
  "in a plan",
  "a run under way is held back",
  "a run that waited is held back",
];

const STARTS = [
  "opened by a webhook, or not",
  "opened by a start",
  "opened when its run had ended",
  "a start beside a stop",
  "a stop with a start in doubt",
  "a second start with one in doubt",
];

const DISK = ["full", "read-only", "sync fails", "unsynced text lost", "read from a stale standby"];

/** Faults, by the names under which they are counted. */
export const FAULTS: readonly string[] = [
  ...[...WIRE_FAULTS, ...PHASES].map(({ name }) => `fault: ${name}`),
  ...DEATHS.map((where) => `died ${where}`),
  ...DISK.map((trouble) => `disk: ${trouble}`),
  ...DAMAGES.map((damage) => `journal: ${damage}`),
  ...MACHINE_EVENTS.map((event) => `process: ${event}`),
  ...[...HAND_EDITS, ...RARE_EDITS].map((edit) => `hand: ${edit}`),
  "two runs at once",
  "two configurations at once",
  "clock wrong by an hour",
  "quirk: listLag",
  "quirk: listSize",
  "quirk: listKeeps",
  "quirk: listHides",
  ...STOPS.map((what) => `stop: ${what}`),
  ...HOLDS.map((what) => `hold: ${what}`),
  ...STARTS.map((what) => `deal: ${what}`),
  "enabled: false, with a turn-on in doubt",
  "saved plan: again from the same folder",
  "saved plan: again from another folder",
  "ledger: lost between runs",
  "account: renamed between runs",
  "hand: between a step's end and the final look",
];

/** The rules of apply (docs/explanation/safety.md). */
export const RULES: readonly string[] = Array.from({ length: 23 }, (_rule, at) => `rule ${at + 1}`);

/** Counts what a schedule sets out with. */
export function countSetting({ runs, fleet }: Schedule, findings: Findings): void {
  if (runs.length > 1) findings.reached("two runs at once");
  if (runs.some(({ wants }) => wants === "rival")) findings.reached("two configurations at once");
  if (runs.some(({ skewMs }) => Math.abs(skewMs) >= HOUR)) findings.reached("clock wrong by an hour");
  for (const quirk of Object.keys(fleet.quirks)) findings.reached(`quirk: ${quirk}`);
}

/** What of it a simulation has reached less often than it should. */
export function missed(counts: ReadonlyMap<string, number>, least: number): string[] {
  return [...FAULTS, ...RULES].filter((name) => (counts.get(name) ?? 0) < least);
}

/** Counts what a run that somebody started after others was up against. */
export function countLater(plan: RunPlan, run: RunBook, all: readonly RunBook[], findings: Findings): void {
  const before = all.filter((other) => other !== run && other.endedAt <= run.startedAt);
  const isSame = before.some(({ folder }) => folder === run.folder);
  const inDoubt = before.some(
    ({ folder, sends, outcomes }) =>
      folder === run.folder &&
      sends.some(({ operation, address, sentAt }) => {
        const end = outcomes.findLast((one) => one.address === address && one.action === "turn-on");
        return (
          operation === "turnOn" && run.startedAt - sentAt < 120_000 && (end === undefined || end.kind === "unknown")
        );
      }),
  );
  const isStarted = before.some(
    ({ folder, sends, outcomes }) =>
      folder === run.folder &&
      sends.some(
        ({ operation, sentAt }) =>
          (operation === "startDeal" || operation === "openHook") && run.startedAt - sentAt < 180_000,
      ) &&
      outcomes.every(({ kind }) => kind === "unknown"),
  );
  if (isStarted && run.does === "bots off") findings.reached("deal: a stop with a start in doubt");
  if (isStarted && run.starts !== undefined) findings.reached("deal: a second start with one in doubt");
  if (run.does === "replay" && run.saved !== undefined)
    findings.reached(`saved plan: again from ${isSame ? "the same" : "another"} folder`);
  if (plan.wants === "quiet" && inDoubt) findings.reached("enabled: false, with a turn-on in doubt");
  if (run.does !== "bots off") return;
  findings.reached(`stop: of ${run.stops === undefined ? "all bots" : "one bot"}`);
  findings.reached(`stop: in ${isSame ? "the same" : "another"} folder`);
  if (before.some(({ end }) => end === "died")) findings.reached("stop: after a run that died");
  if (before.some(({ machine, end }) => end === "finished" && machine.interrupt.signal.aborted))
    findings.reached("stop: after a run that was interrupted");
  if (inDoubt) findings.reached("stop: with a turn-on in doubt");
}

/** Counts the rules that no outcome names, by what one run that has ended was seen to do. */
export function countRules(run: RunBook, site: Site, findings: Findings): void {
  const { report, sends, plan } = run;
  if (report === undefined || plan === undefined) return;
  // Rule 3: a create in doubt, and none after it.
  if (sends.some(({ operation, answered }) => operation === "createBot" && !answered)) findings.reached("rule 3");
  // Rule 15: the last look found what no step had said.
  if (report.violations.length > 0) findings.reached("rule 15");
  // Rule 17: deals were running on bots that the plan touches, and none was touched.
  const touched = new Set(Object.values(plan.bots).map(({ observed }) => observed?.id));
  const deals = site.service.deals().filter(({ snapshot, status }) => status === "ACTIVE" && touched.has(snapshot.id));
  if (deals.length > 0) findings.reached("rule 17");
  // A start of its own is judged as it leaves.
  const { completeDeal, cancelDeal, changeTakeProfit } = site.service.requests;
  if (completeDeal + cancelDeal + changeTakeProfit > 0) findings.violated("rule 17", "a deal was touched");
}
