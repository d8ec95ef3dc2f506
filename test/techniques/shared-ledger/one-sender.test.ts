// A service that takes nonces only in order, or each of them once: requests of a key leave one after the other, whatever machine they are of (F6).
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import type { Quirks } from "../../../src/emulator/quirks/quirks.js";
import { postgres } from "../../support/postgres.js";
import { APPLY, desk } from "./desk.js";

const server = postgres();

const SERVICES: readonly (readonly [because: string, quirks: Partial<Quirks>, facts: Record<string, string>])[] = [
  ["nonces have to grow", { nonceOrder: "growing" }, { nonceOrder: "growing" }],
  ["each nonce is taken once", { nonceReuse: "refuse" }, { nonceReuse: "refuse" }],
  [
    "nonces have to grow, and are taken once",
    { nonceOrder: "growing", nonceReuse: "refuse" },
    { nonceOrder: "growing", nonceReuse: "refuse" },
  ],
];

describe.concurrent.each(SERVICES)("where %s", (_, quirks, facts) => {
  it("two machines at once, and one that only looks, have none of their requests rejected", async () => {
    const on = await desk(await server.ledger(), 2, quirks, { facts });
    try {
      const machines = [on.machine(), on.machine(), on.machine()];
      const runs = machines.map((machine, at) => machine.run(...(at < 2 ? APPLY : ["plan"])));
      const texts = (await Promise.all(runs.map(({ ended }) => ended))).map(
        ({ exitCode, text }) => `exit code ${exitCode}\n${text}`,
      );
      expect(on.rejected, texts.join("\n---\n")).toEqual([]);
      expect(on.service.bots().map(({ values, enabled }) => `${values.title} ${enabled}`)).toEqual([
        "bot 0 true",
        "bot 1 true",
      ]);
      expect(texts.filter((text) => text.startsWith("exit code 0\n")).length, texts.join("\n---\n")).toBeGreaterThan(0);
    } finally {
      await on.close();
    }
  }, 120_000);

  it("an emergency stop gets through while another machine applies", async () => {
    const on = await desk(await server.ledger(), 3, quirks, { facts });
    try {
      const first = on.machine().run(...APPLY);
      while (!on.service.bots().some(({ enabled }) => enabled)) await wait(50);
      const off = on.machine().run("bots", "off", "--managed");
      await first.ended;
      const areOn = () => on.service.bots().filter(({ enabled }) => enabled);
      // It goes on watching for turn-ons that may still be queued.
      await vi.waitUntil(() => areOn().length === 0, { timeout: 60_000 });
      const turnOffs = on.writes.filter((write) => write.includes("/deactivate "));
      expect(turnOffs.filter((write) => write.endsWith(" 401"))).toEqual([]);
      off.child.kill("SIGKILL");
      expect(areOn()).toEqual([]);
    } finally {
      await on.close();
    }
  }, 120_000);
});

it("a create that a proxy delivers late is shut out by the next run's first request, however long the window is", async () => {
  const on = await desk(
    await server.ledger(),
    1,
    { nonceOrder: "growing", nonceWindow: 3_600 },
    { facts: { nonceOrder: "growing" } },
  );
  try {
    const first = on.machine().run(...APPLY);
    const held = await on.holdBack();
    first.child.kill("SIGKILL");
    await first.ended;
    const second = on.machine().run(...APPLY, "--take-over");
    const arrived = on.arrivals.length;
    while (on.arrivals.length === arrived) await wait(20);
    await wait(200);
    expect(held.deliver()).toBe(401);
    const { text } = await second.ended;
    expect(on.copies(), text).toEqual([]);
  } finally {
    await on.close();
  }
}, 180_000);
