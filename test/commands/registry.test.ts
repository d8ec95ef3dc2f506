// Every command of the registry is run by a story or a test of this folder.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/registry.js";

/** Run through a function of that file, which adds the first words. */
const INDIRECTLY: Readonly<Record<string, string>> = {
  "emulator price": "test/commands/emulator/emulator.test.ts",
  "emulator signal": "test/commands/emulator/emulator.test.ts",
  "emulator state": "test/commands/emulator/emulator.test.ts",
  "emulator step": "test/commands/emulator/emulator.test.ts",
};

/** What completion calls behind the user's back: test/unit/cli/completion/answer.test.ts runs it. */
const OF_THE_SHELL = "__complete";

const FOLDER = "test/commands";
const FILES = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).map((file) => join(FOLDER, file));
const textsOf = (end: string) => FILES.filter((file) => file.endsWith(end)).map((file) => readFileSync(file, "utf8"));
const [STORIES, TESTS] = [textsOf(".scenario"), textsOf(".test.ts")];

function isRun(name: string): boolean {
  const typed = new RegExp(`^\\$ botform ${name}(?![\\w-])`, "m");
  const called = new RegExp(`\\["${name.replaceAll(" ", '",\\s*"')}"`);
  return STORIES.some((text) => typed.test(text)) || TESTS.some((text) => called.test(text));
}

it("names commands with a story or a test", () => {
  // A command that only holds others has nothing to run.
  const names = COMMANDS.map(({ name }) => name).filter((name) => name !== OF_THE_SHELL);
  const leaves = names.filter((name) => !names.some((other) => other.startsWith(`${name} `)));
  const lost = leaves.filter((name) => !isRun(name) && INDIRECTLY[name] === undefined);
  expect(lost.map((name) => `${name} misses its story: add one to ${FOLDER}/${name.split(" ")[0]}/`)).toEqual([]);
});

it("sends nobody to a test that doesn't type the command", () => {
  for (const [name, file] of Object.entries(INDIRECTLY))
    expect(readFileSync(file, "utf8")).toContain(`tell("${name.split(" ")[1]}"`);
});
