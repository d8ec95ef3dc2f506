// botform webhook body: what an action sends, ready for an alert's message.
import { counted } from "../../../model/text/counted.js";
import { clean } from "../../../render/sanitize.js";
import { command, document } from "../../command.js";
import {
  ACTION,
  argument,
  botId,
  dialect,
  envFrom,
  format,
  ghost,
  list,
  ofWebhooks,
  option,
  WEBHOOK_BOT,
} from "../../options.js";

export const webhookBody = command({
  name: "webhook body",
  summary:
    "Print the compact JSON body of an action, ready to paste into an alert. Standard error shows where its values come from.",
  arguments: () => list(argument("<action>", ACTION), argument("<bot>", WEBHOOK_BOT)),
  options: () =>
    list(
      ...ofWebhooks(),
      dialect(),
      botId(),
      ghost(),
      option("--sample", "replace TradingView's placeholders with sample values"),
      envFrom(),
      format(),
    ),
  examples: [
    "botform webhook body open btc-dip",
    "botform webhook body open btc-dip --dialect envelope --bot-id 1234",
    "botform webhook body close btc-dip --format json | jq -r .body",
  ],
  notes:
    "The bot's id comes from --bot-id, from botId in the configuration, or from the service, which is then only read.",
  run: async (host, options) => (await import("../../../app/webhook/show.js")).webhookMessage(host, options),
  diagnostics: ({ diagnostics }) => diagnostics,
  async add({ err }, { message, botId, bytes }, { dialect: form }) {
    const { sourcesText } = await import("../../../render/text/webhook-text.js");
    const whose = botId === undefined ? "no botId (Ghost)" : `botId from ${botId.source}`;
    err(`${counted(bytes, "byte")}, ${form} dialect, ${clean(whose)}\n${sourcesText(message)}`);
  },
  show({ message: { action, settings }, botId, address, body, ...about }, { format: form, dialect: spoken }) {
    if (form === "text") return `${body}\n`;
    const { bytes, hasPlaceholders } = about;
    const from = { botId: botId?.id ?? null, botIdFrom: botId?.source ?? null };
    return document({ address, action, dialect: spoken, ...from, body, bytes, hasPlaceholders, settings });
  },
  // Nothing of the environment can be in it, and a botId that looks like a secret's part mustn't be cut.
  isToBeCopied: () => true,
});
