// Shows webhooks: the list of them, the address of one, and its body.
import { symbolOf } from "../../model/bot/pair.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import type { WebhookMessage, WebhookRow } from "../../model/webhook/webhook.js";
import { hasPlaceholders, webhookBody } from "../../model/webhook/webhook-body.js";
import { filled } from "../../model/webhook/webhook-placeholders.js";
import { lintWebhook } from "../../webhook/lint.js";
import { type ConfigOptions, loadSound } from "../files/configuration.js";
import type { Host } from "../host.js";
import {
  actionOf,
  addressOf,
  botIdOf,
  type KnownId,
  messageOf,
  type WebhookBot,
  type WebhookOptions,
  webhookBot,
  webhookBots,
} from "./bot.js";

/** The bots with webhooks, of one account or of all. */
export function listWebhooks(options: ConfigOptions & { readonly account?: string }): readonly WebhookRow[] {
  return webhookBots(loadSound(options), options.account).map(({ resolved }) => {
    const pair = resolved.fields.pairTitle ?? resolved.initial.pairTitle;
    return {
      address: resolved.address,
      title: resolved.title ?? "",
      actions: resolved.webhooks.messages.map(({ action }) => action),
      pairs: pair ? symbolOf(pair) : "",
      botId: resolved.merged.values.botId,
    };
  });
}

/** Which message of which bot is meant. */
export interface MessageOptions extends WebhookOptions {
  readonly action: string;
  readonly bot: string;
}

/** Where it is sent. Throws AppError, saying what is missing. */
export async function webhookAddress(host: Host, options: MessageOptions) {
  const config = loadSound(options);
  const action = actionOf(options.action, options.bot);
  const bot = webhookBot(config, options.account, options.bot);
  if (options.ghost !== true) messageOf(bot, action);
  const { dialect, closePath } = options;
  const { url, masked } = await addressOf(host, config, bot.account, { action, dialect, closePath });
  return { address: bot.resolved.address, action, dialect, url, masked };
}

export interface ShownMessage {
  readonly address: string;
  readonly message: WebhookMessage;
  readonly botId: KnownId | undefined;
  readonly body: string;
  readonly bytes: number;
  readonly hasPlaceholders: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** What is sent; with `sample` its placeholders are filled in as the charting platform might. Throws AppError, ServiceError. */
export async function webhookMessage(
  host: Host,
  options: MessageOptions & { readonly sample?: boolean },
): Promise<ShownMessage> {
  const action = actionOf(options.action, options.bot);
  const bot = webhookBot(loadSound(options), options.account, options.bot);
  const message = messageOf(bot, action);
  const botId = await botIdOf(host, options, bot);
  const { dialect, ghost = false } = options;
  const raw = webhookBody(message, { dialect, botId: botId?.id });
  const body = options.sample === true ? filled(raw, samplesFor(bot)) : raw;
  const { address } = bot.resolved;
  const { diagnostics } = lintWebhook(raw, { file: `${address} ${message.action}`, ghost });
  const bytes = Buffer.byteLength(body);
  return { address, message, botId, body, bytes, hasPlaceholders: hasPlaceholders(message), diagnostics };
}

/** What the placeholders come to on the bot's own chart. */
function samplesFor({ resolved }: WebhookBot): Record<string, string> {
  const pair = resolved.fields.pairTitle ?? resolved.initial.pairTitle ?? "USDT-BTC";
  const [quote = "", base = ""] = pair.split("-");
  const side = (resolved.fields.strategy ?? resolved.initial.strategy ?? "LONG").toLowerCase();
  return {
    ticker: `${base}${quote}`,
    "syminfo.basecurrency": base,
    "syminfo.currency": quote,
    "strategy.market_position": side,
  };
}
