// Rule 22: questions a create where a live bot may be the one that is meant, renamed in the configuration or stored under another title.
import type { Access, ObservedBot } from "../../model/bot/bot.js";
import { changedFields } from "../../model/bot/compare.js";
import type { DesiredBot } from "../../model/bot/desired.js";
import { mayBeOn, type Observed } from "../../model/bot/observed.js";
import { mayBeStoredAs } from "../../model/text/folded.js";
import type { Match } from "./match.js";

/** A live bot that no configured bot stands for, and that may be one that would be created. */
export interface LookAlike {
  readonly live: ObservedBot;
  /** The ledger knows it as the bot of this key. */
  readonly isKnown: boolean;
  /** Its title may be the configured one in another form. */
  readonly isFolded: boolean;
  /** Each declared setting but the title is the same. */
  readonly isEqual: boolean;
  readonly isOn: boolean;
  readonly isInDeal: boolean;
}

/** A create, and the live bots that it may mean, the likeliest first. */
export interface Question {
  readonly bot: DesiredBot;
  readonly lookAlikes: readonly [LookAlike, ...LookAlike[]];
  /** Whether a human has to answer first. */
  readonly isRefused: boolean;
}

/** A create that isn't planned until its question is answered; until then no undeclared bot is turned off. */
export interface Questioned {
  readonly kind: "questioned";
  readonly bot: DesiredBot;
  /** As of the create. */
  readonly elsewhere: readonly ObservedBot[];
}

export type AskedMatch = Match | Questioned;

/** The questions, and the same matches with each create that is refused for one taken out. */
export function questionCreates(
  matches: readonly Match[],
  observed: Observed,
): { readonly matches: readonly AskedMatch[]; readonly questions: readonly Question[] } {
  const questions = new Map(questionsAbout(matches, observed).map((question) => [question.bot, question]));
  const asked = matches.map((match): AskedMatch => {
    const question = questions.get(match.bot);
    if (match.kind !== "absent" || question?.isRefused !== true) return match;
    return { kind: "questioned", bot: match.bot, elsewhere: match.elsewhere };
  });
  return { matches: asked, questions: [...questions.values()] };
}

/** One for each create that live bots look like. */
function questionsAbout(matches: readonly Match[], observed: Observed): readonly Question[] {
  const free = freeBots(matches, observed);
  const inDeal = new Set(observed.deals?.map(({ botId }) => botId));
  return matches.flatMap((match): Question[] => {
    if (match.kind !== "absent" || match.bot.protect) return [];
    const found = free
      .filter((live) => mayBeMeant(match, live, observed))
      .map((live) => lookAlike(match.bot, live, observed, inDeal))
      .sort((left, right) => weight(right) - weight(left) || left.live.id - right.live.id);
    const [first, ...rest] = found;
    return first === undefined ? [] : [{ bot: match.bot, lookAlikes: [first, ...rest], isRefused: weight(first) > 0 }];
  });
}

/** Live bots that may stand for a create: those that no configured bot stands, or may stand, for. */
function freeBots(matches: readonly Match[], { bots }: Observed): readonly ObservedBot[] {
  const taken = new Set(
    matches.flatMap((match) => {
      if (match.kind === "live") return [match.live, ...match.copies].map(({ id }) => id);
      if (match.kind === "absent") return match.elsewhere.map(({ id }) => id);
      return match.kind === "unclear" ? match.candidates : [];
    }),
  );
  return bots.filter(({ id }) => !taken.has(id));
}

type Wanted = { readonly bot: DesiredBot; readonly access: Access };

/** `twin` names bots beside which another one is meant. */
function mayBeMeant({ bot, access }: Wanted, live: ObservedBot, { knownAs }: Observed): boolean {
  if (live.accessId !== null && live.accessId !== access.id) return false;
  if (bot.twin?.includes(live.fields.title ?? "") === true) return false;
  return knownAs?.get(live.id) === bot.address || tradesAlike(bot, live);
}

/** Whether a live bot has the pair and the strategy of a configured one. */
export function tradesAlike({ fields, initial }: DesiredBot, live: ObservedBot): boolean {
  const pair = fields.pairTitle ?? initial.pairTitle;
  const strategy = fields.strategy ?? initial.strategy;
  return pair === live.fields.pairTitle && strategy === live.fields.strategy;
}

function lookAlike(bot: DesiredBot, live: ObservedBot, observed: Observed, inDeal: ReadonlySet<number>): LookAlike {
  const { title, ...settings } = bot.fields;
  return {
    live,
    isKnown: observed.knownAs?.get(live.id) === bot.address,
    isFolded: mayBeStoredAs(title, live.fields.title ?? ""),
    isEqual: changedFields({ ...bot.initial, ...settings }, live.fields).length === 0,
    isOn: mayBeOn(live, observed),
    isInDeal: inDeal.has(live.id),
  };
}

/** How likely it is the bot that is meant, or how bad a second one would be; 0 is no reason to refuse. */
function weight({ isKnown, isFolded, isEqual, isOn, isInDeal }: LookAlike): number {
  return Number(isKnown) * 16 + Number(isFolded) * 8 + Number(isEqual) * 4 + Number(isOn) * 2 + Number(isInDeal);
}
