// The completion scripts, run by the shells that they are for.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { spawned } from "../../../support/command.js";
import { MAIN } from "../../../support/dist.js";
import { needs } from "../../../support/needs.js";

const QUICK = "examples/quick-start";

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
