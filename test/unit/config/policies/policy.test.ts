// Policies as they are written: each problem with its place; shared files found below the root and nowhere else.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, test } from "vitest";
import { loadConfig } from "../../../../src/config/load.js";
import { ACCOUNT, botYaml, load, said } from "../fleet.js";

const codes = (policies: string) =>
  load(`${ACCOUNT}bots:\n${botYaml("x")}policies:\n${policies}\n`).diagnostics.map(
    ({ code, position }) => `${code} ${(position?.line ?? 0) - 22}:${position?.column}`,
  );

describe("a policy", () => {
  test.each([
    ["  p: { rule: max-leverage, limit: 5 }", [], "whole"],
    ["  p: { rule: max-leverage }", ["config/policy-parameter 0:14"], "a limit is needed"],
    ["  p: { limit: 5 }", ["config/policy-parameter 0:3"], "a rule is needed"],
    [
      "  p: { rule: max-leverage, limit: 5, pairs: [A-B] }",
      ["config/policy-parameter 0:45"],
      "a parameter of another rule",
    ],
    ["  p: { rule: max-leverag, limit: 5 }", ["config/unknown-word 0:14"], "no such rule"],
    ["  p: { rule: kill-switch }", ["config/policy-parameter 0:14"], "file or env"],
    ["  p: { rule: affordable, scope: { pair: [A-B] } }", ["config/policy-parameter 0:26"], "totals are of an account"],
    ["  p: { rule: change-windows, windows: [{ timeZone: Mars/Base }] }", ["config/policy-time 0:52"], "no such zone"],
    [
      "  p: { rule: max-leverage, limit: 5, waivers: [{ reason: R, until: 2026-02-30 }] }",
      ["config/policy-time 0:68"],
      "no such day",
    ],
    [
      "  p: { rule: max-leverage, limit: 5, waivers: [{ reason: R, until: soon }] }",
      ["config/bad-text 0:68"],
      "no day at all",
    ],
    [
      "  p: { rule: max-leverage, limit: 5, waivers: [{ until: 2026-02-03 }] }",
      ["config/wrong-type 0:48"],
      "a reason is needed",
    ],
    ["  p: { rule: custom, when: 'bot.' }", ["config/policy-expression 0:28"], "no expression"],
    ["  p: { rule: max-leverage, limits: 5 }", ["config/unknown-key 0:28"], "a misspelled key"],
    ["  p: { rule: kill-switch, file: ../STOP }", ["config/bad-text 0:33"], "out of the folder"],
  ])("%s: %j, %s", (text, expected) => expect(codes(text)).toEqual(expected));
});

it("a policy's values are of their own forms", () => {
  const values = [
    ...["quotes: [USDT]", "quotes: [usdt]", "quotes: [A-USDT]", "quotes: [USDT, USDT]", "limit: 0", "limit: -1"],
    ...[
      "env: BOTFORM_STOP",
      "env: STOP",
      "env: BOTFORM_STOP!",
      "file: a/STOP",
      "file: /STOP",
      "file: STOP/",
      "pattern: ''",
    ],
    ...["when: ''", "message: ''", "windows: []", "waivers: []", "of: bot", "of: fleet", "each: plan", "each: account"],
    ...["scope: { strategy: [LONG, LONG] }", "scope: { title: [] }", "scope: { strategies: [LONG] }", "severity: off"],
    ...["from: '24:00'", "from: '23:59', to: '7:00'", "days: [mo]", "days: [mon, mon]", "firstDay: 2026-02-300"].map(
      (window) => `windows: [{ timeZone: UTC, ${window} }]`,
    ),
    ...["windows: [{ timeZone: 'Europe/Rome!' }]", "windows: [{ timeZone: 1UTC }]", "fields: [leverages]"],
    ...["waivers: [{ until: 2026-02-03, reason: '' }]", "waivers: [{ until: '2026-02-03 ', reason: R }]"],
  ];
  const says = values.map((value) => {
    const { diagnostics } = load(`${ACCOUNT}bots:\n${botYaml("x")}policies:\n  p: { rule: affordable, ${value} }\n`);
    const own = diagnostics.filter(({ code }) => code !== "config/policy-parameter");
    return [value, ...own.map(({ code, summary }) => `${code.slice("config/".length)}, ${summary}`)].join(" — ");
  });
  expect(says).toMatchInlineSnapshot(`
    [
      "quotes: [USDT]",
      "quotes: [usdt] — bad-text, item 1 of policies.p.quotes can't be "usdt"",
      "quotes: [A-USDT] — bad-text, item 1 of policies.p.quotes can't be "A-USDT"",
      "quotes: [USDT, USDT] — repeated-item, policies.p.quotes names "USDT" twice",
      "limit: 0",
      "limit: -1 — out-of-range, policies.p.limit must be at least 0; it is -1",
      "env: BOTFORM_STOP",
      "env: STOP — bad-text, policies.p.env can't be "STOP"",
      "env: BOTFORM_STOP! — bad-text, policies.p.env can't be "BOTFORM_STOP!"",
      "file: a/STOP",
      "file: /STOP — bad-text, policies.p.file can't be "/STOP"",
      "file: STOP/ — bad-text, policies.p.file can't be "STOP/"",
      "pattern: '' — bad-text, policies.p.pattern can't be """,
      "when: '' — bad-text, policies.p.when can't be """,
      "message: '' — bad-text, policies.p.message can't be """,
      "windows: [] — out-of-range, policies.p.windows must have at least 1 item; it has 0",
      "waivers: []",
      "of: bot",
      "of: fleet — unknown-word, policies.p.of must be bot or account, not "fleet"",
      "each: plan",
      "each: account — unknown-word, policies.p.each must be bot or plan, not "account"",
      "scope: { strategy: [LONG, LONG] } — repeated-item, policies.p.scope.strategy names "LONG" twice",
      "scope: { title: [] }",
      "scope: { strategies: [LONG] } — unknown-key, unknown key "strategies" in policies.p.scope",
      "severity: off",
      "windows: [{ timeZone: UTC, from: '24:00' }]",
      "windows: [{ timeZone: UTC, from: '23:59', to: '7:00' }] — bad-text, to of item 1 of policies.p.windows can't be "7:00"",
      "windows: [{ timeZone: UTC, days: [mo] }] — unknown-word, item 1 of days of item 1 of policies.p.windows must be mon, tue, wed, thu, fri, sat or sun, not "mo"",
      "windows: [{ timeZone: UTC, days: [mon, mon] }] — repeated-item, days of item 1 of policies.p.windows names "mon" twice",
      "windows: [{ timeZone: UTC, firstDay: 2026-02-300 }] — bad-text, firstDay of item 1 of policies.p.windows can't be "2026-02-300"",
      "windows: [{ timeZone: 'Europe/Rome!' }] — bad-text, timeZone of item 1 of policies.p.windows can't be "Europe/Rome!"",
      "windows: [{ timeZone: 1UTC }] — bad-text, timeZone of item 1 of policies.p.windows can't be "1UTC"",
      "fields: [leverages] — unknown-word, item 1 of policies.p.fields must be the name of a field, not "leverages"",
      "waivers: [{ until: 2026-02-03, reason: '' }] — bad-text, reason of item 1 of policies.p.waivers can't be """,
      "waivers: [{ until: '2026-02-03 ', reason: R }] — bad-text, until of item 1 of policies.p.waivers can't be "2026-02-03 "",
    ]
  `);
});

it.each([
  ["rule: max-leverage, limit: 5", "deny", "deny", "the rule's own severity"],
  ["rule: max-leverage, limit: 5, severity: warn", "warn", "warn", "the severity stated"],
  ["rule: least-notional", "warn", "warn", "a rule that warns by itself"],
  ["rule: least-notional, severity: deny", "deny", "deny", "one that warns by itself, and is to deny"],
  ["rule: least-notional, onUnknown: deny", "warn", "deny", "what isn't known, stated"],
  ["rule: max-leverage, limit: 5, onUnknown: warn", "deny", "warn", "the same of a rule that denies"],
])("{ %s } says %s, and %s where it can't be known: %s", (text, severity, onUnknown) => {
  const { policies, diagnostics } = load(`${ACCOUNT}bots:\n${botYaml("x")}policies:\n  p: { ${text} }\n`);
  expect([policies.map((one) => [one.name, one.severity, one.onUnknown]), diagnostics]).toEqual([
    [["p", severity, onUnknown]],
    [],
  ]);
});

describe("policyFiles", () => {
  const root = mkdtempSync(join(tmpdir(), "botform-policies-"));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const CAP = "policies: { cap: { rule: max-leverage, limit: 5 } }\n";
  const fleet = (names: string) => `${ACCOUNT}policyFiles: [${names}]\nbots:\n${botYaml("x")}`;

  test("are read without being named where they lie beside the configuration, however that is named", () => {
    const folder = join(root, "beside");
    mkdirSync(join(folder, "policies", "deep"), { recursive: true });
    writeFileSync(join(folder, "botform.yaml"), `${ACCOUNT}bots:\n${botYaml("x")}`);
    const read = (path: string) => {
      const { policies, diagnostics } = loadConfig(path);
      return [policies.map(({ name }) => name), diagnostics.map(({ code }) => code)];
    };
    expect(read(join(folder, "botform.yaml"))).toEqual([[], []]);
    writeFileSync(join(folder, "policies", "deep", "cap.yaml"), CAP);
    expect(read(join(folder, "botform.yaml"))).toEqual([["cap"], []]);
    expect(read(folder)).toEqual([["cap"], []]);
    writeFileSync(join(folder, "policies", "more.yaml"), "defaults: { leverage: 3 }\n");
    expect(read(join(folder, "botform.yaml"))[1]).toEqual(["config/policy-file"]);
  });

  test("beside a folder aren't those of the configuration in it", () => {
    const folder = join(root, "fleets", "one");
    mkdirSync(folder, { recursive: true });
    mkdirSync(join(root, "fleets", "policies"));
    writeFileSync(join(root, "fleets", "policies", "cap.yaml"), CAP);
    writeFileSync(join(folder, "botform.yaml"), `${ACCOUNT}bots:\n${botYaml("x")}`);
    const read = [folder, join(folder, "botform.yaml")].map((path) => loadConfig(path));
    expect(read.map(({ policies, diagnostics }) => ({ policies, diagnostics }))).toEqual([
      { policies: [], diagnostics: [] },
      { policies: [], diagnostics: [] },
    ]);
  });

  test("are read once, beside the configuration and below it", () => {
    const folder = join(root, "whole");
    mkdirSync(join(folder, "policies"), { recursive: true });
    writeFileSync(join(folder, "policies", "cap.yaml"), CAP);
    writeFileSync(join(folder, "botform.yaml"), fleet("policies, policies/cap.yaml"));
    const { policies, diagnostics } = loadConfig(join(folder, "botform.yaml"));
    expect(diagnostics).toEqual([]);
    expect(policies.map(({ name }) => name)).toEqual(["cap"]);
    // A folder reads them anyway.
    expect(loadConfig(folder).policies.map(({ name }) => name)).toEqual(["cap"]);
  });

  test.each<{ name: string; because: string; expected: readonly string[] }>([
    {
      name: "../outside.yaml",
      because: "outside of the root",
      expected: [
        '8:15 policy-file: "../outside.yaml" is outside the folder in which botform was started | Start botform in a folder that contains both, or put the policies beside the configuration.',
      ],
    },
    {
      name: "link.yaml",
      because: "a link that leads there",
      expected: [
        '8:15 policy-file: "/link.yaml" is outside the folder in which botform was started | Start botform in a folder that contains both, or put the policies beside the configuration.',
      ],
    },
    {
      name: "nothing.yaml",
      because: "not there",
      expected: ['8:15 policy-file: there is no "/nothing.yaml" | Correct the path.'],
    },
    {
      name: "bots.yaml",
      because: "contains more than policies",
      expected: [
        "2:1 policy-file: a shared policies file contains protectedTitles | Move it into the configuration; a shared policies file has only version and policies.",
      ],
    },
    {
      name: "bots.yaml, broken.yaml",
      because: "can't be read",
      expected: [
        "2:1 policy-file: a shared policies file contains protectedTitles | Move it into the configuration; a shared policies file has only version and policies.",
        "1:11 yaml-syntax: this { isn't closed | Close it with }.",
      ],
    },
  ])("$name is refused: $because", ({ name, expected }) => {
    const folder = join(root, `refused-${name.replaceAll(/\W/g, "")}`);
    mkdirSync(folder);
    writeFileSync(join(root, "outside.yaml"), CAP);
    writeFileSync(join(folder, "bots.yaml"), `${CAP}protectedTitles: [A]\n`);
    writeFileSync(join(folder, "broken.yaml"), "policies: {\n");
    symlinkSync(join(root, "outside.yaml"), join(folder, "link.yaml"));
    writeFileSync(join(folder, "botform.yaml"), fleet(name));
    const { accounts, diagnostics } = loadConfig(join(folder, "botform.yaml"));
    expect(said(diagnostics).map((line) => line.replaceAll(folder, "").replaceAll(root, ".."))).toEqual(expected);
    expect(accounts).toEqual([]);
  });
});
