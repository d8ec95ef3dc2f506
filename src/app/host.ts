// The outside world of a use case: the command line and a program each bring their own.
import type { Finding } from "../model/policy/finding.js";
import type { Diagnostic } from "../model/text/diagnostic.js";
import type { ApplyEvent } from "../reconcile/apply/run-options.js";

export type Env = Readonly<Record<string, string | undefined>>;

/** What is said beside the result while a use case is under way. */
export type Notice =
  | {
      readonly kind: "note" | "warning";
      readonly text: string;
      /** That it is about, where it is about one alone; it is named before the text. */
      readonly account?: string;
    }
  | { readonly kind: "diagnostics"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "findings"; readonly findings: readonly Finding[] };

/** Observes a client that reads. */
export interface ReadWatch {
  readonly onRequest: () => void;
  /** Milliseconds that the service asks to wait. */
  readonly onPause: (ms: number) => void;
}

/** Observes one account's run. */
export interface RunWatch {
  readonly onEvent: (event: ApplyEvent) => void;
  readonly onPause: (ms: number) => void;
}

/** An account and the number of its steps. */
export interface RunSize {
  readonly account: string;
  readonly total: number;
}

export interface Environments {
  /** The process's environment, and over it what the user named for this run. */
  readonly env: Env;
  /** Both environments: a kill switch that one of them engages, or a host that one forbids, the other can't release. */
  readonly envs: readonly Env[];
}

/** Who gives what opens an account, and is told what to hide of it. */
export type CredentialHost = Environments & Pick<Host, "conceal" | "say">;

export interface Host extends Environments {
  /** From now on these values are removed from whatever is shown (threat 5), until the function that it gives is called. */
  readonly conceal: (secrets: readonly string[]) => () => void;
  readonly say: (notice: Notice) => void;
  /** Runs a task that only reads, with progress; an interrupt abandons it and rejects with AppError. */
  readonly read: <T>(what: string, task: (watch: ReadWatch) => Promise<T>) => Promise<T>;
  /** Runs steps, with progress; an interrupt aborts the signal, and the task ends what is under way (rule 13). */
  readonly run: <T>(
    accounts: readonly RunSize[],
    task: (signal: AbortSignal, watch: (account: string) => RunWatch) => Promise<T>,
  ) => Promise<T>;
  /** Asks the user, undefined where nobody can be asked; an answer of undefined is an interrupt. */
  readonly ask: ((question: string) => Promise<string | undefined>) | undefined;
  /** Why nobody can be asked; only of interest where `ask` is undefined. */
  readonly nobody: string;
}

/** The host of a program without a terminal: nobody is asked, progress isn't shown, and `signal` is what interrupts a run. */
export function programHost(
  env: Env,
  {
    say = () => {},
    signal = new AbortController().signal,
  }: { readonly say?: Host["say"]; readonly signal?: AbortSignal } = {},
): Host {
  return {
    env,
    envs: [env],
    conceal: () => () => {},
    say,
    read: (_what, task) => task({ onRequest: () => {}, onPause: () => {} }),
    run: (_accounts, task) => task(signal, () => ({ onEvent: () => {}, onPause: () => {} })),
    ask: undefined,
    nobody: "there is nobody to ask: botform is called from a program",
  };
}
