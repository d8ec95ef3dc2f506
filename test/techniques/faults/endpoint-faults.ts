// The faults of the network list in coverage.test.ts that prevent a connection, each as an address to send to.
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { selfSigned } from "./certificate.js";
import { SEED } from "./fleet.js";
import { HostileService } from "./hostile-service.js";
import { WireClock } from "./wire-clock.js";

export interface Endpoint {
  readonly apiUrl: string;
  /** Requests that came through all the same. */
  readonly received: () => number;
  readonly close: () => Promise<void>;
}

export interface EndpointFault {
  readonly name: string;
  /** The row of the list in coverage.test.ts that it produces. */
  readonly row: string;
  readonly must: string;
  /** The system's word for it. */
  readonly code: string;
  /** Whether each try takes its time. */
  readonly slow: boolean;
  open(): Promise<Endpoint>;
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

async function closed(server: Server): Promise<void> {
  server.close();
  await once(server, "close");
}

const nothing = { received: () => 0, close: async () => {} };

/** Listens with a queue of one and never accepts: its thread is blocked. */
const NEVER_ACCEPTS = `
  const { createServer } = require("node:net");
  const { parentPort, workerData } = require("node:worker_threads");
  const server = createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(workerData), 0, 0);
  });
`;

/** A listener whose queue is full: the system answers no further connection (on Linux; elsewhere it may refuse it). */
async function fullQueue(): Promise<Endpoint> {
  const gate = new SharedArrayBuffer(4);
  const worker = new Worker(NEVER_ACCEPTS, { eval: true, workerData: gate });
  const [port]: unknown[] = await once(worker, "message");
  if (typeof port !== "number") throw new Error("no port");
  const fillers = Array.from({ length: 8 }, () => connect(port, "127.0.0.1").on("error", () => {}));
  // Two fit in a queue of one.
  await Promise.all(fillers.slice(0, 2).map((filler) => once(filler, "connect")));
  return {
    apiUrl: `http://127.0.0.1:${port}`,
    received: () => 0,
    async close() {
      for (const filler of fillers) filler.destroy();
      Atomics.store(new Int32Array(gate), 0, 1);
      Atomics.notify(new Int32Array(gate), 0);
      await worker.terminate();
    },
  };
}

/** A server that takes connections and says nothing, to a client that expects TLS. */
async function muteTls(): Promise<Endpoint> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
  });
  const port = await portOf(server);
  return {
    apiUrl: `https://127.0.0.1:${port}`,
    received: () => 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      await closed(server);
    },
  };
}

/** The whole service behind a certificate that nobody trusts. */
async function badCertificate(): Promise<Endpoint> {
  const server = new HostileService({ seed: SEED, clock: new WireClock(), tls: selfSigned() });
  return {
    apiUrl: await server.listen(),
    received: () => [...server.arrivals.values()].reduce((sum, count) => sum + count, 0),
    close: () => server.close(),
  };
}

export const ENDPOINT_FAULTS: readonly EndpointFault[] = [
  {
    name: "connection refused",
    row: "refused or DNS failure",
    must: "not sent",
    code: "ECONNREFUSED",
    slow: false,
    async open() {
      const server = createServer();
      const port = await portOf(server);
      await closed(server);
      return { ...nothing, apiUrl: `http://127.0.0.1:${port}` };
    },
  },
  {
    name: "DNS failure",
    row: "refused or DNS failure",
    must: "not sent",
    code: "ENOTFOUND",
    slow: false,
    // A label of 64 characters is one too long for any resolver to ask for: it fails here, at once.
    open: async () => ({ ...nothing, apiUrl: `https://${"x".repeat(64)}.invalid` }),
  },
  {
    name: "connect timeout",
    row: "connect timeout",
    must: "not sent",
    code: "none within 10 s",
    slow: true,
    open: fullQueue,
  },
  {
    name: "TLS handshake timeout",
    row: "connect timeout",
    must: "not sent",
    code: "none within 10 s",
    slow: true,
    open: muteTls,
  },
  {
    name: "bad certificate",
    row: "bad certificate",
    must: "abort, no write",
    code: "DEPTH_ZERO_SELF_SIGNED_CERT",
    slow: false,
    open: badCertificate,
  },
];
