// The locks of this machine, as they are shown.

/** One lock, and who holds it. */
export interface ShownLock {
  /** Name of its file. */
  readonly name: string;
  /** What the run does, for example `main at https://api.example.net`; null where the file can't be read. */
  readonly about: string | null;
  readonly host: string | null;
  readonly pid: number | null;
  /** ISO 8601. */
  readonly since: string | null;
  /** Whether the run is certainly gone: then the next one takes the lock over by itself. */
  readonly gone: boolean;
}

export interface LockFacts {
  readonly folder: string;
  readonly locks: readonly ShownLock[];
}
