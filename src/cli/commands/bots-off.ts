// botform bots off: turns every bot of an account off, now; needs no configuration, and asks nothing.

import { type ConfigOptions, choose } from "../../app/configuration.js";
import type { Endpoint } from "../../app/endpoint.js";
import { AppError } from "../../app/error.js";
import type { ExitCode } from "../../app/exit.js";
import { type Opened, openAccount } from "../../app/open-account.js";
import type { Desired } from "../../model/bot/desired.js";
import type { Context } from "../terminal/context.js";
import type { CredentialOptions } from "../terminal/credentials.js";
import { exitOfOff, reportOff, type TurnOffOptions, turnOffNow } from "./bots-off-run.js";

export interface BotsOffOptions extends ConfigOptions, CredentialOptions, TurnOffOptions {
  readonly all?: boolean;
  readonly managed?: boolean;
  readonly account?: string;
}

export async function botsOffCommand(context: Context, options: BotsOffOptions): Promise<ExitCode> {
  if ((options.all === true) === (options.managed === true)) throw new AppError(WHICH);
  const { account, endpoint, knownExchange, managed, expected } = subjectOf(context, options);
  const result = await turnOffNow(context, options, endpoint, { account, knownExchange, managed, expected });
  return reportOff(context, options, account, result, exitOfOff(result));
}

interface Subject {
  readonly account: string;
  readonly endpoint: Endpoint;
  readonly knownExchange: string | undefined;
  readonly managed: Desired | undefined;
  readonly expected: Opened["expected"];
}

/** Throws AppError. */
function subjectOf(context: Context, options: BotsOffOptions): Subject {
  if (options.all === true) {
    const { account, endpoint, exchange, expected } = openAccount(context, options);
    return { account, endpoint, knownExchange: exchange, managed: undefined, expected };
  }
  const { account, endpoint } = choose(context.env, options);
  context.conceal([endpoint.apiKey, endpoint.apiSecret]);
  const { desired } = account;
  return { account: desired.account, endpoint, knownExchange: desired.exchange, managed: desired, expected: undefined };
}

const WHICH =
  "which bots are meant has to be said\nGive --all for every bot of the account, or --managed for those that the configuration declares.";
