// Variants: which bots have which settings, whoever else there is; and what contradicts itself.
import { describe, expect, it } from "vitest";
import { loadSources } from "../../../../src/config/load.js";
import { said } from "../fleet.js";

interface Given {
  readonly variants: string;
  readonly overrides?: string;
  readonly bots?: string;
}

const BOTS = "{ a1: { title: A1 }, a2: { title: A2 }, b1: { title: B1 } }";
const yaml = ({ variants, overrides = "{}", bots = BOTS }: Given) => `version: 1
accounts:
  main: { apiUrl: https://a.example, apiKey: "\${env.BOTFORM_K}", apiSecret: "\${env.BOTFORM_S}", accesses: { primary: Main } }
  copy: { apiUrl: https://a.example, apiKey: "\${env.BOTFORM_K2}", apiSecret: "\${env.BOTFORM_S2}", accesses: { primary: Main }, overrides: ${overrides} }
vars: { wide: 2 }
defaults: { percentSafetyOrder: 1, percentTakeProfit: 1.5 }
bots: ${bots}
variants: ${variants}
`;

function load(given: Given) {
  const loaded = loadSources([{ file: "f.yaml", text: yaml(given) }]);
  return { ...loaded, diagnostics: loaded.diagnostics.filter(({ code }) => code !== "config/incomplete-bot") };
}

/** `address step variants`, of every bot. */
function bots(given: Given): string[] {
  const { accounts, diagnostics } = load(given);
  expect(said(diagnostics)).toEqual([]);
  return accounts.flatMap(({ desired }) =>
    desired.bots.map(({ address, fields, variants = [] }) =>
      [address, fields.percentSafetyOrder, ...variants.map((one) => `${one.experiment}/${one.variant}`)].join(" "),
    ),
  );
}

const problems = (given: Given) => said(load(given).diagnostics);

describe("a variant", () => {
  it.each<[string, string, readonly string[]]>([
    [
      "takes bots by key, on every account",
      "{ x: { control: { bots: [a1] }, wide: { bots: ['b*'], settings: { percentSafetyOrder: 2 } } } }",
      ["main/a1 1 x/control", "main/a2 1", "main/b1 2 x/wide", "copy/a1 1 x/control", "copy/a2 1", "copy/b1 2 x/wide"],
    ],
    [
      "takes bots by address",
      "{ x: { control: { bots: [main/a1] }, wide: { bots: ['copy/a*'], settings: { percentSafetyOrder: 2 } } } }",
      ["main/a1 1 x/control", "main/a2 1", "main/b1 1", "copy/a1 2 x/wide", "copy/a2 2 x/wide", "copy/b1 1"],
    ],
    [
      "takes whole accounts",
      "{ x: { control: { accounts: [main] }, wide: { accounts: [copy], settings: { percentSafetyOrder: 2 } } } }",
      [
        ...["main/a1 1 x/control", "main/a2 1 x/control", "main/b1 1 x/control"],
        ...["copy/a1 2 x/wide", "copy/a2 2 x/wide", "copy/b1 2 x/wide"],
      ],
    ],
    [
      "with accounts and bots, takes those that fit both",
      "{ x: { control: { accounts: [main], bots: [a1] }, wide: { accounts: [copy], bots: [a1], settings: { percentSafetyOrder: 2 } } } }",
      ["main/a1 1 x/control", "main/a2 1", "main/b1 1", "copy/a1 2 x/wide", "copy/a2 1", "copy/b1 1"],
    ],
    [
      "may use variables",
      '{ x: { control: { bots: [a1] }, wide: { bots: [b1], settings: { percentSafetyOrder: "${wide}" } } } }',
      ["main/a1 1 x/control", "main/a2 1", "main/b1 2 x/wide", "copy/a1 1 x/control", "copy/a2 1", "copy/b1 2 x/wide"],
    ],
    [
      "of another experiment may set another setting of the same bot",
      "{ x: { c: { bots: [a1] }, w: { bots: [b1], settings: { percentSafetyOrder: 2 } } }, y: { c: { bots: [a1] }, w: { bots: [b1], settings: { percentTakeProfit: 3 } } } }",
      ["main/a1 1 x/c y/c", "main/a2 1", "main/b1 2 x/w y/w", "copy/a1 1 x/c y/c", "copy/a2 1", "copy/b1 2 x/w y/w"],
    ],
  ])("%s", (_, variants, expected) => {
    expect(bots({ variants })).toEqual(expected);
  });

  it("keeps its bots whoever comes or goes", () => {
    const variants = "{ x: { control: { bots: [a1] }, wide: { bots: ['b*'], settings: { percentSafetyOrder: 2 } } } }";
    const more = bots({
      variants,
      bots: "{ a0: { title: A0 }, a1: { title: A1 }, b1: { title: B1 }, c: { title: C } }",
    });
    expect(more).toEqual(expect.arrayContaining(["main/a1 1 x/control", "main/b1 2 x/wide", "main/c 1"]));
  });

  it("lies over exceptions, and says where its setting stands", () => {
    const { accounts } = load({
      variants: "{ x: { c: { bots: [a1] }, w: { bots: [b1], settings: { percentSafetyOrder: 2 } } } }",
      bots: "{ a1: { title: A1 }, 'b${n}': { title: 'B${n}', forEach: { n: [1] }, exceptions: { b1: { percentSafetyOrder: 9 } } } }",
    });
    const bot = accounts[0]?.desired.bots.find(({ key }) => key === "b1");
    expect(bot?.fields.percentSafetyOrder).toBe("2");
    expect(bot?.fieldOrigins?.percentSafetyOrder).toEqual({
      ...{ file: "f.yaml", path: ["variants", "x", "w", "settings", "percentSafetyOrder"] },
    });
  });

  it("changes the digest only by the settings that it changes", () => {
    const digests = (variants: string) => load({ variants }).accounts.map(({ desired }) => desired.digest);
    const none = digests("{}");
    const [main, copy] = digests(
      "{ x: { c: { bots: [a1] }, w: { bots: [main/b1], settings: { percentSafetyOrder: 2 } } } }",
    );
    expect([main === none[0], copy === none[1]]).toEqual([false, true]);
  });
});

describe("what contradicts itself", () => {
  const pair = (rest: string) => `{ x: { c: { bots: [a1] }, ${rest} } }`;
  it.each<[string, Given, string]>([
    [
      "a bot in two variants",
      { variants: pair("w: { bots: ['a*'], settings: { percentSafetyOrder: 2 } }") },
      "8:37 variant-conflict: bot a1 is in two variants of x: c and w | Name it in one of them.",
    ],
    [
      "one setting from two experiments",
      {
        variants:
          "{ x: { c: { bots: [a1] }, w: { bots: [b1], settings: { leverage: 2 } } }, y: { c: { bots: [a1] }, w: { bots: [b1], settings: { leverage: 3 } } } }",
      },
      "8:148 variant-conflict: bot b1 gets leverage from two experiments: x/w and y/w | Let one bot take part in one of them, or run them one after the other.",
    ],
    [
      "a setting that overrides decide",
      { variants: pair("w: { bots: [b1], settings: { leverage: 2 } }"), overrides: "{ leverage: 5 }" },
      "8:76 variant-conflict: bot b1 doesn't get leverage of x/w: the overrides of its account have the last word | Remove leverage from the overrides, or from the variant.",
    ],
    [
      "a setting that overrides let go",
      { variants: pair("w: { bots: [b1], settings: { leverage: 2 } }"), overrides: "{ unmanaged: [leverage] }" },
      "8:76 variant-conflict: bot b1 doesn't get leverage of x/w: the overrides of its account have the last word | Remove leverage from the overrides, or from the variant.",
    ],
    [
      "a setting that the bot ignores",
      {
        variants: pair("w: { bots: [b1], settings: { leverage: 2 } }"),
        bots: "{ a1: { title: A1 }, b1: { title: B1, ignore: [leverage] } }",
      },
      "8:76 variant-conflict: bot b1 doesn't get leverage of x/w: its ignore leaves that setting alone | Remove leverage from ignore, or from the variant.",
    ],
    [
      "a variant alone",
      { variants: "{ x: { w: { bots: [b1], settings: { leverage: 2 } } } }" },
      "8:13 variant-incomplete: the experiment x has one variant, so there is nothing to compare it with | Add a control: a variant with bots and without settings.",
    ],
    [
      "variants without settings",
      { variants: pair("w: { bots: [b1] }") },
      "8:13 variant-incomplete: no variant of the experiment x has settings, so they don't differ | Give one of them settings: { percentSafetyOrder: 2 }.",
    ],
    [
      "a variant that names nobody",
      { variants: pair("w: { settings: { leverage: 2 } }") },
      "8:37 variant-incomplete: the variant w of x says nothing of who takes part | Name bots or accounts: bots: [btc-*].",
    ],
    [
      "a bot that isn't there",
      { variants: pair("w: { bots: [b1, b11], settings: { leverage: 2 } }") },
      "8:53 variant-idle: the variant x/w names b11, and there is no such bot | Did you mean b1?",
    ],
    [
      "a pattern that fits nothing",
      { variants: pair("w: { bots: [b1], accounts: ['p*', copy], settings: { leverage: 2 } }") },
      "8:65 variant-idle: the variant x/w names p*, and there is no such account | Use one of: main, copy.",
    ],
    [
      "a pattern with a slip",
      { variants: pair("w: { bots: [b1], accounts: ['cop1*', copy], settings: { leverage: 2 } }") },
      "8:65 variant-idle: the variant x/w names cop1*, and there is no such account | Did you mean copy*?",
    ],
    [
      "accounts and bots that don't meet",
      {
        variants: pair("w: { bots: [main/b1], accounts: [copy], settings: { leverage: 2 } }"),
      },
      "8:37 variant-idle: no bot is in the variant x/w: none fits its accounts and its bots both | Correct accounts or bots.",
    ],
    [
      "what is no setting",
      { variants: pair("w: { bots: [b1], settings: { title: T } }") },
      '8:66 unknown-key: unknown key "title" in variants.x.w.settings | title can only be set for a bot, not here.',
    ],
    [
      "a pair, which the comparison is by",
      { variants: pair("w: { bots: [b1], settings: { pairTitle: USDT-BTC } }") },
      '8:66 unknown-key: unknown key "pairTitle" in variants.x.w.settings | pairTitle can only be set for a bot, not here.',
    ],
    [
      "a name that can't be a bot's",
      { variants: pair("w: { bots: ['b 1'], settings: { leverage: 2 } }") },
      '8:49 bad-text: item 1 of variants.x.w.bots can\'t be "b 1" | Write a key or an address; * stands for any text: btc-*, or main/btc-*.',
    ],
    [
      "a value out of bounds, through a variable",
      { variants: pair('w: { bots: [b1], settings: { leverage: "${none}" } }') },
      "8:76 undefined-variable: there is no variable none | Use one of: wide. Declare it under `vars`, or give it with --var none=….",
    ],
  ])("%s is refused", (_, given, expected) => {
    expect(problems(given)).toContain(expected);
  });
});

describe("variants that come to the same", () => {
  const equal = (name: string, control = "control", column = 60) =>
    `8:${column} warning variant-equal: the variant x/${name} sets what its bots have anyway, as those of x/${control} do: nothing can be learnt of it | Set something else, or remove the variant.`;
  const control = "control: { bots: [a1] }";

  it("aren't looked for where a variant has no bot: that is the news", () => {
    const found = problems({
      variants: `{ x: { ${control}, w: { bots: [zz], settings: { percentSafetyOrder: 1.0 } } } }`,
    });
    expect(found.join()).toContain("no such bot");
    expect(found.join()).not.toContain("variant-equal");
  });

  it.each<[string, Given, readonly string[]]>([
    [
      "settings as declared",
      { variants: `{ x: { ${control}, w: { bots: [b1], settings: { percentSafetyOrder: 1.0 } } } }` },
      [equal("w")],
    ],
    [
      "by a variable, too",
      {
        variants: `{ x: { ${control}, w: { bots: [b1], settings: { percentSafetyOrder: "\${wide}" } } } }`,
        bots: "{ a1: { title: A1 }, b1: { title: B1, percentSafetyOrder: 2 } }",
      },
      [equal("w")],
    ],
    [
      "one bot of two has another value",
      {
        variants: `{ x: { ${control}, w: { bots: [a2, b1], settings: { percentSafetyOrder: 2 } } } }`,
        bots: "{ a1: { title: A1 }, a2: { title: A2 }, b1: { title: B1, percentSafetyOrder: 2 } }",
      },
      [],
    ],
    [
      "a setting that nobody declared",
      {
        variants: `{ x: { ${control}, w: { bots: [b1], settings: { leverage: null } } } }`.replace(
          "leverage: null",
          "countOrderMax: null",
        ),
      },
      [],
    ],
    [
      "the declared one is written out, and the others differ",
      {
        variants:
          "{ x: { same: { bots: [a1], settings: { percentSafetyOrder: 1 } }, w: { bots: [b1], settings: { percentSafetyOrder: 2 } } } }",
      },
      [],
    ],
    [
      "two write it out",
      {
        variants:
          "{ x: { one: { bots: [a1], settings: { percentSafetyOrder: 1 } }, w: { bots: [b1], settings: { percentTakeProfit: 1.5 } } } }",
      },
      [equal("w", "one", 93)],
    ],
    [
      "a third one differs",
      {
        variants: `{ x: { ${control}, w: { bots: [b1], settings: { percentSafetyOrder: 1 } }, v: { bots: [a2], settings: { percentSafetyOrder: 2 } } } }`,
      },
      [equal("w")],
    ],
  ])("%s", (_, given, expected) => {
    expect(problems(given)).toEqual(expected);
  });
});
