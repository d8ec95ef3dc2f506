// Accesses, balances, positions and pairs as text.

import { type AccountInformation, TOTALS } from "../../model/bot/account.js";
import type { AccessFacts, AccountFacts, PairFacts } from "../../model/bot/live-facts.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";
import { type Cell, columns, signed, table } from "./table.js";

const ACCESSES = columns("ID> | TITLE | EXCHANGE | ALIAS");

export function accessesText({ account, accesses }: AccessFacts, colour: Paint): string {
  if (accesses.length === 0) return `The account ${clean(account)} has no accesses.\n`;
  const rows = accesses.map(({ access, aliases }) => [
    String(access.id),
    access.title,
    access.exchange,
    aliases.join(", ") || "-",
  ]);
  return table(ACCESSES, rows, colour);
}

const NAMES: Readonly<Record<(typeof TOTALS)[number], string>> = {
  totalWalletBalance: "wallet balance",
  totalUnrealizedProfit: "unrealised profit",
  totalMarginBalance: "margin balance",
  totalInitialMargin: "initial margin",
  totalMaintMargin: "maintenance margin",
  totalPositionMargin: "position margin",
  totalOpenOrderMargin: "order margin",
  totalFreeBalance: "free balance",
};

const ASSETS = columns("ASSET | WALLET> | UNREALISED> | MARGIN BALANCE> | INITIAL> | MAINTENANCE> | AVAILABLE>");
const POSITIONS = columns(
  "PAIR | SIDE | AMOUNT> | ENTRY> | MARK> | UNREALISED> | LIQUIDATION> | LEVERAGE> | MARGIN> | MODE",
);

export function accountText({ account, information }: AccountFacts, colour: Paint): string {
  const amounts = TOTALS.map((name) => ({ name: NAMES[name], text: information[name] ?? "?" }));
  const widest = Math.max(...amounts.map(({ text }) => text.length));
  const totals = amounts.map(({ name, text }) => `  ${name.padEnd(19)}  ${text.padStart(widest)}\n`).join("");
  const head = colour.bold(`Account ${clean(account)}`);
  return `${head}\n${totals}\n${assetsText(information, colour)}\n${positionsText(information, colour)}`;
}

function assetsText({ assets }: AccountInformation, colour: Paint): string {
  if (assets.length === 0) return "No assets.\n";
  const rows = assets.map((asset): Cell[] => [
    asset.asset,
    asset.walletBalance,
    signed(asset.unrealizedProfit, colour),
    asset.marginBalance,
    asset.initialMargin,
    asset.maintMargin,
    asset.availableBalance,
  ]);
  return table(ASSETS, rows, colour);
}

function positionsText({ positions }: AccountInformation, colour: Paint): string {
  if (positions.length === 0) return "No positions.\n";
  const rows = positions.map((position): Cell[] => [
    position.ourSymbol,
    position.positionSide,
    position.amount,
    position.entryPrice,
    position.markPrice,
    signed(position.unRealizedProfit, colour),
    position.liquidationPrice,
    position.leverage,
    position.positionMargin,
    position.marginType,
  ]);
  return table(POSITIONS, rows, colour);
}

/** One a line, for grep and its kin. */
export function pairsText({ pairs }: PairFacts): string {
  return pairs.map((pair) => `${clean(pair)}\n`).join("");
}
