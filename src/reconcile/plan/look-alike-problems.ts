// What a plan says of creates that look like live bots: one problem for each kind, with the line to write (rule 22).
import type { ObservedBot } from "../../model/bot/bot.js";
import type { Observed } from "../../model/bot/observed.js";
import { byText, groupBy } from "../../model/order.js";
import { type PlanCode, planProblem } from "../../model/plan/plan-codes.js";
import { factOf, seenOn, storedTitle } from "../../model/service-facts.js";
import { counted } from "../../model/text/counted.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { unescaped } from "../../model/text/folded.js";
import { namesText } from "../../model/text/named.js";
import { type LookAlike, type Question, titleOf } from "./look-alikes.js";

/** At most one for bots that the ledger knows, one for likely renames, and one warning. @param includes by address */
export function lookAlikeProblems(
  questions: readonly Question[],
  includes: (address: string) => boolean,
  seen?: Observed["seen"],
): readonly Diagnostic[] {
  const asked = questions.filter(({ bot }) => includes(bot.address));
  return [...groupBy(asked, codeOf)].map(([code, group]) => {
    const [only, second] = group;
    return only !== undefined && second === undefined ? oneProblem(code, only, seen) : groupProblem(code, group);
  });
}

function codeOf({ isRefused, named }: Question): PlanCode {
  if (!isRefused) return "plan/beside-another";
  return named.isKnown ? "plan/other-title" : "plan/looks-renamed";
}

function oneProblem(code: PlanCode, question: Question, seen: Observed["seen"]): Diagnostic {
  const { bot, named, all } = question;
  const title = quoted(bot.fields.title);
  const more = all.length > 1 ? ` (and ${all.length - 1} more)` : "";
  return planProblem(code, {
    summary: named.isKnown
      ? `bot ${named.live.id} stood for this key, and the service calls it ${quoted(titleOf(named.live))}; a new bot ${title} would be a second one`
      : `${title} would be created beside bot ${titled(named.live)}${more}, which isn't in the configuration: ${reasons(named)}`,
    remedy: `${renamed(named, bot.fields.title, seen)} If a second bot is meant, add ${twinLine([question])}.`,
    address: bot.address,
    origin: bot.origin,
  });
}

function groupProblem(code: PlanCode, group: readonly Question[]): Diagnostic {
  const alike = [...groupBy(group, ({ named }) => named.live.id).values()].flatMap((questions) =>
    questions.slice(0, 1).map(({ named }) => ({ named, questions })),
  );
  const each = (say: (one: (typeof alike)[number]) => string): string => {
    const more = alike.length > MOST_NAMED ? `; and ${alike.length - MOST_NAMED} more` : "";
    return `${alike.slice(0, MOST_NAMED).map(say).join("; ")}${more}`;
  };
  const pairs = each(
    ({ named, questions }) => `${addresses(questions)} like bot ${titled(named.live)} (${reasons(named)})`,
  );
  const lines = each(
    ({ named, questions }) => `${questions.length > 1 ? "one of " : ""}${addresses(questions)}: ${lineOf(named)}`,
  );
  return planProblem(code, {
    summary: `${counted(group.length, "bot")} to create look like live ones that aren't in the configuration: ${pairs}`,
    remedy: `Where a bot was renamed, say so (variables work there, too): ${lines}. Where second bots are meant, add to each, or to defaults: ${twinLine(group)}.`,
  });
}

/** Live bots that a message names. */
const MOST_NAMED = 10;

function addresses(questions: readonly Question[]): string {
  return namesText(
    questions.map(({ bot }) => bot.address),
    3,
  );
}

/** `it has the same access, pair and strategy, it is on` */
function reasons({ isKnown, isAlike, isFolded, isEqual, isOn, isInDeal }: LookAlike): string {
  return [
    isAlike ? "it has the same access, pair and strategy" : "it is on the same access",
    ...(isKnown ? ["it stood for this key"] : []),
    ...(isFolded ? ["its title differs only in form"] : []),
    ...(isEqual ? ["its settings are the same"] : []),
    ...(isOn ? ["it is on, or may come on"] : []),
    ...(isInDeal ? ["it is in a deal"] : []),
  ].join(", ");
}

function renamed(named: LookAlike, title: string, seen: Observed["seen"]): string {
  const stored = titleOf(named.live);
  const known = storedTitle(title, seen);
  if (known !== undefined && known.stored === stored)
    return `The service ${known.does} (${seenOn(known.fact)}): write title: ${written(stored)}.`;
  const isKept = factOf(seen, "titles")?.value === "as sent";
  if (!named.isFolded || isKept || !isWritable(stored)) return `If it is the same bot, renamed, add ${lineOf(named)}.`;
  return unescaped(stored) === stored
    ? `If you renamed it, add ${lineOf(named)}. If the service stores titles in this form, write title: ${written(stored)}.`
    : `The service escapes some characters of titles: choose a title without them, and add ${lineOf(named)}.`;
}

/** What tells that the configured bot is this one. */
function lineOf({ live }: LookAlike): string {
  const title = titleOf(live);
  return isWritable(title) ? `previousTitles: [${written(title)}]` : `botId: ${live.id}`;
}

/** Whether a title of the configuration can be like that. */
function isWritable(title: string): boolean {
  return title !== "" && title.length <= LONGEST && title === title.trim() && !/[\p{Cc}\p{Cs}]/u.test(title);
}

const LONGEST = 255;

/** The whole line, with what is there already: a list of a lower layer is replaced. */
function twinLine(group: readonly Question[]): string {
  const there = group.flatMap(({ bot }) => bot.twin ?? []);
  const lives = new Set(group.flatMap(({ all }) => all));
  const sure = new Set(
    group.flatMap(({ named }) => (named.isKnown || named.isFolded ? [titleOf(named.live)] : [])).filter(isWritable),
  );
  const others = [...lives].map(titleOf).filter((title) => !sure.has(title));
  const titles = [...new Set([...there, ...[...sure].sort(byText), ...named(others.sort(byText))])].map(written);
  return `twin: ${titles.length === 1 ? titles.join("") : `[${titles.join(", ")}]`}`;
}

/** As they are, where they are few; else a pattern for all of them. */
function named(titles: readonly string[]): readonly string[] {
  if (titles.length <= MOST_TWINS && titles.every(isWritable)) return titles;
  const [first, last] = [[...(titles[0] ?? "")], [...(titles.at(-1) ?? "")]];
  const length = first.findIndex((character, index) => character !== last[index]);
  const common = first.slice(0, length === -1 ? undefined : length).join("");
  return [isWritable(`${common}*`) && common.length >= SHORTEST_PREFIX ? `${common}*` : "*"];
}

const MOST_TWINS = 5;
const SHORTEST_PREFIX = 3;

/** `1014 "Hand made"` */
function titled(live: ObservedBot): string {
  return `${live.id} ${quoted(titleOf(live))}`;
}

function quoted(title: string): string {
  return JSON.stringify(title.length > LONGEST ? `${title.slice(0, LONGEST)}…` : title);
}

/** As a configuration has it: in a bot's settings ${ begins a reference. */
function written(title: string): string {
  return JSON.stringify(title.replaceAll("${", () => "$${"));
}
