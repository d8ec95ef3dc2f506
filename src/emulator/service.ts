// The whole service without a socket or a timer: a request goes in, a response comes out, time comes from a clock.
import { OPERATIONS, type Operation, type OperationName } from "../service/operations.js";
import { Gate } from "./authentication.js";
import { BotList } from "./bot-list.js";
import { Bots, type HandEdit } from "./bots.js";
import { DealTexts } from "./deal-texts.js";
import { DEFAULT_PAIRS, DEFAULT_PRICES } from "./default-market.js";
import { DEFAULT_SEED } from "./default-seed.js";
import { Engine } from "./engine.js";
import { failure, JSON_TYPE, Refusal, type ServiceResponse } from "./failure.js";
import { HANDLERS, type Parts } from "./handlers.js";
import { checkParameters } from "./parameters.js";
import { type PriceCourse, WavePrices } from "./prices.js";
import { completeQuirks } from "./quirk-text.js";
import type { Quirks } from "./quirks.js";
import type { BotRecord, DealRecord, State } from "./records.js";
import { receiveParameters, type ServiceRequest, splitTarget } from "./request.js";
import { parseSeed, type Seed, type SeedBot, seedParameters } from "./seed.js";
import { restore, snapshot } from "./snapshot.js";
import { type Account, Store } from "./store.js";

/** The only source of time; milliseconds since the epoch. */
export interface EmulatorClock {
  now(): number;
}

/** An accepted write request, for tests and benches. */
export interface WriteRecord {
  readonly operation: OperationName;
  readonly account: string;
  /** As checked: canonical text. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly effect: string;
}

export interface ServiceOptions {
  readonly seed?: Seed;
  readonly quirks?: Partial<Quirks>;
  readonly clock?: EmulatorClock;
  /** What an earlier run left behind; its bots replace those of the seed. */
  readonly state?: State;
}

const NAMES = Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS);
const BY_PATH: ReadonlyMap<string, OperationName> = new Map(NAMES.map((name) => [OPERATIONS[name].path, name]));
/** Keeps a server that runs for weeks from growing for ever. */
const MOST_WRITES = 200_000;

export class Service {
  readonly quirks: Quirks;
  /** Requests that reached each operation, refused ones included. */
  readonly requests: Record<OperationName, number> = noRequests();
  readonly #clock: EmulatorClock;
  readonly #parts: Parts;
  readonly #gate: Gate<Account>;
  readonly #listeners: (() => void)[] = [];
  readonly #writes: WriteRecord[] = [];
  #announced = 0;

  /** @throws RangeError naming what is wrong with the seed, the quirks or the state */
  constructor(options: ServiceOptions = {}) {
    const seed = checkedSeed(options.seed ?? DEFAULT_SEED);
    this.quirks = completeQuirks(options.quirks);
    this.#clock = options.clock ?? { now: () => Date.now() };
    const store = new Store(seed);
    const prices = new WavePrices(courses(seed));
    const engine = new Engine(store, prices, this.quirks);
    const pairs = new Set(seed.pairs ?? DEFAULT_PAIRS);
    const bots = new Bots(store, engine, pairs, this.quirks);
    const list = new BotList(store.accounts, this.quirks);
    store.watchBots(list);
    const texts = new DealTexts(this.quirks);
    this.#parts = { store, engine, bots, list, texts, prices, pairs, quirks: this.quirks };
    this.#gate = new Gate(store.accounts, this.quirks);
    engine.settle(this.#clock.now());
    if (options.state !== undefined) restore(options.state, store, engine);
    const known = new Set(options.state?.accounts.map((account) => account.name));
    for (const { name, bots = [] } of seed.accounts) if (!known.has(name)) this.#plant(store.account(name), bots);
    list.catchUp();
    this.#announced = store.version;
  }

  /** Accepted write requests, oldest first. */
  get writes(): readonly WriteRecord[] {
    return this.#writes;
  }

  /** Answers one request. Whatever it holds, the answer is a success or a failure, never an exception. */
  handle(request: ServiceRequest): ServiceResponse {
    this.advance();
    const target = splitTarget(request.target);
    const name = BY_PATH.get(target.path);
    try {
      if (name === undefined) throw new Refusal(404, "Page not found.");
      const operation = OPERATIONS[name];
      this.#checkMethod(request.method, operation);
      this.requests[name] += 1;
      const now = this.#clock.now();
      const account = this.#gate.admit(request, target, now);
      const received = receiveParameters(request, target.query, this.quirks.bodyParameters === "accept");
      const check = checkParameters(operation, received, this.quirks);
      if (!check.ok) throw new Refusal(400, check.problems.join(" "));
      const { json, effect } = HANDLERS[name](this.#parts, account, check.given);
      if (effect !== undefined) {
        if (this.#writes.length >= MOST_WRITES) this.#writes.splice(0, MOST_WRITES / 2);
        const parameters = Object.fromEntries(check.given);
        this.#writes.push({ operation: name, account: account.name, parameters, time: now, effect });
      }
      return success(json, this.quirks);
    } catch (error) {
      if (error instanceof Refusal) return failure(error, this.quirks, name !== undefined && error.status !== 405);
      throw error;
    } finally {
      this.#announce();
    }
  }

  /** The failure the HTTP server answers by itself, for example 413. */
  refuse(status: number, message: string): ServiceResponse {
    return failure(new Refusal(status, message), this.quirks, false);
  }

  /** Lets everything that is due by the clock take effect; every request does so first. */
  advance(): void {
    this.#parts.engine.settle(this.#clock.now());
    this.#announce();
  }

  /**
   * Edits a bot at once as its owner does in the service's web form, by create's parameter names; `enabled` is the
   * switch. It is no API request: it isn't in `writes`, and quirks of the API don't touch it.
   *
   * @throws RangeError naming an unknown bot or a value the form would refuse
   */
  editBot(botId: number, edit: HandEdit): void {
    this.advance();
    const bot = this.#parts.store.bots.get(botId);
    if (bot === undefined) throw new RangeError(`there is no bot ${botId}`);
    byHand(() => this.#parts.bots.edit(bot, edit));
    this.#announce();
  }

  /**
   * Adds a bot at once as its owner does in the web form; in the form of a seed's bot.
   *
   * @returns its id
   * @throws RangeError naming what the form would refuse
   */
  addBot(account: string, bot: SeedBot): number {
    this.advance();
    const id = byHand(() => this.#place(this.#parts.store.account(account), bot));
    this.#announce();
    return id;
  }

  /** Every bot of every account as it is now. */
  bots(): readonly BotRecord[] {
    this.advance();
    return [...this.#parts.store.bots.values()];
  }

  /** Every deal of every account as it is now. */
  deals(): readonly DealRecord[] {
    this.advance();
    return [...this.#parts.store.deals.values()];
  }

  /** Everything that outlives the process. */
  state(): State {
    return snapshot(this.#parts.store, this.#parts.engine);
  }

  /** Calls back after each request or edit that changed something. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #checkMethod(method: string, operation: Operation): void {
    const allowed = this.quirks.methods === "any" ? ["GET", "POST"] : [operation.method];
    if (allowed.includes(method)) return;
    throw new Refusal(405, "Method Not Allowed.", { allow: allowed.join(", ") });
  }

  #plant(account: Account, bots: readonly SeedBot[]): void {
    for (const bot of bots) byHand(() => this.#place(account, bot));
  }

  #place(account: Account, bot: SeedBot): number {
    const { store, bots } = this.#parts;
    const access = account.accesses.find(({ accessId }) => accessId === bot.accessId);
    const values = seedParameters(bot, access?.exchange ?? "");
    const check = checkParameters(OPERATIONS.createBot, { values, repeated: [] }, this.quirks);
    if (!check.ok) throw new Refusal(400, check.problems.join(" "));
    if (bot.id !== undefined && store.bots.has(bot.id)) throw new Refusal(400, `bot id ${bot.id} is taken`);
    return bots.place(account, check.given, bot.enabled ?? false, bot.id).id;
  }

  #announce(): void {
    const { version } = this.#parts.store;
    if (version === this.#announced) return;
    this.#announced = version;
    for (const listener of this.#listeners) listener();
  }
}

function success(json: string, quirks: Quirks): ServiceResponse {
  const extra = quirks.extraFields === "some" ? ',"apiRevision":"7","warnings":[]' : "";
  const body = `{"isSuccess":true,"errorMessage":"","data":${json}${extra}}`;
  return { status: 200, headers: { "content-type": JSON_TYPE }, body };
}

/** Runs what a programmer asks for; a refusal is then a mistake in the call. */
function byHand<T>(edit: () => T): T {
  try {
    return edit();
  } catch (error) {
    throw error instanceof Refusal ? new RangeError(error.message) : error;
  }
}

function checkedSeed(seed: Seed): Seed {
  const reading = parseSeed(seed);
  if (!reading.ok) throw new RangeError(`seed: ${reading.problems.join("; ")}`);
  return reading.seed;
}

function courses(seed: Seed): ReadonlyMap<string, PriceCourse> {
  return new Map(
    Object.entries({ ...DEFAULT_PRICES, ...seed.prices }).map(([pair, course]) => [
      pair,
      typeof course === "string" ? { base: course, swingPercent: 0, periodSeconds: 60 } : course,
    ]),
  );
}

function noRequests(): Record<OperationName, number> {
  const none = {
    accessList: 0,
    listBots: 0,
    botDetails: 0,
    botLogs: 0,
    turnOn: 0,
    turnOff: 0,
    createBot: 0,
    updateBot: 0,
  };
  const deals = { activeDeals: 0, dealsHistory: 0, startDeal: 0, changeTakeProfit: 0, completeDeal: 0, cancelDeal: 0 };
  return { ...none, ...deals, accountInformation: 0, pairList: 0 };
}
