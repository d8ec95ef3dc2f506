// What opens an account, by where it is kept.
import { rmSync } from "node:fs";
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
  it("is opened by them, and none of it is shown from then on", () => {
    const { host, concealed } = listening(inFiles());
    expect(connectionOf(host, { connection: CONNECTION })).toEqual({
      connection: {
        ...{ apiUrl: "https://api.example.net", hookUrl: "https://hook.example.net" },
        ...{ apiKey: "the-key", apiSecret: "the-secret", secrets: ["the-token"] },
      },
    });
    expect(concealed.toSorted()).toEqual(["the-hook", "the-key", "the-secret", "the-token"]);
    expect(hookOf(host, CONNECTION, HOOK)).toMatchObject({
      address: { url: "https://hook.example.net/crazy/hook/the-hook:the-token" },
    });
  });

  it("is read once for a run: a pipe can't be read again", () => {
    const env = inFiles();
    const { host } = listening(env);
    const first = connectionOf(host, { connection: CONNECTION });
    for (const path of Object.values(env)) rmSync(path);
    expect(connectionOf(host, { connection: CONNECTION })).toEqual(first);
    expect(connectionOf(listening(env).host, { connection: CONNECTION })).toEqual(first);
    expect(connectionOf(listening({ ...env }).host, { connection: CONNECTION })).toHaveProperty("diagnostics");
  });

  it("names every file that can't be used, with its account", () => {
    const env = { ...inFiles(), BOTFORM_KEY: "k", BOTFORM_SECRET_FILE: at.written("") };
    const { host } = listening(env);
    const expected = [
      ["config/secret-file", "account main: both BOTFORM_KEY and BOTFORM_KEY_FILE are set"],
      [
        "config/secret-file",
        `account main: the file ${env.BOTFORM_SECRET_FILE}, which BOTFORM_SECRET_FILE names, is empty`,
      ],
    ];
    const { diagnostics } = { diagnostics: [], ...connectionOf(host, { connection: CONNECTION }) };
    expect(diagnostics.map(({ code, summary }) => [code, summary])).toEqual(expected);
    expect(hookOf(host, CONNECTION, HOOK)).toMatchObject({ kind: "unusable", diagnostics });
  });

  it("is refused where a file holds the secret of something else (threat 12)", () => {
    const env = { ...inFiles(), BOTFORM_KEY_FILE: at.written("the-secret") };
    expect(connectionOf(listening(env).host, { connection: CONNECTION })).toMatchObject({
      diagnostics: [{ code: "config/secret-elsewhere" }],
    });
  });
});

describe("an address in a file", () => {
  const env = (text: string): Environments => {
    const own = { BOTFORM_URL_FILE: at.written(text), BOTFORM_KEY_FILE: at.fresh() };
    return { env: own, envs: [own] };
  };

  it("is known without any key", () => {
    expect(addressIn(env("https://api.example.net"), CONNECTION)).toEqual({ apiUrl: "https://api.example.net" });
    expect(addressIn(env(""), CONNECTION)).toMatchObject({ diagnostics: [{ code: "config/secret-file" }] });
  });

  it("is one that the environment has to allow", () => {
    const own = { ...env("https://api.example.net").env, BOTFORM_ALLOWED_HOSTS: "other.example.net,hook.example.net" };
    expect(forbiddenHosts({ env: own, envs: [own] }, CONNECTION).map(({ summary }) => summary)).toEqual([
      "account main: apiUrl leads to https://api.example.net, which BOTFORM_ALLOWED_HOSTS doesn't allow",
    ]);
    const { hookUrl: _hookUrl, ...without } = CONNECTION;
    expect(forbiddenHosts({ env: own, envs: [own] }, { ...without, hookUrl: undefined })).toHaveLength(1);
  });
});
