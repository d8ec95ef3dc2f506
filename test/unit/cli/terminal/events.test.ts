// apply --events: every transition on a line of its own, from the first to the last, whatever becomes of the run.
import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { AppError } from "../../../../src/app/error.js";
import { plainContext } from "../../../../src/cli/terminal/context.js";
import { EVENT_TYPES, EventLog, openEvents, withEvents } from "../../../../src/cli/terminal/events.js";
import type { Seed } from "../../../../src/emulator/seed/seed.js";
import { QUICK, workplace } from "../../../commands/workplace.js";
import { botform, demoEnv, spawned } from "../../../support/command.js";
import { hostile } from "../../../support/hostile.js";

const at = workplace();
const PAGE = "docs/reference/events.md";

// biome-ignore lint/suspicious/noExplicitAny: a document under test may hold anything
type Line = any;

/** Every line of the file, each a document; numbered without a gap. */
function linesOf(file: string): readonly Line[] {
  const text = readFileSync(file, "utf8");
  expect(text.endsWith("\n")).toBe(true);
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line): Line => JSON.parse(line));
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
  for (const line of lines) {
    expect(line.formatVersion).toBe(1);
    expect(Object.keys(EVENT_TYPES)).toContain(line.type);
    expect(new Date(line.at).toISOString()).toBe(line.at);
  }
  expect(lines[0]).toMatchObject({ type: "begin", command: "apply", tool: expect.any(String) });
  expect(lines.at(-1)?.type).toBe("end");
  return lines;
}

const transitions = (lines: readonly Line[], address: string) =>
  lines
    .filter((line) => line.address === address)
    .map(({ type, action, kind }) => [type, action, kind].join(" ").trim());

it("docs/reference/events.md lists every type as the code has it", () => {
  const rows = Object.entries(EVENT_TYPES).map(([type, about]) => `| \`${type}\` | ${about} |`);
  expect(readFileSync(PAGE, "utf8")).toContain(["| type | what it says |", "| --- | --- |", ...rows, ""].join("\n"));
});

function accountWith(access: { readonly accessId: number; readonly title: string }): Seed["accounts"][number] {
  return { name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", accesses: [access], bots: [] };
}

describe("a run", () => {
  it("tells each step's transitions, totals at both ends, and the run's id in the journal", async () => {
    const env = await at.started();
    const file = at.fresh("run.jsonl");
    const { exitCode, err } = await botform(["apply", "-c", QUICK, "--yes", "--events", file], { env });
    expect(exitCode).toBe(0);
    expect(err).toContain("[4/4] applied: turn-on demo/btc-dip\n");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const lines = linesOf(file);
    expect(lines[1]).toMatchObject({
      type: "plan",
      account: "demo",
      totals: { create: 3, "turn-on": 1, unchanged: 0 },
    });
    expect(transitions(lines, "demo/btc-dip")).toEqual([
      ...["planned create", "planned turn-on", "started create", "outcome create applied"],
      ...["started turn-on", "sent turn-on", "outcome turn-on applied"],
    ]);
    const botId = at.idOf("BTC dip");
    const sent = lines.filter(({ action, type }) => action === "turn-on" && type !== "planned");
    expect(sent.map((line) => line.botId)).toEqual([botId, botId, botId]);
    const { runId } = lines.find(({ type }) => type === "account");
    const runs = JSON.parse((await botform(["history", "--format", "json"], { env })).out);
    expect(JSON.stringify(runs)).toContain(runId);
    expect(lines.at(-1)).toMatchObject({
      ...{ exitCode: 0, ok: true, accounts: 1, steps: 4, runs: { demo: runId } },
      outcomes: { applied: 4, failed: 0, unknown: 0, skipped: 0, "not-started": 0 },
    });
  });

  it("prints on both streams what it prints without, and makes the file anew each time", async () => {
    const env = await at.started();
    const file = at.fresh("run.jsonl");
    await botform(["apply", "-c", QUICK, "--yes", "--events", file], { env });
    chmodSync(file, 0o644);
    const args = ["apply", "-c", QUICK, "--yes"];
    const plain = await botform(args, { env });
    expect(await botform([...args, "--events", file], { env })).toEqual(plain);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(linesOf(file).map(({ type }) => type)).toEqual(["begin", "plan", "account", "end"]);
  });

  it("of several accounts shares the file, and tells of one that can't be read", async () => {
    const access = { accessId: 202, title: "Copy futures" };
    const own = accountWith({ accessId: 101, title: "Main futures" });
    const copy = { ...own, name: "copy", apiKey: "copy-key", apiSecret: "copy-secret", accesses: [access] };
    const env = await at.started({ seed: { accounts: [own, copy] } });
    const yaml = readFileSync(`${QUICK}/botform.yaml`, "utf8");
    const more = (name: string, key: string, title: string) =>
      `  ${name}: { apiUrl: "\${env.BOTFORM_DEMO_API_URL}", apiKey: "\${env.${key}}", apiSecret: "\${env.BOTFORM_COPY_SECRET}", accesses: { primary: ${title} } }\n`;
    const fleet = yaml.replace(
      "defaults:",
      `${more("copy", "BOTFORM_COPY_KEY", "Copy futures")}${more("gone", "BOTFORM_GONE_KEY", "Main futures")}\ndefaults:`,
    );
    const file = at.fresh("run.jsonl");
    const { exitCode } = await botform(
      ["apply", "-c", at.written(fleet), "--all-accounts", "--yes", "--events", file],
      {
        env: { ...env, BOTFORM_COPY_KEY: "copy-key", BOTFORM_COPY_SECRET: "copy-secret", BOTFORM_GONE_KEY: "gone-key" },
      },
    );
    const lines = linesOf(file);
    expect(exitCode).toBe(3);
    const ends = lines.filter(({ type }) => type === "account");
    expect(ends.map(({ account, exitCode: own }) => [account, own])).toEqual([
      ["demo", 3],
      ["copy", 3],
      ["gone", 1],
    ]);
    expect(ends[2].error).toContain("credentials");
    expect(lines.filter(({ type }) => type === "outcome")).toEqual([]);
    expect(lines.at(-1)).toMatchObject({ exitCode: 3, ok: false, accounts: 3, steps: 8, outcomes: { applied: 0 } });
  });

  it("of several accounts shares the file, and tells whose each outcome is", async () => {
    const access = { accessId: 202, title: "Copy futures" };
    const own = accountWith({ accessId: 101, title: "Main futures" });
    const copy = { ...own, name: "copy", apiKey: "copy-key", apiSecret: "copy-secret", accesses: [access] };
    const env = await at.started({ seed: { accounts: [own, copy] } });
    const more = `  copy: { apiUrl: "\${env.BOTFORM_DEMO_API_URL}", apiKey: "\${env.BOTFORM_COPY_KEY}", apiSecret: "\${env.BOTFORM_COPY_SECRET}", accesses: { primary: Copy futures } }\n`;
    const fleet = readFileSync(`${QUICK}/botform.yaml`, "utf8").replace("defaults:", `${more}\ndefaults:`);
    const file = at.fresh("run.jsonl");
    const keys = { BOTFORM_COPY_KEY: "copy-key", BOTFORM_COPY_SECRET: "copy-secret" };
    const args = ["apply", "-c", at.written(fleet), "--all-accounts", "--yes", "--events", file];
    expect((await botform(args, { env: { ...env, ...keys } })).exitCode).toBe(0);
    const lines = linesOf(file);
    for (const account of ["demo", "copy"])
      expect(lines.filter((line) => line.account === account && line.type === "outcome")).toHaveLength(4);
    expect(lines.at(-1)).toMatchObject({ exitCode: 0, ok: true, accounts: 2, steps: 8, outcomes: { applied: 8 } });
    expect(Object.keys(lines.at(-1).runs)).toEqual(["demo", "copy"]);
  });
});

describe("a run that doesn't come about", () => {
  it.each([
    { args: ["-c", "no/such"], exitCode: 3, says: "has errors", because: "there is no configuration" },
    { args: ["-c", QUICK, "--max-turn-ons", "0"], exitCode: 6, says: undefined, because: "a limit blocks it" },
    { args: ["-c", QUICK, "--target", "nothing"], exitCode: 3, says: "nothing", because: "no bot is meant" },
    { args: ["no.plan"], exitCode: 3, says: "no.plan", because: "there is no saved plan" },
  ])("ends with its exit code all the same: $because", async ({ args, exitCode, says }) => {
    const env = await at.started();
    const file = at.fresh("run.jsonl");
    expect((await botform(["apply", ...args, "--yes", "--events", file], { env })).exitCode).toBe(exitCode);
    const end = linesOf(file).at(-1);
    expect(end).toMatchObject({ exitCode, ok: false, outcomes: { applied: 0 } });
    if (says !== undefined) expect(end.error).toContain(says);
    at.nothingWritten();
  });
});

describe("an interrupt", () => {
  it("while steps run is an event, and the last line and every outcome are there", async () => {
    const env = await at.started({ quirks: { commandDelay: 600_000 } });
    const file = at.fresh("run.jsonl");
    const { exitCode } = await spawned(["apply", "-c", QUICK, "--yes", "--events", file], {
      env,
      // A turn-on that was sent, and isn't observed any more, is unknown.
      onStart: (kill) => {
        const isSent = () => expect(at.emulator.service.requests.turnOn).toBeGreaterThan(0);
        vi.waitFor(isSent, { timeout: 600_000 }).then(() => kill("SIGINT"));
      },
    });
    const lines = linesOf(file);
    expect(lines.map(({ type }) => type)).toContain("interrupted");
    expect(lines.filter(({ type }) => type === "outcome")).toHaveLength(4);
    expect(lines.at(-1).exitCode).toBe(exitCode);
    expect(exitCode).toBe(5);
  });

  it("while the account is read ends the file with 130", async () => {
    let interrupt = () => {};
    const silent = await hostile(() => interrupt());
    const file = at.fresh("run.jsonl");
    const { exitCode } = await spawned(["apply", "-c", QUICK, "--yes", "--events", file], {
      env: demoEnv(silent.url),
      onStart: (kill) => {
        // Once: the account's first requests come together, and a second interrupt ends the process at once.
        interrupt = () => {
          interrupt = () => {};
          kill("SIGINT");
        };
      },
    });
    await silent.close();
    expect(exitCode).toBe(130);
    expect(linesOf(file).map(({ type, exitCode: code }) => [type, code])).toEqual([
      ["begin", undefined],
      ["end", 130],
    ]);
  });
});

describe("the file", () => {
  it.each([
    {
      make: (file: string) => writeFileSync(file, '{"formatVersion":1,"command":"plan"}'),
      because: "somebody else's",
      says: "exists and isn't an events file of botform's; it was left as it is\nName another file for --events, or remove this one.",
    },
    {
      make: (file: string) => symlinkSync(at.written("", "elsewhere"), file),
      because: "a link",
      says: "is not a regular file\nName a file for --events.",
    },
  ])("is left as it is where it is $because", async ({ make, says }) => {
    const env = await at.started();
    const file = at.fresh("run.jsonl");
    make(file);
    const before = readFileSync(file, "utf8");
    const { exitCode, err } = await botform(["apply", "-c", QUICK, "--yes", "--events", file], { env });
    expect([exitCode, err]).toEqual([3, `botform: ${file} ${says}\n`]);
    expect(readFileSync(file, "utf8")).toBe(before);
    at.nothingWritten();
  });

  it.each([
    { file: "-", says: "--events names a file: standard output holds what apply itself prints\nWrite --events FILE." },
    {
      file: "no/such/folder/run.jsonl",
      says: "the events file no/such/folder/run.jsonl can't be written: there is no such folder; nothing was read or written",
    },
  ])("is refused before anything is read: $file", async ({ file, says }) => {
    const { exitCode, err } = await botform(["apply", "-c", QUICK, "--yes", "--events", file]);
    expect([exitCode, err]).toEqual([3, `botform: ${says}\n`]);
  });

  it("that can't be written any more is said once and stops nothing", () => {
    const failures: string[] = [];
    const path = at.fresh("run.jsonl");
    const file = openEvents(path, (code) => failures.push(code));
    file.append("one");
    file.close();
    file.append("two");
    file.append("three");
    expect(failures).toEqual(["EBADF"]);
    expect(readFileSync(path, "utf8")).toBe("one\n");
  });

  it("holds no secret, no control character and no command of a CI runner", async () => {
    const path = at.fresh("run.jsonl");
    const context = plainContext({ out: () => {}, err: () => {}, env: { BOTFORM_X_API_KEY: "canary-k3y" } });
    const run = withEvents(context, path, "apply", async (events) => {
      events.account("main", { exitCode: 1, error: "no canary-k3y \u001b[2J\u202e ##[command]" });
      throw new AppError("not canary-k3y");
    });
    await expect(run).rejects.toThrow(AppError);
    const text = readFileSync(path, "utf8");
    for (const harm of ["canary", "\u001b", "\u202e", "##["]) expect(text).not.toContain(harm);
    expect(linesOf(path).map(({ error }) => error)).toEqual([
      undefined,
      "no *** \u001b[2J\u202e ##[command]",
      "not ***",
    ]);
  });
});

it("without a file nothing is told", () => {
  const events = new EventLog();
  expect(() => events.end(0)).not.toThrow();
});
