// Rule 21: a saved plan turns a bot on once, whatever folder it is applied from: the bot's log tells that it has been on since.
import { describe, expect, it } from "vitest";
import { movedOn, withLogs } from "../../src/reconcile/plan/single-use.js";
import { createClient } from "../../src/service/client.js";
import { addByHand, carryOut, fleet, start } from "./scene.js";

/** The plan to turn bot 2000 on, as it is saved, and what reads logs. */
async function saved(quirks: { readonly logSize?: number } = {}) {
  const way = await start({ quirks });
  addByHand(way, { title: "a", id: 2000 });
  const opener = { apiUrl: way.emulator.url, apiKey: "key", apiSecret: "secret" };
  const client = createClient({ ...opener, allow: "read", now: way.clock.now, sleep: (ms) => way.clock.sleep(ms) });
  const readLog = (botId: number) => client.botLogs(botId, 10);
  const plan = await withLogs(await way.plan(fleet("a")), readLog);
  return { way, plan, readLog, close: () => client.close() };
}

describe("rule 21: a saved plan that turns a bot on", () => {
  it.each([{ logSize: 0 }, { logSize: 1 }])("is stale once the bot has been on, with $logSize", async (quirks) => {
    const { way, plan, readLog, close } = await saved(quirks);
    expect(await movedOn(plan, readLog)).toEqual([]);
    await carryOut(way, plan);
    way.emulator.service.editBot(2000, { enabled: false });
    expect(await movedOn(plan, readLog)).toMatchObject([{ code: "apply/stale", address: "main/a" }]);
    await close();
  });

  it("is stale if the log shows none of its entries any more", async () => {
    const { plan, close } = await saved();
    expect(await movedOn(plan, async () => [])).toHaveLength(1);
    await close();
  });
});
