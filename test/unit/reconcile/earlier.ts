// Writes of earlier runs, as the ledger tells of them.
import type { OpenIntent, StillOpen } from "../../../src/model/plan/open-intent.js";

/** One to main/a of which nobody knows anything. Unless said otherwise the service refuses it from the moment of its sending on. */
export function earlier(
  sends: OpenIntent["sends"],
  botId: number | undefined,
  at: number,
  more: Partial<OpenIntent> = {},
): OpenIntent {
  const makes = { title: "a", accessId: 1, target: {} };
  return { sends, address: "main/a", botId, at, notAfter: at, isUnknown: true, makes, ...more };
}

/** Turn-ons of these bots that may still take effect, for a minute from the beginning of the epoch. */
export function turnOnsUnderWay(...ids: readonly number[]): { readonly open: readonly StillOpen[] } {
  return { open: ids.map((id) => ({ ...earlier("turn-on", id, 0), until: 60_000 })) };
}
