// A roll-out on a terminal: its waves, the gates of the one that is under way, what it waits for, and what to type next; and its news.
import type { Notice } from "../../model/notice.js";
import { leftOutText } from "../../model/rollout/left-out.js";
import type { RolloutNews } from "../../model/rollout/record.js";
import { durationText } from "../../model/rollout/rollout.js";
import type { ReportedRollout, ShownRollout, ShownWave, WaveState } from "../../model/rollout/shown.js";
import { counted } from "../../model/text/counted.js";
import { namesText } from "../../model/text/named.js";
import { clean } from "../sanitize.js";
import { gateLines, gateText, moment } from "./gate-lines.js";
import type { Paint } from "./paint.js";
import { wrapped } from "./wrap.js";

const MOST_NAMES = 5;

/** Ends in a line feed. */
export function rolloutText(rollout: ShownRollout | null, colour: Paint): string {
  if (rollout === null) return "No roll-out has begun in this ledger: botform rollout plan shows what one would do.\n";
  const { id, by, beganAt, waves } = rollout;
  const lines = [
    `${colour.bold(headline(rollout))}`,
    colour.faint(`  ${clean(id)}, begun ${moment(beganAt)} by ${clean(by)}`),
    "",
    ...waves.flatMap((wave) => waveLines(wave, colour)),
    "",
    ...nextLines(rollout, colour),
  ];
  return `${wrapped(lines.join("\n"), colour)}\n`;
}

function headline({ status, wave, why, waves }: ShownRollout): string {
  const reason = why === null ? "" : `: ${clean(why)}`;
  const place = waves.findIndex(({ name }) => name === wave) + 1;
  const at = `wave ${clean(wave)}, ${place} of ${waves.length}`;
  const isBack = waves.some(({ state }) => state === "undoing");
  switch (status) {
    case "running":
      return isBack ? `The roll-out goes back${reason}` : `The roll-out is under way (${at})`;
    case "paused":
      return `The roll-out is paused (${at})${reason}`;
    case "done":
      return "The roll-out is done: every wave has passed";
    case "aborted":
      return `The roll-out was aborted (${at})${reason}`;
    case "undone":
      return `The roll-out went back${reason}`;
  }
}

const MARKS: Readonly<Record<WaveState, string>> = {
  ...{ waiting: "·", applying: "»", baking: "»", passed: "✓", failed: "✗" },
  ...{ paused: "‖", undoing: "«", undone: "«", ended: "–", "not-begun": "·" },
};

function waveLines(wave: ShownWave, colour: Paint): string[] {
  const { name, state, accounts, bots, done, bakeMs, bakedAt, gates, gatesSeenAt, leftOut = [] } = wave;
  const bake = bakeMs === 0 ? "" : `, bakes ${durationText(bakeMs)}`;
  const until = bakedAt === null || state !== "baking" ? "" : ` until ${moment(bakedAt)}`;
  const progress = state === "applying" ? ` (${done} of ${counted(accounts.length, "account")})` : "";
  const mark = state === "failed" ? colour.bad(MARKS[state]) : MARKS[state];
  const passedOver = leftOutText(leftOut);
  // The gate of its steps says it while the wave is under way.
  const isShown = gates.some(({ gate }) => gate === "steps");
  const on = accounts.length === 0 ? "no account" : namesText(accounts.map(clean), MOST_NAMES);
  return [
    `  ${mark} ${colour.bold(clean(name))}: ${state === "not-begun" ? "not begun" : state}${progress}${until}  ${colour.faint(`${counted(bots, "bot")} on ${on}${bake}`)}`,
    ...(isShown || passedOver === null ? [] : [`      ${clean(passedOver)}`]),
    ...gateLines(gates, gatesSeenAt, colour).map((line) => `      ${line}`),
  ];
}

function nextLines({ status, waitsFor, isAbandoned, dueAt, onFailure }: ShownRollout, colour: Paint): string[] {
  switch (status) {
    case "running":
      return [
        ...(waitsFor === null
          ? []
          : [`Waits until ${moment(waitsFor.until)}, then it pauses: ${clean(waitsFor.why)}.`]),
        `If a gate fails: ${FAILURE[onFailure]}.`,
        isAbandoned
          ? colour.bad(
              `Nobody drives it: it was due ${moment(dueAt ?? "")}. Run botform fleet serve, a fleet worker, or botform reconcile --all-accounts --every 5m.`,
            )
          : "botform fleet serve drives it, or a fleet worker, or botform reconcile --every.",
        "botform rollout pause stops it; botform rollout abort ends it; both leave the bots as they are.",
      ];
    case "paused":
      return [
        "To go on as before: botform rollout resume.",
        "To overrule what is in the way, after a look at what is left: botform rollout promote.",
        "To end it, and leave the bots as they are: botform rollout abort.",
      ];
    case "done":
      return ["botform drift shows whether all is still as declared."];
    case "aborted":
      return [
        "The bots are as the waves have left them. botform history lists the runs; botform undo ID plans the way back of one.",
      ];
    case "undone":
      return [
        "The runs of all its waves are undone: what it has changed is as it was, what it has created is off, and running deals stay open. botform plan shows what the files ask for.",
      ];
  }
}

const FAILURE = {
  pause: "it pauses, and every bot stays as it is",
  undo: "the runs of all waves so far are undone, newest first",
} as const;

/** Ends in a line feed. */
export function rolloutNewsText({ at, news, rollout }: ReportedRollout, colour: Paint): string {
  const gates = rollout.waves.find(({ name }) => name === news.wave)?.gates ?? [];
  const shown = news.kind === "passed" || news.kind === "failed" ? gates : [];
  const lines = shown.map((gate) => `  ${gateText(gate, colour)}\n`).join("");
  const next = NEXT[news.kind];
  const time = colour.faint(`${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`);
  return `${time}  ${colour.bold("roll-out")}: ${newsLine(news)}\n${lines}${next === undefined ? "" : `  ${next}\n`}`;
}

const NEXT: Readonly<Partial<Record<RolloutNews["kind"], string>>> = {
  paused: "botform rollout status shows it; then resume, promote or abort.",
};

function newsLine({ kind, wave, why }: RolloutNews): string {
  const reason = why === null ? "" : `: ${clean(why)}`;
  const name = clean(wave);
  switch (kind) {
    case "began":
      return `wave ${name} begins`;
    case "applied":
      return `wave ${name} is carried out, and is watched now`;
    case "passed":
      return `wave ${name} has passed`;
    case "failed":
      return `wave ${name} has failed${reason}`;
    case "waits":
      return `wave ${name} waits${reason}`;
    case "paused":
      return `paused in wave ${name}${reason}`;
    case "resumed":
    case "promoted":
    case "aborted":
      return `${kind} in wave ${name}${why === null ? "" : ` ${clean(why)}`}`;
    case "undone":
      return `went back${reason}`;
    case "done":
      return "done: every wave has passed";
  }
}

const SEVERITY: Readonly<Record<RolloutNews["kind"], Notice["severity"]>> = {
  ...{ began: "good", applied: "good", passed: "good", done: "good", resumed: "good", promoted: "good" },
  ...{ waits: "warning", paused: "bad", failed: "bad", undone: "bad", aborted: "warning" },
};

/** The same for a chat. */
export function rolloutNotice({ news, rollout }: ReportedRollout): Notice {
  const gates = rollout.waves.find(({ name }) => name === news.wave)?.gates ?? [];
  return {
    title: `botform: roll-out: ${newsLine(news)}`,
    lines: gates.map(({ gate, state, text }) => `${gate}: ${state}: ${clean(text)}`),
    severity: SEVERITY[news.kind],
    facts: { ...news, rollout: rollout.id, status: rollout.status },
  };
}
