// A lock file that one process holds. It is taken over only from a process that is certainly gone, or falls silent elsewhere.
import { randomBytes } from "node:crypto";
import { constants, readFileSync, readlinkSync } from "node:fs";
import { link, open, rename, rm, stat, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";
import { DiskError } from "../model/ports.js";
import { errorCode, systemReason } from "../model/text/error-code.js";
import { once } from "../model/text/once.js";
import { makePrivateFolder } from "./folder.js";

/** Who holds a lock. Containers share a machine's boot id and not its processes: a pid means nothing without its namespace. */
const holder = once(() =>
  z.object({
    machine: z.string(),
    host: z.string(),
    boot: z.string(),
    pidNamespace: z.string(),
    pid: z.int(),
    /** When the process began, in the system's own unit; "" where it isn't known. */
    started: z.string(),
    /** ISO 8601. */
    since: z.string(),
    /** What it does, for whoever waits. */
    about: z.string(),
    token: z.string(),
  }),
);

export type Holder = z.infer<ReturnType<typeof holder>>;

/** What became of a try: the lock, to be given back, or who holds it; undefined if the file says nothing that can be read. */
export type LockTry =
  | { readonly release: () => Promise<void> }
  | { readonly heldBy: Holder | undefined; readonly path: string };

/**
 * Takes the lock if it is free, or if whoever held it is certainly gone. Rejects with DiskError.
 *
 * @param silence with it, also from a holder elsewhere that has fallen silent
 */
export async function tryLock(path: string, about: string, silence?: Silence): Promise<LockTry> {
  await makePrivateFolder(dirname(path));
  const own: Holder = { ...identity(), since: new Date().toISOString(), about, token: randomBytes(8).toString("hex") };
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    if (await made(path, own)) return { release: renewed(path, own) };
    const found = await inspect(path);
    if (found === undefined) continue;
    const isFree = (found.heldBy !== undefined && isGone(found.heldBy)) || silence?.isOver(found) === true;
    if (!isFree) return { heldBy: found.heldBy, path };
    await takeAway(path, found);
  }
  return { heldBy: (await inspect(path))?.heldBy, path };
}

/** Others may take and give it back between two looks. */
const MOST_TRIES = 5;

interface Found {
  readonly heldBy: Holder | undefined;
  readonly inode: number;
  /** When its holder last showed that it goes on, by the clock of whoever keeps the file. */
  readonly renewedMs: number;
}

const RENEWED_EVERY_MS = 5_000;
const SILENT_MS = 60_000;

/**
 * Watches one lock over several tries. Nobody can tell from here whether a process of another machine or container is gone; but
 * whoever goes on renews its lock. Only the watcher's own clock counts: a lock may come out of a cache.
 */
export class Silence {
  readonly #now: () => number;
  #seen = "";
  #since = 0;

  /** @param now milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  isOver({ heldBy, inode, renewedMs }: Found): boolean {
    const seen = `${inode} ${renewedMs}`;
    const now = this.#now();
    if (seen !== this.#seen) {
      this.#seen = seen;
      this.#since = now;
    }
    return (heldBy === undefined || isElsewhere(heldBy)) && now - this.#since >= SILENT_MS;
  }
}

/** Who holds it; undefined where there is no such file. */
export async function inspect(path: string): Promise<Found | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY);
    const [text, { ino: inode, mtimeMs: renewedMs }] = await Promise.all([file.readFile("utf8"), file.stat()]).finally(
      () => file.close(),
    );
    const parsed = z.safeParse(holder(), jsonOf(text));
    return { heldBy: parsed.success ? parsed.data : undefined, inode, renewedMs };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw diskError(error, path);
  }
}

/** Breaks the lock, whoever holds it. */
export async function breakLock(path: string): Promise<void> {
  await rm(path, { force: true }).catch((error: unknown) => {
    throw diskError(error, path);
  });
}

/**
 * Whether the lock could be made. It appears with its text in one step: a process that dies on the way, or finds the disk full,
 * leaves no lock that nobody can read, which everybody would wait for.
 */
async function made(path: string, own: Holder): Promise<boolean> {
  const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW = 0 } = constants;
  const prepared = `${path}.${own.token}`;
  try {
    const file = await open(prepared, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, 0o600);
    await file.writeFile(`${JSON.stringify(own)}\n`).finally(() => file.close());
    await link(prepared, path);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw diskError(error, path);
  } finally {
    // Where nothing could be made, nothing is left; the error of the try says more than this one.
    await rm(prepared, { force: true }).catch(() => {});
  }
}

/** Beside a lock: whose turn it is to take a dead holder's file away. */
const TURN = ".turn";

/**
 * Takes a dead holder's file away, one process at a time: two that do so at once could take away what a third has made in
 * between. While it has its turn nobody else can put a lock there, since the dead holder's is still in its place.
 */
async function takeAway(path: string, found: Found): Promise<void> {
  if (path.endsWith(TURN)) return moveAside(path, found);
  const turn = await tryLock(`${path}${TURN}`, "taking over a lock");
  if (!("release" in turn)) return wait(TURN_MS);
  try {
    const now = await inspect(path);
    const isSame = now?.inode === found.inode && now.renewedMs === found.renewedMs;
    if (isSame && now.heldBy?.token === found.heldBy?.token) await rm(path, { force: true });
  } catch (error) {
    throw diskError(error, path);
  } finally {
    await turn.release();
  }
}

/** As long as another process may take to take it away. */
const TURN_MS = 20;

/** Of whoever died in the midst of its turn: moves the file away, and puts it back if another process has taken it meanwhile. */
async function moveAside(path: string, { inode, heldBy, renewedMs }: Found): Promise<void> {
  const aside = `${path}.${randomBytes(8).toString("hex")}`;
  try {
    const now = await stat(path);
    if (now.ino !== inode || now.mtimeMs !== renewedMs) return;
    await rename(path, aside);
    const moved = await inspect(aside);
    if (moved?.heldBy?.token !== heldBy?.token) await link(aside, path);
    await rm(aside, { force: true });
  } catch (error) {
    // Another process was quicker.
    if (!["ENOENT", "EEXIST"].includes(errorCode(error) ?? "")) throw diskError(error, path);
  }
}

/** Renews a lock until it is given back. Returns what gives it back. */
function renewed(path: string, own: Holder): () => Promise<void> {
  const isOwn = async () => (await inspect(path))?.heldBy?.token === own.token;
  const renew = async () => {
    if (await isOwn()) await utimes(path, new Date(), new Date());
  };
  // What fails once may succeed in five seconds; whoever waits is patient for twelve times as long.
  const timer = setInterval(() => void renew().catch(() => {}), RENEWED_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    if (await isOwn()) await rm(path, { force: true });
  };
}

/** Whether the holder is certainly gone: of this machine, and of an earlier boot, or a process of this namespace that isn't there any more. */
export function isGone(one: Holder, own: ReturnType<typeof identity> = identity()): boolean {
  const isHere = one.machine !== "" && one.machine === own.machine;
  if (isHere && one.boot !== "" && own.boot !== "" && one.boot !== own.boot) return true;
  if (isElsewhere(one, own)) return false;
  const started = startOf(one.pid);
  return started === undefined || (one.started !== "" && started !== "" && started !== one.started);
}

/** Whether its process can't be looked up from here. */
function isElsewhere(one: Holder, own = identity()): boolean {
  return one.machine === "" || one.machine !== own.machine || one.pidNamespace !== own.pidNamespace;
}

/** Of this process. What the system doesn't tell is "". */
export function identity() {
  return {
    machine: textOf("/etc/machine-id") || textOf("/var/lib/dbus/machine-id") || `host:${hostname()}`,
    host: hostname(),
    boot: textOf("/proc/sys/kernel/random/boot_id"),
    pidNamespace: linkOf("/proc/self/ns/pid"),
    pid: process.pid,
    started: startOf(process.pid) ?? "",
  };
}

/** When the process began; "" where the system doesn't say, undefined if there is none. */
function startOf(pid: number): string | undefined {
  const fields = textOf(`/proc/${pid}/stat`);
  // The name may hold spaces and brackets; it ends with the last bracket, and the start is the 20th field after it.
  if (fields !== "") return fields.slice(fields.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  try {
    process.kill(pid, 0);
    return "";
  } catch (error) {
    return errorCode(error) === "ESRCH" ? undefined : "";
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return "";
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function diskError(error: unknown, path: string): unknown {
  const code = errorCode(error);
  return error instanceof DiskError || code === undefined
    ? error
    : new DiskError(code, `${path}: ${systemReason(code)}`);
}
