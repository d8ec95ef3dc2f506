// Several workers, in real processes, on one PostgreSQL and one emulator: each account is looked at by one of them, drift is told once, and a dead worker's accounts are another's.
import type { ChildProcess } from "node:child_process";
import { afterEach, expect, it } from "vitest";
import { postgres } from "../../support/postgres.js";
import { stage } from "./stage.js";

const server = postgres();

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** So many accounts of one bot each; workers that share a database. */
async function fleet(count: number, mode = "report") {
  const { emulator, names, run } = await stage(opened, count, { state: await server.ledger(), mode, leverage: 5 });
  const worker = () => run("fleet", "worker", "--all-accounts", "--every", "15s", "--format", "json");
  return { emulator, names, run, worker };
}

interface News {
  readonly account: string;
  readonly news: { readonly kind: string };
}

function newsOf(workers: readonly { readonly printed: { readonly out: string } }[]): readonly string[] {
  const lines = workers.flatMap(({ printed }) => printed.out.split("\n").filter((line) => line !== ""));
  return lines
    .map((line): News => JSON.parse(line))
    .map(({ account, news }) => `${account} ${news.kind}`)
    .toSorted();
}

const isAlive = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

it("share the accounts, tell of drift once, correct it, and take over from one that is killed", async () => {
  const on = await fleet(6, "correct");
  expect(await on.run("state", "init").ended).toBe(0);
  const workers = [on.worker(), on.worker(), on.worker()];
  const all = () => `${workers.map(({ printed }) => `${printed.out}\n${printed.err}`).join("\n---\n")}`;
  for (const [at] of on.names.entries()) on.emulator.service.editBot(at + 1, { enabled: true });
  const closed = on.names.map((name) => `${name} closed`);
  await expect
    .poll(() => newsOf(workers).filter((one) => one.endsWith("closed")), {
      timeout: 120_000,
      interval: 500,
      message: all(),
    })
    .toEqual(closed);
  // Each once, whoever looked; what was on before the first look is drift, too.
  expect(newsOf(workers)).toEqual(
    on.names.flatMap((name) => ["closed", "corrected", "opened"].map((kind) => `${name} ${kind}`)).toSorted(),
  );
  expect(on.emulator.service.bots().filter(({ enabled }) => enabled)).toEqual([]);
  workers[0]?.child.kill("SIGKILL");
  await workers[0]?.ended;
  for (const [at] of on.names.entries()) on.emulator.service.editBot(at + 1, { leverage: 9 });
  const left = workers.slice(1);
  await expect
    .poll(() => newsOf(left).filter((one) => one.endsWith("refused")), { timeout: 240_000, interval: 500 })
    .toEqual(on.names.map((name) => `${name} refused`));
  expect(left.every(({ child }) => isAlive(child))).toBe(true);
}, 500_000);

it("end at once where there is no queue, and finish what they do when they are interrupted", async () => {
  const on = await fleet(1);
  const early = on.worker();
  expect([await early.ended, early.printed.out]).toEqual([1, expect.stringContaining("botform state init")]);
  expect(await on.run("state", "init").ended).toBe(0);
  const worker = on.worker();
  on.emulator.service.editBot(1, { leverage: 9 });
  await expect.poll(() => newsOf([worker]), { timeout: 60_000, interval: 200 }).toEqual(["a0 opened"]);
  worker.child.kill("SIGINT");
  expect([await worker.ended, worker.printed.err]).toEqual([130, expect.not.stringContaining("bug")]);
}, 180_000);

it("gives an account to another worker where one is frozen in the midst of a look, and hears nothing wrong from it when it thaws", async () => {
  const on = await fleet(1, "correct");
  expect(await on.run("state", "init").ended).toBe(0);
  const frozen = on.worker();
  await expect.poll(() => on.emulator.service.requests.listBots, { timeout: 60_000, interval: 2 }).toBeGreaterThan(0);
  frozen.child.kill("SIGSTOP");
  on.emulator.service.editBot(1, { enabled: true });
  const other = on.worker();
  await expect
    .poll(() => newsOf([other]), { timeout: 320_000, interval: 500 })
    .toEqual(["a0 closed", "a0 corrected", "a0 opened"]);
  const writes = on.emulator.service.writes.length;
  frozen.child.kill("SIGCONT");
  on.emulator.service.editBot(1, { leverage: 9 });
  await expect
    .poll(() => newsOf([frozen, other]).filter((one) => one.endsWith("refused")), { timeout: 90_000 })
    .not.toEqual([]);
  expect(on.emulator.service.writes.length).toBe(writes);
  expect(on.emulator.service.bots()[0]?.enabled).toBe(false);
}, 500_000);

it("goes on where the database was restarted", async () => {
  const on = await fleet(2);
  expect(await on.run("state", "init").ended).toBe(0);
  const workers = [on.worker(), on.worker()];
  on.emulator.service.editBot(1, { leverage: 9 });
  await expect.poll(() => newsOf(workers), { timeout: 60_000, interval: 200 }).toEqual(["a0 opened"]);
  await server.restart();
  on.emulator.service.editBot(2, { leverage: 9 });
  await expect.poll(() => newsOf(workers), { timeout: 320_000, interval: 500 }).toContain("a1 opened");
  expect(
    workers.every(({ child }) => isAlive(child)),
    workers.map(({ printed }) => printed.err).join("\n"),
  ).toBe(true);
}, 500_000);
