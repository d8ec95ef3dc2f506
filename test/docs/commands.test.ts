// docs/reference/commands: a page for each command, with its help as the program prints it. UPDATE_GOLDEN=1 writes them.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/registry.js";
import { botform } from "../support/command.js";
import { expectPart, plain } from "./generated.js";
import { entriesTable, type Help, pageText, parseHelp, sharedOptions } from "./help-page.js";

const FOLDER = "docs/reference/commands";
const NAMES = COMMANDS.filter(({ isHidden }) => !isHidden).map(({ name }) => name);
/** The first word of every name: a page each. */
const FIRSTS = [...new Set(NAMES.map((name) => name.split(" ")[0] ?? ""))];

const helps = new Map<string, Help>();
beforeAll(async () => {
  for (const name of NAMES) {
    const { out, exitCode } = await botform([...name.split(" "), "--help"]);
    expect(exitCode, name).toBe(0);
    helps.set(name, parseHelp(out));
  }
});

const helpOf = (name: string): Help => {
  const found = helps.get(name);
  if (found === undefined) throw new Error(`${name} has no help`);
  return found;
};

const namesOf = (first: string) => NAMES.filter((name) => name === first || name.startsWith(`${first} `));
const pages = () => FIRSTS.map((first) => namesOf(first).map(helpOf));

describe("docs/reference/commands", () => {
  it("has a page for every command, and no other", () => {
    mkdirSync(FOLDER, { recursive: true });
    for (const first of FIRSTS) {
      const page = `${FOLDER}/${first}.md`;
      if (process.env.UPDATE_GOLDEN !== "1" || existsSync(page)) continue;
      writeFileSync(page, `# botform ${first}\n\n<!-- help -->\n\n<!-- /help -->\n`);
    }
    expect(readdirSync(FOLDER).sort()).toEqual(FIRSTS.map((first) => `${first}.md`).sort());
  });

  it.each(FIRSTS)("%s.md shows the help of its commands", (first) => {
    const inside = NAMES.filter((name) => name.startsWith(`${first} `));
    const helped = [first, ...inside].map((name) => ({ ...helpOf(name), name }));
    expectPart(`${FOLDER}/${first}.md`, "help", pageText(helped, sharedOptions(pages())));
  });

  it("commands.md has the options that many commands share", () => {
    const rows = sharedOptions(pages());
    expect(rows.length).toBeGreaterThan(5);
    expectPart("docs/reference/commands.md", "shared options", entriesTable(["option", "meaning"], rows));
  });

  it("commands.md lists every command in the groups of botform --help", async () => {
    const { out } = await botform(["--help"]);
    const [, list = ""] = /^(Daily work:[\s\S]*?)^Exit codes:/m.exec(out) ?? [];
    const parts = list
      .trim()
      .split("\n\n")
      .map((block) => {
        const [heading = "", ...lines] = block.split("\n");
        const names = lines.flatMap((line) => /^ {2}([a-z-]+)/.exec(line)?.[1] ?? []).flatMap(namesOf);
        return [`### ${heading.replace(/:$/, "")}`, "", commandTable(names)].join("\n");
      });
    const [listed, all] = [parts.join("\n\n"), NAMES.filter((name) => helpOf(name).commands.length === 0)];
    expect(all.filter((name) => !listed.includes(`[\`${name}\`]`))).toEqual([]);
    expectPart("docs/reference/commands.md", "commands", listed);
  });
});

/** A command that only holds others has no row of its own. */
function commandTable(names: readonly string[]): string {
  const rows = names
    .filter((name) => helpOf(name).commands.length === 0 || helpOf(name).options.length > 0)
    .map((name) => {
      const [first = ""] = name.split(" ");
      const anchor = name === first ? "" : `#botform-${name.replaceAll(" ", "-")}`;
      return `| [\`${name}\`](commands/${first}.md${anchor}) | ${plain(helpOf(name).about)} |`;
    });
  return ["| command | what it does |", "| --- | --- |", ...rows].join("\n");
}
