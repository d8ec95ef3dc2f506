// Policies through the real command: a fleet of 25 with ten mistakes, exit 6, turn-offs, waivers, the kill switch, saved plans.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { DEFAULT_SEED, type Seed } from "../../../src/emulator/seed/seed.js";
import { botform } from "../../support/command.js";
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
const planned = (out: string): Planned => JSON.parse(out);
const lineOf = (key: string) => FLEET.split("\n").findIndex((line) => line.startsWith(`  ${key}:`)) + 1;

const MISTAKES: readonly [key: string, code: string, severity: string, field: string, figure: string][] = [
  ["avax", "policy/liquidation-outside-grid", "deny", "leverage", "4 of 6 orders"],
  ["bnb", "policy/martingale-volume", "warn", "volumeSafetyOrder", "5"],
  ["btc-two", "policy/one-bot-per-pair-side", "deny", "pairTitle", "2 bots"],
  ["doge", "policy/take-profit-above-fees", "deny", "percentTakeProfit", "0.08 %"],
  ["dot", "policy/grid-below-zero", "deny", "percentSafetyOrder", "100 %"],
  ["eth-short", "policy/no-opposite-without-hedge", "deny", "strategy", "SHORT and LONG"],
  ["inj", "policy/price-level-with-fomo", "deny", "priceLevel", "UPPER"],
  ["link", "policy/max-leverage", "deny", "leverage", "11"],
  ["near", "policy/safety-volume", "deny", "countOrderMax", "5"],
  ["sui", "policy/max-bot-notional", "deny", "volumeFirstOrder", "505 USDT"],
];

describe("a fleet of 25 with ten mistakes", () => {
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
      expect(validated.err).toMatch(new RegExp(`demo/${key}.*${code}`));
    // Whether its volume is set on the service nobody knows without looking.
    expect(validated.err).toContain("config/safety-volume-missing");
    expect((await botform(["policy", "check", "--config", config])).exitCode).toBe(6);
  });
});

const ONE = (policies: string, enabled = true) => `version: 1
accounts:
  demo: { apiUrl: "\${env.BOTFORM_DEMO_API_URL}", apiKey: "\${env.BOTFORM_DEMO_API_KEY}", apiSecret: "\${env.BOTFORM_DEMO_API_SECRET}", accesses: { primary: Main futures } }
bots:
  ada: { title: ADA, pairTitle: USDT-ADA, strategy: LONG, leverage: 5, marginMode: ISO, typeTakeProfit: LIMIT, typeFirstOrder: MARKET, percentTakeProfit: 1.2, percentSafetyOrder: 1.5, volumeFirstOrder: 5, enabled: ${enabled} }
policies: { ${policies} }
`;
const CAP = "cap: { rule: max-leverage, limit: 3 }";

describe("apply", () => {
  test("a waiver lets it through, and is shown; a turn-off passes whatever policies say", async () => {
    const env = await place.started({ seed: seed() });
    const run = (text: string) => botform(["apply", "--config", place.written(text), "--yes"], { env });
    expect((await run(ONE(CAP))).exitCode).toBe(6);
    const waived = await run(
      ONE("cap: { rule: max-leverage, limit: 3, waivers: [{ bots: [ada], reason: a test, until: 9999-12-31 }] }"),
    );
    expect(waived).toMatchObject({ exitCode: 0 });
    expect(waived.out).toContain("waived until 9999-12-31: a test");
    const off = await run(ONE(`${CAP}, stop: { rule: blackout-windows, windows: [{ timeZone: UTC }] }`, false));
    expect(off).toMatchObject({ exitCode: 0 });
    expect(off.out).toContain("turn off");
  });

  test("the kill switch, by file or by environment, lets turn-offs alone pass", async () => {
    const env = await place.started({ seed: seed() });
    const config = place.written(ONE("stop: { rule: kill-switch, file: STOP, env: BOTFORM_STOP }"));
    const run = (more: Record<string, string> = {}) =>
      botform(["apply", "--config", config, "--yes"], { env: { ...env, ...more } });
    expect((await run({ BOTFORM_STOP: "1" })).exitCode).toBe(6);
    writeFileSync(join(dirname(config), "STOP"), "");
    expect((await run()).err).toContain("policy/kill-switch");
    expect((await botform(["bots", "off", "--all", "--config", config], { env })).exitCode).toBe(0);
  });

  test("a saved plan is judged again by the policies and the clock of its apply", async () => {
    const env = await place.started({ seed: seed() });
    const config = place.written(ONE("cap: { rule: max-leverage, limit: 5 }"));
    const file = place.fresh();
    expect(await botform(["plan", "--config", config, "--out", file], { env })).toMatchObject({ exitCode: 0 });
    const apply = () => botform(["apply", file, "--config", config, "--yes"], { env });
    writeFileSync(config, ONE("cap: { rule: max-leverage, limit: 4 }"));
    expect(await apply()).toMatchObject({ exitCode: 6 });
    writeFileSync(config, ONE("cap: { rule: blackout-windows, windows: [{ timeZone: UTC }] }"));
    expect(await apply()).toMatchObject({ exitCode: 6 });
    writeFileSync(config, ONE("cap: { rule: max-leverage, limit: 5 }"));
    expect(await apply()).toMatchObject({ exitCode: 0 });
  });

  test("commands about single bots are held to the kill switch, too", async () => {
    const env = await place.started({ seed: seed() });
    const config = place.written(ONE("stop: { rule: kill-switch, env: BOTFORM_STOP }", false));
    expect((await botform(["apply", "--config", config, "--yes"], { env })).exitCode).toBe(0);
    const on = await botform(["bots", "on", "ada", "--config", config, "--yes"], {
      env: { ...env, BOTFORM_STOP: "yes" },
    });
    expect(on).toMatchObject({ exitCode: 6 });
  });

  test("a configuration that can't be read lets nothing through but turn-offs: nobody knows its policies", async () => {
    const env = await place.started({ seed: seed() });
    const config = place.written(ONE("cap: { rule: max-leverage, limit: 5 }"));
    expect((await botform(["apply", "--config", config, "--yes"], { env })).exitCode).toBe(0);
    writeFileSync(config, ONE("cap: { rule: max-leverage, limit: five }"));
    const run = (...args: string[]) => botform([...args, "--config", config, "--account", "demo"], { env });
    const [bot] = place.emulator.service.bots();
    expect((await run("bots", "off", `#${bot?.id}`)).exitCode).toBe(0);
    const on = await run("bots", "on", `#${bot?.id}`, "--yes");
    expect(on).toMatchObject({ exitCode: 6 });
    expect(on.err).toContain("the configuration has errors, so it is unknown which policies apply");
    writeFileSync(config, ONE("cap: { rule: max-leverage, limit: 5 }"));
    expect((await run("bots", "on", `#${bot?.id}`, "--yes")).exitCode).toBe(0);
  });

  test("an account that the configuration doesn't name is held to its policies all the same", async () => {
    const env = await place.started({ seed: seed() });
    const config = place.written(ONE("cap: { rule: max-leverage, limit: 5 }"));
    expect((await botform(["apply", "--config", config, "--yes"], { env })).exitCode).toBe(0);
    const [bot] = place.emulator.service.bots();
    const other = place.written(ONE("stop: { rule: kill-switch, env: BOTFORM_STOP }").replaceAll("demo:", "other:"));
    const args = ["bots", "on", `#${bot?.id}`, "--config", other, "--account", "demo", "--yes"];
    expect((await botform(["bots", "off", `#${bot?.id}`, "--config", config], { env })).exitCode).toBe(0);
    expect((await botform(args, { env: { ...env, BOTFORM_STOP: "1" } })).exitCode).toBe(6);
    expect((await botform(args, { env })).exitCode).toBe(0);
  });
});
