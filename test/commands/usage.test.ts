// The way from a wrong address, and from the help, to what was meant. Wrong command lines are in usage/*.scenario.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { explain } from "../../src/app/error.js";
import { ServiceError } from "../../src/model/ports.js";
import { botform, demoEnv } from "../support/command.js";
import { QUICK, workplace } from "./workplace.js";

const at = workplace();

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
