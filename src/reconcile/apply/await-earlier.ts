// Rule 23: before a write leaves, waits for each earlier write of its address that may still arrive, of whatever run.
import type { OpenIntent } from "../../model/plan/open-intent.js";
import type { Step } from "../../model/plan/plan.js";
import { concerns, hasArrived, leftMs } from "../ledger/intents.js";
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
  const now = run.ports.clock.now();
  const creates = new Set(run.steps("create").map(({ address }) => address));
  const isCreated = (address: string) => creates.has(address);
  return run.earlier
    .filter((intent) => concerns(intent, step, run.bot(step), run.idOf(step.address), isCreated))
    .map((intent) => ({ intent, left: leftMs(intent, now, run.commandDeadlineMs) }))
    .filter(({ left }) => left > 0);
}

async function notArrived(run: Run, step: Step, open: readonly Open[]): Promise<readonly Open[]> {
  const seen = await Promise.all(open.map(({ intent }) => isSeen(run, step, intent)));
  return open.filter((_one, index) => seen[index] === false);
}

async function isSeen(run: Run, step: Step, intent: OpenIntent): Promise<boolean> {
  if (intent.sends === "create") {
    // The step's bot is there: the create has made it, since no other one was sent.
    if (intent.isOneOfSeveral !== true && run.idOf(step.address) !== undefined) return true;
    const list = (await quietly(run, run.list.read(LIST_AGE_MS))) ?? [];
    return list.some((bot) => hasArrived(intent, bot));
  }
  if (intent.botId === undefined) return false;
  const live = await quietly(run, run.ports.reader.bot(intent.botId));
  return live !== undefined && hasArrived(intent, live);
}
