// render: plain YAML plans the same, and no form shows a secret. What each form prints is in render/*.scenario.
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

const render = (...args: string[]) => botform(["render", ...args], { cwd, env });

interface Rendered {
  readonly accounts: readonly { readonly digest: string }[];
}

async function asJson(...args: string[]): Promise<Rendered> {
  return JSON.parse((await render("--format", "json", ...args)).out);
}

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
});

it("needs no environment, and shows no secret that is there", async () => {
  const forms = ["text", "json", "yaml"].map((form) => ["--account", "copy", "--format", form]);
  for (const args of forms) {
    const [withSecrets, without] = await Promise.all([render(...args), botform(["render", ...args], { cwd })]);
    expect(without).toEqual(withSecrets);
    expect(canaries(withSecrets.out + withSecrets.err)).toEqual([]);
  }
});
