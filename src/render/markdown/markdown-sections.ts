// The folded parts of a plan's comment: steps by bot, money, what else to worry about, what isn't known, what figures rest on.
import { ACTIONS } from "../../model/plan/actions.js";
import { type FieldChange, type Plan, type PlannedBot, type Step, stepsByAddress } from "../../model/plan/plan.js";
import { counted } from "../../model/text/counted.js";
import { growth } from "../html/money-bots.js";
import type { Worry } from "../html/view.js";
import { assumptionLines } from "../text/assumptions-text.js";
import { keptLines, stepName } from "../text/deal-lines.js";
import { botMoneyLines, totalsLines } from "../text/money-text.js";
import { paint } from "../text/paint.js";
import type { Outside } from "./markdown-escape.js";
import type { Section } from "./markdown-fit.js";

const PLAIN = paint(false);

/**
 * @param shown worries that stand in the summary
 * @param name before every title, where there are several accounts; escaped
 */
export function planSections(
  plan: Plan,
  worries: readonly Worry[],
  shown: ReadonlySet<Worry>,
  show: Outside,
  name = "",
): readonly Section[] {
  const notes = worries.filter(({ weight }) => weight === "note");
  const heavy = worries.filter((worry) => worry.weight !== "note" && !shown.has(worry));
  return [
    stepSection(plan, show, name),
    moneySection(plan, show, name),
    {
      ...{ title: `${name}More findings and warnings (${heavy.length})`, noun: "finding", gap: "\n", rank: 2 },
      items: heavy.map((worry) => () => `- ${worryText(worry, show)}`),
    },
    {
      ...{ title: `${name}Unknown, waived, or worth a note (${notes.length})`, noun: "note", gap: "\n", rank: 3 },
      items: notes.map((worry) => () => `- ${worryText(worry, show)}`),
    },
    {
      ...{ title: `${name}What the figures rest on`, noun: "assumption", gap: "\n", rank: 4 },
      items:
        plan.money === undefined
          ? []
          : assumptionLines(plan.money.assumptions).map((one) => () => `- ${show.words(one)}`),
    },
  ];
}

/** `**Warning** <code>demo/btc</code>: … Fix: …`. */
export function worryText(
  { weight, subject, field, text, remedy, knownBy, rule, place }: Worry,
  show: Outside,
): string {
  const about =
    subject === undefined
      ? ""
      : ` ${show.name(subject, 300)}${field === undefined ? "" : ` (${show.words(field, 80)})`}`;
  const where = place === undefined ? "" : ` at ${show.name(place, 300)}`;
  const why = rule === undefined ? "" : ` (${show.words(rule, 300)})`;
  const [lead, way] = knownBy === undefined ? ["Fix", remedy] : ["Known by", knownBy];
  return `**${NAMES[weight]}**${about}: ${show.words(text)}${where}${why}${way === undefined ? "" : `. ${lead}: ${show.words(way, 500)}`}`;
}

const NAMES: Readonly<Record<Worry["weight"], string>> = { bad: "Serious", warning: "Warning", note: "Note" };

/** Those that put most more at risk stand first: they are the last to be left out. */
function stepSection(plan: Plan, show: Outside, name: string): Section {
  const steps = stepsByAddress(plan);
  const weighed = Object.values(plan.bots).map((bot) => ({ bot, money: plan.money?.bots[bot.address] }));
  const sorted = weighed.toSorted(({ money: a }, { money: b }) =>
    a === undefined || b === undefined ? 0 : growth(b).cmp(growth(a)),
  );
  return {
    ...{ title: `${name}Steps of ${counted(weighed.length, "bot")}`, noun: "bot", gap: "\n\n", rank: 1 },
    items: sorted.map(({ bot, money }) => () => {
      const cost = money === undefined ? [] : botMoneyLines(money, PLAIN);
      const facts = [...cost, ...keptLines(bot, PLAIN)].map(
        (line) => `- ${show.words(line.trim().replace(/^! /, ""))}`,
      );
      const parts = (steps.get(bot.address) ?? []).map((step) => stepText(step, show));
      return [headText(bot, show), ...parts, ...(facts.length === 0 ? [] : [facts.join("\n")])].join("\n\n");
    }),
  };
}

function headText({ address, observed, title, accessTitle }: PlannedBot, show: Outside): string {
  const which = observed === null ? "new bot" : `bot ${observed.id}`;
  return `**Bot** ${show.name(address)}: ${show.name(observed?.fields.title ?? title)}, ${which} on ${show.name(accessTitle)}`;
}

function stepText({ action, deal, reason, changes, warnings }: Step, show: Outside): string {
  const { takeProfit } = deal ?? {};
  const head = `\`${ACTIONS[action].mark.symbol}\` **${stepName(action, deal?.id)}**: ${show.words(reason)}`;
  const rows = takeProfit === undefined ? changes : [{ field: "percentTakeProfit" as const, ...takeProfit }];
  const parts = [
    head,
    ...(action === "create" ? [settings(rows, show)] : rows.length === 0 ? [] : [table(rows, show)]),
  ];
  return [...parts, ...warnings.map((text) => `**Warning**: ${show.words(text)}`)].join("\n\n");
}

function table(changes: readonly FieldChange[], show: Outside): string {
  const value = (text: string | null | undefined) => (text === null || text === undefined ? "off" : show.name(text));
  const rows = changes.map(({ field, before, after }) => `| ${field} | ${value(before)} | ${value(after)} |`);
  return ["| setting | now | after |", "| --- | --- | --- |", ...rows].join("\n");
}

/** A new bot's settings are read over, not compared. */
function settings(changes: readonly FieldChange[], show: Outside): string {
  const shown = changes.filter(({ field }) => field !== "title");
  return `Settings: ${shown.map(({ field, after }) => `${field} ${after === null ? "off" : show.name(after)}`).join(" · ")}`;
}

function moneySection({ money, steps }: Plan, show: Outside, name: string): Section {
  const lines = money === undefined || steps.length === 0 ? [] : totalsLines(money.before, money.after, PLAIN);
  return {
    ...{ title: `${name}Money, by side, by pair and when all prices move`, noun: "line", gap: "\n", rank: 0 },
    items: lines.map((line) => () => `${line.startsWith("    ") ? "  " : ""}- ${show.words(line.trim())}`),
  };
}
