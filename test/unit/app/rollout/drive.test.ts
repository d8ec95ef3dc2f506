// What becomes of a wave's other accounts when one of them fails in a way that ends the drive: nothing of it is under way any more when it ends.
import { expect, it } from "vitest";
import { Drive, type RolloutWorld } from "../../../../src/app/rollout/drive.js";
import { DiskError } from "../../../../src/model/ports.js";
import { rollouts } from "../../../../src/reconcile/ledger/rollouts.js";
import { Shelf } from "../../reconcile/recorded.js";

const ACCOUNTS = ["a", "b", "c", "d"];
const part = (account: string) => ({
  ...{ account, isLast: true, reviewed: ["r"] },
  bots: [{ address: `${account}/x`, desired: "d" }],
});

/** Two accounts at once; the first can't be recorded while the second is being written to. */
async function failing() {
  const events: string[] = [];
  const ledger = rollouts(new Shelf(), { now: () => 1_000 });
  await ledger.begin({
    ...{ id: "one", by: "ana", gates: { drift: false }, limits: {}, onFailure: "pause", waitMs: 1_000 },
    waves: [{ name: "all", bakeMs: 0, parts: ACCOUNTS.map(part) }],
  });
  let release = () => {};
  const second = new Promise<void>((resolve) => {
    release = resolve;
  });
  const world: RolloutWorld = {
    ...{ accountsAtOnce: 2, now: () => 1_000, ledger, rollout: async () => {} },
    changed: () => undefined,
    halted: async () => undefined,
    look: async (parts) => parts.map(({ account }) => ({ account, state: "ready", why: "" })),
    async apply({ account }) {
      events.push(`begins ${account}`);
      if (account === "a") throw new DiskError("ENOSPC", "the disk is full");
      await second;
      events.push(`ends ${account}`);
      return { kind: "applied", account, end: "applied", why: "" };
    },
    baseline: async () => ({ kind: "baseline", open: [] }),
    gates: async () => ({ kind: "gates", readings: [] }),
    runs: async () => ({ kind: "backs", runs: [] }),
    takeBack: async (run) => ({ run, state: "undone", why: "" }),
  };
  const [record] = await ledger.all();
  if (record === undefined) throw new Error("it isn't there");
  const ended = new Drive(world, record).on().then(
    () => events.push("let go"),
    (error: unknown) => events.push(`let go: ${String(error)}`),
  );
  return { events, ended, release };
}

it("begins no other account, and lets go only when those under way have ended", async () => {
  const { events, ended, release } = await failing();
  await new Promise(setImmediate);
  expect(events).toEqual(["begins a", "begins b"]);
  release();
  await ended;
  expect(events).toEqual(["begins a", "begins b", "ends b", "let go: DiskError: the disk is full"]);
});
