// Carries out one create: only while no bot has the title, sent once, read back, and turned off if it starts on (rules 2 to 7).

import type { ObservedBot } from "../../model/bot/bot.js";
import { describeMismatches } from "../../model/bot/compare.js";
import { groupBy } from "../../model/order.js";
import { type Step, titlesOf } from "../../model/plan/plan.js";
import { readThose } from "../plan/lists.js";
import { type AfterCreate, afterCreate, createRefusal, foundAfterCreate } from "./decisions.js";
import { filledIn, filledText } from "./filled-in.js";
import { forceOff, quietly, readBack, whyOn } from "./observe.js";
import { LIST_AGE_MS, readAndSend, type StepSnapshot, sameTitle } from "./read-and-send.js";
import type { Run } from "./run.js";
import type { StepResult } from "./run-options.js";
import { inSpiteOf, notSent, refused, unreadAfter, unreadBefore } from "./step-results.js";
import { heldByLookAlike } from "./turned-up.js";

/** Rule 5: milliseconds between looks for a bot whose create got no clear answer. */
const SEARCH_MS = [2_000, 5_000, 10_000, 20_000, 30_000];
/** The same for one that was refused (rule 19). */
const REFUSED_SEARCH_MS = SEARCH_MS.slice(0, 2);

export async function create(run: Run, step: Step): Promise<StepResult> {
  const { accessId, target } = run.bots.of(step);
  const command = { sends: "create", accessId, fields: target } as const;
  const sent = await readAndSend(run, step, () => readBefore(run, step).catch(unreadBefore), command, 2);
  if ("result" in sent) return sent.result;
  // Rule 3: it was sent, and nothing below sends it again.
  const next = afterCreate(sent.answer);
  if (next.go === "end") return notSent(next.answer);
  return next.go === "read-back" ? adopt(run, step, next.botId, sent.state) : search(run, step, next, sent.state);
}

/** Ids of the bots that existed before; none of them can be the created one. */
type Before = ReadonlySet<number>;

/** Rule 2: no bot may have the title, by a list that is still fresh when the create leaves. Throws ServiceError. */
async function readBefore(run: Run, step: Step): Promise<StepSnapshot<Before> | StepResult> {
  const snapshot = await run.list.snapshot(LIST_AGE_MS);
  const planned = run.bots.of(step);
  const refusal = createRefusal(await sameTitle(run, planned, snapshot.bots));
  if (refusal !== undefined) return { kind: "failed", ...refusal, next: "run plan again", stale: true };
  const held = await heldByLookAlike(run, step, snapshot.bots);
  if (held !== undefined) return held;
  const titles = titlesOf(planned);
  const known = run.list.everSeen(titles).length;
  const isFresh = () => run.list.isFresh(snapshot, LIST_AGE_MS) && run.list.everSeen(titles).length === known;
  return { state: new Set(snapshot.bots.map((bot) => bot.id)), isFresh };
}

/** Rules 5 and 19: looks for the bot that a create without a clear yes may have made. */
async function search(run: Run, step: Step, { why, refusal }: Search, before: Before): Promise<StepResult> {
  const doubtful = (result: StepResult) => (refusal === undefined ? result : inSpiteOf(refusal, result));
  const perhapsIts = new Map<number, ObservedBot>();
  let isRead = false;
  for (const wait of refusal === undefined ? SEARCH_MS : REFUSED_SEARCH_MS) {
    await run.ports.clock.sleep(wait, run.signal);
    const found = await look(run, step, before).catch((error) =>
      unreadAfter(error, refusal === undefined ? "sent, but" : "it"),
    );
    isRead = !("kind" in found);
    if ("kind" in found) {
      if (found.unauthorized === true) return doubtful(found);
      continue;
    }
    // Each look counts: by the next one, the bot may have another's title, or be taken for another create's.
    for (const bot of found.perhapsIts) perhapsIts.set(bot.id, bot);
    const created = foundAfterCreate(found.sameTitle);
    if (created.kind === "ours") return { ...doubtful(await adopt(run, step, created.botId, before)), rule: 5 };
    if (created.kind === "unclear") return unclear(found.sameTitle, why);
    if (run.isAbandoned) break;
  }
  if (perhapsIts.size > 0) return renamed([...perhapsIts.values()], why);
  if (!isRead) return notFound(why, "what has become of it couldn't be read");
  const isSure = refusal !== undefined && !run.isAbandoned;
  return isSure ? refused(refusal, NOT_APPEARED) : notFound(why, NOT_APPEARED);
}

type Search = Extract<AfterCreate, { readonly go: "search" }>;

/**
 * What a look for the created bot has shown: the bots with its title, and new ones that may be it under another, since they had
 * its title before or have its pair and side.
 */
interface Look {
  readonly sameTitle: readonly ObservedBot[];
  readonly perhapsIts: readonly ObservedBot[];
}

async function look(run: Run, step: Step, before: Before): Promise<Look> {
  const planned = run.bots.of(step);
  const list = await run.list.read(0);
  const isNew = (id: number) => !before.has(id) && run.list.hasAppeared(id);
  const bore = new Set(run.list.everSeen([planned.title]).filter(isNew));
  const mayBeIt = ({ id, accessId, fields }: ObservedBot) =>
    (accessId ?? planned.accessId) === planned.accessId &&
    (bore.has(id) || (fields.pairTitle === planned.target.pairTitle && fields.strategy === planned.target.strategy));
  const ids = [...new Set([...bore, ...newBots(run, step, list, before).map(({ id }) => id)])];
  // Together: a read that fails while another is awaited must not end the process.
  const [same, read] = await Promise.all([
    // What this run has sent has the new title.
    sameTitle(run, planned, list, { titles: [planned.title] }),
    readThose(ids, run.ports.reader),
  ]);
  // One that the list shows is there, whether or not it can be read by itself.
  const shown = new Map([...list, ...read].map((bot) => [bot.id, bot]));
  return { sameTitle: same, perhapsIts: ids.flatMap((id) => shown.get(id) ?? []).filter(mayBeIt) };
}

/**
 * Bots that weren't there before and that no other create accounts for: by having adopted it, or by being under way where it
 * alone has that title. Somebody may have renamed this step's bot to just such a title.
 */
function newBots(run: Run, step: Step, list: readonly ObservedBot[], before: Before): readonly ObservedBot[] {
  const others = run.steps("create").filter((other) => other !== step);
  const adopted = new Set(others.map(({ address }) => run.bots.idAt(address)));
  const awaited = new Set(others.flatMap((other) => (run.records.isUnderWay(other) ? [run.bots.of(other).title] : [])));
  const fresh = list.filter(({ id }) => !before.has(id) && !adopted.has(id));
  return [...groupBy(fresh, ({ fields }) => fields.title ?? "")].flatMap(([title, bots]) =>
    awaited.has(title) && bots.length === 1 ? [] : bots,
  );
}

const NOT_APPEARED = "no bot with that title has appeared";

function notFound(why: string, seen: string): StepResult {
  return {
    kind: "unknown",
    detail: `sent once without a clear answer (${why}), and ${seen}`,
    next: "wait a few minutes and run apply again: it checks before it creates",
    rule: 5,
  };
}

/** The service may have stored the title in another form, or somebody has renamed the bot. */
function renamed(bots: readonly ObservedBot[], why: string): StepResult {
  const shown = bots.map(({ id, fields, status }) => `${id} "${fields.title}" (${status.raw})`).join(", ");
  return {
    kind: "unknown",
    detail: `sent once without a clear answer (${why}); no bot has that title now, but these have appeared since and may be it: ${shown}`,
    next: "check them on the service; if one is this bot, name it with botId, then run plan",
    rule: 5,
  };
}

function unclear(found: readonly ObservedBot[], why: string): StepResult {
  const shown = found.map((bot) => `${bot.id} (${bot.status.raw})`).join(", ");
  return {
    kind: "unknown",
    detail: `sent once without a clear answer (${why}); these bots now have the title: ${shown}`,
    next: "check it on the service, then run plan",
    rule: 5,
  };
}

/** Takes a bot as the created one: reads it back, compares every field, and sees that it is off (rules 6 and 7). */
async function adopt(run: Run, step: Step, botId: number, before: Before): Promise<StepResult> {
  const { accessId, title, target } = run.bots.of(step);
  if (before.has(botId)) return foreign(`the service answered with bot ${botId}, which existed before`, botId);
  const made = `created as bot ${botId}`;
  run.bots.adopt(step, botId);
  const back = await readBack(run, botId, target).catch((error) => unreadAfter(error, `${made}, but`));
  if ("kind" in back) return offAfterAll(run, step, botId, back);

  const { live, mismatches } = back;
  run.awaitedTitles.set(botId, live.fields.title ?? title);
  const misplaced =
    live.accessId === accessId ? [] : [`access: expected ${accessId}, but the service shows ${live.accessId}`];
  const wrong = [...(mismatches.length > 0 ? [describeMismatches(mismatches)] : []), ...misplaced];
  // A bot of another title or access that is on may be somebody else's after all (I3).
  const isOurs = misplaced.length === 0 && live.fields.title === title;
  if (live.status.on && !isOurs) return foreign([made, ...wrong, `it is on (${live.status.raw})`].join("; "), botId);

  const surprise = live.status.on ? await turnOffSurprise(run, step, live) : undefined;
  const filled = filledIn(target, live.fields);
  const matches =
    filled.length === 0
      ? ["read back, and every field matches"]
      : ["read back, and every declared field matches", `the service filled in ${filledText(filled, live)}`];
  const fields = wrong.length > 0 ? wrong : matches;
  const detail = [made, ...fields, ...(surprise === undefined ? [] : [surprise.says])].join("; ");
  if (surprise?.observedOff === false)
    return { kind: "unknown", detail, next: `check bot ${botId} on the service now`, rule: 7 };
  if (wrong.length > 0)
    return { kind: "failed", detail, next: `check bot ${botId} on the service, then run plan`, rule: 6 };
  run.bots.settle(step, { live, filled });
  if (surprise !== undefined) {
    run.records.hold(
      step,
      "left off in this run, because the service had created the bot switched on",
      "run apply again",
    );
    run.notes.push(`${step.address}: ${surprise.says}`);
  }
  return { kind: "applied", detail, ...(surprise !== undefined && { rule: 7 }) };
}

function foreign(detail: string, botId: number): StepResult {
  return {
    kind: "unknown",
    detail,
    next: `nothing was done to bot ${botId}: check it on the service, then run plan`,
    rule: 5,
  };
}

/** Rule 7: a bot that starts on is turned off, and this run does nothing more to it. */
async function turnOffSurprise(
  run: Run,
  step: Step,
  live: ObservedBot,
): Promise<{ observedOff: boolean; says: string }> {
  const why = whyOn(run, "the service created it switched on", live);
  const { observedOff, says } = await forceOff(run, step, { id: live.id, title: live.fields.title });
  return { observedOff, says: `${why}; ${says}` };
}

/** A new bot that can't be read back must not stay on; the list may still show its switch. */
async function offAfterAll(run: Run, step: Step, botId: number, result: StepResult): Promise<StepResult> {
  const list = await quietly(run, run.list.read(0));
  const row = list?.find((bot) => bot.id === botId && bot.fields.title === run.bots.of(step).title);
  if (row?.status.on !== true) return result;
  const { says } = await turnOffSurprise(run, step, row);
  return { ...result, detail: `${result.detail}; ${says}` };
}
