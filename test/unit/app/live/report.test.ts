// The report of an account: each bot with its access, its address and its deals, and what only its own deals tie up.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { report } from "../../../../src/app/live/report.js";
import { type RunningEmulator, startEmulator } from "../../../../src/emulator/http/server.js";
import type { Seed } from "../../../../src/emulator/seed/seed.js";
import { botCalled } from "../../../commands/workplace.js";
import { demoEnv } from "../../../support/command.js";
import { folder, listening } from "../room.js";

const at = folder();
const SEED: Seed = {
  accounts: [
    {
      name: "demo",
      apiKey: "demo-key",
      apiSecret: "demo-secret",
      balance: { USDT: "100000" },
      accesses: [
        { accessId: 101, title: "Main futures" },
        { accessId: 102, title: "Other futures" },
      ],
      bots: [
        { ...botCalled("Dip"), id: 1, enabled: true },
        { ...botCalled("Idle"), id: 2 },
        { ...botCalled("Away"), id: 3, accessId: 102, enabled: true, pairTitle: "USDT-ETH" },
      ],
    },
  ],
};
const YAML = `version: 1
accounts:
  demo:
    apiUrl: \${env.BOTFORM_DEMO_API_URL}
    apiKey: \${env.BOTFORM_DEMO_API_KEY}
    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}
    accesses: { primary: Main futures }
bots:
  dip: { title: Dip }
`;

let emulator: RunningEmulator;
beforeAll(async () => {
  emulator = await startEmulator({ seed: SEED, quirks: { commandDelay: 0 } });
});
afterAll(() => emulator.close());

async function shown(options: { readonly config?: string; readonly price?: readonly string[] }) {
  const { host } = listening(demoEnv(emulator.url));
  return report(host, { account: "demo", concurrency: 4, ...options });
}
const lines = ({ bots }: Awaited<ReturnType<typeof shown>>) =>
  bots.map(
    ({ id, title, address, access, on, dealIds }) =>
      `${id} ${title}, ${address}, on ${access}, ${on ? "on" : "off"}, ${dealIds.length} deal`,
  );
const POLICIES = "the configuration's policies: only the rules that always apply were checked";

describe("a report", () => {
  it("has every bot with its address and access, and knows by whose policies it is judged", async () => {
    const found = await shown({ config: at.written(YAML) });
    expect(lines(found)).toEqual([
      "1 Dip, demo/dip, on Main futures, on, 1 deal",
      "2 Idle, null, on null, off, 0 deal",
      "3 Away, null, on Other futures, on, 1 deal",
    ]);
    expect(found.unknown.map(({ what }) => what)).not.toContain(POLICIES);
    expect(found.account).toBe("demo");
  });

  it("without a configuration has no addresses, and says that no policies of one hold", async () => {
    const found = await shown({});
    expect(lines(found)).toEqual([
      "1 Dip, null, on Main futures, on, 1 deal",
      "2 Idle, null, on null, off, 0 deal",
      "3 Away, null, on Other futures, on, 1 deal",
    ]);
    expect(found.unknown.at(-1)).toEqual({
      what: POLICIES,
      needs: "name a configuration without errors with --config",
    });
  });

  it("counts a running deal once, for its own bot", async () => {
    const { totals } = await shown({});
    const [usdt] = totals.quotes;
    expect([totals.quotes.length, usdt?.quote, usdt?.bots, usdt?.position, usdt?.disabled]).toEqual([
      ...[1, "USDT", 2, "340"],
      { bots: 1, position: "170", margin: "34", feeReserve: "0.17" },
    ]);
  });

  it("shows a ladder of each bot", async () => {
    const { bots } = await shown({ price: ["BTCUSDT=50000"] });
    expect(bots.map(({ ladder }) => "grid" in ladder)).toEqual([true, true, true]);
  });
});
