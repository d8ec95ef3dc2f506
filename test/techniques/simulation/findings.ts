// Where the checks put what must not be, and the simulation what it really did.

/** What was broken: an invariant, a rule of apply that stands before it, or what `bots off` or a hold promises; `harness` is a fault in the code itself. */
export type Promised = "I1" | "I2" | "I3" | "I4" | "I5" | "I6" | "stop" | "hold" | `rule ${number}` | "harness";

export interface Violation {
  readonly broken: Promised;
  readonly detail: string;
}

export class Findings {
  readonly violations: Violation[] = [];
  readonly counts = new Map<string, number>();
  /** Set only while somebody wants to read what happened: writing it down costs more than letting it happen. */
  readonly trace: ((text: () => string) => void) | undefined;

  constructor(trace?: (text: () => string) => void) {
    this.trace = trace;
  }

  violated(broken: Promised, detail: string): void {
    this.violations.push({ broken, detail });
    this.trace?.(() => `!!! ${broken}: ${detail}`);
  }

  /** Counts something that was really reached, for example `fault: answer lost`. */
  reached(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
}
