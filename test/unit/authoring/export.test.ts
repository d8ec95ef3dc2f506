// Plain YAML of one account: loaded again it asks for the same, whatever the configuration was composed of.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { exportYaml } from "../../../src/authoring/export.js";
import { type LoadedConfig, loadSources } from "../../../src/config/load.js";
import { FIELDS, type FieldSpec } from "../../../src/model/bot/field.js";
import { cleanLines } from "../../../src/render/sanitize.js";
import { amount } from "../../support/lane.js";

const load = (text: string): LoadedConfig => loadSources([{ file: "a.yaml", text }]);

/** Texts that YAML, references, terminals or CI runners make something of. */
const AWKWARD = [
  "plain",
  "null",
  "True",
  "1.20",
  "0x1F",
  "-",
  "- a",
  "a: b",
  "a #b",
  "#b",
  "? x",
  "[x]",
  "{x}",
  "it's",
  '"quoted"',
  "100%",
  "@x",
  "`x",
  "*x",
  "&x",
  "!x",
  "| x",
  "%YAML",
  "---",
  "...",
  "a\\b",
  "${x}",
  "$${x}",
  "a ${env.BOTFORM_X} b",
  "\u202eevil",
  "zero\u200bwidth",
  "\u3164",
  "\u{e0041}tag",
  "❤️ 😀",
  "::error::x",
  "##[error]x",
  "a ##vso[x]",
  "中文",
  "\u2028",
];
const text = fc.oneof(
  fc.constantFrom(...AWKWARD),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }).map((one) => one.replace(/[\p{Cc}\p{Cs}\s]/gu, "_")),
);
/** As it is written where ${ begins a reference. */
const written = (value: string) => value.replaceAll("${", () => "$${");

function anyValue(spec: FieldSpec): fc.Arbitrary<string | number | null> {
  const low = spec.min ?? 1;
  const scalar: fc.Arbitrary<string | number> =
    spec.words !== undefined
      ? fc.constantFrom(...spec.words)
      : spec.kind === "integer"
        ? fc.integer({ min: low, max: spec.max ?? 500 })
        : spec.kind === "decimal"
          ? fc
              .integer({ min: Math.ceil(low * 100), max: Math.floor((spec.max ?? 100_000) * 100) })
              .map((cents) => cents / 100)
          : spec.name === "pairTitle"
            ? fc.constantFrom("USDT-BTC", "BUSD-ETH")
            : text.map(written);
  return spec.off === "never" ? scalar : fc.option(scalar, { freq: 4, nil: null });
}

/** Without those that rules between fields speak of: most configurations are to be without errors. */
const FREE = FIELDS.filter(({ name }) => !/^(?:title|priceLevel.*|indicator.*|countOrderMax)$/.test(name));
const some = fc.record(Object.fromEntries(FREE.map((spec) => [spec.name, anyValue(spec)])), { requiredKeys: [] });
const SHARED = FREE.map(({ name }) => name);
const unmanaged = fc.subarray([...SHARED, "enabled"], { maxLength: 2 });

/** A layer that lets go only of what it doesn't state itself. */
const layer = fc
  .tuple(some, unmanaged, fc.option(fc.boolean(), { nil: undefined }), fc.subarray(SHARED, { maxLength: 2 }))
  .map(([fields, let_, enabled, ignore]) => {
    const own = { ...fields, ...(enabled !== undefined && { enabled }), ...(ignore.length > 0 && { ignore }) };
    const gone = let_.filter((name) => !Object.hasOwn(own, name));
    return { ...own, ...(gone.length > 0 && { unmanaged: gone }) };
  });

const bot = fc.record(
  {
    layer,
    title: text,
    previous: text,
    protect: fc.boolean(),
    botId: fc.boolean(),
    extends: fc.constantFrom([], ["t"], ["t", "u"]),
  },
  { requiredKeys: ["layer", "title", "extends"] },
);

const composed = fc
  .record({
    defaults: layer,
    t: layer,
    u: layer,
    overrides: layer,
    bots: fc.array(bot, { maxLength: 4 }),
    pairs: fc.uniqueArray(fc.constantFrom("USDT-BTC", "USDT-ETH", "USDT-1000PEPE"), { minLength: 1 }),
    accesses: fc.tuple(fc.constantFrom("Main", ...AWKWARD), fc.constantFrom("main", "true", "1e3", "0", "null")),
    prefix: fc.constantFrom("", "", "[b] ", "# "),
    protectedTitles: fc.uniqueArray(text, { maxLength: 2 }),
    volumes: fc.constantFrom(
      {},
      { volumeScale: 0.25 },
      { volumeScale: 0.123, volumeStep: 0.01 },
      { volumeScale: 3, volumeMin: 0.0000001 },
    ),
    undeclared: fc.constantFrom("report", "turn-off", "ignore"),
  })
  .map((one) => {
    const [live, alias] = one.accesses;
    const own = one.bots.map(({ layer: fields, title, previous, botId, ...rest }, index) => [
      `b${index}`,
      {
        ...fields,
        ...rest,
        title: `${one.prefix}${index} ${written(title)}`,
        ...(previous !== undefined && { previousTitles: [`p${index}${written(previous)}`] }),
        ...(botId === true && { botId: index + 1 }),
      },
    ]);
    const many = {
      forEach: { pair: one.pairs },
      extends: "t",
      title: `${one.prefix}each \${pair} of \${word}`,
      pairTitle: "${pair}",
      exceptions: { [`each-${one.pairs[0]}`]: { leverage: 7 } },
    };
    const env = (name: string) => `\${env.BOTFORM_${name}}`;
    return stringify({
      version: 1,
      accounts: {
        main: {
          preset: "cryptorg",
          apiKey: env("KEY"),
          apiSecret: env("SECRET"),
          accesses: { [alias]: live, other: 7 },
          titlePrefix: one.prefix,
          undeclared: one.undeclared,
          ...one.volumes,
          overrides: { ...one.overrides, access: alias },
        },
      },
      vars: { word: "words" },
      protectedTitles: one.protectedTitles,
      defaults: one.defaults,
      templates: { t: one.t, u: { ...one.u, extends: "t" } },
      bots: { ...Object.fromEntries(own), "each-${pair}": many },
    });
  });

describe("plain YAML", () => {
  it("has the digest of what it was made from, is stable, and passes the sanitizer as it is", () => {
    let exported = 0;
    fc.assert(
      fc.property(composed, (source) => {
        const [account] = load(source).accounts;
        if (account === undefined) return;
        const result = exportYaml(account);
        if ("problem" in result) throw new Error(result.problem);
        expect(cleanLines(result.text)).toBe(result.text);
        const { accounts, diagnostics } = load(result.text);
        expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        const [again] = accounts;
        if (again === undefined) throw new Error("no account");
        expect(again.desired.digest).toBe(account.desired.digest);
        expect(again.desired.bots.map(({ fields, initial }) => ({ ...fields, ...initial }))).toEqual(
          account.desired.bots.map(({ fields, initial }) => ({ ...fields, ...initial })),
        );
        expect(exportYaml(again)).toEqual(result);
        exported += 1;
      }),
      { numRuns: amount({ fast: 38, all: 150 }) },
    );
    expect(exported).toBeGreaterThan(amount({ fast: 19, all: 75 }));
  });

  const ACCOUNT = `version: 1
accounts:
  main:
    apiUrl: https://api.example.net
    hookUrl: \${env.BOTFORM_HOOK}
    apiKey: \${env.BOTFORM_KEY}
    apiSecret: \${env.BOTFORM_SECRET}
    accesses: { primary: Main }
`;
  const one = (source: string) => {
    const [account] = load(source).accounts;
    if (account === undefined)
      throw new Error(load(source).diagnostics.find(({ severity }) => severity === "error")?.summary ?? "no account");
    return account;
  };

  it("carries the account with references as written, protected titles, and nothing that composes", () => {
    const account = one(`${ACCOUNT}    volumeScale: 0.5
    overrides: { leverage: 3 }
vars: { tp: 1.2 }
protectedTitles: ["Mine: 1"]
templates: { dip: { percentTakeProfit: "\${tp}", volumeFirstOrder: 20, ignore: [volumeFirstOrder] } }
bots: { "x-\${n}": { forEach: { n: [1] }, extends: dip, title: "T \${n}", martingaleScale: null, enabled: true } }
`);
    const result = exportYaml(account);
    expect(result).toEqual({
      text: `# Written by botform render: every bot in full, without variables, templates, defaults or scale.
version: 1
accounts:
  main:
    apiUrl: https://api.example.net
    hookUrl: \${env.BOTFORM_HOOK}
    apiKey: \${env.BOTFORM_KEY}
    apiSecret: \${env.BOTFORM_SECRET}
    exchange: SERVICE_FUTURES
    undeclared: report
    accesses:
      primary: Main
protectedTitles:
  - "Mine: 1"
bots:
  x-1:
    access: primary
    title: T 1
    leverage: 3
    percentTakeProfit: 1.2
    volumeFirstOrder: 10
    martingaleScale: null
    enabled: true
    ignore: [volumeFirstOrder]
`,
    });
  });

  it("carries whatever else an account and its bots state", () => {
    const account = one(`version: 1
accounts:
  main:
    apiUrl: https://api.example.net
    hookAccount: \${env.BOTFORM_HOOK_ACCOUNT}
    hookToken: \${env.BOTFORM_HOOK_TOKEN}
    hookPaths: { close: /close }
    hookUrls: { open: "\${env.BOTFORM_OPEN}" }
    apiKey: \${env.BOTFORM_KEY}
    apiSecret: \${env.BOTFORM_SECRET}
    requestsPerSecond: 2
    concurrency: 3
    exchange: OTHER
    undeclared: turn-off
    undeclaredSettings: off
    activeDeals: take-profit
    titlePrefix: T
    volumeMin: 1
    accesses: { second: 7, primary: Main futures }
protectedTitles: [Mine, "Also: 2"]
holds: [{ bots: [b, "main/*"], reason: R, until: 2026-12-31 }]
bots:
  b: { title: "T $\${b}", access: primary, volumeFirstOrder: 20.5, martingaleScale: null, enabled: false, protect: true, freezeActiveDeals: true, previousTitles: ["T $\${y}", T X], twin: ["T $\${t}", T s], botId: 9, ignore: [leverage], leverage: 3, unmanaged: [marginMode, strategy] }
  a: { title: T A, access: second, undeclaredSettings: keep, unmanaged: [strategy], pairTitle: USDT-BTC, volumeFirstOrder: 10, webhooks: { open: { strategy: long, dca: { max: 3, volume: 10 } }, close: { strategy: long } } }
`);
    const result = exportYaml(account);
    expect(result).toMatchInlineSnapshot(`
      {
        "text": "# Written by botform render: every bot in full, without variables, templates, defaults or scale.
      version: 1
      accounts:
        main:
          apiUrl: https://api.example.net
          hookAccount: \${env.BOTFORM_HOOK_ACCOUNT}
          hookToken: \${env.BOTFORM_HOOK_TOKEN}
          hookPaths: {"close":"/close"}
          hookUrls: {"open":"\${env.BOTFORM_OPEN}"}
          apiKey: \${env.BOTFORM_KEY}
          apiSecret: \${env.BOTFORM_SECRET}
          exchange: OTHER
          requestsPerSecond: 2
          concurrency: 3
          undeclared: turn-off
          activeDeals: take-profit
          titlePrefix: T
          volumeMin: 1
          accesses:
            primary: Main futures
            second: 7
      protectedTitles:
        - Mine
        - "Also: 2"
      holds:
        - { bots: ["b", "main/*"], reason: "R", until: "2026-12-31" }
      bots:
        a:
          access: second
          title: T A
          pairTitle: USDT-BTC
          volumeFirstOrder: 10
          webhooks: {"open":{"strategy":"long","pairs":["BTCUSDT"],"open":{"orderVolume":"10","leverage":null,"marginType":null,"orderType":null,"cycles":null},"dca":{"enabled":true,"max":3,"active":null,"volume":"10","percent":null,"multiplierVolume":null,"multiplierPrice":null},"close":null,"stop":null},"close":{"strategy":"long","pairs":["BTCUSDT"],"closePosition":true}}
        b:
          access: primary
          title: T $\${b}
          leverage: 3
          volumeFirstOrder: 20.5
          volumeSafetyOrder: null
          martingaleScale: null
          indicatorGroup: null
          indicatorName: null
          indicatorInterval: null
          priceLevel: null
          priceLevelDown: null
          priceLevelUp: null
          enabled: false
          protect: true
          freezeActiveDeals: true
          undeclaredSettings: off
          unmanaged: [strategy, marginMode]
          ignore: [leverage]
          previousTitles:
            - T $\${y}
            - T X
          twin:
            - T $\${t}
            - T s
          botId: 9
      ",
      }
    `);
    expect("text" in result && one(result.text).desired.digest).toBe(account.desired.digest);
    const lines = "text" in result ? result.text.split("\n") : [];
    const some = "# Only some of the account's bots are here; with this file, the others would be undeclared.";
    const upTo = (line: string) => [lines[0], some, ...lines.slice(1, lines.indexOf(line)), ""].join("\n");
    expect(exportYaml(account, { includes: (address) => address === "main/a" })).toEqual({ text: upTo("  b:") });
    expect(exportYaml(account, { includes: () => false })).toEqual({ text: upTo("bots:") });
  });

  it("says when a scale made a number that YAML can't carry, and writes nothing", () => {
    const account = one(`${ACCOUNT}    volumeScale: 0.123456789012
bots: { x: { title: T, volumeFirstOrder: 1234.56789012 } }
`);
    expect(exportYaml(account)).toEqual({
      problem:
        "bot x: volumeFirstOrder comes to 152.41578753153483936144, which has more digits than a YAML number can carry exactly",
    });
  });
});
