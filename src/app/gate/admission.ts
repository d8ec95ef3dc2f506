// How many accounts are worked on at the same time: the others wait, so that what was just seen of each is fresh enough to write on.
import { Places } from "../../model/text/places.js";

/**
 * A create rests on a list that is at most two seconds old (rule 2). What all accounts read within that time has to pass one
 * process and its connection, and eight bots an account read twice each: 20 accounts are 320 requests, which a busy machine can do.
 */
export const ACCOUNTS_AT_ONCE = 20;

export interface AdmissionOptions {
  readonly accountsAtOnce?: number;
}

/** Runs the task on each, in their order; no more than `accountsAtOnce` are under way. The results are in the order of what was given. */
export function admitted<T, Result>(
  all: readonly T[],
  { accountsAtOnce = ACCOUNTS_AT_ONCE }: AdmissionOptions,
  task: (one: T) => Promise<Result>,
): Promise<Result[]> {
  const places = new Places(accountsAtOnce);
  return Promise.all(all.map((one) => places.run(() => task(one))));
}

/** What is said of those that wait; undefined if none does. */
export function waitingText(
  count: number,
  { accountsAtOnce = ACCOUNTS_AT_ONCE }: AdmissionOptions,
): string | undefined {
  if (count <= accountsAtOnce) return undefined;
  return `${count} accounts, ${accountsAtOnce} at a time: ${count - accountsAtOnce} wait for their turn (--accounts-at-once)`;
}
