// A plan that waits, as its page shows it, and the answer to exactly this one: approve, or reject with a reason.

import type { StopRun } from "../../../model/deed.js";
import type { FleetPlan } from "../../../model/fleet-state.js";
import { mayDo } from "../../../model/person.js";
import type { Plan } from "../../../model/plan/plan.js";
import type { AskedPlan } from "../../../model/planfile/approval.js";
import { shortDigest } from "../../../model/planfile/approval.js";
import { namesText } from "../../../model/text/named.js";
import { spanText } from "../../../model/text/span.js";
import { askAgainCommand } from "../../ask-again.js";
import { html, type Markup, outside, type Piece } from "../markup.js";
import { planParts } from "../plan-page.js";
import { form, type LiveParts, time, type Viewing } from "./frame.js";
import { planList } from "./plan-list.js";
import { accountPath } from "./states.js";

export interface PlanLiveView {
  readonly asked: AskedPlan;
  /** Whether it is as it was sealed; null where the key at hand can't tell. */
  readonly isAuthentic: boolean | null;
  /** What becomes of it once it is approved. */
  readonly afterwards: string;
  /** What a command to type needs in order to mean the same configuration and ledger. */
  readonly same: string;
  /** The last emergency stop of its account that was asked for at the page since its process began. */
  readonly stop?: StopRun | undefined;
  /** Why the last answer wasn't taken. */
  readonly refused?: string | undefined;
}

type Next = Pick<PlanLiveView, "afterwards" | "same">;

export function planLiveParts(
  { asked, isAuthentic, afterwards, same, stop, refused }: PlanLiveView,
  viewing: Viewing,
): LiveParts {
  const { saved, digest } = asked;
  const parts = planParts({ plan: saved.plan, ladders: {} });
  const links = parts.links.map(([id, text]) => html`<li><a href="#${id}">${text}</a></li>`);
  return {
    title: `Plan ${shortDigest(digest)} of ${saved.account}`,
    eyebrow: html`<a href="/">Fleet</a> › <a href="${accountPath(saved.account)}">${outside(saved.account)}</a> › ${parts.eyebrow}`,
    name: html`${outside(saved.account)}: plan <code>${shortDigest(digest)}</code>`,
    alert: html`${refused === undefined ? undefined : html`<div class="alert" role="alert"><ul class="warnings"><li class="bad"><b>Not recorded:</b> ${outside(refused)}</li></ul></div>`}${isAuthentic === false ? html`<p class="bad" role="alert"><b>This plan isn't as it was sealed: it was altered, or is of another configuration. It can't be carried out.</b></p>` : undefined}${stopped(asked, stop)}${parts.alert}`,
    lead: parts.lead,
    content: html`${standing(asked, { afterwards, same }, viewing)}
${parts.decision}
${answerSection(asked, { afterwards, same }, viewing)}
<nav aria-label="On this page"><ul>${links}</ul></nav>
${parts.content}`,
    follows: asked.state === "waiting" ? "tell" : "replace",
  };
}

/** Whoever says yes to turning bots on should know that somebody has stopped them. */
function stopped({ saved, state }: AskedPlan, stop: StopRun | undefined): Markup | undefined {
  const on = saved.plan.steps.filter(({ action }) => action === "turn-on");
  if (stop === undefined || on.length === 0 || state !== "waiting") return undefined;
  const bots = namesText(on.map(({ address }) => address));
  return html`<p class="bad" role="alert"><b>It turns on ${outside(bots)}.</b> <a href="/stop">An emergency stop</a> of ${outside(saved.account)} was asked for by ${outside(stop.by)}, ${time(stop.at)}.</p>`;
}

function standing(asked: AskedPlan, { afterwards, same }: Next, { role, at }: Viewing): Markup {
  const { state, saved, answers, runId, newer } = asked;
  const given = answers.map(
    ({ answer, by, at: when, reason }) =>
      html`<li>${answer} by ${outside(by)}, ${time(new Date(when).toISOString())}${reason === undefined ? undefined : html`: ${outside(reason)}`}</li>`,
  );
  const list = given.length === 0 ? undefined : html`<ul class="small">${given}</ul>`;
  const remaining = spanText(Math.max(0, Date.parse(saved.expiresAt) - Date.parse(at)));
  switch (state) {
    case "waiting": {
      const way = mayDo(role, "approve")
        ? html`<a href="#answer">Answer it</a>`
        : "Your role may look at it, and not answer it.";
      return box("warning", html`<p><b>Waits for a yes</b>, for ${remaining} more. ${way}</p>${list}`);
    }
    case "approved":
      return box("note", html`<p><b>Approved</b>, and not carried out yet. ${outside(afterwards)}</p>${list}`);
    case "rejected":
      return box(
        "bad",
        html`<p><b>Rejected</b>, for good: nobody can take an answer back. To be asked about it again, type: <code>${askAgainCommand(saved.plan)}${same}</code></p>${list}`,
      );
    case "used": {
      const run =
        runId === undefined ? "unknown" : html`<a href="/history/${encodeURIComponent(runId)}">${outside(runId)}</a>`;
      return box(
        "note",
        html`<p><b>Carried out, or being carried out,</b> by the run ${run}, which says how that went.</p>${list}`,
      );
    }
    case "superseded": {
      const other =
        newer === undefined ? "another one" : html`<a href="/plans/${newer}"><code>${shortDigest(newer)}</code></a>`;
      return box(
        "bad",
        html`<p><b>Superseded</b>: ${other} was asked for in its place, and nothing of it is carried out.</p>${list}`,
      );
    }
    case "expired": {
      const end = "nobody can approve it any more, and nothing of it is carried out";
      return box("bad", html`<p><b>Expired</b> at ${time(saved.expiresAt)}: ${end}.</p>${list}`);
    }
  }
}

/** Below what decides, and above the particulars. */
function answerSection(
  { state, digest, saved }: AskedPlan,
  { afterwards, same }: Next,
  { role, formToken }: Viewing,
): Markup | undefined {
  if (!mayDo(role, "approve") || (state !== "waiting" && state !== "approved")) return undefined;
  const lead = state === "waiting" ? html`<p>If you approve it: ${outside(afterwards)}</p>` : undefined;
  return html`<section><h2 id="answer">Answer</h2>${lead}${answerForms(digest, formToken, state === "waiting")}${moreKnown(saved.plan, same)}</section>`;
}

/** What would make more known is mostly an option of a command, which nobody can give here. */
function moreKnown(plan: Plan, same: string): Markup | undefined {
  if ((plan.money?.unknown.length ?? 0) === 0) return undefined;
  return html`<p class="small">Something isn't known, and the page can't find it out: see <a href="#warnings">To find out</a>. If your answer depends on it, and an option is named there, as <span class="typed">--price</span>, reject this plan and type: <code>${askAgainCommand(plan)}${same}</code> with that option. Until somebody rejects it, or it expires, this one goes on waiting beside the new one.</p>`;
}

function box(kind: string, content: Piece): Markup {
  return html`<ul class="warnings answer"><li class="${kind}">${content}</li></ul>`;
}

/** The digest is whole in each form: what is answered is what is shown. */
function answerForms(digest: string, token: string, mayApprove: boolean): Markup {
  const which = html`<input type="hidden" name="digest" value="${digest}">`;
  const yes = form(
    `/plans/${digest}/approve`,
    token,
    html`${which}<p><label for="why">Why (may be left out)</label><input id="why" name="reason" maxlength="500"></p><p><button class="yes">Approve exactly this plan</button></p>`,
  );
  const no = form(
    `/plans/${digest}/reject`,
    token,
    html`${which}<p><label for="why-not">Why not</label><input id="why-not" name="reason" required maxlength="500"></p><p><button class="no">Reject it, for good</button></p>`,
  );
  return html`<div class="answers">${mayApprove ? yes : undefined}${no}</div>`;
}

export function plansParts(plans: readonly FleetPlan[], at: string): LiveParts {
  return {
    title: "Plans",
    name: "Plans",
    lead: "What botform wants to do and may not do without a yes. Each answer is to exactly one plan.",
    content: plans.length === 0 ? html`<p>No plan waits.</p>` : planList(plans, at),
    follows: "replace",
  };
}
