// The last roll-out: its waves as a picture and a table, what holds it up, and for who may decide: pause, resume, end, promote.
import type { ReviewRun } from "../../../model/deed.js";
import { mayDo } from "../../../model/person.js";
import type { ShownRollout, ShownWave, WaveState } from "../../../model/rollout/shown.js";
import { counted } from "../../../model/text/counted.js";
import { spanText } from "../../../model/text/span.js";
import { html, type Markup, outside, table } from "../markup.js";
import { pixel } from "../scale.js";
import { form, type LiveParts, time, type Viewing } from "./frame.js";
import { gates } from "./gates.js";
import { promoteSection } from "./promote-page.js";

/** What each is called, with a mark that needs no colour. */
const STATES: Readonly<Record<WaveState, readonly [mark: string, word: string, kind: string]>> = {
  waiting: ["○", "waits its turn", "soft"],
  applying: ["▶", "is being applied", "warn"],
  baking: ["◔", "is being watched", "warn"],
  passed: ["✓", "passed", "good"],
  failed: ["✗", "failed", "bad"],
  paused: ["‖", "paused", "warn"],
  undoing: ["↶", "goes back", "bad"],
  undone: ["↶", "went back", "bad"],
  ended: ["–", "was ended", "soft"],
  "not-begun": ["–", "never began", "soft"],
};

const STATUS: Readonly<Record<ShownRollout["status"], string>> = {
  running: "It is under way",
  paused: "It is paused",
  done: "Every wave has passed",
  aborted: "It was ended by a person",
  undone: "It went back",
};

/** @param review the last look at what is left that somebody has asked for */
export function rolloutParts(rollout: ShownRollout | null, viewing: Viewing, review: ReviewRun | undefined): LiveParts {
  const title = "Roll-out";
  if (rollout === null) {
    const content = html`<p>There was none yet. With <code>rollout:</code> in the configuration, <code>botform rollout start</code> begins one.</p>`;
    return { title, name: title, content, follows: "replace" };
  }
  const { by, beganAt, status, wave, why, waitsFor, isAbandoned } = rollout;
  const reason = why === null ? "" : `: ${why}`;
  const where = status === "running" ? `, at wave ${wave}` : "";
  const warnings = [
    ...(isAbandoned
      ? ["Nobody drives it: no botform fleet serve or worker, and no botform reconcile --every, seems to run."]
      : []),
    ...(waitsFor === null ? [] : [`Not known yet: ${waitsFor.why}. Waited for until ${waitsFor.until.slice(0, 16)}Z.`]),
  ];
  const alert =
    warnings.length === 0
      ? undefined
      : html`<div class="alert" role="alert"><ul class="warnings">${warnings.map((text) => html`<li class="warn">${outside(text)}</li>`)}</ul></div>`;
  return {
    ...{ title, name: html`Roll-out <code>${rollout.id}</code>`, alert, follows: "replace" },
    lead: html`${STATUS[status]}${where}${outside(reason)}. Begun by ${outside(by)}, ${time(beganAt)}.`,
    content: html`${figure(rollout)}
${waveTable(rollout, viewing.at)}
${leftOutSection(rollout)}
${decisions(rollout, viewing, review)}`,
  };
}

const WIDTH = 380;
const ROW = 40;

/** As wide as the wave has bots, of the largest; filled as far as its accounts are as was asked for. */
function figure({ waves }: ShownRollout): Markup {
  const most = Math.max(1, ...waves.map(({ bots }) => bots));
  const rows = waves.map((wave, index) => {
    const width = Math.max(8, ((WIDTH - 2) * wave.bots) / most);
    const share = wave.accounts.length === 0 ? 0 : wave.done / wave.accounts.length;
    const [mark, word, kind] = STATES[wave.state];
    const y = index * ROW;
    return html`<text x="0" y="${y + 13}">${wave.name}</text><text class="${kind}" text-anchor="end" x="${WIDTH}" y="${y + 13}">${mark} ${word}</text><rect class="filled" x="1" y="${y + 19}" width="${pixel(width * share)}" height="13"/><rect class="whole" x="1" y="${y + 19}" width="${pixel(width)}" height="13"/>
`;
  });
  const words = waves.map(
    ({ name, state, done, accounts, bots }) =>
      `${name}: ${counted(bots, "bot")}, ${done} of ${counted(accounts.length, "account")}, ${STATES[state][1]}.`,
  );
  return html`<figure><svg viewBox="0 0 ${WIDTH} ${waves.length * ROW}" role="img" class="waves"><title>The waves of the roll-out</title><desc>${words.join(" ")}</desc>
${rows}</svg><figcaption>Each bar is as long as its wave has bots, and filled as far as its accounts are as was asked for.</figcaption></figure>`;
}

const MOST_NAMES = 6;

function waveTable({ waves }: ShownRollout, at: string): Markup {
  const rows = waves.map((wave) => {
    const [mark, word, kind] = STATES[wave.state];
    const more = wave.accounts.length - MOST_NAMES;
    const names = `${wave.accounts.slice(0, MOST_NAMES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
    return [
      html`<b>${outside(wave.name)}</b>`,
      html`<b class="${kind}">${mark} ${word}</b>`,
      html`${counted(wave.bots, "bot")} on ${outside(names)}`,
      wave.beganAt === null ? "not yet" : time(wave.beganAt),
      watched(wave, at),
      gatesOf(wave),
    ];
  });
  const columns = [["Wave"], ["State"], ["Bots"], ["Began"], ["Watched"], ["Gates"]] as const;
  return table(columns, rows, { label: "Waves", caption: "", isStacked: true });
}

const MOST_LEFT_OUT = 100;

/** Bots that its waves have passed over: nobody may take them for brought. */
function leftOutSection({ waves }: ShownRollout): Markup | undefined {
  const all = waves.flatMap(({ name, leftOut = [] }) => leftOut.map((one) => ({ wave: name, ...one })));
  if (all.length === 0) return undefined;
  const rows = all
    .slice(0, MOST_LEFT_OUT)
    .map(({ wave, address, why }) => [outside(address), outside(LEFT_OUT.get(why) ?? why), outside(wave)]);
  const more = all.length - rows.length;
  return html`<section><h2 id="left-out">Left out</h2>
<p>The roll-out hasn't brought ${all.length === 1 ? "this bot" : html`these ${all.length} bots`}, and whether ${all.length === 1 ? "it is" : "they are"} as the files ask for isn't part of what its gates have seen. Where the reason is gone, the next plan shows what differs.</p>
${table([["Bot"], ["Why", "words"], ["Wave"]], rows, { label: "Bots that are left out", caption: "", isStacked: true })}${more > 0 ? html`<p>And ${more} more: <span class="typed">botform rollout status --format json</span> has all.</p>` : undefined}</section>`;
}

/** What the ledger says in a word. */
const LEFT_OUT: ReadonlyMap<string, string> = new Map([
  ["held", "held: a person keeps it as it is"],
  ["protected", "protected by the configuration"],
  ["its deal runs", "its deal runs, and freezeActiveDeals keeps it as it is until that ends"],
]);

function watched({ bakeMs, bakedAt }: ShownWave, at: string): Piece {
  if (bakedAt === null) return bakeMs === 0 ? "not at all" : `for ${spanText(bakeMs)}`;
  const left = Date.parse(bakedAt) - Date.parse(at);
  if (bakeMs === 0) return "not at all";
  return left > 0 ? `for ${spanText(left)} more` : "long enough";
}

type Piece = Markup | string;

/** They may be different by now. */
function gatesOf({ gates: all, gatesSeenAt }: ShownWave): Piece {
  if (all.length === 0) return "";
  return gatesSeenAt === null ? gates(all) : html`${gates(all)}<small>As seen ${time(gatesSeenAt)}</small>`;
}

/** What may be decided about it here. What goes back can't be promoted. */
function decisions(
  { status, waves }: ShownRollout,
  { role, formToken }: Viewing,
  review: ReviewRun | undefined,
): Markup | undefined {
  const isPaused = status === "paused";
  if (status !== "running" && !isPaused) return undefined;
  if (!mayDo(role, "approve")) return html`<p class="soft">Your role may look at it, and not decide about it.</p>`;
  const button = (does: string, text: string, what: string, needsReason: boolean) =>
    form(
      `/rollout/${does}`,
      formToken,
      html`<p><label for="${does}-reason">Why${needsReason ? "" : ", if there is something to say"}</label><input id="${does}-reason" name="reason"${needsReason ? html` required` : undefined}></p><p><button>${text}</button> <small>${what}</small></p>`,
    );
  return html`<section><h2 id="decide">Decide</h2>
${isPaused ? button("resume", "Go on", "It looks again, and pauses again if the same is in the way.", false) : button("pause", "Pause", "The account that is being applied is finished; no other begins.", false)}
${button("abort", "End it for good", "No other account begins, and every bot stays as it is.", true)}
${waves.some(({ state }) => state === "undoing") ? undefined : promoteSection(review, formToken)}</section>`;
}
