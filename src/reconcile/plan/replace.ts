// Replaces a bot whose access was changed: turns the old one off, leaves it there, and then creates the new one.
import type { ObservedBot } from "../../model/bot/bot.js";
import { mayBeOn } from "../../model/bot/observed.js";
import type { Step } from "../../model/plan/plan.js";
import { type BotChange, problem, turnOffWarnings } from "./bot-change.js";
import { accessChanged, type Match } from "./match.js";
import { accessOf, dealsOf, isTitleProtected, type Sides, turnOffOf } from "./undeclared.js";

/** What decides whether a bot may be replaced. */
export interface Replacing extends Sides {
  readonly allowReplace: boolean;
}

type Replacer = Extract<Match, { readonly kind: "live" | "absent" }>;

/**
 * The bots on other accesses that it replaces. If the new bot exists already, an earlier replace wasn't
 * finished, which matters only if the bot is to be turned on.
 */
export function replacedBy(match: Match): readonly ObservedBot[] {
  if (match.kind === "absent") return match.elsewhere;
  const turnsOn = match.kind === "live" && match.bot.enabled === true && !match.live.status.on;
  return turnsOn ? match.elsewhere : [];
}

/** The same matches, and an error in place of each that would be a replace and may not be. */
export function refuseReplaces(
  matches: readonly Match[],
  replacing: Replacing,
  isHeld: (match: Match) => boolean,
): Match[] {
  return matches.map((match) => {
    // Of a held bot nothing is replaced.
    if (match.kind !== "absent" || isHeld(match)) return match;
    const meant = match.elsewhere.find((old) => mayBeOn(old, replacing.observed)) ?? match.elsewhere[0];
    const remedy = obstacle(match, replacing) ?? (replacing.allowReplace ? undefined : ASK);
    return meant === undefined || remedy === undefined ? match : accessChanged(match, meant, remedy);
  });
}

const ASK =
  "Set access back; or plan with --allow-replace: the old bot is turned off and stays on the account, and a new one is created here.";

/** The change of a bot and, if it replaces others, the turn-offs that come first. */
export function withReplaced(change: BotChange, match: Match, replacing: Replacing): readonly BotChange[] {
  const replaced = replacedBy(match);
  if (change.planned === null || replaced.length === 0 || (match.kind !== "live" && match.kind !== "absent"))
    return [change];
  const remedy = obstacle(match, replacing) ?? (replacing.allowReplace ? undefined : ASK_TO_FINISH);
  const running = replaced.filter((old) => mayBeOn(old, replacing.observed));
  if (remedy !== undefined) {
    return [{ ...change, diagnostics: [...change.diagnostics, ...running.map((old) => alsoOn(match, old, remedy))] }];
  }
  const planned = { ...change.planned, replaces: replaced.map(({ id }) => id) };
  const left = match.kind === "absent" ? replaced : running;
  const behind = left.map((old) => staysBehind(match, old, replacing));
  return [
    {
      ...change,
      planned,
      steps: change.steps.map((step) => naming(step, replaced)),
      diagnostics: [...change.diagnostics, ...behind],
    },
    ...running.flatMap((old) => turnOff(match, old, replacing)),
  ];
}

const ASK_TO_FINISH = "Turn that one off on the service; or plan with --allow-replace, which does that first.";

/** What to do about a bot that isn't replaced even with --allow-replace. */
function obstacle({ bot, elsewhere }: Replacer, { desired, observed }: Replacing): string | undefined {
  if (bot.protect) return "Set access back, or remove protect and plan with --allow-replace.";
  const [running, second] = elsewhere.filter((old) => mayBeOn(old, observed));
  if (running === undefined) return undefined;
  if (second !== undefined) {
    return `Bot ${second.id} with that title is on, too: turn the wrong ones off, then plan with --allow-replace.`;
  }
  if (isTitleProtected(desired, running)) {
    return "protectedTitles keeps it from being turned off: set access back, or turn it off on the service and plan with --allow-replace.";
  }
  return accessOf(running, observed) === undefined
    ? "Its access isn't one of the account's: turn it off on the service, then plan with --allow-replace."
    : undefined;
}

function turnOff({ bot, elsewhere }: Replacer, old: ObservedBot, { desired, observed }: Replacing): BotChange[] {
  const access = accessOf(old, observed);
  if (access === undefined) return [];
  const reason = `it is replaced by ${bot.address} and stays on the account, because the service can't delete a bot`;
  const copies = elsewhere.filter(({ id, accessId }) => id !== old.id && accessId === old.accessId).map(({ id }) => id);
  return [turnOffOf(old, access, { desired, observed, reason, copies })];
}

function naming(step: Step, replaced: readonly ObservedBot[]): Step {
  if (step.action === "update") return step;
  const ids = replaced.map(({ id }) => id).join(", ");
  return {
    ...step,
    reason: `${step.reason}; ${step.action === "create" ? "it replaces" : "only while this is off:"} bot ${ids}`,
  };
}

function staysBehind({ bot }: Replacer, old: ObservedBot, { observed }: Replacing) {
  const where = accessOf(old, observed)?.title ?? old.accessId;
  const deals = dealsOf(old, observed);
  const running = old.status.on ? [] : turnOffWarnings(deals);
  return problem(bot, "plan/stays-behind", {
    summary: `bot ${old.id} "${old.fields.title}" ${[`stays on "${where}", off`, ...running].join("; ")}: a bot's access can't be changed, and a bot can't be deleted`,
    remedy: "If you don't want it, delete it on the service's website.",
  });
}

function alsoOn({ bot }: Replacer, old: ObservedBot, remedy: string) {
  return problem(bot, "plan/also-on", {
    summary: `bot ${old.id} "${old.fields.title}" is on (access ${old.accessId}) and not in the configuration: this would be a second bot with its title`,
    remedy,
  });
}
