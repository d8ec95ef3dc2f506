// What to type next, as the whole command: apply, with the flags that lift the limits in its way; or plan, once what refuses it is put right.
import { groupBy } from "../model/order.js";
import { excessesOf, type LimitNumbers, limitFlags, neededLimits } from "../model/plan/limits.js";
import { denialsOf, isIdle, isUndo, type Plan, trippedOf } from "../model/plan/plan.js";
import { hasErrors } from "../model/text/diagnostic.js";
import { namesText } from "../model/text/named.js";
import { clean } from "./sanitize.js";
import type { Paint } from "./text/paint.js";
import { wrapped } from "./text/wrap.js";

/** What was typed to have the plans made, as words of a shell with a space before each. */
export interface Typed {
  /** ` --all-accounts`; empty where the configuration has one. */
  readonly accounts: string;
  /** The configuration, its variables and where its keys are. */
  readonly configured: string;
  readonly bots: string;
  readonly out: string;
  /** The saved plan. */
  readonly file?: string;
  readonly limits: Partial<LimitNumbers>;
}

export interface Next {
  /** What it is for, in words that end in a colon. */
  readonly lead: string;
  readonly command: string;
  /** Lines for the configuration that do the same for longer, or waive a policy; what each is for, in words that end in a colon. */
  readonly lines: readonly { readonly lead: string; readonly line: string }[];
  /** Whether something refuses a plan as it is. */
  readonly isBlocked: boolean;
}

/** A plan that was made, or wasn't. */
export interface Planned {
  readonly account: string;
  readonly plan?: Plan;
  /** Why apply would refuse it, whatever the plan says itself. */
  readonly refused?: string | undefined;
}

/** undefined where there is nothing to do, or the way on isn't known: an undo asks by itself, unless it was saved. */
export function nextOf(all: readonly Planned[], typed: Typed | undefined): Next | undefined {
  const isBack = all.some(({ plan }) => plan !== undefined && isUndo(plan));
  if (typed === undefined || (isBack && typed.file === undefined)) return undefined;
  const states = all.map((one) => ({ ...one, state: stateOf(one), excesses: one.plan ? excessesOf(one.plan) : [] }));
  const of = (...some: readonly State[]) => states.filter(({ state }) => some.includes(state));
  const go = of("free");
  const wrong = of("wrong", "denied");
  const left = of("refused", "free");
  const over = go.filter(({ excesses }) => excesses.length > 0);
  const most = over.flatMap(({ excesses }) => excesses).toSorted((one, other) => one.needed - other.needed);
  const flags = limitFlags({ ...typed.limits, ...neededLimits(most) });
  // No limit is lifted along the way: what is put right may keep within it.
  const plan = `plan${limitFlags(typed.limits)}${typed.accounts}${typed.configured}${typed.bots}${typed.out}`;
  const apply = `apply${flags}${typed.file === undefined ? `${typed.accounts}${typed.configured}${typed.bots}` : ` ${typed.file}${typed.configured}`}`;
  const limits = [...groupBy(over, ({ excesses }) => limitsLine(neededLimits(excesses)))].map(([line, own]) => ({
    lead: `Or for longer, in the configuration under ${namesText(own.map(({ account }) => `accounts.${account}`))}:`,
    line,
  }));
  const next = (lead: string, command: string, isBlocked = true): Next => ({
    ...{ lead, isBlocked, lines: limits, command: `botform ${command}` },
  });
  if (of("refused").length > 0) {
    const sound = ` --account ${left.map(({ account }) => account).join()}`;
    return next("Put that account right, or leave it out:", `apply${flags}${sound}${typed.configured}${typed.bots}`);
  }
  if (go.length > 0) {
    const whom = all.length > 1 ? ` on ${namesText(over.map(({ account }) => account))}` : "";
    return next(over.length > 0 ? `To allow it once${whom}:` : "To carry it out:", apply, over.length > 0);
  }
  if (wrong.length === 0 || isBack) return undefined;
  const isOver = wrong.some(({ excesses }) => excesses.length > 0);
  const waivers = waiversOf(of("denied"));
  const lacks = lacksOf(wrong);
  const what = lacks === "denied" && waivers.length === 0 ? "Change what the policies name" : WRONG[lacks];
  const again = next(`${what}, then plan again${isOver ? " (what is over a limit is told then)" : ""}:`, plan);
  return { ...again, lines: waivers };
}

type State = "failed" | "idle" | "wrong" | "denied" | "refused" | "free";

function stateOf({ plan, refused }: Planned): State {
  if (plan === undefined) return "failed";
  if (hasErrors(plan.diagnostics)) return "wrong";
  if (isIdle(plan) || trippedOf(plan).length > 0) return "idle";
  if (refused !== undefined) return "refused";
  if (denialsOf(plan).length > 0) return "denied";
  return "free";
}

const WRONG = {
  wrong: "Correct the errors",
  denied: "Change what the policies name, or waive it in the configuration",
  both: "Correct the errors and what the policies name",
};

function lacksOf(all: readonly { readonly state: State; readonly plan?: Plan }[]): keyof typeof WRONG {
  const isWrong = all.some(({ state }) => state === "wrong");
  const isDenied = all.some(({ plan }) => plan !== undefined && denialsOf(plan).length > 0);
  return isWrong && isDenied ? "both" : isWrong ? "wrong" : "denied";
}

/** Of each configured policy that denies something; a built-in rule has no place for a waiver, and a kill switch is let go. */
function waiversOf(denied: readonly Planned[]): Next["lines"] {
  const findings = denied.flatMap(({ plan }) => (plan === undefined ? [] : denialsOf(plan)));
  const named = findings.flatMap(({ policy, address, code }) =>
    policy === undefined || code === KILL_SWITCH ? [] : [{ policy, address }],
  );
  const byPolicy = [...groupBy(named, ({ policy }) => policy)];
  if (byPolicy.length > MOST_POLICIES) {
    const where = namesText(
      byPolicy.map(([policy]) => policy),
      MOST_WAIVED,
    );
    return [
      {
        lead: clean(`To waive one of ${where}, in the configuration under its name in policies:`),
        line: waiver("bots: [account/bot], "),
      },
    ];
  }
  return byPolicy.map(([policy, own]) => {
    const bots = [...new Set(own.flatMap(({ address }) => address ?? []))];
    const whom =
      bots.length === 0
        ? ""
        : `bots: [${bots.slice(0, MOST_WAIVED).join(", ")}${bots.length > MOST_WAIVED ? ", …" : ""}], `;
    return {
      lead: clean(
        `To waive it${bots.length === 0 || findings.length === own.length ? "" : ` for ${namesText(bots, MOST_WAIVED)} alone`}, in the configuration under policies.${policy}:`,
      ),
      line: waiver(whom),
    };
  });
}

function waiver(whom: string): string {
  return clean(`waivers: [{ ${whom}reason: "…", until: YYYY-MM-DD }]`);
}

/** With a line each; of more, one form for all. */
const MOST_POLICIES = 2;

const KILL_SWITCH = "policy/kill-switch";
/** Named in a waiver. */
const MOST_WAIVED = 6;

/** For whoever fills in why, and until when: as it is, the configuration refuses it. */
function limitsLine(needed: Partial<LimitNumbers>): string {
  const numbers = Object.entries(needed).map(([key, value]) => `${key}: ${value}`);
  return `limits: { ${[...numbers, 'reason: "…"', "until: YYYY-MM-DD"].join(", ")} }`;
}

/** As text, each on a line that nothing breaks, below words that are; ending in a line feed. */
export function nextText(next: Next, colour: Pick<Paint, "width">): string {
  return `${wrapped(next.lead, colour)}\n${commandLines(next, colour)}`;
}

/** The same without the words before the command. */
export function commandLines({ command, lines }: Next, colour: Pick<Paint, "width">): string {
  const longer = lines.map(({ lead, line }) => `${wrapped(lead, colour)}\n  ${line}\n`);
  return [`  ${command}\n`, ...longer].join("");
}
