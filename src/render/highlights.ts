// Warnings of a plan or an account, as every form shows them: the worst first.
import type { PlaceOf } from "../model/bot/provenance.js";
import { groupBy } from "../model/order.js";
import type { Plan, PlannedBot } from "../model/plan/plan.js";
import type { PlannedDeal } from "../model/plan/plan-deal.js";
import { aloneText, type Finding, isDenied } from "../model/policy/finding.js";
import { codeOf } from "../model/policy/policy-rules.js";
import { type AccountRisk, type BotRisk, isKnown, type Unknown, type UnknownRisk } from "../model/risk/risk.js";
import { counted } from "../model/text/counted.js";
import type { Diagnostic, Position } from "../model/text/diagnostic.js";
import { amount } from "../model/text/money-figures.js";
import { namesText } from "../model/text/named.js";
import { type Highlight, rankOf } from "./highlight.js";
import { liquidationWords } from "./liquidation-words.js";
import { clean } from "./sanitize.js";
import { ruleText, STANDING } from "./text/policy-text.js";
import { showValue } from "./text/value.js";
import { undeclaredSettingTexts } from "./undeclared-settings.js";
import { worseHighlights } from "./worse.js";

export const OTHER_HOST = "plan/other-host";

/** The worst first. */
export function planHighlights(plan: Plan, placeOf?: PlaceOf): readonly Highlight[] {
  const { money, findings } = plan;
  const known = money === undefined ? [] : Object.entries(money.bots);
  return sorted([
    ...plan.diagnostics.map(ofDiagnostic),
    ...worseHighlights(plan, placeOf),
    ...(findings ?? []).map(ofFinding),
    ...(money === undefined
      ? [
          ofUnknown({
            what: "the figures in money: this plan has none",
            needs: "make the plan with botform plan",
          }),
        ]
      : [
          ...ofFunds(money.after, findings),
          // Findings report the same with the line and the rule; a plan without findings still has its figures.
          ...(findings === undefined ? known.flatMap(([address, { after }]) => ofBot(address, after)) : []),
          ...money.unknown.map(ofUnknown),
        ]),
    ...Object.values(plan.bots).flatMap(ofKept),
    ...plan.steps.flatMap((step) =>
      step.warnings.map((text): Highlight => ({ weight: "warning", subject: step.address, text, alike: text })),
    ),
    ...plan.undeclared.map((bot): Highlight => {
      const deals = bot.dealIds.length === 0 ? "" : `, ${counted(bot.dealIds.length, "running deal")}`;
      const fate =
        plan.undeclaredRule === "turn-off" && bot.on && bot.protected !== true ? "is turned off" : "stays as it is";
      const twin = bot.duplicateOf === undefined ? "" : `, with the same title as ${bot.duplicateOf}`;
      return {
        weight: bot.on ? "warning" : "note",
        subject: `bot ${bot.id} "${bot.title}"`,
        text: `is live and not in the configuration (${bot.on ? "on" : "off"}${deals}${twin}); it ${fate}`,
        ...alikeAs(`live and not in the configuration; each ${fate}`),
      };
    }),
    ...ofUndeclaredSettings(plan),
  ]);
}

/** `deal 7 (USDT-BTC) keeps leverage 5 (the bot's is 7)`: a text for the running deals that keep the same other settings; clean. */
export function keptTexts(bots: readonly PlannedBot[]): readonly string[] {
  return [...keptBy(bots)].map(([settings, deals]) => keptText(settings, deals, bots.length > 1));
}

/** The running deals that keep other settings, by what they keep. */
function keptBy(bots: readonly PlannedBot[]): ReadonlyMap<string, readonly KeptDeal[]> {
  const kept = bots.flatMap(({ deals = [], observed, address }) => {
    const bot = address.slice(address.indexOf("/") + 1);
    const text = ({ field, kept, after }: PlannedDeal["keeps"][number]) => {
      const isSo = observed === null || (observed.fields[field] ?? null) === after;
      return `${field} ${showValue(kept)} (the bot's ${isSo ? "is" : "will be"} ${showValue(after)})`;
    };
    return deals.flatMap((deal) =>
      deal.keeps.length === 0 ? [] : [{ deal: { ...deal, bot }, says: deal.keeps.map(text).join(", ") }],
    );
  });
  const groups = [...groupBy(kept, ({ says }) => says)];
  return new Map(groups.map(([says, own]) => [says, own.map(({ deal }) => deal)]));
}

interface KeptDeal extends PlannedDeal {
  /** Its bot's key. */
  readonly bot: string;
}

function keptText(settings: string, [first, ...more]: readonly KeptDeal[], isOfSeveral = false): string {
  if (first === undefined || more.length === 0)
    return `deal ${first?.id} (${clean(first?.pairTitle ?? "")}) keeps ${settings}`;
  const ids = [first, ...more].map(({ id, bot }) => (isOfSeveral ? `${id} (${clean(bot)})` : String(id)));
  return `${ids.length} running deals keep ${settings}: ${namesText(ids, MOST_DEALS)}`;
}

function ofKept(bot: PlannedBot): Highlight[] {
  return [...keptBy([bot])].map(([settings, deals]) => {
    const short = deals[0]?.keeps.map(({ field, kept }) => `${field} ${showValue(kept)}`).join(", ");
    const text = `${keptText(settings, deals)}, until ${deals.length === 1 ? "it closes" : "they close"}`;
    return {
      weight: "warning",
      subject: bot.address,
      text,
      ...alikeAs(`running deals keep ${short}, until they close`),
    };
  });
}

function alikeAs(common: string): Pick<Highlight, "alike" | "common"> {
  return { alike: common, common };
}

const MOST_DEALS = 8;

/** The warnings about an account as it stands. @param unknowns bots that are on and whose figures are unknown */
export function accountHighlights(
  findings: readonly Finding[],
  totals: AccountRisk,
  unknowns: readonly (readonly [subject: string, risk: UnknownRisk])[],
  unknown: readonly Unknown[],
  diagnostics: readonly Diagnostic[] = [],
): readonly Highlight[] {
  return sorted([
    ...diagnostics.map(ofDiagnostic),
    ...findings.map(ofFinding),
    ...ofFunds(totals, findings),
    ...unknowns.flatMap(([subject, risk]) => ofBot(subject, risk)),
    ...unknown.map(ofUnknown),
  ]);
}

function sorted(highlights: readonly Highlight[]): readonly Highlight[] {
  return highlights.toSorted((left, right) => rankOf(left) - rankOf(right));
}

function ofDiagnostic({ severity, code, summary, remedy, address, position }: Diagnostic): Highlight {
  const first = code === OTHER_HOST && { first: true as const };
  const weight = severity === "error" || code === OTHER_HOST ? "bad" : "warning";
  // What somebody did by hand, and is taken back.
  const worse = code === "plan/changed-outside" && { worse: true as const };
  const alike = address && `${code} ${remedy}`;
  const refuses = severity === "error" && { refuses: true as const };
  return {
    weight,
    subject: address,
    text: summary,
    remedy,
    rule: code,
    place: placeOf(position),
    alike,
    ...first,
    ...refuses,
    ...worse,
  };
}

function ofFinding(finding: Finding): Highlight {
  const { kind, waived, address, field, summary, remedy, position } = finding;
  const weight = isDenied(finding) ? "bad" : waived === undefined ? "warning" : "note";
  const left = kind === "standing" ? ` (${STANDING})` : "";
  const letOff = waived === undefined ? "" : `; waived until ${waived.until}: ${waived.reason}`;
  return {
    weight,
    ...(weight === "bad" && { refuses: true }),
    subject: address,
    field: field === undefined || summary.includes(field) ? undefined : field,
    text: `${summary}${left}${letOff}`,
    remedy,
    alone: aloneText(finding),
    rule: ruleText(finding),
    place: placeOf(position),
    ...(CLASHES.has(finding.code) && kind === "breach" && { clash: true }),
    ...(kind === "standing" && { standing: true }),
    alike: address === undefined || waived !== undefined ? undefined : ruleText(finding),
  };
}

/** The exchange has one position, or one setting, for both. */
const CLASHES: ReadonlySet<string> = new Set(
  (["no-opposite-without-hedge", "same-settings-per-symbol", "one-bot-per-pair-side"] as const).map(codeOf),
);

function placeOf(position: Position | undefined): string | undefined {
  return position === undefined ? undefined : `${position.file}:${position.line}`;
}

/** What can't be afforded is worth a word by itself; a finding that says so, and that nobody waived, is that word. */
function ofFunds({ quotes }: AccountRisk, findings: readonly Finding[] = []): readonly Highlight[] {
  const isReported = ({ code, kind, waived }: Finding) =>
    code === codeOf("affordable") && kind !== "unknown" && waived === undefined;
  if (findings.some(isReported)) return [];
  return quotes
    .filter(({ isAffordable }) => isAffordable === false)
    .map(({ quote, need, usable, feeReserve }) => ({
      weight: "bad",
      subject: quote,
      text: `the bots that are on need ${amount(need)}, plus ${amount(feeReserve)} for fees, but only ${amount(usable ?? "0")} is free: not every order can be placed`,
      remedy: "use smaller volumes, fewer safety orders or fewer bots; or add balance",
    }));
}

function ofBot(subject: string, risk: BotRisk | UnknownRisk): readonly Highlight[] {
  if (!isKnown(risk))
    return [
      { weight: "warning", subject, text: "its figures are unknown", remedy: `declare ${risk.lacks.join(", ")}` },
    ];
  const inside: Highlight = {
    weight: risk.on ? "bad" : "warning",
    subject,
    text: `${liquidationWords(risk).text}: they never fill`,
    remedy: "lower the leverage, the cover (fewer or closer safety orders) or the volumes",
  };
  const belowZero: Highlight = {
    weight: "bad",
    subject,
    text: `${counted(risk.belowZero, "safety order")} would be at a price of 0 or less`,
    remedy: "use fewer safety orders, or a smaller step",
  };
  return [...(risk.liquidation.kind === "inside" ? [inside] : []), ...(risk.belowZero > 0 ? [belowZero] : [])];
}

function ofUndeclaredSettings({ undeclaredSettings: settings = [] }: Plan): readonly Highlight[] {
  const notes = (isWanted: boolean, weight: Highlight["weight"], fate: string, remedy: string) =>
    undeclaredSettingTexts(settings.filter(({ wanted }) => (wanted !== undefined) === isWanted)).map(
      (text): Highlight => ({ weight, subject: "Not declared", text: `${text}: set on the service, ${fate}`, remedy }),
    );
  const unsure = "and wanted off, but the API has no certain way to switch it off, so no step tries";
  return [
    ...notes(true, "warning", unsure, "switch it off on the service, or declare null to have apply try it"),
    ...notes(false, "note", "and stays as it is", "declare it, or null to switch it off"),
  ];
}

function ofUnknown({ what, needs }: Unknown): Highlight {
  return { weight: "note", subject: "Not known", text: what, knownBy: needs };
}
