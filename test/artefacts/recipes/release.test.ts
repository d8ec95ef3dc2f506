// What npm run release writes, the action run from it without any package, and the release workflow's own scripts.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { forge, PUSH, runAction } from "./github.js";
import { RELEASE, readWorkflow } from "./recipe-file.js";
import { REPOSITORY, release, releaseTree } from "./release-tree.js";
import { bash, type Place, place, tool } from "./shell.js";

const { version }: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));

let at: Place;
let action: string;
beforeEach(async () => {
  at = await place();
  action = join(at.temp, "action");
  tool(at, "npm", `touch '${at.temp}/npm-was-started'; exit 1`);
});
afterEach(() => at.close());

const plan = () => runAction(forge(at, PUSH, ""), { command: "plan" }, at.keys);
const noPackagesAsked = () => expect(existsSync(join(at.temp, "npm-was-started"))).toBe(false);

describe("the files", () => {
  it("are the tarball, the bill of materials, the tree and their checksums", async () => {
    expect(readdirSync(release()).sort()).toEqual(
      ["SHA256SUMS", "action", `botform-${version}.sbom.cdx.json`, `botform-${version}.tgz`].sort(),
    );
    const script = `cd '${release()}' && sha256sum --check --strict SHA256SUMS && cd action && sha256sum --check --strict SHA256SUMS`;
    expect(await bash(at, script, at.plain)).toMatchObject({ exitCode: 0 });
  });

  it("of the tree need nothing to be installed or built", () => {
    expect(readdirSync(releaseTree()).sort()).toEqual(
      [
        ".gitattributes",
        ".pre-commit-hooks.yaml",
        "LICENSE",
        "SHA256SUMS",
        "action.yml",
        "dist",
        "examples",
        "schemas",
      ].sort(),
    );
    expect(readdirSync(join(releaseTree(), "dist")).sort()).toEqual(
      ["THIRD-PARTY-LICENCES.txt", "command.js", "main.js", "package.json", "sbom.cdx.json"].sort(),
    );
  });

  it("name the repository that released them, which no source does", async () => {
    const script = `tar -xzOf '${release()}/botform-${version}.tgz' package/package.json`;
    const { out } = await bash(at, script, at.plain);
    expect(JSON.parse(out)).toMatchObject({
      homepage: `${REPOSITORY}#readme`,
      bugs: { url: `${REPOSITORY}/issues` },
      repository: { type: "git", url: `git+${REPOSITORY}.git` },
      author: "The botform authors",
    });
  });
});

describe("the action from a release tree", () => {
  beforeEach(() => cpSync(releaseTree(), action, { recursive: true }));

  it("plans, installs nothing, and leaves nothing beside the command", async () => {
    expect(await plan()).toMatchObject({ isFailed: false, outputs: { changes: "true" } });
    noPackagesAsked();
    expect(readdirSync(join(action, "dist"))).not.toContain("cache");
    expect(await plan()).toMatchObject({ isFailed: false });
  });

  it.each([
    [
      "a command that was changed",
      () => edit("dist/command.js", (text) => `${text} `),
      "isn't what this release recorded",
    ],
    [
      "a starter that was changed",
      () => edit("dist/main.js", (text) => `${text} `),
      "isn't what this release recorded",
    ],
    ["a missing file", () => rmSync(join(action, "dist/command.js")), "isn't what this release recorded"],
    ["compiled code that nobody listed", () => add("dist/cache/plan-1"), "that SHA256SUMS doesn't list"],
    ["no checksums", () => rmSync(join(action, "SHA256SUMS")), "SHA256SUMS is missing"],
  ])("refuses %s, and starts nothing", async (_, spoil, words) => {
    spoil();
    const done = await plan();
    expect(done.isFailed).toBe(true);
    expect(done.out).toContain("::error title=botform::");
    expect(done.out).toContain(words);
    expect(done.out).not.toContain(`botform ${version}`);
    expect(Object.values(at.emulator.service.requests).every((count) => count === 0)).toBe(true);
  });
});

describe("the action from a checkout of the sources", () => {
  beforeEach(() => mkdirSync(join(action, "src"), { recursive: true }));

  it("says what to do where nothing is built, and installs nothing by itself", async () => {
    const done = await plan();
    expect(done.isFailed).toBe(true);
    expect(done.out).toContain(
      "Pin the action to a release commit, or build first: npm ci --ignore-scripts && npm run build",
    );
    noPackagesAsked();
  });

  it("runs what was built there, and says that no release vouches for it", async () => {
    cpSync("dist", join(action, "dist"), { recursive: true });
    const done = await plan();
    expect(done).toMatchObject({ isFailed: false, outputs: { changes: "true" } });
    expect(done.out).toContain("::notice title=botform::");
  });
});

describe("the release workflow", () => {
  const git = "git -c user.name=a -c user.email=a@example.com -c init.defaultBranch=main";

  beforeEach(async () => {
    cpSync(release(), join(at.cwd, "release"), { recursive: true });
    writeFileSync(
      join(at.cwd, "CHANGELOG.md"),
      `# Changelog\n\n## ${version} - 2026-01-31\n\n- New.\n\n## 0.0.1 - 2025-01-01\n\n- Old.\n`,
    );
    const script = `git init --quiet --bare '${at.temp}/origin' && ${git} init --quiet && ${git} add botform.yaml CHANGELOG.md &&
      ${git} commit --quiet -m sources && git remote add origin '${at.temp}/origin'`;
    expect(await bash(at, script, at.plain)).toMatchObject({ exitCode: 0 });
    tool(at, "gh", `printf '%s\\n' "$*" >> '${at.temp}/gh-argv'`);
  });

  it("tags a commit that holds the release tree, after the commit that it was made from", async () => {
    // As an artifact comes back: without permissions.
    await bash(at, "chmod -x release/action/dist/main.js", at.plain);
    expect(await step("publish", "Are these the files that were made")).toMatchObject({ exitCode: 0 });
    expect(await step("publish", "Tag the release commit", { VERSION: version })).toMatchObject({ exitCode: 0 });

    const clone = `${git} clone --quiet --branch v${version} '${at.temp}/origin' '${action}' 2>&1`;
    expect(await bash(at, clone, at.plain)).toMatchObject({ exitCode: 0 });
    expect(readdirSync(action).sort()).toEqual([".git", ...readdirSync(releaseTree())].sort());
    const { out } = await bash(at, `git -C '${action}' rev-parse HEAD^ && git rev-parse HEAD`, at.plain);
    expect(new Set(out.trim().split("\n")).size).toBe(1);
    expect(await plan()).toMatchObject({ isFailed: false, outputs: { changes: "true" } });

    expect(readFileSync(join(at.temp, "gh-argv"), "utf8")).toContain(`release create v${version} --verify-tag`);
    expect(readFileSync(join(at.temp, "notes.md"), "utf8").trim()).toBe("- New.");
  });

  it("publishes nothing that was changed on the way", async () => {
    writeFileSync(join(at.cwd, "release/action/dist/main.js"), "changed");
    expect((await step("publish", "Are these the files that were made")).exitCode).not.toBe(0);
  });

  it("asks for a dated heading in the change log", async () => {
    cpSync("package.json", join(at.cwd, "package.json"));
    expect(await step("build", "Is this version ready")).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(at.temp, "output"), "utf8")).toBe(`version=${version}\n`);
    writeFileSync(join(at.cwd, "CHANGELOG.md"), `## ${version} - unreleased\n`);
    expect(await step("build", "Is this version ready")).toMatchObject({ exitCode: 1 });
  });

  function step(job: string, name: string, env: Record<string, string> = {}) {
    const found = readWorkflow(RELEASE).jobs[job]?.steps.find((one) => one.name === name);
    if (found?.run === undefined) throw new Error(`${job} has no step ${name}`);
    return bash(at, found.run, { ...at.plain, RUNNER_TEMP: at.temp, GITHUB_OUTPUT: join(at.temp, "output"), ...env });
  }
});

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(join(action, path), change(readFileSync(join(action, path), "utf8")));
}

function add(path: string): void {
  mkdirSync(join(action, path, ".."), { recursive: true });
  writeFileSync(join(action, path), "");
}
