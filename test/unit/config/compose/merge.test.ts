// Files of one configuration become one: what two of them declare, what none declares, and what a bad value silences.
import { describe, expect, it } from "vitest";
import { mergeFiles } from "../../../../src/config/compose/merge.js";
import { readFile } from "../../../../src/config/schema/read.js";
import { fileSchema } from "../../../../src/config/schema/schema.js";
import type { Diagnostic, Origin } from "../../../../src/model/text/diagnostic.js";
import { brief, diagnosticsOf, withAccount } from "../fleet.js";

/** Merges values as files a.yaml, b.yaml …, with the codes and places of what is wrong between them. */
function merged(...values: readonly object[]) {
  const files = values.map((value, index) => readFile(`${"abc"[index]}.yaml`, value).read);
  const diagnostics: Diagnostic[] = [];
  const where = ({ file, path }: Origin) => `${file} ${path.join(".")}`;
  const fleet = mergeFiles(files, where, diagnostics);
  return { fleet, diagnostics, codes: diagnostics.map(({ code }) => code.replace("config/", "")) };
}

const ACCOUNT = {
  apiUrl: "https://api.example.net",
  apiKey: "${env.K}",
  apiSecret: "${env.S}",
  accesses: { p: "Main" },
};
const WHOLE = { version: 1, accounts: { main: ACCOUNT }, bots: { x: { title: "X" } } };

it("reads every top-level key", () => {
  const asked = new Set<PropertyKey>();
  const get = (shape: object, key: PropertyKey) => {
    asked.add(key);
    return Reflect.get(shape, key);
  };
  const { read } = readFile("a.yaml", WHOLE);
  mergeFiles([{ ...read, shape: new Proxy(read.shape, { get }) }], () => "", []);
  // The files that policyFiles names are read before.
  const lost = Object.keys(fileSchema.shape).filter((key) => !asked.has(key) && key !== "policyFiles");
  expect(
    lost.map((key) => `nobody reads ${key}: add it to Fleet and mergeFiles in src/config/compose/merge.ts`),
  ).toEqual([]);
});

it.each([
  [["fleet/botform.yaml", "fleet/bots.yaml"], []],
  [["fleet/bots.yaml"], []],
  [["fleet/a.yaml", "fleet/bots.yaml"], ["config/state-elsewhere"]],
])("state in the first of %j: %j", (names, codes) => {
  const state = { postgres: "${env.BOTFORM_STATE_URL}" };
  const files = names.map((name, at) => readFile(name, at === 0 ? { ...WHOLE, state } : {}).read);
  const diagnostics: Diagnostic[] = [];
  mergeFiles(files, () => "", diagnostics);
  expect(diagnostics.map(({ code }) => code)).toEqual(codes);
});

describe("what no file declares", () => {
  it.each([
    { files: [WHOLE], codes: [], because: "nothing lacks" },
    { files: [{}], codes: ["no-accounts"], because: "everything does" },
    {
      files: [{ version: 1 }, { accounts: WHOLE.accounts }, { bots: WHOLE.bots }],
      codes: [],
      because: "it stands in several files",
    },
    { files: [{ ...WHOLE, bots: {} }], codes: ["no-bots"], because: "an empty section declares nothing" },
    { files: [{ ...WHOLE, bots: 5 }], codes: [], because: "a section that can't be used has an error of its own" },
    { files: [{ ...WHOLE, bots: { x: 5 } }], codes: [], because: "so has one none of whose entries can be used" },
    { files: [{ ...WHOLE, bots: { x: 5, y: "no" } }], codes: [], because: "however many entries it has" },
    { files: [{ ...WHOLE, accounts: { main: 5 } }], codes: [], because: "that goes for accounts" },
    { files: [{ ...WHOLE, version: 2 }], codes: [], because: "and for the version" },
    { files: [{ ...WHOLE, version: "one" }], codes: [], because: "whatever stands there" },
    {
      files: [{ bots: { x: 5 } }],
      codes: ["version-missing", "no-accounts"],
      because: "other sections lack all the same",
    },
    {
      files: [{}, { bots: { x: 5 } }],
      codes: ["version-missing", "no-accounts"],
      because: "in whichever file it stands",
    },
    { files: [["no map"]], codes: [], because: "a file that can't be used as a whole may hold anything" },
    { files: [{}, ["no map"]], codes: [], because: "so may the second one" },
    { files: [], codes: [], because: "without a file there is no place to say it at" },
  ])("$codes: $because", ({ files, codes }) => {
    expect(merged(...files).codes).toEqual(codes);
  });

  it("is said at the first file, in words that fit one file or several", () => {
    const [one] = merged({ accounts: WHOLE.accounts, bots: WHOLE.bots }).diagnostics;
    expect(one).toMatchObject({ summary: "the file has no version", remedy: "Begin with `version: 1`." });
    expect(one?.origin).toEqual({ file: "a.yaml", path: [] });
    const several = merged({ vars: { v: 1 } }, {}).diagnostics;
    expect(several.map(({ summary, remedy }) => [summary, remedy])).toEqual([
      ["no file has a version", "Begin with `version: 1`."],
      ["no account is declared", "Declare one under `accounts`."],
      ["no bot is declared", "Declare one under `bots`."],
    ]);
    expect(several.map(({ origin }) => origin?.file)).toEqual(["a.yaml", "a.yaml", "a.yaml"]);
    const [nothing, ...more] = merged({}, {}).diagnostics;
    expect([nothing?.summary, nothing?.remedy, more]).toEqual([
      "nothing is configured",
      "botform init writes a first configuration, and botform pull writes one from live bots.",
      [],
    ]);
  });
});

describe("what two files declare", () => {
  it.each([
    { more: { accounts: WHOLE.accounts }, what: "account main", place: "a.yaml accounts.main" },
    { more: { bots: { x: { title: "Y" } } }, what: "bot x", place: "a.yaml bots.x" },
    { more: { templates: { t: { leverage: 2 } } }, what: "the template t", place: "a.yaml templates.t" },
    { more: { vars: { v: 2 } }, what: "the variable v", place: "a.yaml vars.v" },
    { more: { policies: { p: { rule: "require-stop" } } }, what: "the policy p", place: "a.yaml policies.p" },
    { more: { defaults: { leverage: 2 } }, what: "the default leverage", place: "a.yaml defaults.leverage" },
    { more: { defaults: { leverage: "${v}" } }, what: "the default leverage", place: "a.yaml defaults.leverage" },
  ])("$what, names both places and keeps the first", ({ more, what, place }) => {
    const first = {
      ...WHOLE,
      ...{ templates: { t: { leverage: 1 } }, vars: { v: 1 }, defaults: { leverage: 1 } },
      policies: { p: { rule: "max-leverage", limit: 2 } },
    };
    const { diagnostics, fleet } = merged(first, more);
    expect(diagnostics).toMatchObject([
      {
        code: "config/declared-twice",
        summary: `${what} is declared here and at ${place}`,
        remedy: "Keep one of them, or rename one.",
        origin: { file: "b.yaml", key: true },
      },
    ]);
    expect(fleet.accounts.map(({ origin }) => origin.file)).toEqual(["a.yaml"]);
    expect([...fleet.bots.values()].map(({ values }) => values.title)).toEqual(["X"]);
    expect([...fleet.templates.values()].map(({ values }) => values.leverage)).toEqual([1]);
    expect([...fleet.variables.byName.values()].map(({ raw }) => raw)).toEqual([1]);
    expect(fleet.policies.map(({ shape }) => shape.rule)).toEqual(["max-leverage"]);
  });

  it.each([
    { more: { bots: { y: { title: "Y" } } }, because: "another key" },
    { more: { templates: { x: {} } }, because: "the same name in another section" },
    { more: { defaults: { strategy: "LONG" } }, because: "another default" },
    { more: { protectedTitles: ["X"] }, because: "a title may be protected twice" },
  ])("is fine where it is $because", ({ more }) => {
    expect(merged({ ...WHOLE, defaults: { leverage: 1 }, protectedTitles: ["X"] }, more).codes).toEqual([]);
  });
});

describe("the fleet", () => {
  it("holds each declaration with its layer, place, variables and unusable keys", () => {
    const { fleet } = merged({
      ...WHOLE,
      accounts: { main: { ...ACCOUNT, overrides: { leverage: 9 } }, bad: 5 },
      defaults: { leverage: 1, strategy: "${s}" },
      templates: { t: { leverage: "high", marginMode: "ISO" }, bad: 5 },
      vars: { s: "LONG" },
      bots: {
        x: { title: "X", leverage: "${l}" },
        "y-${i}": { forEach: { i: [1] }, title: "Y", exceptions: { "y-1": { leverage: 3 } } },
      },
      protectedTitles: ["A", "B"],
      policies: { p: { rule: "max-leverage", limit: 2 } },
    });
    const [x, y] = [...fleet.bots.values()];
    expect(fleet.accounts).toMatchObject([
      {
        name: "main",
        origin: { file: "a.yaml", path: ["accounts", "main"], key: true },
        overrides: {
          kind: "overrides",
          name: "main",
          path: ["accounts", "main", "overrides"],
          values: { leverage: 9 },
        },
      },
    ]);
    expect([...fleet.unknownAccounts, ...fleet.unknownTemplates, ...fleet.unknownSections]).toEqual(["bad", "bad"]);
    expect(fleet.defaults).toMatchObject([{ kind: "defaults", name: "", path: ["defaults"], values: { leverage: 1 } }]);
    expect(fleet.defaults[0]?.deferred.get("strategy")).toBe("${s}");
    const t = fleet.templates.get("t");
    expect(t).toMatchObject({ kind: "template", name: "t", path: ["templates", "t"], values: { marginMode: "ISO" } });
    expect([...(t?.dropped ?? [])]).toEqual(["leverage"]);
    expect(x).toMatchObject({ kind: "bot", name: "x", file: "a.yaml", path: ["bots", "x"], values: { title: "X" } });
    expect(x?.deferred.get("leverage")).toBe("${l}");
    expect([...(x?.dropped ?? [])]).toEqual([]);
    const exception = y && fleet.exceptions.get(y)?.get("y-1");
    expect(exception).toMatchObject({
      kind: "exception",
      path: ["bots", "y-${i}", "exceptions", "y-1"],
      values: { leverage: 3 },
    });
    expect(x && fleet.exceptions.has(x)).toBe(false);
    expect(fleet.protectedTitles).toEqual(["A", "B"]);
    expect(fleet.policies).toMatchObject([{ name: "p", origin: { file: "a.yaml", path: ["policies", "p"] } }]);
    expect([...fleet.variables.byName]).toEqual([
      ["s", { raw: "LONG", origin: { file: "a.yaml", path: ["vars", "s"] } }],
    ]);
  });

  it("protects no title where none is named", () => {
    expect(merged(WHOLE).fleet.protectedTitles).toEqual([]);
  });

  it.each([
    [WHOLE, false, "nothing lacks"],
    [{ ...WHOLE, vars: 5 }, true, "the section can't be used"],
    [{ ...WHOLE, templates: 5 }, false, "another section can't"],
    [["no map"], true, "the file as a whole can't"],
  ])("%j: variables may be missing %s, %s", (value, isPartial, _because) => {
    expect(merged(value).fleet.variables.isPartial).toBe(isPartial);
  });
});

it("a section whose every entry is unusable is reported once, at its entries", () => {
  expect(brief(diagnosticsOf(withAccount("bots: { x: 5, y: no }\n")))).toEqual(["wrong-type 8:12", "wrong-type 8:18"]);
});
