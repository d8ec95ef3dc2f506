// What opens an account, by where it is kept.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { addressIn, connectionOf, forbiddenHosts, hookOf } from "../../../../src/app/credentials/supply.js";
import type { Environments } from "../../../../src/app/host.js";
import type { AccountConnection } from "../../../../src/config/settings.js";
import { settingOf } from "../../../../src/config/settings.js";
import { folder, listening } from "../room.js";

const at = folder();
const setting = (text: string) => settingOf(text, { file: "a.yaml", path: [] });

const CONNECTION: AccountConnection = {
  account: "main",
  apiUrl: setting("${env.BOTFORM_URL}"),
  hookUrl: setting("https://hook.example.net"),
  apiKey: setting("${env.BOTFORM_KEY}"),
  apiSecret: setting("${env.BOTFORM_SECRET}"),
  hook: { account: setting("${env.BOTFORM_HOOK}"), token: setting("${env.BOTFORM_TOKEN}"), paths: {}, urls: {} },
};
const HOOK = { action: "open", dialect: "flat" } as const;

function inFiles(): Record<string, string> {
  return {
    BOTFORM_URL_FILE: at.written("https://api.example.net\n"),
    BOTFORM_KEY_FILE: at.written("the-key\n"),
    BOTFORM_SECRET_FILE: at.written("the-secret\n"),
    BOTFORM_HOOK_FILE: at.written("the-hook\n"),
    BOTFORM_TOKEN_FILE: at.written("the-token\n"),
  };
}

describe("an account whose values are in files", () => {
  it("is opened by them, and none of it is shown from then on", async () => {
    const { host, concealed } = listening(inFiles());
    expect(await connectionOf(host, { connection: CONNECTION })).toEqual({
      connection: {
        ...{ apiUrl: "https://api.example.net", hookUrl: "https://hook.example.net" },
        ...{ apiKey: "the-key", apiSecret: "the-secret", secrets: ["the-token"] },
      },
    });
    expect(concealed.toSorted()).toEqual(["the-hook", "the-key", "the-secret", "the-token"]);
    expect(await hookOf(host, CONNECTION, HOOK)).toMatchObject({
      address: { url: "https://hook.example.net/crazy/hook/the-hook:the-token" },
    });
  });

  it("is read once for a run: a pipe can't be read again", async () => {
    const env = inFiles();
    const { host } = listening(env);
    const first = await connectionOf(host, { connection: CONNECTION });
    for (const path of Object.values(env)) rmSync(path);
    expect(await connectionOf(host, { connection: CONNECTION })).toEqual(first);
    expect(await connectionOf(listening(env).host, { connection: CONNECTION })).toEqual(first);
    expect(await connectionOf(listening({ ...env }).host, { connection: CONNECTION })).toHaveProperty("diagnostics");
  });

  it("names every file that can't be used, with its account", async () => {
    const env = { ...inFiles(), BOTFORM_KEY: "k", BOTFORM_SECRET_FILE: at.written("") };
    const { host } = listening(env);
    const expected = [
      ["config/secret-file", "account main: both BOTFORM_KEY and BOTFORM_KEY_FILE are set"],
      [
        "config/secret-file",
        `account main: the file ${env.BOTFORM_SECRET_FILE}, which BOTFORM_SECRET_FILE names, is empty`,
      ],
    ];
    const { diagnostics } = { diagnostics: [], ...(await connectionOf(host, { connection: CONNECTION })) };
    expect(diagnostics.map(({ code, summary }) => [code, summary])).toEqual(expected);
    expect(await hookOf(host, CONNECTION, HOOK)).toMatchObject({ kind: "unusable", diagnostics });
  });

  it("is refused where a file holds the secret of something else (threat 12)", async () => {
    const env = { ...inFiles(), BOTFORM_KEY_FILE: at.written("the-secret") };
    expect(await connectionOf(listening(env).host, { connection: CONNECTION })).toMatchObject({
      diagnostics: [{ code: "config/secret-elsewhere" }],
    });
  });
});

describe("an account whose keys a helper has", () => {
  /** A helper that counts how often it is asked, and the variables that name it. */
  function helper(script: string) {
    const asked = at.fresh("asked");
    mkdirSync(dirname(asked));
    const path = at.written(`#!/bin/sh\necho . >> '${asked}'\n${script}\n`, "helper");
    chmodSync(path, 0o755);
    const env = { PATH: process.env.PATH, BOTFORM_CREDENTIAL_HELPER: path, BOTFORM_URL: "https://api.example.net" };
    return { path, env, times: () => (existsSync(asked) ? readFileSync(asked, "utf8").length / 2 : 0) };
  }
  const KEYS = "echo BOTFORM_KEY=the-key; echo BOTFORM_SECRET=the-secret; echo BOTFORM_TOKEN=the-token";
  const codes = (resolved: object) =>
    "diagnostics" in resolved && Array.isArray(resolved.diagnostics)
      ? resolved.diagnostics.map(({ code }) => code)
      : [];

  it("is opened by them; it is asked once, and what it says to standard error is passed on without them", async () => {
    const { path, env, times } = helper(`${KEYS}; echo BOTFORM_HOOK=the-hook; echo unlocked the-key >&2`);
    const { host, concealed, said } = listening(env);
    const opened = { apiKey: "the-key", apiSecret: "the-secret", secrets: ["the-token"] };
    for (let count = 0; count < 2; count += 1)
      expect(await connectionOf(host, { connection: CONNECTION })).toMatchObject({ connection: opened });
    expect(await hookOf(host, CONNECTION, HOOK)).toMatchObject({ kind: "address" });
    expect(new Set(concealed)).toEqual(new Set(["the-key", "the-secret", "the-token", "the-hook"]));
    expect(said).toEqual([`note: the credential helper ${path}: unlocked ***`]);
    expect(times()).toBe(1);
  });

  it("is asked by the first command that needs one: not where the environment and files have them all", async () => {
    const { env, times } = helper("exit 1");
    const { BOTFORM_URL_FILE: _url, ...files } = inFiles();
    const { host } = listening({ ...env, ...files });
    expect(await connectionOf(host, { connection: CONNECTION })).toHaveProperty("connection");
    expect(addressIn(listening(env).host, CONNECTION)).toHaveProperty("apiUrl");
    expect(forbiddenHosts(listening(env).host, CONNECTION)).toEqual([]);
    // What only webhooks need isn't fetched for a plan.
    const { BOTFORM_TOKEN_FILE: _token, ...api } = files;
    expect(await connectionOf(listening({ ...env, ...api }).host, { connection: CONNECTION })).toHaveProperty(
      "connection",
    );
    expect(times()).toBe(0);
  });

  it("comes after variable and file: they win, and the rest is asked for", async () => {
    const { env, times } = helper(`${KEYS}; cat >&2`);
    const { host, said } = listening({ ...env, BOTFORM_KEY: "own", BOTFORM_HOOK_FILE: at.written("kept") });
    expect(await connectionOf(host, { connection: CONNECTION })).toMatchObject({
      connection: { apiKey: "own", apiSecret: "the-secret" },
    });
    expect(said).toEqual([expect.stringMatching(/api=.* \/ variable=BOTFORM_SECRET \/ variable=BOTFORM_TOKEN$/)]);
    expect(times()).toBe(1);
  });

  it("isn't asked for an account that is refused, whose address isn't known, or whose files can't be used", async () => {
    const { env, times } = helper(KEYS);
    const of = async (more: object) =>
      codes(await connectionOf(listening({ ...env, ...more }).host, { connection: CONNECTION }));
    expect(await of({ BOTFORM_ALLOWED_HOSTS: "other.example.net,hook.example.net" })).toEqual([
      "config/host-not-allowed",
    ]);
    expect(await of({ BOTFORM_URL: "http://api.example.net" })).toEqual(["config/bad-url"]);
    expect(await of({ BOTFORM_URL: "" })).toEqual(["config/env-missing"]);
    expect(await of({ BOTFORM_KEY_FILE: at.fresh() })).toEqual(["config/secret-file"]);
    const evil = { ...CONNECTION, apiKey: setting("${env.BOTFORM_OTHER_API_SECRET}") };
    expect(codes(await connectionOf(listening(env).host, { connection: evil }))).toEqual(["config/secret-elsewhere"]);
    expect(
      codes(await connectionOf(listening(env).host, { connection: { ...CONNECTION, account: "a\nb" } })),
    ).toContain("config/env-missing");
    expect(times()).toBe(0);
  });

  it("says what is wrong with it, once it has been asked, and that it has no such value", async () => {
    const failing = helper("echo locked >&2; exit 1");
    const { host } = listening(failing.env);
    for (let count = 0; count < 2; count += 1)
      expect(await connectionOf(host, { connection: CONNECTION })).toMatchObject({
        diagnostics: [
          {
            code: "config/credential-helper",
            summary: `account main: the credential helper ${failing.path} ended with code 1: locked`,
          },
        ],
      });
    expect(await hookOf(listening({ ...failing.env }).host, CONNECTION, HOOK)).toMatchObject({
      diagnostics: [{ code: "config/credential-helper" }],
    });
    expect(failing.times()).toBe(2);
    const { env, path } = helper("echo BOTFORM_KEY=the-key");
    expect(await connectionOf(listening(env).host, { connection: CONNECTION })).toMatchObject({
      diagnostics: [
        {
          code: "config/env-missing",
          remedy: `The credential helper ${path} was asked for it, and has none. Set BOTFORM_SECRET, or BOTFORM_SECRET_FILE to the path of a file that holds it, before you start botform or in a file given with --env-from; or let a credential helper give it.`,
        },
      ],
    });
    expect(codes(await hookOf(listening(env).host, CONNECTION, HOOK))).toEqual([
      "config/env-missing",
      "config/env-missing",
    ]);
    const unusable = { BOTFORM_CREDENTIAL_HELPER: "keys" };
    expect(codes(await connectionOf(listening(unusable).host, { connection: CONNECTION }))).toEqual([
      "config/credential-helper",
    ]);
  });

  it("is named by the process's own environment, and gets nothing else", async () => {
    const { env, times } = helper(`${KEYS}; echo "$BOTFORM_X" >&2`);
    const added = { BOTFORM_X: "added" };
    const { host, said } = listening(env);
    await connectionOf({ ...host, env: { ...env, ...added }, envs: [env, added] }, { connection: CONNECTION });
    expect([times(), said]).toEqual([1, []]);
    const own = { BOTFORM_URL: env.BOTFORM_URL, BOTFORM_CREDENTIAL_HELPER: "" };
    await connectionOf({ ...host, env: { ...own, ...env }, envs: [own, env] }, { connection: CONNECTION });
    expect(times()).toBe(1);
  });
});

describe("an address in a file", () => {
  const env = (text: string): Environments => {
    const own = { BOTFORM_URL_FILE: at.written(text), BOTFORM_KEY_FILE: at.fresh() };
    return { env: own, envs: [own] };
  };

  it("is known without any key", async () => {
    expect(addressIn(env("https://api.example.net"), CONNECTION)).toEqual({ apiUrl: "https://api.example.net" });
    expect(addressIn(env(""), CONNECTION)).toMatchObject({ diagnostics: [{ code: "config/secret-file" }] });
  });

  it("is one that the environment has to allow", async () => {
    const own = { ...env("https://api.example.net").env, BOTFORM_ALLOWED_HOSTS: "other.example.net,hook.example.net" };
    expect(forbiddenHosts({ env: own, envs: [own] }, CONNECTION).map(({ summary }) => summary)).toEqual([
      "account main: apiUrl leads to https://api.example.net, which BOTFORM_ALLOWED_HOSTS doesn't allow",
    ]);
    const { hookUrl: _hookUrl, ...without } = CONNECTION;
    expect(forbiddenHosts({ env: own, envs: [own] }, { ...without, hookUrl: undefined })).toHaveLength(1);
  });
});
