// Rule 22: questions a create where a live bot may be the one that is meant, renamed in the configuration or stored under another title.
import type { Access, ObservedBot } from "../../model/bot/bot.js";
import type { DesiredBot } from "../../model/bot/desired.js";
import { FIELD_NAMES, type FieldName, type SomeFields } from "../../model/bot/field.js";
import { mayBeOn, type Observed } from "../../model/bot/observed.js";
import { byText, groupBy } from "../../model/order.js";
import { type FoldedTitle, folded, mayBeStoredAs, restsOf } from "../../model/text/folded.js";
import { fits } from "../../model/text/pattern.js";
import type { Match } from "./match.js";

/** A live bot that no configured bot stands for, and that may be one that would be created. */
export interface LookAlike {
  readonly live: ObservedBot;
  /** The ledger knows it as the bot of this key. */
  readonly isKnown: boolean;
  /** It has the same pair and strategy. */
  readonly isAlike: boolean;
  /** Its title may be the configured one in another form. */
  readonly isFolded: boolean;
  /** Each declared setting but the title is the same. */
  readonly isEqual: boolean;
  readonly isOn: boolean;
  readonly isInDeal: boolean;
}

/** A create, and the live bots that it may mean. */
export interface Question {
  readonly bot: DesiredBot;
  readonly access: Access;
  /** The likeliest; where several creates look like several bots, each has another one. */
  readonly named: LookAlike;
  readonly all: readonly ObservedBot[];
  /** Whether a human has to answer first. */
  readonly isRefused: boolean;
}

type Create = Extract<Match, { readonly kind: "absent" }>;

/** The questions, by address. What is refused isn't planned, and until it is answered no undeclared bot is turned off. @param isLeftAlone whether none is created anyway */
export function questionCreates(
  matches: readonly Match[],
  observed: Observed,
  isLeftAlone: (match: Match) => boolean = () => false,
): readonly Question[] {
  const creates = matches.flatMap((match) =>
    match.kind === "absent" && !match.bot.protect && !isLeftAlone(match) ? [match] : [],
  );
  if (creates.length === 0) return [];
  const questions = eachItsOwn(candidatesOf(creates, freeBots(matches, observed), observed));
  return questions.toSorted((left, right) => byText(left.bot.address, right.bot.address));
}

/** Live bots that may stand for a create: those that the configuration names nowhere by title, previous title or id. */
function freeBots(matches: readonly Match[], { bots }: Observed): readonly ObservedBot[] {
  const ids = new Set<number | undefined>();
  const titles = new Set<string>();
  for (const match of matches) {
    ids.add(match.bot.botId);
    if (match.kind === "unclear") for (const id of match.candidates) ids.add(id);
    if (match.kind !== "live" && match.kind !== "absent") continue;
    if (match.kind === "live") ids.add(match.live.id);
    // A bot that is replaced stays behind.
    else for (const { id } of match.elsewhere) ids.add(id);
    for (const title of [match.bot.fields.title, ...match.bot.previousTitles])
      titles.add(`${match.access.id} ${title}`);
  }
  return bots.filter(({ id, accessId, fields }) => !ids.has(id) && !titles.has(`${accessId} ${fields.title}`));
}

/** One that has none is called by nothing. */
export function titleOf({ fields }: ObservedBot): string {
  return fields.title ?? "";
}

/** What two bots that trade the same on one account have in common; undefined where it isn't known. */
export function tradeOf({ pairTitle, strategy }: SomeFields): string | undefined {
  return typeof pairTitle === "string" && typeof strategy === "string" ? `${pairTitle} ${strategy}` : undefined;
}

/** Declared or not, a new bot gets these. */
export function newFields({ fields, initial }: DesiredBot): SomeFields {
  return { ...initial, ...fields };
}

/** A create and the live bots that it looks like. */
interface Candidates {
  readonly create: Create;
  readonly lives: readonly ObservedBot[];
  readonly look: (live: ObservedBot) => LookAlike;
}

/** Only bots that trade the same, or have one title in two forms, are compared: a plan of a thousand creates has no time for each with each. */
function candidatesOf(creates: readonly Create[], free: readonly ObservedBot[], observed: Observed): Candidates[] {
  const byTrade = groupBy(free, ({ fields }) => tradeOf(fields));
  const byTitle = groupBy(free, (live) => folded(titleOf(live)).rest);
  const looks = looking(observed);
  const addresses = new Set<string | undefined>(creates.map(({ bot }) => bot.address));
  const known = groupBy(free, ({ id }) => observed.knownAs?.get(id));
  return creates.map((create) => {
    const { bot, access } = create;
    const own = known.get(bot.address) ?? [];
    const trade = tradeOf(newFields(bot));
    const alike = trade === undefined ? [] : (byTrade.get(trade) ?? []);
    const titled = restsOf(folded(bot.fields.title)).flatMap((rest) => byTitle.get(rest) ?? []);
    const look = looks(bot);
    // What another bot to create stood for is that one's question, unless it has this one's title by now.
    const trading = alike.filter(({ id }) => !addresses.has(observed.knownAs?.get(id)));
    const isMeantBeside = twinsOf(bot);
    const lives = [...new Set([...own, ...trading, ...titled.filter((live) => look(live).isFolded)])].filter(
      (live) => (live.accessId === null || live.accessId === access.id) && !isMeantBeside(look(live)),
    );
    return { create, lives, look };
  });
}

/** Whether `twin` names a bot. A pattern doesn't name one that is most likely the same bot. */
function twinsOf({ twin = [] }: DesiredBot): (one: LookAlike) => boolean {
  const titles = new Set(twin);
  return ({ live, isKnown, isFolded }) => {
    const title = titleOf(live);
    return titles.has(title) || (!isKnown && !isFolded && twin.some((pattern) => fits(pattern, title)));
  };
}

/** Compares configured bots with live ones; what is the same for many pairs of them is worked out once. */
function looking(observed: Observed): (bot: DesiredBot) => (live: ObservedBot) => LookAlike {
  const inDeal = new Set(observed.deals?.map(({ botId }) => botId));
  const longest = observed.bots.reduce((most, live) => Math.max(most, titleOf(live).length), 0);
  const titles = new Map<ObservedBot, FoldedTitle>();
  const settings = new Map<string, Map<ObservedBot, string>>();
  return (bot) => {
    const ours = folded(bot.fields.title);
    const fields = newFields(bot);
    const names = FIELD_NAMES.filter((name) => name !== "title" && fields[name] !== undefined);
    const wanted = settingsOf(fields, names);
    const known = ofKey(settings, names.join(), () => new Map<ObservedBot, string>());
    return (live) => {
      const stored = ofKey(titles, live, () => folded(titleOf(live)));
      return {
        live,
        isKnown: observed.knownAs?.get(live.id) === bot.address,
        isAlike: tradeOf(fields) !== undefined && tradeOf(fields) === tradeOf(live.fields),
        isFolded: mayBeStoredAs(ours, stored, longest),
        isEqual: ofKey(known, live, () => settingsOf(live.fields, names)) === wanted,
        isOn: mayBeOn(live, observed),
        isInDeal: inDeal.has(live.id),
      };
    };
  };
}

/** In canonical form, so that the same settings are the same text. */
function settingsOf(fields: SomeFields, names: readonly FieldName[]): string {
  return JSON.stringify(names.map((name) => fields[name] ?? null));
}

function ofKey<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** The question about each create, the surest first. Each names another live bot, as long as there is one that is a reason, too. */
function eachItsOwn(candidates: readonly Candidates[]): Question[] {
  const taken = new Set<ObservedBot>();
  return candidates
    .map((one) => ({ ...one, most: heaviest(one.lives, one.look) }))
    .sort((left, right) => (right.most?.heft ?? 0) - (left.most?.heft ?? 0) || byAddress(left, right))
    .flatMap(({ create: { bot, access }, lives, look, most }): Question[] => {
      if (most === undefined) return [];
      const isRefused = most.heft > 0;
      const own = heaviest(lives, look, (live) => !taken.has(live));
      const { live } = own !== undefined && own.heft > 0 === isRefused ? own : most;
      taken.add(live);
      return [{ bot, access, named: look(live), all: lives, isRefused }];
    });
}

function heaviest(
  lives: readonly ObservedBot[],
  look: Candidates["look"],
  includes: (live: ObservedBot) => boolean = () => true,
): { readonly live: ObservedBot; readonly heft: number } | undefined {
  let most: { live: ObservedBot; heft: number } | undefined;
  for (const live of lives) {
    if (!includes(live)) continue;
    const heft = heftOf(look(live));
    if (most === undefined || heft > most.heft || (heft === most.heft && live.id < most.live.id)) most = { live, heft };
  }
  return most;
}

function byAddress({ create: left }: Candidates, { create: right }: Candidates): number {
  return byText(left.bot.address, right.bot.address);
}

/** How likely it is the bot that is meant, or how bad a second one would be; 0 is no reason to refuse. */
function heftOf({ isKnown, isFolded, isEqual, isOn, isInDeal }: LookAlike): number {
  return Number(isKnown) * 16 + Number(isFolded) * 8 + Number(isEqual) * 4 + Number(isOn) * 2 + Number(isInDeal);
}
