// The shape of a configuration file: accounts, and what bots are made of; validation, types and the JSON Schema come from it.
import * as z from "zod/mini";
import { policiesSchema, policyFilesSchema } from "../policies/policy-schema.js";
import { assumptionsSchema } from "./schema-assumptions.js";
import {
  botSchema,
  decimal,
  defaultsSchema,
  distinct,
  LONGEST_TEXT,
  NAME,
  overridesSchema,
  positiveInteger,
  templateSchema,
  text,
  VARIABLE,
  WRITTEN_KEY,
} from "./schema-bot.js";

export const ENV_REFERENCE = /^\$\{env\.(BOTFORM_[A-Z0-9_]+)\}$/;
/** An environment reference, or an address; connection.ts looks closer at the address. */
export const URL_OR_REFERENCE = /^(?:\$\{env\.BOTFORM_[A-Z0-9_]+\}|https?:\/\/\S+)$/;
/** Text in which no variable stands: what an account is must not depend on them. */
const literal = <T extends z.ZodMiniType<string, string>>(schema: T) =>
  schema.check(z.refine((value) => !value.includes("${")));
const secret = (about: string, example = "${env.BOTFORM_MAIN_API_KEY}") =>
  z.optional(
    z
      .string()
      .check(z.regex(ENV_REFERENCE))
      .register(z.globalRegistry, {
        description: `${about}, from the environment.`,
        examples: [example],
      }),
  );
const url = (about: string) =>
  z.optional(
    z
      .string()
      .check(z.regex(URL_OR_REFERENCE))
      .register(z.globalRegistry, { description: about, examples: ["${env.BOTFORM_MAIN_API_URL}"] }),
  );

/** What follows account and token in a webhook's address; nothing, or a path. */
export const HOOK_PATH = /^(?:\/[\w.~-]{1,60}){0,4}$/;
const byAction = (value: z.ZodMiniType<string, string>, description: string, examples: readonly string[]) => {
  const one = z.optional(value.register(z.globalRegistry, { description, examples: [...examples] }));
  return z.optional(
    z
      .strictObject({ open: one, update: one, average: one, close: one })
      .register(z.globalRegistry, { description, examples: [{ close: examples[0] }] }),
  );
};

export const accountSchema = z
  .strictObject({
    preset: z.optional(
      z.enum(["cryptorg"]).register(z.globalRegistry, {
        description: "Fills apiUrl, hookUrl and exchange of a public service; keys stated beside it win.",
      }),
    ),
    apiUrl: url("Address of the request/response API: https://host, or an environment reference."),
    hookUrl: url("Address of the webhook interface: https://host, or an environment reference."),
    hookAccount: secret("The account's number in webhook addresses", "${env.BOTFORM_MAIN_HOOK_ACCOUNT}"),
    hookToken: secret("The token in webhook addresses", "${env.BOTFORM_MAIN_HOOK_TOKEN}"),
    hookPaths: byAction(
      z.string().check(z.regex(HOOK_PATH)),
      "By action: what follows account and token in its address. Known are all but close's, which the service's own webhook block shows.",
      ["/close-deal"],
    ),
    hookUrls: byAction(
      z.string().check(z.regex(ENV_REFERENCE)),
      "By action: its whole address as the service's own webhook block shows it, from the environment.",
      ["${env.BOTFORM_MAIN_HOOK_CLOSE_URL}"],
    ),
    apiKey: secret("The API key"),
    apiSecret: secret("The API secret"),
    exchange: z.optional(
      literal(text()).register(z.globalRegistry, {
        description: "The service's exchange code; SERVICE_FUTURES unless a preset says otherwise.",
        examples: ["SERVICE_FUTURES"],
      }),
    ),
    accesses: z.optional(
      z
        .record(
          z.string().check(z.regex(NAME)),
          z
            .union([literal(text()), positiveInteger()])
            .register(z.globalRegistry, { description: "The access's title on the service, or its accessId." }),
        )
        .register(z.globalRegistry, {
          description: "Alias of each access: its live title, or its accessId.",
          minProperties: 1,
          examples: [{ primary: "Main futures" }],
        }),
    ),
    requestsPerSecond: z.optional(
      decimal()
        .check(z.minimum(2))
        .register(z.globalRegistry, {
          description:
            "Requests a second at most, from 2, reads and writes together, by all that one botform does on the account; not limited unless stated.",
          examples: [10],
        }),
    ),
    concurrency: z.optional(
      positiveInteger().register(z.globalRegistry, {
        description: "Reads under way at once, and writes beside them; --concurrency wins.",
        examples: [4],
      }),
    ),
    undeclared: z.optional(
      z.enum(["report", "turn-off", "ignore"]).register(z.globalRegistry, {
        description: "What happens to live bots in scope that aren't declared; report unless stated.",
      }),
    ),
    activeDeals: z.optional(
      z.enum(["keep", "take-profit"]).register(z.globalRegistry, {
        description:
          "What an apply does to running deals: they keep their settings, or their take profit is set to the configured percentTakeProfit; keep unless stated.",
      }),
    ),
    titlePrefix: z.optional(
      literal(z.string().check(z.maxLength(LONGEST_TEXT), z.regex(/^[^\p{Cc}\p{Cs}]*$/u))).register(z.globalRegistry, {
        description: "Scope: only bots whose title begins with it are botform's.",
        examples: ["auto "],
      }),
    ),
    volumeScale: z.optional(
      decimal()
        .check(z.gt(0))
        .register(z.globalRegistry, {
          description: "volumeFirstOrder and volumeSafetyOrder of every bot are multiplied with it, exactly.",
          examples: [0.25],
        }),
    ),
    volumeStep: z.optional(
      decimal()
        .check(z.gt(0))
        .register(z.globalRegistry, {
          description: "With volumeScale: scaled volumes are rounded down to a multiple of it.",
          examples: [0.1],
        }),
    ),
    volumeMin: z.optional(
      decimal()
        .check(z.gt(0))
        .register(z.globalRegistry, { description: "No volume of a bot may be less, scaled or not.", examples: [5] }),
    ),
    assumptions: z.optional(assumptionsSchema),
    overrides: z.optional(overridesSchema),
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
    accounts: z.optional(
      z.record(z.string().check(z.regex(NAME)), accountSchema).register(z.globalRegistry, {
        description:
          "By name: credentials, endpoints and accesses; every bot is in each account unless it says otherwise.",
      }),
    ),
    // Read by variables.ts, whatever a variable holds.
    vars: z.optional(
      z.record(z.string().check(z.regex(VARIABLE)), z.unknown()).register(z.globalRegistry, {
        description: "Variables by name: scalars, or lists for forEach. Settings refer to them as ${name}.",
        examples: [{ tp: 1.2, pairs: ["USDT-BTC", "USDT-ETH"] }],
      }),
    ),
    defaults: z.optional(defaultsSchema),
    templates: z.optional(
      z.record(z.string().check(z.regex(NAME)), templateSchema).register(z.globalRegistry, {
        description: "Settings by template name, which bots and other templates inherit by `extends`.",
        examples: [{ dip: { strategy: "LONG", leverage: 5 } }],
      }),
    ),
    bots: z.optional(
      z.record(z.string().check(z.regex(WRITTEN_KEY)), botSchema).register(z.globalRegistry, {
        description: "Bots by key, the name they have in plans and messages; ${variables} of forEach may stand in it.",
        examples: [
          { "dip-${pair}": { forEach: { pair: ["USDT-ETH", "USDT-SOL"] }, extends: "dip", title: "Dip ${pair}" } },
        ],
      }),
    ),
    protectedTitles: z.optional(
      distinct(literal(text()), "Titles of live bots that are never turned off for not being declared.", ["By hand"]),
    ),
    policies: policiesSchema,
    policyFiles: policyFilesSchema,
  })
  .register(z.globalRegistry, {
    title: "botform configuration",
    description: "Bots as code: which bots exist, how they are set, and whether they are on.",
  });

export type FileShape = z.infer<typeof fileSchema>;
export type AccountShape = z.infer<typeof accountSchema>;
