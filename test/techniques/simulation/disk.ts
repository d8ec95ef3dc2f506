// A folder in memory that outlives processes, with what goes wrong with real ones: full, read-only, failing, torn, flipped, lost.
import { type Disk, DiskError, type DiskFile } from "../../../src/model/ports.js";
import { stateOf } from "../../../src/reconcile/ledger/checked-lines.js";
import type { Machine } from "./machine.js";
import type { Random } from "./random.js";

interface Stored {
  text: string;
  /** How much of it a loss of power leaves for certain. */
  synced: number;
}

/** What a disk refuses, from the so-manieth operation of that kind on. */
export type DiskTrouble =
  | { readonly kind: "full" | "read-only" | "sync-fails"; readonly from: number }
  /** Of a database: the so-manieth append is there for good, and its answer never comes. */
  | { readonly kind: "unknown-commit"; readonly from: number }
  /** The process dies when so many characters of the so-manieth append are written. */
  | { readonly kind: "killed-in-append"; readonly from: number; readonly share: number };

/** What happened to files while no process looked. */
export type DiskDamage = "torn" | "flipped" | "lost" | "emptied" | "foreign" | "newer" | "restored";

/** How many of a disk's operations take time, and how many milliseconds at most. */
const SLOW = 0.12;
const LONGEST_MS = 40;

export class Folder {
  readonly files = new Map<string, Stored>();
  /** Something happened to its files that no journal can stand. */
  isDamaged = false;
  /** Ids of bots that runs with this folder have seen or made, and had time to write down. */
  readonly known = new Set<number>();
  /** The same of a disk in trouble: whether it has kept them is anybody's guess. */
  readonly perhapsKnown = new Set<number>();
  /** How often the power was lost: what was being written then may be gone, whoever wrote it. */
  losses = 0;
  readonly #random: Random;
  #trouble: DiskTrouble | undefined;
  readonly #reached: (what: string) => void;
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
  knows(ids: Iterable<number>): void {
    const known = this.#trouble === undefined ? this.known : this.perhapsKnown;
    for (const id of ids) known.add(id);
  }

  /** The part of a file that a loss of power would leave. */
  durable(name: string | undefined): string {
    const stored = name === undefined ? undefined : this.files.get(name);
    return stored === undefined ? "" : stored.text.slice(0, stored.synced);
  }

  /** The folder as one process sees it. */
  seenBy(machine: Machine): Disk {
    return {
      names: () => this.#during(machine, () => [...this.files.keys()].sort()),
      read: (name) => this.#during(machine, () => this.#stored(name).text),
      create: (name) =>
        this.#during(machine, () => {
          this.#creates += 1;
          if (this.#trouble?.kind === "read-only") throw this.#fail("EROFS", "disk: read-only");
          if (this.files.has(name)) throw new DiskError("EEXIST", "the file exists");
          const stored: Stored = { text: "", synced: 0 };
          this.files.set(name, stored);
          return this.#file(machine, stored);
        }),
      open: (name, mayCreate = false) =>
        this.#during(machine, () => {
          if (mayCreate && !this.files.has(name)) this.files.set(name, { text: "", synced: 0 });
          return this.#file(machine, this.#stored(name));
        }),
      size: (name) => this.#during(machine, () => this.files.get(name)?.text.length ?? 0),
    };
  }

  /** What a loss of power leaves: everything synced, and of the rest a beginning. */
  losePower(): void {
    this.losses += 1;
    for (const stored of this.files.values()) {
      const kept = this.#random.between(stored.synced, stored.text.length);
      if (kept < stored.text.length) this.#reached("disk: unsynced text lost");
      stored.text = stored.text.slice(0, kept);
      stored.synced = kept;
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
      foreign: () => this.files.set(`${newest}0.jsonl`, { text: "a note of somebody else's\n", synced: 26 }),
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

  #replace(stored: Stored, text: string): void {
    stored.text = text;
    stored.synced = text.length;
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
      stored.text += text.slice(0, this.#random.below(text.length + 1));
      throw this.#fail("ENOSPC", "disk: full");
    }
    if (trouble?.kind === "unknown-commit" && this.#appends === trouble.from) {
      this.#replace(stored, stored.text + text);
      throw this.#fail("ETIMEDOUT", "disk: a commit without an answer");
    }
    if (trouble?.kind === "killed-in-append" && this.#appends === trouble.from) {
      stored.text += text.slice(0, Math.floor(trouble.share * (text.length + 1)));
      machine.die("in a journal append");
      return;
    }
    stored.text += text;
  }
}

/** Whole lines. */
function firstHalf(text: string): string {
  const lines = text.split("\n");
  return lines
    .slice(0, Math.floor(lines.length / 2))
    .map((line) => `${line}\n`)
    .join("");
}
