// The two keys about running deals: where they may stand, what they come to, and that plans are bound to them.
import { describe, expect, test } from "vitest";
import { compareConfigurations } from "../../../src/authoring/compare.js";
import { exportYaml } from "../../../src/authoring/export.js";
import { type LoadedConfig, loadSources } from "../../../src/config/load.js";

interface Written {
  readonly account?: string;
  readonly defaults?: string;
  readonly template?: string;
  readonly bot?: string;
  readonly overrides?: string;
}

function written({ account, defaults, template, bot, overrides }: Written): string {
  const line = (indent: number, text: string | undefined) => (text === undefined ? [] : [" ".repeat(indent) + text]);
  return [
    "version: 1",
    "accounts:",
    "  main:",
    "    preset: cryptorg",
    "    apiKey: ${env.BOTFORM_KEY}",
    "    apiSecret: ${env.BOTFORM_SECRET}",
    "    accesses: { primary: Main }",
    ...line(4, account),
    ...(overrides === undefined ? [] : ["    overrides:", ...line(6, overrides)]),
    ...(defaults === undefined ? [] : ["defaults:", ...line(2, defaults)]),
    ...(template === undefined ? [] : ["templates:", "  calm:", ...line(4, template)]),
    "bots:",
    "  a:",
    "    title: A",
    "    leverage: 5",
    ...(template === undefined ? [] : ["    extends: calm"]),
    ...line(4, bot),
    "",
  ].join("\n");
}

function loaded(parts: Written): LoadedConfig {
  return loadSources([{ file: "botform.yaml", text: written(parts) }]);
}

function desiredOf(parts: Written) {
  const { accounts, diagnostics } = loaded(parts);
  const [account] = accounts;
  if (account === undefined) throw new Error(JSON.stringify(diagnostics));
  return account;
}

const errors = (parts: Written) =>
  loaded(parts).diagnostics.flatMap(({ severity, code }) => (severity === "error" ? [code] : []));

describe("activeDeals", () => {
  test.each([
    { account: undefined, is: undefined, because: "keep is what is so without it" },
    { account: "activeDeals: keep", is: undefined, because: "and may be said" },
    { account: "activeDeals: take-profit", is: "take-profit", because: "it is said" },
  ])("$account: $because", ({ account, is }) => {
    expect(desiredOf({ ...(account !== undefined && { account }) }).desired.activeDeals).toBe(is);
  });

  test("takes no other word", () => {
    expect(errors({ account: "activeDeals: close" })).toEqual(["config/unknown-word"]);
  });
});

describe("freezeActiveDeals", () => {
  const yes = "freezeActiveDeals: true";
  const no = "freezeActiveDeals: false";
  test.each([
    { parts: {}, is: undefined, because: "it isn't said" },
    { parts: { bot: yes }, is: true, because: "the bot says so" },
    { parts: { defaults: yes }, is: true, because: "defaults say so" },
    { parts: { template: yes }, is: true, because: "its template says so" },
    { parts: { overrides: yes }, is: true, because: "the account has the last word" },
    { parts: { defaults: yes, bot: no }, is: undefined, because: "the bot wins over defaults" },
    { parts: { bot: yes, overrides: no }, is: undefined, because: "the account wins over the bot" },
  ])("$is: $because", ({ parts, is }) => {
    expect(desiredOf(parts).desired.bots[0]?.freezeActiveDeals).toBe(is);
  });

  test("is true or false", () => {
    expect(errors({ bot: "freezeActiveDeals: maybe" })).toEqual(["config/wrong-type"]);
  });
});

describe("both", () => {
  const whole = { account: "activeDeals: take-profit", bot: "freezeActiveDeals: true" };

  test("bind a plan: each makes another digest, and the defaults make none", () => {
    const digests = [{}, { account: whole.account }, { bot: whole.bot }, whole].map(
      (one) => desiredOf(one).desired.digest,
    );
    expect(new Set(digests).size).toBe(4);
    const said = { account: "activeDeals: keep", bot: "freezeActiveDeals: false" };
    expect(desiredOf(said).desired.digest).toBe(desiredOf({}).desired.digest);
  });

  test("are written by render, and come to the same", () => {
    const exported = exportYaml(desiredOf(whole));
    const text = "text" in exported ? exported.text : "";
    const [again] = loadSources([{ file: "again.yaml", text }]).accounts;
    expect(again?.desired.digest).toBe(desiredOf(whole).desired.digest);
  });

  test("are told by diff", () => {
    const [account] = compareConfigurations([desiredOf({})], [desiredOf(whole)]);
    expect(account?.settings).toEqual([{ name: "activeDeals", after: "take-profit" }]);
    expect(account?.bots[0]?.changes).toEqual([{ name: "freezeActiveDeals", after: true }]);
  });
});
