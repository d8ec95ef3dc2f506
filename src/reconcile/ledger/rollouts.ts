// Roll-outs in the ledger: lines of one file that only grow. Of each, the last state counts; people's decisions stand beside it, so that neither outdates the other.

import { type Clock, type Disk, DiskError } from "../../model/ports.js";
import {
  type Decision,
  newState,
  ROLLOUT_FORMAT,
  type RolloutBegin,
  type RolloutLine,
  type RolloutRecord,
  type RolloutState,
  rolloutLine,
} from "../../model/rollout/record.js";
import { checkedLine, readLines } from "./checked-lines.js";
import { lostLines } from "./damage.js";

/** Beside the facts of accounts; no account's file is called so. */
export const ROLLOUTS_FILE = "rollouts.lines";

/** Every method rejects with DiskError alone. */
export interface Rollouts {
  /** Oldest first. */
  all(): Promise<readonly RolloutRecord[]>;
  begin(begin: Omit<RolloutBegin, "type" | "at" | "format">): Promise<void>;
  set(id: string, state: RolloutState): Promise<void>;
  decide(id: string, decision: Omit<Decision, "type" | "at" | "format" | "id">): Promise<void>;
}

export function rollouts(disk: Disk, clock: Pick<Clock, "now">): Rollouts {
  let read: { readonly size: number; readonly lines: readonly RolloutLine[] } | undefined;
  let shown: { readonly of: readonly RolloutLine[]; readonly all: readonly RolloutRecord[] } | undefined;
  const add = async (line: RolloutLine) => {
    const file = await disk.open(ROLLOUTS_FILE, true);
    // A torn last line must not swallow what is added, nor look like a whole one.
    const text = `\n${checkedLine(line)}`;
    try {
      await file.append(text);
      await file.sync();
    } finally {
      await file.close();
    }
    // As long as nobody else adds anything, it needn't be read again: a wave of a thousand accounts keeps a thousand states.
    if (read !== undefined) read = { size: read.size + Buffer.byteLength(text), lines: [...read.lines, line] };
  };
  const head = (id: string) => ({ at: clock.now(), format: ROLLOUT_FORMAT, id });
  return {
    async all() {
      const size = await disk.size(ROLLOUTS_FILE);
      if (size === 0) return [];
      if (read?.size !== size) read = { size, lines: linesIn(disk, await disk.read(ROLLOUTS_FILE)) };
      if (shown?.of !== read.lines) shown = { of: read.lines, all: recordsIn(read.lines) };
      return shown.all;
    },
    begin: ({ id, ...begin }) => add({ type: "begin", ...head(id), ...begin }),
    set: (id, state) => add({ type: "state", ...head(id), ...state }),
    decide: (id, decision) => add({ type: "decision", ...head(id), ...decision }),
  };
}

/** Throws DiskError where a line is lost, or a newer botform has written one: nothing may be concluded then. */
function linesIn(disk: Disk, text: string): readonly RolloutLine[] {
  const [lost] = lostLines(disk, ROLLOUTS_FILE, text);
  // An abort may be among what is lost.
  if (lost !== undefined) throw new DiskError("EBADMSG", `part of the roll-outs is lost: ${lost}`);
  const { entries, newer } = readLines(text, rolloutLine());
  if (newer || entries.some(({ format }) => format > ROLLOUT_FORMAT))
    throw new DiskError("EBADMSG", "the roll-outs were written by a newer botform, so this one lets them be");
  return entries;
}

function recordsIn(lines: readonly RolloutLine[]): readonly RolloutRecord[] {
  const begins = lines.filter((line) => line.type === "begin");
  return begins.map((begin) => {
    const own = lines.filter(({ id }) => id === begin.id);
    const last = own.findLast((line) => line.type === "state");
    const decisions = own.filter((line) => line.type === "decision");
    return { begin, state: last === undefined ? newState(begin.at) : stateIn(last), decisions };
  });
}

function stateIn(line: Extract<RolloutLine, { readonly type: "state" }>): RolloutState {
  const { type: _type, at: _at, format: _format, id: _id, ...state } = line;
  return state;
}

/** By address, the digest of what a roll-out has brought there last; what went back, or was passed over, isn't there. */
export function reachedBy(all: readonly RolloutRecord[]): ReadonlyMap<string, string> {
  const reached = new Map<string, string>();
  for (const record of all) {
    const { state, begin, decisions } = record;
    const leftOut = new Set((state.leftOut ?? []).map(({ address }) => address));
    const waves = (state.waves === null ? undefined : decisions[state.waves]?.waves) ?? begin.waves;
    for (const [index, { parts }] of waves.entries()) {
      if (index > state.wave) continue;
      for (const { account, bots } of parts) {
        const isThere = index < state.wave || state.status === "done" || state.done.includes(account);
        for (const { address, desired } of bots) {
          // What is under way, or goes back, is neither one thing nor the other.
          if (state.phase === "undoing" || !isThere || leftOut.has(address)) reached.delete(address);
          else reached.set(address, desired);
        }
      }
    }
  }
  return reached;
}
