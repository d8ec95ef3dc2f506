// The emergency stop: turns off every bot of an account, or the chosen ones, now.
import type { Desired, DesiredBot } from "../model/bot/desired.js";
import type { StartInDoubt } from "../model/bot/observed.js";
import type { RunningDeal } from "../model/deal/deal.js";
import { ServiceError } from "../model/ports.js";
import { counted } from "../model/text/counted.js";
import type { EmergencyStopOptions } from "../reconcile/emergency-stop/emergency-stop.js";
import { openedText, startsText } from "../reconcile/emergency-stop/start-texts.js";
import type { ReportedBot } from "../reconcile/emergency-stop/turn-off-report.js";
import { nowAndThen } from "../reconcile/emergency-stop/until-answered.js";
import type { KnownBots, StopOf } from "../reconcile/ledger/facts.js";
import { type BudgetOptions, type Endpoint, reading } from "./endpoint.js";
import { AppError } from "./error.js";
import { EXIT, type ExitCode, exitOfStop } from "./exit.js";
import {
  holdOff,
  type OffHold,
  type OffHoldOptions,
  type StoppedBots,
  sayAfterwards,
  turnedOnAgain,
} from "./hold/off-hold.js";
import type { Host, RunWatch } from "./host.js";
import { asideFolder, settleAside } from "./ledger/aside.js";
import { ledgerOf, recall } from "./ledger/ledger.js";
import { type BotsOffResult, botsOff } from "./live/bots-off.js";
import { openAccount } from "./live/open-account.js";
import {
  type BotName,
  BY_ID,
  botName,
  chooseByFiles,
  configuredBot,
  findBot,
  type OpenTarget,
  openTarget,
} from "./live/targets.js";

export interface TurnOffOptions extends OffHoldOptions, BudgetOptions {
  readonly journal: string;
  readonly account?: string;
  /** Every bot of the account, whatever the configuration says or lacks. */
  readonly all?: boolean;
  /** Those that the configuration declares. */
  readonly managed?: boolean;
  /** Keys, addresses or ids, in the place of both. */
  readonly bots?: readonly string[];
  readonly concurrency: number;
  /** Seconds. */
  readonly timeout: number;
  /** Seconds for which bots that are off are watched. */
  readonly settle: number;
}

export interface TurnedOff extends BotsOffResult {
  readonly account: string;
  readonly exitCode: ExitCode;
  /** Addresses of bots that the next apply would turn on again, where a configuration tells. */
  readonly turnsOnAgain: readonly string[];
  /** The hold that was asked for. */
  readonly hold?: OffHold | undefined;
}

/** Runs a task that is watched and can be interrupted. */
export type Stopping = <T>(account: string, task: (signal: AbortSignal, watch: RunWatch) => Promise<T>) => Promise<T>;

/** Turns off the chosen bots now. Throws AppError if none are chosen, or nothing opens the account. */
export async function turnOff(host: Host, given: TurnOffOptions, stopping: Stopping): Promise<TurnedOff> {
  const options = { ...given, waitsForNobody: true };
  const { bots = [] } = options;
  if (bots.length > 0) return turnOffNamed(host, options, bots, stopping);
  if ((options.all === true) === (options.managed === true)) throw new AppError(WHICH);
  const which = await (options.all === true ? allOf(host, options) : managedOf(host, options));
  const { account, managed } = which;
  const addresses = managed?.bots.map(({ address }) => address) ?? [`${account}/*`];
  const hold = await holdOff(host, options, account, addresses);
  const result = await stopNow(host, options, which, stopping);
  return afterwards(host, options, { ...which, of: "all" }, { ...result, account, exitCode: exitOfStop(result) }, hold);
}

/** Says what the stop leaves behind. A hold that couldn't be set is no success. */
async function afterwards(
  host: Host,
  options: TurnOffOptions,
  stopped: StoppedBots,
  result: Omit<TurnedOff, "turnsOnAgain">,
  hold: OffHold | undefined,
): Promise<TurnedOff> {
  const turnsOnAgain = await turnedOnAgain(options, stopped);
  sayAfterwards(host, turnsOnAgain, hold);
  const exitCode = hold?.set === false && result.exitCode === EXIT.done ? EXIT.partlyApplied : result.exitCode;
  return { ...result, exitCode, turnsOnAgain, hold };
}

const WHICH = `name the bots to turn off\nGive bots, --all for every bot of the account, or --managed for the bots in the configuration. ${BY_ID}`;

interface Which extends Pick<EmergencyStopOptions, "account" | "knownExchange" | "managed" | "only" | "expected"> {
  readonly endpoint: Endpoint;
  readonly of?: StopOf;
}

/** Turns off the bots that the configuration declares of an account that is open already: no file is read. */
export async function turnOffDeclared(
  host: Host,
  options: Pick<TurnOffOptions, "concurrency" | "timeout" | "settle" | "journal">,
  { desired, endpoint }: { readonly desired: Desired; readonly endpoint: Endpoint },
  stopping: Stopping,
): Promise<BotsOffResult & { readonly exitCode: ExitCode }> {
  const { account, exchange } = desired;
  const which = { account, endpoint, knownExchange: exchange, managed: desired, expected: undefined };
  const result = await stopNow(host, { ...options, waitsForNobody: true }, which, stopping);
  return { ...result, exitCode: exitOfStop(result) };
}

async function allOf(host: Host, options: TurnOffOptions): Promise<Which> {
  const { account, endpoint, exchange, expected } = await openAccount(host, options);
  return { account, endpoint, knownExchange: exchange, managed: undefined, expected };
}

async function managedOf(host: Host, options: TurnOffOptions): Promise<Which> {
  const { account, endpoint } = await chooseByFiles(host, options);
  host.conceal([endpoint.apiKey, endpoint.apiSecret]);
  const { desired } = account;
  return { account: desired.account, endpoint, knownExchange: desired.exchange, managed: desired, expected: undefined };
}

async function stopNow(
  host: Host,
  options: TurnOffOptions,
  { endpoint, ...which }: Which,
  stopping: Stopping,
): Promise<BotsOffResult> {
  const { concurrency, timeout, settle, journal: folder } = options;
  const times = { timeoutMs: timeout * 1000, settleMs: settle * 1000 };
  const warn = (text: string) => host.say({ kind: "warning", text: `${which.account}: ${text}` });
  const says = {
    onSeenOff: (bots: number, restMs: number) => host.say({ kind: "note", text: seenOff(which.account, bots, restMs) }),
    onStarts: (starts: readonly StartInDoubt[], restMs: number) => warn(startsText(starts, restMs)),
    onUnmarked: warn,
    onOpened: (deal: RunningDeal) => warn(openedText(deal, which.account)),
    onUnanswered: nowAndThen((why, restMs) => warn(unanswered(why, restMs))),
  };
  const journal = { folder, aside: asideFolder(folder, host.env) };
  const result = await stopping(which.account, (signal, watch) =>
    botsOff(endpoint, { ...which, concurrency, ...times, journal, signal, ...watch, ...says }),
  );
  await settleAside(host, folder, journal.aside);
  return result;
}

function seenOff(account: string, bots: number, restMs: number): string {
  const rest = `${Math.ceil(restMs / 1000)} s`;
  if (bots === 0)
    return `${account}: found no bot to turn off; the service's list may lag, so botform keeps looking for ${rest} (--settle)`;
  return `${account}: ${counted(bots, "bot")} confirmed off; a queued turn-on may still take effect, so botform keeps watching for another ${rest} (--settle)`;
}

function unanswered(why: string, restMs: number): string {
  return `the bots can't be read yet (${why}); botform tries again, for ${Math.ceil(restMs / 1000)} s at most`;
}

async function turnOffNamed(
  host: Host,
  options: TurnOffOptions,
  bots: readonly string[],
  stopping: Stopping,
): Promise<TurnedOff> {
  if (options.all === true || options.managed === true)
    throw new AppError("--all and --managed can't be combined with named bots\nGive one or the other.");
  const names = bots.map(botName);
  const target = await openTarget(host, options, names);
  const { managed, ids } = await namedOf(host, options, target, names).catch(nothingDone);
  const { account, endpoint, desired } = target;
  const declared = managed?.bots ?? [];
  const of = { ids, addresses: declared.map(({ address }) => address) };
  const only = ids.length === 0 ? undefined : new Set(ids);
  const which = { account, endpoint, knownExchange: desired?.exchange, managed, only, of };
  const hold = await holdOff(host, options, account, [...of.addresses, ...ids.map((id) => `${account}/#${id}`)]);
  const result = await stopNow(host, options, which, stopping);
  const found = [...result.turnedOff, ...result.wereOff, ...result.stragglers];
  const { memory } = await recall(ledgerOf({ folder: options.journal }, account, endpoint));
  const missed = result.wasRead ? missing(found, declared, ids, memory.bots) : [];
  const unseen = missed.length === 0 ? [] : [`the service shows no bot ${missed.join(", ")}`];
  const whole = { ...result, unsettled: [...result.unsettled, ...unseen] };
  const isUnknown = found.length === 0 && result.wasRead && result.unsettled.length === 0;
  const stopped = { account, endpoint, of: { ...of, titles: found.map(({ title }) => title) } };
  const ended = { ...whole, account, exitCode: isUnknown ? EXIT.invalid : exitOfStop(whole) };
  return afterwards(host, options, stopped, ended, hold);
}

/** Whoever named one bot wrongly is told that the others aren't off either. */
function nothingDone(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const { message, diagnostics, exitCode } = error;
  throw new AppError(`${message} No bot was turned off.`, { diagnostics, exitCode });
}

interface Named {
  /** What declares the bots that are named by key; undefined where none is. */
  readonly managed: Desired | undefined;
  readonly ids: number[];
}

async function namedOf(
  host: Host,
  options: TurnOffOptions,
  target: OpenTarget,
  names: readonly BotName[],
): Promise<Named> {
  const { desired } = target;
  const byId = names.filter(({ kind }) => kind === "id");
  if (byId.length > 0) await refuseProtectedIds(host, options, target, byId);
  const keys = new Set(names.flatMap((name) => (name.kind === "key" ? [name.key] : [])));
  const managed =
    desired !== undefined && keys.size > 0
      ? { ...desired, bots: [...keys].map((key) => configuredBot(desired, key)) }
      : undefined;
  const held = managed?.bots.find(({ protect }) => protect);
  if (held !== undefined)
    throw new AppError(`${held.address} is protected, so botform doesn't touch it\nRemove protect, or use --all.`);
  return { managed, ids: [...new Set(names.flatMap((name) => (name.kind === "id" ? [name.id] : [])))] };
}

/** Only a read shows which bots are protected. If it fails, the bots are turned off, which is safer. */
async function refuseProtectedIds(
  host: Host,
  options: TurnOffOptions,
  target: OpenTarget,
  ids: readonly BotName[],
): Promise<void> {
  if (target.desired?.bots.some(({ protect }) => protect) === false) return;
  try {
    await reading(host, target, options.concurrency, (client) =>
      Promise.all(ids.map((name) => findBot(client, target, name))),
    );
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    host.say({ kind: "note", text: `whether they are protected can't be checked: ${error.message}` });
  }
}

/** Named bots that weren't found. */
function missing(
  found: readonly ReportedBot[],
  declared: readonly DesiredBot[],
  named: readonly number[],
  known: KnownBots,
): string[] {
  const ids = new Set(found.map(({ id }) => id));
  const titles = new Set(found.map(({ title }) => title));
  const addresses = new Set(found.map(({ id }) => known.get(id)?.address));
  const byKey = declared.filter(
    ({ address, botId, fields, previousTitles }) =>
      !(
        ids.has(botId ?? 0) ||
        addresses.has(address) ||
        [fields.title, ...previousTitles].some((title) => titles.has(title))
      ),
  );
  const byId = named.filter((id) => !ids.has(id));
  return [...byKey.map(({ address }) => address), ...byId.map((id) => `#${id}`)];
}
