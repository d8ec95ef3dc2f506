// The topics of help: each is what the story shows, wraps at 80 columns, and names its command where there is one.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { topicText } from "../../../../src/cli/help/topic-text.js";
import { isTopic, TOPIC_NAMES, TOPICS } from "../../../../src/cli/help/topics.js";
import { paint } from "../../../../src/render/text/paint.js";
import { MARKED } from "../terminal/terminal.js";

const STORY = readFileSync("test/commands/help/topics.scenario", "utf8");

/** What the story has below this command, without its margin. */
function told(command: string): string {
  const [, below = ""] = STORY.split(`$ botform ${command}\n`);
  return `${(below.split("\n$ botform")[0] ?? "").replaceAll(/^ {2}/gm, "").trimEnd()}\n`;
}

/** Those of them that are commands, too. */
const COMMANDS = ["plan", "apply"];

describe("a topic", () => {
  it.each(TOPIC_NAMES.filter(isTopic))("%s is what botform help prints", (name) => {
    expect(topicText(name, COMMANDS.includes(name), paint(false))).toBe(told(`help ${name}`));
  });

  it("points to its command's own help only where there is one", () => {
    const pointer = "\nOptions and examples: botform plan --help\n";
    expect(topicText("plan", true, paint(false)).endsWith(pointer)).toBe(true);
    expect(topicText("plan", false, paint(false))).not.toContain("Options and examples");
  });

  it("begins with its name in bold, and what it is about", () => {
    expect(topicText("money", false, MARKED).split("\n")[0]).toBe(`<bold>money</>: ${TOPICS.money}`);
  });

  it("is known by its own name alone", () => {
    expect(TOPIC_NAMES.filter((name) => !isTopic(name))).toEqual([]);
    expect(["constructor", "", "Plan"].filter(isTopic)).toEqual([]);
  });
});
