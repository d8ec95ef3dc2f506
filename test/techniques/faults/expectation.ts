// What a fault's verdict comes to for each write: the step's outcome and the exit code of the run.

import type { Action } from "../../../src/model/plan/actions.js";
import type { OutcomeKind } from "../../../src/model/plan/outcome.js";
import type { OperationName } from "../../../src/service/operations.js";
import type { Phase, WriteVerdict } from "./fault.js";

export type Write = "createBot" | "updateBot" | "turnOn" | "turnOff";

/** The step that each write belongs to. */
export const STEPS: Readonly<Record<Write, { readonly address: string; readonly action: Action }>> = {
  createBot: { address: "main/new", action: "create" },
  updateBot: { address: "main/changed", action: "update" },
  turnOn: { address: "main/new", action: "turn-on" },
  turnOff: { address: "main/off", action: "turn-off" },
};

export function isWrite(operation: OperationName): operation is Write {
  return operation in STEPS;
}

type Expected = readonly [outcome: OutcomeKind, exit: number];
type Row = Readonly<Record<Write, Expected>>;

function all(outcome: OutcomeKind, exit: number): Row {
  return {
    createBot: [outcome, exit],
    updateBot: [outcome, exit],
    turnOn: [outcome, exit],
    turnOff: [outcome, exit],
  };
}

const DONE = all("applied", 0);
/** Neither a create nor a turn-on is sent again; an update and a turn-off are (rules 5, 8, 10). */
const LOST: Row = { ...DONE, createBot: ["unknown", 5], turnOn: ["unknown", 5] };
const REFUSED = all("failed", 7);
/** The turn-off comes first: nothing was written before it. */
const REJECTED: Row = { ...REFUSED, turnOff: ["failed", 1] };

const EXPECTED: Readonly<Record<WriteVerdict, Readonly<Record<Phase, Row>>>> = {
  doubt: { before: LOST, after: DONE },
  // A clear yes to an update that reads back unchanged: the service keeps its own values.
  accepted: { before: { ...LOST, updateBot: ["failed", 7] }, after: DONE },
  // A no proves nothing: what is there decides. A turn-off may be sent again, unless the credentials were rejected.
  refused: { before: { ...REFUSED, turnOff: ["applied", 0] }, after: DONE },
  rejected: { before: REJECTED, after: all("applied", 7) },
  altered: { before: REFUSED, after: REFUSED },
  later: { before: LOST, after: LOST },
  // The second copy is said as a violation.
  doubled: { before: DONE, after: { ...DONE, createBot: ["applied", 7] } },
};

export function expected(verdict: WriteVerdict | undefined, phase: Phase, operation: Write): Expected {
  if (verdict === undefined) throw new Error(`a fault at ${operation} has no verdict`);
  return EXPECTED[verdict][phase][operation];
}
