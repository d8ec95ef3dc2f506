// What programs ask of a process that looks after accounts: whether it runs, whether it can do its work, and its figures.
import { isIP } from "node:net";
import { Hono } from "hono";
import { AppError, describeFault } from "../app/error.js";
import { HEADERS } from "./guard.js";
import { type Listening, listen } from "./listen.js";
import type { Readiness } from "./server.js";

export interface HealthParts {
  readonly metrics: () => Promise<{ readonly contentType: string; readonly body: string }>;
  readonly ready: () => Promise<Readiness>;
  /** A fault of botform's own, on one line. */
  readonly fault: (text: string) => void;
}

/**
 * On an address of its own: nobody signs in there, and the figures tell of accounts and money, so it is for those who may reach it.
 * Rejects with AppError where the address can't be had.
 */
export function openHealth(
  at: { readonly host: string; readonly port: number },
  { metrics, ready, fault }: HealthParts,
): Promise<Listening> {
  const app: Parameters<typeof listen>[0]["app"] = new Hono();
  app.use(async (c, next) => {
    for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
    // A page in a browser on this machine reaches it by a name of its own (DNS rebinding); collectors name an address.
    if (!isPlainHost(c.req.header("host") ?? "", at.host)) return c.text("ask for it by its address\n", 421);
    return next();
  });
  app.onError((error, c) => {
    if (error instanceof AppError) return c.text(`${error.message}\n`, 503);
    fault(describeFault(error));
    return c.text("it failed\n", 500);
  });
  app.notFound((c) => c.text("there is /healthz, /readyz and /metrics\n", 404));
  app.get("/healthz", (c) => c.text("ok\n"));
  app.get("/readyz", async (c) => {
    const { isReady, text } = await ready();
    return c.text(`${text}\n`, isReady ? 200 : 503);
  });
  app.get("/metrics", async (c) => {
    const { contentType, body } = await metrics();
    return c.body(body, 200, { "content-type": contentType });
  });
  return listen({ app, changed: () => {}, close: () => {} }, at);
}

/** An address, this machine, a name within a cluster, or what it listens on: nothing that a stranger's domain could be. */
function isPlainHost(given: string, own: string): boolean {
  const host = given.replace(/:\d+$/, "").toLowerCase();
  return (
    isIP(host.replace(/^\[|\]$/g, "")) !== 0 ||
    host === own ||
    /^(?:[a-z0-9-]+|[a-z0-9.-]+\.(?:svc|svc\.cluster\.local|internal))$/.test(host)
  );
}
