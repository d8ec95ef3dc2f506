// Writes of earlier runs that may still arrive: which they are, until when, what they concern, and what shows that one has arrived.
import type { ObservedBot } from "../../model/bot/bot.js";
import { changedFields } from "../../model/bot/compare.js";
import type { Action } from "../../model/plan/actions.js";
import type { OpenIntent } from "../../model/plan/open-intent.js";
import type { PlannedBot, Step } from "../../model/plan/plan.js";
import { COMMAND_DEADLINE_MS } from "../apply/run-options.js";
import { tradeOf } from "../plan/look-alikes.js";
import { DID_NOTHING, type PastRun, type PastStep, type PastWrite } from "./history.js";
import type { BeginEntry } from "./journal-format.js";
import { addressNow, isAmong, type Place } from "./names.js";
import { notAfter } from "./nonce-window.js";

/**
 * The writes of the account's runs that may have left, and that nobody has seen to arrive. Some may be over.
 * @param places what the account was called, and where: its writes are told under the last of these names
 * @param deadlineMs the command deadline of the run that asks
 */
export function openIntents(
  runs: readonly PastRun[],
  places: readonly Place[],
  deadlineMs = COMMAND_DEADLINE_MS,
): readonly OpenIntent[] {
  const account = places.at(-1)?.account ?? "";
  const own = runs.filter(({ begin }) => isAmong(places, begin));
  const writes = own.flatMap(({ begin, steps }) => steps.flatMap((step) => leftOf(step, begin, account)));
  const alike = alikes(writes);
  const open = new Map<LeftWrite, OpenIntent>();
  for (const one of writes.toSorted((left, right) => left.intent.at - right.intent.at)) {
    const others = alike(one);
    const mayBeAnother = others.some(
      (other) => other.step === one.step || mayArriveAfter(open.get(other), one, deadlineMs),
    );
    const later = others.filter((other) => other.intent.at >= one.intent.at);
    const isOneOfSeveral = (at: number) => mayBeAnother || later.some((other) => other.intent.at <= at);
    if (wasSeen(one, isOneOfSeveral)) continue;
    open.set(one, isOneOfSeveral(Number.POSITIVE_INFINITY) ? { ...one.intent, isOneOfSeveral: true } : one.intent);
  }
  return [...open.values()];
}

/** A write that may have left. */
interface LeftWrite {
  readonly step: PastStep;
  readonly answer: PastWrite["answer"];
  readonly intent: OpenIntent;
}

function leftOf(
  step: PastStep,
  { account: called, plan, commandDeadlineMs }: BeginEntry,
  account: string,
): LeftWrite[] {
  const left = step.writes.filter(({ answer }) => answer === undefined || !DID_NOTHING.has(answer.kind));
  return left.map(({ intent, answer }): LeftWrite => {
    const { sends, botId, dealId, at, nonce = Math.floor(at / 1000) } = intent;
    const over = intent.notAfter ?? notAfter(nonce);
    const address = addressNow(intent.address, called, account);
    const isUnknown = step.kind === "unknown";
    const makes = plan.bots[intent.address];
    const open = { sends, address, botId, dealId, at, notAfter: over, isUnknown, deadlineMs: commandDeadlineMs, makes };
    return { step, answer, intent: open };
  });
}

/** Others that send the same to the same bot, or make one with the same key or title. */
function alikes(writes: readonly LeftWrite[]): (write: LeftWrite) => readonly LeftWrite[] {
  const groups = new Map<string, LeftWrite[]>();
  const keys = ({ intent: { sends, address, botId, dealId, makes } }: LeftWrite) => {
    const titled =
      sends === "create" && makes !== undefined ? [`${makes.accessId} ${JSON.stringify(makes.title)}`] : [];
    const about = [address, ...(botId === undefined ? [] : [`#${botId}`]), ...titled];
    return about.map((one) => `${sends} ${dealId} ${one}`);
  };
  for (const write of writes)
    for (const key of keys(write)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [write]);
      else group.push(write);
    }
  return (write) =>
    [...new Set(keys(write).flatMap((key) => groups.get(key) ?? []))].filter((other) => other !== write);
}

/** Whether an earlier one might still arrive, or take effect, when this one was sent. */
function mayArriveAfter(earlier: OpenIntent | undefined, { intent }: LeftWrite, deadlineMs: number): boolean {
  return earlier !== undefined && leftMs(earlier, intent.at, Math.max(COMMAND_DEADLINE_MS, deadlineMs)) > 0;
}

/**
 * Whether its effect was seen, and none that another write alike may have had: of several only one that the service has
 * answered is known to be the one. @param isOneOfSeveral whether another one may have had it by then
 */
function wasSeen(
  { step: { action, kind, ended, resolved }, intent, answer }: LeftWrite,
  isOneOfSeveral: (at: number) => boolean,
): boolean {
  // A bot that is turned off in the middle of its create or update is watched until it is off (rule 7).
  if (intent.sends !== action) return kind !== "unknown";
  const proves = (at: number) => answer?.kind === "accepted" || !isOneOfSeveral(at);
  const isMade = action === "create" && kind === "failed" && ended?.outcome.botId !== undefined;
  if (ended !== undefined && (kind === "applied" || isMade)) return proves(ended.at);
  return resolved?.verdict === "took-effect" && proves(resolved.at);
}

/**
 * Milliseconds from its sending until it can neither arrive nor take effect any more. A command that has arrived may wait in
 * the service's queue, and a short deadline hastens no service; a create isn't queued.
 */
function lifeMs({ sends, at, notAfter: over, isUnknown, deadlineMs = 0 }: OpenIntent, ownDeadlineMs: number): number {
  const inTransit = Math.max(0, over - at);
  if (!isUnknown) return inTransit;
  if (sends === "create") return inTransit + Math.max(ownDeadlineMs, deadlineMs);
  return QUEUED.has(sends) ? inTransit + Math.max(COMMAND_DEADLINE_MS, ownDeadlineMs, deadlineMs) : inTransit;
}

const QUEUED: ReadonlySet<Action> = new Set<Action>([
  ...(["turn-on", "turn-off"] as const),
  ...(["start-deal", "complete-deal", "cancel-deal"] as const),
]);

/** Milliseconds for which it is still open; none or fewer where it is over. */
export function leftMs(intent: OpenIntent, now: number, ownDeadlineMs = COMMAND_DEADLINE_MS): number {
  const life = lifeMs(intent, ownDeadlineMs);
  // A clock that was set back must not keep it open for longer than it can be.
  return Math.min(life, intent.at + life - now);
}

/** The commands of that kind to the bot that may still take effect. */
export function commandsTo(
  intents: readonly OpenIntent[],
  sends: "turn-on" | "start-deal",
  botId: number,
): readonly OpenIntent[] {
  return intents.filter((one) => one.sends === sends && one.botId === botId && one.isUnknown);
}

/**
 * Whether a write of the step has to wait for it.
 * @param botId the step's bot, where there is one
 * @param isCreated whether the plan creates the bot of an address
 */
export function concerns(
  intent: OpenIntent,
  { address, action, deal }: Pick<Step, "address" | "action" | "deal">,
  {
    title,
    accessId,
    target,
    copies,
    replaces = [],
  }: Pick<PlannedBot, "title" | "accessId" | "target" | "copies" | "replaces">,
  botId: number | undefined,
  isCreated: (address: string) => boolean,
): boolean {
  // A webhook changes no bot, and nothing that is signed with it says when it can't arrive any more.
  if (!WAITS.has(action) || intent.isWebhook === true) return false;
  // A deal has its own settings: what is sent to the bot changes nothing of them, and the other way round.
  if (intent.dealId !== deal?.id) return false;
  // A second start is refused instead (rule 3).
  if (action === "start-deal" && intent.sends === "start-deal") return false;
  const { makes } = intent;
  const isOfTitle = intent.sends === "create" && makes?.title === title && makes.accessId === accessId;
  // What it makes may be this bot (rule 22), if the configuration has neither its key nor its title any more.
  const isAlike =
    intent.sends === "create" &&
    action === "create" &&
    makes?.accessId === accessId &&
    tradeOf(target) !== undefined &&
    tradeOf(makes.target) === tradeOf(target) &&
    !isCreated(intent.address);
  const others = action === "turn-on" ? [...copies, ...replaces] : [];
  const isOfBot = intent.botId !== undefined && [botId, ...others].includes(intent.botId);
  return intent.address === address || isOfTitle || isOfBot || isAlike;
}

/** A turn-off waits for nothing. What ends a deal ends it for good, whatever arrives later. */
const WAITS: ReadonlySet<Action> = new Set<Action>(["update", "create", "turn-on", "start-deal", "take-profit"]);

/**
 * Whether the bot shows that it has arrived. A bot with the title of a create may have been there before it, hidden by a list;
 * with each setting that was sent, it is taken for the one that was made. @param live the bot that it was sent to, or any other
 */
export function hasArrived({ sends, makes, isOneOfSeveral }: OpenIntent, live: ObservedBot): boolean {
  if (makes === undefined || isOneOfSeveral === true) return false;
  const isOtherwise = live.fields.title !== makes.title || (live.accessId ?? makes.accessId) !== makes.accessId;
  if (sends === "create" && isOtherwise) return false;
  if (sends === "create" || sends === "update") return changedFields(makes.target, live.fields).length === 0;
  return (sends === "turn-on" && live.status.on) || (sends === "turn-off" && !live.status.on);
}
