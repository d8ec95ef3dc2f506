// Acknowledges drift that is there, for a time, lists what is acknowledged, and withdraws it. Only the ledger is written.
import { suggestion } from "../../config/schema/suggest.js";
import {
  type Acknowledged,
  type AcknowledgedFacts,
  type AcknowledgedListFacts,
  listed,
  settingKey,
  settingText,
  type UnacknowledgedFacts,
} from "../../model/bot/acknowledged.js";
import type { AccountDrift, AcknowledgedSetting, DriftedSetting } from "../../model/bot/drift.js";
import { FIELD_NAMES } from "../../model/bot/field.js";
import { groupBy } from "../../model/order.js";
import { namesText } from "../../model/text/named.js";
import type { AccountAcknowledged } from "../../reconcile/ledger/acknowledged.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import type { Host } from "../host.js";
import {
  type AccountLedgerOptions,
  accountsOf,
  configurationOf,
  NO_ACCOUNT,
  onDisk,
  refuseUnusable,
  serviceIfKnown,
} from "../ledger/account-ledger.js";
import { acknowledgedOf } from "../ledger/ledger.js";
import { type DriftOptions, drift } from "./drift.js";

export interface AcknowledgeOptions extends Omit<DriftOptions, "target" | "exclude"> {
  /** Each `account/bot.field`; without the account, the bot on each account that was chosen. */
  readonly settings: readonly string[];
  readonly reason: string;
  readonly until: string;
}

/** A setting as it is typed. */
interface Named {
  readonly text: string;
  /** An address, or a key alone. */
  readonly bot: string;
  readonly name: string;
}

/** A setting that differs now, acknowledged or not. */
type Differing = Pick<AcknowledgedSetting, "address" | "botId"> & DriftedSetting;

/** Reads the accounts, and acknowledges all of it or nothing. Throws AppError, also where a setting hasn't drifted. */
export async function acknowledgeDrift(host: Host, options: AcknowledgeOptions): Promise<AcknowledgedFacts> {
  const { settings, reason, until, account: chosen, allAccounts: _each, ...others } = options;
  const named = settings.map(namedIn);
  refuseUnusable(reason, until, { without: "so nothing was acknowledged", remedy: "Give a later day." });
  const target = [...new Set(named.map(({ bot }) => bot))];
  const { results } = await drift(host, { ...others, ...accountsMeant(target, chosen), target });
  const drifts = results.map((one): AccountDrift => {
    if (one.drift !== undefined) return readable(one.drift);
    const { error = "", exitCode, diagnostics = [] } = one;
    throw new AppError(`${one.account} couldn't be read: ${error}`, { exitCode, diagnostics });
  });
  const found = new Map(named.flatMap((one) => driftOf(one, drifts)).map((one) => [settingKey(one), one]));
  const acknowledged = [...found.values()].map(({ place: _place, ...one }) => one);
  const config = configurationOf(options);
  for (const [account, own] of groupBy(acknowledged, ({ address }) => accountOf(address))) {
    const ledger = acknowledgedOf({ folder: options.journal }, account, await serviceIfKnown(host, config, account));
    await onDisk(() => ledger.set(own.map(({ declared: _declared, ...one }) => ({ ...one, reason, until }))));
  }
  return { acknowledged, reason, until };
}

/** Throws AppError where a ledger can't be relied on: then nothing in it silences anything. */
function readable(found: AccountDrift): AccountDrift {
  const lost = found.diagnostics.find(({ code }) => code === "plan/unread-ledger");
  if (lost === undefined) return found;
  throw new AppError(`${lost.summary}; so nothing was acknowledged\n${lost.remedy}`, { exitCode: EXIT.failed });
}

/** Throws AppError where it names no setting of a bot. */
function namedIn(text: string): Named {
  const dot = text.lastIndexOf(".");
  const [bot, word] = [text.slice(0, dot), text.slice(dot + 1)];
  if (dot <= 0 || bot.includes("*"))
    throw new AppError(
      `"${text}" doesn't name a setting of a bot\nWrite BOT.FIELD, one for each setting, for example main/btc-dip.leverage; botform drift shows what has drifted.`,
    );
  // As drift calls it.
  const name = word === "switch" ? "enabled" : word;
  if (!KNOWN.includes(name)) throw new AppError(`bots have no setting ${word}\n${suggestion(word, KNOWN)}`);
  return { text, bot, name };
}

const KNOWN: readonly string[] = [...FIELD_NAMES, "enabled"];

/** Those that are named, or chosen for keys that stand alone; every account for those if none is chosen. */
function accountsMeant(
  bots: readonly string[],
  chosen: readonly string[] = [],
): Pick<DriftOptions, "account" | "allAccounts"> {
  if (chosen.length === 0 && bots.some((bot) => !bot.includes("/"))) return { allAccounts: true };
  return { account: [...chosen, ...bots.flatMap((bot) => (bot.includes("/") ? accountOf(bot) : []))] };
}

function accountOf(address: string): string {
  return address.slice(0, address.indexOf("/"));
}

/** Throws AppError where it hasn't drifted, or isn't settled. */
function driftOf({ text, bot, name }: Named, drifts: readonly AccountDrift[]): readonly Differing[] {
  const isMeant = (address: string) => (bot.includes("/") ? address === bot : address.endsWith(`/${bot}`));
  const doubt = drifts.flatMap(({ inDoubt }) => inDoubt).find(({ address }) => isMeant(address));
  if (doubt !== undefined)
    throw new AppError(
      `${doubt.address} is in doubt: a command sent by an earlier run may still take effect, so nothing was acknowledged\nRun the command again later; botform drift says when.`,
      { exitCode: EXIT.unknown },
    );
  const own = drifts.flatMap(differingIn).filter(({ address }) => isMeant(address));
  const found = own.filter((one) => one.name === name);
  // What a hold asks for ends with the hold.
  const held = drifts.flatMap(({ onHold = [] }) => onHold).find(isMeant);
  if (found.length > 0 && (held === undefined || name !== "enabled")) return found;
  if (held !== undefined)
    throw new AppError(
      `${held} is on hold: it shall be off, and its settings aren't compared\nbotform hold list shows why.`,
    );
  const missing = drifts.flatMap((one) => one.missing).find(({ address }) => isMeant(address));
  if (missing !== undefined)
    throw new AppError(`${missing.address} is missing from the account, so it has no settings that differ`);
  const others = own.length === 0 ? drifts.flatMap(differingIn) : own;
  const what =
    others.length === 0 ? "Live and declared are the same." : `What has: ${namesText(others.map(settingText), 5)}.`;
  throw new AppError(`${text} hasn't drifted, so nothing was acknowledged\n${what}`);
}

function differingIn({ drifted, acknowledged, held }: AccountDrift): readonly Differing[] {
  const ofBots = [...drifted, ...held].flatMap(({ address, botId, settings }): Differing[] =>
    botId === null ? [] : settings.map((setting) => ({ address, botId, ...setting })),
  );
  return [...ofBots, ...acknowledged.map(({ reason: _reason, until: _until, ...one }) => one)];
}

/** What the ledgers hold, of every account that the configuration has, or of the one that is named. Throws AppError. */
export async function listAcknowledged(host: Host, options: AccountLedgerOptions): Promise<AcknowledgedListFacts> {
  const ledgers = await ledgersOf(host, options);
  const all = (await Promise.all(ledgers.map((ledger) => onDisk(ledger.read)))).flat();
  const damages = (await Promise.all(ledgers.map((ledger) => onDisk(ledger.damage)))).flatMap((one) => one ?? []);
  const now = Date.now();
  return {
    acknowledged: all.map((one) => listed(one, now)),
    ...(damages.length > 0 && { damaged: [...new Set(damages)].join("; ") }),
  };
}

async function ledgersOf(host: Host, options: AccountLedgerOptions): Promise<readonly AccountAcknowledged[]> {
  const config = configurationOf(options);
  const accounts = accountsOf(config, options);
  if (accounts.length === 0) throw new AppError(NO_ACCOUNT);
  return Promise.all(
    accounts.map(async (account) =>
      acknowledgedOf({ folder: options.journal }, account, await serviceIfKnown(host, config, account)),
    ),
  );
}

/** From now on that drift counts. Throws AppError where none of a setting is acknowledged; then nothing is withdrawn. */
export async function unacknowledgeDrift(
  host: Host,
  options: AccountLedgerOptions & { readonly settings: readonly string[] },
): Promise<UnacknowledgedFacts> {
  const named = options.settings.map(namedIn);
  const ledgers = await Promise.all(
    (await ledgersOf(host, options)).map(async (ledger) => ({ ledger, all: await onDisk(ledger.read) })),
  );
  const known = ledgers.flatMap(({ all }) => all);
  for (const { text, ...one } of named) {
    if (known.some((other) => isOf(one, other))) continue;
    const what =
      known.length === 0 ? "No drift is." : `What is: ${namesText([...new Set(known.map(settingText))], 5)}.`;
    throw new AppError(`no drift of ${text} is acknowledged\n${what}`);
  }
  const meant = (all: readonly Acknowledged[]) => all.filter((other) => named.some((one) => isOf(one, other)));
  for (const { ledger, all } of ledgers) await onDisk(() => ledger.end(meant(all)));
  return { unacknowledged: [...new Set(meant(known).map(settingText))] };
}

function isOf({ bot, name }: Omit<Named, "text">, { address, name: own }: Acknowledged): boolean {
  return own === name && (address === bot || (!bot.includes("/") && address.endsWith(`/${bot}`)));
}
