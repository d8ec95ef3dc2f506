// The jobs of the GitLab file, run by bash against the emulator; the note against a small server that keeps notes as GitLab does.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { bash, type Place, place } from "./shell.js";

const job = z.looseObject({ script: z.array(z.string()), rules: z.array(z.looseObject({ if: z.string() })) });
const { variables, default: _, stages, ...jobs } = parse(readFileSync("examples/ci/gitlab/.gitlab-ci.yml", "utf8"));
const JOBS = z.record(z.string(), job).parse(jobs);
const TOKEN = "note-token-of-the-project";

interface Note {
  readonly id: number;
  readonly author: { readonly id: number };
  body: string;
}

let at: Place;
let notes: Note[];
let server: Server;
let api = "";
beforeEach(async () => {
  at = await place();
  mkdirSync(join(at.cwd, "ci"));
  cpSync("examples/ci/gitlab/gitlab-note.mjs", join(at.cwd, "ci/gitlab-note.mjs"));
  notes = [];
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const answer =
        request.headers["private-token"] === TOKEN ? answered(`${request.method} ${request.url}`, text) : undefined;
      response.writeHead(answer === undefined ? 403 : 200, { "Content-Type": "application/json" });
      response.end(JSON.stringify(answer ?? { message: "no" }));
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = z
    .custom<AddressInfo>((value) => typeof value === "object" && value !== null)
    .parse(server.address());
  api = `http://127.0.0.1:${port}/api/v4`;
});
afterEach(async () => {
  await new Promise((closed) => server.close(closed));
  await at.close();
});

function answered(line: string, text: string): unknown {
  const list = "/api/v4/projects/5/merge_requests/7/notes";
  if (line === "GET /api/v4/user") return { id: 42 };
  const page = line.startsWith(`GET ${list}?`) ? new URL(line.slice(4), api).searchParams.get("page") : null;
  if (page !== null) return notes.slice((Number(page) - 1) * 100, Number(page) * 100);
  const { body } = z.object({ body: z.string() }).parse(JSON.parse(text));
  if (line === `POST ${list}`) notes.push({ id: notes.length + 1, author: { id: 42 }, body });
  const changed = notes.find(({ id }) => line === `PUT ${list}/${id}`);
  if (changed !== undefined) changed.body = body;
  return changed ?? (line === `POST ${list}` ? notes.at(-1) : undefined);
}

/** A job's script as GitLab joins it: each on a fresh machine, but for what the file hands on as artifacts and cache. */
function runJob(name: string, env: Readonly<Record<string, string>> = at.keys) {
  const gitlab = {
    CI_API_V4_URL: api,
    CI_PROJECT_ID: "5",
    CI_MERGE_REQUEST_IID: "7",
    BOTFORM_JOURNAL: ".botform/journal",
  };
  return bash(at, (JOBS[name]?.script ?? ["exit 99"]).join("\n"), { ...at.plain, ...gitlab, ...env });
}

const file = (name: string) => readFileSync(join(at.cwd, name), "utf8");

it("validate leaves a report of tests, also where the configuration is wrong", async () => {
  expect(await runJob("validate", {})).toMatchObject({ exitCode: 0 });
  expect(file("junit.xml")).toContain('failures="0"');
  edit("leverage: 5", "leverage: 0");
  expect(await runJob("validate", {})).toMatchObject({ exitCode: 3 });
  expect(file("junit.xml")).toMatch(/<failure |<error /);
});

it("validate fails where a policy denies what the configuration asks for", async () => {
  edit("bots:", "policies:\n  small: { rule: max-bot-notional, limit: 1 }\n\nbots:");
  expect(await runJob("validate", {})).toMatchObject({ exitCode: 6 });
});

describe("plan", () => {
  it("writes one note, and updates that one, also behind a hundred others", async () => {
    const env = { ...at.keys, BOTFORM_NOTE_TOKEN: TOKEN };
    notes = Array.from({ length: 150 }, (_, index) => ({
      id: index + 1,
      author: { id: 1 },
      body: "<!-- botform plan: demo -->",
    }));
    expect(await runJob("plan", env)).toMatchObject({ exitCode: 0 });
    expect(notes).toHaveLength(151);
    expect(notes[150]?.body).toBe(file(".botform/out/plan.md"));

    edit("enabled: true }", "enabled: false }");
    expect(await runJob("plan", env)).toMatchObject({ exitCode: 0 });
    expect(notes).toHaveLength(151);
    expect(notes[150]?.body).toBe(file(".botform/out/plan.md"));
    expect(notes[150]?.body).not.toContain("to turn on");
    expect(notes[0]?.body).toBe("<!-- botform plan: demo -->");
  });

  it("without a token for notes leaves the plan as an artifact", async () => {
    const ran = await runJob("plan");
    expect(ran).toMatchObject({ exitCode: 0 });
    expect(ran.out).toContain("BOTFORM_NOTE_TOKEN isn't set");
    expect(notes).toEqual([]);
    expect(file(".botform/out/plan.md")).toContain("3 to create");
  });

  it("with a wrong token fails and doesn't show it", async () => {
    const ran = await runJob("plan", { ...at.keys, BOTFORM_NOTE_TOKEN: "wrong-token" });
    expect(ran.exitCode).toBe(1);
    expect(ran.err).toContain("GitLab answered 403");
    expect(`${ran.out}${ran.err}`).not.toContain("wrong-token");
  });
});

it("apply carries out the pipeline's own plan, once", async () => {
  expect(await runJob("plan-default-branch")).toMatchObject({ exitCode: 0 });
  expect(await runJob("apply")).toMatchObject({ exitCode: 0 });
  expect(at.emulator.service.bots()).toHaveLength(3);
  expect(file(".botform/out/events.jsonl").trim().split("\n").length).toBeGreaterThan(4);
  expect(await runJob("apply")).toMatchObject({ exitCode: 4 });
  expect(at.emulator.service.bots()).toHaveLength(3);
});

it("drift fails with 2 where bots are otherwise, and prints them", async () => {
  await runJob("plan-default-branch");
  await runJob("apply");
  rmSync(join(at.cwd, ".botform"), { recursive: true });
  expect(await runJob("drift")).toMatchObject({ exitCode: 0 });
  at.emulator.service.editBot(at.emulator.service.bots()[0]?.id ?? 0, { leverage: "20" });
  const ran = await runJob("drift");
  expect(ran.exitCode).toBe(2);
  expect(ran.out).toContain("leverage");
});

describe("the file", () => {
  it("has five jobs, of known stages, and hands the key to no fork's pipeline", () => {
    expect(Object.keys(JOBS)).toEqual(["validate", "plan", "plan-default-branch", "apply", "drift"]);
    for (const { stage } of Object.values(JOBS)) expect(stages).toContain(stage);
    expect(JOBS["plan"]?.rules[0]?.if).toContain("$CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_PROJECT_ID");
    expect(JOBS["apply"]).toMatchObject({
      resource_group: "botform-apply",
      interruptible: false,
      retry: 0,
      needs: ["plan-default-branch"],
    });
    for (const [name, { environment }] of Object.entries(JOBS))
      expect(environment !== undefined, name).toBe(name !== "validate");
  });

  it("keeps what apply needs, and names no secret", () => {
    expect(variables.BOTFORM_JOURNAL).toBe(".botform/journal");
    expect(readFileSync("examples/ci/gitlab/.gitlab-ci.yml", "utf8")).not.toMatch(/API_KEY|API_SECRET|TOKEN/);
  });
});

function edit(before: string, after: string): void {
  const name = join(at.cwd, "botform.yaml");
  const text = readFileSync(name, "utf8");
  if (!text.includes(before)) throw new Error(`botform.yaml doesn't say ${before}`);
  writeFileSync(name, text.replace(before, after));
}
