// Declared blocks become bots: one for each combination of forEach, with exceptions on top; and what can't come out of a block.
import { describe, expect, it } from "vitest";
import { isLeftOut } from "../../../../src/config/compose/expand.js";
import { NOTHING_MERGED } from "../../../../src/config/compose/layer.js";
import { botsOf, load, withAccount } from "../fleet.js";

const ACCOUNTS = `version: 1
accounts:
  main: { apiUrl: https://a.example.net, apiKey: "\${env.BOTFORM_KEY}", apiSecret: "\${env.BOTFORM_SECRET}", accesses: { p: Main } }
  copy: { apiUrl: https://b.example.net, apiKey: "\${env.BOTFORM_KEY}", apiSecret: "\${env.BOTFORM_SECRET}", accesses: { p: Main } }
`;

/** What is wrong with bots on two accounts: code, place, summary and remedy. */
function wrong(bots: string, rest = ""): unknown[] {
  return load(`${ACCOUNTS}bots:\n  ${bots}\n${rest}`)
    .diagnostics.filter(({ code }) => code !== "config/incomplete-bot")
    .map(({ code, summary, remedy, position }) => [code.replace("config/", ""), position?.line, summary, remedy]);
}

const titles = (bots: string, rest = "") =>
  Object.fromEntries(
    Object.entries(botsOf(withAccount(`bots:\n  ${bots}\n${rest}`))).map(([key, { fields }]) => [key, fields.title]),
  );

describe("a block", () => {
  it.each([
    { bots: "x: { title: X }", expected: { x: "X" }, because: "without forEach it is one bot" },
    { bots: "x: { forEach: {}, title: X }", expected: { x: "X" }, because: "so it is with no list" },
    {
      bots: '"x-${i}": { forEach: { i: [b, a] }, title: "X ${i}" }',
      expected: { "x-b": "X b", "x-a": "X a" },
      because: "with a list it is one for each item",
    },
    {
      bots: '"${i}-${j}": { forEach: { i: [1, 2], j: [a, b] }, title: "${i}${j}" }',
      expected: { "1-a": "1a", "1-b": "1b", "2-a": "2a", "2-b": "2b" },
      because: "with two lists one for each combination",
    },
    {
      bots: '"${v}-${i}": { forEach: { i: [1] }, title: "${v}${i}" }',
      rest: "vars: { v: out }\n",
      expected: { "out-1": "out1" },
      because: "variables of the file are there, too",
    },
    {
      bots: '"x-${i}": { forEach: { i: "${list}" }, title: "X ${i}" }',
      rest: "vars: { list: [a, b] }\n",
      expected: { "x-a": "X a", "x-b": "X b" },
      because: "the list itself may be a variable",
    },
    {
      bots: '"x-${i}": { forEach: { i: [a, b] }, title: "X ${i}", exceptions: { x-b: { title: other } } }',
      expected: { "x-a": "X a", "x-b": "other" },
      because: "an exception is of one bot alone",
    },
  ])("$bots: $because", ({ bots, rest, expected }) => {
    expect(titles(bots, rest)).toEqual(expected);
  });

  it("turns the first list slowest", () => {
    const bots = '"${i}-${j}": { forEach: { i: [2, 1], j: [b, a] }, title: "${i}${j}" }';
    const keys = load(withAccount(`bots:\n  ${bots}\n`)).accounts[0]?.desired.bots.map(({ key }) => key);
    expect(keys).toEqual(["1-a", "1-b", "2-a", "2-b"]);
  });
});

describe("what can't come out of a block", () => {
  const TWICE = "Put every variable of the forEach into the key, and list no value twice; or rename one of the two.";
  const NOWHERE = "Correct only, except or the list; or remove the block if you don't need it any more.";
  it.each([
    {
      bots: '"x-${i}": { forEach: { i: [a, a] }, title: X }',
      expected: [["expanded-twice", 6, "bot x-a comes from this block twice", TWICE]],
      because: "a list names a value twice",
    },
    {
      bots: 'x: { forEach: { i: [a, b] }, title: "X ${i}" }',
      expected: [["expanded-twice", 6, "bot x comes from this block twice", TWICE]],
      because: "the key lacks a variable",
    },
    {
      bots: 'x-a: { title: X }\n  "x-${i}": { forEach: { i: [a] }, title: Y }',
      expected: [
        [
          "expanded-twice",
          7,
          expect.stringMatching(/^bot x-a comes from this block and from the one at f0.yaml:6/),
          TWICE,
        ],
      ],
      because: "another block has it",
    },
    {
      bots: '"x-${i}": { forEach: { i: [] }, title: X }',
      expected: [["bot-nowhere", 6, "the forEach of x-${i} has an empty list, so it makes no bot", NOWHERE]],
      because: "a list is empty",
    },
    {
      bots: '"x-${i}": { forEach: { i: ["a b"] }, title: X }',
      expected: [
        [
          ...["bad-name", 6, "the key x-${i} becomes \"x-a b\", which can't be a bot's key"],
          'Use variables whose values have only letters, digits, ".", "_" and "-".',
        ],
      ],
      because: "a key of other characters",
    },
    {
      bots: '"x-${j}": { forEach: { i: [a] }, title: X }',
      expected: [["undefined-variable", 6, expect.any(String), expect.any(String)]],
      because: "a variable that nobody declares",
    },
    {
      bots: '"x-${i}": { forEach: { i: [aa, b] }, title: "${i}", exceptions: { x-ab: { title: Z } } }',
      expected: [["unknown-exception", 6, "no bot of x-${i} has the key x-ab", expect.stringContaining("x-aa")]],
      because: "an exception of no bot",
    },
    {
      bots: '"x-${env}": { forEach: { env: [a] }, title: X }',
      expected: [["bad-variable", 6, expect.stringContaining("env"), expect.any(String)]],
      because: "env is the environment's",
    },
    {
      bots: '"x-${i}": { forEach: { i: 5 }, title: X }',
      expected: [["wrong-type", 6, expect.any(String), expect.any(String)]],
      because: "a list that is none is said once",
    },
    {
      bots: '"x-${i}": { forEach: { i: "${list}" }, title: X }',
      rest: "vars: { list: { a: 1 } }\n",
      expected: [[expect.any(String), 6, expect.any(String), expect.any(String)]],
      because: "a variable that comes to no list is said once",
    },
  ])("$bots: $because", ({ bots, rest, expected }) => {
    expect(wrong(bots, rest)).toEqual(expected);
  });

  it.each([
    [
      '"x-${i}": { forEach: { i: [], j: [a] }, title: X, exceptions: { x-a: {} } }',
      ["bot-nowhere"],
      "none are left to take exception to",
    ],
    [
      '"x-${i}": { forEach: { i: ["a b", c] }, title: "${i}", exceptions: { x-c: {} } }',
      ["bad-name"],
      "its other bots are there",
    ],
    [
      '"x-${i}": { forEach: { i: ["a b"] }, title: "${i}", exceptions: { x-c: {} } }',
      ["bad-name"],
      "of no bot that could be meant",
    ],
  ])("%s: only %j, %s", (bots, codes) => {
    expect(wrong(bots).map((line) => (Array.isArray(line) ? line[0] : line))).toEqual(codes);
  });
});

describe("the place of what is wrong", () => {
  const places = (bots: string, rest = "") =>
    load(`${ACCOUNTS}bots:\n  ${bots}\n${rest}`)
      .diagnostics.filter(({ code }) => code !== "config/incomplete-bot")
      .map(({ code, origin }) => [code.replace("config/", ""), origin?.path.join("."), origin?.key === true]);

  it.each([
    [
      '"x-${i}": { forEach: { i: [a, a] }, title: X }',
      "",
      [["expanded-twice", "bots.x-${i}", true]],
      "the block's key",
    ],
    [
      '"x-${env}": { forEach: { env: [a] }, title: X }',
      "",
      [["bad-variable", "bots.x-${env}.forEach.env", true]],
      "the key env",
    ],
    [
      '"x-${i}": { forEach: { i: "${nope}" }, title: X }',
      "",
      [["undefined-variable", "bots.x-${i}.forEach.i", false]],
      "the list",
    ],
  ])("of %s%s is %j: %s", (bots, rest, expected, _because) => {
    expect(places(bots, rest)).toEqual(expected);
  });

  it("of a variable that can't be used is its own, and the key that refers to it says nothing more", () => {
    const found = places('"x-${v}": { title: X }', 'vars: { v: "${nope}" }\n');
    expect(found.map(([code]) => code)).toEqual(["undefined-variable"]);
    expect(found[0]?.[1]).toMatch(/^vars\.v/);
  });

  it("without an account nobody misses one for a bot", () => {
    const { diagnostics } = load("version: 1\nbots:\n  x: { title: X, only: [] }\n");
    expect(diagnostics.map(({ code }) => code.replace("config/", ""))).toEqual(["no-accounts"]);
  });
});

describe("a bot that no account has", () => {
  const summary = (name: string) => `no account has ${name}: only and except exclude it from each`;
  it.each([
    { bots: "x: { title: X, only: [main] }", said: [], because: "one has it" },
    { bots: "x: { title: X, except: [main] }", said: [], because: "the other one has it" },
    { bots: "x: { title: X, except: [main, copy] }", said: [summary("x")], because: "except leaves out both" },
    {
      bots: "x: { title: X, only: [main], except: [main] }",
      said: [summary("x")],
      because: "only and except together",
    },
    { bots: "x: { title: X, only: [] }", said: [summary("x")], because: "only names none" },
    {
      bots: '"x-${i}": { forEach: { i: [a, b] }, title: "${i}", only: [] }',
      said: [summary("x-${i}")],
      because: "a block says it once",
    },
    {
      bots: "x: { title: X, only: [] }\n  y: { title: Y, only: [] }",
      said: [summary("x"), summary("y")],
      because: "each block says it",
    },
  ])("$bots: $because", ({ bots, said }) => {
    expect(wrong(bots).map((line) => (Array.isArray(line) ? line[2] : line))).toEqual(said);
  });

  it.each([
    ["x: { title: X, only: [mian] }", "the name of an account that there isn't has an error of its own"],
    ["x: { title: X, only: [main], except: [main, mian] }", "in except, too"],
  ])("%s isn't said to be nowhere: %s", (bots) => {
    expect(wrong(bots).map((line) => (Array.isArray(line) ? line[0] : line))).not.toContain("bot-nowhere");
  });

  it("has its slips all the same", () => {
    const codes = wrong('x: { title: "${nope}", only: [] }').map((line) => (Array.isArray(line) ? line[0] : line));
    expect(codes).toEqual(["bot-nowhere", "undefined-variable"]);
  });

  it.each([
    [{}, false, "every account has it"],
    [{ only: ["main"] }, false, "only names it"],
    [{ only: ["copy"] }, true, "only names another"],
    [{ except: ["copy"] }, false, "except names another"],
    [{ except: ["main"] }, true, "except names it"],
    [{ only: ["main"], except: ["main"] }, true, "except outweighs only"],
  ])("%j is left out of main: %s, %s", (values, expected, _because) => {
    expect(isLeftOut({ merged: { ...NOTHING_MERGED, values } }, "main")).toBe(expected);
  });
});

describe("the most bots", () => {
  const items = (count: number) => `[${[...Array(count).keys()].join(",")}]`;
  const many = (lists: string) => `"x-\${i}-\${j}": { forEach: ${lists}, only: [], title: X }`;
  const TOO_MANY = [
    ...["too-complex", 6, "the configuration makes more than 20000 bots"],
    "Shorten the forEach lists, or split the fleet.",
  ];

  it("are counted before they are made: a thousand millions of them fill no memory", () => {
    const lists = `{ i: ${items(1_000)}, j: ${items(1_000)}, k: ${items(1_000)} }`;
    expect(wrong(many(lists))).toEqual([TOO_MANY]);
  });

  it("are those of all blocks together", () => {
    const whole = many(`{ i: ${items(200)}, j: ${items(100)} }`);
    const codes = (bots: string) => wrong(bots).map((line) => (Array.isArray(line) ? line[0] : line));
    expect(codes(whole)).toEqual(["bot-nowhere"]);
    expect(codes(`${whole}\n  y: { title: Y }\n  z: { title: Z, only: [] }`)).toEqual(["bot-nowhere", "too-complex"]);
  });
});
