// botform webhook url: where an action is sent.
import { command, document } from "../../command.js";
import {
  ACTION,
  argument,
  closePath,
  dialect,
  envFrom,
  format,
  ghost,
  list,
  ofWebhooks,
  option,
  WEBHOOK_BOT,
} from "../../options.js";

export const webhookUrl = command({
  name: "webhook url",
  summary: "Print the address of an action, with account and token masked. Needs no network.",
  arguments: () => list(argument("<action>", ACTION), argument("<bot>", WEBHOOK_BOT)),
  options: () =>
    list(
      ...ofWebhooks(),
      dialect(),
      closePath(),
      ghost(),
      option("--reveal", "print it unmasked: whoever has it can open and close deals"),
      envFrom(),
      format(),
    ),
  examples: [
    "botform webhook url open btc-dip",
    "botform webhook url average main/btc-dip --reveal",
    "botform webhook url close btc-dip --dialect envelope",
  ],
  run: async (host, options) => (await import("../../../app/webhook/show.js")).webhookAddress(host, options),
  say({ tell, errColour }, { action }, { reveal, closePath: path }) {
    const warning = errColour.change("warning:");
    if (reveal === true) tell(`${warning} whoever has this address can open and close deals of the account\n`);
    if (action === "close" && path !== undefined)
      tell(`${warning} the path of close is a guess: compare it with the Webhooks block of the saved bot\n`);
  },
  show({ url: whole, masked, ...about }, { format: form, reveal }) {
    const url = reveal === true ? whole : masked;
    return form === "json" ? document({ ...about, url, masked: reveal !== true }) : `${url}\n`;
  },
  isToBeCopied: ({ reveal }) => reveal === true,
});
