// Everything that a long simulation has to reach: a fault that never happens proves nothing.
import type { Findings } from "./findings.js";
import { HAND_EDITS } from "./hands.js";
import type { RunBook } from "./ledger.js";
import { GATES } from "./machine.js";
import { DAMAGES, MACHINE_EVENTS, type Schedule } from "./schedule.js";
import type { Site } from "./site.js";
import { PHASES, WIRE_FAULTS } from "./wire-faults.js";

const HOUR = 3_600_000;
const DEATHS = [...GATES, "in a journal append", "at the second interrupt", "when killed", "with the power"];

const DISK = ["full", "read-only", "sync fails", "unsynced text lost"];

/** Faults, by the names under which they are counted. */
export const FAULTS: readonly string[] = [
  ...[...WIRE_FAULTS, ...PHASES].map(({ name }) => `fault: ${name}`),
  ...DEATHS.map((where) => `died ${where}`),
  ...DISK.map((trouble) => `disk: ${trouble}`),
  ...DAMAGES.map((damage) => `journal: ${damage}`),
  ...MACHINE_EVENTS.map((event) => `process: ${event}`),
  ...HAND_EDITS.map((edit) => `hand: ${edit}`),
  "two runs at once",
  "two configurations at once",
  "clock wrong by an hour",
  "quirk: listLag",
];

/** The rules of apply (docs/explanation/safety.md). */
export const RULES: readonly string[] = [...Array.from({ length: 17 }, (_rule, at) => `rule ${at + 1}`), "rule 19"];

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
  const { startDeal, completeDeal, cancelDeal, changeTakeProfit } = site.service.requests;
  if (startDeal + completeDeal + cancelDeal + changeTakeProfit > 0) findings.violated("rule 17", "a deal was touched");
}
