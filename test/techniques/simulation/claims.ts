// I6: nothing is said to be done that the truth contradicts, and nothing that is in doubt looks like success.
import { exitOfReport } from "../../../src/app/exit.js";
import type { BotRecord } from "../../../src/emulator/store/records.js";
import {
  canonicalValue,
  FIELD_NAMES,
  FIELDS,
  type FieldName,
  type Fields,
  type FieldValue,
  type SomeFields,
} from "../../../src/model/bot/field.js";
import { type Action, type DealAction, isDealAction } from "../../../src/model/plan/actions.js";
import type { ApplyReport, Outcome } from "../../../src/model/plan/outcome.js";
import { BUG } from "../../../src/reconcile/apply/step-results.js";
import type { Findings } from "./findings.js";
import type { History } from "./history.js";
import type { RunBook, Send } from "./ledger.js";

/** A bot's fields as they really are, in canonical form; an empty scale is off. */
export function trueFields(bot: BotRecord): Fields {
  const fields: Record<FieldName, FieldValue> = { ...bot.values };
  for (const { name, off } of FIELDS) {
    fields[name] = off === "omit" && fields[name] === "" ? null : canonicalValue(name, fields[name]);
  }
  return fields;
}

/** Fields in which the truth is another than asked for. */
export function wrongFields(bot: BotRecord, target: SomeFields): FieldName[] {
  const fields = trueFields(bot);
  return FIELD_NAMES.filter((name) => target[name] !== undefined && target[name] !== fields[name]);
}

/** Judges one step's outcome as it is said. */
export function judgeOutcome(run: RunBook, outcome: Outcome, history: History, findings: Findings): void {
  const now = run.machine.scheduler.now;
  const planned = run.plan?.bots[outcome.address];
  if (planned === undefined) {
    findings.violated("I3", `an outcome of ${outcome.address}, which isn't planned`);
    return;
  }
  const id = outcome.botId ?? planned.observed?.id;
  // Only what was so at some moment since the step began can have been seen by it.
  const begun = run.stepsBegun.get(`${outcome.action} ${outcome.address}`) ?? run.startedAt;
  const claimed = (wanted: (bot: BotRecord) => boolean): boolean =>
    id !== undefined && history.ever(id, begun, now, wanted);
  const asked = (bot: BotRecord): boolean =>
    bot.accessId === planned.accessId && wrongFields(bot, planned.target).length === 0;

  if (outcome.kind === "applied") {
    const isTrue = {
      create: () => claimed(asked),
      update: () => claimed(asked),
      "turn-on": () => claimed((bot) => bot.enabled && asked(bot)),
      "turn-off": () => claimed((bot) => !bot.enabled),
      "start-deal": () => id !== undefined && history.openings.ofBot(id, begun, now),
    }[judgedAction(outcome.action)]();
    if (!isTrue)
      findings.violated("I6", `${outcome.action} ${outcome.address} is said to be applied: ${outcome.detail}`);
  }
  if (!outcome.wrote && outcome.kind !== "unknown" && outcome.kind !== "applied")
    judgeDenial(run, outcome, history, findings);
  if (outcome.kind === "failed") judgeRefusal(run, outcome, findings);
}

/** A service's queue may take so long, whatever a run's own deadline is (rule 10). */
const QUEUE_MS = 120_000;
/** How long a refused create is looked for. */
const SEARCH_MS = 7_000;

/** Rule 19: a step that was sent has failed only by what was read since, and nothing is concluded before it could have happened. */
function judgeRefusal(run: RunBook, { address, action, detail, botId }: Outcome, findings: Findings): void {
  const operation = OPERATION[judgedAction(action)];
  const send = run.sends.findLast((one) => one.address === address && one.operation === operation);
  if (send === undefined) return;
  const details = botId === undefined ? undefined : run.knowledge.bot(botId);
  const lists = run.knowledge.lists.filter(({ begunAt }) => begunAt - send.sentAt >= SEARCH_MS);
  const isSeen = action !== "create" && details?.live.status.on === (action === "turn-on");
  const sinceSent = details === undefined ? 0 : details.reading.begunAt - send.sentAt;
  const looked = {
    create: botId !== undefined || lists.length > 0,
    update: sinceSent > 0,
    "turn-on": isSeen || sinceSent >= QUEUE_MS,
    "turn-off": isSeen || sinceSent >= QUEUE_MS,
    "start-deal": (run.knowledge.deals?.begunAt ?? 0) - send.sentAt >= QUEUE_MS,
  }[judgedAction(action)];
  if (!looked)
    findings.violated("rule 19", `${action} ${address} is said to have failed, and nobody has looked: ${detail}`);
}

const OPERATION = {
  create: "createBot",
  update: "updateBot",
  "turn-on": "turnOn",
  "turn-off": "turnOff",
  "start-deal": "startDeal",
} as const;

/** Deals are started, and otherwise left alone. */
function judgedAction(action: Action): Exclude<Action, DealAction> | "start-deal" {
  if (isDealAction(action) && action !== "start-deal") throw new Error(`no plan of the simulation has a ${action}`);
  return action;
}

/** A step that says it wrote nothing: no request of its kind may have been acted upon by now. */
function judgeDenial(run: RunBook, { address, action, detail }: Outcome, history: History, findings: Findings): void {
  const operation = OPERATION[judgedAction(action)];
  const until = run.stepsSaw.get(`${action} ${address}`) ?? Number.POSITIVE_INFINITY;
  const isSeen = (send: Send) => hasShown(run, send, history, until);
  const acted = run.sends.find((send) => send.address === address && send.operation === operation && isSeen(send));
  // A turn-off may belong to the create or update of the same bot (rule 7).
  if (acted === undefined || action === "turn-off") return;
  // Whoever was answered was told no.
  const broken = acted.answered ? "rule 19" : "I6";
  findings.violated(broken, `${action} ${address} is said to have written nothing: ${detail}`);
}

/**
 * Whether a send had done, by its step's last look, what that look could tell. An update that changed nothing wrote nothing,
 * whatever the service says of it (S-28): every version of a bot is known. What a proxy delivers after the look can't be known:
 * a later write waits for it instead (rule 23). Nor can what another's write has taken back before it.
 */
export function hasShown(run: RunBook, send: Send, history: History, until: number): boolean {
  const { operation, botId = 0 } = send;
  if (operation === "startDeal") return history.openings.bySend(send, until);
  const acted = send.acted.filter((at) => at <= until);
  return operation === "updateBot"
    ? acted.some((at) => history.changedAt(botId, at) && !history.wasTakenBack(botId, at, until))
    : acted.length > 0 && !isHidden(run, send, until);
}

/** A create that was refused and carried out all the same, and whose bot no list has shown to the run since, or until then. */
function isHidden({ knowledge }: RunBook, { operation, created, query }: Send, until?: number): boolean {
  if (operation !== "createBot") return false;
  const seenAt = (id: number) => knowledge.firstSeen(id, query.get("title") ?? "")?.at ?? Number.POSITIVE_INFINITY;
  if (until !== undefined && created.every((id) => seenAt(id) > until)) return true;
  return knowledge.lists.every(({ titles }) => created.every((id) => !titles.has(id)));
}

/** Rule 15: exit code 0 says that every bot was as the run left it at some moment after its last step had ended. */
function judgeFinalLook(run: RunBook, report: ApplyReport, history: History, findings: Findings): void {
  for (const { address, target, managed, observed } of Object.values(run.plan?.bots ?? {})) {
    const steps = report.outcomes.filter((outcome) => outcome.address === address);
    const id = steps.at(-1)?.botId;
    if (id === undefined) continue;
    const has = (action: Action) => steps.some((step) => step.action === action);
    const on = has("turn-on") || (!has("turn-off") && observed?.status.on === true);
    const isSet = has("turn-on") || has("update") || has("create");
    const declared = Object.fromEntries(managed.map((name) => [name, observed?.fields[name] ?? null]));
    const isLeft = (bot: BotRecord) => bot.enabled === on && wrongFields(bot, isSet ? target : declared).length === 0;
    if (history.ever(id, run.lastEndedAt, run.machine.scheduler.now, isLeft)) continue;
    findings.violated("rule 15", `exit code 0, and bot ${id} of ${address} isn't as the run left it`);
  }
}

/** Judges the report as a whole, and the exit code that comes of it. */
export function judgeReport(run: RunBook, report: ApplyReport, history: History, findings: Findings): number {
  const code = exitOfReport(report);
  const doubtful = report.outcomes.filter(({ kind }) => kind !== "applied");
  if (code === 0 && doubtful.length > 0) findings.violated("I6", `exit code 0 with ${doubtful[0]?.kind} steps`);
  if (report.outcomes.some(({ kind }) => kind === "unknown") && code !== 5) {
    findings.violated("I6", `exit code ${code} with an unknown outcome`);
  }
  if (code === 0) judgeFinalLook(run, report, history, findings);
  // What the report says must be as true as what was told step by step.
  for (const outcome of report.outcomes)
    if (!run.outcomes.includes(outcome)) judgeOutcome(run, outcome, history, findings);
  const told = [...report.violations, ...report.outcomes.map(({ detail }) => detail)];
  for (const text of told.filter((one) => one.includes(BUG))) findings.violated("harness", text);
  if (report.outcomes.length !== run.plan?.steps.length) findings.violated("I6", "not every step has an outcome");
  // What was sent without an answer and never seen done is unknown, whatever else the step says.
  for (const send of run.sends) {
    if (send.answered || send.acted.length === 0) continue;
    const outcome = report.outcomes.find(
      ({ address, action }) => address === send.address && OPERATION[judgedAction(action)] === send.operation,
    );
    if (outcome !== undefined && (outcome.kind === "not-started" || outcome.kind === "skipped")) {
      findings.violated("I6", `${outcome.action} ${send.address} was sent and is said to be ${outcome.kind}`);
    }
  }
  return code;
}
