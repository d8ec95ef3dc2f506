// The bundled limits: tick, lot and least notional of some USDT perpetuals. Data, with its date; a file of the user's replaces it.
import type { LimitTable, PairLimits } from "../model/risk/assumptions.js";

/**
 * The lowest that Binance or Bybit, the exchanges behind this service, have for a pair of the list: nothing is reported that one of
 * them might place. Binance wants more for six of them: 100 for USDT-BTC, 20 for USDT-BCH, -ETC, -ETH, -LINK and -LTC.
 */
const LEAST = "5";

/** "tick lot" */
function limits(text: string): PairLimits {
  const [tick = "", lot = ""] = text.split(" ");
  return { tick, lot, leastNotional: LEAST };
}

/** The largest leverages stand in the tiers, since they fall as the position grows. */
export const DEFAULT_LIMITS: LimitTable = {
  source: "Binance USDT perpetuals, 26 pairs (github TTQ99/ttq); least notional as at Bybit",
  date: "2025-07-04",
  pairs: {
    "USDT-AAVE": limits("0.01 0.1"),
    "USDT-ADA": limits("0.0001 1"),
    "USDT-APT": limits("0.0001 0.1"),
    "USDT-ARB": limits("0.0001 0.1"),
    "USDT-ATOM": limits("0.001 0.01"),
    "USDT-AVAX": limits("0.001 1"),
    "USDT-BCH": limits("0.01 0.001"),
    "USDT-BNB": limits("0.01 0.01"),
    "USDT-BTC": limits("0.1 0.001"),
    "USDT-DOGE": limits("0.00001 1"),
    "USDT-DOT": limits("0.001 0.1"),
    "USDT-ETC": limits("0.001 0.01"),
    "USDT-ETH": limits("0.01 0.001"),
    "USDT-FIL": limits("0.001 0.1"),
    "USDT-INJ": limits("0.001 0.1"),
    "USDT-LINK": limits("0.001 0.01"),
    "USDT-LTC": limits("0.01 0.001"),
    "USDT-NEAR": limits("0.001 1"),
    "USDT-OP": limits("0.0001 0.1"),
    "USDT-SOL": limits("0.01 0.01"),
    "USDT-SUI": limits("0.0001 0.1"),
    "USDT-TRX": limits("0.00001 1"),
    "USDT-UNI": limits("0.001 1"),
    "USDT-XLM": limits("0.00001 1"),
    "USDT-XRP": limits("0.0001 0.1"),
    "USDT-ZEC": limits("0.01 0.001"),
  },
};
