import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));

/** Files that share a process load everything once; those that put other timers in its place need one of their own. */
const OWN_PROCESS = ["test/faults/**/*.test.ts"];

export default defineConfig({
  define: { BOTFORM_VERSION: JSON.stringify(version) },
  test: {
    // One more than the two cores of a small machine: many tests wait for commands they have started.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: "shared", include: ["test/**/*.test.ts"], exclude: OWN_PROCESS, isolate: false } },
      { extends: true, test: { name: "own", include: OWN_PROCESS } },
    ],
  },
});
