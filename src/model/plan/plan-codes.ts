// The table of the codes of planning and applying: problems that prevent a bot's steps, and warnings about them.
import { type CodeRow, type Diagnostic, errorRow as error, warningRow as warning } from "../text/diagnostic.js";

/** Codes are stable: a row may get better words, but never another meaning. */
export const PLAN_CODES = {
  // Accesses (access.ts)
  "plan/unknown-access": error(
    "The account has no such access",
    "accesses names a title or an accessId that the service doesn't list for this API key. A wrong title, or the key of another account.",
  ),
  "plan/ambiguous-access": error(
    "Several accesses have the title",
    "Two accesses of the account are called the same, so the title says nothing. Name one by its accessId.",
  ),
  "plan/wrong-exchange": error(
    "The access is of another exchange",
    "The list of bots is read for the account's exchange alone, so bots of another one would look absent. Accesses of different exchanges belong in accounts of their own.",
  ),
  // Which live bot is meant (match.ts, replace.ts)
  "plan/title-twice": error(
    "Two configured bots have one title on one live access",
    "Two aliases stand for the same access, which only the service could tell. Within an access the title is the identity.",
  ),
  "plan/no-such-bot": error(
    "The service shows no bot with that id",
    "botId names a bot that isn't in the list: it was deleted, or is of another account.",
  ),
  "plan/title-taken": error(
    "Another live bot has the new title",
    "The rename would leave two bots with one title, and nobody could tell them apart. Rename the other one first.",
  ),
  "plan/duplicate-title": error(
    "Several live bots have the title, and one is on or in a deal",
    "It can't be told which one is meant, and at most one of a title may be on. Turn off those that aren't meant, or pin the one that is with botId.",
  ),
  "plan/ambiguous-rename": error(
    "Several live bots bear previous titles of one bot",
    "Any of them could be the one to rename. Pin the one that is meant with botId.",
  ),
  "plan/rename-chain": error(
    "A title passes from one bot to another",
    "It is the new title of one bot and a previous one of another, so a bot that is matched by it could be either. Pin both with botId, and apply the one that moves on first.",
  ),
  "plan/access-changed": error(
    "The bot lives on another access",
    "The service can't move a bot. A new one can be made in its place with --allow-replace; the old one stays behind, off.",
  ),
  "plan/claimed-twice": error(
    "Two configured bots claim one live bot",
    "Their titles, previousTitles or botId lead to the same bot. Correct them so that one claims it.",
  ),
  "plan/also-on": warning(
    "A bot of the same title is on elsewhere",
    "A bot that isn't in the configuration has this title on another access, and is on. Two of one title would be on then.",
  ),
  // What is to be done with it (configured-bot.ts, planner.ts)
  "plan/incomplete-bot": error(
    "A bot that has to be created lacks settings",
    "To create a bot the service asks for all required fields. Add them, or correct the title if the bot should exist.",
  ),
  "plan/protected": warning(
    "A protected bot differs",
    "protect: true keeps every step away from the bot. What differs is shown and nothing is done.",
  ),
  "plan/deals-frozen": warning(
    "A bot isn't updated while a deal of it runs",
    "freezeActiveDeals: true holds updates of the bot back while it is in a deal, and it isn't turned on meanwhile either. Turning it off is planned all the same, so that no new deal opens; plan again when the deal has ended.",
  ),
  "plan/take-profit-unclear": warning(
    "A running deal's settings and its order tell different take profits",
    "The settings that the deal keeps say the configured percentage, and its take-profit order stands elsewhere. Which of them the service changes with a take profit isn't known, so nothing is planned; look at the deal, or say the percentage once more with botform deals take-profit.",
  ),
  "plan/unknown-pair": error(
    "The service doesn't list the pair",
    "A bot with this pair would never trade. Pairs are written <QUOTE>-<BASE>, for example USDT-BTC; botform pairs lists them.",
  ),
  "plan/unknown-word": error(
    "The service shows a word that botform doesn't know",
    "An update sends every field, and a word that isn't known might not mean what it seems to. Look at the bot on the service; ignore leaves that field out.",
  ),
  "plan/unknown-setting": warning(
    "The service shows settings that botform doesn't know",
    "They are neither compared nor changed. A newer botform may know them.",
  ),
  "plan/copies": warning(
    "Other live bots have the title",
    "All are off and without deals, so the lowest id is taken for the one. Give the others another title, or pin the one that is meant with botId.",
  ),
  "plan/copy-on": error(
    "A second bot with the title is on",
    "At most one bot of a title may be on, so this one isn't turned on beside it.",
  ),
  "plan/error-status": warning(
    "The service shows a status that names an error",
    "Such a bot counts as on. Its log on the service says more.",
  ),
  "plan/stays-behind": warning(
    "A bot stays behind, off",
    "The service can't delete a bot. One that was replaced, or created by a run that is taken back, is turned off and stays.",
  ),
  // The way back (undo-problems.ts)
  "plan/no-way-back": warning(
    "A setting can't be taken back",
    "No parameter can say what the field was before, so it stays. Set it in the service's own form, if it matters.",
  ),
  "plan/changed-since": warning(
    "Other hands changed a field since that run",
    "The way back takes their change back, too. See that it is meant.",
  ),
  "plan/gone": warning(
    "A bot of that run isn't on the service any more",
    "What was done to it can't be taken back, and needn't be.",
  ),
  "plan/not-listed": error(
    "The list lacks a bot whose details can be read",
    "The list lags behind. Absence in a list that lags is not absence, so nothing is planned; try again.",
  ),
  "plan/not-found": warning(
    "Whether that run created the bot isn't known",
    "None, or several, have its title now. botform resolve looks again.",
  ),
  "plan/deal-stays": warning(
    "What was done to a deal can't be taken back",
    "A deal that was started, completed or cancelled can't be made not to have been, and one that has ended has no take profit to change any more.",
  ),
  "plan/in-doubt": warning(
    "Whether a step of that run took effect isn't known",
    "A queued command may be carried out minutes later. botform resolve looks again.",
  ),
  "plan/stays-off": warning(
    "A bot isn't turned on again",
    "Another live bot has its title by now, and only one of a title may be on.",
  ),
  // The last look before the first write (freshness.ts)
  "apply/stale": error(
    "A bot has changed since the plan was made",
    "Before the first write every bot of the plan is read again. What was reviewed is not what would happen now, so nothing is written: plan again.",
  ),
} as const satisfies Readonly<Record<string, CodeRow>>;

export type PlanCode = keyof typeof PLAN_CODES;

/** A diagnostic with the severity of its code. */
export function planProblem(code: PlanCode, about: Omit<Diagnostic, "severity" | "code">): Diagnostic {
  return { severity: PLAN_CODES[code].severity, code, ...about };
}
