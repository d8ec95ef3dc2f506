// The service in the middle of the simulation: requests reach it, hands edit it, and every change is taken down.
import type { Quirks } from "../../../src/emulator/quirks/quirks.js";
import { Service } from "../../../src/emulator/service.js";
import type { RawAnswer, WireRequest } from "../../../src/service/network.js";
import { OPERATIONS, type OperationName } from "../../../src/service/operations.js";
import { encodeQuery, sign } from "../../../src/service/signing.js";
import { judgeDoubles } from "./doubles.js";
import type { Query } from "./fate.js";
import type { Findings } from "./findings.js";
import { API_KEY, API_SECRET, type Fleet } from "./fleet.js";
import { History, type Version } from "./history.js";
import type { RunBook, Send } from "./ledger.js";
import type { Scheduler } from "./scheduler.js";
import { judgeOpening } from "./starts.js";
import { judgeComesOn } from "./stops.js";

export class Site {
  readonly service: Service;
  readonly history: History;
  readonly #scheduler: Scheduler;
  readonly #onActed: (send: Send) => void;
  /** Bodies of the bot list before each of its changes, oldest first. */
  readonly #lists: string[] = [];

  constructor(
    scheduler: Scheduler,
    fleet: Fleet,
    runs: readonly RunBook[],
    findings: Findings,
    onActed: (send: Send) => void,
  ) {
    this.#scheduler = scheduler;
    this.#onActed = onActed;
    this.service = new Service({ seed: fleet.seed, quirks: fleet.quirks, clock: { now: () => scheduler.now } });
    const onChange = (version: Version, before: Version | undefined) => {
      findings.trace?.(() => describeChange(version.bot, before?.bot));
      judgeDoubles(version, this.history.now(), runs, findings);
      judgeComesOn(version, before, runs, this.history, findings);
    };
    this.history = new History(this.service, scheduler.now, onChange, (opening) => {
      findings.trace?.(() => `  = deal ${opening.dealId} of bot ${opening.botId} has opened`);
      judgeOpening(opening, runs, this.history, findings);
    });
  }

  get quirks(): Quirks {
    return this.service.quirks;
  }

  /** Hands a request to the service; a write is entered in its book, and its command takes effect in its time. */
  deliver(request: WireRequest, send: Send | undefined): RawAnswer {
    this.settle();
    const { writes, hooks } = this.service;
    const before = writes.length + hooks.length;
    const next = send?.operation === "createBot" ? this.#nextId() : 0;
    const { method, path, headers, body: asked = "" } = request;
    const { status, body } = this.service.handle({ method, target: path, headers, body: asked });
    if (send !== undefined && writes.length + hooks.length > before) this.#acted(send, next);
    return { status, body };
  }

  /** A list's body of before its last change; the present one where it never changed. */
  staleList(body: string): string {
    if (this.#lists.at(-1) !== body) this.#lists.push(body);
    return this.#lists.at(-2) ?? body;
  }

  noteList(body: string): void {
    if (this.#lists.at(-1) !== body) this.#lists.push(body);
  }

  /** Does something by hand. */
  byHand(edit: (service: Service) => void): void {
    this.settle();
    edit(this.service);
    this.history.look({ by: "hand" }, this.#scheduler.now);
  }

  /** Lets what is due take effect. */
  settle(): void {
    this.service.advance();
    this.history.look({ by: "service" }, this.#scheduler.now);
  }

  #acted(send: Send, next: number): void {
    const { now } = this.#scheduler;
    send.acted.push(now);
    this.#onActed(send);
    if (send.operation === "createBot" && this.#nextId() > next) send.created.push(next);
    if (send.botId !== undefined && (send.operation === "turnOn" || send.operation === "turnOff")) {
      const due = now + this.quirks.commandDelay;
      this.history.queue(send.botId, { due, on: send.operation === "turnOn", send });
      this.#scheduler.at(due, () => this.settle());
    }
    if (send.botId !== undefined && (send.operation === "startDeal" || send.operation === "openHook")) {
      const { commandDelay, hookOpenDelay } = this.quirks;
      const due = now + commandDelay + (send.operation === "openHook" ? hookOpenDelay : 0);
      this.history.openings.queue({ botId: send.botId, due, send });
      this.#scheduler.at(due, () => this.settle());
    }
    this.history.look({ by: "run", send }, now);
  }

  /** Ids count up, so the highest one tells the next. */
  #nextId(): number {
    return Math.max(1_000, ...this.service.bots().map(({ id }) => id)) + 1;
  }
}

/** The same request with other parameters or at another time, signed as its sender would have signed it. */
export function signedAnew(name: OperationName, query: Query, now: number): WireRequest {
  const { method, path } = OPERATIONS[name];
  const text = encodeQuery(query);
  const nonce = String(Math.floor(now / 1000));
  const headers = {
    "ctg-api-key": API_KEY,
    "ctg-api-nonce": nonce,
    "ctg-api-signature": sign(API_SECRET, path, nonce, text),
  };
  return { method, path: text === "" ? path : `${path}?${text}`, headers };
}

type BotRecord = ReturnType<Service["bots"]>[number];

function describeChange(bot: BotRecord, before: BotRecord | undefined): string {
  const old = new Map(Object.entries(before?.values ?? {}));
  const changed = Object.entries(bot.values).filter(([name, value]) => old.get(name) !== value);
  const fields = before === undefined ? `"${bot.values.title}"` : changed.map((pair) => pair.join("=")).join(" ");
  return `  = bot ${bot.id} on access ${bot.accessId} is ${bot.enabled ? "on" : "off"} ${fields}`;
}
