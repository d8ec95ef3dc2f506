// What a usage error, a wrong address and an empty folder are answered with: the way to what was meant.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { explain } from "../../src/app/error.js";
import { ServiceError } from "../../src/model/ports.js";
import { botform, demoEnv } from "../support/command.js";
import { QUICK, workplace } from "./workplace.js";

const at = workplace();

describe("a usage error", () => {
  it.each([
    { args: ["plan", "botform.yaml"], says: "with -c botform.yaml.", see: "plan", because: "it ends like one" },
    { args: ["drift", "fleet/"], says: "with -c fleet/.", see: "drift", because: "it is written as a folder" },
    { args: ["plan", "examples"], says: "with -c examples.", see: "plan", because: "it is there" },
    {
      args: ["apply", "a", "b c.yml"],
      says: "with -c 'b c.yml'.",
      see: "apply",
      because: "the second one is too many",
    },
    { args: ["plan", "btc-dip"], says: undefined, see: "plan", because: "it is no path" },
    { args: ["schema", "a", "b.yaml"], says: undefined, see: "schema", because: "the command reads no configuration" },
    { args: ["bots", "off", "--nix"], says: undefined, see: "bots off", because: "a command may be of two words" },
    {
      args: ["--proxy", "http://127.0.0.1:9", "plan", "--nix"],
      says: undefined,
      see: "plan",
      because: "options come first",
    },
    { args: ["plan", "--format", "xml"], says: undefined, see: "plan", because: "any usage error has its help" },
  ])("$args points at the help of $see, and says -c where $because", async ({ args, says, see }) => {
    const { exitCode, out, err } = await botform(args);
    expect({ exitCode, out }).toEqual({ exitCode: 3, out: "" });
    expect(err.endsWith(`\nSee botform ${see} --help.\n`)).toBe(true);
    if (says === undefined) expect(err).not.toContain("-c ");
    else expect(err).toContain(says);
  });

  it.each([[["plna"]], [["--nix", "plan"]]])("%j, which names no command, points at the whole help", async (args) => {
    expect((await botform(args)).err).toMatch(/\nSee botform --help\.\n$/);
  });
});

it.each([["--proxy=http://127.0.0.1:9"], ["--proxy", "http://127.0.0.1:9"]])(
  "a document names its command behind %s",
  async (...proxy) => {
    const { out } = await botform([...proxy, "bots", "list", "-c", at.fresh(), "--format", "json"]);
    expect(JSON.parse(out)).toMatchObject({ command: "bots list", ok: false });
  },
);

describe("an option's file", () => {
  it.each([
    { args: ["apply", "--events", "--yes"] },
    { args: ["apply", "--journal", "--yes"] },
    { args: ["apply", "--env-from", "--yes"] },
    { args: ["apply", "--journal", "-"] },
    { args: ["plan", "--out", "--format"] },
    { args: ["plan", "--out", "json=x,markdown=-"] },
    { args: ["undo", "last", "--out", "--yes"] },
    { args: ["report", "--out", "-"] },
    { args: ["pull", "--out", "--account"] },
  ])("of $args is refused with the way to write it, and nothing is made", async ({ args }) => {
    const cwd = at.fresh("empty");
    mkdirSync(cwd);
    const { exitCode, out, err } = await botform(args, { cwd });
    expect({ exitCode, out, err }).toEqual({ exitCode: 3, out: "", err: expect.stringMatching(/writ\S* \.\/-/) });
    expect(existsSync(resolve(cwd, args.at(-1) ?? ""))).toBe(false);
  });
});

describe("an account that nothing answers for", () => {
  it.each(["plan", "pairs", "drift"])("is named by %s, with its origin and the emulator", async (command) => {
    const { exitCode, out, err } = await botform([command, "-c", QUICK], { env: demoEnv("http://127.0.0.1:1") });
    expect({ exitCode, said: out + err }).toEqual({
      exitCode: 1,
      said: expect.stringMatching(/account demo at http:\/\/127\.0\.0\.1:1: .*ECONNREFUSED[\s\S]*botform emulator/),
    });
    expect(out + err).not.toContain("127.0.0.1:1/");
  });

  it.each([
    {
      where: { account: "main", origin: "https://api.example.net" },
      begins: "the account main at https://api.example.net: x\n",
    },
    { where: { origin: "http://127.0.0.1.example.net" }, begins: "http://127.0.0.1.example.net: x\n" },
    { where: undefined, begins: "x\n" },
  ])("elsewhere has no emulator: $where", ({ where, begins }) => {
    const { message } = explain(new ServiceError("unreachable", "x", where));
    expect(message.startsWith(begins)).toBe(true);
    expect(message).not.toContain("emulator");
  });
});

describe("the way in", () => {
  it("where there is no configuration is botform init", async () => {
    const cwd = at.fresh("none");
    mkdirSync(cwd);
    expect((await botform(["plan"], { cwd })).err).toMatch(/none of .* exists\n.*botform init/);
  });

  it("of the help works in any folder, and the demo names where its fleet is", async () => {
    const start = (await botform(["--help"])).out.split("Start here:")[1] ?? "";
    expect([...start.matchAll(/^ {2}botform (\S+)/gm)].map(([, name]) => name)).toEqual(["demo", "init", "help"]);
    expect(start).not.toContain("examples");
    const { exitCode, out } = await botform(["demo"], { cwd: at.folder });
    const named = /Next: read (\S+), then/.exec(out)?.[1] ?? "";
    expect({ exitCode, isThere: readFileSync(resolve(at.folder, named, "botform.yaml"), "utf8") !== "" }).toEqual({
      exitCode: 0,
      isThere: true,
    });
  });
});
