// What a worker does with an account that it can't give back in time: a slow look keeps it, a frozen one loses it within the time that the start note states, and a database that is away is said once.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, expect, it, vi } from "vitest";
import { Service } from "../../../src/emulator/service.js";
import { cuttable } from "../../support/cuttable.js";
import { MAIN } from "../../support/dist.js";
import { postgres } from "../../support/postgres.js";

const server = postgres();

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** One account at a service that answers when it is let; workers that share a database, each by its own way to it. */
async function stage() {
  const service = new Service({
    seed: {
      accounts: [
        { ...{ name: "a", apiKey: "key", apiSecret: "secret" }, accesses: [{ accessId: 1, title: "Main" }], bots: [] },
      ],
    },
  });
  let arrived = 0;
  let isSlow = true;
  const waiting: (() => void)[] = [];
  const api: Server = createServer((request, response) => {
    arrived += 1;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const answer = () => {
      const {
        status,
        headers: own,
        body,
      } = service.handle({ method: request.method ?? "GET", target: request.url ?? "", headers, body: "" });
      response.writeHead(status, own).end(body);
    };
    if (isSlow) waiting.push(answer);
    else answer();
  });
  api.listen(0, "127.0.0.1");
  await once(api, "listening");
  opened.push(() => api.close().closeAllConnections());
  const address = api.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const state = await server.ledger();
  const folder = mkdtempSync(join(tmpdir(), "botform-holding-"));
  opened.push(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(
    join(folder, "botform.yaml"),
    'version: 1\nstate: { postgres: "${env.BOTFORM_STATE_URL}" }\naccounts:\n  a: { apiUrl: "${env.BOTFORM_URL}", apiKey: "${env.BOTFORM_KEY}", apiSecret: "${env.BOTFORM_SECRET}", accesses: { primary: Main } }\n',
  );
  const run = (args: readonly string[], url = state) => {
    const env = {
      ...{ PATH: process.env.PATH ?? "", HOME: folder, BOTFORM_URL: `http://127.0.0.1:${address.port}` },
      ...{ BOTFORM_STATE_URL: url, BOTFORM_KEY: "key", BOTFORM_SECRET: "secret" },
    };
    const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    opened.push(() => child.kill("SIGKILL"));
    const printed = { text: "" };
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (printed.text += String(part)));
    return { child, printed, ended: once(child, "close") };
  };
  await run(["state", "init"]).ended;
  const db = new pg.Pool({ connectionString: state, max: 1 });
  db.on("error", () => {});
  opened.push(() => db.end());
  const job = async () => {
    const { rows } = await db.query(
      "select id, retry_count, started_on::text from botform_queue.job where name = 'look' and state = 'active'",
    );
    return rows[0] as { id: string; retry_count: number; started_on: string } | undefined;
  };
  const release = () => {
    isSlow = false;
    for (const answer of waiting.splice(0)) answer();
  };
  return {
    state,
    job,
    release,
    arrived: () => arrived,
    worker: (url?: string) => run(["fleet", "worker", "--every", "15s"], url),
  };
}

it("a look that takes longer than a dead worker is given keeps its account, and a frozen worker loses it", async () => {
  const on = await stage();
  const slow = on.worker();
  await vi.waitUntil(() => on.arrived() > 0, { timeout: 60_000, interval: 20 });
  const taken = await on.job();
  const other = on.worker();
  // Longer than 40 seconds by the marks that it leaves: five, ten seconds apart.
  const marks = new Set<string | undefined>();
  await vi.waitUntil(async () => marks.add((await on.job())?.started_on).size > 5, { timeout: 120_000, interval: 500 });
  expect(await on.job()).toMatchObject({ id: taken?.id, retry_count: taken?.retry_count });
  const before = on.arrived();
  slow.child.kill("SIGSTOP");
  const again = async () => ((await on.job())?.retry_count ?? 0) > (taken?.retry_count ?? 0);
  await vi.waitUntil(again, { timeout: 120_000, interval: 200 });
  await vi.waitUntil(() => on.arrived() > before, { timeout: 60_000, interval: 20 });
  // What thaws gives nothing back: the account stays with the other one until that has looked.
  const held = await on.job();
  slow.child.kill("SIGCONT");
  const later = new Set<string | undefined>();
  await vi.waitUntil(async () => later.add((await on.job())?.started_on).size > 3, { timeout: 120_000, interval: 500 });
  expect(await on.job()).toMatchObject({ id: held?.id, retry_count: held?.retry_count });
  on.release();
  await vi.waitUntil(async () => (await on.job()) === undefined, { timeout: 60_000, interval: 50 });
  expect(`${slow.printed.text}${other.printed.text}`).toContain("another's within a minute");
}, 500_000);

it("a database that is away is said once, and once that it is back; a look under way goes on", async () => {
  const on = await stage();
  const way = await cuttable(on.state);
  opened.push(() => way.close());
  const worker = on.worker(way.url);
  await vi.waitUntil(() => on.arrived() > 0, { timeout: 60_000, interval: 20 });
  way.cut();
  const times = (text: string) => worker.printed.text.split(text).length - 1;
  await vi.waitUntil(() => times("no look begins until it answers again") > 0, { timeout: 60_000, interval: 100 });
  const before = on.arrived();
  on.release();
  await vi.waitUntil(() => on.arrived() > before, { timeout: 60_000, interval: 20 });
  way.mend();
  await vi.waitUntil(() => times("answers again: looks go on") > 0, { timeout: 60_000, interval: 100 });
  expect([times("no look begins until it answers again"), times("answers again: looks go on")]).toEqual([1, 1]);
  expect(worker.child.exitCode).toBe(null);
  const seen = on.arrived();
  await vi.waitUntil(() => on.arrived() > seen, { timeout: 120_000, interval: 100 });
}, 300_000);
