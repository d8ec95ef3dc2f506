// A loopback Kong for decK: the entities of its Admin API, of which only services exist, in a process of its own.
import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { servicesOf } from "./services.mjs";

const kong = { services: [], latencyMs: 0, requests: {} };

const server = createServer(async (request, response) => {
  const body = await textOf(request);
  const url = new URL(request.url, "http://kong");
  const [, entity, id] = url.pathname.split("/");
  const operation = `${request.method} /${entity}`;
  kong.requests[operation] = (kong.requests[operation] ?? 0) + 1;
  if (kong.latencyMs > 0) await wait(kong.latencyMs);
  const [status, answer] = answerTo(operation, id, url.searchParams, body);
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(answer));
});

async function textOf(request) {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

function answerTo(operation, id, query, body) {
  if (operation === "GET /") return [200, { version: "2.1.0", configuration: { database: "postgres" } }];
  if (operation === "GET /services") return [200, page(kong.services, query)];
  if (operation === "PUT /services" || operation === "POST /services") {
    const service = { id, ...JSON.parse(body), created_at: 1_700_000_000, updated_at: 1_700_000_000 };
    // A client may send a PUT again whose connection went away.
    const known = kong.services.findIndex((one) => one.id === id);
    if (id === undefined || known < 0) kong.services.push(service);
    else kong.services[known] = service;
    return [201, service];
  }
  return operation.startsWith("GET ") ? [200, { data: [], next: null }] : [404, { message: "not served here" }];
}

/** A page of a list as the Admin API gives it: 100 unless told, at most 1 000, and an offset where there are more. */
function page(all, query) {
  const size = Math.min(Number(query.get("size") ?? 100), 1_000);
  const from = Number(query.get("offset") ?? 0);
  const data = all.slice(from, from + size);
  if (from + size >= all.length) return { data, next: null };
  return { data, next: `/services?offset=${from + size}`, offset: String(from + size) };
}

const COMMANDS = {
  /** Another gateway in place of the one before. */
  start({ count, live, latencyMs }) {
    Object.assign(kong, { services: live ? servicesOf(count, true) : [], latencyMs, requests: {} });
    return { url: `http://127.0.0.1:${server.address().port}` };
  },
  counts: () => ({ requests: kong.requests, services: kong.services.length }),
};

process.on("message", ({ command, options }) => process.send({ answer: COMMANDS[command](options) }));
process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => process.send({ answer: "ready" }));
