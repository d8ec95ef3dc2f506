// Roll-outs in real processes: whoever drives one is killed between two waves, and whoever starts anew goes on, with a folder and with a database that workers share.
import type { ChildProcess } from "node:child_process";
import { afterEach, expect, it, vi } from "vitest";
import { postgres } from "../../support/postgres.js";
import { stage } from "./stage.js";

const server = postgres();

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** So many accounts of one bot each; the files ask for another leverage, in a wave for each account. */
async function fleet(count: number, state?: string) {
  const waves = Array.from({ length: count - 1 }, (_, at) => `    - { name: a${at}, accounts: [a${at}] }\n`);
  const more = `rollout:\n  waves:\n${waves.join("")}    - { name: rest }\n`;
  const { emulator, run } = await stage(opened, count, { state, leverage: 7, more });
  const leverages = () => emulator.service.bots().map(({ values }) => Number(values.leverage));
  const isDone = () => leverages().every((one) => one === 7);
  return { emulator, run, leverages, isDone };
}

type Running = ReturnType<Awaited<ReturnType<typeof fleet>>["run"]>;

/** What was told of the roll-out, in the order of the waves. */
function toldBy(all: readonly Running[]): readonly string[] {
  const lines = all.flatMap(({ printed }) => printed.out.split("\n").filter((line) => line.endsWith("}")));
  return lines
    .map((line): { readonly rollout?: object; readonly news: { readonly kind: string; readonly wave?: string } } =>
      JSON.parse(line),
    )
    .flatMap(({ rollout, news }) => (rollout === undefined ? [] : [`${news.kind} ${news.wave}`]));
}

async function killed({ child, ended }: { readonly child: ChildProcess; readonly ended: Promise<unknown> }) {
  child.kill("SIGKILL");
  await ended;
}

it("go on where they were when reconcile is killed after each wave, and write nothing twice", async () => {
  const on = await fleet(4);
  const started = on.run("rollout", "start", "--yes");
  expect([await started.ended, started.printed.out]).toEqual([0, expect.stringContaining("is under way")]);
  const processes: Running[] = [];
  for (let wave = 1; wave <= 4; wave += 1) {
    const one = on.run("reconcile", "--all-accounts", "--every", "15s", "--format", "json");
    processes.push(one);
    await vi.waitUntil(() => on.leverages().filter((now) => now === 7).length >= wave, {
      timeout: 60_000,
      interval: 2,
    });
    await killed(one);
  }
  const last = on.run("reconcile", "--all-accounts", "--every", "15s", "--format", "json");
  processes.push(last);
  await vi.waitUntil(() => toldBy(processes).includes("done rest"), { timeout: 60_000, interval: 100 });
  expect(on.isDone()).toBe(true);
  expect(on.emulator.service.writes.length).toBe(4);
  const told = new Set(toldBy(processes));
  for (const wave of ["a0", "a1", "a2", "rest"])
    for (const kind of ["began", "applied", "passed"]) expect(told).toContain(`${kind} ${wave}`);
  const status = on.run("rollout", "status");
  expect([await status.ended, status.printed.out]).toEqual([0, expect.stringContaining("every wave has passed")]);
}, 240_000);

it("are driven by one of several workers, and by another when that one is killed", async () => {
  const on = await fleet(4, await server.ledger());
  expect(await on.run("state", "init").ended).toBe(0);
  const worker = () => on.run("fleet", "worker", "--all-accounts", "--every", "15s", "--format", "json");
  const workers = [worker(), worker()];
  const both = () => workers.map(({ printed }) => printed.err).join("\n");
  const started = on.run("rollout", "start", "--yes");
  expect([await started.ended, started.printed.out]).toEqual([0, expect.stringContaining("is under way")]);
  await vi.waitUntil(() => on.leverages().includes(7), { timeout: 120_000, interval: 2 });
  const driving = workers.find((one) => toldBy([one]).length > 0) ?? workers[0];
  if (driving !== undefined) await killed(driving);
  await vi.waitUntil(() => toldBy(workers).includes("done rest"), { timeout: 240_000, interval: 200 });
  expect([on.isDone(), both()]).toEqual([true, expect.not.stringContaining("bug")]);
  expect(on.emulator.service.writes.length).toBe(4);
}, 500_000);

it("keep nothing of a worker that was frozen in the midst of a wave, once another has taken over", async () => {
  const on = await fleet(3, await server.ledger());
  expect(await on.run("state", "init").ended).toBe(0);
  expect(await on.run("rollout", "start", "--yes").ended).toBe(0);
  const worker = () => on.run("fleet", "worker", "--all-accounts", "--every", "15s", "--format", "json");
  const frozen = worker();
  await vi.waitUntil(() => on.leverages().includes(7), { timeout: 120_000, interval: 2 });
  frozen.child.kill("SIGSTOP");
  const other = worker();
  await vi.waitUntil(() => toldBy([other]).includes("done rest"), { timeout: 300_000, interval: 200 });
  const writes = on.emulator.service.writes.length;
  frozen.child.kill("SIGCONT");
  await vi.waitUntil(() => frozen.printed.err.includes("may have taken the roll-out over"), { timeout: 120_000 });
  const status = on.run("rollout", "status");
  expect([await status.ended, status.printed.out]).toEqual([0, expect.stringContaining("every wave has passed")]);
  expect([on.emulator.service.writes.length, on.isDone()]).toEqual([writes, true]);
}, 600_000);
