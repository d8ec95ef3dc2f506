// A loopback server in front of an emulator that lets a fault have its way with chosen requests, byte by byte.
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { ServiceResponse } from "../../../src/emulator/http/failure.js";
import type { Seed } from "../../../src/emulator/seed/seed.js";
import { Service } from "../../../src/emulator/service.js";
import type { OperationName } from "../../../src/service/operations.js";
import { sign } from "../../../src/service/signing.js";
import type { Fault, Phase, Strike } from "./fault.js";
import { headBytes, operationOf, type RawRequest, takeRequests } from "./wire.js";
import type { WireClock } from "./wire-clock.js";

export interface Arming {
  readonly fault: Fault;
  readonly operations: readonly OperationName[];
  /** Of the requests for these operations since it was armed, from 1. */
  readonly nth: number;
  readonly phase: Phase;
}

/** Told of every request that arrives and of every whole answer that leaves. */
export interface Onlooker {
  arrived(operation: OperationName, parameters: URLSearchParams): void;
  answered(operation: OperationName, answer: ServiceResponse): void;
}

export interface HostileServiceOptions {
  readonly seed: Seed;
  readonly clock: WireClock;
  readonly onlooker?: (service: Service) => Onlooker;
  /** Speaks TLS with this key and certificate (PEM). */
  readonly tls?: { readonly key: string; readonly cert: string };
}

export class HostileService {
  readonly service: Service;
  /** Requests that arrived for each operation, whether or not the emulator saw them. */
  readonly arrivals = new Map<OperationName, number>();
  /** How often a fault has struck. */
  strikes = 0;
  /** What was asked for after that, in order. */
  readonly afterwards: OperationName[] = [];
  /** Connections to the address that redirects name. */
  trapped = 0;
  readonly #options: HostileServiceOptions;
  readonly #onlooker: Onlooker | undefined;
  readonly #server: Server;
  /** Under TLS, those below it. */
  readonly #sockets = new Set<Socket>();
  /** Open connections, each with how many of its requests are unanswered. */
  readonly #connections = new Map<Socket, { unanswered: number; answered: number }>();
  readonly #due: { readonly at: number; readonly act: () => void }[] = [];
  readonly #failures: unknown[] = [];
  readonly #earliest = new Map<OperationName, ServiceResponse>();
  /** Where redirects lead: whoever comes there is counted. */
  readonly #trap = createServer((socket) => {
    this.trapped += 1;
    socket.destroy();
  });
  #trapUrl = "";
  #arming: { readonly it: Arming; arrived: number; departed: number } | undefined;

  constructor(options: HostileServiceOptions) {
    const { seed, clock, tls } = options;
    this.#options = options;
    // A request that the emulator gets late was signed early.
    this.service = new Service({ seed, clock, quirks: { nonceWindow: 31_536_000 } });
    this.#onlooker = options.onlooker?.(this.service);
    const accept = (socket: Socket) => this.#accept(socket);
    this.#server =
      tls === undefined
        ? createServer({ allowHalfOpen: true }, accept)
        : createTlsServer({ ...tls, allowHalfOpen: true }, accept);
    this.#server.on("tlsClientError", () => {});
    this.#server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => {}).on("close", () => this.#sockets.delete(socket));
    });
  }

  /** Resolves to its base address. */
  async listen(): Promise<string> {
    const [port, trapPort] = await Promise.all([portOf(this.#server), portOf(this.#trap)]);
    this.#trapUrl = `http://127.0.0.1:${trapPort}`;
    return `${this.#options.tls === undefined ? "http" : "https"}://127.0.0.1:${port}`;
  }

  arm(arming: Arming): void {
    this.#arming = { it: arming, arrived: 0, departed: 0 };
  }

  disarm(): void {
    this.#arming = undefined;
  }

  /** To be called as a request is about to leave the client. */
  departing(operation: OperationName): void {
    const arming = this.#arming;
    if (arming === undefined || !arming.it.operations.includes(operation)) return;
    arming.departed += 1;
    if (!isMeant(arming.it, arming.departed)) return;
    const idle = [...this.#connections].filter(([, { unanswered, answered }]) => unanswered === 0 && answered > 0);
    arming.it.fault.departing?.(idle.map(([socket]) => socket));
  }

  /** Lets the emulator act on what is due by now. */
  settle(): void {
    const due = this.#due.filter(({ at }) => at <= this.#options.clock.elapsed());
    for (const one of due) {
      this.#due.splice(this.#due.indexOf(one), 1);
      one.act();
    }
    this.service.advance();
  }

  /** Throws what went wrong in the server itself or in a fault. */
  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    for (const server of [this.#server, this.#trap]) {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    }
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  #accept(socket: Socket): void {
    let pending = "";
    let queue = Promise.resolve();
    const state = { unanswered: 0, answered: 0 };
    this.#connections.set(socket, state);
    socket.on("error", () => {});
    socket.on("close", () => this.#connections.delete(socket));
    socket.on("end", () => socket.destroy());
    socket.on("data", (bytes) => {
      const { requests, rest } = takeRequests(pending + bytes.toString("latin1"));
      pending = rest;
      state.unanswered += requests.length;
      for (const request of requests) {
        queue = queue
          .then(() => this.#serve(socket, request))
          .catch((error: unknown) => {
            this.#failures.push(error);
            socket.destroy();
          })
          .finally(() => {
            state.unanswered -= 1;
            state.answered += 1;
          });
      }
    });
  }

  async #serve(socket: Socket, request: RawRequest): Promise<void> {
    const { operation, parameters } = operationOf(request);
    this.#options.clock.moved();
    this.settle();
    this.arrivals.set(operation, (this.arrivals.get(operation) ?? 0) + 1);
    if (this.strikes > 0) this.afterwards.push(operation);
    this.#onlooker?.arrived(operation, parameters);
    const reply = (answer: ServiceResponse) => {
      this.#onlooker?.answered(operation, answer);
      if (!this.#earliest.has(operation)) this.#earliest.set(operation, answer);
      socket.write(headBytes(answer) + answer.body);
    };
    const arming = this.#arming;
    if (arming?.it.operations.includes(operation)) {
      arming.arrived += 1;
      if (isMeant(arming.it, arming.arrived)) {
        this.strikes += 1;
        return arming.it.fault.strike(this.#strike(socket, operation, request, reply, arming.it.phase));
      }
    }
    reply(this.service.handle(request));
  }

  #strike(socket: Socket, operation: OperationName, request: RawRequest, reply: Strike["reply"], phase: Phase): Strike {
    const { clock, seed } = this.#options;
    const act = (other = request) => this.service.handle(other);
    return {
      phase,
      operation,
      request,
      socket,
      act,
      actLater: (ms) => void this.#due.push({ at: clock.elapsed() + ms, act }),
      reply,
      earliest: () => this.#earliest.get(operation) ?? act(),
      trapUrl: this.#trapUrl,
      hang: () => clock.passUntil(() => socket.destroyed),
      forged(change, account = "main") {
        const keys = seed.accounts.find(({ name }) => name === account);
        if (keys === undefined) throw new Error(`no account ${account}`);
        return forge(request, change, keys);
      },
    };
  }
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

function isMeant({ fault, nth }: Arming, count: number): boolean {
  return fault.onwards === true ? count >= nth : count === nth;
}

/** The request with changed parameters, signed anew. */
function forge(
  request: RawRequest,
  change: (parameters: URLSearchParams) => void,
  { apiKey, apiSecret }: { readonly apiKey: string; readonly apiSecret: string },
): RawRequest {
  const [path = "", before = ""] = request.target.split("?");
  const parameters = new URLSearchParams(before);
  change(parameters);
  const query = parameters.toString();
  const nonce = request.headers["ctg-api-nonce"] ?? "";
  return {
    ...request,
    target: query === "" ? path : `${path}?${query}`,
    headers: {
      ...request.headers,
      "ctg-api-key": apiKey,
      "ctg-api-signature": sign(apiSecret, path, nonce, query),
    },
  };
}
