// Guesses the service's name of a pair from the ways other programs write it.

/** Quote assets that exchanges list futures in; longer names first, so that FDUSD isn't read as USD. */
const QUOTES = ["FDUSD", "USDT", "BUSD", "USDC", "TUSD", "USD"];

/** `USDT-BTC` for BTCUSDT, BTC/USDT, USDT_BTC, usdt-btc, BINANCE:BTCUSDT.P; undefined when no quote asset is found. */
export function likelyPair(written: string): string | undefined {
  if (written.length > 40) return undefined;
  const plain = written
    .toUpperCase()
    .replace(/^.*:/, "")
    .replace(/(?:\.P|PERP)$/, "");
  const parts = plain.split(/[^A-Z0-9]+/).filter((part) => part !== "");
  if (parts.length === 2) {
    const [left = "", right = ""] = parts;
    if (QUOTES.includes(left)) return `${left}-${right}`;
    if (QUOTES.includes(right)) return `${right}-${left}`;
  }
  const [joined = ""] = parts;
  const quote = QUOTES.find((name) => joined.endsWith(name) && joined.length > name.length);
  return parts.length === 1 && quote !== undefined ? `${quote}-${joined.slice(0, -quote.length)}` : undefined;
}
