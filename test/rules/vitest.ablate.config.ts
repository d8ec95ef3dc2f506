// Loads a rules' test with all it imports and, where its address names an ablation, with that text of the source replaced.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "esbuild";
import { defineConfig, type Plugin } from "vitest/config";
import type { Ablation } from "./ablation.js";
import { ABLATIONS } from "./ablations.js";

const ROOT = resolve(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8"));

/** `…/rules/rule-09.test.ts`, or `…/rules/rule-09.test.ts?ablation=7`. */
const TEST = /\/test\/((?:rules|unit)\/[\w/.-]+\.test\.ts)(?:\?ablation=(\d+))?$/;

/** The one text is replaced on the way into memory; the files on the disk stay as they are. */
const takeOut: Plugin = {
  name: "botform:take-out",
  enforce: "pre",
  resolveId: (id) => (TEST.test(id) ? id : null),
  async load(id) {
    const [, file, index] = TEST.exec(id) ?? [];
    return file === undefined
      ? null
      : bundle(resolve(ROOT, "test", file), index === undefined ? undefined : ABLATIONS[Number(index)]);
  },
};

/** A module of its own, so that tests with and without an ablation share no state although they share a process. */
async function bundle(file: string, ablation: Ablation | undefined): Promise<string> {
  const ablated = ablation === undefined ? undefined : resolve(ROOT, "src", ablation.file);
  const { outputFiles } = await build({
    stdin: { contents: entry(file, ablation?.fails ?? ""), resolveDir: ROOT, loader: "ts" },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "silent",
    plugins: [
      {
        name: "take-out",
        setup: (run) =>
          run.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
            if (ablation === undefined || path !== ablated) return null;
            const contents = readFileSync(path, "utf8").replace(ablation.find, () => ablation.replace);
            return { contents, loader: "ts" };
          }),
      },
    ],
  });
  return outputFiles[0]?.text ?? "";
}

/** Runs those tests alone whose names hold the text. */
function entry(file: string, meant: string): string {
  return `
    import { beforeEach } from "vitest";
    beforeEach(({ task, skip }) => {
      if (!task.fullTestName.includes(${JSON.stringify(meant)})) skip();
    });
    import ${JSON.stringify(file)};
  `;
}

export default defineConfig({
  root: ROOT,
  define: { BOTFORM_VERSION: JSON.stringify(version) },
  plugins: [takeOut],
  test: {
    include: ["test/rules/rule-*.test.ts", "test/unit/**/*.test.ts"],
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
