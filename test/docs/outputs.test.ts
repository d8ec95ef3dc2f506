// docs/reference/outputs.md: its tables name every form that a command offers.
import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/registry.js";
import { OUT_FORMS } from "../../src/cli/terminal/plan-out.js";
import { botform } from "../support/command.js";
import { parseHelp } from "./help-page.js";

const PAGE = "docs/reference/outputs.md";
const [FORMS = "", OUTS = ""] = readFileSync(PAGE, "utf8").split("## Several forms of one plan");
const NAMES = COMMANDS.filter(({ isHidden }) => !isHidden).map(({ name }) => name);

/** The forms that --format of each command takes, beside those that almost all have. */
const offered: (readonly [command: string, form: string])[] = [];
beforeAll(async () => {
  for (const name of NAMES) {
    const { out } = await botform([...name.split(" "), "--help"]);
    const { options } = parseHelp(out);
    const about = options.find(({ term }) => term.startsWith("--format "))?.about ?? "";
    const [, choices = ""] = /\(choices: ([^)]*?)(?:, default: .*)?\)/.exec(about) ?? [];
    for (const [, form = ""] of choices.matchAll(/"(\w+)"/g))
      if (form !== "text" && form !== "json") offered.push([name, form]);
  }
});

it("the first names every form beside the commands that have it", () => {
  expect(offered.length).toBeGreaterThan(8);
  const rows = FORMS.split("\n").filter((line) => line.startsWith("| `"));
  const lost = offered.filter(([name, form]) => {
    const row = rows.find((line) => line.split("|")[1]?.includes(`\`${form}\``));
    return row?.split("|")[2]?.includes(`\`${name}\``) !== true;
  });
  expect(lost.map(([name, form]) => `${PAGE} misses the form ${form} of ${name}: add it to the first table`)).toEqual(
    [],
  );
});

it("the second names every form of --out", () => {
  const lost = OUT_FORMS.filter((form) => !OUTS.includes(`\n| \`${form}\` |`));
  expect(lost.map((form) => `${PAGE} misses --out ${form}=FILE: add it to the second table`)).toEqual([]);
});
