// The sections of a plan's comment: a few figures in money unfolded; folded, the steps by bot, money, other highlights, unknowns and assumptions.
import { ACTIONS } from "../../model/plan/actions.js";
import type { FieldChange, Plan } from "../../model/plan/plan.js";
import { counted } from "../../model/text/counted.js";
import { unbrokenFigures } from "../../model/text/money-figures.js";
import { type Highlight, WEIGHTS } from "../highlight.js";
import { MOMENTS, quotesMoney } from "../money-facts.js";
import { hasThird, type MoneyRow, moneyRows } from "../money-rows.js";
import { type BotOutline, type PlanOutline, type StepOutline, whyOf } from "../plan-facts.js";
import { assumptionLines, botMoneyLines, planTotals } from "../text/money-text.js";
import { paint } from "../text/paint.js";
import type { Outside } from "./markdown-escape.js";
import type { Section } from "./markdown-fit.js";

const PLAIN = paint(false);

/**
 * @param shown highlights that stand in the summary
 * @param name before every title, where there are several accounts; escaped
 */
export function planSections(
  { plan, bots, highlights }: PlanOutline,
  shown: ReadonlySet<Highlight>,
  show: Outside,
  name = "",
): readonly Section[] {
  const { money, steps } = plan;
  const notes = highlights.filter(({ weight }) => weight === "note");
  const heavy = highlights.filter((one) => one.weight !== "note" && !shown.has(one));
  const totals = money === undefined || steps.length === 0 ? [] : planTotals(money, PLAIN);
  const rest = money === undefined ? [] : assumptionLines(money.assumptions);
  return [
    {
      ...{ title: `${name}Steps of ${counted(bots.length, "bot")}`, noun: "bot", gap: "\n\n", rank: 1 },
      items: bots.map((bot) => () => botText(bot, show)),
    },
    {
      ...{ title: `${name}Money, by side, by pair and when all prices move`, noun: "line", gap: "\n", rank: 0 },
      items: totals.map((line) => () => `${line.startsWith("    ") ? "  " : ""}- ${show.words(line.trim())}`),
    },
    {
      ...{ title: `${name}More findings and warnings`, noun: "finding", gap: "\n", rank: 2 },
      items: heavy.map((one) => () => `- ${highlightText(one, show)}`),
    },
    {
      ...{ title: `${name}Unknown, waived, or worth a note (${notes.length})`, noun: "note", gap: "\n", rank: 3 },
      items: notes.map((one) => () => `- ${highlightText(one, show)}`),
    },
    {
      ...{ title: `${name}Assumptions behind the figures`, noun: "assumption", gap: "\n", rank: 4 },
      items: rest.map((line) => () => `- ${show.words(line)}`),
    },
  ];
}

/** `**Warning** <code>demo/btc</code>: … Fix: …`. */
export function highlightText(highlight: Highlight & { readonly names?: string }, show: Outside): string {
  const { weight, account, subject, names, field, text, remedy, knownBy, rule, place } = highlight;
  const whose = account === undefined ? "" : `**${show.words(account, 300)}** · `;
  const named = field === undefined ? "" : ` (${show.words(field, 80)})`;
  const about =
    subject === undefined
      ? ""
      : ` ${show.name(subject, 300)}${names === undefined ? "" : ` (${show.words(names, 300)})`}${named}`;
  const known = [place && show.name(place, 300), rule && show.words(rule, 300)].filter((one) => one !== undefined);
  const where = known.length === 0 ? "" : ` (${known.join(", ")})`;
  const [lead, way] = knownBy === undefined ? ["Fix", remedy] : ["To find out", knownBy];
  const end = way === undefined ? "" : `. ${lead}: ${show.words(way, 500)}`;
  return `${whose}**${WEIGHTS[weight]}**${about}: ${show.words(text)}${where}${end}`;
}

function botText({ bot, title, which, steps, money, kept }: BotOutline, show: Outside): string {
  const cost = money === undefined ? [] : botMoneyLines(money, PLAIN);
  const facts = [...cost, ...kept].map((line) => `- ${show.words(line.trim())}`);
  return [
    `**Bot** ${show.name(bot.address)}: ${show.name(title)}, ${which} on ${show.name(bot.accessTitle)}`,
    ...steps.map((step) => stepText(step, show)),
    ...(facts.length === 0 ? [] : [facts.join("\n")]),
  ].join("\n\n");
}

function stepText(outline: StepOutline, show: Outside): string {
  const { step, name, rows } = outline;
  const { action, warnings } = step;
  const reason = whyOf(outline);
  return [
    `\`${ACTIONS[action].mark.symbol}\` **${name}**${reason === undefined ? "" : `: ${show.words(reason)}`}`,
    ...(action === "create" ? [settings(rows, show)] : rows.length === 0 ? [] : [table(rows, show)]),
    ...warnings.map((text) => `**Warning**: ${show.words(text)}`),
  ].join("\n\n");
}

function table(changes: readonly FieldChange[], show: Outside): string {
  const value = (text: string | null | undefined) => (text === null || text === undefined ? "off" : show.name(text));
  const rows = changes.map(({ field, before, after }) => `| ${field} | ${value(before)} | ${value(after)} |`);
  return ["| setting | now | after |", "| --- | --- | --- |", ...rows].join("\n");
}

/** A new bot's settings are read over, not compared. */
function settings(rows: readonly FieldChange[], show: Outside): string {
  return `Settings: ${rows.map(({ field, after }) => `${field} ${after === null ? "off" : show.name(after)}`).join(" · ")}`;
}

/** What decides, of each asset; "" where the plan has no figures that say anything. */
export function moneyTable({ money, steps }: Plan, show: Outside): string {
  if (money === undefined || steps.length === 0) return "";
  const quotes = quotesMoney(money).map((quote) => {
    return { unit: show.words(quote.after.quote, 60), rows: moneyRows(quote).filter(({ isOpen }) => isOpen !== true) };
  });
  if (quotes.length === 0) return "";
  const isThree = quotes.some(({ rows }) => hasThird(rows));
  const moments = isThree ? ["now", MOMENTS.after, MOMENTS.later] : ["now", "after"];
  return [
    ["in money, with every order filled", ...moments],
    ["---", ...moments.map(() => "---")],
    ...quotes.flatMap(({ unit, rows }) => rows.map((row) => cellsOf(row, unit).slice(0, moments.length + 1))),
  ]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

function cellsOf(
  { name, before, after, later, rise: by, aside, note, thenNote, scope }: MoneyRow,
  unit: string,
): string[] {
  const now = before === after ? "unchanged" : `**${after}**${by === undefined ? "" : `, ${by}`}`;
  const beside = [aside, note].filter((text) => text !== undefined).join("; ");
  const then =
    later === undefined
      ? "not known"
      : later === after
        ? "the same"
        : `**${later}**${thenNote === undefined ? "" : ` (${thenNote})`}`;
  const what = `${name}${scope === undefined ? "" : ` (${scope})`}, ${unit}`;
  return [what, before ?? "", `${now}${beside === "" ? "" : ` (${beside})`}`, then].map(unbrokenFigures);
}
