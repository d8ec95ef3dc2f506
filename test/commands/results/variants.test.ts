// Experiments on markets of known truth: the better variant is never called worse, and one that is no different is seldom called either.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningEmulator, startEmulator } from "../../../src/emulator/http/server.js";
import type { ResultsFacts } from "../../../src/model/results.js";
import { botform, demoEnv } from "../../support/command.js";
import { type GitServer, gitServer } from "../../support/git-server.js";
import { slice } from "../../support/lane.js";
import { botCalled } from "../workplace.js";
import { course } from "./market.js";

const DAY_MS = 86_400_000;
/** Of every bot before the experiments, and of the controls all the time. */
const LESS = "0.2";
const MORE = "1";

const place = realpathSync(mkdtempSync(join(tmpdir(), "botform-variants-")));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const BOTS = ["control", "tried", "same", "other"] as const;

const yaml = (variants: string) =>
  [
    "version: 1",
    "accounts:",
    "  demo:",
    "    apiUrl: ${env.BOTFORM_DEMO_API_URL}",
    "    apiKey: ${env.BOTFORM_DEMO_API_KEY}",
    "    apiSecret: ${env.BOTFORM_DEMO_API_SECRET}",
    "    accesses: { primary: Main futures }",
    "defaults:",
    ...["  access: primary", "  strategy: LONG", "  leverage: 5", "  marginMode: CROSS", "  typeTakeProfit: LIMIT"],
    ...["  typeFirstOrder: MARKET", `  percentTakeProfit: ${LESS}`, "  percentSafetyOrder: 1"],
    ...["  volumeFirstOrder: 20", "  volumeSafetyOrder: 25", "  countOrderMax: 10"],
    "bots:",
    ...BOTS.map((key) => `  ${key}: { title: ${key}, pairTitle: ${key === "other" ? "USDT-ETH" : "USDT-BTC"} }`),
    variants,
  ].join("\n");

/** One changes the take profit; one changes nothing that a deal notices, and has its two bots on pairs that know nothing of each other. */
const VARIANTS = `variants:
  better:
    less: { bots: [control] }
    more: { bots: [tried], settings: { percentTakeProfit: ${MORE} } }
  equal:
    one: { bots: [same] }
    other: { bots: [other], settings: { cycleLimitScale: 100000 } }
`;

interface Market {
  readonly seed: number;
  readonly before: number;
  readonly during: number;
  /** Days for which there are prices afterwards. */
  readonly after?: number;
}

async function market({ seed, before, during, after = 1 }: Market): Promise<RunningEmulator> {
  const bot = { ...botCalled("x"), percentSafetyOrder: "1", countOrderMax: 10, enabled: true, percentTakeProfit: LESS };
  const bots = BOTS.map((title, index) => ({
    ...{ ...bot, title, id: index + 1, pairTitle: title === "other" ? "USDT-ETH" : "USDT-BTC" },
  }));
  const days = before + during + after;
  const emulator = await startEmulator({
    speed: 0,
    quirks: { historySize: 20_000 },
    seed: {
      start: "2026-01-01T00:00:00Z",
      prices: {
        "USDT-BTC": { path: course(seed, days), change: "linear" },
        "USDT-ETH": { path: course(seed + 1_000, days, 3_000), change: "linear" },
      },
      accounts: [
        {
          ...{ name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", balance: { USDT: "100000" } },
          ...{ accesses: [{ accessId: 101, title: "Main futures" }], bots },
        },
      ],
    },
  });
  emulator.service.pass(before * DAY_MS);
  emulator.service.editBot(2, { percentTakeProfit: MORE });
  emulator.service.pass(during * DAY_MS);
  return emulator;
}

async function facts(emulator: RunningEmulator, config: string, ...args: readonly string[]): Promise<ResultsFacts> {
  const { out, err } = await botform(["results", "--by", "variant", "-c", config, ...args, "--format", "json"], {
    env: demoEnv(emulator.url),
  });
  expect(err).toBe("");
  return JSON.parse(out);
}

describe("an experiment of 30 days after 20 without it", () => {
  let server: GitServer;
  let emulator: RunningEmulator;
  let config: string;
  beforeAll(async () => {
    server = await gitServer(place);
    config = join(server.folder, "fleet");
    server.commit({ "fleet/bots.yaml": yaml("") }, "Without experiments");
    emulator = await market({ seed: 1, before: 20, during: 30 });
    server.commit({ "fleet/bots.yaml": yaml(VARIANTS) }, "Two experiments");
  }, 120_000);
  afterAll(async () => {
    await emulator.close();
    await server.close();
  });

  it("names the better variant, and doesn't tell the equal ones apart", async () => {
    const { experiments = [], confidence } = await facts(emulator, config, "--commits", "0");
    expect(confidence).toBeCloseTo(0.975);
    expect(
      experiments.map(({ experiment, comparisons }) => [
        experiment,
        comparisons.map(({ control, variant, verdict }) => [control, variant, verdict]),
      ]),
    ).toEqual([
      ["better", [["less", "more", "better"]]],
      ["equal", [["one", "other", "unclear"]]],
    ]);
    expect(experiments[1]?.comparisons[0]?.caveats[0]).toBe(
      "They trade different pairs: what makes the pairs differ is part of the difference.",
    );
  });

  it("counts no deal of before: not the control's either, which had the same settings", async () => {
    const { experiments = [] } = await facts(emulator, config, "--commits", "0");
    const [better] = experiments;
    const begin = Date.parse("2026-01-21T00:00:00Z");
    expect(better?.since).toBeGreaterThan(begin);
    for (const { figures } of better?.rows ?? []) expect(figures.first).toBeGreaterThanOrEqual(better?.since ?? 0);
    expect(better?.rows.map(({ figures: { deals } }) => deals > 30)).toEqual([true, true]);
  });

  it("compares nothing that ended before its first commit", async () => {
    // The commit is younger than every deal.
    const { experiments = [], commits } = await facts(emulator, config);
    expect(commits).toMatchObject({ kind: "read", commits: 2 });
    expect(experiments.map(({ since, comparisons }) => [since, comparisons.map(({ verdict }) => verdict)])).toEqual([
      [null, ["too-few"]],
      [null, ["too-few"]],
    ]);
  });

  it("says how many those were, by which commit they don't count, and from when on deals do", async () => {
    const { out } = await botform(["results", "--by", "variant", "-c", config], { env: demoEnv(emulator.url) });
    const lines = out.split("\n");
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`;
    expect(lines[0]).toMatch(
      new RegExp(
        `^better: deals count from ${time} on, when it was committed, and none with the settings that it tries has ended`,
      ),
    );
    const early = lines.filter((line) => line.includes("ended before"));
    expect(early).toHaveLength(2);
    expect(early[0]).toMatch(
      new RegExp(
        `^  \\d\\d+ deals with the settings that it tries ended before the commit [0-9a-f]{8} of ${time} \\(Two experiments\\)`,
      ),
    );
    const { experiments = [] } = await facts(emulator, config);
    expect(experiments[0]?.early).toMatchObject({ commit: { subject: "Two experiments" } });
    expect(out).not.toContain("has ended yet");
  });

  it("concludes nothing where the time is short", async () => {
    const { experiments = [] } = await facts(emulator, config, "--commits", "0", "--until", "2026-01-26");
    expect(experiments[0]?.comparisons).toMatchObject([{ verdict: "too-few", interval: null }]);
  });

  it("counts deals with other settings apart", async () => {
    const text = yaml(
      VARIANTS.replace("more: { bots: [tried]", "more: { bots: [tried, same]").replace(
        "one: { bots: [same] }",
        "one: { bots: [control] }",
      ),
    );
    const other = join(place, "other.yaml");
    writeFileSync(other, text);
    const { experiments = [] } = await facts(emulator, other, "--commits", "0");
    const [better] = experiments;
    expect(better?.others).toEqual([{ address: "demo/same", variant: "more", deals: expect.any(Number) }]);
    expect(better?.others[0]?.deals).toBeGreaterThan(30);
    expect(better?.rows[1]?.bots).toEqual(["demo/same", "demo/tried"]);
    // What didn't run with them changes nothing.
    const whole = await facts(emulator, config, "--commits", "0");
    expect(better?.rows[1]?.figures).toEqual(whole.experiments?.[0]?.rows[1]?.figures);
  });
});

/** A work tree, and commits in it at moments of the market. */
function datedTree(name: string) {
  const folder = join(place, name);
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", HOME: place };
  const git = (args: readonly string[], date = "") =>
    execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.net", ...args], {
      ...{ cwd: folder, env: { ...env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }, stdio: "ignore" },
    });
  git(["init", "--quiet"]);
  const config = join(folder, "bots.yaml");
  return {
    config,
    commit(text: string, date: string): void {
      writeFileSync(config, text);
      git(["add", "--all"]);
      git(["commit", "--quiet", "-m", "A change"], date);
    },
  };
}

describe("commits of an experiment", () => {
  const [begin, changed] = ["2026-01-11T00:00:00Z", "2026-01-21T00:00:00Z"];
  let emulator: RunningEmulator;
  beforeAll(async () => {
    emulator = await market({ seed: 2, before: 10, during: 10, after: 11 });
    emulator.service.editBot(2, { percentTakeProfit: "0.9" });
    emulator.service.pass(10 * DAY_MS);
  }, 120_000);
  afterAll(() => emulator.close());

  it("say since when it is there, and with which settings deals count", async () => {
    const tree = datedTree("dated");
    tree.commit(yaml(""), "2026-01-01T00:00:00Z");
    // Once before, under the same name: that time is over.
    tree.commit(yaml(VARIANTS), "2026-01-02T00:00:00Z");
    tree.commit(yaml(""), "2026-01-03T00:00:00Z");
    tree.commit(yaml(VARIANTS), begin);
    tree.commit(yaml(VARIANTS.replace(`percentTakeProfit: ${MORE}`, "percentTakeProfit: 0.9")), changed);
    const [[better, equal] = [], [alone] = []] = await Promise.all(
      [[], ["--commits", "0"]].map(async (args) => (await facts(emulator, tree.config, ...args)).experiments),
    );
    // Its other half changes nothing that a deal shows, so that only the commit says when it began.
    expect(equal?.since).toBeGreaterThanOrEqual(Date.parse(begin));
    expect(equal?.since).toBeLessThan(Date.parse(begin) + DAY_MS);
    expect(better?.since).toBeLessThan(Date.parse(changed));
    expect(better?.others).toEqual([]);
    const { first, last } = better?.rows[1]?.figures ?? {};
    expect([Number(first) < Date.parse(changed), Number(last) > Date.parse(changed)]).toEqual([true, true]);
    expect(alone?.since).toBeGreaterThan(Date.parse(changed));
  });
});

const SEEDS = Array.from({ length: 12 }, (_, index) => index + 2);

it("on other markets, too", { timeout: 240_000 }, async () => {
  const config = join(place, "bots.yaml");
  writeFileSync(config, yaml(VARIANTS));
  const found: string[] = [];
  const seeds = slice(SEEDS, { fast: 2, all: 4 });
  for (const seed of seeds) {
    const emulator = await market({ seed, before: 5, during: 30 });
    const { experiments = [] } = await facts(emulator, config);
    await emulator.close();
    found.push(experiments.flatMap(({ comparisons }) => comparisons.map(({ verdict }) => verdict)).join(" "));
  }
  const better = found.filter((one) => one.startsWith("better "));
  expect(found.filter((one) => one.startsWith("worse "))).toEqual([]);
  expect(better.length).toBeGreaterThanOrEqual(seeds.length / 2);
  expect(found.filter((one) => !one.endsWith(" unclear")).length).toBeLessThanOrEqual(1);
});
