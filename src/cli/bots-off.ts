// botform bots off: turns every bot of an account off, now; needs no configuration, and asks nothing.
import { type BotsOffResult, botsOff, type Endpoint } from "../library.js";
import type { Desired } from "../model/desired.js";
import type { ApplyEvent } from "../reconcile/run-terms.js";
import { bodyJson } from "../render/body-json.js";
import { type OffFacts, offText } from "../render/off-text.js";
import { clean } from "../render/sanitize.js";
import { type ConfigOptions, choose } from "./configuration.js";
import type { Context } from "./context.js";
import { type CredentialOptions, environment } from "./credentials.js";
import { EXIT, type ExitCode } from "./exit.js";
import { UserError } from "./failure.js";
import { interruptible } from "./interrupt.js";
import { type Opened, openAccount } from "./panic-connection.js";

export interface BotsOffOptions extends ConfigOptions, CredentialOptions {
  readonly all?: boolean;
  readonly managed?: boolean;
  readonly account?: string;
  readonly journal: string;
  readonly format: "text" | "json";
  readonly concurrency: number;
  /** Seconds. */
  readonly timeout: number;
}

export async function botsOffCommand(context: Context, options: BotsOffOptions): Promise<ExitCode> {
  if ((options.all === true) === (options.managed === true)) throw new UserError(WHICH);
  const env = await environment(context, options);
  const { account, endpoint, knownExchange, managed, expected } = subjectOf({ ...context, env }, options);
  const progress = offProgress(context);
  let result: BotsOffResult;
  try {
    result = await interruptible(context, (signal) =>
      botsOff(endpoint, {
        account,
        knownExchange,
        managed,
        expected,
        concurrency: options.concurrency,
        timeoutMs: options.timeout * 1000,
        journal: { folder: options.journal },
        signal,
        onEvent: progress.onEvent,
      }),
    );
  } finally {
    progress.done();
  }
  const exitCode = exitOfOff(result);
  const facts: OffFacts = { account, ...result, runningDeals: result.runningDeals ?? null };
  if (options.format === "json") {
    const error = exitCode === EXIT.failed ? { error: FAILED } : {};
    context.out(bodyJson({ command: "bots off", exitCode, ...error }, { ...facts }));
  } else {
    context.out(offText(facts, context.colour));
    if (exitCode === EXIT.failed) context.err(`\n${context.errColour.bad("Failed:")} ${FAILED}.\n`);
  }
  return exitCode;
}

const FAILED = "nothing could be read or sent; look at the bots on the service itself";

interface Subject {
  readonly account: string;
  readonly endpoint: Endpoint;
  readonly knownExchange: string | undefined;
  readonly managed: Desired | undefined;
  readonly expected: Opened["expected"];
}

/** Throws UserError. */
function subjectOf(context: Context, options: BotsOffOptions): Subject {
  if (options.all === true) {
    const { account, endpoint, exchange, expected } = openAccount(context, options);
    return { account, endpoint, knownExchange: exchange, managed: undefined, expected };
  }
  const { account, endpoint } = choose(context.env, options);
  context.conceal?.([endpoint.apiKey, endpoint.apiSecret]);
  const { desired } = account;
  return { account: desired.account, endpoint, knownExchange: desired.exchange, managed: desired, expected: undefined };
}

const WHICH =
  "which bots are meant has to be said\nGive --all for every bot of the account, or --managed for those that the configuration declares.";

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
export function offProgress(context: Context): {
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
