// The program: every command's help as the story shows it, versions and endings, and which error ends how.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runProgram } from "../../../src/cli/program.js";
import { COMMANDS } from "../../../src/cli/registry.js";
import { plainContext } from "../../../src/cli/terminal/context.js";

const STORY = readFileSync("test/commands/help/every-command.scenario", "utf8").split("\n$ botform ").slice(1);
/** What each command line of the story prints. */
const TOLD = STORY.map((part) => {
  const [line = "", ...below] = part.split("\n");
  return { line, text: `${below.join("\n").replaceAll(/^ {2}/gm, "").trimEnd()}\n` };
});

async function run(...argv: string[]) {
  const printed = { out: "", err: "" };
  const context = plainContext({
    out(text) {
      printed.out += text;
    },
    err(text) {
      printed.err += text;
    },
    env: {},
  });
  return { exitCode: await runProgram(argv, context), ...printed };
}

describe("help", () => {
  it("is in the story for every command that isn't hidden", () => {
    const shown = COMMANDS.filter(({ isHidden }) => !isHidden).map(({ name }) => `${name} --help`);
    expect(TOLD.map(({ line }) => line).toSorted()).toEqual(["--help", ...shown].toSorted());
    expect(COMMANDS.filter(({ isHidden }) => isHidden).map(({ name }) => name)).toEqual(["__complete"]);
  });

  it.each(TOLD)("of botform $line is what the story shows", async ({ line, text }) => {
    const { exitCode, out, err } = await run(...line.split(" "));
    expect({ exitCode, out: `${out.trimEnd()}\n`, err }).toEqual({ exitCode: 0, out: text, err: "" });
  });

  it("is printed where nothing is asked for, and by a command that only holds others", async () => {
    expect(await run()).toEqual(await run("--help"));
    expect(await run("bots")).toEqual(await run("bots", "--help"));
  });
});

it("the version is printed alone", async () => {
  expect(await run("--version")).toEqual({ exitCode: 0, out: `${BOTFORM_VERSION}\n`, err: "" });
  expect(await run("-V")).toEqual(await run("--version"));
});

describe("what can't be run ends with 3, and its message", () => {
  it.each([
    [["plna"], "botform: unknown command 'plna'\n(Did you mean plan?)\nSee botform --help.\n"],
    [
      ["bots", "lst"],
      "botform: botform bots has no command lst\nDid you mean botform bots list?\nSee botform bots --help.\n",
    ],
    [
      ["plan", "--format", "xml"],
      "botform: option '--format <form>' argument 'xml' is invalid. Allowed choices are text, json, diff, html, markdown.\nSee botform plan --help.\n",
    ],
    [
      ["undo"],
      "botform: missing required argument 'id'\nbotform undo last is about the last run, botform history lists all.\nSee botform undo --help.\n",
    ],
    [
      ["account", "--interval", "0"],
      "botform: option '--interval <seconds>' argument '0' is invalid. Give a number greater than 0.\nSee botform account --help.\n",
    ],
    [
      ["account", "--interval", "86401"],
      "botform: option '--interval <seconds>' argument '86401' is invalid. Give a whole number from 1 to 86400.\nSee botform account --help.\n",
    ],
    [
      ["apply", "--command-timeout", "x"],
      "botform: option '--command-timeout <seconds>' argument 'x' is invalid. Give a whole number, without a unit.\nSee botform apply --help.\n",
    ],
    [
      ["apply", "--requests-per-second", "1"],
      "botform: option '--requests-per-second <number>' argument '1' is invalid. Give a number of at least 2.\nSee botform apply --help.\n",
    ],
    [
      ["apply", "--journal", "--yes"],
      "botform: option '--journal <folder>' argument '--yes' is invalid. Give a name; if it begins with -, write ./--yes\nSee botform apply --help.\n",
    ],
    [
      ["plan", "--account", "a,"],
      "botform: option '--account <names>' argument 'a,' is invalid. Give an account's name, or several separated by commas.\nSee botform plan --help.\n",
    ],
  ])("%j", async (argv, err) => expect(await run(...argv)).toEqual({ exitCode: 3, out: "", err }));
});
