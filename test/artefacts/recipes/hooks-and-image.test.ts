// The pre-commit hooks are run from a release tree, as pre-commit runs them; the Dockerfile is read line by line, and its warm-up is run.
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { releaseTree } from "./release-tree.js";
import { bash, type Place, place } from "./shell.js";

const hooks = z
  .array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      entry: z.string(),
      language: z.literal("script"),
      files: z.string(),
      pass_filenames: z.literal(false),
    }),
  )
  .parse(parse(readFileSync(".pre-commit-hooks.yaml", "utf8")));

const config = z
  .strictObject({
    repos: z.array(
      z.strictObject({ repo: z.string(), rev: z.string(), hooks: z.array(z.strictObject({ id: z.string() })) }),
    ),
  })
  .parse(parse(readFileSync("examples/ci/.pre-commit-config.yaml", "utf8")));

const tree = releaseTree();

let at: Place;
beforeEach(async () => {
  at = await place();
});
afterEach(() => at.close());

describe("pre-commit", () => {
  it("has the hooks that the example asks for, by commit", () => {
    expect(config.repos.flatMap((repo) => repo.hooks.map(({ id }) => id))).toEqual(hooks.map(({ id }) => id));
    for (const { rev } of config.repos) expect(rev).toMatch(/^[0-9a-f]{40}$/);
  });

  it("run the version that rev names: the command of the release commit itself", async () => {
    for (const { entry } of hooks) expect(entry).toMatch(/^dist\/main\.js /);
    const { out } = await bash(at, `${tree}/dist/main.js --version`, at.plain);
    expect(JSON.parse(readFileSync("package.json", "utf8"))).toMatchObject({ version: out.trim() });
  });

  it.each(["botform.yaml", "botform.yml", "botform/bots/btc.yaml"])("run for %s", (path) => {
    for (const { files } of hooks) expect(path).toMatch(new RegExp(files));
  });

  it.each(["docker-compose.yaml", "src/botform.yaml", "botform.yaml.orig", "botform/README.md"])(
    "don't run for %s",
    (path) => {
      for (const { files } of hooks) expect(path).not.toMatch(new RegExp(files));
    },
  );

  const ROWS = [
    { id: "botform-validate", change: (text: string) => text, exitCode: 0, because: "the fleet is valid" },
    { id: "botform-fmt", change: (text: string) => text, exitCode: 0, because: "the fleet is canonical" },
    {
      id: "botform-validate",
      change: (text: string) => text.replace("leverage: 5", "leverage: 0"),
      exitCode: 3,
      because: "no leverage of 0",
    },
    { id: "botform-policies", change: (text: string) => text, exitCode: 0, because: "no policy denies anything" },
    {
      id: "botform-policies",
      change: (text: string) =>
        text.replace("bots:", "policies:\n  small: { rule: max-bot-notional, limit: 1 }\n\nbots:"),
      exitCode: 6,
      because: "every bot is larger than 1",
    },
    {
      id: "botform-fmt",
      change: (text: string) =>
        text.replace("title: BTC dip, pairTitle: USDT-BTC", "pairTitle: USDT-BTC, title: BTC dip"),
      exitCode: 2,
      because: "the pair stands before the title",
    },
  ];
  it.each(ROWS)("$id ends with $exitCode: $because", async ({ id, change, exitCode }) => {
    const file = join(at.cwd, "botform.yaml");
    const text = change(readFileSync(file, "utf8"));
    writeFileSync(file, text);
    const entry = hooks.find((hook) => hook.id === id)?.entry ?? "";
    // No keys: a commit must not need the network.
    expect(await bash(at, `${tree}/${entry}`, at.plain)).toMatchObject({ exitCode });
    expect(readFileSync(file, "utf8")).toBe(text);
    expect(Object.values(at.emulator.service.requests).every((count) => count === 0)).toBe(true);
  });
});

describe("Dockerfile", () => {
  const lines = readFileSync("tools/Dockerfile", "utf8")
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith("FROM ")));

  it("has two stages, and the last one takes nothing of the first but what was built", () => {
    expect(lines.filter((line) => line.startsWith("FROM "))).toHaveLength(2);
    expect(last.filter((line) => line.startsWith("COPY --from="))).toEqual([
      "COPY --from=build /build/dist /opt/botform/dist",
    ]);
    expect(last.join("\n")).not.toMatch(/npm (ci|install)/);
  });

  it("ends as a user that isn't root, with the journal as the one place to write to", () => {
    const user = last.findIndex((line) => line.startsWith("USER "));
    expect(last[user]).toMatch(/^USER [1-9]\d+:[1-9]\d+$/);
    expect(last.slice(user + 1).map((line) => line.split(" ")[0])).toEqual(["ENTRYPOINT", "CMD"]);
    expect(last).toContain("ENV BOTFORM_JOURNAL=/journal");
    expect(last).toContain("VOLUME /journal");
  });

  it("installs by the lockfile without scripts, and builds with a command that the package has", () => {
    expect(lines.join("\n")).toContain("npm ci --ignore-scripts");
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync("package.json", "utf8")));
    expect(lines.join("\n")).toContain("npm run --silent build -- --no-types");
    expect(scripts["build"]).toBe("node tools/build.mjs");
  });

  it("has what the demo shows beside it", () => {
    expect(last).toContain("COPY examples /opt/botform/examples");
  });

  it("leaves no package manager in, and says what it is an image of", () => {
    const text = last.join("\n");
    const bin = ["npm", "npx", "corepack", "yarn", "yarnpkg"].map((name) => `/usr/local/bin/${name}`);
    for (const path of ["/usr/local/lib/node_modules", "/opt/yarn-*", ...bin]) expect(text).toContain(` ${path}`);
    for (const label of ["title", "description", "licenses", "version", "revision", "source"])
      expect(text).toContain(`org.opencontainers.image.${label}=`);
  });

  it("starts its jobs from compiled code that the build stage left", () => {
    expect(lines.join("\n")).toContain("node tools/warm.mjs");
    const dist = join(at.temp, "dist");
    for (const file of ["main.js", "command.js", "package.json"]) cpSync(join("dist", file), join(dist, file));
    const { status, stdout } = spawnSync(process.execPath, ["tools/warm.mjs"], {
      encoding: "utf8",
      env: { ...at.plain, BOTFORM_DIST: dist },
    });
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: "compiled: apply, drift, emulator, fmt, plan, policy, validate\n",
    });
  });

  it("copies only what Dockerfile.dockerignore lets through, and every such thing", () => {
    const allowed = readFileSync("tools/Dockerfile.dockerignore", "utf8")
      .split("\n")
      .filter((line) => line.startsWith("!"))
      .map((line) => line.slice(1));
    const copied = lines
      .filter((line) => line.startsWith("COPY ") && !line.includes("--from="))
      .flatMap((line) => line.split(/\s+/).slice(1, -1));
    expect([...new Set(copied)].sort()).toEqual(allowed.sort());
  });
});
