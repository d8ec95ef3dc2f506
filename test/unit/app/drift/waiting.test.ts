// While a roll-out is under way, bots that it has yet to bring aren't drift; what somebody has changed by hand is, whatever they wait for.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { drift } from "../../../../src/app/drift/drift.js";
import { waitingApart } from "../../../../src/app/drift/waiting.js";
import type { AccountDrift } from "../../../../src/model/bot/drift.js";
import type { Plan } from "../../../../src/model/plan/plan.js";
import { digestsOf } from "../../../../src/reconcile/rollout/reviewed.js";
import { workplace } from "../../../commands/workplace.js";
import { rolloutStage, WAVES, yamlOf } from "../rollout/stage.js";

const at = workplace();

const BRINGS = "the wave rest brings it";
/** A bot more than the service has. */
const ANOTHER = `  new: { title: New, access: primary, pairTitle: USDT-BTC, strategy: LONG, leverage: 3, marginMode: CROSS, enabled: false,
    typeTakeProfit: LIMIT, typeFirstOrder: MARKET, percentTakeProfit: 1.2, percentSafetyOrder: 1.5, volumeFirstOrder: 40 }\n`;

async function stage(yaml = yamlOf(7)) {
  const fleet = await rolloutStage(at, yaml);
  return {
    ...fleet,
    async found() {
      const { results } = await drift(fleet.host, fleet.options);
      return results.map(({ account, exitCode, drift: one }) => ({
        ...{ account, exitCode },
        drifted: one?.drifted.map(({ address }) => address),
        missing: one?.missing.map(({ address }) => address),
        waiting: one?.waiting?.map(({ address, botId, why }) => `${address} ${botId}: ${why}`) ?? [],
      }));
    },
  };
}

const inStep = (account: string) => ({ account, exitCode: 0, drifted: [], missing: [], waiting: [] });
const drifted = (account: string) => ({ ...inStep(account), exitCode: 2, drifted: [`${account}/dip`] });
const waits = (account: string, botId: number) => ({
  ...inStep(account),
  waiting: [`${account}/dip ${botId}: ${BRINGS}`],
});

it("reports bots of later waves as drift before the roll-out, as waiting while it is under way, and none afterwards", async () => {
  const fleet = await stage();
  expect(await fleet.found()).toEqual([drifted("a0"), drifted("a1"), drifted("a2")]);
  await fleet.start();
  await fleet.look();
  expect(await fleet.found()).toEqual([inStep("a0"), waits("a1", 2), waits("a2", 3)]);
  expect(fleet.news.filter((one) => one.startsWith("a1") || one.startsWith("a2"))).toEqual([]);
  await fleet.decide("promote");
  await fleet.look();
  expect(await fleet.found()).toEqual([inStep("a0"), inStep("a1"), inStep("a2")]);
  expect(fleet.news.filter((one) => one.includes("opened"))).toEqual([]);
});

it("says of a bot that isn't there yet that its wave makes it", async () => {
  const fleet = await stage(yamlOf(5, WAVES, "", ANOTHER));
  await fleet.start();
  await fleet.look();
  const found = await fleet.found();
  expect(found.slice(1)).toEqual([
    { ...inStep("a1"), waiting: [`a1/new null: ${BRINGS}`] },
    { ...inStep("a2"), waiting: [`a2/new null: ${BRINGS}`] },
  ]);
});

it("counts what somebody has changed by hand on a bot that waits", async () => {
  const fleet = await stage();
  await fleet.start();
  await fleet.look();
  at.emulator.service.editBot(2, { leverage: 9 });
  at.emulator.service.editBot(3, { enabled: true });
  expect((await fleet.found()).slice(1)).toEqual([drifted("a1"), drifted("a2")]);
});

it("counts what was changed by hand on a bot that the roll-out has brought", async () => {
  const fleet = await stage();
  await fleet.start();
  await fleet.look();
  at.emulator.service.editBot(1, { leverage: 5 });
  expect((await fleet.found())[0]).toEqual(drifted("a0"));
});

it("counts bots of which the files ask for something else since, and all once the roll-out was ended", async () => {
  const fleet = await stage();
  await fleet.start();
  await fleet.look();
  fleet.rewrite(yamlOf(8));
  expect((await fleet.found()).slice(1)).toEqual([drifted("a1"), drifted("a2")]);
  fleet.rewrite(yamlOf(7));
  expect((await fleet.found()).slice(1)).toEqual([waits("a1", 2), waits("a2", 3)]);
  await fleet.decide("abort", "not today");
  await fleet.look();
  expect((await fleet.found()).slice(1)).toEqual([drifted("a1"), drifted("a2")]);
});

it("says of a roll-out that is paused that a wave brings it once it goes on", async () => {
  const fleet = await stage();
  await fleet.start();
  await fleet.look();
  await fleet.decide("pause", "wild market");
  await fleet.look();
  expect((await fleet.found())[1]?.waiting).toEqual([`a1/dip 2: ${BRINGS}, once the roll-out goes on`]);
});

it("reports all that differs where the roll-outs can't be read, and says why", async () => {
  const fleet = await stage();
  await fleet.start();
  await fleet.look();
  appendFileSync(join(fleet.options.journal, "rollouts.lines"), "\n{ damaged\n{}\n");
  expect((await fleet.found()).slice(1)).toEqual([drifted("a1"), drifted("a2")]);
  expect(fleet.said.at(-1)).toMatch(
    /^the roll-outs can't be read \(.*\), so what waits for a wave is reported as drift, too$/,
  );
});

it.each([
  { before: "1.2", isDrift: false, because: "it has what its bot had" },
  { before: "99", isDrift: true, because: "somebody has given it another" },
])("a running deal of a bot that waits is drift: $isDrift, since $because", ({ before, isDrift }) => {
  const bot = { address: "a1/dip", title: "Dip", botId: 2 };
  const common = { address: bot.address, reason: "", warnings: [] };
  const steps: Plan["steps"] = [
    { ...common, action: "update", changes: [{ field: "percentTakeProfit", before: "1.2", after: "1.5" }] },
    { ...common, action: "take-profit", changes: [], deal: { id: 7, takeProfit: { before, after: "1.5" } } },
  ];
  const plan = { steps, bots: { [bot.address]: { observed: { fields: { percentTakeProfit: "1.2" } } } } };
  const drift = { drifted: [bot], missing: [] };
  const waits = new Map([[bot.address, { why: BRINGS, reviewed: new Set(digestsOf({ steps: steps.slice(0, 1) })) }]]);
  const apart = waitingApart(drift as unknown as AccountDrift, plan as unknown as Plan, waits);
  expect([apart.drifted.length, apart.waiting?.length ?? 0]).toEqual(isDrift ? [1, 0] : [0, 1]);
});
