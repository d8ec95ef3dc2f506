// Rules about one bot's settings. Each row of the table reports what is wrong with a bot, with the figure and the remedy.
import type { FieldName } from "../model/bot/field.js";
import type { PolicyParameters } from "../model/policy/policy.js";
import { counted } from "../model/text/counted.js";
import { fits } from "../model/text/pattern.js";
import { settingAt } from "../model/webhook/webhook.js";
import { freezeDeals, maxChange } from "./change-rules.js";
import type { Subject } from "./subjects.js";
import { type BotRule, type Flaw, held, limitOf, NONE, numberOf, shown, unknown } from "./violation.js";

/** A field that has to be at most, or at least, the limit. A field that is off has no limit. */
const limited =
  (field: FieldName, unit = "", isLeast = false): BotRule =>
  (subject, context) => {
    const raw = subject.after[field];
    if (raw === null) return NONE;
    const figure = numberOf(raw);
    // A plan has an unmanaged field from the observed bot; a configuration alone doesn't know it.
    if (figure === undefined) return [unknown(field, `Declare ${field}.`)];
    const [word, way] = isLeast ? ["below", "at least"] : ["above", "at most"];
    return held(context, {
      ...{ field, figure, unit, isLeast },
      summary: (found, limit) => `${field} ${found} is ${word} ${limit}`,
      remedy: `Set ${field} to ${way} ${shown(limitOf(context))}.`,
    });
  };

/** A text that has to be, or must not be, one of those stated. */
const worded =
  (
    field: FieldName,
    isRight: (text: string, parameters: PolicyParameters) => boolean,
    words: (text: string, parameters: PolicyParameters) => Pick<Flaw, "summary" | "limit" | "remedy">,
  ): BotRule =>
  (subject, { parameters }) => {
    const text = subject.after[field];
    if (typeof text !== "string") return [unknown(field, `Declare ${field}.`)];
    return isRight(text, parameters) ? NONE : [{ field, figure: text, ...words(text, parameters) }];
  };

const pairs = (allowed: boolean): BotRule =>
  worded(
    "pairTitle",
    (pair, { pairs: list = [] }) => list.some((pattern) => fits(pattern, pair)) === allowed,
    (pair, { pairs: list = [] }) => ({
      summary: allowed ? `${pair} isn't an allowed pair` : `${pair} is a forbidden pair`,
      limit: `${allowed ? "" : "not "}${list.join(", ")}`,
      remedy: "Trade another pair, or turn the bot off.",
    }),
  );

const quotes = worded(
  "pairTitle",
  (pair, { quotes: list = [] }) => list.includes(pair.slice(0, pair.indexOf("-"))),
  (pair, { quotes: list = [] }) => ({
    summary: `the quote asset of ${pair} isn't allowed`,
    limit: list.join(", "),
    remedy: `Trade a pair of ${list.join(" or ")}.`,
  }),
);

const marginMode = worded(
  "marginMode",
  (mode, { marginMode: wanted = "" }) => mode === wanted,
  (mode, { marginMode: wanted = "" }) => ({
    summary: `marginMode is ${mode}, not ${wanted}`,
    limit: wanted,
    remedy: `Set marginMode to ${wanted}.`,
  }),
);

const title = worded(
  "title",
  (text, { pattern = "*" }) => fits(pattern, text),
  (_text, { pattern = "*" }) => ({
    summary: `the title doesn't match ${pattern}`,
    limit: pattern,
    remedy: "Rename the bot, and add its current title to previousTitles.",
  }),
);

const required =
  (field: FieldName, what: string): BotRule =>
  (subject) => {
    const value = subject.after[field];
    if (typeof value === "string" && value !== "" && value !== "0") return NONE;
    return [{ field, summary: `the bot has no ${what}`, figure: "off", limit: "required", remedy: `Set ${field}.` }];
  };

const requireStop: BotRule = (subject, { webhooks }) =>
  (webhooks.get(subject.address) ?? []).flatMap((message): readonly Flaw[] => {
    const stop = settingAt(message, "stop.enabled");
    // An update without a stop section leaves the deal's stop as it is.
    const isLost = message.action === "open" ? stop !== true : message.action === "update" && stop === false;
    if (!isLost) return NONE;
    const summary =
      message.action === "open" ? "the open webhook has no stop loss" : "the update webhook removes the stop loss";
    const remedy = "Add stop: { enabled: true, event: percentage, value: … } to the webhook.";
    return [{ summary, figure: "no stop", limit: "required", remedy }];
  });

/** Reports once what require-stop can't get here: deals that a bot opens by itself have no stop loss. */
export function stopsThatCantBe(subjects: readonly Subject[]): readonly Flaw[] {
  const running = subjects.filter(({ on }) => on !== false);
  if (running.length === 0) return NONE;
  const figure = counted(running.length, "bot");
  const summary = `${figure} in scope may open deals without a webhook, and the API can't set a stop loss for those`;
  return [
    {
      kind: "unenforceable",
      summary,
      figure,
      remedy: "Leave such bots off, and open their deals by webhooks with a stop.",
    },
  ];
}

export const BOT_RULES = {
  "max-leverage": limited("leverage"),
  "max-martingale": limited("martingaleScale"),
  "max-safety-orders": limited("countOrderMax"),
  "min-take-profit": limited("percentTakeProfit", " %", true),
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
