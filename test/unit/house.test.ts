// The rooms of test/: a test of a file of src stands at the same path in test/unit, or one that reaches the file is named.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { goneFrom } from "../support/heavy.js";
import { importsOf } from "../support/imports.js";
import { REACHED_THROUGH } from "./reached-through.js";

/** Folders whose every file with code has to be found. Commands, their words and the emulator are tested as a whole. */
const DOMAINS = /^(?:model|config|service|reconcile|risk|policy|market|webhook|authoring|results|disk)\//;

/** Folders of src whose tests stand elsewhere. */
const FOLDERS_ELSEWHERE: Readonly<Record<string, string>> = {
  "cli/commands": "test/commands",
  "cli/commands/bots": "test/commands/bots",
  "cli/commands/breaker": "test/commands/breaker",
  "cli/commands/deals": "test/commands/deals",
  "cli/commands/drift": "test/commands/drift",
  "cli/commands/emulator": "test/commands/emulator",
  "cli/commands/fleet": "test/techniques/fleet",
  "cli/commands/hold": "test/commands/hold",
  "cli/commands/lock": "test/commands/lock",
  "cli/commands/policy": "test/commands/policy",
  "cli/commands/rollout": "test/commands/rollout",
  "cli/commands/service": "test/commands/service",
  "cli/commands/state": "test/techniques/shared-ledger",
  "cli/commands/webhook": "test/commands/webhook",
};

const FILES = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
  .toSorted();
const TESTS = new Set(readdirSync("test/unit", { recursive: true, encoding: "utf8" }));
const REACHED = Object.values(REACHED_THROUGH).flat();

/** `a/b.test.ts` and `a/b.aspect.test.ts` are tests of `a/b.ts`. */
function hasOwnTest(file: string): boolean {
  const base = file.slice(0, -".ts".length);
  return [...TESTS].some((test) => test.startsWith(`${base}.`) && test.endsWith(".test.ts"));
}

/** Whether there is anything to test: a file of types alone has nothing that runs. */
function hasCode(file: string): boolean {
  const text = readFileSync(join("src", file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  return /^(?:export )?(?:async )?(?:function|const|class|let)\b/m.test(text);
}

describe("every folder of src", () => {
  const folders = [...new Set(FILES.map((file) => dirname(file)).filter((folder) => folder !== "."))];

  it("has its folder in test/unit, or its tests are named", () => {
    const lost = folders.filter((folder) => !existsSync(join("test/unit", folder)) && !(folder in FOLDERS_ELSEWHERE));
    expect(
      lost.map(
        (folder) =>
          `src/${folder} misses its tests: put them in test/unit/${folder}, or name them in FOLDERS_ELSEWHERE (test/unit/house.test.ts)`,
      ),
    ).toEqual([]);
    for (const [folder, place] of Object.entries(FOLDERS_ELSEWHERE)) {
      expect(folders, `${folder} is gone: drop its row`).toContain(folder);
      expect(existsSync(place), place).toBe(true);
    }
  });
});

describe("every file of the domains, of config, model, service, reconcile and disk", () => {
  const own = FILES.filter((file) => DOMAINS.test(file) && hasCode(file));

  it("has a test at its path in test/unit, or a line in reached-through.ts", () => {
    const lost = own.filter((file) => !hasOwnTest(file) && !REACHED.includes(file));
    expect(
      lost.map(
        (file) =>
          `src/${file} misses its test: write test/unit/${file.replace(/ts$/, "test.ts")}, or add it to test/unit/reached-through.ts`,
      ),
    ).toEqual([]);
  });

  it("leaves the list when it gets a test of its own, or goes", () => {
    expect(REACHED.filter((file) => !own.includes(file) || hasOwnTest(file))).toEqual([]);
    expect(new Set(REACHED).size).toBe(REACHED.length);
  });

  it("that is on the list is imported by the test that is named, directly or through others", () => {
    const unreached = Object.entries(REACHED_THROUGH).flatMap(([test, files]) => {
      const imported = importsOf([test]);
      return files.filter((file) => !imported.has(`src/${file}`)).map((file) => `${test} doesn't reach ${file}`);
    });
    expect(unreached).toEqual([]);
  });

  it("stands on a list that only gets shorter", () => {
    expect(REACHED.length).toBeLessThanOrEqual(75);
  });
});

describe("the files that npm test leaves to test:all", () => {
  it("are there", () => {
    const files = readdirSync("test", { recursive: true, encoding: "utf8" }).map((file) => `test/${file}`);
    expect(goneFrom(files)).toEqual([]);
  });
});
