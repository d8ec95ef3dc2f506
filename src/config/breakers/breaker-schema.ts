// The shape of a breaker in a configuration file; which parameters its rule needs is checked in breakers.ts.
import * as z from "zod/mini";
import { BREAKER_RULE_NAMES } from "../../model/policy/breaker.js";
import { decimal, distinct, matching, name, optional } from "../schema/schema-parts.js";

/** A month: what a history is likely to show. */
const MOST_HOURS = 720;
/** A day. */
const MOST_MINUTES = 1440;

const scope = z.strictObject({ account: z.optional(distinct(name(), "Names of accounts.", ["main"])) });

export const BREAKER_SCOPE_KEYS = Object.keys(scope.shape);

export const breakerSchema = z
  .strictObject({
    rule: optional(
      z.enum(BREAKER_RULE_NAMES),
      "What it measures: loss, margin-used, liquidation-distance, naked-deals or failed-steps.",
      "loss",
    ),
    limit: optional(
      decimal().check(z.gt(0)),
      "At which figure it trips: an amount of quote, a percentage, or a number of steps. A warning comes at 80 % of it.",
      100,
    ),
    hours: optional(
      z.int().check(z.minimum(1), z.maximum(MOST_HOURS)),
      "Of loss and failed-steps: how far back it looks, in hours.",
      24,
    ),
    minutes: optional(
      z.int().check(z.minimum(1), z.maximum(MOST_MINUTES)),
      "Of naked-deals: for how long a deal may be naked, in minutes.",
      10,
    ),
    quote: optional(matching(/^[A-Z0-9]{1,20}$/), "Of loss: the quote asset in which it counts.", "USDT"),
    onUnknown: optional(
      z.enum(["warn", "trip"]),
      "What becomes of it if its figure isn't known: a warning, or it trips. Default: warn.",
    ),
    scope: optional(scope, "Which accounts it is for, each by itself. Default: every account.", { account: ["main"] }),
  })
  .register(z.globalRegistry, {
    description: "A rule on the live account: at its limit, the account's bots are turned off and held.",
    required: ["rule"],
    examples: [{ rule: "loss", hours: 24, limit: 100, quote: "USDT" }],
  });

export const breakersSchema = optional(
  z.record(name(), breakerSchema),
  "Circuit breakers by name: at their limits botform breaker check turns bots off and holds them.",
  { "day-loss": { rule: "loss", hours: 24, limit: 100, quote: "USDT" } },
);

export type BreakerShape = z.infer<typeof breakerSchema>;
