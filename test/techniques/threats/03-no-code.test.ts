// Threat 3: configuration that runs, reads or fetches something.
// test/unit/config/yaml/source.test.ts has the links of a folder one by one, test/unit/config/yaml/document.test.ts the tags.
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfig, loadSources } from "../../../src/config/load.js";
import { command, Folder } from "./child.js";
import { type Listener, listener } from "./listener.js";
import { ACCOUNT } from "./service.js";

const bot = (settings: string) => `${ACCOUNT}bots:\n  a: { title: A, ${settings} }\n`;
const load = (text: string) => loadSources([{ file: "a.yaml", text }]);

let folder: Folder;
beforeEach(() => {
  folder = new Folder();
});
afterEach(() => folder.remove());

describe("threat 3: no code in configuration", () => {
  it.each([
    "!!js/function 'function () { globalThis.ran = true }'",
    "!!js/eval 'globalThis.ran = true'",
    "!!js/regexp /a/",
    "!!python/object/apply:os.system ['touch ran']",
    "!!binary aGVsbG8=",
    "!include /etc/hostname",
    "!ENV ${PATH}",
    "!!timestamp 2026-01-01",
    "!<tag:example.org,2026:x> a",
  ])("a tag makes nothing but an error: %s", (value) => {
    const { accounts, diagnostics } = load(bot(`leverage: ${value}`));
    expect(accounts).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toContain("config/yaml-tag");
    expect("ran" in globalThis).toBe(false);
  });

  it.each([
    "${process.env.PATH}",
    "${env.BOTFORM_SECRET}",
    "${env.PATH}",
    "${7*7}",
    "a ${tp} b",
    "${constructor.constructor('return process')()}",
  ])("what refers to no variable is refused, never carried out: %s", (title) => {
    const { accounts, diagnostics } = load(`${ACCOUNT}bots:\n  a: { title: ${JSON.stringify(title)} }\n`);
    expect(accounts).toEqual([]);
    const codes = diagnostics.map(({ code }) => code);
    expect(codes.some((code) => code === "config/bad-reference" || code === "config/undefined-variable")).toBe(true);
  });

  it("what a variable holds is text, and no reference of its own", () => {
    const { accounts } = load(`${ACCOUNT}vars: { x: "$\${env.BOTFORM_SECRET}" }\nbots:\n  a: { title: "\${x}" }\n`);
    expect(accounts[0]?.desired.bots[0]?.fields.title).toBe("${env.BOTFORM_SECRET}");
  });

  it.each(["<%= 7*7 %>", "{{ 7*7 }}", "#{7*7}", "`id`", "$(id)", "%{7*7}", "{% include '/etc/passwd' %}"])(
    "a template of another language stays the text it is: %s",
    (title) => {
      const { accounts } = load(`${ACCOUNT}bots:\n  a: { title: ${JSON.stringify(title)} }\n`);
      expect(accounts[0]?.desired.bots[0]?.fields.title).toBe(title);
    },
  );

  it.each([
    "${env.HOME}",
    "${env.AWS_SECRET_ACCESS_KEY}",
    "${env.GITHUB_TOKEN}",
    "${env.botform_key}",
    "${env.BOTFORM_A}${env.BOTFORM_B}",
  ])("the environment beyond BOTFORM_ can't be reached: %s", (reference) => {
    for (const key of ["apiKey", "apiSecret", "apiUrl", "hookUrl"]) {
      const text = ACCOUNT.replace(/ {4}apiUrl: .*\n {4}apiKey: .*\n {4}apiSecret: .*\n/, () => {
        const keys = {
          apiUrl: "https://a.example",
          apiKey: "${env.BOTFORM_K}",
          apiSecret: "${env.BOTFORM_S}",
          [key]: reference,
        };
        return Object.entries(keys)
          .map(([name, value]) => `    ${name}: ${value}\n`)
          .join("");
      });
      const { accounts, diagnostics } = load(`${text}bots:\n  a: { title: A }\n`);
      expect(accounts, key).toEqual([]);
      expect(
        diagnostics.map(({ code }) => code),
        key,
      ).toContain("config/bad-reference");
    }
  });

  it.each(["include", "includes", "import", "imports", "extends", "require", "file", "plugins", "$ref", "$include"])(
    "there is no key %s that reads or loads something",
    (key) => {
      const { accounts } = load(
        `${bot("leverage: 5")}${JSON.stringify(key)}: [/etc/hostname, ../other.yaml, "https://example.net/x.yaml"]\n`,
      );
      expect(accounts).toEqual([]);
    },
  );

  it("nothing outside the folder is read, whatever leads there", () => {
    const secret = folder.put("outside.yaml", "bots:\n  CANARY: { title: C }\n");
    const inside = join(folder.path, "fleet");
    mkdirSync(join(inside, "below"), { recursive: true });
    mkdirSync(join(folder.path, "fleet-2"));
    folder.put("fleet/a.yaml", bot("leverage: 5"));
    folder.put("fleet-2/b.yaml", "bots:\n  CANARY: { title: C }\n");
    expect(loadConfig(inside).accounts).toHaveLength(1);
    symlinkSync(secret, join(inside, "direct.yaml"));
    symlinkSync("../../outside.yaml", join(inside, "below/relative.yaml"));
    symlinkSync(folder.path, join(inside, "up"));
    // Its real path begins with the folder's, as text.
    symlinkSync("../fleet-2", join(inside, "sibling"));
    symlinkSync("/proc/self/environ", join(inside, "environment.yaml"));
    const { accounts, diagnostics } = loadConfig(inside);
    expect(accounts).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toEqual(Array(5).fill("config/outside-root"));
    expect(JSON.stringify(diagnostics)).not.toContain("CANARY");
  });

  describe("an address in place of a path", () => {
    let nobody: Listener;
    beforeEach(async () => {
      nobody = await listener();
    });
    afterEach(() => nobody.close());

    it("is not fetched", async () => {
      for (const path of [
        `${nobody.url}/fleet.yaml`,
        `file://${folder.put("a.yaml", bot("leverage: 5"))}`,
        "data:text/yaml,version: 1",
      ]) {
        const { exitCode, err } = await command(["validate", path], { cwd: folder.path });
        expect({ exitCode, err }).toMatchObject({ exitCode: 3, err: expect.stringContaining("no file or folder") });
      }
      expect(nobody.calls).toBe(0);
    });
  });
});
