// A loopback tenant for auth0-deploy-cli: the one request its dry run makes for clients, over TLS as it insists, in a process of its own.
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { setTimeout as wait } from "node:timers/promises";
import { clientsOf } from "./clients.mjs";

const [key, cert] = process.argv.slice(2, 4).map((file) => readFileSync(file));
const tenant = { clients: [], latencyMs: 0, requests: {} };

const server = createServer({ key, cert }, async (request, response) => {
  const url = new URL(request.url, "https://tenant");
  const operation = `${request.method} ${url.pathname}`;
  tenant.requests[operation] = (tenant.requests[operation] ?? 0) + 1;
  if (tenant.latencyMs > 0) await wait(tenant.latencyMs);
  const known = operation === "GET /api/v2/clients" && request.headers.authorization === "Bearer bench-token";
  response.writeHead(known ? 200 : 404, { "content-type": "application/json" });
  response.end(JSON.stringify(known ? page(url.searchParams) : { statusCode: 404, message: "not served here" }));
});

/** A page of clients with the totals, as the Management API gives it: from 0, 50 to a page unless told. */
function page(query) {
  const limit = Number(query.get("per_page") ?? 50);
  const start = Number(query.get("page") ?? 0) * limit;
  return { start, limit, total: tenant.clients.length, clients: tenant.clients.slice(start, start + limit) };
}

const COMMANDS = {
  /** Another tenant in place of the one before. */
  start({ count, latencyMs }) {
    Object.assign(tenant, { clients: clientsOf(count, true), latencyMs, requests: {} });
    return { domain: `127.0.0.1:${server.address().port}` };
  },
  counts: () => ({ requests: tenant.requests }),
};

process.on("message", ({ command, options }) => process.send({ answer: COMMANDS[command](options) }));
process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => process.send({ answer: "ready" }));
