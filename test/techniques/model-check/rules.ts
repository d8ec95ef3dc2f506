// The shipped decisions as the model's runners ask them, and the same with one of them taken out.

import { changedFields } from "../../../src/model/bot/compare.js";
import {
  type AfterCreate,
  afterCreate,
  createRefusal,
  foundAfterCreate,
  GATE,
  type GateCheck,
  turnOnRefusal,
} from "../../../src/reconcile/apply/decisions.js";
import type { Switch } from "./planning.js";

export interface Rules {
  readonly createRefusal: typeof createRefusal;
  /** The shipped one has no way back to sending; only an ablation does. */
  readonly afterCreate: (...answer: Parameters<typeof afterCreate>) => AfterCreate | { readonly go: "create" };
  readonly foundAfterCreate: typeof foundAfterCreate;
  /** Rule 6: in what a bot that was read back differs; without it, bots aren't read back. */
  readonly readBack: typeof changedFields | undefined;
  readonly turnOnRefusal: (...facts: Parameters<GateCheck>) => ReturnType<typeof turnOnRefusal>;
}

/** How all runners of a configuration work. */
export interface Habits {
  readonly rules: Rules;
  readonly wanted: Switch;
  /**
   * Whether the look before a turn-on counts every bot that a list has shown this run under the title: the copies of the plan,
   * and for a new bot two readings of the list. The shipped look does.
   */
  readonly remembers: boolean;
}

export const SHIPPED: Rules = {
  createRefusal,
  afterCreate,
  foundAfterCreate,
  readBack: changedFields,
  turnOnRefusal: (facts) => turnOnRefusal(facts),
};

function gateWithout(missing: GateCheck): Rules {
  const checks = Object.values(GATE).filter((check) => check !== missing);
  return { ...SHIPPED, turnOnRefusal: (facts) => turnOnRefusal(facts, checks) };
}

/** What is left when one decision is taken out. */
export const WITHOUT = {
  "list-before-create": { ...SHIPPED, createRefusal: () => undefined },
  "create-once": {
    ...SHIPPED,
    afterCreate(answer) {
      const next = afterCreate(answer);
      return next.go === "search" ? { go: "create" } : next;
    },
  },
  "look-after-no": {
    ...SHIPPED,
    afterCreate(answer) {
      const { kind } = answer;
      if (kind !== "refused" && kind !== "unauthorized") return afterCreate(answer);
      return { go: "end", answer: { kind: "not-sent", message: answer.message } };
    },
  },
  "read-back": { ...SHIPPED, readBack: undefined },
  "lowest-id": gateWithout(GATE.hasLowestId),
  "verify-before-on": gateWithout(GATE.isAsPlanned),
  "runs-alone": gateWithout(GATE.runsAlone),
  "is-listed": gateWithout(GATE.isListed),
  "on-gate": { ...SHIPPED, turnOnRefusal: (facts) => turnOnRefusal(facts, []) },
} as const satisfies Readonly<Record<string, Rules>>;
