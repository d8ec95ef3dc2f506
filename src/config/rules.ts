// Rules between the settings of one bot: each row has the condition and the words of its problem.

import { FIELDS, type FieldName, type SomeFields } from "../model/bot/field.js";
import { compareDecimals } from "../model/text/decimal.js";
import type { Diagnostic, Severity } from "../model/text/diagnostic.js";
import { isUnknown, originOf } from "./compose/layer.js";
import type { ResolvedBot } from "./compose/resolved-bot.js";
import { listed, problem } from "./problem.js";
import type { ConfigCode } from "./schema/codes.js";

/** Where it is shown, and what is said of the bot. */
type BrokenRule = readonly [code: ConfigCode, at: FieldName, says: string, remedy: string, severity?: Severity];

interface Rule {
  /** Fields it rests on: when one of them is stated and unusable, the rule says nothing. */
  readonly fields: readonly FieldName[];
  readonly check: (fields: SomeFields) => BrokenRule | undefined;
}

/** Whether it has a value that is not off. */
const declares = (fields: SomeFields, name: FieldName): boolean => (fields[name] ?? null) !== null;

const LIMITS: readonly { readonly limit: FieldName; readonly words: readonly string[]; readonly side: string }[] = [
  { limit: "priceLevelUp", words: ["UPPER", "BOTH"], side: "LOWER" },
  { limit: "priceLevelDown", words: ["LOWER", "BOTH"], side: "UPPER" },
];
/** In percent: less than the fees of opening and closing. */
const SMALLEST_STEP = "0.05";
const OF_INDICATOR = ["indicatorName", "indicatorInterval"] as const;

const RULES: readonly Rule[] = [
  {
    fields: ["title"],
    check: ({ title }) =>
      typeof title === "string" && /^[“”„‘’].*[“”‘’]$/.test(title)
        ? [
            "config/title-quotes",
            "title",
            "the curly quotes belong to its title",
            'Write straight quotes ("), or none.',
          ]
        : undefined,
  },
  ...LIMITS.flatMap(({ limit, words, side }): Rule[] => [
    {
      fields: ["priceLevel", limit],
      check: (fields) => {
        const level = fields.priceLevel ?? "";
        if (!words.includes(level) || declares(fields, limit)) return undefined;
        const remedy = `Add ${limit}, or choose another priceLevel.`;
        const says = `priceLevel ${level} needs ${limit}`;
        // What isn't declared may be set on the service; whether it is, the plan sees.
        if (fields[limit] === undefined)
          return ["config/price-level-missing", "priceLevel", `${says}, which isn't declared`, remedy, "warning"];
        return ["config/price-level-missing", "priceLevel", says, remedy];
      },
    },
    {
      fields: ["priceLevel", limit],
      check: (fields) => {
        const { priceLevel } = fields;
        if (!declares(fields, limit) || (priceLevel !== null && priceLevel !== side)) return undefined;
        const says = `${limit} has no effect while priceLevel is ${priceLevel ?? "off"}`;
        return ["config/no-effect", limit, says, `Remove ${limit}, or set priceLevel to ${listed(words, "or")}.`];
      },
    },
  ]),
  {
    fields: ["priceLevel", "priceLevelDown", "priceLevelUp"],
    check: (fields) => {
      const bounds = LIMITS.filter(({ limit }) => declares(fields, limit));
      const [first, second] = bounds;
      if (fields.priceLevel !== undefined || first === undefined) return undefined;
      const says = `${listed(bounds.map(({ limit }) => limit))} ${second === undefined ? "has" : "have"} no effect without priceLevel, which isn't declared`;
      const words = second === undefined ? listed(first.words, "or") : "BOTH";
      return ["config/no-effect", first.limit, says, `Set priceLevel to ${words}.`];
    },
  },
  {
    fields: ["priceLevelDown", "priceLevelUp"],
    check: ({ priceLevelDown: down, priceLevelUp: up }) => {
      if (typeof down !== "string" || typeof up !== "string" || compareDecimals(down, up) < 0) return undefined;
      const says = `priceLevelDown (${down}) isn't below priceLevelUp (${up})`;
      return ["config/price-level-order", "priceLevelDown", says, "Swap or correct the two."];
    },
  },
  {
    fields: ["percentSafetyOrder", "countOrderMax"],
    check: (fields) => {
      const { percentSafetyOrder: step } = fields;
      if (typeof step !== "string" || !declares(fields, "countOrderMax") || compareDecimals(step, SMALLEST_STEP) >= 0)
        return undefined;
      const says = `percentSafetyOrder is ${step} %, so all safety orders are close to the first`;
      return [
        "config/tiny-step",
        "percentSafetyOrder",
        says,
        "If a share of 1 is meant, write it in percent: 1.5 for 1.5 %.",
      ];
    },
  },
  ...OF_INDICATOR.map(
    (name): Rule => ({
      fields: ["indicatorGroup", name],
      check: (fields) => {
        if (fields.indicatorGroup !== null || !declares(fields, name)) return undefined;
        const says = `${name} has no effect while indicatorGroup is off`;
        return ["config/no-effect", name, says, `Remove ${name}, or choose an indicatorGroup.`];
      },
    }),
  ),
  {
    fields: ["indicatorGroup", ...OF_INDICATOR],
    check: (fields) => {
      const missing = OF_INDICATOR.filter((name) => !declares(fields, name));
      if (!declares(fields, "indicatorGroup") || missing.length === 0) return undefined;
      const says = `indicatorGroup ${fields.indicatorGroup} is set without ${listed(missing)}`;
      return ["config/incomplete-indicator", "indicatorGroup", says, `Add ${listed(missing)}.`];
    },
  },
  {
    fields: ["countOrderMax", "volumeSafetyOrder", "martingaleScale"],
    check: (fields) => {
      const hasVolume = declares(fields, "volumeSafetyOrder") || declares(fields, "martingaleScale");
      if (!declares(fields, "countOrderMax") || hasVolume) return undefined;
      const says = "countOrderMax is set without volumeSafetyOrder or martingaleScale";
      return ["config/safety-volume-missing", "countOrderMax", says, "Add one of them."];
    },
  },
];

const REQUIRED = FIELDS.filter((field) => field.required && field.name !== "title").map((field) => field.name);

/** All contradictions between the settings of one bot. */
export function checkRules(bot: ResolvedBot): Diagnostic[] {
  const { key, merged, address } = bot;
  const found = RULES.flatMap((rule) => {
    const broken = rule.check(bot.fields);
    if (broken === undefined || rule.fields.some((name) => isUnknown(merged, name))) return [];
    const [code, at, says, remedy, severity] = broken;
    return problem(code, {
      ...(severity && { severity }),
      summary: `bot ${key}: ${says}`,
      remedy,
      origin: originOf(merged, at),
      address,
    });
  });
  const incomplete = incompleteness(bot);
  return incomplete === undefined ? found : [...found, incomplete];
}

/** A pinned bot exists already; any other may have to be created. */
function incompleteness({ key, address, merged, title }: ResolvedBot): Diagnostic | undefined {
  const { values } = merged;
  if (values.botId !== undefined || title === undefined) return undefined;
  if (REQUIRED.every((name) => Object.hasOwn(values, name))) return undefined;
  const missing = REQUIRED.filter((name) => values[name] === undefined && !isUnknown(merged, name));
  if (missing.length === 0) return undefined;
  return problem("config/incomplete-bot", {
    summary: `bot ${key} lacks ${listed(missing)}: it can be managed only if it already exists`,
    remedy: "Declare what it lacks in the bot, its template or defaults; until then it can't be created.",
    origin: { ...originOf(merged, "title"), key: true },
    address,
  });
}
