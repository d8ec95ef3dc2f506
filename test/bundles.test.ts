// Each command of a bundle of its own finds there what it loads: what build.mjs leaves out, none of them needs.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { spawned } from "./command.js";

const cwd = mkdtempSync(join(tmpdir(), "botform-bundles-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

/** The commands that src/main.ts sends to a bundle smaller than everything. */
const SENT = [...readFileSync("src/main.ts", "utf8").matchAll(/\[([^\]]+)\]/g)]
  .flatMap(([, list = ""]) => [...list.matchAll(/"([a-z]+)"/g)].map(([, name = ""]) => name))
  .filter((name) => name !== "uncaughtException");

/** The least that each wants to be told before it does anything. */
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
};

describe("bundles", () => {
  it("are chosen by commands that there are", async () => {
    const { out } = await spawned(["help"]);
    expect(SENT.length).toBeGreaterThan(15);
    expect(SENT.filter((name) => !new RegExp(`^  ${name}\\b`, "m").test(out))).toEqual([]);
  });

  it.each(SENT.flatMap((name) => (ARGUMENTS[name] ?? [[]]).map((args) => [[name, ...args].join(" ")])))(
    "%s is whole",
    async (command) => {
      const { exitCode, err } = await spawned(command.split(" "), { cwd });
      expect(err).not.toMatch(/fault of botform|can't be read; install it again/);
      expect([0, 1, 3], `${command}: ${err}`).toContain(exitCode);
    },
  );

  it("of a command that isn't one says so", async () => {
    expect(await spawned(["plans"])).toMatchObject({ exitCode: 3, err: expect.stringContaining("plan") });
  });
});
