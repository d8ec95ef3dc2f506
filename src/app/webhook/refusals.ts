// What keeps a webhook that may buy from being sent: a hold, bots off, and what was sent earlier and may still take effect.
import type { ConfiguredAccount } from "../../config/load.js";
import { LEDGER_REPAIR } from "../../model/bot/observed.js";
import type { Deal } from "../../model/deal/deal.js";
import { type Disk, DiskError } from "../../model/ports.js";
import { writeRemedy } from "../../model/text/error-code.js";
import { ifThere } from "../../reconcile/ledger/ledger.js";
import type { Place } from "../../reconcile/ledger/names.js";
import { doubtfulSend, type Sent } from "../../reconcile/ledger/sends.js";
import type { StopWatch } from "../../reconcile/ledger/stops.js";
import { doubtsIn, type Past } from "../../reconcile/plan/remembered.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import { endpointIfThere } from "../files/configuration.js";
import { heldMessage } from "../hold/held-back.js";
import type { Host } from "../host.js";
import { damageOf, ledgerOf, recall, stopWatch } from "../ledger/ledger.js";
import type { Outgoing } from "./outgoing.js";

export interface Repeating {
  /** Send although the same webhook, or what may open a deal, was sent a moment ago with an unknown outcome. */
  readonly allowRepeat?: boolean;
}

/** An update may open a deal where none runs. @param running undefined where nobody knows */
function mayBuy({ action }: Outgoing, running: readonly Deal[] = []): boolean {
  return action === "open" || action === "average" || (action === "update" && running.length === 0);
}

/** Throws AppError where its bot, or the account, is held, or where a hold may be lost. @param running the deals that it could act on */
export async function refuseHeld(journal: string, sending: Outgoing, running: readonly Deal[] | undefined) {
  if (!mayBuy(sending, running)) return;
  const { account, endpoint, action, address, watched, sends } = sending;
  const damaged = await ifThere(damageOf({ folder: journal }, account.desired.account, endpoint), undefined);
  if (damaged !== undefined)
    throw new AppError(`part of the ledger is lost, so nothing was sent: ${damaged}\n${LEDGER_REPAIR}`, {
      exitCode: EXIT.failed,
    });
  const source = { account: account.desired.account, configured: account, journal, endpoint };
  const known = sends.address === undefined ? [] : [sends.address];
  const held = await heldMessage(source, { address: address ?? sends.address, id: watched.botId, known });
  if (held === undefined) return;
  const why = action === "update" ? "; no deal is seen that it could change, so the update may open one" : "";
  throw new AppError(`${held}${why}; nothing was sent`, { exitCode: EXIT.blocked });
}

/** Tells of the stops of each account that can be reached. */
type Stops = ReadonlyMap<string, StopWatch | undefined>;

/** From now on: taken before anything is read or waited for. */
export async function watchStops(host: Host, journal: string, accounts: readonly ConfiguredAccount[]): Promise<Stops> {
  const watches = accounts.map(async (account) => {
    const name = account.desired.account;
    const endpoint = await reachable(host, account);
    if (endpoint === undefined) return [name, undefined] as const;
    return [name, await stopWatch({ folder: journal }, name, endpoint)] as const;
  });
  return new Map(await Promise.all(watches));
}

/** What is wrong with another account doesn't matter, and of its own the sending says it. */
async function reachable(host: Host, account: ConfiguredAccount) {
  try {
    return await endpointIfThere(host, account);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}

/** Why it isn't sent any more, asked right before it is posted; undefined where it may be. */
export async function stopped(
  stops: Stops,
  sending: Outgoing,
  running: readonly Deal[] | undefined,
): Promise<AppError | undefined> {
  if (!mayBuy(sending, running)) return undefined;
  const { account, address, sends, watched } = sending;
  const name = account.desired.account;
  const bot = { address: address ?? sends.address ?? `${name}/`, id: watched.botId };
  return (await stops.get(name)?.(bot)) === true ? new AppError(STOPPED, { exitCode: EXIT.failed }) : undefined;
}

const STOPPED =
  "nothing was sent: botform bots off was run for the bot meanwhile, or it was held\nSend it again when the bot may run.";

/** Of the account, as the ledger knows it. */
export type PlacesOf = () => Promise<readonly Place[]>;

/** Throws AppError if the same webhook was sent a moment ago with an unknown outcome. @param own the journal of the send itself */
export async function refuseRepeat(
  disk: Disk,
  options: Repeating,
  sent: Sent,
  now: number,
  { own, places = async () => [] }: { readonly own?: string; readonly places?: PlacesOf | undefined } = {},
): Promise<void> {
  const earlier = await onDisk(() => doubtfulSend(disk, now, sent, places, own));
  if (earlier === undefined || options.allowRepeat === true) return;
  throw new AppError(
    `the same ${sent.action} was sent ${secondsAgo(earlier.at, now)}, and its outcome is unknown; nothing was sent\nCheck botform deals active first. A repeat is refused until ${clockTime(earlier.until)}; --allow-repeat sends it, and may ${sent.action === "open" ? "open a second deal" : "average twice"}.`,
    { exitCode: EXIT.blocked },
  );
}

/** Throws AppError if a start of a deal of the same bot, or its turn-on, may still take effect (rule 18): its deal couldn't be told from this one's. */
export async function refuseStarted(journal: string, { account, endpoint, action, watched }: Outgoing): Promise<void> {
  const { botId } = watched;
  if (action !== "open" || endpoint === undefined || botId === undefined) return;
  refuseInDoubt(await recall(ledgerOf({ folder: journal }, account.desired.account, endpoint)), botId);
}

/** The same of what is remembered. */
export function refuseInDoubt({ memory, now }: Past, botId: number): void {
  const { starts, inDoubt } = doubtsIn(memory.intents, now);
  const start = starts.find((one) => one.botId === botId && !one.isWebhook);
  const doubt = start ?? inDoubt.get(botId);
  if (doubt === undefined) return;
  const what = start === undefined ? "a turn-on" : "a start of a deal";
  throw new AppError(
    `${what} of bot ${botId} was sent ${secondsAgo(doubt.sentAt, now)}, and its outcome is unknown; nothing was sent\nRun botform resolve first, or wait until ${clockTime(doubt.until)}. --allow-repeat sends the open, and may open a second deal.`,
    { exitCode: EXIT.blocked },
  );
}

function secondsAgo(at: number, now: number): string {
  return `${Math.max(0, Math.round((now - at) / 1000))} s ago`;
}

function clockTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(11, 19)} UTC`;
}

/** Throws AppError for a journal that can't be written. */
export async function onDisk<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    throw new AppError(
      `the journal can't be written, so nothing was sent: ${error.message}\n${writeRemedy(error.code, "--journal")}`,
      { exitCode: EXIT.failed },
    );
  }
}
