// Decides which live bot each configured bot is: by botId, else by title within its access, else by a previous title.
import type { Access, ObservedBot } from "../model/bot.js";
import type { Desired, DesiredBot } from "../model/desired.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { Observed } from "../model/observed.js";

/** A configured bot and what stands for it on the service. */
export type Match =
  | {
      readonly kind: "live";
      readonly bot: DesiredBot;
      readonly access: Access;
      readonly live: ObservedBot;
      readonly copies: readonly ObservedBot[];
    }
  | { readonly kind: "absent"; readonly bot: DesiredBot; readonly access: Access }
  /** Nothing may be done until a human has decided. */
  | { readonly kind: "unclear"; readonly bot: DesiredBot; readonly diagnostic: Diagnostic }
  /** Its access is not known; reported once, at the alias. */
  | { readonly kind: "no-access"; readonly bot: DesiredBot };

/** Matches every configured bot, in the order given. Bots claimed twice make both claims unclear. */
export function matchBots(desired: Desired, observed: Observed, accesses: ReadonlyMap<string, Access>): Match[] {
  const titles = new Index(desired, observed);
  const matches = desired.bots.map((bot): Match => {
    const access = accesses.get(bot.access.alias);
    return access === undefined ? { kind: "no-access", bot } : matchOne(bot, access, titles, observed);
  });
  return refuseDoubleClaims(matches);
}

function matchOne(bot: DesiredBot, access: Access, index: Index, observed: Observed): Match {
  if (bot.botId !== undefined) return matchPinned(bot, bot.botId, access, index);
  const [lowest, ...copies] = index.live(bot.fields.title).filter((live) => live.accessId === access.id);
  if (lowest !== undefined) {
    if (copies.length > 0) return matchCopies(bot, access, lowest, copies, observed);
    const other = index
      .formerlyTitled(bot.fields.title)
      .find((former) => former !== bot && former.access.live === bot.access.live);
    return other !== undefined && hasOldTitleLive(bot, access, index)
      ? chained(bot, bot.fields.title, other)
      : { kind: "live", bot, access, live: lowest, copies };
  }
  return matchPrevious(bot, access, index);
}

function matchPinned(bot: DesiredBot, botId: number, access: Access, index: Index): Match {
  const live = index.byId(botId);
  if (live === undefined)
    return unclear(
      bot,
      "plan/no-such-bot",
      `the service shows no bot with id ${botId}`,
      "Correct botId, or remove it to match by title.",
    );
  if (live.accessId !== access.id) return moved(bot, access, live);
  const copies = index.live(bot.fields.title).filter((other) => other.accessId === access.id && other.id !== botId);
  return { kind: "live", bot, access, live, copies };
}

/** Several live bots with one title: safe only when all are off and none is in a deal; then the lowest id is the one. */
function matchCopies(
  bot: DesiredBot,
  access: Access,
  lowest: ObservedBot,
  copies: readonly ObservedBot[],
  observed: Observed,
): Match {
  const all = [lowest, ...copies];
  const busy = all.filter((live) => live.status.on || (observed.deals ?? []).some((deal) => deal.botId === live.id));
  if (busy.length === 0) return { kind: "live", bot, access, live: lowest, copies };
  const shown = all.map(
    (live) => `${live.id} (${live.status.raw}${busy.includes(live) && !live.status.on ? ", in a deal" : ""})`,
  );
  return unclear(
    bot,
    "plan/duplicate-title",
    `${all.length} live bots on "${access.title}" are called "${bot.fields.title}" and not all are off and without deals: ${shown.join(", ")}`,
    `Pin the one that is meant, for example with botId: ${lowest.id}.`,
  );
}

function matchPrevious(bot: DesiredBot, access: Access, index: Index): Match {
  const candidates = bot.previousTitles
    .flatMap((title) => index.live(title))
    .filter(
      (live) => live.accessId === access.id && index.titled(bot.access.live, live.fields.title ?? "") === undefined,
    );
  const [only, second] = candidates;
  if (second !== undefined) {
    const shown = candidates.map((live) => `"${live.fields.title}" (${live.id})`).join(", ");
    return unclear(
      bot,
      "plan/ambiguous-rename",
      `${candidates.length} live bots bear previous titles of this bot: ${shown}`,
      "Pin the one that is meant with botId.",
    );
  }
  if (only !== undefined) return { kind: "live", bot, access, live: only, copies: [] };
  // The title it had is now another's who is being renamed, too: a new bot would be a second copy.
  for (const title of bot.previousTitles) {
    const other = index.titled(bot.access.live, title);
    if (other !== undefined && other !== bot && index.live(title).length > 0 && hasOldTitleLive(other, access, index)) {
      return chained(bot, title, other);
    }
  }
  const elsewhere = index
    .live(bot.fields.title)
    .find((live) => live.accessId !== access.id && !index.isDeclaredOn(live));
  return elsewhere === undefined ? { kind: "absent", bot, access } : moved(bot, access, elsewhere);
}

function hasOldTitleLive(bot: DesiredBot, access: Access, index: Index): boolean {
  return bot.previousTitles.some((title) => index.live(title).some((live) => live.accessId === access.id));
}

function chained(bot: DesiredBot, title: string, other: DesiredBot): Match {
  return unclear(
    bot,
    "plan/rename-chain",
    `"${title}" is live, and is the new title of one and a previous title of the other of ${[bot.address, other.address].sort().join(" and ")}`,
    "Pin each of the two bots with botId for this change.",
  );
}

function moved(bot: DesiredBot, access: Access, live: ObservedBot): Match {
  return unclear(
    bot,
    "plan/access-changed",
    `bot ${live.id} "${live.fields.title}" lives on access ${live.accessId}, the configuration wants it on "${access.title}" (${access.id}); a bot's access can't be changed`,
    "Set access back, or give the bot a new title here and leave the old one undeclared.",
  );
}

function unclear(bot: DesiredBot, code: string, summary: string, remedy: string): Match {
  return {
    kind: "unclear",
    bot,
    diagnostic: { severity: "error", code, summary, remedy, address: bot.address, origin: bot.origin },
  };
}

function refuseDoubleClaims(matches: readonly Match[]): Match[] {
  const claims = new Map<number, string[]>();
  for (const match of matches) {
    if (match.kind === "live") claims.set(match.live.id, [...(claims.get(match.live.id) ?? []), match.bot.address]);
  }
  return matches.map((match) => {
    const claimants = match.kind === "live" ? (claims.get(match.live.id) ?? []) : [];
    return match.kind === "live" && claimants.length > 1
      ? unclear(
          match.bot,
          "plan/claimed-twice",
          `bot ${match.live.id} "${match.live.fields.title}" is claimed by ${claimants.join(" and ")}`,
          "Correct previousTitles or botId so that one bot claims it.",
        )
      : match;
  });
}

/** Live bots by title and id, lowest id first, and which titles the configuration declares. */
class Index {
  readonly #byTitle = new Map<string, ObservedBot[]>();
  readonly #byId = new Map<number, ObservedBot>();
  readonly #declared = new Map<string, DesiredBot>();
  readonly #formerly = new Map<string, DesiredBot[]>();
  readonly #accessReferences = new Map<number, (string | number)[]>();

  constructor(desired: Desired, observed: Observed) {
    for (const live of [...observed.bots].sort((a, b) => a.id - b.id)) {
      const title = live.fields.title ?? "";
      this.#byId.set(live.id, live);
      this.#byTitle.set(title, [...(this.#byTitle.get(title) ?? []), live]);
    }
    for (const access of observed.accesses) this.#accessReferences.set(access.id, [access.id, access.title]);
    for (const bot of desired.bots) {
      this.#declared.set(declaredKey(bot.access.live, bot.fields.title), bot);
      for (const title of bot.previousTitles) {
        this.#formerly.set(title, [...(this.#formerly.get(title) ?? []), bot]);
      }
    }
  }

  live(title: string): readonly ObservedBot[] {
    return this.#byTitle.get(title) ?? [];
  }

  byId(id: number): ObservedBot | undefined {
    return this.#byId.get(id);
  }

  /** The configured bot with that title on that access. */
  titled(access: string | number, title: string): DesiredBot | undefined {
    return this.#declared.get(declaredKey(access, title));
  }

  /** Whether some configured bot has this live bot's title on this live bot's access. */
  isDeclaredOn(live: ObservedBot): boolean {
    const references = live.accessId === null ? [] : (this.#accessReferences.get(live.accessId) ?? []);
    return references.some((reference) => this.titled(reference, live.fields.title ?? "") !== undefined);
  }

  formerlyTitled(title: string): readonly DesiredBot[] {
    return this.#formerly.get(title) ?? [];
  }
}

function declaredKey(access: string | number, title: string): string {
  return JSON.stringify([access, title]);
}
