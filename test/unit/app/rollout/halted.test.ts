// Emergency stops and tripped breakers end what a roll-out does by itself: a person says that it may go on.
import { expect, it } from "vitest";
import { breakerLedgerOf } from "../../../../src/app/ledger/ledger.js";
import { unreadAccount } from "../../../../src/app/rollout/figures.js";
import { readGates } from "../../../../src/policy/rollout-gates.js";
import { workplace } from "../../../commands/workplace.js";
import { HOUR_MS, rolloutStage, yamlOf } from "./stage.js";

const at = workplace();
const enabled = () => at.emulator.service.bots().map((bot) => bot.enabled);
const breakers = (on: Awaited<ReturnType<typeof rolloutStage>>, account: string) =>
  breakerLedgerOf({ folder: on.options.journal }, account);
const TRIP = [{ breaker: "margin", why: "4 % of the wallet is margin, of 3 %" }];

it("turns on no bot that an emergency stop has covered since the review", async () => {
  const on = await rolloutStage(at, yamlOf(7).replace("enabled: false", "enabled: true"));
  await on.start();
  await on.drive();
  expect(enabled()).toEqual([true, false, false]);
  await on.ledger("a1").stop();
  on.later(2 * HOUR_MS);
  await on.drive();
  expect(on.told.at(-1)).toMatch(/^paused first bots of a1 were turned off at \d\d:\d\d UTC, since it was reviewed/);
  expect([on.leverages(), enabled()]).toEqual([
    [7, 5, 5],
    [true, false, false],
  ]);
  await on.decide("resume", "calm again");
  await on.drive();
  await on.watch(2 * HOUR_MS);
  expect([on.told.at(-1), enabled()]).toEqual(["done rest", [true, true, true]]);
});

it("sends nothing where bots were turned off while its wave was about to begin", async () => {
  const on = await rolloutStage(at);
  await on.start();
  await on.ledger("a0").stop({ ids: [99], addresses: [] });
  await on.drive();
  expect(on.told.at(-1)).toContain("paused first bots of a0 were turned off");
  expect(at.emulator.service.writes).toEqual([]);
});

it("fails a wave on whose accounts a breaker trips, whatever its gates are, until a person overrules it", async () => {
  const on = await rolloutStage(at);
  await on.start();
  await on.drive();
  await breakers(on, "a0").trip(TRIP, []);
  on.later(HOUR_MS);
  await on.drive();
  const why = "a0: the breaker margin has tripped: 4 % of the wallet is margin, of 3 %";
  expect(on.told.slice(2)).toEqual([`failed first ${why}`, `paused first ${why}`]);
  expect((await on.shown()).waves[0]?.gates.at(-1)).toEqual({ gate: "breakers", state: "failed", text: why });
  await on.decide("resume");
  await on.drive();
  expect([on.told.at(-1), on.leverages()]).toEqual([`paused first ${why}`, [7, 5, 5]]);
  await breakers(on, "a0").arm(["margin"], "seen", new Map());
  await on.decide("promote");
  await on.drive();
  expect([on.told.at(-1), on.leverages()]).toEqual(["done rest", [7, 7, 7]]);
});

it("pauses before a wave that has an account with a tripped breaker", async () => {
  const on = await rolloutStage(at);
  await on.start();
  await on.drive();
  await breakers(on, "a2").trip(TRIP, ["a2/dip"]);
  await on.watch(2 * HOUR_MS);
  expect(on.told.at(-1)).toBe(
    "paused rest a2: a breaker has tripped (margin); botform breaker arm margin --reason TEXT arms it",
  );
  expect(on.leverages()).toEqual([7, 5, 5]);
});

it("knows nothing of an account that nobody has read", () => {
  const gates = { drift: true, loss: "5", marginUsed: "60", endedDeals: 1 };
  const readings = readGates(gates, [unreadAccount("a0", "it wasn't chosen")], 0);
  expect(readings.map(({ state }) => state)).toEqual(["unknown", "unknown", "unknown", "unknown"]);
});
