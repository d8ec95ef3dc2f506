// validate --format sarif, junit and github: a path with spaces and signs, a folder of the repository, a parser of somebody else's.
// What each form prints is in validate/*.scenario.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { botform } from "../support/command.js";
import { needs } from "../support/needs.js";

const SOUND = readFileSync("examples/quick-start/botform.yaml", "utf8");
const BROKEN = SOUND.replace("strategy: LONG, enabled", "strategy: SIDEWAYS, levrage: 3, enabled");
const LINE = 1 + BROKEN.split("\n").findIndex((line) => line.includes("SIDEWAYS"));

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "botform reports "));
  for (const [name, text] of Object.entries({
    "sub dir/bad, 100%.yaml": BROKEN,
  })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const validate = (file: string, form: string) =>
  botform(["validate", join(folder, file), "--format", form], { env: { GITHUB_WORKSPACE: "" } });

describe("validate --format", () => {
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

  it("github names the file from the repository's folder, whatever folder it runs in", async () => {
    const options = { cwd: join(folder, "sub dir"), env: { GITHUB_WORKSPACE: folder } };
    const { out, exitCode } = await botform(["validate", "bad, 100%.yaml", "--format", "github"], options);
    expect(exitCode).toBe(3);
    expect(out).toMatch(new RegExp(`^::error file=sub dir/bad%2C 100%25\\.yaml,line=${LINE},col=\\d+,title=config/`));
    for (const line of out.trimEnd().split("\n")) expect(line).toMatch(/^::(?:error|warning|notice) /);
  });

  it("junit is read by a parser of somebody else's", async (context) => {
    needs(context, "python");
    const { out } = await validate("sub dir/bad, 100%.yaml", "junit");
    const program =
      "import sys, xml.dom.minidom as m; d = m.parseString(sys.stdin.buffer.read()); print(len(d.getElementsByTagName('failure')))";
    expect(Number(execFileSync("python3", ["-c", program], { input: out, encoding: "utf8" }))).toBeGreaterThan(0);
  });
});

interface SarifResult {
  readonly ruleId: string;
  readonly level: string;
  readonly locations: readonly [
    {
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string };
        readonly region: { readonly startLine: number; readonly startColumn: number };
      };
    },
  ];
}
