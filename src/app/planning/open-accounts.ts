// Accounts of a configuration with what opens them: where they are reached, and their keys. No key opens two.

import type { Attempt } from "../attempt.js";
import type { BudgetOptions, Endpoint } from "../endpoint.js";
import { AppError, explain } from "../error.js";
import { type ChosenAccounts, endpointOf } from "../files/configuration.js";
import type { Host } from "../host.js";
import type { PolicySource } from "./policies.js";

/** An account of the configuration, and what opens it. */
export interface Opened {
  readonly policySource: PolicySource & { readonly account: NonNullable<PolicySource["account"]> };
  readonly endpoint: Endpoint;
}

/** What opens each account, or why nothing does. Throws AppError where two are opened by the same key. */
export async function openAccounts(
  host: Host,
  options: BudgetOptions,
  { config, accounts }: ChosenAccounts,
): Promise<readonly Attempt<Opened>[]> {
  const opening = accounts.map(async (account): Promise<Attempt<Opened>> => {
    const name = account.desired.account;
    try {
      const endpoint = await endpointOf(host, config, account, options);
      return { account: name, value: { policySource: { config, account, envs: host.envs }, endpoint } };
    } catch (error) {
      return { account: name, failure: explain(error) };
    }
  });
  const opened = await Promise.all(opening);
  const open = opened.flatMap((one) => ("value" in one ? [{ account: one.account, ...one.value }] : []));
  for (const { endpoint } of open) host.conceal([endpoint.apiKey, endpoint.apiSecret]);
  refuseSharedKey(open, "Give each account its own API key, or choose one account with --account.");
  return opened;
}

/** Refuses two accounts with one key, which would show the same bots twice. Throws AppError, before anything is read. */
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
        `the accounts ${other} and ${account} use the same API key at ${apiUrl}, so one of them has the wrong key; nothing was read\n${remedy}`,
      );
    seen.set(lock, account);
  }
}
