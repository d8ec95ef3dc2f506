// Sends one request of an account: permitted, in its turn, signed with a nonce of its own, once.
import { isSafe } from "../model/text/safe-url.js";
import { Budget, Budgets, type Kind } from "./budget.js";
import { type Exchange, type Network, type NetworkOptions, overNetwork, type RawAnswer, withheld } from "./network.js";
import { OPERATIONS, type Operation, type OperationName } from "./operations.js";
import type { RequestLimits } from "./pace.js";
import { encodeQuery, type ParameterValue, sign } from "./signing.js";

export interface TransportOptions extends NetworkOptions {
  /** Base address of the request/response API; https, or http on loopback. A path in it is part of every path. */
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** What may be sent, whoever asks: `read` allows no write, `bots` allows nothing that moves a deal (rule 17). */
  readonly allow: "read" | "bots" | "all";
  /** Reads under way at once, and writes beside them, by all clients of the account. Default 16. */
  readonly concurrency?: number;
  /** What the account's requests keep to; its `concurrency` wins over the one above. */
  readonly budget?: RequestLimits;
  /** Told of every request as it is about to leave. */
  readonly onRequest?: (name: OperationName) => void;
  /** Carries out the exchanges instead of the network; for simulations. */
  readonly exchange?: Exchange;
  /** Whose nonces are shared; those of the process by default. */
  readonly nonces?: Nonces;
  /** Whose budgets are shared; those of the process by default, and none where `exchange` or `sleep` is given. */
  readonly budgets?: Budgets;
  /** Waits; injected so that tests need not. */
  readonly sleep?: (ms: number) => Promise<void>;
  /** Once aborted, a write that waits for its turn is asked at once whether it is still to leave. */
  readonly signal?: AbortSignal;
}

export type Parameters = readonly (readonly [string, ParameterValue])[];

export interface Transport {
  /** `mayLeave` is asked when nothing but the sending is left, after every wait for a turn; a no is TransportError `withheld`. */
  send(operation: OperationName, parameters: Parameters, mayLeave?: () => boolean): Promise<RawAnswer>;
  /** What it shares with the account's other clients. */
  readonly budget: Budget;
  close(): Promise<void>;
}

/** A transport for one account. Throws TypeError for an unsafe address, and for a key that can't stand in a header. */
export function createTransport(options: TransportOptions): Transport {
  const base = safeBase(options.apiUrl);
  if (!/^[\x21-\x7e]+$/.test(options.apiKey)) throw new TypeError("the API key must be visible ASCII without spaces");
  const network: Network =
    options.exchange === undefined
      ? overNetwork(base.origin, options)
      : { exchange: options.exchange, close: async () => {} };
  const budget = budgetOf(options, base.origin);
  const { concurrency } = options;
  budget.keepTo({ ...(concurrency !== undefined && { concurrency }), ...options.budget });
  const nonces = options.nonces ?? NONCES;
  const now = options.now ?? Date.now;
  let isClosed = false;

  return {
    budget,
    async send(name, parameters, mayLeave) {
      const operation = OPERATIONS[name];
      if (!PERMITTED[options.allow].includes(operation.effect)) {
        throw new Error(`a transport for ${options.allow} was asked to ${name}; nothing was sent`);
      }
      const exchange = () => {
        const isToLeave = () => !isClosed && mayLeave?.() !== false;
        if (!isToLeave()) throw withheld();
        options.onRequest?.(name);
        const path = base.prefix + operation.path;
        const query = encodeQuery(parameters);
        const nonce = nonces.next(`${options.apiKey} ${base.origin}${path}?${query}`, Math.floor(now() / 1000));
        return network.exchange({
          method: operation.method,
          path: query === "" ? path : `${path}?${query}`,
          headers: {
            "ctg-api-key": options.apiKey,
            "ctg-api-nonce": nonce,
            "ctg-api-signature": sign(options.apiSecret, path, nonce, query),
            accept: "application/json",
            "accept-encoding": "identity",
            // The vendor's own client sends its empty POSTs with these headers (S-11).
            ...(operation.method === "POST" && { "content-type": "application/x-www-form-urlencoded" }),
          },
          isToLeave,
        });
      };
      const kind = kindOf(name);
      return budget.run(kind, exchange, { mayLeave, signal: options.signal });
    },
    close() {
      isClosed = true;
      return network.close();
    },
  };
}

/** What an operation is to the account's budget. */
export function kindOf(name: OperationName): Kind {
  if (name === "turnOff") return "turn-off";
  return OPERATIONS[name].effect === "read" ? "read" : "write";
}

/** Who brings a clock or a network along has a world of its own, and shares nothing that rests on time. */
function budgetOf({ budgets, exchange, sleep = pause, now, apiKey }: TransportOptions, origin: string): Budget {
  if (budgets !== undefined) return budgets.of(origin, apiKey);
  if (exchange === undefined && sleep === pause) return BUDGETS.of(origin, apiKey);
  return new Budget({ elapsed: now ?? elapsed, sleep });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function elapsed(): number {
  return performance.now();
}

/** Those of the process, since all its clients of an account draw on what the service allows its key. */
const BUDGETS = new Budgets({ elapsed, sleep: pause });

/** Rule 17: a client for applying can't touch a deal, whatever the code above it does. */
const PERMITTED: Readonly<Record<TransportOptions["allow"], readonly Operation["effect"][]>> = {
  read: ["read"],
  bots: ["read", "bots"],
  all: ["read", "bots", "deals"],
};

/**
 * Nonces in whole seconds. Whether the very same request may be signed twice alike isn't known (S-07), so a
 * repetition within one second takes the next second, a little ahead of the clock; different requests share theirs.
 */
export class Nonces {
  readonly #last = new Map<string, number>();
  #clearedAt = 0;

  next(request: string, second: number): string {
    if (Math.abs(second - this.#clearedAt) > FORGET_AFTER_S) {
      this.#last.clear();
      this.#clearedAt = second;
    }
    const last = this.#last.get(request);
    const free = last === undefined || last < second ? second : last + 1;
    // Too far ahead would be refused for certain; a repetition only might.
    const nonce = free - second > MOST_AHEAD_S ? second : free;
    this.#last.set(request, nonce);
    return String(nonce);
  }
}

/** One for the process: a plan's client and an apply's speak with the same key. */
const NONCES = new Nonces();
const FORGET_AFTER_S = 60;
const MOST_AHEAD_S = 3;

/** The messages hold nothing of the address, and node's own would (threat 6). */
export function safeBase(apiUrl: string): { origin: string; prefix: string } {
  if (!URL.canParse(apiUrl)) throw new TypeError("the API address is not a URL");
  const url = new URL(apiUrl);
  if (!isSafe(url)) throw new TypeError("the API address must be https (http is accepted on loopback only)");
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new TypeError("the API address must hold no user, password, query or fragment");
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, "") };
}
