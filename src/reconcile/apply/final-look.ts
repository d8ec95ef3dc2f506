// Rule 15: in the end every bot that the run has touched is read once more, by its id. What isn't as the run left it is a violation, and so is a second bot that is on.
import type { ObservedBot } from "../../model/bot/bot.js";
import { groupBy } from "../../model/order.js";
import { isDealAction } from "../../model/plan/actions.js";
import { type Plan, stepsByAddress } from "../../model/plan/plan.js";
import { ServiceError } from "../../model/ports.js";
import { attempt, readIfThere } from "../plan/lists.js";
import { type EndedBot, type Finding, idsToRead, type Seen, verdictOf } from "./final-verdict.js";
import { forceOff } from "./observe.js";
import type { Run } from "./run.js";

export async function finalLook(run: Run, plan: Plan): Promise<void> {
  if (plan.steps.length === 0) return;
  if (run.isBlind) {
    run.notes.push("there was no final look at the account: the service rejected the credentials");
    return;
  }
  if (run.hasSuccessor) {
    run.notes.push("there was no final look at the account: another run may be at work there");
    return;
  }
  const ended = endedBots(run, plan);
  const { seen, failures } = await look(run, ended);
  const findings = verdictOf(ended, seen);
  run.violations.push(...textsOf(findings, "violation"));
  run.notes.push(...textsOf(findings, "note"));
  for (const why of new Set([...failures, ...textsOf(findings, "gone")]))
    run.unsettled.push(`the final look at the account failed: ${why}`);
  const offs = findings.flatMap((one) => (one.kind === "off" ? [one] : []));
  await Promise.all([...groupBy(offs, ({ id }) => id)].map(([id, group]) => turnOff(run, id, group)));
}

function textsOf(findings: readonly Finding[], kind: Finding["kind"]): readonly string[] {
  return findings.filter((one) => one.kind === kind).map(({ says }) => says);
}

function endedBots(run: Run, plan: Plan): readonly EndedBot[] {
  const byAddress = stepsByAddress(plan);
  return run.bots.all().map((planned) => {
    const steps = (byAddress.get(planned.address) ?? []).filter(({ action }) => !isDealAction(action));
    return {
      planned,
      id: run.bots.idAt(planned.address),
      ended: steps.flatMap((step) => run.records.endedOf(step) ?? []),
      hasSent: steps.some((step) => run.records.hasSent(step)),
      create: steps.find(({ action }) => action === "create"),
      turnOn: steps.find((step) => step.action === "turn-on" && run.records.hasWritten(step)),
    };
  });
}

/** Each bot is read once. One that can't be read makes the look fail; others are looked at all the same. */
async function look(
  run: Run,
  ended: readonly EndedBot[],
): Promise<{ readonly seen: Seen; readonly failures: readonly string[] }> {
  const { list, lastMovedAt } = run;
  const rows = await attempt(list.read(Number.POSITIVE_INFINITY, lastMovedAt));
  const read = [...(await readAll(run, ended))];
  const unread = new Map(read.flatMap(([id, bot]) => (bot instanceof ServiceError ? [[id, bot] as const] : [])));
  const bots = read.flatMap(([id, bot]) =>
    bot === undefined || bot instanceof ServiceError ? [] : [[id, bot] as const],
  );
  // Of a bot of this run that can't be read by itself, what the list shows counts: one that has come on must not stay on.
  const own = new Map(ended.map(({ id, planned }) => [id, planned.accessId] as const));
  const listed = (rows instanceof ServiceError ? [] : rows).flatMap((row) => {
    const accessId = own.get(row.id);
    return unread.has(row.id) && accessId !== undefined ? [[row.id, { ...row, accessId }] as const] : [];
  });
  return {
    seen: {
      bots: new Map([...bots, ...listed]),
      isUnread: (id) => unread.has(id),
      hasAppeared: (id) => list.hasAppeared(id),
    },
    failures: [...(rows instanceof ServiceError ? [rows] : []), ...unread.values()].map(({ message }) => message),
  };
}

/** Where a bot is looked for in a newer list, that list may show another one of its title: it is read, too. */
async function readAll(
  { list, ports }: Run,
  ended: readonly EndedBot[],
): Promise<ReadonlyMap<number, ObservedBot | ServiceError | undefined>> {
  const found = new Map<number, ObservedBot | ServiceError | undefined>();
  const bots = async () => {
    const rows = await ports.reader.bots();
    for (const row of rows) list.saw(row);
    return rows;
  };
  const reader = { bot: (id: number) => ports.reader.bot(id), bots };
  for (;;) {
    const ids = [...idsToRead(ended, (titles) => list.everSeen(titles))].filter((id) => !found.has(id));
    if (ids.length === 0) return found;
    const read = ids.map(async (id) => [id, await attempt(readIfThere(id, reader))] as const);
    for (const [id, bot] of await Promise.all(read)) found.set(id, bot);
  }
}

/** Turns a bot off that this run has created or turned on, and watches until it is off. */
async function turnOff(run: Run, id: number, group: readonly Extract<Finding, { kind: "off" }>[]): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  const { observedOff, says } = await forceOff(run, first.step, { id, title: run.bots.of(first.step).title });
  for (const { says: why, step } of group) {
    const made = step.action === "create" ? "created it" : "turned it on";
    run.violations.push(`${why}; bot ${id} must be off, since this run had ${made}: ${says}`);
  }
  if (!observedOff) run.unsettled.push(`bot ${id} of ${first.step.address} must be off; check it on the service now`);
}
