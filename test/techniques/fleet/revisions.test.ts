// Workers in real processes that take their configuration from a repository, and from the ledger: they agree on one revision, a bad one changes nothing and is told once, and what was pushed counts.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { startEmulator } from "../../../src/emulator/http/server.js";
import { botCalled } from "../../commands/workplace.js";
import { MAIN } from "../../support/dist.js";
import { gitServer } from "../../support/git-server.js";
import { postgres } from "../../support/postgres.js";

const server = postgres();
const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const fleet = (leverage: number | string) => `version: 1
state: { postgres: "\${env.BOTFORM_JOURNAL}" }
accounts:
  demo: { apiUrl: "\${env.BOTFORM_URL}", apiKey: "\${env.BOTFORM_KEY}", apiSecret: "\${env.BOTFORM_SECRET}", accesses: { primary: Main } }
bots:
  a: { title: A, leverage: ${leverage}, enabled: false }
`;

interface Document {
  readonly revision?: { readonly commit?: string; readonly author?: string };
  readonly news: { readonly kind: string };
  readonly account?: string;
}

async function stage() {
  const bots = [{ ...botCalled("A"), id: 1, accessId: 101, leverage: 5, enabled: false }];
  const account = { name: "demo", apiKey: "key", apiSecret: "secret", bots };
  const emulator = await startEmulator({
    seed: { accounts: [{ ...account, accesses: [{ accessId: 101, title: "Main" }] }] },
  });
  opened.push(() => emulator.close());
  const folder = mkdtempSync(join(tmpdir(), "botform-revisions-"));
  opened.push(() => rmSync(folder, { recursive: true, force: true }));
  const notices: string[] = [];
  const hook = createServer((request, response) => {
    request.setEncoding("utf8");
    let body = "";
    request.on("data", (part: string) => {
      body += part;
    });
    request.on("end", () => {
      notices.push(body);
      response.end();
    });
  }).listen(0, "127.0.0.1");
  await once(hook, "listening");
  opened.push(() => hook.close());
  const address = hook.address();
  const env = {
    ...{ PATH: process.env.PATH ?? "", GIT_CONFIG_GLOBAL: "/dev/null", BOTFORM_URL: emulator.url },
    ...{ BOTFORM_KEY: "key", BOTFORM_SECRET: "secret", BOTFORM_JOURNAL: await server.ledger() },
    HOOK: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/hook`,
  };
  /** Each on a machine of its own, as far as its state goes. */
  const run = (home: string, ...args: readonly string[]) => {
    const own = { ...env, HOME: join(folder, home) };
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd: folder,
      env: own,
      stdio: ["ignore", "pipe", "pipe"],
    });
    opened.push(() => child.kill("SIGKILL"));
    const said = { out: "", err: "" };
    child.stdout.on("data", (part) => {
      said.out += String(part);
    });
    child.stderr.on("data", (part) => {
      said.err += String(part);
    });
    return { child, said, ended: once(child, "close").then(([code]) => Number(code)) };
  };
  expect(await run("one", "state", "init").ended).toBe(0);
  return { folder, notices, run, emulator };
}

const WORKER = ["fleet", "worker", "--every", "15s", "--format", "json", "--notify-env", "HOOK"];

function documentsOf({ said }: { readonly said: { readonly out: string } }): readonly Document[] {
  return said.out
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Document => JSON.parse(line));
}

const kindsOf = (worker: Parameters<typeof documentsOf>[0]) =>
  documentsOf(worker)
    .filter(({ account }) => account === undefined)
    .map(({ news }) => news.kind);

it("agree on a commit, leave a bad one alone, and say so once to people", async () => {
  const { folder, notices, run, emulator } = await stage();
  const repository = await gitServer(join(folder, "git"));
  opened.push(() => repository.close());
  const first = repository.commit({ "fleet/botform.yaml": fleet(5) });
  const begin = (home: string) => run(home, ...WORKER, "--git", repository.url, "--config", "fleet");
  const workers = [begin("one"), begin("two")];
  const all = (kinds: readonly string[]) =>
    expect
      .poll(() => workers.map(kindsOf), { timeout: 120_000, interval: 200, message: JSON.stringify(workers[0]?.said) })
      .toEqual(workers.map(() => kinds));
  await all(["accepted"]);
  const bad = repository.commit({ "fleet/botform.yaml": fleet("lots") }, "raise leverage");
  await all(["accepted", "refused"]);
  expect(documentsOf(workers[0] ?? { said: { out: "" } }).at(-1)).toMatchObject({
    exitCode: 3,
    diagnostics: [{ position: { file: "fleet/botform.yaml", line: 6, column: 28 } }],
    revision: { commit: bad, author: "Ana", subject: "raise leverage" },
  });
  // One that begins now takes the last one that was accepted.
  const late = begin("three");
  await expect.poll(() => kindsOf(late), { timeout: 60_000, interval: 200 }).toEqual(["accepted", "refused"]);
  expect(documentsOf(late)[0]?.revision?.commit).toBe(first);
  workers.push(late);
  repository.commit({ "fleet/botform.yaml": fleet(4) });
  await all(["accepted", "refused", "mended"]);
  // What counts now is looked for at the bots.
  const drift = () => workers.flatMap(documentsOf).filter(({ account }) => account === "demo");
  await expect.poll(() => drift().map(({ news }) => news.kind), { timeout: 60_000 }).toEqual(["opened"]);
  expect(notices.filter((one) => one.includes("can't be used"))).toHaveLength(1);
  expect(notices.filter((one) => one.includes("no errors any more"))).toHaveLength(1);
  const list = run("one", "fleet", "revisions", "--format", "json");
  expect(await list.ended).toBe(0);
  const { revisions } = JSON.parse(list.said.out);
  expect(revisions.map((one: { commit: string; isCurrent: boolean }) => [one.commit === first, one.isCurrent])).toEqual(
    [
      [false, true],
      [true, false],
    ],
  );
  expect(emulator.service.writes).toEqual([]);
}, 500_000);

it("take what was pushed, and nothing that has errors", async () => {
  const { folder, run } = await stage();
  const push = async (leverage: number | string, ...more: readonly string[]) => {
    writeFileSync(join(folder, "botform.yaml"), fleet(leverage));
    const { ended, said } = run("ana", "fleet", "push", "--by", "ana", ...more);
    return [await ended, said.out.replace(/digest \w+/, "digest")];
  };
  expect(await push(5)).toEqual([
    0,
    "Pushed: digest. It is valid for 1 account, and counts as soon as each worker looks, within half a minute.\n",
  ]);
  expect(await push(5)).toEqual([0, "Nothing to push: digest counts already.\n"]);
  expect(await push("lots")).toEqual([3, ""]);
  rmSync(join(folder, "botform.yaml"));
  const worker = run("one", ...WORKER, "--source", "ledger");
  await expect.poll(() => kindsOf(worker), { timeout: 60_000, interval: 200 }).toEqual(["accepted"]);
  expect((await push(4))[0]).toBe(0);
  await expect.poll(() => kindsOf(worker), { timeout: 60_000, interval: 200 }).toEqual(["accepted", "accepted"]);
  await expect
    .poll(() => documentsOf(worker).filter(({ account }) => account === "demo").length, { timeout: 60_000 })
    .toBe(1);
}, 300_000);
