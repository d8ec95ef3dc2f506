// Decides which live bot each configured bot is: by botId, else by title within its access, else by a previous title.
import type { Access, ObservedBot } from "../../model/bot/bot.js";
import type { Desired, DesiredBot } from "../../model/bot/desired.js";
import { mayBeOn, mayComeOn, type Observed } from "../../model/bot/observed.js";
import { type PlanCode, planProblem } from "../../model/plan/plan-codes.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { type Placed, Titles } from "./titles.js";

/** A configured bot and what stands for it on the service. */
export type Match =
  | {
      readonly kind: "live";
      readonly bot: DesiredBot;
      readonly access: Access;
      readonly live: ObservedBot;
      /** Other live bots on the access with its title. */
      readonly copies: readonly ObservedBot[];
      /** Live bots on the access with a previous title that no configured bot has; none where botId says which one it is. */
      readonly former: readonly ObservedBot[];
      /** The rest of those titles: a bot that turns up with one may be this one, too. */
      readonly formerTitles: readonly string[];
      /** Live bots with its title on other accesses that stand for no configured bot. */
      readonly elsewhere: readonly ObservedBot[];
    }
  | {
      readonly kind: "absent";
      readonly bot: DesiredBot;
      readonly access: Access;
      /** Previous titles that are no other configured bot's. */
      readonly formerTitles: readonly string[];
      /** The same: with any, its access was changed, and it can only be replaced. */
      readonly elsewhere: readonly ObservedBot[];
    }
  /** A human has to decide first; until then no step touches the bot or the live bots that it may be. */
  | {
      readonly kind: "unclear";
      readonly bot: DesiredBot;
      readonly diagnostic: Diagnostic;
      readonly candidates: readonly number[];
    }
  /** Its access is not known; reported once, at the alias. */
  | { readonly kind: "no-access"; readonly bot: DesiredBot };

/** The configured bots by the id of the live bot that each one certainly is. */
export function liveMatches(matches: readonly Match[]): ReadonlyMap<number, DesiredBot> {
  return new Map(matches.flatMap((match) => (match.kind === "live" ? [[match.live.id, match.bot] as const] : [])));
}

/** Matches every configured bot, in the order given. Bots claimed twice, and pinned ones claimed by title, make all claims unclear. */
export function matchBots(
  desired: Desired,
  observed: Observed,
  accesses: ReadonlyMap<string, Access>,
): readonly Match[] {
  const placed = desired.bots.flatMap((bot): Placed[] => {
    const access = accesses.get(bot.access.alias);
    return access === undefined ? [] : [{ bot, access }];
  });
  const titles = new Titles(placed, observed.bots);
  const matches = desired.bots.map((bot): Match => {
    const access = accesses.get(bot.access.alias);
    return access === undefined ? { kind: "no-access", bot } : matchOne({ bot, access }, titles, observed);
  });
  return leaveOthersAlone(refuseDoubleClaims(matches));
}

function matchOne(placed: Placed, titles: Titles, observed: Observed): Match {
  const { bot, access } = placed;
  const rivals = titles.declared(access.id, bot.fields.title);
  if (rivals.length > 1) return declaredTwice(placed, rivals, titles);
  if (bot.botId !== undefined) return matchPinned(placed, bot.botId, titles);
  const [lowest, ...copies] = titles.live(access, bot.fields.title);
  if (lowest === undefined) return matchPrevious(placed, titles);
  if (copies.length > 0) return matchCopies(placed, [lowest, ...copies], titles, observed);
  const other = titles.formerly(access, bot.fields.title).find((former) => former !== bot);
  return other !== undefined && hasOldTitleLive(placed, titles)
    ? chained(placed, bot.fields.title, other, titles)
    : found(placed, titles, lowest);
}

function found({ bot, access }: Placed, titles: Titles, live: ObservedBot, copies: readonly ObservedBot[] = []): Match {
  const elsewhere = titles.elsewhere(access, bot.fields.title);
  const isPinned = bot.botId !== undefined;
  const former = isPinned ? [] : withFormerTitle({ bot, access }, titles).filter((old) => old !== live);
  const isFree = (title: string) => former.every((old) => old.fields.title !== title);
  const titlesLeft = isPinned ? [] : formerTitles({ bot, access }, titles).filter(isFree);
  return { kind: "live", bot, access, live, copies, elsewhere, former, formerTitles: titlesLeft };
}

/** Two aliases may stand for one access. Then two bots share a title, which the configuration alone doesn't show. */
function declaredTwice(placed: Placed, rivals: readonly DesiredBot[], titles: Titles): Match {
  const { bot, access } = placed;
  return unclear(placed, titles.live(access, bot.fields.title), {
    code: "plan/title-twice",
    summary: `${addresses(rivals)} are all called "${bot.fields.title}" on the access "${access.title}" (${access.id})`,
    remedy: "Give each its own title: their access aliases stand for the same live access.",
  });
}

function matchPinned(placed: Placed, botId: number, titles: Titles): Match {
  const { bot, access } = placed;
  const live = titles.byId(botId);
  if (live === undefined) {
    return unclear(placed, [], {
      code: "plan/no-such-bot",
      summary: `the service shows no bot with id ${botId}`,
      remedy: "Correct botId, or remove it to match by title.",
    });
  }
  if (live.accessId !== access.id) return accessChanged(placed, live, pinnedElsewhere(bot, live));
  const copies = titles.live(access, bot.fields.title).filter((other) => other.id !== botId);
  const [holder] = copies;
  if (holder !== undefined && live.fields.title !== bot.fields.title) return titleTaken(placed, live, holder);
  return found(placed, titles, live, copies);
}

/** A rename to another live bot's title would make two bots of one title. */
function titleTaken(placed: Placed, live: ObservedBot, holder: ObservedBot): Match {
  return unclear(placed, [live, holder], {
    code: "plan/title-taken",
    summary: `bot ${live.id} "${live.fields.title}" can't be renamed to "${placed.bot.fields.title}" while bot ${holder.id} has that title`,
    remedy: "Rename the other one first: apply it alone with --target, then this one.",
  });
}

/** Several live bots with one title: safe only when all are off and none is in a deal; then the lowest id is the one. */
function matchCopies(
  placed: Placed,
  all: readonly [ObservedBot, ...ObservedBot[]],
  titles: Titles,
  observed: Observed,
): Match {
  const { bot, access } = placed;
  const [lowest, ...copies] = all;
  const inDeal = new Set(observed.deals?.map((deal) => deal.botId));
  if (!all.some((live) => mayBeOn(live, observed) || inDeal.has(live.id))) {
    return found(placed, titles, lowest, copies);
  }
  const shown = all.map((live) => {
    const deal = inDeal.has(live.id) ? ", in a deal" : "";
    return `${live.id} (${live.status.raw}${mayComeOn(live.id, observed) ? ", a turn-on under way" : ""}${deal})`;
  });
  return unclear(placed, all, {
    code: "plan/duplicate-title",
    summary: `${all.length} live bots on "${access.title}" are called "${bot.fields.title}", and some are on or in a deal: ${shown.join(", ")}`,
    remedy: "Turn the wrong ones off and let their deals end, or pin the right one with botId.",
  });
}

function matchPrevious(placed: Placed, titles: Titles): Match {
  const { bot, access } = placed;
  const candidates = withFormerTitle(placed, titles);
  const [only, second] = candidates;
  if (second !== undefined) {
    const shown = candidates.map((live) => `"${live.fields.title}" (${live.id})`).join(", ");
    return unclear(placed, candidates, {
      code: "plan/ambiguous-rename",
      summary: `${candidates.length} live bots have previous titles of this bot: ${shown}`,
      remedy: "Pin the right one with botId.",
    });
  }
  if (only !== undefined) return found(placed, titles, only);

  // Its previous title now belongs to a bot that is being renamed, too; creating a new bot would make a second copy.
  for (const title of bot.previousTitles.toSorted()) {
    if (titles.live(access, title).length === 0) continue;
    for (const other of titles.declared(access.id, title)) {
      if (hasOldTitleLive({ bot: other, access }, titles)) return chained(placed, title, other, titles);
    }
  }
  const elsewhere = titles.elsewhere(access, bot.fields.title);
  return { kind: "absent", bot, access, formerTitles: formerTitles(placed, titles), elsewhere };
}

/** Previous titles that are no other configured bot's. */
function formerTitles({ bot, access }: Placed, titles: Titles): readonly string[] {
  return bot.previousTitles.filter((title) => titles.declared(access.id, title).length === 0);
}

/** Live bots on the access with a previous title that no configured bot has, lowest id first. */
function withFormerTitle(placed: Placed, titles: Titles): readonly ObservedBot[] {
  return formerTitles(placed, titles)
    .flatMap((title) => titles.live(placed.access, title))
    .sort((a, b) => a.id - b.id);
}

function hasOldTitleLive({ bot, access }: Placed, titles: Titles): boolean {
  return bot.previousTitles.some((title) => titles.live(access, title).length > 0);
}

function chained(placed: Placed, title: string, other: DesiredBot, titles: Titles): Match {
  return unclear(placed, titles.live(placed.access, title), {
    code: "plan/rename-chain",
    summary: `the live title "${title}" is the new title of one and a previous title of the other of ${addresses([placed.bot, other])}`,
    remedy: "Pin both bots with botId, and first apply the one that gets another title, alone with --target.",
  });
}

/** After a replace, botId would still name the old bot; without botId an old bot of another title can't be recognised. */
function pinnedElsewhere({ fields }: DesiredBot, live: ObservedBot): string {
  return live.fields.title === fields.title
    ? "Set access back; or remove botId, which names the bot on the other access, and plan with --allow-replace."
    : "Set access back; or turn that bot off on the service and remove botId, so that a new one is created here.";
}

/** @param live the bot that is meant, on another access @param remedy why it isn't replaced, and what to do */
export function accessChanged(placed: Placed, live: ObservedBot, remedy: string): Match {
  const { access } = placed;
  return unclear(placed, [live], {
    code: "plan/access-changed",
    summary: `bot ${live.id} "${live.fields.title}" is on access ${live.accessId}, but the configuration has it on "${access.title}" (${access.id}); a bot's access can't be changed`,
    remedy,
  });
}

interface MatchProblem {
  readonly code: PlanCode;
  readonly summary: string;
  readonly remedy: string;
}

function unclear({ bot }: Placed, candidates: readonly ObservedBot[], { code, ...words }: MatchProblem): Match {
  const { address, origin } = bot;
  const diagnostic = planProblem(code, { ...words, address, origin });
  return { kind: "unclear", bot, diagnostic, candidates: candidates.map((live) => live.id) };
}

function refuseDoubleClaims(matches: readonly Match[]): readonly Match[] {
  const first = new Map<number, DesiredBot>();
  const claims = new Map<number, DesiredBot[]>();
  for (const match of matches) {
    // A bot that botId names is that one's, even where it can't be matched.
    const id = match.kind === "live" ? match.live.id : match.kind === "unclear" ? match.bot.botId : undefined;
    if (id === undefined) continue;
    const claimant = first.get(id);
    if (claimant === undefined) first.set(id, match.bot);
    else claims.set(id, [...(claims.get(id) ?? [claimant]), match.bot]);
  }
  return matches.map((match) => {
    const claimants = match.kind === "live" ? claims.get(match.live.id) : undefined;
    if (match.kind !== "live" || claimants === undefined) return match;
    return unclear(match, [match.live], {
      code: "plan/claimed-twice",
      summary: `bot ${match.live.id} "${match.live.fields.title}" is claimed by ${addresses(claimants)}`,
      remedy: "Correct previousTitles or botId so that only one bot claims it.",
    });
  });
}

/** A live bot that is, or may be, a configured one can't be replaced by another. */
function leaveOthersAlone(matches: readonly Match[]): readonly Match[] {
  const taken = new Set(matches.flatMap(spokenFor));
  return matches.map((match) => {
    if (match.kind !== "live" && match.kind !== "absent") return match;
    const claimed = match.elsewhere.find(({ id }) => taken.has(id));
    if (claimed === undefined) return match;
    return match.kind === "live"
      ? { ...match, elsewhere: match.elsewhere.filter(({ id }) => !taken.has(id)) }
      : accessChanged(
          match,
          claimed,
          "Set access back, or give the bot a new title here: the live one may belong to another bot.",
        );
  });
}

function spokenFor(match: Match): readonly number[] {
  if (match.kind === "live") return [match.live.id];
  return match.kind === "unclear" ? match.candidates : [];
}

function addresses(bots: readonly DesiredBot[]): string {
  return bots
    .map((bot) => bot.address)
    .sort()
    .join(" and ");
}
