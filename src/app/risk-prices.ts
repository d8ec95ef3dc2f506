// Prices for botform risk: --price PAIR=PRICE, and files of prices. Nothing here guesses one.
import { readFileSync, statSync } from "node:fs";
import { canonicalDecimal } from "../model/text/decimal.js";
import type { FoundPrice } from "../risk/known.js";
import { AppError } from "./error.js";

export interface PriceOptions {
  /** Each PAIR=PRICE. */
  readonly price?: readonly string[];
  readonly priceFile?: string;
}

/** Bytes of a file of prices: every pair of the largest exchange has room in it. */
const MOST_BYTES = 4 * 1024 * 1024;

/** @param pairs those of the configured bots; a price of another pair is no mistake in a file, but one on the command line */
export function givenPrices({ price = [], priceFile }: PriceOptions, pairs: readonly string[]): readonly FoundPrice[] {
  const own = price.map((text): FoundPrice => {
    const at = text.indexOf("=");
    const [name, value] = [text.slice(0, Math.max(0, at)), text.slice(at + 1)];
    const pair = pairs.find((one) => isNamed(one, name));
    if (at < 1) throw new AppError(`--price ${text} has no pair\nWrite --price USDT-BTC=64000.`);
    if (pair === undefined)
      throw new AppError(`no bot trades ${name}; the bots trade ${pairs.join(", ") || "nothing"}`);
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
    throw new AppError(`${where}: ${text.slice(0, 40)} is no price above 0`);
  return value;
}

function filePrices(path: string, pairs: readonly string[]): readonly FoundPrice[] {
  const rows = rowsOf(path, textOf(path));
  return pairs.flatMap((pair) => {
    const row = rows.findLast(({ name }) => isNamed(pair, name));
    return row === undefined
      ? []
      : [{ pair, price: priceOf(row.value, `${path}, ${row.name}`), source: "file" as const }];
  });
}

function textOf(path: string): string {
  try {
    if (statSync(path).size > MOST_BYTES) throw new AppError(`${path} is larger than ${MOST_BYTES} bytes`);
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    throw new AppError(`${path} can't be read (${code})`);
  }
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
    throw new AppError(`${path}:${index + 1}: a line is PAIR,PRICE`);
  });
}

/** Numbers are taken as they are written: JSON.parse would round them. */
function jsonRows(path: string, text: string): readonly Row[] {
  const found = [
    ...text.matchAll(/"([A-Za-z0-9]+(?:-[A-Za-z0-9]+)?)"\s*:\s*(?:"([^"\\]*)"|(-?[\d.]+(?:[eE][+-]?\d+)?))/g),
  ];
  const rest = text.replace(
    /"([A-Za-z0-9]+(?:-[A-Za-z0-9]+)?)"\s*:\s*(?:"([^"\\]*)"|(-?[\d.]+(?:[eE][+-]?\d+)?))/g,
    "",
  );
  if (!/^\s*\{[\s,]*\}\s*$/.test(rest)) throw new AppError(`${path} is no JSON map of pairs and prices`);
  return found.map(([, name = "", quoted, bare]) => ({ name, value: quoted ?? bare ?? "" }));
}
