// Which bots the ledger forgets: those that the service doesn't show any more, all of them or none.
import { describe, expect, it } from "vitest";
import { forget } from "../../../../src/app/ledger/forget.js";
import { ledgerOf } from "../../../../src/app/ledger/ledger.js";
import { botCalled, workplace } from "../../../commands/workplace.js";
import { listening, refusal } from "../room.js";

const at = workplace();

async function staged(known: readonly number[]) {
  const account = { name: "demo", apiKey: "demo-key", apiSecret: "demo-secret" };
  const accesses = [
    { accessId: 101, title: "Main futures" },
    { accessId: 102, title: "Other futures", exchange: "OTHER_FUTURES" },
  ];
  const bots = [
    { ...botCalled("There"), id: 1 },
    { ...botCalled("Elsewhere"), id: 2, accessId: 102 },
  ];
  const env = await at.started({ seed: { accounts: [{ ...account, accesses, bots }] } });
  const { host, reads } = listening(env);
  const journal = at.fresh("ledger");
  const ledger = ledgerOf({ folder: journal }, "demo", { apiUrl: at.emulator.url });
  await ledger.saw(known.map((id) => ({ id, accessId: 101, title: `Bot ${id}`, address: undefined })));
  const forgets = (...ids: string[]) => forget(host, { ids, account: "demo", journal, concurrency: 4 });
  const left = async () => [...(await ledger.recall()).bots.keys()];
  return { host, forgets, left, reads };
}

describe("forgotten are", () => {
  it("known bots that aren't there, each once; what isn't known is said", async () => {
    const { forgets, left, reads } = await staged([7, 8, 9]);
    expect(await forgets("7", "#9", "7", "12")).toEqual({ account: "demo", forgotten: [7, 9], unknown: [12] });
    expect([await left(), reads]).toEqual([[8], ["demo"]]);
  });

  it.each([
    ["1", "#1"],
    ["2", "#2"],
    ["#2", "#2"],
  ])("none where %s is still there, on whatever exchange", async (id, shown) => {
    const { forgets, left } = await staged([1, 2, 7]);
    expect(await refusal(() => forgets("7", id))).toEqual([
      `the service still shows ${shown}; nothing was forgotten\nforget is for bots that somebody has deleted on the service. To stop managing one, remove its entry from the configuration: the bot keeps running.`,
      3,
    ]);
    expect(await left()).toEqual([1, 2, 7]);
  });

  it.each(["dip", "demo/dip", "demo/#7"])("none by the name %s", async (name) => {
    const { forgets } = await staged([]);
    expect(await refusal(() => forgets(name))).toEqual([
      `"${name}" isn't a bot's id\nGive the ids that the warning names, such as 1001.`,
      3,
    ]);
  });

  it("none where the ledger can't be read", async () => {
    const { host } = await staged([]);
    const journal = at.written("no folder", "file");
    expect(await refusal(() => forget(host, { ids: ["7"], account: "demo", journal, concurrency: 4 }))).toEqual([
      `the ledger can't be read or written: ${journal} is not a folder`,
      1,
    ]);
  });
});
