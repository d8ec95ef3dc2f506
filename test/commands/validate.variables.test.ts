// --var and --var-file: what stands in the place of the configuration's variables, and how it is read.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { botform } from "../support/command.js";

const FLEET = `version: 1
accounts:
  main:
    apiUrl: \${env.BOTFORM_MAIN_API_URL}
    apiKey: \${env.BOTFORM_MAIN_API_KEY}
    apiSecret: \${env.BOTFORM_MAIN_API_SECRET}
    accesses: { primary: Main futures }
vars: { tp: 1.2, pairs: [USDT-BTC] }
bots:
  dip-\${pair.base}:
    forEach: { pair: "\${pairs}" }
    title: "Dip \${pair.base} \${suffix}"
    pairTitle: \${pair}
    percentTakeProfit: \${tp}
`;

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "botform-variables-"));
  writeFileSync(join(folder, "botform.yaml"), FLEET);
  writeFileSync(join(folder, "vars.yaml"), "suffix: from file\ntp: 2.5\npairs: [USDT-BTC, USDT-ETH]\n");
  writeFileSync(join(folder, "bad.yaml"), "suffix: [[1]]\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function bots(...args: string[]) {
  const { exitCode, out, err } = await botform(["render", "--format", "json", ...args], { cwd: folder });
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
  const { accounts }: Rendered = JSON.parse(out);
  return accounts.flatMap((account) =>
    account.bots.map(({ fields }) => [fields.title?.value, fields.percentTakeProfit?.value]),
  );
}

interface Rendered {
  readonly accounts: readonly {
    readonly bots: readonly { readonly fields: Readonly<Record<string, { readonly value: string } | undefined>> }[];
  }[];
}

describe("variables from the command line", () => {
  it("stand in the place of vars, and need not be declared where something refers to them", async () => {
    expect(await bots("--var", "suffix=a b")).toEqual([["Dip BTC a b", "1.2"]]);
    expect(await bots("--var", "suffix=x", "--var", "tp=3", "--var", "pairs=[USDT-ETH, USDT-SOL]")).toEqual([
      ["Dip ETH x", "3"],
      ["Dip SOL x", "3"],
    ]);
  });

  it("come from files, too, and single ones win over them", async () => {
    expect(await bots("--var-file", "vars.yaml", "--var", "tp=0.5")).toEqual([
      ["Dip BTC from file", "0.5"],
      ["Dip ETH from file", "0.5"],
    ]);
  });

  it("keep what is no plain number or word as text", async () => {
    expect(await bots("--var", "suffix=1e3 # & co")).toEqual([["Dip BTC 1e3 # & co", "1.2"]]);
    expect(await bots("--var", "suffix=${tp}")).toEqual([["Dip BTC ${tp}", "1.2"]]);
  });

  it.each([
    { args: ["--var", "suffix=x", "--var", "tq=3"], says: "the variable tq is given" },
    { args: ["--var", "suffix"], says: "has no name" },
    { args: ["--var", "a b=1"], says: "can't be a variable's name" },
    { args: ["--var", "env=1"], says: "can't be a variable's name" },
    { args: ["--var-file", "bad.yaml"], says: "holds more than a setting can take" },
    { args: ["--var-file", "none.yaml"], says: "doesn't exist" },
    { args: [], says: "there is no variable suffix" },
    { args: ["--var", "suffix=x", "--var", "tp=abc"], says: "must be a number" },
  ])("$says", async ({ args, says }) => {
    const { exitCode, err } = await botform(["validate", ...args], { cwd: folder });
    expect(exitCode).toBe(3);
    expect(err).toContain(says);
  });
});
