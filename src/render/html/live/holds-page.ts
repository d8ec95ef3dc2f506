// Holds: which bots stay off and why; who operates sets and lifts those of the ledger.
import type { ListedHold } from "../../../model/bot/hold-facts.js";
import { mayDo } from "../../../model/person.js";
import { html, type Markup, outside, table } from "../markup.js";
import { form, type LiveParts, type Viewing } from "./frame.js";

const WHERE: Readonly<Record<ListedHold["in"], string>> = {
  ledger: "ledger",
  configuration: "configuration",
  both: "ledger and configuration",
};

/** @param more a last cell of each row */
export function holdTable(holds: readonly ListedHold[], more?: (hold: ListedHold) => Markup): Markup {
  if (holds.length === 0) return html`<p>None.</p>`;
  const rows = holds.map((hold) => [
    outside(hold.bots.join(", ")),
    outside(hold.reason),
    hold.until === undefined
      ? "until it is lifted"
      : html`${outside(hold.until)}${hold.state === "in force" ? undefined : html` <b class="bad">(ended)</b>`}`,
    html`${WHERE[hold.in]}${hold.place === null ? undefined : html` <small>${outside(hold.place)}</small>`}`,
    ...(more === undefined ? [] : [more(hold)]),
  ]);
  const columns = [["Bots"], ["Why"], ["Until"], ["Kept in"], ...(more === undefined ? [] : [[""] as const])] as const;
  return table(columns, rows, { label: "Holds", caption: "", isStacked: true });
}

/** What stands in the form: what was sent, where that was refused. */
export interface HoldEntry {
  readonly bots: string;
  readonly reason: string;
  readonly until: string;
}

export interface HoldsView {
  /** undefined where the ledger couldn't be read. */
  readonly holds: readonly ListedHold[] | undefined;
  /** Which lines of the ledger are lost. */
  readonly damaged?: string | undefined;
  readonly entry?: HoldEntry | undefined;
  /** Why the last form wasn't done. */
  readonly refused?: string | undefined;
}

export function holdsParts({ holds, damaged, entry, refused }: HoldsView, { role, formToken }: Viewing): LiveParts {
  const isOperator = mayDo(role, "operate");
  const lift = (hold: ListedHold): Markup => {
    if (hold.in === "configuration") return html`<span class="soft">remove it from the configuration</span>`;
    const each = hold.bots.map((bots) => html`<input type="hidden" name="bots" value="${bots}">`);
    return form(
      "/holds/lift",
      formToken,
      html`${each}<button aria-label="Lift the hold on ${hold.bots.join(", ")}">Lift</button>`,
    );
  };
  const alerts = [
    ...(refused === undefined ? [] : [html`<li class="bad"><b>Not done:</b> ${outside(refused)}</li>`]),
    ...(damaged === undefined
      ? []
      : [html`<li class="bad"><b>Part of the ledger is lost, a hold perhaps:</b> ${outside(damaged)}</li>`]),
  ];
  return {
    title: "Holds",
    name: "Holds",
    alert:
      alerts.length === 0 ? undefined : html`<div class="alert" role="alert"><ul class="warnings">${alerts}</ul></div>`,
    lead: "Held bots stay off and untouched: no apply turns them on or changes them. A hold turns nothing off by itself.",
    content: html`${holds === undefined ? html`<p class="bad"><b>Unknown:</b> the ledger couldn't be read.</p>` : holdTable(holds, isOperator ? lift : undefined)}
${isOperator ? addForm(formToken, entry) : undefined}`,
    follows: "replace",
  };
}

function addForm(token: string, { bots, reason, until }: HoldEntry = { bots: "", reason: "", until: "" }): Markup {
  return html`<section><h2 id="add">Hold bots</h2>${form(
    "/holds",
    token,
    html`<p><label for="bots">Bots</label><input id="bots" name="bots" value="${bots}" required aria-describedby="bots-form"><small id="bots-form">An address, or * for any text: main/btc-dip, main/btc-*, main/*</small></p>
<p><label for="reason">Reason</label><input id="reason" name="reason" value="${reason}" required aria-describedby="reason-form"><small id="reason-form">It is kept, and shown to others. No secrets.</small></p>
<p><label for="until">Last day, if there is one</label><input id="until" name="until" value="${until}" placeholder="2026-12-31"></p>
<p><button>Hold them</button></p>`,
  )}</section>`;
}
