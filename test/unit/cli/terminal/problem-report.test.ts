// The problems of a configuration for other programs: what is counted, how it ends, and from which folder files are named.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { starterFleet } from "../../../../src/authoring/starter.js";
import { contextOf } from "../../../../src/cli/terminal/context.js";
import { problemReport } from "../../../../src/cli/terminal/problem-report.js";
import { testScreen } from "./terminal.js";

const FOLDER = mkdtempSync(join(tmpdir(), "botform-"));
afterAll(() => rmSync(FOLDER, { recursive: true }));

function reportOf(yaml: string, env: Record<string, string> = {}) {
  const file = join(FOLDER, "fleet.yaml");
  writeFileSync(file, yaml);
  const report = problemReport(contextOf(testScreen({ env })), { config: file });
  return { file, ...report };
}

const EMPTY = "version: 1\naccounts: {}\n";

const STARTER = starterFleet("demo", {
  ...{ apiUrl: "BOTFORM_DEMO_API_URL", apiKey: "BOTFORM_DEMO_API_KEY", apiSecret: "BOTFORM_DEMO_API_SECRET" },
});

describe("a report", () => {
  it("of a sound configuration has its bots and their file, and ends with 0", () => {
    const { exitCode, facts, summary, file } = reportOf(STARTER);
    expect([exitCode, facts.exitCode, summary, facts.failure]).toEqual([
      ...[0, 0, "0 errors, 0 warnings, 0 notes.", undefined],
    ]);
    expect(facts.files).toEqual([file]);
    expect(facts.bots).toEqual(
      ["btc-dip", "dip-ETH", "dip-XRP", "sol-rally"].map((key) => ({ address: `demo/${key}`, file })),
    );
  });

  it("of a wrong one counts its problems by their level, and ends with 3", () => {
    const { exitCode, facts, summary } = reportOf("version: 1\nvars: 5\npolicies: 5\n");
    expect([exitCode, facts.exitCode, summary, facts.failure]).toEqual([
      ...[3, 3, "3 errors, 1 warning, 0 notes.", undefined],
    ]);
    expect(facts.problems.map(({ level }) => level)).toEqual(["error", "warning", "error", "error"]);
  });

  it("where there is no configuration says so in one line", () => {
    const { exitCode, facts, summary } = problemReport(contextOf(testScreen()), {});
    expect([exitCode, facts.exitCode, facts.bots, facts.problems]).toEqual([3, 3, [], []]);
    expect(facts.failure).toMatch(/^there is no configuration here: [^\n]*botform init\.$/);
    expect(summary).toBe(`botform: ${facts.failure}`);
  });
});

describe("files are named from", () => {
  const [cwd, outer] = [process.cwd(), dirname(process.cwd())];
  it.each<[string, Record<string, string>, string]>([
    ["the folder itself", {}, cwd],
    ["GitHub's folder around it", { GITHUB_WORKSPACE: outer }, outer],
    ["GitLab's folder around it", { CI_PROJECT_DIR: outer }, outer],
    ["the first of both", { GITHUB_WORKSPACE: cwd, CI_PROJECT_DIR: outer }, cwd],
    ["the folder itself, where the other is empty", { GITHUB_WORKSPACE: "", CI_PROJECT_DIR: "" }, cwd],
    ["the second, where the first is elsewhere", { GITHUB_WORKSPACE: join(cwd, "src"), CI_PROJECT_DIR: outer }, outer],
    ["the folder itself, where both are elsewhere", { GITHUB_WORKSPACE: FOLDER, CI_PROJECT_DIR: join(cwd, "x") }, cwd],
  ])("%s", (_what, env, root) => {
    expect(reportOf(EMPTY, env).facts.places).toEqual({ cwd, root });
  });
});
