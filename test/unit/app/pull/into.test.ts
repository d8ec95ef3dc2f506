// What a pull does to configurations as people write them: where each value goes, what is said about it, what stays.
import { describe, expect, it } from "vitest";
import { pullObserved } from "../../../../src/app/pull/into.js";
import type { PullResult } from "../../../../src/app/pull/result.js";
import { loadSources } from "../../../../src/config/load.js";
import type { Source } from "../../../../src/config/yaml/source.js";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import { FIELD_NAMES, type Fields } from "../../../../src/model/bot/field.js";
import { makePlan } from "../../../../src/reconcile/plan/planner.js";

const SETTINGS =
  "strategy: LONG, leverage: 5, marginMode: CROSS, typeTakeProfit: LIMIT, typeFirstOrder: MARKET, percentTakeProfit: 1.2, percentSafetyOrder: 1.5, volumeFirstOrder: 20";
const LIVE = {
  ...{ strategy: "LONG", leverage: "5", marginMode: "CROSS", typeTakeProfit: "LIMIT", typeFirstOrder: "MARKET" },
  ...{ percentTakeProfit: "1.2", percentSafetyOrder: "1.5", volumeFirstOrder: "20" },
};

interface Live {
  readonly id?: number;
  readonly accessId?: number;
  readonly on?: boolean;
  readonly [field: string]: string | number | boolean | undefined;
}

function live(title: string, { id = 0, accessId = 1, on = false, ...changes }: Live, at: number): ObservedBot {
  const all: Readonly<Record<string, unknown>> = { ...LIVE, pairTitle: "USDT-BTC", title, ...changes };
  const fields = Object.fromEntries(FIELD_NAMES.map((name) => [name, all[name] ?? null])) as Fields;
  const status = { on, raw: on ? "ENABLED" : "DISABLED" };
  return { id: id === 0 ? 100 + at : id, accessId, fields, status, unknownSettings: [] };
}

interface Options {
  readonly account?: string;
  readonly accept?: readonly string[];
  readonly everywhere?: boolean;
}

/** Pulls `bots` into a file that consists of `account`'s own lines and of `text`. */
function pulled(text: string, bots: Readonly<Record<string, Live>>, { account = "", ...options }: Options = {}) {
  const { accept } = options;
  const accesses = account.includes("accesses:") ? "" : "    accesses: { primary: Main }\n";
  const head = `version: 1\naccounts:\n  main:\n    apiUrl: \${env.BOTFORM_MAIN_API_URL}\n    apiKey: \${env.BOTFORM_MAIN_API_KEY}\n    apiSecret: \${env.BOTFORM_MAIN_API_SECRET}\n${accesses}${account}`;
  const before = `${head}defaults: { ${SETTINGS} }\n${text}`;
  const observed = {
    accesses: [
      { id: 1, title: "Main", exchange: "SERVICE_FUTURES" },
      { id: 2, title: "Hedge", exchange: "SERVICE_FUTURES" },
    ],
    bots: Object.entries(bots).map(([title, changes], at) => live(title, changes, at)),
    deals: [],
    pairs: ["USDT-BTC", "USDT-ETH"],
  };
  const run = (source: Source) => {
    const config = loadSources([source]);
    const main = config.accounts.find(
      ({ desired }) => desired.account === (account.includes("  copy:") ? "copy" : "main"),
    );
    if (main === undefined) throw new Error(JSON.stringify(config.diagnostics));
    const result: PullResult = pullObserved({
      config,
      account: main,
      sources: [source],
      observed,
      accept,
      everywhere: options.everywhere,
    });
    return { main, result };
  };
  const { result } = run({ file: "b.yaml", text: before });
  const after = result.files[0]?.text ?? before;
  const again = run({ file: "b.yaml", text: after });
  if (accept === undefined) expect(again.result.files).toEqual([]);
  const { steps } = makePlan(again.main.desired, observed);
  return { text: after.slice(after.indexOf("\nbots:") + 1), after, ...result, steps };
}

describe("a value goes where a reader expects it", () => {
  it("an anchor moves to the next bot that uses it, and only one bot changes", () => {
    const { text, steps } = pulled(
      "bots:\n  a: { title: A, pairTitle: USDT-BTC, leverage: &l 5 }\n  b: { title: B, pairTitle: USDT-BTC, leverage: *l } # b\n",
      { A: { leverage: "7" }, B: {} },
    );
    expect(text).toBe(
      "bots:\n  a: { title: A, pairTitle: USDT-BTC, leverage: 7 }\n  b: { title: B, pairTitle: USDT-BTC, leverage: &l 5 } # b\n",
    );
    expect(steps).toEqual([]);
  });

  const MANY =
    "bots:\n  x-${pair.base}:\n    forEach: { pair: [USDT-BTC, USDT-ETH] }\n    title: X ${pair.base}\n    pairTitle: ${pair}\n    leverage: 3 # all\n    enabled: false\n";

  it("at the forEach block where all of its bots drifted alike", () => {
    const { text, steps, notes } = pulled(MANY, {
      "X BTC": { leverage: "9", percentTakeProfit: "2" },
      "X ETH": { leverage: "9", percentTakeProfit: "2", pairTitle: "USDT-ETH" },
    });
    expect(text).toBe(`${MANY.replace("3 # all", "9 # all")}    percentTakeProfit: 2\n`);
    expect(notes).toEqual([
      "main/x-${pair.base}: percentTakeProfit goes into its block; the value in defaults stays as it was",
    ]);
    expect(steps).toEqual([]);
  });

  it("at an exception where one of them drifted, and the block stays", () => {
    const { text, steps } = pulled(MANY, {
      "X BTC": { leverage: "3" },
      "X ETH": { leverage: "9", on: true, pairTitle: "USDT-ETH" },
    });
    expect(text).toBe(`${MANY}    exceptions:\n      x-ETH:\n        leverage: 9\n        enabled: true\n`);
    expect(steps).toEqual([]);
  });

  it("behind the comments of the bot before it, for a new bot", () => {
    const { text } = pulled("bots:\n  a:\n    title: A\n    pairTitle: USDT-BTC\n    # more of a\n\n  # the end\n", {
      A: {},
      B: {},
    });
    expect(text).toMatch(/ {4}# more of a\n {2}b:\n[^#]*\n {2}# the end\n$/);
  });

  it("of one of several accounts, for this one or for every one", () => {
    const account =
      "    accesses: { primary: Main }\n  other: { apiUrl: '${env.BOTFORM_C_API_URL}', apiKey: '${env.BOTFORM_C_API_KEY}', apiSecret: '${env.BOTFORM_C_API_SECRET}', accesses: { primary: Main } }\n";
    const [alone, shared] = [false, true].map((everywhere) => pulled("", { A: {} }, { account, everywhere }));
    expect(alone?.text).toContain("only: [main]");
    expect(alone?.notes).toEqual(["1 new bot limited to main (only); pull --everywhere adds them for every account"]);
    expect(shared?.text).toContain("title: A");
    expect(shared?.after).not.toContain("only");
    expect(shared?.notes).toEqual([]);
  });
});

describe("what an account makes of its bots", () => {
  const SCALED =
    "    volumeScale: 0.25\n    volumeStep: 0.1\n    volumeMin: 1\n    overrides: { volumeSafetyOrder: 40 }\n";
  const TEXT = "bots:\n  a: { title: A, pairTitle: USDT-BTC }\n  b: { title: B, pairTitle: USDT-BTC }\n";

  it("is taken out of volumes, those of overrides, too; a volume it can't come to is unmanaged and named", () => {
    const { after, text, steps, left } = pulled(
      TEXT,
      {
        A: { volumeFirstOrder: "12", volumeSafetyOrder: "11" },
        B: { volumeFirstOrder: "5.03", volumeSafetyOrder: "11" },
        N: { volumeFirstOrder: "0.5", volumeSafetyOrder: "11" },
      },
      { account: SCALED },
    );
    expect(after).toContain("overrides: { volumeSafetyOrder: 44 }");
    expect(text).toContain("a: { title: A, pairTitle: USDT-BTC, volumeFirstOrder: 48 }");
    expect(text).toContain("b: { title: B, pairTitle: USDT-BTC, unmanaged: [volumeFirstOrder] }");
    expect(left.map(({ title, field, reason }) => [title, field, reason])).toEqual([
      ["B", "volumeFirstOrder", "no volume times the account's volumeScale of 0.25 gives 5.03; it is now unmanaged"],
      ["N", "volumeFirstOrder", "0.5 is below the account's volumeMin of 1"],
    ]);
    expect(steps).toEqual([]);
  });

  it("doesn't keep others out: a title outside the prefix is left, and the rest is pulled", () => {
    const { text, left, differing } = pulled(
      "bots:\n  a: { title: bf A, botId: 900, pairTitle: USDT-BTC }\n",
      { Else: { id: 900, leverage: "7" } },
      { account: '    titlePrefix: "bf "\n' },
    );
    expect(text).toContain("leverage: 7");
    expect(left).toMatchObject([{ botId: 900, field: "title", reason: expect.stringContaining("titlePrefix") }]);
    expect(differing).toEqual(["main/a"]);
  });

  it("changes with the access where its bot lives on another one", () => {
    const { text, steps, notes } = pulled(
      "bots:\n  a: { access: primary, title: A, pairTitle: USDT-BTC }\n",
      { A: { accessId: 2, leverage: "7" } },
      { account: "    accesses: { primary: Main, hedge: Hedge }\n" },
    );
    expect(text).toBe("bots:\n  a: { access: hedge, title: A, pairTitle: USDT-BTC, leverage: 7 }\n");
    expect(notes).toContain("main/a: access is now hedge, where its live bot is");
    expect(steps).toEqual([]);
  });

  it("leaves a field once only out of management", () => {
    const { text, steps } = pulled(
      "bots:\n  a: { title: A, pairTitle: USDT-BTC, unmanaged: [priceLevelUp], priceLevel: LOWER, priceLevelDown: 1 }\n  b: { title: B, pairTitle: USDT-BTC, unmanaged: [priceLevelUp, priceLevelDown], priceLevel: null }\n",
      {
        A: { priceLevel: "BOTH", priceLevelDown: "7", priceLevelUp: "3" },
        B: { priceLevel: "BOTH", priceLevelDown: "3", priceLevelUp: "7" },
      },
    );
    expect(text).toContain(
      "a: { title: A, pairTitle: USDT-BTC, unmanaged: [priceLevelUp, priceLevel, priceLevelDown] }",
    );
    expect(text).toContain(
      "b: { title: B, pairTitle: USDT-BTC, priceLevel: BOTH, priceLevelDown: 3, priceLevelUp: 7 }",
    );
    expect(steps).toEqual([]);
  });
});

describe("--accept", () => {
  const TEXT = "bots:\n  a.b: { title: A, pairTitle: USDT-BTC, enabled: false }\n";

  it.each([
    [["a.b"], "enabled: true, leverage: 7 }", 0],
    [["a.b.leverage"], "enabled: false, leverage: 7 }", 0],
    [["main/a.b.enabled"], "enabled: true }", 0],
    [["a.b.title"], "enabled: false }", 1],
  ])("%j takes over what it names and nothing else", (accept, end, notes) => {
    const result = pulled(TEXT, { A: { leverage: "7", on: true }, New: {} }, { accept });
    expect(result.text).toBe(TEXT.replace("enabled: false }", end));
    expect(result.notes.filter((note) => note.includes("has drifted")).length).toBe(notes);
    expect(result.differing).toEqual([]);
  });

  it("says what is accepted and can't be taken over", () => {
    const { text, differing } = pulled(
      "bots:\n  a: { title: A, botId: 900, pairTitle: USDT-BTC }\n",
      { " A": { id: 900 } },
      { accept: ["a.title"] },
    );
    expect([text, differing]).toEqual(["bots:\n  a: { title: A, botId: 900, pairTitle: USDT-BTC }\n", ["main/a"]]);
  });

  it("refuses names of nothing", () => {
    for (const name of ["nope", "a.b.nope", "copy/a.b", "*"])
      expect(() => pulled(TEXT, { A: {} }, { accept: [name] })).toThrow(/doesn't name a bot/);
  });
});

describe("what the configuration says to leave alone", () => {
  it.each([
    { text: "protectedTitles: [B]\n", account: "", reason: "protectedTitles names it" },
    { text: "", account: "    undeclared: ignore\n", reason: "undeclared: ignore leaves such bots alone" },
  ])("is not added, and named: $reason", ({ text: more, account, reason }) => {
    const { text, left } = pulled(
      `${more}bots:\n  a: { title: A, pairTitle: USDT-BTC }\n`,
      { A: {}, B: { on: true } },
      { account },
    );
    expect(text).toBe("bots:\n  a: { title: A, pairTitle: USDT-BTC }\n");
    expect(left).toMatchObject([{ title: "B", reason }]);
  });
});

describe("a pull says", () => {
  const ONE =
    "bots:\n  a: { title: A, pairTitle: USDT-BTC }\n  b: { title: B, pairTitle: USDT-BTC }\n  gone: { title: Gone, pairTitle: USDT-BTC }\n";

  it("how many bots it compared, what it accepted and what it added, and what isn't live", () => {
    const { summary, notes, left, differing } = pulled(ONE, {
      A: { leverage: "7", percentTakeProfit: "3" },
      B: {},
      New: { pairTitle: "USDT-ETH" },
    });
    expect({ summary, notes, left, differing }).toEqual({
      summary: "2 bots of account main compared, 2 settings accepted, 1 bot added",
      notes: [
        "main/a: leverage goes into the bot's entry; the value in defaults stays as it was",
        "main/a: percentTakeProfit goes into the bot's entry; the value in defaults stays as it was",
        "main/gone is not live; it stays in the configuration, and the next apply creates it",
      ],
      left: [],
      differing: ["main/gone"],
    });
  });
});

describe("a bot that can't be pulled as it stands", () => {
  const TWO = "    accesses: { primary: Main, hedge: Hedge }\n";
  const A = "bots:\n  a: { title: A, access: primary, pairTitle: USDT-BTC }\n";
  const elsewhere = (botId: number) => ({
    ...{ botId, title: "A" },
    reason: "main/a has the same title, but is declared on the access primary",
  });
  const noBot = "--accept main/a: no live bot matches it for certain, so there is nothing to accept";
  const cases: readonly {
    because: string;
    bots: Readonly<Record<string, Live>>;
    account?: string;
    accept?: readonly string[];
    says: { notes?: readonly string[]; left?: readonly unknown[]; compared?: number; differing?: readonly string[] };
  }[] = [
    {
      because: "a copy that is off isn't taken for a new bot",
      bots: { A: {}, B: { title: "A" } },
      says: { left: [{ botId: 101, title: "A", reason: "it has the same title as main/a" }], compared: 1 },
    },
    {
      because: "which of two that are on is meant isn't known",
      bots: { A: { on: true }, B: { title: "A", on: true } },
      says: {
        left: [
          {
            ...{ botId: 100, title: "A" },
            reason: '2 live bots on "Main" are called "A", and some are on or in a deal: 100 (ENABLED), 101 (ENABLED)',
          },
        ],
        differing: ["main/a"],
      },
    },
    {
      because: "two with its title are on another access",
      bots: { A: { accessId: 2, id: 7 }, B: { title: "A", accessId: 2, id: 8 } },
      says: { left: [elsewhere(7), elsewhere(8)], differing: ["main/a"] },
    },
    {
      because: "the overrides say where it is",
      bots: { A: { accessId: 2, id: 7 } },
      account: `${TWO}    overrides: { access: primary }\n`,
      says: { left: [elsewhere(7)], differing: ["main/a"] },
    },
    {
      because: "its access has no alias",
      bots: { A: { accessId: 2, id: 7 } },
      account: "    accesses: { primary: Main }\n",
      says: { left: [elsewhere(7)], differing: ["main/a"] },
    },
    {
      because: "what is accepted is on another access",
      bots: { A: { accessId: 2, id: 7 } },
      accept: ["main/a"],
      says: { notes: [noBot] },
    },
    {
      because: "what is accepted hasn't drifted",
      bots: { A: { leverage: "5" } },
      accept: ["main/a.leverage"],
      says: { notes: ["--accept main/a.leverage: none of its managed settings has drifted"], compared: 1 },
    },
  ];
  it.each(cases)("$because", ({ bots, account = TWO, accept, says }) => {
    const { text, notes, left, summary, differing } = pulled(A, bots, { account, ...(accept && { accept }) });
    const { compared = 0, ...said } = says;
    expect({ text, notes, left, differing, summary }).toEqual({
      ...{ text: A, notes: [], left: [], differing: [], ...said },
      summary: `${compared} bot${compared === 1 ? "" : "s"} of account main compared, 0 settings accepted, 0 bots added`,
    });
  });
});

describe("each bot is compared for itself", () => {
  const AB = "bots:\n  a: { title: A, pairTitle: USDT-BTC }\n  b: { title: B, pairTitle: USDT-BTC }\n";
  const PINNED = AB.replace("title: A,", "title: A, botId: 900,");
  const BOTH_PINNED = PINNED.replace("title: B,", "title: B, botId: 901,");
  const COPY =
    "    accesses: { primary: Main }\n  copy:\n    apiUrl: ${env.BOTFORM_COPY_API_URL}\n    apiKey: ${env.BOTFORM_COPY_API_KEY}\n    apiSecret: ${env.BOTFORM_COPY_API_SECRET}\n    accesses: { primary: Main }\n";
  const DRIFTED = { A: { leverage: "7", percentTakeProfit: "2" }, B: { leverage: "8", percentTakeProfit: "3" } };
  const set = (bot: string, field: string) =>
    `main/${bot}: ${field} goes into the bot's entry; the value in defaults stays as it was`;
  const summary = (compared: number, accepted: number) =>
    `${compared} bot${compared === 1 ? "" : "s"} of account main compared, ${accepted} setting${accepted === 1 ? "" : "s"} accepted, 0 bots added`;
  const taken = (botId: number) => ({
    ...{ botId, title: "B", field: "title" as const },
    reason: "two bots of the configuration now have this title",
  });
  const renamed = (botId: number, from: string, to: string, other: number) => ({
    ...{ botId, title: to },
    reason: `bot ${botId} "${from}" can't be renamed to "${to}" while bot ${other} has that title`,
  });

  it.each<[string, string, Readonly<Record<string, Live>>, Options, Partial<ReturnType<typeof pulled>>]>([
    [
      "a title stays where another bot of the configuration has it, which isn't live for certain",
      PINNED,
      { B: { id: 900 }, C: { title: "B", on: true }, D: { title: "B", on: true } },
      {},
      {
        ...{ text: PINNED, summary: summary(1, 0), differing: ["main/a", "main/b"] },
        left: [
          {
            ...{ botId: 101, title: "B" },
            reason:
              '3 live bots on "Main" are called "B", and some are on or in a deal: 101 (ENABLED), 102 (ENABLED), 900 (DISABLED)',
          },
          taken(900),
        ],
      },
    ],
    [
      "two that have changed titles stay",
      BOTH_PINNED,
      { B: { id: 900, leverage: "9" }, A: { id: 901, leverage: "8" } },
      {},
      {
        ...{ text: BOTH_PINNED, summary: summary(0, 0), differing: ["main/a", "main/b"] },
        left: [renamed(900, "B", "A", 901), renamed(901, "A", "B", 900)],
      },
    ],
    [
      "one that has another's title gives its settings, and not its title",
      BOTH_PINNED,
      { B: { id: 900, leverage: "9" }, C: { id: 901, leverage: "8" } },
      {},
      {
        text: BOTH_PINNED.replace("USDT-BTC }", "USDT-BTC, leverage: 9 }"),
        ...{ notes: [set("a", "leverage")], summary: summary(1, 1), differing: ["main/a", "main/b"] },
        left: [renamed(901, "C", "B", 900), taken(900)],
      },
    ],
    [
      "a value that no configuration may have is unmanaged, and the rest is pulled",
      AB,
      { A: { percentSafetyOrder: "abc", leverage: "9" }, B: { leverage: "8" } },
      {},
      {
        text: AB.replace("BTC }", "BTC, leverage: 9, unmanaged: [percentSafetyOrder] }").replace(
          "BTC }",
          "BTC, leverage: 8 }",
        ),
        ...{ notes: [set("a", "leverage"), set("b", "leverage")], summary: summary(2, 3) },
        left: [
          {
            ...{ botId: 100, title: "A", field: "percentSafetyOrder" as const },
            reason: '"abc" is outside the bounds of percentSafetyOrder; it is now unmanaged',
          },
        ],
      },
    ],
    [
      "--accept takes several names, of fields and of bots",
      AB,
      DRIFTED,
      { accept: ["a.leverage", "main/b.percentTakeProfit", "b"] },
      {
        text: AB.replace("BTC }", "BTC, leverage: 7 }").replace("BTC }", "BTC, leverage: 8, percentTakeProfit: 3 }"),
        notes: [set("a", "leverage"), set("b", "leverage"), set("b", "percentTakeProfit")],
        summary: summary(2, 3),
      },
    ],
    [
      "and takes over no field of a bot that only another is named with",
      AB,
      DRIFTED,
      { accept: ["a.leverage", "main/b.percentTakeProfit"] },
      {
        text: AB.replace("BTC }", "BTC, leverage: 7 }").replace("BTC }", "BTC, percentTakeProfit: 3 }"),
        ...{ notes: [set("a", "leverage"), set("b", "percentTakeProfit")], summary: summary(2, 2) },
      },
    ],
    [
      "a setting that another account's bot shares changes there, too, which is said",
      AB,
      { A: { leverage: "7" }, B: {} },
      { account: COPY },
      {
        text: AB.replace("BTC }", "BTC, leverage: 7 }"),
        notes: [set("a", "leverage"), "main/a: leverage changes also for the bot of main"].map((note) =>
          note.replace("main/a", "copy/a"),
        ),
        summary: summary(2, 1).replace("main", "copy"),
      },
    ],
  ])("%s", (_, before, bots, options, expected) => {
    const { text, notes, left, summary: says, differing } = pulled(before, bots, options);
    expect({ text, notes, left, summary: says, differing }).toEqual({
      ...{ notes: [], left: [], differing: [] },
      ...expected,
    });
  });

  it.each([
    [
      { accept: ["a.nope"] },
      "--accept a.nope doesn't name a bot or field of the account main\nWrite ADDRESS or ADDRESS.field, for example main/a.leverage.",
    ],
    [
      { accept: [".leverage"] },
      "--accept .leverage doesn't name a bot or field of the account main\nWrite ADDRESS or ADDRESS.field, for example main/a.leverage.",
    ],
    [{ account: "    accesses: { primary: Nowhere }\n" }, "the account's accesses differ from the configuration's"],
  ])("and nothing is with %j", (options, says) => {
    expect(() => pulled(AB, {}, options)).toThrow(expect.objectContaining({ message: says }));
  });
});
