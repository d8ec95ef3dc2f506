import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { loadConfig, loadSources } from "../../../src/config/load.js";
import { hasErrors } from "../../../src/model/text/diagnostic.js";
import { ACCOUNT, botYaml, brief, diagnosticsOf, fleetYaml } from "./fleet.js";

describe("rules between the settings of a bot", () => {
  const cases: readonly { changes: Record<string, string | undefined>; expected: string[]; because: string }[] = [
    { changes: { priceLevel: "UPPER", priceLevelUp: "9" }, expected: [], because: "it has its price" },
    { changes: { priceLevel: "UPPER" }, expected: ["price-level-missing"], because: "no upper price" },
    {
      changes: { priceLevel: "UPPER", priceLevelUp: "null" },
      expected: ["price-level-missing"],
      because: "off is no price",
    },
    { changes: { priceLevel: "LOWER" }, expected: ["price-level-missing"], because: "no lower price" },
    {
      changes: { priceLevel: "BOTH" },
      expected: ["price-level-missing", "price-level-missing"],
      because: "neither price",
    },
    {
      changes: { priceLevel: "UPPER", priceLevelUp: '"9"' },
      expected: ["quoted-number"],
      because: "a price stands there, unusable",
    },
    {
      changes: { priceLevel: "BOTH", priceLevelDown: "10", priceLevelUp: "9.5" },
      expected: ["price-level-order"],
      because: "10 > 9.5 as numbers, not as text",
    },
    {
      changes: { priceLevel: "BOTH", priceLevelDown: "9", priceLevelUp: "10" },
      expected: [],
      because: "9 < 10 as numbers, not as text",
    },
    {
      changes: { priceLevel: "BOTH", priceLevelDown: "9", priceLevelUp: "9" },
      expected: ["price-level-order"],
      because: "nothing lies between",
    },
    { changes: { priceLevel: "NOTHING", priceLevelUp: "9" }, expected: ["no-effect"], because: "limits are off" },
    { changes: { priceLevel: "null", priceLevelDown: "9" }, expected: ["no-effect"], because: "limits are off" },
    {
      changes: { priceLevel: "LOWER", priceLevelDown: "1", priceLevelUp: "9" },
      expected: ["no-effect"],
      because: "only the lower counts",
    },
    { changes: { priceLevelUp: "9" }, expected: ["no-effect"], because: "priceLevel isn't declared" },
    { changes: { indicatorGroup: "FOMO" }, expected: ["incomplete-indicator"], because: "no name, no interval" },
    {
      changes: { indicatorGroup: "FOMO", indicatorName: "a", indicatorInterval: "5MIN" },
      expected: [],
      because: "complete",
    },
    { changes: { indicatorGroup: "NOTHING", indicatorName: "a" }, expected: ["no-effect"], because: "no group" },
    { changes: { indicatorGroup: "null", indicatorInterval: "5MIN" }, expected: ["no-effect"], because: "no group" },
    { changes: { indicatorGroup: "null", indicatorInterval: "null" }, expected: [], because: "both are off" },
    { changes: { countOrderMax: "5" }, expected: ["safety-volume-missing"], because: "orders without volume" },
    { changes: { countOrderMax: "5", martingaleScale: "1.2" }, expected: [], because: "volume by martingale" },
    { changes: { countOrderMax: "5", volumeSafetyOrder: "10" }, expected: [], because: "volume stated" },
    { changes: { leverage: undefined }, expected: ["incomplete-bot"], because: "it couldn't be created" },
    { changes: { leverage: undefined, botId: "5" }, expected: [], because: "a pinned bot exists" },
    { changes: { leverage: '"5"' }, expected: ["quoted-number"], because: "it is there, if unusable" },
    { changes: { ignore: "[leverage]" }, expected: [], because: "what is ignored serves to create the bot" },
    { changes: { priceLevel: "UPPER", ignore: "[priceLevel]" }, expected: [], because: "what is ignored isn't judged" },
    {
      changes: { previousTitles: "[BTC dip]" },
      expected: ["previous-title-useless"],
      because: "it is the present title",
    },
  ];
  test.each(cases)("$changes — $because", ({ changes, expected }) => {
    const found = diagnosticsOf(fleetYaml(botYaml("x", changes)));
    expect(found.map(({ code }) => code.replace("config/", ""))).toEqual(expected);
    for (const { address, code } of found) if (code !== "config/quoted-number") expect(address).toBe("main/x");
  });
});

test("what a bot lacks to be created is named; what it ignores it has", () => {
  const [found] = diagnosticsOf(fleetYaml(botYaml("x", { leverage: undefined, ignore: "[marginMode]" })));
  expect(found?.summary).toBe("bot x lacks leverage: it can be managed only if it already exists");
});

describe("identity between bots", () => {
  const cases: readonly { bots: string[]; expected: string[]; because: string }[] = [
    { bots: [botYaml("x"), botYaml("y")], expected: ["title-twice 23:12"], because: "one title, one access" },
    { bots: [botYaml("x"), botYaml("y", { access: "second" })], expected: [], because: "titles are of an access" },
    { bots: [botYaml("x"), botYaml("y", { title: "btc dip" })], expected: [], because: "titles are exact" },
    {
      bots: [botYaml("x", { botId: "5" }), botYaml("y", { title: "Y", botId: "5" })],
      expected: ["bot-id-twice 34:12"],
      because: "one live bot",
    },
    {
      bots: [botYaml("x"), botYaml("y", { title: "Y", previousTitles: "[BTC dip]" })],
      expected: ["previous-title-taken 33:22"],
      because: "x has it now",
    },
    {
      bots: [botYaml("x", { previousTitles: "[Old]" }), botYaml("y", { title: "Y", previousTitles: "[Older, Old]" })],
      expected: ["previous-title-taken 34:29"],
      because: "x had it too",
    },
    {
      bots: [
        botYaml("x", { previousTitles: "[Old]" }),
        botYaml("y", { title: "Y", access: "second", previousTitles: "[Old]" }),
      ],
      expected: [],
      because: "another access",
    },
    {
      bots: [botYaml("x", { access: undefined })],
      expected: ["access-missing 9:3"],
      because: "there are two accesses",
    },
    { bots: [botYaml("x", { access: "primry" })], expected: ["unknown-access 10:13"], because: "a slip" },
  ];
  test.each(cases)("$because: $expected", ({ bots, expected }) => {
    expect(brief(diagnosticsOf(fleetYaml(...bots)))).toEqual(expected);
  });

  test("two aliases of one access share its titles", () => {
    const text = fleetYaml(botYaml("x"), botYaml("y", { access: "other" })).replace("second: 7", "other: Main futures");
    expect(brief(diagnosticsOf(text))).toEqual(["title-twice 23:12"]);
  });

  test("the other bot is named with its place", () => {
    expect(diagnosticsOf(fleetYaml(botYaml("x"), botYaml("y")))[0]?.summary).toContain("x (fleet.yaml:11)");
  });

  test("with a single access none needs to be named", () => {
    const text = fleetYaml(botYaml("x", { access: undefined })).replace(", second: 7", "");
    const { accounts, diagnostics } = loadSources([{ file: "a.yaml", text }]);
    expect(diagnostics).toEqual([]);
    expect(accounts[0]?.desired.bots[0]?.access).toEqual({ alias: "primary", live: "Main futures" });
  });
});

describe("the desired state", () => {
  const text = `${ACCOUNT}defaults: { access: primary, leverage: 5, martingaleScale: 1.2, enabled: true, strategy: LONG }
bots:
  b: { title: B, martingaleScale: null, percentTakeProfit: 1.20, priceLevel: NOTHING }
  a: { title: A, leverage: 7, enabled: false, previousTitles: [Z], botId: 9, protect: true, ignore: [strategy] }
`;
  const { accounts, diagnostics } = loadSources([{ file: "a.yaml", text }]);
  const [a, b] = accounts[0]?.desired.bots ?? [];

  test("bots are in the order of their keys, defaults below them, values canonical", () => {
    expect(hasErrors(diagnostics)).toBe(false);
    expect(b?.fields).toEqual({
      title: "B",
      strategy: "LONG",
      leverage: "5",
      percentTakeProfit: "1.2",
      martingaleScale: null,
      priceLevel: null,
    });
    expect(b?.enabled).toBe(true);
    expect(a?.fields).toEqual({ title: "A", leverage: "7", martingaleScale: "1.2" });
    expect(a).toMatchObject({ address: "main/a", enabled: false, previousTitles: ["Z"], botId: 9, protect: true });
  });

  test("origins point at the layer that decided", () => {
    expect(a?.fieldOrigins?.leverage).toEqual({ file: "a.yaml", path: ["bots", "a", "leverage"] });
    expect(b?.fieldOrigins?.leverage).toEqual({ file: "a.yaml", path: ["defaults", "leverage"] });
    expect(a?.fieldOrigins?.strategy).toBeUndefined();
  });

  test("diagnostics of later stages get their places", () => {
    const { locate } = loadSources([{ file: "a.yaml", text }]);
    const origin = b?.fieldOrigins?.leverage;
    const later = { severity: "error", code: "plan/x", summary: "x", ...(origin && { origin }) } as const;
    expect(locate([later])[0]?.position).toMatchObject({ file: "a.yaml", line: 8, column: 40 });
  });

  test("a rule broken by a default points at the default, once for all bots", () => {
    const broken = text.replace("strategy: LONG }", "countOrderMax: 5 }").replace(", martingaleScale: 1.2", "");
    const found = diagnosticsOf(broken).filter(({ code }) => code === "config/safety-volume-missing");
    expect(found.map(({ position, summary }) => [position?.column, summary])).toEqual([
      [73, "bot a: countOrderMax is set without volumeSafetyOrder or martingaleScale (and 1 more bot)"],
    ]);
  });

  test("a preset fills what isn't stated", () => {
    const preset = fleetYaml(botYaml("x")).replace(
      "apiUrl: https://api.example.net",
      "preset: cryptorg\n    hookUrl: https://own.example.net",
    );
    const [account] = loadSources([{ file: "a.yaml", text: preset }]).accounts;
    expect(account?.desired.exchange).toBe("CRYPTORG_FUTURES");
    expect(account?.connection.apiUrl.value).toBe("https://api2.cryptorg.net");
    expect(account?.connection.hookUrl?.value).toBe("https://own.example.net");
  });

  test("with any error there is no account, so half a configuration is never applied", () => {
    expect(loadSources([{ file: "a.yaml", text: text.replace("botId: 9", "botId: x") }]).accounts).toEqual([]);
  });
});

describe("several files", () => {
  const accountFile = { file: "f/account.yaml", text: ACCOUNT };
  const botFile = (file: string, ...bots: string[]) => ({ file, text: `bots:\n${bots.join("")}` });

  test("are one configuration", () => {
    const { accounts, diagnostics } = loadSources([
      accountFile,
      botFile("f/b.yaml", botYaml("x")),
      { file: "f/d.yaml", text: "defaults: { enabled: true }" },
    ]);
    expect(diagnostics).toEqual([]);
    expect(accounts[0]?.desired.bots[0]?.enabled).toBe(true);
  });

  test("what two of them declare is an error at the second, naming the first", () => {
    const found = loadSources([
      accountFile,
      { file: "f/a2.yaml", text: "accounts:\n  main: { exchange: X }\ndefaults: { leverage: 5, enabled: true }" },
      botFile("f/b1.yaml", botYaml("x")),
      {
        file: "f/b2.yaml",
        text: "defaults: { leverage: 6 }\nbots:\n  y: { title: Y, access: primary }\n  x: { title: X2, access: primary }",
      },
    ]).diagnostics.filter(({ code }) => code === "config/declared-twice");
    expect(found.map(({ summary, position }) => `${position?.file}:${position?.line} ${summary}`)).toEqual([
      "f/a2.yaml:2 account main is declared here and at f/account.yaml:3",
      "f/b2.yaml:1 the default leverage is declared here and at f/a2.yaml:3",
      "f/b2.yaml:4 bot x is declared here and at f/b1.yaml:2",
    ]);
  });

  test("problems of all files show in one run, and nothing is said of what a broken file may hold", () => {
    const found = loadSources([
      { file: "a.yaml", text: "defaults: { access: primary" },
      {
        file: "b.yaml",
        text: `bots:\n${botYaml("x", { access: undefined })}${botYaml("y", { access: undefined, strategy: "long" })}`,
      },
      { file: "c.yaml", text: ACCOUNT },
      { file: "d.yaml", text: "bots:\n  z: {title: Z, botId: x}\n  z2: {title: Z, access: nope}\nfoo: 1" },
    ]).diagnostics;
    expect(
      found.map(({ code, position }) => `${code.replace("config/", "")} ${position?.file}:${position?.line}`),
    ).toEqual([
      "yaml-syntax a.yaml:1",
      "unknown-word b.yaml:16",
      "wrong-type d.yaml:2",
      "unknown-access d.yaml:3",
      "unknown-key d.yaml:4",
    ]);
  });

  test("two accounts each get every bot; what is wrong in both is said once", () => {
    const second = ACCOUNT.replace("version: 1\n", "").replace("  main:", "  copy:").replace("accounts:", "accounts:");
    const { diagnostics } = loadSources([
      accountFile,
      { file: "f/b.yaml", text: second },
      botFile("f/c.yaml", botYaml("x", { countOrderMax: "5" })),
    ]);
    expect(brief(diagnostics)).toEqual(["safety-volume-missing 14:20"]);
    const fine = loadSources([accountFile, { file: "f/b.yaml", text: second }, botFile("f/c.yaml", botYaml("x"))]);
    expect(fine.accounts.map(({ desired }) => [desired.account, desired.bots[0]?.address])).toEqual([
      ["main", "main/x"],
      ["copy", "copy/x"],
    ]);
  });
});

test("five thousand bots in five files load", () => {
  const part = (from: number) =>
    Array.from({ length: 1000 }, (_, i) => botYaml(`b${from + i}`, { title: `T ${from + i}` })).join("");
  const sources = [0, 1, 2, 3, 4].map((i) => ({
    file: `f${i}.yaml`,
    text: `${i === 0 ? ACCOUNT : ""}bots:\n${part(i * 1000)}`,
  }));
  const { accounts, diagnostics } = loadSources(sources);
  expect(diagnostics).toEqual([]);
  expect(accounts[0]?.desired.bots).toHaveLength(5000);
});

test("what can't be used hides none of the other problems of its file", () => {
  const text = `version: 1
accounts:
  main: { apiUrl: "https://x.example", apiKey: "\${env.BOTFORM_K}", apiSecret: "\${env.BOTFORM_S}", accesses: { p: P } }
bots:
  a:
    title: A
    pairTitle: BTCUSDT
    strategy: long
    leverage: 1e400
    martingaleScale: 9
    __proto__: x
    <<: { leverage: 3 }
    title: B
`;
  const { diagnostics, accounts } = loadSources([{ file: "b.yaml", text }]);
  expect(accounts).toEqual([]);
  expect(diagnostics.map(({ code, position }) => `${position?.line} ${code}`)).toEqual([
    "7 config/bad-pair",
    "8 config/unknown-word",
    "9 config/inexact-number",
    "10 config/out-of-range",
    "11 config/forbidden-key",
    "12 config/merge-key",
    "13 config/duplicate-key",
  ]);
});

describe("what an error leaves reachable, so that bots can be turned off all the same", () => {
  const COPY = ACCOUNT.replace("version: 1\n", "").replace("  main:", "  copy:");
  const BOTS = `bots:\n${botYaml("x")}`;
  /** What errors there are, and which accounts can be reached in spite of them. */
  const reached = (files: Readonly<Record<string, string>>) => {
    const sources = Object.entries({ main: ACCOUNT, copy: COPY, bots: BOTS, ...files });
    const { accounts, reaches, diagnostics } = loadSources(sources.map(([file, text]) => ({ file, text })));
    expect(accounts.length === 0).toBe(hasErrors(diagnostics));
    for (const { connection, exchange, expected } of reaches)
      expect([connection.account, exchange]).toEqual([expected.account, expected.exchange]);
    return { says: brief(diagnostics), reached: reaches.map(({ expected }) => expected.account) };
  };

  test.each<[string, Readonly<Record<string, string>>, readonly string[], readonly string[]]>([
    ["nothing is wrong", {}, [], ["main", "copy"]],
    ["a bot is wrong", { bots: BOTS.replace("LONG", "UP") }, ["unknown-word 6:15"], ["main", "copy"]],
    [
      "a bot is only warned of",
      { bots: BOTS.replace("    strategy: LONG\n", "") },
      ["incomplete-bot 4:5"],
      ["main", "copy"],
    ],
    [
      "a policy that is called like an account is wrong",
      { p: "policies: { main: { rule: max-leverage } }\n" },
      ["policy-parameter 1:27"],
      ["main", "copy"],
    ],
    [
      "one account is wrong",
      { copy: COPY.replace("primary: Main futures", "primary: []") },
      ["wrong-type 6:26"],
      ["main"],
    ],
    ["a key of one account is unknown", { copy: `${COPY}    nope: 1\n` }, ["unknown-key 7:5"], ["main"]],
    ["all accounts are", { more: "accounts: 7\n" }, ["wrong-type 1:11"], []],
    ["another file isn't YAML", { bots: "bots: {" }, ["yaml-syntax 1:7"], ["main", "copy"]],
    ["a key stands twice in another file", { bots: `${BOTS}bots: {}\n` }, ["duplicate-key 14:1"], ["main", "copy"]],
    [
      "a key stands twice in the file of one",
      { copy: `${COPY}vars: { a: 1, a: 2 }\n` },
      ["duplicate-key 7:15"],
      ["main"],
    ],
  ])("%s", (_, files, says, accounts) => {
    expect(reached(files)).toEqual({ says, reached: accounts });
  });
});

test("what a default makes wrong for many bots is said once, with their number", () => {
  const says = (...keys: readonly string[]) =>
    diagnosticsOf(
      `${ACCOUNT}defaults: { countOrderMax: 5 }\nbots:\n${keys.map((key) => botYaml(key, { title: key })).join("")}`,
    ).map(({ summary }) => summary);
  const one = "bot a: countOrderMax is set without volumeSafetyOrder or martingaleScale";
  expect([says("a"), says("b", "a"), says("c", "b", "a")]).toEqual([
    [one],
    [`${one} (and 1 more bot)`],
    [`${one} (and 2 more bots)`],
  ]);
});

describe("a configuration on disk", () => {
  const root = mkdtempSync(join(tmpdir(), "botform load "));
  afterAll(() => rmSync(root, { recursive: true }));
  const written = (files: Readonly<Record<string, string>>) => {
    const dir = mkdtempSync(join(root, "fleet-"));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
    return dir;
  };

  const SHARED = "version: 1\npolicies: { calm: { rule: max-leverage, limit: 5 } }\n";

  test("is its files, the variables that are given, and the policies that it names", () => {
    const dir = written({
      "a.yaml": `${ACCOUNT}policyFiles: [shared.txt]\n`,
      "b.yaml": `bots:\n${botYaml("x", { title: '"${t}"' })}`,
    });
    writeFileSync(join(dir, "shared.txt"), SHARED);
    const { accounts, policies, diagnostics, place } = loadConfig(dir, new Map([["t", "Given"]]));
    expect(diagnostics).toEqual([]);
    expect(accounts.flatMap(({ desired }) => desired.bots.map(({ fields }) => fields.title))).toEqual(["Given"]);
    expect(policies.map(({ name }) => name)).toEqual(["calm"]);
    expect(place({ file: join(dir, "b.yaml"), path: ["bots", "x", "leverage"] })).toMatchObject({
      line: 7,
      column: 15,
    });
    expect(place({ file: "nowhere.yaml", path: [] })).toBeUndefined();
  });

  test("names shared policies as it is named itself", () => {
    const link = join(root, "link");
    symlinkSync(written({ "a.yaml": `${ACCOUNT}policyFiles: [shared.txt]\n`, "shared.txt": SHARED }), link);
    expect(loadConfig(link).policies.map(({ origin }) => origin.file)).toEqual([join(link, "shared.txt")]);
  });

  test("that can't be read has the reader's problem, and reaches no account", () => {
    const { accounts, reaches, diagnostics } = loadConfig(written({}));
    expect([accounts, reaches, diagnostics.map(({ code }) => code)]).toEqual([[], [], ["config/empty-folder"]]);
  });
});

describe("the files of a configuration", () => {
  const place = mkdtempSync(join(tmpdir(), "botform-as-read-"));
  afterAll(() => rmSync(place, { recursive: true, force: true }));
  const YAML = fleetYaml(botYaml("a"));
  const FACTS = JSON.stringify({ origin: "https://api.example.net", seen: [] });
  const write = (name: string, text: string) => writeFileSync(join(place, name), text);

  test.each<[string, (folder: string) => void, boolean]>([
    ["nothing", () => {}, true],
    ["the same text again", () => write("botform.yaml", YAML), true],
    ["a comment", () => write("botform.yaml", `${YAML}# later\n`), false],
    ["half a file", () => write("botform.yaml", YAML.slice(0, 40)), false],
    ["a new file", () => write("more.yaml", "version: 1\n"), false],
    ["a file of another kind", () => write("notes.txt", "x"), true],
    ["no file", () => rmSync(join(place, "botform.yaml")), false],
  ])("after %s they are as they were read: %$", (_what, change, isIt) => {
    rmSync(join(place, "more.yaml"), { force: true });
    write("botform.yaml", YAML);
    const { isAsRead, diagnostics } = loadConfig(place);
    expect([isAsRead(), hasErrors(diagnostics)]).toEqual([true, false]);
    change(place);
    expect(isAsRead()).toBe(isIt);
  });

  test("count those that it names: facts and policies", () => {
    rmSync(join(place, "more.yaml"), { force: true });
    write("facts.json", FACTS);
    write("botform.yaml", YAML.replace("accesses:", "serviceFacts: facts.json\n    accesses:"));
    mkdirSync(join(place, "policies"), { recursive: true });
    write("policies/p.yaml", "version: 1\npolicies: {}\n");
    const file = join(place, "botform.yaml");
    const facts = loadConfig(file);
    expect(facts.isAsRead()).toBe(true);
    write("facts.json", `${FACTS}\n`);
    expect(facts.isAsRead()).toBe(false);
    const policies = loadConfig(file);
    expect(policies.isAsRead()).toBe(true);
    write("policies/p.yaml", "version: 1\npolicies: {}\n# later\n");
    expect(policies.isAsRead()).toBe(false);
  });
});

const PEOPLE = (people: string) => `${fleetYaml(botYaml("a"))}people: ${people}\n`;

describe("people", () => {
  test("are named with their roles", () => {
    const { people, diagnostics } = loadSources([
      { file: "botform.yaml", text: PEOPLE('{ ana: look, "bo@x.example": operate }') },
    ]);
    expect([[...people], diagnostics]).toEqual([
      [
        ["ana", "look"],
        ["bo@x.example", "operate"],
      ],
      [],
    ]);
  });

  test.each([
    ["{ ana: admin }", "a role that there isn't"],
    ["{ 'ana b': look }", "a name that no proxy passes on"],
    ["[ana]", "no map"],
  ])("%s is an error, and then nobody is: %s", (text) => {
    const { people, diagnostics } = loadSources([{ file: "botform.yaml", text: PEOPLE(text) }]);
    expect([people.size, diagnostics.map(({ severity }) => severity)]).toEqual([0, ["error"]]);
  });

  test("named in two files are an error: which role counts?", () => {
    const { people, diagnostics } = loadSources([
      { file: "a.yaml", text: PEOPLE("{ ana: look }") },
      { file: "b.yaml", text: "people: { ana: operate }\n" },
    ]);
    expect([people.size, diagnostics.map(({ code }) => code)]).toEqual([0, ["config/declared-twice"]]);
  });
});
