// A bot in doubt: each command that looks at the account says so, and ends with 5 (rule 18).
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { botform } from "../support/command.js";
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
