// What looks saw, kept in a folder and in a real PostgreSQL: the last look counts, and what an unreadable account showed before stays.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { keepSnapshot, type LookResult, snapshotsOf } from "../../../../src/app/fleet/snapshots.js";
import type { BotSnapshot } from "../../../../src/model/fleet.js";
import { NOTHING_REPORTED } from "../../../../src/model/look.js";
import { asked, postgres } from "../../../support/postgres.js";

const server = postgres();
const folder = mkdtempSync(join(tmpdir(), "botform looks "));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BOT: BotSnapshot = {
  ...{ address: "one/btc", id: 7, title: "BTC", pair: "USDT-BTC", strategy: "LONG", state: "in-step", on: true },
  differs: [],
  deals: [
    {
      ...{ id: 3, side: "LONG", value: "20", profit: "-1.5", margin: "4", markPrice: "64000" },
      ...{ liquidationPrice: null, isNaked: false },
    },
  ],
};

function look(at: number, rest: Partial<LookResult> = {}): LookResult {
  return {
    ...{ account: "one", mode: "report", record: NOTHING_REPORTED, at, dueAt: at + 300_000 },
    ...{ unreadable: undefined, bots: [BOT] },
    ...rest,
  };
}

const PLACES = [
  { place: "a folder", open: async () => mkdtempSync(join(folder, "ledger ")) },
  { place: "a database", open: () => server.ledger() },
];

describe.each(PLACES)("in $place", ({ open }) => {
  it("each account has its last look, with what was seen then", async () => {
    const journal = await open();
    expect(await snapshotsOf(journal)).toEqual(new Map());
    await keepSnapshot(journal, look(1_000));
    await keepSnapshot(journal, look(2_000, { account: "two", bots: [] }));
    await keepSnapshot(journal, look(3_000, { bots: [{ ...BOT, on: false, state: "drifted" }] }));
    const all = await snapshotsOf(journal);
    expect([...all.keys()].toSorted()).toEqual(["one", "two"]);
    expect(all.get("one")?.seen).toEqual({ at: 3_000, bots: [{ ...BOT, on: false, state: "drifted" }] });
    expect(all.get("one")?.look).toMatchObject({ at: 3_000, dueAt: 303_000, unreadable: null, driftedSince: null });
  });

  it("a plan waits only while what it is about still differs", async () => {
    const journal = await open();
    const asked = { digest: "d", plan: "p" };
    const waits = async (digest: string | undefined) => {
      const drift = digest === undefined ? null : { digest, since: 1, isReported: true };
      await keepSnapshot(journal, look(1_000, { record: { ...NOTHING_REPORTED, asked, drift } }));
      return (await snapshotsOf(journal)).get("one")?.look.asked;
    };
    expect([await waits("d"), await waits("another"), await waits(undefined)]).toEqual(["p", null, null]);
  });

  it("what was seen stays while the account can't be read, with its own time", async () => {
    const journal = await open();
    await keepSnapshot(journal, look(1_000));
    await keepSnapshot(journal, look(2_000, { bots: undefined, unreadable: "no answer" }));
    const one = (await snapshotsOf(journal)).get("one");
    expect(one?.look).toMatchObject({ at: 2_000, unreadable: "no answer" });
    expect(one?.seen).toEqual({ at: 1_000, bots: [BOT] });
  });

  it("an account that no look could read has been seen by none", async () => {
    const journal = await open();
    await keepSnapshot(journal, look(1_000, { bots: undefined, unreadable: "no answer" }));
    expect((await snapshotsOf(journal)).get("one")?.seen).toBeUndefined();
  });

  it("texts come back as they are", async () => {
    const journal = await open();
    const title = `"'\\ <b>é\u2028 $1 \\u0041`;
    await keepSnapshot(journal, look(1_000, { account: `a ${title}`, bots: [{ ...BOT, title }] }));
    expect((await snapshotsOf(journal)).get(`a ${title}`)?.seen?.bots[0]?.title).toBe(title);
  });
});

it("in a database, a look that began earlier doesn't replace a later one", async () => {
  const journal = await server.ledger();
  await keepSnapshot(journal, look(2_000));
  await keepSnapshot(journal, look(1_000, { bots: [] }));
  expect((await snapshotsOf(journal)).get("one")?.seen).toEqual({ at: 2_000, bots: [BOT] });
});

it("in a database, a look by a clock that is ahead doesn't keep later ones away", async () => {
  const journal = await server.ledger();
  await keepSnapshot(journal, look(Date.now() + 86_400_000, { bots: [] }));
  await keepSnapshot(journal, look(Date.now()));
  expect((await snapshotsOf(journal)).get("one")?.seen?.bots).toEqual([BOT]);
});

it("in a database, what another version has written is as if nobody had looked", async () => {
  const journal = await server.ledger();
  await keepSnapshot(journal, look(1_000));
  await asked(journal, `update botform.snapshot set look = '{"version": 2}'`);
  expect(await snapshotsOf(journal)).toEqual(new Map());
});

it("in a folder, files are their owner's alone, and what isn't a look is none", async () => {
  const journal = mkdtempSync(join(folder, "ledger "));
  await keepSnapshot(journal, look(1_000));
  const [name = ""] = readdirSync(join(journal, "looks"));
  expect((statSync(join(journal, "looks", name)).mode & 0o777).toString(8)).toBe("600");
  for (const text of ["", "[]", "{", `{"account":1,"look":"x"}`, `{"account":"x","look":{}}`])
    writeFileSync(join(journal, "looks", "0123456789abcdef.json"), text);
  symlinkSync("/dev/zero", join(journal, "looks", "fedcba9876543210.json"));
  mkdirSync(join(journal, "looks", "aaaaaaaaaaaaaaaa.json"));
  expect([...(await snapshotsOf(journal)).keys()]).toEqual(["one"]);
});
