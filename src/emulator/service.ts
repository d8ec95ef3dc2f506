// The whole service without a socket or a timer: it takes requests, returns responses, and reads time from a clock.

import type { MarketRules } from "../market/rules.js";
import type { OperationName } from "../service/operations.js";
import { Engine } from "./engine/engine.js";
import { beginningOf, type EmulatorClock, MarketTime } from "./engine/market-time.js";
import { Prices } from "./engine/prices.js";
import { Api, type WriteRecord } from "./http/api.js";
import { control, isControlPath, summaryOf } from "./http/control.js";
import { failure, Refusal, type ServiceResponse } from "./http/failure.js";
import type { Parts } from "./http/handlers.js";
import { type ServiceRequest, splitTarget } from "./http/request.js";
import type { Market } from "./market.js";
import { completeQuirks } from "./quirks/quirk-text.js";
import type { Quirks } from "./quirks/quirks.js";
import { DEFAULT_SEED, marketRules, parseSeed, type Seed, type SeedBot } from "./seed/seed.js";
import { coursesOf, DEFAULT_PAIRS, type LoadedCandles } from "./seed/seed-courses.js";
import { Bots, type HandEdit } from "./store/bots.js";
import type { BotRecord, DealRecord, State, Wait } from "./store/records.js";
import { restore, snapshot } from "./store/state-file.js";
import { Store } from "./store/store.js";
import { BotList } from "./views/bot-view.js";
import { DealTexts } from "./views/deal-view.js";
import { type HookRecord, Hooks, isHookPath } from "./webhooks/hooks.js";

export interface ServiceOptions {
  readonly seed?: Seed;
  readonly quirks?: Partial<Quirks>;
  /** Real time: authentication goes by it, and the market's time is made of it. */
  readonly clock?: EmulatorClock;
  /** Market seconds in each real second: 1 by default; 0 stands still until `pass`. */
  readonly speed?: number;
  /** Candle files by their names in the seed. */
  readonly candles?: ReadonlyMap<string, LoadedCandles>;
  /** What an earlier run left behind; its bots replace those of the seed. */
  readonly state?: State;
  /** By which the market works; those of the seed and the quirks by default. */
  readonly rules?: MarketRules;
  /** Is given the market, and gives what is called whenever something has happened in it. */
  readonly watch?: (market: Market) => (at: number) => void;
}

export class Service {
  readonly quirks: Quirks;
  /** Requests that reached each operation, refused ones included. */
  readonly requests: Readonly<Record<OperationName, number>>;
  /** Accepted write requests and webhooks, oldest first. */
  readonly writes: readonly WriteRecord[];
  readonly hooks: readonly HookRecord[];
  readonly #clock: EmulatorClock;
  readonly #time: MarketTime;
  /** Where the courses of prices begin. */
  readonly #origin: number;
  readonly #parts: Parts;
  readonly #api: Api;
  readonly #hooks: Hooks;
  readonly #listeners: (() => void)[] = [];
  #announced = 0;

  /** @throws RangeError naming what is wrong with the seed, the quirks or the state */
  constructor(options: ServiceOptions = {}) {
    const seed = checkedSeed(options.seed ?? DEFAULT_SEED);
    const { state } = options;
    this.quirks = completeQuirks(options.quirks);
    this.#clock = options.clock ?? { now: () => Date.now() };
    this.#time = new MarketTime(this.#clock, beginningOf(this.#clock, options.speed ?? 1, seed.start, state?.now));
    this.#origin = state?.origin ?? this.#time.now();
    const store = new Store(seed);
    const rules = options.rules ?? marketRules(seed, this.quirks);
    const prices = new Prices(coursesOf(seed.prices ?? {}, this.#origin, options.candles ?? new Map()));
    const bare = { store, prices, rules, quirks: this.quirks };
    const onMoment = options.watch?.(bare);
    const market = { ...bare, ...(onMoment !== undefined && { onMoment }) };
    const engine = new Engine(market);
    const pairs = new Set(seed.pairs ?? DEFAULT_PAIRS);
    const bots = new Bots(store, engine, pairs, this.quirks);
    const list = new BotList(store.accounts, this.quirks);
    store.watchBots(list);
    const texts = new DealTexts(market);
    this.#parts = { ...market, engine, bots, list, texts, pairs };
    this.#api = new Api(this.#parts);
    this.#hooks = new Hooks(this.#parts);
    this.requests = this.#api.requests;
    this.writes = this.#api.writes;
    this.hooks = this.#hooks.accepted;
    engine.settle(this.#time.now());
    if (state !== undefined) restore(state, market, engine);
    const known = new Set(state?.accounts.map((account) => account.name));
    for (const { name, bots = [] } of seed.accounts) {
      if (!known.has(name)) for (const bot of bots) this.#parts.bots.plant(store.account(name), bot);
    }
    list.catchUp();
    this.#announced = store.version;
  }

  /** Requests that were answered 429, since the quirk rateLimit allows no more. */
  get turnedAway(): number {
    return this.#api.turnedAway;
  }

  /** Answers one request. Whatever it holds, the answer is a success or a failure, never an exception. */
  handle(request: ServiceRequest): ServiceResponse {
    this.advance();
    const target = splitTarget(request.target);
    if (isHookPath(target.path))
      return this.#answered(() => this.#hooks.handle(request, target.path, this.#time.now()));
    if (isControlPath(target.path)) return this.#answered(() => control(this, request, target.path));
    const now = this.#clock.now();
    const { headers, ...answer } = this.#answered(() => this.#api.handle(request, target, now));
    return { ...answer, headers: { date: new Date(now).toUTCString(), ...headers } };
  }

  /** Webhook requests that came, refused ones included. */
  get hookRequests(): number {
    return this.#hooks.requests;
  }

  /** The failure the HTTP server answers by itself, for example 413. */
  refuse(status: number, message: string): ServiceResponse {
    return failure(new Refusal(status, message), this.quirks, false);
  }

  /** Lets everything that is due by the clock take effect; every request does so first. */
  advance(): void {
    this.#parts.engine.settle(this.#time.now());
    this.#announce();
  }

  /** Lets the market's time jump ahead, with everything that is due on the way. @returns where it stands then */
  pass(milliseconds: number): number {
    this.#time.pass(milliseconds);
    this.advance();
    return this.#parts.engine.now;
  }

  /**
   * Gives a bot the signal of its indicator: it opens a deal, if it may.
   *
   * @throws RangeError naming an unknown bot, or why a signal means nothing to it
   */
  signal(botId: number): void {
    this.advance();
    const bot = this.#parts.store.bots.get(botId);
    if (bot === undefined) throw new RangeError(`there is no bot ${botId}`);
    if (!bot.enabled) throw new RangeError(`bot ${botId} is off`);
    if (this.#parts.store.running(botId).size > 0) throw new RangeError(`bot ${botId} is in a deal`);
    this.#parts.engine.signal(bot);
    this.#announce();
  }

  /**
   * Sets a price that stands until it is set anew, or with null gives the pair back to its course.
   *
   * @returns the price now
   * @throws RangeError naming an unknown pair
   */
  setPrice(pair: string, price: string | null): string {
    this.advance();
    const { pairs, prices, engine } = this.#parts;
    if (!pairs.has(pair)) throw new RangeError(`there is no pair ${JSON.stringify(pair)}`);
    prices.set(pair, price);
    engine.pricesChanged();
    this.#parts.store.version += 1;
    this.#announce();
    return prices.at(pair, engine.now).toFixed();
  }

  /** The document of GET /emulator/state. */
  summary(): object {
    this.advance();
    return summaryOf(this.#parts, this.#time.speed);
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
    this.#parts.bots.edit(bot, edit);
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
    const id = this.#parts.bots.plant(this.#parts.store.account(account), bot);
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

  isInDeal(botId: number): boolean {
    return this.#parts.store.running(botId).size > 0;
  }

  /** What keeps bots that are on from opening their next deal, by their ids. */
  waits(): ReadonlyMap<number, Wait> {
    return this.#parts.engine.waits();
  }

  /** What the first orders of bots that wait for margin need, their fee included: decimal text in the quote asset, by their ids. */
  needs(): ReadonlyMap<number, string> {
    return this.#parts.engine.needs();
  }

  /** Everything that outlives the process. */
  state(): State {
    return snapshot(this.#parts, this.#parts.engine, this.#origin);
  }

  /** Calls back after each request or edit that changed something. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #answered(answer: () => ServiceResponse): ServiceResponse {
    try {
      return answer();
    } catch (error) {
      if (error instanceof Refusal) return failure(error, this.quirks, false);
      throw error;
    } finally {
      this.#announce();
    }
  }

  #announce(): void {
    const { version } = this.#parts.store;
    if (version === this.#announced) return;
    this.#announced = version;
    for (const listener of this.#listeners) listener();
  }
}

function checkedSeed(seed: Seed): Seed {
  const reading = parseSeed(seed);
  if (!reading.ok) throw new RangeError(`seed: ${reading.problems.join("; ")}`);
  return reading.seed;
}
