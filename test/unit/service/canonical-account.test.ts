// Account information in canonical form: every name of the interface with its own figure, and what isn't known as null.
import { expect, it } from "vitest";
import { ASSET_AMOUNTS, POSITION_AMOUNTS, TOTALS } from "../../../src/model/bot/account.js";
import { observedAccount } from "../../../src/service/canonical-account.js";

/** A figure of its own for each name, so that none can stand in for another. */
function figures<Name extends string>(names: readonly Name[], from: number, text = (index: number) => `${index}.50`) {
  return Object.fromEntries(names.map((name, index) => [name, text(from + index)])) as Record<Name, string>;
}
const plain = (index: number) => `${index}.5`;

const ASSET = { asset: "USDT", marginAvailable: true, updateTime: 0, ...figures(ASSET_AMOUNTS, 100) };
const POSITION = {
  ...{ positionSide: "SHORT", symbol: "BTCUSDT", ourSymbol: "USDT-BTC", marginType: "isolated" },
  ...figures(POSITION_AMOUNTS, 200),
};

it("shows every figure under its name, as a canonical decimal, in the service's order", () => {
  const later = { ...ASSET, asset: "BNB", marginAvailable: false, updateTime: 1_700_000_000_000 };
  const positions = { "USDT-BTC_SELL": POSITION, "USDT-ETH_BUY": { ...POSITION, ourSymbol: "USDT-ETH" } };
  expect(observedAccount({ ...figures(TOTALS, 1), leverage: 20, assets: [ASSET, later], positions })).toEqual({
    ...{ ...figures(TOTALS, 1, plain), leverage: "20" },
    assets: [
      { asset: "USDT", marginAvailable: true, updateTime: null, ...figures(ASSET_AMOUNTS, 100, plain) },
      { asset: "BNB", marginAvailable: false, updateTime: 1_700_000_000_000, ...figures(ASSET_AMOUNTS, 100, plain) },
    ],
    positions: [
      { ...POSITION, key: "USDT-BTC_SELL", ...figures(POSITION_AMOUNTS, 200, plain) },
      { ...POSITION, key: "USDT-ETH_BUY", ourSymbol: "USDT-ETH", ...figures(POSITION_AMOUNTS, 200, plain) },
    ],
  });
});

it.each([null, true, "", "many"])("a leverage of %j isn't known", (leverage) => {
  const { leverage: shown, ...rest } = observedAccount({ ...figures(TOTALS, 1), leverage, assets: [], positions: {} });
  expect([shown, rest]).toEqual([null, { ...figures(TOTALS, 1, plain), assets: [], positions: [] }]);
});
