// The two forms of a pair: QUOTE-BASE in the API, BASEQUOTE on the exchange and in webhooks (wire facts, section 3).

/** The quote asset of a pair in the form QUOTE-BASE. */
export function quoteOf(pair: string): string {
  return pair.slice(0, pair.indexOf("-"));
}

/** The exchange's symbol of a pair: BASEQUOTE, without a dash. */
export function symbolOf(pair: string): string {
  return pair.slice(pair.indexOf("-") + 1) + quoteOf(pair);
}
