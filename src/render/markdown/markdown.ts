// Plans as a comment on a pull request: a marker, a summary that is never left out, and folded details that may be.
import type { Plan } from "../../model/plan/plan.js";
import type { PlanReplay } from "../../model/risk/plan-replay.js";
import { counted } from "../../model/text/counted.js";
import { namesText } from "../../model/text/named.js";
import { accountTable } from "../account-rows.js";
import { accountGroups, type HighlightGroup } from "../highlight.js";
import type { FailedView } from "../html/plan-page.js";
import type { Next } from "../next.js";
import { type Beside, freeText, originText, outlineOf, type PlanOutline } from "../plan-facts.js";
import { planSummary } from "../text/plan-text.js";
import { type Outside, outsideText } from "./markdown-escape.js";
import { fitted } from "./markdown-fit.js";
import { highlightText, moneyTable, planSections } from "./markdown-sections.js";
import { replayLines, replaySection } from "./replay-section.js";

/** GitHub takes 65 536 characters of a comment, and the caller may want to add a line. */
export const MOST_CHARACTERS = 65_000;
/** How every comment begins. */
export const MARKDOWN_BEGIN = "<!-- botform plan: ";

export interface MarkdownForm {
  /** What tells this comment from others of the same pull request; the accounts' names where it is absent. */
  readonly marker?: string | undefined;
  /** Files of the same run that hold all of it. */
  readonly files?: readonly string[];
  /** What to type next; told where something is in the way, and where no pipeline does it. */
  readonly next?: Next | undefined;
  /** Takes secrets out of a text. */
  readonly redacted?: ((text: string) => string) | undefined;
}

export type MarkdownView = (Beside & { readonly plan: Plan }) | FailedView;

/** The comment, below MOST_CHARACTERS, ending in a line feed. The same plans give the same text. */
export function planMarkdown(views: readonly MarkdownView[], form: MarkdownForm = {}): string {
  const show = outsideText(form.redacted);
  const accounts = views.map(accountView);
  const urgent = (["bad", "warning"] as const).map((weight) => urgentOf(accounts, weight));
  const shown = new Set(urgent.flatMap(({ first }) => first.flatMap(wholeMembers)));
  // A marked comment is a pipeline's, which carries the plan out by itself.
  const next = form.next?.isBlocked === true || form.marker === undefined ? form.next : undefined;
  const head = `${markerLine(form.marker ?? accounts.map(({ account }) => account).join(", "))}\n${summary(accounts, urgent, next, show)}`;
  const sections = accounts.flatMap(({ account, outline, replay }) => {
    const name = accounts.length > 1 ? `${show.words(account, 120)}: ` : "";
    return [
      ...(outline === undefined ? [] : planSections(outline, shown, show, name)),
      ...(replay === undefined ? [] : [replaySection(replay, show, name)]),
    ];
  });
  const foot = leftOutText(
    sections.map(({ title }) => `all of “${title}”`),
    form.files ?? [],
    show,
  );
  const { text, leftOut } = fitted(sections, MOST_CHARACTERS - head.length - foot.length - 100);
  const parts = [head, leftOutText(leftOut, form.files ?? [], show), text].filter((part) => part !== "");
  return `${parts.join("\n\n").trimEnd()}\n`;
}

interface AccountView {
  readonly account: string;
  readonly refused?: string | undefined;
  readonly replay?: PlanReplay | undefined;
  readonly outline?: PlanOutline;
  readonly failure?: string;
}

function accountView(view: MarkdownView): AccountView {
  if (!("plan" in view)) return view;
  const { plan, refused, replay } = view;
  return { account: plan.account, refused, replay, outline: outlineOf(plan, view) };
}

/** The first line. What can't stand in a comment of HTML, or would end it, becomes an underscore. */
export function markerLine(name: string): string {
  const safe = name.replace(/[^\p{L}\p{N} .,_/-]/gu, "_").replace(/-(?=-)/g, "_");
  return `${MARKDOWN_BEGIN}${safe.length <= MOST_OF_MARKER ? safe : `${safe.slice(0, MOST_OF_MARKER)}_${safe.length}`} -->`;
}

const MOST_OF_MARKER = 200;
/** Accounts that have a line of their own in the summary. */
const MOST_ACCOUNTS = 40;
/** Lines of each weight that stand unfolded, of all accounts together. */
const MOST_HIGHLIGHTS = 10;

function summary(
  accounts: readonly AccountView[],
  urgent: readonly Urgent[],
  next: Next | undefined,
  show: Outside,
): string {
  const [only, second] = accounts;
  const title =
    only !== undefined && second === undefined ? show.name(only.account, 200) : counted(accounts.length, "account");
  const shown = accounts.slice(0, MOST_ACCOUNTS);
  const more = accounts.length - shown.length;
  const rows = [
    ...shown.map((account) => accountLine(account, show)),
    ...(more > 0 ? [`And ${more} more accounts.`] : []),
  ];
  const parts = [
    `### Plan of ${title}`,
    second === undefined ? "" : accountsTable(shown, show),
    rows.join("\n\n"),
    second === undefined && only?.outline !== undefined ? moneyTable(only.outline.plan, show) : "",
    ...urgent.map((one) => urgentLines(one, show)),
    next === undefined ? "" : nextLines(next, show),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function accountsTable(accounts: readonly AccountView[], show: Outside): string {
  const all = accounts.map(({ account, outline, refused }) => ({
    account,
    refused,
    ...(outline && { plan: outline.plan }),
  }));
  const { heads, rows } = accountTable(all);
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(heads.map((head) => show.words(head))),
    line(heads.map((_, index) => (index > 0 && index < heads.length - 3 ? "--:" : "---"))),
    ...rows.map(({ account, counts, blockedBy, margin, loss }) =>
      line([
        show.words(account, 120),
        ...counts,
        blockedBy === "no" ? "no" : `⛔ **${blockedBy}**`,
        show.words(margin),
        show.words(loss),
      ]),
    ),
  ].join("\n");
}

/** Each in a block of its own, which scrolls where it is too long. */
function nextLines({ lead, command, lines }: Next, show: Outside): string {
  const blocks = lines.map((one) => block(show.words(one.lead), one.line, "yaml"));
  return [block(show.words(lead), command, "sh"), ...blocks].join("\n\n");
}

/** One clean line can't end it. */
function block(above: string, line: string, language: string): string {
  return `${above}\n\n\`\`\`${language}\n${line}\n\`\`\``;
}

function accountLine({ account, outline, replay, failure = "" }: AccountView, show: Outside): string {
  if (outline === undefined) return `⛔ **Not planned** ${show.name(account, 200)}: ${show.words(failure, 400)}`;
  const { plan, host, lead, updates, besides, unplanned, blocked, limits, assured, grade, notKnown } = outline;
  const free = freeText(outline);
  const where = originText(plan);
  const isSerious = outline.groups[0]?.weight === "bad";
  const parts = [
    ...(host?.isNew === true ? [`⛔ **${show.words(host.text, 400)}**`] : []),
    `**${show.words(planSummary(plan), 400)}**${where === "" ? "" : `, ${show.words(where, 400)}`}`,
    ...(blocked === undefined ? [] : [`⛔ **${show.words(blocked, 600)}**`]),
    ...(plan.steps.length === 0 ? [] : [show.words(lead, 1_000)]),
    ...(updates.length === 0 ? [] : [updates.map((text) => `- ${show.words(text, 300)}`).join("\n")]),
    ...(plan.steps.length === 0 || besides.length === 0 ? [] : [show.words(besides.join(" "), 600)]),
    ...(free === undefined ? [] : [isSerious ? `${free} What is serious stands below.` : `✅ ${free}`]),
    ...(assured === "" ? [] : [`✅ ${assured}`]),
    ...(grade === undefined ? [] : [`**Grade:** ${show.words(grade, 600)}.`]),
    ...(notKnown.length === 0 ? [] : [`**Not known:** ${show.words(namesText(notKnown, MOST_UNKNOWN, "; "), 1_200)}.`]),
    ...(unplanned === undefined ? [] : [`**${show.words(unplanned, 600)}**`]),
    ...(limits === undefined ? [] : [`Limits: ${show.words(limits, 400)}`]),
    ...(replay === undefined ? [] : replayLines(replay, show)),
  ];
  return parts.join("\n\n");
}

const MOST_UNKNOWN = 3;

/** What must be seen without unfolding anything. */
interface Urgent {
  readonly weight: "bad" | "warning";
  readonly first: readonly HighlightGroup[];
  readonly more: number;
}

function urgentOf(accounts: readonly AccountView[], weight: Urgent["weight"]): Urgent {
  const own = accounts.map(({ account, outline }) => ({ account, groups: outline?.groups ?? [] }));
  const groups = accounts.length > 1 ? accountGroups(own) : own.flatMap((one) => one.groups);
  const all = groups.filter((one) => one.weight === weight);
  const first = all.slice(0, MOST_HIGHLIGHTS);
  return { weight, first, more: all.length - first.length };
}

/** Those of whom the line leaves nothing out. */
function wholeMembers({ members, isSame, place }: HighlightGroup) {
  return members.filter((one) => members.length === 1 || (isSame && one.place === place));
}

function urgentLines({ weight, first, more }: Urgent, show: Outside): string {
  const sign = ({ refuses }: HighlightGroup) => (weight === "bad" && refuses !== true ? "❗" : SIGNS[weight]);
  const lines = first.map((one) => `- ${sign(one)} ${highlightText(one, show)}`);
  return [...lines, ...(more > 0 ? [`- ${SIGNS[weight]} and ${more} more below`] : [])].join("\n");
}

const SIGNS = { bad: "⛔", warning: "⚠️" } as const;

/** Parts that are named as left out. */
const MOST_NAMED = 12;

function leftOutText(leftOut: readonly string[], files: readonly string[], show: Outside): string {
  if (leftOut.length === 0) return "";
  const more = leftOut.length - MOST_NAMED;
  const what = [...leftOut.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more parts`] : [])].join(", ");
  const where =
    files.length === 0
      ? "`botform plan` prints"
      : `${files.map((file) => show.name(file)).join(" and ")} of the same run ${files.length === 1 ? "has" : "have"}`;
  return `Left out, because a comment can't be longer: ${what}. ${where} all of it.`;
}
