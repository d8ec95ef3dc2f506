// validate --format sarif, junit and github: what the command prints of real files, with the places right and the exit codes as ever.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { botform } from "../support/command.js";
import { readXml } from "../unit/render/machine/xml.js";

const SOUND = readFileSync("examples/quick-start/botform.yaml", "utf8");
const BROKEN = SOUND.replace("strategy: LONG, enabled", "strategy: SIDEWAYS, levrage: 3, enabled");
const DENIED = `${SOUND}\npolicies:\n  cap: { rule: max-leverage, limit: 2, waivers: [{ bots: [eth-dip], reason: agreed, until: 2999-12-31 }] }\n`;
const LINE = 1 + BROKEN.split("\n").findIndex((line) => line.includes("SIDEWAYS"));
const FORMS = ["sarif", "junit", "github"];

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "botform reports "));
  for (const [name, text] of Object.entries({
    "ok.yaml": SOUND,
    "sub dir/bad, 100%.yaml": BROKEN,
    "denied.yaml": DENIED,
  })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const validate = (file: string, form: string, env: Record<string, string> = {}) =>
  botform(["validate", join(folder, file), "--format", form], { env: { GITHUB_WORKSPACE: "", ...env } });

describe("validate --format", () => {
  it.each(
    FORMS.flatMap((form) => [
      { form, file: "ok.yaml", code: 0 },
      { form, file: "sub dir/bad, 100%.yaml", code: 3 },
      { form, file: "denied.yaml", code: 0 },
      { form, file: "nowhere.yaml", code: 3 },
    ]),
  )("$form of $file exits with $code, as text does", async ({ form, file, code }) => {
    expect((await validate(file, form)).exitCode).toBe(code);
    expect((await validate(file, "text")).exitCode).toBe(code);
  });

  it("sarif has each problem at its line and column, and names its rule", async () => {
    const { out, err } = await validate("sub dir/bad, 100%.yaml", "sarif");
    const { results, tool } = JSON.parse(out).runs[0];
    const column = (BROKEN.split("\n")[LINE - 1]?.indexOf("SIDEWAYS") ?? 0) + 1;
    const found = results.map(({ ruleId, level, locations: [{ physicalLocation }] }: SarifResult) => {
      const { artifactLocation, region } = physicalLocation;
      return [
        ruleId,
        level,
        region.startLine,
        region.startColumn,
        artifactLocation.uri.endsWith("/sub%20dir/bad,%20100%25.yaml"),
      ];
    });
    expect(found).toContainEqual([expect.stringMatching(/^config\//), "error", LINE, column, true]);
    expect(found).toContainEqual(["config/unknown-key", "error", LINE, expect.any(Number), true]);
    expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toContain("config/unknown-key");
    expect(err).toMatch(/^\d+ errors, 0 warnings, 0 notes\.\n$/);
  });

  it("sarif has what policies deny as errors, and what is waived as suppressed notes", async () => {
    const { results } = JSON.parse((await validate("denied.yaml", "sarif")).out).runs[0];
    const caps = results.filter(({ ruleId }: SarifResult) => ruleId === "policy/max-leverage");
    const levels = Object.fromEntries(
      caps.map(({ level, suppressions, locations: [{ logicalLocations }] }: SarifResult) => [
        logicalLocations[0].fullyQualifiedName,
        [level, suppressions?.[0]?.justification],
      ]),
    );
    expect(levels).toEqual({
      "demo/btc-dip": ["error", undefined],
      "demo/eth-dip": ["note", "agreed"],
      "demo/sol-rally": ["error", undefined],
    });
  });

  it("junit has a case for each bot, and those that are denied fail", async () => {
    const { children } = readXml((await validate("denied.yaml", "junit")).out);
    const cases = children.flatMap((suite) => suite.children);
    const failed = cases.filter((one) => one.children.some(({ name }) => name === "failure"));
    expect(cases.map(({ attributes }) => attributes.name)).toEqual([
      "file",
      "demo/btc-dip",
      "demo/eth-dip",
      "demo/sol-rally",
    ]);
    expect(failed.map(({ attributes }) => attributes.name)).toEqual(["demo/btc-dip", "demo/sol-rally"]);
    expect(cases[2]?.children[0]).toMatchObject({ name: "system-out", text: expect.stringContaining("waived until") });
  });

  it("github names the file from the repository's folder, whatever folder it runs in", async () => {
    const options = { cwd: join(folder, "sub dir"), env: { GITHUB_WORKSPACE: folder } };
    const { out, exitCode } = await botform(["validate", "bad, 100%.yaml", "--format", "github"], options);
    expect(exitCode).toBe(3);
    expect(out).toMatch(new RegExp(`^::error file=sub dir/bad%2C 100%25\\.yaml,line=${LINE},col=\\d+,title=config/`));
    for (const line of out.trimEnd().split("\n")) expect(line).toMatch(/^::(?:error|warning|notice) /);
  });

  it("reports that there is nothing to look at, in each form", async () => {
    const empty = { cwd: join(folder, "sub dir") };
    const run = (form: string) => botform(["validate", "--format", form], empty);
    expect(JSON.parse((await run("sarif")).out).runs[0].invocations[0].executionSuccessful).toBe(false);
    expect(readXml((await run("junit")).out).children[0]?.attributes).toMatchObject({ errors: "1" });
    expect(await run("github")).toMatchObject({
      exitCode: 3,
      out: expect.stringMatching(/^::error title=botform::there is no/),
    });
  });

  it("junit is read by a parser of somebody else's, where python is installed", async ({ skip }) => {
    const { out } = await validate("sub dir/bad, 100%.yaml", "junit");
    const program =
      "import sys, xml.dom.minidom as m; d = m.parseString(sys.stdin.buffer.read()); print(len(d.getElementsByTagName('failure')))";
    try {
      execFileSync("python3", ["-c", "import xml.dom.minidom"], { stdio: "ignore" });
    } catch {
      skip("SKIPPED LOUDLY: python3 isn't installed, so no other parser has read the XML");
    }
    expect(Number(execFileSync("python3", ["-c", program], { input: out, encoding: "utf8" }))).toBeGreaterThan(0);
  });
});

interface SarifResult {
  readonly ruleId: string;
  readonly level: string;
  readonly suppressions?: readonly { readonly justification: string }[];
  readonly locations: readonly [
    {
      readonly logicalLocations: readonly [{ readonly fullyQualifiedName: string }];
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string };
        readonly region: { readonly startLine: number; readonly startColumn: number };
      };
    },
  ];
}
