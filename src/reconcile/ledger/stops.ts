// Stop marks: what bots off tells the runs that are under way in the same ledger (design 7a).
import type { Fact } from "./facts.js";

export type Stop = Extract<Fact, { type: "stop" }>;

/** What a stop is asked about; a bot that is being created has no id. */
interface AskedBot {
  readonly address: string;
  readonly id: number | undefined;
}

/** Whether a stop that is about the bot has been set since the watch began. A ledger that can't be read tells of none. */
export type StopWatch = (bot: AskedBot) => Promise<boolean>;

export function stopsIn(facts: readonly Fact[]): readonly Stop[] {
  return facts.flatMap((fact) => (fact.type === "stop" ? [fact] : []));
}

export function isAbout({ of }: Stop, { address, id }: AskedBot): boolean {
  return of === undefined || of.addresses.includes(address) || (id !== undefined && of.ids.includes(id));
}
