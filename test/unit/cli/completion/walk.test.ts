// What the word under the cursor is: a command, an option, or a value of which option or argument.
import { Command } from "@commander-js/extra-typings";
import { describe, expect, it } from "vitest";
import { argumentAt, pathOf, walk } from "../../../../src/cli/completion/walk.js";

function program(): Command {
  const made = new Command("botform").option("--proxy <url>", "");
  made
    .command("plan")
    .argument("[file]")
    .argument("[more...]")
    .option("-c, --config <path>", "")
    .option("--target <bot...>", "")
    .option("--watch [seconds]", "")
    .option("-y, --yes", "");
  made.command("bots").command("list").option("--access <name>", "");
  return made;
}

/** A line's words; the last one is under the cursor. */
function at(line: string) {
  const place = walk(program(), line.split(" "));
  const { command, option, prefix, current, count, literal, options } = place;
  const facts = { command: pathOf(command), prefix, current, count, literal, argument: argumentAt(place)?.name() };
  return { ...facts, option: option?.long, options: Object.fromEntries(options) };
}

const PLACE = {
  command: "",
  prefix: "",
  current: "",
  count: 0,
  literal: false,
  argument: undefined,
  option: undefined,
  options: {},
};
const PLAN = { ...PLACE, command: "plan", argument: "file" };

describe("the word under the cursor", () => {
  it.each([
    ["", PLACE],
    ["pl", { ...PLACE, current: "pl" }],
    ["bots ", { ...PLACE, command: "bots" }],
    ["bots list ", { ...PLACE, command: "bots list" }],
    ["nonsense ", { ...PLACE, count: 1 }],
    ["nonsense plan ", { ...PLACE, count: 2 }],
    ["plan ", PLAN],
    ["plan a ", { ...PLAN, count: 1, argument: "more" }],
    ["plan a b c", { ...PLAN, count: 2, argument: "more", current: "c" }],
    ["plan - ", { ...PLAN, count: 1, argument: "more" }],
    ["plan -c ", { ...PLAN, option: "--config" }],
    ["plan -c -x", { ...PLAN, option: "--config", current: "-x" }],
    ["plan -c a ", { ...PLAN, options: { "--config": ["a"] } }],
    ["plan -ca ", { ...PLAN, options: { "--config": ["a"] } }],
    ["plan -c a --config=b ", { ...PLAN, options: { "--config": ["a", "b"] } }],
    ["plan --config=a=b ", { ...PLAN, options: { "--config": ["a=b"] } }],
    ["plan --config=a", { ...PLAN, option: "--config", prefix: "--config=", current: "a" }],
    ["plan --nonsense=a", { ...PLAN, current: "--nonsense=a" }],
    ["plan --nonsense ", PLAN],
    ["plan -y ", PLAN],
    ["plan --watch ", PLAN],
    ["plan --target a ", { ...PLAN, option: "--target", options: { "--target": ["a"] } }],
    ["plan --target a b", { ...PLAN, option: "--target", current: "b", options: { "--target": ["a"] } }],
    ["plan --target a -", { ...PLAN, current: "-", options: { "--target": ["a"] } }],
    ["plan --target -a ", { ...PLAN, option: "--target", options: { "--target": ["-a"] } }],
    ["plan --target a -y b ", { ...PLAN, count: 1, argument: "more", options: { "--target": ["a"] } }],
    ["plan -- --config=a", { ...PLAN, literal: true, current: "--config=a" }],
    ["plan -- -c ", { ...PLAN, literal: true, count: 1, argument: "more" }],
    ["bots -- list ", { ...PLACE, command: "bots", literal: true, count: 1 }],
    ["--proxy x plan ", { ...PLAN, options: { "--proxy": ["x"] } }],
    ["plan --proxy ", { ...PLAN, option: "--proxy" }],
    ["bots list --proxy=", { ...PLACE, command: "bots list", option: "--proxy", prefix: "--proxy=" }],
    ["=a", { ...PLACE, current: "=a" }],
  ])("of %j", (line, place) => expect(at(line)).toEqual(place));

  it("is empty where there are no words", () => expect(walk(program(), []).current).toBe(""));
});
