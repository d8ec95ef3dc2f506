// Which undeclared settings a new bot's position rests on, and how far it goes.
import { expect, it } from "vitest";
import type { SomeFields } from "../../../src/model/bot/field.js";
import { assumptionsOf } from "../../../src/risk/assumptions.js";
import { leftOpen } from "../../../src/risk/left-open.js";
import { NO_MARKET_DATA } from "../../../src/risk/market-data.js";

const FIELDS: SomeFields = {
  ...{ pairTitle: "USDT-BTC", strategy: "LONG", leverage: "2", marginMode: "ISO" },
  ...{ percentTakeProfit: "1", percentSafetyOrder: "1", volumeFirstOrder: "20" },
};
const [VOLUME, COUNT] = ["volumeSafetyOrder", "countOrderMax"] as const;

it.each<[string, SomeFields, ReturnType<typeof assumptionsOf>["volumeBase"], readonly string[], string | null]>([
  ["nothing of the grid", {}, "first", [VOLUME, COUNT], null],
  ["no safety orders, in so many words", { countOrderMax: null }, "first", [], null],
  ["number and volume", { countOrderMax: "4", volumeSafetyOrder: "10" }, "first", [], null],
  ["a volume alone", { volumeSafetyOrder: "10" }, "first", [COUNT], "520"],
  ["a number alone", { countOrderMax: "4" }, "first", [VOLUME], null],
  ["volumes that grow from the first one", { countOrderMax: "2", martingaleScale: "1.5" }, "first", [], null],
  [
    "the same where they grow from the second",
    { countOrderMax: "2", martingaleScale: "1.5" },
    "safety",
    [VOLUME],
    null,
  ],
  ["safety orders without a volume", { volumeSafetyOrder: null }, "first", [], null],
  ["settings without figures", { leverage: "x", volumeSafetyOrder: "10" }, "first", [COUNT], null],
])("a new bot that declares %s", (_what, stated, volumeBase, fields, most) => {
  const found = leftOpen({ ...FIELDS, ...stated }, true, NO_MARKET_DATA, assumptionsOf({ volumeBase }));
  expect([found?.fields ?? [], found?.most?.position ?? null]).toEqual([fields, most]);
});
