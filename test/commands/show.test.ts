// show against plan, an old plan, files that are none byte by byte, and hostile titles. What it prints is in show/*.scenario.
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PLAN_FILE_BYTES } from "../../src/model/planfile/planfile.js";
import { canonicalJson } from "../../src/model/planfile/sealing.js";
import { botform } from "../support/command.js";
import { botCalled, QUICK, VERSION, workplace } from "./workplace.js";

const at = workplace();

describe("show", () => {
  it("prints whose it is and the plan as plan prints it, without configuration or credentials", async () => {
    const { env, file } = await at.saved();
    const plain = await botform(["plan", "-c", QUICK], { env });
    const { exitCode, out, err } = await botform(["show", file], { cwd: at.folder });
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    expect(out.slice(out.indexOf("\n\n"))).toBe(`\n\n${plain.out}\nTo carry it out:\n  botform apply '${file}'\n`);
    expect(out).toContain(`account      demo on ${at.emulator.url}\n`);
    expect(out).toMatch(new RegExp(`made .*Z by botform ${VERSION}\n {2}valid until .*Z \\(2\\d minutes left\\)\n`));
    expect(out).toMatch(/steps +4\n +verified +not yet: .*apply checks/);
    const { accounts, summary } = JSON.parse((await botform(["show", file, "--format", "json"])).out);
    const [{ saved: facts, plan }] = accounts;
    expect(facts).toMatchObject({ file, account: "demo", origin: at.emulator.url, verified: null });
    expect(summary).toMatchObject({ create: 3, "turn-on": 1 });
    const made = JSON.parse((await botform(["plan", "-c", QUICK, "--format", "json"], { env })).out);
    expect(plan).toEqual(made.accounts[0].plan);
  });

  it("says of an old one that its time is over", async () => {
    const { env, file } = await at.saved();
    const now = Date.now();
    const old = at.resealed(file, env, { createdAt: now - 7_300_000, expiresAt: now - 7_230_000 });
    const { out } = await botform(["show", old]);
    expect(out).toMatch(/valid until .*\(expired 2 hours ago\)/);
    expect(out.slice(out.indexOf("\nIt has expired"))).toBe(
      `\nIt has expired. To make a new one:\n  botform plan --account demo --out '${old}'\n`,
    );
  });

  it.each<{ because: string; text: string | Buffer; exitCode?: number; says?: string }>([
    { because: "no UTF-8", text: Buffer.from([0xff, 0xfe, 0x7b]) },
    {
      because: "deep",
      text: `{"kind":"botform-plan","formatVersion":1,"plan":${"[".repeat(3e5)}${"]".repeat(3e5)}}`,
      exitCode: 4,
    },
    { because: "larger than plans are", text: Buffer.alloc(PLAN_FILE_BYTES + 1, " "), says: "larger than" },
  ])("answers a file that is $because clearly", async ({ text, exitCode, says }) => {
    await at.started();
    const path = at.written(text);
    const result = await botform(["show", path]);
    expect(result).toMatchObject({ out: "", err: expect.stringContaining(says ?? "botform: ") });
    expect(result.exitCode).toBe(exitCode ?? 3);
    expect(result.err).not.toMatch(/fault of botform|\n\s+at /);
    const json = await botform(["show", path, "--format", "json"]);
    expect(JSON.parse(json.out)).toMatchObject({ command: "show", ok: false, exitCode: result.exitCode });
    expect(json.err).toBe("");
  });

  it("shows titles from outside harmlessly, its own header's, too", async () => {
    const env = await at.started();
    at.emulator.service.addBot("demo", { ...botCalled("\u001b[2Jevil\u202e\n::error::"), pairTitle: "USDT-SOL" });
    const path = await at.savedOn(env, QUICK);
    const nasty = "\u001b[2J\u202e\n::error::x";
    const forged = { ...JSON.parse(readFileSync(path, "utf8")), toolVersion: nasty, origin: nasty };
    writeFileSync(path, canonicalJson(forged));
    for (const format of ["text", "json"]) {
      const { exitCode, out, err } = await botform(["show", path, "--format", format]);
      expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
      expect(out).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}/u);
      expect(out).not.toMatch(/^\s*::/m);
      expect(out).toContain("evil");
    }
    for (const args of [
      ["show", path, "-c", QUICK],
      ["apply", path, "-c", QUICK, "--yes"],
    ]) {
      const { exitCode, out, err } = await botform(args, { env });
      expect(exitCode).toBe(4);
      expect(out + err).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}/u);
    }
  });
});
