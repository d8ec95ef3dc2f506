// What is left of a roll-out, as botform rollout promote shows it, and the answer to exactly this: it goes on with what is shown.
import type { ReviewRun } from "../../../model/deed.js";
import { shortDigest } from "../../../model/planfile/approval.js";
import type { RolloutPlanFacts } from "../../../model/rollout/facts.js";
import type { Overrules } from "../../../model/rollout/overrules.js";
import type { Diagnostic } from "../../../model/text/diagnostic.js";
import { paint } from "../../text/paint.js";
import { rolloutPlanText } from "../../text/rollout-plan-text.js";
import { html, type Markup, outside } from "../markup.js";
import { form, type LiveParts, time, type Viewing } from "./frame.js";
import { gates } from "./gates.js";

export interface PromoteView {
  readonly digest: string;
  /** Of the roll-out. */
  readonly id: string;
  readonly facts: RolloutPlanFacts;
  /** Of the configuration. */
  readonly diagnostics: readonly Diagnostic[];
  /** Whether every plan could be applied. */
  readonly mayPromote: boolean;
  /** Whether a wave is being watched, which would pass. */
  readonly isWatched: boolean;
  /** ISO 8601: the bots are shown as they were then. */
  readonly at: string;
  /** Why the last answer wasn't taken. */
  readonly refused?: string | undefined;
}

export function promoteParts(view: PromoteView, { formToken }: Viewing): LiveParts {
  const { digest, id, facts: all, diagnostics, mayPromote, isWatched, at, refused } = view;
  const { overrules, ...facts } = all;
  const warnings = [
    ...(refused === undefined ? [] : [html`<li class="bad"><b>Not recorded:</b> ${outside(refused)}</li>`]),
    ...(mayPromote
      ? []
      : [
          html`<li class="bad">One of the plans couldn't be made, or wouldn't be applied, so it can't be promoted.</li>`,
        ]),
    ...diagnostics.map(({ summary }) => html`<li class="warn">${outside(summary)}</li>`),
  ];
  return {
    title: `What is left of the roll-out, ${shortDigest(digest)}`,
    eyebrow: html`<a href="/rollout">Roll-out</a> › ${outside(id)}`,
    name: html`What is left, <code>${shortDigest(digest)}</code>`,
    alert:
      warnings.length === 0
        ? undefined
        : html`<div class="alert" role="alert"><ul class="warnings">${warnings}</ul></div>`,
    lead: html`As the files and the bots were, ${time(at)}. ${isWatched ? "The wave that is being watched passes at once, whatever its gates say; the waves after it" : "The waves"} bring what stands here, and nothing else.`,
    content: html`${overrules === undefined ? undefined : overruled(overrules)}
${mayPromote ? answer(digest, formToken) : undefined}
<section><h2 id="rest">What is left</h2><pre class="whole" role="region" aria-label="What is left" tabindex="0">${rolloutPlanText(facts, paint(false))}</pre></section>`,
    follows: "still",
  };
}

/** Nobody has looked at the gates for this, so it says when they were seen. */
function overruled({ wave, why, gates: open, gatesSeenAt }: Overrules): Markup {
  const seen = gatesSeenAt === null ? undefined : html`, as seen ${time(gatesSeenAt)}`;
  return html`${why === null ? undefined : html`<p class="bad"><b>${outside(`This overrules: ${why}.`)}</b></p>`}${
    open.length === 0
      ? undefined
      : html`<p class="bad"><b>This overrules gates of the wave ${outside(wave)}${seen}:</b></p>${gates(open)}`
  }`;
}

/** The digest is whole: what is promoted is what is shown. */
function answer(digest: string, token: string): Markup {
  return form(
    "/rollout/promote",
    token,
    html`<input type="hidden" name="digest" value="${digest}"><p><label for="reason">Why, if there is something to say</label><input id="reason" name="reason" maxlength="500"></p><p><button class="yes">Promote exactly this</button></p>`,
  );
}

/** Asks for a look at what is left, and says how the last one went. */
export function promoteSection(review: ReviewRun | undefined, token: string): Markup {
  const ask = form(
    "/rollout/review",
    token,
    html`<p><button>Look at what is left</button> <small>To overrule what is in the way, or to take what is different now: botform reads the bots and shows what would be done. Nothing is done by that.</small></p>`,
  );
  return html`${ask}${review === undefined ? undefined : html`<p role="status">${standing(review)}</p>`}`;
}

function standing({ by, at, state }: ReviewRun): Markup {
  const asked = html`asked for by ${outside(by)}, ${time(at)}`;
  switch (state.kind) {
    case "running":
      return html`<b class="warn">botform looks at the bots now</b>, ${asked}. Load the page again in a moment, or wait: it follows by itself.`;
    case "shown":
      return html`<a href="/rollout/review/${state.digest}">See what is left, and promote it: <code>${shortDigest(state.digest)}</code></a>, ${asked}.`;
    case "failed":
      return html`<b class="bad">It couldn't be looked at:</b> ${outside(state.text)} (${asked})`;
  }
}
