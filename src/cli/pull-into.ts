// A pull into the configuration that is there: only what differs changes, and bots that nobody declared are added.

import { editYaml } from "../config/edit.js";
import type { Edit } from "../config/edit-wanted.js";
import { type ConfiguredAccount, type LoadedConfig, loadSources } from "../config/load.js";
import { driftEdits, noEdits, type Pair, type PullEdits, titleAt, type Wish } from "../config/pull-edits.js";
import { newBotEdits } from "../config/pull-new.js";
import { pulledBots } from "../config/pulled.js";
import { readSources, type Source } from "../config/source.js";
import type { GivenVariables } from "../config/variables.js";
import { FIELD_NAMES } from "../model/field.js";
import type { Observed } from "../model/observed.js";
import { resolveAccesses } from "../reconcile/access.js";
import { type Match, matchBots } from "../reconcile/match.js";
import { refresh } from "../reconcile/refresh.js";
import { undeclaredBots } from "../reconcile/undeclared.js";
import { counted } from "../render/value.js";
import { createClient } from "../service/client.js";
import { serviceReader } from "../service/ports.js";
import { choose, configurationPath, givenBy } from "./configuration.js";
import type { Context } from "./context.js";
import { UserError } from "./failure.js";
import { abandonable } from "./interrupt.js";
import { readProgress } from "./progress.js";
import { differingAddresses } from "./pull-check.js";
import type { PullOptions, PullResult } from "./pull-result.js";

export async function pullInto(context: Context, options: PullOptions): Promise<PullResult> {
  const { config, account, endpoint } = choose(context.env, options);
  context.conceal?.([endpoint.apiKey, endpoint.apiSecret]);
  const path = configurationPath(options.config) ?? "";
  const given = givenBy(options);
  const { sources } = readSources(path);
  const { desired } = account;
  const progress = readProgress(context, desired.account);
  const client = createClient({
    ...endpoint,
    allow: "read",
    concurrency: options.concurrency,
    onRequest: progress.onRequest,
  });
  try {
    // So that the access of every bot in scope is read.
    const all = { ...desired, undeclared: "turn-off" } as const;
    const observed = await abandonable(() => refresh(all, serviceReader(client, desired.exchange)));
    return pullObserved({ config, account, sources, observed, given, accept: options.accept });
  } finally {
    progress.done();
    await client.close();
  }
}

/** What a pull works on. */
export interface Pulling {
  readonly config: LoadedConfig;
  readonly account: ConfiguredAccount;
  /** The files that `config` was loaded from. */
  readonly sources: readonly Source[];
  /** With the access of every bot in scope. */
  readonly observed: Observed;
  /** What stands in the place of variables. */
  readonly given?: GivenVariables;
  readonly accept: readonly string[] | undefined;
}

const MOST_ROUNDS = 5;

/** What the files become; reads and writes nothing. Throws UserError. */
export function pullObserved(pulling: Pulling): PullResult {
  const { account, sources, observed } = pulling;
  let result = pullOnce(pulling);
  // What one round names anew may let the next find a bot that was in doubt before.
  for (let round = 1; round < MOST_ROUNDS; round += 1) {
    const now = sources.map((source) => result.files.find(({ file }) => file === source.file) ?? source);
    const config = loadSources(now, [], pulling.given);
    const again = config.accounts.find(({ desired }) => desired.account === account.desired.account);
    const next = again && pullOnce({ ...pulling, config, account: again, sources: now, observed });
    if (next === undefined || next.files.length === 0) break;
    result = together(result, next, sources);
  }
  return result;
}

/** Two rounds as one: the files as the second leaves them, and everything that was said. */
function together(first: PullResult, second: PullResult, sources: readonly Source[]): PullResult {
  const files = sources.flatMap(({ file, text: before }) => {
    const last = [...second.files, ...first.files].find((one) => one.file === file);
    return last === undefined || last.text === before ? [] : [{ file, text: last.text, before }];
  });
  const left = new Map([...first.left, ...second.left].map((one) => [`${one.botId} ${one.field}`, one]));
  return {
    ...second,
    summary: `${first.summary}; then ${second.summary}`,
    files,
    notes: [...new Set([...first.notes, ...second.notes])],
    left: [...left.values()],
  };
}

function pullOnce({ config, account, sources, observed, given, accept }: Pulling): PullResult {
  const { desired } = account;
  const all = { ...desired, undeclared: "turn-off" } as const;
  const edits = noEdits();
  const { byAlias, diagnostics } = resolveAccesses(desired, observed.accesses);
  if (diagnostics.length > 0)
    throw new UserError("the account's accesses aren't those of the configuration", {
      diagnostics: config.locate(diagnostics),
    });
  const matches = matchBots(desired, observed, byAlias);
  const pairs = matched(config, account, matches, byAlias, wishOf(account, accept), edits);
  const strays = undeclaredBots(all, observed, matches, byAlias);
  const added = accept === undefined ? addStrays(config, account, sources, byAlias, strays, pairs, edits) : 0;
  const files = edited(sources, edits);
  const changed = sources.map((source) => files.find(({ file }) => file === source.file) ?? source);
  const again = loadSources(changed, [], given);
  const differing = differingAddresses(again, desired.account, observed);
  const summary = `${counted(pairs.length, "bot")} of account ${desired.account} compared, ${counted(edits.byFile.size === 0 ? 0 : changesIn(edits) - added, "setting")} taken over, ${counted(added, "bot")} added`;
  return {
    account: desired.account,
    files,
    summary,
    notes: [...edits.notes, ...absences(matches)],
    left: edits.left,
    differing: accept === undefined ? differing : [],
  };
}

/** The live access of each alias. */
type Aliases = ReadonlyMap<string, { readonly id: number }>;

/** Makes edits of the bots that are live, and gives them. */
function matched(
  config: LoadedConfig,
  account: ConfiguredAccount,
  matches: readonly Match[],
  byAlias: Aliases,
  wish: Wish,
  edits: PullEdits,
): readonly Pair[] {
  const drafts = new Map(account.drafts.map((draft) => [draft.key, draft]));
  const pairs = matches.flatMap((match): Pair[] => {
    const draft = drafts.get(match.bot.key);
    return match.kind === "live" && draft !== undefined ? [{ draft, live: match.live }] : [];
  });
  for (const match of matches) {
    if (match.kind !== "unclear") continue;
    const [botId = 0] = match.candidates;
    edits.left.push({ botId, title: match.bot.fields.title, reason: match.diagnostic.summary });
  }
  const sharedWith = (key: string) =>
    config.accounts.flatMap(({ desired }) =>
      desired.account !== account.desired.account && desired.bots.some((bot) => bot.key === key)
        ? [desired.account]
        : [],
    );
  const standing = matches.flatMap((match) =>
    match.kind === "absent" || match.kind === "unclear"
      ? [titleAt({ accessId: byAlias.get(match.bot.access.alias)?.id ?? null, fields: match.bot.fields })]
      : [],
  );
  driftEdits(pairs, account.volumes, wish, sharedWith, standing, edits);
  return pairs;
}

function addStrays(
  config: LoadedConfig,
  account: ConfiguredAccount,
  sources: readonly Source[],
  byAlias: Aliases,
  strays: ReturnType<typeof undeclaredBots>,
  pairs: readonly Pair[],
  edits: PullEdits,
): number {
  const aliases = new Map([...byAlias].map(([alias, access]) => [access.id, alias]));
  for (const { live, duplicateOf } of strays) {
    if (duplicateOf === undefined) continue;
    edits.left.push({
      botId: live.id,
      title: live.fields.title ?? "",
      reason: `it has the title of ${duplicateOf.address}`,
    });
  }
  // A configured bot holds its live title, and one that couldn't be matched the title that it is declared with.
  const paired = new Map(pairs.map(({ draft, live }) => [draft.address, titleAt(live)]));
  const holders = new Map(
    account.desired.bots.map(({ address, access, fields }) => {
      const accessId = byAlias.get(access.alias)?.id ?? null;
      return [paired.get(address) ?? titleAt({ accessId, fields }), address];
    }),
  );
  const strangers = strays.flatMap(({ live, duplicateOf }) => {
    const holder = holders.get(titleAt(live));
    if (duplicateOf === undefined && holder === undefined) return [live];
    if (duplicateOf === undefined)
      edits.left.push({
        botId: live.id,
        title: live.fields.title ?? "",
        reason: `it has the title of ${holder} by now`,
      });
    return [];
  });
  const { bots, left } = pulledBots(strangers, aliases);
  edits.left.push(...left);
  if (bots.length === 0) return 0;
  newBotEdits(
    {
      account,
      bots,
      live: new Map(strangers.map((live) => [live.id, live])),
      taken: new Set(config.accounts.flatMap(({ desired }) => desired.bots.map(({ key }) => key))),
      file: fileForNew(account, sources),
      isShared: config.accounts.length > 1,
    },
    edits,
  );
  return bots.length;
}

/** The file that most of the account's bots stand in. */
function fileForNew({ desired }: ConfiguredAccount, sources: readonly Source[]): string {
  const counts = new Map<string, number>();
  for (const { origin } of desired.bots) counts.set(origin.file, (counts.get(origin.file) ?? 0) + 1);
  const [most] = [...counts].sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1));
  return most?.[0] ?? desired.origin.file ?? sources[0]?.file ?? "";
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
    match.kind === "absent"
      ? [`${match.bot.address} is not live; it stays in the configuration, and a plan creates it`]
      : [],
  );
}

/** What --accept names: addresses or keys, each perhaps with a field. */
function wishOf({ desired }: ConfiguredAccount, accept: readonly string[] | undefined): Wish {
  if (accept === undefined) return () => true;
  const fields: readonly string[] = [...FIELD_NAMES, "enabled"];
  const wishes = accept.map((text) => {
    const whole = text.includes("/") ? text : `${desired.account}/${text}`;
    const bots = desired.bots.map(({ address }) => address);
    if (bots.includes(whole)) return { address: whole, field: undefined };
    const dot = whole.lastIndexOf(".");
    const [address, field] = [whole.slice(0, dot), whole.slice(dot + 1)];
    if (dot > 0 && bots.includes(address) && fields.includes(field)) return { address, field };
    throw new UserError(
      `--accept ${text} names no bot of the account ${desired.account}, or no field\nWrite ADDRESS or ADDRESS.field, for example ${bots[0] ?? "main/btc-dip"}.leverage.`,
    );
  });
  return (address, field) =>
    wishes.some((wish) => wish.address === address && (wish.field === undefined || wish.field === field));
}
