// The policies in force, as policy list shows them.
import type { Position } from "../text/diagnostic.js";
import type { Policy } from "./policy.js";

/** A policy in force with its place, as `policy list` shows it. */
export interface ListedPolicy {
  readonly policy: Policy;
  readonly position: Position | undefined;
  /** Days until each waiver ends, in their order; 0 or less is over. */
  readonly days: readonly number[];
}

export interface PolicyListFacts {
  readonly policies: readonly ListedPolicy[];
  /** Codes of the rules that hold without being configured. */
  readonly always: readonly string[];
}
