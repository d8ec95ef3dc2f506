// The way back from a recorded run: what it changed, as it was before, planned like any other configuration.
import type { ObservedBot } from "../../model/bot/bot.js";
import type { Desired, DesiredBot } from "../../model/bot/desired.js";
import { type FieldName, type FieldValue, fieldSpec, isNumeric, withinBounds } from "../../model/bot/field.js";
import { type FieldChange, type Plan, type PlannedBot, UNDO_DIGEST } from "../../model/plan/plan.js";
import type { ServiceReader } from "../../model/ports.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import type { PastRun, PastStep } from "../ledger/history.js";
import { readIfThere, wholeList } from "../plan/lists.js";
import { makePlan } from "../plan/planner.js";
import { refresh } from "../plan/refresh.js";
import { NO_PAST, type Past } from "../plan/remembered.js";
import { isInDoubt } from "./resolve.js";
import { withDealsBack } from "./undo-deals.js";
import { changedSince, gone, inDoubt, notFound, notListed, noWayBack, staysBehind, staysOff } from "./undo-problems.js";

/** A bot that the run has changed, or may have. */
interface TouchedBot {
  readonly planned: PlannedBot;
  /** The steps that acted, or may have. */
  readonly steps: readonly PastStep[];
  /** What its update was about. */
  readonly changes: readonly FieldChange[];
}

/** What the service shows of the account now. */
interface LiveBots {
  /** By id; those that matter are read one by one. */
  readonly bots: ReadonlyMap<number, ObservedBot>;
  /** Read by id although the list doesn't show them. */
  readonly unlisted: ReadonlySet<number>;
}

interface WayBack {
  readonly desired: Desired;
  /** What can't be undone, and what somebody else has changed since. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The plan that undoes a run. Reads only. Throws ServiceError when a read fails. */
export async function planUndo(run: PastRun, reader: ServiceReader, past: Past = NO_PAST): Promise<Plan> {
  const touched = touchedBots(run);
  const { desired, diagnostics } = wayBack(run, touched, await readLive(run, touched, reader));
  const plan = makePlan(desired, await refresh(desired, reader, past));
  const back = {
    ...plan,
    bots: givingBack(plan.bots, run, desired),
    diagnostics: [...diagnostics, ...plan.diagnostics],
  };
  return withDealsBack(back, run, run.steps.filter(mayHaveActed), reader);
}

/** A replaced bot is turned on again only after the bot that replaced it is off. */
function givingBack(bots: Plan["bots"], { begin }: PastRun, desired: Desired): Plan["bots"] {
  const idNow = new Map(desired.bots.map(({ address, botId }) => [address, botId]));
  const planned = Object.values(begin.plan.bots);
  const withTheirs = Object.values(bots).map((bot): PlannedBot => {
    const mine = planned.filter(({ replaces = [] }) => bot.observed !== null && replaces.includes(bot.observed.id));
    const replaces = mine.flatMap(({ address }) => idNow.get(address) ?? []);
    return replaces.length === 0 ? bot : { ...bot, replaces };
  });
  return Object.fromEntries(withTheirs.map((bot) => [bot.address, bot]));
}

/** In the order of the recorded plan's bots. */
function touchedBots({ begin, steps }: PastRun): TouchedBot[] {
  return Object.values(begin.plan.bots).flatMap((planned) => {
    const acted = steps.filter((step) => step.address === planned.address && mayHaveActed(step));
    if (acted.length === 0) return [];
    const update = acted.find(({ action }) => action === "update");
    return [{ planned, steps: acted, changes: update?.step.changes ?? [] }];
  });
}

/** Whether anything was sent for it that the service may have acted on. A failed step may have changed some of it. */
function mayHaveActed({ kind, writes, ended, resolved }: PastStep): boolean {
  if (resolved?.verdict === "no-effect") return false;
  const acted = writes.some(({ answer }) => answer === undefined || ACTED.has(answer.kind));
  return kind === "unknown" || ended?.outcome.wrote === true || acted;
}

const ACTED: ReadonlySet<string> = new Set(["accepted", "ambiguous"]);

async function readLive(run: PastRun, touched: readonly TouchedBot[], reader: ServiceReader): Promise<LiveBots> {
  const list = await wholeList(reader, run.begin.plan.observedBots > 0);
  const ids = new Set(touched.flatMap((bot) => idOf(bot) ?? []));
  const titles = new Set(touched.flatMap(({ planned }) => [planned.title, planned.observed?.fields.title ?? ""]));
  for (const { id, fields } of list) if (ids.has(id)) titles.add(fields.title ?? "");
  const read = await Promise.all(
    list.map((row) => (ids.has(row.id) || titles.has(row.fields.title ?? "") ? reader.bot(row.id) : row)),
  );
  const listed = new Set(list.map((row) => row.id));
  const absent = [...ids].filter((id) => !listed.has(id));
  const unlisted = (await Promise.all(absent.map((id) => readIfThere(id, reader)))).flatMap((bot) => bot ?? []);
  return {
    bots: new Map([...read, ...unlisted].map((bot) => [bot.id, bot])),
    unlisted: new Set(unlisted.map((bot) => bot.id)),
  };
}

/** undefined if a create may have made a bot that nobody has seen. */
function idOf({ planned, steps }: TouchedBot): number | undefined {
  if (planned.observed !== null) return planned.observed.id;
  const known = steps.map(({ resolved, ended }) => resolved?.botId ?? ended?.outcome.botId);
  return known.find((id) => id !== undefined);
}

/** What a way back has to ask for, and the notes about it. Decides only. */
function wayBack({ begin, steps }: PastRun, touched: readonly TouchedBot[], live: LiveBots): WayBack {
  const backs = atMostOneOn(
    touched.map((bot) => botBack(bot, begin.id, live)),
    live,
  );
  const bots = backs.flatMap(({ bot }) => bot ?? []);
  const accesses = [...new Map(bots.map(({ access }) => [access.alias, access])).values()];
  // For a create in doubt the notes tell whether its bot was found.
  const doubts = steps.filter((step) => isInDoubt(step) && step.action !== "create");
  return {
    desired: {
      account: begin.account,
      exchange: begin.plan.exchange,
      origin: originOf(begin.id),
      accesses,
      undeclared: "ignore",
      titlePrefix: "",
      bots,
      digest: `${UNDO_DIGEST}${begin.id}`,
    },
    diagnostics: [
      ...backs.flatMap(({ diagnostics }) => diagnostics),
      ...doubts.map(({ address, action }) => inDoubt(address, action, begin.id)),
    ],
  };
}

/** One bot's way back; without `bot` there is none. */
interface BotBack {
  readonly bot?: DesiredBot;
  readonly diagnostics: readonly Diagnostic[];
}

function botBack(touched: TouchedBot, runId: string, live: LiveBots): BotBack {
  const { planned } = touched;
  const id = idOf(touched) ?? foundByTitle(planned, live);
  if (typeof id !== "number") return { diagnostics: [notFound(planned, id, runId)] };
  const bot = live.bots.get(id);
  if (bot === undefined) return { diagnostics: [gone(planned, id)] };
  if (live.unlisted.has(id)) return { diagnostics: [notListed(planned, id)] };
  if (planned.observed !== null) return liveBack(touched, bot, runId);
  // The service can't delete: a created bot is turned off and named.
  const title = bot.fields.title ?? planned.title;
  return { bot: pinned(planned, bot, runId, { title }, false), diagnostics: [staysBehind(planned, bot)] };
}

/** For a create without an answer: the one bot with its title, or how many have it. */
function foundByTitle({ title, accessId }: PlannedBot, live: LiveBots): number | "none" | "several" {
  const [only, second] = [...live.bots.values()].filter(
    (bot) => bot.fields.title === title && bot.accessId === accessId,
  );
  if (only === undefined) return "none";
  return second === undefined ? only.id : "several";
}

function liveBack({ planned, steps, changes }: TouchedBot, live: ObservedBot, runId: string): BotBack {
  const diagnostics: Diagnostic[] = [];
  const fields: { [Name in FieldName]?: FieldValue } = {};
  for (const change of changes) {
    const { field, before = null, after } = change;
    const now = live.fields[field];
    if (now === before) continue;
    const isSayable = isSendable(field, before);
    if (!isSayable) diagnostics.push(noWayBack(planned, change, now));
    else if (now !== after) diagnostics.push(changedSince(planned, change, now));
    if (isSayable) fields[field] = before;
  }
  const isSwitched = steps.some(({ action }) => action === "turn-on" || action === "turn-off");
  const enabled = isSwitched ? planned.observed?.status.on : undefined;
  const title = fields.title ?? live.fields.title ?? planned.title;
  return { bot: pinned(planned, live, runId, { ...fields, title }, enabled), diagnostics };
}

/** Whether a parameter can carry a value that the service once showed; not every one can. */
function isSendable(field: FieldName, value: FieldValue): boolean {
  const spec = fieldSpec(field);
  if (value === null) return spec.off !== "never";
  return !isNumeric(spec) || withinBounds(spec, value);
}

function pinned(
  { address, accessId, observed }: PlannedBot,
  live: ObservedBot,
  runId: string,
  fields: DesiredBot["fields"],
  enabled: boolean | undefined,
): DesiredBot {
  // An emergency stop records bots as the list shows them, without their access; that never changes, so it is read now.
  const access = observed?.accessId === null ? (live.accessId ?? accessId) : accessId;
  return {
    key: address.slice(address.indexOf("/") + 1),
    address,
    origin: originOf(runId),
    access: { alias: `access-${access}`, live: access },
    fields,
    initial: {},
    enabled,
    previousTitles: [],
    botId: live.id,
    protect: false,
  };
}

/** I1 applies to an undo, too: if another bot has the same title, a human has to decide which one may run. */
function atMostOneOn(backs: readonly BotBack[], live: LiveBots): BotBack[] {
  const declared = new Map(backs.flatMap(({ bot }) => (bot?.botId === undefined ? [] : [[bot.botId, bot] as const])));
  return backs.map(({ bot, diagnostics }) => {
    if (bot?.enabled !== true) return { diagnostics, ...(bot !== undefined && { bot }) };
    const rivals = [...live.bots.values()].filter((other) => {
      const asked = declared.get(other.id);
      const shares = other.accessId === bot.access.live && (asked ?? other).fields.title === bot.fields.title;
      return shares && other.id !== bot.botId && (asked !== undefined || other.status.on);
    });
    if (rivals.length === 0) return { bot, diagnostics };
    const all = [...diagnostics, staysOff(bot, rivals)];
    // Two bots of one title can't both be desired, and nothing else of this one has to change.
    const isRest = Object.keys(bot.fields).length > 1;
    return isRest ? { bot: { ...bot, enabled: undefined }, diagnostics: all } : { diagnostics: all };
  });
}

function originOf(runId: string): DesiredBot["origin"] {
  return { file: `journal/${runId}`, path: [] };
}
