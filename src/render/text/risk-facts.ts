// What is said of an account by botform risk.
import type { AssumptionFacts } from "../../model/risk/assumptions.js";
import type { AccountRisk, BotGrid, Unknown, UnknownRisk } from "../../model/risk/risk.js";

export type BotRiskFacts = { readonly address: string } & (BotGrid | UnknownRisk);

export interface AccountRiskFacts {
  readonly account: string;
  readonly assumptions: AssumptionFacts;
  readonly bots: readonly BotRiskFacts[];
  /** Of these bots alone. */
  readonly totals: AccountRisk;
  readonly unknown: readonly Unknown[];
}
