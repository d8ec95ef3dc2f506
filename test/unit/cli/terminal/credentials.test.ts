// --env-from: what opens an account comes from a file or standard input, wins over the environment, and is never shown.
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { plainContext } from "../../../../src/cli/terminal/context.js";
import { withProxy } from "../../../../src/cli/terminal/credentials.js";
import { botCalled, type Env, QUICK, workplace } from "../../../commands/workplace.js";
import { botform, type Result } from "../../../support/command.js";
import { MAIN } from "../../../support/dist.js";
import { refusal } from "../../app/room.js";

const at = workplace();
const PLAN = ["plan", "-c", QUICK];

const linesOf = (env: Env) =>
  Object.entries(env)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");

const MALFORMED = [
  { because: "a line is none", text: "canary\nBOTFORM_A_KEY=canary", line: 1 },
  { because: "a line has a space for =", text: "# keys\n\nBOTFORM_A_KEY canary\n", line: 3 },
  { because: "a line has a colon for =", text: "BOTFORM_B=x\r\nBOTFORM_A_KEY: canary=\r\n", line: 2 },
  { because: "a line has no name", text: "=canary", line: 1 },
  { because: "nothing is exported", text: "export BOTFORM_A_KEY", line: 1 },
  { because: "a line comes after a value of several", text: 'BOTFORM_A="canary\ncanary"\ncanary', line: 3 },
  { because: "quotes that don't end hold one line", text: "BOTFORM_A='canary\ncanary", line: 2 },
] as const;

/** A file that only its owner can read. */
function kept(text: string | Buffer): string {
  const path = at.written(text, "keys.env");
  chmodSync(path, 0o600);
  return path;
}

/** The command with this on its standard input. */
function fed(input: string, args: readonly string[]): Promise<Result> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [MAIN, ...args], {
      env: { PATH: process.env.PATH ?? "", BOTFORM_SETTLE: "0" },
    });
    const printed = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (printed.out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (printed.err += text));
    child.on("close", (code) => resolve({ exitCode: code ?? -1, ...printed }));
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

describe("--env-from", () => {
  it("names no credential helper: such a file may come with the repository", async () => {
    const file = kept("BOTFORM_CREDENTIAL_HELPER=/opt/keys\n");
    expect(await botform([...PLAN, "--env-from", file])).toMatchObject({
      exitCode: 3,
      err: expect.stringContaining("sets BOTFORM_CREDENTIAL_HELPER, which names a program to run"),
    });
  });

  it("may name the file of a value", async () => {
    const { BOTFORM_DEMO_API_KEY: key = "", ...env } = await at.started();
    const path = at.written(`${key}\n`, "key");
    const file = kept(`${linesOf(env)}BOTFORM_DEMO_API_KEY_FILE=${path}\n`);
    expect(await botform([...PLAN, "--env-from", file])).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining("demo: 3 to create"),
    });
  });

  it("opens the account that the environment doesn't, also by a link", async () => {
    const file = kept(`# keys\n\nexport ${linesOf(await at.started())}`);
    const link = at.fresh("link");
    symlinkSync(file, link);
    for (const path of [file, link])
      expect(await botform([...PLAN, "--env-from", path])).toMatchObject({
        exitCode: 0,
        out: expect.stringContaining("demo: 3 to create"),
        err: "",
      });
  });

  it("wins over the environment", async () => {
    const env = await at.started();
    const right = kept(linesOf(env));
    const wrong = { ...env, BOTFORM_DEMO_API_KEY: "of-another-account" };
    expect((await botform(PLAN, { env: wrong })).exitCode).toBe(1);
    expect((await botform([...PLAN, "--env-from", right], { env: wrong })).exitCode).toBe(0);
    expect((await botform([...PLAN, "--env-from", kept(linesOf(wrong))], { env })).exitCode).toBe(1);
    const empty = await botform([...PLAN, "--env-from", kept("BOTFORM_DEMO_API_KEY=\n")], { env });
    expect(empty).toMatchObject({
      exitCode: 3,
      err: expect.stringMatching(
        /BOTFORM_DEMO_API_KEY is not set, or empty[\s\S]*An empty line BOTFORM_DEMO_API_KEY= in the --env-from file/,
      ),
    });
  });

  it("is read from standard input, and then nobody can be asked", async () => {
    const lines = linesOf(await at.started());
    expect(await fed(lines, [...PLAN, "--env-from", "-"])).toMatchObject({ exitCode: 0, err: "" });
    const apply = ["apply", "-c", QUICK, "--env-from=-", "--journal", at.fresh("journal")];
    expect(await fed(lines, apply)).toMatchObject({
      exitCode: 3,
      out: "",
      err: expect.stringMatching(
        /botform: standard input is taken by the env file, so botform can't ask on it, so nothing was read or written\nReview the output of botform plan, then run apply with --yes\.\n$/,
      ),
    });
    at.nothingWritten();
    expect(await fed(lines, [...apply, "--yes"])).toMatchObject({ exitCode: 0 });
    const more = ["-c", QUICK, "--env-from", "-", "--journal", apply[5] ?? ""];
    expect(await fed(lines, ["resolve", ...more])).toMatchObject({ exitCode: 0 });
    const undo = await fed(lines, ["undo", "last", ...more]);
    expect(undo).toMatchObject({
      exitCode: 3,
      err: expect.stringContaining("standard input is taken by the env file"),
    });
    expect(await fed(lines, ["bots", "off", "--managed", ...more])).toMatchObject({ exitCode: 0 });
  });

  it("takes values of several lines, comments, blanks and export for what they are", async () => {
    const env = await at.started();
    const around = '\t# BOTFORM_A: x\n \r\nBOTFORM_A="one\nBOTFORM_B two\n" # three\n  export BOTFORM_C = x\r\n';
    expect(await botform([...PLAN, "--env-from", kept(around + linesOf(env))])).toMatchObject({ exitCode: 0, err: "" });
  });

  it("takes names that begin with BOTFORM_ alone", async () => {
    const env = await at.started();
    const others = "NODE_OPTIONS=--no-such-option\nPATH=/nowhere\n__proto__=x\n";
    expect((await botform([...PLAN, "--env-from", kept(others + linesOf(env))])).exitCode).toBe(0);
    const none = await botform([...PLAN, "--env-from", kept(others)], { env });
    expect(none).toMatchObject({
      exitCode: 0,
      err: expect.stringContaining("sets no variable whose name begins with"),
    });
  });

  it("may be 64 KiB large", async () => {
    const lines = linesOf(await at.started());
    const full = `${lines}\n#`;
    expect((await botform([...PLAN, "--env-from", kept(full.padEnd(65_536, "x"))])).exitCode).toBe(0);
    expect((await botform([...PLAN, "--env-from", kept(full.padEnd(65_537, "x"))])).exitCode).toBe(3);
  });

  it("is refused in whole sentences", async () => {
    const files = [
      at.fresh("none"),
      folder(),
      kept(`BOTFORM_A=${"x".repeat(70_000)}`),
      kept(Buffer.from("BOTFORM_A_KEY=\xe9canary", "latin1")),
      kept("canary"),
      kept("BOTFORM_A='canary\ncanary"),
    ];
    const said = [];
    for (const file of files) said.push((await botform([...PLAN, "--env-from", file])).err.replaceAll(file, "FILE"));
    expect(said).toMatchInlineSnapshot(`
      [
        "botform: the env file FILE doesn't exist
      Name a file of lines such as BOTFORM_MAIN_API_KEY=….
      ",
        "botform: the env file FILE is a folder
      Name a file of lines such as BOTFORM_MAIN_API_KEY=….
      ",
        "botform: the env file FILE is larger than 64 KiB, too large for a file of variables
      ",
        "botform: the env file FILE isn't UTF-8 text
      Save it as UTF-8, with lines such as BOTFORM_MAIN_API_KEY=….
      ",
        "botform: the env file FILE:1: this line is neither NAME=value nor a # comment; it isn't shown, since it may hold a secret
      Write lines such as BOTFORM_MAIN_API_KEY=….
      ",
        "botform: the env file FILE:2: this line is neither NAME=value nor a # comment; it isn't shown, since it may hold a secret
      Write lines such as BOTFORM_MAIN_API_KEY=….
      ",
      ]
    `);
  });

  it("is refused on standard input in the same sentences", async () => {
    const lines = [`BOTFORM_A=${"x".repeat(70_000)}`, "canary", "BOTFORM_A_KEY=x\ncanary"];
    const said = [];
    for (const text of lines) {
      const { exitCode, out, err } = await fed(text, [...PLAN, "--env-from", "-"]);
      said.push([exitCode, out, err]);
    }
    expect(said).toMatchInlineSnapshot(`
      [
        [
          3,
          "",
          "botform: standard input is larger than 64 KiB, too large for a file of variables
      ",
        ],
        [
          3,
          "",
          "botform: standard input:1: this line is neither NAME=value nor a # comment; it isn't shown, since it may hold a secret
      Write lines such as BOTFORM_MAIN_API_KEY=….
      ",
        ],
        [
          3,
          "",
          "botform: standard input:2: this line is neither NAME=value nor a # comment; it isn't shown, since it may hold a secret
      Write lines such as BOTFORM_MAIN_API_KEY=….
      ",
        ],
      ]
    `);
  });

  it("is warned of where others can read it, where a value may be cut, and where it sets nothing", async () => {
    const env = await at.started();
    const open = kept("BOTFORM_X=a #b\n");
    chmodSync(open, 0o644);
    const said = [];
    for (const file of [open, kept("BOTFORM_X=a#b\n"), kept("A=1\n")])
      said.push((await botform([...PLAN, "--env-from", file], { env })).err.replaceAll(file, "FILE"));
    expect(said).toMatchInlineSnapshot(`
      [
        "warning: the env file FILE can be read by users other than its owner; run chmod 600 on it
      ",
        "warning: the env file FILE: the value of BOTFORM_X ends at its first #; quote the value if # is part of it
      ",
        "warning: the env file FILE sets no variable whose name begins with BOTFORM_
      ",
      ]
    `);
  });

  it.each([
    { because: "it doesn't exist", file: () => at.fresh("none"), says: /doesn't exist\n.*BOTFORM_MAIN_API_KEY=…/ },
    { because: "it is a folder", file: () => folder(), says: /is a folder\n/ },
    { because: "it is too large", file: () => kept(`BOTFORM_A=${"x".repeat(70_000)}`), says: /larger than 64 KiB/ },
    { because: "it is no UTF-8", file: () => kept(Buffer.from("BOTFORM_A_KEY=\xe9canary", "latin1")), says: /UTF-8/ },
    ...MALFORMED.map(({ because, text, line }) => ({
      because,
      file: () => kept(text),
      says: new RegExp(
        `keys\\.env:${line}: this line is neither NAME=value nor a # comment.*\\n.*BOTFORM_MAIN_API_KEY=…`,
      ),
    })),
  ])("is refused where $because, and nothing of it is shown", async ({ file, says }) => {
    const { exitCode, out, err } = await botform([...PLAN, "--env-from", file()]);
    expect({ exitCode, out, err }).toEqual({ exitCode: 3, out: "", err: expect.stringMatching(says) });
    expect(err).not.toMatch(/canary|xxx/);
  });

  it("is warned of where others can read it, and where a # cuts a value off", async () => {
    const env = await at.started();
    const file = kept(linesOf(env));
    chmodSync(file, 0o640);
    const { exitCode, err } = await botform([...PLAN, "--env-from", file]);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: expect.stringMatching(/^warning: .*chmod 600 on it\n$/) });
    const cut = await botform([
      ...PLAN,
      "--env-from",
      kept(`${linesOf(env)}BOTFORM_B_KEY=canary#one\nBOTFORM_C="a#b"\n`),
    ]);
    expect(cut.err).toMatch(/^warning: .*the value of BOTFORM_B_KEY ends at its first #;.*\n$/);
    expect(cut.err).not.toContain("canary");
  });

  it("hides its secrets in whatever the service says", async () => {
    const env = await at.started();
    const hidden = "canary-of-the-file";
    at.emulator.service.addBot("demo", botCalled(`Bot ${hidden} ${hidden}-hook`));
    const url = `https://h.example/crazy/hook/1:${hidden}-hook`;
    const file = kept(`${linesOf(env)}BOTFORM_OTHER_TOKEN=${hidden}\nBOTFORM_OTHER_HOOK_URL=${url}\n`);
    for (const format of ["text", "json"]) {
      const { out } = await botform([...PLAN, "--env-from", file, "--format", format]);
      expect(out).toContain("Bot ***");
      expect(out).not.toContain(hidden);
    }
  });
});

function folder(): string {
  const path = at.fresh("folder");
  mkdirSync(path);
  return path;
}

describe("a proxy", () => {
  const asked = async (variable: string | undefined, proxy?: string) => {
    const concealed: string[] = [];
    const env = { BOTFORM_A: "a", ...(variable !== undefined && { BOTFORM_PROXY: variable }) };
    const context = plainContext({ out: () => {}, err: () => {}, env });
    const conceal = (secrets: readonly string[]) => {
      concealed.push(...secrets);
      return () => {};
    };
    const options = proxy === undefined ? {} : { proxy };
    return { env: (await withProxy({ ...context, conceal }, options)).env, concealed };
  };

  it("is the option's, or else the variable's", async () => {
    expect((await asked(" http://a.example:1 ")).env).toEqual({ BOTFORM_A: "a", BOTFORM_PROXY: "http://a.example:1" });
    expect((await asked("http://a.example:1", "http://b.example:2")).env.BOTFORM_PROXY).toBe("http://b.example:2");
    for (const none of [undefined, "", " "]) expect((await asked(none)).env).toEqual({ BOTFORM_A: "a" });
  });

  it("has a password that is never shown, as it is written and as it is meant", async () => {
    const { concealed } = await asked("http://user:p%40ss@a.example:1");
    expect(concealed).toEqual(["p%40ss", "p@ss"]);
  });

  it.each(["http://user:canary@a.example:1", "http://canary@a.example:1", "http://:canary@a.example:1"])(
    "with a user or a password is no option: %s",
    async (proxy) => {
      expect(await refusal(() => asked(undefined, proxy))).toEqual([
        "--proxy would show the user and password to every user of this machine\nPut the address into BOTFORM_PROXY, in the environment or in the --env-from file.",
        3,
      ]);
    },
  );

  it.each([
    ["BOTFORM_PROXY", "canary", undefined],
    ["--proxy", "http://a.example:1", "canary"],
  ])("that is none is refused by its place, %s, alone", async (source, variable, proxy) => {
    expect(await refusal(() => asked(variable, proxy))).toEqual([
      `${source} is not a proxy address: it must be http:// or https:// with a host and a port\nIts value is not shown here.`,
      3,
    ]);
  });
});
