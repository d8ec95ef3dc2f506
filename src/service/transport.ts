// Sends one request of an account, once: if it is permitted, in its turn, signed with its intent's nonce or a fresh one.
import type { MaySend } from "../model/ports.js";
import { isSafe } from "../model/text/safe-url.js";
import { Budget, Budgets, type Kind } from "./budget.js";
import { type Exchange, type Network, type NetworkOptions, overNetwork, type RawAnswer, withheld } from "./network.js";
import { OPERATIONS, type Operation, type OperationName } from "./operations.js";
import type { RequestLimits } from "./pace.js";
import { type NonceOrder, type Place, Sender, type SenderClock } from "./sender.js";
import { encodeQuery, fingerprint, type ParameterValue, sign } from "./signing.js";

export interface TransportOptions extends NetworkOptions {
  /** Base address of the request/response API; https, or http on loopback. A path in it is part of every path. */
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** What may be sent, whoever asks: `read` allows no write, `bots` allows nothing that moves a deal (rule 17). */
  readonly allow: "read" | "bots" | "all";
  /** Reads under way at once, and writes beside them, by all clients of the account. Default 16. */
  readonly concurrency?: number;
  /** Limits of the account's requests; its `concurrency` wins over the one above. */
  readonly budget?: RequestLimits;
  /** Asked before every write leaves, whoever asks for it; after a no it isn't sent. */
  readonly mayWrite?: () => boolean;
  /** Called for every request that is about to leave. */
  readonly onRequest?: (name: OperationName) => void;
  /** Takes the place of the network, for simulations. */
  readonly exchange?: Exchange;
  /** Nonces to share; by default those of the process. */
  readonly nonces?: Nonces;
  /** Budgets to share; by default those of the process, or none if `exchange` or `sleep` is given. */
  readonly budgets?: Budgets;
  /** Waits; injected so that tests need not. */
  readonly sleep?: (ms: number) => Promise<void>;
  /** On abort, a write that waits for its turn is asked at once whether it may still leave. */
  readonly signal?: AbortSignal;
}

export type Parameters = readonly (readonly [string, ParameterValue])[];

/** `wasAhead` where its nonce was ahead of our clock, and it was refused: no request of the process is from then on (S-06). */
export type Answer = RawAnswer & { readonly wasAhead?: true };

export interface Transport {
  /** `maySend` is asked when only the sending is left, after every wait; a no rejects with TransportError `withheld`. */
  send(operation: OperationName, parameters: Parameters, maySend?: MaySend): Promise<Answer>;
  /** The place of the next write, where the service wants nonces in order; taken before its intent, which names the nonce. */
  turn(): Promise<Place | undefined>;
  /** Shared with the account's other clients. */
  readonly budget: Budget;
  close(): Promise<void>;
}

/** A transport for one account. Throws TypeError for an unsafe address, and for a key that can't stand in a header. */
export function createTransport(options: TransportOptions): Transport {
  const base = safeBase(options.apiUrl);
  if (!/^[\x21-\x7e]+$/.test(options.apiKey))
    throw new TypeError("the API key must be visible ASCII characters without spaces");
  const network: Network =
    options.exchange === undefined
      ? overNetwork(base.origin, options)
      : { exchange: options.exchange, close: async () => {} };
  const budget = budgetOf(options, base.origin);
  const { concurrency } = options;
  budget.keepTo({ ...(concurrency !== undefined && { concurrency }), ...options.budget });
  const nonces = options.nonces ?? NONCES;
  const now = options.now ?? Date.now;
  const sleep = options.sleep ?? pause;
  const [whose, key] = [ownerOf(options), fingerprint(options.apiKey)];
  let isClosed = false;

  return {
    budget,
    async send(name, parameters, maySend) {
      const operation = OPERATIONS[name];
      if (!PERMITTED[options.allow].includes(operation.effect)) {
        throw new Error(`a transport for ${options.allow} was asked to ${name}; nothing was sent`);
      }
      const exchange = async (place?: Pick<Place, "nonce">): Promise<Answer> => {
        const mayWrite = () => operation.effect === "read" || options.mayWrite?.() !== false;
        const isPassed = () =>
          maySend?.isInTurn === true && nonces.senderOf(whose)?.isPassed(maySend.nonce ?? 0) === true;
        const isToLeave = () => !isClosed && maySend?.() !== false && mayWrite() && !isPassed();
        if (!isToLeave()) throw withheld();
        options.onRequest?.(name);
        const path = base.prefix + operation.path;
        const query = encodeQuery(parameters);
        const second = place?.nonce ?? maySend?.nonce ?? Math.floor(now() / 1000);
        const isPlaced = place !== undefined || maySend?.isInTurn === true;
        const request = `${key} ${base.origin}${path}?${query}`;
        const nonce = isPlaced ? String(second) : nonces.next(request, second, nonces.mayLead(whose));
        const aheadMs = Number(nonce) * 1000 - now();
        if (aheadMs > 0 && !nonces.mayLead(whose)) await sleep(aheadMs);
        const isAhead = Number(nonce) * 1000 > now();
        const answer = await network.exchange({
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
        const isRejected = answer.status === 401 || answer.status === 403;
        if (!isRejected) nonces.accepted(whose);
        // Credentials that were never accepted are rejected for themselves.
        if (!isAhead || !isRejected || !nonces.wasAccepted(whose)) return answer;
        nonces.neverAhead(whose);
        return { ...answer, wasAhead: true };
      };
      const kind = kindOf(name);
      const placed = async (sender: Sender): Promise<Answer> => {
        if (kind === "turn-off") return exchange({ nonce: await sender.urgent() });
        const place = await sender.turn(kind);
        try {
          return await exchange(place);
        } finally {
          place.done();
        }
      };
      const inTurn = () => {
        const sender = maySend?.isInTurn === true ? undefined : nonces.senderOf(whose);
        return sender === undefined ? exchange() : placed(sender);
      };
      return budget.run(kind, inTurn, { maySend, signal: options.signal });
    },
    turn: async () => nonces.senderOf(whose)?.turn("write"),
    close() {
      isClosed = true;
      return network.close();
    },
  };
}

/** How the account's budget treats an operation. */
export function kindOf(name: OperationName): Kind {
  if (name === "turnOff") return "turn-off";
  return OPERATIONS[name].effect === "read" ? "read" : "write";
}

/** A caller with its own clock or network gets its own budget: shared ones rest on the real clock. */
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

/** Shared by the process, since the service's limits are for the key, whichever client uses it. */
const BUDGETS = new Budgets({ elapsed, sleep: pause });

/** Rule 17: a client for applying can't touch a deal, whatever the code above it does. */
const PERMITTED: Readonly<Record<TransportOptions["allow"], readonly Operation["effect"][]>> = {
  read: ["read"],
  bots: ["read", "bots"],
  all: ["read", "bots", "deals"],
};

/**
 * Nonces in whole seconds. Whether the very same request may be signed twice alike isn't known (S-07), so a
 * repetition within one second takes the next second, a little ahead of the clock. Different requests share a nonce.
 */
export class Nonces {
  readonly #neverAhead = new Set<string>();
  readonly #accepted = new Set<string>();
  readonly #senders = new Map<string, Sender>();

  accepted(owner: string): void {
    this.#accepted.add(owner);
  }

  wasAccepted(owner: string): boolean {
    return this.#accepted.has(owner);
  }

  /** From now on its requests wait for their nonces' seconds: the service refuses what is ahead of its clock. */
  neverAhead(owner: string): void {
    this.#neverAhead.add(owner);
  }

  /** From now on its requests leave one after the other; the last call wins. */
  inOrder(owner: string, order: NonceOrder, clock: SenderClock): void {
    const sender = this.#senders.get(owner) ?? new Sender(order, clock);
    sender.order = order;
    this.#senders.set(owner, sender);
  }

  senderOf(owner: string): Sender | undefined {
    return this.#senders.get(owner);
  }

  mayLead(owner: string): boolean {
    return !this.#neverAhead.has(owner);
  }

  readonly #last = new Map<string, number>();
  #clearedAt = 0;

  /** @param mayLead without it, the request waits for its nonce's second, however far that is */
  next(request: string, second: number, mayLead = true): string {
    if (Math.abs(second - this.#clearedAt) > FORGET_AFTER_S) {
      this.#last.clear();
      this.#clearedAt = second;
    }
    const last = this.#last.get(request);
    const free = last === undefined || last < second ? second : last + 1;
    // A nonce too far ahead would surely be refused; a repeated one only might be.
    const nonce = mayLead && free - second > MOST_AHEAD_S ? second : free;
    this.#last.set(request, nonce);
    return String(nonce);
  }
}

/** One for the process: the clients of a plan and an apply use the same key. */
const NONCES = new Nonces();

/** The service was seen to refuse nonces that are ahead of its clock, or older than the last. */
export function neverAhead(credentials: Credentials): void {
  NONCES.neverAhead(ownerOf(credentials));
}

/** The service was seen to want nonces in order, or each of them once. */
export function inOrder(credentials: Credentials, order: NonceOrder): void {
  NONCES.inOrder(ownerOf(credentials), order, { now: Date.now, sleep: pause });
}

type Credentials = Pick<TransportOptions, "apiKey" | "apiSecret" | "apiUrl">;

/** Credentials at a service, of which nothing can be told by it: it is kept for as long as the process lives. */
function ownerOf({ apiKey, apiSecret, apiUrl }: Credentials): string {
  return fingerprint(JSON.stringify([apiKey, apiSecret, safeBase(apiUrl).origin]));
}
const FORGET_AFTER_S = 60;
const MOST_AHEAD_S = 3;

/** The messages don't quote the address, as node's own would (threat 6). */
export function safeBase(apiUrl: string): { origin: string; prefix: string } {
  if (!URL.canParse(apiUrl)) throw new TypeError("the API address is not a URL");
  const url = new URL(apiUrl);
  if (!isSafe(url)) throw new TypeError("the API address must be https (http only on loopback)");
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new TypeError("the API address must have no user, password, query or fragment");
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, "") };
}
