// The lanes: `npm test` runs what is light, and a slice of each technique; `npm run test:all` runs everything. See docs/testing.md.
import { readdirSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { isHeavy } from "./test/support/heavy.js";
import { importsOf } from "./test/support/imports.js";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));

// Node reads a machine's own certificates at each start, a second start's worth; no test leaves the machine.
delete process.env.NODE_EXTRA_CA_CERTS;

// A long run draws its seed here, once for all workers. The reporter says it.
if (process.env.BOTFORM_LANE === "long") process.env.BOTFORM_SEED ??= String(Date.now() % 1_000_000_000);

/** Whether this is the fast lane, and nobody has named a part of it. */
const isCore =
  (process.env.BOTFORM_LANE ?? "fast") === "fast" &&
  process.argv.slice(2).every((word) => word.startsWith("-") || ["run", "watch", "list"].includes(word));
if (isCore) process.env.BOTFORM_CORE = "1";

/** BOTFORM_AFTER=fast: of what `npm test` has run, only the files of which it ran a slice. */
function isLeft(file: string): boolean {
  if (isCore) return !isHeavy(file);
  if (process.env.BOTFORM_AFTER !== "fast") return true;
  return isHeavy(file) || importsOf([file], "test/").has("test/support/lane.ts");
}

const FILES = readdirSync("test", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => `test/${name}`)
  .filter(isLeft);

export default defineConfig({
  define: { BOTFORM_VERSION: JSON.stringify(version) },
  test: {
    // What was transformed once is kept under node_modules, by its content: later runs load it. `npx vitest --clearCache` drops it.
    experimental: { fsModuleCache: true },
    // Twice the two cores of a small machine: many tests wait for what a service or a command of their own does.
    maxWorkers: 4,
    // For what hangs. No test is held to a time that a busy machine could need for its work.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 600_000 } },
    // A table's rows are named in full: a failure in a list says what it is about, and safety.md can name it.
    chaiConfig: { truncateThreshold: 200 },
    globalSetup: ["test/support/build.ts"],
    setupFiles: ["test/support/seed.ts"],
    reporters: ["default", "./test/support/reporter.ts"],
    // Files that share a process load everything once.
    isolate: false,
    include: FILES,
  },
});
