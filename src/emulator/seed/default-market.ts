// The pairs and flat prices of an emulator whose seed names none.

export const DEFAULT_EXCHANGE = "SERVICE_FUTURES";

export const DEFAULT_PRICES: Readonly<Record<string, string>> = {
  "USDT-BTC": "64000",
  "USDT-ETH": "3200",
  "USDT-SOL": "150",
  "USDT-BNB": "580",
  "USDT-XRP": "0.55",
  "USDT-ADA": "0.45",
  "USDT-DOGE": "0.12",
  "USDT-LTC": "80",
  "USDT-DOT": "6.5",
  "USDT-AVAX": "28",
  "BUSD-BTC": "64000",
  "BUSD-ETH": "3200",
};

/** Used when a seed names no pairs. */
export const DEFAULT_PAIRS: readonly string[] = Object.keys(DEFAULT_PRICES);
