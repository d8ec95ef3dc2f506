// The fleet of a day: its accounts by wave and mode, what the emulator starts with, and what each revision of the configuration asks for.
import type { Seed, SeedBot } from "../../../../src/emulator/seed/seed.js";
import type { Mode } from "../../../../src/model/look.js";
import { type Desired, placeOf } from "./log.js";

export interface DayAccount {
  readonly name: string;
  readonly mode: Mode;
  readonly accessId: number;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Has a bot that a breaker watches. */
  readonly isRisky: boolean;
}

const MODES: readonly Mode[] = ["correct", "approve", "report"];
const SETTINGS = {
  ...{ strategy: "LONG", marginMode: "CROSS", typeTakeProfit: "LIMIT", typeFirstOrder: "MARKET" },
  ...{ percentTakeProfit: 2, percentSafetyOrder: 1.5 },
};
export const PRICES = { "USDT-BTC": "64000", "USDT-ETH": "3200", "USDT-SOL": "150", "USDT-XRP": "2", "USDT-LTC": "80" };

/** A twentieth is in the first wave, a fifth in the second; three accounts of each at least, one of each mode. */
export function accountsOf(count: number): readonly DayAccount[] {
  const pilots = Math.max(3, Math.round(count / 20));
  const early = pilots + Math.max(3, Math.round(count / 5));
  return Array.from({ length: count }, (_, at) => {
    const wave = at < pilots ? "pilot" : at < early ? "early" : "late";
    return {
      ...{ name: `${wave}-${at}`, mode: MODES[at % 3] ?? "report", accessId: 1_000 + at },
      ...{ apiKey: `key-of-${at}-fk2xq9`, apiSecret: `secret-of-${at}-zr7vw4`, isRisky: at >= count - 2 },
    };
  });
}

interface DayBot {
  readonly title: string;
  readonly pairTitle: keyof typeof PRICES;
  readonly leverage: number;
  readonly volumeFirstOrder: number;
  readonly enabled: boolean;
}

/** What a revision asks for, by the keys of its bots. */
export type Bots = Readonly<Record<string, DayBot>>;

const bot = (title: string, pairTitle: DayBot["pairTitle"], volumeFirstOrder: number, enabled: boolean): DayBot => ({
  ...{ title, pairTitle, leverage: 5, volumeFirstOrder, enabled },
});
export const BASE: Bots = {
  steady: bot("Steady", "USDT-BTC", 20, true),
  sleeper: bot("Sleeper", "USDT-ETH", 20, false),
  spare: bot("Spare", "USDT-SOL", 20, false),
  risky: bot("Risky", "USDT-LTC", 400, true),
};
/** What the first roll-out brings: a setting of a bot that is on, and a bot that comes on with another volume. */
export const BOLDER: Bots = {
  ...BASE,
  steady: { ...bot("Steady", "USDT-BTC", 20, true), leverage: 4 },
  sleeper: bot("Sleeper", "USDT-ETH", 15, true),
};
/** What the second one brings: a bot that is new everywhere. */
export const MORE: Bots = { ...BASE, fresh: bot("Fresh", "USDT-XRP", 100, true) };

export const RISKY = "risky";
/** Nobody declares it, so nobody may touch it. */
export const BY_HAND = "By hand";

function botsOf({ isRisky }: DayAccount, bots: Bots): readonly DayBot[] {
  return Object.entries(bots).flatMap(([key, one]) => (key === RISKY && !isRisky ? [] : one));
}

export function seedOf(accounts: readonly DayAccount[]): Seed {
  return {
    prices: PRICES,
    accounts: accounts.map((account, at) => {
      const { name, apiKey, apiSecret, accessId } = account;
      const byHand = { ...bot(BY_HAND, "USDT-SOL", 20, false), leverage: 3 };
      const bots = [...botsOf(account, BASE), byHand].map(
        (one, index): SeedBot => ({ ...SETTINGS, ...one, id: 10 * at + index + 1, accessId }),
      );
      return { name, apiKey, apiSecret, balance: { USDT: "10000" }, accesses: [{ accessId, title: "Main" }], bots };
    }),
  };
}

/** What a revision asks for of each bot, as the emulator has it. */
export function desiredOf(accounts: readonly DayAccount[], bots: Bots): Desired {
  return new Map(
    accounts.flatMap((account) =>
      botsOf(account, bots).map(({ title, pairTitle, leverage, volumeFirstOrder, enabled }) => [
        placeOf(account.name, title),
        {
          ...{ title, pairTitle, leverage: String(leverage), volumeFirstOrder: String(volumeFirstOrder), enabled },
        },
      ]),
    ),
  );
}

/** What stands in a revision beside its bots. */
export interface Rules {
  /** `undo` or `pause`; without it, the revision has no waves. */
  readonly onFailure?: "undo" | "pause";
  /** Instead of a number, where it is to have an error. */
  readonly leverage?: string;
}

/** The line and column at which a revision with an error has it. */
export const ERROR_AT = { line: 3, column: 23 };

/** The configuration's file. The bots come first, so that an error of theirs has one place, however many accounts there are. */
export function yamlOf(accounts: readonly DayAccount[], bots: Bots, { onFailure, leverage }: Rules = {}): string {
  const risky = accounts.filter(({ isRisky }) => isRisky).map(({ name }) => name);
  const lines = Object.entries(bots).map(([key, { leverage: own, ...rest }]) => {
    const settings = { leverage: key === "steady" ? (leverage ?? own) : own, ...rest };
    const all = Object.entries(settings).map(([name, value]) => `${name}: ${value}`);
    return `  ${key}: { ${all.join(", ")}${key === RISKY ? `, only: [${risky.join(", ")}]` : ""} }`;
  });
  const waves = `rollout:
  waves:
    - { name: first, accounts: [pilot-*], bake: 1m }
    - { name: second, accounts: [early-*], bake: 1m }
    - { name: rest }
  gates: { drift: none, loss: ${lossOf(accounts.length)} }
  onFailure: ${onFailure}
`;
  const rows = accounts.map(
    ({ name, mode }) =>
      `  ${name}: { apiUrl: "\${env.BOTFORM_DAY_URL}", apiKey: "\${env.BOTFORM_KEY_${envOf(name)}}", apiSecret: "\${env.BOTFORM_SECRET_${envOf(name)}}", accesses: { primary: Main }, mode: ${mode}, assumptions: { nonceWindow: ${WINDOW_S} } }`,
  );
  return `version: 1
bots:
${lines.join("\n")}
state: { postgres: "\${env.BOTFORM_JOURNAL}" }
defaults: ${JSON.stringify(SETTINGS)}
breakers:
  day-loss: { rule: loss, hours: 24, limit: 20, quote: USDT, scope: { account: [${risky.join(", ")}] } }
${onFailure === undefined ? "" : waves}accounts:
${rows.join("\n")}
`;
}

/** For so many seconds the service takes a request after the second that it was signed with. */
export const WINDOW_S = 10;

export function envOf(account: string): string {
  return account.toUpperCase().replace("-", "_");
}

/** What a roll-out may lose: more than the fees of all its new deals, and less than the first wave loses where prices fall by a tenth. */
function lossOf(accounts: number): number {
  return Math.ceil(0.3 * accounts);
}
