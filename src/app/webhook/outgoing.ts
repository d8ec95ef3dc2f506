// Prepares the message that webhook send posts, and checks that it may be sent to its bot.
import type { ResolvedBot } from "../../config/compose/resolved-bot.js";
import type { ConfiguredAccount, LoadedConfig } from "../../config/load.js";
import type { Access, ObservedBot } from "../../model/bot/bot.js";
import type { Desired } from "../../model/bot/desired.js";
import { ServiceError } from "../../model/ports.js";
import { hasErrors } from "../../model/text/diagnostic.js";
import { settingAt, type WebhookAction, type WebhookMessage } from "../../model/webhook/webhook.js";
import { type Dialect, webhookBody } from "../../model/webhook/webhook-body.js";
import type { Sending } from "../../policy/message-subjects.js";
import { resolveAccesses } from "../../reconcile/plan/access.js";
import { serviceReader } from "../../service/ports.js";
import { lintWebhook } from "../../webhook/lint.js";
import { readBody } from "../../webhook/read-body.js";
import { supplied } from "../credentials/supply.js";
import { type Endpoint, reading } from "../endpoint.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import { endpointIfThere } from "../files/configuration.js";
import type { Host } from "../host.js";
import { refuseProtected, refuseProtectedId } from "../live/targets.js";
import {
  actionOf,
  botIdOf,
  type Commands,
  commandsOf,
  messageOf,
  refuseGhostly,
  refuseOtherTrade,
  type Trade,
  tradeOf,
  type WebhookOptions,
  webhookBot,
} from "./bot.js";
import { type Expected, expectedOf } from "./effect.js";
import type { Watched } from "./watch.js";

export interface SendTarget extends WebhookOptions {
  readonly action?: string | undefined;
  readonly bot?: string | undefined;
  /** A file, or - for standard input. */
  readonly body?: string;
  /** The action of a file's body, whose address it is sent to. */
  readonly to?: string;
}

export interface Outgoing {
  readonly account: ConfiguredAccount;
  /** What opens the account's API, where the credentials are there. */
  readonly endpoint: Endpoint | undefined;
  /** The bot's address; undefined for a file's body. */
  readonly address: string | undefined;
  readonly action: WebhookAction;
  readonly dialect: Dialect;
  readonly body: string;
  readonly bytes: number;
  /** What is sent to whom, or from which file, for whoever is asked. */
  readonly effect: { readonly message: WebhookMessage; readonly whom: string } | { readonly file: string };
  readonly watched: Watched;
  readonly expected: Expected;
  /** None for a file's body. */
  readonly commands: Commands;
  /** What policies judge. */
  readonly sends: Sending;
  /** Why its effect can't be seen in the deals. */
  readonly unobservable: string | undefined;
}

/** Reads a file, or standard input for `-`. Throws AppError. */
type TextOf = (file: string) => Promise<string>;

/** Throws AppError. */
export async function outgoing(
  host: Host,
  options: SendTarget,
  config: LoadedConfig,
  textOf: TextOf,
): Promise<Outgoing> {
  if (options.body !== undefined) return ofFile(host, options, config, options.body, textOf);
  if (options.action === undefined || options.bot === undefined)
    throw new AppError("there is nothing to send\nGive an action and a bot, or --body FILE and --to ACTION.");
  const action = actionOf(options.action, options.bot);
  const bot = webhookBot(config, options.account, options.bot);
  const { resolved, account } = bot;
  const message = messageOf(bot, action);
  refuseProtectedBot(account, resolved);
  const known = await botIdOf(host, options, bot);
  const body = webhookBody(message, { dialect: options.dialect, botId: known?.id });
  refusePlaceholders(body);
  const aim = known && { id: known.id, resolved, isProven: known.source !== "--bot-id", trade: tradeOf(resolved) };
  const { endpoint, found } = await checked(host, account, aim);
  const pairs = settingAt(message, "pairs");
  return {
    account,
    endpoint,
    address: resolved.address,
    action: message.action,
    dialect: options.dialect,
    body,
    bytes: Buffer.byteLength(body),
    effect: { message, whom: known === undefined ? "the Ghost bot" : `${resolved.address} (#${known.id})` },
    watched: {
      botId: known?.id,
      pairs: typeof pairs === "object" ? pairs : [],
      side: String(settingAt(message, "strategy") ?? ""),
      access: found?.access ?? resolved.access?.live,
    },
    expected: expectedOf(message, known?.id),
    commands: commandsOf(resolved, options),
    sends: {
      message,
      address: known === undefined ? undefined : resolved.address,
      live: found?.live,
      alias: found?.alias,
    },
    unobservable: unobservable(
      message.action,
      message.settings.some(({ path }) => path.startsWith("close.")),
    ),
  };
}

/** The bot is looked at before anything is sent to it, as far as it can be. Throws AppError, ServiceError. */
async function checked(
  host: Host,
  account: ConfiguredAccount,
  aim: Aim | undefined,
): Promise<{ readonly endpoint: Endpoint | undefined; readonly found: BotReading | undefined }> {
  const endpoint = await endpointIfThere(host, account);
  if (endpoint === undefined && aim !== undefined) checkUnread(account, aim);
  if (endpoint === undefined || aim === undefined) return { endpoint, found: undefined };
  host.conceal([endpoint.apiKey, endpoint.apiSecret]);
  return { endpoint, found: await checkRead(host, account, endpoint, aim) };
}

/** The service shows a deal's take profit, but neither its open safety orders nor its stop loss. */
function unobservable(action: WebhookAction, changesTakeProfit: boolean): string | undefined {
  return action === "update" && !changesTakeProfit ? "the service doesn't show what this update changes" : undefined;
}

async function ofFile(
  host: Host,
  options: SendTarget,
  config: LoadedConfig,
  file: string,
  textOf: TextOf,
): Promise<Outgoing> {
  if (options.bot !== undefined || options.action !== undefined)
    throw new AppError("--body can't be combined with an action and a bot\nGive one or the other.");
  if (options.to === undefined) throw new AppError("--body needs an address to go to\nAdd --to and the action.");
  refuseGhostly(options);
  const action = actionOf(options.to);
  const body = (await textOf(file)).trim();
  const inEnv = Object.entries(host.env).flatMap(([name, value]) => (SECRETIVE.test(name) && value ? [value] : []));
  const account = onlyAccount(config, options.account);
  const kept = (await supplied(host, account.connection, "api")).secrets;
  const linted = lintWebhook(body, { file, ghost: options.ghost === true, secrets: [...inEnv, ...kept] });
  if (linted.diagnostics.length > 0 && !hasErrors(linted.diagnostics))
    host.say({ kind: "diagnostics", diagnostics: linted.diagnostics });
  if (hasErrors(linted.diagnostics))
    throw new AppError("the body has errors; nothing was sent", { diagnostics: linted.diagnostics });
  if (linted.action !== action || linted.dialect === undefined)
    throw new AppError(`the body is for ${linted.action ?? "no action"}, but --to is ${action}; nothing was sent`);
  refusePlaceholders(body);
  const content = readBody(body, linted.dialect, action);
  if (content === undefined) throw new AppError("the body can't be read; nothing was sent");
  const { botId, message } = content;
  const pairs = settingAt(message, "pairs");
  const trade = {
    pairs: typeof pairs === "object" ? pairs : [],
    side: String(settingAt(message, "strategy") ?? ""),
  };
  const aim = botId === undefined ? undefined : { id: botId, resolved: undefined, isProven: false, trade };
  const { endpoint, found } = await checked(host, account, aim);
  const pinned = account.desired.bots.find((bot) => botId !== undefined && bot.botId === botId)?.address;
  const unread = botId === undefined ? undefined : (pinned ?? `${account.desired.account}/#${botId}`);
  return {
    account,
    endpoint,
    address: undefined,
    action,
    dialect: linted.dialect,
    body,
    bytes: linted.bytes,
    effect: { file },
    watched: { botId, ...trade, access: found?.access },
    expected: expectedOf(message, botId),
    commands: {},
    sends: { message, address: found?.address ?? unread, live: found?.live, alias: found?.alias },
    unobservable: unobservable(
      action,
      message.settings.some(({ path }) => path.startsWith("close.")),
    ),
  };
}

/** The path of a secret is none. */
const SECRETIVE = /^BOTFORM_.*(?:KEY|SECRET|TOKEN)(?!.*_FILE$)/;

function onlyAccount(config: LoadedConfig, name: string | undefined): ConfiguredAccount {
  const fitting = config.accounts.filter(({ desired }) => name === undefined || desired.account === name);
  const [only, second] = fitting;
  if (only === undefined) throw new AppError(`the configuration has no account ${name ?? ""}`);
  if (second !== undefined) throw new AppError("the configuration has several accounts\nChoose with --account.");
  return only;
}

/** Refuses placeholders: only the charting platform fills them in. */
function refusePlaceholders(body: string): void {
  if (body.includes("{{"))
    throw new AppError(
      "the body has placeholders, which only the charting platform fills in; nothing was sent\nWrite the values, or let an alert send it.",
    );
}

/** The bot that is about to be acted on. */
export interface Aim {
  readonly id: number;
  /** The configured one, where it was named. */
  readonly resolved: ResolvedBot | undefined;
  /** Whether the configuration itself, or the service by its rules, says that the id is that bot's. */
  readonly isProven: boolean;
  /** What the body or the configuration says of it. */
  readonly trade: Trade;
}

/** The bot as it was read, and which configured one it is. */
export interface BotReading {
  readonly access: Access;
  readonly live: ObservedBot;
  /** `account/#id` of one that nobody declares. */
  readonly address: string;
  /** Of its access, where the configuration has one. */
  readonly alias: string | undefined;
}

/** Throws AppError for a bot that `protect` holds. */
function refuseProtectedBot({ desired }: ConfiguredAccount, { key }: ResolvedBot): void {
  const bot = desired.bots.find((one) => one.key === key);
  if (bot !== undefined) refuseProtected(bot);
}

/** Without credentials: what the configuration alone tells. Throws AppError. */
function checkUnread({ desired }: ConfiguredAccount, { id, isProven }: Aim): void {
  const held = desired.bots.filter(({ protect }) => protect);
  const pinned = held.find(({ botId }) => botId === id);
  if (pinned !== undefined) refuseProtected(pinned);
  const [unpinned] = held.filter(({ botId }) => botId === undefined);
  if (unpinned === undefined || isProven) return;
  throw new AppError(
    `${unpinned.address} is protected, and without the account's credentials botform can't tell whether it is #${id}; nothing was sent\nSet the credentials, or set botId for the protected bot.`,
  );
}

/** Reads the bot itself, and says where it is and which one. Throws AppError where nothing may be sent to it; ServiceError. */
async function checkRead(
  host: Host,
  { desired }: ConfiguredAccount,
  endpoint: Endpoint,
  aim: Aim,
): Promise<BotReading> {
  return reading(host, { account: desired.account, endpoint }, 2, async (client) => {
    const reader = serviceReader(client, desired.exchange);
    const [accesses, live] = await Promise.all([reader.accesses(), reader.bot(aim.id).catch(absent(aim.id))]);
    const { byAlias } = resolveAccesses(desired, accesses);
    refuseProtectedId(desired, accesses, live);
    const wanted = aim.resolved?.access === undefined ? undefined : byAlias.get(aim.resolved.access.alias);
    if (aim.resolved !== undefined && wanted?.id !== live.accessId)
      throw new AppError(
        `bot #${live.id} is on access ${live.accessId}, and ${aim.resolved.address} belongs on ${wanted === undefined ? "an access that the account doesn't have" : wanted.id}; nothing was sent\nCorrect access or the id.`,
        { exitCode: EXIT.stale },
      );
    refuseOtherTrade(aim.resolved?.address ?? "the body", aim.trade, live);
    const access = accesses.find(({ id }) => id === live.accessId);
    if (access === undefined)
      throw new ServiceError("shape", `bot ${live.id} is on an access that the account doesn't have`);
    const alias = [...byAlias].find(([, { id }]) => id === access.id)?.[0];
    return { access, live, alias, address: aim.resolved?.address ?? addressOfLive(desired, live, alias) };
  });
}

/** By its id, else by a title that only one of its access has. */
function addressOfLive({ account, bots }: Desired, { id, fields }: ObservedBot, alias: string | undefined): string {
  const titled = bots.filter(
    (bot) => bot.botId === undefined && bot.access.alias === alias && bot.fields.title === fields.title,
  );
  const [only, second] = titled;
  const pinned = bots.find(({ botId }) => botId === id);
  return (pinned ?? (second === undefined ? only : undefined))?.address ?? `${account}/#${id}`;
}

function absent(id: number): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ServiceError) || (error.kind !== "absent" && error.kind !== "refused")) throw error;
    throw new AppError(`the service doesn't show bot #${id} (${error.message}); nothing was sent\nCorrect the id.`, {
      exitCode: EXIT.stale,
    });
  };
}
