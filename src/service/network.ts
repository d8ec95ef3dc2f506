// Carries out exchanges with one origin by node's own HTTP: kept connections, one deadline, a size cap, no redirect, no repeat.
import { Agent, type ClientRequest, type IncomingMessage, request as requestPlainly } from "node:http";
import { request as requestSecurely, Agent as SecureAgent } from "node:https";
import type { Socket } from "node:net";
import { urlToHttpOptions } from "node:url";

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
  readonly deadlineMs?: number;
  /** Milliseconds for a connection to stand. Default 10 000. */
  readonly connectTimeoutMs?: number;
  /** Bytes of an answer at most. Default 32 MiB. */
  readonly maxBytes?: number;
  /** Milliseconds since the epoch, for answers that name a date. */
  readonly now?: () => number;
}

/**
 * Milliseconds for which a connection without anything to do is kept: less than servers keep it, so that hardly any request
 * meets one that is just being closed. Node lets go a second before a server's own `Keep-Alive: timeout`.
 */
const IDLE_MS = 4_000;

/** Exchanges with one origin over the network. */
export function overNetwork(origin: string, options: NetworkOptions): Network {
  const isSecure = origin.startsWith("https:");
  // As many connections as there are exchanges: whoever asks for one has its place (budget.ts), and mustn't wait for another's.
  const kept = { keepAlive: true, timeout: IDLE_MS };
  // Said outright, since node has a variable of the environment that turns the check off (threat 7).
  const agent = isSecure ? new SecureAgent({ ...kept, rejectUnauthorized: true }) : new Agent(kept);
  const make = isSecure ? requestSecurely : requestPlainly;
  const { protocol, hostname, port } = urlToHttpOptions(new URL(origin));
  const limits: Limits = {
    deadlineMs: options.deadlineMs ?? 30_000,
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    maxBytes: options.maxBytes ?? 32 * 1024 * 1024,
    now: options.now ?? Date.now,
    standing: isSecure ? "secureConnect" : "connect",
  };
  const underWay = new Set<Promise<RawAnswer>>();
  return {
    exchange(request) {
      const { method, path, headers } = request;
      // No time-out of the connection's while it is in use: ours says more, and comes at its own moment.
      const started = exchanged(
        () => {
          const outgoing = make({ protocol, hostname, port, agent, method, path, timeout: 0 });
          // Not among the options: what node says of connections where it is debugged shows those (threat 5).
          for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
          return outgoing;
        },
        request,
        limits,
      );
      underWay.add(started);
      const over = () => underWay.delete(started);
      started.then(over, over);
      return started;
    },
    async close() {
      await Promise.allSettled(underWay);
      agent.destroy();
    },
  };
}

interface Limits {
  readonly deadlineMs: number;
  readonly connectTimeoutMs: number;
  readonly maxBytes: number;
  readonly now: () => number;
  /** What a new connection tells when bytes may go over it. */
  readonly standing: "connect" | "secureConnect";
}

function exchanged(
  make: () => ClientRequest,
  { method, body = "", isToLeave }: WireRequest,
  limits: Limits,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let outgoing: ClientRequest | undefined;
    /** Nothing of a request is written before its end is: that is when it leaves. */
    let sent = false;
    let isOver = false;
    let connecting: NodeJS.Timeout | undefined;
    const timer = setTimeout(
      () => giveUp("timeout", `no complete answer within ${limits.deadlineMs / 1000} s`),
      limits.deadlineMs,
    );

    const settle = (finish: () => void) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      clearTimeout(connecting);
      finish();
    };
    const giveUp = (reason: TransportError["reason"], message: string) => {
      settle(() => reject(new TransportError(sent, reason, message)));
      outgoing?.destroy();
    };
    const broke = (error?: unknown) =>
      settle(() => reject(new TransportError(sent, sent ? "broken" : "connect", plainMessage(error, sent))));

    /** Asks for a connection; one that was kept and turns out to have ended is let go for another, while nothing has left. */
    function begin(): void {
      const asked = made();
      if (asked === undefined) return;
      outgoing = asked;
      let isKept = false;
      let hasEnded = false;
      const ended = (error?: unknown) => {
        if (hasEnded) return;
        hasEnded = true;
        if (isKept && !sent && !isOver) begin();
        else broke(error);
      };
      const leave = () => {
        if (isOver || hasEnded) return;
        if (isToLeave?.() === false) {
          settle(() => reject(withheld()));
          asked.destroy();
          return;
        }
        sent = true;
        asked.end(method === "POST" ? body : undefined);
      };
      asked.on("socket", (socket) => {
        isKept = asked.reusedSocket || stands(socket);
        if (isKept) afterALook(leave);
        else socket.once(limits.standing, connected(leave));
      });
      asked.on("error", ended);
      asked.on("close", () => ended());
      asked.on("response", (incoming) => {
        // Of something else: a connection on which more is said than was asked can't be trusted.
        if (!sent) {
          asked.destroy();
          return;
        }
        const encoding = incoming.headers["content-encoding"];
        if (encoding !== undefined && encoding !== "identity") giveUp("encoded", "the answer is compressed, unasked");
        else read(incoming, limits, { giveUp, broke, ended: (answer) => settle(() => resolve(answer)) });
      });
    }

    /** What node doesn't take for a request (a character that no header may hold) isn't sent. */
    function made(): ClientRequest | undefined {
      try {
        return make();
      } catch (error) {
        broke(error);
        return undefined;
      }
    }

    function connected(leave: () => void): () => void {
      const seconds = limits.connectTimeoutMs / 1000;
      connecting = setTimeout(
        () => giveUp("connect", `no connection (none within ${seconds} s)`),
        limits.connectTimeoutMs,
      );
      return () => {
        clearTimeout(connecting);
        leave();
      };
    }

    begin();
  });
}

/**
 * Two turns of the event loop: then an end that came right behind the answer before has been noticed. Servers end connections
 * without a word of it, and a write that meets such an end would be ambiguous.
 */
function afterALook(task: () => void): void {
  setImmediate(() => setImmediate(task));
}

/** One that another request waited for, and was handed on. */
function stands(socket: Socket): boolean {
  return !socket.connecting && !("secureConnecting" in socket && socket.secureConnecting === true);
}

interface Reading {
  readonly giveUp: (reason: TransportError["reason"], message: string) => void;
  readonly broke: (error?: unknown) => void;
  readonly ended: (answer: RawAnswer) => void;
}

function read(incoming: IncomingMessage, { maxBytes, now }: Limits, { giveUp, broke, ended }: Reading): void {
  const answer = { status: incoming.statusCode ?? 0, ...retryAfter(incoming.headers["retry-after"], now()) };
  const chunks: Buffer[] = [];
  let bytes = 0;
  incoming.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) giveUp("too-large", `the answer is larger than ${maxBytes} bytes`);
    else chunks.push(chunk);
  });
  incoming.on("error", broke);
  incoming.on("end", () => {
    if (incoming.complete) ended({ ...answer, body: Buffer.concat(chunks).toString("utf8") });
    else broke();
  });
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
function retryAfter(header: string | string[] | undefined, now: number): { retryAfterMs?: number } {
  if (typeof header !== "string" || header.trim() === "") return {};
  const wish = header.trim();
  const isDate = /^[A-Z][a-z]{2,8}, /.test(wish);
  const ms = /^\d+$/.test(wish) ? Number(wish) * 1000 : isDate ? Date.parse(wish) - now : Number.NaN;
  return Number.isFinite(ms) ? { retryAfterMs: Math.max(0, ms) } : {};
}

/** Node's error code at most: whole messages may carry the address with its query (threat 6). */
function plainMessage(error: unknown, sent: boolean): string {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? ` (${error.code})` : "";
  return sent ? `the connection broke before the answer was complete${code}` : `no connection${code}`;
}
