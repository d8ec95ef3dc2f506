// Rules about one bot's settings: each row of the table says what is wrong of a bot, with the figure and the remedy.
import type Big from "big.js";
import type { FieldName } from "../model/bot/field.js";
import { fits } from "../model/policy/policy.js";
import { settingAt } from "../model/webhook/webhook.js";
import { type BotRule, type Breach, limitOf, NONE, numberOf, type Scene, shown, unknown } from "./breach.js";
import { freezeDeals, maxChange } from "./change-rules.js";
import type { Subject } from "./subjects.js";

/** A field that is at most the limit; off is nothing to limit. */
const atMost =
  (field: FieldName, unit = ""): BotRule =>
  (subject, scene) =>
    beyond(subject, scene, { field, unit, isBeyond: (value, limit) => value.gt(limit), word: "above", way: "at most" });

function beyond(
  subject: Subject,
  scene: Scene,
  rule: {
    readonly field: FieldName;
    readonly unit: string;
    readonly word: string;
    readonly way: string;
    readonly isBeyond: (value: Big, limit: Big) => boolean;
  },
): readonly Breach[] {
  const { field, unit, word, way } = rule;
  const raw = subject.after[field];
  if (raw === null) return NONE;
  const [value, limit] = [numberOf(raw), limitOf(scene)];
  // A field that isn't managed is in a plan's observed bot; of a configuration alone it can't be known.
  if (value === undefined) return [unknown(subject, field, `Declare ${field}.`)];
  if (!rule.isBeyond(value, limit)) return NONE;
  const [figure, most] = [`${shown(value)}${unit}`, `${shown(limit)}${unit}`];
  const summary = `${field} ${figure} is ${word} ${most}`;
  return [{ subject, field, summary, figure, limit: most, remedy: `Set ${field} to ${way} ${shown(limit)}.` }];
}

const minTakeProfit: BotRule = (subject, scene) =>
  beyond(subject, scene, {
    field: "percentTakeProfit",
    unit: " %",
    word: "below",
    way: "at least",
    isBeyond: (value, limit) => value.lt(limit),
  });

/** A text that has to be, or must not be, among those stated. */
function one(
  subject: Subject,
  field: FieldName,
  isRight: (text: string) => boolean,
  words: (text: string) => { readonly summary: string; readonly limit: string; readonly remedy: string },
): readonly Breach[] {
  const text = subject.after[field];
  if (typeof text !== "string") return [unknown(subject, field, `Declare ${field}.`)];
  return isRight(text) ? NONE : [{ subject, field, figure: text, ...words(text) }];
}

const pairs =
  (allowed: boolean): BotRule =>
  (subject, { parameters: { pairs: list = [] } }) =>
    one(
      subject,
      "pairTitle",
      (pair) => list.some((pattern) => fits(pattern, pair)) === allowed,
      (pair) => ({
        summary: allowed ? `${pair} isn't among the pairs allowed` : `${pair} is among the pairs forbidden`,
        limit: `${allowed ? "" : "not "}${list.join(", ")}`,
        remedy: "Trade another pair, or turn the bot off.",
      }),
    );

const quotes: BotRule = (subject, { parameters: { quotes: list = [] } }) =>
  one(
    subject,
    "pairTitle",
    (pair) => list.includes(pair.slice(0, pair.indexOf("-"))),
    (pair) => ({
      summary: `the quote asset of ${pair} isn't among those allowed`,
      limit: list.join(", "),
      remedy: `Trade a pair of ${list.join(" or ")}.`,
    }),
  );

const marginMode: BotRule = (subject, { parameters: { marginMode: wanted = "" } }) =>
  one(
    subject,
    "marginMode",
    (mode) => mode === wanted,
    (mode) => ({
      summary: `marginMode is ${mode}, not ${wanted}`,
      limit: wanted,
      remedy: `Set marginMode to ${wanted}.`,
    }),
  );

const title: BotRule = (subject, { parameters: { pattern = "*" } }) =>
  one(
    subject,
    "title",
    (text) => fits(pattern, text),
    () => ({
      summary: `the title doesn't fit ${pattern}`,
      limit: pattern,
      remedy: "Rename the bot, and put the title it has now into previousTitles.",
    }),
  );

const required =
  (field: FieldName, what: string): BotRule =>
  (subject) => {
    const value = subject.after[field];
    if (typeof value === "string" && value !== "" && value !== "0") return NONE;
    return [
      { subject, field, summary: `the bot has no ${what}`, figure: "off", limit: "required", remedy: `Set ${field}.` },
    ];
  };

const requireStop: BotRule = (subject, { webhooks }) =>
  (webhooks.get(subject.address) ?? []).flatMap((message): readonly Breach[] => {
    const stop = settingAt(message, "stop.enabled");
    // An update that says nothing of the stop leaves the deal's as it is.
    const isLost = message.action === "open" ? stop !== true : message.action === "update" && stop === false;
    if (!isLost) return NONE;
    const summary =
      message.action === "open" ? "the open webhook has no stop loss" : "the update webhook takes the stop loss away";
    const remedy = "Add stop: { enabled: true, event: percentage, value: … } to the webhook.";
    return [{ subject, summary, figure: "no stop", limit: "required", remedy }];
  });

export const BOT_RULES = {
  "max-leverage": atMost("leverage"),
  "max-martingale": atMost("martingaleScale"),
  "max-safety-orders": atMost("countOrderMax"),
  "min-take-profit": minTakeProfit,
  "pairs-allow": pairs(true),
  "pairs-deny": pairs(false),
  "quotes-allow": quotes,
  "margin-mode": marginMode,
  "require-price-level": required("priceLevel", "price level"),
  "require-cycle-limit": required("cycleLimitScale", "cycle limit"),
  "title-pattern": title,
  "max-change-percent": maxChange,
  "freeze-active-deals": freezeDeals,
  "require-stop": requireStop,
} as const satisfies Readonly<Record<string, BotRule>>;
