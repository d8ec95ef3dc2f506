// At the end of a run: every skipped test with its reason, and whether what docs/explanation/safety.md names ran and passed.
// With BOTFORM_COST=1, what takes over a second of the processor, too: see test/support/heavy.ts.
import { relative } from "node:path";
import type { Reporter, TestCase, TestModule, TestRunEndReason, Vitest } from "vitest/node";
import { isHeavy } from "./heavy.js";
import { LANE } from "./lane.js";
import { type RanFile, SAFETY, unkept } from "./promises.js";

declare module "vitest" {
  interface TaskMeta {
    /** User and system time of a file's tests, without that of processes they start. */
    processorSeconds?: number;
  }
}

export default class EndOfRun implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], _errors: readonly unknown[], reason: TestRunEndReason): void {
    if (LANE === "long") say([`Seed: BOTFORM_SEED=${process.env.BOTFORM_SEED} repeats this run.`]);
    if (process.env.BOTFORM_COST === "1") say(["Seconds of the processor, by file:", ...costLines(modules)]);
    // With --testNamePattern everything else counts as skipped.
    if (this.#vitest?.config.testNamePattern !== undefined) return;
    const skipped = modules.flatMap((module) => [...module.children.allTests("skipped")].map(skipLine));
    if (skipped.length > 0) say([`Skipped: ${skipped.length}`, ...skipped]);
    if (reason === "interrupted") return;
    const wrong = unkept(modules.map(ranFile));
    if (wrong.length === 0) return;
    say([`${SAFETY} names tests that did not run and pass:`, ...wrong]);
    process.exitCode = 1;
  }
}

function costLines(modules: readonly TestModule[]): string[] {
  return modules
    .map((module) => ({ file: fileOf(module), seconds: module.meta().processorSeconds ?? 0 }))
    .filter(({ seconds }) => seconds > 1)
    .sort((one, other) => other.seconds - one.seconds)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(5)} ${file}${isHeavy(file) ? "" : "  in npm test"}`);
}

function skipLine(test: TestCase): string {
  return `${fileOf(test.module)} › ${test.fullName}: ${reasonOf(test) ?? "no reason given"}`;
}

function reasonOf(test: TestCase): string | undefined {
  const result = test.result();
  return result.state === "skipped" ? result.note : undefined;
}

function ranFile(module: TestModule): RanFile {
  const tests = [...module.children.allTests()].map((test) => ({
    name: test.fullName,
    state: test.result().state,
    reason: reasonOf(test),
  }));
  return { file: fileOf(module), tests };
}

function fileOf(module: TestModule): string {
  return relative(process.cwd(), module.moduleId);
}

function say(lines: readonly string[]): void {
  process.stdout.write(`\n${lines.join("\n  ")}\n`);
}
