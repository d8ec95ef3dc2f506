// The plans that wait for a person, or are approved and not yet carried out, each a link to its page.
import type { FleetPlan } from "../../../model/fleet-state.js";
import { counted } from "../../../model/text/counted.js";
import { spanText } from "../../../model/text/span.js";
import { html, type Markup, outside } from "../markup.js";
import { time } from "./frame.js";

const MOST = 30;

/** @param at ISO 8601, now */
export function planList(plans: readonly FleetPlan[], at: string): Markup {
  const rows = plans.slice(0, MOST).map(({ digest, account, state, steps, madeAt, expiresAt }) => {
    const remaining = spanText(Math.max(0, Date.parse(expiresAt) - Date.parse(at)));
    const what = state === "waiting" ? "Look at it, and answer" : "Approved, not carried out yet";
    return html`<li class="${state === "waiting" ? "warning" : "note"}"><a href="/plans/${digest}">${outside(account)}: ${counted(steps, "step")}</a>, made ${time(madeAt)}, for ${remaining} more. <span class="soft">${what}.</span></li>`;
  });
  const rest = plans.length - rows.length;
  return html`<ul class="warnings">${rows}</ul>${rest === 0 ? undefined : html`<p class="small"><a href="/plans">And ${rest} more</a></p>`}`;
}
