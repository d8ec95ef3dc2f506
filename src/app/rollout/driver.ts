// Finds the roll-out that is under way in the ledger and drives it, one process at a time. Whoever starts anew goes on where it is.
import { hash } from "node:crypto";
import { join, resolve } from "node:path";
import { isDatabase } from "../../database/connection.js";
import { takeLease } from "../../database/lease.js";
import { tryLock } from "../../disk/lock.js";
import { DiskError, ServiceError } from "../../model/ports.js";
import { isOver, type RolloutRecord, wavesOf } from "../../model/rollout/record.js";
import { AppError, explain, oneLine } from "../error.js";
import { EXIT } from "../exit.js";
import type { ChosenAccounts } from "../files/configuration.js";
import type { Host } from "../host.js";
import { rolloutsOf } from "../ledger.js";
import { ledgerName } from "../ledger-place.js";
import { type LockOptions, lockFolder } from "../lock.js";
import { ASK_MS, Drive, type RolloutDrive, type RolloutPorts } from "./drive.js";

const AGAIN_MS = 30_000;

/** Does all that is due, and resolves to when to look again; undefined where no roll-out is declared or under way. */
export type Driver = (chosen: ChosenAccounts) => Promise<number | undefined>;

/** What goes wrong is said, and tried again; an interrupt rejects with AppError. */
export function rolloutDriver(host: Host, options: RolloutDrive, ports: RolloutPorts): Driver {
  const ledger = rolloutsOf({ folder: options.journal });
  let lastNote = "";
  const note = (text: string) => {
    if (text !== lastNote) host.say({ kind: "warning", text });
    lastNote = text;
  };
  return async (chosen) => {
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
      const release = await alone(host, options);
      if (release === undefined) return ports.now() + AGAIN_MS;
      try {
        return await new Drive({ host, options, ports, chosen, ledger }, record).on();
      } finally {
        await release();
      }
    } catch (error) {
      if (error instanceof AppError && error.exitCode === EXIT.interrupted) throw error;
      if (!(error instanceof AppError || error instanceof DiskError || error instanceof ServiceError)) throw error;
      note(`the roll-out: ${oneLine(explain(error).message)}; it is tried again`);
      return ports.now() + AGAIN_MS;
    }
  };
}

/** Nothing goes on, nobody has decided anything since, and all has been reported. */
function isSettled({ state, decisions }: RolloutRecord): boolean {
  return isOver(state) && state.unreported.length === 0 && decisions.length <= state.heard;
}

function accountsOf(record: RolloutRecord): readonly string[] {
  return [...new Set(wavesOf(record).flatMap(({ parts }) => parts.map(({ account }) => account)))];
}

/** One at a time, of all that share the ledger; undefined where another one drives it. Two would be harmless, and do all twice. */
export async function alone(
  host: Host,
  options: LockOptions & { readonly journal: string },
): Promise<(() => Promise<void>) | undefined> {
  const { journal } = options;
  const place = ledgerName(journal);
  const name = hash("sha256", JSON.stringify(["rollout", place === journal ? resolve(journal) : place])).slice(0, 16);
  const about = `the roll-out of ${place}`;
  const found = isDatabase(journal)
    ? await takeLease(journal, [name], about)
    : await tryLock(join(lockFolder(options, host.env), `${name}.lock`), about);
  return "release" in found ? () => found.release() : undefined;
}
