// botform fleet serve in a process of its own, on an emulator: it looks, a person says yes in the page, and it carries that out; with a folder and with a database.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { startEmulator } from "../../../src/emulator/http/server.js";
import { botCalled } from "../../commands/workplace.js";
import { MAIN } from "../../support/dist.js";
import { postgres } from "../../support/postgres.js";
import { formTokenIn, posted, send, until } from "../page/stage.js";

const server = postgres();

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function place({ state = "" } = {}) {
  const account = {
    name: "demo",
    apiKey: "demo-key",
    apiSecret: "demo-secret",
    accesses: [{ accessId: 101, title: "Main" }],
  };
  const bots = [{ ...botCalled("A"), id: 1, leverage: 9, enabled: false }];
  const emulator = await startEmulator({ seed: { accounts: [{ ...account, bots }] }, quirks: { commandDelay: 10 } });
  opened.push(() => emulator.close());
  const folder = mkdtempSync(join(tmpdir(), "botform-serve-"));
  opened.push(() => rmSync(folder, { recursive: true, force: true }));
  const yaml = `version: 1
${state === "" ? "" : 'state: { postgres: "${env.BOTFORM_STATE_URL}" }\n'}accounts:
  demo: { apiUrl: "\${env.BOTFORM_URL}", apiKey: "\${env.BOTFORM_KEY}", apiSecret: "\${env.BOTFORM_SECRET}", accesses: { primary: Main }, mode: approve }
bots:
  a: { title: A, leverage: 5, enabled: false }
`;
  writeFileSync(join(folder, "botform.yaml"), yaml);
  const env = {
    ...{ PATH: process.env.PATH ?? "", HOME: folder, BOTFORM_URL: emulator.url, BOTFORM_KEY: "demo-key" },
    ...{ BOTFORM_SECRET: "demo-secret", BOTFORM_STATE_URL: state },
  };
  const run = (...args: readonly string[]) => {
    const child: ChildProcess = spawn(process.execPath, [MAIN, ...args], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    opened.push(() => child.kill("SIGKILL"));
    const heard = { out: "", err: "" };
    child.stdout?.on("data", (part) => (heard.out += String(part)));
    child.stderr?.on("data", (part) => (heard.err += String(part)));
    return { child, heard, ended: once(child, "close").then(([code]) => code as number | null) };
  };
  return { emulator, folder, run };
}

const ADDRESS = /Open (http:\/\/127\.0\.0\.1:(\d+)\/(\?token=[\w-]+))/g;

/** Comes in by the last address that was printed. */
async function enter(heard: { readonly err: string }, times = 1) {
  await until(() => [...heard.err.matchAll(ADDRESS)].length >= times);
  const [, , port = "", search = ""] = [...heard.err.matchAll(ADDRESS)].at(-1) ?? [];
  const { headers } = await send(Number(port), `/${search}`);
  const cookie = headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  return { port: Number(port), ask: async (path: string) => send(Number(port), path, { headers: { cookie } }), cookie };
}

it.each(["a folder", "a database"])(
  "with %s: a plan is approved in the page and carried out long before the next look is due; its figures are there; a signal lets in again; Ctrl-C ends it",
  async (kind) => {
    const on = await place(kind === "a folder" ? {} : { state: await server.ledger() });
    if (kind === "a database") expect(await on.run("state", "init").ended).toBe(0);
    const { child, heard, ended } = on.run(
      ...["fleet", "serve", "--listen", "127.0.0.1:0", "--health", "127.0.0.1:0", "--every", "1h"],
    );
    const { port, ask, cookie } = await enter(heard);
    await until(async () => (await ask("/plans")).text.includes("/plans/"));
    const [, digest = ""] = /\/plans\/([0-9a-f]{64})/.exec((await ask("/plans")).text) ?? [];
    const token = formTokenIn((await ask(`/plans/${digest}`)).text);
    const yes = await send(port, `/plans/${digest}/approve`, posted(port, { "form-token": token, digest }, { cookie }));
    expect(yes.status).toBe(303);
    await until(async () => (await ask(`/plans/${digest}`)).text.includes("Carried out"));
    await until(() => on.emulator.service.bots().every(({ values }) => values.leverage === "5"));
    expect((await ask("/audit")).text).toMatch(/approve/);
    const health = Number(/answer at http:\/\/127\.0\.0\.1:(\d+)/.exec(heard.err)?.[1]);
    expect((await send(health, "/readyz")).text).toBe("ready\n");
    await until(async () => (await send(health, "/metrics")).text.includes('botform_steps_total{outcome="applied"} 1'));
    expect((await send(health, "/metrics")).text).toMatch(/^botform_bots_on 0$/m);
    child.kill("SIGUSR2");
    const again = await enter(heard, 2);
    expect((await again.ask("/history")).text).toContain("apply");
    expect(await on.run("fleet", "status").ended).not.toBe(1);
    child.kill("SIGINT");
    expect([await ended, heard.err]).toEqual([130, expect.not.stringContaining("bug")]);
  },
  600_000,
);

it("looks after nothing with --page-only, and is refused where others could reach it unknown, or the port is taken", async () => {
  const on = await place();
  const first = on.run("fleet", "serve", "--listen", "127.0.0.1:0", "--page-only");
  const { port, ask } = await enter(first.heard);
  expect((await ask("/")).text).toContain("no account was looked at so far");
  expect(on.emulator.service.requests.listBots).toBe(0);
  const taken = on.run("fleet", "serve", "--listen", `127.0.0.1:${port}`, "--page-only");
  expect([await taken.ended, taken.heard.err]).toEqual([1, expect.stringContaining("EADDRINUSE")]);
  const open = on.run("fleet", "serve", "--listen", "0.0.0.0:0", "--page-only");
  expect([await open.ended, open.heard.err]).toEqual([3, expect.stringContaining("nobody would say who they are")]);
  first.child.kill("SIGTERM");
  expect(await first.ended).toBe(130);
}, 600_000);

it("stops bots by the configuration that counts, whatever stands in the files of the folder", async () => {
  const on = await place();
  on.emulator.service.editBot(1, { enabled: true });
  expect(await on.run("fleet", "push").ended).toBe(0);
  writeFileSync(join(on.folder, "botform.yaml"), "version: 1\naccounts:\n  other: { apiUrl: 7 }\n");
  for (const more of [[], ["--page-only"]]) {
    on.emulator.service.editBot(1, { enabled: true });
    const { child, heard, ended } = on.run(
      ...["fleet", "serve", "--listen", "127.0.0.1:0", "--source", "ledger", "--every", "1h", ...more],
    );
    const { port, ask, cookie } = await enter(heard);
    await until(async () => (await ask("/stop")).text.includes('<option value="demo">'));
    const token = formTokenIn((await ask("/stop")).text);
    await send(port, "/stop", posted(port, { "form-token": token, account: "ALL" }, { cookie }));
    await until(() => !on.emulator.service.bots().some(({ enabled }) => enabled));
    // What it watches is seen to its end, or said.
    child.kill("SIGINT");
    expect([await ended, heard.err]).toEqual([130, expect.stringContaining("the emergency stop:")]);
  }
}, 600_000);
