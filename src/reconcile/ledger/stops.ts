// Stop marks: what bots off tells the runs that are under way in the same ledger (design 7a).
import { namesOf, patternOn } from "../../model/bot/hold.js";
import type { Kept } from "../../model/bot/observed.js";
import { ACTIONS, type Action } from "../../model/plan/actions.js";
import type { Fact } from "./facts.js";

export type Stop = Extract<Fact, { type: "stop" }>;

/** What a stop is asked about; a bot that is being created has no id. */
interface AskedBot {
  readonly address: string;
  readonly id: number | undefined;
  /** What is about to be sent; a hold lets pass what only ends or protects a deal. */
  readonly sends?: Action;
}

/** Whether a stop that is about the bot has been set since the watch began. A ledger that can't be read tells of none. */
export type StopWatch = (bot: AskedBot) => Promise<boolean>;

export function stopsIn(facts: readonly Fact[]): readonly Stop[] {
  return facts.flatMap((fact) => (fact.type === "stop" ? [fact] : []));
}

export function isAbout({ of }: Stop, { address, id }: AskedBot): boolean {
  return of === undefined || of.addresses.includes(address) || of.ids.some((one) => one === id);
}

/** Whether a hold of the ledger keeps it from being sent to the bot. */
export function isKeptOff({ holds, addresses }: Kept, account: string, { address, id, sends }: AskedBot): boolean {
  if (sends !== undefined && ACTIONS[sends].rules.passesHolds) return false;
  const bot = namesOf(account, address, id, addresses);
  return holds.some((hold) => patternOn(hold, bot) !== undefined);
}
