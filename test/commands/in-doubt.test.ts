// A bot in doubt: each command that looks at the account says so, and ends with 5 (rule 18).
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderDisk } from "../../src/disk/folder.js";
import { runId } from "../../src/reconcile/ledger/history.js";
import { beginSend } from "../../src/reconcile/ledger/sends.js";
import { botform, unwrapped } from "../support/command.js";
import { QUICK, workplace } from "./workplace.js";

const at = workplace();

/** An account whose journal ends after a turn-on was sent, as a run that was killed leaves it, and whose bot is off. */
async function killed(journal = at.fresh("journal")) {
  const env = await at.started();
  await botform(["apply", "-c", QUICK, "--yes", "--journal", journal, "--concurrency", "1"], { env });
  const [name = ""] = readdirSync(journal).filter((one) => one.endsWith(".jsonl"));
  const file = join(journal, name);
  expect(existsSync(file)).toBe(true);
  const lines = readFileSync(file, "utf8").split("\n");
  const turnOn = lines.findIndex((line) => line.includes('"sends":"turn-on"'));
  writeFileSync(file, `${lines.slice(0, turnOn + 1).join("\n")}\n`);
  const bot = at.emulator.service.bots().find(({ enabled }) => enabled);
  if (bot === undefined) throw new Error("no bot was turned on");
  at.emulator.service.editBot(bot.id, { enabled: false });
  return { env, journal, id: bot.id };
}

it("is told by every command that looks at it", async () => {
  const { env, journal, id } = await killed();
  const run = async (...args: readonly string[]) => {
    const read = [...args, "-c", QUICK, "--journal", journal, "--format", "json"];
    const { exitCode, out: stdout } = await botform(read, { env });
    return { exitCode, stdout };
  };
  const each = await Promise.all([
    run("bots", "list"),
    run("bots", "show", String(id)),
    run("report"),
    run("drift"),
    run("plan"),
  ]);
  expect(each.map(({ exitCode }) => exitCode)).toEqual([5, 5, 5, 5, 5]);
  for (const { stdout } of each) expect(stdout).toMatch(/inDoubt|plan\/in-doubt/);
  expect(JSON.parse(each[0]?.stdout ?? "")).toMatchObject({ inDoubt: [{ botId: id, on: false }] });
  expect(JSON.parse(each[1]?.stdout ?? "")).toMatchObject({ inDoubt: { botId: id, on: false } });
  expect(JSON.parse(each[2]?.stdout ?? "")).toMatchObject({ inDoubt: [{ botId: id, on: false }] });
});

it("may have stood in a line of a run that was altered: it is named, and nothing is sent but turn-offs", async () => {
  const { env, journal, id } = await killed();
  const [name = ""] = readdirSync(journal).filter((one) => one.endsWith(".jsonl"));
  const file = join(journal, name);
  const text = readFileSync(file, "utf8");
  const line = text.split("\n").findIndex((one) => one.includes('"sends":"turn-on"')) + 1;
  writeFileSync(file, text.replace('"sends":"turn-on"', '"sends":"turn-of"'));
  const run = (...args: readonly string[]) => botform([...args, "-c", QUICK, "--journal", journal], { env });
  const lost = `line ${line} of ${file} isn't as botform wrote it`;
  const looks = await Promise.all([run("plan"), run("bots", "list"), run("report"), run("drift", "--format", "json")]);
  for (const { out, err } of looks) expect(unwrapped(`${out}${err}`).replaceAll("\n", " ")).toContain(lost);
  const before = at.emulator.service.writes.length;
  const applied = await run("apply", "--yes");
  expect([applied.exitCode, at.emulator.service.writes.length]).toEqual([1, before]);
  expect(unwrapped(`${applied.out}${applied.err}`)).toContain(
    `part of the ledger is lost, so nothing was sent: ${lost}`,
  );
  at.emulator.service.editBot(id, { enabled: true });
  const off = await botform(["bots", "off", "--all", "-c", QUICK, "--journal", journal], {
    env: { ...env, BOTFORM_SETTLE: "0" },
  });
  expect([off.exitCode, at.emulator.service.bots().filter(({ enabled }) => enabled)]).toEqual([0, []]);
  expect(unwrapped(off.out)).toContain(lost);
  // A last line that breaks off is what a run leaves that was killed.
  writeFileSync(file, text.slice(0, -9));
  expect((await run("plan")).out).not.toContain("isn't as botform wrote it");
});

/** An account with a start of a deal, or an opening webhook, of its first bot that was sent just now, as a process leaves it that was killed. */
async function started(by: "command" | "webhook") {
  const journal = at.fresh("journal");
  const env = await at.started();
  await botform(["apply", "-c", QUICK, "--yes", "--journal", journal], { env });
  const [bot] = at.emulator.service.bots().filter(({ enabled }) => !enabled);
  if (bot === undefined) throw new Error("no bot is off");
  if (by === "webhook") {
    const about = { account: "demo", botId: bot.id, pairs: ["USDT-BTC"], side: "long" };
    const sent = { ...about, action: "open", body: "{}", origin: "https://hook" } as const;
    const now = Date.now();
    await (await beginSend(folderDisk(journal), runId(now, "abcd1234"), now, sent)).close();
    return { env, journal, id: bot.id };
  }
  await botform(["deals", "start", `#${bot.id}`, "-c", QUICK, "--yes", "--journal", journal], { env });
  // Of two runs that began in one second, either may have the later name.
  for (const name of readdirSync(journal).filter((one) => one.endsWith(".jsonl"))) {
    const lines = readFileSync(join(journal, name), "utf8").split("\n");
    const start = lines.findIndex((line) => line.includes('"sends":"start-deal"'));
    if (start >= 0) writeFileSync(join(journal, name), `${lines.slice(0, start + 1).join("\n")}\n`);
  }
  return { env, journal, id: bot.id };
}

it.each(["command", "webhook"] as const)(
  "is a start of a deal by %s to every command, too, until it can't take effect any more",
  async (by) => {
    const { env, journal, id } = await started(by);
    const run = (...args: readonly string[]) =>
      botform([...args, "-c", QUICK, "--journal", journal, "--format", "json"], { env });
    const each = await Promise.all([
      run("bots", "list"),
      run("bots", "show", String(id)),
      run("report"),
      run("drift"),
      run("plan"),
      run("apply", "--yes"),
      run("deals", "active"),
      run("deals", "active", "--bot", `#${id}`),
    ]);
    expect(each.map(({ exitCode }) => exitCode)).toEqual([5, 5, 5, 5, 5, 5, 5, 5]);
    const doubt = { sends: by === "command" ? "start-deal" : "open-webhook", botId: id };
    const [listed, shown, reported, drifted] = each.map(({ out }) => JSON.parse(out));
    expect([listed, shown, reported]).toMatchObject([{ inDoubt: [doubt] }, { inDoubt: doubt }, { inDoubt: [doubt] }]);
    expect(drifted.accounts[0].inDoubt).toMatchObject([doubt]);
    const other = at.emulator.service.bots().find((bot) => bot.id !== id)?.id;
    expect((await run("deals", "active", "--bot", `#${other}`)).exitCode).toBe(0);
    // Interrupted, since the whole watch takes three minutes; once, since a second time ends it at once.
    let isInterrupted = false;
    const off = await botform(["bots", "off", "--all", "-c", QUICK, "--journal", journal], {
      env: { ...env, BOTFORM_SETTLE: "0" },
      onText: (text, kill) => {
        if (isInterrupted || !text.includes("may still take effect, so botform watches for")) return;
        isInterrupted = true;
        kill("SIGINT");
      },
    });
    expect(off.exitCode).toBe(5);
    expect(unwrapped(off.out)).toContain("was sent before, and may still take effect: the watch was stopped early");
  },
);

it("is turned off by the undo of its run, although it looks off", async () => {
  const { env, journal, id } = await killed();
  const out = at.fresh("back.plan");
  const undone = await botform(["undo", "last", "-c", QUICK, "--journal", journal, "--out", out, "--format", "json"], {
    env,
  });
  expect(undone.exitCode).toBe(5);
  expect(undone.out).toMatch(/"action": ?"turn-off"/);
  expect(at.emulator.service.bots().find((bot) => bot.id === id)?.enabled).toBe(false);
});

it("is known in a folder below its configuration's, too, and no second ledger begins there", async () => {
  const project = at.fresh("project");
  const below = join(project, "notes", "today");
  mkdirSync(below, { recursive: true });
  copyFileSync(join(QUICK, "botform.yaml"), join(project, "botform.yaml"));
  const { env } = await killed(join(project, ".botform", "journal"));
  const run = (args: readonly string[]) => botform(args, { cwd: below, env: { ...env, BOTFORM_JOURNAL: "" } });
  const planned = await run(["plan"]);
  expect([planned.exitCode, planned.err]).toEqual([5, "configuration: ../../botform.yaml\n"]);
  expect((await run(["history"])).err).toBe("ledger: ../../.botform\n");
  const listed = await run(["bots", "list", "-c", "../../botform.yaml"]);
  expect([listed.exitCode, listed.err.split("\n")[0]]).toEqual([5, "ledger: ../../.botform"]);
  expect(readdirSync(below)).toEqual([]);
});
