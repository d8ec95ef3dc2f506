// Listens for the page's requests, and lets go whoever takes too long over one (threat: slow requests).
import { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { AppError } from "../app/error.js";
import { EXIT } from "../app/exit.js";
import type { ServedApp } from "./server.js";

/** How long a client may take, in milliseconds. */
export interface Patience {
  readonly headersMs: number;
  readonly requestMs: number;
}

const PATIENCE: Patience = { headersMs: 10_000, requestMs: 20_000 };
const MOST_CONNECTIONS = 512;
const CHECK_MS = 1_000;

export interface Listening {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Rejects with AppError where the address can't be had. */
export async function listen(
  { app, close }: ServedApp,
  { host, port }: { readonly host: string; readonly port: number },
  { headersMs, requestMs }: Patience = PATIENCE,
): Promise<Listening> {
  const serverOptions = {
    ...{ headersTimeout: headersMs, requestTimeout: requestMs, maxHeaderSize: 16_384 },
    ...{ connectionsCheckingInterval: Math.min(CHECK_MS, headersMs), requireHostHeader: true },
  };
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions, overrideGlobalObjects: false });
  if (!(server instanceof Server)) throw new Error("not a server of HTTP/1");
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        new AppError(
          `${host}:${port} can't be listened on (${error.code ?? "unknown"})\nGive another address: --listen 127.0.0.1:0 takes a free port.`,
          { exitCode: EXIT.failed },
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
