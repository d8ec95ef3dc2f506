// A machine is killed, frozen or cut off from the database in the midst of an apply, and another one takes over: no copies, and everything is made.
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { amount } from "../../support/lane.js";
import { asked, postgres } from "../../support/postgres.js";
import { APPLY, converges, type Desk, desk, type Machine, type Run } from "./desk.js";

const server = postgres();

const TIMEOUT_MS = 300_000;
const BOTS = 6;

/** The test on a desk of six bots and one ledger, once the first machine has written so many intents. */
async function inTheMidst(
  count: number,
  test: (about: { readonly on: Desk; readonly one: Machine; readonly first: Run }) => Promise<void>,
): Promise<void> {
  const state = await server.ledger();
  const on = await desk(state, BOTS, { listLag: 3_000, nonceWindow: 10 });
  try {
    const one = on.machine();
    const first = one.run(...APPLY);
    await intents(state, count);
    await test({ on, one, first });
  } finally {
    await on.close();
  }
}

/** Resolves once so many intents are written. */
async function intents(state: string, count: number): Promise<void> {
  for (;;) {
    const rows = await asked(state, "select count(*)::int as many from botform.intents");
    if (Number(rows[0]?.["many"]) >= count) return;
    await wait(10);
  }
}

/** Keeps the database as it is now; resolves to what brings it back to that, as its owner would from a backup. */
async function backedUp(state: string): Promise<() => Promise<void>> {
  const url = new URL(state);
  const name = url.pathname.slice(1);
  url.pathname = "/postgres";
  const as = async (...statements: readonly string[]) => {
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const ended = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
  await as(ended, `create database ${name}_backup template ${name}`);
  return () => as(`drop database ${name} with (force)`, `create database ${name} template ${name}_backup`);
}

it(
  "a machine that is frozen in the midst of an apply while the database is restored to what it was before, and thaws, writes nothing more, though its epoch comes again",
  async () => {
    const state = await server.ledger();
    const restore = await backedUp(state);
    const on = await desk(state, BOTS, { listLag: 3_000, nonceWindow: 10 });
    try {
      const first = on.machine().run(...APPLY);
      await intents(state, 3);
      first.child.kill("SIGSTOP");
      const epochs = () => asked(state, "select name, epoch::int as epoch from botform.lease order by name");
      const before = await epochs();
      // What it has sent has arrived, and nobody can accept it any more.
      await wait(13_000);
      await restore();
      await converges(on, on.machine(), BOTS);
      expect(await epochs()).toEqual(before);
      const writes = on.writes.length;
      first.child.kill("SIGCONT");
      const { text } = await first.ended;
      expect(on.writes.slice(writes), text).toEqual([]);
      expect(on.copies(), text).toEqual([]);
    } finally {
      await on.close();
    }
  },
  TIMEOUT_MS,
);

it(
  "in the midst of a check that changes its bot, a machine that is frozen and thaws writes nothing more",
  async () => {
    const on = await desk(await server.ledger(), 1, { nonceWindow: 10 });
    try {
      const first = on.machine().run("service", "check", "--create", "--write", "--yes");
      while (!on.writes.some((write) => write.includes("/update "))) await wait(10);
      first.child.kill("SIGSTOP");
      await converges(on, on.machine(), 1);
      const before = on.writes.length;
      first.child.kill("SIGCONT");
      const { text } = await first.ended;
      expect(on.writes.slice(before), text).toEqual([]);
      expect(text).toContain("another run may have taken over the access");
    } finally {
      await on.close();
    }
  },
  TIMEOUT_MS,
);

describe("in the midst of an apply", () => {
  it.each(Array.from({ length: amount({ fast: 1, all: 3 }) }, (_, at) => at * 2 + 1))(
    "a machine that is killed at intent %d leaves no copy behind",
    (at) =>
      inTheMidst(at, async ({ on, first }) => {
        first.child.kill("SIGKILL");
        expect((await first.ended).exitCode, "it was through before it was killed").toBeNull();
        await converges(on, on.machine(), BOTS);
      }),
    TIMEOUT_MS,
  );

  it.each(Array.from({ length: amount({ fast: 1, all: 2 }) }, (_, at) => at * 4 + 2))(
    "a machine that is frozen at intent %d for longer than its lease, and thaws, writes nothing more",
    (at) =>
      inTheMidst(at, async ({ on, first }) => {
        first.child.kill("SIGSTOP");
        await converges(on, on.machine(), BOTS);
        const before = on.writes.filter((write) => write.endsWith(" 200")).length;
        first.child.kill("SIGCONT");
        const { text } = await first.ended;
        expect(on.writes.filter((write) => write.endsWith(" 200")).slice(before), text).toEqual([]);
        expect(on.copies(), text).toEqual([]);
      }),
    TIMEOUT_MS,
  );

  it(
    "a database that is restarted stops the run, or doesn't; nothing is made twice",
    () =>
      inTheMidst(2, async ({ on, one, first }) => {
        await server.restart();
        await first.ended;
        expect(on.copies()).toEqual([]);
        await converges(on, one, BOTS);
      }),
    TIMEOUT_MS,
  );
});

it("without one ledger two machines make copies: what the tests above would show", async () => {
  const on = await desk(undefined, 4, { listLag: 5_000 });
  try {
    const runs = [on.machine(), on.machine()].map((machine) => machine.run(...APPLY).ended);
    await Promise.all(runs);
    expect(on.copies().length).toBeGreaterThan(0);
  } finally {
    await on.close();
  }
}, 120_000);
