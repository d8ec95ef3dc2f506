// What is said of templates, of lists that make bots, and of bots that share a name: place, code, summary and remedy, whole.
import { describe, expect, test } from "vitest";
import { ACCOUNT, botYaml, load, said } from "../fleet.js";

type Row = readonly [lines: string, says: readonly string[]];

/** Lines between |: templates and variables at the top, the others of one bot. */
function fleet(lines: string): string {
  const parts = lines.split("|").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]);
  const isTop = ([key = ""]: readonly string[]) => key === "vars" || key === "templates";
  const top = parts.filter(isTop).map(([key, value]) => `${key}: ${value}\n`);
  return `${ACCOUNT}${top.join("")}bots:\n${botYaml("x", Object.fromEntries(parts.filter((part) => !isTop(part))))}`;
}

const ONE_BLOCK: readonly Row[] = [
  ["templates: { a: { leverage: 3 } }|extends: a", []],
  ["templates: { a: {} }|extends: b", ["22:14 unknown-template: there is no template b | Did you mean a?"]],
  ["templates: { abc: {} }|extends: abd", ["22:14 unknown-template: there is no template abd | Did you mean abc?"]],
  ["templates: { a: {} }|extends: [a, b]", ["22:18 unknown-template: there is no template b | Did you mean a?"]],
  ["templates: { a: { extends: b } }|extends: a", ["8:28 unknown-template: there is no template b | Did you mean a?"]],
  [
    "templates: { a: { extends: a } }|extends: a",
    ["8:28 circular-reference: the template a extends itself | Break the circle: a → a."],
  ],
  [
    "templates: { a: { extends: [b] }, b: { extends: [c] }, c: { extends: [x, a] }, x: {} }|extends: a",
    ["8:74 circular-reference: the template a extends itself | Break the circle: a → b → c → a."],
  ],
  [
    "templates: { a: { extends: b }, b: { extends: a } }|leverage: 3",
    ["8:47 circular-reference: the template a extends itself | Break the circle: a → b → a."],
  ],
  [
    "templates: { a: { leverage: x } }|leverage: 3",
    ['8:29 wrong-type: templates.a.leverage must be a number, not text "x" | Write a plain number.'],
  ],
  [
    "templates: { a: { only: [zz] } }|leverage: 3",
    ["8:26 unknown-account: there is no account zz | Use one of: main."],
  ],
  [
    "templates: { a: { exceptions: { b: {} } } }|leverage: 3",
    ['8:19 unknown-key: unknown key "exceptions" in templates.a | exceptions can only be set for a bot, not here.'],
  ],
  [
    "templates: { a: { leverage: 3, unmanaged: [leverage] } }|leverage: 3",
    ["8:44 contradiction: leverage is set and unmanaged in the same place | Keep one of them."],
  ],
  ["templates: { a: { leverage: '${q}' } }|extends: a", []],
  ["templates: { a: { leverage: '${q}' } }|leverage: 3", []],
  [
    "forEach: { p: [a, b] }|title: T ${p}",
    [
      "9:3 expanded-twice: bot x comes from this block twice | Put every variable of the forEach into the key, and list no value twice; or rename one of the two.",
    ],
  ],
  [
    "forEach: { p: [] }|leverage: 3",
    [
      "9:3 warning bot-nowhere: the forEach of x has an empty list, so it makes no bot | Correct only, except or the list; or remove the block if you don't need it any more.",
    ],
  ],
  [
    "only: []",
    [
      "9:3 warning bot-nowhere: no account has x: only and except exclude it from each | Correct only, except or the list; or remove the block if you don't need it any more.",
    ],
  ],
  [
    "except: [main]",
    [
      "9:3 warning bot-nowhere: no account has x: only and except exclude it from each | Correct only, except or the list; or remove the block if you don't need it any more.",
    ],
  ],
  [
    "only: [main]|except: [main]",
    [
      "9:3 warning bot-nowhere: no account has x: only and except exclude it from each | Correct only, except or the list; or remove the block if you don't need it any more.",
    ],
  ],
  [
    "forEach: { p: '${q}' }|leverage: 3",
    ["21:19 undefined-variable: there is no variable q | Declare it under `vars`, or give it with --var q=…."],
  ],
  ["vars: { q: [x] }|forEach: { p: '${q}' }", []],
  [
    "vars: { q: x }|forEach: { p: '${q}' }",
    [
      '22:19 wrong-type: bots.x.forEach.p must be a list, not text "x"; it contains variables | Write p: [x]; or p: "${x}" if x is a list under vars.',
    ],
  ],
  [
    "forEach: { p: [a] }|exceptions: { y: { leverage: 3 } }",
    ["22:19 unknown-exception: no bot of x has the key y | Did you mean x?"],
  ],
  [
    "forEach: { p: [a] }|exceptions: { x: { leverage: x } }",
    ['22:34 wrong-type: bots.x.exceptions.x.leverage must be a number, not text "x" | Write a plain number.'],
  ],
  ["forEach: { p: [a] }|exceptions: { x: { title: T } }", []],
];

/** Blocks below `bots`, without the settings that a new bot needs. */
const BLOCKS: readonly Row[] = [
  [
    '"${p}": { forEach: { p: [a, a] }, title: "T ${p}" }',
    [
      "10:3 expanded-twice: bot a comes from this block twice | Put every variable of the forEach into the key, and list no value twice; or rename one of the two.",
    ],
  ],
  ['"${p}": { forEach: { p: [a, b] }, title: "T ${p}" }', []],
  [
    'x: { forEach: { p: [a, b] }, title: "T ${p}" }',
    [
      "10:3 expanded-twice: bot x comes from this block twice | Put every variable of the forEach into the key, and list no value twice; or rename one of the two.",
    ],
  ],
  [
    '"${p}": { forEach: { p: [a, b] }, title: "T ${p}" }\n  a: { title: A }',
    [
      "11:3 expanded-twice: bot a comes from this block and from the one at f0.yaml:10 | Put every variable of the forEach into the key, and list no value twice; or rename one of the two.",
    ],
  ],
  [
    '"${p}": { forEach: { p: ["a b"] }, title: "T ${p}" }',
    [
      '10:3 bad-name: the key ${p} becomes "a b", which can\'t be a bot\'s key | Use variables whose values have only letters, digits, ".", "_" and "-".',
    ],
  ],
  [
    '"${p}": { forEach: { p: [{ a: 1 }] }, title: "T" }',
    [
      '10:3 bad-name: the key ${p} becomes {"a":1}, which can\'t be a bot\'s key | Use variables whose values have only letters, digits, ".", "_" and "-".',
    ],
  ],
  ['"${p.a}": { forEach: { p: [{ a: y1 }] }, title: "T ${p.a}" }', []],
  ['"${p}-${q}": { forEach: { p: [a, b], q: [1, 2] }, title: "T ${p} ${q}" }', []],
  [
    '"x-${p}": { forEach: { p: [a, b] }, title: "T ${p}", exceptions: { x-a: { leverage: 3 }, x-c: {} } }',
    ["10:92 unknown-exception: no bot of x-${p} has the key x-c | Did you mean x-a?"],
  ],
  [
    '"${env.X}": { title: A }',
    [
      "10:3 bad-reference: environment variables can't be used here | ${env.…} works only in accounts; give the value with --var or --var-file instead.",
    ],
  ],
  [
    "a: { title: A }\n  b: { title: A }",
    [
      "11:15 title-twice: bots a (f0.yaml:10) and b have the same title in access primary | Give one of them another title: b here, or a at f0.yaml:10.",
    ],
  ],
  [
    "a: { title: A, botId: 5 }\n  b: { title: B, botId: 5 }\n  c: { title: C, botId: 5 }",
    [
      "11:25 bot-id-twice: bots a (f0.yaml:10) and b are both pinned to live bot 5 | Pin one of them.",
      "12:25 bot-id-twice: bots a (f0.yaml:10) and c are both pinned to live bot 5 | Pin one of them.",
    ],
  ],
  [
    "a: { title: A, previousTitles: [Z] }\n  b: { title: B, previousTitles: [Y, Z] }",
    [
      '11:38 previous-title-taken: bot b: the previous title "Z" belongs to bot a (f0.yaml:10) too | Keep it with one bot: rename in two applies, or pin the bots with botId.',
    ],
  ],
  [
    "a: { title: A }\n  b: { title: B, previousTitles: [A] }",
    [
      '11:35 previous-title-taken: bot b: the previous title "A" belongs to bot a (f0.yaml:10) too | Keep it with one bot: rename in two applies, or pin the bots with botId.',
    ],
  ],
  [
    "a: { title: A, previousTitles: [B] }\n  b: { title: B, previousTitles: [A] }",
    [
      '10:35 previous-title-taken: bot a: the previous title "B" belongs to bot b (f0.yaml:11) too | Keep it with one bot: rename in two applies, or pin the bots with botId.',
      '11:35 previous-title-taken: bot b: the previous title "A" belongs to bot a (f0.yaml:10) too | Keep it with one bot: rename in two applies, or pin the bots with botId.',
    ],
  ],
];

describe("what makes bots", () => {
  test.each(ONE_BLOCK)("%s", (lines, says) => {
    expect(said(load(fleet(lines)).diagnostics)).toEqual(says);
  });

  test.each(BLOCKS)("%s", (blocks, says) => {
    const { diagnostics } = load(`${ACCOUNT}defaults: { access: primary }\nbots:\n  ${blocks}\n`);
    expect(said(diagnostics.filter(({ code }) => code !== "config/incomplete-bot"))).toEqual(says);
  });
});
