// Rule 23: before a write leaves, waits for each earlier write of its address that may still arrive, of whatever run.
import type { OpenIntent } from "../../model/plan/open-intent.js";
import type { Step } from "../../model/plan/plan.js";
import { concerns, hasArrived, leftMs } from "../ledger/intents.js";
import { readThose } from "../plan/lists.js";
import { quietly } from "./observe.js";
import { LIST_AGE_MS } from "./read-and-send.js";
import type { Run } from "./run.js";

/** Milliseconds between looks; the last one repeats. */
const LOOKS_MS = [500, 1_000, 2_000];

/** An earlier write, and how long it stays open from the moment at which the wait began. */
interface Open {
  readonly intent: OpenIntent;
  readonly left: number;
}

/**
 * Waits until each has been seen to arrive, or can't any more; undefined where there is none. What was read before is outdated
 * then: the write that follows reads anew (rules 2, 8 and 9). What the step's own run has sent holds nothing back: only what is
 * absolute is sent again.
 */
export function awaitEarlier(run: Run, step: Step): Promise<void> | undefined {
  const [last, ...others] = openFor(run, step).toSorted((one, other) => other.left - one.left);
  return last === undefined ? undefined : untilOver(run, step, last, [last, ...others]);
}

async function untilOver(run: Run, step: Step, last: Open, all: readonly Open[]): Promise<void> {
  const { clock } = run.ports;
  const start = clock.elapsed();
  let open = all;
  const passed = () => clock.elapsed() - start;
  const { sends, address } = last.intent;
  for (let looks = 0; ; looks += 1) {
    open = await notArrived(run, step, open);
    open = open.filter(({ left }) => left > passed());
    if (open.length === 0 || run.isAbandoned) return;
    if (looks === 0) run.tell({ type: "waits", step, until: clock.now() + last.left, for: { sends, address } });
    const rest = Math.max(...open.map(({ left }) => left)) - passed();
    await clock.sleep(Math.min(LOOKS_MS[Math.min(looks, LOOKS_MS.length - 1)] ?? 0, rest), run.signal);
  }
}

function openFor(run: Run, step: Step): readonly Open[] {
  if (run.earlier.length === 0) return [];
  const now = run.ports.clock.now();
  const creates = new Set(run.steps("create").map(({ address }) => address));
  const isCreated = (address: string) => creates.has(address);
  return run.earlier
    .filter((intent) => !run.arrived.has(intent))
    .filter((intent) => concerns(intent, step, run.bots.of(step), run.bots.idAt(step.address), isCreated))
    .map((intent) => ({ intent, left: leftMs(intent, now, run.commandDeadlineMs) }))
    .filter(({ left }) => left > 0);
}

/** Each bot is read once a look, however many wait for it. */
async function notArrived(run: Run, step: Step, open: readonly Open[]): Promise<readonly Open[]> {
  const ids = new Set(open.flatMap(({ intent: { sends, botId } }) => (sends === "create" ? [] : (botId ?? []))));
  const reading = [...ids].map(async (id) => [id, await quietly(run, run.ports.reader.bot(id))] as const);
  const [seen, isCreated] = await Promise.all([Promise.all(reading), listSince(run, step, open)]);
  const bots = new Map(seen);
  const isSeen = ({ intent }: Open) => {
    if (intent.sends === "create") return isCreated(intent);
    const live = bots.get(intent.botId ?? Number.NaN);
    return live !== undefined && hasArrived(intent, live);
  };
  for (const one of open) if (isSeen(one)) run.arrived.add(one.intent);
  return open.filter(({ intent }) => !run.arrived.has(intent));
}

/** What shows that a create has arrived: a bot as it was sent, the step's own or one that the list shows. */
async function listSince(run: Run, step: Step, open: readonly Open[]): Promise<(intent: OpenIntent) => boolean> {
  const creates = open.filter(({ intent }) => intent.sends === "create");
  if (creates.length === 0) return () => false;
  const own = run.bots.idAt(step.address);
  const list = own === undefined ? ((await quietly(run, run.list.read(LIST_AGE_MS))) ?? []) : [];
  const alike = list.filter((bot) => creates.some(({ intent }) => hasArrived(intent, bot))).map(({ id }) => id);
  // Its details alone tell on which access it is.
  const read = await quietly(run, readThose(own === undefined ? alike : [own], run.ports.reader));
  return (intent) => read?.some((bot) => hasArrived(intent, bot)) === true;
}
