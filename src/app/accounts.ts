// Several accounts side by side: each comes to its own end, and none hides or stops another.

import type { LoadedConfig } from "../config/load.js";
import { type Endpoint, plan } from "../index.js";
import type { Plan } from "../model/plan/plan.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import type { Diagnostic } from "../model/text/diagnostic.js";
import type { AccountResult } from "../render/machine/json.js";
import type { Known } from "../risk/known.js";
import { memoryOf } from "./access-memory.js";
import { type ChosenAccounts, endpointOf } from "./configuration.js";
import { AppError, type Explanation, explain, oneLine } from "./error.js";
import type { ExitCode } from "./exit.js";
import type { Host } from "./host.js";
import type { PlanOptions } from "./planning.js";
import { policyOptions, unrepeated } from "./policy-facts.js";
import { accountAssumptions } from "./risk-assumptions.js";
import { refuseUnknownStrays, selection } from "./selection.js";

/** What became of a task on one account. */
export type Ended<T> =
  | { readonly account: string; readonly value: T }
  | { readonly account: string; readonly failure: Explanation };

/** What is said of an account in the end. */
export interface AccountEnd extends AccountResult {
  readonly exitCode: ExitCode;
}

/** Of an account that the task failed on. */
export function failedEnd({
  account,
  failure,
}: Extract<Ended<unknown>, { readonly failure: Explanation }>): AccountEnd {
  const { exitCode, diagnostics, message } = failure;
  return { account, exitCode, diagnostics, error: oneLine(message) };
}

/** What was planned of one account. */
export interface Planned {
  /** With the configuration's own problems, as a plan of this account alone has them. */
  readonly made: Plan;
  /** Of these, those that are the plan's own. */
  readonly own: readonly Diagnostic[];
  readonly endpoint: Endpoint;
  readonly assumptions: Assumptions;
  /** What its figures in money rest on; undefined where there are none. */
  readonly known: Known | undefined;
}

/** Never rejects: whatever the task throws is how the account ended. */
export async function ended<T>(account: string, task: () => T | Promise<T>): Promise<Ended<T>> {
  try {
    return { account, value: await task() };
  } catch (error) {
    return { account, failure: explain(error) };
  }
}

/**
 * Plans all accounts at once, in the order of their names. Throws AppError for what is wrong with the choice itself, and
 * where it is interrupted.
 */
export async function planEach(
  host: Host,
  options: PlanOptions,
  { config, accounts }: ChosenAccounts,
): Promise<readonly Ended<Planned>[]> {
  const desired = accounts.map((account) => account.desired);
  const includes = selection(desired, options);
  const opened = await Promise.all(
    accounts.map((account) =>
      ended(account.desired.account, () => ({ account, endpoint: endpointOf(config, account, host.env, options) })),
    ),
  );
  for (const one of opened) if ("value" in one) host.conceal([one.value.endpoint.apiKey, one.value.endpoint.apiSecret]);
  refuseSharedKey(
    opened.flatMap((one) => ("value" in one ? [{ account: one.account, endpoint: one.value.endpoint }] : [])),
    "Give each account a key of its own, or choose one of them with --account.",
  );

  const { allowReplace = false } = options;
  const tuning = {
    includes,
    allowReplace,
    concurrency: options.concurrency,
  };
  const planned = await host.read(`${accounts.length} accounts`, (watch) =>
    Promise.all(
      opened.map(async (one) => {
        if (!("value" in one)) return one;
        const { account, endpoint } = one.value;
        return ended(one.account, async () => {
          const assumptions = accountAssumptions(account, config.place);
          let known: Known | undefined;
          const onKnown = (found: Known) => {
            known = found;
          };
          const policies = policyOptions(config, account, host.envs);
          const money = { assumptions, onKnown };
          const more = memoryOf(endpoint, options.accessCache);
          const made = await plan(account.desired, endpoint, { ...tuning, ...watch, ...more, money, policies });
          return { ...placed(config, made, endpoint), assumptions, known };
        });
      }),
    ),
  );
  // An account that couldn't be read may have the bot that is meant.
  if (planned.every((one) => "value" in one))
    refuseUnknownStrays(
      options.target ?? [],
      planned.map(({ value }) => value.made),
    );
  return planned;
}

function placed(config: LoadedConfig, made: Plan, endpoint: Endpoint): Omit<Planned, "assumptions" | "known"> {
  const diagnostics = config.locate([...unrepeated(config.diagnostics, made), ...made.diagnostics]);
  return { made: { ...made, diagnostics }, own: config.locate(made.diagnostics), endpoint };
}

/** One key opens one account: two that share one would show the same bots twice. Throws AppError, before anything is read. */
export function refuseSharedKey(
  opened: readonly { readonly account: string; readonly endpoint: Endpoint }[],
  remedy: string,
): void {
  const seen = new Map<string, string>();
  for (const { account, endpoint } of opened) {
    const { apiUrl, apiKey } = endpoint;
    const lock = JSON.stringify([apiUrl, apiKey]);
    const other = seen.get(lock);
    if (other !== undefined)
      throw new AppError(
        `the accounts ${other} and ${account} are opened by the same API key at ${apiUrl}, so one of the keys is of the wrong account; nothing was read\n${remedy}`,
      );
    seen.set(lock, account);
  }
}
