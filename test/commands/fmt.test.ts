// fmt byte for byte: modes, links, line ends. What it prints and which files it writes is in fmt/*.scenario.
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
  it("keeps a file's mode, and ends its last line", async () => {
    const cwd = folder({ "botform.yaml": MESSY });
    chmodSync(join(cwd, "botform.yaml"), 0o640);
    expect((await botform(["fmt"], { cwd })).exitCode).toBe(0);
    expect(textOf(cwd, "botform.yaml")).toBe(NEAT);
    expect(statSync(join(cwd, "botform.yaml")).mode & 0o777).toBe(0o640);
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

  it("writes no named file that is a link out of its folder either, nor does hold", async () => {
    const [cwd, other] = [folder({}), folder({ "outside.yaml": MESSY })];
    symlinkSync(join(other, "outside.yaml"), join(cwd, "botform.yaml"));
    const said = "botform.yaml is a link that leads out of its folder, so it wasn't written";
    const { exitCode, err } = await botform(["fmt"], { cwd });
    expect([exitCode, err.includes(said)]).toEqual([1, true]);
    const accounts = `accounts:\n  main: { apiUrl: "https://api.example.net", apiKey: "\${env.BOTFORM_K}", apiSecret: "\${env.BOTFORM_S}", accesses: { p: P } }\n`;
    writeFileSync(join(other, "outside.yaml"), `version: 1\n${accounts}`);
    const held = await botform(["hold", "add", "main/a*", "--reason", "r", "--write"], { cwd });
    expect([held.exitCode, held.err.includes(said)]).toEqual([1, true]);
    expect(textOf(other, "outside.yaml")).toBe(`version: 1\n${accounts}`);
  });

  it("keeps a byte order mark and line ends", async () => {
    const cwd = folder({ "a.yaml": `\uFEFF${MESSY.replaceAll("\n", "\r\n")}` });
    expect((await botform(["fmt", "a.yaml"], { cwd })).exitCode).toBe(0);
    expect(textOf(cwd, "a.yaml")).toBe(`\uFEFF${NEAT.replaceAll("\n", "\r\n")}`);
  });
});
