// The real command when somebody stops it, nobody listens to it, or its journal's disk is full or can't be written.
import { spawnSync } from "node:child_process";
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
