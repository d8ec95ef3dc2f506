// What V8 compiled of a bundle is kept beside it, is used by the next start, and never changes what a command does.
import { execFile, spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { DIST } from "../support/dist.js";
import { success } from "../support/hostile.js";
import { environment, serving, TURN_ON } from "../techniques/threats/service.js";
import { wireBot } from "../unit/service/wirebot.js";

const home = mkdtempSync(join(tmpdir(), "botform-compiled-"));
const cache = join(home, "cache");
afterAll(() => rmSync(home, { recursive: true, force: true }));

for (const path of ["main.js", "package.json", "command.js"]) cpSync(join(DIST, path), join(home, path));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(home, "main.js"), ...args], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, ...env },
  });
  return { code: status, out: stdout, err: stderr };
}

const validate = (env?: NodeJS.ProcessEnv) => run(["validate", "examples/quick-start"], env);
const VALID: Ended = { code: 0, out: "Valid: demo: 3 bots; 0 warnings.\n", err: "" };
const kept = () => (existsSync(cache) ? readdirSync(cache) : []);
const onlyOne = () => join(cache, kept()[0] ?? "");

beforeEach(() => rmSync(cache, { recursive: true, force: true }));

function flipped(whole: Buffer, at: number): Buffer {
  const spoiled = Buffer.from(whole);
  spoiled[at] = (spoiled[at] ?? 0) ^ 8;
  return spoiled;
}

describe("compiled code", () => {
  it("is kept for the command, Node and machine, and taken by the next start", () => {
    expect(validate()).toEqual(VALID);
    expect(kept()).toEqual([
      expect.stringMatching(
        new RegExp(`^validate-[0-9a-f]{16}-${process.version}-${process.platform}-${process.arch}$`),
      ),
    ]);
    const made = statSync(onlyOne()).mtimeMs;
    expect(validate()).toEqual(VALID);
    // It would be written anew if V8 had refused it.
    expect(statSync(onlyOne()).mtimeMs).toBe(made);
    expect(kept()).toHaveLength(1);
  });

  it("is taken, too, after a command that compiled the parser of HTTP under another flag", () =>
    serving({}, async ({ url }) => {
      const config = join(home, "botform.yaml");
      writeFileSync(config, TURN_ON);
      const args = [join(home, "main.js"), "plan", "--config", config];
      const plan = () => promisify(execFile)(process.execPath, args, { env: environment(url) });
      expect((await plan()).stdout).toContain("1 to turn on");
      const made = statSync(onlyOne()).mtimeMs;
      await plan();
      expect(statSync(onlyOne()).mtimeMs).toBe(made);
    }));

  it("is taken, too, after a command that ran for long, whose heap was kept small", () =>
    serving({ listBots: (socket) => setTimeout(() => socket.write(success([])), 1_200) }, async ({ url }) => {
      const config = join(home, "botform.yaml");
      writeFileSync(config, TURN_ON);
      const args = [join(home, "main.js"), "bots", "list", "--config", config];
      const list = () => promisify(execFile)(process.execPath, args, { env: environment(url) });
      await list();
      const made = statSync(onlyOne()).mtimeMs;
      await list();
      expect(statSync(onlyOne()).mtimeMs).toBe(made);
    }));

  it("optimises no WebAssembly, however long the answers are", () =>
    serving({ listBots: success(Array.from({ length: 300 }, (_, at) => wireBot({ id: at + 1 }))) }, async ({ url }) => {
      const config = join(home, "botform.yaml");
      writeFileSync(config, TURN_ON);
      const args = ["--trace-wasm-compilation-times", join(home, "main.js"), "bots", "list", "--config", config];
      const { stdout } = await promisify(execFile)(process.execPath, args, { env: environment(url), maxBuffer: 1e8 });
      expect(stdout).toContain("using Liftoff");
      expect(stdout).not.toContain("using TurboFan");
    }));

  it.each([
    ["nothing", () => Buffer.alloc(0)],
    ["a bit that flipped", (whole: Buffer) => flipped(whole, whole.length - 1000)],
    ["a bit that flipped in the middle", (whole: Buffer) => flipped(whole, whole.length >> 1)],
    ["a page of zeros", (whole: Buffer) => Buffer.from(whole).fill(0, 8192, 12_288)],
    ["its first half", (whole: Buffer) => whole.subarray(0, whole.length / 2)],
    ["something else", () => Buffer.from("no compiled code at all")],
    [
      "that of another V8",
      (whole: Buffer) => Buffer.concat([whole.subarray(0, 4), Buffer.alloc(4, 7), whole.subarray(8)]),
    ],
  ])("that holds %s is made anew", (_, spoiled) => {
    validate();
    const whole = readFileSync(onlyOne());
    writeFileSync(onlyOne(), spoiled(whole));
    expect(validate()).toEqual(VALID);
    const again = readFileSync(onlyOne());
    expect(again.length).toBeGreaterThan(whole.length / 2);
    expect(again.subarray(0, 32)).toEqual(hash("sha256", again.subarray(32), "buffer"));
  });

  it("isn't kept where the folder can't be written", (context) => {
    if (process.getuid?.() === 0) return context.skip("root can write everywhere");
    chmodSync(home, 0o500);
    expect(validate()).toEqual(VALID);
    chmodSync(home, 0o700);
    expect(kept()).toEqual([]);
  });

  it("isn't kept where a file stands in the place of the folder", () => {
    writeFileSync(cache, "");
    expect(validate()).toEqual(VALID);
    expect(readFileSync(cache, "utf8")).toBe("");
  });

  it("isn't kept where Node is told to keep none", () => {
    expect(validate({ NODE_DISABLE_COMPILE_CACHE: "1" })).toEqual(VALID);
    expect(kept()).toEqual([]);
  });

  it("isn't kept of what failed, nor under names that are no command's", () => {
    expect(run(["validate", "no-such-file.yaml"]).code).toBe(3);
    expect(run(["explain", "no-such-name"]).code).toBe(3);
    expect(run(["--version"]).code).toBe(0);
    expect(kept()).toEqual([]);
  });
});
