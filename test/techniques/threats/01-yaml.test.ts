// Threat 1: YAML that exhausts its reader, or means another thing to a person than to us.
// test/unit/config/yaml/document.test.ts has the table of what is refused where; here every limit stands before the real command,
// in a process of its own, since what breaks a limit may end the process or never end at all.
import { afterAll, describe, expect, it } from "vitest";
import { loadSources } from "../../../src/config/load.js";
import { command, Folder, MINUTE_OF_WORK } from "./child.js";
import { ACCOUNT } from "./service.js";

const folder = new Folder();
afterAll(() => folder.remove());

const MEBIBYTE = 1024 * 1024;
const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join("");
const filled = (unit: string) => unit.repeat(Math.floor((MEBIBYTE - 1) / unit.length));
const laughs = `a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n${many(40, (i) => `a${i + 1}: &a${i + 1} [${`*a${i}, `.repeat(9)}*a${i}]\n`)}`;
const bot = (settings: string) => `${ACCOUNT}bots:\n  a: { title: A, ${settings} }\n`;

/** Whoever works for too long is killed, and has no exit code. */
async function validate(name: string, text: string): Promise<{ exitCode: number | null; codes: string[] }> {
  const path = folder.put(`${name.replace(/\W+/g, "-")}.yaml`, text);
  const { exitCode, out } = await command(["validate", path, "--format", "json"], { shell: MINUTE_OF_WORK });
  const { diagnostics }: { diagnostics: { code: string }[] } = JSON.parse(out || '{"diagnostics":[]}');
  return { exitCode, codes: diagnostics.map(({ code }) => code.replace("config/", "")) };
}

describe("threat 1: hostile YAML is refused by the command, which lives on to say so", () => {
  it.concurrent.for([
    { name: "brackets", text: filled("["), code: "too-complex", because: "depth aborts the runtime" },
    { name: "braces", text: filled("{a: "), code: "too-complex", because: "depth aborts the runtime" },
    { name: "dashes", text: filled("- "), code: "too-complex", because: "compact lists are depth" },
    { name: "keys in a row", text: filled("? "), code: "too-complex", because: "so are explicit keys" },
    { name: "keys in lines", text: filled("? a\n"), code: "too-complex", because: "they take minutes to compose" },
    {
      name: "levels of maps",
      text: many(33, (i) => `${" ".repeat(i)}a:\n`),
      code: "too-complex",
      because: "32 are enough",
    },
    { name: "keys of a map", text: many(2001, (i) => `k${i}: 1\n`), code: "too-complex", because: "2 000 are enough" },
    { name: "laughs", text: laughs, code: "too-complex", because: "10^40 values fit no machine" },
    { name: "anchors", text: filled("&a "), code: "too-complex", because: "each takes its time to compose" },
    { name: "tags", text: filled("!a "), code: "too-complex", because: "so does each tag" },
    { name: "aliases", text: `a: [&a 1${", *a".repeat(200_000)}]`, code: "too-complex", because: "and each alias" },
    { name: "closing brackets", text: filled("]"), code: "yaml-syntax", because: "errors are capped" },
    { name: "a large file", text: `#${" ".repeat(MEBIBYTE)}`, code: "too-large", because: "1 MiB is enough" },
    { name: "YAML 1.1", text: "%YAML 1.1\n---\na: yes", code: "yaml-directive", because: "its yes is a boolean" },
    {
      name: "a tag",
      text: "a: !ruby/object:Gem {}",
      code: "yaml-tag",
      because: "a warning to the package, fatal to us",
    },
    {
      name: "a directive",
      text: "%FOO bar\n---\na: 1",
      code: "yaml-directive",
      because: "a warning to the package, too",
    },
    {
      name: "a key twice",
      text: bot("leverage: 5, leverage: 50"),
      code: "duplicate-key",
      because: "either hides the other",
    },
    { name: "a key of no text", text: "? [a]\n: 1", code: "yaml-key", because: "keys are text" },
  ])("$name: $code, since $because", async ({ name, text, code }) => {
    const { exitCode, codes } = await validate(name, text);
    expect(exitCode).toBe(3);
    expect(codes).toContain(code);
  });

  it("what has an error anywhere has no value at all: half a configuration is never applied", () => {
    const whole = bot("leverage: 5");
    expect(loadSources([{ file: "a.yaml", text: whole }]).accounts).toHaveLength(1);
    for (const end of [
      "x: *nope\n",
      "x: !own 1\n",
      "version: 1\n",
      "x: 'open\n",
      "x: 1e400\n",
      "\ty: 1\n",
      "---\nx: 1\n",
    ]) {
      expect(loadSources([{ file: "a.yaml", text: whole + end }]).accounts, end).toEqual([]);
    }
  });

  // Patterns that match one text in several ways try them all when they fail; and what is looked for again for every
  // problem, item or secret of a file takes the product of their numbers. Each of these texts once took minutes to hours.
  it.concurrent.for([
    {
      name: "a number with spaces",
      text: bot(`leverage: "1${" ".repeat(20_000)}y"`),
      because: "once cubic: 20 KB took hours",
    },
    {
      name: "a number with a letter",
      text: bot(`leverage: "${"1".repeat(1_000_000)}y"`),
      because: "once quadratic: an hour",
    },
    {
      name: "a number without end",
      text: bot(`leverage: ${"1".repeat(1_000_000)}e99999`),
      because: "once quadratic, too",
    },
    {
      name: "comments",
      text: bot("leverag: 5").replace("${env.BOTFORM_KEY}", `x${" #".repeat(500_000)}\u2028x`),
      because: "the mask once tried every #",
    },
    {
      name: "one long line and many secrets",
      text: `${ACCOUNT}bots: { ${many(8, (m) => `b${m}: { ${many(1900, (i) => `k${i}: 1, `)}}, `)}}\ndefaults:\n${many(1000, (i) => `  token${i}: hunter${i}hunter\n`)}`,
      because: "each problem of the line once looked for each secret in all of it",
    },
    {
      name: "a long list",
      text: bot(`previousTitles: [${many(170_000, (i) => `a${i.toString(36)},`)}a0, zz, zz]`),
      because: "each title was once looked for in all of them",
    },
  ])("$name: takes little time, though $because", async ({ name, text }) => {
    expect((await validate(name, text)).exitCode).toBe(3);
  });
});
