// Live accounts as they are, one or several at once: one that can't be read doesn't hide the others.
import type { ReportView } from "../../model/risk/ladder.js";
import { type Attempt, attempt } from "../attempt.js";
import { type AccountOptions, chooseAccounts } from "../files/configuration.js";
import { type AdmissionOptions, admitted } from "../gate/admission.js";
import type { Host } from "../host.js";
import type { PriceOptions } from "../money/figures.js";
import type { ReadingOptions } from "./account.js";
import { report } from "./report.js";

export type ReportsOptions = Omit<ReadingOptions, "account"> & AccountOptions & PriceOptions & AdmissionOptions;

/** Throws AppError for what is wrong with the choice, and where a single account can't be read. */
export async function reports(
  host: Host,
  { account: names = [], allAccounts = false, ...options }: ReportsOptions,
): Promise<readonly Attempt<ReportView>[]> {
  const [name, second] = names;
  if (!allAccounts && second === undefined) {
    const view = await report(host, { ...options, ...(name !== undefined && { account: name }) });
    return [{ account: view.account, value: view }];
  }
  const { accounts } = chooseAccounts({ ...options, account: names, allAccounts });
  return admitted(accounts, options, ({ desired: { account } }) =>
    attempt(account, () => report(host, { ...options, account })),
  );
}
