import { describe, expect, test } from "vitest";
import { resolveConnection } from "../../../src/config/connection.js";
import { loadSources } from "../../../src/config/load.js";
import { botYaml } from "./fleet.js";

type Settings = Readonly<Record<string, string>>;

const USUAL: Settings = {
  apiUrl: "https://api.example.net",
  apiKey: "${env.BOTFORM_MAIN_API_KEY}",
  apiSecret: "${env.BOTFORM_MAIN_API_SECRET}",
  accesses: "{ primary: Main }",
};
const COPY: Settings = { ...USUAL, apiKey: "${env.BOTFORM_COPY_API_KEY}", apiSecret: "${env.BOTFORM_COPY_PASSPHRASE}" };

function load(accounts: Readonly<Record<string, Settings>>) {
  const sections = Object.entries(accounts).map(
    ([name, settings]) =>
      `  ${name}:\n${Object.entries(settings)
        .map(([key, value]) => `    ${key}: ${value}\n`)
        .join("")}`,
  );
  return loadSources([{ file: "a.yaml", text: `version: 1\naccounts:\n${sections.join("")}bots:\n${botYaml("x")}` }]);
}

describe("a variable that is a secret is nothing else, whatever account it is of", () => {
  test.each([
    ["apiKey", "BOTFORM_MAIN_API_SECRET", "apiSecret"],
    ["apiKey", "BOTFORM_DROPPED_API_SECRET", "apiSecret"],
    ["apiKey", "BOTFORM_COPY_PASSPHRASE", "apiSecret"],
    ["apiKey", "BOTFORM_DROPPED_HOOK_TOKEN", "hookToken"],
    ["apiKey", "BOTFORM_OPEN", "hookUrls"],
    ["apiUrl", "BOTFORM_COPY_PASSPHRASE", "apiSecret"],
    ["hookUrl", "BOTFORM_MAIN_API_SECRET", "apiSecret"],
    ["hookAccount", "BOTFORM_MAIN_API_SECRET", "apiSecret"],
    ["hookToken", "BOTFORM_COPY_PASSPHRASE", "apiSecret"],
    ["apiSecret", "BOTFORM_DROPPED_HOOK_TOKEN", "hookToken"],
  ])("%s: %s is refused when the configuration is read", (key, variable, place) => {
    const { accounts, diagnostics } = load({
      main: { ...USUAL, [key]: `\${env.${variable}}` },
      copy: { ...COPY, hookUrls: "{ open: '${env.BOTFORM_OPEN}' }" },
    });
    expect(accounts).toEqual([]);
    expect(diagnostics.map(({ code, summary, position }) => [code, summary, position?.line])).toEqual([
      [
        "config/secret-elsewhere",
        `account main: ${key} is \${env.${variable}}, which is a secret: its place is ${place}`,
        expect.any(Number),
      ],
    ]);
  });

  test("two accounts may share one secret, and webhooks one address", () => {
    const urls = "{ open: '${env.BOTFORM_OPEN}', close: '${env.BOTFORM_OPEN}' }";
    expect(load({ main: USUAL, copy: { ...USUAL, hookUrls: urls } }).diagnostics).toEqual([]);
  });
});

describe("a value that is a secret is nothing else", () => {
  const ENV = {
    ...{ BOTFORM_MAIN_API_KEY: "main-key", BOTFORM_MAIN_API_SECRET: "main-secret" },
    ...{ BOTFORM_COPY_API_KEY: "copy-key", BOTFORM_COPY_PASSPHRASE: "copy-secret" },
  };
  const said = (env: Settings, envs?: readonly Settings[]) => {
    const [main] = load({ main: USUAL, copy: COPY }).accounts;
    if (main === undefined) throw new Error("no account");
    const resolved = resolveConnection(main, env, envs);
    return "diagnostics" in resolved ? resolved.diagnostics.map(({ summary }) => summary) : [];
  };
  const refusal = (name: string) =>
    `account main: apiKey is \${env.BOTFORM_MAIN_API_KEY}, which has the same value as ${name}, a secret`;

  test.each([
    ["its own secret", "main-secret", "BOTFORM_MAIN_API_SECRET"],
    ["another account's secret", "copy-secret", "BOTFORM_COPY_PASSPHRASE"],
    ["a secret of no account", " dropped\n", "BOTFORM_DROPPED_API_SECRET"],
  ])("%s", (_what, value, name) => {
    const env = { ...ENV, BOTFORM_DROPPED_API_SECRET: "dropped", BOTFORM_MAIN_API_KEY: value };
    expect(said(env)).toEqual([refusal(name)]);
  });

  test("in whichever of several places it stands", () => {
    const env = { BOTFORM_A_API_SECRET: "shared", BOTFORM_Z_HOOK_TOKEN: "shared", BOTFORM_MAIN_API_SECRET: "shared" };
    const same = (name: string) =>
      `account main: apiSecret is \${env.BOTFORM_MAIN_API_SECRET}, which has the same value as ${name}, a secret`;
    expect(said({ ...ENV, ...env })).toEqual([same("BOTFORM_Z_HOOK_TOKEN")]);
    const { BOTFORM_Z_HOOK_TOKEN: token, ...secrets } = env;
    expect(said({ ...ENV, ...secrets })).toEqual([]);
    expect(said({ BOTFORM_A_HOOK_TOKEN: token, ...ENV, ...secrets })).toEqual([same("BOTFORM_A_HOOK_TOKEN")]);
  });

  test("of any environment: what an env file covers stays a secret", () => {
    const file = { BOTFORM_MAIN_API_SECRET: "new", BOTFORM_MAIN_API_KEY: "main-secret" };
    expect(said({ ...ENV, ...file }, [ENV, file])).toEqual([refusal("BOTFORM_MAIN_API_SECRET")]);
    const covered = { ...ENV, BOTFORM_MAIN_API_KEY: "main-secret" };
    expect(said(ENV, [covered, ENV])).toEqual([refusal("BOTFORM_MAIN_API_SECRET")]);
  });

  test("nothing is said of values that are apart, or missing", () => {
    expect(said(ENV)).toEqual([]);
    expect(said({ ...ENV, BOTFORM_DROPPED_API_SECRET: "", BOTFORM_MAIN_API_KEY: "" })).toEqual([
      "account main: the environment variable BOTFORM_MAIN_API_KEY is not set, or empty",
    ]);
  });
});
