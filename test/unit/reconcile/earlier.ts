// Writes of earlier runs, as the ledger tells of them.
import type { OpenIntent } from "../../../src/model/plan/open-intent.js";

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
