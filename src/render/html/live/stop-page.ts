// The emergency stop: turn every bot of an account off, or of all, once its name was typed; and how the stops go.
import type { DeedList, StopRun } from "../../../model/deed.js";
import { namesText } from "../../../model/text/named.js";
import { html, type Markup, outside, table } from "../markup.js";
import { form, type LiveParts, time } from "./frame.js";
import { accountPath } from "./states.js";

export interface StopView {
  readonly accounts: readonly string[];
  /** Newest first. */
  readonly stops: readonly StopRun[];
  readonly formToken: string;
  /** Why the last one didn't begin, or what went wrong beside it. */
  readonly warning?: string | undefined;
}

export function stopParts({ accounts, stops, formToken, warning }: StopView): LiveParts {
  const names = accounts.map((account) => html`<option value="${account}">`);
  return {
    title: "Emergency stop",
    name: "Emergency stop",
    alert:
      warning === undefined
        ? undefined
        : html`<div class="alert" role="alert"><ul class="warnings"><li class="bad">${outside(warning)}</li></ul></div>`,
    lead: "Turns bots off now, and retries each until it is seen off. Running deals and positions stay open. Bots that the configuration wants on are turned on again by the next correction or apply, unless they are held.",
    content: html`${form(
      "/stop",
      formToken,
      html`<p><label for="account">Type the account's name, or ALL for every account</label><input id="account" name="account" list="accounts" required autocapitalize="off" spellcheck="false"><datalist id="accounts">${names}</datalist></p>
<p><label for="hold">Hold them as well, for this reason (may be left out)</label><input id="hold" name="hold" maxlength="500"></p>
<p><button class="no">Turn every bot of it off, now</button></p>`,
    )}
${stops.length === 0 ? undefined : html`<section><h2 id="stops">Stops since this process began</h2>${stopTable(stops)}</section>`}`,
    follows: "replace",
  };
}

function stopTable(stops: readonly StopRun[]): Markup {
  const rows = stops.map(({ account, at, by, state, ...rest }) => [
    html`<a href="${accountPath(account)}">${outside(account)}</a>`,
    html`${time(at)} by ${outside(by)}`,
    html`${
      state.kind === "running"
        ? html`<b class="warn">turning off, and watching</b>`
        : html`<span class="${state.kind === "off" ? "good" : "bad"}">${outside(state.text)}</span>`
    }${afterwards(account, rest)}`,
  ]);
  return table([["Account"], ["Asked for"], ["How it goes", "words"]], rows, {
    label: "Stops",
    caption: "",
    isStacked: true,
  });
}

/** What would turn its bots on again, as the terminal says it, and the way to a hold. */
function afterwards(account: string, { isHeld, turnsOnAgain }: Pick<StopRun, "isHeld" | "turnsOnAgain">) {
  const hold = html`<a href="/holds?bots=${encodeURIComponent(`${account}/*`)}#add">Hold ${outside(`${account}/*`)}</a>`;
  if (turnsOnAgain === undefined)
    return isHeld ? undefined : html`<p>Bots that are to stay off need a hold. ${hold}</p>`;
  const [one, ...others] = turnsOnAgain;
  if (one === undefined) return undefined;
  const bots = others.length === 0 ? outside(one) : outside(namesText(turnsOnAgain));
  const again = others.length === 0 ? "it on again, unless it is" : "them on again, unless they are";
  return html`<p>The configuration wants ${bots} on: the next correction or apply turns ${again} held. ${hold}</p>`;
}

const MOST = 500;

/** Who did what. */
export function auditParts({ deeds, damaged }: DeedList): LiveParts {
  const rows = deeds
    .slice(0, MOST)
    .map(({ at, did, by, from, about }) => [
      time(new Date(at).toISOString()),
      by === "" ? html`<span class="soft">unknown</span>` : outside(by),
      did === "refused" ? html`<b class="bad">refused</b>` : did,
      outside(about),
      outside(from),
    ]);
  const lost =
    damaged === undefined
      ? undefined
      : html`<div class="alert" role="alert"><ul class="warnings"><li class="bad"><b>Lines of it are lost:</b> ${outside(damaged)}</li></ul></div>`;
  return {
    title: "Audit",
    name: "Audit",
    alert: lost,
    lead: "What people did here, the newest first. It is in the ledger, and only grows.",
    content: html`${rows.length === 0 ? html`<p>Nothing yet.</p>` : table([["When"], ["Who"], ["What"], ["About", "words"], ["From"]], rows, { label: "Deeds", caption: "", isStacked: true })}${deeds.length > rows.length ? html`<p>And ${deeds.length - rows.length} older ones, in the ledger.</p>` : undefined}`,
    follows: "replace",
  };
}

/** What came of it where there is no page to go back to. */
export function messageParts(title: string, text: string, back: string): LiveParts {
  return {
    title,
    name: title,
    content: html`<p>${outside(text)}</p><p><a href="${back}">Back</a></p>`,
    follows: "still",
  };
}
