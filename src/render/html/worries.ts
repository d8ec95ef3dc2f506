// What a plan or a live account gives to worry about, gathered from its diagnostics, figures, deals and strays, the worst first.

import type { Plan } from "../../model/plan/plan.js";
import { type Finding, isDenied } from "../../model/policy/finding.js";
import { codeOf } from "../../model/policy/policy-rules.js";
import type { ReportView } from "../../model/risk/ladder.js";
import {
  type AccountRisk,
  type BotRisk,
  isKnown,
  type Money,
  type Unknown,
  type UnknownRisk,
} from "../../model/risk/risk.js";
import { counted } from "../../model/text/counted.js";
import type { Diagnostic, Position } from "../../model/text/diagnostic.js";
import { keptText } from "../text/deal-lines.js";
import { amount } from "../text/money-figures.js";
import { liquidationText } from "../text/money-text.js";
import { ruleText, STANDING } from "../text/policy-text.js";
import type { Worry } from "./view.js";

const RANK: Readonly<Record<Worry["weight"], number>> = { bad: 0, warning: 1, note: 2 };

export function planWorries(plan: Plan): readonly Worry[] {
  const { money } = plan;
  return sorted([
    ...plan.diagnostics.map(diagnosticWorry),
    ...(plan.findings ?? []).map(findingWorry),
    ...(money === undefined
      ? [note("the whole preview in money: this plan carries none", "a plan made by botform plan")]
      : [
          // Findings say the same with the line and the rule; a plan without them still has its figures.
          ...(plan.findings === undefined ? moneyWorries(money) : []),
          ...(plan.findings === undefined ? [] : fundsWorries(money.after, plan.findings)),
          ...money.unknown.map(unknownWorry),
        ]),
    ...Object.values(plan.bots).flatMap(({ address, deals = [] }) =>
      deals.filter(({ keeps }) => keeps.length > 0).map((deal): Worry => keptWorry(address, keptText(deal))),
    ),
    ...plan.steps.flatMap(({ address, action, warnings }) =>
      (action === "update" && hasKept(plan, address) ? [] : warnings).map(
        (text): Worry => ({ weight: "warning", subject: address, text }),
      ),
    ),
    ...plan.undeclared.map((bot): Worry => {
      const deals = bot.dealIds.length === 0 ? "" : `, ${counted(bot.dealIds.length, "running deal")}`;
      const fate =
        plan.undeclaredRule === "turn-off" && bot.on && bot.protected !== true ? "is turned off" : "is left as it is";
      const twin = bot.duplicateOf === undefined ? "" : `, a second bot with the title of ${bot.duplicateOf}`;
      return {
        weight: bot.on ? "warning" : "note",
        subject: `bot ${bot.id} "${bot.title}"`,
        text: `is live and not in the configuration (${bot.on ? "on" : "off"}${deals}${twin}); it ${fate}`,
      };
    }),
  ]);
}

/** What a running deal keeps is said setting by setting already. */
function hasKept({ bots }: Plan, address: string): boolean {
  return bots[address]?.deals?.some(({ keeps }) => keeps.length > 0) ?? false;
}

export function reportWorries({ account, bots, totals, findings, unknown }: ReportView): readonly Worry[] {
  const strays = new Map(bots.map(({ id, title }) => [`${account}/#${id}`, `bot ${id} "${title}"`]));
  return sorted([
    ...findings.map((finding) => {
      const worry = findingWorry(finding);
      return { ...worry, subject: strays.get(worry.subject ?? "") ?? worry.subject };
    }),
    ...fundsWorries(totals, findings),
    ...bots.flatMap(({ title, address, on, ladder }) =>
      on && !("grid" in ladder) ? botWorries(address ?? title, ladder) : [],
    ),
    ...unknown.map(unknownWorry),
  ]);
}

function sorted(worries: readonly Worry[]): readonly Worry[] {
  return worries.toSorted((left, right) => RANK[left.weight] - RANK[right.weight]);
}

function diagnosticWorry({ severity, code, summary, remedy, address, position }: Diagnostic): Worry {
  const weight = severity === "error" ? "bad" : "warning";
  return { weight, subject: address, text: summary, remedy, rule: code, place: placeOf(position) };
}

function findingWorry(finding: Finding): Worry {
  const { kind, waived, address, field, summary, remedy, position } = finding;
  const weight = isDenied(finding) ? "bad" : waived === undefined ? "warning" : "note";
  const left = kind === "standing" ? ` (${STANDING})` : "";
  const letOff = waived === undefined ? "" : `; waived until ${waived.until}: ${waived.reason}`;
  return {
    weight,
    subject: address,
    field: field === undefined || summary.includes(field) ? undefined : field,
    text: `${summary}${left}${letOff}`,
    remedy,
    rule: ruleText(finding),
    place: placeOf(position),
  };
}

function placeOf(position: Position | undefined): string | undefined {
  return position === undefined ? undefined : `${position.file}:${position.line}`;
}

function moneyWorries({ after, bots }: Money): readonly Worry[] {
  return [...fundsWorries(after), ...Object.entries(bots).flatMap(([address, bot]) => botWorries(address, bot.after))];
}

/** What can't be afforded is worth a word by itself; a finding that says so, and that nobody waived, is that word. */
function fundsWorries({ quotes }: AccountRisk, findings: readonly Finding[] = []): readonly Worry[] {
  const isSaid = ({ code, kind, waived }: Finding) =>
    code === codeOf("affordable") && kind !== "unknown" && waived === undefined;
  if (findings.some(isSaid)) return [];
  return quotes
    .filter(({ isAffordable }) => isAffordable === false)
    .map(({ quote, need, usable, feeReserve }) => ({
      weight: "bad",
      subject: quote,
      text: `the bots that are on need ${amount(need)} and ${amount(feeReserve)} for fees, and ${amount(usable ?? "0")} is free: not every order can be placed`,
      remedy: "smaller volumes, fewer safety orders or fewer bots that are on; or more balance",
    }));
}

function botWorries(subject: string, risk: BotRisk | UnknownRisk): readonly Worry[] {
  if (!isKnown(risk))
    return [{ weight: "warning", subject, text: "its figures are unknown", remedy: `state ${risk.lacks.join(", ")}` }];
  const inside = risk.liquidation.kind === "inside";
  return [
    ...(inside
      ? [
          {
            weight: risk.on ? ("bad" as const) : ("warning" as const),
            subject,
            text: `${liquidationText(risk).text}: they never fill`,
            remedy: "a lower leverage, a smaller cover (fewer or nearer safety orders), or smaller volumes",
          },
        ]
      : []),
    ...(risk.belowZero > 0
      ? [
          {
            weight: "bad" as const,
            subject,
            text: `${counted(risk.belowZero, "safety order")} would stand at a price of 0 or less`,
            remedy: "fewer safety orders, or a smaller step",
          },
        ]
      : []),
  ];
}

function unknownWorry({ what, needs }: Unknown): Worry {
  return note(what, needs);
}

function note(what: string, needs: string): Worry {
  return { weight: "note", subject: "Unknown", text: what, knownBy: needs };
}

function keptWorry(subject: string, text: string): Worry {
  return { weight: "warning", subject, text: `${text} until it ends: what this plan changes has no effect on it` };
}
