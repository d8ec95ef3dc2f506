// Turns bots off, whoever named them: with progress and Ctrl-C, and what is said of it.

import { type BotsOffResult, botsOff } from "../../app/emergency-stop.js";
import type { Endpoint } from "../../app/endpoint.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import type { ApplyEvent } from "../../reconcile/apply/run-options.js";
import type { EmergencyStopOptions } from "../../reconcile/emergency-stop/emergency-stop.js";
import { rendered } from "../../render/forms.js";
import { clean } from "../../render/sanitize.js";
import type { OffFacts } from "../../render/text/bots-text.js";
import type { Context } from "../terminal/context.js";
import { interruptible } from "../terminal/interrupt.js";
import { sayPause } from "../terminal/progress.js";

export interface TurnOffOptions {
  readonly journal: string;
  readonly format: "text" | "json";
  readonly concurrency: number;
  /** Seconds. */
  readonly timeout: number;
}

export type Which = Pick<EmergencyStopOptions, "account" | "knownExchange" | "managed" | "only" | "expected">;

export async function turnOffNow(
  context: Context,
  options: TurnOffOptions,
  endpoint: Endpoint,
  which: Which,
): Promise<BotsOffResult> {
  const progress = offProgress(context);
  try {
    return await interruptible(context, (signal) =>
      botsOff(endpoint, {
        ...which,
        concurrency: options.concurrency,
        timeoutMs: options.timeout * 1000,
        journal: { folder: options.journal },
        signal,
        onEvent: progress.onEvent,
        onPause: sayPause(context, which.account),
      }),
    );
  } finally {
    progress.done();
  }
}

/** @returns the exit code it was given */
export async function reportOff(
  context: Context,
  { format }: TurnOffOptions,
  account: string,
  result: BotsOffResult,
  exitCode: ExitCode,
): Promise<ExitCode> {
  const facts: OffFacts = { account, ...result, runningDeals: result.runningDeals ?? null };
  const error = exitCode === EXIT.failed ? { error: FAILED } : {};
  context.out(
    await rendered("bots off", format, facts, { command: "bots off", exitCode, ...error, colour: context.colour }),
  );
  if (format === "text" && exitCode === EXIT.failed) context.err(`\n${context.errColour.bad("Failed:")} ${FAILED}.\n`);
  return exitCode;
}

const FAILED = "nothing could be read or sent; look at the bots on the service itself";

/** What isn't known to be off outranks everything; where nothing was done at all, nothing is unknown either. */
export function exitOfOff(result: BotsOffResult): ExitCode {
  const { stragglers, unsettled, turnedOff, wereOff, wasRead, isInterrupted } = result;
  const isClear = stragglers.length === 0 && unsettled.length === 0;
  if (isClear && wasRead) return EXIT.done;
  if (!wasRead) return isInterrupted ? EXIT.interrupted : EXIT.failed;
  const nothingDone = turnedOff.length + wereOff.length === 0 && stragglers.every(({ told }) => !told);
  return nothingDone && stragglers.length > 0 && !isInterrupted ? EXIT.failed : EXIT.unknown;
}

const ERASE_LINE = "\r\u001b[2K";

/** A counter drawn in place on a terminal; elsewhere one plain line for each bot. */
function offProgress(context: Context): {
  readonly onEvent: (event: ApplyEvent) => void;
  readonly done: () => void;
} {
  let off = 0;
  return {
    onEvent(event) {
      if (event.type !== "ended") return;
      const { kind, address, detail } = event.outcome;
      if (kind === "applied") off += 1;
      if (context.live) context.err(`${ERASE_LINE}${off} observed off`);
      else context.err(`${clean(address)}: ${clean(detail)}\n`);
    },
    done: () => context.err(context.live ? ERASE_LINE : ""),
  };
}
