import { describe, expect, test } from "vitest";
import { resolveConnection } from "../../../src/config/connection.js";
import { type ConfiguredAccount, loadSources } from "../../../src/config/load.js";
import { ACCOUNT, botYaml } from "./fleet.js";

const SECRET = "CANARY-7f3a9c";

function configured(): { account: ConfiguredAccount; config: ReturnType<typeof loadSources> } {
  const text = `${ACCOUNT.replace("https://api.example.net", "${env.BOTFORM_URL}")}bots:\n${botYaml("x")}`;
  const config = loadSources([{ file: "a.yaml", text }]);
  const [account] = config.accounts;
  if (account === undefined) throw new Error(JSON.stringify(config.diagnostics));
  return { account, config };
}

const ENV = { BOTFORM_URL: "https://api.example.net/", BOTFORM_KEY: "key", BOTFORM_SECRET: SECRET };

test("references are taken from the environment, addresses as origins", () => {
  expect(resolveConnection(configured().account, ENV)).toEqual({
    connection: { apiUrl: "https://api.example.net", apiKey: "key", apiSecret: SECRET, secrets: [] },
  });
});

test("loading needs no environment, and holds no value of it", () => {
  expect(configured().account.connection.apiSecret.value).toEqual({ env: "BOTFORM_SECRET" });
});

describe("what can't be resolved is named by its variable, never by its value", () => {
  const cases: readonly { env: Record<string, string | undefined>; code: string; names: string; because: string }[] = [
    { env: { ...ENV, BOTFORM_KEY: undefined }, code: "config/env-missing", names: "BOTFORM_KEY", because: "not set" },
    { env: { ...ENV, BOTFORM_KEY: "k€y" }, code: "config/bad-key", names: "API key", because: "no header takes it" },
    { env: { ...ENV, BOTFORM_SECRET: "" }, code: "config/env-missing", names: "BOTFORM_SECRET", because: "empty" },
    { env: { ...ENV, BOTFORM_SECRET: "  \n" }, code: "config/env-missing", names: "BOTFORM_SECRET", because: "blank" },
    {
      env: { ...ENV, BOTFORM_URL: `http://${SECRET}.net` },
      code: "config/bad-url",
      names: "BOTFORM_URL",
      because: "http",
    },
    { env: { ...ENV, BOTFORM_URL: SECRET }, code: "config/bad-url", names: "BOTFORM_URL", because: "no address" },
    {
      env: { ...ENV, BOTFORM_URL: `https://u:${SECRET}@a.net` },
      code: "config/bad-url",
      names: "BOTFORM_URL",
      because: "a user",
    },
    {
      env: { ...ENV, BOTFORM_URL: `https://a.net/${SECRET}` },
      code: "config/bad-url",
      names: "BOTFORM_URL",
      because: "a path",
    },
    {
      env: { ...ENV, BOTFORM_URL: "http://0.0.0.0" },
      code: "config/bad-url",
      names: "BOTFORM_URL",
      because: "not loopback",
    },
    {
      env: { ...ENV, BOTFORM_URL: "file:///etc/passwd" },
      code: "config/bad-url",
      names: "BOTFORM_URL",
      because: "no host",
    },
  ];
  test.each(cases)("$names $because → $code", ({ env, code, names }) => {
    const { account, config } = configured();
    const resolved = resolveConnection(account, env);
    if (!("diagnostics" in resolved)) throw new Error("resolved");
    const [found, ...others] = config.locate(resolved.diagnostics);
    expect(others).toEqual([]);
    expect(found?.code).toBe(code);
    expect(found?.summary).toContain(names);
    expect(found?.position?.file).toBe("a.yaml");
    expect(JSON.stringify(found)).not.toContain(SECRET);
  });

  test("all of them at once", () => {
    const resolved = resolveConnection(configured().account, {});
    expect(
      "diagnostics" in resolved && resolved.diagnostics.map(({ summary }) => summary.match(/BOTFORM_\w+/)?.[0]),
    ).toEqual(["BOTFORM_URL", "BOTFORM_KEY", "BOTFORM_SECRET"]);
  });

  test("names that objects inherit are not variables that are set", () => {
    expect("diagnostics" in resolveConnection(configured().account, Object.create(ENV))).toBe(true);
  });
});

test.each(["http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080"])("%s is this machine", (url) => {
  const resolved = resolveConnection(configured().account, { ...ENV, BOTFORM_URL: url });
  expect("connection" in resolved && resolved.connection.apiUrl).toBe(url);
});
