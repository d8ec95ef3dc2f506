// What a route is: who may come, what it gets, and how it answers.
import { AppError } from "../app/error.js";
import type { Role } from "../model/person.js";
import type { LiveParts, Viewing } from "../render/html/live/frame.js";
import type { Actions, Doer } from "./actions.js";
import type { FleetNow, Reading } from "./reading.js";

export interface Visit {
  readonly doer: Doer;
  readonly viewing: Viewing;
  /** As it was read last where the route doesn't wait for it. */
  readonly now: FleetNow;
  readonly path: (name: string) => string;
  readonly query: (name: string) => string;
  /** Empty where no form was sent. */
  readonly form: URLSearchParams;
}

export type Reply =
  | { readonly kind: "page"; readonly parts: LiveParts }
  /** What a form is answered that wasn't done, or not wholly: it stays until the person does something. `at` is the page that shows the newest state. */
  | { readonly kind: "refused"; readonly parts: LiveParts; readonly at: string }
  /** It is done: look there. */
  | { readonly kind: "done"; readonly at: string }
  | { readonly kind: "missing"; readonly why: string; readonly back?: string };

export interface Parts {
  readonly reading: Reading;
  readonly actions: Actions;
  /** Whether this process looks at an account as soon as a plan of it is approved. */
  readonly isLookedAtOnce: boolean;
  /** Why the newest revision of the configuration can't be used, as far as this process knows. */
  readonly refusedRevision: () => string | undefined;
  /** What a command to type needs in order to mean the same configuration and ledger. */
  readonly same: string;
}

export interface Route {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly role: Role;
  /** Whether it is answered from what was read last: nothing keeps anybody from stopping bots. */
  readonly isUrgent?: true;
  readonly answer: (visit: Visit, parts: Parts) => Promise<Reply>;
}

export function done(at: string): Reply {
  return { kind: "done", at };
}

/** Of a form, without white space around it; empty where it has none. */
export function field(form: URLSearchParams, name: string): string {
  return form.get(name)?.trim() ?? "";
}

/** undefined where the ledger can't be read: then nothing is known, which the page says. */
export async function orUnknown<T>(task: Promise<T>): Promise<T | undefined> {
  try {
    return await task;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}
