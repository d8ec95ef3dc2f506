// Which bot or deal a command means: how it may be named, how it is found, and which one is never touched.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reading } from "../../../../src/app/endpoint.js";
import {
  type BotName,
  botName,
  configuredBot,
  dealId,
  findBot,
  findDeal,
  type OpenTarget,
  openTarget,
  refuseProtected,
  refuseProtectedId,
} from "../../../../src/app/live/targets.js";
import { loadSources } from "../../../../src/config/load.js";
import { type RunningEmulator, startEmulator } from "../../../../src/emulator/http/server.js";
import type { Seed } from "../../../../src/emulator/seed/seed.js";
import type { Access } from "../../../../src/model/bot/bot.js";
import { observedBot } from "../../../../src/service/canonical.js";
import { createClient } from "../../../../src/service/client.js";
import { botCalled } from "../../../commands/workplace.js";
import { demoEnv } from "../../../support/command.js";
import { wireBot } from "../../service/wirebot.js";
import { folder, listening, refusal } from "../room.js";

const at = folder();

describe("the name of a bot", () => {
  it.each<[string, BotName]>([
    ["123", { kind: "id", id: 123, account: undefined }],
    ["#123", { kind: "id", id: 123, account: undefined }],
    ["main/#123", { kind: "id", id: 123, account: "main" }],
    ["main/123", { kind: "key", key: "123", account: "main" }],
    ["btc-dip", { kind: "key", key: "btc-dip", account: undefined }],
    ["main/btc-dip", { kind: "key", key: "btc-dip", account: "main" }],
    ["12a", { kind: "key", key: "12a", account: undefined }],
    ["a/b/c", { kind: "key", key: "b/c", account: "a" }],
    ["9007199254740991", { kind: "id", id: 9007199254740991, account: undefined }],
  ])("%s is %j", (text, expected) => {
    expect(botName(text)).toEqual(expected);
  });

  it.each([
    ["", `"" doesn't name a bot\nGive an address, a key or an id such as #123.`],
    ["main/", `"main/" doesn't name a bot\nGive an address, a key or an id such as #123.`],
    ["/btc", `"/btc" doesn't name a bot\nGive an address, a key or an id such as #123.`],
    ["#9007199254740992", "#9007199254740992 is too large to be a bot's id"],
  ])("%j is refused: %s", async (text, message) => {
    expect(await refusal(() => botName(text))).toEqual([message, 3]);
  });
});

describe("the id of a deal", () => {
  it.each([
    ["7", 7],
    ["#7", 7],
    ["999999999999999", 999999999999999],
  ])("%s is %d", (text, id) => expect(dealId(text)).toBe(id));

  it.each(["", "#", "seven", "7a", "##7", "-7", "9999999999999999"])("%j is none", async (text) => {
    expect(await refusal(() => dealId(text))).toEqual([
      `"${text}" is not a deal's id\nGive a number; botform deals active lists the running deals.`,
      3,
    ]);
  });
});

const ACCOUNT = [
  "    apiUrl: ${env.BOTFORM_DEMO_API_URL}",
  "    apiKey: ${env.BOTFORM_DEMO_API_KEY}",
  "    apiSecret: ${env.BOTFORM_DEMO_API_SECRET}",
  "    accesses: { primary: Main futures }",
];
const yaml = (bots: readonly string[], accounts: readonly string[] = ["demo"]) =>
  [
    "version: 1",
    "accounts:",
    ...accounts.flatMap((name) => [`  ${name}:`, ...ACCOUNT]),
    "bots:",
    ...bots.map((bot) => `  ${bot}`),
    "",
  ].join("\n");
const BOTS = [
  "dip: { title: Dip, enabled: true, leverage: 5 }",
  "held: { title: Held, protect: true }",
  "pinned: { title: Elsewhere, botId: 4, protect: true }",
  "gone: { title: Gone }",
  "twins: { title: Twins }",
  "doubles: { title: Doubles }",
];

/** Dip runs a deal; Held is protected by title, 4 by id; the twins share a title on one access, and 6 has it on the other. */
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
        { ...botCalled("Dip"), id: 1, enabled: true },
        { ...botCalled("Held"), id: 2, enabled: true },
        { ...botCalled("Held"), id: 3, accessId: 102 },
        { ...botCalled("Was pinned"), id: 4 },
        { ...botCalled("Twins"), id: 5 },
        { ...botCalled("Twins"), id: 6, accessId: 102 },
        { ...botCalled("Twins"), id: 7 },
        { ...botCalled("Stranger"), id: 8, enabled: true, pairTitle: "USDT-ETH" },
        { ...botCalled("Doubles"), id: 9, enabled: true },
        { ...botCalled("Doubles"), id: 10 },
      ],
    },
  ],
};

let emulator: RunningEmulator;
beforeAll(async () => {
  emulator = await startEmulator({ seed: SEED, quirks: { commandDelay: 0 } });
});
afterAll(() => emulator.close());
const env = () => demoEnv(emulator.url);

describe("the account of a command", () => {
  const opened = async (names: readonly string[], text: string, options: object = {}) => {
    const { host, concealed } = listening(env());
    const target = await openTarget(host, { config: at.written(text), ...options }, names.map(botName));
    return { account: target.account, declared: target.desired?.bots.map(({ key }) => key), concealed };
  };
  const KEYS = ["dip", "doubles", "gone", "held", "pinned", "twins"];
  const CONCEALED = ["demo-key", "demo-secret"];

  it.each([
    { names: ["dip"], options: {}, because: "a key needs the configuration" },
    { names: ["#1"], options: {}, because: "an id has it beside it" },
    { names: [], options: { account: "demo" }, because: "it is named" },
    { names: ["demo/#1", "demo/dip"], options: { account: "demo" }, because: "all name the same" },
  ])("$names, $options: $because", async ({ names, options }) => {
    expect(await opened(names, yaml(BOTS), options)).toEqual({ account: "demo", declared: KEYS, concealed: CONCEALED });
  });

  it("is the one that is named among several", async () => {
    const text = yaml(["dip: { title: Dip }"], ["demo", "other"]);
    expect((await opened(["other/dip"], text)).account).toBe("other");
    expect((await opened(["#1"], text, { account: "other" })).account).toBe("other");
  });

  it("is one, and not several", async () => {
    expect(await refusal(() => opened(["demo/#1", "other/#2"], yaml(BOTS)))).toEqual([
      "one command acts on one account; these bots are on demo, other",
      3,
    ]);
    expect(await refusal(() => opened(["demo/#1"], yaml(BOTS), { account: "other" }))).toEqual([
      "one command acts on one account; these bots are on demo, other",
      3,
    ]);
  });

  it("opens for ids with a configuration that has errors or isn't there, which then declares nothing", async () => {
    const broken = yaml(["dip: { title: Dip, leverage: many }"]);
    expect(await opened(["demo/#1"], broken)).toMatchObject({ account: "demo", declared: undefined });
    const { host } = listening(env());
    const nowhere = await openTarget(host, { config: at.fresh("none.yaml"), account: "demo" }, []);
    expect([nowhere.account, nowhere.desired]).toEqual(["demo", undefined]);
    expect(await refusal(() => opened(["dip"], broken))).toEqual([
      "the configuration has errors\nbotform explain CODE tells more of each.\nNothing was done. Bots named by their ids, such as '#123', need no configuration, nor does botform bots off --all; both need --account then.",
      3,
      "config/wrong-type",
    ]);
  });
});

it("without credentials says nothing of the configuration, which is sound", async () => {
  const { host } = listening({});
  const [message] = await refusal(() => openTarget(host, { config: at.written(yaml(BOTS)) }, [botName("dip")]));
  expect(message).toBe("the account's credentials or addresses can't be used");
});

async function target(text = yaml(BOTS)): Promise<OpenTarget> {
  return openTarget(listening(env()).host, { config: at.written(text) }, [botName("dip")]);
}

async function found(name: string, change: Partial<OpenTarget> = {}) {
  const open = { ...(await target()), ...change };
  return reading(listening().host, open, 4, (client) => findBot(client, open, botName(name)));
}

const facts = ({ address, live, access, deals, copies, observedBots }: Awaited<ReturnType<typeof found>>) => ({
  ...{ address, id: live.id, access: access.title, deals: deals.map(({ botId }) => botId), copies, observedBots },
});

describe("a bot", () => {
  it.each([
    ["dip", { address: "demo/dip", id: 1, access: "Main futures", deals: [1], copies: [], observedBots: 10 }],
    ["#1", { address: "demo/#1", id: 1, access: "Main futures", deals: [1], copies: [], observedBots: 10 }],
    ["#8", { address: "demo/#8", id: 8, access: "Main futures", deals: [8], copies: [], observedBots: 10 }],
    ["#3", { address: "demo/#3", id: 3, access: "Other futures", deals: [], copies: [], observedBots: 10 }],
    ["#5", { address: "demo/#5", id: 5, access: "Main futures", deals: [], copies: [7], observedBots: 10 }],
    ["twins", { address: "demo/twins", id: 5, access: "Main futures", deals: [], copies: [7], observedBots: 10 }],
    ["#6", { address: "demo/#6", id: 6, access: "Other futures", deals: [], copies: [], observedBots: 10 }],
  ])("%s is found: %j", async (name, expected) => {
    expect(facts(await found(name))).toEqual(expected);
  });

  const PROTECTED = (key: string) => [
    `demo/${key} is protected, so botform doesn't touch it\nRemove protect to let botform act on it.`,
    3,
  ];
  const UNCLEAR = (key: string) =>
    `botform can't tell for certain which live bot is demo/${key}; nothing was written\nRun botform plan to see why.`;

  it.each([
    ["held", PROTECTED("held"), "protected by its key"],
    ["#2", PROTECTED("held"), "its title and access are a protected bot's"],
    ["#4", PROTECTED("pinned"), "its id is a protected bot's"],
    ["gone", [UNCLEAR("gone"), 4], "it isn't live"],
    ["doubles", [UNCLEAR("doubles"), 3, "plan/duplicate-title"], "two have its title, and one is on"],
    [
      "nobody",
      [
        "the account demo has no bot nobody\nbotform render shows its bots. Write an id in quotes, as '#123': the shell takes # for a comment.",
        3,
      ],
      "no such key",
    ],
    ["heldd", ["the account demo has no bot heldd\nDid you mean held?", 3], "a key that is misspelt"],
  ])("%s is refused: %j, %s", async (name, expected, because) => {
    expect(await refusal(() => found(name)), because).toEqual(expected);
  });

  it("named by a key needs a configuration", async () => {
    expect(await refusal(() => found("dip", { desired: undefined }))).toEqual([
      "the key dip needs a configuration, and there is none that can be used",
      3,
    ]);
  });

  it("named by its id needs none, and nothing protects it then", async () => {
    expect(facts(await found("#2", { desired: undefined }))).toMatchObject({ id: 2, deals: [2] });
  });

  it("of the configuration is found by its key", async () => {
    const { desired } = await target();
    if (desired === undefined) throw new Error("no configuration");
    expect(configuredBot(desired, "twins").address).toBe("demo/twins");
  });
});

describe("a deal", () => {
  async function deal(id: number) {
    const open = await target();
    return reading(listening().host, open, 4, (client) => findDeal(client, open, id));
  }
  const dealOf = (botId: number) => emulator.service.deals().find(({ snapshot }) => snapshot.id === botId)?.id ?? 0;

  it("is found with its bot", async () => {
    const { deal: running, bot } = await deal(dealOf(8));
    expect([running.botId, facts(bot)]).toEqual([
      8,
      { address: "demo/#8", id: 8, access: "Main futures", deals: [8], copies: [], observedBots: 10 },
    ]);
  });

  it("of a protected bot is refused", async () => {
    expect((await refusal(() => deal(dealOf(2))))[0]).toMatch(/^demo\/held is protected/);
  });

  it("that has ended is refused with its end", async () => {
    const id = dealOf(8);
    const credentials = { apiKey: "demo-key", apiSecret: "demo-secret" };
    const hand = createClient({ apiUrl: emulator.url, ...credentials, allow: "all" });
    expect(await hand.completeDeal(id)).toMatchObject({ kind: "accepted" });
    await hand.close();
    expect(await refusal(() => deal(id))).toEqual([
      `no deal ${id} is running on the account demo: the history shows it as COMPLETED, profit -0.02 USDT, fees 0.02 USDT; nothing was written\nbotform deals active lists the running deals.`,
      3,
    ]);
  });

  it("that nobody knows is refused", async () => {
    expect(await refusal(() => deal(4_711))).toEqual([
      "no deal 4711 is running on the account demo: the history doesn't show it either; nothing was written\nbotform deals active lists the running deals.",
      3,
    ]);
  });
});

describe("protection", () => {
  const ACCESSES: readonly Access[] = [
    { id: 101, title: "Main futures", exchange: "SERVICE_FUTURES" },
    { id: 102, title: "Other futures", exchange: "SERVICE_FUTURES" },
  ];
  function check(bot: string, wire: object) {
    const text = yaml([bot]);
    const [account] = loadSources([{ file: "a.yaml", text }]).accounts;
    const live = observedBot({ ...wireBot({ id: 9, title: "Held" }), accessId: 101, ...wire });
    return refuseProtectedId(account?.desired, ACCESSES, live);
  }
  const HELD = "b: { title: Held, protect: true }";
  const RENAMED = "b: { title: Now, previousTitles: [Held], protect: true }";

  it.each<[string, object, boolean, string]>([
    [HELD, {}, true, "title and access"],
    [HELD, { accessId: 102 }, false, "another access"],
    [HELD, { title: "Other" }, false, "another title"],
    [RENAMED, {}, true, "an earlier title"],
    ["b: { title: Other, botId: 9, protect: true }", { accessId: 102 }, true, "its id, wherever it is"],
    ["b: { title: Other, botId: 8, protect: true }", {}, false, "another id"],
    ["b: { title: Held, protect: false }", {}, false, "it isn't protected"],
    ["b: { title: Held, botId: 9 }", {}, false, "nor is this one"],
  ])("%s holds %j: %s, %s", async (bot, wire, isHeld) => {
    if (isHeld) expect((await refusal(() => check(bot, wire)))[0]).toMatch(/^demo\/b is protected/);
    else expect(() => check(bot, wire)).not.toThrow();
  });

  it("is of the configuration alone", () => {
    expect(() => refuseProtectedId(undefined, ACCESSES, observedBot(wireBot({ id: 9 })))).not.toThrow();
  });

  it("is the bot's own", async () => {
    const { desired } = await target();
    for (const bot of desired?.bots ?? [])
      if (bot.protect) expect((await refusal(() => refuseProtected(bot)))[1]).toBe(3);
      else expect(() => refuseProtected(bot)).not.toThrow();
  });
});
