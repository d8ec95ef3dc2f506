// The network: carries each request to the service and its answer back, as its fate says.

import { type Exchange, type RawAnswer, TransportError, type WireRequest } from "../../../src/service/network.js";
import { OPERATIONS, type OperationName } from "../../../src/service/operations.js";
import { judgeEarlier } from "./earlier.js";
import { type Asked, type Fate, type Query, quietFate, type Target, targetsOf } from "./fate.js";
import type { Findings } from "./findings.js";
import { HOOK_PATH } from "./fleet.js";
import type { HoldBook, RunBook, Send } from "./ledger.js";
import type { Random } from "./random.js";
import { judgeHeld, judgeKnown, judgeReplay, judgeStopped } from "./remembered.js";
import type { Scheduler } from "./scheduler.js";
import { type Complain, judgeSend, plannedCreate } from "./sends.js";
import { type Site, signedAnew } from "./site.js";
import { judgeStart } from "./starts.js";
import type { WireFaultKind } from "./wire-faults.js";

/** A fault that waits for its request: the so-manieth of its target that the run sends. */
export interface WireFault {
  readonly kind: WireFaultKind;
  readonly run: string;
  readonly target: Target;
  readonly nth: number;
  hits: number;
  /** Something was really other than it would have been. */
  isFelt: boolean;
}

/** Milliseconds for a whole exchange, as the real transport has it. */
const DEADLINE_MS = 30_000;
/** The same for `bots off`. */
const SHORT_DEADLINE_MS = 10_000;
const ACTING_LATER_MS = 1_500;

/** Requests with parameters that matter here; reads of whole tables have none. */
const WITHOUT_PARAMETERS: Query = new Map();

const NAMES = Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS);
const BY_PATH: ReadonlyMap<string, OperationName> = new Map(NAMES.map((name) => [OPERATIONS[name].path, name]));

export class Network {
  readonly #scheduler: Scheduler;
  readonly #site: Site;
  readonly #random: Random;
  readonly #faults: readonly WireFault[];
  readonly #runs: readonly RunBook[];
  readonly #holds: readonly HoldBook[];
  readonly #findings: Findings;
  /** Told after each request of a run that the service has seen, with their count. */
  readonly #onHandled: (run: RunBook, count: number) => void;

  constructor(
    scheduler: Scheduler,
    site: Site,
    random: Random,
    faults: readonly WireFault[],
    { runs, holds }: { readonly runs: readonly RunBook[]; readonly holds: readonly HoldBook[] },
    findings: Findings,
    onHandled: (run: RunBook, count: number) => void,
  ) {
    this.#scheduler = scheduler;
    this.#site = site;
    this.#random = random;
    this.#faults = faults;
    this.#runs = runs;
    this.#holds = holds;
    this.#findings = findings;
    this.#onHandled = onHandled;
  }

  /** What a client of the run exchanges its requests over. */
  exchangeOf(run: RunBook): Exchange {
    const counts = new Map<Target, number>();
    return (request) => {
      const operation = operationOf(request);
      const fate = quietFate(operation, this.#random);
      const fault = this.#faultFor(run, operation, counts);
      fault?.kind.bend(fate, this.#random);
      return this.#carry(run, request, fate, fault);
    };
  }

  #faultFor(run: RunBook, operation: Asked, counts: Map<Target, number>): WireFault | undefined {
    const targets = targetsOf(operation);
    for (const target of targets) counts.set(target, (counts.get(target) ?? 0) + 1);
    const fault = this.#faults.find(
      (one) =>
        one.run === run.name &&
        one.hits < (one.kind.lasts ?? 1) &&
        targets.includes(one.target) &&
        (counts.get(one.target) ?? 0) >= one.nth,
    );
    if (fault !== undefined) fault.hits += 1;
    return fault;
  }

  /** Counts a fault once its request has felt it. */
  #felt(fault: WireFault | undefined): void {
    if (fault === undefined || fault.isFelt) return;
    fault.isFelt = true;
    this.#findings.reached(`fault: ${fault.kind.name}`);
  }

  #carry(run: RunBook, request: WireRequest, fate: Fate, fault: WireFault | undefined): Promise<RawAnswer> {
    const { machine } = run;
    const pending = machine.pending<RawAnswer>("after a request");
    let tell = (_raw: RawAnswer): void => {};
    // A machine that is suspended is told when it wakes, just before its code is; one that dies at the gate, never.
    const answered = pending.promise.then((raw) => {
      tell(raw);
      return raw;
    });
    if (fate.deathAt === "leaving") machine.die("before a write leaves");
    if (!machine.pass("before a request")) {
      if (fate.deathAt === "leaving") this.#felt(fault);
      return answered;
    }

    const parameters = parametersOf(request, fate.operation);
    const begunAt = this.#scheduler.now;
    const nonce = Number(request.headers["ctg-api-nonce"]);
    const send = fate.unsent === undefined ? this.#enter(run, fate.operation, parameters, nonce) : undefined;
    this.#findings.trace?.(
      () => `${run.name} > ${fate.operation} ${shorten(parameters)}${fault ? ` [${fault.kind.name}]` : ""}`,
    );

    const fail = (error: TransportError): void => {
      this.#findings.trace?.(() => `${run.name} < ${fate.operation} ${error.reason}: ${error.message}`);
      pending.reject(error);
    };
    const startedAt = machine.clock.elapsed();
    const deadlineMs = run.does === "bots off" ? SHORT_DEADLINE_MS : DEADLINE_MS;
    const { unsent } = fate;
    if (unsent !== undefined) {
      this.#felt(fault);
      machine.timer(fate.there, () => fail(unsent));
      return answered;
    }

    this.#scheduler.after(fate.there, () => {
      if (fate.deathAt === "on its way") machine.die("with a write on its way");
      const raw = this.#reach(request, fate, parameters, send);
      if (fate.deathAt === "acted upon") machine.die("with a write acted upon");
      run.handled += 1;
      this.#onHandled(run, run.handled);
      const handledAt = this.#scheduler.now;
      const answer = fate.answer === undefined ? (raw ?? "never") : fate.answer(raw, this.#random);
      if (fate.answer === undefined || answer !== raw) this.#felt(fault);
      const left = deadlineMs - (machine.clock.elapsed() - startedAt);
      if (answer === "never" || fate.back > left) {
        machine.timer(left, () => fail(new TransportError(true, "timeout", "no complete answer in time")));
        return;
      }
      this.#scheduler.after(fate.back, () => {
        if (fate.deathAt === "answered") machine.die("with a write answered");
        if (answer instanceof TransportError) return fail(answer);
        tell = (told) => {
          const { now: endedAt, events: event } = this.#scheduler;
          const reading = { begunAt, handledAt, endedAt, event, bent: fault !== undefined };
          this.#told(run, fate.operation, parameters, told, reading, send);
        };
        pending.resolve(answer);
      });
    });
    return answered;
  }

  /** Lets the request, or what became of it on the way, reach the service as often as it does. */
  #reach(request: WireRequest, fate: Fate, asked: Query, send: Send | undefined): RawAnswer | undefined {
    const { operation, rewrite, late, held } = fate;
    if (fate.deliveries === 0) return undefined;
    if (held > 0) {
      this.#scheduler.after(held, () => this.#site.deliver(request, send));
      return undefined;
    }
    const query: Query = new Map(asked);
    rewrite?.(query, this.#random);
    // Nothing is signed with a webhook.
    const anew = () => (operation === "openHook" ? request : signedAnew(operation, query, this.#scheduler.now));
    if (late > 0) {
      this.#scheduler.after(late, () => this.#site.deliver(anew(), send));
      return undefined;
    }
    const sent = rewrite === undefined ? request : anew();
    const raw = this.#site.deliver(sent, send);
    if (fate.deliveries === "twice, the second answered") return this.#site.deliver(sent, send);
    if (fate.deliveries === 2) {
      this.#scheduler.after(this.#random.between(0, ACTING_LATER_MS), () => this.#site.deliver(sent, send));
    }
    if (operation !== "listBots" || raw.status !== 200) return raw;
    this.#site.noteList(raw.body);
    return fate.stale ? { ...raw, body: this.#site.staleList(raw.body) } : raw;
  }

  /** Enters a write in the run's book and judges it; reads are none of its business. */
  #enter(run: RunBook, operation: Asked, query: Query, nonce: number): Send | undefined {
    if (operation !== "openHook" && OPERATIONS[operation].effect === "read") return undefined;
    const id = query.get("botId");
    const botId = id === undefined ? undefined : Number(id);
    const planned = botId === undefined ? plannedCreate({ run, query }) : run.planned(botId);
    const send: Send = {
      run,
      operation,
      query,
      botId,
      address: operation === "openHook" ? run.starts?.address : planned?.address,
      sentAt: this.#scheduler.now,
      clockAt: run.machine.clock.now(),
      nonce,
      event: this.#scheduler.events,
      list: run.knowledge.lists[0],
      acted: [],
      created: [],
      answered: false,
    };
    const complain: Complain = (broken, detail) => this.#findings.violated(broken, `${run.name}: ${detail}`);
    judgeSend(send, complain);
    judgeEarlier(send, this.#runs, this.#site.history, complain);
    judgeStart(send, this.#runs, this.#site.history, complain);
    judgeStopped(send, this.#runs, complain);
    judgeHeld(send, this.#holds, complain);
    judgeKnown(send, this.#site.history, complain);
    judgeReplay(send, this.#site.history, complain);
    run.sends.push(send);
    return send;
  }

  #told(
    run: RunBook,
    operation: Asked,
    query: Query,
    { status, body }: RawAnswer,
    reading: Parameters<RunBook["knowledge"]["toldList"]>[1],
    send: Send | undefined,
  ): void {
    if (!run.machine.alive) return;
    this.#findings.trace?.(() => `${run.name} < ${operation} ${status} ${body.length > 160 ? summary(body) : body}`);
    if (status !== 200) return;
    if (operation === "listBots") run.knowledge.toldList(body, reading);
    if (operation === "activeDeals" && body.startsWith('{"isSuccess":true')) run.knowledge.deals = reading;
    if (operation === "botDetails") run.knowledge.toldDetails(Number(query.get("botId")), body, reading);
    if (send === undefined) return;
    send.answered = body.startsWith(operation === "openHook" ? "{" : '{"isSuccess":');
    // Up to its end: an answer that is cut off names no bot to a careful reader, however little of it is missing.
    const named = /^\{"isSuccess":true.*"data":\{"botId":(\d+)\}.*\}$/.exec(body)?.[1];
    if (named === undefined || send.address === undefined) return;
    run.named.set(send.address, Number(named));
    // Its journal has it at once.
    run.folder?.perhapsKnown.add(Number(named));
  }
}

function operationOf({ path }: WireRequest): Asked {
  if (path === HOOK_PATH) return "openHook";
  const at = path.indexOf("?");
  const operation = BY_PATH.get(at < 0 ? path : path.slice(0, at));
  if (operation === undefined) throw new RangeError("a request to no operation");
  return operation;
}

function parametersOf({ path, body = "" }: WireRequest, operation: Asked): Query {
  if (operation === "openHook") return new Map([["botId", /"botId":(\d+)/.exec(body)?.[1] ?? ""]]);
  const at = path.indexOf("?");
  if (at < 0 || operation === "listBots") return WITHOUT_PARAMETERS;
  if (operation === "botDetails") return new Map([["botId", path.slice(path.indexOf("=") + 1)]]);
  return new Map(new URLSearchParams(path.slice(at + 1)));
}

function shorten(query: Query): string {
  return [...query].flatMap(([name, value]) => (name === "exchange" ? [] : [`${name}=${value}`])).join(" ");
}

function summary(body: string): string {
  const rows = [...body.matchAll(/"id":(\d+).*?"title":"([^"]*)".*?"leverage":(\w+),"status":("?\w+"?)/g)];
  return rows.length === 0
    ? `${body.slice(0, 100)}…`
    : rows.map(([, id, title, leverage, status]) => `${id} ${title} ${leverage}x ${status}`).join("; ");
}
