// What programs are told of a process that looks after accounts: over real HTTP, with a ledger that is there and one that isn't.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "undici";
import { afterAll, expect, it } from "vitest";
import { AppError } from "../../../src/app/error.js";
import { openHealth } from "../../../src/fleet/health.js";
import { readiness } from "../../../src/fleet/readiness.js";

const folder = mkdtempSync(join(tmpdir(), "botform health "));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const AT = { host: "127.0.0.1", port: 0 };
const FIGURES = { contentType: "application/openmetrics-text; version=1.0.0; charset=utf-8", body: "# EOF\n" };

async function asked(port: number, path: string) {
  const { statusCode, headers, body } = await request(`http://127.0.0.1:${port}${path}`);
  return { status: statusCode, type: headers["content-type"], text: await body.text(), headers };
}

it("says that it runs, whether it is ready, and its figures, and nothing else", async () => {
  let isReady = false;
  const broken: string[] = [];
  const { port, close } = await openHealth(AT, {
    metrics: async () => FIGURES,
    ready: async () => ({ isReady, text: isReady ? "ready" : "it hasn't begun to look yet" }),
    fault: (text) => broken.push(text),
  });
  expect(await asked(port, "/healthz")).toMatchObject({ status: 200, text: "ok\n" });
  expect(await asked(port, "/readyz")).toMatchObject({ status: 503, text: "it hasn't begun to look yet\n" });
  isReady = true;
  expect(await asked(port, "/readyz")).toMatchObject({ status: 200, text: "ready\n" });
  expect(await asked(port, "/metrics")).toMatchObject({ status: 200, type: FIGURES.contentType, text: "# EOF\n" });
  const strange = await asked(port, "/");
  expect(strange).toMatchObject({ status: 404 });
  expect(strange.headers).toMatchObject({ "x-content-type-options": "nosniff", "cache-control": "no-store" });
  expect((await request(`http://127.0.0.1:${port}/metrics`, { method: "POST" })).statusCode).toBe(404);
  await close();
  await expect(asked(port, "/healthz")).rejects.toThrow();
  expect(broken).toEqual([]);
});

it.each([
  ["127.0.0.1:8401", 200],
  ["[::1]:8401", 200],
  ["localhost", 200],
  ["botform-worker:8401", 200],
  ["worker.desk.svc.cluster.local:8401", 200],
  ["evil.example", 421],
  ["127.0.0.1.evil.example:8401", 421],
])("asked for as %s answers %d: no page of a stranger reaches it by a name of its own", async (host, status) => {
  const parts = { metrics: async () => FIGURES, ready: async () => ({ isReady: true, text: "" }), fault: () => {} };
  const { port, close } = await openHealth(AT, parts);
  const { statusCode } = await request(`http://127.0.0.1:${port}/metrics`, { headers: { host } });
  expect(statusCode).toBe(status);
  await close();
});

it("has no figures while the ledger can't be read, and tells of a fault of its own without details", async () => {
  const broken: string[] = [];
  let error: Error = new AppError("the database didn't answer");
  const { port, close } = await openHealth(AT, {
    metrics: () => Promise.reject(error),
    ready: async () => ({ isReady: true, text: "ready" }),
    fault: (text) => broken.push(text),
  });
  expect(await asked(port, "/metrics")).toMatchObject({ status: 503, text: "the database didn't answer\n" });
  error = new TypeError("secret-of-the-stack");
  expect(await asked(port, "/metrics")).toMatchObject({ status: 500, text: "it failed\n" });
  expect(broken).toHaveLength(1);
  await close();
});

it("is refused an address that is taken", async () => {
  const parts = { metrics: async () => FIGURES, ready: async () => ({ isReady: true, text: "" }), fault: () => {} };
  const first = await openHealth(AT, parts);
  await expect(openHealth({ ...AT, port: first.port }, parts)).rejects.toThrow(/can't be listened on \(EADDRINUSE\)/);
  await first.close();
});

it.each([
  { hasBegun: false, isEnding: false, because: "it hasn't begun to look yet" },
  { hasBegun: true, isEnding: true, because: "it ends" },
  { hasBegun: true, isEnding: false, because: "ready" },
])("is ready once it has begun, until it is to end: $because", async ({ hasBegun, isEnding, because }) => {
  const course = { hasBegun: () => hasBegun, isEnding: () => isEnding };
  expect(await readiness(join(folder, "journal"), course)).toEqual({ isReady: because === "ready", text: because });
});

it("isn't ready while its ledger can't be read", async () => {
  writeFileSync(join(folder, "file"), "");
  const course = { hasBegun: () => true, isEnding: () => false };
  expect(await readiness("postgres://127.0.0.1:1/none", course)).toMatchObject({
    isReady: false,
    text: expect.stringMatching(/^the ledger can't be read: PostgreSQL at 127\.0\.0\.1:1/),
  });
});
