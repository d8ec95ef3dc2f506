// A service, a clock and several parties at it, without sockets: at any moment of a run the world may change.
import { exitOfReport } from "../../../src/app/exit.js";
import type { Quirks } from "../../../src/emulator/quirks/quirks.js";
import type { Seed } from "../../../src/emulator/seed/seed.js";
import { Service } from "../../../src/emulator/service.js";
import type { BotRecord } from "../../../src/emulator/store/records.js";
import { changedFields } from "../../../src/model/bot/compare.js";
import type { Desired } from "../../../src/model/bot/desired.js";
import type { Outcome } from "../../../src/model/plan/outcome.js";
import type { Plan } from "../../../src/model/plan/plan.js";
import { type Clock, ServiceError } from "../../../src/model/ports.js";
import { apply } from "../../../src/reconcile/apply/apply.js";
import { makePlan } from "../../../src/reconcile/plan/planner.js";
import { refresh } from "../../../src/reconcile/plan/refresh.js";
import { createClient } from "../../../src/service/client.js";
import type { Exchange } from "../../../src/service/network.js";
import type { OperationName } from "../../../src/service/operations.js";
import { serviceReader, serviceWriter } from "../../../src/service/ports.js";
import { Nonces } from "../../../src/service/transport.js";
import { BYSTANDER_ID, EXCHANGE, FLEET, SEED } from "./fleet.js";
import type { Result } from "./order.js";
import { truthOf, Watch } from "./watch.js";
import { operationOf } from "./wire.js";

/** The machine's clocks beside the true time, which is the service's. */
export class WorldClock implements Clock {
  #true = 1_790_000_000_000;
  #skew = 0;
  #stood = 0;

  truth = (): number => this.#true;
  now = (): number => this.#true + this.#skew;
  elapsed = (): number => this.#true - this.#stood;

  /** Sets the machine's clock. */
  set(ms: number): void {
    this.#skew += ms;
  }

  pass(ms: number): void {
    this.#true += ms;
  }

  /** The machine sleeps; elapsed time may stand still meanwhile, as systems have it. */
  suspend(ms: number, stands: boolean): void {
    this.#true += ms;
    if (stands) this.#stood += ms;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return;
    this.#true += ms;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A moment of a run: request `nth` is on its way there, or its answer on its way back. */
export interface Moment {
  readonly nth: number;
  readonly way: "there" | "back";
}

export class World {
  readonly clock = new WorldClock();
  readonly service: Service;
  readonly #parties: Party[] = [];

  constructor(quirks: Partial<Quirks> = {}, seed: Seed = SEED) {
    const clock = { now: this.clock.truth };
    this.service = new Service({ seed, clock, quirks: { nonceWindow: 31_536_000, ...quirks } });
  }

  /** @param keys of the account whose key and secret it uses: `key` and `secret` are those of main */
  party(desired: Desired = FLEET, keys = ""): Party {
    const party = new Party(this, desired, keys);
    this.#parties.push(party);
    return party;
  }

  /** A hand turns something on: from then on only what botform turns on counts. */
  handTurnsOn(): void {
    for (const { watch } of this.#parties) watch.handTurnsOn();
  }

  /** What must never be, and was; of all parties. */
  get breaches(): readonly string[] {
    for (const { watch } of this.#parties) watch.bystandersUntouched();
    return this.#parties.flatMap(({ watch, lies }) => [...watch.breaches, ...lies]);
  }

  /** A bot by its title; the one with the lowest id. */
  bot(title: string): BotRecord | undefined {
    return this.bots(title)[0];
  }

  bots(title: string): readonly BotRecord[] {
    return this.service.bots().filter((bot) => bot.account === "main" && bot.values.title === title);
  }
}

/** Somebody who runs botform with a configuration. */
export class Party {
  readonly watch: Watch;
  /** Steps said to be applied that the last look at their bot didn't show. */
  readonly lies: string[] = [];
  /** Requests so far. */
  requests = 0;
  /** In which turn of the event loop each request left; the first one is the request 1. */
  readonly #left: { readonly operation?: OperationName; readonly turn: number }[] = [{ turn: 0 }];
  #turn: number | undefined;
  /** The last request for each operation. */
  readonly #last = new Map<OperationName, number>();
  readonly #world: World;
  readonly #desired: Desired;
  readonly #keys: string;
  readonly #nonces = new Nonces();
  /** Each bot as it was when its details were read last. */
  readonly #looked = new Map<number, BotRecord>();
  #happening: { readonly at: Moment; readonly what: () => unknown } | undefined;

  constructor(world: World, desired: Desired, keys: string) {
    this.#world = world;
    this.#keys = keys;
    this.#desired = desired;
    this.watch = new Watch(world.service, { elapsed: world.clock.truth }, [BYSTANDER_ID]);
  }

  /** Lets something happen at a moment of what this party does next. */
  when(at: Moment, what: () => unknown): void {
    this.#happening = { at: { ...at, nth: this.requests + at.nth }, what };
  }

  /** Whether at that moment its last request for the operation had not been answered yet. */
  isBefore({ nth, way }: Moment, operation: OperationName): boolean {
    const last = this.#last.get(operation) ?? 0;
    return nth < last || (nth === last && way === "there");
  }

  /** Whether at that moment a request for the operation was on its way: what leaves in one turn of the event loop is. */
  isAt({ nth, way }: Moment, operation: OperationName): boolean {
    const turn = this.#left[nth]?.turn;
    return way === "there" && this.#left.some((one) => one.operation === operation && one.turn === turn);
  }

  async plan(): Promise<Plan> {
    const reader = serviceReader(this.#client("read"), EXCHANGE);
    return makePlan(this.#desired, await refresh(this.#desired, reader));
  }

  async apply(plan: Plan): Promise<Result & { kind: "applied" }> {
    this.watch.begin(plan);
    const client = this.#client("bots");
    const ports = {
      reader: serviceReader(client, EXCHANGE),
      writer: serviceWriter(client, EXCHANGE),
      clock: this.#world.clock,
    };
    const report = await apply(plan, ports, {
      onEvent: (event) => event.type === "ended" && this.#check(plan, event.outcome),
    });
    return { kind: "applied", plan, report, exit: exitOfReport(report) };
  }

  /** Plans and applies as the command does. */
  async run(): Promise<Result> {
    const plan = await this.plan().catch((error: unknown) => {
      if (error instanceof ServiceError) return error;
      throw error;
    });
    if (plan instanceof ServiceError) return { kind: "unreadable", error: plan };
    if (plan.diagnostics.some(({ severity }) => severity === "error")) return { kind: "forbidden", plan };
    return this.apply(plan);
  }

  #client(allow: "read" | "bots") {
    const { clock } = this.#world;
    return createClient({
      apiUrl: "http://127.0.0.1",
      apiKey: `${this.#keys}key`,
      apiSecret: `${this.#keys}secret`,
      allow,
      nonces: this.#nonces,
      now: clock.now,
      sleep: (ms) => clock.sleep(ms),
      random: () => 0.5,
      exchange: this.#exchange,
    });
  }

  readonly #exchange: Exchange = async ({ method, path, headers }) => {
    const { service } = this.#world;
    const request = { method, target: path, headers, body: "" };
    const { operation, parameters } = operationOf(request);
    this.requests += 1;
    const nth = this.requests;
    this.#last.set(operation, nth);
    this.#left.push({ operation, turn: this.#turnNow() });
    this.watch.arrived(operation, parameters);
    await this.#pass({ nth, way: "there" });
    const answer = service.handle(request);
    this.#remember(operation, Number(parameters.get("botId")));
    await this.#pass({ nth, way: "back" });
    // What is still on its way back is known to nobody.
    this.watch.answered(operation, answer);
    return { status: answer.status, body: answer.body };
  };

  /** The first request of a turn numbers it. */
  #turnNow(): number {
    if (this.#turn === undefined) {
      this.#turn = this.requests;
      setImmediate(() => {
        this.#turn = undefined;
      });
    }
    return this.#turn;
  }

  async #pass({ nth, way }: Moment): Promise<void> {
    const happening = this.#happening;
    if (happening?.at.nth === nth && happening.at.way === way) {
      this.#happening = undefined;
      await happening.what();
    }
    // Whoever else is ready goes first, as on a network.
    await new Promise((resolve) => setImmediate(resolve));
  }

  #remember(operation: OperationName, botId: number): void {
    const bot = this.#world.service.bots().find(({ id }) => id === botId);
    if (operation === "botDetails" && bot !== undefined) this.#looked.set(botId, bot);
  }

  /** I6, at the moment a step ends: what it says is what the last look at its bot showed. */
  #check(plan: Plan, { address, action, kind, botId }: Outcome): void {
    if (kind !== "applied") return;
    const bot = botId === undefined ? undefined : this.#looked.get(botId);
    const wrong = bot === undefined ? ["unseen"] : changedFields(plan.bots[address]?.target ?? {}, truthOf(bot));
    const isSwitched = action === "turn-off" ? bot?.enabled === false : action !== "turn-on" || bot?.enabled === true;
    if ((action !== "turn-off" && wrong.length > 0) || !isSwitched) {
      this.lies.push(`I6: ${action} ${address} is said to be applied, and ${JSON.stringify(bot)} says otherwise`);
    }
  }
}
