// Sets, lists and lifts holds: in the ledger at once, and in the configuration, where they live on.
import { withHold, withoutHolds } from "../../authoring/hold-edits.js";
import { HOLD_PATTERN } from "../../config/holds/hold-schema.js";
import type { LoadedConfig } from "../../config/load.js";
import { readSources } from "../../config/yaml/source.js";
import type { DesiredBot } from "../../model/bot/desired.js";
import { type Hold, holdLine, isSamePattern, patternOn, stateOf } from "../../model/bot/hold.js";
import type { HoldAddedFacts, HoldListFacts, HoldRemovedFacts, ListedHold } from "../../model/bot/hold-facts.js";
import { byText } from "../../model/order.js";
import { hasErrors } from "../../model/text/diagnostic.js";
import { namesText } from "../../model/text/named.js";
import { fits } from "../../model/text/pattern.js";
import type { SetHold } from "../../reconcile/ledger/holds.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import { configurationPath } from "../files/configuration.js";
import { nearBot } from "../files/selection.js";
import { writeText } from "../files/write-text.js";
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
import { holdsOf } from "../ledger/ledger.js";
import { noAccount } from "../no-account.js";

export interface AddOptions extends AccountLedgerOptions {
  readonly patterns: readonly string[];
  readonly reason: string;
  readonly until?: string;
  /** Whether the configuration's file is changed, too. */
  readonly write?: boolean;
  /** Whether it was filled in at a page, where there is no option to advise and nothing to put in quotes. */
  readonly isForm?: boolean;
}

/** Sets a hold in the ledgers of its accounts. None has to be reachable. Throws AppError. */
export async function addHold(host: Host, options: AddOptions): Promise<HoldAddedFacts> {
  const { reason, until, write = false, isForm = false } = options;
  const config = configurationOf(options);
  const asked = { declared: declaredBots(config), isForm };
  const patterns = expanded(options.patterns, accountsOf(config, options), soundAccounts(config), asked);
  refuseUnusable(reason, until, {
    without: "so nothing was held",
    remedy: `Give a later day, or ${isForm ? "none" : "leave --until out"}: a hold stays in force until it is ${isForm ? "lifted" : "removed"}.`,
  });
  const bots = patterns.map(({ pattern }) => pattern);
  refuseIdle(host, config, bots, isForm);
  const set = { reason, until };
  const accounts = [...new Set(patterns.map(({ account }) => account))].sort(byText);
  for (const account of accounts) {
    const own = patterns
      .filter((one) => one.account === account)
      .map(({ pattern }): SetHold => ({ bots: pattern, ...set }));
    const ledger = await holdsIn(host, options, config, account);
    await onDisk(() => ledger.set(own));
  }
  const line = holdLine({ bots, ...set });
  return { bots, ...set, accounts, line, written: write ? await written(options, { bots, ...set }) : null };
}

/** A hold needs no key. */
async function holdsIn(
  host: Host,
  { journal }: AccountLedgerOptions,
  config: LoadedConfig | undefined,
  account: string,
) {
  return holdsOf({ folder: journal }, account, await serviceIfKnown(host, config, account));
}

async function written(options: AddOptions, hold: Pick<Hold, "bots" | "reason" | "until">): Promise<string | null> {
  const result = withHold(sourcesOf(options), hold);
  if ("problem" in result)
    throw notWritten(`the hold is in force in the ledger, but ${result.problem}`, holdLine(hold));
  for (const { file, text, before } of result.changed) await writeText(file, text, before);
  return result.changed[0]?.file ?? null;
}

function notWritten(why: string, line: string): AppError {
  return new AppError(`${why}\nAdd this under holds: by hand:\n  ${line}`, { exitCode: EXIT.partlyApplied });
}

/** The holds of every account that the configuration has, or of the one that is named. Throws AppError. */
export async function listHolds(host: Host, options: AccountLedgerOptions): Promise<HoldListFacts> {
  const config = configurationOf(options);
  const accounts = accountsOf(config, options);
  if (accounts.length === 0) throw new AppError(NO_ACCOUNT);
  const committed = committedHolds(config);
  const ledgers = await Promise.all(accounts.map((account) => holdsIn(host, options, config, account)));
  const inLedger = (await Promise.all(ledgers.map((ledger) => onDisk(ledger.read)))).flat();
  const damages = (await Promise.all(ledgers.map((ledger) => onDisk(ledger.damage)))).flatMap((one) => one ?? []);
  const now = Date.now();
  const list = (
    hold: Pick<Hold, "bots" | "reason" | "until">,
    where: ListedHold["in"],
    place: string | null,
  ): ListedHold => ({
    ...{ bots: hold.bots, reason: hold.reason, until: hold.until },
    ...{ in: where, state: stateOf(hold, now), holds: heldAddresses(config, hold.bots), place },
  });
  const isIn = ({ bots }: SetHold, hold: Hold) => hold.bots.some((pattern) => isSamePattern(pattern, bots));
  return {
    holds: [
      ...committed.map((hold) =>
        list(hold, inLedger.some((one) => isIn(one, hold)) ? "both" : "configuration", placeOf(config, hold)),
      ),
      ...inLedger
        .filter((one) => !committed.some((hold) => isIn(one, hold)))
        .map((one) => list({ ...one, bots: [one.bots] }, "ledger", null)),
    ],
    ...(damages.length > 0 && { damaged: [...new Set(damages)].join("; ") }),
  };
}

export interface RemoveOptions extends AccountLedgerOptions {
  readonly patterns: readonly string[];
  readonly write?: boolean;
  /** Whether it was asked for at the page that shows the holds. */
  readonly isForm?: boolean;
}

/** Lifts holds: in the ledgers, and with `write` in the configuration. Throws AppError where nothing has such a pattern. */
export async function removeHolds(host: Host, options: RemoveOptions): Promise<HoldRemovedFacts> {
  const { write = false, isForm = false } = options;
  const config = configurationOf(options);
  const patterns = expanded(options.patterns, accountsOf(config, options), undefined, { declared: [], isForm });
  const isMeant = (pattern: string) =>
    options.patterns.includes(pattern) || patterns.some((one) => isSamePattern(pattern, one.pattern));
  const lifted: string[] = [];
  const known: string[] = [];
  for (const account of new Set(patterns.map((one) => one.account))) {
    const ledger = await holdsIn(host, options, config, account);
    const own = (await onDisk(() => ledger.read())).map(({ bots }) => bots);
    known.push(...own);
    const mine = own.filter(isMeant);
    await onDisk(() => ledger.lift(mine));
    lifted.push(...mine);
  }
  const committed = committedHolds(config);
  const stated = committed.filter(({ bots }) => bots.some(isMeant));
  if (lifted.length === 0 && stated.length === 0)
    throw new AppError(
      `no hold is on ${options.patterns.join(", ")}\n${isForm ? "These are the holds" : "botform hold list shows the holds"}${knownText([...known, ...committed.flatMap(({ bots }) => bots)])}.`,
    );
  const places = stated.flatMap((hold) => placeOf(config, hold) ?? []);
  if (!write) return { lifted, written: [], remaining: places };
  const result = withoutHolds(
    sourcesOf(options),
    stated.flatMap(({ bots }) => bots.filter(isMeant)),
  );
  if ("problem" in result)
    throw new AppError(`${result.problem}\nRemove it by hand: ${places.join(", ")}.`, { exitCode: EXIT.partlyApplied });
  for (const { file, text, before } of result.changed) await writeText(file, text, before);
  return { lifted, written: result.changed.map(({ file }) => file), remaining: [] };
}

function knownText(patterns: readonly string[]): string {
  return patterns.length === 0 ? "; there are none" : `: ${namesText([...new Set(patterns)])}`;
}

/** The accounts of a configuration without errors; undefined where nobody knows them all. */
function soundAccounts(config: LoadedConfig | undefined): readonly string[] | undefined {
  return config === undefined || hasErrors(config.diagnostics)
    ? undefined
    : config.accounts.map(({ desired }) => desired.account);
}

/** Of an account, whether or not anybody knows it. Throws AppError. */
function expanded(
  patterns: readonly string[],
  accounts: readonly string[],
  known: readonly string[] | undefined,
  { declared, isForm }: { readonly declared: readonly DesiredBot[]; readonly isForm: boolean },
): readonly { readonly account: string; readonly pattern: string }[] {
  const all = patterns.flatMap((text) => {
    if (!HOLD_PATTERN.test(text))
      throw new AppError(
        `"${text}" doesn't name bots\n${titleRemedy(text, declared)}Give a key, an address or an id, with * for any text: ${isForm ? "main/btc-*, main/*, main/#123" : "main/btc-*, 'main/*', 'main/#123'"}.`,
      );
    const slash = text.indexOf("/");
    const [name, rest] = slash < 0 ? ["*", text] : [text.slice(0, slash), text.slice(slash + 1)];
    const meant = name.includes("*") ? accounts.filter((one) => fits(name, one)) : [name];
    const [account = ""] = meant;
    if (account === "")
      throw new AppError(
        accounts.length === 0 ? NO_ACCOUNT : `no account fits ${name}; there are ${accounts.join(", ")}`,
      );
    if (known !== undefined && !known.includes(account)) throw new AppError(noAccount(account, known));
    if (rest.startsWith("#") && meant.length > 1)
      throw new AppError(`${text} is a bot of one account\nWrite account/${rest}.`);
    return meant.map((one) => ({ account: one, pattern: `${one}/${rest}` }));
  });
  return [...new Map(all.map((one) => [one.pattern, one])).values()];
}

function declaredBots(config: LoadedConfig | undefined): readonly DesiredBot[] {
  return config?.accounts.flatMap(({ desired }) => desired.bots) ?? [];
}

function titleRemedy(text: string, bots: readonly DesiredBot[]): string {
  const titled = bots.find(({ fields }) => fields.title === text);
  return titled === undefined ? "" : `It is the title of ${titled.address}: write that. `;
}

function committedHolds(config: LoadedConfig | undefined): readonly Hold[] {
  return [...new Set((config?.accounts ?? []).flatMap(({ desired }) => desired.holds ?? []))];
}

function heldAddresses(config: LoadedConfig | undefined, bots: readonly string[]): readonly string[] | null {
  if (config === undefined || hasErrors(config.diagnostics)) return null;
  // Whose ids they are, the service tells, not the configuration.
  if (bots.some((pattern) => pattern.includes("#"))) return null;
  const addresses = config.accounts.flatMap(({ desired }) => desired.bots.map(({ address }) => address));
  return addresses.filter((one) => patternOn({ bots }, { names: [one], id: undefined }) !== undefined);
}

/** A slip in a key would leave a bot running. Throws AppError for what fits no bot and is no pattern for bots to come. */
function refuseIdle(host: Host, config: LoadedConfig | undefined, patterns: readonly string[], isForm: boolean): void {
  for (const pattern of patterns) {
    if (pattern.includes("#") || heldAddresses(config, [pattern])?.length !== 0) continue;
    if (pattern.includes("*")) {
      host.say({ kind: "warning", text: `no bot of the configuration fits ${pattern}; the hold is set all the same` });
      continue;
    }
    throw new AppError(
      `no bot of the configuration fits ${pattern}, so nothing is held\n${keyRemedy(pattern, declaredBots(config), isForm)} For a bot to come, end the pattern with *.`,
    );
  }
}

/** An id without its sign, a slip in a key, or a word of a reason that has no quotes around it. */
function keyRemedy(pattern: string, all: readonly DesiredBot[], isForm: boolean): string {
  const [account = "", key = ""] = pattern.split("/");
  const quote = isForm ? "" : "'";
  if (/^\d+$/.test(key)) return `Of an id, write ${quote}${account}/#${key}${quote}.`;
  const near = nearBot(pattern, all);
  if (near !== undefined) return `Did you mean ${near}?`;
  return isForm
    ? "The page of an account lists its bots."
    : "If it belongs to the reason, put quotes around that: --reason 'exchange maintenance'.";
}

function placeOf(config: LoadedConfig | undefined, { origin }: Hold): string | null {
  const place = origin && config?.place(origin);
  return place === undefined ? null : `${place.file}:${place.line}`;
}

function sourcesOf(options: AccountLedgerOptions) {
  const path = configurationPath(options.config);
  if (path === undefined)
    throw new AppError("there is no configuration to write to\nLeave out --write, or name one with --config.");
  return readSources(path).sources;
}
