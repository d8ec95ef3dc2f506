// Accesses, balances, positions and pairs as text.

import { type AccountInformation, type Amount, TOTALS } from "../../model/bot/account.js";
import type { AccessFacts, AccountFacts, PairFacts } from "../../model/bot/live-facts.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";
import { type Cell, table } from "./table.js";

export function accessesText({ account, accesses }: AccessFacts, colour: Paint): string {
  if (accesses.length === 0) return `The account ${clean(account)} has no accesses.\n`;
  const columns = [{ head: "ID", align: "right" }, { head: "TITLE" }, { head: "EXCHANGE" }, { head: "ALIAS" }] as const;
  const rows = accesses.map(({ access, aliases }) => [
    String(access.id),
    access.title,
    access.exchange,
    aliases.join(", ") || "-",
  ]);
  return table(columns, rows, colour.bold);
}

const NAMES: Readonly<Record<(typeof TOTALS)[number], string>> = {
  totalWalletBalance: "wallet balance",
  totalUnrealizedProfit: "unrealised profit",
  totalMarginBalance: "margin balance",
  totalInitialMargin: "initial margin",
  totalMaintMargin: "maintenance margin",
  totalPositionMargin: "margin of positions",
  totalOpenOrderMargin: "margin of orders",
  totalFreeBalance: "free balance",
};

const ASSETS = [
  { head: "ASSET" },
  { head: "WALLET", align: "right" },
  { head: "UNREALISED", align: "right" },
  { head: "MARGIN BALANCE", align: "right" },
  { head: "INITIAL", align: "right" },
  { head: "MAINTENANCE", align: "right" },
  { head: "AVAILABLE", align: "right" },
] as const;

const POSITIONS = [
  { head: "PAIR" },
  { head: "SIDE" },
  { head: "AMOUNT", align: "right" },
  { head: "ENTRY", align: "right" },
  { head: "MARK", align: "right" },
  { head: "UNREALISED", align: "right" },
  { head: "LIQUIDATION", align: "right" },
  { head: "LEVERAGE", align: "right" },
  { head: "MARGIN", align: "right" },
  { head: "MODE" },
] as const;

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
    plain(asset.walletBalance),
    signed(asset.unrealizedProfit, colour),
    plain(asset.marginBalance),
    plain(asset.initialMargin),
    plain(asset.maintMargin),
    plain(asset.availableBalance),
  ]);
  return table(ASSETS, rows, colour.bold);
}

function positionsText({ positions }: AccountInformation, colour: Paint): string {
  if (positions.length === 0) return "No positions.\n";
  const rows = positions.map((position): Cell[] => [
    position.ourSymbol,
    position.positionSide,
    plain(position.amount),
    plain(position.entryPrice),
    plain(position.markPrice),
    signed(position.unRealizedProfit, colour),
    plain(position.liquidationPrice),
    plain(position.leverage),
    plain(position.positionMargin),
    position.marginType,
  ]);
  return table(POSITIONS, rows, colour.bold);
}

/** One a line, for grep and its kin. */
export function pairsText({ pairs }: PairFacts): string {
  return pairs.map((pair) => `${clean(pair)}\n`).join("");
}

function plain(amount: Amount): string {
  return amount ?? "?";
}

function signed(amount: Amount, colour: Paint): Cell {
  if (amount === null) return "?";
  if (amount === "0") return amount;
  return { text: amount, paint: amount.startsWith("-") ? colour.bad : colour.good };
}
