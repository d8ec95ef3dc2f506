// One clause of a rule or of a promise, the source text that carries it out, and the test that fails when that text is taken out.

export interface Ablation {
  /** Of apply; or what else docs/explanation/safety.md promises. */
  readonly rule: number | "holds" | "protection" | "naked deals";
  readonly clause: string;
  /** In src/. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  /** What stands there when the clause is taken out. */
  readonly replace: string;
  /** Why no schedule of the simulation can miss it, where that is so; the test below has to. */
  readonly unseen?: string;
  /** The file in test/rules/, without `.test.ts`; of a promise, one from there in test/unit/. */
  readonly test: string;
  /** A part of the name of the test that has to fail then, its describe included. */
  readonly fails: string;
}
