// Replacing across exchanges: the list shows one exchange only, and what was moved to another one must not run twice.
import { afterEach, describe, expect, it } from "vitest";
import { startEmulator } from "../../src/emulator/http/server.js";
import { apply } from "../../src/reconcile/apply/apply.js";
import { makePlan } from "../../src/reconcile/plan/planner.js";
import { refresh } from "../../src/reconcile/plan/refresh.js";
import { createClient } from "../../src/service/client.js";
import { serviceReader, serviceWriter } from "../../src/service/ports.js";
import { VirtualClock } from "../support/clock.js";
import { BASE, desired, desiredBot } from "../unit/reconcile/fleet.js";

const OTHER = "OTHER_FUTURES";
const MOVED = desired(
  [desiredBot("a", { access: { alias: "second", live: 2 }, fields: { title: "a" }, enabled: true })],
  { exchange: OTHER, accesses: [{ alias: "second", live: 2 }] },
);

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function stage(bots: readonly object[]) {
  const clock = new VirtualClock();
  const accesses = [
    { accessId: 1, title: "Main" },
    { accessId: 2, title: "Second", exchange: OTHER },
  ];
  const seed = {
    accounts: [
      {
        name: "main",
        apiKey: "key",
        apiSecret: "secret",
        accesses,
        bots: bots.map((bot) => ({ ...BASE, title: "a", accessId: 1, ...bot })),
      },
    ],
  };
  const emulator = await startEmulator({ seed, clock });
  const client = createClient({
    apiUrl: emulator.url,
    apiKey: "key",
    apiSecret: "secret",
    allow: "bots",
    now: clock.now,
    sleep: (ms) => clock.sleep(ms),
  });
  closing.push(async () => {
    await client.close();
    await emulator.close();
  });
  const reader = serviceReader(client, OTHER);
  return {
    emulator,
    reader,
    plan: async (allowReplace: boolean) => makePlan(MOVED, await refresh(MOVED, reader), { allowReplace }),
    carryOut: async (plan: ReturnType<typeof makePlan>) =>
      apply(plan, { reader, writer: serviceWriter(client, OTHER), clock }, {}),
    switches: () => emulator.service.bots().map(({ accessId, enabled }) => `${accessId} ${enabled ? "on" : "off"}`),
  };
}

describe("rule 11: a bot that moves to an access of another exchange", () => {
  it("is not created beside the old one unless that is allowed", async () => {
    const way = await stage([{ enabled: true }]);
    const { steps, diagnostics } = await way.plan(false);
    expect(steps).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["plan/access-changed"]);
  });

  it("is replaced: the old one off first, and at once, though no list shows it", async () => {
    const way = await stage([{ enabled: true }]);
    const report = await way.carryOut(await way.plan(true));
    expect(report.outcomes.map(({ action, kind }) => `${action} ${kind}`)).toEqual([
      "turn-off applied",
      "create applied",
      "turn-on applied",
    ]);
    expect(way.switches()).toEqual(["1 off", "2 on"]);
    expect((await way.plan(false)).steps).toEqual([]);
  });

  it("waits for the old one: turned on again meanwhile, nothing is turned on beside it", async () => {
    const way = await stage([{ enabled: false }]);
    const plan = await way.plan(true);
    way.emulator.service.editBot(way.emulator.service.bots()[0]?.id ?? 0, { enabled: true });
    await way.carryOut(plan);
    expect(way.switches().filter((one) => one.endsWith("on"))).toEqual(["1 on"]);
  });

  it("costs a list more only where there is something to create", async () => {
    const way = await stage([{ enabled: false, accessId: 2 }]);
    await way.plan(false);
    expect(way.emulator.service.requests.listBots).toBe(1);
  });
});
