// fmt as a user runs it: which files it writes, what it says, and that it leaves alone what it can't read.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { botform } from "../support/command.js";

const MESSY = "bots: # ours\n  a: { enabled: false, title: A }   \nversion: 1";
const NEAT = "version: 1\nbots: # ours\n  a: { title: A, enabled: false }\n";

let root = "";
let count = 0;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "botform fmt "));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A new folder with these files. */
function folder(files: Readonly<Record<string, string>>): string {
  count += 1;
  const path = join(root, String(count));
  mkdirSync(path);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

const textOf = (...path: string[]) => readFileSync(join(...path), "utf8");

describe("fmt", () => {
  it("writes what isn't in canonical form, and says which; the second time there is nothing to do", async () => {
    const cwd = folder({ "botform.yaml": MESSY });
    chmodSync(join(cwd, "botform.yaml"), 0o640);
    const first = await botform(["fmt"], { cwd });
    expect(first).toEqual({ exitCode: 0, out: "", err: "formatted botform.yaml\n1 of 1 file changed.\n" });
    expect(textOf(cwd, "botform.yaml")).toBe(NEAT);
    expect(statSync(join(cwd, "botform.yaml")).mode & 0o777).toBe(0o640);
    const second = await botform(["fmt"], { cwd });
    expect(second).toEqual({ exitCode: 0, out: "", err: "Nothing to do in 1 file.\n" });
  });

  it("checks without writing", async () => {
    const cwd = folder({ "a.yaml": MESSY, "b.yaml": NEAT, "c.yml": MESSY });
    const check = await botform(["fmt", ".", "--check"], { cwd });
    expect(check).toEqual({
      exitCode: 2,
      out: "a.yaml\nc.yml\n",
      err: "2 of 3 files would change; botform fmt does it.\n",
    });
    expect(textOf(cwd, "a.yaml")).toBe(MESSY);
    expect((await botform(["fmt", "b.yaml", "--check"], { cwd })).exitCode).toBe(0);
  });

  it("prints one JSON document", async () => {
    const cwd = folder({ "a.yaml": MESSY, "b.yaml": NEAT });
    const check = await botform(["fmt", "a.yaml", "--check", "--format", "json"], { cwd });
    expect({ ...check, out: JSON.parse(check.out) }).toEqual({
      exitCode: 2,
      err: "",
      out: {
        formatVersion: 1,
        command: "fmt",
        ok: true,
        exitCode: 2,
        diagnostics: [],
        files: 1,
        changed: ["a.yaml"],
        written: false,
        faults: [],
      },
    });
    const { out } = await botform(["fmt", "-c", ".", "--format", "json"], { cwd });
    expect(JSON.parse(out)).toMatchObject({ exitCode: 0, files: 2, changed: ["a.yaml"], written: true });
    expect(textOf(cwd, "a.yaml")).toBe(NEAT);
  });

  it("writes nothing when any file isn't YAML", async () => {
    const cwd = folder({ "a.yaml": MESSY, "b.yaml": "version: 1\nbots: [\n" });
    const { exitCode, err } = await botform(["fmt", "."], { cwd });
    expect(exitCode).toBe(3);
    expect(err).toMatch(/^b\.yaml:\d+:\d+: error: .*\[config\/yaml-/);
    expect(textOf(cwd, "a.yaml")).toBe(MESSY);
    const json = await botform(["fmt", ".", "--format", "json"], { cwd });
    expect(JSON.parse(json.out)).toMatchObject({ command: "fmt", ok: false, exitCode: 3, diagnostics: [{}] });
  });

  it("says so where there is nothing to format", async () => {
    const cwd = folder({});
    expect(await botform(["fmt"], { cwd })).toMatchObject({
      exitCode: 3,
      err: expect.stringContaining("no configuration here"),
    });
    expect(await botform(["fmt", "none.yaml"], { cwd })).toMatchObject({
      exitCode: 3,
      err: expect.stringContaining("config/no-such-path"),
    });
  });

  it("follows a link inside the folder and refuses one that leads out of it", async () => {
    const cwd = folder({ "real.txt": MESSY });
    symlinkSync("real.txt", join(cwd, "link.yaml"));
    expect((await botform(["fmt", "."], { cwd })).exitCode).toBe(0);
    expect(textOf(cwd, "real.txt")).toBe(NEAT);
    const other = folder({ "outside.txt": MESSY });
    symlinkSync(join(other, "outside.txt"), join(cwd, "out.yaml"));
    expect((await botform(["fmt", "."], { cwd })).exitCode).toBe(3);
    expect(textOf(other, "outside.txt")).toBe(MESSY);
  });

  it("keeps a byte order mark and line ends", async () => {
    const cwd = folder({ "a.yaml": `\uFEFF${MESSY.replaceAll("\n", "\r\n")}` });
    expect((await botform(["fmt", "a.yaml"], { cwd })).exitCode).toBe(0);
    expect(textOf(cwd, "a.yaml")).toBe(`\uFEFF${NEAT.replaceAll("\n", "\r\n")}`);
  });

  it("formats what isn't complete or correct: only validate judges that", async () => {
    const cwd = folder({ "a.yaml": "bots: { a: { nonsense: 1, title: 5 } }\n" });
    expect((await botform(["fmt", "a.yaml"], { cwd })).exitCode).toBe(0);
    expect(textOf(cwd, "a.yaml")).toBe("bots: { a: { title: 5, nonsense: 1 } }\n");
  });

  it("has help with examples", async () => {
    const { exitCode, out } = await botform(["fmt", "--help"]);
    expect(exitCode).toBe(0);
    expect(out).toContain("Usage: botform fmt [options] [path]");
    expect(out).toContain("Examples:\n  botform fmt");
  });
});
