// Looks at accounts again and again: reports drift once, and corrects what their mode allows. One process for each ledger and machine.
import { hash } from "node:crypto";
import { join, resolve } from "node:path";
import { tryLock } from "../../disk/lock.js";
import { MODES } from "../../model/look.js";
import { counted } from "../../model/text/counted.js";
import { forOneLook } from "../credentials/one-look.js";
import { AppError } from "../error.js";
import { EXIT, type ExitCode, mostSerious } from "../exit.js";
import type { ChosenAccounts } from "../files/configuration.js";
import type { Host } from "../host.js";
import { ledgerName } from "../ledger/ledger-place.js";
import { lockFolder } from "../ledger/lock.js";
import { rolloutBeside } from "../rollout/driver.js";
import { openSource } from "../source/source.js";
import { due, longestMs, lookAt, type ReconcileOptions, type ReconcilePorts, type Watched } from "./look.js";

/**
 * Ends after one look at each account without `every`, with the most serious of their exit codes; else when it is interrupted,
 * which rejects. Throws AppError where the first revision has errors, or another process does the same.
 */
export async function reconcile(host: Host, options: ReconcileOptions, ports: ReconcilePorts): Promise<ExitCode> {
  const source = openSource(host, options, ports);
  const release = await alone(host, options);
  const watched = new Map<string, Watched>();
  const rollout = rolloutBeside(host, options, ports);
  try {
    const first = await source.next();
    if (options.every !== undefined) host.say({ kind: "note", text: beginText(first.chosen, options.every) });
    ports.began?.();
    for (let current = first; ; current = await source.next()) {
      const { chosen, where } = current;
      ports.counts?.(current);
      const { accounts } = chosen;
      rollout.begin(current);
      // Who looks once sees what came of it.
      if (options.every === undefined) await rollout.ended();
      await forOneLook(host, async (own) => {
        const dueNow = await due(own, options, chosen, watched, ports);
        if (dueNow !== undefined)
          await lookAt(own, { ...options, ...where }, { ...chosen, accounts: dueNow }, watched, ports);
      });
      if (options.every === undefined)
        return mostSerious(accounts.map(({ desired }) => watched.get(desired.account)?.last?.exitCode ?? EXIT.failed));
      const next = Math.min(
        rollout.dueAt(),
        ...accounts.map(({ desired }) => watched.get(desired.account)?.dueAt ?? 0),
      );
      const waitMs = Math.min(next - ports.now(), longestMs(options), source.everyMs);
      await ports.wait(Math.max(LEAST_WAIT_MS, waitMs));
      rollout.refuseFailed();
    }
  } finally {
    // What it is writing is brought to its end.
    await rollout.ended().finally(release);
  }
}

function beginText({ accounts }: ChosenAccounts, every: number): string {
  const modes = MODES.flatMap((mode) => {
    const count = accounts.filter((one) => (one.mode ?? "report") === mode).length;
    return count === 0 ? [] : [`${count} to ${mode}`];
  });
  return `looking at ${counted(accounts.length, "account")} every ${every} s (${modes.join(", ")}); Ctrl-C ends it`;
}

const LEAST_WAIT_MS = 1_000;

/** Two of them would report everything twice. */
async function alone(host: Host, options: ReconcileOptions): Promise<() => Promise<void>> {
  const { journal } = options;
  const place = ledgerName(journal);
  const name = hash("sha256", JSON.stringify(["reconcile", place === journal ? resolve(journal) : place])).slice(0, 16);
  const found = await tryLock(join(lockFolder(options, host.env), `${name}.lock`), `reconcile with ${place}`);
  if ("release" in found) return found.release;
  const { pid, host: on, since } = found.heldBy ?? {};
  const who = pid === undefined ? "another process" : `process ${pid} on ${on}, since ${since},`;
  throw new AppError(`${who} reconciles with the same ledger (${place})\nEnd that one first.`, {
    exitCode: EXIT.failed,
  });
}
