// Pulls into an existing configuration: takes live values over in rounds until nothing more follows.

import { type Edit, editYaml } from "../../authoring/edit.js";
import { driftEdits, driftOf, type Selector } from "../../authoring/pull-drift.js";
import { noEdits, type Pair, type PullEdits, placeOf, put, skip, titleAt } from "../../authoring/pull-edits.js";
import { type Layer, layerOf } from "../../config/compose/layer.js";
import { type ConfiguredAccount, type LoadedConfig, loadSources } from "../../config/load.js";
import { readSources, type Source } from "../../config/yaml/source.js";
import type { Desired } from "../../model/bot/desired.js";
import { FIELD_NAMES } from "../../model/bot/field.js";
import { counted } from "../../model/text/counted.js";
import { resolveAccesses } from "../../reconcile/plan/access.js";
import { type Match, matchBots } from "../../reconcile/plan/match.js";
import { refresh } from "../../reconcile/plan/refresh.js";
import { undeclaredBots } from "../../reconcile/plan/undeclared.js";
import { serviceReader } from "../../service/ports.js";
import { reading } from "../endpoint.js";
import { AppError } from "../error.js";
import { choose, configurationPath, inputsOf } from "../files/configuration.js";
import type { Host } from "../host.js";
import { differingAddresses, type Pulling, type PullOptions, type PullResult } from "./result.js";
import { type Aliases, addUndeclared } from "./undeclared.js";

export async function pullInto(host: Host, options: PullOptions): Promise<PullResult> {
  const { config, account, endpoint } = await choose(host, options);
  host.conceal([endpoint.apiKey, endpoint.apiSecret]);
  const path = configurationPath(options.config) ?? "";
  const inputs = inputsOf(options);
  const { sources } = readSources(path);
  const { desired } = account;
  return reading(host, { account: desired.account, endpoint }, options.concurrency, async (client) => {
    // So that the access of every bot in scope is read.
    const all = { ...desired, undeclared: "turn-off" } as const;
    const observed = await refresh(all, serviceReader(client, desired.exchange));
    return pullObserved({
      config,
      account,
      sources,
      observed,
      inputs,
      accept: options.accept,
      everywhere: options.everywhere,
    });
  });
}

const MOST_ROUNDS = 5;

/** What the files become; reads and writes nothing. Throws AppError. */
export function pullObserved(pulling: Pulling): PullResult {
  const { account, sources } = pulling;
  let result = pullOnce(pulling);
  // A rename in one round may let the next round match a bot that was unclear before.
  for (let round = 1; round < MOST_ROUNDS; round += 1) {
    const now = sources.map((source) => result.files.find(({ file }) => file === source.file) ?? source);
    const config = loadSources(now, [], pulling.inputs);
    const again = config.accounts.find(({ desired }) => desired.account === account.desired.account);
    const next = again && pullOnce({ ...pulling, config, account: again, sources: now, isFollowing: true });
    if (next === undefined || next.files.length === 0) break;
    result = together(result, next, sources);
  }
  return result;
}

/** Two rounds as one: the files after the second, and the messages of both. */
function together(first: PullResult, second: PullResult, sources: readonly Source[]): PullResult {
  const files = sources.flatMap(({ file, text: before }) => {
    const last = [...second.files, ...first.files].find((one) => one.file === file);
    return last === undefined || last.text === before ? [] : [{ file, text: last.text, before }];
  });
  // A field is left once and then unmanaged; of bots and titles in doubt the second round knows better.
  const stays = first.left.filter(({ field }) => field !== undefined && field !== "title");
  const left = new Map([...stays, ...second.left].map((one) => [`${one.botId} ${one.field}`, one]));
  return {
    ...second,
    summary: `${first.summary}; then ${second.summary}`,
    files,
    notes: [...new Set([...first.notes, ...second.notes])],
    left: [...left.values()],
  };
}

/** One thing that --accept names. */
export interface Accepted {
  /** As it was written. */
  readonly text: string;
  readonly address: string;
  readonly field: string | undefined;
}

/** Throws AppError for what names no bot of the account, or no field. */
function acceptedBy(desired: Desired, accept: readonly string[]): readonly Accepted[] {
  const fields: readonly string[] = [...FIELD_NAMES, "enabled"];
  const bots = desired.bots.map(({ address }) => address);
  return accept.map((text) => {
    const whole = text.includes("/") ? text : `${desired.account}/${text}`;
    if (bots.includes(whole)) return { text, address: whole, field: undefined };
    const dot = whole.lastIndexOf(".");
    const [address, field] = [whole.slice(0, dot), whole.slice(dot + 1)];
    if (dot > 0 && bots.includes(address) && fields.includes(field)) return { text, address, field };
    throw new AppError(
      `--accept ${text} doesn't name a bot or field of the account ${desired.account}\nWrite ADDRESS or ADDRESS.field, for example ${bots[0] ?? "main/btc-dip"}.leverage.`,
    );
  });
}

function selectorOf(accepted: readonly Accepted[] | undefined): Selector {
  if (accepted === undefined) return () => true;
  return (address, field) => accepted.some((one) => isAccepted(one, address, field));
}

export function isAccepted(accepted: Accepted, address: string, field: string): boolean {
  return accepted.address === address && (accepted.field === undefined || accepted.field === field);
}

/** By address, why a bot is left as it is: with its live values the configuration would have errors. */
type Refused = ReadonlyMap<string, string>;

const NONE_REFUSED: Refused = new Map();

/** What the files become in one go; reads and writes nothing. Throws AppError. */
function pullOnce(pulling: Pulling, refused: Refused = NONE_REFUSED): PullResult {
  const { config, account, sources, observed, inputs, accept, everywhere = false, isFollowing = false } = pulling;
  const { desired } = account;
  const edits = noEdits();
  const { byAlias, diagnostics } = resolveAccesses(desired, observed.accesses);
  if (diagnostics.length > 0)
    throw new AppError("the account's accesses differ from the configuration's", {
      diagnostics: config.locate(diagnostics),
    });
  const matches = matchBots(desired, observed, byAlias);
  const accepted = accept === undefined ? undefined : acceptedBy(desired, accept);
  const isSelected = selectorOf(accepted);
  const isWanted: Selector = (address, field) => !refused.has(address) && isSelected(address, field);
  const pairs = pairsOf(account, matches);
  for (const { resolved, live } of pairs) {
    const reason = refused.get(resolved.address);
    if (reason !== undefined) skip(edits, live, reason);
  }
  const standing = skipUnclear(matches, byAlias, edits);
  const overridesChange = driftEdits(
    {
      ...{ account, pairs, isSelected: isWanted, standing },
      sharedWith: sharing(config, account),
      isElsewhere: elsewhere(config, account),
    },
    edits,
  );
  if (accept === undefined) moveToAccesses(account, matches, byAlias, edits);
  const candidates = undeclaredBots({ ...desired, undeclared: "turn-off" }, observed, matches, byAlias);
  const takenOver = changesIn(edits);
  // New bots state what the overrides leave open, so they are added in a round that changes no override.
  const isAdding = accept === undefined && !overridesChange;
  const adding = { config, account, sources, byAlias, candidates, pairs, refused, everywhere };
  const added = isAdding ? addUndeclared(adding, edits) : 0;
  const files = edited(sources, edits);
  const changed = sources.map((source) => files.find(({ file }) => file === source.file) ?? source);
  const again = loadSources(changed, [], inputs);
  const troubles = troublesOf(again, refused);
  if (troubles.size > 0) return pullOnce(pulling, new Map([...refused, ...troubles]));
  const differing = differingAddresses(again, desired.account, observed);
  return {
    account: desired.account,
    files,
    summary: `${counted(pairs.length, "bot")} of account ${desired.account} compared, ${counted(takenOver, "setting")} accepted, ${counted(added, "bot")} added`,
    notes: [...edits.notes, ...absences(matches), ...(isFollowing ? [] : undrifted(accepted, pairs))],
    left: edits.left,
    differing: accept === undefined ? differing : stillDrifting(again, pairs, isSelected),
  };
}

/** Further reasons to leave bots as they are: one bot that can't be declared must not stop the others. */
function troublesOf({ diagnostics }: LoadedConfig, refused: Refused): Refused {
  const found = new Map<string, string>();
  for (const { severity, address, summary } of diagnostics) {
    if (severity !== "error" || address === undefined || refused.has(address) || found.has(address)) continue;
    found.set(address, `its live settings can't be declared: ${summary}`);
  }
  return found;
}

function pairsOf(account: ConfiguredAccount, matches: readonly Match[]): readonly Pair[] {
  const byKey = new Map(account.resolved.map((resolved) => [resolved.key, resolved]));
  return matches.flatMap((match): Pair[] => {
    const resolved = byKey.get(match.bot.key);
    return match.kind === "live" && resolved !== undefined ? [{ resolved, live: match.live }] : [];
  });
}

/** Reports unclear bots; returns the titles of all configured bots without a live bot. */
function skipUnclear(matches: readonly Match[], byAlias: Aliases, edits: PullEdits): string[] {
  return matches.flatMap((match) => {
    if (match.kind === "unclear") {
      const [botId = 0] = match.candidates;
      edits.left.push({ botId, title: match.bot.fields.title, reason: match.diagnostic.summary });
    }
    const accessId = byAlias.get(match.bot.access.alias)?.id ?? null;
    return match.kind === "absent" || match.kind === "unclear" ? [titleAt({ accessId, fields: match.bot.fields })] : [];
  });
}

function sharing(config: LoadedConfig, account: ConfiguredAccount): (key: string) => readonly string[] {
  const others = config.accounts.filter(({ desired }) => desired.account !== account.desired.account);
  const keys = others.map(({ desired }) => ({
    account: desired.account,
    keys: new Set(desired.bots.map(({ key }) => key)),
  }));
  return (key) => keys.flatMap((other) => (other.keys.has(key) ? [other.account] : []));
}

/** A variant may take bots of several accounts; a pull sees those of one. */
function elsewhere(config: LoadedConfig, account: ConfiguredAccount): (layer: Layer) => boolean {
  const others = config.accounts.filter(({ desired }) => desired.account !== account.desired.account);
  const layers = new Set(
    others.flatMap(({ resolved }) => resolved.flatMap(({ variants }) => variants.flatMap(({ layer }) => layer ?? []))),
  );
  return (layer) => layers.has(layer);
}

/** A bot can't leave its access, so if it is on another one, the configuration changes. */
function moveToAccesses(
  account: ConfiguredAccount,
  matches: readonly Match[],
  byAlias: Aliases,
  edits: PullEdits,
): void {
  const aliases = new Map([...byAlias].map(([alias, { id }]) => [id, alias]));
  for (const match of matches) {
    if (match.kind !== "absent") continue;
    const [live, second] = match.elsewhere;
    const resolved = account.resolved.find(({ key }) => key === match.bot.key);
    const alias = aliases.get(live?.accessId ?? 0);
    const isFinal = resolved !== undefined && layerOf(resolved.merged, "access")?.kind === "overrides";
    if (resolved === undefined || alias === undefined || second !== undefined || isFinal) {
      for (const one of match.elsewhere)
        skip(
          edits,
          one,
          `${match.bot.address} has the same title, but is declared on the access ${match.bot.access.alias}`,
        );
      continue;
    }
    put(edits, placeOf(resolved), "access", alias);
    edits.notes.push(`${match.bot.address}: access is now ${alias}, where its live bot is`);
  }
}

/** The files that change. What the editor can't do without touching more is left, and said. */
function edited(sources: readonly Source[], edits: PullEdits): PullResult["files"] {
  return sources.flatMap((source) => {
    const wanted = edits.byFile.get(source.file) ?? [];
    const whole = editYaml(source.text, wanted);
    const text = "text" in whole ? whole.text : oneByOne(source, wanted, edits);
    return text === source.text ? [] : [{ file: source.file, text, before: source.text }];
  });
}

function oneByOne({ file, text }: Source, wanted: readonly Edit[], edits: PullEdits): string {
  let now = text;
  for (const edit of wanted) {
    const result = editYaml(now, [edit]);
    if ("text" in result) now = result.text;
    else edits.notes.push(`${file}: ${edit.path.join(".")} couldn't be changed: ${result.problem}`);
  }
  return now;
}

function changesIn({ byFile }: PullEdits): number {
  return [...byFile.values()].reduce((sum, list) => sum + list.length, 0);
}

function absences(matches: readonly Match[]): string[] {
  return matches.flatMap((match) =>
    match.kind === "absent" && match.elsewhere.length === 0
      ? [`${match.bot.address} is not live; it stays in the configuration, and the next apply creates it`]
      : [],
  );
}

/** What --accept names and has nothing to take over. */
function undrifted(accepted: readonly Accepted[] | undefined, pairs: readonly Pair[]): string[] {
  return (accepted ?? []).flatMap((one) => {
    const pair = pairs.find(({ resolved }) => resolved.address === one.address);
    if (pair === undefined)
      return [`--accept ${one.text}: no live bot matches it for certain, so there is nothing to accept`];
    const drift = driftOf(pair, (address, field) => isAccepted(one, address, field));
    return drift.length === 0 ? [`--accept ${one.text}: none of its managed settings has drifted`] : [];
  });
}

/** The accepted bots that still ask for something else. */
function stillDrifting(again: LoadedConfig, pairs: readonly Pair[], isSelected: Selector): string[] {
  const byAddress = new Map(
    again.accounts.flatMap((one) => one.resolved.map((resolved) => [resolved.address, resolved] as const)),
  );
  return pairs.flatMap(({ resolved: { address }, live }) => {
    const resolved = byAddress.get(address);
    return resolved !== undefined && driftOf({ resolved, live }, isSelected).length > 0 ? [address] : [];
  });
}
