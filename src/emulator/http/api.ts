// The request/response API: which of the 16 operations a request asks for, whether it may (and not too often), and what it is answered.
import { OPERATIONS, type Operation, type OperationName } from "../../service/operations.js";
import type { Quirks } from "../quirks/quirks.js";
import type { EmulatedAccount } from "../store/store.js";
import { Gate } from "./authentication.js";
import { failure, JSON_TYPE, Refusal, type ServiceResponse } from "./failure.js";
import { HANDLERS, type Parts } from "./handlers.js";
import { checkParameters } from "./parameters.js";
import { type RequestTarget, receiveParameters, type ServiceRequest } from "./request.js";

/** An accepted write request, for tests and benches. */
export interface WriteRecord {
  readonly operation: OperationName;
  readonly account: string;
  /** As checked: canonical text. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Of the market, milliseconds since the epoch. */
  readonly time: number;
  readonly effect: string;
}

const NAMES = Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS);
const BY_PATH: ReadonlyMap<string, OperationName> = new Map(NAMES.map((name) => [OPERATIONS[name].path, name]));
/** Failures that the web framework answers before the operation is asked. */
const OF_THE_FRAMEWORK: ReadonlySet<number> = new Set([405, 429]);
/** What a service may say to a write that it has just carried out. */
const SECOND = new Refusal(409, "It is so already.");
/** Keeps a server that runs for weeks from growing for ever. */
const MOST_WRITES = 200_000;

export class Api {
  /** Requests that reached each operation, refused ones included. */
  readonly requests: Record<OperationName, number> = noRequests();
  readonly writes: WriteRecord[] = [];
  readonly #parts: Parts;
  readonly #gate: Gate<EmulatedAccount>;
  readonly #rateLimit: RateLimit;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#gate = new Gate(parts.store.accounts, parts.quirks);
    this.#rateLimit = new RateLimit(parts.quirks);
  }

  /** Requests that were answered 429. */
  get turnedAway(): number {
    return this.#rateLimit.turnedAway;
  }

  /**
   * Answers one request. Whatever it holds, the answer is a success or a failure, never an exception.
   *
   * @param now real time, by which nonces are judged (milliseconds since the epoch)
   */
  handle(request: ServiceRequest, target: RequestTarget, now: number): ServiceResponse {
    const { quirks } = this.#parts;
    const name = BY_PATH.get(target.path);
    const answer = this.#handleOnce(name, request, target, now);
    if (quirks.gateway === "plain" || name === undefined || OPERATIONS[name].effect === "read") return answer;
    if (quirks.gateway === "refuses") return answer.status === 200 ? failure(SECOND, quirks, true) : answer;
    const second = this.#handleOnce(name, request, target, now);
    return quirks.gateway === "doubles" ? answer : second;
  }

  #handleOnce(
    name: OperationName | undefined,
    request: ServiceRequest,
    target: RequestTarget,
    now: number,
  ): ServiceResponse {
    const { quirks } = this.#parts;
    try {
      if (name === undefined) throw new Refusal(404, "Page not found.");
      this.#checkMethod(request.method, OPERATIONS[name]);
      this.requests[name] += 1;
      return success(this.#answer(name, request, target, now), quirks);
    } catch (error) {
      if (error instanceof Refusal)
        return failure(error, quirks, name !== undefined && !OF_THE_FRAMEWORK.has(error.status));
      throw error;
    }
  }

  /** @returns `data` as JSON text */
  #answer(operation: OperationName, request: ServiceRequest, target: RequestTarget, now: number): string {
    const { quirks, engine } = this.#parts;
    const account = this.#gate.admit(request, target, now);
    this.#rateLimit.admit(account.apiKey, now);
    const received = receiveParameters(request, target.query, quirks.bodyParameters === "accept");
    const check = checkParameters(OPERATIONS[operation], received, quirks);
    if (!check.ok) throw new Refusal(400, check.problems.join(" "));
    const { json, effect } = HANDLERS[operation](this.#parts, account, check.parameters);
    if (effect !== undefined) {
      if (this.writes.length >= MOST_WRITES) this.writes.splice(0, MOST_WRITES / 2);
      const parameters = Object.fromEntries(check.parameters);
      this.writes.push({ operation, account: account.name, parameters, time: engine.now, effect });
    }
    return json;
  }

  #checkMethod(method: string, operation: Operation): void {
    const allowed = this.#parts.quirks.methods === "any" ? ["GET", "POST"] : [operation.method];
    if (allowed.includes(method)) return;
    throw new Refusal(405, "Method Not Allowed.", { allow: allowed.join(", ") });
  }
}

function success(json: string, quirks: Quirks): ServiceResponse {
  const extra = quirks.extraFields === "some" ? ',"apiRevision":"7","warnings":[]' : "";
  const body = `{"isSuccess":true,"errorMessage":"","data":${json}${extra}}`;
  return { status: 200, headers: { "content-type": JSON_TYPE }, body };
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

interface Allowance {
  left: number;
  /** Milliseconds since the epoch. */
  at: number;
}

class RateLimit {
  readonly #quirks: Quirks;
  readonly #byKey = new Map<string, Allowance>();
  #turnedAway = 0;

  constructor(quirks: Quirks) {
    this.#quirks = quirks;
  }

  /** Requests that were answered 429. */
  get turnedAway(): number {
    return this.#turnedAway;
  }

  /**
   * Counts a request that acts, or turns it away before it does.
   *
   * @param now milliseconds since the epoch
   * @throws Refusal (429) where the key has made too many
   */
  admit(key: string, now: number): void {
    const { rateLimit } = this.#quirks;
    if (rateLimit === 0) return;
    const before = this.#byKey.get(key) ?? { left: rateLimit, at: now };
    const earned = (Math.max(0, now - before.at) / 1000) * rateLimit;
    const left = Math.min(rateLimit, before.left + earned);
    this.#byKey.set(key, { left: left < 1 ? left : left - 1, at: now });
    if (left >= 1) return;
    this.#turnedAway += 1;
    // At one request a second or more, the next is earned within a second.
    const header = this.#quirks.retryAfter === "seconds" ? { "retry-after": "1" } : {};
    throw new Refusal(429, "Rate limit exceeded.", header);
  }
}
