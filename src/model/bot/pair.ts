// The two forms of a pair: QUOTE-BASE in the API and the configuration, BASEQUOTE on the exchange and in webhooks.

/** The asset a pair is quoted in. */
export function quoteOf(pairTitle: string): string {
  return pairTitle.split("-")[0] ?? "";
}

/** The exchange's symbol of a pair: USDT-BTC is BTCUSDT (risk-maths, 11). */
export function symbolOf(pairTitle: string): string {
  const [quote = "", ...base] = pairTitle.split("-");
  return `${base.join("")}${quote}`;
}
