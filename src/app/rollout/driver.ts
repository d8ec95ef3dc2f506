// Finds the roll-out that is under way in the ledger and drives it, one process at a time. Whoever starts anew goes on where it is.
import { hash } from "node:crypto";
import { join, resolve } from "node:path";
import { isDatabase } from "../../database/connection.js";
import { takeLease } from "../../database/lease.js";
import { tryLock } from "../../disk/lock.js";
import { DiskError, LEASE_LOST, ServiceError } from "../../model/ports.js";
import { isOver, type RolloutRecord, wavesOf } from "../../model/rollout/record.js";
import { forOneLook } from "../credentials/one-look.js";
import { AppError, explain, oneLine } from "../error.js";
import { EXIT } from "../exit.js";
import type { Host } from "../host.js";
import { rolloutsOf } from "../ledger/ledger.js";
import { ledgerName } from "../ledger/ledger-place.js";
import { type LockOptions, lockFolder } from "../ledger/lock.js";
import type { ActOptions } from "../reconcile/act.js";
import type { Current } from "../source/place.js";
import { ASK_MS, Drive, type RolloutPorts, type RolloutWorld } from "./drive.js";
import { rolloutWorld } from "./world.js";

const AGAIN_MS = 30_000;

type Read = Pick<Current, "chosen" | "where">;

/**
 * Does all that is due, and resolves to when to look again; undefined where no roll-out is declared or under way.
 * @param newest the configuration as it was read last: a new one stops a wave that is under way
 */
export type Driver = (current: Read, newest?: () => Read) => Promise<number | undefined>;

/** What goes wrong is said, and tried again; an interrupt rejects with AppError. */
export function rolloutDriver(host: Host, options: ActOptions, ports: RolloutPorts): Driver {
  const ledger = rolloutsOf({ folder: options.journal });
  let lastNote = "";
  const note = (text: string) => {
    if (text !== lastNote) host.say({ kind: "warning", text });
    lastNote = text;
  };
  const drive = async (host: Host, { chosen, where }: Read, newest: () => Read) => {
    try {
      const record = (await ledger.all()).at(-1);
      const isDeclared = chosen.config.rollout !== undefined;
      if (record === undefined || isSettled(record)) return isDeclared ? ports.now() + ASK_MS : undefined;
      const lacking = accountsOf(record).filter((name) =>
        chosen.accounts.every(({ desired }) => desired.account !== name),
      );
      if (lacking.length > 0) {
        note(
          `the roll-out ${record.begin.id} isn't driven from here: its account ${lacking[0]} isn't among those that were chosen`,
        );
        return ports.now() + AGAIN_MS;
      }
      const own = await alone(host, options);
      if (own === undefined) return ports.now() + AGAIN_MS;
      try {
        const world = rolloutWorld(
          host,
          { ...options, ...where },
          chosen,
          ports,
          ledger,
          record,
          () => newest().chosen,
        );
        // What was read before the lock was taken may be another's by now.
        const now = (await ledger.all()).at(-1) ?? record;
        return await new Drive(fenced(world, own), now).on();
      } finally {
        await own.release();
      }
    } catch (error) {
      if (error instanceof AppError && error.exitCode === EXIT.interrupted) throw error;
      if (!(error instanceof AppError || error instanceof DiskError || error instanceof ServiceError)) throw error;
      note(`the roll-out: ${oneLine(explain(error).message)}; it is tried again`);
      return ports.now() + AGAIN_MS;
    }
  };
  return (current, newest = () => current) => forOneLook(host, (own) => drive(own, current, newest));
}

/** A driver beside the looks, since a wave may take long, and breakers don't wait for it. */
export interface Beside {
  /** Drives on; a drive that is under way goes by the newest configuration that it was given. */
  begin(current: Read): void;
  /** When to begin again, in milliseconds since the epoch: soon while it is under way. */
  dueAt(): number;
  /** Resolves when nothing is under way. Rejects with what ended the last drive. */
  ended(): Promise<void>;
  /** Throws what ended the last drive. */
  refuseFailed(): void;
}

export function rolloutBeside(host: Host, options: ActOptions, ports: RolloutPorts): Beside {
  const drive = rolloutDriver(host, options, ports);
  let underWay: Promise<void> | undefined;
  let due = Number.POSITIVE_INFINITY;
  const failures: unknown[] = [];
  let newest: Read | undefined;
  const refuseFailed = () => {
    if (failures.length > 0) throw failures[0];
  };
  return {
    begin(current) {
      newest = current;
      underWay ??= drive(current, () => newest ?? current)
        .then(
          (dueAt = Number.POSITIVE_INFINITY) => {
            due = dueAt;
          },
          (error: unknown) => void failures.push(error),
        )
        .finally(() => {
          underWay = undefined;
        });
    },
    dueAt: () => (underWay === undefined ? due : ports.now() + ASK_MS),
    async ended() {
      await underWay;
      refuseFailed();
    },
    refuseFailed,
  };
}

/** Nothing goes on, nobody has decided anything since, and all has been reported. */
function isSettled({ state, decisions }: RolloutRecord): boolean {
  return isOver(state) && state.unreported.length === 0 && decisions.length <= state.heard;
}

function accountsOf(record: RolloutRecord): readonly string[] {
  return [...new Set(wavesOf(record).flatMap(({ parts }) => parts.map(({ account }) => account)))];
}

/** The right to drive the roll-out. */
export interface Alone {
  /** Whether nobody else can have it by now: whoever was frozen for long has lost it. */
  readonly isHeld: () => boolean;
  readonly release: () => Promise<void>;
}

/** One at a time, of all that share the ledger; undefined where another one has it. */
export async function alone(
  host: Host,
  options: LockOptions & { readonly journal: string },
): Promise<Alone | undefined> {
  const { journal } = options;
  const place = ledgerName(journal);
  const name = hash("sha256", JSON.stringify(["rollout", place === journal ? resolve(journal) : place])).slice(0, 16);
  const about = `the roll-out of ${place}`;
  if (isDatabase(journal)) {
    const lease = await takeLease(journal, [name], about);
    return "release" in lease ? { isHeld: () => lease.isHeld(), release: () => lease.release() } : undefined;
  }
  const found = await tryLock(join(lockFolder(options, host.env), `${name}.lock`), about);
  return "release" in found ? { isHeld: () => true, release: () => found.release() } : undefined;
}

/** Nothing is kept any more, and nothing begun, once another process may drive it. */
function fenced(world: RolloutWorld, { isHeld }: Alone): RolloutWorld {
  const held = <Given extends readonly unknown[], Result>(task: (...given: Given) => Promise<Result>) => {
    return async (...given: Given): Promise<Result> => {
      if (!isHeld()) throw new DiskError(LEASE_LOST, "another process may have taken the roll-out over");
      return task(...given);
    };
  };
  const { ledger, apply, takeBack } = world;
  return { ...world, ledger: { ...ledger, set: held(ledger.set) }, apply: held(apply), takeBack: held(takeBack) };
}
