// A service of this process for one scenario: one account, prices by pair, a market that moves only when it is told to.
import { replayRules } from "../market/rules.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import type { Played } from "../model/scenario/played.js";
import type { MarketPrice } from "../model/scenario/scenario.js";
import { startEmulator } from "./http/server.js";
import { Measures } from "./measures.js";
import type { Seed } from "./seed/seed.js";
import type { LoadedCandles } from "./seed/seed-courses.js";

export interface StageOptions {
  readonly account: string;
  readonly exchange: string;
  readonly accesses: readonly { readonly accessId: number; readonly title: string }[];
  /** By asset. */
  readonly balance: Readonly<Record<string, string>>;
  readonly prices: Readonly<Record<string, MarketPrice>>;
  /** Candle files by the names that the prices give them. */
  readonly candles: ReadonlyMap<string, LoadedCandles>;
  /** What fees, maintenance and rounding follow from. */
  readonly assumptions: Assumptions;
}

export interface StageBot {
  readonly id: number;
  readonly accessId: number;
  readonly title: string;
}

export interface Stage {
  /** What opens the account; nothing of it is secret. */
  readonly endpoint: { readonly apiUrl: string; readonly apiKey: string; readonly apiSecret: string };
  bots(): readonly StageBot[];
  /** Lets the market go on. @param milliseconds whole */
  pass(milliseconds: number): void;
  /** Gives a bot its signal. @returns whether it could mean anything to it: the bot is on, and in no deal */
  signal(botId: number): boolean;
  played(): Played;
  close(): Promise<void>;
}

/** A fixed time, so that a scenario is the same run every time. */
const START = "2025-01-01T00:00:00Z";
const KEY = "scenario";

/** Commands take effect at once: the market stands still while the bots are applied. */
const QUIRKS = { commandDelay: 0 } as const;

/** @throws RangeError naming what is wrong with the prices */
export async function openStage(options: StageOptions): Promise<Stage> {
  const pairs = Object.keys(options.prices);
  const start = Date.parse(START);
  const made: Measures[] = [];
  const running = await startEmulator({
    ...{ seed: seedOf(options), speed: 0, quirks: QUIRKS, candles: options.candles },
    rules: replayRules(options.assumptions, pairs),
    watch: (market) => {
      const measures = new Measures(market, start);
      made.push(measures);
      return measures.look;
    },
  });
  const { service, url } = running;
  const [measured] = made;
  if (measured === undefined) throw new Error("the service doesn't watch its market");
  let now = start;
  return {
    endpoint: { apiUrl: url, apiKey: KEY, apiSecret: KEY },
    bots: () => service.bots().map(({ id, accessId, values }) => ({ id, accessId, title: values.title })),
    pass(milliseconds) {
      now = service.pass(milliseconds);
    },
    signal(botId) {
      const bot = service.bots().find(({ id }) => id === botId);
      if (bot?.enabled !== true || service.isInDeal(botId)) return false;
      service.signal(botId);
      return true;
    },
    played: () => ({
      deals: measured.deals(now),
      bots: service.bots().map(({ id, enabled }) => ({
        botId: id,
        extremes: measured.extremesOf(id),
        waitsFor: service.waits().get(id) ?? null,
        needs: service.waits().get(id) === "margin" ? (service.needs().get(id) ?? null) : null,
        isOn: enabled,
      })),
      together: measured.together(),
    }),
    close: () => running.close(),
  };
}

function seedOf({ account, exchange, accesses, balance, prices }: StageOptions): Seed {
  return {
    ...{ exchange, start: START, pairs: Object.keys(prices) },
    accounts: [{ name: account, apiKey: KEY, apiSecret: KEY, balance: { ...balance }, accesses: [...accesses] }],
    prices: Object.fromEntries(Object.entries(prices).map(([pair, price]) => [pair, courseOf(price)])),
  };
}

type SeedPrice = NonNullable<Seed["prices"]>[string];

function courseOf(price: MarketPrice): SeedPrice {
  switch (price.kind) {
    case "path":
      return { path: price.points.map(([at, value]) => [at / 1000, value]), change: price.change };
    case "file":
      return { candles: { file: price.file, order: price.order } };
  }
}
