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
  pair: patterns("Pairs, * for any text.", "USDT-*"),
  strategy: z.optional(distinct(z.enum(["LONG", "SHORT"]), "Directions.", ["LONG"])),
  title: patterns("Titles, * for any text.", "Dip *"),
});

const waiver = z.strictObject({
  bots: patterns(
    "Keys or addresses of the bots that are let off, * for any text; absent is whatever the policy is about.",
    "main/btc-dip",
  ),
  reason: described(text(), "Why, for whoever reads the plan."),
  until: described(matching(DAY), "The last day on which it holds (UTC).", "2026-12-31"),
});

const window = z.strictObject({
  days: z.optional(distinct(z.enum(WEEKDAYS), "Days on which it begins; every day unless stated.", ["mon", "tue"])),
  from: time("When it begins, local time; 00:00 unless stated."),
  to: time("When it ends; 24:00 unless stated. Earlier than `from`, it is on the next day."),
  firstDay: day("The first day on which it may begin."),
  lastDay: day("The last day on which it may begin."),
  timeZone: described(matching(/^[A-Za-z][\w+/-]{0,60}$/), "IANA name of its time zone.", "Europe/Berlin", "UTC"),
});

export const policySchema = z
  .strictObject({
    rule: optional(z.enum(RULE_NAMES), "The rule's code without `policy/`, or custom.", "max-leverage"),
    severity: optional(
      z.enum(["deny", "warn", "off"]),
      "deny keeps a plan from being applied, warn is for the reader, off is silent; the rule's own unless stated.",
    ),
    onUnknown: optional(
      z.enum(["deny", "warn"]),
      "What it is that a figure isn't known; the policy's severity unless stated.",
    ),
    scope: optional(scope, "Which bots it is about; every bot unless stated."),
    limit: optional(decimal().check(z.gte(0)), "The limit, in the rule's unit.", 10),
    pairs: patterns("Pairs, * for any text.", "USDT-*"),
    quotes: z.optional(distinct(z.string().check(z.regex(/^[A-Z0-9]{1,20}$/)), "Quote assets.", ["USDT"])),
    marginMode: optional(z.enum(["ISO", "CROSS"]), "The margin mode that is wanted."),
    pattern: optional(pattern(), "The pattern of a title, * for any text.", "Dip *"),
    fields: z.optional(distinct(z.enum(FIELD_NAMES), "Fields of a bot.", ["leverage"])),
    windows: optional(z.array(window).check(z.minLength(1), z.maxLength(100)), "Stretches of local time."),
    file: optional(
      z.string().check(z.maxLength(200), z.regex(INNER_PATH)),
      "A file beside this one, or below.",
      "STOP",
    ),
    env: optional(z.string().check(z.regex(STOP_VARIABLE)), "An environment variable.", "BOTFORM_STOP"),
    of: optional(z.enum(["bot", "account"]), "Of each bot, or of all together."),
    each: optional(z.enum(["bot", "plan"]), "Whether the expression is asked for every bot, or once."),
    when: optional(
      z.string().check(z.minLength(1), z.maxLength(2000)),
      "An expression; true is a breach.",
      'bot.on && cmp(bot.after.leverage, "10") > 0',
    ),
    message: optional(
      text(),
      "What is said of a breach; {bot.title} and the like are filled in.",
      "{bot.title} is too large",
    ),
    waivers: optional(z.array(waiver).check(z.maxLength(1000)), "Who is let off, why, and until when."),
  })
  .register(z.globalRegistry, {
    description: "A rule, its limits, whom it is about, and who is let off.",
    required: ["rule"],
    examples: [{ rule: "max-leverage", limit: 10, scope: { pair: ["USDT-*"] } }],
  });

export const policiesSchema = optional(
  z.record(name(), policySchema),
  "Policies by name: rules that every plan is judged by.",
  { "leverage-cap": { rule: "max-leverage", limit: 10 } },
);

export const policyFilesSchema = z.optional(
  distinct(
    z.string().check(z.maxLength(500), z.regex(/^[^\p{Cc}\p{Cs}\\]+$/u)),
    "Files and folders of policies that several fleets share, relative to this file's folder.",
    ["../policies"],
  ),
);

export type PolicyShape = z.infer<typeof policySchema>;
