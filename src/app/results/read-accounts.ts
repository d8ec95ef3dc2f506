// The accounts whose results are meant, read one by one: of several, one that fails doesn't hide the others.
import type { AccountHistory } from "../../model/results.js";
import { type AdmissionOptions, admitted } from "../admission.js";
import { oneLine } from "../error.js";
import { type AccountOptions, chooseAccounts } from "../files/configuration.js";
import type { Host } from "../host.js";
import { attempt } from "../plan.js";
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
  if (!allAccounts && second === undefined)
    return {
      read: [await accountDeals(host, { ...options, ...(name !== undefined && { account: name }) })],
      failed: [],
    };
  const { accounts } = chooseAccounts({ ...options, account: names, allAccounts });
  const found = await admitted(accounts, options, ({ desired: { account } }) =>
    attempt(account, () => accountDeals(host, { ...options, account })),
  );
  return {
    read: found.flatMap((one) => ("value" in one ? [one.value] : [])),
    failed: found.flatMap((one) =>
      "failure" in one
        ? [{ account: one.account, shown: 0, mayLack: true, profit: "unknown", error: oneLine(one.failure.message) }]
        : [],
    ),
  };
}
