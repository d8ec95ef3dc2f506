// The files of a new project: which are made, appended to or left, and what becomes of them in a dry run.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type InitOptions, init } from "../../../../src/app/files/init.js";
import { type RunningEmulator, startEmulator } from "../../../../src/emulator/http/server.js";
import { botCalled } from "../../../commands/workplace.js";
import { folder, listening, refusal } from "../room.js";

const at = folder();
let emulator: RunningEmulator;
beforeAll(async () => {
  const bots = ["One", "Two"].map((title, index) => ({ ...botCalled(title), id: index + 1 }));
  const accesses = [{ accessId: 101, title: "Main futures" }];
  const account = { name: "main", apiKey: "main-key", apiSecret: "main-secret", accesses };
  const empty = { ...account, name: "empty", apiKey: "empty-key", bots: [] };
  emulator = await startEmulator({ seed: { accounts: [{ ...account, bots }, empty] }, quirks: { commandDelay: 0 } });
});
afterAll(() => emulator.close());

async function made(files: Readonly<Record<string, string>> = {}, options: Partial<InitOptions> = {}) {
  const dir = options.dir ?? at.fresh("project");
  if (Object.keys(files).length > 0) mkdirSync(dir, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  const env = {
    BOTFORM_MAIN_API_URL: emulator.url,
    BOTFORM_MAIN_API_KEY: "main-key",
    BOTFORM_MAIN_API_SECRET: "main-secret",
  };
  const done = await init(listening(env).host, { dir, account: "main", concurrency: 4, ...options });
  const told = done.files.map(({ file, action, remark }) => [action, file.slice(dir.length + 1), remark]);
  const here = existsSync(dir) ? readdirSync(dir).toSorted() : [];
  const textOf = (name: string) => readFileSync(join(dir, name), "utf8");
  return { ...done, told, dir, here, textOf, config: done.config.slice(dir.length + 1) };
}

const CREDENTIALS = "the account's credentials, to be copied to .env and filled in";

describe("a new project", () => {
  it("gets a fleet, what git must not see, and an example of the environment, in a folder that is made", async () => {
    const { told, here, config, wantsEnv, pulled, textOf, files } = await made();
    expect(told).toEqual([
      ["created", "botform.yaml", "a small fleet with every bot off; edit it to suit you"],
      ["created", ".gitignore", "with .env, .botform/, *.plan"],
      ["created", ".env.example", CREDENTIALS],
      ["created", "botform.schema.json", "what editors check the configuration with, and complete"],
    ]);
    expect([here, config, wantsEnv, pulled]).toEqual([
      [".env.example", ".gitignore", "botform.schema.json", "botform.yaml"],
      "botform.yaml",
      true,
      undefined,
    ]);
    expect(files.map(({ text }) => text)).toEqual([
      ...["botform.yaml", ".gitignore", ".env.example"].map(textOf),
      undefined,
    ]);
    expect(textOf("botform.yaml")).toMatch(/^# yaml-language-server: \$schema=\.\/botform\.schema\.json\n/);
    expect(textOf(".env.example").match(/^BOTFORM_MAIN_API_(URL|KEY|SECRET)=/gm)).toHaveLength(3);
  });

  it("names its variables after the account", async () => {
    const { textOf } = await made({}, { account: "my-copy" });
    for (const part of ["URL", "KEY", "SECRET"]) {
      expect(textOf("botform.yaml")).toContain(`\${env.BOTFORM_MY_COPY_API_${part}}`);
      expect(textOf(".env.example")).toContain(`BOTFORM_MY_COPY_API_${part}=`);
    }
  });

  it("says the same in a dry run, and writes nothing", async () => {
    const { told, here } = await made({}, { dryRun: true });
    expect([told.map(([action]) => action), here]).toEqual([["created", "created", "created", "created"], []]);
  });
});

describe("what is there", () => {
  it.each(["botform.yaml", "botform.yml", "botform"])("stays: a configuration called %s", async (name) => {
    const { told, textOf, config, here } = await made({ [name]: "ours" });
    expect(told[0]).toEqual(["left", name, undefined]);
    expect([textOf(name), config]).toEqual(["ours", name]);
    expect(here).toEqual([".env.example", ".gitignore", name].toSorted());
  });

  it("asks for the variables that the configuration which is there names, of each account once", async () => {
    const account = (name: string, url: string) =>
      `  ${name}: { apiUrl: "${url}", apiKey: "\${env.BOTFORM_${name}_ID}", apiSecret: "\${env.BOTFORM_${name}_PASS}", accesses: { primary: P } }\n`;
    const both = `version: 1\naccounts:\n${account("A", "${env.BOTFORM_HOST}")}${account("B", "${env.BOTFORM_HOST}")}`;
    const variables = async (yaml: string) =>
      (await made({ "botform.yaml": yaml })).textOf(".env.example").match(/^\w+(?==)/gm);
    expect(await variables(both)).toEqual([
      "BOTFORM_HOST",
      "BOTFORM_A_ID",
      "BOTFORM_A_PASS",
      "BOTFORM_B_ID",
      "BOTFORM_B_PASS",
    ]);
    expect(await variables("version: 1\n")).toEqual([
      "BOTFORM_MAIN_API_URL",
      "BOTFORM_MAIN_API_KEY",
      "BOTFORM_MAIN_API_SECRET",
    ]);
  });

  it("stays: an example of the environment, and a .gitignore with all that it needs", async () => {
    const { told, textOf } = await made({ ".env.example": "ours", ".gitignore": ".env\n.botform/\n*.plan\n" });
    expect(told.slice(1)).toEqual([
      ["left", ".gitignore", undefined],
      ["left", ".env.example", undefined],
      ["created", "botform.schema.json", "what editors check the configuration with, and complete"],
    ]);
    expect([textOf(".env.example"), textOf(".gitignore")]).toEqual(["ours", ".env\n.botform/\n*.plan\n"]);
  });

  it("gets the lines that it lacks, at its end", async () => {
    const { told, textOf, files } = await made({ ".gitignore": "node_modules\n.env\n" });
    expect(told[1]).toEqual(["appended", ".gitignore", "with .botform/, *.plan"]);
    expect(textOf(".gitignore")).toMatch(/^node_modules\n\.env\n[\s\S]*\.botform\/\n\*\.plan\n$/);
    expect(files[1]?.before).toBe("node_modules\n.env\n");
  });

  it("is a .env, too: nobody is told to make one", async () => {
    expect((await made({ ".env": "" })).wantsEnv).toBe(false);
  });

  it("is a broken link, too, and can't be read through", async () => {
    const dir = at.fresh("linked");
    mkdirSync(dir, { recursive: true });
    symlinkSync(join(dir, "nowhere"), join(dir, "botform.yaml"));
    expect((await made({}, { dir })).told[0]).toEqual(["left", "botform.yaml", undefined]);
  });

  it("in the folder's place is refused by name", async () => {
    const dir = at.written("a file", "project");
    expect(await refusal(() => made({}, { dir }))).toEqual([
      `${join(dir, "botform.yaml")} can't be used: a part of its path is a file (ENOTDIR)\nName a writable folder with --dir.`,
      3,
    ]);
    const inTheWay = at.fresh("project");
    mkdirSync(join(inTheWay, ".gitignore"), { recursive: true });
    expect((await refusal(() => made({}, { dir: inTheWay })))[0]).toBe(
      `${join(inTheWay, ".gitignore")} can't be used: it is a folder (EISDIR)\nName another folder.`,
    );
  });
});

describe("from live bots", () => {
  it("the first file says how many they are", async () => {
    const { told, pulled, textOf } = await made({}, { fromLive: true });
    expect(told.map(([action, file]) => `${action} ${file}`)).toEqual([
      "created botform.yaml",
      "created .gitignore",
      "created .env.example",
      "created botform.schema.json",
    ]);
    expect(told[0]?.[2]).toBe(pulled?.summary);
    expect(pulled).toMatchObject({ account: "main", differing: [], left: [] });
    expect(textOf("botform.yaml")).toContain("title: One");
  });

  it("a configuration that is there stays, and nobody is asked", async () => {
    const reads = emulator.service.requests.listBots;
    const { told, pulled } = await made({ "botform.yml": "ours" }, { fromLive: true });
    expect([told[0]?.[0], pulled, emulator.service.requests.listBots]).toEqual(["left", undefined, reads]);
  });
});

it.each(["", "a b", "ü", "a/b"])("%j is no name for an account", async (account) => {
  expect(await refusal(() => made({}, { account }))).toEqual([
    `${JSON.stringify(account)} is not a valid account name\nUse letters, digits, ".", "_" and "-", beginning with a letter or digit.`,
    3,
  ]);
});
