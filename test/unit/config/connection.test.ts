import { dirname, join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { missingVariable, resolveAddress, resolveConnection } from "../../../src/config/connection.js";
import { type ConfiguredAccount, loadSources } from "../../../src/config/load.js";
import { folder } from "../app/room.js";
import { ACCOUNT, botYaml, withAccount } from "./fleet.js";

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

describe("a variable that isn't set, where a file of variables stands by", () => {
  const at = folder();
  const SAYS = "account main: the environment variable BOTFORM_KEY is not set, or empty";
  it.each<[string, boolean]>([
    ["BOTFORM_KEY=k\n", true],
    ["A=1\n  export BOTFORM_KEY = k\n", false],
    ["A=1\n  export BOTFORM_KEY=k\n", true],
    ["BOTFORM_KEY=\n", false],
    ["BOTFORM_KEY=  \nBOTFORM_SECRET=s\n", false],
    ["BOTFORM_KEYS=k\n", false],
    ["# BOTFORM_KEY=k\n", false],
    [`BOTFORM_KEY=k\n${"#".repeat(1024 * 1024)}`, false],
    [`BOTFORM_KEY=k\n${"#".repeat(1024 * 1024 - "BOTFORM_KEY=k\n".length)}`, true],
  ])("is said to be set there, of the file that begins %j: %s", (text, isThere) => {
    const file = at.written(text, ".env");
    const value = { value: { env: "BOTFORM_KEY" }, origin: { file: join(dirname(file), "botform.yaml"), path: [] } };
    const shown = missingVariable("main", value, {});
    expect([shown.code, shown.summary, shown.remedy]).toEqual([
      ...["config/env-missing", SAYS],
      isThere
        ? `${file} sets it: add --env-from ${file}.`
        : "Set BOTFORM_KEY, or BOTFORM_KEY_FILE to the path of a file that holds it, before you start botform or in a file given with --env-from; or let a credential helper give it.",
    ]);
    const inFolder = { ...value, origin: { file: join(dirname(file), "botform", "a.yaml"), path: [] } };
    expect(missingVariable("main", inFolder, {}).remedy).toBe(shown.remedy);
  });
});

test("what the account states beside them is handed on, and the proxy of the environment", () => {
  const { account } = configured();
  const serviceFacts = { file: "facts.json", origin: "https://api.example.net", seen: [] };
  const budget = { requestsPerSecond: 5 };
  const connection = { ...account.connection, budget, nonceWindow: 30, serviceFacts };
  const resolved = resolveConnection({ connection }, { ...ENV, BOTFORM_PROXY: "http://p:1" });
  const opened = { apiUrl: "https://api.example.net", apiKey: "key", apiSecret: SECRET, secrets: [] };
  expect(resolved).toEqual({
    connection: { ...opened, budget, nonceWindow: 30, serviceFacts, proxy: "http://p:1" },
  });
  expect(resolveConnection(account, { ...ENV, BOTFORM_PROXY: "" })).toEqual({ connection: opened });
});

test("loading needs no environment, and holds no value of it", () => {
  expect(configured().account.connection.apiSecret.value).toEqual({ env: "BOTFORM_SECRET" });
});

describe("what can't be resolved is named by its variable, never by its value", () => {
  const UNSET = (name: string) => [
    `account main: the environment variable ${name} is not set, or empty`,
    `Set ${name}, or ${name}_FILE to the path of a file that holds it, before you start botform or in a file given with --env-from${name === "BOTFORM_URL" ? "" : "; or let a credential helper give it"}.`,
  ];
  const EMPTY = (name: string) => [
    `account main: the environment variable ${name} is not set, or empty`,
    `It is set, but empty. An empty line ${name}= in the --env-from file counts, too, and wins over the environment: write the value there, or remove the line.`,
  ];
  const ADDRESS = "account main: the address in BOTFORM_URL";
  const BEYOND = [
    `${ADDRESS} goes on after the host`,
    "Leave out everything after the host; a webhook's token doesn't belong here.",
  ];
  const NOT_HTTPS = [`${ADDRESS} doesn't begin with https://`, "Use https; http works only for this machine."];
  const USER = [`${ADDRESS} contains a user or password`, "Leave them out."];
  const BAD_KEY = [
    "account main: the API key contains characters that a header can't carry",
    "Copy the key again, without quotes, spaces or line ends; its value is not shown here.",
  ];
  const url = (text: string) => ({ BOTFORM_URL: text });
  const cases: readonly {
    env: Record<string, string | undefined>;
    code: string;
    says: readonly string[];
    because: string;
  }[] = [
    { env: { BOTFORM_KEY: undefined }, code: "env-missing", says: UNSET("BOTFORM_KEY"), because: "not set" },
    { env: { BOTFORM_SECRET: "" }, code: "env-missing", says: EMPTY("BOTFORM_SECRET"), because: "empty" },
    { env: { BOTFORM_SECRET: "  \n" }, code: "env-missing", says: EMPTY("BOTFORM_SECRET"), because: "blank" },
    { env: { BOTFORM_KEY: "k€y" }, code: "bad-key", says: BAD_KEY, because: "no header takes it" },
    { env: { BOTFORM_KEY: "k y" }, code: "bad-key", says: BAD_KEY, because: "a space inside" },
    ...(["key", "secret"] as const).map((what) => ({
      env: { [`BOTFORM_${what.toUpperCase()}`]: `"${SECRET}"` },
      code: "bad-key",
      says: [
        `account main: the API ${what} begins and ends with a quote`,
        "Remove the quotes from the variable's value; it is not shown here.",
      ],
      because: `quotes around the ${what}`,
    })),
    { env: url(`http://${SECRET}.net`), code: "bad-url", says: NOT_HTTPS, because: "http" },
    { env: url("http://0.0.0.0"), code: "bad-url", says: NOT_HTTPS, because: "not loopback" },
    { env: url("http://127.0.0.1.net"), code: "bad-url", says: NOT_HTTPS, because: "only begins like loopback" },
    { env: url("http://my-localhost"), code: "bad-url", says: NOT_HTTPS, because: "only ends like localhost" },
    { env: url("file:///etc/passwd"), code: "bad-url", says: NOT_HTTPS, because: "no host" },
    {
      env: url(`x ${SECRET}`),
      code: "bad-url",
      says: [`${ADDRESS} isn't an address`, "Write https://host; of this machine http://127.0.0.1:PORT."],
      because: "no address",
    },
    { env: url(`https://u:${SECRET}@a.net`), code: "bad-url", says: USER, because: "user and password" },
    { env: url(`https://${SECRET}@a.net`), code: "bad-url", says: USER, because: "a user alone" },
    { env: url(`https://:${SECRET}@a.net`), code: "bad-url", says: USER, because: "a password alone" },
    { env: url(`https://a.net/${SECRET}`), code: "bad-url", says: BEYOND, because: "a path" },
    { env: url(`https://a.net?k=${SECRET}`), code: "bad-url", says: BEYOND, because: "a query" },
    { env: url(`https://a.net#${SECRET}`), code: "bad-url", says: BEYOND, because: "a fragment" },
    { env: url("https://a.net?"), code: "bad-url", says: BEYOND, because: "an empty query" },
    { env: url("https://a.net/#"), code: "bad-url", says: BEYOND, because: "an empty fragment" },
  ];
  test.each(cases)("$env $because → $code", ({ env, code, says }) => {
    const { account, config } = configured();
    const resolved = resolveConnection(account, { ...ENV, ...env });
    if (!("diagnostics" in resolved)) throw new Error("resolved");
    const found = config.locate(resolved.diagnostics);
    expect(found.map(({ summary, remedy }) => [summary, remedy])).toEqual([says]);
    expect(found[0]?.code).toBe(`config/${code}`);
    expect(found[0]?.severity).toBe("error");
    const key = code === "bad-url" ? "apiUrl" : Object.keys(env)[0] === "BOTFORM_KEY" ? "apiKey" : "apiSecret";
    expect(found[0]?.origin).toEqual({ file: "a.yaml", path: ["accounts", "main", key] });
    expect(JSON.stringify(found)).not.toContain(SECRET);
    expect(resolveAddress(account.connection, { ...ENV, ...env })).toEqual(
      code === "bad-url" ? resolved : { apiUrl: "https://api.example.net" },
    );
  });

  test("an address alone, too", () => {
    const found = resolveAddress(configured().account.connection, {});
    expect("diagnostics" in found && found.diagnostics.map(({ code, summary }) => [code, summary])).toEqual([
      ["config/env-missing", UNSET("BOTFORM_URL")[0]],
    ]);
  });

  test("a variable that serves several keys is reported once, where it is first needed", () => {
    const text = withAccount(`bots:\n${botYaml("x")}`, "hookUrl: ${env.BOTFORM_URL}");
    const file = text.replace("https://api.example.net", "${env.BOTFORM_URL}");
    const [account] = loadSources([{ file: "a.yaml", text: file }]).accounts;
    if (account === undefined) throw new Error("no account");
    const resolved = resolveConnection(account, { ...ENV, BOTFORM_URL: undefined });
    const origins = "diagnostics" in resolved && resolved.diagnostics.map(({ origin }) => origin?.path.at(-1));
    expect(origins).toEqual(["apiUrl"]);
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

test("the webhooks' token and addresses are secrets, too, where they are set", () => {
  const lines = [
    "hookUrl: https://hook.example.net/",
    "hookAccount: ${env.BOTFORM_NUMBER}",
    "hookToken: ${env.BOTFORM_TOKEN}",
    "hookUrls: { close: '${env.BOTFORM_CLOSE}', open: '${env.BOTFORM_OPEN}' }",
  ];
  const [account] = loadSources([{ file: "a.yaml", text: withAccount(`bots:\n${botYaml("x")}`, ...lines) }]).accounts;
  if (account === undefined) throw new Error("no account");
  const env = {
    ...ENV,
    BOTFORM_NUMBER: "12",
    BOTFORM_TOKEN: "t0ken",
    BOTFORM_CLOSE: "https://h.net/c",
    BOTFORM_OPEN: "",
  };
  expect(resolveConnection(account, { ...env, BOTFORM_PROXY: "http://proxy:1" })).toEqual({
    connection: {
      apiUrl: "https://api.example.net",
      hookUrl: "https://hook.example.net",
      apiKey: "key",
      apiSecret: SECRET,
      secrets: ["t0ken", "https://h.net/c"],
      proxy: "http://proxy:1",
    },
  });
  expect(resolveConnection(account, { ...env, BOTFORM_PROXY: "" })).not.toHaveProperty("connection.proxy");
});

describe("a host that the environment doesn't allow (threat 12)", () => {
  const LINES = ["hookUrl: https://hook.example.net/", "hookUrls: { open: '${env.BOTFORM_OPEN}' }"];
  const [account] = loadSources([{ file: "a.yaml", text: withAccount(`bots:\n${botYaml("x")}`, ...LINES) }]).accounts;
  const env = { ...ENV, BOTFORM_OPEN: "https://open.example.net/c/t0ken" };
  const refused = (...lists: readonly string[]) => {
    if (account === undefined) throw new Error("no account");
    const envs = lists.map((list) => ({ BOTFORM_ALLOWED_HOSTS: list }));
    const resolved = resolveConnection(account, env, envs);
    return "diagnostics" in resolved ? resolved.diagnostics : [];
  };

  test("is refused for each of an account's addresses, and no message shows more of it than the host", () => {
    const found = refused("other.example");
    expect(found.map(({ code, summary }) => [code, summary])).toEqual(
      [
        "apiUrl leads to https://api.example.net",
        "hookUrl leads to https://hook.example.net",
        "open leads to https://open.example.net",
      ].map((what) => ["config/host-not-allowed", `account main: ${what}, which BOTFORM_ALLOWED_HOSTS doesn't allow`]),
    );
    expect(found.map(({ origin }) => origin?.path.at(-1))).toEqual(["apiUrl", "hookUrl", "open"]);
    expect(JSON.stringify(found)).not.toContain("t0ken");
  });

  test("by one of two environments is enough, and none of them can widen the other", () => {
    const all = "api.example.net,hook.example.net,open.example.net";
    expect(refused(all, "*.example.net")).toEqual([]);
    expect(refused("api.example.net,hook.example.net", all)).toHaveLength(1);
    expect(refused(all, "api.example.net,hook.example.net")).toHaveLength(1);
  });
});
