import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadConfig } from "../../../../src/config/load.js";
import { readSources } from "../../../../src/config/yaml/source.js";
import { fleetYaml, said } from "../fleet.js";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "botform-source-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, content: string | Uint8Array = "a: 1"): string {
  const full = join(root, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, content);
  return full;
}

const names = (path: string) => readSources(path).sources.map(({ file }) => file.slice(root.length + 1));
const words = (path: string) => said(readSources(path).diagnostics).join("\n").replaceAll(root, "…");
const codes = (path: string) => readSources(path).diagnostics.map(({ code }) => code);

describe("a folder", () => {
  test("is read recursively, in order, without what is hidden or installed", () => {
    for (const file of [
      "b.yaml",
      "a.yml",
      "z/deep/c.YAML",
      "note.txt",
      ".hidden.yaml",
      ".git/d.yaml",
      "node_modules/e.yaml",
      "z/node_modules/f.yaml",
    ])
      put(file);
    expect(names(root)).toEqual(["a.yml", "b.yaml", "z/deep/c.YAML"]);
    expect(codes(root)).toEqual([]);
  });

  test("names its files as the user would", () => {
    put("a.yaml");
    expect(readSources(`${root}/`).sources[0]?.file).toBe(join(root, "a.yaml"));
  });

  test("is closed again, whatever stands in its files", () => {
    put("a.yaml");
    put("b.yaml", Buffer.from([0xff, 0xfe]));
    // Where the system shows no open files, none are counted.
    const open = () => (existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0);
    const before = open();
    expect(words(root)).toMatchInlineSnapshot(
      `"1:1 not-utf8: the file contains bytes that aren't UTF-8 | Save the file as UTF-8."`,
    );
    expect(open()).toBe(before);
  });

  test("without YAML is an error", () => {
    put("note.txt");
    expect(words(root)).toMatchInlineSnapshot(
      `"1:1 empty-folder: the folder "…" has no *.yaml or *.yml file | Put the configuration there, or give another path."`,
    );
  });

  test("holds no link that leads out of it", () => {
    put("outside/secret.yaml");
    put("in/a.yaml");
    symlinkSync(join(root, "outside/secret.yaml"), join(root, "in/b.yaml"));
    symlinkSync(join(root, "outside"), join(root, "in/c"));
    symlinkSync(join(root, "in-other"), join(root, "in/dangling.yaml"));
    mkdirSync(join(root, "in-other"));
    const { sources, diagnostics } = readSources(join(root, "in"));
    expect(sources).toHaveLength(1);
    expect(diagnostics).toHaveLength(3);
    expect(words(join(root, "in"))).toMatchInlineSnapshot(`
      "1:1 outside-root: "…/in/b.yaml" is a link that leads out of "…/in" | Put the file itself into the folder.
      1:1 outside-root: "…/in/c" is a link that leads out of "…/in" | Put the file itself into the folder.
      1:1 outside-root: "…/in/dangling.yaml" is a link that leads out of "…/in" | Put the file itself into the folder."
    `);
  });

  test("may hold links inside itself, which make nothing twice and no circle endless", () => {
    put(".data/a.yaml");
    symlinkSync(join(root, ".data/a.yaml"), join(root, "a.yaml"));
    symlinkSync(join(root, ".data/a.yaml"), join(root, "b.yaml"));
    symlinkSync(root, join(root, "circle"));
    expect(names(root)).toEqual(["a.yaml"]);
    expect(codes(root)).toEqual([]);
  });

  test("reports a dangling link and skips one that is no YAML", () => {
    put("a.yaml");
    symlinkSync(join(root, "gone"), join(root, "b.yaml"));
    symlinkSync(join(root, "gone"), join(root, "socket"));
    expect(words(root)).toMatchInlineSnapshot(
      `"1:1 no-such-path: there is no file or folder "…/b.yaml" | Check the path, and the folder you start botform in."`,
    );
  });

  test("of very many files is refused", () => {
    for (let i = 0; i < 1001; i += 1) put(`${i}.yaml`, "");
    expect(words(root)).toMatchInlineSnapshot(
      `"1:1 too-large: the folder has more than 1000 files | Spread the fleet over several smaller files of one folder."`,
    );
  });

  test("of very many levels is refused", () => {
    put(`${"d/".repeat(40)}a.yaml`);
    expect(words(root)).toMatchInlineSnapshot(
      `"1:1 too-large: folders are nested more than 32 levels deep | Spread the fleet over several smaller files of one folder."`,
    );
  });
});

describe("a file", () => {
  test("is read whatever its name", () => {
    const file = put("fleet.conf", "a: 1");
    expect(readSources(file).sources).toEqual([{ file, text: "a: 1" }]);
  });

  const contents: readonly { name: string; bytes: Uint8Array; code: string | undefined; because: string }[] = [
    { name: "1 MiB", bytes: Buffer.alloc(1024 * 1024, " "), code: undefined, because: "the limit itself is allowed" },
    {
      name: "1 MiB + 1",
      bytes: Buffer.alloc(1024 * 1024 + 1, " "),
      code: "config/too-large",
      because: "one more is not",
    },
    { name: "Latin-1", bytes: Buffer.from("title: B\xfccher", "latin1"), code: "config/not-utf8", because: "no UTF-8" },
    { name: "UTF-16", bytes: Buffer.from("\ufeffa: 1", "utf16le"), code: "config/not-utf8", because: "no UTF-8" },
    {
      name: "surrogate",
      bytes: Buffer.from([0x61, 0x3a, 0x20, 0xed, 0xa0, 0x80]),
      code: "config/not-utf8",
      because: "CESU",
    },
    {
      name: "overlong",
      bytes: Buffer.from([0x61, 0x3a, 0x20, 0xc0, 0xaf]),
      code: "config/not-utf8",
      because: "overlong",
    },
    { name: "BOM", bytes: Buffer.from("\ufeffa: 1"), code: undefined, because: "a byte order mark is dropped" },
  ];
  test.each(contents)("$name — $because", ({ bytes, code }) => {
    const { sources, diagnostics } = readSources(put("a.yaml", bytes));
    expect(diagnostics.map((found) => found.code)).toEqual(code === undefined ? [] : [code]);
    expect(sources).toHaveLength(code === undefined ? 1 : 0);
    if (sources[0] !== undefined) expect(sources[0].text).not.toContain("\uFEFF");
  });

  test("that is too large, or can't be read, and why", () => {
    symlinkSync("circle.yaml", join(root, "circle.yaml"));
    const long = `${"x".repeat(300)}.yaml`;
    const why = (path: string) => said(readSources(path).diagnostics).map((line) => line.replace(/"[^"]*"/, "FILE"));
    const readable = "Make it readable for the user that runs botform.";
    expect(words(put("a.yaml", Buffer.alloc(1024 * 1024 + 1, " ")))).toBe(
      "1:1 too-large: the file is larger than 1 MiB | Spread the fleet over several smaller files of one folder.",
    );
    expect(why(join(root, "circle.yaml"))).toEqual([
      `1:1 unreadable: FILE can't be read: it is a symbolic link, or its links form a circle (ELOOP) | ${readable}`,
    ]);
    expect(why(join(root, long))).toEqual([
      `1:1 unreadable: FILE can't be read: its name is too long (ENAMETOOLONG) | ${readable}`,
    ]);
    expect(why("nul\0.yaml")).toEqual([`1:1 unreadable: FILE can't be read: the system refused access | ${readable}`]);
  });

  test("with bytes that are no UTF-8 is shown where they are", () => {
    const file = put("a.yaml", Buffer.from("a: 1\nb: B\xfccher", "latin1"));
    expect(readSources(file).diagnostics[0]?.position).toMatchObject({ file, line: 2, column: 5 });
  });

  test("that isn't there, or can't be a path", () => {
    expect(codes(join(root, "nope.yaml"))).toEqual(["config/no-such-path"]);
    expect(codes(join(put("a.yaml"), "b.yaml"))).toEqual(["config/no-such-path"]);
    expect(codes("nul\0.yaml")).toEqual(["config/unreadable"]);
  });

  test("that is a pipe doesn't make botform wait", () => {
    const pipe = join(root, "pipe.yaml");
    execFileSync("mkfifo", [pipe]);
    expect(codes(pipe)).toEqual(["config/unreadable"]);
    expect(words(root)).toMatchInlineSnapshot(
      `"1:1 unreadable: "…/pipe.yaml" is neither a file nor a folder | Give botform a YAML file, or a folder of YAML files."`,
    );
  });

  test("every problem of it has a position", () => {
    for (const path of [join(root, "nope"), root]) {
      for (const { position, remedy } of loadConfig(path).diagnostics) {
        expect(position).toMatchObject({ file: path, line: 1, column: 1 });
        expect(remedy ?? "").toMatch(/\S/);
      }
    }
  });

  test("loads", () => {
    expect(
      loadConfig(put("fleet.yaml", fleetYaml("  x: { title: X, access: primary, botId: 1 }\n"))).accounts,
    ).toHaveLength(1);
  });
});
