// The shape of a policy in a configuration file; which parameters its rule has is checked in policy.ts.
import * as z from "zod/mini";
import { FIELD_NAMES } from "../../model/bot/field.js";
import { WEEKDAYS } from "../../model/policy/policy.js";
import { RULE_NAMES } from "../../model/policy/policy-rules.js";
import { decimal, described, distinct, matching, name, optional, text } from "../schema/schema-parts.js";

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/;
/** Key, address, title or pair, in which * stands for any text. */
const PATTERN = /^[^\p{Cc}\p{Cs}]{1,255}$/u;
/** Relative, below the folder of the file that names it. */
const INNER_PATH = /^(?!.*(?:^|\/)\.)[\w.-]+(?:\/[\w.-]+)*$/;
const STOP_VARIABLE = /^BOTFORM_[A-Z0-9_]{1,100}$/;

const pattern = () => matching(PATTERN);
const patterns = (about: string, example: string) => z.optional(distinct(pattern(), about, [example]));
const day = (about: string) => optional(matching(DAY), about, "2026-12-31");
const time = (about: string) => optional(matching(TIME), about, "09:00");

const scope = z.strictObject({
  account: patterns("Names of accounts.", "main"),
  access: patterns("Aliases of accesses.", "primary"),
  pair: patterns("Pairs; * matches any text.", "USDT-*"),
  strategy: z.optional(distinct(z.enum(["LONG", "SHORT"]), "Directions.", ["LONG"])),
  title: patterns("Titles; * matches any text.", "Dip *"),
});

const waiver = z.strictObject({
  bots: patterns(
    "Keys or addresses of the waived bots; * matches any text. Default: every bot in the policy's scope.",
    "main/btc-dip",
  ),
  reason: described(text(), "The reason, for readers of the plan."),
  until: described(matching(DAY), "The last day on which it applies (UTC).", "2026-12-31"),
});

const window = z.strictObject({
  days: z.optional(distinct(z.enum(WEEKDAYS), "Days on which it begins. Default: every day.", ["mon", "tue"])),
  from: time("When it begins, local time. Default: 00:00."),
  to: time("When it ends; if earlier than `from`, on the next day. Default: 24:00."),
  firstDay: day("The first day on which it may begin."),
  lastDay: day("The last day on which it may begin."),
  timeZone: described(matching(/^[A-Za-z][\w+/-]{0,60}$/), "IANA name of its time zone.", "Europe/Berlin", "UTC"),
});

/** Keys of the maps inside a policy, by the key that holds them. */
export const POLICY_PARTS: ReadonlyMap<unknown, readonly string[]> = new Map(
  Object.entries({ scope, waivers: waiver, windows: window }).map(([key, { shape }]) => [key, Object.keys(shape)]),
);

export const policySchema = z
  .strictObject({
    rule: optional(z.enum(RULE_NAMES), "The rule's code without `policy/`, or custom.", "max-leverage"),
    severity: optional(
      z.enum(["deny", "warn", "off"]),
      "deny blocks the apply, warn only informs, off disables the policy. Default: the rule's own.",
    ),
    onUnknown: optional(
      z.enum(["deny", "warn"]),
      "The severity if a figure is unknown. Default: the policy's severity.",
    ),
    scope: optional(scope, "Which bots it applies to. Default: every bot."),
    limit: optional(decimal().check(z.gte(0)), "The limit, in the rule's unit.", 10),
    pairs: patterns("Pairs; * matches any text.", "USDT-*"),
    quotes: z.optional(distinct(z.string().check(z.regex(/^[A-Z0-9]{1,20}$/)), "Quote assets.", ["USDT"])),
    marginMode: optional(z.enum(["ISO", "CROSS"]), "The required margin mode."),
    pattern: optional(pattern(), "The pattern that titles must match; * matches any text.", "Dip *"),
    fields: z.optional(distinct(z.enum(FIELD_NAMES), "Fields of a bot.", ["leverage"])),
    windows: optional(z.array(window).check(z.minLength(1), z.maxLength(100)), "Periods of local time."),
    file: optional(
      z.string().check(z.maxLength(200), z.regex(INNER_PATH)),
      "A file beside this one or below it.",
      "STOP",
    ),
    env: optional(z.string().check(z.regex(STOP_VARIABLE)), "An environment variable.", "BOTFORM_STOP"),
    of: optional(z.enum(["bot", "account"]), "Whether to sum per bot, or over all bots."),
    each: optional(z.enum(["bot", "plan"]), "Whether the expression is evaluated for every bot, or once."),
    when: optional(
      z.string().check(z.minLength(1), z.maxLength(2000)),
      "An expression; true means a breach.",
      'bot.on && cmp(bot.after.leverage, "10") > 0',
    ),
    message: optional(
      text(),
      "The message for a breach; {bot.title} and the like are filled in.",
      "{bot.title} is too large",
    ),
    waivers: optional(z.array(waiver).check(z.maxLength(1000)), "Which bots are exempt, why, and until when."),
  })
  .register(z.globalRegistry, {
    description: "A rule, its limits, its scope and its waivers.",
    required: ["rule"],
    examples: [{ rule: "max-leverage", limit: 10, scope: { pair: ["USDT-*"] } }],
  });

export const policiesSchema = optional(
  z.record(name(), policySchema),
  "Policies by name: rules that every plan is checked against.",
  { "leverage-cap": { rule: "max-leverage", limit: 10 } },
);

export const policyFilesSchema = z.optional(
  distinct(
    z.string().check(z.maxLength(500), z.regex(/^[^\p{Cc}\p{Cs}\\]+$/u)),
    "Files and folders of policies shared by several fleets, relative to this file's folder.",
    ["../policies"],
  ),
);

export type PolicyShape = z.infer<typeof policySchema>;
