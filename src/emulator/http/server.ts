// The HTTP server around the service: sockets, bodies, latency and the state file; no rule of the service is here.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { Service, type ServiceOptions } from "../service.js";
import { loadState, StateFile } from "../store/state-file.js";
import type { ServiceResponse } from "./failure.js";

export interface EmulatorOptions extends Omit<ServiceOptions, "state"> {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** JSON file that keeps the state from one run to the next; its bots replace the seed's. */
  readonly stateFile?: string;
  /** Milliseconds before each request is handled. */
  readonly latencyMs?: number;
}

export interface RunningEmulator {
  /** Base address, for example `http://127.0.0.1:40213`, without a slash at the end. */
  readonly url: string;
  readonly service: Service;
  /** Ends all connections and writes the state. @throws when the state can't be written */
  close(): Promise<void>;
}

/** The emulator holds documented keys: it listens on the loopback only. */
const HOST = "127.0.0.1";
/** No request of the interface comes near this. */
const MOST_BODY = 64 * 1024;
/** A sender that goes on beyond this is cut off. */
const MOST_DISCARDED = 16 * 1024 * 1024;

/**
 * Starts an emulator.
 *
 * @throws RangeError for a wrong seed, quirk or state file; the system's error when the port can't be had
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<RunningEmulator> {
  const { port = 0, stateFile, latencyMs = 0, ...rest } = options;
  const state = stateFile === undefined ? undefined : await loadState(stateFile);
  const service = new Service({ ...rest, ...(state !== undefined && { state }) });
  const file = stateFile === undefined ? undefined : new StateFile(stateFile, () => service.state());
  if (file !== undefined) service.onChange(() => file.touch());
  const server = createServer((request, response) => {
    serve(service, request, response, latencyMs).catch(() => {
      // A fault of the emulator, never of the client: answered plainly, so that a test fails and no client has to guess.
      if (!response.headersSent) send(response, service.refuse(500, "The emulator failed."));
    });
  });
  // Longer than any client's pause between two requests, so that no kept-alive socket dies under one.
  server.keepAliveTimeout = 65_000;
  return {
    url: `http://${HOST}:${await listen(server, port)}`,
    service,
    async close() {
      await stop(server);
      service.advance();
      await file?.flush();
    },
  };
}

async function serve(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  latencyMs: number,
): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) {
    response.setHeader("connection", "close");
    send(response, service.refuse(413, "The body is too large."));
    return;
  }
  if (latencyMs > 0) await wait(latencyMs);
  const { method = "GET", url: target = "/" } = request;
  send(response, service.handle({ method, target, headers: singleHeaders(request), body }));
}

/** The body as text, or undefined when it is too large; what is too large is read on and thrown away. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const piece: Buffer = chunk;
    size += piece.length;
    if (size <= MOST_BODY) chunks.push(piece);
    else chunks.length = 0;
    if (size > MOST_DISCARDED) request.destroy();
  }
  return size > MOST_BODY ? undefined : Buffer.concat(chunks).toString("utf8");
}

/** Node joins repeated headers; the few it keeps apart are none of ours. */
function singleHeaders(request: IncomingMessage): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
}

function send(response: ServerResponse, answer: ServiceResponse): void {
  const body = Buffer.from(answer.body, "utf8");
  response.writeHead(answer.status, { ...answer.headers, "content-length": String(body.length) });
  response.end(body);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}
