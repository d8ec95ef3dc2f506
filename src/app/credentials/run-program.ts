// Runs a program for what it prints, within a time, and ends it with all that it has started: nothing else waits for it.
import type { ChildProcess } from "node:child_process";
import { homedir } from "node:os";
import { errorCode } from "../../model/text/error-code.js";
import type { Env } from "../host.js";

export interface ProgramRun {
  /** An absolute path. */
  readonly program: string;
  readonly args: readonly string[];
  /** For its standard input. */
  readonly input: string;
  readonly env: Env;
  readonly timeoutMs: number;
  /** Of each of its outputs; beyond it the program is ended. */
  readonly mostBytes: number;
}

/** How it ended. */
export type ProgramEnd =
  | { readonly kind: "status"; readonly status: number }
  | { readonly kind: "signal"; readonly signal: NodeJS.Signals }
  /** It was ended, since it took too long, or wrote too much. */
  | { readonly kind: "late" | "large" }
  /** A code of the system's. */
  | { readonly kind: "unstarted"; readonly code: string }
  /** This process was, and has ended it. */
  | { readonly kind: "interrupted" };

export interface ProgramOutput {
  readonly end: ProgramEnd;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** Resolves when it has ended and nothing holds its outputs, or when it was ended. It has no terminal, and no folder of the user's. */
export async function runProgram(run: ProgramRun): Promise<ProgramOutput> {
  const outputs = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  let release = () => {};
  const end = await new Promise<ProgramEnd>((resolve) => {
    try {
      release = started(run, outputs, resolve);
    } catch (error) {
      resolve(unstarted(error));
    }
  }).finally(() => release());
  return { end, stdout: Buffer.concat(outputs.stdout), stderr: Buffer.concat(outputs.stderr) };
}

type Outputs = Readonly<Record<"stdout" | "stderr", Buffer[]>>;

/** Starts it; the function that it gives has to be called once it has ended. */
function started(
  { program, args, input, env, timeoutMs, mostBytes }: ProgramRun,
  outputs: Outputs,
  ended: (end: ProgramEnd) => void,
): () => void {
  // Loaded by whoever has a program to run alone: it takes longer than the rest of this.
  const { spawn } = process.getBuiltinModule("node:child_process");
  const child = spawn(program, [...args], {
    env: { ...env },
    // Not the working folder, whose files may choose what a program runs.
    cwd: homedir(),
    // A group of its own, which can be ended whole.
    detached: OWN_GROUP,
    windowsHide: true,
  });
  const stop = (end: ProgramEnd) => {
    endWhole(child);
    ended(end);
  };
  for (const name of ["stdout", "stderr"] as const) {
    let bytes = 0;
    child[name].on("data", (part: Buffer) => {
      bytes += part.length;
      if (bytes > mostBytes) stop({ kind: "large" });
      else outputs[name].push(part);
    });
  }
  child.on("error", (error) => ended(unstarted(error)));
  child.on("close", (status, signal) =>
    ended(signal === null ? { kind: "status", status: status ?? 0 } : { kind: "signal", signal }),
  );
  // It needn't have read the question.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const timer = setTimeout(() => stop({ kind: "late" }), timeoutMs);
  const stopListening = onInterrupt(() => stop({ kind: "interrupted" }));
  return () => {
    clearTimeout(timer);
    stopListening();
  };
}

/** Windows has no groups of processes. */
const OWN_GROUP = process.platform !== "win32";

function unstarted(error: unknown): ProgramEnd {
  const code = errorCode(error);
  if (code === undefined) throw error;
  return { kind: "unstarted", code };
}

/** With all that it has started; what has left its group and holds its outputs isn't waited for. */
function endWhole(child: ChildProcess): void {
  try {
    if (OWN_GROUP && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch (error) {
    // It has ended just now.
    if (errorCode(error) !== "ESRCH") throw error;
  }
  for (const stream of child.stdio) stream?.destroy();
  child.unref();
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** All hang on one listener: node warns of more than ten, and as many programs may run at once. */
const LISTENERS = new Set<() => void>();

function interruptAll(): void {
  for (const listener of [...LISTENERS]) listener();
}

/** Ctrl-C doesn't reach a group of its own, and a process that ends by itself must leave none behind either. */
function onInterrupt(listener: () => void): () => void {
  if (LISTENERS.size === 0) {
    for (const signal of SIGNALS) process.on(signal, interruptAll);
    process.on("exit", interruptAll);
  }
  LISTENERS.add(listener);
  return () => {
    LISTENERS.delete(listener);
    if (LISTENERS.size > 0) return;
    for (const signal of SIGNALS) process.off(signal, interruptAll);
    process.off("exit", interruptAll);
  };
}
