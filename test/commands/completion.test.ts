// Completion: what is offered where, and the scripts run by the shells they are for.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { botform, spawned } from "../support/command.js";
import { MAIN } from "../support/dist.js";
import { needs } from "../support/needs.js";

const QUICK = "examples/quick-start";
const KEYS = ["btc-dip", "demo/btc-dip", "eth-dip", "demo/eth-dip", "sol-rally", "demo/sol-rally"];

/** The values offered for the last of the words, and what the first line of the answer says. */
async function offered(
  words: readonly string[],
): Promise<{ readonly directive: string; readonly values: readonly string[] }> {
  const { exitCode, out, err } = await botform(["__complete", ...words.map((word) => `=${word}`)]);
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
  const [directive = "", ...lines] = out.trimEnd().split("\n");
  return { directive, values: lines.map((line) => line.split("\t")[0] ?? "") };
}

describe("__complete", () => {
  it.each([
    { words: ["pl"], values: ["plan"], because: "a command" },
    { words: ["history", ""], has: ["show"], because: "commands inside of one" },
    { words: ["plan", "--det"], values: ["--detailed-exitcode"], because: "an option" },
    {
      words: ["history", "show", "last", "--form"],
      values: [],
      because: "no options of the parent, which --help doesn't show",
    },
    { words: ["plan", "--format", "js"], values: ["json"], because: "a word of an option" },
    { words: ["plan", "--format=js"], values: ["--format=json"], because: "the same in one word" },
    { words: ["completion", ""], values: ["bash", "zsh", "fish"], because: "a word of an argument" },
    { words: ["plan", "-c", QUICK, "--target", ""], values: KEYS, because: "bots of the configuration that is named" },
    { words: ["plan", `--config=${QUICK}`, "--target", "demo/b"], values: ["demo/btc-dip"], because: "an address" },
    { words: ["plan", "-c", QUICK, "--target", "btc-dip", "eth"], values: ["eth-dip"], because: "a second value" },
    {
      words: ["plan", "-c", QUICK, "--target", "btc-dip", "--all"],
      values: ["--allow-replace", "--all-accounts"],
      because: "an option ends the values",
    },
    { words: ["bots", "show", "-c", QUICK, "sol"], values: ["sol-rally"], because: "an argument" },
    {
      words: ["bots", "off", "-c", QUICK, "btc-dip", "eth"],
      values: ["eth-dip"],
      because: "an argument that may stand several times",
    },
    { words: ["plan", "-c", QUICK, "--account", ""], values: ["demo"], because: "an account" },
    {
      words: ["plan", "-c", "examples/accounts", "--account", "main,c"],
      values: ["main,copy"],
      because: "a second account",
    },
    { words: ["bots", "list", "-c", QUICK, "--access", ""], values: ["primary"], because: "an access" },
    {
      words: ["pull", "-c", QUICK, "--accept", "btc-dip.lev"],
      values: ["btc-dip.leverage"],
      because: "a field of a bot",
    },
    { words: ["explain", "martingaleS"], values: ["martingaleScale"], because: "a field" },
    { words: ["explain", "policy/max-lev"], values: ["policy/max-leverage"], because: "a policy's code" },
    { words: ["explain", "config/unknown-k"], values: ["config/unknown-key"], because: "a diagnostic's code" },
    { words: ["schema", "botf"], has: ["botform"], because: "a schema" },
    { words: ["webhook", "body", "cl"], values: ["close"], because: "a webhook's action" },
    { words: ["help", "exit"], values: ["exit-codes"], because: "a topic" },
    { words: ["history", "show", ""], values: ["last"], because: "a run" },
    {
      words: ["plan", "-c", "nowhere.yaml", "--target", ""],
      values: [],
      because: "nothing is known, and nothing said",
    },
    { words: ["plan", "-c", QUICK, "--var", "=", "--target", ""], values: [], because: "variables that can't be used" },
    { words: ["__comp"], values: [], because: "it is hidden" },
    { words: ["plan", "--", "--form"], values: [], because: "nothing is an option after --" },
    { words: [], has: ["plan"], because: "no words at all" },
  ])("$words: $because", async ({ words, values, has }) => {
    const found = await offered(words);
    expect(found.directive).toBe(":none");
    if (values !== undefined) expect([...found.values].sort()).toEqual([...values].sort());
    if (has !== undefined) expect(found.values).toEqual(expect.arrayContaining(has));
  });

  it.each([
    ["validate", ""],
    ["plan", "-c", "ex"],
    ["plan", "--config=ex"],
    ["apply", ""],
    ["diff", "a", ""],
  ])("leaves files to the shell: %s %s", async (...words) =>
    expect(await offered(words)).toEqual({ directive: ":files", values: [] }),
  );

  it("never fails and never prints to standard error, whatever is typed", async () => {
    const word = fc.oneof(
      fc.constantFrom(
        "plan",
        "bots",
        "-c",
        QUICK,
        "--target",
        "--format=",
        "--",
        "-",
        "--var",
        "help",
        "__complete",
        "\u001b[2J",
        "=",
        "",
      ),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 5 }), async (words) => void (await offered(words))),
      { numRuns: 60 },
    );
  });
});

/** Names that a shell would act on if it were let; what shows that it was is a file. */
const TRAPS = [
  "$(touch owned)",
  "`touch owned`",
  ";touch owned",
  "a b",
  "'q",
  '"q',
  "a*",
  "~root",
  "b\\c",
  "-rf",
  "ü€",
];

describe("the scripts", () => {
  let folder = "";
  let bin = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "botform completion "));
    bin = join(folder, "bin dir");
    spawnSync("mkdir", ["-p", bin, join(folder, "traps")]);
    writeFileSync(join(bin, "botform"), `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
    // One that answers with what no configuration allows, to see what the shell makes of it.
    writeFileSync(
      join(folder, "traps", "botform"),
      `#!/bin/sh\ncat <<'END'\n:none\n${TRAPS.map((trap) => `${trap}\tabout`).join("\n")}\nEND\n`,
    );
    for (const one of ["bin dir", "traps"]) chmodSync(join(folder, one, "botform"), 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What the shell prints; the program is run in the quick start's folder. */
  async function shell(name: string, args: readonly string[], program: string, first = bin): Promise<string> {
    const script = join(folder, `completion.${name}`);
    writeFileSync(script, (await spawned(["completion", name])).out);
    const { stdout, stderr } = spawnSync(name, [...args, program.replaceAll("SCRIPT", `'${script}'`)], {
      cwd: first === bin ? QUICK : folder,
      env: { PATH: `${first}:${process.env.PATH}`, HOME: folder },
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(existsSync(join(folder, "owned"))).toBe(false);
    return stdout;
  }

  const bash = (words: string, after = 'printf "%s\\n" "${COMPREPLY[@]}"', first = bin) =>
    shell(
      "bash",
      ["--norc", "-c"],
      `source SCRIPT; COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _botform; ${after}`,
      first,
    );

  it.each([
    { words: "botform pl", values: ["plan"] },
    { words: "botform plan --target demo/", values: ["demo/btc-dip", "demo/eth-dip", "demo/sol-rally"] },
    { words: "botform plan --format js", values: ["json"] },
    { words: "botform plan --format = js", values: ["json"] },
    { words: "botform plan --format = ''", values: expect.arrayContaining(["text", "json"]) },
    { words: `botform bots show "'demo/b"`, values: ["demo/btc-dip"] },
    { words: "botform explain policy/max-lev", values: ["policy/max-leverage"] },
    { words: "botform plan --account ''", values: ["demo"] },
    { words: "botform '$(touch owned)' ''", values: [] },
    { words: "botform plan -c '$(touch owned)' --target ''", values: [] },
  ])("bash completes $words", async ({ words, values }) => {
    const found = (await bash(words)).split("\n").filter((line) => line !== "");
    expect(found).toEqual(values);
  });

  it("bash leaves files to readline, and is asked for by complete -F", async () => {
    expect(await bash("botform validate ''", 'echo "${#COMPREPLY[@]}"; complete -p botform')).toMatch(
      /\ncomplete -F _botform botform\n$/,
    );
  });

  it("bash quotes names so that each stays one word and does nothing", async () => {
    const printed = await bash(
      "botform x ''",
      'for one in "${COMPREPLY[@]}"; do eval "printf \'%s\\\\n\' $one"; done',
      join(folder, "traps"),
    );
    expect(printed.trimEnd().split("\n")).toEqual(TRAPS);
  });

  it("zsh completes", async (context) => {
    needs(context, "zsh");
    const stubs =
      'compdef() { :; }; source SCRIPT; compadd() { local -a v; while (( $# )); do [[ $1 == -a ]] && v=("${(@P)2}"); shift; done; print -rl -- $v; }; compset() { :; }; _files() { print FILES; }';
    const zsh = (words: string) =>
      shell("zsh", ["-f", "-c"], `${stubs}; words=(${words}); CURRENT=$#words; PREFIX=$words[-1]; _botform`);
    expect(await zsh("botform pl")).toBe("plan\n");
    expect(await zsh("botform plan --format=js")).toBe("--format=json\n");
    expect(await zsh("botform plan --target demo/b")).toBe("demo/btc-dip\n");
    expect(await zsh("botform validate ''")).toBe("FILES\n");
  });

  it("fish completes", async (context) => {
    needs(context, "fish");
    const fish = (line: string) => shell("fish", ["--no-config", "-c"], `source SCRIPT; complete -C '${line}'`);
    expect(await fish("botform pl")).toMatch(/^plan\t/);
    expect(await fish("botform plan --format=js")).toBe("--format=json\n");
    expect(await fish("botform plan --target demo/b")).toMatch(/^demo\/btc-dip\t/);
  });
});
