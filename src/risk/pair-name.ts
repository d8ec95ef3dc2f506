// Whether a name is a pair as the service writes it, QUOTE-BASE, and which one was probably meant where it isn't.

const PAIR = /^[A-Z0-9]{1,20}-[A-Z0-9]{1,30}$/;
/** Quote assets of futures; a longer name comes before one that it ends in. */
const QUOTES = ["FDUSD", "USDT", "USDC", "BUSD", "TUSD", "USD", "DAI"] as const;

/** undefined where the name is a pair. `LINKUSDT`, `LINK/USDT:USDT` and `LINK-USDT` mean USDT-LINK; `""` where nothing tells. */
export function meantPair(name: string): string | undefined {
  const upper = name.toUpperCase();
  const [left = "", right = ""] = upper.split("-");
  // The service's pairs are the other way round than most others': nothing is traded against a base of dollars but other dollars.
  const isReversed = isQuote(right) && !isQuote(left);
  if (PAIR.test(name) && !isReversed) return undefined;
  if (PAIR.test(upper) && !isReversed) return upper;
  const symbol = upper.replace(/(?::.*|\.P|[-_]PERP)$/, "").replace(/[^A-Z0-9]/g, "");
  const quote = QUOTES.find((one) => symbol.endsWith(one) && symbol !== one);
  const pair = quote === undefined ? "" : `${quote}-${symbol.slice(0, -quote.length)}`;
  return PAIR.test(pair) ? pair : "";
}

function isQuote(asset: string): boolean {
  return QUOTES.some((quote) => quote === asset);
}
