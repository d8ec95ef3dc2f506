// Rule 15: in the end every bot that the run has touched is read once more, by its id. What isn't as the run left it is a violation, and so is a second bot that is on.
import type { ObservedBot } from "../../model/bot/bot.js";
import { changedFields, describeMismatches } from "../../model/bot/compare.js";
import type { FieldName, FieldValue, SomeFields } from "../../model/bot/field.js";
import { isDealAction } from "../../model/plan/actions.js";
import type { Outcome } from "../../model/plan/outcome.js";
import { type Plan, type PlannedBot, type Step, stepsByAddress } from "../../model/plan/plan.js";
import { ServiceError } from "../../model/ports.js";
import { attempt, readIfThere } from "../plan/lists.js";
import { forceOff } from "./observe.js";
import type { Run } from "./run.js";

export async function finalLook(run: Run, plan: Plan): Promise<void> {
  if (plan.steps.length === 0) return;
  if (run.stop === "unauthorized" && run.isBlind) {
    run.notes.push("there was no final look at the account: the service rejected the credentials");
    return;
  }
  const look = new FinalLook(run, plan);
  await look.take();
}

/** How a step has ended for which something was sent, or which had nothing to do. */
type Ended = Pick<Outcome, "action" | "kind" | "wrote">;

/** How a run has left a bot. What its steps leave open is undefined. */
export interface LeftBot {
  readonly on: boolean | undefined;
  readonly fields: SomeFields | undefined;
}

/** @param ended the bot's steps that were carried out, or may have been, in the order in which they ran; without any, undefined */
export function leftBy(planned: PlannedBot, ended: readonly Ended[]): LeftBot | undefined {
  const before = { on: planned.observed?.status.on === true, fields: declaredBefore(planned) };
  return ended.reduce<LeftBot | undefined>((left = before, step) => leftAfter(step, left, planned), undefined);
}

function leftAfter({ action, kind, wrote }: Ended, before: LeftBot, { target }: PlannedBot): LeftBot {
  // Refused, and seen to have changed nothing.
  if (kind === "failed" && !wrote) return before;
  if (action === "turn-off") return { ...before, on: kind === "applied" ? false : undefined };
  if (action === "turn-on") return kind === "applied" ? { on: true, fields: target } : OPEN;
  const isOff = action === "create" || before.on === false;
  if (kind === "applied") return { on: isOff ? false : before.on, fields: target };
  // Rule 7 has seen it off, or its outcome would be unknown.
  return kind === "failed" && isOff ? { on: false, fields: undefined } : OPEN;
}

const OPEN: LeftBot = { on: undefined, fields: undefined };

/** The declared settings as they were; undefined for a bot that wasn't there. */
function declaredBefore({ observed, managed }: PlannedBot): SomeFields | undefined {
  if (observed === null) return undefined;
  const fields: Partial<Record<FieldName, FieldValue>> = {};
  for (const name of managed) fields[name] = observed.fields[name] ?? null;
  return fields;
}

class FinalLook {
  readonly #run: Run;
  readonly #plan: Plan;
  /** Each bot is read once. */
  readonly #read = new Map<number, Promise<ObservedBot | undefined>>();
  /** Why the list, or a bot by its id, couldn't be read. */
  readonly #unread = new Map<number | "list", string>();
  /** Bots that were turned off again, or reported as on beside another. */
  readonly #reported = new Set<number>();

  constructor(run: Run, plan: Plan) {
    this.#run = run;
    this.#plan = plan;
  }

  async take(): Promise<void> {
    const { unsettled } = this.#run;
    const touched = Object.values(this.#plan.bots);
    await this.#titles();
    await Promise.all(touched.map((planned) => this.#replaced(planned)));
    await Promise.all(touched.map((planned) => this.#asLeft(planned)));
    for (const why of new Set(this.#unread.values())) unsettled.push(`the final look at the account failed: ${why}`);
  }

  /** The bot's details; undefined if it is gone. One that can't be read makes the look fail; others are looked at all the same. */
  #bot(id: number): Promise<ObservedBot | undefined> {
    const known = this.#read.get(id);
    const read = known ?? attempt(readIfThere(id, this.#run.ports.reader)).then((bot) => this.#readable(bot, id));
    this.#read.set(id, read);
    return read;
  }

  async #bots(ids: Iterable<number>): Promise<readonly ObservedBot[]> {
    return (await Promise.all([...ids].map((id) => this.#bot(id)))).flatMap((bot) => bot ?? []);
  }

  #readable<T>(read: T | ServiceError, what: number | "list"): T | undefined {
    if (!(read instanceof ServiceError)) return read;
    this.#unread.set(what, read.message);
    return undefined;
  }

  /** What the run has left otherwise than it is now: a switch, or a declared field. */
  async #asLeft(planned: PlannedBot): Promise<void> {
    const { address } = planned;
    const steps = this.#steps(planned);
    const left = leftBy(
      planned,
      steps.flatMap((step) => this.#run.endedOf(step) ?? []),
    );
    const id = this.#run.idOf(address);
    if (left === undefined || id === undefined) return;
    const live = await this.#bot(id);
    if (live === undefined) return void this.#unread.set(id, this.#unread.get(id) ?? `bot ${id} of ${address} is gone`);
    if (this.#reported.has(id)) return;
    const isOtherwise = left.on !== undefined && left.on !== live.status.on;
    // Whatever a turn-on without an outcome came to, what is on has to be as planned (I2).
    const fields = left.fields ?? (live.status.on && this.#turnedOn(planned) ? planned.target : {});
    const mismatches = changedFields(fields, live.fields);
    if (!isOtherwise && mismatches.length === 0) return;
    const state = live.status.on ? "on" : "off";
    const differs = mismatches.length > 0 && `doesn't match the plan: ${describeMismatches(mismatches)}`;
    const what = isOtherwise
      ? [`is ${state} (${live.status.raw}), and this run had left it ${live.status.on ? "off" : "on"}`, differs]
      : [`is ${state} but ${differs}`];
    const says = `bot ${id} of ${address} ${what.filter(Boolean).join("; it ")}`;
    // One with another title by now is another bot to its owner (I3).
    const create = live.fields.title === planned.title ? steps.find(({ action }) => action === "create") : undefined;
    // Rule 7: a bot that this run has made, and that comes on by itself, must not stay on.
    if (create !== undefined && isOtherwise && live.status.on) return this.#off(create, id, says);
    this.#run.violations.push(says);
  }

  /** I1: at most one bot of a title is on, and copies are always reported. */
  async #titles(): Promise<void> {
    const { list, lastMovedAt } = this.#run;
    const rows = this.#readable(await attempt(list.read(Number.POSITIVE_INFINITY, lastMovedAt)), "list") ?? [];
    const titles = new Map<string, PlannedBot[]>();
    for (const bot of Object.values(this.#plan.bots)) titles.set(bot.title, [...(titles.get(bot.title) ?? []), bot]);
    await Promise.all(
      [...titles].map(async ([title, planned]) => {
        const own = planned.flatMap(({ address }) => this.#run.idOf(address) ?? []);
        const listed = rows.flatMap(({ id, fields }) => (fields.title === title ? [id] : []));
        const ids = new Set([...listed, ...list.everSeen(title), ...planned.flatMap(({ copies }) => copies)]);
        // Alone on every list, it is looked at as any other bot.
        if ([...ids].every((id) => own.includes(id)) && own.length < 2) return;
        const bots = await this.#bots(new Set([...ids, ...own]));
        await this.#sameTitle(
          title,
          planned,
          bots.filter(({ fields }) => fields.title === title),
        );
      }),
    );
  }

  async #sameTitle(title: string, planned: readonly PlannedBot[], bots: readonly ObservedBot[]): Promise<void> {
    const known = new Set(planned.flatMap(({ copies }) => copies));
    for (const accessId of new Set(bots.map((bot) => bot.accessId))) {
      const twins = bots.filter((bot) => bot.accessId === accessId).sort((left, right) => left.id - right.id);
      const running = twins.filter(({ status }) => status.on);
      // Copies that the plan has shown aren't reported again, as long as at most one is on.
      const isNews = twins.filter(({ id }) => !known.has(id)).length > 1;
      if (twins.length < 2 || (running.length < 2 && !isNews)) continue;
      const shown = twins.map(({ id, status }) => `${id} (${status.raw})`).join(" and ");
      const says = `${twins.length} bots on one access are called "${title}": ${shown}`;
      if (running.length < 2) this.#run.violations.push(`${says}; pin the right one with botId`);
      else await this.#oneTooMany(running, says, "turn all but one off");
    }
    this.#elsewhere(planned, bots);
  }

  /** A bot of the title that has appeared on another access during this run: another run may be replacing this run's. */
  #elsewhere(planned: readonly PlannedBot[], bots: readonly ObservedBot[]): void {
    for (const { id, accessId, fields, status } of bots) {
      const isOurs = planned.some((bot) => bot.accessId === accessId || this.#run.idOf(bot.address) === id);
      if (isOurs || !this.#run.list.hasAppeared(id)) continue;
      const says = `bot ${id} "${fields.title}" has appeared on access ${accessId} during this run (${status.raw}): another run may be replacing a bot of this one`;
      if (status.on) this.#run.violations.push(`${says}; turn one of them off`);
      else this.#run.notes.push(says);
    }
  }

  /** I1: of a bot and the bots it replaces, at most one is on. */
  async #replaced(planned: PlannedBot): Promise<void> {
    const { address, replaces = [] } = planned;
    const id = this.#run.idOf(address);
    if (id === undefined || replaces.length === 0 || this.#steps(planned).every((step) => !this.#run.hasSent(step)))
      return;
    const old = (await this.#bots(replaces)).find(({ status }) => status.on);
    if (old === undefined) return;
    const live = await this.#bot(id);
    if (live?.status.on !== true && this.#turnedOn(planned) === undefined) return;
    const says = `bot ${id} of ${address} was turned on, but bot ${old.id}, which it replaces, is also on (${old.status.raw})`;
    await this.#oneTooMany([...(live === undefined ? [] : [live]), old], says, "turn one of them off");
  }

  /** Whoever comes second sees two on, and turns its own off again: the one that this run has turned on, and no other. */
  async #oneTooMany(running: readonly ObservedBot[], says: string, remedy: string): Promise<void> {
    const own = Object.values(this.#plan.bots).flatMap((planned) => {
      const [step, id] = [this.#turnedOn(planned), this.#run.idOf(planned.address)];
      const isOurs = running.some((bot) => bot.id === id && bot.fields.title === planned.title);
      return step !== undefined && isOurs ? [{ step, id }] : [];
    });
    for (const { id } of running) this.#reported.add(id);
    if (own.length === 0) this.#run.violations.push(`${says}; ${remedy}`);
    for (const { step, id } of own) if (id !== undefined) await this.#off(step, id, says);
  }

  /** Turns a bot off that this run has created or turned on, and watches until it is off. */
  async #off(step: Step, id: number, why: string): Promise<void> {
    this.#reported.add(id);
    const { observedOff, says } = await forceOff(this.#run, step, id);
    const made = step.action === "create" ? "created it" : "turned it on";
    this.#run.violations.push(`${why}; bot ${id} must be off, since this run had ${made}: ${says}`);
    if (!observedOff) this.#run.unsettled.push(`bot ${id} of ${step.address} must be off; check it on the service now`);
  }

  /** The bot's turn-on, if this run may have carried it out. */
  #turnedOn({ address }: PlannedBot): Step | undefined {
    return this.#run.steps("turn-on").find((step) => step.address === address && this.#run.hasWritten(step));
  }

  #steps({ address }: PlannedBot): readonly Step[] {
    return (stepsByAddress(this.#plan).get(address) ?? []).filter(({ action }) => !isDealAction(action));
  }
}
