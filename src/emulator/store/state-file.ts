// Everything the emulator remembers as plain data, and the JSON file that keeps it: written atomically after a moment of quiet.

import { readFile, rename, rm, writeFile } from "node:fs/promises";
import Big from "big.js";
import * as z from "zod/mini";
import { errorCode } from "../../model/text/error-code.js";
import type { Engine } from "../engine/engine.js";
import type { Market } from "../market.js";
import { type DealRecord, type State, state } from "./records.js";

/** The state as plain data; records are shared, not copied, for they never change. */
export function snapshot({ store, prices }: Market, engine: Engine, origin: number): State {
  return {
    formatVersion: 2,
    now: engine.now,
    origin,
    nextBotId: store.nextBotId,
    nextDealId: store.nextDealId,
    accounts: store.accounts.map(({ name, balance, balanceChanged }) => ({
      name,
      balance: Object.fromEntries([...balance].map(([asset, amount]) => [asset, amount.toFixed()])),
      balanceChanged,
    })),
    bots: [...store.bots.values()],
    deals: [...store.deals.values()],
    logs: [...store.logs],
    commands: engine.pending(),
    waits: [...engine.waits()],
    prices: prices.byHand(),
  };
}

/**
 * Fills an empty store.
 *
 * @throws RangeError when the state holds an account that the seed lacks
 */
export function restore(state: State, { store, prices }: Market, engine: Engine): void {
  const known = new Set(store.accounts.map((account) => account.name));
  for (const { name, balance, balanceChanged } of state.accounts) {
    if (!known.has(name)) throw new RangeError(`the state has account ${JSON.stringify(name)}, but the seed doesn't`);
    const account = store.account(name);
    account.balance.clear();
    for (const [asset, amount] of Object.entries(balance)) account.balance.set(asset, new Big(amount));
    account.balanceChanged = balanceChanged;
  }
  for (const bot of state.bots) store.putBot(bot, bot.updated);
  for (const deal of state.deals.toSorted(byEnd)) store.putDeal(deal);
  for (const [botId, entries] of state.logs) store.logs.set(botId, [...entries]);
  store.nextBotId = Math.max(store.nextBotId, state.nextBotId);
  store.nextDealId = Math.max(store.nextDealId, state.nextDealId);
  for (const { due, command } of state.commands) engine.resume(due, command);
  for (const [pair, price] of Object.entries(state.prices)) prices.set(pair, price);
  engine.wake(engine.now, state.waits);
}

/** History is kept in the order in which deals ended. */
function byEnd(left: DealRecord, right: DealRecord): number {
  return left.updated - right.updated || left.id - right.id;
}

/** Milliseconds of quiet before a write, and the longest a change may wait under constant traffic. */
const QUIET = 25;
const LONGEST = 1_000;

/**
 * Reads a state file, or undefined when there is none.
 *
 * @throws RangeError when it is no state file of this format; it is never overwritten then
 */
export async function loadState(path: string): Promise<State | undefined> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const json = parsed(text);
  if (z.safeParse(z.object({ formatVersion: z.literal(1) }), json).success) {
    throw new RangeError(
      `${path} was written by an older emulator, whose deals had no safety orders and can't continue here: move the file away to start afresh`,
    );
  }
  const read = z.safeParse(state, json);
  if (!read.success) throw new RangeError(`${path} is not a state file of this version; move it away to start afresh`);
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message would quote the file; the caller says what is wrong in its own words.
    return undefined;
  }
}

/** Writes what `read` returns; at most one write runs at a time. */
export class StateFile {
  readonly #path: string;
  readonly #read: () => State;
  #timer: NodeJS.Timeout | undefined;
  #changedSince: number | undefined;
  #writing: Promise<void> = Promise.resolve();
  #failure: unknown;

  constructor(path: string, read: () => State) {
    this.#path = path;
    this.#read = read;
  }

  /** Notes a change; the file follows within 50 ms of quiet. */
  touch(): void {
    const now = performance.now();
    this.#changedSince ??= now;
    clearTimeout(this.#timer);
    const wait = Math.max(0, Math.min(QUIET, this.#changedSince + LONGEST - now));
    this.#timer = setTimeout(() => void this.#write(), wait);
  }

  /** Writes what hasn't been written yet. @throws the failure of an earlier write, too */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#changedSince !== undefined) await this.#write();
    await this.#writing;
    if (this.#failure !== undefined) throw this.#failure;
  }

  #write(): Promise<void> {
    this.#changedSince = undefined;
    this.#writing = this.#writing.then(async () => {
      try {
        const temporary = `${this.#path}.${process.pid}.tmp`;
        // Made anew each time: what a crash or a stranger left under that name is never written through.
        await rm(temporary, { force: true });
        await writeFile(temporary, JSON.stringify(this.#read()), { mode: 0o600, flag: "wx" });
        await rename(temporary, this.#path);
        this.#failure = undefined;
      } catch (error) {
        this.#failure = error;
      }
    });
    return this.#writing;
  }
}
