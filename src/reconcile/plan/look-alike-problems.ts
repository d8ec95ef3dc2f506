// What a plan says of creates that look like live bots: one problem for each group, with the line to write (rule 22).
import { byText } from "../../model/order.js";
import { type PlanCode, planProblem } from "../../model/plan/plan-codes.js";
import { counted } from "../../model/text/counted.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { mayBeStoredAs, unescaped } from "../../model/text/folded.js";
import type { LookAlike, Question } from "./look-alikes.js";

/** At most one for bots that the ledger knows, one for likely renames, and one warning. @param includes by address */
export function lookAlikeProblems(
  questions: readonly Question[],
  includes: (address: string) => boolean,
): readonly Diagnostic[] {
  const groups = new Map<PlanCode, Named[]>();
  for (const one of eachWithItsOwn(questions.filter(({ bot }) => includes(bot.address)))) {
    const code = codeOf(one);
    groups.set(code, [...(groups.get(code) ?? []), one]);
  }
  return [...groups].map(([code, group]) => groupProblem(code, group));
}

/** A question, and the live bot that its message names. */
interface Named extends Question {
  readonly named: LookAlike;
}

/** Where several creates look like several bots, each message names another one. */
function eachWithItsOwn(questions: readonly Question[]): readonly Named[] {
  const taken = new Set<number>();
  return questions
    .toSorted(
      (left, right) => left.lookAlikes.length - right.lookAlikes.length || byText(left.bot.address, right.bot.address),
    )
    .map((question) => {
      const own = question.lookAlikes.find(({ live, ...one }) => !taken.has(live.id) && one.isKnown);
      const named = own ?? question.lookAlikes.find(({ live }) => !taken.has(live.id)) ?? question.lookAlikes[0];
      taken.add(named.live.id);
      return { ...question, named };
    })
    .toSorted((left, right) => byText(left.bot.address, right.bot.address));
}

function codeOf({ isRefused, named }: Named): PlanCode {
  if (!isRefused) return "plan/beside-another";
  return named.isKnown ? "plan/other-title" : "plan/looks-renamed";
}

function groupProblem(code: PlanCode, group: readonly Named[]): Diagnostic {
  const [only, second] = group;
  if (only !== undefined && second === undefined) {
    const { address, origin } = only.bot;
    return planProblem(code, {
      summary: summaryOf(code, only),
      remedy: `${remedyOf(only)} ${twinOf(only)}`,
      address,
      origin,
    });
  }
  const shown = group.slice(0, MOST_NAMED);
  const more = group.length > shown.length ? `; and ${group.length - shown.length} more` : "";
  const pairs = shown.map(({ bot, named }) => `${bot.address} like ${titled(named)}${reasons(named)}`).join("; ");
  const lines = shown.map((one) => `${one.bot.address}: ${lineOf(one)}`).join("; ");
  return planProblem(code, {
    summary: `${counted(group.length, "bot")} to create look like live ones that no configured bot stands for: ${pairs}${more}`,
    remedy: `Where a bot was renamed, write its old title there (previousTitles takes variables, too): ${lines}${more}. Where a second bot is meant, write twin with the title of the live one.`,
  });
}

const MOST_NAMED = 10;

function summaryOf(code: PlanCode, { bot, named }: Named): string {
  const title = quoted(bot.fields.title);
  if (code === "plan/other-title") {
    return `bot ${named.live.id} was created for this key, and the service calls it ${quoted(titleOf(named))}; another one called ${title} would be a second copy`;
  }
  return `${title} would be created beside ${titled(named)}, which no configured bot stands for, and which has the same access, pair and strategy${reasons(named)}`;
}

/** ` (it is on, its settings are the same)` */
function reasons({ isFolded, isEqual, isOn, isInDeal }: LookAlike): string {
  const all = [
    ...(isFolded ? ["its title is the same but for its form"] : []),
    ...(isEqual ? ["its settings are the same"] : []),
    ...(isOn ? ["it is on, or may come on"] : []),
    ...(isInDeal ? ["it is in a deal"] : []),
  ];
  return all.length === 0 ? "" : ` (${all.join(", ")})`;
}

function remedyOf(one: Named): string {
  const stored = titleOf(one.named);
  if (unescaped(stored) !== stored && one.named.isFolded) {
    return `The service escapes some characters of titles: choose a title without them, and add ${formerly(stored)}.`;
  }
  return one.named.isFolded
    ? `If you renamed it, add ${formerly(stored)}. If the service stores titles in this form, write title: ${quoted(stored)}.`
    : `If you renamed it, add ${formerly(stored)}.`;
}

/** Of one in a group. */
function lineOf({ bot, named }: Named): string {
  const stored = titleOf(named);
  const isOtherForm = mayBeStoredAs(bot.fields.title, stored) && unescaped(stored) === stored;
  return isOtherForm
    ? `${formerly(stored)} (or title: ${quoted(stored)}, if the service stores titles so)`
    : formerly(stored);
}

function formerly(title: string): string {
  return `previousTitles: [${quoted(title)}]`;
}

function twinOf({ lookAlikes }: Named): string {
  const titles = lookAlikes.map((one) => quoted(titleOf(one)));
  return `If a second bot is meant, add twin: ${titles.length === 1 ? titles[0] : `[${titles.join(", ")}]`}.`;
}

function titled(one: LookAlike): string {
  return `bot ${one.live.id} ${quoted(titleOf(one))}`;
}

function titleOf({ live }: LookAlike): string {
  return live.fields.title ?? "";
}

/** As YAML takes it. */
function quoted(title: string): string {
  return JSON.stringify(title);
}
