// The table of every diagnostic code that linting a webhook's body can give.
import { type CodeRow, errorRow as error, warningRow as warning } from "../text/diagnostic.js";

/** Codes are stable: a row may get better words, but never another meaning. */
export const WEBHOOK_CODES = {
  "webhook/not-json": error(
    "The message isn't JSON",
    "The service reads a JSON object. TradingView sends a message that isn't JSON as plain text, and nobody tells you.",
  ),
  "webhook/text-around": error(
    "Text stands before or after the JSON",
    "The whole message is the body: words around the object make it invalid. Put them into the alert's name.",
  ),
  "webhook/duplicate-key": error(
    "A key stands twice in one object",
    "Which of the two counts is up to whoever reads it. Keep one.",
  ),
  "webhook/too-large": error(
    "The body is larger than any command",
    "No command needs more than a few hundred bytes. The limit of botform is 64 KiB and 16 levels.",
  ),
  "webhook/wrong-type": error(
    "A value is of the wrong type",
    "The interface documents decimals as text, counts as numbers, switches as true or false, and pairs as a list of text.",
  ),
  "webhook/number-for-text": warning(
    "A decimal is written as a number",
    "The interface documents decimals as text, and programs in use send text. Whether a number is taken isn't known.",
  ),
  "webhook/unquoted-placeholder": error(
    "A placeholder that needs quotes has none",
    "Decimals, words and symbols are text in the body. Without quotes the message is no JSON at all until it is filled, and often not then.",
  ),
  "webhook/quoted-placeholder": error(
    "A placeholder in quotes stands where a number is wanted",
    "Counts such as leverage travel as numbers: what stands in quotes arrives as text.",
  ),
  "webhook/unknown-placeholder": error(
    "There is no such placeholder",
    "What TradingView doesn't know it sends as it is written, braces and all. Names are exact: no spaces, no capitals.",
  ),
  "webhook/unfit-placeholder": error(
    "A placeholder gives something else than is wanted",
    "With its usual values filled in, the body isn't one that the service can take.",
  ),
  "webhook/order-action": error(
    "An order's side stands where long or short is wanted",
    "{{strategy.order.action}} gives buy or sell. {{strategy.market_position}} gives long, short or flat.",
  ),
  "webhook/may-be-flat": warning(
    "The direction may come out as flat",
    "{{strategy.market_position}} gives flat when a strategy leaves the market, and the service knows long and short only. Let that alert have a message of its own.",
  ),
  "webhook/absolute-price": error(
    "A price stands where percent, USDT or seconds are wanted",
    "Take profit, stop loss and the grid are relative; the service takes no absolute prices.",
  ),
  "webhook/base-quantity": error(
    "An amount of the base asset stands where USDT or percent are wanted",
    "Contracts, position sizes and an exchange's volume count the base asset: .5 BTC would become .5 USDT, and a position size may be negative. Let the strategy plot the amount in USDT.",
  ),
  "webhook/perpetual-symbol": error(
    "A symbol ends in .P",
    "TradingView marks perpetual contracts so. The service wants the bare symbol, such as BTCUSDT.",
  ),
  "webhook/exchange-prefix": error(
    "A symbol begins with an exchange",
    "The service wants the bare symbol, such as BTCUSDT, without BINANCE: before it.",
  ),
  "webhook/ticker-placeholder": warning(
    "A ticker may end in .P",
    "On a perpetual contract {{ticker}} gives BTCUSDT.P, which is no symbol of the service. State the pair.",
  ),
  "webhook/pair-form": error(
    "A pair isn't in the form of webhooks",
    "The API writes USDT-BTC, webhooks write BTCUSDT: base and quote together, in capitals.",
  ),
  "webhook/pair-twice": warning(
    "A pair is named twice",
    "Whether the service takes that as one deal or as two isn't known.",
  ),
  "webhook/no-bot": error(
    "The body names no bot",
    "Without botId the service acts by direction and pairs under its own Ghost bot, or on every pair.",
  ),
  "webhook/no-pairs": error(
    "The body names no pairs",
    "Left out, the command means all pairs of the bot, or whatever Ghost deal fits.",
  ),
  "webhook/missing-field": error(
    "A field that the action needs is missing",
    "open needs open.orderVolume, average amount, close closePosition, and each of them strategy.",
  ),
  "webhook/unknown-key": error(
    "A key has no meaning here",
    "Keys are spelt exactly as in the interface. What is misspelt is ignored at best, so that a stop loss isn't set.",
  ),
  "webhook/misplaced-key": error(
    "A key stands in the wrong place",
    "It belongs to another section, or to another action.",
  ),
  "webhook/unknown-word": error("A value isn't one of the words allowed", "Words are exact, capitals included."),
  "webhook/out-of-range": error("A number is too small", "Volumes, percents and counts are greater than 0."),
  "webhook/beyond-bot": warning(
    "A value is beyond what a bot of the API may have",
    "The interface bounds safety orders (1 to 50), their step (.01 to 99.99 percent) and multipliers (1.05 to 2; 1 switches one off). It states no bounds for webhooks, and what the service makes of others isn't known.",
  ),
  "webhook/active-over-max": warning(
    "More safety orders at once than there are",
    "dca.active is how many of the dca.max safety orders stand at the same time.",
  ),
  "webhook/empty-grid": warning(
    "Safety orders are on, and nothing is said of them",
    "Programs in use send every field of dca, or enabled: false. What the service takes for those that are absent isn't known.",
  ),
  "webhook/impossible-stop": error(
    "A long's stop loss can't be reached",
    "A price can't fall by 100 percent, so the position would have no stop loss.",
  ),
  "webhook/event": error(
    "Event and value don't belong together",
    "A take profit or stop loss that is on needs both: event says what value means. A delay is whole seconds.",
  ),
  "webhook/stop-delay": warning(
    "A stop delay of 0",
    "An integrator found 0 refused or useless, and others leave the key out then.",
  ),
  "webhook/mixed-dialects": error(
    "Both dialects in one body",
    "A flat body has botId and the sections at the top and no action. An envelope has action and params, and everything else within params.",
  ),
  "webhook/mixed-actions": error(
    "The body is of two actions",
    "open, amount and closePosition belong to different commands: the service would carry out one of them, or none.",
  ),
  "webhook/nothing-to-do": error("The body changes nothing", "An update needs at least one of dca, close and stop."),
  "webhook/secret": error(
    "The body holds a secret",
    "Message texts stand in alert logs and notifications. The credential is in the address, and nowhere else.",
  ),
} as const satisfies Readonly<Record<string, CodeRow>>;

export type WebhookCode = keyof typeof WEBHOOK_CODES;
