// Turns account information into its canonical form: numbers become decimals or null, names and words stay as they are.
import {
  type AccountInformation,
  type AccountPosition,
  type Amount,
  ASSET_AMOUNTS,
  type AssetBalance,
  POSITION_AMOUNTS,
  TOTALS,
} from "../model/bot/account.js";
import { readableDecimal } from "./canonical.js";
import type { WireAccount } from "./wire.js";

export function observedAccount(wire: WireAccount): AccountInformation {
  return {
    ...amounts(wire, TOTALS),
    leverage: readableDecimal(wire.leverage),
    assets: wire.assets.map(assetOf),
    positions: Object.entries(wire.positions).map(([key, position]) => positionOf(key, position)),
  };
}

function assetOf(wire: WireAccount["assets"][number]): AssetBalance {
  const { asset, marginAvailable, updateTime } = wire;
  return {
    asset,
    ...amounts(wire, ASSET_AMOUNTS),
    marginAvailable,
    updateTime: updateTime === 0 ? null : updateTime,
  };
}

function positionOf(key: string, wire: WireAccount["positions"][string]): AccountPosition {
  const { positionSide, symbol, ourSymbol, marginType } = wire;
  return { key, positionSide, symbol, ourSymbol, ...amounts(wire, POSITION_AMOUNTS), marginType };
}

type WireValue = string | number | boolean | null;

function amounts<Name extends string>(
  wire: Readonly<Record<Name, WireValue>>,
  names: readonly Name[],
): Readonly<Record<Name, Amount>> {
  const read = names.map((name) => [name, readableDecimal(wire[name])] as const);
  return Object.fromEntries(read) as Record<Name, Amount>; // complete: every name of the list is passed
}
