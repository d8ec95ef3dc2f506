// The holds of all files, with their places; what can't be meant is reported.
import { endOf, type Hold, patternOn } from "../../model/bot/hold.js";
import type { Diagnostic, Origin } from "../../model/text/diagnostic.js";
import { problem, quoted } from "../problem.js";
import { nearestBot } from "../schema/suggest-pattern.js";
import type { HoldShape } from "./hold-schema.js";

export interface DeclaredHold {
  readonly shape: HoldShape;
  readonly origin: Origin;
}

/** In the order of the files; of those that can't be used, there is an error for each. */
export function toHolds(declared: readonly DeclaredHold[], diagnostics: Diagnostic[]): readonly Hold[] {
  return declared.flatMap(({ shape: { bots, reason, until }, origin }): Hold[] => {
    if (until === undefined || endOf(until) !== undefined)
      return [{ bots, reason, ...(until !== undefined && { until }), origin }];
    const summary = `${quoted(until)} is not a day or a moment`;
    const remedy = "Write YYYY-MM-DD, or YYYY-MM-DDTHH:MMZ.";
    diagnostics.push(
      problem("config/hold-time", { summary, remedy, origin: { ...origin, path: [...origin.path, "until"] } }),
    );
    return [];
  });
}

function keyOf(address: string): string {
  return address.slice(address.indexOf("/") + 1);
}

/**
 * Patterns that fit no declared bot. An id is the service's, and every bot of an account needs none. A name that is
 * close to a bot's is an error: the bot that was meant isn't held.
 */
export function idleHolds(holds: readonly Hold[], addresses: readonly string[]): Diagnostic[] {
  return holds.flatMap(({ bots, origin }) =>
    bots.flatMap((pattern, index) => {
      const isOpen = pattern.includes("#") || /^(?:.*\/)?\*$/.test(pattern);
      const fits = (address: string) =>
        patternOn({ bots: [pattern] }, { names: [address], id: undefined }) !== undefined;
      if (isOpen || origin === undefined || addresses.some(fits)) return [];
      // Keys of a letter or two are all alike.
      const meant = keyOf(pattern).length < 3 ? undefined : nearestBot(pattern, addresses);
      return problem("config/hold-idle", {
        ...((meant === undefined || pattern.includes("*")) && { severity: "warning" }),
        summary: `the hold on ${pattern} holds no bot of the configuration`,
        remedy:
          meant === undefined
            ? "Correct the key, or remove it. A bot that isn't declared is named by its id: account/#123."
            : `Did you mean ${meant}? If not, remove it; a bot that isn't declared is named by its id: account/#123.`,
        origin: { ...origin, path: [...origin.path, "bots", index] },
      });
    }),
  );
}
