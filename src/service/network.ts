// Carries out exchanges with one origin by undici: one deadline, a size cap, no redirect, no repeat; and knows of each whether it has left.
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
  /** Asked when there is a connection and nothing but the sending is left; a no is TransportError `withheld`. */
  readonly isToLeave?: () => boolean;
}

/** What is thrown of a request that shall not leave any more. */
export function withheld(): TransportError {
  return new TransportError(false, "withheld", "it was not to leave any more when its turn came");
}

/** Rule 3: sends one request, once; no redirect is followed, and the whole exchange has one deadline. Rejects with TransportError alone. */
export type Exchange = (request: WireRequest) => Promise<RawAnswer>;

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
  /** Milliseconds the server asks to wait, where it does. */
  readonly retryAfterMs?: number;
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
  /** Lets what is under way end, then lets the connections go. */
  readonly close: () => Promise<void>;
}

export interface NetworkOptions {
  /** Milliseconds for the whole exchange, from asking for a connection to the last byte. Default 30 000. */
  readonly deadlineMs?: number | undefined;
  /** Milliseconds for a connection to stand. Default 10 000. */
  readonly connectTimeoutMs?: number | undefined;
  /** Bytes of an answer at most. Default 32 MiB. */
  readonly maxBytes?: number | undefined;
  /** Milliseconds since the epoch, for nonces and for answers that name a date. */
  readonly now?: () => number;
  /** Address of the proxy through which an https origin is reached; http is loopback, and needs none. */
  readonly proxy?: string | undefined;
}

/**
 * Milliseconds for which a connection without anything to do is kept, whatever the server offers: less than servers keep it, so
 * that hardly any request meets one that is just being closed. undici lets go two seconds before a server's own `Keep-Alive: timeout`.
 */
const IDLE_MS = 4_000;

/** Exchanges with one origin over the network. Throws TypeError for a proxy's address that is none. */
export function overNetwork(origin: string, options: NetworkOptions): Network {
  const deadlineMs = options.deadlineMs ?? 30_000;
  // What has no connection by the deadline needs none any more, and would keep the process until there is one.
  const connectTimeoutMs = Math.min(deadlineMs, options.connectTimeoutMs ?? 10_000);
  const maxBytes = options.maxBytes ?? 32 * 1024 * 1024;
  // As many connections as there are exchanges: whoever asks for one has its place (budget.ts), and mustn't wait for another's.
  const pooling = {
    // One request at a time on each: undici sends none again then, since it would only what it has sent behind another.
    pipelining: 1,
    // Said outright, since node has a variable of the environment that turns the check off (threat 7).
    connect: { timeout: connectTimeoutMs, rejectUnauthorized: true },
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    maxResponseSize: maxBytes,
    // Ours is one deadline for all of it.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const proxy = options.proxy === undefined ? undefined : proxyUrl(options.proxy);
  // Not shown: it may hold a password.
  if (options.proxy !== undefined && proxy === undefined) throw new TypeError("the proxy's address is none");
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
    // undici's own `close` never ends where a certificate of another name is refused meanwhile, and node ends well, without
    // a word, when nothing else is left to wait for.
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
    /** undici hands it over when there is a connection and writing is all it does next: once it is here, the request has left. */
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

    afterALook(() =>
      dispatcher.dispatch(
        { origin, method, path, headers: { ...headers }, body: method === "POST" ? body : null },
        {
          onRequestStart(controller) {
            // Should undici ever send what it has sent: nothing leaves twice.
            if (sending !== undefined) failure ??= new TransportError(true, "broken", "the connection broke");
            else if (failure === undefined && isToLeave?.() === false) failure = withheld();
            if (failure === undefined) sending = controller;
            else controller.abort(failure);
          },
          onResponseStart(_controller, status, fields) {
            answer = { status, ...retryAfter(fields["retry-after"], limits.now()) };
            const encoding = fields["content-encoding"];
            if (encoding !== undefined && encoding !== "identity")
              giveUp("encoded", "the answer is compressed, unasked");
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
 * Two turns of the event loop: then an end that came right behind the answer before has been noticed. Servers end connections
 * without a word of it, and a write that meets such an end would be ambiguous.
 */
function afterALook(task: () => void): void {
  setImmediate(() => setImmediate(task));
}

/** The error's code at most: whole messages may carry the address with its query (threat 6). */
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
    [NO_TUNNEL, "the proxy made no tunnel"],
  ]);
  return new TransportError(false, "connect", `no connection${inBrackets(words.get(code) ?? code)}`);
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
function retryAfter(header: string | string[] | undefined, now: number): { retryAfterMs?: number } {
  if (typeof header !== "string" || header.trim() === "") return {};
  const wish = header.trim();
  const isDate = /^[A-Z][a-z]{2,8}, /.test(wish);
  const ms = /^\d+$/.test(wish) ? Number(wish) * 1000 : isDate ? Date.parse(wish) - now : Number.NaN;
  return Number.isFinite(ms) ? { retryAfterMs: Math.max(0, ms) } : {};
}
