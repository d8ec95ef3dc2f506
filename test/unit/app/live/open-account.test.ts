// What opens an account: the configuration, even one with errors, else the environment; and what is said of it.
import { describe, expect, it } from "vitest";
import { addressOf, type OpenOptions, openAccount } from "../../../../src/app/live/open-account.js";
import { accountVariable } from "../../../../src/config/schema/schema-parts.js";
import { folder, listening, refusal } from "../room.js";

const at = folder();
const ENV = {
  BOTFORM_MAIN_API_URL: "https://main.example",
  BOTFORM_MAIN_API_KEY: "main-key",
  BOTFORM_MAIN_API_SECRET: "main-secret",
  BOTFORM_SUB_2_API_URL: "https://sub.example",
  BOTFORM_SUB_2_API_KEY: "sub-key",
  BOTFORM_SUB_2_API_SECRET: "sub-secret",
};
const account = (name: string) =>
  `  ${name}:\n    apiUrl: \${env.BOTFORM_MAIN_API_URL}\n    apiKey: \${env.BOTFORM_MAIN_API_KEY}\n    apiSecret: \${env.BOTFORM_MAIN_API_SECRET}\n    accesses: { primary: Main futures }\n`;
const yaml = (...names: readonly string[]) => `version: 1\naccounts:\n${names.map(account).join("")}`;
const BROKEN = `${yaml("main")}bots:\n  a: { title: A, leverage: many, colour: red }\n`;

async function opened(text: string | undefined, options: Partial<OpenOptions> = {}, env: Record<string, string> = ENV) {
  const { host, said, concealed } = listening(env);
  // The folder of the tests has no configuration of its own.
  const config = text === undefined ? undefined : at.written(text);
  const { account: name, endpoint, exchange, expected } = await openAccount(host, { config, ...options });
  const { apiUrl, apiKey, apiSecret, budget } = endpoint;
  return { name, of: endpoint.account, apiUrl, apiKey, apiSecret, budget, exchange, expected, said, concealed };
}

const MAIN = { apiUrl: "https://main.example", apiKey: "main-key", apiSecret: "main-secret" };
const FROM = "BOTFORM_MAIN_API_URL, BOTFORM_MAIN_API_KEY and BOTFORM_MAIN_API_SECRET";

it.each([
  ["main", "API_KEY", "BOTFORM_MAIN_API_KEY"],
  ["sub-2", "API_URL", "BOTFORM_SUB_2_API_URL"],
  ["a.b-2.c", "API_KEY", "BOTFORM_A_B_2_C_API_KEY"],
  ["a_b", "API_SECRET", "BOTFORM_A_B_API_SECRET"],
] as const)("the %s account's %s is in %s", (name, part, expected) => {
  expect(accountVariable(name, part)).toBe(expected);
});

describe("an account is opened", () => {
  it("by a configuration without errors, of which nothing is said", async () => {
    expect(await opened(yaml("main"))).toEqual({
      ...{ name: "main", of: "main", ...MAIN, budget: undefined },
      exchange: "SERVICE_FUTURES",
      expected: expect.anything(),
      said: [],
      concealed: ["main-key", "main-secret"],
    });
  });

  it("by the one that is named, with the limits of the command line", async () => {
    const found = await opened(yaml("main", "other"), { account: "other", requestsPerSecond: 3 });
    expect([found.name, found.of, found.budget]).toEqual(["other", "other", { requestsPerSecond: 3 }]);
  });

  it("by a configuration with errors, which is said", async () => {
    expect(await opened(BROKEN, { account: "main" })).toMatchObject({
      ...MAIN,
      said: ["note: the configuration has 2 errors; botform uses only the addresses and credentials of main"],
      concealed: ["main-key", "main-secret"],
    });
  });

  it("by the environment where there is no configuration, which is said", async () => {
    expect(await opened(undefined, { account: "main", requestsPerSecond: 3 })).toEqual({
      ...{ name: "main", of: "main", ...MAIN, budget: { requestsPerSecond: 3 } },
      exchange: undefined,
      expected: undefined,
      said: [`note: there is no configuration here; the credentials of main are read from ${FROM}`],
      concealed: [],
    });
  });

  it("by the environment where the configuration doesn't have it", async () => {
    const found = await opened(yaml("main", "other"), { account: "sub-2" });
    expect([found.apiUrl, found.said]).toEqual([
      "https://sub.example",
      [
        "note: the configuration has no account sub-2; it has main, other; the credentials of sub-2 are read from BOTFORM_SUB_2_API_URL, BOTFORM_SUB_2_API_KEY and BOTFORM_SUB_2_API_SECRET",
      ],
    ]);
  });

  it("by files that the environment names, and what is wrong with one is no slip in the account's name", async () => {
    const { BOTFORM_SUB_2_API_URL: _url, BOTFORM_SUB_2_API_KEY: _key, BOTFORM_SUB_2_API_SECRET: _secret, ...env } = ENV;
    const files = {
      BOTFORM_SUB_2_API_URL_FILE: at.written("https://sub.example\n"),
      BOTFORM_SUB_2_API_KEY_FILE: at.written("sub-key\n"),
      BOTFORM_SUB_2_API_SECRET_FILE: at.written("sub-secret\n"),
    };
    const found = await opened(yaml("main"), { account: "sub-2" }, { ...env, ...files });
    expect([found.apiUrl, found.apiKey, found.concealed]).toEqual([
      ...["https://sub.example", "sub-key", ["sub-key", "sub-secret"]],
    ]);
    const lost = { ...env, ...files, BOTFORM_SUB_2_API_KEY_FILE: at.fresh() };
    expect((await refusal(() => opened(yaml("main"), { account: "sub-2" }, lost))).at(-1)).toBe("config/secret-file");
  });

  it("by the environment where the configuration has errors and doesn't have it", async () => {
    expect((await opened(BROKEN, { account: "sub-2" })).said).toEqual([
      "note: the configuration has 2 errors and isn't used; the credentials of sub-2 are read from BOTFORM_SUB_2_API_URL, BOTFORM_SUB_2_API_KEY and BOTFORM_SUB_2_API_SECRET",
    ]);
  });
});

describe("an account isn't opened", () => {
  it.each([
    [
      undefined,
      "name the account: there is no configuration here that can be used\nName a configuration with -c, or an account of the environment with --account.",
    ],
    [
      "version: 1\n",
      "name the account: there is no configuration here that can be used\nName a configuration with -c, or an account of the environment with --account.",
    ],
    [yaml("main", "other"), "name the account: the configuration has several accounts (main, other)\nUse --account."],
  ])("without a name: %j", async (text, message) => {
    expect(await refusal(() => opened(text))).toEqual([message, 3]);
  });

  it("without its credentials", async () => {
    const env = { ...ENV, BOTFORM_MAIN_API_SECRET: "" };
    expect((await refusal(() => opened(yaml("main"), {}, env))).slice(0, 2)).toEqual([
      "the account's credentials or addresses can't be used",
      3,
    ]);
    const [message, exitCode, ...codes] = await refusal(() => opened(undefined, { account: "main" }, env));
    expect([message, exitCode, codes.length]).toEqual([
      `there is no configuration here, and the credentials of main in ${FROM} can't be used either`,
      3,
      1,
    ]);
  });
});

describe("an address needs no credentials", () => {
  const ADDRESS = { BOTFORM_MAIN_API_URL: "https://main.example" };
  const addressed = (text: string | undefined, account?: string, env: Record<string, string> = ADDRESS) => {
    const { host, said } = listening(env);
    const found = addressOf(host, { config: text && at.written(text), ...(account !== undefined && { account }) });
    return [found, said];
  };
  const MAIN_AT = { account: "main", apiUrl: "https://main.example" };

  it.each([
    ["of the only account", yaml("main"), undefined, MAIN_AT, []],
    ["of the one that is named", yaml("main", "other"), "other", { ...MAIN_AT, account: "other" }, []],
    ["of a configuration whose bots have errors", BROKEN, "main", MAIN_AT, []],
    [
      "of the environment",
      undefined,
      "main",
      MAIN_AT,
      ["note: there is no configuration here; the address of main is read from BOTFORM_MAIN_API_URL"],
    ],
  ] as const)("%s", (_what, text, account, expected, said) => {
    expect(addressed(text, account)).toEqual([expected, said]);
  });

  it.each([
    [yaml("main"), undefined, {}, "the address of main can't be used", ["config/env-missing"]],
    [undefined, "main", { BOTFORM_MAIN_API_URL: "ftp://x" }, "the address of main can't be used", ["config/bad-url"]],
    [
      yaml("main", "other"),
      undefined,
      {},
      "name the account: the configuration has several accounts (main, other)\nUse --account.",
      [],
    ],
  ] as const)("and there is none: %j %j", async (text, account, env, message, codes) => {
    expect(await refusal(() => addressed(text, account, env))).toEqual([message, 3, ...codes]);
  });
});
