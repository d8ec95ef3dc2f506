// Reads what a plan needs from the service and nothing more: the list, then details, deals and pairs only where they matter.
import type { Access, ObservedBot } from "../../model/bot/bot.js";
import { changedFields, differs } from "../../model/bot/compare.js";
import type { Desired } from "../../model/bot/desired.js";
import { mayBeOn, type Observed } from "../../model/bot/observed.js";
import type { RunningDeal } from "../../model/deal/deal.js";
import type { ServiceReader } from "../../model/ports.js";
import { folded, restsOf } from "../../model/text/folded.js";
import type { Memory } from "../ledger/ledger.js";
import { resolveAccesses, withImpliedAccess } from "./access.js";
import { holdOn } from "./holds.js";
import { newFields, questionCreates, tradeOf } from "./look-alikes.js";
import { type Match, matchBots } from "./match.js";
import { knownAs, NO_PAST, type Past, readUnlisted, stillOpen, withKnownAccess } from "./remembered.js";
import { replacedBy } from "./replace.js";
import { withKnownOff } from "./switched-off.js";
import { undeclaredBots } from "./undeclared.js";

interface RefreshOptions {
  /** Whether the deals of every managed access are read, whatever the plan needs: one of them may be naked. */
  readonly everyDeal?: boolean;
}

/** What is remembered of the account adds to what its list shows. Throws ServiceError when a read fails: absence in a bad read is not absence (rule 1). */
export async function refresh(
  configured: Desired,
  reader: ServiceReader,
  past: Past = NO_PAST,
  { everyDeal = false }: RefreshOptions = {},
): Promise<Observed> {
  const desired = withKnownOff(configured, past.memory.seen);
  const early = everyDeal ? startDeals(likelyAccesses(desired, past.memory), reader) : NO_DEALS;
  const list = reader.bots();
  // Where both fail, it is the accesses that are named.
  list.catch(() => {});
  const { accesses, byAlias, running } = await readAccesses(desired, reader, everyDeal, early);
  const listed = await list;

  const { bots: unseen, unlisted } = await readUnlisted(desired, listed, accesses, past.memory, reader);
  const implied = withImpliedAccess([...listed, ...unseen], accesses);
  const { bots: placed, recalled } = withKnownAccess(implied, past.memory);
  const holds = holdOn({ desired, observed: past.memory });
  const isHeld: IsHeld = (id, address = `${desired.account}/#${id}`) => holds(address, id) !== undefined;
  const unplaced = idsToPlace(desired, placed, accesses, byAlias, isHeld);
  const detailed = await withDetails(placed, unplaced, reader);
  const { memory, now } = past;
  const remembered = {
    ...{
      listed: listed.length,
      unlisted,
      knownAs: knownAs(memory, detailed),
      open: stillOpen(memory.intents, now),
    },
    ...(memory.unread !== undefined && { unremembered: memory.unread }),
    ...(memory.damaged !== undefined && { damaged: memory.damaged }),
    ...(memory.kept !== undefined && { kept: memory.kept }),
    ...(memory.acknowledged !== undefined && { acknowledged: memory.acknowledged }),
    ...(memory.seen !== undefined && { seen: memory.seen }),
    ...(memory.contradicted !== undefined && { contradicted: memory.contradicted }),
    ...(memory.foreignFacts !== undefined && { foreignFacts: memory.foreignFacts }),
    ...(now > 0 && { now }),
  };
  const first: Observed = { accesses, bots: detailed, deals: null, pairs: null, ...remembered };

  // A list may lag behind writes: a difference counts only when the details show it too.
  const seeming = matchBots(desired, first, byAlias);
  const different = seeming.flatMap((match) =>
    match.kind === "live" && !unplaced.has(match.live.id) && seemsToDiffer(match, isHeld) ? [match.live.id] : [],
  );
  const decisive = recalled.size === 0 ? [] : decisiveBots(desired, first, seeming, byAlias, isHeld);
  const again = new Set([
    ...different,
    ...decisive.filter((id) => recalled.has(id)),
    ...unplacedLookAlikes(seeming, first),
    ...knownOtherwise(desired, listed, memory),
  ]);
  const bots = await withDetails(first.bots, again, reader);

  const own: Observed = { ...first, bots };
  const ownMatches = bots === first.bots ? seeming : matchBots(desired, own, byAlias);
  const others = await onOtherExchanges(desired, ownMatches, accesses, reader);
  const observed: Observed = others.length === 0 ? own : { ...own, bots: [...own.bots, ...others] };
  const matches = others.length === 0 ? ownMatches : matchBots(desired, observed, byAlias);
  const needed = accessesWithDealsToKnow(desired, observed, matches, byAlias, isHeld);
  const more = new Set([...needed].filter((id) => !running.has(id)));
  const [deals, pairs] = await Promise.all([
    readDeals(more, accesses, reader),
    needsPairs(matches) ? reader.pairs() : null,
  ]);
  const all = [...running, ...deals];
  return { ...observed, deals: all.length === 0 ? null : all.flatMap(([, ofAccess]) => ofAccess), pairs };
}

/** The accesses and, if asked for, the running deals of those that are managed, while the list is on its way. */
async function readAccesses(desired: Desired, reader: ServiceReader, everyDeal: boolean, early: EarlyDeals) {
  const accesses = await reader.accesses();
  const { byAlias } = resolveAccesses(desired, accesses);
  const managed = new Set(everyDeal ? [...byAlias.values()].map(({ id }) => id) : []);
  const [begun, others] = await Promise.all([
    Promise.all([...managed].flatMap((id) => early.get(id)?.then((deals) => [id, deals] as const) ?? [])),
    readDeals(new Set([...managed].filter((id) => !early.has(id))), accesses, reader),
  ]);
  return { accesses, byAlias, running: new Map([...begun, ...others]) };
}

type EarlyDeals = ReadonlyMap<number, Promise<readonly RunningDeal[]>>;

const NO_DEALS: EarlyDeals = new Map();

/** Accesses that the configuration's titles have stood for so far, or that it names by number: most likely they still do. */
function likelyAccesses({ accesses }: Desired, { bots }: Memory): readonly number[] {
  const named = accesses.flatMap(({ live }) => (typeof live === "number" ? [live] : []));
  const known = [...bots.values()].flatMap(({ accessId, address }) => (address === undefined ? [] : (accessId ?? [])));
  const all = [...new Set([...named, ...known])];
  return all.length > accesses.length ? named : all;
}

/** Reads their deals while the accesses are on their way: a plan takes as long as its slowest request. What isn't needed then is forgotten, errors too. */
function startDeals(accessIds: readonly number[], reader: ServiceReader): EarlyDeals {
  return new Map(
    accessIds.map((id) => {
      const deals = reader.runningDeals(id);
      deals.catch(() => {});
      return [id, deals];
    }),
  );
}

/** Whether a bot is held. @param address of a configured one */
type IsHeld = (id: number, address?: string) => boolean;

function seemsToDiffer({ bot, live }: Extract<Match, { readonly kind: "live" }>, isHeld: IsHeld): boolean {
  return differs(bot, live) || (live.status.on && isHeld(live.id, bot.address));
}

/**
 * Bots of the account's other exchanges with the titles of bots that would have to be created: what was moved to another
 * exchange must not run twice. The list is of one exchange, so each other one costs a list, where there is something to create.
 */
async function onOtherExchanges(
  desired: Desired,
  matches: readonly Match[],
  accesses: readonly Access[],
  reader: ServiceReader,
): Promise<readonly ObservedBot[]> {
  const titles = new Set(matches.flatMap((match) => (match.kind === "absent" ? [match.bot.fields.title] : [])));
  const exchanges = new Set(accesses.map(({ exchange }) => exchange).filter((one) => one !== desired.exchange));
  if (titles.size === 0) return [];
  const lists = await Promise.all([...exchanges].map((exchange) => reader.bots(exchange)));
  const titled = lists.flat().filter((bot) => titles.has(bot.fields.title ?? ""));
  return Promise.all(titled.map((bot) => reader.bot(bot.id)));
}

/** Bots whose access decides what is written: none of them is written, or left out, on the word of an old look. */
function decisiveBots(
  desired: Desired,
  observed: Observed,
  matches: readonly Match[],
  byAlias: ReadonlyMap<string, Access>,
  isHeld: IsHeld,
): readonly number[] {
  const missing = matches.flatMap((match) => (match.kind === "absent" ? [match.bot] : []));
  const titles = new Set(missing.flatMap(({ fields, previousTitles }) => [fields.title, ...previousTitles]));
  const sameTitle = observed.bots.filter(({ fields }) => titles.has(fields.title ?? ""));
  const areTurnedOff = desired.undeclared === "turn-off";
  const undeclared = undeclaredBots(desired, observed, matches, byAlias).filter(
    ({ live }) => areTurnedOff || isHeld(live.id),
  );
  return [...sameTitle, ...matches.flatMap(replacedBy), ...undeclared.map(({ live }) => live)].map(({ id }) => id);
}

/** Rule 20: listed bots that the ledger knows by another title, of a configured bot: the list may lag behind a rename. */
function knownOtherwise(desired: Desired, listed: readonly ObservedBot[], { bots }: Memory): readonly number[] {
  const titles = new Set(desired.bots.flatMap(({ fields, previousTitles }) => [fields.title, ...previousTitles]));
  return listed.flatMap(({ id, fields }) => {
    const known = bots.get(id);
    return known !== undefined && known.title !== fields.title && titles.has(known.title) ? [id] : [];
  });
}

/** Bots whose access decides something and isn't known from the list. */
function idsToPlace(
  desired: Desired,
  bots: readonly ObservedBot[],
  accesses: readonly Access[],
  byAlias: ReadonlyMap<string, Access>,
  isHeld: IsHeld,
): ReadonlySet<number> {
  const unplaced = bots.filter((bot) => bot.accessId === null);
  if (unplaced.length === 0) return new Set();
  const titles = new Set(desired.bots.flatMap((bot) => [bot.fields.title, ...bot.previousTitles]));
  const pinned = new Set(desired.bots.map((bot) => bot.botId));
  const managed = new Set([...byAlias.values()].map((access) => access.id));
  const allManaged = accesses.every((access) => managed.has(access.id));
  const undeclaredMatter = desired.undeclared === "turn-off" || (desired.undeclared === "report" && !allManaged);
  const matters = (bot: ObservedBot) => {
    const title = bot.fields.title ?? "";
    const isMeant = titles.has(title) || pinned.has(bot.id) || isHeld(bot.id);
    return isMeant || (undeclaredMatter && title.startsWith(desired.titlePrefix));
  };
  return new Set(unplaced.filter(matters).map((bot) => bot.id));
}

/** Bots that may be one that would be created (rule 22), and whose access isn't known. */
function unplacedLookAlikes(matches: readonly Match[], { bots, knownAs }: Observed): readonly number[] {
  const creates = matches.flatMap(({ kind, bot }) => (kind === "absent" ? [bot] : []));
  const addresses = new Set(creates.map(({ address }) => address));
  const trades = new Set(creates.flatMap((bot) => tradeOf(newFields(bot)) ?? []));
  const titles = new Set(creates.flatMap(({ fields }) => restsOf(folded(fields.title))));
  const mayMatter = ({ id, fields }: ObservedBot) =>
    addresses.has(knownAs?.get(id) ?? "") ||
    trades.has(tradeOf(fields) ?? "") ||
    titles.has(folded(fields.title ?? "").rest);
  return bots.filter((bot) => bot.accessId === null && mayMatter(bot)).map(({ id }) => id);
}

/** The same bots, those named read anew one by one; the reader bounds how many at once. */
async function withDetails(
  bots: readonly ObservedBot[],
  ids: ReadonlySet<number>,
  reader: ServiceReader,
): Promise<readonly ObservedBot[]> {
  return ids.size === 0 ? bots : Promise.all(bots.map((bot) => (ids.has(bot.id) ? reader.bot(bot.id) : bot)));
}

/** Deals matter to bots that will be updated or turned off, to undeclared ones and to titles that exist twice. */
function accessesWithDealsToKnow(
  desired: Desired,
  observed: Observed,
  matches: readonly Match[],
  byAlias: ReadonlyMap<string, Access>,
  isHeld: IsHeld,
): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const match of matches) {
    for (const { accessId } of replacedBy(match)) if (accessId !== null) ids.add(accessId);
    if (match.kind !== "live") continue;
    const { bot, live, copies, access } = match;
    const turnsOff = (bot.enabled === false || isHeld(live.id, bot.address)) && mayBeOn(live, observed);
    const changesDeals = desired.activeDeals === "take-profit" && typeof bot.fields.percentTakeProfit === "string";
    const changes = changedFields(bot.fields, live.fields).length > 0;
    if (copies.length > 0 || turnsOff || changes || changesDeals) ids.add(access.id);
  }
  for (const { access } of questionCreates(matches, observed)) ids.add(access.id);
  for (const { live } of undeclaredBots(desired, observed, matches, byAlias)) {
    const candidates = live.accessId === null ? [...byAlias.values()].map((access) => access.id) : [live.accessId];
    for (const id of candidates) ids.add(id);
  }
  return ids;
}

/** By access. */
async function readDeals(
  accessIds: ReadonlySet<number>,
  accesses: readonly Access[],
  reader: ServiceReader,
): Promise<readonly (readonly [number, readonly RunningDeal[]])[]> {
  const exchanges = new Map(accesses.map(({ id, exchange }) => [id, exchange]));
  return Promise.all([...accessIds].map(async (id) => [id, await reader.runningDeals(id, exchanges.get(id))] as const));
}

/** The pair list is needed only to check a pair that the service hasn't accepted yet. */
function needsPairs(matches: readonly Match[]): boolean {
  return matches.some((match) => {
    if (match.kind === "absent") return true;
    return (
      match.kind === "live" &&
      "pairTitle" in match.bot.fields &&
      match.bot.fields.pairTitle !== match.live.fields.pairTitle
    );
  });
}
