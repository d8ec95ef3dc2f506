// The shape of a bot's settings: the zod schemas that validation, types and the JSON Schema all come from.

import * as z from "zod/mini";
import { FIELD_NAMES, type FieldName, type FieldSpec, fieldSpec } from "../../model/bot/field.js";
import { PAIR } from "../../model/bot/pair.js";
import { webhooksSchema } from "../webhooks/webhook-schema.js";
import {
  decimal,
  described,
  distinct,
  matching,
  name,
  optional,
  positiveInteger,
  text,
  undeclaredSettings,
  VARIABLE,
} from "./schema-parts.js";

function scalarOf(spec: FieldSpec): z.ZodMiniType<string | number, string | number> {
  if (spec.kind === "text") return spec.name === "pairTitle" ? matching(PAIR) : text();
  if (spec.kind === "word") return z.enum([...(spec.words ?? [])]);
  const checks = [
    ...(spec.min === undefined ? [] : [z.minimum(spec.min)]),
    ...(spec.max === undefined ? [] : [z.maximum(spec.max)]),
    ...(spec.above === undefined ? [] : [z.gt(spec.above)]),
  ];
  const number = spec.kind === "integer" ? z.int() : decimal();
  return number.check(...checks);
}

/** One setting of a bot, with the bounds, words and meaning of its row in the table of fields. */
function field(name: FieldName) {
  const spec = fieldSpec(name);
  const scalar = scalarOf(spec);
  return optional(spec.off === "never" ? scalar : z.nullable(scalar), spec.about, ...(EXAMPLES[name] ?? []));
}

const EXAMPLES: Readonly<Partial<Record<FieldName, readonly (string | number)[]>>> = {
  title: ["BTC dip"],
  pairTitle: ["USDT-BTC"],
  leverage: [5],
  percentTakeProfit: [1.2],
  percentSafetyOrder: [1.5],
  volumeFirstOrder: [20],
  volumeSafetyOrder: [40],
  countOrderMax: [6],
  martingaleScale: [1.2],
  dynamicStepScale: [1.1],
  cycleLimitScale: [10],
  indicatorName: ["RSI"],
  indicatorInterval: ["5MIN", "4HOURS"],
  priceLevelDown: [50000],
  priceLevelUp: [70000.5],
};

const SHARED_NAMES = FIELD_NAMES.filter((name) => name !== "title");

function sharedFields(): { readonly [name in Exclude<FieldName, "title">]: ReturnType<typeof field> };
function sharedFields(): Readonly<Record<string, ReturnType<typeof field>>> {
  return Object.fromEntries(SHARED_NAMES.map((name) => [name, field(name)]));
}

/** What a bot and `defaults` have in common. */
const sharedShape = {
  ...sharedFields(),
  access: optional(name(), "The alias of the access it trades on, from the account's `accesses`.", "primary"),
  enabled: optional(z.boolean(), "Whether the bot should be on; absent leaves its switch alone (a new bot stays off)."),
  webhooks: z.optional(z.lazy(webhooksSchema)),
  protect: optional(z.boolean(), "true: no step may touch the bot."),
  freezeActiveDeals: optional(
    z.boolean(),
    "true: the bot is not updated while one of its deals runs; it may still be turned off.",
  ),
  ignore: z.optional(
    distinct(z.enum(SHARED_NAMES), "Declared fields that are set when the bot is created and left alone afterwards."),
  ),
  undeclaredSettings: undeclaredSettings(),
  twin: optional(
    z.union([text(), distinct(text(), "Titles of live bots; * stands for any text.")]),
    "The title, or titles, of live bots beside which this one is meant as another; * stands for any text.",
    "BTC dip by hand",
    ["BTC dip by hand", "other team *"],
  ),
};

const unmanaged = z.optional(
  distinct(
    z.enum([...SHARED_NAMES, "enabled"]),
    "Inherited fields to leave unmanaged: botform neither compares nor changes them.",
    ["leverage"],
  ),
);
const accountNames = (about: string) => z.optional(distinct(name(), about, ["main"]));
const titles = z.optional(
  distinct(text(), "Titles that the bot had before; a live bot found by one of them is renamed.", ["BTC dip (old)"]),
);
const parents = optional(
  z.union([name(), distinct(name(), "Templates, left to right.")]),
  "The template, or templates from left to right, that it inherits from.",
  "dip",
  ["dip", "careful"],
);

/** What `defaults` holds. */
export const defaultsSchema = described(
  z.strictObject({ ...sharedShape, unmanaged }),
  "Settings for every bot that doesn't set its own.",
);

/** What an account's `overrides` hold: the same under another name. */
export const overridesSchema = described(
  z.strictObject({ ...sharedShape, unmanaged }),
  "Settings that win for every bot of the account.",
  { leverage: 3 },
);

export const templateSchema = described(
  z.strictObject({
    title: field("title"),
    ...sharedShape,
    previousTitles: titles,
    extends: parents,
    only: accountNames("Accounts that have the bots; all others don't."),
    except: accountNames("Accounts that don't have the bots."),
    unmanaged,
  }),
  "Settings that bots inherit by `extends`.",
);

const botId = optional(positiveInteger(), "Pins the bot to one live bot if several have its title.", 1234);

export const exceptionSchema = described(
  z.strictObject({ title: field("title"), ...sharedShape, previousTitles: titles, botId, unmanaged }),
  "Settings for this one of the bots that forEach makes.",
);

const scalar = z.union([z.string(), z.number(), z.boolean()]);

export const botSchema = described(
  z.strictObject({
    ...templateSchema.shape,
    botId,
    forEach: optional(
      z.record(matching(VARIABLE), z.array(z.union([scalar, z.record(z.string(), scalar)]))),
      "One bot for each value of a list, or each combination of several lists; the key and the settings use the value as ${variable}.",
      { pair: ["USDT-ETH", "USDT-SOL"] },
    ),
    exceptions: optional(
      z.record(name(), exceptionSchema),
      "By bot key: settings for single bots among those that forEach makes.",
      { "dip-USDT-SOL": { leverage: 3 } },
    ),
  }),
  "One bot. An absent field is not managed; null switches it off.",
);

export type BotShape = z.infer<typeof botSchema>;
export type BotKey = keyof BotShape;
