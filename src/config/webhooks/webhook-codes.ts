// The diagnostic codes of webhooks in the configuration, each with its severity, title and the help `explain` prints.

import { type CodeRow, errorRow as error, warningRow as warning } from "../../model/text/diagnostic.js";

export const WEBHOOK_CONFIG_CODES = {
  "config/webhook-incomplete": error(
    "A webhook lacks what its action needs",
    "Every message needs strategy and pairs, open needs open.orderVolume, average needs amount. Fields that the webhook doesn't set come from the bot, and the bot doesn't set them either.",
  ),
  "config/webhook-event": error(
    "A webhook's event and value don't fit together",
    "A take profit or stop loss that is on needs both: event says whether value is in percent, USDT (pnl) or whole seconds (delay). With enabled: false it needs neither.",
  ),
  "config/webhook-stop-delay": warning(
    "A stop delay of 0",
    "An integrator found 0 refused or useless; other programs leave delay out, or send 3.",
  ),
  "config/webhook-empty": warning(
    "An update changes nothing",
    "An update needs at least one of dca, close and stop. This one has none, so there is nothing to send.",
  ),
  "config/webhook-safety-volume": warning(
    "A webhook's safety orders have no volume",
    "dca.volume is the first safety order's volume. A bot that uses only martingale doesn't set it, and what the service uses instead is unknown.",
  ),
  "config/webhook-scale": warning(
    "An amount in USDT isn't scaled",
    "volumeScale multiplies volumes. A take profit or stop loss in USDT (event pnl) stays as it is, which on a smaller position means a larger move of the price.",
  ),
  "config/webhook-differs": warning(
    "A webhook contradicts its bot",
    "Its direction or pairs differ from those of the bot it is addressed to. What the service does then is unknown.",
  ),
  "config/webhook-placeholder": error(
    "A placeholder isn't allowed there",
    "It isn't one of TradingView's, or gives something that the field can't take: a price instead of a percentage, or buy or sell instead of long or short. See docs/reference/webhooks.md for the list.",
  ),
  "config/bad-hook": error(
    "A webhook's address can't be built",
    "Account and token are part of the address, so they may have only letters, digits, -, _, . and ~. A whole address must be https. Their values are never shown.",
  ),
} as const satisfies Readonly<Record<string, CodeRow>>;
