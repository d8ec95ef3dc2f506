// Where completion finds values: whole answers, with what is said of each, by the configuration that the words before name.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { expect, it } from "vitest";
import { type Source, valuesOf } from "../../../../src/cli/completion/values.js";
import { botform } from "../../../support/command.js";
import { folder } from "../../app/room.js";

const at = folder();
const QUICK = ["-c", "examples/quick-start"];

function written(text: string, name: string): string {
  const path = at.fresh(name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

async function answer(words: readonly string[], env: Record<string, string> = {}): Promise<readonly string[]> {
  const { out } = await botform(["__complete", ...words.map((word) => `=${word}`)], { env });
  return out.trimEnd().split("\n");
}

it.each<[string, readonly string[], readonly string[]]>([
  [
    "bots with their titles",
    ["plan", ...QUICK, "--target", "demo/"],
    [...[":none", "demo/btc-dip\tBTC dip", "demo/eth-dip\tETH dip", "demo/sol-rally\tSOL rally"]],
  ],
  [
    "commands with what they are for",
    ["lock", ""],
    [
      ":none",
      "show\tList the locks of this machine, and the runs that hold them",
      "break\tRemove locks left by runs that have ended, when botform can…",
    ],
  ],
  ["options with what they are for", ["forget", "--acc"], [":none", "--account\twhich account"]],
  ["the newest run", ["undo", ""], [":none", "last\tthe newest run"]],
  ["actions of a webhook", ["webhook", "url", ""], [":none", "open", "update", "average", "close"]],
  [
    "accounts after a comma",
    ["plan", "-c", "examples/accounts", "--account", "copy,"],
    [":none", "copy,main", "copy,copy", "copy,pocket"],
  ],
  ["accesses", ["deals", "active", ...QUICK, "--access", ""], [":none", "primary"]],
  ["the fields of a bot", ["pull", ...QUICK, "--accept", "btc-dip.title"], [":none", "btc-dip.title"]],
  ["the settings of a bot", ["drift", "acknowledge", ...QUICK, "btc-dip.en"], [":none", "btc-dip.enabled"]],
  ["the bots, where the bot before the point isn't one", ["pull", ...QUICK, "--accept", "no.title"], [":none"]],
  ["files", ["fmt", ""], [":files"]],
  ["files for a folder", ["history", "--journal", ""], [":files"]],
  ["nothing for a number", ["plan", "--concurrency", ""], [":none"]],
])("offers %s", async (_what, words, expected) => {
  expect(await answer(words)).toEqual(expected);
});

it("reads a configuration in the user's folder, and with the variables that were given", async () => {
  expect(await answer(["plan", "-c", "~/quick-start", "--target", "btc"], { HOME: "examples" })).toEqual([
    ":none",
    "btc-dip\tBTC dip",
  ]);
  const yaml = (value: string) =>
    `version: 1\nvars: { name: ${value} }\naccounts: { demo: { apiUrl: "https://a.example", apiKey: "\${env.BOTFORM_K}", apiSecret: "\${env.BOTFORM_S}", accesses: { one: One } } }\nbots: { a: { title: "\${name}" } }\n`;
  const config = written(yaml("Plain"), "botform.yaml");
  const values = written("name: Of the file\n", "values.yaml");
  const titles = async (...more: string[]) => (await answer(["plan", "-c", config, ...more, "--target", "a"])).slice(1);
  expect(await titles()).toEqual(["a\tPlain"]);
  expect(await titles("--var-file", values)).toEqual(["a\tOf the file"]);
  expect(await titles("--var", "name=Given", "--var-file", values)).toEqual(["a\tGiven"]);
});

const OWN: Readonly<Record<string, Source>> = { file: () => [{ value: "own" }], "--own": () => [{ value: "option" }] };
const valuesAt = (option: string, name: string, own = {}, config: readonly string[] = ["nowhere", QUICK[1] ?? ""]) =>
  valuesOf(option, name, {
    own,
    options: new Map([["--config", config]]),
    current: "",
    program: new Command(),
    env: {},
  });
const BOTS = ["btc-dip", "eth-dip", "sol-rally"].flatMap((key) => [key, `demo/${key}`]);

it.each<[names: readonly string[], expected: readonly string[] | "files"]>([
  [["file", "path", "folder", "dir", "old", "new"], "files"],
  [["bot", "address", "pattern"], BOTS],
  [["account"], ["demo"]],
  [["action"], ["open", "update", "average", "close"]],
  [["id"], ["last"]],
  [["number", ""], []],
])("an argument called %j has these values", async (names, expected) => {
  for (const name of names) {
    const found = await valuesAt("", name);
    expect(found === "files" ? found : found.map(({ value }) => value), name).toEqual(expected);
  }
});

it("an option goes before its placeholder, and the command's own before both", async () => {
  const values = async (option: string, name: string, own = {}) => {
    const found = await valuesAt(option, name, own);
    return found === "files" ? found : found.map(({ value }) => value);
  };
  expect(await values("--access", "file")).toEqual(["primary"]);
  expect(await values("--account", "name")).toEqual(["demo"]);
  expect(await values("--other", "file")).toBe("files");
  expect(await values("--other", "file", OWN)).toEqual(["own"]);
  expect(await values("--own", "file", OWN)).toEqual(["option"]);
  expect(await values("--account", "file", OWN)).toEqual(["demo"]);
});

it("the last configuration that was named counts; without one there are no values", async () => {
  expect(await valuesAt("", "bot", {}, ["examples/quick-start", "nowhere"])).toEqual([]);
  await expect(valuesAt("", "bot", {}, [])).rejects.toThrow("there is no configuration here");
});
