// What a policy finds in a plan: a breach with its figure, its place and its remedy, as data that a plan carries.
import { counted } from "../text/counted.js";
import type { Position } from "../text/diagnostic.js";

export type FindingSeverity = "deny" | "warn";

/** `standing`: of a bot or a figure that the plan leaves as it is or makes better, so it blocks nothing. */
export type FindingKind = "breach" | "standing" | "unknown" | "unenforceable" | "waiver-expired";

export interface Waived {
  readonly reason: string;
  /** The last day on which it holds, YYYY-MM-DD, UTC. */
  readonly until: string;
}

export interface Finding {
  /** Stable and documented: policy/max-leverage. */
  readonly code: string;
  readonly severity: FindingSeverity;
  readonly kind: FindingKind;
  /** Name of the policy in the configuration; absent where no configuration asked for it. */
  readonly policy?: string;
  readonly address?: string;
  readonly field?: string;
  readonly summary: string;
  /** What was found and what is allowed, decimals as text where they are numbers. */
  readonly figure?: string;
  readonly limit?: string;
  readonly remedy: string;
  /** Where what is wrong stands. */
  readonly position?: Position;
  /** Where the policy stands. */
  readonly policyPosition?: Position;
  /** Set where a waiver takes its effect away. */
  readonly waived?: Waived;
}

/** Whether it would keep a plan from being applied. */
export function isDenied({ severity, waived }: Finding): boolean {
  return severity === "deny" && waived === undefined;
}

/** `2 denied, 1 warning, 1 waived`. */
export function countsText(findings: readonly Finding[]): string {
  const denied = findings.filter(isDenied).length;
  const waived = findings.filter((one) => one.waived !== undefined).length;
  const warned = findings.length - denied - waived;
  return [
    ...(denied > 0 ? [`${denied} denied`] : []),
    ...(warned > 0 ? [counted(warned, "warning")] : []),
    ...(waived > 0 ? [`${waived} waived`] : []),
  ].join(", ");
}
