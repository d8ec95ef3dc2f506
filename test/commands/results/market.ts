// A market of known truth: a bot whose settings change six times, and beside it bots that keep each of them all the time.
import { type RunningEmulator, startEmulator } from "../../../src/emulator/http/server.js";
import { botCalled } from "../workplace.js";

const DAY_MS = 86_400_000;
const STEPS = 48;

/** Take profits of the versions: the second and the fourth leave more after fees, the others hardly differ. */
export const TAKE_PROFITS = ["0.2", "1", "0.21", "0.9", "0.22", "0.19"] as const;
export const BETTER: ReadonlySet<string> = new Set(["1", "0.9"]);
export const MOVER = 1;
const CONTROL = 10;
/** The better ones, and the extremes of the others. */
const CONTROLS = ["1", "0.9", "0.22", "0.19"] as const;

/** Numbers from 0 to below 1, of Park and Miller's generator. */
function chance(seed: number): () => number {
  let state = seed * 7_919 + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A price for each half hour that wanders around `middle` and comes back, so that averaging bots live. */
export function course(seed: number, days: number, middle = 64_000): [number, string][] {
  const random = chance(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  let off = 0;
  return Array.from({ length: days * STEPS }, (_, step) => {
    off = 0.88 * off + 0.007 * normal();
    return [step * 1_800, (middle * (1 + off)).toFixed(2)];
  });
}

export interface MarketOptions {
  readonly seed: number;
  /** How long each version is in force. */
  readonly days: number;
  /** Called before each version, with its take profit. */
  readonly before?: (takeProfit: string) => void;
}

/** The emulator when all versions had their time. */
export async function marketOfVersions({ seed, days, before = () => {} }: MarketOptions): Promise<RunningEmulator> {
  const bot = { ...botCalled("Mover"), percentSafetyOrder: "1", countOrderMax: 10, enabled: true };
  const controls = CONTROLS.map((percentTakeProfit, index) => ({
    ...{ ...bot, title: `Control ${percentTakeProfit}`, id: CONTROL + index, percentTakeProfit },
  }));
  const path = course(seed, days * TAKE_PROFITS.length + 1);
  const emulator = await startEmulator({
    speed: 0,
    quirks: { historySize: 20_000 },
    seed: {
      start: "2026-01-01T00:00:00Z",
      prices: { "USDT-BTC": { path, change: "linear" } },
      accounts: [
        {
          ...{ name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", balance: { USDT: "100000" } },
          accesses: [{ accessId: 101, title: "Main futures" }],
          bots: [{ ...bot, id: MOVER, percentTakeProfit: TAKE_PROFITS[0] }, ...controls],
        },
      ],
    },
  });
  for (const takeProfit of TAKE_PROFITS) {
    before(takeProfit);
    emulator.service.editBot(MOVER, { percentTakeProfit: takeProfit });
    emulator.service.pass(days * DAY_MS);
  }
  return emulator;
}
