// What the exchange does to a deal whose bot has let go of it.
import { expect, it } from "vitest";
import { Deals } from "../../../../src/emulator/engine/deals.js";
import { Margins } from "../../../../src/emulator/engine/margins.js";
import { Prices } from "../../../../src/emulator/engine/prices.js";
import { completeQuirks } from "../../../../src/emulator/quirks/quirk-text.js";
import { DEFAULT_SEED, marketRules } from "../../../../src/emulator/seed/seed.js";
import type { DealRecord } from "../../../../src/emulator/store/records.js";
import { Store } from "../../../../src/emulator/store/store.js";
import { harness } from "../harness.js";

const shown = ({ status, market }: DealRecord) => [status, market.status, market.amount, market.exit?.reason];

it("a position that a cancelled deal has left behind is liquidated, and the deal stays cancelled", () => {
  const h = harness();
  h.command("start-new-deal", { botId: h.create() });
  h.command("cancel-deal", { dealId: h.deals()[0].id });
  const [cancelled] = h.service.deals();
  if (cancelled === undefined) throw new Error("no deal");
  expect(shown(cancelled)).toEqual(["CANCELED", "ENDED", "0.001", "cancelled"]);

  const quirks = completeQuirks({});
  const store = new Store(DEFAULT_SEED);
  const prices = new Prices(new Map());
  prices.set("USDT-BTC", "44000");
  const parts = { store, prices, quirks, rules: marketRules(DEFAULT_SEED, quirks), plan: () => {} };
  new Deals({ ...parts, margins: new Margins(parts), ended: () => {} }).liquidate(cancelled, h.clock.now());
  const after = store.deals.get(cancelled.id);
  expect(after && shown(after)).toEqual(["CANCELED", "ENDED", "0", "liquidated"]);
  expect(after?.market.exit).toMatchObject({ price: "44000", amount: "0.001", cost: "64", profit: "-20" });
});
