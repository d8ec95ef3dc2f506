// Which webhook a command is about: the bot and its message, its id on the service, and its address.

import type { Draft } from "../config/compose/draft.js";
import type { ConfiguredAccount, LoadedConfig } from "../config/load.js";
import { resolveConnection } from "../config/load.js";
import { type HookAddress, resolveHook } from "../config/webhooks/webhook-connection.js";
import { WEBHOOK_ACTIONS, type WebhookAction, type WebhookMessage } from "../model/webhook/webhook.js";
import { type Dialect, GUESSED_CLOSE_PATH, type HookPaths } from "../model/webhook/webhook-body.js";
import type { ConfigOptions } from "./configuration.js";
import { AppError } from "./error.js";
import { EXIT } from "./exit.js";
import type { Host } from "./host.js";
import { notLive, standings } from "./webhook-live.js";

export interface WebhookOptions extends ConfigOptions {
  readonly account?: string;
  readonly dialect: Dialect;
  readonly botId?: number;
  readonly ghost?: boolean;
  readonly closePath?: string;
  readonly format: "text" | "json";
}

export interface WebhookBot {
  readonly account: ConfiguredAccount;
  readonly draft: Draft;
}

/** Every bot with webhooks of the accounts that are meant, in the order of addresses. */
export function webhookBots(config: LoadedConfig, account: string | undefined): readonly WebhookBot[] {
  const names = config.accounts.map(({ desired }) => desired.account);
  if (account !== undefined && !names.includes(account))
    throw new AppError(`the configuration has no account ${account}; it has ${names.join(", ") || "none"}`);
  return config.accounts
    .filter(({ desired }) => account === undefined || desired.account === account)
    .flatMap((one) =>
      one.drafts.filter(({ webhooks }) => webhooks.messages.length > 0).map((draft) => ({ account: one, draft })),
    );
}

/** The bot of a key or an address. Throws AppError. */
export function webhookBot(config: LoadedConfig, account: string | undefined, name: string): WebhookBot {
  const slash = name.indexOf("/");
  const within = slash < 0 ? account : name.slice(0, slash);
  if (slash >= 0 && account !== undefined && account !== within)
    throw new AppError(`--account says ${account}, and the address says ${within}\nGive one of the two.`);
  const key = name.slice(slash + 1);
  const all = config.accounts.filter(({ desired }) => within === undefined || desired.account === within);
  const fitting = all.flatMap((one) =>
    one.drafts.filter((draft) => draft.key === key).map((draft) => ({ account: one, draft })),
  );
  const [found, second] = fitting;
  if (found === undefined)
    throw new AppError(`the configuration has no bot ${name}\nbotform webhook list shows those with webhooks.`);
  if (second !== undefined)
    throw new AppError(
      `several accounts have a bot ${key}: ${fitting.map(({ draft }) => draft.address).join(", ")}\nName it by its address, or choose with --account.`,
    );
  return found;
}

/** Reads an action's name. Throws AppError. */
export function actionOf(name: string): WebhookAction {
  const action = WEBHOOK_ACTIONS.find((one) => one === name);
  if (action === undefined)
    throw new AppError(`there is no action ${name.slice(0, 40)}\nThere are ${WEBHOOK_ACTIONS.join(", ")}.`);
  return action;
}

/** The bot's message of an action. Throws AppError where the configuration has none. */
export function messageOf({ draft }: WebhookBot, action: WebhookAction): WebhookMessage {
  const found = draft.webhooks.messages.find((message) => message.action === action);
  if (found !== undefined) return found;
  const has = draft.webhooks.messages.map((message) => message.action).join(", ");
  throw new AppError(
    `${draft.address} has no webhook for ${action}${has === "" ? "" : `; it has ${has}`}\nAdd it under webhooks: in the configuration, or write webhooks: true for all that the bot can give.`,
  );
}

export type BotIdSource = "--bot-id" | "the configuration" | "the service";

export interface KnownId {
  readonly id: number;
  readonly source: BotIdSource;
}

/**
 * The bot's id: as it was given, as the configuration pins it, or as the service shows it (reads only). A Ghost has none.
 * Throws AppError, saying how, where nothing tells.
 */
export async function botIdOf(host: Host, options: WebhookOptions, bot: WebhookBot): Promise<KnownId | undefined> {
  refuseGhostly(options);
  if (options.ghost === true) return undefined;
  if (options.botId !== undefined) return { id: options.botId, source: "--bot-id" };
  const pinned = bot.draft.merged.values.botId;
  if (pinned !== undefined) return { id: pinned, source: "the configuration" };
  const resolved = resolveConnection(bot.account, host.env);
  if ("diagnostics" in resolved)
    throw new AppError(
      `the id of ${bot.draft.address} isn't known, and a webhook without botId is carried out by the Ghost bot\nGive --bot-id, state botId at the bot, or set the account's credentials: then it is looked up on the service, by reads alone.`,
    );
  host.conceal([resolved.connection.apiKey, resolved.connection.apiSecret]);
  const found = (await standings(host, bot.account, resolved.connection, [bot.draft])).get(bot.draft.key);
  if (found?.kind === "live") return { id: found.live.id, source: "the service" };
  throw new AppError(
    `${notLive(bot.draft, found?.elsewhere ?? [])}\nWebhooks work once the bot is saved: botform apply creates it.`,
    { exitCode: EXIT.stale },
  );
}

/** Throws AppError for a Ghost that couldn't be. */
export function refuseGhostly({ ghost, dialect, botId }: Pick<WebhookOptions, "ghost" | "dialect" | "botId">): void {
  if (ghost !== true) return;
  if (dialect === "flat")
    throw new AppError("a Ghost's webhook is spoken in the envelope dialect only\nAdd --dialect envelope.");
  if (botId !== undefined) throw new AppError("a Ghost has no bot's id\nGive --ghost or --bot-id.");
}

/** The action's address. Throws AppError, saying what is missing. */
export function addressOf(
  host: Host,
  config: LoadedConfig,
  account: ConfiguredAccount,
  {
    action,
    dialect,
    closePath,
  }: { readonly action: WebhookAction; readonly dialect: Dialect; readonly closePath?: string | undefined },
): HookAddress {
  const paths: HookPaths = closePath === undefined ? {} : { close: checkedPath(closePath) };
  const resolved = resolveHook(account.connection, host.env, { action, dialect, paths });
  const name = account.desired.account;
  switch (resolved.kind) {
    case "address":
      host.conceal(resolved.address.secrets);
      return resolved.address;
    case "missing":
      throw new AppError(
        `account ${name} has no ${resolved.keys.join(", no ")}\nAdd ${resolved.keys.map((key) => `${key}: \${env.BOTFORM_…}`).join(", ")}; or hookUrls, with the whole address from the Webhooks block of the saved bot.`,
      );
    case "no-path":
      throw new AppError(
        `where a flat close goes isn't public\nTake its address from the Webhooks block of the saved bot: state hookUrls or hookPaths at account ${name}. --close-path ${GUESSED_CLOSE_PATH} is a guess by analogy with /topup-deal. Or use --dialect envelope, which has one address for everything.`,
      );
    case "unusable":
      throw new AppError("the webhook's address can't be made", { diagnostics: config.locate(resolved.diagnostics) });
  }
}

/** A path as hookPaths takes it. Throws AppError. */
export function checkedPath(path: string): string {
  if (/^(?:\/[\w.~-]{1,60}){0,4}$/.test(path)) return path;
  throw new AppError(
    "--close-path is nothing or a path such as /close-deal\nA whole address belongs into the account's hookUrls.",
  );
}
