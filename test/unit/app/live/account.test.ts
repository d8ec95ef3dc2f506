// Which account is read, with what of its configuration; its bots with their accesses and addresses, and which one is meant.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  chosenAccesses,
  idOf,
  openLive,
  type ReadingOptions,
  readAccesses,
  readDeals,
  readFleet,
  readLive,
  rememberedOf,
} from "../../../../src/app/live/account.js";
import { accountInformation, listAccesses, openLog, showBot } from "../../../../src/app/live/bots.js";
import { botName } from "../../../../src/app/live/targets.js";
import { type RunningEmulator, startEmulator } from "../../../../src/emulator/http/server.js";
import type { Seed } from "../../../../src/emulator/seed/seed.js";
import type { Hold } from "../../../../src/model/bot/hold.js";
import { type Kept, NOTHING_KEPT } from "../../../../src/model/bot/observed.js";
import { NO_MEMORY } from "../../../../src/reconcile/ledger/ledger.js";
import { botCalled } from "../../../commands/workplace.js";
import { demoEnv } from "../../../support/command.js";
import { desired, desiredBot, live } from "../../reconcile/fleet.js";
import { folder, listening, refusal } from "../room.js";

const at = folder();
const SEED: Seed = {
  accounts: [
    {
      name: "demo",
      apiKey: "demo-key",
      apiSecret: "demo-secret",
      balance: { USDT: "100000" },
      accesses: [
        { accessId: 101, title: "Main futures" },
        { accessId: 102, title: "Other futures" },
      ],
      bots: [
        { ...botCalled("Dip"), id: 3, enabled: true },
        { ...botCalled("Old name"), id: 1 },
        { ...botCalled("Pinned elsewhere"), id: 2, accessId: 102 },
        { ...botCalled("Stranger"), id: 4, accessId: 102, enabled: true },
      ],
    },
  ],
};

let emulator: RunningEmulator;
beforeAll(async () => {
  emulator = await startEmulator({ seed: SEED, quirks: { commandDelay: 0 } });
});
afterAll(() => emulator.close());

const account = (name: string) => [
  `  ${name}:`,
  "    apiUrl: ${env.BOTFORM_DEMO_API_URL}",
  "    apiKey: ${env.BOTFORM_DEMO_API_KEY}",
  "    apiSecret: ${env.BOTFORM_DEMO_API_SECRET}",
  "    accesses: { primary: Main futures, other: 102 }",
];
const yaml = (names: readonly string[], ...bots: readonly string[]) =>
  ["version: 1", "accounts:", ...names.flatMap(account), "bots:", ...bots.map((bot) => `  ${bot}`), ""].join("\n");
const ONE = yaml(
  ["demo"],
  "dip: { title: Dip, access: primary }",
  "named: { title: New name, previousTitles: [Old name], access: primary }",
  "pinned: { title: Wanted, botId: 2, access: other }",
  "gone: { title: Gone, access: primary }",
);
const TWO = yaml(["demo", "second"], "dip: { title: Dip, access: primary }");
const BROKEN = yaml(["demo"], "dip: { title: Dip, access: primary, leverage: many }");

function opened(text: string | undefined, options: Partial<ReadingOptions> = {}, named?: string) {
  const listener = listening(demoEnv(emulator.url));
  const config = text === undefined ? undefined : at.written(text);
  return { ...listener, live: openLive(listener.host, { config, concurrency: 3, ...options }, named) };
}

describe("an account is opened", () => {
  it.each([
    {
      text: ONE,
      options: {},
      named: undefined,
      expected: { account: "demo", declares: 4, isConfigured: true, isJudged: true, said: [] },
      because: "it is the only one",
    },
    {
      text: TWO,
      options: { account: "second" },
      named: undefined,
      expected: { account: "second", declares: 1, isConfigured: true, isJudged: true, said: [] },
      because: "the option names it",
    },
    {
      text: TWO,
      options: {},
      named: "second",
      expected: { account: "second", declares: 1, isConfigured: true, isJudged: true, said: [] },
      because: "the address names it",
    },
    {
      text: BROKEN,
      options: {},
      named: "demo",
      expected: {
        account: "demo",
        declares: undefined,
        isConfigured: false,
        isJudged: false,
        said: ["note: the configuration has 1 error; botform uses only the addresses and credentials of demo"],
      },
      because: "a configuration with errors says only where it is",
    },
  ])("$options, $named: $because", async ({ text, options, named, expected }) => {
    const { live, said, concealed } = opened(text, options, named);
    const { account: name, desired, configured, policySource, concurrency, endpoint } = await live;
    expect({
      account: name,
      declares: desired?.bots.length,
      isConfigured: configured !== undefined,
      isJudged: policySource?.account !== undefined,
      said,
    }).toEqual(expected);
    expect([concurrency, endpoint.apiKey, concealed]).toEqual([3, "demo-key", ["demo-key", "demo-secret"]]);
  });

  it("that the configuration lacks by the environment, and its policies hold all the same", async () => {
    const { live, said } = opened(yaml(["other"], "dip: { title: Dip, access: primary }"), { account: "demo" });
    const { desired, configured, policySource } = await live;
    expect([desired, configured, policySource?.account, policySource?.config !== undefined]).toEqual([
      undefined,
      undefined,
      undefined,
      true,
    ]);
    expect(said).toHaveLength(1);
  });

  it("without a configuration by the environment, and nobody's policies hold", async () => {
    const { live, said } = opened(undefined, { account: "demo" });
    expect((await live).policySource).toBeUndefined();
    expect(said).toEqual([expect.stringMatching(/^note: there is no configuration here; /)]);
  });

  it("not where two are named, or none of several", async () => {
    expect(await refusal(() => opened(TWO, { account: "demo" }, "second").live)).toEqual([
      "--account names demo, but the address names second\nGive only one of them.",
      3,
    ]);
    expect((await opened(TWO, { account: "demo" }, "demo").live).account).toBe("demo");
    expect(await refusal(() => opened(TWO).live)).toEqual([
      "name the account: the configuration has several accounts (demo, second)\nUse --account.",
      3,
    ]);
  });

  it("not by a configuration with errors, which are shown beside what lacks", async () => {
    const [message, exitCode, ...codes] = await refusal(() => opened(BROKEN, { account: "sub" }).live);
    expect(message).toMatch(/^the configuration has 1 error and isn't used, and the credentials of sub in /);
    expect([exitCode, codes[0]]).toEqual([3, "config/wrong-type"]);
    expect(codes.length).toBeGreaterThan(1);
  });
});

describe("a fleet", () => {
  async function fleet(text: string, details?: boolean) {
    const { host, live } = opened(text);
    const one = await live;
    return readLive(host, one, async (client) => {
      const accesses = await readAccesses(client);
      const { bots, declared } = await readFleet(client, accesses, one.desired, details);
      return {
        bots: bots.map(({ id, accessId }) => `${id} on ${accessId}`),
        declared: [...declared].map(([id, { key }]) => `${id} is ${key}`).toSorted(),
        deals: (await readDeals(client, accesses, "activeDeals")).map(({ botId }) => botId),
      };
    });
  }
  const detailsAsked = () => emulator.service.requests.botDetails ?? 0;

  it("has its deals by id, whichever access they are on", async () => {
    const { host, live } = opened(ONE);
    const deals = await readLive(host, await live, async (client) =>
      readDeals(client, (await readAccesses(client)).toReversed(), "activeDeals"),
    );
    expect(deals.map(({ botId, accessId }) => [botId, accessId])).toEqual([
      [3, 101],
      [4, 102],
    ]);
  });

  it("is read by id; only bots that may be declared are asked for their access", async () => {
    const asked = detailsAsked();
    expect(await fleet(ONE)).toEqual({
      bots: ["1 on 101", "2 on 102", "3 on 101", "4 on null"],
      declared: ["1 is named", "2 is pinned", "3 is dip"],
      deals: [3, 4],
    });
    expect(detailsAsked() - asked).toBe(3);
  });

  it("is asked whole for its details", async () => {
    const asked = detailsAsked();
    expect((await fleet(ONE, true)).bots).toEqual(["1 on 101", "2 on 102", "3 on 101", "4 on 102"]);
    expect(detailsAsked() - asked).toBe(4);
  });

  it("has no addresses without a configuration", async () => {
    const { host, live } = opened(undefined, { account: "demo" });
    const found = await readLive(host, await live, async (client) =>
      readFleet(client, await readAccesses(client), undefined),
    );
    expect([found.declared.size, found.bots.map(({ accessId }) => accessId)]).toEqual([0, [null, null, null, null]]);
  });

  it("of one access is all on it, and nobody is asked", async () => {
    const { host, live } = opened(ONE);
    const one = await live;
    const asked = detailsAsked();
    const accesses = await readLive(host, one, async (client) => {
      const [first] = await readAccesses(client);
      return (await readFleet(client, first === undefined ? [] : [first], one.desired)).bots.map((bot) => bot.accessId);
    });
    expect([accesses, detailsAsked() - asked]).toEqual([[101, 101, 101, 101], 0]);
  });
});

describe("the bot that is meant", () => {
  it.each([
    ["#7", [7]],
    [
      "dip",
      [
        "the key dip needs a configuration, and there is none that can be used\nName the bot by its id, such as #123; botform bots list shows the ids.",
        3,
      ],
    ],
  ])("%s without a configuration: %j", async (name, expected) => {
    const task = () => idOf(botName(name), undefined, new Map());
    if (expected.length === 1) expect([task()]).toEqual(expected);
    else expect(await refusal(task)).toEqual(expected);
  });

  it.each([
    ["dip", "#3"],
    ["demo/named", "#1"],
    ["#4", "#4"],
    ["gone", "no live bot matches demo/gone\nRun botform plan to see why."],
    [
      "nobody",
      "the account demo of the configuration has no bot nobody\nbotform render shows its bots. Write an id in quotes, as '#123': the shell takes # for a comment.",
    ],
  ])("%s of a configuration is %s", async (bot, expected) => {
    const task = async () => {
      const { account: name, botId } = await openLog(listening(demoEnv(emulator.url)).host, {
        ...{ config: at.written(ONE), concurrency: 3, bot },
      });
      expect(name).toBe("demo");
      return `#${botId}`;
    };
    if (expected.startsWith("#")) expect(await task()).toBe(expected);
    else expect(await refusal(task)).toEqual([expected, 3]);
  });

  it.each([
    ["dip", { id: 3, address: "demo/dip", access: "Main futures", desired: "dip", deals: 1 }],
    ["#4", { id: 4, address: null, access: "Other futures", desired: undefined, deals: 1 }],
    ["#1", { id: 1, address: "demo/named", access: "Main futures", desired: "named", deals: 0 }],
  ])("%s is shown in full", async (bot, expected) => {
    const { host } = listening(demoEnv(emulator.url));
    const shown = await showBot(host, { config: at.written(ONE), concurrency: 3, bot });
    expect({
      id: shown.bot.id,
      address: shown.address,
      access: shown.access?.title,
      desired: shown.desired?.key,
      deals: shown.deals.length,
    }).toEqual(expected);
    expect(shown.account).toBe("demo");
  });

  it("has a log, with no more of each entry than its time and its words", async () => {
    const { host } = listening(demoEnv(emulator.url));
    const { read } = await openLog(host, { config: at.written(ONE), concurrency: 3, bot: "dip" });
    const [first, ...others] = await read(host, 2);
    expect(Object.keys(first ?? {})).toEqual(["datetime", "message"]);
    expect(others.length).toBeLessThanOrEqual(1);
  });
});

describe("accesses", () => {
  it("are listed with the configuration's aliases, by title or by id", async () => {
    const { host } = listening(demoEnv(emulator.url));
    const { accesses } = await listAccesses(host, { config: at.written(ONE), concurrency: 3 });
    expect(accesses.map(({ access, aliases }) => `${access.id} ${aliases.join(", ")}`)).toEqual([
      "101 primary",
      "102 other",
    ]);
    const bare = await listAccesses(host, { account: "demo", concurrency: 3 });
    expect(bare.accesses.map(({ aliases }) => aliases)).toEqual([[], []]);
  });

  it.each([
    [undefined, [101, 102]],
    ["primary", [101]],
    ["other", [102]],
    ["Other futures", [102]],
    ["102", [102]],
    ["#101", [101]],
  ])("of --access %s are %j", async (wanted, expected) => {
    const { host, live } = opened(ONE);
    const one = await live;
    const accesses = await readLive(host, one, readAccesses);
    expect(chosenAccesses(accesses, one.desired, wanted).map(({ id }) => id)).toEqual(expected);
  });

  it("that aren't there are refused, naming those that are", async () => {
    const { host, live } = opened(ONE);
    const one = await live;
    const accesses = await readLive(host, one, readAccesses);
    expect(await refusal(() => chosenAccesses(accesses, one.desired, "third"))).toEqual([
      'the account has no access third; it has 101 "Main futures", 102 "Other futures"',
      3,
    ]);
    expect(await refusal(() => chosenAccesses([], undefined, "third"))).toEqual([
      "the account has no access third; it has none",
      3,
    ]);
  });

  it("have balances", async () => {
    const { host, live } = opened(ONE);
    const { assets } = await accountInformation(host, await live);
    expect(assets.map(({ asset }) => asset)).toEqual(["USDT"]);
  });
});

describe("what is said of holds", () => {
  const unread = { userId: null, exchange: null, countOrderWorking: null, updated: null };
  const bots = [live(1, "a", { on: true }), live(2, "b")].map((bot) => ({ ...bot, ...unread }));
  const declared = new Map([[1, desiredBot("a")]]);
  const said = (holds: readonly Hold[], kept?: Kept) => {
    const memory = { ...NO_MEMORY, ...(kept !== undefined && { kept }) };
    const wanted = desired([desiredBot("a")], { holds });
    return rememberedOf(
      { account: "main", desired: wanted },
      { bots, declared },
      { memory, now: Date.parse("2026-12-03") },
    ).diagnostics.map(({ code, summary }) => `${code}: ${summary.split(";")[0]}`);
  };

  it("names bots by key and by id, from the configuration and from the ledger, and the end", () => {
    const committed = { bots: ["main/a"], reason: "why", until: "2026-12-01" };
    expect(said([committed], { ...NOTHING_KEPT, holds: [{ bots: ["main/#2"], reason: "r" }] })).toEqual([
      "plan/held: held: 1 bot (main/a): why, until 2026-12-01",
      "plan/hold-ended: the hold on main/a (why) has ended: it was until 2026-12-01, and stays in force",
      "plan/held: held: 1 bot (main/#2): r",
    ]);
    expect(said([])).toEqual([]);
  });

  it("needs no configuration", () => {
    const memory = { ...NO_MEMORY, kept: { ...NOTHING_KEPT, holds: [{ bots: ["main/*"], reason: "r" }] } };
    const { diagnostics } = rememberedOf({ account: "main" }, { bots, declared: new Map() }, { memory, now: 1 });
    expect(diagnostics.map(({ summary }) => summary.split(";")[0])).toEqual(["held: 2 bots (main/#1, main/#2): r"]);
  });
});
