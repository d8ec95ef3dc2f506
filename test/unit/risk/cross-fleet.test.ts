// Cross bots share a wallet: whether it covers all of them at their last orders, each side alone, and from which move on it doesn't.
import { describe, expect, it } from "vitest";
import type { SomeFields } from "../../../src/model/bot/field.js";
import { isKnown } from "../../../src/model/risk/risk.js";
import { accountRisk, type Countable } from "../../../src/risk/account-risk.js";
import { assumptionsOf } from "../../../src/risk/assumptions.js";
import { botRisk } from "../../../src/risk/bot-risk.js";
import { besideOthers } from "../../../src/risk/cross-fleet.js";
import { NO_MARKET_DATA } from "../../../src/risk/market-data.js";

/** At its last order, 10 % away: a LONG has lost 10 and needs 1.9, a SHORT has lost 10 and needs 2.1. */
const GRID: SomeFields = {
  ...{ pairTitle: "USDT-BTC", strategy: "LONG", leverage: "2", marginMode: "CROSS", percentTakeProfit: "1" },
  ...{ percentSafetyOrder: "10", volumeFirstOrder: "100", volumeSafetyOrder: "100", countOrderMax: "1" },
};
const bot = (fields: SomeFields = {}, on = true) => ({ fields: { ...GRID, ...fields }, on });
const eth = (fields: SomeFields = {}) => bot({ pairTitle: "USDT-ETH", ...fields });
const ASSUMED = assumptionsOf({ maintenance: "0.01" });

function totalsOf(bots: readonly Countable[], wallet?: string) {
  const funds = wallet === undefined ? undefined : new Map([["USDT", { wallet, free: wallet }]]);
  return accountRisk(bots, { ...NO_MARKET_DATA, funds }, ASSUMED);
}

const atDepth = (bots: readonly Countable[], wallet?: string) =>
  totalsOf(bots, wallet).quotes.find(({ quote }) => quote === "USDT")?.crossAtDepth;

// Of n first orders of 100 a fall of m takes 100·n·m, and leaves n·(1 − m) of maintenance; at −10 % the second orders fill.
describe("cross bots at their last orders", () => {
  it.each([
    ["outlive them with what is a bit more than their losses and maintenance", "23.81", "0.01", null],
    ["don't where nothing is left", "23.8", "0", "-0.1"],
    ["end on the way there where less is", "15", "-8.8", "-0.066"],
    ["end at the first move where the wallet is empty", "0", "-23.8", "-0.001"],
  ])("%s", (_, wallet, room, endsAt) => {
    expect(atDepth([bot(), eth()], wallet)).toEqual({ bots: 2, room, endsAt });
  });

  it.each([
    ["LONGs alone", [bot(), eth(), bot({ strategy: "SHORT" })], "20", { room: "-4", endsAt: "-0.091" }],
    [
      "SHORTs alone",
      [bot({ strategy: "SHORT" }), eth({ strategy: "SHORT" }), bot()],
      "20",
      { room: "-4.2", endsAt: "0.09" },
    ],
    ["a LONG and a SHORT of two pairs", [bot(), eth({ strategy: "SHORT" })], "15", { room: "-9", endsAt: null }],
    [
      "a LONG and a SHORT of one pair, of which one can be there",
      [bot(), bot({ strategy: "SHORT" })],
      "15",
      { room: "2.9", endsAt: null },
    ],
    [
      "what an isolated one holds, too",
      [bot(), eth(), bot({ marginMode: "ISO" })],
      "120",
      { room: "-3.8", endsAt: "-0.1" },
    ],
    [
      "one that holds its margin only until it closes in profit",
      [bot(), eth(), bot({ strategy: "SHORT", pairTitle: "USDT-SOL", marginMode: "ISO" })],
      "51",
      { room: "-72.8", endsAt: "-0.001" },
    ],
  ])("%s", (_, bots, wallet, expected) => {
    expect(atDepth(bots, wallet)).toMatchObject(expected);
  });

  it.each([
    ["on the same pair", { marginMode: "ISO", pairTitle: "USDT-ETH" }, "-96.9"],
    ["on the pair that it left", { marginMode: "ISO" }, "-108.8"],
    ["of another asset", { marginMode: "ISO", pairTitle: "BUSD-BTC" }, "-8.8"],
  ])("are two where one still runs an isolated deal %s", (_, deal, room) => {
    const running = [{ ...GRID, ...deal }];
    expect(atDepth([bot(), { ...eth(), running }], "15")).toMatchObject({ bots: 2, room });
  });

  it("count only where there are two that are on, and need the balance", () => {
    expect(atDepth([bot(), bot({}, false), bot({ marginMode: "ISO" })], "5")).toBeUndefined();
    expect(atDepth([bot(), eth()])).toBeNull();
  });
});

describe("a bot beside the others", () => {
  const alone = (fields: SomeFields = {}, on = true) =>
    botRisk(
      { ...GRID, ...fields },
      on,
      { ...NO_MARKET_DATA, funds: new Map([["USDT", { wallet: "15", free: "15" }]]) },
      ASSUMED,
    );
  const togetherOf = (risk: ReturnType<typeof alone>, wallet = "15") => {
    const found = besideOthers(risk, totalsOf([bot(), eth(), eth()], wallet));
    return isKnown(found) && found.liquidation.kind === "outside" ? found.liquidation.together : found;
  };

  it("is liquidated with them though not alone", () => {
    expect(togetherOf(alone())).toEqual({ others: 2, move: "-0.041" });
  });

  it.each([
    ["they outlive their grids", alone(), "36"],
    ["it is isolated", alone({ marginMode: "ISO" }), "15"],
    ["it is off", alone({}, false), "15"],
    ["nothing is known of it", alone({ leverage: null }), "15"],
    ["it trades another asset", alone({ pairTitle: "BUSD-BTC" }), "15"],
  ])("says nothing of them where %s", (_, risk, wallet) => {
    expect(besideOthers(risk, totalsOf([bot(), eth(), eth()], wallet))).toBe(risk);
  });
});
