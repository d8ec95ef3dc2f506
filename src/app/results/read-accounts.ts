// The accounts whose results are meant, read one by one: of several, one that fails doesn't hide the others.
import { nearestPattern } from "../../config/schema/suggest-pattern.js";
import type { AccountHistory } from "../../model/results.js";
import { attempt } from "../attempt.js";
import { AppError, oneLine } from "../error.js";
import { type AccountOptions, chooseAccounts } from "../files/configuration.js";
import { type AdmissionOptions, admitted } from "../gate/admission.js";
import type { Host } from "../host.js";
import { type AccountDeals, type AccountReading, accountDeals } from "./account-results.js";

export interface AccountsReading extends Omit<AccountReading, "account">, AccountOptions, AdmissionOptions {}

interface Read {
  readonly read: readonly AccountDeals[];
  readonly failed: readonly AccountHistory[];
}

/** Rejects with AppError for what is wrong with the choice, and where the only account can't be read. */
export async function readAccounts(
  host: Host,
  { account: names = [], allAccounts = false, ...options }: AccountsReading,
): Promise<Read> {
  const [name, second] = names;
  if (!allAccounts && second === undefined) {
    const read = [await accountDeals(host, { ...options, ...(name !== undefined && { account: name }) })];
    refuseUnknown(read);
    return { read, failed: [] };
  }
  const { accounts } = chooseAccounts({ ...options, account: names, allAccounts });
  const found = await admitted(accounts, options, ({ desired: { account } }) =>
    attempt(account, () => accountDeals(host, { ...options, account })),
  );
  const read = found.flatMap((one) => ("value" in one ? [one.value] : []));
  // What couldn't be read may have them.
  if (read.length === found.length) refuseUnknown(read);
  return {
    read,
    failed: found.flatMap((one) =>
      "failure" in one
        ? [{ account: one.account, shown: 0, mayLack: true, profit: "unknown", error: oneLine(one.failure.message) }]
        : [],
    ),
  };
}

/** A name that fits no bot of any account is a typing error: it would look like a bot that has earned nothing. */
function refuseUnknown(read: readonly AccountDeals[]): void {
  const [first, ...others] = read;
  const unknown = first?.unknown.find((pattern) => others.every((one) => one.unknown.includes(pattern)));
  if (unknown === undefined) return;
  const near = nearestPattern(unknown, [...new Set(read.flatMap(({ names }) => names))]);
  throw new AppError(
    `no bot fits ${unknown}\n${near === undefined ? "Bots are named by keys, addresses, titles or ids (#123); botform bots list shows them." : `Did you mean ${near}?`}`,
  );
}
