// Searches for the largest leverage and the most safety orders with which a bot's grid would keep to a rule.
import { type BotRisk, isKnown } from "../model/risk/risk.js";
import type { Subject } from "./subjects.js";

/** What to set for a grid that `holds`; worked out once something is found, so it costs nothing otherwise. */
export function remedyWhere(holds: (risk: BotRisk) => boolean, subject: Subject, risk: BotRisk): string {
  const wouldHold = (fields: Subject["after"]) => {
    const other = subject.riskAt({ ...subject.after, ...fields });
    return isKnown(other) && holds(other);
  };
  // Behind a cross position stands the balance, whatever its leverage.
  const leverage = risk.isolated
    ? largest(Math.ceil(Number(risk.leverage)) - 1, (value) => wouldHold({ leverage: String(value) }))
    : 0;
  const orders = largest(risk.orders - 2, (value) => wouldHold({ countOrderMax: String(value) }));
  const settings = [
    ...(leverage > 0 ? [`leverage to at most ${leverage}`] : []),
    ...(orders > 0 ? [`countOrderMax to at most ${orders}`] : []),
  ];
  if (settings.length > 0) return `Set ${settings.join(", or ")}.`;
  return risk.isolated
    ? "Lower the volumes or percentSafetyOrder: no smaller leverage or countOrderMax is enough."
    : "Lower the volumes: no smaller countOrderMax is enough.";
}

/** The largest whole number from 1 to `most` that passes, 0 if none does; whatever is below one that passes does, too. */
function largest(most: number, passes: (value: number) => boolean): number {
  let [good, bad] = [0, most + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (passes(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
