// Rules between the settings of one bot: each row says what must hold, and in which words it is reported.

import { FIELDS, type FieldName } from "../model/bot/field.js";
import { compareDecimals } from "../model/text/decimal.js";
import type { Diagnostic } from "../model/text/diagnostic.js";
import type { Draft } from "./compose/draft.js";
import { isUnknown, originOf } from "./compose/layer.js";
import { listed, problem } from "./problem.js";
import type { ConfigCode } from "./schema/codes.js";

interface Breach {
  readonly code: ConfigCode;
  readonly summary: string;
  readonly remedy: string;
  /** Where it is shown. */
  readonly at: FieldName;
}

interface Rule {
  /** Fields it rests on: when one of them is stated and unusable, the rule says nothing. */
  readonly fields: readonly FieldName[];
  readonly check: (draft: Draft) => Breach | undefined;
}

/** `declares`: it has a value that is not off. */
const declares = ({ fields }: Draft, name: FieldName): boolean => (fields[name] ?? null) !== null;
/** `isOff`: it is declared, and declared off. */
const isOff = ({ fields }: Draft, name: FieldName): boolean => fields[name] === null;

const LIMITS: readonly { readonly limit: FieldName; readonly words: readonly string[]; readonly side: string }[] = [
  { limit: "priceLevelUp", words: ["UPPER", "BOTH"], side: "LOWER" },
  { limit: "priceLevelDown", words: ["LOWER", "BOTH"], side: "UPPER" },
];

const RULES: readonly Rule[] = [
  ...LIMITS.flatMap(({ limit, words, side }): Rule[] => [
    {
      fields: ["priceLevel", limit],
      check: (draft) => {
        const level = draft.fields.priceLevel ?? "";
        if (!words.includes(level) || declares(draft, limit)) return undefined;
        return {
          code: "config/price-level-missing",
          summary: `bot ${draft.key}: priceLevel ${level} needs ${limit}`,
          remedy: `Add ${limit}, or choose another priceLevel.`,
          at: "priceLevel",
        };
      },
    },
    {
      fields: ["priceLevel", limit],
      check: (draft) => {
        if (!declares(draft, limit) || !(isOff(draft, "priceLevel") || draft.fields.priceLevel === side))
          return undefined;
        return {
          code: "config/no-effect",
          summary: `bot ${draft.key}: ${limit} has no effect while priceLevel is ${draft.fields.priceLevel ?? "off"}`,
          remedy: `Remove ${limit}, or set priceLevel to ${listed(words, "or")}.`,
          at: limit,
        };
      },
    },
  ]),
  {
    fields: ["priceLevelDown", "priceLevelUp"],
    check: ({ key, fields: { priceLevelDown: down, priceLevelUp: up } }) => {
      if (typeof down !== "string" || typeof up !== "string" || compareDecimals(down, up) < 0) return undefined;
      return {
        code: "config/price-level-order",
        summary: `bot ${key}: priceLevelDown (${down}) isn't below priceLevelUp (${up})`,
        remedy: "Exchange or correct the two.",
        at: "priceLevelDown",
      };
    },
  },
  ...(["indicatorName", "indicatorInterval"] as const).map(
    (name): Rule => ({
      fields: ["indicatorGroup", name],
      check: (draft) => {
        if (!isOff(draft, "indicatorGroup") || !declares(draft, name)) return undefined;
        return {
          code: "config/no-effect",
          summary: `bot ${draft.key}: ${name} has no effect while indicatorGroup is off`,
          remedy: `Remove ${name}, or choose an indicatorGroup.`,
          at: name,
        };
      },
    }),
  ),
  {
    fields: ["indicatorGroup", "indicatorName", "indicatorInterval"],
    check: (draft) => {
      if (!declares(draft, "indicatorGroup")) return undefined;
      const missing = (["indicatorName", "indicatorInterval"] as const).filter((name) => !declares(draft, name));
      if (missing.length === 0) return undefined;
      return {
        code: "config/incomplete-indicator",
        summary: `bot ${draft.key}: indicatorGroup ${draft.fields.indicatorGroup} is declared without ${listed(missing)}`,
        remedy: `Add ${listed(missing)}.`,
        at: "indicatorGroup",
      };
    },
  },
  {
    fields: ["countOrderMax", "volumeSafetyOrder", "martingaleScale"],
    check: (draft) => {
      if (!declares(draft, "countOrderMax")) return undefined;
      if (declares(draft, "volumeSafetyOrder") || declares(draft, "martingaleScale")) return undefined;
      return {
        code: "config/safety-volume-missing",
        summary: `bot ${draft.key}: countOrderMax is declared without volumeSafetyOrder or martingaleScale`,
        remedy: "Add one of the two.",
        at: "countOrderMax",
      };
    },
  },
];

const REQUIRED = FIELDS.filter((field) => field.required && field.name !== "title").map((field) => field.name);

/** Everything that the settings of one bot say against each other. */
export function checkRules(draft: Draft): Diagnostic[] {
  const found: Diagnostic[] = [];
  const { merged, address } = draft;
  for (const rule of RULES) {
    const breach = rule.check(draft);
    if (breach === undefined || rule.fields.some((name) => isUnknown(merged, name))) continue;
    const { at, code, ...words } = breach;
    found.push(problem(code, { ...words, origin: originOf(merged, at), address }));
  }
  const incomplete = incompleteness(draft);
  return incomplete === undefined ? found : [...found, incomplete];
}

/** A bot that is pinned exists; any other might have to be created. */
function incompleteness({ key, address, merged, title }: Draft): Diagnostic | undefined {
  const { values } = merged;
  if (values.botId !== undefined || title === undefined) return undefined;
  if (REQUIRED.every((name) => Object.hasOwn(values, name))) return undefined;
  const missing = REQUIRED.filter((name) => values[name] === undefined && !isUnknown(merged, name));
  if (missing.length === 0) return undefined;
  return problem("config/incomplete-bot", {
    summary: `bot ${key} can only be managed if it already exists`,
    remedy: `To be able to create it, add ${listed(missing)}.`,
    origin: { ...originOf(merged, "title"), key: true },
    address,
  });
}
