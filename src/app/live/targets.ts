// Finds the bot or deal that a command names: its account, what the service shows, and whether it may be touched.

import type { Access, ObservedBot } from "../../model/bot/bot.js";
import type { Desired, DesiredBot } from "../../model/bot/desired.js";
import type { Deal } from "../../model/deal/deal.js";
import { ServiceError, type ServiceReader } from "../../model/ports.js";
import { hasErrors } from "../../model/text/diagnostic.js";
import { endOf } from "../../reconcile/apply/step-results.js";
import { resolveAccesses } from "../../reconcile/plan/access.js";
import type { ShownBot } from "../../reconcile/plan/direct-plan.js";
import { attempt } from "../../reconcile/plan/lists.js";
import { matchBots } from "../../reconcile/plan/match.js";
import { refresh } from "../../reconcile/plan/refresh.js";
import { observedDeal } from "../../service/canonical-deal.js";
import type { Client } from "../../service/client.js";
import { serviceReader } from "../../service/ports.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import { type Chosen, type ConfigOptions, choose, load } from "../files/configuration.js";
import { nearBot, withoutCommas } from "../files/selection.js";
import type { Host } from "../host.js";
import { type Opened, openAccount } from "./open-account.js";

export interface TargetOptions extends ConfigOptions {
  readonly account?: string;
}

/** A bot as it is named: by its id on the service, or by its key in the configuration. */
export type BotName =
  | { readonly kind: "id"; readonly id: number; readonly account: string | undefined }
  | { readonly kind: "key"; readonly key: string; readonly account: string | undefined };

/** `#123`, `123`, `main/#123` (how a plan names an undeclared bot), `btc-dip` or `main/btc-dip`. Throws AppError. */
export function botName(text: string): BotName {
  const slash = text.indexOf("/");
  const account = slash < 0 ? undefined : text.slice(0, slash);
  const rest = text.slice(slash + 1);
  if (rest === "" || account === "")
    throw new AppError(`"${text}" doesn't name a bot\nGive an address, a key or an id such as #123.`);
  const digits = account === undefined ? /^#?(\d+)$/.exec(rest) : /^#(\d+)$/.exec(rest);
  if (digits === null) return { kind: "key", key: rest, account };
  const id = Number(digits[1]);
  if (!Number.isSafeInteger(id)) throw new AppError(`${text} is too large to be a bot's id`);
  return { kind: "id", id, account };
}

/** The id of a deal, as `7` or `#7`. Throws AppError. */
export function dealId(text: string): number {
  const digits = /^#?(\d{1,15})$/.exec(text);
  if (digits !== null) return Number(digits[1]);
  throw new AppError(`"${text}" is not a deal's id\nGive a number; botform deals active lists the running deals.`);
}

/** The account that is meant, and what opens it; with a sound configuration also what that declares of it. */
export interface OpenTarget extends Pick<Opened, "account" | "endpoint"> {
  readonly desired: Desired | undefined;
}

/** Opens the account of these bots; without any, the one that is named or the only one. Throws AppError. */
export async function openTarget(host: Host, options: TargetOptions, names: readonly BotName[]): Promise<OpenTarget> {
  const account = accountOf(options, names);
  const named = { ...options, ...(account !== undefined && { account }) };
  if (names.some(({ kind }) => kind === "key")) {
    const chosen = await chooseByFiles(host, named);
    host.conceal([chosen.endpoint.apiKey, chosen.endpoint.apiSecret]);
    const { desired } = chosen.account;
    return { account: desired.account, endpoint: chosen.endpoint, desired };
  }
  const opened = await openAccount(host, named);
  return { account: opened.account, endpoint: opened.endpoint, desired: soundDesired(options, opened.account) };
}

/** What the files declare. Throws AppError: where they have errors, that names what does without them. */
export async function chooseByFiles(host: Host, options: TargetOptions): Promise<Chosen> {
  try {
    return await choose(host, options);
  } catch (error) {
    if (!(error instanceof AppError) || error.diagnostics.length === 0 || isSound(options)) throw error;
    const { diagnostics, exitCode } = error;
    throw new AppError(`${error.message}\n${WITHOUT_FILES}`, { diagnostics, exitCode });
  }
}

function isSound(options: ConfigOptions): boolean {
  return !hasErrors(load(options).diagnostics);
}

const WITHOUT_FILES =
  "Nothing was done. Bots named by their ids, such as '#123', need no configuration, nor does botform bots off --all; both need --account then.";

/** All bots of a command are on one account. */
function accountOf({ account }: TargetOptions, names: readonly BotName[]): string | undefined {
  const accounts = new Set(names.flatMap((name) => name.account ?? []));
  if (account !== undefined) accounts.add(account);
  if (accounts.size > 1)
    throw new AppError(`one command acts on one account; these bots are on ${[...accounts].join(", ")}`);
  return [...accounts][0];
}

/** What the configuration declares, where there is one without errors. */
export function soundDesired(options: ConfigOptions, account: string): Desired | undefined {
  try {
    const config = load(options);
    if (hasErrors(config.diagnostics)) return undefined;
    return config.accounts.find(({ desired }) => desired.account === account)?.desired;
  } catch (error) {
    // There is none, which is no fault where bots are named by their ids, or all are meant.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** What to write instead of a key that no bot has. */
export function meantInstead(key: string, bots: readonly DesiredBot[]): string {
  if (key === "all" || key.includes("*"))
    return "Patterns aren't taken here: name each bot. For all bots: botform apply turns on what the configuration wants on, botform bots off --all turns every bot off.";
  if (key.includes(",")) return withoutCommas(key);
  const titled = bots.find(({ fields }) => fields.title === key);
  if (titled !== undefined) return `That is a title; its key is ${titled.key}.`;
  const near = nearBot(key, bots);
  return near === undefined ? `botform render shows its bots. ${BY_ID}` : `Did you mean ${near}?`;
}

export const BY_ID = "Write an id in quotes, as '#123': the shell takes # for a comment.";

/** The configured bot with that key. Throws AppError. */
export function configuredBot({ account, bots }: Desired, key: string): DesiredBot {
  const found = bots.find((bot) => bot.key === key);
  if (found !== undefined) return found;
  throw new AppError(`the account ${account} has no bot ${key}\n${meantInstead(key, bots)}`);
}

/** A bot as the service shows it, with what a command about it has to show. */
export interface FoundBot extends ShownBot {
  readonly access: Access;
  readonly deals: readonly Deal[];
  /** How many bots the list of its exchange shows. */
  readonly observedBots: number;
}

/** The named bot. Throws AppError if there is none, or if it is protected; ServiceError. */
export async function findBot(
  client: Client,
  { account, desired }: Pick<OpenTarget, "account" | "desired">,
  name: BotName,
): Promise<FoundBot> {
  if (name.kind === "key" && desired !== undefined) {
    const bot = configuredBot(desired, name.key);
    refuseProtected(bot);
    return matchedBot(client, desired, bot);
  }
  if (name.kind === "key")
    throw new AppError(`the key ${name.key} needs a configuration, and there is none that can be used`);
  const reader = serviceReader(client, desired?.exchange ?? "");
  const [accesses, live] = await Promise.all([reader.accesses(), reader.bot(name.id)]);
  refuseProtectedId(desired, accesses, live);
  return withDeals(client, `${account}/#${live.id}`, live, accesses);
}

async function matchedBot(client: Client, desired: Desired, bot: DesiredBot): Promise<FoundBot> {
  const reader = serviceReader(client, desired.exchange);
  const observed = await refresh(desired, reader);
  const matches = matchBots(desired, observed, resolveAccesses(desired, observed.accesses).byAlias);
  const match = matches.find((one) => one.bot === bot);
  if (match?.kind === "live") {
    const live = await reader.bot(match.live.id);
    return withDeals(client, bot.address, live, observed.accesses);
  }
  const diagnostics = match?.kind === "unclear" ? [match.diagnostic] : [];
  throw new AppError(
    `botform can't tell for certain which live bot is ${bot.address}; nothing was written\nRun botform plan to see why.`,
    {
      diagnostics,
      exitCode: diagnostics.length > 0 ? EXIT.invalid : EXIT.stale,
    },
  );
}

async function withDeals(
  client: Client,
  address: string,
  live: ObservedBot,
  accesses: readonly Access[],
): Promise<FoundBot> {
  const access = accesses.find(({ id }) => id === live.accessId);
  if (access === undefined)
    throw new AppError(`bot ${live.id} is on access ${live.accessId}, which the account doesn't have`);
  const reader = serviceReader(client, access.exchange);
  const [list, deals] = await Promise.all([reader.bots(), client.activeDeals(access.id, access.exchange)]);
  const copies = await sameTitleOf(reader, list, live);
  const own = deals.map(observedDeal).filter(({ botId }) => botId === live.id);
  return { address, live, access, deals: own, copies, observedBots: list.length };
}

async function sameTitleOf(reader: ServiceReader, list: readonly ObservedBot[], live: ObservedBot): Promise<number[]> {
  const titled = list.filter(({ id, fields }) => id !== live.id && fields.title === live.fields.title);
  const read = await Promise.all(titled.map(({ id }) => reader.bot(id)));
  return read.filter(({ accessId }) => accessId === live.accessId).map(({ id }) => id);
}

/** The running deal with that id, and its bot. Throws AppError where it runs nowhere; ServiceError. */
export async function findDeal(
  client: Client,
  { account, desired }: OpenTarget,
  id: number,
): Promise<{ readonly deal: Deal; readonly bot: FoundBot }> {
  const accesses = await serviceReader(client, "").accesses();
  const lists = await Promise.all(accesses.map((access) => client.activeDeals(access.id, access.exchange)));
  const deal = lists
    .flat()
    .map(observedDeal)
    .find((one) => one.id === id);
  if (deal === undefined) throw await dealNotThere(client, account, accesses, id);
  const live = await serviceReader(client, "").bot(deal.botId);
  refuseProtectedId(desired, accesses, live);
  return { deal, bot: await withDeals(client, `${account}/#${live.id}`, live, accesses) };
}

async function dealNotThere(
  client: Client,
  account: string,
  accesses: readonly Access[],
  id: number,
): Promise<AppError> {
  const histories = await attempt(
    Promise.all(accesses.map((access) => client.dealsHistory(access.id, access.exchange))),
  );
  const ended = histories instanceof ServiceError ? undefined : histories.flat().find((deal) => deal.id === id);
  const why = ended === undefined ? "the history doesn't show it either" : endOf(observedDeal(ended));
  return new AppError(
    `no deal ${id} is running on the account ${account}: ${why}; nothing was written\nbotform deals active lists the running deals.`,
  );
}

export function refuseProtected({ address, protect }: DesiredBot): void {
  if (protect)
    throw new AppError(
      `${address} is protected, so botform doesn't touch it\nRemove protect to let botform act on it.`,
    );
}

/** A bot that a protected one stands for, or may stand for. */
export function refuseProtectedId(desired: Desired | undefined, accesses: readonly Access[], live: ObservedBot): void {
  if (desired === undefined) return;
  const { byAlias } = resolveAccesses(desired, accesses);
  const held = desired.bots.find(({ protect, botId, access, fields, previousTitles }) => {
    const isTitled = [fields.title, ...previousTitles].includes(live.fields.title ?? "");
    return protect && (botId === live.id || (isTitled && byAlias.get(access.alias)?.id === live.accessId));
  });
  if (held !== undefined) refuseProtected(held);
}
