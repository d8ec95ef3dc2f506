// Threat 15: a pull request, or a file that comes with the repository, that names a program to run, or puts one in its place;
// and a helper whose answer turns up where it doesn't belong. test/unit/app/credentials has what a helper may answer.
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MAIN } from "../../support/dist.js";
import { answer } from "../../support/hostile.js";
import { canaries, KEY, TOKEN, traces } from "./canary.js";
import { command, Folder } from "./child.js";
import { ACCOUNT, serving, TURN_ON } from "./service.js";

/** A helper gives what a header takes. */
const SECRET = 'canarySECRET/"\\+ <&>=4b1d';
const found = (text: string) => [...canaries(text), ...traces(text, SECRET)];

let repository: Folder;
let machine: Folder;
beforeEach(() => {
  [repository, machine] = [new Folder(), new Folder()];
  mkdirSync(join(repository.path, ".git"));
  repository.put("botform.yaml", TURN_ON);
});
afterEach(() => {
  repository.remove();
  machine.remove();
});

/** A program that leaves a mark where it has run, and then does this. */
function program(folder: Folder, script = "exit 1"): string {
  const path = folder.put("helper", `#!/bin/sh\necho ran "$@" >> '${join(machine.path, "mark")}'\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

function hasRun(): boolean {
  return existsSync(join(machine.path, "mark"));
}

const ANSWER = `/bin/cat <<'END'\nBOTFORM_KEY=${KEY}\nBOTFORM_SECRET=${SECRET}\nBOTFORM_OTHER=${TOKEN}\nEND`;

function run(args: readonly string[], env: Readonly<Record<string, string>>) {
  const own = { HOME: machine.path, PATH: process.env.PATH ?? "", BOTFORM_SETTLE: "0" };
  return command(args, { cwd: repository.path, env: { ...own, ...env } });
}

describe("threat 15: nothing that a repository holds names the program that keeps the keys", () => {
  const URL = { BOTFORM_URL: "https://127.0.0.1:1" };

  it.each([
    ["at the top", (path: string) => `credentialHelper: ${path}\n${TURN_ON}`],
    ["of an account", (path: string) => TURN_ON.replace("    apiKey", `    credentialHelper: ${path}\n    apiKey`)],
    ["as a key", (path: string) => TURN_ON.replace("${env.BOTFORM_KEY}", `{ helper: ${path} }`)],
  ])("no key of the configuration does, %s", async (_where, yaml) => {
    repository.put("botform.yaml", yaml(program(machine)));
    const { exitCode } = await run(["plan"], URL);
    expect([exitCode, hasRun()]).toEqual([3, false]);
  });

  it("nor does an env file, its own settings folder, or a program that lies in it", async () => {
    const file = repository.put(".env", `BOTFORM_CREDENTIAL_HELPER=${program(machine)}\n`);
    const settings = join(repository.path, ".config", "botform");
    mkdirSync(settings, { recursive: true });
    repository.put(".config/botform/credential-helper", `${program(machine)}\n`);
    for (const [args, env, says] of [
      [["--env-from", file], URL, "sets BOTFORM_CREDENTIAL_HELPER"],
      [[], { ...URL, XDG_CONFIG_HOME: join(repository.path, ".config") }, "in the repository"],
      [[], { ...URL, XDG_CONFIG_HOME: ".config" }, "[config/env-missing]"],
      [[], { ...URL, BOTFORM_CREDENTIAL_HELPER: program(repository) }, "in the repository"],
      [[], { ...URL, BOTFORM_CREDENTIAL_HELPER: "./helper" }, "isn't an absolute path"],
      [[], { ...URL, BOTFORM_CREDENTIAL_HELPER: "helper", PATH: repository.path }, "isn't an absolute path"],
    ] as const) {
      const { exitCode, err } = await run(["plan", ...args], env);
      expect([exitCode, err.replaceAll(/\s+/g, " ")]).toEqual([3, expect.stringContaining(says)]);
    }
    expect(hasRun()).toBe(false);
  });

  it("it runs without a shell", async () => {
    const mark = join(machine.path, "shell");
    const helper = `${program(machine)} ;touch ${mark} $(touch ${mark}) get`;
    await run(["plan"], { ...URL, BOTFORM_CREDENTIAL_HELPER: helper });
    expect(readFileSync(join(machine.path, "mark"), "utf8")).toBe(`ran ;touch ${mark} $(touch ${mark}) get get\n`);
    expect(existsSync(mark)).toBe(false);
  });

  it("no command runs it that contacts nobody, and none for an account that may not be contacted", async () => {
    const env = { ...URL, BOTFORM_CREDENTIAL_HELPER: program(machine) };
    for (const args of [
      ["validate"],
      ["policy", "check"],
      ["render"],
      ["fmt", "--check"],
      ["history"],
      ["explain", "tp"],
    ])
      await run(args, env);
    const refused = await run(["plan"], { ...env, BOTFORM_ALLOWED_HOSTS: "api.example.net" });
    expect([refused.exitCode, hasRun()]).toEqual([3, false]);
  });

  it("of its answer, nothing is shown or kept, whoever says it back, and the key goes into one header", async () => {
    const path = program(machine, `echo 'got ${KEY}' >&2\n${ANSWER}`);
    const everything = `${KEY} ${encodeURIComponent(SECRET)} ${Buffer.from(SECRET).toString("base64")}`;
    const refusal = answer(200, JSON.stringify({ isSuccess: false, errorMessage: `no: ${everything}` }));
    await serving({ turnOn: refusal }, async ({ url, received }) => {
      for (const args of [["plan"], ["apply", "--yes", "--command-timeout", "1", "--format", "json"]]) {
        const { out, err } = await run(args, { BOTFORM_URL: url, BOTFORM_CREDENTIAL_HELPER: path });
        expect(err.replaceAll(/\s+/g, " ")).toContain(`note: the credential helper ${path}: got ***`);
        expect(found(out + err)).toEqual([]);
      }
      expect(found(repository.everything())).toEqual([]);
      expect(received.some((head) => head.startsWith("POST /bot-futures/activate"))).toBe(true);
      for (const head of received) expect(found(head.replace(`ctg-api-key: ${KEY}\r\n`, ""))).toEqual([]);
    });
    expect(readFileSync(join(machine.path, "mark"), "utf8")).toBe("ran get\nran get\n");
  });

  it("nor of an answer that can't be used", async () => {
    for (const script of [
      `${ANSWER}\necho '${KEY}'`,
      `${ANSWER}\n${ANSWER}`,
      `set -x; : BOTFORM_KEY='${KEY}'; exit 1`,
      `${ANSWER}\necho '${KEY} ${TOKEN}' >&2; exit 1`,
    ]) {
      const { exitCode, out, err } = await run(["plan"], {
        ...URL,
        BOTFORM_CREDENTIAL_HELPER: program(machine, script),
      });
      expect([exitCode, out + err]).toEqual([3, expect.stringContaining("[config/credential-helper]")]);
      expect(found(out + err)).toEqual([]);
    }
  });

  it("it gets a key from the service's own account alone: a second account is another question", async () => {
    const second = ACCOUNT.replace("version: 1\naccounts:\n", "")
      .replace("main:", "copy:")
      .replace("BOTFORM_URL", "BOTFORM_URL2");
    repository.put("botform.yaml", `${ACCOUNT}${second}bots: {}\n`);
    const path = program(machine, '/bin/cat >> "$HOME/asked"; exit 1');
    const env = { ...URL, BOTFORM_URL2: "https://127.0.0.1:2", BOTFORM_CREDENTIAL_HELPER: path };
    await run(["plan", "--account", "copy"], env);
    const question = (account: string, port: number) =>
      `account=${account}\napi=https://127.0.0.1:${port}\nvariable=BOTFORM_KEY\nvariable=BOTFORM_SECRET\n\n`;
    expect(readFileSync(join(machine.path, "asked"), "utf8")).toBe(question("copy", 2));
    await run(["plan", "--all-accounts"], env);
    expect(readFileSync(join(machine.path, "asked"), "utf8")).toBe(
      question("copy", 2) + question("main", 1) + question("copy", 2),
    );
  });

  it("it ends with the command: Ctrl-C reaches both", async () => {
    const path = program(machine, 'echo $$ > "$HOME/pid"; exec sleep 60');
    const env = { ...URL, HOME: machine.path, PATH: process.env.PATH ?? "", BOTFORM_CREDENTIAL_HELPER: path };
    const child = spawn(process.execPath, [MAIN, "plan"], {
      cwd: repository.path,
      env,
      detached: true,
      stdio: "ignore",
    });
    const ended = new Promise<readonly unknown[]>((resolve) => child.on("close", (...how) => resolve(how)));
    const pid = join(machine.path, "pid");
    while (!existsSync(pid) || readFileSync(pid, "utf8") === "") await wait(20);
    process.kill(-(child.pid ?? 0), "SIGINT");
    expect(await ended).toEqual([130, null]);
    const isThere = () => {
      try {
        // What has ended may wait for somebody to ask how.
        return !/\) Z /.test(readFileSync(`/proc/${Number(readFileSync(pid, "utf8"))}/stat`, "utf8"));
      } catch {
        return false;
      }
    };
    while (isThere()) await wait(20);
  });
});
