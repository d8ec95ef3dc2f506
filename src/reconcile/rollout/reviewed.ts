// Whether a plan does only what was reviewed: each change of it as a digest that a roll-out's record keeps.
import { hash } from "node:crypto";
import type { Plan, Step } from "../../model/plan/plan.js";

/** One change, with the digest that tells it from any other. */
interface Change {
  readonly digest: string;
  /** `main/btc-dip: leverage 3 → 5`. */
  readonly text: string;
}

/** What the plan does, change by change; a protection that it lifts counts, too. */
function changesOf({ steps, lifted = [] }: Pick<Plan, "steps" | "lifted">): readonly Change[] {
  return [
    ...steps.flatMap(changesOfStep),
    ...lifted.map(({ address, id }) => change(["unprotect", address, id], `${address}: no longer protected`)),
  ];
}

/** Of changes that somebody reviews: a deal may open until they are made, and gets the take profit that its bot gets. */
export function digestsOf(plan: Pick<Plan, "steps" | "lifted">): readonly string[] {
  const ofDeals = plan.steps.flatMap(({ address, action, changes }) =>
    changes.flatMap(({ field, after }) =>
      action === "update" && field === "percentTakeProfit" ? ofAction("take-profit", address, after) : [],
    ),
  );
  return [...new Set([...changesOf(plan), ...ofDeals].map(({ digest }) => digest))];
}

/** @param after the take profit that it gives a deal; null for none */
function ofAction(action: Step["action"], address: string, after: string | null): Change {
  return change([action, address, after], `${address}: ${action}`);
}

function changesOfStep({ address, action, deal, changes }: Step): readonly Change[] {
  const fields = fieldChanges(action, address, changes);
  if (action === "update") return fields;
  // Which deals run changes by the hour; what becomes of them is what was reviewed.
  return [ofAction(action, address, deal?.takeProfit?.after ?? null), ...fields];
}

function fieldChanges(action: string, address: string, changes: Step["changes"]): readonly Change[] {
  return changes.map(({ field, before, after }) => {
    const shown = before === undefined ? (after ?? "off") : `${before ?? "off"} → ${after ?? "off"}`;
    return change([action, address, field, before ?? null, after], `${address}: ${field} ${shown}`);
  });
}

function change(of: readonly unknown[], text: string): Change {
  return { digest: hash("sha256", JSON.stringify(of)).slice(0, 12), text };
}

/** What the plan does that nobody has reviewed, in words; fewer changes are fine, since somebody may have made them already. */
export function unreviewed(plan: Pick<Plan, "steps" | "lifted">, reviewed: ReadonlySet<string>): readonly string[] {
  return changesOf(plan).flatMap(({ digest, text }) => (reviewed.has(digest) ? [] : text));
}
