// What was done, told afterwards and taken back: history, resolve and undo as a user runs them.
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { apply } from "../../src/app/gate/apply.js";
import { plan } from "../../src/app/planning/plan-account.js";
import { contextOf } from "../../src/cli/terminal/context.js";
import { reportFailure } from "../../src/cli/terminal/failure.js";
import { undoCommand } from "../../src/cli/writing/undo.js";
import { type RunningEmulator, startEmulator } from "../../src/emulator/http/server.js";
import { resolveConnection, validate } from "../../src/index.js";
import { paint } from "../../src/render/text/paint.js";
import { botform, demoEnv, type Result, unwrapped } from "../support/command.js";
import { botCalled } from "./workplace.js";

const QUICK = "examples/quick-start";
const YAML = readFileSync(join(QUICK, "botform.yaml"), "utf8");

let folder: string;
let journal: string;
let emulator: RunningEmulator;
let env: Record<string, string>;
let count = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "botform past "));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => emulator?.close());

async function started(options: Parameters<typeof startEmulator>[0] = {}): Promise<void> {
  emulator = await startEmulator({ quirks: { commandDelay: 20 }, ...options });
  env = demoEnv(emulator.url);
  count += 1;
  journal = join(folder, `${count}`, "journal");
}

function written(text: string): string {
  const path = join(folder, `${count}-${Math.abs(text.length)}.yaml`);
  writeFileSync(path, text);
  return path;
}

/** Applies a configuration with a journal; resolves to the run's id. */
async function applied(path: string = QUICK, commandDeadlineMs = 60_000): Promise<string> {
  const { accounts } = validate(path);
  const [account] = accounts;
  if (account === undefined) throw new Error("no account");
  const resolved = resolveConnection(account, env);
  if ("diagnostics" in resolved) throw new Error("no connection");
  const made = await plan(account.desired, resolved.connection);
  const { runId = "" } = await apply(made, resolved.connection, { journal: { folder: journal }, commandDeadlineMs });
  return runId;
}

/** The run's file as it would be, had the process died right after that text was begun to be written for the last time. */
function cutAfter(id: string, text: string): void {
  const file = join(journal, `${id}.jsonl`);
  const whole = readFileSync(file, "utf8");
  writeFileSync(file, whole.slice(0, whole.indexOf("\n", whole.lastIndexOf(text)) + 1));
}

function run(...args: string[]): Promise<Result> {
  return botform([...args, "--journal", journal], { env });
}

const CHANGED = YAML.replace("title: BTC dip", "title: BTC dip two, previousTitles: [BTC dip]")
  .replace("leverage: 5\n", "leverage: 9\n")
  .replace("leverage: 3, enabled: false", "leverage: 3, enabled: true");
const ADDED = `${CHANGED}  fresh: { title: "Fresh", pairTitle: USDT-XRP, strategy: LONG, enabled: true }\n`;

const state = () =>
  emulator.service.bots().map(({ id, enabled, values }) => [id, values.title, values.leverage, enabled] as const);

/** Bots are created side by side: whose id is the lowest differs from run to run. */
function idOf(title: string): number {
  const [id] = state().find(([, said]) => said === title) ?? [];
  if (id === undefined) throw new Error(`no bot is called ${title}`);
  return id;
}

describe("history", () => {
  it("says that there is nothing, and where it looked, with exit code 0", async () => {
    await started();
    const text = await run("history");
    expect(text).toMatchObject({ exitCode: 0, err: "", out: `there are no runs in ${journal}\n` });
    const json = await run("history", "--format", "json");
    expect(JSON.parse(json.out)).toMatchObject({ command: "history", ok: true, runs: [], unreadable: [] });
    expect(await run("history", "show", "last")).toMatchObject({ exitCode: 3, out: "" });
  });

  it("lists runs newest first, of one account where asked, and names what it can't tell", async () => {
    await started();
    const first = await applied();
    const second = await applied(written(CHANGED));
    writeFileSync(join(journal, "notes.jsonl"), "somebody else's\n");
    writeFileSync(join(journal, "2020-01-01T00-00-00Z-aaaa.jsonl"), "");
    const { exitCode, out } = await run("history");
    expect(exitCode).toBe(0);
    const lines = out.trimEnd().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(
      new RegExp(`^${second}  demo  apply  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC  3 applied$`),
    );
    expect(lines[1]).toContain(first);
    expect(lines[2]).toMatch(/^not shown here: 2020.*aaaa\.jsonl \(not a journal.*notes\.jsonl \(/);
    expect((await run("history", "--account", "nobody")).out).toMatch(/^there are no runs of the account nobody/);
    const { runs }: { runs: unknown[] } = JSON.parse((await run("history", "--format", "json")).out);
    expect(runs).toMatchObject([
      { id: second, counts: { applied: 3, unknown: 0 }, endedAt: expect.stringMatching(/Z$/) },
      { id: first },
    ]);
  });

  it("shows every step with its times, what was sent, and what changed", async () => {
    await started();
    await applied();
    await applied(written(CHANGED));
    const { exitCode, out, err } = await run("history", "show", "last");
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    expect(out).toMatch(
      /~ demo\/btc-dip {2}"BTC dip" · bot \d+\n {4}update: applied: read back, and every field matches/,
    );
    expect(out).toMatch(/title {2}BTC dip → BTC dip two\n/);
    expect(out).toMatch(
      /\d\d:\d\d:\d\d\.\d{3} {2}update sent, \d\d:\d\d:\d\d\.\d{3} accepted\n.*\d\d:\d\d:\d\d\.\d{3} {2}ended/,
    );
    const json = JSON.parse((await run("history", "show", "last", "--format", "json")).out);
    expect(json).toMatchObject({ command: "history show", ok: true });
    expect(json.run.steps).toHaveLength(3);
    expect(json.run.steps[0].writes[0]).toMatchObject({ sends: "update", answer: "accepted" });
  });

  it("says of a run that crashed what is unknown, what never began, and how to find out", async () => {
    await started();
    const id = await applied();
    cutAfter(id, '"sends":"create"');
    const list = await run("history");
    expect(list.out).toMatch(/crashed, or still running: (\d unknown, )?/);
    const { out } = await run("history", "show", id);
    expect(out).toMatch(/ended {7}not recorded/);
    expect(out).toMatch(/\nunknown:\n {2}demo\/\S+ create: sent at [\d:.]+, no answer was recorded/);
    expect(out).toMatch(/\nnever started:\n {2}demo\/btc-dip turn-on\n/);
    expect(out).toContain(`botform resolve ${id}`);
  });

  it("of a run that crashed without unknowns ends with the next step", async () => {
    await started();
    const id = await applied();
    cutAfter(id, '"type":"begin"');
    const { out } = await run("history", "show", id);
    expect(out).toMatch(/\nnever started:\n[\s\S]*\n\nTo see what is left to do: botform plan\n$/);
    expect(out).not.toContain("botform resolve");
  });

  it("finds its options wherever they stand", async () => {
    await started();
    const id = await applied();
    for (const args of [
      ["history", "show", "last", "--journal", journal],
      ["history", "--journal", journal, "show", "last"],
    ]) {
      expect((await botform(args)).out).toContain(id);
    }
    expect((await botform(["history", "show", "--help"])).out).toContain("--journal");
  });

  it("takes the beginning of an id, and lists what is meant or near where that is unclear", async () => {
    await started();
    const first = await applied();
    const second = await applied(written(CHANGED));
    expect((await run("history", "show", second.slice(0, -2))).out).toContain(second);
    const several = await run("history", "show", first.slice(0, 4));
    expect(several).toMatchObject({ exitCode: 3, out: "" });
    expect(several.err).toMatch(new RegExp(`${first}[\\s\\S]*${second}`));
    const near = await run("history", "show", `${first}x`, "--format", "json");
    expect(near.exitCode).toBe(3);
    expect(JSON.parse(near.out)).toMatchObject({ ok: false, exitCode: 3, error: expect.stringContaining(first) });
    expect(near.err).toBe("");
  });

  it("shows titles from outside harmlessly, and no folder that is a link", async () => {
    await started();
    await applied();
    const id = idOf("BTC dip");
    emulator.service.editBot(id, { title: "\u001b[2Jevil\u202e" });
    await applied(
      written(CHANGED.replace("title: BTC dip two, previousTitles: [BTC dip]", `title: BTC dip, botId: ${id}`)),
    );
    for (const format of ["text", "json"]) {
      const { out } = await run("history", "show", "last", "--format", format);
      expect(out).toContain("evil");
      expect(out).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}/u);
    }
    const link = join(folder, `${count} link`);
    symlinkSync(journal, link);
    expect(await botform(["history", "--journal", link])).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("is a link"),
    });
  });
});

describe("resolve", () => {
  it("looks at everything in doubt, keeps what is settled, and exits with 5 while anything is open", async () => {
    await started({ quirks: { commandDelay: 3_600_000 } });
    const id = await applied(QUICK, 1);
    cutAfter(id, '"sends":"turn-on"');
    const bot = emulator.service.bots().find(({ values }) => values.title === "BTC dip");
    const open = await run("resolve", "-c", QUICK);
    expect(open).toMatchObject({
      exitCode: 5,
      out: expect.stringMatching(/turn-on: open: not yet: .*check again after \d\d:\d\d UTC/),
    });
    emulator.service.editBot(bot?.id ?? 0, { enabled: true });
    const settled = await run("resolve", "last", "-c", QUICK, "--format", "json");
    expect(settled.exitCode).toBe(0);
    expect(JSON.parse(settled.out)).toMatchObject({
      command: "resolve",
      open: 0,
      runs: [{ id, steps: [{ verdict: "took-effect", settled: true, botId: bot?.id }] }],
    });
    expect((await run("resolve", "-c", QUICK)).out).toBe("nothing of the account demo is in doubt\n");
    expect((await run("history", "show", id)).out).toMatch(/checked again .*: took effect: the bot is on/);
    expect(emulator.service.writes.filter(({ operation }) => operation === "turnOn")).toHaveLength(1);
  });

  it("fails with 1 where the account can't be read, and refuses a run of another service", async () => {
    await started();
    const id = await applied();
    cutAfter(id, '"sends":"create"');
    const wrong = { ...env, BOTFORM_DEMO_API_SECRET: "wrong" };
    const failed = await botform(["resolve", "-c", QUICK, "--journal", journal, "--format", "json"], { env: wrong });
    expect(failed).toMatchObject({ exitCode: 1, err: "" });
    expect(JSON.parse(failed.out)).toMatchObject({ ok: false, exitCode: 1 });
    const elsewhere = { ...env, BOTFORM_DEMO_API_URL: "http://127.0.0.1:1" };
    const own = await botform(["resolve", "-c", QUICK, "--journal", journal], { env: elsewhere });
    expect(own).toMatchObject({ exitCode: 0, out: "nothing of the account demo is in doubt\n" });
    for (const command of ["resolve", "undo"]) {
      const refused = await botform(
        [command, id, "-c", QUICK, "--journal", journal, ...(command === "undo" ? ["--yes"] : [])],
        {
          env: elsewhere,
        },
      );
      expect(refused).toMatchObject({ exitCode: 3, err: expect.stringContaining(`ran against ${emulator.url}`) });
    }
  });
});

/** Runs undo in this process, at a terminal. */
async function undoneInProcess(
  id: string,
  answer: () => string | undefined,
): Promise<{ exitCode: number; err: string }> {
  let err = "";
  const context = contextOf({
    out: () => {},
    err: (text) => {
      err += text;
    },
    env,
    colour: paint(false),
    errColour: paint(false),
    outAsItIs: () => {},
    live: false,
    ask: async () => answer(),
  });
  const options = { config: QUICK, format: "text", concurrency: 4, commandTimeout: 30, expires: 30, journal } as const;
  try {
    const exitCode = await undoCommand(context, { ...options, id });
    return { exitCode, err };
  } catch (error) {
    const exitCode = reportFailure(context, [], error);
    return { exitCode, err };
  }
}

describe("undo", () => {
  async function twice(
    options: Parameters<typeof startEmulator>[0] = {},
  ): Promise<{ before: ReturnType<typeof state>; first: string; id: string }> {
    await started(options);
    const first = await applied();
    const before = state();
    return { before, first, id: await applied(written(ADDED)) };
  }

  it("ends with 3 where nobody can be asked, reads nothing, and says how to go on", async () => {
    const { id } = await twice();
    const now = state();
    expect(await run("undo", id, "-c", QUICK)).toMatchObject({
      exitCode: 3,
      out: "",
      err: expect.stringMatching(/nothing was read or written[\s\S]*--yes.*--out/),
    });
    expect(JSON.parse((await run("undo", id, "-c", QUICK, "--format", "json")).out)).toMatchObject({
      ok: false,
      exitCode: 3,
    });
    expect(state()).toEqual(now);
  });

  it("shows the way back where it is saved instead", async () => {
    const { id } = await twice();
    const now = state();
    const { exitCode, out } = await run("undo", id, "-c", QUICK, "--out", join(journal, "back.plan"));
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^Undo of apply 2/);
    expect(out).toMatch(/2 to turn off/);
    expect(unwrapped(out)).toMatch(
      /"Fresh" was created by that run and stays on the account, off.*\[plan\/stays-behind\]/,
    );
    expect(state()).toEqual(now);
  });

  it("carries the way back out with --yes, journals it, and says that the configuration asks for the newer state", async () => {
    const { before, first } = await twice();
    const { exitCode, out, err } = await run("undo", "last", "-c", QUICK, "--yes");
    expect(exitCode).toBe(0);
    expect(out).toMatch(/Steps: \d applied\.\n$/);
    expect(err).toContain("The configuration still has the change that was undone");
    expect(state().slice(0, before.length)).toEqual(before);
    expect(state().slice(before.length)).toMatchObject([[expect.anything(), "Fresh", expect.anything(), false]]);
    const history = await run("history");
    expect(history.out).toMatch(/^\S+ {2}demo {2}undo {3}/);
    const now = state();
    const refused = await run("undo", "last", "-c", QUICK, "--yes");
    const [, own = "", further] =
      /meant: botform undo (\S+)\nTo go further back: botform undo (\S+)\n/.exec(refused.err) ?? [];
    expect([refused.exitCode, state(), history.out.startsWith(own), further]).toEqual([3, now, true, first]);
    const again = await run("undo", own, "-c", QUICK, "--yes", "--format", "json");
    expect(again.exitCode).toBe(0);
    expect(JSON.parse(again.out)).toMatchObject({
      command: "undo",
      ok: true,
      accounts: [{ undoes: { command: "undo" }, report: { unsettled: [] } }],
    });
    expect(state().map(([, title, leverage]) => [title, leverage])).toContainEqual(["BTC dip two", "9"]);
  });

  it.each([
    { because: "a no is a no", answer: () => "no", exitCode: 1, says: /declined; nothing was written/ },
    { because: "only yes is a yes", answer: () => "y", exitCode: 1, says: /declined/ },
    { because: "Ctrl-C is a no", answer: () => undefined, exitCode: 130, says: /interrupted/ },
    {
      because: "what changed while it was asked stops it",
      answer() {
        for (const [id] of state()) emulator.service.editBot(id, { leverage: 33 });
        return "yes";
      },
      exitCode: 4,
      says: /leverage 9 → 33[\s\S]*nothing was written/,
    },
    { because: "a yes carries it out", answer: () => "yes", exitCode: 0, says: /still has the change that was undone/ },
  ])("asks at a terminal: $because", async ({ answer, exitCode, says }) => {
    const { id } = await twice();
    const asked = await undoneInProcess(id, answer);
    expect(asked.exitCode).toBe(exitCode);
    expect(asked.err).toMatch(says);
    const undone = emulator.service.bots().some(({ values }) => values.title === "BTC dip");
    expect(undone).toBe(exitCode === 0);
  });

  it("saves the way back for apply, which takes it for what it is", async () => {
    const { before, id } = await twice();
    const file = join(folder, `${count}.plan`);
    const saved = await run("undo", id, "-c", QUICK, "--out", file, "--format", "json");
    expect(saved.exitCode).toBe(0);
    expect(JSON.parse(saved.out)).toMatchObject({
      accounts: [{ saved: { file }, plan: { configDigest: `undo/${id}` } }],
    });
    expect(await botform(["apply", file, "-c", QUICK, "--yes"], { env })).toMatchObject({ exitCode: 0 });
    expect(state().slice(0, before.length)).toEqual(before);
  });

  it("saves no way back where it can't be known", async () => {
    const { id } = await twice({ quirks: { commandDelay: 20, listSize: 20, listKeeps: "newest" } });
    for (let at = 0; at < 20; at += 1) emulator.service.addBot("demo", botCalled(`By hand ${at}`));
    const file = join(folder, `${count}.plan`);
    const { exitCode, err } = await run("undo", id, "-c", QUICK, "--out", file);
    expect([exitCode, existsSync(file), err]).toEqual([
      3,
      false,
      "\nNot undone: the plan has errors; nothing was written.\n",
    ]);
  });

  it("warns of what other hands have changed since", async () => {
    const { id } = await twice();
    emulator.service.editBot(idOf("BTC dip two"), { leverage: 20 });
    const { out } = await run("undo", id, "-c", QUICK, "--out", join(journal, "back.plan"));
    expect(out).toMatch(/leverage has changed since that run, not by botform: 9 → 20/);
  });

  it("turns on no more bots than a limit allows (rule 16)", async () => {
    const { id } = await twice();
    const limited = (...args: string[]) => run("undo", ...args, "-c", QUICK, "--yes", "--max-turn-ons", "1");
    expect((await limited(id)).exitCode).toBe(0);
    const now = state();
    const [, own = ""] = /meant: botform undo (\S+)/.exec((await limited("last")).err) ?? [];
    expect(await limited(own)).toMatchObject({ exitCode: 6, err: expect.stringContaining("--max-turn-ons 2") });
    expect(state()).toEqual(now);
  });
});
