// diff: two configurations against each other without network, and two live accounts against each other without writes.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type RunningEmulator, startEmulator } from "../../src/emulator/http/server.js";
import type { Seed, SeedBot } from "../../src/emulator/seed/seed.js";
import { botform } from "../support/command.js";
import { canaries, KEY, SECRET } from "../techniques/threats/canary.js";

const FLEET = `version: 1
accounts:
  main:
    apiUrl: \${env.BOTFORM_API_URL}
    apiKey: \${env.BOTFORM_MAIN_API_KEY}
    apiSecret: \${env.BOTFORM_MAIN_API_SECRET}
    accesses: { primary: Main futures, second: 12 }
  copy:
    apiUrl: \${env.BOTFORM_API_URL}
    apiKey: \${env.BOTFORM_COPY_API_KEY}
    apiSecret: \${env.BOTFORM_COPY_API_SECRET}
    accesses: { primary: Copy futures }
    volumeScale: 0.25
    volumeStep: 1
    overrides: { access: primary }
defaults: { access: primary, strategy: LONG, leverage: 5, marginMode: CROSS, typeTakeProfit: LIMIT, typeFirstOrder: MARKET }
templates:
  dip: { percentTakeProfit: 1.2, percentSafetyOrder: 1.5, volumeFirstOrder: 33, volumeSafetyOrder: 40, countOrderMax: 6 }
bots:
  btc-dip: { extends: dip, title: BTC dip, pairTitle: USDT-BTC, enabled: true }
  eth-dip: { extends: dip, title: ETH dip, pairTitle: USDT-ETH }
  sol-dip: { extends: dip, title: SOL dip, pairTitle: USDT-SOL, martingaleScale: 1.2 }
`;

let cwd = "";
let emulator: RunningEmulator | undefined;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "botform diff "));
  writeFileSync(join(cwd, "botform.yaml"), FLEET);
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
afterEach(async () => {
  await emulator?.close();
  emulator = undefined;
});

function written(name: string, ...changes: readonly (readonly [string, string])[]): string {
  writeFileSync(
    join(cwd, name),
    changes.reduce((text, [old, now]) => text.replaceAll(old, now), FLEET),
  );
  return name;
}

const diff = (args: readonly string[], env: Record<string, string> = {}) => botform(["diff", ...args], { cwd, env });
const collapsed = (out: string) => out.split("\n").map((line) => line.trim().replace(/\s+/g, " "));

describe("two configurations", () => {
  it("have no differences from themselves", async () => {
    const { exitCode, out, err } = await diff(["botform.yaml", "botform.yaml", "--detailed-exitcode"]);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    expect(out).toBe("copy: no differences · 3 unchanged\n\nmain: no differences · 3 unchanged\n");
  });

  it("are compared after composition: a template's value shows at each bot and account, and nothing else", async () => {
    const now = written("template.yaml", ["volumeFirstOrder: 33", "volumeFirstOrder: 34"]);
    const { exitCode, out } = await diff(["botform.yaml", now, "--detailed-exitcode"]);
    expect(exitCode).toBe(2);
    // 33 and 34 quarters are both 8 by the step.
    expect(out).toContain("copy: no differences · 3 unchanged");
    expect(collapsed(out).filter((line) => line.includes("→"))).toEqual(Array(3).fill("volumeFirstOrder 33 → 34"));
    expect((await diff(["botform.yaml", now])).exitCode).toBe(0);
  });

  it("show what was added, removed, renamed, switched off and let go, and the accounts' own settings", async () => {
    const now = written(
      "now.yaml",
      ["title: BTC dip", "title: BTC dip 2, previousTitles: [BTC dip]"],
      [
        "  eth-dip: { extends: dip, title: ETH dip, pairTitle: USDT-ETH }",
        "  ada: { extends: dip, title: ADA, pairTitle: USDT-ADA }",
      ],
      ["martingaleScale: 1.2", "martingaleScale: null, unmanaged: [countOrderMax]"],
      [
        "accesses: { primary: Main futures, second: 12 }",
        "accesses: { primary: Main futures, third: 13 }\n    undeclared: turn-off",
      ],
      ["volumeScale: 0.25", "volumeScale: 0.5"],
      ["BOTFORM_COPY_API_KEY", "BOTFORM_COPY_KEY"],
      ["defaults:", "protectedTitles: [By hand]\ndefaults:"],
    );
    const { out, exitCode, err } = await diff(["botform.yaml", now, "--detailed-exitcode"]);
    expect({ exitCode, err }).toEqual({ exitCode: 2, err: "" });
    const [copy = [], main = []] = out.split(/^main: /m).map(collapsed);
    expect(copy).toEqual([
      "copy: 3 account settings changed, 1 bot added, 1 bot removed, 2 bots changed · 0 unchanged",
      "",
      "apiKey ${env.BOTFORM_COPY_API_KEY} → ${env.BOTFORM_COPY_KEY}",
      "volumeScale 0.25 → 0.5",
      "protectedTitles not stated → [By hand]",
      "",
      '+ copy/ada "ADA"',
      expect.stringMatching(/^access primary · pairTitle USDT-ADA · strategy LONG/),
      expect.stringContaining("percentTakeProfit 1.2"),
      expect.stringContaining("volumeSafetyOrder 20"),
      "",
      '~ copy/btc-dip "BTC dip 2" renamed from "BTC dip"',
      "volumeFirstOrder 8 → 16",
      "volumeSafetyOrder 10 → 20",
      "previousTitles not stated → [BTC dip]",
      "",
      '- copy/eth-dip "ETH dip"',
      "",
      '~ copy/sol-dip "SOL dip"',
      "volumeFirstOrder 8 → 16",
      "volumeSafetyOrder 10 → 20",
      "countOrderMax 6 → not managed",
      "martingaleScale 1.2 → off",
      "",
      "",
    ]);
    expect(main).toEqual(
      expect.arrayContaining([
        "accesses.second 12 → not stated",
        "accesses.third not stated → 13",
        "undeclared report → turn-off",
      ]),
    );
    const json = await diff(["botform.yaml", now, "--format", "json"]);
    const document = JSON.parse(json.out);
    expect(document).toMatchObject({ ok: true, exitCode: 0, differs: true });
    expect(document.accounts[0].bots[1]).toMatchObject({ kind: "changed", renamedFrom: "BTC dip", title: "BTC dip 2" });
    expect(document.accounts[0].bots[3].changes.slice(-2)).toEqual([
      { name: "countOrderMax", before: "6" },
      { name: "martingaleScale", before: "1.2", after: null },
    ]);
  });

  it("know a bot by its title where its key changed, and accounts that came or went", async () => {
    const now = written("keys.yaml", ["btc-dip:", "btc:"], ["  copy:", "  other:"]);
    const { out } = await diff(["botform.yaml", now]);
    const lines = collapsed(out);
    expect(lines).toEqual(
      expect.arrayContaining([
        "copy: account removed, 3 bots removed · 0 unchanged",
        "main: 1 bot changed · 2 unchanged",
        '~ main/btc "BTC dip"',
        "key btc-dip → btc",
        "other: account added, 3 bots added · 0 unchanged",
      ]),
    );
  });

  it("with errors are refused with their diagnostics, as is any other use", async () => {
    const broken = written("broken.yaml", ["leverage: 5", "leverage: many"]);
    const { exitCode, out, err } = await diff(["botform.yaml", broken]);
    expect({ exitCode, out }).toEqual({ exitCode: 3, out: "" });
    expect(err).toMatch(/broken\.yaml:\d+:\d+: error: .*leverage[\s\S]*broken\.yaml: the configuration has errors/);
    for (const args of [
      [],
      ["botform.yaml"],
      ["--from", "main"],
      ["botform.yaml", broken, "--from", "main", "--to", "copy"],
    ])
      expect(await diff(args)).toMatchObject({ exitCode: 3, err: expect.stringContaining("--from ACCOUNT --to") });
    expect(await diff(["--from", "main", "--to", "main"])).toMatchObject({ exitCode: 3 });
    expect(await diff(["a", "b", "--unscaled"])).toMatchObject({ exitCode: 3 });
  });
});

function bot(title: string, accessId: number, changes: Partial<SeedBot> = {}): SeedBot {
  return {
    accessId,
    title,
    pairTitle: "USDT-BTC",
    strategy: "LONG",
    leverage: 5,
    marginMode: "CROSS",
    typeTakeProfit: "LIMIT",
    typeFirstOrder: "MARKET",
    percentTakeProfit: "1.20",
    percentSafetyOrder: "1.5",
    volumeFirstOrder: "33",
    volumeSafetyOrder: "40",
    countOrderMax: 6,
    ...changes,
  };
}

const QUARTER = { volumeFirstOrder: "8", volumeSafetyOrder: "10" };

function seed(main: readonly SeedBot[], copy: readonly SeedBot[]): Seed {
  return {
    accounts: [
      {
        name: "main",
        apiKey: KEY,
        apiSecret: SECRET,
        accesses: [
          { accessId: 11, title: "Main futures" },
          { accessId: 12, title: "Second futures" },
        ],
        bots: [...main],
      },
      {
        name: "copy",
        apiKey: `${KEY}2`,
        apiSecret: `${SECRET}2`,
        accesses: [
          { accessId: 21, title: "Copy futures" },
          { accessId: 22, title: "Nobody's" },
        ],
        bots: [...copy],
      },
    ],
  };
}

async function live(main: readonly SeedBot[], copy: readonly SeedBot[]): Promise<Record<string, string>> {
  emulator = await startEmulator({ seed: seed(main, copy) });
  return {
    BOTFORM_API_URL: emulator.url,
    BOTFORM_MAIN_API_KEY: KEY,
    BOTFORM_MAIN_API_SECRET: SECRET,
    BOTFORM_COPY_API_KEY: `${KEY}2`,
    BOTFORM_COPY_API_SECRET: `${SECRET}2`,
  };
}

const ACCOUNTS = ["--from", "main", "--to", "copy"];

describe("two live accounts", () => {
  it("are compared by access alias and title, every field and the switch, without a write", async () => {
    const env = await live(
      [
        bot("BTC dip", 11, { enabled: true, id: 101 }),
        bot("ETH dip", 11, { id: 102 }),
        bot("By hand", 11, { id: 103 }),
        bot("Twin", 11, { id: 104 }),
        bot("Twin", 11, { id: 105 }),
        bot("ETH dip", 12, { id: 106 }),
      ],
      [
        bot("BTC dip", 21, { leverage: 3, martingaleScale: "1.2", id: 201 }),
        bot("ETH dip", 21, { id: 202, percentTakeProfit: "1.2" }),
        bot("Copied", 21, { id: 203, enabled: true }),
        bot("Twin", 21, { id: 204 }),
        bot("Elsewhere", 22, { id: 205 }),
      ],
    );
    const { exitCode, out, err } = await diff([...ACCOUNTS, "--detailed-exitcode"], env);
    expect({ exitCode, err }).toEqual({ exitCode: 2, err: "" });
    expect(collapsed(out)).toEqual([
      "main → copy: 1 bot different, 2 only on main, 1 only on copy, 1 title not comparable · 1 equal",
      "",
      '~ "BTC dip" on primary bot 101 → bot 201',
      "leverage 5 → 3",
      "martingaleScale off → 1.2",
      "enabled true → false",
      "",
      "Only on main:",
      '- "By hand" on primary bot 103, off',
      '- "ETH dip" on second bot 106, off',
      "",
      "Only on copy:",
      '+ "Copied" on primary bot 203, on',
      "",
      "Not compared, since the title stands several times:",
      '! "Twin" on primary 2 bots on main (104, 105), 1 bot on copy (204)',
      "",
    ]);
    expect(emulator?.service.writes).toEqual([]);
    const json = await diff([...ACCOUNTS, "--format", "json"], env);
    expect(json).toMatchObject({ exitCode: 0, err: "" });
    expect(JSON.parse(json.out)).toMatchObject({
      command: "diff",
      differs: true,
      unscaled: false,
      equal: 1,
      ambiguous: [{ access: "primary", title: "Twin", fromIds: [104, 105], toIds: [204] }],
      changed: [{ title: "BTC dip", fromId: 101, toId: 201 }],
    });
    expect(canaries(out + json.out)).toEqual([]);
  });

  it("with --unscaled differ only where a volume isn't the other's by the scales", async () => {
    const env = await live(
      [bot("BTC dip", 11), bot("ETH dip", 11), bot("By hand", 11, { volumeFirstOrder: "50" })],
      [bot("BTC dip", 21, QUARTER), bot("ETH dip", 21), bot("By hand", 21, { ...QUARTER, volumeFirstOrder: "12" })],
    );
    const plain = await diff(ACCOUNTS, env);
    expect(collapsed(plain.out)[0]).toBe("main → copy: 2 bots different · 1 equal");
    const { out } = await diff([...ACCOUNTS, "--unscaled", "--detailed-exitcode"], env);
    expect(collapsed(out)).toEqual([
      "main → copy (unscaled): 1 bot different · 2 equal",
      "",
      expect.stringMatching(/^~ "ETH dip" on primary bot \d+ → bot \d+$/),
      "volumeFirstOrder 33 → 33 by the accounts' scales it would be 8",
      "volumeSafetyOrder 40 → 40 by the accounts' scales it would be 10",
      "",
    ]);
    const back = await diff(["--from", "copy", "--to", "main", "--unscaled"], env);
    expect(collapsed(back.out)[0]).toBe("copy → main (unscaled): 1 bot different · 2 equal");
  });

  it("that are equal say so; only titles with the prefix count", async () => {
    const env = await live([bot("[b] One", 11), bot("Mine", 11)], [bot("[b] One", 21)]);
    const config = written(
      "prefix.yaml",
      ["accesses: {", 'titlePrefix: "[b] "\n    accesses: {'],
      [FLEET.slice(FLEET.indexOf("bots:")), ""],
    );
    const { exitCode, out } = await diff([...ACCOUNTS, "-c", config, "--detailed-exitcode"], env);
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: "main → copy: no differences · 1 equal\n" });
  });

  it("aren't compared while an alias stands for no access, or credentials are wrong; no secret is said", async () => {
    const env = await live([], []);
    const config = written("lost.yaml", ["Copy futures", "Lost futures"]);
    const lost = await diff([...ACCOUNTS, "-c", config], env);
    expect(lost).toMatchObject({ exitCode: 3, out: "", err: expect.stringContaining("Lost futures") });
    expect(lost.err).toMatch(/lost\.yaml:\d+:\d+: error/);
    const wrong = { ...env, BOTFORM_COPY_API_SECRET: "another-canary-secret" };
    const refused = await diff([...ACCOUNTS, "--format", "json"], wrong);
    expect(refused.exitCode).toBe(1);
    expect(JSON.parse(refused.out)).toMatchObject({ ok: false, exitCode: 1, error: expect.stringMatching(/^copy: /) });
    expect(canaries(lost.err + refused.out + refused.err)).toEqual([]);
    expect(refused.out + refused.err).not.toContain("another-canary-secret");
  });

  it("that one key opens are one account, and would always be equal: they aren't compared", async () => {
    const env = await live([bot("One", 11)], []);
    const config = written("same.yaml", ["primary: Copy futures", "primary: Main futures"]);
    const same = { ...env, BOTFORM_COPY_API_KEY: KEY, BOTFORM_COPY_API_SECRET: SECRET };
    const { exitCode, out, err } = await diff([...ACCOUNTS, "-c", config], same);
    expect({ exitCode, out }).toEqual({ exitCode: 3, out: "" });
    expect(err).toContain("the accounts main and copy are opened by the same API key");
    expect(canaries(err)).toEqual([]);
  });
});
