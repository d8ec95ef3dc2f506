// A fleet as people make it by hand over years: 300 live bots with odd titles, copies, odd values and every unset flag. Seeded.
import type { Seed, SeedBot } from "../../../src/emulator/seed/seed.js";

const PAIRS = ["USDT-BTC", "USDT-ETH", "USDT-SOL", "USDT-DOGE", "USDT-XRP", "USDT-ADA", "USDT-1000PEPE", "BUSD-BTC"];

/** Titles that YAML, shells, variables or people trip over. */
const ODD_TITLES = [
  "yes",
  "no",
  "null",
  "Null",
  "~",
  "true",
  "on",
  "007",
  "1e3",
  "0x1F",
  "1_000",
  "12:30",
  "2026-01-01",
  ".inf",
  "-",
  "- dash",
  "? why",
  ": colon",
  "a: b",
  "a #b",
  "#1 fan",
  "50% off",
  "@home",
  "`tick`",
  "*star",
  "&anchor",
  "!tag",
  "|",
  ">",
  "{a: 1}",
  "[x, y]",
  "'single'",
  '"double"',
  'it\'s "both"',
  "back\\slash \\n",
  "${pair}",
  "$${x}",
  "$${",
  "${env.BOTFORM_MAIN_API_KEY}",
  "${BTC}",
  "$BTC",
  "a  b   c",
  "Bot\u00a0fixed",
  "tail\u200b",
  "x\u202eevil",
  "\ufeffmark",
  "Ünïcode ☃",
  "日本語ボット",
  "🚀🚀 moon 🌙",
  "👩‍👩‍👧 family",
  "e\u0301 decomposed",
  "\u00e9 composed",
  "DIP btc",
  "Dip BTC",
  "dip btc",
  "dip-btc",
  "dip_btc",
  "constructor",
  "__proto__",
  "toString",
  "main/btc-dip",
  "btc-dip.leverage",
  "#1001",
  "bots:",
  "---",
  "...",
  "%YAML 1.2",
  "<<",
  "=",
  ",",
  "a,b",
  "long ".repeat(50).trim(),
  "L".repeat(255),
];

/** What no configuration can hold as a title; each is left out and named. */
export const UNSAYABLE_TITLES = [" lead", "trail ", "tab\tin", "new\nline", "bell\u0007", "M".repeat(300)];

const FAMILIES: readonly [string, ...string[]] = ["Dip ", "Scalp ", "grid / ", "(old) ", "Hedge: ", ""];

/** mulberry32: the same numbers on every machine. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Options {
  readonly count?: number;
  readonly seed?: number;
  /** Titles that can't be said are among them. */
  readonly unsayable?: boolean;
}

export function handMade({ count = 300, seed = 1, unsayable = true }: Options = {}): SeedBot[] {
  const next = numbersFrom(seed);
  const pick = <T>(values: readonly [T, ...T[]]): T => values[Math.floor(next() * values.length)] ?? values[0];
  const maybe = (chance: number): boolean => next() < chance;

  function settings(pairTitle: string): SeedBot {
    const bot: Record<string, string | number | null> = {
      pairTitle,
      strategy: maybe(0.8) ? "LONG" : "SHORT",
      leverage: pick(["1", "5", "5", "5", "10", "20", "125"]),
      marginMode: maybe(0.9) ? "CROSS" : "ISO",
      typeTakeProfit: maybe(0.8) ? "LIMIT" : "STOP-MARKET",
      typeFirstOrder: maybe(0.7) ? "MARKET" : "LIMIT",
      percentTakeProfit: pick(["1.2", "1.2", "0.01", "99.99", "1.20", "3", "0.333333333333"]),
      percentSafetyOrder: pick(["1.5", "1.5", "0.01", "99.99", "2.75"]),
      volumeFirstOrder: pick(["20", "20", "20", "6", "10.5", "0.001", "1234567.89", "13.37"]),
    };
    if (maybe(0.7)) bot["volumeSafetyOrder"] = pick(["20", "40", "0.01", "33.333"]);
    if (maybe(0.7)) bot["countOrderMax"] = pick(["1", "5", "6", "50"]);
    if (maybe(0.4)) bot["martingaleScale"] = pick(["1.05", "1.2", "2", "1.333333"]);
    if (maybe(0.3)) bot["dynamicStepScale"] = pick(["1.05", "1.1", "2"]);
    if (maybe(0.2)) bot["cycleLimitScale"] = pick(["1", "7", "1000000"]);
    if (maybe(0.25)) {
      bot["indicatorGroup"] = pick(["FOMO", "DIVER", "TRENDS", "OSCILLATORS", "NOTHING"]);
      if (maybe(0.9)) bot["indicatorName"] = pick(["RSI", "MACD", "true", "10", "no"]);
      if (maybe(0.9)) bot["indicatorInterval"] = pick(["5MIN", "4HOURS", "1"]);
    }
    if (maybe(0.25)) {
      bot["priceLevel"] = pick(["UPPER", "LOWER", "BOTH", "NOTHING"]);
      if (maybe(0.85)) bot["priceLevelDown"] = pick(["0.00000001", "100", "59999.99"]);
      if (maybe(0.85)) bot["priceLevelUp"] = pick(["100", "60000", "999999"]);
    }
    return bot as SeedBot;
  }

  const bots: SeedBot[] = [];
  const put = (bot: SeedBot, title: string, accessId: number, enabled: boolean): void => {
    bots.push({ ...bot, id: 5_000 + bots.length, accessId, title, enabled });
  };
  const titles = unsayable ? [...ODD_TITLES, ...UNSAYABLE_TITLES] : ODD_TITLES;
  for (const title of titles)
    put(settings(pick(["USDT-BTC", "USDT-ETH", "BUSD-BTC"])), title, maybe(0.8) ? 101 : 102, maybe(0.4));
  // Copies of one bot, moved from pair to pair: what people do most; some of them were touched afterwards.
  while (bots.length < count - 12) {
    const family = pick(FAMILIES);
    const own = settings("USDT-BTC");
    const number = bots.length;
    const enabled = maybe(0.3);
    for (const pair of PAIRS.slice(0, 2 + Math.floor(next() * 7))) {
      const base = pair.split("-")[1] ?? "";
      const touched = maybe(0.15) ? { leverage: "3" } : {};
      put(
        { ...own, ...touched, pairTitle: pair },
        `${family}${maybe(0.95) ? base : base.toLowerCase()} v${number}`,
        101,
        enabled,
      );
    }
  }
  bots.length = Math.min(bots.length, count - 12);
  // Two with one title, both off; two of which one is on; two on two accesses.
  for (let pairs = 0; pairs < 4; pairs += 1) {
    const own = settings("USDT-SOL");
    put(own, `Twin ${pairs}`, 101, false);
    put({ ...own, leverage: "2" }, `Twin ${pairs}`, pairs === 3 ? 102 : 101, false);
    put(own, `Twin ${pairs}`, pairs === 3 ? 102 : 101, pairs === 1);
  }
  return bots;
}

export function seedOf(bots: SeedBot[]): Seed {
  return {
    pairs: PAIRS,
    accounts: [
      {
        name: "main",
        apiKey: "key-of-main",
        apiSecret: "secret-of-main",
        accesses: [
          { accessId: 101, title: "Main futures" },
          { accessId: 102, title: "Hedge: #2" },
        ],
        bots,
      },
      ...["copy", "third"].map((name, index) => ({
        name,
        apiKey: `key-of-${name}`,
        apiSecret: `secret-of-${name}`,
        accesses: [
          { accessId: 201 + index * 100, title: "Main futures" },
          { accessId: 202 + index * 100, title: "Hedge: #2" },
        ],
        bots: [],
      })),
    ],
  };
}
