// A live account that is open for reading, with its configuration if that can be used.
import type { ConfiguredAccount, LoadedConfig } from "../../config/load.js";
import type { Access, ObservedBot } from "../../model/bot/bot.js";
import type { Desired, DesiredBot } from "../../model/bot/desired.js";
import type { LiveBot } from "../../model/bot/live-bot.js";
import type { Unlisted } from "../../model/bot/observed.js";
import type { Deal } from "../../model/deal/deal.js";
import type { BotInDoubt } from "../../model/plan/plan.js";
import { ServiceError } from "../../model/ports.js";
import { type Diagnostic, hasErrors } from "../../model/text/diagnostic.js";
import { resolveAccesses } from "../../reconcile/plan/access.js";
import { heldBot, holdOn, holdProblems } from "../../reconcile/plan/holds.js";
import { attempt, isAbsent } from "../../reconcile/plan/lists.js";
import { liveMatches, matchBots } from "../../reconcile/plan/match.js";
import { NO_PAST, type Past, stillOpen } from "../../reconcile/plan/remembered.js";
import { botsInDoubt, inDoubtProblem, unlistedBots, unreadLedger } from "../../reconcile/plan/remembered-problems.js";
import { liveBot, observedAccess } from "../../service/canonical.js";
import { observedDeal } from "../../service/canonical-deal.js";
import type { Client } from "../../service/client.js";
import { type Readable, reading } from "../endpoint.js";
import { AppError } from "../error.js";
import { type ConfigOptions, configurationPath, endpointOf, load } from "../files/configuration.js";
import type { Host } from "../host.js";
import { signAsSeen } from "../ledger/known-of-service.js";
import { ledgerOf, recall } from "../ledger/ledger.js";
import type { PolicySource } from "../planning/policies.js";
import { openAccount } from "./open-account.js";
import { type BotName, meantInstead } from "./targets.js";

/** Options that every reading command has. */
export interface ReadingOptions extends ConfigOptions {
  readonly account?: string;
  /** The folder of the ledger, of commands that tell which bots are in doubt. */
  readonly journal?: string;
  readonly concurrency: number;
  /** Its requests wait for none of those of other processes. */
  readonly waitsForNobody?: boolean;
}

/** An account that is open for reading. */
export interface LiveAccount extends Readable {
  readonly concurrency: number;
  /** What the configuration declares of the account; undefined where it can't be used, or doesn't have it. */
  readonly desired: Desired | undefined;
  /** With what else the configuration says of it; undefined as `desired` is. */
  readonly configured: ConfiguredAccount | undefined;
  /** By whose policies it is judged; undefined without a configuration that can be used. */
  readonly policySource: PolicySource | undefined;
}

/**
 * The account that the options name, else the one that `named` (an address) does, else the configuration's only one. Without
 * a usable configuration, by the environment variables of its name, and standard error says so. Throws AppError.
 */
export async function openLive(host: Host, options: ReadingOptions, named?: string): Promise<LiveAccount> {
  const { concurrency } = options;
  const name = options.account ?? named;
  if (name !== undefined && named !== undefined && name !== named)
    throw new AppError(`--account names ${name}, but the address names ${named}\nGive only one of them.`);
  const config = configurationPath(options.config) === undefined ? undefined : load(options);
  const configured = config?.accounts.filter(({ desired }) => name === undefined || desired.account === name) ?? [];
  const [only, second] = configured;
  const isSound = config !== undefined && !hasErrors(config.diagnostics);
  const policySource = (account?: ConfiguredAccount) => (isSound ? { config, account, envs: host.envs } : undefined);
  if (config !== undefined && only !== undefined && second === undefined) {
    const endpoint = await endpointOf(host, config, only, options);
    host.conceal([endpoint.apiKey, endpoint.apiSecret]);
    const { account } = only.desired;
    return {
      account,
      endpoint,
      concurrency,
      desired: only.desired,
      configured: only,
      policySource: policySource(only),
    };
  }
  const { account, endpoint } = await withItsErrors(config, () => openAccount(host, { ...options, account: name }));
  return { account, endpoint, concurrency, desired: undefined, configured: undefined, policySource: policySource() };
}

/** If neither opens the account, the problems of the configuration are shown, since they may be the reason. */
async function withItsErrors<T>(config: LoadedConfig | undefined, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof AppError) || config === undefined || !hasErrors(config.diagnostics)) throw error;
    throw new AppError(error.message, { diagnostics: [...config.diagnostics, ...error.diagnostics] });
  }
}

/** What a task reads of the account. */
export function readLive<T>(host: Host, live: LiveAccount, task: (client: Client) => Promise<T>): Promise<T> {
  return reading(host, live, live.concurrency, task);
}

/** The id of the named live bot. Throws AppError if the configuration doesn't show which one that is. */
export function idOf(name: BotName, desired: Desired | undefined, declared: Declared): number {
  if (name.kind === "id") return name.id;
  const { key } = name;
  if (desired === undefined)
    throw new AppError(
      `the key ${key} needs a configuration, and there is none that can be used\nName the bot by its id, such as #123; botform bots list shows the ids.`,
    );
  if (!desired.bots.some((bot) => bot.key === key))
    throw new AppError(
      `the account ${desired.account} of the configuration has no bot ${key}\n${meantInstead(key, desired.bots)}`,
    );
  const found = [...declared].find(([, bot]) => bot.key === key);
  if (found === undefined)
    throw new AppError(`no live bot matches ${desired.account}/${key}\nRun botform plan to see why.`);
  return found[0];
}

export async function readAccesses(client: Client): Promise<readonly Access[]> {
  return (await client.accessList()).map(observedAccess);
}

/** Which live bot each declared one is, by the live bot's id. */
export type Declared = ReadonlyMap<number, DesiredBot>;

export interface Fleet {
  readonly bots: readonly LiveBot[];
  readonly declared: Declared;
  /** Known bots that no list shows; those that are there are among `bots`. */
  readonly unlisted: ReadonlyMap<number, Unlisted>;
}

/** What is remembered of the account; read before the account is. */
export async function readPast(
  { account, endpoint }: Pick<LiveAccount, "account" | "endpoint">,
  { journal, waitsForNobody }: Pick<ReadingOptions, "journal" | "waitsForNobody">,
): Promise<Past> {
  if (journal === undefined) return NO_PAST;
  const past = await recall(ledgerOf({ folder: journal }, account, endpoint));
  signAsSeen(endpoint, past.memory.seen, { journal, waitsForNobody });
  return past;
}

/**
 * The bots of every exchange of the account, by id. The list carries no access: with one access it is known, otherwise only
 * of bots read by themselves, which are all with `details`, else those whose title the configuration has. Known bots that no
 * list shows are read by their ids (rule 20).
 */
export async function readFleet(
  client: Client,
  accesses: readonly Access[],
  desired: Desired | undefined,
  details = false,
  past = NO_PAST,
): Promise<Fleet> {
  const exchanges = new Set(accesses.map(({ exchange }) => exchange));
  const lists = await Promise.all([...exchanges].map((exchange) => client.listBots(exchange)));
  const listed = new Map(lists.flat().map((bot) => [bot.id, liveBot(bot)]));
  const [only, second] = accesses;
  const titles = new Set(desired?.bots.flatMap((bot) => [bot.fields.title, ...bot.previousTitles]));
  const pinned = new Set(desired?.bots.map(({ botId }) => botId));
  const placed = await Promise.all(
    [...listed.values()].map(async (bot): Promise<LiveBot> => {
      if (!details && only !== undefined && second === undefined) return { ...bot, accessId: only.id };
      const accessId = bot.accessId ?? past.memory.bots.get(bot.id)?.accessId ?? null;
      if (!details && accessId !== null) return { ...bot, accessId };
      const matters = details || titles.has(bot.fields.title ?? "") || pinned.has(bot.id);
      return matters ? liveBot(await client.botDetails(bot.id)) : bot;
    }),
  );
  const lacking = [...past.memory.bots.keys()].filter((id) => !listed.has(id));
  const hidden = await Promise.all(lacking.map((id) => liveIfThere(id, client)));
  const there = hidden.flatMap((bot) => bot ?? []);
  const bots = [...placed, ...there].sort((left, right) => left.id - right.id);
  const unlisted = new Map(lacking.map((id, index) => [id, hidden[index] === undefined ? "gone" : "there"] as const));
  return { bots, declared: desired === undefined ? new Map() : declaredAmong(bots, accesses, desired), unlisted };
}

/** What is remembered of these bots and the service doesn't show: which are in doubt, and what the lists lack. */
export function rememberedOf(
  { account, desired }: Pick<LiveAccount, "account"> & Partial<Pick<LiveAccount, "desired">>,
  { bots, declared, unlisted }: Omit<Fleet, "unlisted"> & Partial<Fleet>,
  { memory, now }: Past,
): { readonly inDoubt: readonly BotInDoubt[]; readonly diagnostics: readonly Diagnostic[] } {
  const doubts = botsInDoubt(account, { bots, open: stillOpen(memory.intents, now) }, declared);
  const lacking = unlisted === undefined ? [] : unlistedBots({ unlisted });
  const unread = unreadLedger({
    ...(memory.unread !== undefined && { unremembered: memory.unread }),
    ...(memory.damaged !== undefined && { damaged: memory.damaged }),
  });
  const sides = {
    desired: { account, ...(desired?.holds !== undefined && { holds: desired.holds }) },
    observed: { ...(memory.kept !== undefined && { kept: memory.kept }), now },
  };
  const holds = holdOn(sides);
  const held = bots.flatMap(({ id, status }) => {
    const address = declared.get(id)?.address ?? `${account}/#${id}`;
    const hold = holds(address, id);
    return hold === undefined ? [] : [heldBot({ address, botId: id, on: status.on }, hold)];
  });
  const diagnostics = [...unread, ...doubts.map(inDoubtProblem), ...lacking, ...holdProblems(sides, held)];
  return { inDoubt: doubts, diagnostics };
}

/** undefined where the service has none with that id. Throws ServiceError. */
async function liveIfThere(id: number, client: Client): Promise<LiveBot | undefined> {
  const read = await attempt(client.botDetails(id));
  if (!(read instanceof ServiceError)) return liveBot(read);
  if (isAbsent(read)) return undefined;
  throw read;
}

/** Matched as in a plan: a bot that a plan finds unclear has no address. */
export function declaredAmong(bots: readonly ObservedBot[], accesses: readonly Access[], desired: Desired): Declared {
  const { byAlias } = resolveAccesses(desired, accesses);
  return liveMatches(matchBots(desired, { accesses, bots, deals: null, pairs: null }, byAlias));
}

/** Of these accesses, by id. */
export async function readDeals(
  client: Client,
  accesses: readonly Access[],
  which: "activeDeals" | "dealsHistory",
): Promise<readonly Deal[]> {
  const lists = await Promise.all(accesses.map(({ id, exchange }) => client[which](id, exchange)));
  return lists
    .flat()
    .map(observedDeal)
    .sort((left, right) => left.id - right.id);
}

/** The accesses that --access means: an alias of the configuration, a live title, or an id. Throws AppError. */
export function chosenAccesses(
  accesses: readonly Access[],
  desired: Desired | undefined,
  wanted: string | undefined,
): readonly Access[] {
  if (wanted === undefined) return accesses;
  const live = desired?.accesses.find(({ alias }) => alias === wanted)?.live ?? wanted;
  const found = accesses.filter(({ id, title }) => title === live || String(id) === String(live).replace(/^#/, ""));
  if (found.length > 0) return found;
  const known = accesses.map(({ id, title }) => `${id} "${title}"`).join(", ") || "none";
  throw new AppError(`the account has no access ${wanted}; it has ${known}`);
}
