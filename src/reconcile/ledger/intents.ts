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
import { notAfter } from "./nonce-window.js";

/** The writes of the account's runs at one origin that may have left, and that nobody has seen to arrive. Some may be over. */
export function openIntents(
  runs: readonly PastRun[],
  { account, origin }: Pick<BeginEntry, "account" | "origin">,
): readonly OpenIntent[] {
  const own = runs.filter(({ begin }) => begin.account === account && begin.origin === origin);
  return own.flatMap(({ begin, steps }) => steps.flatMap((step) => openOf(step, begin)));
}

function openOf(step: PastStep, { plan, commandDeadlineMs }: BeginEntry): OpenIntent[] {
  const left = step.writes.filter(({ answer }) => answer === undefined || !DID_NOTHING.has(answer.kind));
  return left.flatMap((write): OpenIntent[] => {
    const { sends, address, botId, dealId, at, nonce = Math.floor(at / 1000) } = write.intent;
    const alike = left.filter(({ intent }) => intent.sends === sends);
    if (wasSeen(step, write, alike.length === 1)) return [];
    const over = write.intent.notAfter ?? notAfter(nonce);
    const makes = alike.length === 1 ? plan.bots[address] : undefined;
    const isUnknown = step.kind === "unknown";
    return [{ sends, address, botId, dealId, at, notAfter: over, isUnknown, deadlineMs: commandDeadlineMs, makes }];
  });
}

/** Of several writes alike, only one that the service has answered is known to be the one that was seen. */
function wasSeen({ action, kind, ended, resolved }: PastStep, { intent, answer }: PastWrite, isOnly: boolean): boolean {
  // A bot that is turned off in the middle of its create or update is watched until it is off (rule 7).
  if (intent.sends !== action) return kind !== "unknown";
  const isMade = action === "create" && kind === "failed" && ended?.outcome.botId !== undefined;
  const isDone = kind === "applied" || resolved?.verdict === "took-effect" || isMade;
  return isDone && (isOnly || answer?.kind === "accepted");
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

/** Whether the bot shows that it has arrived. @param live the bot that it was sent to, or the one with its title */
export function hasArrived({ sends, makes }: OpenIntent, live: ObservedBot): boolean {
  if (makes === undefined) return false;
  if (sends === "create") return live.fields.title === makes.title;
  if (sends === "update") return changedFields(makes.target, live.fields).length === 0;
  return (sends === "turn-on" && live.status.on) || (sends === "turn-off" && !live.status.on);
}
