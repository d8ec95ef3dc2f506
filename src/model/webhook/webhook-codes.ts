// The table of every diagnostic code that linting a webhook's body can give.
import { type CodeRow, errorRow as error, warningRow as warning } from "../text/diagnostic.js";

/** Codes are stable: a row may get better words, but never another meaning. */
export const WEBHOOK_CODES = {
  "webhook/not-json": error(
    "The message isn't JSON",
    "The service reads a JSON object. TradingView silently sends a message that isn't JSON as plain text.",
  ),
  "webhook/text-around": error(
    "There is text before or after the JSON",
    "The whole message is the body: words around the object make it invalid. Put them in the alert's name.",
  ),
  "webhook/duplicate-key": error(
    "A key appears twice in one object",
    "Which of the two counts depends on the reader. Keep one.",
  ),
  "webhook/too-large": error(
    "The body is larger than any command needs",
    "No command needs more than a few hundred bytes. botform's limit is 64 KiB and 16 levels.",
  ),
  "webhook/wrong-type": error(
    "A value has the wrong type",
    "The API documents decimals as text, counts as numbers, switches as true or false, and pairs as a list of text.",
  ),
  "webhook/number-for-text": warning(
    "A decimal is written as a number",
    "The API documents decimals as text, and other programs send text. Whether it accepts a number is unknown.",
  ),
  "webhook/unquoted-placeholder": error(
    "A placeholder that needs quotes has none",
    "Decimals, words and symbols are text in the body. Without quotes, the message isn't JSON until it is filled in, and often not even then.",
  ),
  "webhook/quoted-placeholder": error(
    "A placeholder is in quotes where a number is needed",
    "Counts such as leverage are sent as numbers: anything in quotes arrives as text.",
  ),
  "webhook/unknown-placeholder": error(
    "There is no such placeholder",
    "TradingView sends unknown placeholders as written, braces and all. Names are exact: no spaces, no capitals.",
  ),
  "webhook/unfit-placeholder": error(
    "A placeholder gives the wrong kind of value",
    "With its usual values filled in, the service can't accept the body.",
  ),
  "webhook/order-action": error(
    "An order's side is used where long or short is needed",
    "{{strategy.order.action}} gives buy or sell. {{strategy.market_position}} gives long, short or flat.",
  ),
  "webhook/may-be-flat": warning(
    "The direction may come out as flat",
    "{{strategy.market_position}} gives flat when a strategy leaves the market, but the service knows only long and short. Give that alert a message of its own.",
  ),
  "webhook/absolute-price": error(
    "A price is used where percent, USDT or seconds are needed",
    "Take profit, stop loss and the grid are relative; the service accepts no absolute prices.",
  ),
  "webhook/base-quantity": error(
    "An amount of the base asset is used where USDT or percent is needed",
    "Contracts, position sizes and an exchange's volume count the base asset: .5 BTC would become .5 USDT, and a position size may be negative. Make the strategy plot the amount in USDT.",
  ),
  "webhook/perpetual-symbol": error(
    "A symbol ends in .P",
    "TradingView marks perpetual contracts this way. The service needs the bare symbol, such as BTCUSDT.",
  ),
  "webhook/exchange-prefix": error(
    "A symbol begins with an exchange",
    "The service needs the bare symbol, such as BTCUSDT, without BINANCE: before it.",
  ),
  "webhook/ticker-placeholder": warning(
    "A ticker may end in .P",
    "On a perpetual contract, {{ticker}} gives BTCUSDT.P, which isn't a symbol of the service. Write the pair.",
  ),
  "webhook/pair-form": error(
    "A pair isn't written as webhooks need it",
    "The API uses USDT-BTC, but webhooks use BTCUSDT: base and quote together, in capitals.",
  ),
  "webhook/pair-twice": warning("A pair is named twice", "Whether the service opens one deal or two is unknown."),
  "webhook/no-bot": error(
    "The body names no bot",
    "Without botId, the service acts through its own Ghost bot by direction and pairs, or on every pair.",
  ),
  "webhook/no-pairs": error(
    "The body names no pairs",
    "Without pairs, the command applies to all pairs of the bot, or to any Ghost deal that matches. With a botId this is a warning: a bot of the API has one pair.",
  ),
  "webhook/missing-field": error(
    "A field that the action needs is missing",
    "open needs open.orderVolume, average amount, close closePosition, and each of them strategy. A strategy that lacks beside a botId is a warning: the bot has its own.",
  ),
  "webhook/unknown-key": error(
    "A key has no meaning here",
    "Keys must be spelt exactly as in the API. A misspelt key is ignored at best, so that a stop loss isn't set.",
  ),
  "webhook/misplaced-key": error("A key is in the wrong place", "It belongs to another section, or to another action."),
  "webhook/unknown-word": error("A value isn't one of the allowed words", "Words are exact, capitals included."),
  "webhook/out-of-range": error("A number is too small", "Volumes, percents and counts are greater than 0."),
  "webhook/beyond-bot": warning(
    "A value is beyond what the API allows for a bot",
    "The API limits safety orders (1 to 50), their step (.01 to 99.99 percent) and multipliers (1.05 to 2; 1 switches one off). It documents no limits for webhooks, and what the service does with other values is unknown.",
  ),
  "webhook/active-over-max": warning(
    "More safety orders at once than there are",
    "dca.active is how many of the dca.max safety orders are placed at the same time.",
  ),
  "webhook/empty-grid": warning(
    "Safety orders are on without any settings",
    "Other programs send every field of dca, or enabled: false. What the service uses for absent fields is unknown.",
  ),
  "webhook/impossible-stop": error(
    "A long's stop loss can't be reached",
    "A price can't fall by 100 percent, so the position would have no stop loss.",
  ),
  "webhook/event": error(
    "Event and value don't fit together",
    "A take profit or stop loss that is on needs both: event says what value means. A delay must be whole seconds.",
  ),
  "webhook/stop-delay": warning(
    "A stop delay of 0",
    "An integrator found 0 refused or useless, and other programs leave the key out.",
  ),
  "webhook/mixed-dialects": error(
    "Both dialects in one body",
    "A flat body has botId and the sections at the top level, and no action. An envelope has action and params, with everything else inside params.",
  ),
  "webhook/mixed-actions": error(
    "The body has two actions",
    "open, amount and closePosition belong to different commands: the service would carry out one of them, or none.",
  ),
  "webhook/nothing-to-do": error("The body changes nothing", "An update needs at least one of dca, close and stop."),
  "webhook/secret": error(
    "The body contains a secret",
    "Message texts appear in alert logs and notifications. The credential belongs only in the address.",
  ),
} as const satisfies Readonly<Record<string, CodeRow>>;

export type WebhookCode = keyof typeof WEBHOOK_CODES;
