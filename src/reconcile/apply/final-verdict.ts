// Rule 15, what the final look comes to: whether every bot is as the run has left it, and whether of those that mean one only one is on.
import type { ObservedBot } from "../../model/bot/bot.js";
import { changedFields, describeMismatches } from "../../model/bot/compare.js";
import type { FieldName, FieldValue, SomeFields } from "../../model/bot/field.js";
import { groupBy } from "../../model/order.js";
import type { Outcome } from "../../model/plan/outcome.js";
import { type PlannedBot, type Step, titlesOf } from "../../model/plan/plan.js";

/** How a step has ended for which something was sent, or which had nothing to do. */
type Ended = Pick<Outcome, "action" | "kind" | "wrote">;

/** A bot of the plan, as its run has ended. */
export interface EndedBot {
  readonly planned: PlannedBot;
  /** undefined where there is none yet. */
  readonly id: number | undefined;
  /** Its steps that were carried out, or may have been, in the order in which they ran. */
  readonly ended: readonly Ended[];
  /** Whether anything was sent for it, whatever the answer. */
  readonly hasSent: boolean;
  readonly create: Step | undefined;
  /** Its turn-on, if this run may have carried it out. */
  readonly turnOn: Step | undefined;
}

/** What was read. */
export interface Seen {
  /** The bots that are there, by id. */
  readonly bots: ReadonlyMap<number, ObservedBot>;
  /** Whether it couldn't be read. */
  readonly isUnread: (id: number) => boolean;
  /** Whether the run didn't know it when it began. */
  readonly hasAppeared: (id: number) => boolean;
}

export type Finding =
  | { readonly kind: "violation" | "note" | "gone"; readonly says: string }
  /** The step of this run that has made the bot or turned it on, and a bot that must therefore be off. */
  | { readonly kind: "off"; readonly says: string; readonly step: Step; readonly id: number };

/** Ids of the bots that are to be read. @param titled those that any list has shown under one of the titles, and those that are known */
export function idsToRead(
  all: readonly EndedBot[],
  titled: (titles: readonly string[]) => readonly number[],
): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const group of groupBy(all, ({ planned }) => planned.title).values()) {
    const own = group.flatMap(({ id }) => id ?? []);
    const others = [
      ...titled(group.flatMap(({ planned }) => titlesOf(planned))),
      ...group.flatMap(({ planned }) => planned.copies),
    ];
    // Alone on every list, it is looked at as any other bot.
    if (own.length > 1 || others.some((id) => !own.includes(id))) for (const id of [...others, ...own]) ids.add(id);
  }
  for (const { planned, id, ended, hasSent } of all) {
    if (id === undefined) continue;
    if (ended.length > 0) ids.add(id);
    if (hasSent) for (const old of planned.replaces ?? []) ids.add(old);
  }
  return ids;
}

export function verdictOf(all: readonly EndedBot[], seen: Seen): readonly Finding[] {
  const clashes = [...sameTitle(all, seen), ...all.flatMap((one) => replacedToo(one, seen))];
  const reported = new Set(clashes.flatMap(({ running }) => running.map(({ id }) => id)));
  return [
    ...clashes.flatMap((clash) => endOf(clash, all)),
    ...elsewhere(all, seen),
    ...all.flatMap((one) => asLeft(one, seen, reported)),
  ];
}

/** Bots that mean one. */
interface Clash {
  readonly says: string;
  readonly remedy: string;
  /** Those that are on, where only one may be. */
  readonly running: readonly ObservedBot[];
}

/** I1: at most one bot of a title, or of a previous one, is on, and copies are always reported. */
function sameTitle(all: readonly EndedBot[], { bots }: Seen): readonly Clash[] {
  return [...groupBy(all, ({ planned }) => planned.title)].flatMap(([title, group]) => {
    const known = new Set(group.flatMap(({ planned }) => planned.copies));
    const isFormer = ({ fields, accessId }: ObservedBot) =>
      group.some(({ planned }) => planned.accessId === accessId && titlesOf(planned).includes(fields.title ?? ""));
    const alike = [...bots.values()].filter((bot) => bot.fields.title === title || isFormer(bot));
    return [...groupBy(alike, ({ accessId }) => accessId).values()].flatMap((members): Clash[] => {
      const twins = members.toSorted((left, right) => left.id - right.id);
      const running = twins.filter(({ status }) => status.on);
      // Copies that the plan has shown aren't reported again, as long as at most one is on.
      const isNews = twins.filter(({ id }) => !known.has(id)).length > 1;
      if (running.length < 2 && !isNews) return [];
      const former = ({ fields }: ObservedBot) =>
        fields.title === title ? "" : ` "${fields.title}", a previous title`;
      const shown = twins.map((twin) => `${twin.id}${former(twin)} (${twin.status.raw})`).join(" and ");
      const says = `${twins.length} bots on one access are called "${title}": ${shown}`;
      return running.length < 2
        ? [{ says, remedy: "pin the right one with botId", running: [] }]
        : [{ says, remedy: "turn all but one off", running }];
    });
  });
}

/** I1: of a bot and the bots that it replaces, at most one is on. */
function replacedToo({ planned, id, hasSent, turnOn }: EndedBot, { bots }: Seen): readonly Clash[] {
  if (id === undefined || !hasSent) return [];
  const old = (planned.replaces ?? []).flatMap((one) => bots.get(one) ?? []).find(({ status }) => status.on);
  if (old === undefined) return [];
  const live = bots.get(id);
  if (live?.status.on !== true && turnOn === undefined) return [];
  const says = `bot ${id} of ${planned.address} was turned on, but bot ${old.id}, which it replaces, is also on (${old.status.raw})`;
  return [{ says, remedy: "turn one of them off", running: live === undefined ? [old] : [live, old] }];
}

/** Whoever comes second sees two on, and turns its own off again: the one that this run has turned on or made, and no other. */
function endOf({ says, remedy, running }: Clash, all: readonly EndedBot[]): readonly Finding[] {
  const own = all.flatMap(({ planned, id, create, turnOn: step = create }): Finding[] => {
    // One with another title by now is another bot to its owner (I3).
    const ours = running.find((bot) => bot.id === id && bot.fields.title === planned.title);
    return ours === undefined || step === undefined ? [] : [{ kind: "off", says, step, id: ours.id }];
  });
  return own.length > 0 ? own : [{ kind: "violation", says: `${says}; ${remedy}` }];
}

/** Bots of a title that have appeared on another access during this run: another run may be replacing this run's. */
function elsewhere(all: readonly EndedBot[], { bots, hasAppeared }: Seen): readonly Finding[] {
  const titles = groupBy(all, ({ planned }) => planned.title);
  return [...bots.values()].flatMap(({ id, accessId, fields, status }): Finding[] => {
    const group = titles.get(fields.title ?? "") ?? [];
    const isOurs = group.some((one) => one.planned.accessId === accessId || one.id === id);
    if (group.length === 0 || isOurs || !hasAppeared(id)) return [];
    const says = `bot ${id} "${fields.title}" has appeared on access ${accessId} during this run (${status.raw}): another run may be replacing a bot of this one`;
    return [status.on ? { kind: "violation", says: `${says}; turn one of them off` } : { kind: "note", says }];
  });
}

/** What the run has left otherwise than it is now: a switch, or a declared field. @param reported bots of which that is said already */
function asLeft(one: EndedBot, { bots, isUnread }: Seen, reported: ReadonlySet<number>): readonly Finding[] {
  const { planned, id, ended, create, turnOn } = one;
  const left = leftBy(planned, ended);
  if (left === undefined || id === undefined || reported.has(id)) return [];
  const live = bots.get(id);
  if (live === undefined)
    return isUnread(id) ? [] : [{ kind: "gone", says: `bot ${id} of ${planned.address} is gone` }];
  const isOtherwise = left.on !== undefined && left.on !== live.status.on;
  // Whatever a turn-on without an outcome came to, what is on has to be as planned (I2).
  const fields = left.fields ?? (live.status.on && turnOn !== undefined ? planned.target : {});
  const mismatches = changedFields(fields, live.fields);
  if (!isOtherwise && mismatches.length === 0) return [];
  const [state, other] = live.status.on ? ["on", "off"] : ["off", "on"];
  const switched = isOtherwise
    ? [`is ${state} (${live.status.raw}), and this run had left it ${other}`]
    : [`is ${state}`];
  const differs = mismatches.length > 0 ? [`doesn't match the plan: ${describeMismatches(mismatches)}`] : [];
  const says = `bot ${id} of ${planned.address} ${[...switched, ...differs].join(isOtherwise ? "; it " : " but ")}`;
  // Rule 7: a bot that this run has made, and that comes on by itself, must not stay on.
  const isMade = create !== undefined && live.fields.title === planned.title;
  return [
    isMade && isOtherwise && live.status.on ? { kind: "off", says, step: create, id } : { kind: "violation", says },
  ];
}

/** How a run has left a bot. What its steps leave open is undefined. */
interface LeftBot {
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
  if (kind === "applied") return { on: before.on, fields: target };
  // It was seen off (rule 7), or its outcome would be unknown.
  return kind === "failed" && before.on === false ? { on: false, fields: undefined } : OPEN;
}

const OPEN: LeftBot = { on: undefined, fields: undefined };

/** The declared settings as they were; undefined for a bot that wasn't there. */
function declaredBefore({ observed, managed }: PlannedBot): SomeFields | undefined {
  if (observed === null) return undefined;
  const fields: Partial<Record<FieldName, FieldValue>> = {};
  for (const name of managed) fields[name] = observed.fields[name] ?? null;
  return fields;
}
