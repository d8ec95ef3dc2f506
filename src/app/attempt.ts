// A task on one account, whose failure hides no other account.
import { type Explanation, explain } from "./error.js";

/** The result of a task on one account, or why it failed. */
export type Attempt<T> =
  | { readonly account: string; readonly value: T }
  | { readonly account: string; readonly failure: Explanation };

/** Never rejects: an error of the task becomes the account's failure. */
export async function attempt<T>(account: string, task: () => T | Promise<T>): Promise<Attempt<T>> {
  try {
    return { account, value: await task() };
  } catch (error) {
    return { account, failure: explain(error) };
  }
}
