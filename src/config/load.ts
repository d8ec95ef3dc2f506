// The way in: a path becomes the desired state of every account, or diagnostics with their places.

import { isDeepStrictEqual } from "node:util";
import type { Desired } from "../model/bot/desired.js";
import type { Mode } from "../model/look.js";
import type { People } from "../model/person.js";
import type { StatedLimits } from "../model/plan/limits.js";
import { type Breaker, breakersOn } from "../model/policy/breaker.js";
import type { Policy } from "../model/policy/policy.js";
import type { StatedAssumptions } from "../model/risk/assumptions.js";
import type { Rollout } from "../model/rollout/rollout.js";
import type { PinnedFacts } from "../model/service-facts.js";
import { type Diagnostic, hasErrors, type Origin, type Position } from "../model/text/diagnostic.js";
import { certain } from "./absences.js";
import { type ConfigAccount, toAccount } from "./account.js";
import { strangeScopes, toBreakers } from "./breakers/breakers.js";
import { expandBots } from "./compose/expand.js";
import { type Merged, NOTHING_MERGED, over } from "./compose/layer.js";
import { type Fleet, mergeFiles } from "./compose/merge.js";
import { checkNames, referredNames } from "./compose/names.js";
import { botProblems, type ResolvedBot, resolveBots } from "./compose/resolved-bot.js";
import type { VolumeRules } from "./compose/scale.js";
import { type InputVariables, NO_INPUTS, unusedVariables, Variables } from "./compose/variables.js";
import { checkVariants, equalVariants, idleVariants } from "./compose/variant-checks.js";
import { type DeclaredVariant, toVariants } from "./compose/variants.js";
import { toDesired } from "./desired.js";
import { idleHolds, toHolds } from "./holds/holds.js";
import { checkIdentity } from "./identity.js";
import { inOrder } from "./in-order.js";
import { idlePatterns } from "./policies/idle.js";
import { toPolicies } from "./policies/policy.js";
import { policySources, strangeContents } from "./policies/policy-files.js";
import { idleWaves, toRollout } from "./rollout/rollout.js";
import { checkRules } from "./rules.js";
import { type ReadFile, readFile } from "./schema/read.js";
import { misplacedSecrets, secretVariables } from "./secret-roles.js";
import { factsFiles, readFacts } from "./service-facts.js";
import type { AccountConnection } from "./settings.js";
import { type Document, parseDocument } from "./yaml/document.js";
import { startOf } from "./yaml/lines.js";
import { readSources, type Source, type Sources } from "./yaml/source.js";

export interface ConfiguredAccount {
  readonly desired: Desired;
  /** Addresses and references to the environment; nothing secret. */
  readonly connection: AccountConnection;
  /** How each bot came about, layer by layer. */
  readonly resolved: readonly ResolvedBot[];
  readonly volumes: VolumeRules;
  /** The account's assumptions behind figures in money; they don't change the steps of a plan. */
  readonly assumptions: StatedAssumptions;
  /** Rules on the live account, if there are any; no part of what is planned. */
  readonly breakers?: readonly Breaker[];
  /** How much one apply may change, if stated; no part of what is planned. */
  readonly limits?: StatedLimits | undefined;
  /** What botform does about drift by itself; `report` where nothing is stated. */
  readonly mode?: Mode | undefined;
  /** The layers that all bots of the account share: defaults and overrides. */
  readonly base: Merged;
}

/** How an account is reached, and which exchange its bots are of. */
export interface Reach {
  readonly connection: AccountConnection;
  readonly exchange: string;
  /** What the configuration says of its accesses. */
  readonly expected: Pick<Desired, "account" | "exchange" | "origin" | "accesses">;
}

export interface LoadedConfig {
  /** As they are written, file by file; empty when there is any error, so that half a configuration is never applied. */
  readonly accounts: readonly ConfiguredAccount[];
  /** Every account without problems of its own, whatever is wrong elsewhere: for commands that must work all the same. */
  readonly reaches: readonly Reach[];
  /** Every problem of every file, each with its position, in the order of files and lines. */
  readonly diagnostics: readonly Diagnostic[];
  /** Gives diagnostics of later stages (planner, connection) the positions of what they are about, and sorts them. */
  readonly locate: (diagnostics: readonly Diagnostic[]) => Diagnostic[];
  /** Who may use the page, and what each may do there; nobody while there is any error. */
  readonly people: People;
  /** The rules that every plan is judged by, beside those that always hold. */
  readonly policies: readonly Policy[];
  /** The waves in which changes are applied, where there are any. */
  readonly rollout: Rollout | undefined;
  /** The variants of all experiments, in the order of the files. */
  readonly variants: readonly DeclaredVariant[];
  /** Where something stands in the files. */
  readonly place: (origin: Origin) => Position | undefined;
  /** Reads its files again: whether they are as they were. */
  readonly isAsRead: () => boolean;
  /** Every file that was read, those of policies and of facts too. */
  readonly files: readonly Source[];
}

/** Reads, checks and merges a file or a folder. Needs neither network nor environment; never throws for its input. */
export function loadConfig(path: string, inputs: InputVariables = NO_INPUTS): LoadedConfig {
  const readings: (() => boolean)[] = [];
  const remembered = <T>(read: () => T): T => {
    const found = read();
    readings.push(() => isDeepStrictEqual(read(), found));
    return found;
  };
  const { sources, diagnostics } = remembered(() => readSources(path));
  const loaded = loadSources(sources, diagnostics, inputs, {
    policies: (files) => remembered(() => policySources(files, path)),
    facts: (files) => remembered(() => factsFiles(files, path)),
  });
  return { ...loaded, isAsRead: () => readings.every((isSame) => isSame()) };
}

/** Files that a configuration names beside its own. */
interface Beside {
  readonly policies: (files: readonly ReadFile[]) => Sources;
  readonly facts: (files: readonly ReadFile[]) => ReturnType<typeof factsFiles>;
}

const NOTHING_BESIDE: Beside = {
  policies: () => ({ sources: [], diagnostics: [] }),
  facts: () => ({ named: [], diagnostics: [] }),
};

/** The same for texts that are already there. */
export function loadSources(
  sources: readonly Source[],
  found: readonly Diagnostic[] = [],
  inputs: InputVariables = NO_INPUTS,
  beside: Beside = NOTHING_BESIDE,
): LoadedConfig {
  const documents = new Map<string, Document>();
  const diagnostics: Diagnostic[] = [...found];
  const files: ReadFile[] = [];
  const read = (source: Source): ReadFile | undefined => {
    const document = parseDocument(source);
    documents.set(source.file, document);
    diagnostics.push(...document.diagnostics);
    if (document.checkable === undefined) return undefined;
    const result = readFile(source.file, document.checkable);
    files.push(result.read);
    diagnostics.push(...result.diagnostics);
    return result.read;
  };
  for (const source of sources) read(source);
  const pinned = new Map<string, PinnedFacts>();
  const { named, diagnostics: unnamed } = beside.facts([...files]);
  diagnostics.push(...unnamed);
  for (const { account, source } of named) {
    const document = parseDocument(source);
    documents.set(source.file, document);
    const { facts, diagnostics: wrong } =
      document.value === undefined ? { diagnostics: document.diagnostics } : readFacts(source.file, document.value);
    diagnostics.push(...wrong);
    if (facts !== undefined) pinned.set(account, facts);
  }
  const more = beside.policies([...files]);
  diagnostics.push(...more.diagnostics);
  for (const file of more.sources.map(read)) if (file !== undefined) diagnostics.push(...strangeContents(file));
  const locate = (unplaced: readonly Diagnostic[]) => inOrder(unplaced, documents);
  const where = (origin: Origin) => placeOf(origin, documents);
  const meaning: Diagnostic[] = [];
  const fleet = mergeFiles(files, where, meaning);
  const accounts = expand(fleet, inputs, where, meaning, pinned);
  const policies = toPolicies(fleet.policies, diagnostics);
  const rollout = fleet.rollout && toRollout(fleet.rollout, diagnostics);
  const ownFiles = new Set(sources.map(({ file }) => file));
  if (!hasErrors(meaning) && !hasErrors(diagnostics))
    diagnostics.push(
      ...idlePatterns(
        fleet.policies.filter(({ origin }) => ownFiles.has(origin.file)),
        knownOf(accounts),
      ),
      ...idleIn(fleet, accounts),
    );
  const isPartial = files.length < sources.length + more.sources.length || hasErrors(found);
  diagnostics.push(...certain(meaning, files, isPartial));
  const sound = accounts.filter(({ desired }) => !diagnostics.some((one) => isAbout(one, desired)));
  return {
    accounts: hasErrors(diagnostics) ? [] : accounts,
    reaches: sound.map(({ connection, desired }) => ({ connection, exchange: desired.exchange, expected: desired })),
    diagnostics: locate(diagnostics),
    locate,
    people: hasErrors(diagnostics) ? new Map() : fleet.people,
    policies,
    rollout,
    variants: fleet.variants,
    place: (origin) => documents.get(origin.file)?.locate(origin.path, origin.key),
    isAsRead: () => true,
    files: [...sources, ...named.map(({ source }) => source), ...more.sources],
  };
}

function idleIn({ rollout, variants }: Fleet, accounts: readonly ConfiguredAccount[]): readonly Diagnostic[] {
  if (rollout === undefined && variants.length === 0) return [];
  const { accounts: names, addresses } = knownOf(accounts);
  const resolved = accounts.flatMap((one) => one.resolved);
  const declared = toVariants(variants);
  return [
    ...(rollout === undefined ? [] : idleWaves(rollout, names, addresses)),
    ...idleVariants(declared, names, resolved),
    ...equalVariants(declared, resolved),
  ];
}

function knownOf(accounts: readonly ConfiguredAccount[]) {
  const bots = accounts.flatMap(({ desired }) => desired.bots);
  return {
    accounts: accounts.map(({ desired }) => desired.account),
    accesses: accounts.flatMap(({ desired }) => desired.accesses.map(({ alias }) => alias)),
    titles: bots.map(({ fields }) => fields.title),
    pairs: [...new Set(bots.flatMap(({ fields }) => fields.pairTitle ?? []))],
    addresses: bots.map(({ address }) => address),
  };
}

/** Whether an error may touch how the account is reached: it is in its section or, without a path, anywhere in its file. */
function isAbout({ severity, origin, position }: Diagnostic, { account, origin: declared }: Desired): boolean {
  if (severity !== "error") return false;
  if (origin === undefined) return position === undefined || position.file === declared.file;
  const [section, name] = origin.path;
  return section === "accounts" && (name === undefined || name === account);
}

function expand(
  fleet: Fleet,
  inputs: InputVariables,
  where: (origin: Origin) => string,
  diagnostics: Diagnostic[],
  pinned: ReadonlyMap<string, PinnedFacts>,
): ConfiguredAccount[] {
  const variables = new Variables(fleet.variables, inputs);
  diagnostics.push(...variables.problems());
  const bots = expandBots(fleet, variables, where, diagnostics);
  diagnostics.push(...checkNames(fleet));
  const holds = toHolds(fleet.holds, diagnostics);
  const breakers = toBreakers(fleet.breakers, diagnostics);
  const variants = toVariants(fleet.variants);
  const accounts = fleet.accounts.flatMap((one): ConfiguredAccount[] => {
    const account = toAccount(one, diagnostics, fleet.requestsPerSecond);
    const { volumes, assumptions, limits, mode } = account;
    const serviceFacts = pinned.get(one.name);
    const connection = account.connection && { ...account.connection, ...(serviceFacts && { serviceFacts }) };
    const resolved = resolveBots(account, bots, variants);
    for (const bot of resolved) diagnostics.push(...botProblems(account, bot), ...checkRules(bot));
    diagnostics.push(...checkIdentity(resolved, where));
    if (connection === undefined) return [];
    const desired = toDesired(account, resolved, { protectedTitles: fleet.protectedTitles, holds });
    const own = breakersOn(one.name, breakers);
    const rules = { limits, mode, ...(own.length > 0 && { breakers: own }) };
    return [{ desired, connection, resolved, volumes, assumptions, ...rules, base: baseOf(fleet, account) }];
  });
  diagnostics.push(
    ...checkVariants(
      variants,
      accounts.flatMap(({ resolved }) => resolved),
    ),
  );
  const addresses = accounts.flatMap(({ desired }) => desired.bots.map(({ address }) => address));
  if (accounts.length === fleet.accounts.length) diagnostics.push(...idleHolds(holds, addresses));
  const names = [...fleet.accounts.map(({ name }) => name), ...fleet.unknownAccounts];
  diagnostics.push(...strangeScopes(fleet.breakers, names));
  diagnostics.push(...unusedVariables(inputs, [...fleet.variables.byName.keys()], referredNames(fleet)));
  const secrets = secretVariables(accounts.map(({ connection }) => connection));
  for (const { connection } of accounts) diagnostics.push(...misplacedSecrets(connection, secrets));
  return accounts.map((one) => ({ ...one, connection: { ...one.connection, secretVariables: secrets } }));
}

function baseOf({ defaults }: Fleet, { overrides }: ConfigAccount): Merged {
  return [...defaults, ...(overrides === undefined ? [] : [overrides])].reduce(over, NOTHING_MERGED);
}

function placeOf(origin: Origin, documents: ReadonlyMap<string, Document>): string {
  const { file, line } = documents.get(origin.file)?.locate(origin.path, origin.key) ?? startOf(origin.file);
  return `${file}:${line}`;
}
