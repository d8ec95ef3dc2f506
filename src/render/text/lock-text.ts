// The locks of this machine as text.
import type { LockFacts, ShownLock } from "../../model/lock.js";
import { clean } from "../sanitize.js";

export function locksText({ folder, locks }: LockFacts): string {
  if (locks.length === 0) return `no locks in ${clean(folder)}\n`;
  return `${[`locks in ${clean(folder)}`, ...locks.map(lockText)].join("\n")}\n`;
}

/** What lock break has removed. */
export function brokenText({ locks }: LockFacts): string {
  return locks.map(({ name }) => `broken: ${clean(name)}\n`).join("");
}

function lockText({ name, about, host, pid, since, gone }: ShownLock): string {
  if (about === null) return `  ${clean(name)}  can't be read`;
  const state = gone ? "gone: the next run takes the lock over" : "may be running";
  return `  ${clean(name)}  ${clean(about)}, process ${pid} on ${clean(host ?? "")}, since ${clean(since ?? "")}: ${state}`;
}
