// The shape of a bot's webhooks: every action's section is the body of its message, without the bot's id.
import * as z from "zod/mini";
import { once } from "../../model/text/once.js";
import {
  fieldsOf,
  PLAIN_OF,
  SECTIONS_OF,
  WEBHOOK_ACTIONS,
  type WebhookAction,
  type WebhookFieldSpec,
  type WebhookSection,
  webhookField,
} from "../../model/webhook/webhook.js";
import { decimal, described, matching, optional } from "../schema/schema-parts.js";

const PLACE = String.raw`\{\{[^{}]{1,80}\}\}`;
/** Not negative, as one writes it: without exponent, sign or separators. */
const DECIMAL_TEXT = String.raw`(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?`;
const ANY_DECIMAL_TEXT = new RegExp(`^(?:${DECIMAL_TEXT}|${PLACE})$`);
const POSITIVE_DECIMAL_TEXT = new RegExp(`^(?:(?=[^{]*[1-9])${DECIMAL_TEXT}|${PLACE})$`);
/** An exchange symbol, or placeholders that come to one. */
const SYMBOL_TEXT = new RegExp(`^(?:[A-Z0-9]{2,40}|(?:${PLACE}){1,2})$`);

function scalarOf({ kind, words, min, above, name }: WebhookFieldSpec): z.ZodMiniType {
  switch (kind) {
    case "boolean":
      return z.boolean();
    case "integer":
      return z.int().check(z.minimum(min ?? 0));
    case "word":
      return name === "strategy"
        ? matching(new RegExp(`^(?:${(words ?? []).join("|")}|${PLACE})$`))
        : z.enum([...(words ?? [])]);
    case "pairs":
      return z.array(matching(SYMBOL_TEXT)).check(z.minLength(1));
    case "decimal":
      return above === undefined
        ? z.union([decimal().check(z.minimum(0)), matching(ANY_DECIMAL_TEXT)])
        : z.union([decimal().check(z.gt(0)), matching(POSITIVE_DECIMAL_TEXT)]);
  }
}

function field(path: string): z.ZodMiniType {
  const spec = webhookField(path);
  if (spec === undefined) throw new RangeError(`no such field: ${path}`);
  const example = spec.kind === "word" ? spec.words?.[0] : EXAMPLES[spec.kind];
  return optional(z.nullable(scalarOf(spec)), spec.about, ...(example === undefined ? [] : [example]));
}

const EXAMPLES: Readonly<Partial<Record<WebhookFieldSpec["kind"], unknown>>> = {
  decimal: 20.5,
  integer: 5,
  pairs: ["BTCUSDT"],
};

function section(name: WebhookSection): z.ZodMiniType {
  const shape = Object.fromEntries(fieldsOf(name).map((one) => [one, field(`${name}.${one}`)]));
  return optional(z.nullable(z.strictObject(shape)), ABOUT_SECTIONS[name]);
}

const ABOUT_SECTIONS: Readonly<Record<WebhookSection, string>> = {
  open: "The first order; fields you don't set come from the bot.",
  dca: "The safety orders; fields you don't set come from the bot. null leaves the section out.",
  close: "The take profit; by default the bot's. null leaves the section out.",
  stop: "The stop loss; bots have none, so it is sent only if you set it.",
};

const ABOUT_ACTIONS: Readonly<Record<WebhookAction, string>> = {
  open: "Opens a deal. Fields you don't set come from the bot.",
  update: "Changes the running deal: the sections you set, or the bot's dca and close if you set none.",
  average: "Averages the running deal at once, by amount; by default the bot's volumeSafetyOrder.",
  close: "Ends the running deal; closePosition is true by default.",
};

function action(name: WebhookAction) {
  const shape = Object.fromEntries([
    ...PLAIN_OF[name].map((one) => [one, field(one)] as const),
    ...SECTIONS_OF[name].map((one) => [one, section(one)] as const),
  ]);
  return optional(z.nullable(z.union([z.literal(true), z.strictObject(shape)])), ABOUT_ACTIONS[name]);
}

/** A bot's webhooks. A layer may state any part, so the merged tree has types of its own (webhook-tree.ts). */
export const webhooksSchema = once(() =>
  described(
    z.nullable(
      z.union([
        z.literal(true),
        z.strictObject(Object.fromEntries(WEBHOOK_ACTIONS.map((name) => [name, action(name)]))),
      ]),
    ),
    "The messages of the bot's webhooks, by action, in the interface's fields; true takes everything from the bot, null means none.",
    { open: { stop: { event: "percentage", value: 3 } }, close: { closePosition: true } },
  ),
);
