// The inputs of figures in money: the account's assumptions and exchange table, its balances and positions, and given prices.

import { lstatSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Desired } from "../../model/bot/desired.js";
import type { Observed } from "../../model/bot/observed.js";
import type { RunningDeal } from "../../model/deal/deal.js";
import type { Plan } from "../../model/plan/plan.js";
import { ServiceError } from "../../model/ports.js";
import type { Assumptions, ExchangeTable, StatedAssumptions } from "../../model/risk/assumptions.js";
import type { Money } from "../../model/risk/risk.js";
import { canonicalDecimal } from "../../model/text/decimal.js";
import type { Origin, Position } from "../../model/text/diagnostic.js";
import { errorCode, systemReason } from "../../model/text/error-code.js";
import { assumptionsOf } from "../../risk/assumptions.js";
import { readExchange } from "../../risk/exchange-file.js";
import {
  dealPrices,
  type FoundPrice,
  type MarketData,
  marketDataOf,
  NO_MARKET_DATA,
  pricesOf,
} from "../../risk/market-data.js";
import { moneyOf } from "../../risk/money.js";
import { observedAccount } from "../../service/canonical-account.js";
import type { Client } from "../../service/client.js";
import { AppError } from "../error.js";

/** Bytes of an exchange file: every pair of the largest exchange has room in it. */
const MOST_TABLE = 8 * 1024 * 1024;

/** Of an account, what says which exchange table it has, and where. */
export interface Assuming {
  readonly assumptions: StatedAssumptions;
  readonly desired?: { readonly account: string };
}

/** Throws AppError for an exchange file that can't be used; with `place` it says on which line the file is named. */
export function accountAssumptions(
  { assumptions, desired }: Assuming,
  place?: (origin: Origin) => Position | undefined,
): Assumptions {
  const { exchangeFile, statedIn } = assumptions;
  if (exchangeFile === undefined) return assumptionsOf(assumptions);
  const path = join(dirname(statedIn ?? "."), exchangeFile);
  try {
    return assumptionsOf(assumptions, readTable(path));
  } catch (error) {
    if (!(error instanceof AppError) || statedIn === undefined) throw error;
    const lineOf = (key: string) =>
      desired && place?.({ file: statedIn, path: ["accounts", desired.account, "assumptions", key] })?.line;
    const line = lineOf("exchangeFile") ?? lineOf("tiersFile");
    throw new AppError(`${error.message}\nIt is named in ${statedIn}${line === undefined ? "" : `:${line}`}.`);
  }
}

function readTable(path: string): ExchangeTable {
  const reading = readExchange(textOf(path, MOST_TABLE, sizeOfPlain, `the exchange file ${path}`));
  if (reading.ok) return reading.table;
  throw new AppError(
    `the exchange file ${path} can't be used: ${reading.problem}\nIts format is { "source": …, "date": "YYYY-MM-DD", "pairs": { "USDT-BTC": { "tick": 0.1, "lot": 0.001, "leastNotional": 100, "maxLeverage": 125, "tiers": [{ "floor": 0, "rate": 0.004 }, …] } }, "other": [… tiers] }.`,
  );
}

/** The text of a file of limited size; `sizeOf` refuses anything but a plain file. */
function textOf(path: string, most: number, sizeOf: (path: string) => number, what = path): string {
  try {
    if (sizeOf(path) > most) throw new AppError(`${what} is larger than ${most} bytes`);
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = errorCode(error);
    throw code === undefined ? error : new AppError(`${what} can't be read: ${systemReason(code)}`);
  }
}

/** A repository may hold a link that leads wherever its author wants (threat 3). */
function sizeOfPlain(path: string): number {
  const found = lstatSync(path);
  if (!found.isFile()) throw new AppError(`the exchange file ${path} is not a regular file`);
  return found.size;
}

/** Balances and positions. If the service doesn't show them, figures that need them are unknown and the plan goes on. Marks win over other prices. */
export async function readMarketData(client: Client, prices: readonly FoundPrice[] = []): Promise<MarketData> {
  try {
    const { funds, held, marks } = marketDataOf(observedAccount(await client.accountInformation()));
    return { funds, held, prices: pricesOf([...marks, ...prices]) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { ...NO_MARKET_DATA, prices: pricesOf(prices) };
  }
}

/** Inputs of the preview in money beside the plan. */
export interface MoneyOptions {
  readonly assumptions: Assumptions;
  /** Prices from outside; those of running positions and deals come before them. */
  readonly prices?: readonly FoundPrice[];
  /** Skips a plan without steps, since its figures wouldn't be shown; not if policies of the configuration need them. */
  readonly ofStepsAlone?: boolean;
  /** Called with the data behind the figures, so that charts of the same bots use the same data. */
  readonly onMarketData?: (marketData: MarketData, deals: readonly RunningDeal[]) => void;
  /** Reads the wallets of a plan that ties up no more, too; its figures and findings are the same as without. */
  readonly readsWallets?: boolean;
  /** Called with what the wallets hold by asset, where that was read; undefined where the service doesn't show it. */
  readonly onFunds?: (funds: MarketData["funds"]) => void;
}

/** Makes one request, if a step may tie up more or the wallets are asked for. */
export async function preview(
  made: Plan,
  { bots, deals }: Observed,
  client: Client,
  { assumptions, prices: fromOptions = [], onMarketData, readsWallets = false, onFunds }: MoneyOptions,
): Promise<Money> {
  const mayCost = made.steps.some(({ action }) => action !== "turn-off");
  const prices = [...dealPrices(deals ?? []), ...fromOptions];
  const read = mayCost || readsWallets ? await readMarketData(client, prices) : undefined;
  const marketData = (mayCost ? read : undefined) ?? { ...NO_MARKET_DATA, prices: pricesOf(prices) };
  if (read !== undefined) onFunds?.(read.funds);
  onMarketData?.(marketData, deals ?? []);
  return moneyOf(made, bots, deals ?? [], marketData, assumptions);
}

export interface PriceOptions {
  /** Each PAIR=PRICE. */
  readonly price?: readonly string[];
  readonly priceFile?: string;
}

/** Bytes of a file of prices: every pair of the largest exchange has room in it. */
const MOST_PRICES = 4 * 1024 * 1024;

/** The pairs that configured bots trade, those of all their accounts. */
export function pairsOf(desired: readonly Desired[]): readonly string[] {
  const pairs = desired.flatMap(({ bots }) =>
    bots.map(({ fields, initial }) => fields.pairTitle ?? initial.pairTitle ?? ""),
  );
  return [...new Set(pairs)].filter((pair) => pair !== "").sort();
}

/** @param pairs those of the configured bots. A price of another pair is fine in a file, and a mistake on the command line */
export function pricesFromOptions(
  { price = [], priceFile }: PriceOptions,
  pairs: readonly string[],
): readonly FoundPrice[] {
  const own = price.map((text): FoundPrice => {
    const at = text.indexOf("=");
    const [name, value] = [text.slice(0, Math.max(0, at)), text.slice(at + 1)];
    const pair = pairs.find((one) => isNamed(one, name));
    if (at < 1) throw new AppError(`--price ${text} must have the form PAIR=PRICE\nWrite --price USDT-BTC=64000.`);
    if (pair === undefined)
      throw new AppError(`no bot trades ${name}; the bots trade ${pairs.join(", ") || "no pairs"}`);
    return { pair, price: priceOf(value, `--price ${text}`), source: "given" };
  });
  return [...own, ...(priceFile === undefined ? [] : filePrices(priceFile, pairs))];
}

function isNamed(pair: string, name: string): boolean {
  const dash = pair.indexOf("-");
  const symbol = pair.slice(dash + 1) + pair.slice(0, dash);
  return name.toUpperCase() === pair || name.toUpperCase() === symbol;
}

function priceOf(text: string, where: string): string {
  const value = canonicalDecimal(text);
  if (value === undefined || value === "0" || value.startsWith("-"))
    throw new AppError(
      `${where}: ${text.slice(0, 40)} is not a price above 0\nWrite it with digits and a decimal point alone: 64000.5.`,
    );
  return value;
}

function filePrices(path: string, pairs: readonly string[]): readonly FoundPrice[] {
  const rows = rowsOf(
    path,
    textOf(path, MOST_PRICES, (file) => statSync(file).size),
  );
  return pairs.flatMap((pair) => {
    const row = rows.findLast(({ name }) => isNamed(pair, name));
    return row === undefined
      ? []
      : [{ pair, price: priceOf(row.value, `${path}, ${row.name}`), source: "file" as const }];
  });
}

interface Row {
  readonly name: string;
  readonly value: string;
}

/** A JSON map of pair and price, or a line for each: `USDT-BTC,64000` or `USDT-BTC=64000`. */
function rowsOf(path: string, text: string): readonly Row[] {
  if (text.trimStart().startsWith("{")) return jsonRows(path, text);
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === "" || line.startsWith("#")) return [];
    const match = /^\s*([A-Za-z0-9]+(?:-[A-Za-z0-9]+)?)\s*[,=;\t]\s*(\S+)\s*$/.exec(line);
    if (match !== null) return [{ name: match[1] ?? "", value: match[2] ?? "" }];
    throw new AppError(`${path}:${index + 1}: write each line as PAIR,PRICE`);
  });
}

/** A name and its value, quoted or bare. */
const MEMBER = /"([A-Za-z0-9]+(?:-[A-Za-z0-9]+)?)"\s*:\s*(?:"([^"\\]*)"|(-?[\d.]+(?:[eE][+-]?\d+)?))/g;

/** Numbers are taken as they are written: JSON.parse would round them. */
function jsonRows(path: string, text: string): readonly Row[] {
  const found = [...text.matchAll(MEMBER)];
  const rest = text.replace(MEMBER, "");
  if (!/^\s*\{[\s,]*\}\s*$/.test(rest)) throw new AppError(`${path} is not a JSON map of pairs and prices`);
  return found.map(([, name = "", quoted, bare]) => ({ name, value: quoted ?? bare ?? "" }));
}
