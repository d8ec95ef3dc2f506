// What commands share that write into an account's ledger for a stated reason: which accounts, what opens them, the reason and its end.
import type { LoadedConfig } from "../../config/load.js";
import { LONGEST_TEXT, TEXT } from "../../config/schema/schema-parts.js";
import { endOf } from "../../model/bot/hold.js";
import { DiskError } from "../../model/ports.js";
import { connectionOf } from "../credentials/supply.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import { type ConfigOptions, configurationPath, load } from "../files/configuration.js";
import type { Host } from "../host.js";

export interface AccountLedgerOptions extends ConfigOptions {
  /** Of names without an account: one, or several. */
  readonly account?: string | readonly string[];
  /** Folder of the ledger. */
  readonly journal: string;
}

export const NO_ACCOUNT =
  "name the account: there is no configuration here that can be used\nWrite account/bot-key, or add --account.";

/** undefined where there is none; with errors it still tells the accounts. */
export function configurationOf(options: ConfigOptions): LoadedConfig | undefined {
  return configurationPath(options.config) === undefined ? undefined : load(options);
}

export function accountsOf(
  config: LoadedConfig | undefined,
  { account }: Pick<AccountLedgerOptions, "account">,
): readonly string[] {
  if (account !== undefined) return [account].flat();
  return [...new Set((config?.reaches ?? []).map(({ connection }) => connection.account))];
}

/** What opens the account; undefined where that isn't known. With its key the account is the same under another name. */
export async function serviceIfKnown(host: Host, config: LoadedConfig | undefined, account: string) {
  const reach = config?.reaches.find(({ connection }) => connection.account === account);
  const resolved = reach && (await connectionOf(host, reach));
  return resolved !== undefined && "connection" in resolved ? resolved.connection : undefined;
}

/** Throws AppError. @param past what a day that is past comes to, and what to do */
export function refuseUnusable(
  reason: string,
  until: string | undefined,
  past: { readonly without: string; readonly remedy: string },
): void {
  refuseUnusableText("reason", reason);
  if (until !== undefined && endOf(until) === undefined)
    throw new AppError(`"${until}" is not a day or a moment\nWrite YYYY-MM-DD, or YYYY-MM-DDTHH:MMZ.`);
  if (until !== undefined && (endOf(until) ?? 0) <= Date.now())
    throw new AppError(
      `${until} is past (today is ${new Date().toISOString().slice(0, 10)} in UTC), ${past.without}\n${past.remedy}`,
    );
}

/** Throws AppError. @param what it is called */
export function refuseUnusableText(what: string, text: string): void {
  if (!TEXT.test(text) || text.length > LONGEST_TEXT)
    throw new AppError(`the ${what} can't be used\nGive one line of at most ${LONGEST_TEXT} characters.`);
}

/** Throws AppError where the ledger can't be read or written. */
export async function onDisk<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    throw new AppError(
      `the ledger can't be read or written: ${error.message}\nThe user that runs botform needs to read and write it.`,
      { exitCode: EXIT.failed },
    );
  }
}
