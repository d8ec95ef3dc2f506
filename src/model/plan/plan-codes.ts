// The table of the codes of planning and applying: problems that prevent a bot's steps, and warnings about them.
import { type CodeRow, type Diagnostic, errorRow as error, warningRow as warning } from "../text/diagnostic.js";

/** Codes are stable: a row may get better words, but never another meaning. */
export const PLAN_CODES = {
  // Accesses (access.ts)
  "plan/unknown-access": error(
    "The account doesn't have that access",
    "accesses names a title or an accessId that the service doesn't list for this API key. The title is wrong, or the key is for another account.",
  ),
  "plan/ambiguous-access": error(
    "Several accesses have the same title",
    "Two accesses of the account have the same title, so it doesn't identify one. Use the accessId.",
  ),
  "plan/wrong-exchange": error(
    "The access is on another exchange",
    "The list of bots is read for the account's exchange alone, so bots of another one would look absent. Accesses of different exchanges belong in accounts of their own.",
  ),
  "plan/shared-access": error(
    "Two accounts are one account of the service",
    "The plans of two accounts of the configuration write to the same access, so their API keys belong to one account of the service. Most likely one has the wrong key. Applied together, each would take the other's bots for its own. If both are meant, apply one at a time.",
  ),
  // Which live bot is meant (match.ts, replace.ts)
  "plan/title-twice": error(
    "Two configured bots have the same title on one live access",
    "Two aliases stand for the same access, which only the service can show. Within an access, the title is a bot's identity.",
  ),
  "plan/no-such-bot": error(
    "The service shows no bot with that id",
    "botId names a bot that isn't in the list: it was deleted, or belongs to another account.",
  ),
  "plan/title-taken": error(
    "Another live bot has the new title",
    "The rename would leave two bots with the same title, which couldn't be told apart. Rename the other one first.",
  ),
  "plan/duplicate-title": error(
    "Several live bots have the title, and one is on or in a deal",
    "botform can't tell which one you mean, and only one bot of a title may be on. Turn off the wrong ones, or pin the right one with botId.",
  ),
  "plan/ambiguous-rename": error(
    "Several live bots have previous titles of one bot",
    "Any of them could be the one to rename. Pin the right one with botId.",
  ),
  "plan/other-title": error(
    "A bot of this key has another title on the service",
    "This machine remembers a live bot that was created for this key, or stood for it. Either its title was changed, or the service stores titles in another form. Creating another one would make a copy with every run.",
  ),
  "plan/looks-renamed": error(
    "A bot to create looks like a live one",
    "A live bot that isn't in the configuration is on the same access. Its title differs only in form; or it has the same pair and strategy, and is on, in a deal, or has the same settings. After a rename, previousTitles says so; twin says that a second bot is meant. Where many bots share an access, one twin with a pattern under defaults does it.",
  ),
  "plan/beside-another": warning(
    "A bot is created beside a similar one",
    "A live bot that isn't in the configuration has the same access, pair and strategy. It is off, and its settings differ. If it is the same bot, renamed, add its title to previousTitles before you apply; twin says that a second bot is meant.",
  ),
  "plan/rename-chain": error(
    "A title passes from one bot to another",
    "It is the new title of one bot and a previous title of another, so a live bot with it could be either. Pin both with botId, and first apply the one that gets another title.",
  ),
  "plan/access-changed": error(
    "The bot is on another access",
    "The service can't move a bot. With --allow-replace, apply creates a new one instead; the old one stays on the account, off.",
  ),
  "plan/claimed-twice": error(
    "Two configured bots claim one live bot",
    "Their titles, previousTitles or botId lead to the same live bot. Correct them so that only one claims it.",
  ),
  "plan/also-on": warning(
    "A bot with the same title is on elsewhere",
    "A bot that isn't in the configuration has this title on another access, and is on. Two bots of one title would then be on.",
  ),
  // What is to be done with it (configured-bot.ts, planner.ts)
  "plan/incomplete-bot": error(
    "A bot to create lacks settings",
    "To create a bot, the service needs all required fields. Add them, or correct the title if the bot should exist already.",
  ),
  "plan/protected": warning(
    "A protected bot differs",
    "protect: true keeps every step away from the bot. The plan shows the differences and changes nothing.",
  ),
  "plan/not-switched-off": warning(
    "A setting shall be off that the service doesn't switch off",
    "botform service check has seen that updates leave the setting on, so no step asks for it, and the bot isn't turned on. Switch the setting off on the service, or declare the value that it has.",
  ),
  "plan/protect-lifted": warning(
    "A bot isn't protected any more",
    "The ledger knows that a configuration protected the bot, and this one doesn't. An apply records that; until then no step touches the bot. So nobody undoes a protection by deleting an entry.",
  ),
  "plan/changed-outside": warning(
    "A bot isn't as botform left it",
    "Someone has changed it on the service since the last run that wrote to it, as far as this machine's journals tell, and the plan puts it back. The time of its last update is the service's own.",
  ),
  "plan/acknowledged": warning(
    "An apply overwrites acknowledged drift",
    "Somebody has stated with botform drift acknowledge that the setting is known to differ, why and until when. That keeps drift from counting it, and no apply from changing it back. Leave the bot out with --exclude, take the value over with botform pull --accept, or ask who acknowledged it.",
  ),
  "plan/held": warning(
    "Bots are held",
    "A hold keeps bots off and untouched, for the reason that it states. A held bot that is on is turned off; nothing else is done to it. botform hold list shows the holds, botform hold remove lifts one.",
  ),
  "plan/hold-ended": warning(
    "A hold is past its end",
    "It stays in force until it is removed: the date alone never turns a bot on. Lift it, or give it a later until. Seven days after its end this becomes an error.",
  ),
  "plan/hold-overdue": error(
    "A hold is more than seven days past its end",
    "Nobody has decided what becomes of its bots. Lift it with botform hold remove, or give it a later until. It stays in force, and botform bots off still works.",
  ),
  "plan/deals-frozen": warning(
    "A bot isn't updated while its deal runs",
    "With freezeActiveDeals: true, botform neither updates the bot nor turns it on while it is in a deal. It still turns it off, so that no new deal opens. Plan again when the deal has ended.",
  ),
  "plan/take-profit-unclear": warning(
    "A running deal's settings and its order have different take profits",
    "The deal's settings have the configured percentage, but its take-profit order is at another price. Which of the two the service goes by is unknown, so nothing is planned. Check the deal, or set the percentage again with botform deals take-profit.",
  ),
  "plan/unknown-pair": error(
    "The service doesn't list the pair",
    "A bot with this pair would never trade. Pairs are written <QUOTE>-<BASE>, for example USDT-BTC; botform pairs lists them.",
  ),
  "plan/not-stored": error(
    "The service was seen to store such a value in another form",
    "botform service check has seen what becomes of titles and decimals. This one would read back as something else, so the step would fail, and of a create a bot would stay behind. Write the value as the service stores it.",
  ),
  "plan/unknown-word": error(
    "The service shows a word that botform doesn't know",
    "An update sends every field, and an unknown word might not mean what it seems to. Check the bot on the service; ignore leaves that field out.",
  ),
  "plan/unknown-setting": warning(
    "The service shows settings that botform doesn't know",
    "botform neither compares nor changes them. A newer version may know them.",
  ),
  "plan/copies": warning(
    "Other live bots have the same title",
    "All are off and without deals, so botform takes the one with the lowest id. Give the others another title, or pin the right one with botId.",
  ),
  "plan/copy-on": error(
    "A second bot with the same title is on",
    "Only one bot of a title, or of a previous one, may be on, so this one isn't turned on.",
  ),
  "plan/former-on": warning(
    "A bot with a previous title is on, too",
    "previousTitles says that both titles mean one bot, and two are on. Turn the wrong one off, or remove the title from previousTitles if it is another bot.",
  ),
  "plan/error-status": warning(
    "The service shows an error status",
    "Such a bot counts as on. Check its log on the service.",
  ),
  "plan/stays-behind": warning(
    "A bot stays on the account, off",
    "The service can't delete a bot. A bot that was replaced, or created by a run that is undone, is turned off and stays.",
  ),
  // The way back (undo-problems.ts)
  "plan/no-way-back": warning(
    "A setting can't be undone",
    "No parameter can express the field's previous value, so it stays. If it matters, set it on the service's website.",
  ),
  "plan/changed-since": warning(
    "Something else changed a field since that run",
    "The undo reverts that change, too. Check that you want that.",
  ),
  "plan/gone": warning(
    "A bot of that run is no longer on the service",
    "What was done to it can't be undone, and needn't be.",
  ),
  "plan/not-listed": error(
    "The bot list lacks a bot whose details can be read",
    "The list lags behind, so a bot missing from it may still exist. Nothing is planned; try again.",
  ),
  "plan/not-found": warning(
    "It is unknown whether that run created the bot",
    "No bot, or several, have its title now. Run botform resolve to check again.",
  ),
  "plan/deal-stays": warning(
    "What was done to a deal can't be undone",
    "Starting, completing or cancelling a deal can't be undone, and a deal that has ended has no take profit left to change.",
  ),
  "plan/in-doubt": warning(
    "It is unknown whether an earlier command took effect",
    "A command was sent whose effect nobody has seen. Commands are queued, so it may still be carried out. Run botform resolve to check again.",
  ),
  "plan/waits": warning(
    "A step waits for an earlier write that may still arrive",
    "An earlier run sent a write whose arrival nobody has seen, and a proxy may hand it on late. Apply waits until the service would refuse it, or until it is seen to have arrived.",
  ),
  "plan/other-host": warning(
    "The account is at another host than in its last run",
    "A changed address sends the account's key there. If you didn't expect it, apply nothing, and find out who changed apiUrl. BOTFORM_ALLOWED_HOSTS pins the hosts. The first apply at the new host ends the warning.",
  ),
  "plan/limits-ended": warning(
    "The limits of the account have ended",
    "limits allowed one apply to change more until a day that is over. Remove them, or state a later day and the reason; until then botform's own are in force.",
  ),
  "plan/rollout-declared": warning(
    "The configuration declares waves, and apply takes them all at once",
    "rollout: says which bots come first, and what must hold before the next ones do. botform apply knows nothing of that: it applies everything that the plan shows, in one run. botform rollout start goes wave by wave; one that is under way already goes on by itself, and botform rollout status shows how it stands. Nothing forbids an apply by hand, and the roll-out of what it has done finds nothing left to do.",
  ),
  "plan/unlisted-bot": warning(
    "The bot list lacks bots that this machine knows",
    "A list that hides a bot would make botform create it again. Bots that the ledger knows are therefore read by id. Those that were deleted on the service are forgotten with botform forget.",
  ),
  "plan/unread-ledger": warning(
    "What earlier runs left behind can't be read",
    "The ledger tells which turn-ons may still take effect and which bots a list may hide. Without it, a bot that is shown off may come on, and one that the list hides would be created again. Nothing is written while the ledger can't be. Where a line of it isn't as it was written, or a newer botform has written to it, a hold, a protection or a command under way may be lost, so nothing is sent but turn-offs.",
  ),
  "plan/service-changed": warning(
    "The service was seen to do otherwise than its file of facts says",
    "serviceFacts pins what a team has reviewed, and the ledger knows a newer answer that contradicts it. botform goes by neither, as if nobody had asked; of measures, by the longer one. Ask the service again, and review the file.",
  ),
  "plan/facts-elsewhere": warning(
    "The file of facts is about another service",
    "serviceFacts names a file whose origin isn't that of the account's apiUrl. What one service does says nothing of another, so nothing of the file is used.",
  ),
  "plan/cut-list": warning(
    "The bot list may be cut",
    "Its length is one at which services cut their lists. A bot that the list lacks, and that no one has seen before, would be created again.",
  ),
  "plan/naked-deal": warning(
    "A running deal holds a position without a take-profit order",
    "Its settings ask for a take profit, and the service shows none, nor margin for other open orders. An open webhook that was accepted can leave such a deal. The service never shows a stop loss, so one may stand. Look once more if the deal has only just opened; then run the command that the message names.",
  ),
  "plan/breaker-near": warning(
    "A breaker is near its limit",
    "The figure has reached 80 % of the limit. At the limit, botform breaker check --act turns the account's bots off and holds them. docs/reference/breakers.md says what is counted.",
  ),
  "plan/breaker-tripped": warning(
    "A breaker is tripped, or at its limit",
    "Nothing is applied to the account but turn-offs and the ends of deals. One that has tripped stays so until a person arms it with botform breaker arm; at its limit, botform breaker check --act trips it.",
  ),
  "plan/breaker-unknown": warning(
    "It isn't known whether a breaker is at its limit",
    "Something that it needs couldn't be read, or the service doesn't show it. It is never taken for 0. With onUnknown: trip the breaker trips then.",
  ),
  "plan/stays-off": warning(
    "A bot isn't turned on again",
    "Another live bot now has its title, and only one bot of a title may be on.",
  ),
  // The last look before the first write (freshness.ts)
  "apply/stale": error(
    "A bot has changed since the plan was made",
    "Before the first write, botform reads every bot of the plan again. What you reviewed isn't what would happen now, so nothing is written: plan again.",
  ),
} as const satisfies Readonly<Record<string, CodeRow>>;

export type PlanCode = keyof typeof PLAN_CODES;

/** A diagnostic with the severity of its code. */
export function planProblem(code: PlanCode, about: Omit<Diagnostic, "severity" | "code">): Diagnostic {
  return { severity: PLAN_CODES[code].severity, code, ...about };
}
