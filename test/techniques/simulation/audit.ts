// Rule 15: what the final look has to have read, and what has to follow from what it was shown.
import type { ObservedBot } from "../../../src/model/bot/bot.js";
import type { ApplyReport } from "../../../src/model/plan/outcome.js";
import type { PlannedBot } from "../../../src/model/plan/plan.js";
import type { Findings } from "./findings.js";
import type { History } from "./history.js";
import type { RunBook } from "./ledger.js";

/** Judges the end of a run by what the run itself was told, whatever is true. */
export function judgeAudit(
  run: RunBook,
  report: ApplyReport,
  code: number,
  history: History,
  findings: Findings,
): void {
  if (run.plan === undefined || report.outcomes.length === 0) return;
  const complain = (detail: string) => findings.violated("rule 15", `exit code ${code}, and ${detail}`);
  if (code === 0 && report.violations.length > 0) complain(`not all is well: ${report.violations[0]}`);
  if (code === 0 && !run.knowledge.lists.some(({ begunAt }) => begunAt >= run.lastEndedAt))
    complain("no list was read after the last step had ended");
  for (const planned of Object.values(run.plan.bots)) {
    judgeTitle(run, planned, code, complain);
    judgeMade(run, planned, complain);
    judgeReplaced(run, planned, complain);
    if (code === 0) judgeElsewhere(run, planned, history, complain);
  }
  for (const { operation, botId = 0, sentAt } of run.sends) {
    const wasForced = operation === "turnOff" && sentAt > run.lastEndedAt;
    if (wasForced && run.knowledge.bot(botId)?.live.status.on === true && code !== 5)
      complain(`bot ${botId} was to be turned off in the end, and was read as on last`);
  }
}

/** All bots that a list has shown under the title, since the plan began to be carried out, are read by id; two that are on, and new copies, are no success. */
function judgeTitle(run: RunBook, planned: PlannedBot, code: number, complain: (detail: string) => void): void {
  const { title, accessId, copies } = planned;
  const own = idOf(run, planned);
  const lists = run.knowledge.lists.filter(({ begunAt }) => begunAt >= run.carriedOutAt);
  const listed = lists.flatMap(({ titles }) => [...titles].flatMap(([id, shown]) => (shown === title ? [id] : [])));
  const ids = new Set([...listed, ...copies]);
  if ([...ids].every((id) => id === own)) return;
  if (own !== undefined) ids.add(own);
  const read = [...ids].map((id) => [id, readInTheEnd(run, id)] as const);
  const unread = read.find(([, bot]) => bot === undefined);
  if (code === 0 && unread !== undefined)
    complain(`bot ${unread[0]}, which a list has shown as "${title}", wasn't read in the end`);
  const twins = read
    .flatMap(([, bot]) => bot ?? [])
    .filter((bot) => bot.fields.title === title && bot.accessId === accessId);
  const running = twins.filter(({ status }) => status.on);
  // A copy may be turned off by a step of its own, which knows of no copies.
  const known = new Set(Object.values(run.plan?.bots ?? {}).flatMap((bot) => (bot.title === title ? bot.copies : [])));
  if (code === 0 && running.length > 1) complain(`two bots called "${title}" were read as on`);
  if (code === 0 && twins.filter(({ id }) => !known.has(id)).length > 1) complain(`"${title}" has a new copy`);
  const turnedOn = outcomeOf(run, planned, "turn-on");
  const isOurs = run.sent("turnOn", planned.address) && (turnedOn?.kind === "applied" || turnedOn?.kind === "unknown");
  if (running.length > 1 && isOurs && running.some(({ id }) => id === own) && !isForced(run, own))
    complain(`bot ${own} of ${planned.address} was left on beside another`);
}

/** A bot that this run has turned on in the place of another is turned off again where that one was read as on in the end. */
function judgeReplaced(run: RunBook, planned: PlannedBot, complain: (detail: string) => void): void {
  const own = idOf(run, planned);
  const isOurs = run.sent("turnOn", planned.address) && outcomeOf(run, planned, "turn-on")?.wrote === true;
  if (own === undefined || !isOurs || isForced(run, own)) return;
  const isOn = (id: number) => readInTheEnd(run, id)?.status.on === true;
  const old = (planned.replaces ?? []).find(isOn);
  if (old !== undefined && isOn(own) && readInTheEnd(run, own)?.fields.title === planned.title)
    complain(`bot ${own} of ${planned.address} was left on beside ${old}, which it replaces`);
}

/** A bot of the title that somebody has put on another access, after this run had begun to send, and that is on is no success. */
function judgeElsewhere(run: RunBook, planned: PlannedBot, history: History, complain: (detail: string) => void): void {
  const since = run.sends.find(({ operation }) => operation === "createBot" || operation === "turnOn")?.sentAt;
  if (since === undefined) return;
  for (const { bot, made, title } of history.now()) {
    const isTwin = bot.values.title === planned.title && bot.accessId !== planned.accessId && made.by === "hand";
    const wasShown = run.knowledge.lists.some(({ titles }) => titles.get(bot.id) === planned.title);
    const live = readInTheEnd(run, bot.id);
    if (isTwin && wasShown && title.at > since && live?.status.on === true && live.fields.title === planned.title)
      complain(`bot ${bot.id}, called as ${planned.address}, has appeared on access ${bot.accessId} and is on`);
  }
}

/** A bot that the run has made, and that was read as on in the end without having been turned on, is turned off. */
function judgeMade(run: RunBook, planned: PlannedBot, complain: (detail: string) => void): void {
  const made = outcomeOf(run, planned, "create");
  const turnedOn = outcomeOf(run, planned, "turn-on");
  if (made === undefined || made.kind === "unknown" || made.botId === undefined) return;
  if (turnedOn?.kind === "applied" || turnedOn?.wrote === true) return;
  const live = readInTheEnd(run, made.botId);
  if (live?.status.on === true && live.fields.title === planned.title && !isForced(run, made.botId))
    complain(`bot ${made.botId} of ${planned.address} has come on by itself and was left on`);
}

function outcomeOf(run: RunBook, { address }: PlannedBot, action: string) {
  return run.outcomes.findLast((outcome) => outcome.address === address && outcome.action === action);
}

function idOf(run: RunBook, planned: PlannedBot): number | undefined {
  return planned.observed?.id ?? outcomeOf(run, planned, "create")?.botId;
}

/** As the run was told after its last step had ended. */
function readInTheEnd({ knowledge, lastEndedAt }: RunBook, botId: number): ObservedBot | undefined {
  const known = knowledge.bot(botId);
  return known !== undefined && known.reading.begunAt >= lastEndedAt ? known.live : undefined;
}

function isForced(run: RunBook, botId: number | undefined): boolean {
  return run.sends.some(
    ({ operation, botId: id, sentAt }) => operation === "turnOff" && id === botId && sentAt >= run.lastEndedAt,
  );
}
