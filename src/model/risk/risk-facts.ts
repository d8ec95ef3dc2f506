// The facts of an account that botform risk shows.
import type { AssumptionFacts } from "./assumptions.js";
import type { AccountRisk, BotGrid, Unknown, UnknownRisk } from "./risk.js";

export type BotRiskFacts = { readonly address: string } & (BotGrid | UnknownRisk);

export interface AccountRiskFacts {
  readonly account: string;
  readonly assumptions: AssumptionFacts;
  readonly bots: readonly BotRiskFacts[];
  /** Of these bots alone. */
  readonly totals: AccountRisk;
  readonly unknown: readonly Unknown[];
}

export interface RiskFacts {
  readonly accounts: readonly AccountRiskFacts[];
  /** Order by order, in the place of a row for each bot. */
  readonly withGrids: boolean;
}
