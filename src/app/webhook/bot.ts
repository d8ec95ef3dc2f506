// Finds the webhook that a command names: the bot, its message, the live bot behind it, and the address it is sent to.
import type { ResolvedBot } from "../../config/compose/resolved-bot.js";
import type { ConfiguredAccount, LoadedConfig } from "../../config/load.js";
import type { HookAddress } from "../../config/webhooks/webhook-connection.js";
import type { ObservedBot } from "../../model/bot/bot.js";
import { symbolOf } from "../../model/bot/pair.js";
import {
  asksForTakeProfit,
  WEBHOOK_ACTIONS,
  type WebhookAction,
  type WebhookMessage,
} from "../../model/webhook/webhook.js";
import { type Dialect, GUESSED_CLOSE_PATH, type HookPaths } from "../../model/webhook/webhook-body.js";
import { resolveAccesses } from "../../reconcile/plan/access.js";
import { type Match, matchBots } from "../../reconcile/plan/match.js";
import { refresh } from "../../reconcile/plan/refresh.js";
import { serviceReader } from "../../service/ports.js";
import { hookOf } from "../credentials/supply.js";
import { type Endpoint, reading } from "../endpoint.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import { type ConfigOptions, endpointIfThere } from "../files/configuration.js";
import type { Host } from "../host.js";
import { noAccount } from "../no-account.js";

export interface WebhookOptions extends ConfigOptions {
  readonly account?: string;
  readonly dialect: Dialect;
  readonly botId?: number;
  readonly ghost?: boolean;
  readonly closePath?: string;
}

export interface WebhookBot {
  readonly account: ConfiguredAccount;
  readonly resolved: ResolvedBot;
}

/** Every bot with webhooks of the accounts that are meant, in the order of addresses. */
export function webhookBots(config: LoadedConfig, account: string | undefined): readonly WebhookBot[] {
  const names = config.accounts.map(({ desired }) => desired.account);
  if (account !== undefined && !names.includes(account)) throw new AppError(noAccount(account, names));
  return config.accounts
    .filter(({ desired }) => account === undefined || desired.account === account)
    .flatMap((one) =>
      one.resolved
        .filter(({ webhooks }) => webhooks.messages.length > 0)
        .map((resolved) => ({ account: one, resolved })),
    );
}

/** The bot of a key or an address. Throws AppError. */
export function webhookBot(config: LoadedConfig, account: string | undefined, name: string): WebhookBot {
  const slash = name.indexOf("/");
  const within = slash < 0 ? account : name.slice(0, slash);
  if (slash >= 0 && account !== undefined && account !== within)
    throw new AppError(`--account names ${account}, but the address names ${within}\nGive only one of them.`);
  const key = name.slice(slash + 1);
  const all = config.accounts.filter(({ desired }) => within === undefined || desired.account === within);
  const fitting = all.flatMap((one) =>
    one.resolved.filter((resolved) => resolved.key === key).map((resolved) => ({ account: one, resolved })),
  );
  const [found, second] = fitting;
  if (found === undefined)
    throw new AppError(`the configuration has no bot ${name}\nbotform webhook list shows the bots with webhooks.`);
  if (second !== undefined)
    throw new AppError(
      `several accounts have a bot ${key}: ${fitting.map(({ resolved }) => resolved.address).join(", ")}\nName it by its address, or choose an account with --account.`,
    );
  return found;
}

/** Reads an action's name. Throws AppError. */
export function actionOf(name: string, bot?: string): WebhookAction {
  const action = WEBHOOK_ACTIONS.find((one) => one === name);
  if (action !== undefined) return action;
  const isSwapped = WEBHOOK_ACTIONS.some((one) => one === bot);
  const remedy = isSwapped
    ? `The action comes first: ${bot} ${name.slice(0, 40)}.`
    : `The actions are ${WEBHOOK_ACTIONS.join(", ")}.`;
  throw new AppError(`there is no action ${name.slice(0, 40)}\n${remedy}`);
}

/** The bot's message of an action. Throws AppError where the configuration has none. */
export function messageOf({ resolved }: WebhookBot, action: WebhookAction): WebhookMessage {
  const found = resolved.webhooks.messages.find((message) => message.action === action);
  if (found !== undefined) return found;
  const has = resolved.webhooks.messages.map((message) => message.action).join(", ");
  throw new AppError(
    `${resolved.address} has no webhook for ${action}${has === "" ? "" : `; it has ${has}`}\nAdd it under webhooks: in the configuration, or write webhooks: true for all actions that the bot allows.`,
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
  const pinned = bot.resolved.merged.values.botId;
  if (pinned !== undefined) return { id: pinned, source: "the configuration" };
  const endpoint = await endpointIfThere(host, bot.account);
  if (endpoint === undefined)
    throw new AppError(
      `the id of ${bot.resolved.address} is unknown, and the Ghost bot would act on a webhook without botId\nGive --bot-id, set botId for the bot, or set the account's credentials, so that botform can look it up.`,
    );
  host.conceal([endpoint.apiKey, endpoint.apiSecret]);
  const found = (await standings(host, bot.account, endpoint, [bot.resolved])).get(bot.resolved.key);
  if (found?.kind === "live") return { id: found.live.id, source: "the service" };
  throw new AppError(
    `${notLive(bot.resolved, found?.elsewhere ?? [])}\nWebhooks work once the bot is saved: botform apply creates it.`,
    { exitCode: EXIT.stale },
  );
}

/** The commands that send a bot's other webhooks, of those that it has. */
export interface Commands {
  /** That places a take profit. */
  readonly update?: string;
  readonly close?: string;
}

/** As the user named the bot and its address, for whoever has to send another one. */
export function commandsOf({ address, webhooks }: ResolvedBot, options: WebhookOptions): Commands {
  const { dialect, ghost, botId, closePath } = options;
  const flags = [
    ...(dialect === "flat" ? [] : [`--dialect ${dialect}`]),
    ...(ghost === true ? ["--ghost"] : []),
    ...(botId === undefined ? [] : [`--bot-id ${botId}`]),
  ];
  const command = (...words: readonly string[]) => ["botform webhook send", ...words].join(" ");
  const path = closePath === undefined ? [] : [`--close-path ${closePath}`];
  return {
    ...(webhooks.messages.some((one) => one.action === "update" && asksForTakeProfit(one)) && {
      update: command("update", address, ...flags),
    }),
    ...(webhooks.messages.some((one) => one.action === "close") && {
      close: command("close", address, ...flags, ...path),
    }),
  };
}

/** Throws AppError for options that don't fit a Ghost. */
export function refuseGhostly({ ghost, dialect, botId }: Pick<WebhookOptions, "ghost" | "dialect" | "botId">): void {
  if (ghost !== true) return;
  if (dialect === "flat")
    throw new AppError("a Ghost's webhook works only in the envelope dialect\nAdd --dialect envelope.");
  if (botId !== undefined) throw new AppError("--ghost and --bot-id can't be used together\nGive one of the two.");
}

/** The action's address. Throws AppError, saying what is missing. */
export async function addressOf(
  host: Host,
  config: LoadedConfig,
  account: ConfiguredAccount,
  {
    action,
    dialect,
    closePath,
  }: { readonly action: WebhookAction; readonly dialect: Dialect; readonly closePath?: string | undefined },
): Promise<HookAddress> {
  const paths: HookPaths = closePath === undefined ? {} : { close: checkedPath(closePath) };
  const resolved = await hookOf(host, account.connection, { action, dialect, paths });
  const name = account.desired.account;
  switch (resolved.kind) {
    case "address":
      host.conceal(resolved.address.secrets);
      return resolved.address;
    case "missing":
      throw new AppError(
        `account ${name} has no ${resolved.keys.join(", no ")}\nAdd ${resolved.keys.map((key) => `${key}: \${env.BOTFORM_…}`).join(", ")}; or set hookUrls to the whole address from the Webhooks block of the saved bot.`,
      );
    case "no-path":
      throw new AppError(
        `the service doesn't document the address of a flat close\nCopy it from the Webhooks block of the saved bot into hookUrls or hookPaths of account ${name}. --close-path ${GUESSED_CLOSE_PATH} is a guess, by analogy with /topup-deal. Or use --dialect envelope, which has one address for everything.`,
      );
    case "unusable":
      throw new AppError("the webhook's address can't be built", { diagnostics: config.locate(resolved.diagnostics) });
  }
}

/** A path as hookPaths takes it. Throws AppError. */
export function checkedPath(path: string): string {
  if (/^(?:\/[\w.~-]{1,60}){0,4}$/.test(path)) return path;
  throw new AppError(
    "--close-path must be empty or a path such as /close-deal\nPut a whole address into the account's hookUrls.",
  );
}

/** The live bot that stands for a configured one for certain, or where else its title was seen. */
export type Standing =
  | { readonly kind: "live"; readonly live: ObservedBot }
  | { readonly kind: "absent"; readonly elsewhere: readonly number[] };

/**
 * By bot key. A title alone proves nothing: the bot must be on the configured access, with its pair and direction.
 * Throws AppError where which bot is meant isn't certain; ServiceError.
 */
export async function standings(
  host: Host,
  { desired }: ConfiguredAccount,
  endpoint: Endpoint,
  open: readonly ResolvedBot[],
): Promise<ReadonlyMap<string, Standing>> {
  return reading(host, { account: desired.account, endpoint }, 4, async (client) => {
    const observed = await refresh(desired, serviceReader(client, desired.exchange));
    const { byAlias, diagnostics } = resolveAccesses(desired, observed.accesses);
    const matches = new Map(matchBots(desired, observed, byAlias).map((match) => [match.bot.key, match]));
    return new Map(
      open.map((resolved) => {
        const match = matches.get(resolved.key);
        if (match === undefined || match.kind === "no-access") throw uncertain(resolved, diagnostics);
        return [resolved.key, standingOf(resolved, match)];
      }),
    );
  });
}

function standingOf(resolved: ResolvedBot, match: Exclude<Match, { kind: "no-access" }>): Standing {
  if (match.kind === "unclear") throw uncertain(resolved, [match.diagnostic]);
  if (match.kind === "absent") return { kind: "absent", elsewhere: match.elsewhere.map(({ id }) => id) };
  refuseOtherTrade(resolved.address, tradeOf(resolved), match.live);
  return { kind: "live", live: match.live };
}

function uncertain({ address }: ResolvedBot, diagnostics: AppError["diagnostics"]): AppError {
  return new AppError(`botform can't tell for certain which live bot is ${address}`, { diagnostics });
}

/** The message for an id that can't be found. */
export function notLive({ address }: ResolvedBot, elsewhere: readonly number[]): string {
  const shown = elsewhere.map((id) => `#${id}`).join(", ");
  return elsewhere.length === 0
    ? `no live bot matches ${address}, so it has no id yet`
    : `no live bot matches ${address} on its access; ${shown} has its title, but is on another access`;
}

/** The pairs (as symbols) and the direction (in lower case) that a bot is meant to have; undefined where nothing says. */
export interface Trade {
  readonly pairs: readonly string[];
  readonly side: string | undefined;
}

export function tradeOf({ fields, initial }: ResolvedBot): Trade {
  const pair = fields.pairTitle ?? initial.pairTitle;
  const side = fields.strategy ?? initial.strategy;
  return { pairs: pair ? [symbolOf(pair)] : [], side: side?.toLowerCase() };
}

/** Throws AppError where the live bot trades another pair, or in another direction. */
export function refuseOtherTrade(whom: string, { pairs, side }: Trade, { id, fields }: ObservedBot): void {
  const pair = fields.pairTitle === null ? undefined : symbolOf(fields.pairTitle);
  const found: string[] = [];
  if (pair !== undefined && pairs.length > 0 && !pairs.includes(pair))
    found.push(`it trades ${pair}, not ${pairs.join(", ")}`);
  const live = fields.strategy?.toLowerCase();
  if (live !== undefined && side !== undefined && side !== "" && live !== side)
    found.push(`it is ${live}, not ${side}`);
  if (found.length === 0) return;
  throw new AppError(
    `bot #${id} differs from ${whom}: ${found.join("; ")}\nbotform plan shows the differences; botform apply removes them.`,
    { exitCode: EXIT.stale },
  );
}
