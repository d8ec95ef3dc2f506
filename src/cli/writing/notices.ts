// The notice of a command about a bot or a deal, before it does anything: what it is about, what it does, and its risks.
import Big from "big.js";
import type { FoundBot } from "../../app/live/targets.js";
import type { FieldName } from "../../model/bot/field.js";
import type { Deal } from "../../model/deal/deal.js";
import { signsOf, standingPercent } from "../../model/deal/take-profit.js";
import type { DealAction } from "../../model/plan/actions.js";
import { isLater, type TakeProfitChange } from "../../model/plan/plan-deal.js";
import { clean } from "../../render/sanitize.js";
import type { Paint } from "../../render/text/paint.js";
import { quoted } from "../../render/text/value.js";

/** What is about to be done, in words. */
export interface Notice {
  /** `complete deal 7`. */
  readonly what: string;
  /** What it does, a sentence each. */
  readonly effects: readonly string[];
  /** What to beware of, a sentence each. */
  readonly warnings: readonly string[];
}

/** The whole text, ending in a line feed. */
export function noticeText(
  account: string,
  { what, effects, warnings }: Notice,
  facts: readonly (readonly [string, string])[],
  colour: Paint,
): string {
  const width = Math.max(0, ...facts.map(([name]) => name.length));
  return `${[
    colour.bold(clean(`account ${account}: ${what}`)),
    ...facts.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    ...effects.map((text) => `  ${clean(text)}`),
    ...warnings.map((text) => colour.change(`  ! ${clean(text)}`)),
  ].join("\n")}\n`;
}

export function botFacts({ live, access }: FoundBot): readonly (readonly [string, string])[] {
  const { id, fields, status } = live;
  const value = (name: FieldName) => clean(fields[name] ?? "off");
  const trade = `${value("pairTitle")} ${value("strategy")} ${value("leverage")}x ${value("marginMode")}`;
  const orders = `first order ${value("volumeFirstOrder")} ${value("typeFirstOrder")}, take profit ${value("percentTakeProfit")} %`;
  return [
    [
      "bot",
      `#${id} ${quoted(fields.title ?? "")} on ${clean(access.title)}, ${status.on ? "on" : "off"} (${clean(status.raw)})`,
    ],
    ["trades", `${trade}, ${orders}`],
  ];
}

export function dealFacts(deal: Deal): readonly (readonly [string, string])[] {
  const { id, pairTitle, settings, position } = deal;
  const percent = standingPercent(signsOf(deal), []);
  const [quote = "", base = ""] = pairTitle.split("-");
  return [
    ["deal", `${id}, ${clean(pairTitle)} ${clean(settings.strategy ?? "")}, take profit ${clean(percent ?? "off")} %`],
    ...(position === null
      ? []
      : ([
          [
            "position",
            `${shown(position.amount)} ${clean(base)} at ${shown(position.entryPrice)}, now ${shown(position.markPrice)}`,
          ],
          ["profit now", `${shown(position.profit)} ${clean(quote)}`],
        ] as const)),
  ];
}

function shown(value: string | null): string {
  return value ?? "unknown";
}

const LATER =
  "The service doesn't document when that is, perhaps after the next safety order. Until the deal shows it, the outcome is unknown: exit code 5.";

type NoticeOf = (deal: Deal | undefined, bot: FoundBot, takeProfit: TakeProfitChange | undefined) => Notice;

/** By action. What completing and cancelling do is documented by the service (S-48, S-49). */
export const NOTICES: Readonly<Record<DealAction, NoticeOf>> = {
  "start-deal": (_deal, bot) => ({
    what: `start a deal of bot #${bot.live.id}`,
    effects: ["One deal opens now, with the bot's settings and real money, and runs to its end."],
    warnings: [
      ...(bot.live.status.on
        ? ["The bot is on: the service may refuse or ignore the command, or open a second deal."]
        : []),
      ...(bot.deals.length > 0 ? [`It is already in a deal: ${bot.deals.map(({ id }) => id).join(", ")}.`] : []),
    ],
  }),
  "take-profit": (deal, _bot, takeProfit) => ({
    what: `set the take profit of deal ${deal?.id ?? ""}`,
    effects: [
      `Its take profit becomes ${takeProfit?.after} % ${isLater(takeProfit) ? "when its order is next placed anew" : "at once"}; the bot's own setting stays as it is.`,
    ],
    warnings: [
      ...(isLater(takeProfit) ? [LATER] : []),
      ...(new Big(takeProfit?.after ?? 1).lte(USUAL_FEES)
        ? [
            `${takeProfit?.after} % is no more than the usual fees of opening and closing: the deal would close at a loss.`,
          ]
        : []),
      ...(deal !== undefined && isBeyond(deal, takeProfit?.after ?? "")
        ? ["The price is already beyond it: the deal may close at once."]
        : []),
    ],
  }),
  "complete-deal": (deal, bot) => ({
    what: `complete deal ${deal?.id ?? ""}`,
    effects: ["Its position is closed at the market price, whatever that is then, and its orders are removed."],
    warnings: bot.live.status.on
      ? [
          `The bot is on and may open its next deal at once. To prevent that, turn it off first: botform bots off '#${bot.live.id}'.`,
        ]
      : [],
  }),
  "cancel-deal": (deal, bot) => ({
    what: `cancel deal ${deal?.id ?? ""}`,
    effects: ["The bot drops the deal; nothing is closed."],
    warnings: [
      "Its position STAYS on the exchange, and nobody manages it: no take profit, no safety order, until you close it there.",
      "Its orders may stay on the exchange, too, or be removed; the service doesn't document which. Check there.",
      ...(bot.live.status.on ? ["The bot is on and may open its next deal at once, on top of that position."] : []),
    ],
  }),
};

/** In percent. */
const USUAL_FEES = "0.08";

/** Whether the profit is at, or above, that percentage by now. */
function isBeyond({ position, settings }: Deal, percent: string): boolean {
  if (position?.entryPrice == null || position.markPrice === null || new Big(position.entryPrice).lte(0)) return false;
  const entry = new Big(position.entryPrice);
  const moved = new Big(position.markPrice).minus(entry).times(100).div(entry);
  return (settings.strategy === "SHORT" ? moved.times(-1) : moved).gte(percent);
}
