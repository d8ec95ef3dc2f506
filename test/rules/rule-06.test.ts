// Rule 6: after a create or update the bot is read back by id and every field that was asked for is compared.
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../src/model/bot/bot.js";
import { FIELD_NAMES, type SomeFields } from "../../src/model/bot/field.js";
import type { Road } from "../support/road.js";
import { desired, desiredBot } from "../unit/reconcile/fleet.js";
import { type Bent, carryOut, fleet, idle, kinds, sent, start } from "./scene.js";

/** Details that show other values once something was written; the list shows the true ones. */
function altered(way: Road, fields: SomeFields): Bent {
  let written = false;
  return {
    writer: {
      create(...given) {
        written = true;
        return way.writer.create(...given);
      },
      update(...given) {
        written = true;
        return way.writer.update(...given);
      },
    },
    reader: {
      async bot(id): Promise<ObservedBot> {
        const live = await way.reader.bot(id);
        return written ? { ...live, fields: { ...live.fields, ...fields } } : live;
      },
    },
  };
}

/** A value for every field, so that every one of them is asked for. */
const ALL: SomeFields = {
  title: "a",
  pairTitle: "USDT-BTC",
  strategy: "LONG",
  leverage: "5",
  marginMode: "CROSS",
  typeTakeProfit: "LIMIT",
  typeFirstOrder: "MARKET",
  percentTakeProfit: "1.2",
  percentSafetyOrder: "1.5",
  volumeFirstOrder: "20",
  volumeSafetyOrder: "25",
  countOrderMax: "6",
  martingaleScale: "1.2",
  dynamicStepScale: "1.1",
  cycleLimitScale: "3",
  indicatorGroup: "FOMO",
  indicatorName: "fomo",
  indicatorInterval: "5MIN",
  priceLevel: "BOTH",
  priceLevelDown: "10",
  priceLevelUp: "1000000",
};
const OTHERS: SomeFields = Object.fromEntries(FIELD_NAMES.map((field) => [field, "other"]));
const BOTH_VALUES = FIELD_NAMES.map((field) => `${field}: expected ${ALL[field]}, but the service shows other`).join(
  "; ",
);

describe("rule 6: after a create or update every field that was asked for is compared", () => {
  it("a created bot that reads back otherwise has failed, naming both values of each field", async () => {
    const way = await start();
    const plan = await way.plan(desired([desiredBot("a", { enabled: true, fields: ALL })]));
    const report = await carryOut(way, plan, altered(way, OTHERS));
    expect(report.outcomes[0]).toMatchObject({ kind: "failed", rule: 6 });
    expect(report.outcomes[0]?.detail).toContain(BOTH_VALUES);
  });

  it("an updated bot that reads back otherwise has failed, naming both values of each field", async () => {
    const way = await start();
    await way.apply(await way.plan(desired([desiredBot("a", { fields: { ...ALL, leverage: "7" } })])));
    const plan = await way.plan(desired([desiredBot("a", { enabled: true, fields: ALL })]));
    const report = await carryOut(way, plan, altered(way, OTHERS));
    expect(report.outcomes[0]).toMatchObject({ kind: "failed", rule: 6 });
    expect(report.outcomes[0]?.detail).toContain(BOTH_VALUES);
  });

  it.each(["leverage", "priceLevelUp"])("one field is enough for the bot not to be turned on: %s", async (field) => {
    const way = await start();
    const plan = await way.plan(desired([desiredBot("a", { enabled: true, fields: ALL })]));
    const report = await carryOut(way, plan, altered(way, { [field]: "7" }));
    expect(kinds(report)).toEqual(["create main/a failed", "turn-on main/a skipped"]);
    expect(sent(way).turnOns).toBe(0);
  });

  it("a field that was dropped is a difference, too", async () => {
    const way = await start();
    const plan = await way.plan(desired([desiredBot("a", { enabled: true, fields: { martingaleScale: "1.2" } })]));
    const report = await carryOut(way, plan, altered(way, { martingaleScale: null }));
    expect(report.outcomes[0]).toMatchObject({
      kind: "failed",
      detail: expect.stringContaining("martingaleScale: expected 1.2, but the service shows off"),
    });
  });

  it("a bot on another access than asked for has failed, and isn't turned on", async () => {
    const way = await start();
    const bot = async (id: number): Promise<ObservedBot> => ({ ...(await way.reader.bot(id)), accessId: 2 });
    const report = await carryOut(way, await way.plan(fleet("a")), { reader: { bot } });
    expect(kinds(report)).toEqual(["create main/a failed", "turn-on main/a skipped"]);
    expect(report.outcomes[0]?.detail).toContain("access: expected 1, but the service shows 2");
  });

  it("details that show the write a moment later are waited for", async () => {
    const way = await start();
    let readings = 0;
    const bot = async (id: number): Promise<ObservedBot> => {
      const live = await way.reader.bot(id);
      readings += 1;
      return readings < 3 ? { ...live, fields: { ...live.fields, leverage: "1" } } : live;
    };
    const report = await carryOut(way, await way.plan(idle("a")), { reader: { bot } });
    expect(kinds(report)).toEqual(["create main/a applied"]);
  });

  it("an update that alters a field and the switch names both values, too", async () => {
    const way = await start({ quirks: { updateSwitch: "on", rounding: "2" } });
    await way.apply(await way.plan(idle("a")));
    const plan = await way.plan(desired([desiredBot("a", { fields: { percentTakeProfit: "1.255" } })]));
    const report = await way.apply(plan);
    expect(report.outcomes[0]?.detail).toMatch(/percentTakeProfit: expected 1\.255, but the service shows 1\.2/);
  });
});
