import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));

// Node reads a machine's own certificates at each start, a second start's worth; no test leaves the machine.
delete process.env.NODE_EXTRA_CA_CERTS;

/** Files that share a process load everything once; those that put other timers in its place share none with the rest. */
const OWN_PROCESS = ["test/techniques/faults/**/*.test.ts"];

export default defineConfig({
  define: { BOTFORM_VERSION: JSON.stringify(version) },
  test: {
    // Twice the two cores of a small machine: many tests wait for what a service or a command of their own does.
    maxWorkers: 4,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: "shared", include: ["test/**/*.test.ts"], exclude: OWN_PROCESS, isolate: false } },
      { extends: true, test: { name: "own", include: OWN_PROCESS, isolate: false } },
    ],
  },
});
