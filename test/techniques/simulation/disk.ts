// A folder in memory that outlives processes, with what goes wrong with real ones: full, read-only, failing, torn, flipped, lost.
import { type Disk, DiskError, type DiskFile } from "../../../src/model/ports.js";
import { stateOf } from "../../../src/reconcile/ledger/checked-lines.js";
import type { Machine } from "./machine.js";
import type { Random } from "./random.js";

interface Stored {
  text: string;
  /** How much of it a loss of power leaves for certain. */
  synced: number;
  /** How long it was at which moments, the oldest first. */
  grown: readonly { readonly at: number; readonly length: number }[];
}

/** What a disk refuses, from the so-manieth operation of that kind on. */
export type DiskTrouble =
  | { readonly kind: "full" | "read-only" | "sync-fails"; readonly from: number }
  /** Of a database: the so-manieth append is there for good, and its answer never comes. */
  | { readonly kind: "unknown-commit"; readonly from: number }
  /** The process dies when so many characters of the so-manieth append are written. */
  | { readonly kind: "killed-in-append"; readonly from: number; readonly share: number };

/**
 * Of a database: the so-manieth read of a process, and every so many from then on, is answered by a standby, which shows the folder as
 * it stood so long ago. What the process writes goes to the primary.
 */
export interface Standby {
  readonly lagMs: number;
  readonly from: number;
  readonly every: number;
}

/** What happened to files while no process looked. */
export type DiskDamage = "torn" | "flipped" | "lost" | "emptied" | "foreign" | "newer" | "restored";

/** How many of a disk's operations take time, and how many milliseconds at most. */
const SLOW = 0.12;
const LONGEST_MS = 40;

export class Folder {
  readonly files = new Map<string, Stored>();
  /** Something happened to its files that no journal can stand. */
  isDamaged = false;
  /** Bots that runs with this folder have seen or made, and had time to write down: by id, since when. */
  readonly known = new Map<number, number>();
  /** The same of a disk in trouble: whether it has kept them is anybody's guess. */
  readonly perhapsKnown = new Set<number>();
  /** How often the power was lost: what was being written then may be gone, whoever wrote it. */
  losses = 0;
  readonly #random: Random;
  #trouble: DiskTrouble | undefined;
  readonly #reached: (what: string) => void;
  /** To whom a standby has denied a file that is there: what they were about to write may not be. */
  readonly #misled = new Set<Machine>();
  #creates = 0;
  #appends = 0;
  #syncs = 0;

  /** @param reached told of every trouble that was really met */
  constructor(random: Random, reached: (what: string) => void) {
    this.#random = random;
    this.#reached = reached;
  }

  set trouble(trouble: DiskTrouble | undefined) {
    this.#trouble = trouble;
    this.#creates = 0;
    this.#appends = 0;
    this.#syncs = 0;
  }

  /** Nothing keeps it from writing. */
  get isSound(): boolean {
    return this.#trouble === undefined;
  }

  /** A run was about to write down these bots. */
  knows(ids: Iterable<number>, machine: Machine): void {
    const isSure = this.#trouble === undefined && !this.#misled.has(machine);
    for (const id of ids) {
      if (!isSure) this.perhapsKnown.add(id);
      else if (!this.known.has(id)) this.known.set(id, machine.scheduler.now);
    }
  }

  /** The part of a file that a loss of power would leave. */
  durable(name: string | undefined): string {
    const stored = name === undefined ? undefined : this.files.get(name);
    return stored === undefined ? "" : stored.text.slice(0, stored.synced);
  }

  /** The folder as one process sees it. */
  seenBy(machine: Machine, standby?: Standby): Disk {
    const asked = momentsOf(machine, standby);
    const textAt = (name: string, moment: number | undefined): string => {
      const text = this.#textAt(name, moment);
      if (text === undefined && this.files.has(name)) this.#misled.add(machine);
      if (text === undefined) throw new DiskError("ENOENT", "no such file");
      return text;
    };
    return {
      names: () =>
        this.#during(machine, () => {
          const moment = asked();
          return [...this.files.keys()].filter((name) => this.#textAt(name, moment) !== undefined).sort();
        }),
      read: (name) => this.#during(machine, () => textAt(name, asked())),
      create: (name) =>
        this.#during(machine, () => {
          this.#creates += 1;
          if (this.#trouble?.kind === "read-only") throw this.#fail("EROFS", "disk: read-only");
          if (this.files.has(name)) throw new DiskError("EEXIST", "the file exists");
          return this.#file(machine, this.#made(name, machine));
        }),
      open: (name, mayCreate = false) =>
        this.#during(machine, () => {
          if (mayCreate && !this.files.has(name)) return this.#file(machine, this.#made(name, machine));
          // Who adds to it looks for it first.
          textAt(name, asked());
          return this.#file(machine, this.#stored(name));
        }),
      size: (name) => this.#during(machine, () => this.#textAt(name, asked())?.length ?? 0),
    };
  }

  #made(name: string, { scheduler }: Machine): Stored {
    const stored: Stored = { text: "", synced: 0, grown: [{ at: scheduler.now, length: 0 }] };
    this.files.set(name, stored);
    return stored;
  }

  /** A file as it stood at that moment, or stands; undefined where it wasn't there. */
  #textAt(name: string, moment: number | undefined): string | undefined {
    const stored = this.files.get(name);
    if (stored === undefined || moment === undefined) return stored?.text;
    const length = stored.grown.findLast(({ at }) => at <= moment)?.length;
    const text = length === undefined ? undefined : stored.text.slice(0, length);
    if (text !== stored.text) this.#reached("disk: read from a stale standby");
    return text;
  }

  /** What a loss of power leaves: everything synced, and of the rest a beginning. */
  losePower(): void {
    this.losses += 1;
    for (const stored of this.files.values()) {
      const kept = this.#random.between(stored.synced, stored.text.length);
      if (kept < stored.text.length) this.#reached("disk: unsynced text lost");
      stored.text = stored.text.slice(0, kept);
      stored.synced = kept;
      stored.grown = stored.grown.map(({ at, length }) => ({ at, length: Math.min(length, kept) }));
    }
  }

  /** Does to one file, or beside them, what `damage` says. False where there is none to damage. */
  suffer(damage: DiskDamage): boolean {
    const written = [...this.files].flatMap(([name, { text }]) => (text === "" ? [] : [name])).sort();
    const newest = written.length === 0 ? undefined : this.#random.pick(written);
    const stored = newest === undefined ? undefined : this.files.get(newest);
    if (newest === undefined || stored === undefined || stored.text === "") return false;
    const at = this.#random.below(stored.text.length);
    const change: Readonly<Record<DiskDamage, () => void>> = {
      torn: () => this.#replace(stored, stored.text.slice(0, at)),
      flipped: () => {
        const flipped = String.fromCharCode(stored.text.charCodeAt(at) ^ (1 << this.#random.below(7)));
        this.#replace(stored, stored.text.slice(0, at) + flipped + stored.text.slice(at + 1));
      },
      lost: () => this.files.delete(newest),
      emptied: () => this.files.clear(),
      foreign: () => {
        const text = "a note of somebody else's\n";
        this.files.set(`${newest}0.jsonl`, { text, synced: text.length, grown: alwaysOf(text) });
      },
      // As a database was a while ago.
      restored: () => {
        for (const one of this.files.values()) this.#replace(one, firstHalf(one.text));
      },
      newer: () => this.#replace(stored, stored.text.replaceAll('{"v":1,', '{"v":9,')),
    };
    change[damage]();
    this.isDamaged = true;
    return true;
  }

  /** What a user does about lines that are lost: deletes them. */
  repair(): void {
    const isWhole = (line: string) => line === "" || stateOf(line) === "whole";
    for (const stored of this.files.values()) this.#replace(stored, stored.text.split("\n").filter(isWhole).join("\n"));
  }

  /** In the primary and in all that follow it. */
  #replace(stored: Stored, text: string): void {
    stored.text = text;
    stored.synced = text.length;
    stored.grown = alwaysOf(text);
  }

  #grow(stored: Stored, text: string, { scheduler }: Machine): void {
    stored.text += text;
    stored.grown = [...stored.grown, { at: scheduler.now, length: stored.text.length }];
  }

  #stored(name: string): Stored {
    const stored = this.files.get(name);
    if (stored === undefined) throw new DiskError("ENOENT", "no such file");
    return stored;
  }

  #fail(code: string, what: string): DiskError {
    this.#reached(what);
    return new DiskError(code, code);
  }

  /** Does one operation at one moment, between two gates of the machine; most take no time that anybody could tell. */
  #during<T>(machine: Machine, act: () => T): Promise<T> {
    const pending = machine.pending<T>("after a disk operation");
    if (!machine.pass("before a disk operation")) return pending.promise;
    const finish = (): void => {
      if (!machine.alive) return;
      try {
        pending.resolve(act());
      } catch (error) {
        if (!(error instanceof DiskError)) throw error;
        pending.reject(error);
      }
    };
    if (this.#random.chance(SLOW)) machine.scheduler.after(this.#random.between(1, LONGEST_MS), finish);
    else finish();
    return pending.promise;
  }

  #file(machine: Machine, stored: Stored): DiskFile {
    return {
      append: (text) => this.#during(machine, () => this.#append(machine, stored, text)),
      sync: () =>
        this.#during(machine, () => {
          this.#syncs += 1;
          const trouble = this.#trouble;
          if (trouble?.kind === "sync-fails" && this.#syncs >= trouble.from) {
            throw this.#fail("EIO", "disk: sync fails");
          }
          stored.synced = stored.text.length;
        }),
      close: () => this.#during(machine, () => {}),
    };
  }

  #append(machine: Machine, stored: Stored, text: string): void {
    this.#appends += 1;
    const trouble = this.#trouble;
    if (trouble?.kind === "full" && this.#appends >= trouble.from) {
      this.#grow(stored, text.slice(0, this.#random.below(text.length + 1)), machine);
      throw this.#fail("ENOSPC", "disk: full");
    }
    if (trouble?.kind === "unknown-commit" && this.#appends === trouble.from) {
      this.#grow(stored, text, machine);
      stored.synced = stored.text.length;
      throw this.#fail("ETIMEDOUT", "disk: a commit without an answer");
    }
    if (trouble?.kind === "killed-in-append" && this.#appends === trouble.from) {
      this.#grow(stored, text.slice(0, Math.floor(trouble.share * (text.length + 1))), machine);
      machine.die("in a journal append");
      return;
    }
    this.#grow(stored, text, machine);
  }
}

function alwaysOf({ length }: string): Stored["grown"] {
  return [{ at: Number.NEGATIVE_INFINITY, length }];
}

/** When the folder stood as the next read shows it; undefined for now. */
function momentsOf({ scheduler }: Machine, standby: Standby | undefined): () => number | undefined {
  let reads = 0;
  return () => {
    reads += 1;
    if (standby === undefined || reads < standby.from || (reads - standby.from) % standby.every > 0) return undefined;
    return scheduler.now - standby.lagMs;
  };
}

/** Whole lines. */
function firstHalf(text: string): string {
  const lines = text.split("\n");
  return lines
    .slice(0, Math.floor(lines.length / 2))
    .map((line) => `${line}\n`)
    .join("");
}
