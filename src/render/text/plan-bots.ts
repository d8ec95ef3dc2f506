// The bots of a plan as text: each by itself, or those that change alike together, with what changes and what it may cost.
import { ACTIONS, type Action } from "../../model/plan/actions.js";
import type { Plan } from "../../model/plan/plan.js";
import { type BotMoney, isKnown } from "../../model/risk/risk.js";
import { counted } from "../../model/text/counted.js";
import { keptTexts } from "../highlights.js";
import { botFigures, mayGrow } from "../money-facts.js";
import { type BotOutline, botsByGrowth, type StepOutline, whyOf } from "../plan-facts.js";
import { clean } from "../sanitize.js";
import { botMoneyLines } from "./money-text.js";
import type { Paint } from "./paint.js";
import {
  alike,
  commonSteps,
  firstOf,
  groupsOf,
  isDoomed,
  isNew,
  isOwn,
  otherwiseTexts,
  worstOf,
} from "./plan-groups.js";
import { changeLines, flowed, packedLines, quoted, showValue, withCommas } from "./value.js";

/** A block for each bot, or for each group of them; those that put most more at risk stand first, as on the page. */
export function botTexts(plan: Plan, colour: Paint, verbose: boolean): readonly string[] {
  const bots = botsByGrowth(plan);
  if (verbose) return bots.map((bot) => botText(bot, colour));
  return groupsOf(bots).map((group) => botsText(group, plan.account, colour));
}

function botText({ bot, title, which, steps, money, kept }: BotOutline, colour: Paint): string {
  const symbols = steps.map(({ step }) => mark(step.action, colour)).join(" ");
  return [
    `${symbols} ${colour.bold(clean(bot.address))}  ${quoted(title)} · ${which} · ${clean(bot.accessTitle)}`,
    ...steps.flatMap((one) => stepLines(one, colour)),
    ...(money === undefined ? [] : botMoneyLines(money, colour)),
    ...kept.map((text) => colour.change(`    ! ${text}`)),
  ].join("\n");
}

/** One bot by itself, or several with what they have in common. */
function botsText(group: readonly BotOutline[], account: string, colour: Paint): string {
  const [first, second] = group;
  if (first === undefined) return "";
  if (second === undefined) return botText(first, colour);
  const symbols = first.steps.map(({ step }) => mark(step.action, colour)).join(" ");
  const areNew = isNew(group);
  const head = `${symbols} ${colour.bold(counted(group.length, areNew ? "new bot" : "bot"))} · ${clean(first.bot.accessTitle)}`;
  const warnings = [...new Set(group.flatMap(({ steps }) => steps.flatMap(({ step }) => step.warnings)))];
  const remarks = firstOf([...keptTexts(group.map(({ bot }) => bot)), ...warnings.map(clean)], MOST_REMARKS);
  return [
    head,
    ...linesOf(group)(group, account, colour),
    ...groupMoneyLines(group, account, colour),
    ...remarks.first.map((text) => colour.change(`    ! ${text}`)),
    ...(remarks.more === 0 ? [] : [colour.change(`    ! and ${remarks.more} more of these; --verbose shows each`)]),
  ].join("\n");
}

const MOST_REMARKS = 3;

function linesOf(group: readonly BotOutline[]) {
  if (isNew(group)) return newLines;
  return isOwn(group) ? ownLines : sameLines;
}

function sameLines(group: readonly BotOutline[], account: string, colour: Paint): string[] {
  const steps = commonSteps(group);
  // What is turned on trades something else in each.
  const trades = (one: BotOutline) =>
    one.steps.flatMap((step, at) =>
      steps[at]?.trades === undefined && step.trades !== undefined ? [step.trades] : [],
    );
  const named = (one: BotOutline) =>
    `${keyIn(one.bot.address, account)}${trades(one)
      .map((what) => ` (${what})`)
      .join("")}${offWords(one)}`;
  const { first: shown, more } = firstOf(group.map(named));
  return [
    ...flowed([...withCommas(shown), ...moreWords(more)], { indent: "    ", width: colour.width }),
    ...steps.flatMap((one) => stepLines(one, colour)),
  ];
}

/** One setting, with the value of each bot. */
function ownLines(group: readonly BotOutline[], account: string, colour: Paint): string[] {
  const { first: shown, more } = firstOf(group);
  const rows = shown.flatMap(({ bot, steps }) => {
    const changes = steps.flatMap((step) => settingsOf(step));
    return changes.map((change) => ({ ...change, name: keyIn(bot.address, account) }));
  });
  return [
    `    update: ${group[0]?.steps[0]?.rows[0]?.field}`,
    ...changeLines(rows, colour),
    ...moreWords(more).map((text) => `      ${text}`),
  ];
}

/** What most of the new bots have is said once; then each has a line with what it has otherwise. */
function newLines(group: readonly BotOutline[], account: string, colour: Paint): string[] {
  const created = group.map(({ steps }) => steps.flatMap(({ step, rows }) => (step.action === "create" ? rows : [])));
  const { shared, own } = alike(created);
  const { first: shown, more } = firstOf(group);
  const names = Math.max(...shown.map(({ bot }) => keyIn(bot.address, account).length));
  const rows = shown.map(({ bot, title }, index) => {
    const texts = otherwiseTexts(own[index]);
    const name = `    ${keyIn(bot.address, account).padEnd(names)}  ${quoted(title)}`;
    return texts.length === 0 ? name : `${name}  ${texts.join(" · ")}`;
  });
  return [
    `    create, with what most of them share:`,
    ...packedLines(
      shared.map(({ field, after }) => ({ name: field, after: showValue(after) })),
      colour,
    ),
    ...rows,
    ...moreWords(more).map((text) => `    ${text}`),
  ];
}

/** The figures of all where they are the same, and otherwise those of the bot that puts most more at risk. */
function groupMoneyLines(group: readonly BotOutline[], account: string, colour: Paint): string[] {
  const known = group.flatMap(({ bot, money }) =>
    money === undefined ? [] : [{ bot, money, lines: botMoneyLines(money, colour) }],
  );
  const [[first, ...others], worst] = [known, worstOf(known)];
  if (first === undefined || worst === undefined || known.every(({ lines }) => lines.length === 0)) return [];
  const text = (lines: readonly string[]) => lines.map((line) => line.trimStart()).join("; ");
  if (others.every(({ lines }) => text(lines) === text(first.lines))) return [`    each ${text(first.lines)}`];
  const isTied = known.some((one) => one !== worst && isAsLarge(one.money, worst.money));
  const largest = `${isTied ? "nearest to liquidation" : "largest"}${known.some(isOff) && !isOff(worst) ? " that is on" : ""}`;
  const ofWhich = isDoomed(worst.money) ? "worst" : largest;
  return [`    ${ofWhich}: ${keyIn(worst.bot.address, account)}: ${text(worst.lines)}`];
}

/** Whether nothing but where they are liquidated sets the two apart. */
function isAsLarge(one: BotMoney, other: BotMoney): boolean {
  const size = ({ after }: BotMoney) => (isKnown(after) ? `${after.position} ${after.on}` : "");
  return size(one) === size(other) && mayGrow(one).eq(mayGrow(other));
}

/** Whether it will be off, without a deal: its figures are those once it is on. */
function isOff({ money }: Pick<BotOutline, "money">): boolean {
  return money !== undefined && botFigures(money)?.isOnceOn === true;
}

/** Of a bot that is off and stays so. */
function offWords(one: BotOutline): string {
  if (isOff(one)) return " (off)";
  const staysOff = one.bot.observed?.status.on === false && one.steps.every(({ step }) => step.action !== "turn-on");
  return staysOff ? " (off, in a deal)" : "";
}

function moreWords(more: number): string[] {
  return more === 0 ? [] : [`and ${more} more; --verbose shows each`];
}

/** Without the account, which stands above. */
function keyIn(address: string, account: string): string {
  return clean(address.startsWith(`${account}/`) ? address.slice(account.length + 1) : address);
}

function stepLines(outline: StepOutline, colour: Paint): string[] {
  const { step, name } = outline;
  const reason = whyOf(outline);
  const { action, warnings } = step;
  const settings = settingsOf(outline);
  const lines = action === "create" ? packedLines(settings, colour) : changeLines(settings, colour);
  return [
    ...(reason === undefined ? headed(name, lines) : [`    ${name}: ${clean(reason)}`, ...lines]),
    ...warnings.map((warning) => colour.change(`    ! ${clean(warning)}`)),
  ];
}

/** A single line stands beside its name. */
function headed(name: string, lines: readonly string[]): string[] {
  const [only = "", ...more] = lines;
  return more.length === 0 ? [`    ${name}: ${only.trimStart()}`] : [`    ${name}:`, ...lines];
}

function settingsOf({ rows }: StepOutline) {
  return rows.map(({ field, before, after }) => ({
    name: field,
    before: showValue(before ?? null),
    after: showValue(after),
  }));
}

/** An action's symbol in its colour. */
export function mark(action: Action, colour: Paint): string {
  const { symbol, tone } = ACTIONS[action].mark;
  if (tone === "warn") return colour.change(symbol);
  return tone === "bad" ? colour.bad(symbol) : colour.good(symbol);
}
