// The shape of a bot's settings: the zod schemas that validation, types and the JSON Schema all come from.
import * as z from "zod/mini";
import { FIELD_NAMES, type FieldName, type FieldSpec, fieldSpec } from "../../model/bot/field.js";
import { canonicalDecimal } from "../../model/text/decimal.js";
import { webhooksSchema } from "../webhooks/webhook-schema.js";

// Descriptions are registered, never given as a `z.meta` check: that would be run for every value of every bot.

export const PAIR = /^[A-Z0-9]+-[A-Z0-9]+$/;
export const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
/** A variable's name; short enough to stand in a message. */
export const VARIABLE = /^[A-Za-z_][A-Za-z0-9_-]{0,99}$/;
/** A bot's key as it is written: with references, which forEach fills. */
export const WRITTEN_KEY = /^(?:[A-Za-z0-9]|\$\{[\w.-]+\})(?:[A-Za-z0-9._-]|\$\{[\w.-]+\})*$/;
/** No control character, no half of a surrogate pair, no space at either end: titles are compared exactly. */
export const TEXT = /^[^\s\p{Cc}\p{Cs}](?:[^\p{Cc}\p{Cs}]*[^\s\p{Cc}\p{Cs}])?$/u;
export const LONGEST_TEXT = 255;

export const text = () => z.string().check(z.maxLength(LONGEST_TEXT), z.regex(TEXT));
export const positiveInteger = () => z.int().check(z.minimum(1));
/** A number that is neither so small nor so large that no decimal of botform's holds it. */
export const decimal = () => z.number().check(z.refine((value) => canonicalDecimal(value) !== undefined));

/** A list in which nothing stands twice. */
export function distinct<T extends string>(item: z.ZodMiniType<T, T>, about: string, example?: readonly T[]) {
  return z
    .array(item)
    .check(z.refine((items) => new Set(items).size === items.length, { params: { code: "config/repeated-item" } }))
    .register(z.globalRegistry, {
      description: about,
      uniqueItems: true,
      ...(example !== undefined && { examples: [[...example]] }),
    });
}

function scalarOf(spec: FieldSpec): z.ZodMiniType<string | number, string | number> {
  if (spec.kind === "text") return spec.name === "pairTitle" ? z.string().check(z.regex(PAIR)) : text();
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
  const value = spec.off === "never" ? scalar : z.nullable(scalar);
  const examples = EXAMPLES[name];
  return z.optional(
    value.register(z.globalRegistry, { description: spec.about, ...(examples === undefined ? {} : { examples }) }),
  );
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

/** What a bot and `defaults` have in common. Listed by name, so that a field added to the table can't be forgotten. */
const sharedShape = {
  pairTitle: field("pairTitle"),
  strategy: field("strategy"),
  leverage: field("leverage"),
  marginMode: field("marginMode"),
  typeTakeProfit: field("typeTakeProfit"),
  typeFirstOrder: field("typeFirstOrder"),
  percentTakeProfit: field("percentTakeProfit"),
  percentSafetyOrder: field("percentSafetyOrder"),
  volumeFirstOrder: field("volumeFirstOrder"),
  volumeSafetyOrder: field("volumeSafetyOrder"),
  countOrderMax: field("countOrderMax"),
  martingaleScale: field("martingaleScale"),
  dynamicStepScale: field("dynamicStepScale"),
  cycleLimitScale: field("cycleLimitScale"),
  indicatorGroup: field("indicatorGroup"),
  indicatorName: field("indicatorName"),
  indicatorInterval: field("indicatorInterval"),
  priceLevel: field("priceLevel"),
  priceLevelDown: field("priceLevelDown"),
  priceLevelUp: field("priceLevelUp"),
  access: z.optional(
    z
      .string()
      .check(z.regex(NAME))
      .register(z.globalRegistry, {
        description: "The alias of the access it trades on, from the account's `accesses`.",
        examples: ["primary"],
      }),
  ),
  enabled: z.optional(
    z.boolean().register(z.globalRegistry, {
      description: "Whether the bot shall be on; absent leaves its switch alone (a new bot stays off).",
    }),
  ),
  webhooks: z.optional(z.lazy(webhooksSchema)),
  protect: z.optional(z.boolean().register(z.globalRegistry, { description: "true: no step may touch the bot." })),
  freezeActiveDeals: z.optional(
    z.boolean().register(z.globalRegistry, {
      description: "true: the bot is not updated while a deal of it runs; it may be turned off all the same.",
    }),
  ),
  ignore: z.optional(
    distinct(
      z.enum(FIELD_NAMES.filter((name) => name !== "title")),
      "Declared fields that a new bot is created with and a live one keeps as they are.",
    ),
  ),
} satisfies Record<Exclude<FieldName, "title">, z.ZodMiniType> & Record<string, z.ZodMiniType>;

const unmanaged = z.optional(
  distinct(
    z.enum([...FIELD_NAMES.filter((name) => name !== "title"), "enabled"]),
    "Inherited fields that are not managed after all: botform neither compares nor changes them.",
    ["leverage"],
  ),
);
const accountNames = (about: string) => z.optional(distinct(z.string().check(z.regex(NAME)), about, ["main"]));
const titles = z.optional(
  distinct(text(), "Titles the bot had before; a live bot found by one of them is renamed.", ["BTC dip (old)"]),
);
const parents = z.optional(
  z
    .union([z.string().check(z.regex(NAME)), distinct(z.string().check(z.regex(NAME)), "Templates, left to right.")])
    .register(z.globalRegistry, {
      description: "The template, or the templates from left to right, that it inherits from.",
      examples: ["dip", ["dip", "careful"]],
    }),
);

/** What `defaults` holds. */
export const defaultsSchema = z
  .strictObject({ ...sharedShape, unmanaged })
  .register(z.globalRegistry, { description: "Settings of every bot that doesn't state its own." });

/** What an account's `overrides` hold: the same under another name. */
export const overridesSchema = z.strictObject({ ...sharedShape, unmanaged }).register(z.globalRegistry, {
  description: "The account's last word on settings of its bots.",
  examples: [{ leverage: 3 }],
});

export const templateSchema = z
  .strictObject({
    title: field("title"),
    ...sharedShape,
    previousTitles: titles,
    extends: parents,
    only: accountNames("Accounts that have the bots; every other one hasn't."),
    except: accountNames("Accounts that don't have the bots."),
    unmanaged,
  })
  .register(z.globalRegistry, { description: "Settings that bots inherit by `extends`." });

const botId = z.optional(
  positiveInteger().register(z.globalRegistry, {
    description: "Pins the bot to one live bot, where several have its title.",
    examples: [1234],
  }),
);

export const exceptionSchema = z
  .strictObject({ title: field("title"), ...sharedShape, previousTitles: titles, botId, unmanaged })
  .register(z.globalRegistry, { description: "Settings of this one bot of those that forEach makes." });

const scalar = z.union([z.string(), z.number(), z.boolean()]);

export const botSchema = z
  .strictObject({
    ...templateSchema.shape,
    botId,
    forEach: z.optional(
      z
        .record(z.string().check(z.regex(VARIABLE)), z.array(z.union([scalar, z.record(z.string(), scalar)])))
        .register(z.globalRegistry, {
          description:
            "One bot for each value of a list, or each combination of several lists; the key and the settings refer to the value as ${variable}.",
          examples: [{ pair: ["USDT-ETH", "USDT-SOL"] }],
        }),
    ),
    exceptions: z.optional(
      z.record(z.string().check(z.regex(NAME)), exceptionSchema).register(z.globalRegistry, {
        description: "By bot key: what single bots of those that forEach makes have of their own.",
        examples: [{ "dip-USDT-SOL": { leverage: 3 } }],
      }),
    ),
  })
  .register(z.globalRegistry, { description: "One bot. A field that is absent is not managed; null switches it off." });

export type BotShape = z.infer<typeof botSchema>;
export type BotKey = keyof BotShape;
