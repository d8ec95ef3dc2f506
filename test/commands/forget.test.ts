// botform forget: a deleted bot is asked for no more; one that is still there isn't forgotten.
import { expect, it } from "vitest";
import { ledgerOf } from "../../src/app/ledger/ledger.js";
import { botform } from "../support/command.js";
import { QUICK, workplace } from "./workplace.js";

const at = workplace();

it("forgets a bot that is gone, and refuses one that is there", async () => {
  const env = await at.started();
  const journal = at.fresh("journal");
  const run = (...args: readonly string[]) =>
    botform([...args, "-c", QUICK, "--journal", journal, "--format", "json"], { env });
  await run("apply", "--yes");
  const [first] = at.emulator.service.bots().map(({ id }) => id);
  const ledger = ledgerOf({ folder: journal }, "demo", { apiUrl: at.emulator.url });
  await ledger.saw([{ id: 987654, accessId: null, title: "Deleted", address: undefined }]);
  expect((await run("plan")).out).toContain("botform forget 987654");
  const refused = await run("forget", String(first), "987654");
  expect([refused.exitCode, refused.out]).toEqual([3, expect.stringContaining(`still shows #${first}`)]);
  expect((await ledger.recall()).bots.has(987654)).toBe(true);
  const done = await run("forget", "987654", "987655");
  expect([done.exitCode, JSON.parse(done.out)]).toMatchObject([0, { forgotten: [987654], unknown: [987655] }]);
  expect((await ledger.recall()).bots.has(987654)).toBe(false);
  expect((await run("plan")).out).not.toContain("987654");
});
