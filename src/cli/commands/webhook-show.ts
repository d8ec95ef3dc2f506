// botform webhook list, url and body: what there is, where it is sent, and what is sent.

import { loadSound } from "../../app/configuration.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import {
  actionOf,
  addressOf,
  botIdOf,
  messageOf,
  type WebhookBot,
  type WebhookOptions,
  webhookBot,
  webhookBots,
} from "../../app/webhook-bot.js";
import { counted } from "../../model/text/counted.js";
import { hasPlaceholders, webhookBody } from "../../model/webhook/webhook-body.js";
import { filled } from "../../model/webhook/webhook-placeholders.js";
import { rendered } from "../../render/forms.js";
import { resultJson } from "../../render/machine/json.js";
import { clean } from "../../render/sanitize.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import { pairsText, sourcesText } from "../../render/text/webhook-text.js";
import { lintWebhook } from "../../webhook/lint.js";
import type { Context } from "../terminal/context.js";

export async function webhookListCommand(context: Context, options: WebhookOptions): Promise<ExitCode> {
  const bots = webhookBots(loadSound(options), options.account);
  const rows = bots.map(({ draft }) => ({
    address: draft.address,
    title: draft.title ?? "",
    actions: draft.webhooks.messages.map(({ action }) => action),
    pairs: pairsText(draft.fields.pairTitle ?? draft.initial.pairTitle),
    botId: draft.merged.values.botId,
  }));
  const setting = { command: "webhook list", exitCode: EXIT.done, colour: context.colour };
  context.out(await rendered("webhook list", options.format, rows, setting));
  return EXIT.done;
}

export interface UrlOptions extends WebhookOptions {
  readonly action: string;
  readonly bot: string;
  readonly reveal?: boolean;
}

export async function webhookUrlCommand(context: Context, options: UrlOptions): Promise<ExitCode> {
  const config = loadSound(options);
  const bot = webhookBot(config, options.account, options.bot);
  const action = actionOf(options.action);
  if (options.ghost !== true) messageOf(bot, action);
  const address = addressOf(context, config, bot.account, {
    action,
    dialect: options.dialect,
    closePath: options.closePath,
  });
  const isRevealed = options.reveal === true;
  const url = isRevealed ? address.url : address.masked;
  const print = isRevealed ? (context.outAsItIs ?? context.out) : context.out;
  if (isRevealed)
    context.err(
      `${context.errColour.change("warning:")} whoever has this address can open and close deals of the account\n`,
    );
  if (action === "close" && options.closePath !== undefined)
    context.err(
      `${context.errColour.change("warning:")} the path of close is a guess: compare it with the Webhooks block of the saved bot\n`,
    );
  const { address: name } = bot.draft;
  print(
    options.format === "json"
      ? resultJson(
          { command: "webhook url", exitCode: EXIT.done },
          { address: name, action, dialect: options.dialect, url, masked: !isRevealed },
        )
      : `${url}\n`,
  );
  return EXIT.done;
}

export interface BodyCommandOptions extends WebhookOptions {
  readonly action: string;
  readonly bot: string;
  /** Placeholders filled in as the charting platform might. */
  readonly sample?: boolean;
}

export async function webhookBodyCommand(context: Context, options: BodyCommandOptions): Promise<ExitCode> {
  const config = loadSound(options);
  const bot = webhookBot(config, options.account, options.bot);
  const message = messageOf(bot, actionOf(options.action));
  const known = await botIdOf(context, options, bot);
  const { dialect, ghost = false } = options;
  const raw = webhookBody(message, { dialect, botId: known?.id });
  const body = options.sample === true ? filled(raw, samplesFor(bot)) : raw;
  const bytes = Buffer.byteLength(body);
  const { diagnostics } = lintWebhook(raw, { file: `${bot.draft.address} ${message.action}`, ghost });
  // Nothing of the environment can be in it, and a botId that looks like a secret's part mustn't be cut.
  const print = context.outAsItIs;
  if (options.format === "json") {
    const { action, settings } = message;
    print(
      resultJson(
        { command: "webhook body", exitCode: EXIT.done, diagnostics },
        {
          address: bot.draft.address,
          action,
          dialect,
          botId: known?.id ?? null,
          botIdFrom: known?.source ?? null,
          body,
          bytes,
          hasPlaceholders: hasPlaceholders(message),
          settings,
        },
      ),
    );
    return EXIT.done;
  }
  print(`${body}\n`);
  const whose = known === undefined ? "no botId (Ghost)" : `botId from ${known.source}`;
  context.err(`${counted(bytes, "byte")}, ${dialect} dialect, ${clean(whose)}\n${sourcesText(message)}`);
  if (diagnostics.length > 0) context.err(`\n${diagnosticsText(diagnostics, context.errColour)}`);
  return EXIT.done;
}

/** What the placeholders come to on the bot's own chart. */
function samplesFor({ draft }: WebhookBot): Record<string, string> {
  const pair = draft.fields.pairTitle ?? draft.initial.pairTitle ?? "USDT-BTC";
  const [quote = "", base = ""] = pair.split("-");
  const side = (draft.fields.strategy ?? draft.initial.strategy ?? "LONG").toLowerCase();
  return {
    ticker: `${base}${quote}`,
    "syminfo.basecurrency": base,
    "syminfo.currency": quote,
    "strategy.market_position": side,
  };
}
