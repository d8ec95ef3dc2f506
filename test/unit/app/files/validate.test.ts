// What a look at a configuration alone finds: its problems, its files, its policies with their waivers, and their findings.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  checkPolicies,
  countsOf,
  endOf,
  filesOf,
  listPolicies,
  validateConfiguration,
} from "../../../../src/app/files/validate.js";
import { folder, refusal } from "../room.js";

const at = folder();
const ACCOUNT = `    apiUrl: \${env.BOTFORM_URL}
    apiKey: \${env.BOTFORM_KEY}
    apiSecret: \${env.BOTFORM_SECRET}
    accesses: { primary: Main }
`;
const BOT =
  "pairTitle: USDT-BTC, strategy: LONG, leverage: 5, marginMode: CROSS, typeTakeProfit: LIMIT, typeFirstOrder: MARKET, percentTakeProfit: 1.2, percentSafetyOrder: 1.5, volumeFirstOrder: 20, volumeSafetyOrder: 20";
const day = (fromToday: number) => new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10);

function config({ policies = "", bots = `  a: { title: A, ${BOT} }\n`, accounts = ["copy", "main"] } = {}): string {
  const all = accounts.map((name) => `  ${name}:\n${ACCOUNT}`).join("");
  return at.written(`version: 1\naccounts:\n${all}${policies}bots:\n${bots}`);
}
const FEW =
  "policies:\n  few: { rule: max-leverage, limit: 3 }\n  some: { rule: max-leverage, limit: 4, severity: warn }\n";
const envs = [{}];
const namesOf = (findings: readonly { readonly policy?: string | undefined; readonly address?: string }[]) =>
  findings.flatMap(({ policy, address }) => (policy === undefined ? [] : [`${policy} ${address}`])).toSorted();

describe("a configuration that is validated", () => {
  it("ends with 6 where it is strict and a policy denies, and counts a denial by itself", () => {
    const validated = validateConfiguration({ env: {}, envs }, { config: config({ policies: FEW }) });
    expect(countsOf(validated)).toEqual({ errors: 0, warnings: 2, denials: 2, notes: 0 });
    expect([endOf(validated), endOf(validated, true), endOf({ ...validated, findings: [] }, true)]).toEqual([0, 6, 0]);
  });

  it("counts each severity by itself, and waived findings as notes", () => {
    const diagnostic = (severity: "error" | "warning") => ({ severity, code: "config/x", summary: "s", remedy: "r" });
    const finding = (severity: "deny" | "warn") => ({
      ...{ code: "policy/max-leverage", severity, kind: "breach" as const, summary: "s", remedy: "r" },
    });
    const waived = { ...finding("deny"), waived: { reason: "r", until: "2026-12-31" } };
    const diagnostics = (["error", "error", "warning"] as const).map(diagnostic);
    const findings = [finding("deny"), finding("warn"), finding("warn"), finding("warn"), waived];
    expect(countsOf({ diagnostics, findings })).toEqual({ errors: 2, warnings: 4, denials: 1, notes: 1 });
    expect(endOf({ diagnostics, findings }, true)).toBe(3);
  });

  it.each<[number, readonly string[]]>([
    [0, []],
    [-3, ["warning plan/hold-ended 11"]],
    [-20, ["error plan/hold-overdue 11"]],
  ])("says once that a hold has ended, %i days from now: %j", (days, said) => {
    const holds = `holds:\n  - { bots: ["*"], reason: r, until: ${day(days)} }\n`;
    const { diagnostics } = validateConfiguration({ env: {}, envs }, { config: config({ policies: holds }) });
    expect(diagnostics.map(({ severity, code, position }) => `${severity} ${code} ${position?.line}`)).toEqual(
      said.map((one) => one.replace("11", String(diagnostics[0]?.position?.line))),
    );
    expect(diagnostics.every(({ position }) => position !== undefined)).toBe(true);
  });

  it("says beside an ended hold whatever else is wrong", () => {
    const holds = `holds:\n  - { bots: ["*"], reason: r, until: ${day(-3)} }\n`;
    const bots = "  a: { title: A, pairTitle: USDT-BTC, strategy: LONG }\n";
    const options = { config: config({ policies: holds, bots, accounts: ["main"] }) };
    const codes = validateConfiguration({ env: {}, envs }, options).diagnostics.map(({ code }) => code);
    expect(codes).toEqual(["plan/hold-ended", "config/incomplete-bot"]);
    expect(checkPolicies({ envs }, options).diagnostics.map(({ code }) => code)).toEqual(["config/incomplete-bot"]);
    expect(listPolicies(options).diagnostics.map(({ code }) => code)).toEqual(["config/incomplete-bot"]);
  });

  it("leads nowhere that the environment doesn't allow, by a written address or a known variable", () => {
    const path = config();
    const of = (env: Readonly<Record<string, string>>) =>
      validateConfiguration({ env, envs: [env] }, { config: path }).diagnostics.map(
        ({ code, position, summary }) => `${code} ${position?.line} ${summary}`,
      );
    const BOTFORM_ALLOWED_HOSTS = "api.example.net";
    const refused = (line: number, account: string) =>
      `config/host-not-allowed ${line} account ${account}: apiUrl leads to https://x.example.net, which BOTFORM_ALLOWED_HOSTS doesn't allow`;
    expect(of({ BOTFORM_ALLOWED_HOSTS })).toEqual([]);
    expect(of({ BOTFORM_ALLOWED_HOSTS, BOTFORM_URL: "https://api.example.net" })).toEqual([]);
    expect(of({ BOTFORM_ALLOWED_HOSTS, BOTFORM_URL: "https://x.example.net" })).toEqual([
      refused(4, "copy"),
      refused(9, "main"),
    ]);
  });

  it("shows its accounts with their bots, and what policies find about each", () => {
    const { accounts, diagnostics, findings } = validateConfiguration(
      { env: {}, envs },
      { config: config({ policies: FEW }) },
    );
    expect(accounts.map(({ desired }) => [desired.account, desired.bots.map(({ address }) => address)])).toEqual([
      ["copy", ["copy/a"]],
      ["main", ["main/a"]],
    ]);
    expect(diagnostics).toEqual([]);
    expect(namesOf(findings)).toEqual(["few copy/a", "few main/a", "some copy/a", "some main/a"]);
  });

  it("shows its problems where it has any", () => {
    const path = config({ bots: `  a: { title: A, ${BOT}, leverge: 3 }\n` });
    const { accounts, diagnostics, findings } = validateConfiguration({ env: {}, envs }, { config: path });
    expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual(["error config/unknown-key"]);
    expect([accounts, findings]).toEqual([[], []]);
  });

  it("is read from one file, or from all of a folder", () => {
    const file = config();
    expect(filesOf({ config: file })).toEqual([file]);
    const many = at.fresh("many");
    mkdirSync(many, { recursive: true });
    for (const name of ["b.yaml", "a.yml", "notes.txt"]) writeFileSync(join(many, name), "version: 1\n");
    expect(filesOf({ config: many })).toEqual([join(many, "a.yml"), join(many, "b.yaml")]);
  });
});

describe("policies that are checked", () => {
  it.each([
    [undefined, ["few copy/a", "few main/a", "some copy/a", "some main/a"]],
    [[], ["few copy/a", "few main/a", "some copy/a", "some main/a"]],
    [["main"], ["few main/a", "some main/a"]],
  ])("of the accounts %j are %j", (account, expected) => {
    const options = { config: config({ policies: FEW }), ...(account !== undefined && { account }) };
    expect(namesOf(checkPolicies({ envs }, options).findings)).toEqual(expected);
  });

  it("name those of which only a plan shows anything: of totals, of changes, and of what an expression asks for", () => {
    const [rules, names] = [
      [
        "spent: { rule: max-account-margin-percent, limit: 50 }",
        "kept: { rule: free-balance-reserve, limit: 10 }",
        "whole: { rule: max-wallet-exposure, limit: 90, of: account }",
        "bots: { rule: max-wallet-exposure, limit: 90 }",
        "moved: { rule: max-change-percent, limit: 10, fields: [leverage] }",
        "many: { rule: max-bots-changed, limit: 10 }",
        "unused: { rule: free-balance-reserve, limit: 10, severity: off }",
        "lever: { rule: max-leverage, limit: 50 }",
      ],
      ["kept", "many", "moved", "spent", "whole"],
    ];
    const path = config({ policies: `policies:\n${rules.map((one) => `  ${one}\n`).join("")}` });
    expect(checkPolicies({ envs }, { config: path }).unchecked.toSorted()).toEqual(names);
  });

  it("are refused for an account that isn't there, and for a configuration with errors", async () => {
    expect(await refusal(() => checkPolicies({ envs }, { config: config(), account: ["third"] }))).toEqual([
      "the configuration has no account third; it has copy, main",
      3,
    ]);
    const broken = config({ bots: `  a: { title: A, ${BOT}, leverge: 3 }\n` });
    const said = ["the configuration has errors\nbotform explain CODE tells more of each.", 3, "config/unknown-key"];
    expect(await refusal(() => checkPolicies({ envs }, { config: broken }))).toEqual(said);
    expect(await refusal(() => listPolicies({ config: broken }))).toEqual(said);
  });
});

describe("the list of policies", () => {
  const waived = (until: string) =>
    `policies:\n  few:\n    rule: max-leverage\n    limit: 3\n    waivers: [{ bots: [a], reason: known, until: ${until} }]\n`;
  const listed = (until: string) => listPolicies({ config: config({ policies: waived(until) }) }).policies;

  it.each([
    ["today", 0, 1],
    ["tomorrow", 1, 2],
    ["in a week", 7, 8],
    ["yesterday", -1, 0],
    ["long ago", -40, 0],
  ])("counts the days of a waiver until %s, the last one included", (_when, fromToday, days) => {
    const [few] = listed(day(fromToday));
    expect(few?.days).toEqual([days]);
  });

  it("has each policy with its place, and the ones that always hold", () => {
    const path = config({ policies: FEW });
    const { policies, always, diagnostics } = listPolicies({ config: path });
    expect(policies.map(({ policy, position, days }) => [policy.name, position, days])).toEqual([
      ["few", expect.objectContaining({ file: path, line: 14, column: 3 }), []],
      ["some", expect.objectContaining({ file: path, line: 15, column: 3 }), []],
    ]);
    expect(always).toContain("policy/safety-volume");
    expect(always).not.toContain("policy/max-leverage");
    expect(diagnostics).toEqual([]);
  });
});
