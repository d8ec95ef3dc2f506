// render: every value with the place it comes from, as text and JSON; and plain YAML that plans the same.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { botform } from "../support/command.js";
import { canaries, KEY, SECRET } from "../techniques/threats/canary.js";

const FLEET = `version: 1
accounts:
  main:
    apiUrl: \${env.BOTFORM_MAIN_API_URL}
    apiKey: \${env.BOTFORM_MAIN_API_KEY}
    apiSecret: \${env.BOTFORM_MAIN_API_SECRET}
    accesses: { primary: Main futures }
  copy:
    apiUrl: \${env.BOTFORM_MAIN_API_URL}
    apiKey: \${env.BOTFORM_COPY_API_KEY}
    apiSecret: \${env.BOTFORM_COPY_API_SECRET}
    accesses: { primary: Copy futures, other: 7 }
    volumeScale: 0.25
    volumeStep: 0.5
    overrides:
      access: primary
      leverage: 3
      unmanaged: [enabled]
protectedTitles: [By hand]
vars: { tp: 1.2 }
defaults:
  marginMode: CROSS
  typeTakeProfit: LIMIT
  typeFirstOrder: MARKET
  enabled: false
templates:
  dip:
    strategy: LONG
    leverage: 5
    percentTakeProfit: \${tp}
    percentSafetyOrder: 1.5
    volumeFirstOrder: 21
    martingaleScale: 1.2
bots:
  btc-dip:
    extends: dip
    title: BTC dip
    pairTitle: USDT-BTC
    enabled: true
    martingaleScale: null
    ignore: [leverage]
  dip-\${pair.base}:
    forEach: { pair: [USDT-ETH, USDT-SOL] }
    extends: dip
    title: "Dip \${pair} \\u202e"
    pairTitle: \${pair}
    exceptions:
      dip-SOL:
        unmanaged: [martingaleScale]
        protect: true
        previousTitles: ["Old #1"]
`;
const env = {
  BOTFORM_MAIN_API_URL: "http://127.0.0.1:1",
  BOTFORM_MAIN_API_KEY: KEY,
  BOTFORM_MAIN_API_SECRET: SECRET,
  BOTFORM_COPY_API_KEY: KEY,
  BOTFORM_COPY_API_SECRET: SECRET,
};

let cwd = "";
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "botform render "));
  writeFileSync(join(cwd, "botform.yaml"), FLEET);
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const lineOf = (text: string, from = 0) =>
  FLEET.split("\n").findIndex((line, at) => at >= from && line.includes(text)) + 1;
const render = (...args: string[]) => botform(["render", ...args], { cwd, env });

/** Rows of one bot by field: runs of spaces as one. */
function rows(out: string, address: string): string[] {
  const block = out.split("\n\n").find((part) => part.startsWith(`${address} `)) ?? "";
  return block.split("\n").map((line) => line.trim().replace(/\s+/g, " "));
}

describe("text", () => {
  it("shows each value with its place and its layer", async () => {
    const { exitCode, out, err } = await render("--account", "copy");
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    expect(out).not.toContain("main/btc-dip");
    const at = (text: string, from?: number) => `botform.yaml:${lineOf(text, from)}`;
    const overrides = lineOf("overrides:");
    const bots = lineOf("btc-dip:");
    expect(rows(out, "copy/btc-dip")).toEqual([
      `copy/btc-dip "BTC dip" ${at("btc-dip:")}`,
      `access primary ${at("access: primary")} overrides of account copy`,
      `enabled not managed ${at("unmanaged: [enabled]")} let go by overrides of account copy`,
      `title BTC dip ${at("title: BTC dip")} bot btc-dip`,
      `pairTitle USDT-BTC ${at("pairTitle: USDT-BTC")} bot btc-dip`,
      `strategy LONG ${at("strategy: LONG")} template dip`,
      `leverage 3 ${at("leverage: 3", overrides)} overrides of account copy · ignored once the bot exists`,
      `marginMode CROSS ${at("marginMode")} defaults`,
      `typeTakeProfit LIMIT ${at("typeTakeProfit")} defaults`,
      `typeFirstOrder MARKET ${at("typeFirstOrder")} defaults`,
      `percentTakeProfit 1.2 ${at("percentTakeProfit")} template dip · from \${tp}`,
      `percentSafetyOrder 1.5 ${at("percentSafetyOrder")} template dip`,
      `volumeFirstOrder 5 ${at("volumeFirstOrder")} template dip · 21 x 0.25 by volumeScale, down to a multiple of 0.5`,
      `martingaleScale off ${at("martingaleScale: null", bots)} bot btc-dip`,
      `ignore leverage ${at("ignore:")} bot btc-dip`,
    ]);
    expect(rows(out, "copy/dip-SOL")).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^martingaleScale not managed botform\.yaml:\d+ let go by exception dip-SOL$/),
        expect.stringMatching(/^protect true .* exception dip-SOL$/),
        expect.stringMatching(/^previousTitles Old #1 .* exception dip-SOL$/),
      ]),
    );
    expect(rows(out, "copy/dip-ETH")).toContainEqual(
      `leverage 3 ${at("leverage: 3", overrides)} overrides of account copy`,
    );
  });

  it("says where the access comes from when the account has only one, and makes unsafe text visible", async () => {
    const { out } = await render("--account", "main", "--address", "dip-*");
    expect(rows(out, "main/dip-ETH")[1]).toBe("access primary botform.yaml:7 the only access of account main");
    expect(out).toContain("Dip USDT-ETH \\u{202e}");
    expect(out).not.toMatch(/\u202e|btc-dip/);
  });

  it("refuses a pattern and an account that are nowhere, and a configuration with errors", async () => {
    expect(await render("--address", "nix*")).toMatchObject({ exitCode: 3, err: expect.stringContaining("nix*") });
    expect(await render("--account", "nix")).toMatchObject({ exitCode: 3, err: expect.stringContaining("copy, main") });
    writeFileSync(join(cwd, "broken.yaml"), FLEET.replace("leverage: 5", "leverage: many"));
    const broken = await render("-c", "broken.yaml");
    expect(broken).toMatchObject({ exitCode: 3, out: "" });
    expect(broken.err).toMatch(/broken\.yaml:\d+:\d+: error: .*leverage/);
  });
});

interface Rendered {
  readonly exitCode: number;
  readonly diagnostics: readonly unknown[];
  readonly accounts: readonly {
    readonly account: string;
    readonly digest: string;
    readonly bots: readonly {
      readonly address: string;
      readonly fields: Readonly<Record<string, unknown>>;
      readonly settings: Readonly<Record<string, unknown>>;
      readonly notManaged: Readonly<Record<string, unknown>>;
    }[];
  }[];
}

async function asJson(...args: string[]): Promise<Rendered> {
  return JSON.parse((await render("--format", "json", ...args)).out);
}

describe("json", () => {
  it("gives every value with origin and layer, in one document", async () => {
    const { exitCode, accounts } = await asJson("--address", "copy/btc-dip");
    expect(exitCode).toBe(0);
    expect(accounts.map(({ account }) => account)).toEqual(["copy"]);
    const [bot, second] = accounts[0]?.bots ?? [];
    expect(second).toBeUndefined();
    expect(bot?.fields["volumeFirstOrder"]).toEqual({
      value: "5",
      origin: { file: "botform.yaml", line: lineOf("volumeFirstOrder"), column: 23 },
      layer: { kind: "template", name: "dip" },
      scaled: { volume: "21", scale: "0.25", step: "0.5" },
    });
    expect(bot?.fields["martingaleScale"]).toMatchObject({ value: null, layer: { kind: "bot", name: "btc-dip" } });
    expect(bot?.settings["ignore"]).toMatchObject({ value: ["leverage"] });
    expect(bot?.settings["enabled"]).toBeUndefined();
    expect(bot?.notManaged["enabled"]).toEqual({
      origin: { file: "botform.yaml", line: lineOf("unmanaged: [enabled]"), column: 18 },
      layer: { kind: "overrides", name: "copy" },
    });
  });

  it("is one document on failure, too", async () => {
    const { out, exitCode } = await render("--format", "json", "-c", "nix.yaml");
    expect(exitCode).toBe(3);
    expect(JSON.parse(out)).toMatchObject({ ok: false, diagnostics: [{ code: "config/no-such-path" }] });
  });
});

describe("yaml", () => {
  it("is a configuration of one account that asks for the same", async () => {
    const { exitCode, out, err } = await render("--account", "copy", "--format", "yaml");
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    expect(out).not.toMatch(/vars|template:|defaults:|forEach|overrides|volumeScale|extends|\u202e/);
    expect(out).toContain("apiKey: ${env.BOTFORM_COPY_API_KEY}");
    writeFileSync(join(cwd, "plain.yaml"), out);
    expect(await botform(["validate", "plain.yaml"], { cwd })).toMatchObject({ exitCode: 0, err: "" });
    const digests = await Promise.all(
      [[], ["-c", "plain.yaml"]].map(async (args) => (await asJson("--account", "copy", ...args)).accounts[0]?.digest),
    );
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(digests[1]).toBe(digests[0]);
  });

  it("needs one account, and no part of one that turns undeclared bots off", async () => {
    const several = await render("--format", "yaml");
    expect(several).toMatchObject({ exitCode: 3, out: "", err: expect.stringContaining("--account") });
    writeFileSync(
      join(cwd, "off.yaml"),
      FLEET.replace(
        "accesses: { primary: Main futures }",
        "accesses: { primary: Main futures }\n    undeclared: turn-off",
      ),
    );
    const part = ["--format", "yaml", "-c", "off.yaml", "--account", "main", "--address", "btc-dip"];
    expect(await render(...part)).toMatchObject({ exitCode: 3, out: "", err: expect.stringContaining("undeclared") });
    const harmless = await render("--format", "yaml", "--account", "copy", "--address", "btc-dip");
    expect(harmless).toMatchObject({ exitCode: 0, out: expect.stringContaining("# Only a part") });
    expect(harmless.out).not.toContain("dip-ETH");
  });
});

it("needs no environment, and shows no secret that is there", async () => {
  const forms = ["text", "json", "yaml"].map((form) => ["--account", "copy", "--format", form]);
  for (const args of forms) {
    const [withSecrets, without] = await Promise.all([render(...args), botform(["render", ...args], { cwd })]);
    expect(without).toEqual(withSecrets);
    expect(canaries(withSecrets.out + withSecrets.err)).toEqual([]);
  }
});
