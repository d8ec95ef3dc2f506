// The shape of a configuration file: accounts, and what bots are made of; validation, types and the JSON Schema come from it.
import * as z from "zod/mini";
import { MODES } from "../../model/look.js";
import { PERSON, ROLES } from "../../model/person.js";
import { accountLimitsSchema } from "../account-limits.js";
import { assumptionsSchema, innerJson } from "../assumptions.js";
import { breakersSchema } from "../breakers/breaker-schema.js";
import { holdsSchema } from "../holds/hold-schema.js";
import { policiesSchema, policyFilesSchema } from "../policies/policy-schema.js";
import { rolloutSchema } from "../rollout/rollout-schema.js";
import { botSchema, defaultsSchema, overridesSchema, templateSchema } from "./schema-bot.js";
import {
  decimal,
  described,
  distinct,
  ENV_REFERENCE,
  LONGEST_TEXT,
  matching,
  name,
  optional,
  positiveInteger,
  text,
  undeclaredSettings,
  VARIABLE,
} from "./schema-parts.js";
import { variantsSchema } from "./schema-variants.js";

/** An environment reference, or an address; connection.ts looks closer at the address. */
const URL_OR_REFERENCE = /^(?:\$\{env\.BOTFORM_[A-Z0-9_]+\}|https?:\/\/\S+)$/;
/** A bot's key as it is written: with references, which forEach fills. */
const WRITTEN_KEY = /^(?:[A-Za-z0-9]|\$\{[\w.-]+\})(?:[A-Za-z0-9._-]|\$\{[\w.-]+\})*$/;
/** What follows account and token in a webhook's address; nothing, or a path. */
const HOOK_PATH = /^(?:\/[\w.~-]{1,60}){0,4}$/;

/** Text without variables: an account must not depend on them. */
const literal = <T extends z.ZodMiniType<string, string>>(schema: T) =>
  schema.check(z.refine((value) => !value.includes("${")));
const secret = (about: string, example = "${env.BOTFORM_MAIN_API_KEY}") =>
  optional(matching(ENV_REFERENCE), `${about}, from the environment.`, example);
const url = (about: string) => optional(matching(URL_OR_REFERENCE), about, "${env.BOTFORM_MAIN_API_URL}");
const positive = (about: string, example: number) => optional(decimal().check(z.gt(0)), about, example);
const byAction = (value: z.ZodMiniType<string, string>, about: string, example: string) => {
  const one = optional(value, about, example);
  return optional(z.strictObject({ open: one, update: one, average: one, close: one }), about, { close: example });
};

export const accountSchema = z
  .strictObject({
    preset: optional(
      z.enum(["cryptorg"]),
      "Fills in apiUrl, hookUrl and exchange of a public service; keys beside it win.",
    ),
    apiUrl: url("Address of the request/response API: https://host, or an environment reference."),
    hookUrl: url("Address of the webhook interface: https://host, or an environment reference."),
    hookAccount: secret("The account's number in webhook addresses", "${env.BOTFORM_MAIN_HOOK_ACCOUNT}"),
    hookToken: secret("The token in webhook addresses", "${env.BOTFORM_MAIN_HOOK_TOKEN}"),
    hookPaths: byAction(
      matching(HOOK_PATH),
      "By action: what follows account and token in its address. Only close's is undocumented; the Webhooks block of the saved bot shows it.",
      "/close-deal",
    ),
    hookUrls: byAction(
      matching(ENV_REFERENCE),
      "By action: its whole address as the Webhooks block of the saved bot shows it, from the environment.",
      "${env.BOTFORM_MAIN_HOOK_CLOSE_URL}",
    ),
    apiKey: secret("The API key"),
    apiSecret: secret("The API secret"),
    exchange: optional(
      literal(text()),
      "The service's exchange code. Default: the preset's, or SERVICE_FUTURES.",
      "SERVICE_FUTURES",
    ),
    accesses: z.optional(
      z
        .record(
          name(),
          described(
            z.union([literal(text()), positiveInteger()]),
            "The access's title on the service, or its accessId.",
          ),
        )
        .register(z.globalRegistry, {
          description: "Alias of each access: its live title, or its accessId.",
          minProperties: 1,
          examples: [{ primary: "Main futures" }],
        }),
    ),
    requestsPerSecond: optional(
      decimal().check(z.minimum(2)),
      "At most this many requests per second (2 or more), reads and writes together, per botform process and account. Default: no limit.",
      10,
    ),
    concurrency: optional(positiveInteger(), "Reads under way at once, and writes beside them; --concurrency wins.", 4),
    undeclared: optional(
      z.enum(["report", "turn-off", "ignore"]),
      "What to do with live bots in scope that aren't declared. Default: report.",
    ),
    undeclaredSettings: undeclaredSettings(),
    activeDeals: optional(
      z.enum(["keep", "take-profit"]),
      "What an apply does with running deals: keep their settings, or set their take profit to the configured percentTakeProfit. Default: keep.",
    ),
    mode: optional(
      z.enum(MODES),
      "What botform reconcile does about drift: report it, plan and wait for a yes, or apply what policies grade as safe. Default: report.",
    ),
    titlePrefix: optional(
      literal(z.string().check(z.maxLength(LONGEST_TEXT), z.regex(/^[^\p{Cc}\p{Cs}]*$/u))),
      "Scope: botform sees and touches only bots whose title begins with it.",
      "auto ",
    ),
    volumeScale: positive("volumeFirstOrder and volumeSafetyOrder of every bot are multiplied by it, exactly.", 0.25),
    volumeStep: positive("With volumeScale: scaled volumes are rounded down to a multiple of it.", 0.1),
    volumeMin: positive("No order volume may be less, scaled or not.", 5),
    limits: z.optional(accountLimitsSchema),
    assumptions: z.optional(assumptionsSchema),
    serviceFacts: innerJson(
      "A JSON file of what the service was seen to do, beside this file or below it, as botform service show --format json writes it: reviewed, and pinned.",
      "service-facts.json",
    ),
    overrides: z.optional(overridesSchema),
  })
  // Presence is checked in account.ts, so that an account that lacks one still has its bots checked.
  .register(z.globalRegistry, {
    description: "One set of credentials and endpoints.",
    required: ["apiKey", "apiSecret", "accesses"],
  });

export const fileSchema = z
  .strictObject({
    version: optional(z.literal(1), "The configuration's version; required in at least one file."),
    accounts: optional(
      z.record(name(), accountSchema),
      "By name: credentials, endpoints and accesses. Every bot is on each account unless only or except says otherwise.",
    ),
    // Read by variables.ts, whatever a variable holds.
    vars: optional(
      z.record(matching(VARIABLE), z.unknown()),
      "Variables by name: scalars, or lists for forEach. Settings use them as ${name}.",
      { tp: 1.2, pairs: ["USDT-BTC", "USDT-ETH"] },
    ),
    requestsPerSecond: optional(
      decimal().check(z.minimum(2)),
      "At most this many requests per second (2 or more) to one address, from all accounts there together, per botform process. Default: no limit.",
      50,
    ),
    state: optional(
      z.strictObject({
        postgres: described(
          matching(ENV_REFERENCE),
          "The address of the database, from the environment.",
          "${env.BOTFORM_STATE_URL}",
        ),
      }),
      "Where the ledger is kept that several machines share; without it, in the folder .botform. In botform.yaml only.",
      { postgres: "${env.BOTFORM_STATE_URL}" },
    ),
    defaults: z.optional(defaultsSchema),
    templates: optional(
      z.record(name(), templateSchema),
      "Settings by template name, which bots and other templates inherit by `extends`.",
      { dip: { strategy: "LONG", leverage: 5 } },
    ),
    bots: optional(
      z.record(matching(WRITTEN_KEY), botSchema),
      "Bots by key, their name in plans and messages; a key may contain ${variables} of forEach.",
      { "dip-${pair}": { forEach: { pair: ["USDT-ETH", "USDT-SOL"] }, extends: "dip", title: "Dip ${pair}" } },
    ),
    protectedTitles: z.optional(
      distinct(literal(text()), "Titles of live bots that are never turned off for being undeclared.", ["By hand"]),
    ),
    holds: holdsSchema,
    policies: policiesSchema,
    policyFiles: policyFilesSchema,
    breakers: breakersSchema,
    rollout: rolloutSchema,
    variants: variantsSchema,
    people: optional(
      z.record(matching(PERSON), z.enum(ROLES)),
      "Who may use the page of botform fleet serve, by the name that the proxy passes on: look, approve (answers plans too), or operate (holds and stops too). Anybody else is shown nothing.",
      { "ana@example.com": "approve" },
    ),
  })
  .register(z.globalRegistry, {
    title: "botform configuration",
    description: "Bots as code: which bots exist, how they are set, and whether they are on.",
  });

export type FileShape = z.infer<typeof fileSchema>;
export type AccountShape = z.infer<typeof accountSchema>;
