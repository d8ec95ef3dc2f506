// Which accounts of a configuration a command is about, and what is said where none or several fit.
import { describe, expect, it } from "vitest";
import {
  type AccountOptions,
  choose,
  chooseAccounts,
  inputsOf,
  load,
} from "../../../../src/app/files/configuration.js";
import { programHost } from "../../../../src/app/host.js";
import { folder, refusal } from "../room.js";

const at = folder();
const account = (name: string) =>
  `  ${name}:\n    apiUrl: \${env.BOTFORM_MAIN_API_URL}\n    apiKey: \${env.BOTFORM_MAIN_API_KEY}\n    apiSecret: \${env.BOTFORM_MAIN_API_SECRET}\n    accesses: { primary: Main futures }\n`;
const yaml = (...names: readonly string[]) =>
  `version: 1\naccounts:\n${names.map(account).join("")}bots:\n  dip: { title: Dip }\n`;
const ENV = {
  BOTFORM_MAIN_API_URL: "https://main.example",
  BOTFORM_MAIN_API_KEY: "main-key",
  BOTFORM_MAIN_API_SECRET: "main-secret",
};

describe("accounts", () => {
  const chosen = (options: AccountOptions, ...names: readonly string[]) =>
    chooseAccounts({ config: at.written(yaml(...names)), ...options }).accounts.map(({ desired }) => desired.account);

  it.each<[AccountOptions, readonly string[], readonly string[]]>([
    [{}, ["a"], ["a"]],
    [{ allAccounts: true }, ["a", "b"], ["a", "b"]],
    [{ allAccounts: false, account: ["b"] }, ["a", "b"], ["b"]],
    [{ account: ["c", "a", "c"] }, ["a", "b", "c"], ["a", "c"]],
  ])("that %j chooses of %j are %j", (options, names, expected) => {
    expect(chosen(options, ...names)).toEqual(expected);
  });

  it.each<[AccountOptions, readonly string[], string]>([
    [
      {},
      ["a", "b"],
      "the configuration has several accounts (a, b)\nChoose with --account, or take all with --all-accounts.",
    ],
    [{ account: ["c"] }, ["a", "b"], "the configuration has no account c; it has a, b"],
    [
      { account: ["a"], allAccounts: true },
      ["a", "b"],
      "--account and --all-accounts can't be used together\nGive one of the two.",
    ],
  ])("that %j chooses of %j are refused: %s", async (options, names, message) => {
    expect(await refusal(() => chosen(options, ...names))).toEqual([message, 3]);
  });
});

describe("one account", () => {
  const opened = (options: object, ...names: readonly string[]) =>
    choose(programHost(ENV), { config: at.written(yaml(...names)), ...options });

  it("is the only one, or the one that is named, with what opens it", async () => {
    const { account: found, endpoint } = await opened({ requestsPerSecond: 2 }, "a");
    expect([found.desired.account, endpoint]).toEqual([
      "a",
      {
        ...{ account: "a", apiUrl: "https://main.example", apiKey: "main-key", apiSecret: "main-secret" },
        secrets: [],
        budget: { requestsPerSecond: 2 },
      },
    ]);
    expect((await opened({ account: "b" }, "a", "b")).endpoint.account).toBe("b");
  });

  it("is refused among several, and without its credentials", async () => {
    expect(await refusal(() => opened({}, "a", "b"))).toEqual([
      "the configuration has several accounts (a, b)\nChoose with --account.",
      3,
    ]);
    expect((await refusal(() => choose(programHost({}), { config: at.written(yaml("a")) })))[0]).toBe(
      "the account's credentials or addresses can't be used",
    );
  });

  it("is of a configuration without errors", async () => {
    const config = at.written(yaml("a").replace("title: Dip", "title: Dip, colour: red"));
    expect(await refusal(() => choose(programHost(ENV), { config }))).toEqual([
      "the configuration has errors\nbotform explain CODE tells more of each.",
      3,
      "config/unknown-key",
    ]);
  });
});

it("is looked for under three names", async () => {
  expect(await refusal(() => load({}))).toEqual([
    "there is no configuration here: none of botform.yaml, botform.yml, botform exists\nName one with --config, or create one with botform init.",
    3,
  ]);
});

it("takes variables of the command line, and refuses what is none", async () => {
  expect(inputsOf({ var: ["tp=2"] })).not.toEqual(inputsOf({}));
  expect((await refusal(() => inputsOf({ var: ["tp"] })))[0]).toBe("the variables you gave can't be used");
});
