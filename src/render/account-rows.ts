// Several accounts as one table: what each plan does, what is in its way, and what it may cost.
import Big from "big.js";
import { excessesOf } from "../model/plan/limits.js";
import { countSteps, denialsOf, type Plan, trippedOf } from "../model/plan/plan.js";
import type { Money } from "../model/risk/risk.js";
import { hasErrors } from "../model/text/diagnostic.js";
import { amount, move } from "../model/text/money-figures.js";
import { type Compared, quotesMoney } from "./money-facts.js";
import { worstMove } from "./money-rows.js";
import type { Planned } from "./next.js";

export interface AccountTable {
  readonly heads: readonly string[];
  readonly rows: readonly AccountRow[];
}

interface AccountRow {
  readonly account: string;
  /** A number under each of the heads that count steps; none where nothing was planned. */
  readonly counts: readonly string[];
  /** In a word or two; "no" where nothing is known to refuse an apply. */
  readonly blockedBy: string;
  readonly margin: string;
  readonly loss: string;
}

const COUNTED = ["create", "update", "on", "off", "deals"] as const;

export function accountTable(all: readonly Planned[]): AccountTable {
  const accounts = all.map((one) => ({ ...one, counts: countsOf(one.plan) }));
  const heads = COUNTED.filter((kind) => kind !== "deals" || accounts.some(({ counts }) => (counts?.deals ?? 0) > 0));
  const figures = figureCells(all.map(({ plan }) => plan?.money));
  return {
    heads: ["account", ...heads, "blocked by", ...figures.heads],
    rows: accounts.map(({ counts, ...one }, index) => ({
      account: one.account,
      counts: heads.map((kind) => (counts === undefined ? "" : String(counts[kind]))),
      blockedBy: blockedBy(one),
      margin: figures.cells[index]?.margin ?? "",
      loss: figures.cells[index]?.loss ?? "",
    })),
  };
}

/** Margin and loss of each account; the asset and the move stand in the heads where all have the same. */
export function figureCells(all: readonly (Partial<Pick<Money, "before" | "after">> | undefined)[]): {
  readonly heads: readonly [margin: string, loss: string];
  readonly cells: readonly Pick<AccountRow, "margin" | "loss">[];
} {
  const own = all.map(figuresOf);
  const [quote, by] = [onlyOne(own.flat().map((one) => one.quote)), onlyOne(own.flat().flatMap((one) => one.by ?? []))];
  const unit = quote === undefined ? "" : `, ${quote}`;
  const of = (figure: string, one: Figures) => `${figure}${quote === undefined ? ` ${one.quote}` : ""}`;
  const lossOf = (one: Figures) =>
    one.loss === undefined ? [] : `${of(one.loss, one)}${by === undefined ? ` at ${one.by}` : ""}`;
  return {
    heads: [`margin${unit}`, `loss${by === undefined ? ", worst move" : ` at ${by}`}${unit}`],
    cells: own.map((figures) => ({
      margin: figures.map((one) => of(one.margin, one)).join("; "),
      loss: figures.flatMap(lossOf).join("; "),
    })),
  };
}

function onlyOne(texts: readonly string[]): string | undefined {
  const [only, ...others] = new Set(texts);
  return others.length === 0 ? only : undefined;
}

function countsOf(plan: Plan | undefined): Readonly<Record<(typeof COUNTED)[number], number>> | undefined {
  if (plan === undefined) return undefined;
  const { create, update, "turn-on": on, "turn-off": off } = countSteps(plan);
  return { create, update, on, off, deals: plan.steps.length - create - update - on - off };
}

function blockedBy({ plan, refused }: Planned): string {
  if (plan === undefined) return "not planned";
  const reasons = [
    ...(hasErrors(plan.diagnostics) ? ["errors"] : []),
    ...(denialsOf(plan).length > 0 ? ["policies"] : []),
    ...(excessesOf(plan).length > 0 ? ["limit"] : []),
    ...(trippedOf(plan).length > 0 ? ["breaker"] : []),
    ...(refused === undefined ? [] : ["other account"]),
  ];
  return reasons.join(", ") || "no";
}

interface Figures {
  readonly quote: string;
  readonly margin: string;
  readonly loss?: string;
  readonly by?: string;
}

/** Of each asset; nothing where no figure is known. */
function figuresOf({ before, after }: Partial<Pick<Money, "before" | "after">> = {}): readonly Figures[] {
  if (after === undefined) return [];
  return quotesMoney({ before, after }).map((money) => {
    const worst = worstMove(money);
    const margin = movedText({ before: money.was((one) => one.margin), after: money.after.margin });
    return { quote: money.after.quote, margin, ...(worst && { loss: movedText(worst), by: move(worst.shock.move) }) };
  });
}

/** `612 → 1 180`, or `612 unchanged`. */
function movedText({ before, after }: Compared): string {
  const [old, now] = [before === undefined ? undefined : rounded(before), rounded(after)];
  return old === undefined ? now : old === now ? `${now} unchanged` : `${old} → ${now}`;
}

/** Of three digits and more the places tell nobody anything beside other accounts. */
function rounded(text: string): string {
  const value = new Big(text);
  return amount((value.abs().gte(100) ? value.round(0) : value).toFixed());
}
