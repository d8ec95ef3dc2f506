// The placeholders of TradingView's alerts: what each gives, by sample values.

/** `number` is written plainly (1245.25); `base` so, too, in the base asset, not in USDT; `side` is buy or sell, `position` long, short or flat. */
type PlaceholderKind = "number" | "base" | "price" | "symbol" | "exchange" | "time" | "side" | "position" | "text";

export interface Placeholder {
  readonly name: string;
  readonly kind: PlaceholderKind;
  /** What it may come to; the first is what --sample fills in. */
  readonly samples: readonly string[];
}

const row = (name: string, kind: PlaceholderKind, ...samples: string[]): Placeholder => ({ name, kind, samples });

/** As TradingView's help page "How to use a variable value in alert" lists them. */
export const PLACEHOLDERS: readonly Placeholder[] = [
  row("ticker", "symbol", "BTCUSDT", "BTCUSDT.P"),
  row("exchange", "exchange", "BINANCE"),
  row("open", "price", "67180.1"),
  row("high", "price", "67410"),
  row("low", "price", "67020.5"),
  row("close", "price", "67250.5"),
  row("volume", "base", "152.75"),
  row("time", "time", "2026-01-15T14:30:00Z"),
  row("timenow", "time", "2026-01-15T14:30:05Z"),
  row("interval", "text", "15"),
  row("syminfo.currency", "symbol", "USDT"),
  row("syminfo.basecurrency", "symbol", "BTC"),
  row("strategy.position_size", "base", "0.5", "-0.5"),
  row("strategy.order.action", "side", "buy", "sell"),
  row("strategy.order.contracts", "base", "0.5"),
  row("strategy.order.price", "price", "67250.5"),
  row("strategy.order.id", "text", "Long"),
  row("strategy.order.comment", "text", "Long"),
  row("strategy.order.alert_message", "text", "text of the strategy"),
  row("strategy.market_position", "position", "long", "short", "flat"),
  row("strategy.market_position_size", "base", "0.5"),
  row("strategy.prev_market_position", "position", "flat", "long", "short"),
  row("strategy.prev_market_position_size", "base", "0.5", "0"),
];

/** What a name that begins so was meant to be. */
export const ANY_PLOT = /^plot_\d{1,9}$/;
/** The first twenty series of an indicator, by number or by title. */
const PLOT = /^(?:plot_(?:\d|1\d)|plot\("[^"{}]{1,60}"\))$/;
const BY_NAME: ReadonlyMap<string, Placeholder> = new Map(PLACEHOLDERS.map((one) => [one.name, one]));

export const PLACEHOLDER_NAMES: readonly string[] = [...BY_NAME.keys(), "plot_0", 'plot("title")'];

/** A placeholder by what stands between the braces, exactly; undefined for what would be sent as it is written. */
export function placeholder(name: string): Placeholder | undefined {
  return PLOT.test(name) ? row(name, "number", "1.5") : BY_NAME.get(name);
}

/** Every `{{…}}` of a text. Valid JSON has no `{{`, so that nothing else is meant. */
export const ANY_PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The text with every known placeholder's first sample in its place. @param own samples that are to be taken instead, by name */
export function filled(text: string, own: Readonly<Record<string, string>> = {}): string {
  return text.replace(
    ANY_PLACEHOLDER,
    (whole, name: string) => (Object.hasOwn(own, name) ? own[name] : placeholder(name)?.samples[0]) ?? whole,
  );
}
