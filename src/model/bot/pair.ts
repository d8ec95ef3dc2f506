// The two forms of a pair: QUOTE-BASE in the API and the configuration, BASEQUOTE on the exchange and in webhooks.

/** QUOTE-BASE; a contract with an end has its date behind: USDT-BTC_240628. Exchanges list names that are not Latin, too: USDT-币安人生. */
export const PAIR = /^[\p{Lu}\p{Lo}\p{Nd}]+-[\p{Lu}\p{Lo}\p{Nd}]+(?:_[\p{Lu}\p{Lo}\p{Nd}]+)?$/u;

/** The asset a pair is quoted in. */
export function quoteOf(pairTitle: string): string {
  return pairTitle.split("-")[0] ?? "";
}

/** The exchange's symbol of a pair: USDT-BTC is BTCUSDT (S-42). */
export function symbolOf(pairTitle: string): string {
  const [quote = "", ...base] = pairTitle.split("-");
  return `${base.join("")}${quote}`;
}

/** Quote assets that exchanges list futures in; a longer name comes before one that it ends in. */
export const QUOTES: readonly string[] = ["FDUSD", "USDT", "USDC", "BUSD", "TUSD", "USD", "DAI"];

/** BTCUSDT is USDT-BTC; undefined where the quote asset can't be told, and of a placeholder. */
export function pairOf(symbol: string): string | undefined {
  const quote = QUOTES.find((one) => symbol.endsWith(one) && symbol !== one);
  return quote === undefined || symbol.includes("{") ? undefined : `${quote}-${symbol.slice(0, -quote.length)}`;
}
