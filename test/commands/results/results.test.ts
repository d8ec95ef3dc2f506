// What changes of settings made, on a market of known truth: named where the deals are enough to tell, and not where they aren't.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningEmulator } from "../../../src/emulator/http/server.js";
import type { ResultsFacts } from "../../../src/model/results.js";
import { botform, demoEnv } from "../../support/command.js";
import { type GitServer, gitServer } from "../../support/git-server.js";
import { BETTER, MOVER, marketOfVersions, TAKE_PROFITS } from "./market.js";

const place = realpathSync(mkdtempSync(join(tmpdir(), "botform-results-")));
let server: GitServer;
let emulator: RunningEmulator;

const yaml = (takeProfit: string) =>
  [
    "version: 1",
    "accounts:",
    "  demo:",
    "    apiUrl: ${env.BOTFORM_DEMO_API_URL}",
    "    apiKey: ${env.BOTFORM_DEMO_API_KEY}",
    "    apiSecret: ${env.BOTFORM_DEMO_API_SECRET}",
    "    exchange: SERVICE_FUTURES",
    "    accesses: { primary: Main futures }",
    "bots:",
    "  mover:",
    ...["    title: Mover", "    access: primary", "    pairTitle: USDT-BTC", "    strategy: LONG", "    leverage: 5"],
    ...["    marginMode: CROSS", "    typeTakeProfit: LIMIT", "    typeFirstOrder: MARKET"],
    ...[`    percentTakeProfit: ${takeProfit}`, "    percentSafetyOrder: 1", "    volumeFirstOrder: 20"],
    ...["    volumeSafetyOrder: 25", "    countOrderMax: 10", ""],
  ].join("\n");

beforeAll(async () => {
  server = await gitServer(place);
  emulator = await marketOfVersions({
    seed: 1,
    days: 15,
    before(takeProfit) {
      server.commit({ "fleet/bots.yaml": yaml(takeProfit) }, `Take profit ${takeProfit}`);
      server.commit({ "notes.md": `${takeProfit} it is` }, "Notes");
    },
  });
}, 120_000);
afterAll(async () => {
  await emulator.close();
  await server.close();
  rmSync(place, { recursive: true, force: true });
});

const run = (...args: readonly string[]) =>
  botform(["results", ...args, "-c", join(server.folder, "fleet")], { env: demoEnv(emulator.url) });

async function facts(...args: readonly string[]): Promise<ResultsFacts> {
  const { out, err } = await run(...args, "--format", "json");
  expect(err).toBe("");
  return JSON.parse(out);
}

describe("six versions over 90 days, of which two are better", () => {
  it("are so on the bots that kept each of them all the time", async () => {
    const { rows } = await facts("Control *");
    const perDay = new Map(
      rows.map(({ bot, figures }) => [bot?.title.slice("Control ".length), Number(figures.perDay)]),
    );
    const worst = Math.min(...[...BETTER].map((one) => perDay.get(one) ?? 0));
    for (const one of ["0.19", "0.22"]) expect(perDay.get(one)).toBeLessThan(worst);
  });

  it("are named by their commits, and those two as better", async () => {
    const { rows, comparisons, commits, confidence } = await facts("mover");
    expect(commits).toMatchObject({ kind: "read", commits: 6, skipped: 0 });
    expect(confidence).toBeCloseTo(0.99);
    expect(rows.map(({ bot, version }) => [bot?.id, version?.commit?.subject])).toEqual(
      TAKE_PROFITS.map((one) => [MOVER, `Take profit ${one}`]),
    );
    expect(comparisons.map(({ after, verdict }) => [after.commit?.subject, verdict])).toEqual([
      ["Take profit 1", "better"],
      ["Take profit 0.21", "worse"],
      ["Take profit 0.9", "better"],
      ["Take profit 0.22", "worse"],
      ["Take profit 0.19", "unclear"],
    ]);
  });

  it("aren't told apart where the time is short", async () => {
    const { comparisons } = await facts("mover", "--since", "2026-01-10", "--until", "2026-01-20");
    expect(comparisons.map(({ verdict, interval }) => [verdict, interval])).toEqual([["too-few", null]]);
    const { out } = await run("mover", "--since", "2026-01-10", "--until", "2026-01-20");
    expect(out).toContain("Can't tell: too few");
    expect(out).not.toMatch(/Better|Worse/);
  });

  it("compares the two that are named, by fingerprint or by commit", async () => {
    const { rows } = await facts("mover");
    const [first, , third] = rows.map(({ version }) => version);
    const { comparisons } = await facts(
      ...["--compare", `${first?.fingerprint.slice(0, 6)}..${third?.commit?.commit.slice(0, 10)}`],
    );
    expect(comparisons).toMatchObject([
      { changes: [{ field: "percentTakeProfit", before: "0.2", after: "0.21" }], verdict: "unclear" },
    ]);
    const { exitCode, err } = await run("--compare", "0000..ffff");
    expect([exitCode, err]).toEqual([3, expect.stringContaining("no bot has both versions")]);
  });

  it("read as a trader reads it", async () => {
    const { out, exitCode } = await run("mover");
    expect(exitCode).toBe(0);
    expect(out).toMatch(/demo\/mover\nVERSION/);
    expect(out).toMatch(
      /percentTakeProfit 0\.2 → 1\n {4}Better: \+[\d.]+ USDT a day \([\d.+]+ to [\d.+]+\), more net a day than before\./,
    );
    expect(out).toContain("5 comparisons: one of so many looks good by chance, so each interval is widened to 99 %");
    expect(out).toContain("older ones may be cut off");
  });
});

describe("results", () => {
  it("by bot and by account add up to those by version", async () => {
    const net = async (...args: readonly string[]) => {
      const { rows } = await facts(...args);
      return rows.reduce((sum, { figures }) => sum + Math.round(Number(figures.net) * 1e8), 0);
    };
    const [version, bot, account] = await Promise.all(["version", "bot", "account"].map((by) => net("--by", by)));
    expect([bot, account]).toEqual([version, version]);
  });

  it("as CSV have a row each", async () => {
    const { out } = await run("mover", "--format", "csv");
    const [head = "", ...rows] = out.trimEnd().split("\r\n");
    expect(head.split(",").slice(0, 7)).toEqual("account,bot,address,title,version,commit,committed".split(","));
    expect(rows.map((row) => row.split(",").slice(0, 4))).toEqual(Array(6).fill(["demo", "1", "demo/mover", "Mover"]));
  });

  it("of an account that can't be read don't hide the others", async () => {
    const config = join(place, "two.yaml");
    const gone = ["  gone:", "    apiUrl: http://127.0.0.1:1", "    apiKey: ${env.BOTFORM_GONE_API_KEY}"];
    const secret = ["    apiSecret: ${env.BOTFORM_GONE_API_SECRET}", "    accesses: { primary: Main futures }"];
    writeFileSync(
      config,
      yaml("1").replace("bots:", [...gone, ...secret, "    exchange: SERVICE_FUTURES", "bots:"].join("\n")),
    );
    const args = ["results", "--all-accounts", "--by", "account", "-c", config];
    const { exitCode, out } = await botform(args, { env: demoEnv(emulator.url) });
    expect(exitCode).toBe(1);
    expect(out).toMatch(/^ACCOUNT .*\ndemo /);
    expect(out).toMatch(/\ngone couldn't be read: /);
  });

  it.each([
    { args: ["--compare", "this..that"], says: "doesn't name two versions" },
    { args: ["--compare", "0000..ffff", "--by", "bot"], says: "can't be used together|shows none" },
    { args: ["--since", "yesterday"], says: "--since yesterday is not a time" },
  ])("refuse $args", async ({ args, says }) => {
    const { exitCode, err } = await run(...args);
    expect([exitCode, err]).toEqual([3, expect.stringMatching(says)]);
  });
});
