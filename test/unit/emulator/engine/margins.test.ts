// Whom the exchange takes when an account's margin is exhausted: the cross positions of that asset, and no isolated one.
import { describe, expect, it } from "vitest";
import type { Seed } from "../../../../src/emulator/seed/seed.js";
import { harness, PLAIN_BOT } from "../harness.js";

const SEED: Seed = {
  accounts: [
    {
      ...{ name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", balance: { USDT: "200" } },
      accesses: [{ accessId: 101, title: "Main" }],
    },
  ],
};
const BIG = { volumeFirstOrder: "640", leverage: 10 };

function deals(...bots: Readonly<Record<string, string | number>>[]) {
  const h = harness({ liquidatedDeals: "liquidated" }, SEED);
  for (const bot of bots) h.command("start-new-deal", { botId: h.create({ ...PLAIN_BOT, ...bot }) });
  const pairs = (path: "active-deals" | "deals-history") =>
    h
      .deals(path)
      .map(({ pairTitle, status }) => `${pairTitle} ${status}`)
      .toSorted();
  expect(pairs("active-deals")).toHaveLength(bots.length);
  return { h, running: () => pairs("active-deals"), ended: () => pairs("deals-history") };
}

describe("an account without margin left", () => {
  it("loses its cross positions, whatever their pair, and keeps its isolated one", () => {
    const { h, running, ended } = deals(
      { ...BIG, title: "A", pairTitle: "USDT-BTC" },
      { title: "B", pairTitle: "USDT-ETH" },
      { title: "C", pairTitle: "USDT-SOL", marginMode: "ISO" },
    );
    h.tell("price", { pair: "USDT-BTC", price: "44000" });
    expect(running()).toEqual(["USDT-SOL ACTIVE"]);
    expect(ended()).toEqual(["USDT-BTC LIQUIDATED", "USDT-ETH LIQUIDATED"]);
  });

  it("counts a position of exactly one unit", () => {
    const { h, running } = deals({ title: "A", pairTitle: "USDT-ETH", volumeFirstOrder: "3200", leverage: 20 });
    expect(h.deals("active-deals")[0].position.amount).toBe("1");
    h.tell("price", { pair: "USDT-ETH", price: "2900" });
    expect(running()).toEqual([]);
  });

  it("loses none while it can bear the loss", () => {
    const { h, running } = deals(
      { ...BIG, title: "A", pairTitle: "USDT-BTC" },
      { title: "C", pairTitle: "USDT-SOL", marginMode: "ISO" },
    );
    h.tell("price", { pair: "USDT-BTC", price: "50000" });
    expect(running()).toEqual(["USDT-BTC ACTIVE", "USDT-SOL ACTIVE"]);
  });
});
