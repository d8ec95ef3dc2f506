// The workflows for GitHub, job by job against the emulator: a pull request, one of a fork, a merge, a second merge, a drift.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { comments, type Event, forge, PUSH, pullRequest, runWorkflow, SCHEDULE, stubGh } from "./github.js";
import { readWorkflow } from "./recipe-file.js";
import { type Place, place } from "./shell.js";

let at: Place;
beforeEach(async () => {
  at = await place();
  stubGh(at);
});
afterEach(() => at.close());

/** Each workflow starts on a fresh machine: what isn't in the repository, kept or handed on is gone. */
function workflow(name: string, event: Event, secrets = at.keys) {
  rmSync(join(at.cwd, ".botform"), { recursive: true, force: true });
  return runWorkflow(forge({ ...at, keys: secrets }, event), readWorkflow(`examples/ci/github/${name}.yml`));
}

const stored = (name: string) => readdirSync(join(at.temp, "store", name)).sort();

it("a pull request is validated, planned and commented, and leaves nothing that could be applied", async () => {
  const jobs = await workflow("pull-request", pullRequest());
  expect(Object.entries(jobs).map(([name, { isFailed }]) => [name, isFailed])).toEqual([
    ["validate", false],
    ["plan", false],
  ]);
  expect(comments(at)).toHaveLength(1);
  expect(stored("plan")).toEqual(["plan.html", "plan.json"]);
  expect(at.emulator.service.bots()).toEqual([]);
});

it("a fork's pull request is validated alone, without a request and without a comment", async () => {
  const jobs = await workflow("pull-request", pullRequest("stranger/fleet"), { BOTFORM_DEMO_API_URL: at.emulator.url });
  expect(Object.keys(jobs)).toEqual(["validate"]);
  expect(jobs["validate"]?.isFailed).toBe(false);
  expect(comments(at)).toEqual([]);
});

it("a merge is planned, and that plan applied once; the next merge finds nothing and applies nothing", async () => {
  const first = await workflow("apply", PUSH);
  expect(first["plan"]).toMatchObject({ isFailed: false, outputs: { changes: "true" } });
  expect(first["apply"]).toMatchObject({ isFailed: false });
  expect(
    at.emulator.service
      .bots()
      .map(({ values }) => values.title)
      .sort(),
  ).toEqual(["BTC dip", "ETH dip", "SOL rally"]);
  expect(stored("reviewed-plan")).toEqual(["fleet.plan", "plan.html"]);
  expect(stored("applied-1")).toEqual(["journal", "out"]);
  expect(existsSync(join(at.temp, "store/cache/journal"))).toBe(true);

  const second = await workflow("apply", PUSH);
  expect(second["plan"]).toMatchObject({ isFailed: false, outputs: { changes: "false" } });
  expect(second["apply"]).toBeUndefined();
});

it("the journal goes from one merge to the next", async () => {
  await workflow("apply", PUSH);
  const file = join(at.cwd, "botform.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace("countOrderMax: 6", "countOrderMax: 7"));
  const jobs = await workflow("apply", PUSH);
  expect(jobs["apply"]).toMatchObject({ isFailed: false });
  expect(readdirSync(join(at.cwd, ".botform/journal")).filter((name) => name.endsWith(".jsonl"))).toHaveLength(2);
});

it("a broken merge fails before anything is read, and nothing is applied", async () => {
  writeFileSync(join(at.cwd, "botform.yaml"), "version: 1\nbots: { a: 1 }\n");
  const jobs = await workflow("apply", PUSH);
  expect(jobs["plan"]?.isFailed).toBe(true);
  expect(jobs["apply"]).toBeUndefined();
});

describe("drift", () => {
  it("passes without drift, fails with it, and needs no webhook", async () => {
    await workflow("apply", PUSH);
    const still = await workflow("drift", SCHEDULE);
    expect(still["drift"]).toMatchObject({ isFailed: false });
    expect(still["drift"]?.out).toContain("so no webhook is told");
    at.emulator.service.editBot(at.emulator.service.bots()[0]?.id ?? 0, { leverage: "20" });
    expect((await workflow("drift", SCHEDULE))["drift"]).toMatchObject({ isFailed: true });
  });

  it("is told to the webhook, whose address is shown nowhere", async () => {
    const told: string[] = [];
    const hook = createServer((request, response) => {
      request.on("data", (chunk) => told.push(String(chunk)));
      request.on("end", () => response.end("ok"));
    });
    await new Promise<void>((ready) => hook.listen(0, "127.0.0.1", ready));
    const { port } = z.object({ port: z.number() }).parse(hook.address());
    const address = `http://127.0.0.1:${port}/hooks/secret-of-the-hook`;
    const done = await workflow("drift", SCHEDULE, { ...at.keys, BOTFORM_NOTIFY_URL: address });
    await new Promise((closed) => hook.close(closed));
    expect(done["drift"]).toMatchObject({ isFailed: true });
    expect(z.object({ text: z.string() }).parse(JSON.parse(told.join(""))).text).toContain("missing");
    const shown = [
      done["drift"]?.out,
      readFileSync(join(at.temp, "argv"), "utf8"),
      readFileSync(join(at.temp, "summary.md"), "utf8"),
    ];
    for (const text of [...shown, ...told]) expect(text).not.toMatch(/secret-of-the-hook|demo-key|demo-secret/);
  });
});
