import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { mergeFiles } from "../../../../src/config/compose/merge.js";
import { referredNames } from "../../../../src/config/compose/names.js";
import { isVariableValue, readInputs } from "../../../../src/config/compose/variables.js";
import { readFile } from "../../../../src/config/schema/read.js";
import { botsOf, errorsOf, load, said, settingsOf, withAccount } from "../fleet.js";

/** A file of one bot, x, with these settings, and the variables that it may use. */
const file = (vars: string, settings: string) => withAccount(`vars: { ${vars} }\nbots:\n  x: { ${settings} }\n`);
const xOf = (vars: string, settings: string) => botsOf(file(vars, `title: X, ${settings}`))["x"];
const titleOf = (vars: string, title: string) => botsOf(file(vars, `title: ${title}`))["x"]?.fields.title;

test("a variable is a scalar, a map of scalars, or a list of nothing but these", () => {
  for (const value of [null, 1, "a", true, { a: 1 }, [], [1, { a: 1 }]]) expect(isVariableValue(value)).toBe(true);
  for (const value of [{ a: [1] }, [1, [2]], [[1], 2], [{ a: {} }], undefined])
    expect(isVariableValue(value)).toBe(false);
});

describe("a value that is one reference keeps the variable's type", () => {
  const cases: readonly { vars: string; settings: string; because: string; expected: Record<string, unknown> }[] = [
    {
      vars: "v: 1.20",
      settings: 'percentTakeProfit: "${v}"',
      because: "a decimal",
      expected: { percentTakeProfit: "1.2" },
    },
    { vars: "v: 5", settings: 'leverage: "${v}"', because: "a whole number", expected: { leverage: "5" } },
    { vars: "v: LONG", settings: 'strategy: "${v}"', because: "a word", expected: { strategy: "LONG" } },
    {
      vars: "v: null",
      settings: 'martingaleScale: "${v}"',
      because: "null is off",
      expected: { martingaleScale: null },
    },
    { vars: "v: USDT-BTC", settings: 'pairTitle: "${v}"', because: "text", expected: { pairTitle: "USDT-BTC" } },
    { vars: "v: { a: 7 }", settings: 'leverage: "${v.a}"', because: "of a map's key", expected: { leverage: "7" } },
    {
      ...{ vars: `v: { ${"k".repeat(100)}: 7 }`, settings: `leverage: "\${v.${"k".repeat(100)}}"` },
      ...{ because: "of the longest key", expected: { leverage: "7" } },
    },
    {
      vars: "v: 5, w: ${v}".replace("${v}", '"${v}"'),
      settings: 'leverage: "${w}"',
      because: "through another",
      expected: { leverage: "5" },
    },
  ];
  test.each(cases)("$vars; $settings: $because", ({ vars, settings, expected }) => {
    expect(xOf(vars, settings)?.fields).toEqual({ title: "X", ...expected });
  });

  test("so do switches, ids and lists", () => {
    const vars = "on: true, id: 9, old: [A, B], skip: [leverage]";
    const settings = 'enabled: "${on}", protect: "${on}", botId: "${id}", previousTitles: "${old}", ignore: "${skip}"';
    expect(xOf(vars, `${settings}, leverage: 3`)).toMatchObject({
      enabled: true,
      protect: true,
      botId: 9,
      previousTitles: ["A", "B"],
      initial: { leverage: "3" },
    });
  });

  test("without quotes in block style, too", () => {
    expect(settingsOf(withAccount("vars:\n  lev: 5\nbots:\n  x:\n    title: X\n    leverage: ${lev}\n"))).toEqual({
      x: { leverage: "5" },
    });
  });

  test.each([
    ['v: "5"', 'leverage: "${v}"', "quoted-number"],
    ["v: 5", 'pairTitle: "${v}"', "bad-pair|unquoted-text"],
    ["v: 2.5", 'leverage: "${v}"', "not-whole"],
    ["v: 0", 'leverage: "${v}"', "out-of-range"],
    ["v: long", 'strategy: "${v}"', "unknown-word"],
    ["v: null", 'leverage: "${v}"', "wrong-type"],
    ["v: [5]", 'leverage: "${v}"', "wrong-type"],
    ["v: true", 'leverage: "${v}"', "wrong-type"],
    ["v: { a: 5 }", 'leverage: "${v}"', "wrong-type"],
    ["v: yes", 'enabled: "${v}"', "wrong-type"],
    ["v: 5", 'leverage: "${v}0"', "quoted-number"],
    ["v: [A, A]", 'previousTitles: "${v}"', "repeated-item"],
    ["v: title", 'ignore: ["${v}"]', "unknown-word"],
  ])("what %s comes to in %s is checked as if it stood there: %s", (vars, settings, code) => {
    const [found, ...others] = load(file(vars, `title: X, ${settings}`)).diagnostics.filter(
      (one) => one.code !== "config/incomplete-bot",
    );
    expect(others).toEqual([]);
    expect(found?.code).toMatch(new RegExp(`^config/(${code})$`));
    expect(found?.summary).toContain("it contains variables");
    expect(found?.address).toBe("main/x");
    expect(found?.position).toMatchObject({ line: 10 });
    // Quotes around the reference are no remedy: what it refers to has to change.
    expect(found?.remedy).not.toMatch(/^(Remove the quotes|Put quotes around it)\.$/);
    expect(found?.summary).not.toContain("true or false true");
  });
});

describe("a reference within text is written as text", () => {
  test.each([
    ["v: a", '"x ${v} y"', "x a y"],
    ["v: 5", '"x ${v}"', "x 5"],
    ["v: 1.20", '"x ${v}"', "x 1.2"],
    ["v: 0.0000001", '"x ${v}"', "x 0.0000001"],
    ["v: true", '"x ${v}"', "x true"],
    ["v: a, w: b", '"${v}${w}"', "ab"],
    ["v: a", '"${v}${v}"', "aa"],
    ["v: { k: a }", '"x ${v.k}"', "x a"],
    ["v: USDT-BTC", '"${v.base} in ${v.quote}"', "BTC in USDT"],
    ["v: USDT-BTC", '"${v.base}"', "BTC"],
    ["v: { base: b, quote: q }", '"${v.base}/${v.quote}"', "b/q"],
    ["v: USDT-BTC, w: { p: USDT-ETH }", '"x ${v} ${w.p}"', "x USDT-BTC USDT-ETH"],
    ["v: { constructor2: a, toString: b }", '"${v.toString}"', "b"],
    ["v-1_x: a", '"x ${v-1_x}"', "x a"],
  ])("{ %s } %s is %s", (vars, title, expected) => {
    expect(titleOf(vars, title)).toBe(expected);
  });

  test.each([
    ['"$${v}"', "${v}"],
    ['"a $${v} b"', "a ${v} b"],
    ['"a $${v} ${v}"', "a ${v} V"],
    ['"$${"', "${"],
    ['"$${$${"', "${${"],
    ['"$v {v} $$ $"', "$v {v} $$ $"],
    ["'$${'", "${"],
  ])("$${ is a literal ${: %s is %s", (title, expected) => {
    expect(titleOf("v: V", title)).toBe(expected);
  });

  test("a value is never looked at a second time", () => {
    expect(titleOf('v: "$${w}", w: no', '"${v}"')).toBe("${w}");
    expect(titleOf('v: "$${w}", w: no', '"x ${v}"')).toBe("x ${w}");
  });

  test.each([
    ["v: [a]", '"x ${v}"', /is a list/],
    ["v: { k: a }", '"x ${v}"', /is a map/],
    ["v: null", '"x ${v}"', /is null/],
    ["v: { k: a }", '"${v.l}"', /has no l/],
    ["v: { k: a }", '"${v.constructor}"', /has no constructor/],
    ["v: { k: a }", '"${v.__proto__}"', /has no __proto__/],
    ["v: abc", '"${v.length}"', /has no length/],
    ["v: abc", '"${v.base}"', /has no base/],
    ["v: 5", '"${v.base}"', /has no base/],
    ["v: [a]", '"${v.length}"', /has no length/],
    ["v: usdt-btc", '"${v.base}"', /has no base/],
    ["v: a", '"${v.a.b}"', /is not a valid reference/],
    ["v: a", '"${v.}"', /is not a valid reference/],
    ["v: a", `"\${v.${"k".repeat(101)}}"`, /is not a valid reference/],
    ["v: a", '"${}"', /is not a valid reference/],
    ["v: a", '"${ v }"', /is not a valid reference/],
    ["v: a", '"${v"', /is not a valid reference/],
    ["v: a", '"x ${v y"', /is not a valid reference/],
    ["v: a", '"${${v}}"', /is not a valid reference/],
    ["v: a", '"${v${v}}"', /is not a valid reference/],
    ["v: a", '"${1}"', /is not a valid reference/],
    ["v: a", '"${__proto__.x.y}"', /is not a valid reference/],
    ["v: a", '"${env.HOME}"', /environment/],
    ["v: a", '"${env.BOTFORM_KEY}"', /environment/],
    ["v: a", '"x ${env.BOTFORM_KEY}"', /environment/],
    ["v: a", '"${env}"', /environment/],
  ])("{ %s } %s is refused", (vars, title, says) => {
    const [found, ...others] = load(file(vars, `title: ${title}`)).diagnostics;
    expect(others).toEqual([]);
    expect(found?.code).toBe("config/bad-reference");
    expect(`${found?.summary} ${found?.remedy}`).toMatch(says);
    expect(found?.position).toMatchObject({ line: 10, column: 15 });
  });

  test("a text of variables is bounded", () => {
    const vars = Array.from({ length: 40 }, (_, i) => `v${i}: "${`\${v${i + 1}}`.repeat(2)}"`).join(", ");
    const text = file(`v40: ab, ${vars}`, 'title: "${v0}"');
    const column = (text.split("\n")[7] ?? "").indexOf("v27: ") + "v27: ".length + 1; // 2 to the 14th is 16 384
    expect(errorsOf(text)).toEqual([`too-complex f0.yaml:8:${column}`]);
    expect(said(load(file(`a: "${"x".repeat(6000)}"`, 'title: "${a}${a}"')).diagnostics)).toEqual([
      "10:15 too-complex: a text with variables is longer than 10000 characters | Use shorter variables, or fewer of them.",
    ]);
  });
});

describe("variables of variables", () => {
  test("in any order, in lists and in maps", () => {
    const vars = 'c: "${b}!", b: "${a}b", a: a, list: ["${c}", "${a}"], map: { k: "${list2}x" }, list2: "2"';
    const text = withAccount(
      `vars: { ${vars} }\nbots:\n  "x\${i}": { forEach: { i: [0] }, title: "\${c} \${map.k}", previousTitles: "\${list}" }\n`,
    );
    expect(botsOf(text)["x0"]).toMatchObject({ fields: { title: "ab! 2x" }, previousTitles: ["ab!", "a"] });
  });

  test.each([
    ['a: "${a}"', "a → a"],
    ['a: "${b}", b: "${a}"', "a → b → a"],
    ['a: a, b: "x ${c}", c: ["${d}"], d: { k: "${b}" }', "b → c → d → b"],
    ['a: "${c}${b}", b: 1, c: "${a}"', "a → c → a"],
    ['z: "${a}", a: "${b} ${z}", b: "${a}"', "z → a → z"],
  ])("%s is one circle, said once: %s", (vars, circle) => {
    const found = load(file(vars, 'title: "${a}${b}"')).diagnostics;
    expect(found.map(({ code }) => code)).toEqual(["config/circular-reference"]);
    expect(found[0]?.remedy).toBe(`Break the circle: ${circle}.`);
    expect(found[0]?.position?.line).toBe(8);
  });

  test("two circles are two problems, and what lies beside them still has a value", () => {
    const vars = 'a: "${b} ${d}", b: "${c}", c: "${b}", d: "${e}", e: "${a}", ok: "${fine}", fine: 1';
    expect(errorsOf(file(vars, 'title: "${a}${ok}", leverage: "${ok}"'))).toEqual([
      "circular-reference f0.yaml:8:12",
      "circular-reference f0.yaml:8:28",
    ]);
  });

  test("a problem is said where it is, whoever refers to it, in whatever order", () => {
    for (const vars of ['b: "${a}", a: "${nope}", c: "${b}"', 'a: "${nope}", c: "${b}", b: "${a}"']) {
      const found = load(file(vars, 'title: "${c}", leverage: "${a}"')).diagnostics;
      expect(found.map(({ code }) => code)).toEqual(["config/undefined-variable"]);
      expect(found[0]?.position?.column).toBe(9 + vars.indexOf("a: ") + 3);
    }
  });

  test("a chain of 2 000 has no bottom but the last", () => {
    const chain = Array.from({ length: 1999 }, (_, i) => `  v${i}: \${v${i + 1}}\n`).join("");
    const text = (last: string) =>
      withAccount(`vars:\n${chain}  v1999: ${last}\nbots:\n  x: { title: X, leverage: "\${v0}" }\n`);
    expect(settingsOf(text("5"))).toEqual({ x: { leverage: "5" } });
    expect(errorsOf(text("${v0}"))).toEqual(["circular-reference f0.yaml:9:7"]);
    expect(load(text("${v0}")).diagnostics[0]?.remedy?.length).toBeLessThan(100);
  });

  test("a chain over many files holds, too", () => {
    const part = (from: number) =>
      `vars:\n${Array.from({ length: 1900 }, (_, i) => `  v${from + i}: \${v${from + i + 1}}\n`).join("")}`;
    const texts = [...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => part(i * 1900)), "vars: { v19000: 5 }"];
    expect(settingsOf([withAccount('bots: { x: { title: X, leverage: "${v0}" } }'), ...texts])).toEqual({
      x: { leverage: "5" },
    });
  });
});

describe("what a variable may be", () => {
  test.each([
    ["v: { a: { b: 1 } }", "bad-variable"],
    ["v: { a: [1] }", "bad-variable"],
    ["v: [[1]]", "bad-variable"],
    ["v: [{ a: [1] }]", "bad-variable"],
    ["env: 1", "bad-variable"],
    ['v: ["${l}"], l: [1]', "bad-variable"],
    ['"a b": 1', "bad-name"],
    ['"": 1', "bad-name"],
    ["1: 1", "bad-name"],
    ["a.b: 1", "bad-name"],
    ['"${v}": 1', "bad-reference"],
    ["__proto__: 1", "forbidden-key"],
    ["constructor: 1", "forbidden-key"],
    ["v: 1, w: { __proto__: 1 }", "forbidden-key"],
    ["v: 1e400", "inexact-number"],
    ["v: [1, 1e400]", "inexact-number"],
    ["v: 0x10", "number-form"],
  ])("{ %s } is %s, and nothing follows from it", (vars, code) => {
    const found = load(file(vars, 'title: X, leverage: "${v}"')).diagnostics.filter(
      (one) => one.code !== "config/incomplete-bot" && one.code !== "config/undefined-variable",
    );
    expect(found.map((one) => [one.code, one.position?.line])).toEqual([[`config/${code}`, 8]]);
  });

  test.each(["vars: [a]", "vars:", "vars: 5", 'vars: "${a}"'])(
    "%s is no map, and then no variable is missed",
    (vars) => {
      expect(errorsOf(withAccount(`${vars}\nbots: { x: { title: "\${a}" } }\n`))).toHaveLength(1);
    },
  );

  test("names of JavaScript are names like any other", () => {
    expect(titleOf("toString: a, hasOwnProperty: b, valueOf: c", '"${toString}${hasOwnProperty}${valueOf}"')).toBe(
      "abc",
    );
    expect(errorsOf(file("v: 1", 'title: "${toString}"'))).toEqual(["undefined-variable f0.yaml:10:15"]);
    expect(errorsOf(file("v: 1", 'title: "${__proto__}"'))).toEqual(["undefined-variable f0.yaml:10:15"]);
  });

  test("a name that isn't there is near another, or has to be declared", () => {
    const [near] = load(file("takeProfit: 1", 'title: "${takeprofit}"')).diagnostics;
    expect(near?.remedy).toBe("Did you mean takeProfit? Declare it under `vars`, or give it with --var takeprofit=….");
    const [far] = load(withAccount('bots: { x: { title: "${foo}" } }')).diagnostics;
    expect(far?.remedy).toBe("Declare it under `vars`, or give it with --var foo=….");
  });
});

describe("where references may stand", () => {
  test.each(["defaults", "templates.t", "bots.x", "bots.x.exceptions.x1", "accounts.main.overrides"])(
    "in settings of %s",
    (place) => {
      const at = (name: string) => (place === name ? 'leverage: "${lev}"' : "");
      const text = withAccount(
        `vars: { lev: 5 }
defaults: { ${at("defaults")} }
templates: { t: { ${at("templates.t")} } }
bots:
  "x\${i}":
    { forEach: { i: [1] }, extends: t, title: X, exceptions: { x1: { ${at("bots.x.exceptions.x1")} } }, ${at("bots.x")} }
`,
        `overrides: { ${at("accounts.main.overrides")} }`,
      );
      expect(settingsOf(text)).toEqual({ x1: { leverage: "5" } });
      expect(settingsOf(text, { lev: 7 })).toEqual({ x1: { leverage: "7" } });
      expect(errorsOf(text.replace("vars: { lev: 5 }", ""))).toEqual([expect.stringContaining("undefined-variable")]);
    },
  );

  test("in bot keys, with and without forEach", () => {
    const text = withAccount('vars: { who: ann }\nbots: { "${who}-1": { title: A }, "b-${who}": { title: B } }\n');
    expect(Object.keys(botsOf(text))).toEqual(["ann-1", "b-ann"]);
    expect(Object.keys(botsOf(text, { who: "eve" }))).toEqual(["b-eve", "eve-1"]);
    expect(errorsOf(text, { who: "a b" })).toEqual(["bad-name f0.yaml:9:9", "bad-name f0.yaml:9:35"]);
    expect(errorsOf(text, { who: "__proto__" })).toEqual(["bad-name f0.yaml:9:9"]);
  });

  test.each([
    ["version: ${v}", "bad-reference|bad-version"],
    ['protectedTitles: ["${v}"]', "bad-reference"],
    ['templates: { t: { extends: "${v}" } }', "bad-reference"],
    ['templates: { t: { extends: ["${v}"] } }', "bad-reference"],
    ['templates: { t: { only: ["${v}"] } }', "bad-reference"],
    ['templates: { t: { except: ["x${v}"] } }', "bad-reference"],
    ['templates: { t: { unmanaged: ["${v}"] } }', "bad-reference"],
    ['templates: { "${v}": {} }', "bad-reference"],
    ['defaults: { unmanaged: ["${v}"] }', "bad-reference"],
    ['defaults: { foo: "${v}" }', "unknown-key"],
    ['defaults: { title: "${v}" }', "unknown-key"],
    ['templates: { t: { botId: "${v}" } }', "unknown-key"],
    ['templates: { t: { forEach: { a: "${v}" } } }', "unknown-key"],
    ['templates: { t: { leveragee: "${v}" } }', "unknown-key"],
  ])("not in %s", (line, code) => {
    const text = `${withAccount(`vars: { v: v }\nbots: { x: { title: X } }\n`).replace(/^version.*\n/, line.startsWith("version") ? "" : "version: 1\n")}${line}\n`;
    const found = load(text).diagnostics.filter((one) => one.code !== "config/incomplete-bot");
    expect(found.map((one) => one.code.replace("config/", ""))).toEqual([
      expect.stringMatching(new RegExp(`^(${code})$`)),
    ]);
    expect(found[0]?.position?.line).toBe(line.startsWith("version") ? 9 : 10);
    expect(`${found[0]?.summary}`).not.toMatch(/control character|space/);
  });

  test.each([
    ['foo: "${v}"', "unknown-key"],
    ['exceptions: "${v}"', "wrong-type"],
    ['exceptions: { a: { extends: "${v}" } }', "unknown-key"],
    ['exceptions: { "${v}": {} }', "bad-reference"],
    ['unmanaged: "${v}"', "wrong-type"],
    ['only: "${v}"', "wrong-type"],
  ])("not in a bot's %s", (setting, code) => {
    const text = file("v: v", `title: X, forEach: { i: [a] }, ${setting}`);
    expect(errorsOf(text).filter((found) => found.startsWith(code))).toHaveLength(1);
  });

  test.each([
    ['titlePrefix: "${v}"', "bad-reference"],
    ['exchange: "${v}"', "bad-reference"],
    ['volumeScale: "${v}"', "wrong-type"],
    ['undeclared: "${v}"', "bad-reference"],
    ['apiUrl: "${v}"', "bad-reference"],
    ['apiKey: "${v}"', "bad-reference"],
    ['accesses: { a: "${env.BOTFORM_A}" }', "bad-reference"],
  ])("not in an account's %s", (line, code) => {
    const key = line.slice(0, line.indexOf(":"));
    const text = withAccount("vars: { v: v }\nbots: {}\n").replace(new RegExp(`    ${key}: .*\n`), "");
    const found = errorsOf(text.replace("  main:\n", `  main:\n    ${line}\n`));
    expect(found.filter((one) => !one.startsWith("no-bots"))).toEqual([
      expect.stringMatching(new RegExp(`^${code} f0.yaml:4:`)),
    ]);
  });
});

test("what variables can't mend is said at once, whether a template is used or not, and once", () => {
  const template = (settings: string) => `templates:\n  t: { ${settings} }\n`;
  for (const [settings, expected] of [
    ['leverage: ["${v}"]', "wrong-type f0.yaml:9:18"],
    ['strategy: { a: "${v}" }', "unknown-word f0.yaml:9:8"],
    ['previousTitles: { a: "${v}" }', "wrong-type f0.yaml:9:8"],
    ['previousTitles: ["${v}", 5]', "unquoted-text f0.yaml:9:33"],
    ['previousTitles: [A, "${v}", A]', "repeated-item f0.yaml:9:24"],
    ['ignore: [foo, "${v}"]', "unknown-word f0.yaml:9:17"],
    ['ignore: [["${v}"]]', "unknown-word f0.yaml:9:17"],
  ] as const) {
    expect(errorsOf(withAccount(`${template(settings)}bots: { x: { title: X } }\n`))).toEqual([expected]);
    expect(errorsOf(withAccount(`${template(settings)}bots: { x: { title: X, extends: t } }\n`))).toEqual([expected]);
  }
});

test.each([
  [`\${${"a".repeat(500_000)}}`, "bad-reference"],
  [`\${a.${"b".repeat(500_000)}}`, "bad-reference"],
  ["${".repeat(200_000), "bad-reference"],
  [`${"${${".repeat(100_000)}}}`, "bad-reference"],
  [`${"$".repeat(500_000)}{a}`, "too-complex"],
  ["${a}".repeat(100_000), "bad-text"],
  ["${a}x".repeat(100_000), "too-complex"],
  ["x${a".repeat(100_000), "bad-reference"],
])("a reference as long as a file is refused in no time, with short words (%#)", (title, code) => {
  const a = code === "bad-text" ? '""' : "a";
  const [found, ...others] = load(file(`a: ${a}`, `title: "${title}"`)).diagnostics;
  expect(others).toEqual([]);
  expect(found?.code).toBe(`config/${code}`);
  expect(`${found?.summary}`.length).toBeLessThan(300);
});

test("references in lists and maps as deep as YAML goes are found", () => {
  const nested = `${"[".repeat(25)}"\${v}"${"]".repeat(25)}`;
  expect(errorsOf(file("v: 1", `title: X, previousTitles: ${nested}`))).toEqual([
    expect.stringMatching(/^wrong-type|^unquoted-text/),
  ]);
  expect(errorsOf(file(`v: ${nested.replace("v}", "w}")}, w: 1`, "title: X"))).toEqual(["bad-variable f0.yaml:8:12"]);
});

describe("variables given on the command line", () => {
  const text = file('tp: 1.2, name: "tp ${tp}"', 'title: "${name}", percentTakeProfit: "${tp}"');

  test("win over declared ones, everywhere they are used", () => {
    expect(botsOf(text)["x"]?.fields).toEqual({ title: "tp 1.2", percentTakeProfit: "1.2" });
    expect(botsOf(text, { tp: 3 })["x"]?.fields).toEqual({ title: "tp 3", percentTakeProfit: "3" });
    expect(botsOf(text, { name: "N" })["x"]?.fields.title).toBe("N");
  });

  test("hold no references: what they say is meant as it stands", () => {
    expect(botsOf(text, { name: "${tp}" })["x"]?.fields.title).toBe("${tp}");
    expect(botsOf(text, { name: "${env.BOTFORM_KEY}" })["x"]?.fields.title).toBe("${env.BOTFORM_KEY}");
  });

  test("need no declaration, and take the place of a declared one that is wrong", () => {
    expect(botsOf(withAccount('bots: { x: { title: "${t}" } }'), { t: "T" })["x"]?.fields.title).toBe("T");
    expect(botsOf(file('t: "${t}"', 'title: "${t}"'), { t: "T" })["x"]?.fields.title).toBe("T");
  });

  test("may be lists and maps", () => {
    const each = withAccount(
      'bots: { "x${i.k}": { forEach: { i: "${list}" }, title: "T${i.k}", leverage: "${m.l}" } }',
    );
    expect(settingsOf(each, { list: [{ k: 1 }, { k: 2 }], m: { l: 3 } })).toEqual({
      x1: { leverage: "3" },
      x2: { leverage: "3" },
    });
  });

  test("are known to be meant wherever anything refers to them", () => {
    const value = {
      vars: { a: ["${va.k}"], b: { k: "x${vb}" } },
      defaults: { leverage: "${d}" },
      templates: { unused: { title: "${t} $${no}" } },
      accounts: { main: { overrides: { leverage: "${o}" } } },
      bots: { "x-${key}": { forEach: { p: "${l}" }, ignore: ["${i}"], exceptions: { a: { leverage: "${e}" } } } },
    };
    const fleet = mergeFiles([readFile("a.yaml", value).read], ({ file: name }) => name, []);
    expect([...referredNames(fleet)].sort()).toEqual(["d", "e", "i", "key", "l", "o", "t", "va", "vb"]);
  });

  test("may be numbers that no setting can keep, which is said", () => {
    const text = withAccount('bots: { x: { title: X, volumeFirstOrder: "${v}" } }\n');
    expect(said(load(text, { v: 1e-40 }).diagnostics).filter((line) => !line.includes("incomplete-bot"))).toEqual([
      "8:42 inexact-number: bots.x.volumeFirstOrder is a number that can't be kept exactly; it contains variables | Write a number of a plausible size for a volume, a price or a percentage.",
    ]);
  });

  test("are suggested where a name is nearly theirs", () => {
    const found = load(withAccount('bots: { x: { title: "${tpp}" } }'), { tp: 1 }).diagnostics;
    expect(found.map(({ remedy }) => remedy)).toContain(
      "Did you mean tp? Declare it under `vars`, or give it with --var tpp=….",
    );
  });

  test("and named where nothing does", () => {
    const [found] = load(text, { tpp: 1 }).diagnostics;
    expect([found?.code, found?.summary, found?.remedy]).toEqual([
      ...[
        "config/undefined-variable",
        "the variable tpp is given, but nothing declares or uses it",
        "Did you mean tp?",
      ],
    ]);
  });
});

describe("what the command line gives", () => {
  const folder = mkdtempSync(join(tmpdir(), "botform-vars-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const cases: readonly {
    because: string;
    texts?: readonly string[];
    files?: readonly string[];
    expected: readonly unknown[];
  }[] = [
    {
      because: "is text unless it is plainly something else",
      texts: [
        "a=5",
        "b=x y",
        "c=true",
        "d=",
        "e=null",
        "f=[1, b]",
        'g={ a: "x" }',
        'h="5"',
        "i=a=b",
        "j=1.20",
        "k=[1",
        "l='x'",
      ],
      expected: [
        "a = 5",
        'b = "x y"',
        "c = true",
        'd = ""',
        "e = null",
        'f = [1,"b"]',
        'g = {"a":"x"}',
        'h = "5"',
        'i = "a=b"',
        "j = 1.2",
        'k = "[1"',
        'l = "x"',
      ],
    },
    { because: "the last one counts", texts: ["a=1", "a=2"], expected: ["a = 2"] },
    {
      because: "needs a name that a variable can have",
      texts: ["=5", "five", "a b=1", "env=1", "a=[[1]]"],
      expected: [
        'undefined:undefined bad-variable: --var "=5" has no name | Write --var name=value.',
        'undefined:undefined bad-variable: --var "five" has no value | Write --var five=value.',
        "undefined:undefined bad-variable: \"a b\" can't be a variable's name | Use letters, digits, - and _, and not env.",
        "undefined:undefined bad-variable: \"env\" can't be a variable's name | Use letters, digits, - and _, and not env.",
        "undefined:undefined bad-variable: --var a contains more than a setting can take | Write a scalar, a map of scalars, or a list of these.",
      ],
    },
    {
      because: "later files win, and single values over files",
      texts: ["a=one"],
      files: ["a: 1\nb: 1\nc: 1\n", "b: 2\n"],
      expected: ['a = "one"', "b = 2", "c = 1"],
    },
    {
      because: "a file holds names and values, and each fault has its place",
      files: ["- a\n", "ok: 1\nenv: 2\nbad: [[1]]\n", "a: {\n", ""],
      expected: [
        "ok = 1",
        "1:1 bad-variable: a variables file must be a map of names and values | Write `name: value` lines.",
        "2:1 bad-variable: \"env\" can't be a variable's name | Use letters, digits, - and _, and not env.",
        "3:1 bad-variable: the variable bad contains more than a setting can take | Write a scalar, a map of scalars, or a list of these.",
        "1:4 yaml-syntax: this { isn't closed | Close it with }.",
        "1:1 bad-variable: a variables file must be a map of names and values | Write `name: value` lines.",
      ],
    },
    {
      because: "a file must be there",
      files: ["nothing"],
      expected: [
        'undefined:undefined bad-variable: the variables file "…/none.yaml" doesn\'t exist | Correct the path after --var-file.',
      ],
    },
  ];
  test.each(cases)("$because", ({ texts = [], files = [], expected }) => {
    const paths = files.map((text, index) => {
      const path = join(folder, `v${index}.yaml`);
      if (text !== "nothing") writeFileSync(path, text);
      return text === "nothing" ? join(folder, "none.yaml") : path;
    });
    const { inputs, diagnostics } = readInputs(texts, paths);
    const found = [...[...inputs].map(([name, value]) => `${name} = ${JSON.stringify(value)}`), ...said(diagnostics)];
    expect(found.map((line) => line.replace(folder, "…"))).toEqual(expected);
  });
});

test.each([
  ["${vars.tp}", "Write ${tp}, without vars."],
  ["${var.tp}", "Write ${tp}, without var."],
  ["${local.tp}", "Write ${tp}, without local."],
  ["${each.value}", "Write the name that forEach gives it: of forEach: { pair: […] } that is ${pair}."],
])("%s, as others write it: %s", (reference, remedy) => {
  expect(said(load(file("tp: 1", `title: "${reference}"`)).diagnostics).join("\n")).toContain(remedy);
});
