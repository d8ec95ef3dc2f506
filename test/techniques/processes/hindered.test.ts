// The real command when somebody stops it, nobody listens to it, or its journal's disk is full or can't be written.
import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type JournalEntry, readJournal } from "../../../src/reconcile/ledger/journal-format.js";
import { type Result, type RunOptions, spawned } from "../../support/command.js";
import { MAIN } from "../../support/dist.js";
import { needs } from "../../support/needs.js";
import { type Stage, stage, wrongs } from "./stage.js";

let on: Stage | undefined;

afterEach(async () => {
  if (on !== undefined) spawnSync("umount", [join(on.folder, "small")]);
  await on?.close();
  on = undefined;
});

/** A turn-on that an earlier run may have sent is not sent again before 120 s have passed, which nobody waits for here. */
const LATER = { NODE_OPTIONS: `--import=${new URL("later.mjs", import.meta.url).href}` };

async function staged(): Promise<Stage> {
  on = await stage();
  on.begin();
  return on;
}

function apply(at: Stage, options: RunOptions = {}, journal = ".botform/journal"): Promise<Result> {
  const args = ["apply", "--yes", "--command-timeout", "60", "--concurrency", "2", "--journal", journal];
  return spawned(args, { env: at.env, cwd: at.folder, ...options });
}

function entriesIn(folder: string): readonly JournalEntry[] {
  return existsSync(folder)
    ? readdirSync(folder).flatMap((name) => readJournal(readFileSync(join(folder, name), "utf8")).entries)
    : [];
}

async function converges(at: Stage): Promise<void> {
  let exitCode = -1;
  for (let again = 0; again < 2 && exitCode !== 0; again += 1) {
    at.begin();
    ({ exitCode } = await apply(at, { env: { ...at.env, ...LATER } }));
  }
  expect(exitCode).toBe(0);
  expect(wrongs(at)).toEqual([]);
  const plan = await spawned(["plan", "--detailed-exitcode"], { env: at.env, cwd: at.folder });
  expect(plan).toMatchObject({ exitCode: 0 });
}

describe("an apply that is interrupted", () => {
  it("once: lets the call under way end, reports, ends its journal, and goes on with the next run", async () => {
    const at = await staged();
    const { exitCode, out, err } = await apply(at, {
      onText: (text, kill) => text.includes("create demo/b1\n") && kill("SIGINT"),
    });
    expect(exitCode).toBe(130);
    expect(err).toContain("Interrupted: finishing what is under way");
    expect(out).toMatch(/not started/);
    const entries = entriesIn(join(at.folder, ".botform/journal"));
    const intents = entries.filter((entry) => entry.type === "intent");
    expect(entries.filter((entry) => entry.type === "answer")).toHaveLength(intents.length);
    expect(entries.at(-1)).toMatchObject({ type: "end", stop: "interrupted" });
    await converges(at);
  });

  it("twice: leaves at once, and what was under way is unknown in its history", async () => {
    const at = await staged();
    let interrupt = () => {};
    // Again and again from the moment the first turn-on has arrived.
    const { turnOn } = at.service.requests;
    const watch = setInterval(() => at.service.requests.turnOn > turnOn && interrupt(), 5);
    const killed = await apply(at, {
      onStart: (kill) => {
        interrupt = () => kill("SIGINT");
      },
    }).finally(() => clearInterval(watch));
    expect(killed.exitCode).toBe(130);
    expect(killed.err).toMatch(
      /\nQuit at once: the outcome of what was under way is unknown; botform history show last shows it.*\n$/,
    );
    const entries = entriesIn(join(at.folder, ".botform/journal"));
    expect(entries.some((entry) => entry.type === "intent" && entry.step === "turn-on")).toBe(true);
    await converges(at);
  });
});

describe("an apply to which nobody listens", () => {
  it("goes on when its standard output is a closed pipe", async () => {
    const at = await staged();
    const command = `"${process.execPath}" "${MAIN}" apply --yes --command-timeout 60 | true; echo "\${PIPESTATUS[0]}"`;
    const { stdout } = await new Promise<{ stdout: string }>((resolve) => {
      import("node:child_process").then(({ execFile }) =>
        execFile("bash", ["-c", command], { env: { ...process.env, ...at.env }, cwd: at.folder }, (_error, text) =>
          resolve({ stdout: text }),
        ),
      );
    });
    expect(stdout.trim()).toBe("0");
    expect(at.service.bots()).toHaveLength(20);
    const plan = await spawned(["plan", "--detailed-exitcode"], { env: at.env, cwd: at.folder });
    expect(plan).toMatchObject({ exitCode: 0 });
  });
});

/** Runs the command with its streams redirected by a shell. */
async function redirected(at: Stage, args: string, where: string): Promise<{ exitCode: number; err: string }> {
  const command = `"${process.execPath}" "${MAIN}" ${args} ${where}`;
  return new Promise((resolve) => {
    const child = execFile(
      "bash",
      ["-c", command],
      { env: { ...process.env, ...at.env }, cwd: at.folder },
      (_error, _out, err) => resolve({ exitCode: child.exitCode ?? -1, err }),
    );
  });
}

const CANT_BE_WRITTEN = /^botform: standard output can't be written \(ENOSPC\), so what stands there is incomplete\./m;

describe("standard output that can't be written", () => {
  const READING = [
    "--version",
    "--help",
    "render",
    "render --format json",
    "plan",
    "plan --format json",
    "plan --format html",
    "plan --format markdown",
    "plan --format diff",
    "plan --detailed-exitcode",
    "drift",
    "drift --format json",
  ];

  it.each(READING)("a full device behind %s: exit 1", async (args) => {
    const at = await staged();
    const { exitCode, err } = await redirected(at, args, "> /dev/full");
    expect(exitCode).toBe(1);
    expect(err).toMatch(CANT_BE_WRITTEN);
  });

  it.for(["plan --format json", "plan --format html", "render"])(
    "a disk of 4 KiB that takes a part of %s: exit 1, and 0 on one that takes it all",
    async (args, context) => {
      needs(context, "mount");
      const at = await staged();
      mount(at, "4k");
      const { exitCode, err } = await redirected(at, args, "> small/out");
      expect({ exitCode, err }).toMatchObject({ exitCode: 1, err: expect.stringMatching(CANT_BE_WRITTEN) });
      expect(await redirected(at, args, "> whole")).toMatchObject({ exitCode: 0 });
      const whole = readFileSync(join(at.folder, "whole"), "utf8");
      expect(whole.startsWith(readFileSync(join(at.folder, "small/out"), "utf8"))).toBe(true);
      expect(whole.length).toBeGreaterThan(4096);
    },
  );

  it("one that was closed before the command began is the null device to it, and can't be told from that", async () => {
    const at = await staged();
    for (const where of [">&-", "> /dev/null"])
      expect(await redirected(at, "render", where)).toMatchObject({ exitCode: 0, err: "" });
  });

  it("an apply does all its work, and ends with 1; a more serious code of its own stays", async () => {
    const at = await staged();
    const { exitCode, err } = await redirected(at, "apply --yes --command-timeout 60", "> /dev/full");
    expect({ exitCode, err }).toMatchObject({ exitCode: 1, err: expect.stringMatching(CANT_BE_WRITTEN) });
    expect(wrongs(at)).toEqual([]);
    expect(await redirected(at, "plan --detailed-exitcode", "")).toMatchObject({ exitCode: 0 });
    expect(await redirected(at, "plan --target nobody", "> /dev/full")).toMatchObject({ exitCode: 3 });
  });

  it("nobody who reads to the end is no failure, and nothing is said", async () => {
    const at = await staged();
    const last = `| head -c 1 > first; exit \${PIPESTATUS[0]}`;
    expect(await redirected(at, "plan --format html", last)).toEqual({ exitCode: 0, err: "" });
  });

  it.each(["2> /dev/full", "2>&-"])("standard error that can't be written changes nothing: %s", async (where) => {
    const at = await staged();
    expect(await redirected(at, "apply --yes --command-timeout 60", where)).toMatchObject({ exitCode: 0 });
    expect(wrongs(at)).toEqual([]);
  });
});

describe("a journal that can't be written", () => {
  it.each(["file", "link"] as const)("because a %s stands in its place: nothing is sent", async (what) => {
    const at = await staged();
    const place = join(at.folder, "elsewhere");
    if (what === "file") writeFileSync(place, "");
    else {
      mkdirSync(join(at.folder, "target"));
      symlinkSync(join(at.folder, "target"), place);
    }
    const { exitCode, err } = await apply(at, {}, "elsewhere");
    expect({ exitCode, err }).toMatchObject({ exitCode: 1, err: expect.stringContaining("nothing was sent") });
    expect(err).toContain("--journal");
    expect(at.service.writes).toEqual([]);
  });

  it("because its disk is read-only: nothing is sent", async (context) => {
    needs(context, "mount");
    const at = await staged();
    mount(at, "64k");
    spawnSync("mount", ["-o", "remount,ro", join(at.folder, "small")]);
    const { exitCode, err } = await apply(at, {}, "small/journal");
    expect({ exitCode, err }).toMatchObject({ exitCode: 1, err: expect.stringContaining("EROFS") });
    expect(at.service.writes).toEqual([]);
  });

  it.for([8, 28, 36])(
    "because its disk of %i KiB runs full: nothing is sent whose intent isn't on it",
    async (size, context) => {
      needs(context, "mount");
      const at = await staged();
      mount(at, `${size}k`);
      const { exitCode, out, err } = await apply(at, {}, "small/journal");
      const written = at.service.writes.length;
      const intents = entriesIn(join(at.folder, "small/journal")).filter((entry) => entry.type === "intent");
      expect(written).toBeLessThanOrEqual(intents.length);
      expect(`${out}${err}`).toContain("ENOSPC");
      expect(exitCode).toBe(written === 0 ? 1 : 7);
      expect(wrongs(at)).toEqual([]);
      await converges(at);
    },
  );
});

function mount(at: Stage, size: string): void {
  const small = join(at.folder, "small");
  mkdirSync(small);
  expect(spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", small]).status).toBe(0);
}
