// Each command of the built file finds there what it loads: what the build loads late, too.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { spawned } from "../support/command.js";

const cwd = mkdtempSync(join(tmpdir(), "botform-command-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

/** The least that each asks for before it does anything. */
const ARGUMENTS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  apply: [["--yes"]],
  show: [["none.plan"]],
  undo: [["last"]],
  explain: [["leverage"]],
  policy: [["list"], ["check"]],
  history: [[], ["show", "last"]],
  diff: [
    ["a", "b"],
    ["--from", "a", "--to", "b"],
  ],
  bots: [["list"], ["show", "1"], ["logs", "1"], ["on", "1", "--yes"], ["off", "1"], ["off", "--all"]],
  deals: [
    ...[["active"], ["history"], ["drift"], ["start", "1", "--yes"], ["complete", "1", "--yes"]],
    ...[
      ["cancel", "1", "--yes", "--leave-position"],
      ["take-profit", "1", "2", "--yes"],
    ],
  ],
  // These would run until they are stopped, or for seconds.
  emulator: [["--help"]],
  demo: [["--help"]],
};

/** Every command that help lists. */
const COMMANDS = [...(await spawned(["help"])).out.matchAll(/^ {2}([a-z]+)\b/gm)]
  .map(([, name = ""]) => name)
  .filter((name) => name !== "botform");

describe("the command's file", () => {
  it("knows the commands that are tried out here", () => {
    expect(COMMANDS.length).toBeGreaterThan(25);
    expect(Object.keys(ARGUMENTS).filter((name) => !COMMANDS.includes(name))).toEqual([]);
  });

  it.each(COMMANDS.flatMap((name) => (ARGUMENTS[name] ?? [[]]).map((args) => [[name, ...args].join(" ")])))(
    "%s is whole",
    async (command) => {
      const { exitCode, err } = await spawned(command.split(" "), { cwd });
      expect(err).not.toMatch(/fault of botform|can't be read; install it again/);
      expect([0, 1, 3], `${command}: ${err}`).toContain(exitCode);
    },
  );

  it("loads late what compiles a policy's expression", async () => {
    const fleet = readFileSync("examples/quick-start/botform.yaml", "utf8");
    const policies = (when: string) => `policies:\n  house: { rule: custom, when: '${when}' }\n`;
    const validated = (when: string) => {
      writeFileSync(join(cwd, "botform.yaml"), `${fleet}\n${policies(when)}`);
      return spawned(["validate"], { cwd });
    };
    expect(await validated('bot.title == "none"')).toMatchObject({ exitCode: 0, err: "" });
    expect(await validated("bot.title ==")).toMatchObject({
      exitCode: 3,
      err: expect.stringContaining("expression of house"),
    });
  });

  it("says of a command that isn't one that it isn't", async () => {
    expect(await spawned(["plans"])).toMatchObject({ exitCode: 3, err: expect.stringContaining("plan") });
  });
});
