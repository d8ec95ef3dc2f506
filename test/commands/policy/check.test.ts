// Policies through the real command: a fleet of 25 with fifteen mistakes. Waivers, the kill switch and saved plans are in policy/*.scenario.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { DEFAULT_SEED, type Seed } from "../../../src/emulator/seed/seed.js";
import { botform, unwrapped } from "../../support/command.js";
import { workplace } from "../workplace.js";

const place = workplace();
const FLEET = readFileSync("test/unit/policy/fleet.yaml", "utf8");
const PAIRS = [...FLEET.matchAll(/pairTitle: (\S+?)[,\s]/g)].map(([, pair]) => pair ?? "");
const seed = (): Seed => ({ ...DEFAULT_SEED, pairs: [...new Set(PAIRS)] });

interface Planned {
  readonly plan: {
    readonly steps: readonly unknown[];
    readonly findings: readonly {
      readonly code: string;
      readonly severity: string;
      readonly address?: string;
      readonly field?: string;
      readonly figure?: string;
      readonly remedy: string;
      readonly position?: { readonly line: number };
    }[];
  };
}
const planned = (out: string): Planned => JSON.parse(out).accounts[0];
const lineOf = (key: string) => FLEET.split("\n").findIndex((line) => line.startsWith(`  ${key}:`)) + 1;

const MISTAKES: readonly [key: string, code: string, severity: string, field: string, figure: string][] = [
  ["avax", "policy/liquidation-outside-grid", "deny", "leverage", "4 of 6 orders"],
  ["bch", "policy/max-safety-orders", "deny", "countOrderMax", "50"],
  ["bnb", "policy/martingale-volume", "warn", "volumeSafetyOrder", "63.7802"],
  ["btc-two", "policy/one-bot-per-pair-side", "deny", "pairTitle", "2 bots"],
  ["doge", "policy/take-profit-above-fees", "deny", "percentTakeProfit", "0.08 %"],
  ["dot", "policy/grid-below-zero", "deny", "percentSafetyOrder", "100 %"],
  ["eth-short", "policy/no-opposite-without-hedge", "warn", "strategy", "SHORT and LONG"],
  ["inj", "policy/price-level-with-fomo", "warn", "priceLevel", "UPPER"],
  ["fil", "policy/least-notional", "warn", "volumeFirstOrder", "0.002 USDT"],
  ["link", "policy/max-leverage", "deny", "leverage", "11"],
  ["near", "policy/safety-volume", "deny", "countOrderMax", "5"],
  ["op", "policy/deep-grid", "warn", "percentSafetyOrder", "65 %"],
  ["sui", "policy/max-bot-notional", "deny", "volumeFirstOrder", "505 USDT"],
  ["trx", "policy/pairs-deny", "deny", "pairTitle", "USDT-TRX"],
  ["uni", "policy/leverage-allowed", "deny", "leverage", "500×"],
];

describe("a fleet of 25 with fifteen mistakes", () => {
  test("each is found with bot, field, line, figure and remedy, and nothing of the sound ones; apply sends nothing", async () => {
    const env = await place.started({ seed: seed() });
    const config = place.written(FLEET);
    const result = await botform(["plan", "--config", config, "--format", "json"], { env });
    expect(result.exitCode).toBe(6);
    const findings = planned(result.out).plan.findings.map(({ code, severity, address, field, figure }) => [
      address,
      code,
      severity,
      field,
      figure,
    ]);
    expect(findings.sort()).toEqual(MISTAKES.map(([key, ...rest]) => [`demo/${key}`, ...rest]).sort());
    for (const { address = "", remedy, position } of planned(result.out).plan.findings) {
      const key = address.slice(5);
      // What defaults state is shown there.
      const inherited = ["bnb", "near"].includes(key) || address === "demo/eth";
      if (!inherited) expect(position?.line, address).toBe(lineOf(key));
      expect(remedy).toMatch(/\.$/);
      if (key === "avax") expect(remedy).toBe("Set leverage to at most 19, or countOrderMax to at most 1.");
    }
    const applied = await botform(["apply", "--config", config, "--yes"], { env });
    expect(applied).toMatchObject({ exitCode: 6 });
    expect(applied.err).toContain("policies deny it");
    const after = await botform(["plan", "--config", config], { env });
    expect(after.out).toContain("demo: 25 to create, 25 to turn on · 0 unchanged");
  });

  test("validate shows what needs no live data, and check ends with 6", async () => {
    const config = place.written(FLEET);
    const validated = await botform(["validate", "--config", config]);
    expect(validated.exitCode).toBe(0);
    for (const [key, code] of MISTAKES.filter(([name]) => name !== "near"))
      expect(unwrapped(validated.err)).toMatch(new RegExp(`demo/${key}.*${code}`));
    // Whether its volume is set on the service nobody knows without looking.
    expect(validated.err).toContain("config/safety-volume-missing");
    expect((await botform(["policy", "check", "--config", config])).exitCode).toBe(6);
  });
});
