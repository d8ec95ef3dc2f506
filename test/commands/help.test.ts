// botform help: commands and topics, and topics that say what the code and the documentation say.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EXIT } from "../../src/app/exit.js";
import { EXIT_ROWS } from "../../src/cli/help/exit-codes.js";
import { TOPIC_NAMES } from "../../src/cli/help/topics.js";
import { codeOf, RULE_NAMES } from "../../src/model/policy/policy-rules.js";
import { botform } from "../support/command.js";

const help = (...names: string[]) => botform(["help", ...names]);
const oneLine = (text: string) => text.replace(/\s+/g, " ");

describe("help", () => {
  it("lists the commands and names the topics, as --help does", async () => {
    const { out, exitCode } = await help();
    expect(exitCode).toBe(0);
    expect(out).toEqual((await botform(["--help"])).out);
    for (const name of ["validate", "plan", "apply", "completion", ...TOPIC_NAMES]) expect(out).toContain(name);
    expect(out).not.toContain("__complete");
  });

  it.each(TOPIC_NAMES)("%s fits a terminal of 80 columns", async (name) => {
    const { out, exitCode, err } = await help(name);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    expect(out.startsWith(`${name}: `)).toBe(true);
    for (const line of out.split("\n")) expect(line).toMatch(/^(?:.{0,79}\S)?$/);
  });

  it("shows the help of a command, and of one inside of another", async () => {
    expect((await help("validate")).out).toBe((await botform(["validate", "--help"])).out);
    expect((await help("bots", "off")).out).toBe((await botform(["bots", "off", "--help"])).out);
  });

  it("shows a name that isn't plain text as text", async () => {
    expect(await help("\u001b[2J")).toEqual({ exitCode: 3, out: "", err: expect.stringContaining("\\u{1b}[2J") });
  });
});

describe("what topics say", () => {
  it("has every exit code once, in the words of --help and docs/reference/exit-codes.md", async () => {
    const codes = EXIT_ROWS.map(({ code }) => code);
    expect(codes, "src/cli/help/exit-codes.ts has a row for each code").toEqual(Object.values(EXIT));
    const listed = [...(await help()).out.matchAll(/^ {2,4}(\d+) {2}(.+)$/gm)].map(([, code, title]) => [
      Number(code),
      title,
    ]);
    expect(listed).toEqual(EXIT_ROWS.map(({ code, title }) => [code, title]));
    const page = readFileSync("docs/reference/exit-codes.md", "utf8").replaceAll("`", "");
    const documented = [...page.matchAll(/^\| (\d+) \| (.+?) \| (.+?) \|$/gm)].map(([, code, meaning, todo]) => ({
      code: Number(code),
      meaning,
      todo,
    }));
    expect(documented).toEqual(EXIT_ROWS.map(({ code, meaning, todo }) => ({ code, meaning, todo })));
    const text = oneLine((await help("exit-codes")).out);
    for (const { code, meaning, todo } of EXIT_ROWS) expect(text).toContain(` ${code} ${meaning} ${todo}`);
  });

  it("has every policy rule", async () => {
    const { out } = await help("policies");
    for (const name of RULE_NAMES) expect(out).toContain(`  ${codeOf(name)}\n`);
  });

  it("has the limits that apply has", async () => {
    const topic = oneLine((await help("apply")).out);
    const options = oneLine((await botform(["apply", "--help"])).out);
    const limits = [
      ...options.matchAll(
        /--(?:max-changed-percent|max-turn-ons|command-timeout) .*?\(default: (?:the account.s limits, or )?(\d+)\)/g,
      ),
    ].map(([, value]) => value);
    expect(limits).toHaveLength(3);
    expect(topic).toContain("more than 30 % of the live bots (on accounts with ten or more) or turns on more than 30");
    expect([...limits].sort()).toEqual(["120", "30", "30"]);
    expect(topic).toContain("waits up to 120 seconds to observe");
  });
});
