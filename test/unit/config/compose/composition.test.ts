import { describe, expect, test } from "vitest";
import { LANE } from "../../../support/lane.js";
import { botsOf, errorsOf, load, settingsOf, withAccount } from "../fleet.js";

const SECOND = `  copy:
    apiUrl: https://api.example.net
    apiKey: \${env.BOTFORM_KEY2}
    apiSecret: \${env.BOTFORM_SECRET2}
    accesses: { primary: Main futures }
`;

describe("templates", () => {
  const templates = `templates:
  base: { leverage: 1, strategy: LONG, marginMode: CROSS, martingaleScale: 1.1 }
  left: { extends: base, leverage: 2, countOrderMax: 2 }
  right: { extends: base, countOrderMax: 3, volumeSafetyOrder: 5 }
  child: { extends: [left, right], marginMode: ISO }
`;
  const cases: readonly { bot: string; expected: Record<string, unknown>; because: string }[] = [
    {
      bot: "extends: base",
      expected: { leverage: "1", strategy: "LONG", marginMode: "CROSS", martingaleScale: "1.1" },
      because: "all of it",
    },
    { bot: "extends: base, leverage: 9", expected: { leverage: "9" }, because: "the bot is above" },
    {
      bot: "extends: [left, right]",
      expected: { leverage: "2", countOrderMax: "3" },
      because: "left to right, and base, which both extend, lies below both",
    },
    {
      bot: "extends: [right, left]",
      expected: { leverage: "2", countOrderMax: "2", volumeSafetyOrder: "5" },
      because: "the other way round",
    },
    { bot: "extends: [left, base]", expected: { leverage: "2" }, because: "a parent stays below its child" },
    {
      bot: "extends: child",
      expected: { leverage: "2", countOrderMax: "3", marginMode: "ISO" },
      because: "parents of parents",
    },
    {
      bot: "extends: child, martingaleScale: null",
      expected: { martingaleScale: null },
      because: "null switches off what is below",
    },
    { bot: "extends: []", expected: {}, because: "nothing" },
  ];
  test.each(cases)("$bot: $because", ({ bot, expected }) => {
    expect(settingsOf(withAccount(`${templates}bots:\n  x: { title: X, ${bot} }\n`))["x"]).toMatchObject(expected);
  });

  test("may stand in other files, in any order, and hold titles of many bots", () => {
    const files = [
      "bots: { x: { extends: a } }",
      "templates: { a: { extends: b, title: A } }",
      withAccount("defaults: { leverage: 1 }"),
      "templates: { b: { leverage: 2, title: B } }",
    ];
    for (const order of [files, files.toReversed()]) {
      expect(botsOf(order)["x"]).toMatchObject({
        fields: { title: "A", leverage: "2" },
        fieldOrigins: {
          title: { path: ["templates", "a", "title"] },
          leverage: { path: ["templates", "b", "leverage"] },
        },
      });
    }
  });

  test("find variables where the bot is", () => {
    const text = withAccount(`vars: { i: outer }
templates: { t: { title: "T \${i}", pairTitle: "\${pair}", previousTitles: ["\${i}"] } }
bots:
  "x-\${i}": { forEach: { i: [a, b], pair: [USDT-BTC] }, extends: t, previousTitles: ["\${i} \${pair.base}"] }
  y: { extends: t, pairTitle: USDT-ETH }
`);
    expect(
      Object.values(botsOf(text)).map(({ fields, previousTitles }) => [fields.title, fields.pairTitle, previousTitles]),
    ).toEqual([
      ["T a", "USDT-BTC", ["a BTC"]],
      ["T b", "USDT-BTC", ["b BTC"]],
      ["T outer", "USDT-ETH", ["outer"]],
    ]);
  });

  test.each([
    ["a: { extends: a }", "a → a", "9:28"],
    ["a: { extends: [b] }, b: { extends: a }", "a → b → a", "9:49"],
    ["c: { extends: a }, a: { extends: b }, b: { extends: [d, a] }, d: {}", "a → b → a", "9:70"],
  ])("{ %s } is a circle: %s", (written, circle, place) => {
    const text = withAccount(`bots: { x: { title: X, extends: a } }\ntemplates: { ${written} }\n`);
    const [found, ...others] = load(text).diagnostics.filter(({ code }) => code !== "config/incomplete-bot");
    expect(others).toEqual([]);
    expect([found?.code, found?.remedy, `${found?.position?.line}:${found?.position?.column}`]).toEqual([
      "config/circular-reference",
      `Break the circle: ${circle}.`,
      place,
    ]);
  });

  test("that aren't there are named where they are extended, each time", () => {
    const text = withAccount(
      "bots:\n  x: { title: X, extends: dipp }\n  y: { title: Y, extends: [dip, nope] }\ntemplates:\n  dip:\n    extends: toString\n",
    );
    expect(errorsOf(text)).toEqual([
      "unknown-template f0.yaml:9:27",
      "unknown-template f0.yaml:10:33",
      "unknown-template f0.yaml:13:14",
    ]);
    expect(load(text).diagnostics.find(({ code }) => code === "config/unknown-template")?.remedy).toBe(
      "Did you mean dip?",
    );
  });

  test.each(["dip: 5", "dip: null", "dip: { foo: 1 }"])("with %s nothing more is said of dip", (written) => {
    expect(errorsOf(withAccount(`bots: { x: { title: X, extends: dip } }\ntemplates: { ${written} }\n`))).toHaveLength(
      1,
    );
  });

  test.each(["templates: 5", "templates:"])("with %s nothing is said of any template", (written) => {
    expect(errorsOf(withAccount(`bots: { x: { title: X, extends: dip } }\n${written}\n`))).toHaveLength(1);
  });

  test("with a file that can't be read, no template, variable or account is missed", () => {
    const text = withAccount('bots: { x: { title: "${t}", extends: dip, only: [main, other] } }');
    expect(errorsOf([text, "templates: {"])).toEqual([expect.stringContaining("f1.yaml")]);
  });

  test("a thousand parents, a chain of two thousand, and diamonds upon diamonds take no time", () => {
    const wide = Array.from({ length: 1000 }, (_, i) => `  t${i}: { leverage: ${i + 1} }\n`).join("");
    const names = Array.from({ length: 1000 }, (_, i) => `t${i}`).join(", ");
    expect(
      settingsOf(
        withAccount(`templates:\n${wide}  all: { extends: [${names}] }\nbots: { x: { title: X, extends: all } }`),
      ),
    ).toEqual({ x: { leverage: "1000" } });

    const deep = Array.from({ length: 1998 }, (_, i) => `  t${i}: { extends: t${i + 1} }\n`).join("");
    const chain = withAccount(`templates:\n${deep}  t1998: { leverage: 7 }\nbots: { x: { title: X, extends: t0 } }`);
    expect(settingsOf(chain)).toEqual({ x: { leverage: "7" } });

    const diamonds = Array.from(
      { length: 60 },
      (_, i) => `  a${i}: { extends: [a${i + 1}, b${i + 1}] }\n  b${i}: { extends: [b${i + 1}, a${i + 1}] }\n`,
    ).join("");
    const both = withAccount(
      `templates:\n${diamonds}  a60: { leverage: 3 }\n  b60: { leverage: 4 }\nbots: { x: { title: X, extends: [a0, b0] } }`,
    );
    expect(settingsOf(both)).toEqual({ x: { leverage: "4" } });
  });

  test("more than two thousand beneath one bot are refused, in whatever files", () => {
    const part = (from: number) =>
      `templates:\n${Array.from({ length: 1500 }, (_, i) => `  t${from + i}: { extends: t${from + i + 1} }\n`).join("")}`;
    const files = [
      withAccount("bots:\n  x: { title: X, extends: t0 }\n"),
      ...[0, 1, 2, 3, 4, 5, 6, 7].map((i) => part(i * 1500)),
      "templates: { t12000: {} }",
    ];
    expect(errorsOf(files)).toEqual(["too-complex f0.yaml:9:27"]);
  });
});

describe("forEach", () => {
  test("of one list makes one bot for each value, with the key, settings and lists of its own", () => {
    const text = withAccount(`bots:
  dip-\${pair.base}:
    forEach: { pair: [USDT-ETH, USDT-SOL] }
    title: Dip \${pair}
    pairTitle: \${pair}
    previousTitles: ["Old \${pair.base}"]
`);
    const bots = botsOf(text);
    expect(Object.keys(bots)).toEqual(["dip-ETH", "dip-SOL"]);
    expect(bots["dip-SOL"]).toMatchObject({
      address: "main/dip-SOL",
      origin: { path: ["bots", "dip-${pair.base}"], key: true },
      fields: { title: "Dip USDT-SOL", pairTitle: "USDT-SOL" },
      previousTitles: ["Old SOL"],
    });
  });

  test("of several lists is their cross product, the first one turning slowest", () => {
    const text = withAccount(
      `bots: { "x\${a}\${b}\${c}": { forEach: { a: [1, 2], b: [x, y], c: [true] }, title: same } }`,
    );
    // One title: each bot after the first is said to share it with the first one.
    const twice = load(text).diagnostics.filter(({ code }) => code === "config/title-twice");
    expect(twice[0]?.summary).toMatch(/bots x1xtrue .* and x1ytrue .* \(and 2 more bots\)|x1xtrue/);
    expect(Object.keys(botsOf(text.replace("same", '"${a}${b}"')))).toEqual([
      "x1xtrue",
      "x1ytrue",
      "x2xtrue",
      "x2ytrue",
    ]);
    const clash = withAccount(`bots: { "x\${b}": { forEach: { a: [1, 2], b: [x, y] }, title: "\${a}" } }`);
    expect(Object.values(botsOf(clash.replace("[1, 2]", "[1]").replace('title: "${a}"', 'title: "${b}"'))).length).toBe(
      2,
    );
  });

  test("takes maps as items", () => {
    const text = withAccount(`bots:
  "x-\${at.name}":
    forEach: { at: [{ name: a, lev: 3, on: true }, { name: b, lev: 4, on: false }] }
    title: T \${at.name}
    leverage: \${at.lev}
    enabled: \${at.on}
`);
    expect(settingsOf(text)).toEqual({
      "x-a": { leverage: "3", enabled: true },
      "x-b": { leverage: "4", enabled: false },
    });
    expect(errorsOf(text.replace("lev: 4, ", ""))).toEqual(["bad-reference f0.yaml:12:15"]);
    expect(errorsOf(text.replace("lev: 4", 'lev: "4"'))).toEqual(["quoted-number f0.yaml:12:15"]);
  });

  test("takes lists from variables, whole or item by item, given ones too", () => {
    const text = withAccount(`vars: { pairs: [USDT-ETH, USDT-SOL], one: USDT-XRP, n: [1] }
bots: { "x-\${p}": { forEach: { p: "\${pairs}" }, title: "\${p}" }, "y-\${p}-\${n}": { forEach: { p: ["\${one}", USDT-ADA], n: "\${n}" }, title: "y \${p}" } }
`);
    expect(Object.keys(botsOf(text))).toEqual(["x-USDT-ETH", "x-USDT-SOL", "y-USDT-ADA-1", "y-USDT-XRP-1"]);
    expect(Object.keys(botsOf(text, { pairs: ["a"] }))).toEqual(["x-a", "y-USDT-ADA-1", "y-USDT-XRP-1"]);
    expect(errorsOf(text, { pairs: "a" })).toEqual(["wrong-type f0.yaml:9:35"]);
    expect(errorsOf(text, { pairs: [null] })).toEqual(["wrong-type f0.yaml:9:35"]);
  });

  test.each([
    ["forEach: { p: [] }", [], ["bot-nowhere f0.yaml:9:3"]],
    ["forEach: { p: [a], q: [] }", [], ["bot-nowhere f0.yaml:9:3"]],
    ["forEach: {}, title: X", ["x"], []],
    ["forEach: { p: [a, a] }", [], ["expanded-twice f0.yaml:9:3"]],
    ["forEach: { p: a }", [], ["wrong-type f0.yaml:9:26"]],
    ["forEach: [a]", [], ["wrong-type f0.yaml:9:23"]],
    ["forEach: { p: [null] }", [], ["wrong-type f0.yaml:9:27"]],
    ["forEach: { p: [[a]] }", [], ["wrong-type f0.yaml:9:27"]],
    ["forEach: { p: [{ a: [1] }] }", [], ["wrong-type f0.yaml:9:27"]],
    ['forEach: { "p q": [a] }', [], ["bad-name f0.yaml:9:23"]],
    ["forEach: { env: [a] }", [], ["bad-variable f0.yaml:9:23"]],
    ['forEach: "${nope}"', [], ["undefined-variable f0.yaml:9:21"]],
    ['forEach: { p: "${nope}" }', [], ["undefined-variable f0.yaml:9:21"]],
    ['forEach: { p: ["${env.BOTFORM_X}"] }', [], ["bad-reference f0.yaml:9:21"]],
    ["forEach: { p: [1, 2] }", [], ["expanded-twice f0.yaml:9:3"]],
  ])("%s", (each, keys, errors) => {
    const key = errors.join().includes("expanded-twice") || each.includes("[a") ? '"x-${p}"' : "x";
    const written = each.endsWith("[1, 2] }") || each.includes("{}") ? "x" : key;
    const text = withAccount(`bots:\n  ${written}: { title: X, ${each.replace(", title: X", "")} }\n`);
    const found = errorsOf(text).filter((one) => !one.startsWith("title-twice"));
    const codes = (list: readonly string[]) => list.map((one) => one.replace(/:\d+$/, ""));
    expect(codes(found)).toEqual(codes(errors));
    if (errors.length === 0) expect(Object.keys(botsOf(text))).toEqual(keys);
  });

  test("a key that two blocks come to is said at the second one, naming the first", () => {
    const files = [
      withAccount('bots:\n  "x-${a}": { forEach: { a: [1, 2] }, title: "X${a}" }\n'),
      "bots:\n  x-2: { title: Y }\n",
    ];
    const found = load(files).diagnostics.filter(({ code }) => code === "config/expanded-twice");
    expect(found.map(({ position, summary }) => [position?.file, position?.line, summary])).toEqual([
      ["f1.yaml", 2, "bot x-2 comes from this block and from the one at f0.yaml:9"],
    ]);
  });

  test("what is no key is said with what it came to", () => {
    const text = withAccount('bots:\n  "x-${a}": { forEach: { a: [fine, "not fine", "", "a/b"] }, title: "X${a}" }\n');
    expect(
      load(text)
        .diagnostics.filter(({ code }) => code === "config/bad-name")
        .map(({ summary }) => summary),
    ).toEqual([
      "the key x-${a} becomes \"x-a/b\", which can't be a bot's key",
      "the key x-${a} becomes \"x-not fine\", which can't be a bot's key",
    ]);
  });

  test("20 000 bots are the most", () => {
    const list = (length: number) => Array.from({ length }, (_, i) => i).join(", ");
    const text = (a: number, b: number, more = "") =>
      withAccount(
        `bots:\n  "x\${a}-\${b}": { forEach: { a: [${list(a)}], b: [${list(b)}] }, title: "X\${a}-\${b}" }\n${more}`,
      );
    // Where the bound is, the next line says, too.
    if (LANE !== "fast") expect(load(text(200, 100)).accounts[0]?.desired.bots.length).toBe(20_000);
    expect(errorsOf(text(200, 100, "  y: { title: Y }\n  z: { title: Z }\n"))).toEqual(["too-complex f0.yaml:10:3"]);
    expect(errorsOf(text(2000, 2000))).toEqual(["too-complex f0.yaml:9:3"]);
    const three = text(2000, 2000).replace("b: [", `c: [${list(2000)}], b: [`);
    expect(errorsOf(three)).toEqual(["too-complex f0.yaml:9:3"]);
  });
});

describe("exceptions", () => {
  const text = withAccount(`templates: { t: { leverage: 2, martingaleScale: 1.5 } }
bots:
  "x-\${p}":
    forEach: { p: [a, b] }
    extends: t
    title: "X \${p}"
    leverage: 3
    enabled: true
    exceptions:
      x-b: { leverage: 4, title: "Other \${p}", martingaleScale: null, enabled: false, botId: 7, previousTitles: [O], protect: true }
`);

  test("set single bots apart, above the block and below the account", () => {
    expect(settingsOf(text)).toEqual({
      "x-a": { leverage: "3", martingaleScale: "1.5", enabled: true },
      "x-b": { leverage: "4", martingaleScale: null, enabled: false },
    });
    expect(botsOf(text)["x-b"]).toMatchObject({
      fields: { title: "Other b" },
      botId: 7,
      previousTitles: ["O"],
      protect: true,
      origin: { path: ["bots", "x-${p}"] },
      fieldOrigins: { leverage: { path: ["bots", "x-${p}", "exceptions", "x-b", "leverage"] } },
    });
    const over = text.replace("templates:", "    overrides: { leverage: 9 }\ntemplates:");
    expect(settingsOf(over)["x-b"]).toMatchObject({ leverage: "9" });
  });

  test.each([
    ["x-b:", "x-c:", "unknown-exception f0.yaml:17:7"],
    ["x-b:", '"x b":', "bad-name f0.yaml:17:7"],
    ["botId: 7", "extends: t", "unknown-key f0.yaml:17:87"],
    ["botId: 7", "only: [main]", "unknown-key f0.yaml:17:87"],
    ["    forEach: { p: [a, b] }\n", "", "contradiction f0.yaml:15:5"],
  ])("%s → %s: %s", (from, to, expected) => {
    const found = errorsOf(text.replace(from, to)).filter((one) => !/undefined-variable/.test(one));
    expect(found).toEqual([expected]);
  });

  test("a bot whose key looks like the place of an exception is another bot", () => {
    const tricky = withAccount(`bots:
  "a\${i}": { forEach: { i: [1] }, title: A, exceptions: { a1: { leverage: "\${i}" } } }
  "a\${i}.exceptions.a1": { forEach: { i: [2] }, title: B }
`).replaceAll("a${i}", "a${i}");
    expect(settingsOf(tricky)).toEqual({ a1: { leverage: "1" }, "a2.exceptions.a1": {} });
    const plain = withAccount(`bots:
  "a": { forEach: { i: [5] }, title: A, exceptions: { a: { leverage: "\${i}" } } }
  "a.exceptions.a": { title: B }
`);
    expect(settingsOf(plain)).toEqual({ a: { leverage: "5" }, "a.exceptions.a": {} });
  });
});

describe("unmanaged", () => {
  const layers = (...at: readonly [string, string][]) => {
    const [defaults, template, bot, exception, overrides] = [
      "defaults",
      "template",
      "bot",
      "exception",
      "overrides",
    ].map((name) => at.find(([place]) => place === name)?.[1] ?? "");
    return withAccount(
      `defaults: { ${defaults} }
templates: { t: { ${template} } }
bots:
  "x\${i}": { forEach: { i: [1] }, title: X, extends: t, exceptions: { x1: { ${exception} } }, ${bot} }
`,
      `overrides: { ${overrides} }`,
    );
  };
  const ORDER = ["defaults", "template", "bot", "exception", "overrides"] as const;

  for (const [low, below] of ORDER.entries()) {
    for (const [high, above] of ORDER.entries()) {
      test(`in ${above} takes away what ${below} says only if it is above`, () => {
        if (low === high) return;
        const text = layers(
          [below, "leverage: 5, enabled: true, martingaleScale: null"],
          [above, "unmanaged: [leverage, enabled, martingaleScale]"],
        );
        expect(settingsOf(text)["x1"]).toEqual(
          high > low ? {} : { leverage: "5", enabled: true, martingaleScale: null },
        );
      });
    }
  }

  test("is undone by a higher layer that states the field again", () => {
    const text = layers(["defaults", "leverage: 5"], ["template", "unmanaged: [leverage]"], ["bot", "leverage: 6"]);
    expect(settingsOf(text)["x1"]).toEqual({ leverage: "6" });
    expect(
      settingsOf(layers(["defaults", "leverage: 5"], ["bot", "unmanaged: [leverage]"], ["overrides", "leverage: 7"]))[
        "x1"
      ],
    ).toEqual({ leverage: "7" });
  });

  test("takes values with variables, and may be restated by them", () => {
    expect(settingsOf(layers(["defaults", 'leverage: "${i}"'], ["bot", "unmanaged: [leverage]"]))["x1"]).toEqual({});
    expect(
      settingsOf(layers(["template", "leverage: 5, unmanaged: [enabled]"], ["bot", 'leverage: "${i}"']))["x1"],
    ).toEqual({ leverage: "1" });
    expect(
      settingsOf(
        layers(["defaults", "leverage: 5"], ["template", "unmanaged: [leverage]"], ["bot", 'leverage: "${i}"']),
      )["x1"],
    ).toEqual({ leverage: "1" });
  });

  test("and stated in one layer is a contradiction, with a variable or a null too", () => {
    for (const stated of ["leverage: 5", 'leverage: "${i}"', "martingaleScale: null", "enabled: false"]) {
      const name = stated.slice(0, stated.indexOf(":"));
      for (const place of ORDER) {
        const found = errorsOf(layers([place, `${stated}, unmanaged: [${name}]`])).filter(
          (one) => !one.startsWith("undefined"),
        );
        expect(found).toEqual([expect.stringMatching(/^contradiction /)]);
      }
    }
  });

  test.each([
    ["[title]", "unknown-word"],
    ["[access]", "unknown-word"],
    ["[leverage, leverage]", "repeated-item"],
    ["leverage", "wrong-type"],
    ["[foo]", "unknown-word"],
  ])("%s is %s", (list, code) => {
    expect(errorsOf(layers(["bot", `unmanaged: ${list}`]))).toEqual([expect.stringMatching(new RegExp(`^${code} `))]);
  });

  test("a field that is let go isn't asked for by the rules, nor ignored", () => {
    const text = layers(
      ["defaults", "priceLevel: UPPER, countOrderMax: 5"],
      ["bot", "unmanaged: [priceLevel, countOrderMax]"],
    );
    expect(errorsOf(text)).toEqual([]);
  });
});

describe("overrides, only and except", () => {
  const two = (rest: string) => withAccount(`${SECOND}${rest}`);

  test("overrides are the account's last word, and other accounts don't hear it", () => {
    const text = two(
      "    overrides: { leverage: 3, enabled: false, martingaleScale: null }\nbots: { x: { title: X, leverage: 5, enabled: true } }\n",
    );
    expect(settingsOf(text)).toEqual({ x: { leverage: "5", enabled: true } });
    expect(settingsOf(text, {}, "copy")).toEqual({ x: { leverage: "3", enabled: false, martingaleScale: null } });
  });

  test.each([
    ["only: [main]", ["main"]],
    ["only: [copy]", ["copy"]],
    ["only: [main, copy]", ["main", "copy"]],
    ["only: []", []],
    ["except: [main]", ["copy"]],
    ["except: [main, copy]", []],
    ["except: []", ["main", "copy"]],
    ["only: [main, copy], except: [copy]", ["main"]],
    ["extends: t", ["copy"]],
    ["extends: t, only: [main]", ["main"]],
  ])("a bot with %s is in %j", (where, accounts) => {
    const text = two(`templates: { t: { only: [copy] } }\nbots: { x: { title: X, ${where} }, y: { title: Y } }\n`);
    const having = load(text).accounts.filter(({ desired }) => desired.bots.some(({ key }) => key === "x"));
    expect(having.map(({ desired }) => desired.account)).toEqual(accounts);
    expect(load(text).accounts.every(({ desired }) => desired.bots.some(({ key }) => key === "y"))).toBe(true);
  });

  test("accounts that aren't there are named, wherever they are said", () => {
    const text = two("templates: { t: { except: [cpy, main] } }\nbots: { x: { title: X, only: [main, mian] } }\n");
    expect(errorsOf(text)).toEqual(["unknown-account f0.yaml:13:28", "unknown-account f0.yaml:14:37"]);
    expect(load(text).diagnostics[0]?.remedy).toBe("Did you mean copy?");
  });

  test("an account that can't be used is an account all the same", () => {
    const broken = withAccount("  copy: 5\nbots: { x: { title: X, only: [main, copy] } }\n");
    expect(errorsOf(broken)).toEqual(["wrong-type f0.yaml:8:9"]);
  });

  test("a bot that no account has is checked all the same", () => {
    const text = withAccount(
      'bots:\n  x: { title: "${nope}", leverage: "x${i}", only: [] }\n  "y${i}": { forEach: { i: [0] }, title: Y, leverage: "${i}", except: [main] }\n',
    );
    expect(errorsOf(text)).toEqual([
      "bot-nowhere f0.yaml:9:3",
      "undefined-variable f0.yaml:9:15",
      "undefined-variable f0.yaml:9:36",
      "bot-nowhere f0.yaml:10:3",
      "out-of-range f0.yaml:10:55",
    ]);
  });
});

describe("protectedTitles", () => {
  test("of all files reach every account, each once", () => {
    const { accounts } = load([
      withAccount("protectedTitles: [By hand, A]\nbots: { x: { title: X } }"),
      "protectedTitles: [A, B]",
    ]);
    expect(accounts[0]?.desired.protectedTitles).toEqual(["By hand", "A", "B"]);
    expect(load(withAccount("bots: { x: { title: X } }")).accounts[0]?.desired.protectedTitles).toEqual([]);
  });

  test.each([
    ["[A, A]", "repeated-item f0.yaml:8:18"],
    ["A", "wrong-type f0.yaml:8:18"],
    ["[5]", "unquoted-text f0.yaml:8:19"],
    ['[A, ""]', "bad-text f0.yaml:8:22"],
    ['["a\\nb"]', "bad-text f0.yaml:8:19"],
  ])("%s is %s", (list, expected) => {
    expect(errorsOf(withAccount(`protectedTitles: ${list}\nbots: { x: { title: X } }`))).toEqual([expected]);
  });
});

describe("files", () => {
  test("may each declare some of vars and templates, and none twice", () => {
    const files = [
      withAccount("vars: { a: 1, b: 2 }\ntemplates: { t: {} }\nbots: { x: { title: X } }"),
      "vars:\n  c: 3\n  b: 2\ntemplates:\n  u: {}\n  t: {}\n",
    ];
    expect(
      load(files)
        .diagnostics.filter(({ severity }) => severity === "error")
        .map(({ summary, position }) => [position?.file, position?.line, summary]),
    ).toEqual([
      ["f1.yaml", 3, "the variable b is declared here and at f0.yaml:8"],
      ["f1.yaml", 6, "the template t is declared here and at f0.yaml:9"],
    ]);
  });

  test("defaults with variables are claimed like others", () => {
    const files = [
      withAccount('defaults: { leverage: "${l}" }\nvars: { l: 5 }\nbots: { x: { title: X } }'),
      "defaults: { leverage: 5 }",
    ];
    expect(errorsOf(files)).toEqual(["declared-twice f1.yaml:1:13"]);
    expect(errorsOf(files.toReversed())).toEqual(["declared-twice f1.yaml:8:13"]);
  });
});

describe("anchors and aliases", () => {
  test("carry variables with them, and each place is looked at by itself", () => {
    const text = withAccount(`vars: { list: &l [a, b] }
bots:
  "x-\${p}": &x
    forEach: { p: *l }
    title: &t "T \${p}"
    leverage: 5
    exceptions: { x-b: { title: *t, leverage: &n 7 } }
  "y-\${p}": { forEach: { p: [c] }, title: *t, leverage: *n, previousTitles: [*t, old] }
`);
    expect(errorsOf(text)).toEqual(["previous-title-useless f0.yaml:15:78"]);
    expect(Object.entries(botsOf(text)).map(([key, { fields }]) => [key, fields.title, fields.leverage])).toEqual([
      ["x-a", "T a", "5"],
      ["x-b", "T b", "7"],
      ["y-c", "T c", "7"],
    ]);
  });

  test("a whole bot by alias keeps its settings with variables", () => {
    const text = withAccount(
      'bots:\n  a: &a { title: "${t}", leverage: 5, access: primary }\ntemplates:\n  t: &t { leverage: "${n}" }\n  u: *t\nvars: { t: T, n: 3 }\n',
    );
    expect(settingsOf(text)).toEqual({ a: { leverage: "5" } });
    expect(settingsOf(text.replace("leverage: 5", "extends: u"))).toEqual({ a: { leverage: "3" } });
  });

  test("what is wrong with an alias is said where its variables come to nothing", () => {
    const text = withAccount('bots:\n  a: { title: A, leverage: &l "${n}" }\n  b: { title: B, leverage: *l }\n');
    expect(errorsOf(text)).toEqual(["undefined-variable f0.yaml:9:31", "undefined-variable f0.yaml:10:28"]);
  });
});

describe("places", () => {
  test("of a slip in a template: once, with the number of bots, in the file of the template", () => {
    const files = [
      withAccount(
        'bots:\n  "x${i}": { forEach: { i: [1, 2, 3, 4] }, title: "X${i}", extends: t }\n  y: { title: Y, extends: t }\n',
      ),
      'templates:\n  t: { strategy: "${s}",\n    leverage: "${lev}" }\n',
    ];
    const found = load(files, { s: "LONGER" }).diagnostics.filter(({ code }) => code !== "config/incomplete-bot");
    expect(
      found.map(({ code, summary, position, address }) => [
        code,
        summary,
        position?.file,
        `${position?.line}:${position?.column}`,
        address,
      ]),
    ).toEqual([
      [
        "config/unknown-word",
        'templates.t.strategy must be LONG or SHORT, not "LONGER"; it contains variables (and 4 more bots)',
        "f1.yaml",
        "2:18",
        "main/x1",
      ],
      ["config/undefined-variable", "there is no variable lev (and 4 more bots)", "f1.yaml", "3:15", "main/x1"],
    ]);
  });

  test("of one setting in two accounts: once", () => {
    const text = withAccount(`${SECOND}bots:\n  x: { title: X, leverage: "\${lev}" }\n`);
    expect(errorsOf(text)).toEqual(["undefined-variable f0.yaml:14:28"]);
  });

  test.each([
    ['defaults:\n  leverage:   "${n}"', "9:15"],
    ["defaults:\n  leverage: >-\n    ${n}", "9:13"],
    ['defaults: {\n  leverage:\n    "${n}" }', "10:5"],
    ['defaults: { previousTitles: [], ignore: [leverage, "${n}"] }', "8:13,8:52"],
  ])("%j at %s", (written, places) => {
    const found = errorsOf(withAccount(`${written}\nbots: { x: { title: X } }\n`));
    expect(found.map((one) => one.replace(/^.*yaml:/, "")).join()).toBe(places);
  });
});

describe("the digest", () => {
  const digestOf = (texts: string | readonly string[]) => {
    const { accounts, diagnostics } = load(texts);
    if (accounts[0] === undefined) throw new Error(JSON.stringify(diagnostics));
    return accounts[0].desired.digest;
  };
  const spelt = withAccount(`bots:
  dip-ETH: { title: Dip ETH, pairTitle: USDT-ETH, leverage: 5, volumeFirstOrder: 20, enabled: true, percentTakeProfit: 1.2 }
  dip-SOL: { title: Dip SOL, pairTitle: USDT-SOL, leverage: 3, volumeFirstOrder: 20, percentTakeProfit: 1.2 }
`);
  const parts = [
    withAccount("defaults: { percentTakeProfit: 9, enabled: true }\n"),
    'vars: { tp: 1.20, dips: [USDT-ETH, USDT-SOL], v: "${w}", w: 20 }\n',
    'templates: { dip: { extends: volume, percentTakeProfit: "${tp}", leverage: 5 }, volume: { volumeFirstOrder: "${v}", leverage: 1 } }\n',
    `bots:
  dip-\${pair.base}:
    extends: dip
    forEach: { pair: "\${dips}" }
    title: Dip \${pair.base}
    pairTitle: \${pair}
    exceptions: { dip-SOL: { leverage: 3, unmanaged: [enabled] } }
`,
  ];

  test("is that of the same bots spelt out, in whatever files and order", () => {
    expect(digestOf(parts)).toBe(digestOf(spelt));
    expect(digestOf(parts.toReversed())).toBe(digestOf(spelt));
    expect(digestOf([parts.join("")])).toBe(digestOf(spelt));
    const inOtherOrder = parts.join("").replace("[USDT-ETH, USDT-SOL]", "[USDT-SOL, USDT-ETH]");
    expect(digestOf(inOtherOrder)).toBe(digestOf(spelt));
  });

  test("differs with what the bots come to", () => {
    expect(digestOf(parts.join("").replace("1.20", "1.21"))).not.toBe(digestOf(spelt));
    expect(digestOf(spelt.replace("bots:", "    volumeScale: 0.5\nbots:"))).not.toBe(digestOf(spelt));
    expect(digestOf(spelt.replace("bots:", "    volumeScale: 0.5\nbots:"))).toBe(
      digestOf(spelt.replaceAll("Order: 20", "Order: 10")),
    );
  });
});

test("five thousand bots of one block load as five thousand bots", () => {
  const items = Array.from({ length: 1000 }, (_, i) => `USDT-C${i}`).join(", ");
  const text = withAccount(`vars: { tp: 1.2, pairs: [${items}] }
defaults: { marginMode: CROSS, typeTakeProfit: LIMIT, typeFirstOrder: MARKET }
templates: { dip: { strategy: LONG, leverage: "\${lev}", percentTakeProfit: "\${tp}", percentSafetyOrder: 1.5, volumeFirstOrder: 20 } }
bots:
  "\${pair.base}-\${lev}": { forEach: { pair: "\${pairs}", lev: [1, 2, 3, 4, 5] }, extends: dip, title: "\${pair.base} \${lev}", pairTitle: "\${pair}" }
`);
  const { accounts, diagnostics } = load(text);
  expect(diagnostics).toEqual([]);
  expect(accounts[0]?.desired.bots).toHaveLength(5000);
  expect(accounts[0]?.desired.bots.find(({ key }) => key === "C999-5")?.fields).toMatchObject({
    title: "C999 5",
    pairTitle: "USDT-C999",
    leverage: "5",
    percentTakeProfit: "1.2",
  });
});

test("a slip that five thousand bots share is found as fast, and said once", () => {
  const vars = Array.from({ length: 1500 }, (_, i) => `  variable${i}: 1\n`).join("");
  const items = Array.from({ length: 1000 }, (_, i) => i).join(", ");
  const text = withAccount(
    `vars:\n${vars}bots:\n  "x\${a}-\${b}": { forEach: { a: [${items}], b: [1, 2, 3, 4, 5] }, title: "\${a}\${b}", leverage: "\${variabel}" }\n`,
  );
  const found = load(text).diagnostics.filter(({ code }) => code === "config/undefined-variable");
  expect(found.map(({ summary }) => summary)).toEqual(["there is no variable variabel (and 4999 more bots)"]);
});

describe("a block that comes to no bot", () => {
  test.each([
    ["forEach: { p: [] }", 1],
    ["only: []", 1],
    ["only: [main], except: [main]", 1],
    ["except: [main]", 1],
    ["only: [main]", 0],
    ["except: []", 0],
  ])("%s is warned of %i times", (keys, times) => {
    const { diagnostics } = load(withAccount(`bots:\n  x: { title: X, ${keys} }\n`));
    const found = diagnostics.filter(({ code }) => code === "config/bot-nowhere");
    expect(found.map(({ severity, position }) => [severity, position?.line])).toEqual(
      times === 0 ? [] : [["warning", 9]],
    );
  });

  test("is one warning, however many bots it would be", () => {
    const text = withAccount('bots:\n  "x-${p}": { forEach: { p: [a, b, c] }, title: "X ${p}", only: [] }\n');
    expect(load(text).diagnostics.filter(({ code }) => code === "config/bot-nowhere")).toHaveLength(1);
  });
});
