// Carries out exchanges with one origin by undici: one deadline, a size cap, no redirect, no repeat. It knows of each request whether it has left.
import type { Dispatcher } from "undici";
import Pool from "undici/lib/dispatcher/pool.js";
import { NO_TUNNEL, proxyUrl, throughProxy } from "./proxy.js";

/** One signed request as it leaves. */
export interface WireRequest {
  readonly method: "GET" | "POST";
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of a POST; empty unless stated. */
  readonly body?: string;
  /** Asked once there is a connection and only the sending is left; a no rejects with TransportError `withheld`. */
  readonly isToLeave?: () => boolean;
}

/** The error of a request that was withdrawn before it left. */
export function withheld(): TransportError {
  return new TransportError(false, "withheld", "it was withheld, because it was no longer needed when its turn came");
}

/** Rule 3: sends one request, once; no redirect is followed, and the whole exchange has one deadline. Rejects with TransportError alone. */
export type Exchange = (request: WireRequest) => Promise<RawAnswer>;

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
  /** Milliseconds that the server asks to wait; absent if it doesn't ask. */
  readonly retryAfterMs?: number;
  /** By the server's clock, in whole seconds (milliseconds since the epoch); absent where it doesn't say. */
  readonly dateMs?: number;
}

/** The exchange broke. `sent` is false only when no byte of the request can have reached the server. */
export class TransportError extends Error {
  readonly sent: boolean;
  readonly reason: "connect" | "withheld" | "timeout" | "broken" | "too-large" | "encoded";

  constructor(sent: boolean, reason: TransportError["reason"], message: string) {
    super(message);
    this.name = "TransportError";
    this.sent = sent;
    this.reason = reason;
  }
}

export interface Network {
  readonly exchange: Exchange;
  /** Waits for exchanges under way, then closes the connections. */
  readonly close: () => Promise<void>;
}

export interface NetworkOptions {
  /** Milliseconds for the whole exchange, from asking for a connection to the last byte. Default 30 000. */
  readonly deadlineMs?: number | undefined;
  /** Milliseconds to connect. Default 10 000. */
  readonly connectTimeoutMs?: number | undefined;
  /** Bytes of an answer at most. Default 32 MiB. */
  readonly maxBytes?: number | undefined;
  /** Milliseconds since the epoch, for nonces and for answers that name a date. */
  readonly now?: () => number;
  /** Address of the proxy through which an https origin is reached; http is loopback, and needs none. */
  readonly proxy?: string | undefined;
}

/**
 * Milliseconds that an idle connection is kept, whatever the server offers. Servers keep it longer, so
 * hardly any request meets a connection that is just being closed. undici closes two seconds before a server's own `Keep-Alive: timeout`.
 */
const IDLE_MS = 4_000;

/** Exchanges with one origin over the network. Throws TypeError if the proxy's address can't be used. */
export function overNetwork(origin: string, options: NetworkOptions): Network {
  const deadlineMs = options.deadlineMs ?? 30_000;
  // A connection that comes after the deadline is of no use, and waiting for it would keep the process alive.
  const connectTimeoutMs = Math.min(deadlineMs, options.connectTimeoutMs ?? 10_000);
  const maxBytes = options.maxBytes ?? 32 * 1024 * 1024;
  // Connections aren't limited here: budget.ts limits exchanges, and one that has its place mustn't wait for another's connection.
  const pooling = {
    // One request at a time on each connection: undici would send pipelined requests again, and never a single one.
    pipelining: 1,
    // Stated, since an environment variable of node could turn the check off (threat 7).
    connect: { timeout: connectTimeoutMs, rejectUnauthorized: true },
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    maxResponseSize: maxBytes,
    // Off: one deadline of our own covers the whole exchange.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const proxy = options.proxy === undefined ? undefined : proxyUrl(options.proxy);
  // The address isn't shown, since it may hold a password.
  if (options.proxy !== undefined && proxy === undefined) throw new TypeError("the proxy's address isn't valid");
  const isDirect = proxy === undefined || !origin.startsWith("https:");
  const dispatcher = isDirect ? new Pool(origin, pooling) : throughProxy(proxy, pooling, connectTimeoutMs);
  const limits = { deadlineMs, connectTimeoutMs, maxBytes, now: options.now ?? Date.now };
  const underWay = new Set<Promise<unknown>>();
  return {
    exchange(request) {
      const exchange = exchanged({ origin, dispatcher }, request, limits);
      underWay.add(exchange);
      const over = () => underWay.delete(exchange);
      exchange.then(over, over);
      return exchange;
    },
    // undici's own `close` never resolves if a certificate is refused meanwhile. node then exits with 0, without
    // a message, because nothing else is left to wait for.
    async close() {
      await Promise.allSettled(underWay);
      dispatcher.destroy().catch(() => {});
    },
  };
}

interface Limits {
  readonly deadlineMs: number;
  readonly connectTimeoutMs: number;
  readonly maxBytes: number;
  readonly now: () => number;
}

function exchanged(
  { origin, dispatcher }: { readonly origin: string; readonly dispatcher: Dispatcher },
  { method, path, headers, body = "", isToLeave }: WireRequest,
  limits: Limits,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    /** undici passes it when there is a connection and writing comes next. Once it is set, the request counts as sent. */
    let sending: Dispatcher.DispatchController | undefined;
    let failure: TransportError | undefined;
    let answer: Omit<RawAnswer, "body"> = { status: 0 };
    const chunks: Buffer[] = [];

    const fail = (error: TransportError) => {
      clearTimeout(timer);
      failure ??= error;
      reject(failure);
    };
    const giveUp = (reason: TransportError["reason"], message: string) => {
      const error = new TransportError(sending !== undefined, reason, message);
      fail(error);
      sending?.abort(error);
    };
    const seconds = limits.deadlineMs / 1000;
    const timer = setTimeout(() => giveUp("timeout", `no complete answer within ${seconds} s`), limits.deadlineMs);

    afterEvents(() =>
      dispatcher.dispatch(
        { origin, method, path, headers: { ...headers }, body: method === "POST" ? body : null },
        {
          onRequestStart(controller) {
            // Should undici ever start a request again, it is aborted: nothing leaves twice.
            if (sending !== undefined) failure ??= new TransportError(true, "broken", "the connection broke");
            else if (failure === undefined && isToLeave?.() === false) failure = withheld();
            if (failure === undefined) sending = controller;
            else controller.abort(failure);
          },
          onResponseStart(_controller, status, fields) {
            answer = { status, ...retryAfter(fields["retry-after"], limits.now()), ...dateOf(fields["date"]) };
            const encoding = fields["content-encoding"];
            if (encoding !== undefined && encoding !== "identity")
              giveUp("encoded", "the answer is compressed, which botform didn't ask for");
          },
          onResponseData: (_controller, chunk) => void chunks.push(chunk),
          onResponseEnd() {
            clearTimeout(timer);
            resolve({ ...answer, body: Buffer.concat(chunks).toString("utf8") });
          },
          onResponseError: (_controller, error) => fail(brokenBy(error, sending !== undefined, limits)),
        },
      ),
    );
  });
}

/**
 * Waits two turns of the event loop, so that a close that came right behind the last answer is noticed. Servers close connections
 * without notice, and a write on such a connection would be ambiguous.
 */
function afterEvents(task: () => void): void {
  setImmediate(() => setImmediate(task));
}

/** Only the error's code is shown: messages may hold the address with its query (threat 6). */
function brokenBy({ code = "" }: Error & { code?: string }, sent: boolean, limits: Limits): TransportError {
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE")
    return new TransportError(sent, "too-large", `the answer is larger than ${limits.maxBytes} bytes`);
  const inBrackets = (word: string) => (word === "" ? "" : ` (${word})`);
  if (sent)
    return new TransportError(true, "broken", `the connection broke before the answer was complete${inBrackets(code)}`);
  const late = `none within ${limits.connectTimeoutMs / 1000} s`;
  const words = new Map([
    ["UND_ERR_CONNECT_TIMEOUT", late],
    ["UND_ERR_HEADERS_TIMEOUT", late],
    [NO_TUNNEL, "the proxy didn't open a tunnel"],
  ]);
  return new TransportError(false, "connect", `no connection${inBrackets(words.get(code) ?? code)}`);
}

function dateOf(header: string | string[] | undefined): { dateMs?: number } {
  const ms = typeof header === "string" ? Date.parse(header) : Number.NaN;
  return Number.isFinite(ms) ? { dateMs: ms } : {};
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
function retryAfter(header: string | string[] | undefined, now: number): { retryAfterMs?: number } {
  if (typeof header !== "string" || header.trim() === "") return {};
  const value = header.trim();
  const isDate = /^[A-Z][a-z]{2,8}, /.test(value);
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : isDate ? Date.parse(value) - now : Number.NaN;
  return Number.isFinite(ms) ? { retryAfterMs: Math.max(0, ms) } : {};
}
