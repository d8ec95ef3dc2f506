// The diagnostic codes of webhooks in the configuration, each with its severity, title and the help `explain` prints.

import { type CodeRow, errorRow as error, warningRow as warning } from "../../model/text/diagnostic.js";

export const WEBHOOK_CONFIG_CODES = {
  "config/webhook-incomplete": error(
    "A webhook lacks what its action needs",
    "Every message needs strategy and pairs, open needs open.orderVolume, average needs amount. What the webhook doesn't state comes from the bot, and the bot doesn't say it either.",
  ),
  "config/webhook-event": error(
    "Event and value of a webhook don't belong together",
    "A take profit or stop loss that is on needs both: event says whether value is percent, USDT (pnl) or seconds (delay, which are whole). With enabled: false it needs neither.",
  ),
  "config/webhook-stop-delay": warning(
    "A stop delay of 0",
    "An integrator found 0 refused or useless; programs in use leave delay out, or send 3.",
  ),
  "config/webhook-empty": warning(
    "An update changes nothing",
    "An update carries at least one of dca, close and stop. This one has none, so there is no message for it.",
  ),
  "config/webhook-safety-volume": warning(
    "A webhook's safety orders have no volume",
    "dca.volume is the first safety order's volume. A bot that relies on martingale alone doesn't state it, and what the service takes instead isn't known.",
  ),
  "config/webhook-scale": warning(
    "An amount in USDT isn't scaled",
    "volumeScale multiplies volumes. A take profit or stop loss in USDT (event pnl) stays as it is, which on a smaller position means a larger move of the price.",
  ),
  "config/webhook-differs": warning(
    "A webhook says something else than its bot",
    "It names another direction or other pairs than the bot it is addressed to. What the service does then isn't known.",
  ),
  "config/webhook-placeholder": error(
    "A placeholder can't stand in a webhook there",
    "It isn't one of TradingView's, or gives something that the field can't take: prices where percent are wanted, buy or sell where long or short are. See docs/reference/webhooks.md for the list.",
  ),
  "config/bad-hook": error(
    "A webhook's address can't be made",
    "Account and token stand in the path of the address, so they hold letters, digits, -, _, . and ~ only; a whole address is https. Their values are never shown.",
  ),
} as const satisfies Readonly<Record<string, CodeRow>>;
