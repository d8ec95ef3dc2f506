// A pull as a program calls it: into a new configuration or the existing one, what it refuses, and what it writes.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pull } from "../../../../src/app/pull/pull.js";
import type { PullOptions } from "../../../../src/app/pull/result.js";
import { type RunningEmulator, startEmulator } from "../../../../src/emulator/http/server.js";
import { botCalled } from "../../../commands/workplace.js";
import { demoEnv } from "../../../support/command.js";
import { folder, inLines, listening, refusal } from "../room.js";

const at = folder();
const CREDENTIALS = { apiKey: "demo-key", apiSecret: "demo-secret", balance: { USDT: "100000" } };
const ACCESS = { accessId: 101, title: "Main futures" };
let emulator: RunningEmulator;
let heard: ReturnType<typeof listening>;
beforeAll(async () => {
  emulator = await startEmulator({
    seed: {
      accounts: [
        {
          ...{ name: "demo", ...CREDENTIALS },
          accesses: [ACCESS, { accessId: 103, title: "Empty", exchange: "OTHER_FUTURES" }],
          bots: [
            { ...botCalled("Dip"), id: 1 },
            { ...botCalled("Dip 2"), id: 2 },
          ],
        },
        {
          ...{ name: "one", ...CREDENTIALS, apiKey: "one-key" },
          accesses: [{ ...ACCESS, accessId: 201 }],
          bots: [{ ...botCalled("Alone"), accessId: 201, id: 11 }],
        },
      ],
    },
    quirks: { commandDelay: 0 },
  });
});
afterAll(() => emulator.close());
beforeEach(() => {
  heard = listening(demoEnv(emulator.url));
});
const run = (options: Partial<PullOptions>) => pull(heard.host, { account: "demo", concurrency: 4, ...options });
const keyOf = (apiKey: string) => {
  heard = listening({ ...demoEnv(emulator.url), BOTFORM_DEMO_API_KEY: apiKey });
};

describe("a pull into a new configuration", () => {
  const FRESH = { exchange: "SERVICE_FUTURES" };
  const beside = (name: string, text = "") => {
    const path = at.fresh(name);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text);
    return join(path, "..");
  };

  it("writes a folder that isn't there yet, and says from where", async () => {
    const out = at.fresh(join("deep", "fleet"));
    const { files, ...rest } = await run({ ...FRESH, out });
    expect(files.map(({ file, before }) => [file, before])).toEqual([
      [join(out, "botform.yaml"), undefined],
      [join(out, ".gitignore"), undefined],
    ]);
    expect(readFileSync(join(out, "botform.yaml"), "utf8")).toBe(files[0]?.text);
    expect(inLines(rest)).toBe('account: "demo"\nsummary: "2 bots of account demo"');
    expect([heard.reads, heard.said.length]).toEqual([["demo"], 1]);
    expect(files[0]?.text).toContain("exchange: SERVICE_FUTURES\n    accesses:\n      main-futures: Main futures\n");
  });

  it.each(["fleet.yaml", "fleet.YML"])("writes the file %s where the name is one's", async (name) => {
    const out = at.fresh(name);
    const { files } = await run({ ...FRESH, out });
    expect(files.map(({ file }) => file)).toEqual([out]);
    expect(readFileSync(out, "utf8")).toBe(files[0]?.text);
  });

  it("stands in the current folder without --out, and factors only where that is asked for", async () => {
    const plain = await run({ ...FRESH, dryRun: true });
    const factored = await run({ ...FRESH, dryRun: true, factor: true, out: at.fresh("fleet") });
    expect(plain.files.map(({ file }) => file)[0]).toBe("botform.yaml");
    expect(factored.summary).toMatch(/^2 bots of account demo in \d+ lines/);
    expect([existsSync("botform.yaml"), existsSync(factored.files[0]?.file ?? "")]).toEqual([false, false]);
  });

  it("is a new one beside a configuration where --out names one", async () => {
    const config = at.written("version: 1\n");
    const out = at.fresh("fleet");
    expect((await run({ ...FRESH, config, out, dryRun: true })).files[0]?.file).toBe(join(out, "botform.yaml"));
  });

  it("takes a name that only contains an ending for a folder", async () => {
    const out = at.fresh("fleet.yaml.d");
    expect((await run({ ...FRESH, out, dryRun: true })).files[0]?.file).toBe(join(out, "botform.yaml"));
  });

  it("writes beside what isn't YAML", async () => {
    const out = beside("notes.yaml.md");
    expect((await run({ ...FRESH, out })).files[0]?.file).toBe(join(out, "botform.yaml"));
  });

  it.each<[name: string, isFolder: boolean, why: string]>([
    ["botform.yaml", true, "pull doesn't overwrite files that it hasn't read"],
    ["bots.YML", true, "it would become part of the pulled configuration"],
    ["live.yaml", false, "pull doesn't overwrite files that it hasn't read"],
  ])("isn't written where %s stands", async (name, isFolder, why) => {
    const where = beside(name);
    const file = join(where, name);
    expect(await refusal(() => run({ ...FRESH, out: isFolder ? where : file }))).toEqual([
      `${file} exists already, and ${why}\nPull into it with --config, or name another folder with --out.`,
      3,
    ]);
  });

  it("isn't written where a file has the folder's name", async () => {
    const out = join(beside("plain"), "plain");
    expect(await refusal(() => run({ ...FRESH, out }))).toEqual([
      `the folder of ${join(out, "botform.yaml")} can't be created: a file of that name exists (EEXIST)\nName another one with --out.`,
      1,
    ]);
  });

  it.each<[Partial<PullOptions>, string]>([
    [
      { everywhere: true },
      "--everywhere adds bots to a configuration of several accounts, but there is none\nRun pull without it.",
    ],
    [{ accept: ["a"] }, "--accept copies live values into a configuration, but there is none\nRun pull without it."],
    [
      {},
      "the account has accesses on several exchanges: OTHER_FUTURES, SERVICE_FUTURES\nChoose one with --exchange; in the configuration, each exchange gets its own account.",
    ],
  ])("is refused with %j", async (options, says) => {
    expect(await refusal(() => run({ ...options, dryRun: true, out: at.fresh("out") }))).toEqual([says, 3]);
  });

  it("is of the only exchange where the account has one", async () => {
    keyOf("one-key");
    const { files, summary } = await run({ dryRun: true, out: at.fresh("out") });
    expect([summary, files[0]?.text.includes("exchange: SERVICE_FUTURES")]).toEqual(["1 bot of account demo", true]);
  });
});

describe("a pull into the configuration", () => {
  const YAML = `version: 1
accounts:
  demo:
    apiUrl: \${env.BOTFORM_DEMO_API_URL}
    apiKey: \${env.BOTFORM_DEMO_API_KEY}
    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}
    accesses: { primary: Main futures }
protectedTitles: [Dip 2]
bots:
  dip: { title: Dip, percentTakeProfit: 2.5, leverage: 5 }
`;

  it("writes the live value, and says what it left", async () => {
    const config = at.written(YAML);
    const { files, ...rest } = await run({ config });
    expect(files.map(({ file, before }) => [file, before])).toEqual([[config, YAML]]);
    expect(readFileSync(config, "utf8")).toBe(YAML.replace("2.5", "1.2"));
    expect(inLines(rest)).toMatchInlineSnapshot(`
      "account: "demo"
      summary: "1 bot of account demo compared, 1 setting accepted, 0 bots added"
      left: [{"botId":2,"title":"Dip 2","reason":"protectedTitles names it"}]"
    `);
    expect([heard.concealed, heard.reads]).toEqual([["demo-key", "demo-secret"], ["demo"]]);
  });

  it("writes nothing in a dry run", async () => {
    const config = at.written(YAML);
    expect((await run({ config, dryRun: true })).files[0]?.text).toBe(YAML.replace("2.5", "1.2"));
    expect(readFileSync(config, "utf8")).toBe(YAML);
  });

  it("takes over what is accepted alone, with the variables that are given", async () => {
    const config = at.written(
      YAML.replace("leverage: 5", 'leverage: "${much}"').replace("bots:", "vars: { much: 3 }\nbots:"),
    );
    const { files, summary } = await run({ config, accept: ["dip.percentTakeProfit"], var: ["much=7"], dryRun: true });
    expect([summary, files[0]?.text.includes('percentTakeProfit: 1.2, leverage: "${much}"')]).toEqual([
      "1 bot of account demo compared, 1 setting accepted, 0 bots added",
      true,
    ]);
  });

  it("is refused with --factor", async () => {
    expect(await refusal(() => run({ config: at.written(YAML), factor: true }))).toEqual([
      "--factor writes a new configuration, and leaves the existing one as it is\nName a new folder with --out.",
      3,
    ]);
  });
});
