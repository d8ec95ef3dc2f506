// Keys are with the worker that looks at an account, while it looks: helpers that log who asks, that hang, and that give another key; and what a snapshot of an idle worker's memory holds.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { startEmulator } from "../../../src/emulator/http/server.js";
import type { SeedBot } from "../../../src/emulator/seed/seed.js";
import { MAIN } from "../../support/dist.js";
import { postgres } from "../../support/postgres.js";

const server = postgres();

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const BY_HELPER = ["h0", "h1", "h2", "h3"];
const BOT = {
  ...{ title: "Bot", pairTitle: "USDT-BTC", strategy: "LONG", leverage: 9, marginMode: "ISO", typeTakeProfit: "LIMIT" },
  ...{
    typeFirstOrder: "MARKET",
    percentTakeProfit: 1.2,
    percentSafetyOrder: 1.5,
    volumeFirstOrder: 20,
    enabled: false,
  },
};
const NAMES = [...BY_HELPER, "in-file", "in-env"];
const secretOf = (name: string) => `s3cret-of-${name}-4f1d9c`;
const variable = (name: string) => `BOTFORM_${name.replace("-", "_").toUpperCase()}`;

/** Accounts whose keys a helper has, one with files, one with variables; workers by name, each with a helper that knows it. */
async function fleet() {
  const emulator = await startEmulator({
    seed: {
      accounts: NAMES.map((name, at) => ({
        ...{ name, apiKey: `k3y-of-${name}-81ab`, apiSecret: secretOf(name) },
        accesses: [{ accessId: at + 1, title: "Main" }],
        bots: [{ ...BOT, id: at + 1, accessId: at + 1 } as SeedBot], // complete: a bot of its own
      })),
    },
  });
  opened.push(() => emulator.close());
  const state = await server.ledger();
  const folder = mkdtempSync(join(tmpdir(), "botform-keys-"));
  opened.push(() => rmSync(folder, { recursive: true, force: true }));
  const lines = NAMES.map(
    (name) =>
      `  ${name}: { apiUrl: "\${env.BOTFORM_URL}", apiKey: "\${env.${variable(name)}_KEY}", apiSecret: "\${env.${variable(name)}_SECRET}", accesses: { primary: Main } }`,
  );
  writeFileSync(
    join(folder, "botform.yaml"),
    `version: 1\nstate: { postgres: "\${env.BOTFORM_STATE_URL}" }\naccounts:\n${lines.join("\n")}\nbots:\n  b: { title: Bot, leverage: 5, enabled: false }\n`,
  );
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const log = file("asked", "");
  const hangs = join(folder, "hangs");
  const key = (name: string) => file(`key-${name}`, `k3y-of-${name}-81ab`);
  for (const name of BY_HELPER) [key(name), file(`secret-${name}`, secretOf(name))];
  const helper = file(
    "helper",
    `#!/bin/sh
while read -r line && [ -n "$line" ]; do
  case $line in account=*) account=\${line#account=} ;; esac
done
echo "$WORKER $account" >> '${log}'
[ "$account" = h0 ] && [ -e '${hangs}' ] && sleep 600
name=BOTFORM_$(echo "$account" | tr a-z A-Z)
echo "\${name}_KEY=$(cat '${folder}'/key-$account)"
echo "\${name}_SECRET=$(cat '${folder}'/secret-$account)"
`,
  );
  chmodSync(helper, 0o755);
  const env = {
    ...{ PATH: process.env.PATH ?? "", HOME: folder, BOTFORM_URL: emulator.url, BOTFORM_STATE_URL: state },
    BOTFORM_CREDENTIAL_HELPER: helper,
    ...{
      BOTFORM_IN_FILE_KEY_FILE: key("in-file"),
      BOTFORM_IN_FILE_SECRET_FILE: file("secret-in-file", secretOf("in-file")),
    },
    ...{ BOTFORM_IN_ENV_KEY: "k3y-of-in-env-81ab", BOTFORM_IN_ENV_SECRET: secretOf("in-env") },
  };
  const run = (name: string, args: readonly string[]) => {
    const child = spawn(process.execPath, ["--heapsnapshot-signal=SIGUSR2", MAIN, ...args], {
      ...{ cwd: folder, env: { ...env, WORKER: name }, stdio: ["ignore", "pipe", "pipe"] },
    });
    opened.push(() => child.kill("SIGKILL"));
    const printed = { text: "" };
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => (printed.text += String(part)));
    return { child, printed, ended: once(child, "close").then(([code]) => code as number | null) };
  };
  expect(await run("setup", ["state", "init"]).ended).toBe(0);
  const worker = (name: string, ...accounts: readonly string[]) => {
    const which = accounts.length === 0 ? ["--all-accounts"] : accounts.flatMap((one) => ["--account", one]);
    return run(name, ["fleet", "worker", ...which, "--every", "15s", "--format", "json"]);
  };
  const asked = () =>
    readFileSync(log, "utf8")
      .split("\n")
      .filter((line) => line !== "");
  /** Changes what file and helper give. */
  const rotate = (name: string, secret: string) => {
    writeFileSync(join(folder, `secret-${name}`), secret);
  };
  return { emulator, folder, hangs, worker, asked, rotate };
}

const heapOf = async (folder: string, child: { kill(signal: NodeJS.Signals): boolean }) => {
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".heapsnapshot"))) rmSync(join(folder, name));
  child.kill("SIGUSR2");
  const whole = () => {
    const [name] = readdirSync(folder).filter((one) => one.endsWith(".heapsnapshot"));
    const text = name === undefined ? "" : readFileSync(join(folder, name), "utf8");
    return text.trimEnd().endsWith("}") ? text : undefined;
  };
  return vi.waitUntil(whole, { timeout: 120_000, interval: 200 });
};

it("are asked for by the worker that has the account, and by no other", async () => {
  const on = await fleet();
  const workers = [on.worker("one", "h0", "h1", "in-env"), on.worker("two", "h2", "h3", "in-file")];
  // Two looks at each.
  const times = (name: string) => on.asked().filter((line) => line.endsWith(` ${name}`)).length;
  await vi.waitUntil(() => BY_HELPER.every((name) => times(name) >= 2), { timeout: 400_000, interval: 200 });
  // A worker puts back what it doesn't look after; whoever was asked for a key was the one that looks after it.
  expect(new Set(on.asked())).toEqual(new Set(["one h0", "one h1", "two h2", "two h3"]));
  const memory = await heapOf(on.folder, workers[0]?.child ?? expect.fail());
  for (const name of ["h2", "h3", "in-file"]) expect(memory.includes(secretOf(name)), name).toBe(false);
}, 500_000);

/** What was reported, as `account kind`: the bot of each account differs, so that its first look opens drift. */
function newsOf({ printed }: { readonly printed: { readonly text: string } }): readonly string[] {
  const lines = printed.text.split("\n").filter((line) => line.startsWith("{") && line.endsWith("}"));
  return lines.map((line) => JSON.parse(line)).map(({ account, news }) => `${account} ${news.kind}`);
}

it("are gone when the look is over, but for those of its environment", async () => {
  const on = await fleet();
  const worker = on.worker("one");
  await vi.waitUntil(() => newsOf(worker).length >= NAMES.length, { timeout: 120_000, interval: 50 });
  // Idle once nothing more reaches the service; the next look is some ten seconds away.
  let seen = -1;
  await vi.waitUntil(
    () => {
      const before = seen;
      seen = Object.values(on.emulator.service.requests).reduce((sum, one) => sum + one, 0);
      return before === seen;
    },
    { timeout: 60_000, interval: 1_500 },
  );
  const memory = await heapOf(on.folder, worker.child);
  const left = NAMES.filter((name) => memory.includes(secretOf(name)) || memory.includes(`k3y-of-${name}-81ab`));
  expect(left).toEqual(["in-env"]);
  expect(worker.printed.text).not.toMatch(/s3cret|k3y/);
}, 300_000);

it("that were replaced are used from the next look on", async () => {
  const on = await fleet();
  for (const name of ["h1", "in-file"]) on.rotate(name, "an-old-s3cret");
  const worker = on.worker("one", "h1", "in-file");
  const has = (...news: readonly string[]) =>
    vi.waitUntil(() => news.every((one) => newsOf(worker).includes(one)), { timeout: 200_000, interval: 200 });
  await has("h1 unreadable", "in-file unreadable");
  for (const name of ["h1", "in-file"]) on.rotate(name, secretOf(name));
  await has("h1 readable", "in-file readable", "h1 opened", "in-file opened");
}, 500_000);

it("that a helper doesn't give in time keep no other account waiting", async () => {
  const on = await fleet();
  writeFileSync(on.hangs, "");
  const worker = on.worker("one");
  const others = NAMES.filter((name) => name !== "h0").map((name) => `${name} opened`);
  const hung = () => on.asked().filter((line) => line === "one h0").length;
  await vi.waitUntil(() => newsOf(worker).length >= others.length, { timeout: 120_000, interval: 20 });
  // It is given ten seconds, and hangs on meanwhile.
  expect([newsOf(worker).toSorted(), hung()]).toEqual([others.toSorted(), 1]);
  rmSync(on.hangs);
  await vi.waitUntil(() => newsOf(worker).includes("h0 opened"), { timeout: 120_000, interval: 200 });
}, 300_000);
