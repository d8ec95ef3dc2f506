// What needs attention, as every form shows it: how serious, about what; and in one line each what bots have in common.
import Big from "big.js";
import { groupBy } from "../model/order.js";
import { counted } from "../model/text/counted.js";
import { namesText } from "../model/text/named.js";

/** A warning, as every form shows it. */
export interface Highlight {
  readonly weight: "bad" | "warning" | "note";
  /** Address of the bot, or what else it is about. */
  readonly subject?: string | undefined;
  readonly text: string;
  /** Where there are several: whose it is. */
  readonly account?: string | undefined;
  /** The field where the text doesn't name it. */
  readonly field?: string | undefined;
  /** What to do about it. */
  readonly remedy?: string | undefined;
  /** The same for one bot, where the remedy would change others, too. */
  readonly alone?: string | undefined;
  /** What would make it known. */
  readonly knownBy?: string | undefined;
  /** Code, and the policy with its place. */
  readonly rule?: string | undefined;
  /** file:line. */
  readonly place?: string | undefined;
  /** It comes before all else. */
  readonly first?: true;
  /** It keeps the plan from being applied. */
  readonly refuses?: true;
  /** What the plan makes worse than it is; it comes before everything else of its weight. */
  readonly worse?: true;
  /** Bots that get in each other's way on the exchange: it comes before what one of them risks. */
  readonly clash?: true;
  /** Of a bot that it is no news about: it comes after everything else of its weight. */
  readonly standing?: true;
  /** Of highlights of bots that stand together in a short list: the same text in each. */
  readonly alike?: string | undefined;
  /** What several of them have in common, where their own texts differ. */
  readonly common?: string | undefined;
  /** What follows the text of several, where it is the same in each. */
  readonly sum?: string | undefined;
}

export const WEIGHTS: Readonly<Record<Highlight["weight"], string>> = {
  bad: "Serious",
  warning: "Warning",
  note: "Note",
};

const RANK: Readonly<Record<Highlight["weight"], number>> = { bad: 0, warning: 1, note: 2 };

/** The less, the earlier: by weight, and within it first what gets worse and last what is no news. What is worse blocks nothing, so what does stands before it. */
export function rankOf({ weight, first, worse, clash, standing }: Highlight): number {
  if (first === true) return -1;
  const isLast = standing === true || (worse === true && weight === "bad");
  return RANK[weight] * 4 + (isLast ? 3 : clash === true ? 0 : worse === true ? 1 : 2);
}

export interface HighlightGroup extends Highlight {
  readonly members: readonly Highlight[];
  /** Of several bots, the first few: `btc, eth, sol … and 7 more`. */
  readonly names?: string;
  /** Whether its text is that of each member. */
  readonly isSame: boolean;
}

/** As many names as a line has room for. */
const NAMED = 6;

/** In the order in which a reader decides. @param moneyOf what a bot has at stake, by its address */
export function highlightGroups(
  highlights: readonly Highlight[],
  moneyOf: (subject: string) => Big,
): readonly HighlightGroup[] {
  const groups = groupBy(highlights.entries(), ([index, one]) =>
    one.alike === undefined ? index : JSON.stringify([rankOf(one), one.alike]),
  );
  const sized = [...groups.values()].flatMap((entries) => {
    const members = entries.map(([, one]) => one);
    const subjects = [...new Set(members.flatMap(({ subject = [] }) => subject))];
    // What is serious, and what gets worse, has an order of its own.
    const isRanked = members[0]?.weight === "warning" && members[0].worse !== true;
    return {
      group: groupOf(members, subjects),
      money: isRanked ? subjects.reduce((sum, one) => sum.plus(moneyOf(one)), new Big(0)) : new Big(0),
    };
  });
  return sized
    .toSorted((left, right) => rankOf(left.group) - rankOf(right.group) || right.money.cmp(left.money))
    .map(({ group }) => group);
}

function groupOf(members: readonly Highlight[], subjects: readonly string[]): HighlightGroup {
  const [first = { weight: "note", text: "" }, second] = members;
  if (second === undefined) {
    const { alone, remedy } = first;
    return { ...first, ...(alone !== undefined && { remedy: `${remedy} ${alone}` }), members, isSame: true };
  }
  const { common, place, sum = "", alone: _, ...rest } = first;
  const isSame = members.every(({ text }) => text === first.text);
  // What is said of the first stands where the first does.
  const isThere = members.every((one) => one.place === place) || !(isSame || common);
  const where = isThere || place === undefined ? "" : ` (${place})`;
  const name = (subject: string) => subject.replace(/^[\w.-]+\//, "");
  return {
    ...rest,
    ...{ members, isSame, subject: subjects.length === 1 ? subjects[0] : counted(subjects.length, "bot") },
    text: isSame
      ? `${first.text}${sum}`
      : common !== undefined
        ? `${common}${where}`
        : `e.g. ${subjects.length > 1 ? `${name(first.subject ?? "")}: ` : ""}${first.text}`,
    ...(isThere && { place }),
    ...(subjects.length > 1 && { names: namesText(subjects.map(name), NAMED) }),
  };
}

/** Of several accounts: each with its account's name, and what is the same in several of them once. The names of bots are without the account. */
export function accountGroups(
  all: readonly { readonly account: string; readonly groups: readonly HighlightGroup[] }[],
): readonly HighlightGroup[] {
  const entries = all.flatMap(({ account, groups }) => groups.map((group) => ofAccount(account, group)));
  const same = groupBy(entries, ({ weight, subject, text, names, rule }) =>
    JSON.stringify([weight, subject, text, names, rule]),
  );
  const merged = [...same.values()].flatMap((groups) => {
    const [first] = groups;
    if (first === undefined) return [];
    const account = namesText(
      groups.flatMap((one) => one.account ?? []),
      NAMED,
    );
    return [{ ...first, account, members: groups.flatMap(({ members }) => members) }];
  });
  return merged.toSorted((left, right) => rankOf(left) - rankOf(right));
}

function ofAccount(account: string, group: HighlightGroup): HighlightGroup {
  const address = new RegExp(`(?<![\\w./-])${account.replaceAll(/[^\w-]/g, "\\$&")}/`, "g");
  const { subject, text } = group;
  return { ...group, account, subject: subject?.replace(address, ""), text: text.replace(address, "") };
}
