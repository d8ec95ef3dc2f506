// What will change: one sentence, and a tile for each kind of step.

import { ACTIONS, type Action, SUMMARY_ORDER } from "../../model/plan/actions.js";
import { countSteps, denialsOf, type Plan } from "../../model/plan/plan.js";
import { counted } from "../../model/text/counted.js";
import { hasErrors } from "../../model/text/diagnostic.js";
import { sum } from "./figures.js";
import { html, type Markup, outside } from "./markup.js";
import type { Worry } from "./view.js";
import { worryAlert, worryCounts } from "./worry-list.js";

export function summaryTiles(plan: Plan): Markup {
  const counts = countSteps(plan);
  const tiles = SUMMARY_ORDER.filter((action) => counts[action] > 0).map((action) => {
    const { words, mark } = ACTIONS[action];
    return tile(String(counts[action]), words.summary, mark.tone, namesOf(plan, action));
  });
  const rest = [
    tile(String(plan.unchanged), "unchanged", "soft"),
    ...(plan.undeclared.length > 0
      ? [tile(String(plan.undeclared.length), "live, not in the configuration", "soft")]
      : []),
  ];
  return html`<ul class="tiles">${tiles}${rest}</ul>`;
}

function tile(figure: string, label: string, kind: string, names?: Markup): Markup {
  return html`<li><div class="figure ${kind}">${figure}</div><div class="label">${label}</div>${names}</li>`;
}

/** Named on a tile. */
const NAMED = 4;

/** The keys of the bots, the account being in the heading. */
function namesOf({ steps, account }: Plan, action: Action): Markup {
  const addresses = [...new Set(steps.flatMap((step) => (step.action === action ? [step.address] : [])))];
  const keys = addresses.map((one) => (one.startsWith(`${account}/`) ? one.slice(account.length + 1) : one));
  const shown = keys.slice(0, NAMED).map((key, index) => html`${index === 0 ? "" : ", "}${outside(key)}`);
  const more = keys.length - NAMED;
  return html`<div class="small soft">${shown}${more > 0 ? ` and ${more} more` : ""}</div>`;
}

/** The page in one breath: what changes, what it may cost, and whether there is something to worry about. */
export function planLead(plan: Plan, worries: readonly Worry[], link = "worries"): Markup {
  const touched = Object.keys(plan.bots).length;
  const change =
    plan.steps.length === 0
      ? "Nothing changes."
      : `${counted(touched, "bot")} of ${plan.unchanged + touched} ${touched === 1 ? "changes" : "change"}.`;
  const counts = worryCounts(worries);
  const bad = worries.some(({ weight }) => weight === "bad");
  return html`${change} ${costs(plan)}${counts === undefined ? "Nothing to worry about is known." : html`<a href="#${link}" class="${bad ? "bad" : "warn"}">To worry about: ${counts}</a>.`}`;
}

/** What keeps the plan from being applied stands before all else, and whatever else is serious. */
export function planAlert(plan: Plan, worries: readonly Worry[], link = "worries"): Markup | undefined {
  return worryAlert(blocks(plan) ?? "Serious, though nothing blocks the apply:", worries, link);
}

/** Why it can't be applied, in a sentence. */
export function blocks(plan: Plan): string | undefined {
  if (hasErrors(plan.diagnostics)) return "This plan has errors and can't be applied.";
  const denials = denialsOf(plan).length;
  return denials === 0 ? undefined : `Apply is blocked by ${counted(denials, "finding")}.`;
}

function costs({ money, steps }: Plan): Markup | undefined {
  if (money === undefined || steps.length === 0) return undefined;
  const parts = money.after.quotes.flatMap(({ quote, worstCase, margin }) => {
    const before = money.before.quotes.find((one) => one.quote === quote);
    const [old, oldMargin] = [before?.worstCase ?? "0", before?.margin ?? "0"];
    if (sum(old) === sum(worstCase) && sum(oldMargin) === sum(margin)) return [];
    return [
      html`With every order filled (worst case): ${sum(old)} → <b>${sum(worstCase)} ${quote}</b> in positions, on a margin of ${sum(oldMargin)} → <b>${sum(margin)}</b>. `,
    ];
  });
  return parts.length === 0 ? html`What the bots that are on may cost stays as it is. ` : html`${parts}`;
}
