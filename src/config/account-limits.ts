// An account's limits of one apply: their shape, and that more than botform's own needs a reason and an end.
import * as z from "zod/mini";
import { endOf, UNTIL } from "../model/bot/hold.js";
import { DEFAULT_LIMITS, type StatedLimits } from "../model/plan/limits.js";
import { defined } from "../model/record.js";
import type { Diagnostic, Origin } from "../model/text/diagnostic.js";
import { listed, problem, quoted } from "./problem.js";
import { decimal, matching, optional, text } from "./schema/schema-parts.js";

export const accountLimitsSchema = z
  .strictObject({
    maxChangedPercent: optional(
      decimal().check(z.gte(0), z.lte(100)),
      "The percentage of the account's live bots that one apply may change. Default: 30. Applies from 10 bots on.",
      60,
    ),
    maxTurnOns: optional(z.int().check(z.gte(0)), "How many bots one apply may turn on. Default: 30.", 80),
    reason: optional(text(), "Why more is allowed than by default, for readers of the plan.", "New take profit"),
    until: optional(
      matching(UNTIL),
      "The last day on which more is allowed (UTC), or a moment with its offset.",
      "2026-12-31",
      "2026-12-31T08:00Z",
    ),
  })
  .register(z.globalRegistry, {
    description:
      "How much one apply may change; --max-changed-percent and --max-turn-ons win. More than the default needs a reason and until.",
  });

type LimitsShape = z.infer<typeof accountLimitsSchema>;

/** The limits as they are stated; undefined where they can't be meant, with an error. */
export function toLimits(
  account: string,
  shape: LimitsShape,
  origin: Origin,
  diagnostics: Diagnostic[],
): StatedLimits | undefined {
  const { maxChangedPercent: percent = 0, maxTurnOns = 0, reason, until } = shape;
  if (until !== undefined && endOf(until) === undefined) {
    const summary = `${quoted(until)} is not a day or a moment`;
    const remedy = "Write YYYY-MM-DD, or YYYY-MM-DDTHH:MMZ.";
    const at = { ...origin, path: [...origin.path, "until"] };
    diagnostics.push(problem("config/limits-time", { summary, remedy, origin: at }));
    return undefined;
  }
  const isMore = percent > DEFAULT_LIMITS.maxChangedPercent || maxTurnOns > DEFAULT_LIMITS.maxTurnOns;
  const lacks = [...(reason === undefined ? ["reason"] : []), ...(until === undefined ? ["until"] : [])];
  if (isMore && lacks.length > 0) {
    const summary = `the limits of account ${account} allow more than botform's own and have no ${listed(lacks, "or")}`;
    const remedy = "Add `reason: …` and `until: YYYY-MM-DD`, so that a reader of the plan knows why, and until when.";
    diagnostics.push(problem("config/limits-unexplained", { summary, remedy, origin }));
    return undefined;
  }
  return { ...defined(shape), origin };
}
