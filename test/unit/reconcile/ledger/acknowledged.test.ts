// Acknowledged drift in the ledger: of the account alone, until it is withdrawn or has ended, and never from a ledger of which lines are lost.
import { describe, expect, it } from "vitest";
import { accountAcknowledged } from "../../../../src/reconcile/ledger/acknowledged.js";
import { folderLedger } from "../../../../src/reconcile/ledger/ledger.js";
import { Shelf } from "../recorded.js";

const ONE = {
  ...{ address: "main/a", botId: 1, name: "leverage", live: "8" as string | boolean | null },
  ...{ reason: "by hand", until: "2026-12-24" },
};
const SWITCH = { ...ONE, name: "enabled", live: false };
const OF_DEAL = { ...ONE, name: "percentTakeProfit", dealId: 70, live: null };

function stage() {
  const shelf = new Shelf();
  let now = 1_000;
  const clock = { now: () => now++, elapsed: () => 0, sleep: async () => {} };
  const ledger = (account = "main", key?: string) => folderLedger(shelf, clock, { account, origin: "https://a", key });
  const own = (account = "main") => accountAcknowledged(shelf, clock, { account });
  return { shelf, clock, ledger, own };
}

describe("the acknowledged drift of an account", () => {
  it("is read as it was set, remembered with all else, and by no other account", async () => {
    const { ledger, own } = stage();
    expect([await own().read(), (await ledger().recall()).acknowledged]).toEqual([[], undefined]);
    await own().set([ONE, SWITCH, OF_DEAL]);
    const all = [ONE, SWITCH, OF_DEAL].map((one) => expect.objectContaining(one));
    expect([await own().read(), await ledger().acknowledged()]).toEqual([all, all]);
    expect((await ledger().recall()).acknowledged).toEqual(all);
    expect(await own("copy").read()).toEqual([]);
    // Nothing is learnt of a bot by it.
    expect((await ledger().recall()).bots.size).toBe(0);
  });

  it("gets a new value, reason and end, and ends by setting, of a deal by itself", async () => {
    const { ledger, own } = stage();
    await own().set([ONE, { ...OF_DEAL, dealId: 71 }, OF_DEAL]);
    await own().set([{ ...ONE, live: "9", reason: "anew" }]);
    expect((await own().read()).find(({ name }) => name === "leverage")).toMatchObject({ live: "9", reason: "anew" });
    await ledger().endAcknowledged([OF_DEAL, { botId: 2, name: "leverage" }]);
    expect((await own().read()).map(({ name, dealId }) => [name, dealId])).toEqual([
      ["leverage", undefined],
      ["percentTakeProfit", 71],
    ]);
    await own().end([ONE]);
    expect(await own().read()).toHaveLength(1);
    await own().end([]);
  });

  it("follows the account to another name, and ends there", async () => {
    const { shelf, clock, ledger } = stage();
    const place = { account: "main", origin: "https://a", key: "k" };
    await accountAcknowledged(shelf, clock, place).set([ONE]);
    expect((await ledger("new", "k").recall()).acknowledged).toMatchObject([{ address: "new/a", botId: 1 }]);
    await ledger("new", "k").endAcknowledged([ONE]);
    expect(await ledger("new", "k").acknowledged()).toEqual([]);
  });

  it("silences nothing where a line is lost: it may have been withdrawn there", async () => {
    const { shelf, ledger, own } = stage();
    await own().set([ONE]);
    await own().end([ONE]);
    for (const [name, text] of shelf.files)
      shelf.files.set(name, text.replace('"type":"unacknowledged"', '"type":"unacknowledgeb"'));
    expect(await own().read()).toHaveLength(1);
    const { damaged, acknowledged } = await ledger().recall();
    expect([damaged, acknowledged]).toEqual([expect.stringContaining("isn't as botform wrote it"), undefined]);
    expect(await own().damage()).toBe(damaged);
  });
});
