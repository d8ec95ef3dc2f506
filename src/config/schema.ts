// The shape of a configuration file: the zod schemas that validation, types and the JSON Schema all come from.
import * as z from "zod/mini";
import { FIELD_NAMES, type FieldName, type FieldSpec, fieldSpec } from "../model/field.js";

// Descriptions are registered, never given as a `z.meta` check: that would be run for every value of every bot.

export const PAIR = /^[A-Z0-9]+-[A-Z0-9]+$/;
export const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
export const ENV_REFERENCE = /^\$\{env\.(BOTFORM_[A-Z0-9_]+)\}$/;
/** An environment reference, or an address; connection.ts looks closer at the address. */
export const URL_OR_REFERENCE = /^(?:\$\{env\.BOTFORM_[A-Z0-9_]+\}|https?:\/\/\S+)$/;
/** No control character, no half of a surrogate pair, no space at either end: titles are compared exactly. */
export const TEXT = /^[^\s\p{Cc}\p{Cs}](?:[^\p{Cc}\p{Cs}]*[^\s\p{Cc}\p{Cs}])?$/u;
export const LONGEST_TEXT = 255;

/** `${…}` will be a variable one day; taken literally now, it would change its meaning then. */
const withoutVariables = z.refine<string>((value) => !value.includes("${"), { params: { code: "config/not-yet" } });
const text = () => z.string().check(z.maxLength(LONGEST_TEXT), z.regex(TEXT), withoutVariables);
const positiveInteger = () => z.int().check(z.minimum(1));

/** A list in which nothing stands twice. */
function distinct<T extends string>(item: z.ZodMiniType<T, T>, about: string) {
  return z
    .array(item)
    .check(z.refine((items) => new Set(items).size === items.length, { params: { code: "config/repeated-item" } }))
    .register(z.globalRegistry, { description: about, uniqueItems: true });
}

function scalarOf(spec: FieldSpec): z.ZodMiniType<string | number, string | number> {
  if (spec.kind === "text") return spec.name === "pairTitle" ? z.string().check(z.regex(PAIR)) : text();
  if (spec.kind === "word") return z.enum([...(spec.words ?? [])]);
  const checks = [
    ...(spec.min === undefined ? [] : [z.minimum(spec.min)]),
    ...(spec.max === undefined ? [] : [z.maximum(spec.max)]),
    ...(spec.above === undefined ? [] : [z.gt(spec.above)]),
  ];
  const number = spec.kind === "integer" ? z.int() : z.number();
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
  indicatorInterval: ["5MIN", "4HOURS"],
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
    z.string().check(z.regex(NAME)).register(z.globalRegistry, {
      description: "The alias of the access it trades on, from the account's `accesses`.",
    }),
  ),
  enabled: z.optional(
    z.boolean().register(z.globalRegistry, {
      description: "Whether the bot shall be on; absent leaves its switch alone (a new bot stays off).",
    }),
  ),
  protect: z.optional(z.boolean().register(z.globalRegistry, { description: "true: no step may touch the bot." })),
  ignore: z.optional(
    distinct(
      z.enum(FIELD_NAMES.filter((name) => name !== "title")),
      "Declared fields that a new bot is created with and a live one keeps as they are.",
    ),
  ),
} satisfies Record<Exclude<FieldName, "title">, z.ZodMiniType> & Record<string, z.ZodMiniType>;

export const defaultsSchema = z
  .strictObject(sharedShape)
  .register(z.globalRegistry, { description: "Settings of every bot that doesn't state its own." });

export const botSchema = z
  .strictObject({
    title: field("title"),
    ...sharedShape,
    previousTitles: z.optional(
      distinct(text(), "Titles the bot had before; a live bot found by one of them is renamed."),
    ),
    botId: z.optional(
      positiveInteger().register(z.globalRegistry, {
        description: "Pins the bot to one live bot, where several have its title.",
      }),
    ),
  })
  .register(z.globalRegistry, { description: "One bot. A field that is absent is not managed; null switches it off." });

const secret = (about: string) =>
  z.optional(
    z
      .string()
      .check(z.regex(ENV_REFERENCE))
      .register(z.globalRegistry, {
        description: `${about}, from the environment.`,
        examples: ["${env.BOTFORM_MAIN_API_KEY}"],
      }),
  );
const url = (about: string) =>
  z.optional(
    z
      .string()
      .check(z.regex(URL_OR_REFERENCE))
      .register(z.globalRegistry, { description: about, examples: ["${env.BOTFORM_MAIN_API_URL}"] }),
  );

export const accountSchema = z
  .strictObject({
    preset: z.optional(
      z.enum(["cryptorg"]).register(z.globalRegistry, {
        description: "Fills apiUrl, hookUrl and exchange of a public service; keys stated beside it win.",
      }),
    ),
    apiUrl: url("Address of the request/response API: https://host, or an environment reference."),
    hookUrl: url("Address of the webhook interface: https://host, or an environment reference."),
    apiKey: secret("The API key"),
    apiSecret: secret("The API secret"),
    exchange: z.optional(
      text().register(z.globalRegistry, {
        description: "The service's exchange code; SERVICE_FUTURES unless a preset says otherwise.",
      }),
    ),
    accesses: z.optional(
      z
        .record(
          z.string().check(z.regex(NAME)),
          z
            .union([text(), positiveInteger()])
            .register(z.globalRegistry, { description: "The access's title on the service, or its accessId." }),
        )
        .register(z.globalRegistry, {
          description: "Alias of each access: its live title, or its accessId.",
          minProperties: 1,
          examples: [{ primary: "Main futures" }],
        }),
    ),
    undeclared: z.optional(
      z.enum(["report", "turn-off", "ignore"]).register(z.globalRegistry, {
        description: "What happens to live bots in scope that aren't declared; report unless stated.",
      }),
    ),
    titlePrefix: z.optional(
      z
        .string()
        .check(z.maxLength(LONGEST_TEXT), z.regex(/^[^\p{Cc}\p{Cs}]*$/u))
        .register(z.globalRegistry, { description: "Scope: only bots whose title begins with it are botform's." }),
    ),
  })
  // Presence is checked in account.ts, so that an account that lacks one still has its bots checked.
  .register(z.globalRegistry, {
    description: "One set of credentials and endpoints.",
    required: ["apiKey", "apiSecret", "accesses"],
  });

export const fileSchema = z
  .strictObject({
    version: z.optional(
      z
        .literal(1)
        .register(z.globalRegistry, { description: "The configuration's version; required in at least one file." }),
    ),
    accounts: z.optional(z.record(z.string().check(z.regex(NAME)), accountSchema)),
    defaults: z.optional(defaultsSchema),
    bots: z.optional(z.record(z.string().check(z.regex(NAME)), botSchema)),
  })
  .register(z.globalRegistry, {
    title: "botform configuration",
    description: "Bots as code: which bots exist, how they are set, and whether they are on.",
  });

export type FileShape = z.infer<typeof fileSchema>;
export type BotShape = z.infer<typeof botSchema>;
export type AccountShape = z.infer<typeof accountSchema>;
export type BotKey = keyof BotShape;

/** Names that later versions will give a meaning, by the place they stand in. */
export const RESERVED: Readonly<Record<"file" | "account" | "bot", readonly string[]>> = {
  file: ["vars", "templates", "protectedTitles"],
  account: ["volumeScale", "overrides"],
  bot: ["extends", "forEach", "only", "except"],
};
