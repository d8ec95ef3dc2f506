// What is sent to which bot: the whole message that is prepared, from an action or a file, and what is never sent.
import { afterEach, describe, expect, it } from "vitest";
import { outgoing, type SendTarget } from "../../../../src/app/webhook/outgoing.js";
import { loadSources } from "../../../../src/config/load.js";
import { type RunningEmulator, startEmulator } from "../../../../src/emulator/http/server.js";
import type { Seed } from "../../../../src/emulator/seed/seed.js";
import { BOT_ID, envOf, seedWith, yamlWith } from "../../webhook/hook-fleet.js";
import { listening, refusal } from "../room.js";

let emulator: RunningEmulator | undefined;
afterEach(async () => {
  await emulator?.close();
  emulator = undefined;
});

async function envWith(bots: readonly object[] = [{}]): Promise<Record<string, string>> {
  const [account] = seedWith().accounts ?? [];
  const [first] = account?.bots ?? [];
  if (account === undefined || first === undefined) throw new Error("no bot");
  const accesses = [
    { accessId: 101, title: "Main futures" },
    { accessId: 102, title: "Other futures" },
  ];
  const seed: Seed = { accounts: [{ ...account, accesses, bots: bots.map((bot) => ({ ...first, ...bot })) }] };
  emulator = await startEmulator({ seed });
  return envOf(emulator.url);
}

interface Given {
  readonly env?: Record<string, string>;
  readonly yaml?: string;
  readonly text?: string;
}

/** Without the account and its endpoint, of which the names say enough. */
async function prepared(options: Partial<SendTarget>, { env = {}, yaml = yamlWith(true), text = "" }: Given = {}) {
  const { host, said, concealed } = listening(env);
  const config = loadSources([{ file: "a.yaml", text: yaml }]);
  expect(config.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const { account, endpoint, ...rest } = await outgoing(
    host,
    { dialect: "flat", ...options },
    config,
    async () => text,
  );
  return { ...rest, of: account.desired.account, isOpen: endpoint !== undefined, said, concealed };
}

const PINNED = yamlWith(true, { botId: BOT_ID });
const NAMED = { action: "open", bot: "hooked" };
const PROTECTED = [
  "main/hooked is protected, so botform doesn't touch it\nRemove protect to let botform act on it.",
  3,
];

describe("the message of a configured bot", () => {
  it("is the whole of what is sent, to whom, and what is watched and judged", async () => {
    const env = await envWith();
    const sending = await prepared(NAMED, { env });
    const { sends, body, bytes, effect, ...rest } = sending;
    expect(rest).toEqual({
      address: "main/hooked",
      action: "open",
      dialect: "flat",
      watched: {
        botId: BOT_ID,
        pairs: ["BTCUSDT"],
        side: "long",
        access: { id: 101, title: "Main futures", exchange: "SERVICE_FUTURES" },
      },
      expected: { action: "open", pairs: ["BTCUSDT"], takeProfit: true },
      commands: {
        update: "botform webhook send update main/hooked",
        close: "botform webhook send close main/hooked",
      },
      unobservable: undefined,
      of: "main",
      isOpen: true,
      said: [],
      concealed: ["main-key", "main-secret", "main-key", "main-secret"],
    });
    expect(JSON.parse(body)).toMatchObject({ botId: BOT_ID, strategy: "long", pairs: ["BTCUSDT"] });
    expect(bytes).toBe(body.length);
    expect(effect).toEqual({ message: sends.message, whom: `main/hooked (#${BOT_ID})` });
    expect([sends.address, sends.live?.id, sends.alias]).toEqual(["main/hooked", BOT_ID, "primary"]);
  });

  it("needs nothing of the service where the configuration pins the bot and the account isn't open", async () => {
    const { sends, watched, isOpen, concealed } = await prepared(NAMED, { yaml: PINNED });
    expect([sends.address, sends.live, sends.alias, isOpen, concealed]).toEqual([
      "main/hooked",
      undefined,
      undefined,
      false,
      [],
    ]);
    expect(watched).toEqual({ botId: BOT_ID, pairs: ["BTCUSDT"], side: "long", access: "Main futures" });
  });

  it("to the Ghost bot names no bot, and no one's policies by address", async () => {
    const env = await envWith();
    const sending = await prepared({ ...NAMED, dialect: "envelope", ghost: true }, { env });
    expect(sending.effect).toMatchObject({ whom: "the Ghost bot" });
    expect(sending.sends).toMatchObject({ address: undefined, live: undefined, alias: undefined });
    expect(sending.watched).toEqual({ botId: undefined, pairs: ["BTCUSDT"], side: "long", access: "Main futures" });
    expect([sending.isOpen, sending.concealed, JSON.parse(sending.body).params.botId]).toEqual([true, [], undefined]);
  });

  it("knows the commands that send its other webhooks in the same way, of those that it has", async () => {
    const yaml = yamlWith({ open: true, close: true }, { botId: BOT_ID });
    const options = { ...NAMED, dialect: "envelope", botId: BOT_ID, closePath: "/end" } as const;
    expect((await prepared(options, { yaml })).commands).toEqual({
      close: `botform webhook send close main/hooked --dialect envelope --bot-id ${BOT_ID} --close-path /end`,
    });
    const ghost = await prepared({ ...NAMED, dialect: "envelope", ghost: true }, { yaml: PINNED });
    expect(ghost.commands.update).toBe("botform webhook send update main/hooked --dialect envelope --ghost");
    const idle = yamlWith({ open: true, update: { close: { enabled: false } } }, { botId: BOT_ID });
    expect((await prepared(NAMED, { yaml: idle })).commands).toEqual({});
  });

  it.each([
    { webhooks: { update: { close: { event: "percentage", value: 2 } } }, says: undefined, because: "it shows" },
    {
      webhooks: { update: { stop: { event: "percentage", value: 2 } } },
      says: "the service doesn't show what this update changes",
      because: "a stop loss isn't shown",
    },
  ])("can't be watched if $says: $because", async ({ webhooks, says }) => {
    const yaml = yamlWith(webhooks, { botId: BOT_ID });
    expect((await prepared({ ...NAMED, action: "update" }, { yaml })).unobservable).toBe(says);
  });

  it.each<{ options: Partial<SendTarget>; yaml?: string; says: readonly (string | number)[] }>([
    {
      options: {},
      says: ["there is nothing to send\nGive an action and a bot, or --body FILE and --to ACTION.", 3],
    },
    {
      options: { action: "open" },
      says: ["there is nothing to send\nGive an action and a bot, or --body FILE and --to ACTION.", 3],
    },
    {
      options: { bot: "hooked" },
      says: ["there is nothing to send\nGive an action and a bot, or --body FILE and --to ACTION.", 3],
    },
    {
      options: { ...NAMED, action: "average" },
      yaml: yamlWith({ average: { amount: "{{plot_0}}" } }, { botId: BOT_ID }),
      says: [
        "the body has placeholders, which only the charting platform fills in; nothing was sent\nWrite the values, or let an alert send it.",
        3,
      ],
    },
    {
      options: NAMED,
      yaml: yamlWith(true, { botId: BOT_ID, protect: true }),
      says: PROTECTED,
    },
    { options: { ...NAMED, botId: BOT_ID }, yaml: yamlWith(true, { protect: true }), says: PROTECTED },
    {
      options: { ...NAMED, dialect: "envelope", ghost: true },
      yaml: yamlWith(true, { protect: true }),
      says: PROTECTED,
    },
  ])("is refused: $options, $says", async ({ options, yaml, says }) => {
    expect(await refusal(() => prepared(options, yaml === undefined ? {} : { yaml }))).toEqual(says);
  });

  it.each([
    {
      bots: [{ accessId: 102 }],
      options: { botId: BOT_ID },
      says: [
        `bot #${BOT_ID} is on access 102, and main/hooked belongs on 101; nothing was sent\nCorrect access or the id.`,
        4,
      ],
    },
    {
      bots: [{}],
      options: { botId: 77 },
      says: [expect.stringMatching(/^the service doesn't show bot #77 \(.+\); nothing was sent\nCorrect the id\.$/), 4],
    },
    {
      bots: [{ pairTitle: "USDT-ETH" }],
      options: { botId: BOT_ID },
      says: [
        `bot #${BOT_ID} differs from main/hooked: it trades ETHUSDT, not BTCUSDT\nbotform plan shows the differences; botform apply removes them.`,
        4,
      ],
    },
  ])("isn't sent to a bot that reads back as another: $bots, $options", async ({ bots, options, says }) => {
    const env = await envWith(bots);
    expect(await refusal(() => prepared({ ...NAMED, ...options }, { env }))).toEqual(says);
  });
});

/** The configured bot, and a second one that is protected. */
function withProtected(second: object): string {
  const { bots, ...rest } = JSON.parse(yamlWith(true));
  const { webhooks: _none, ...plain } = bots.hooked;
  return JSON.stringify({ ...rest, bots: { ...bots, held: { ...plain, title: "Held", protect: true, ...second } } });
}

describe("without credentials, a protected bot", () => {
  const UNKNOWN = [
    "main/held is protected, and without the account's credentials botform can't tell whether it is #7; nothing was sent\nSet the credentials, or set botId for the protected bot.",
    3,
  ];
  it.each([
    {
      second: { botId: 7 },
      says: ["main/held is protected, so botform doesn't touch it\nRemove protect to let botform act on it.", 3],
      because: "it is that one",
    },
    { second: {}, says: UNKNOWN, because: "it may be that one" },
    { second: { botId: 8 }, says: undefined, because: "it is another" },
    { second: { protect: false }, says: undefined, because: "nothing is protected" },
  ])("$second: $because", async ({ second, says }) => {
    const task = () => prepared({ ...NAMED, botId: 7 }, { yaml: withProtected(second) });
    if (says === undefined) expect((await task()).watched.botId).toBe(7);
    else expect(await refusal(task)).toEqual(says);
  });

  it("stops no message to a bot that the configuration pins", async () => {
    const yaml = withProtected({}).replace('"title":"Hooked"', `"title":"Hooked","botId":${BOT_ID}`);
    expect((await prepared(NAMED, { yaml })).watched.botId).toBe(BOT_ID);
  });
});

const HEAD = { botId: BOT_ID, strategy: "long", pairs: ["BTCUSDT"] };
const OPEN = JSON.stringify({ ...HEAD, open: { orderVolume: "20" } });
const FILE = { body: "alert.json", to: "open" };

describe("a file's body", () => {
  it("is sent as it stands, to the bot that it names", async () => {
    const env = await envWith();
    const { sends, ...rest } = await prepared(FILE, { env, text: `\n ${OPEN}\n` });
    expect(rest).toEqual({
      address: undefined,
      action: "open",
      dialect: "flat",
      body: OPEN,
      bytes: OPEN.length,
      effect: { file: "alert.json" },
      watched: {
        botId: BOT_ID,
        pairs: ["BTCUSDT"],
        side: "long",
        access: { id: 101, title: "Main futures", exchange: "SERVICE_FUTURES" },
      },
      expected: { action: "open", pairs: ["BTCUSDT"], takeProfit: true },
      commands: {},
      unobservable: undefined,
      of: "main",
      isOpen: true,
      said: [],
      concealed: ["main-key", "main-secret"],
    });
    expect([sends.address, sends.live?.id, sends.alias]).toEqual(["main/hooked", BOT_ID, "primary"]);
  });

  it.each([
    { bots: [{ title: "Hooked" }], address: "main/hooked", because: "its title is the configured bot's" },
    { bots: [{ title: "Stranger" }], address: `main/#${BOT_ID}`, because: "nobody declares it" },
    { bots: [{ accessId: 102 }], address: `main/#${BOT_ID}`, because: "the title is another access's" },
    {
      bots: [{}],
      yaml: yamlWith(true, { botId: 5 }),
      address: `main/#${BOT_ID}`,
      because: "its name pins another bot",
    },
  ])("is judged as $address: $because", async ({ bots, address, yaml = yamlWith(true) }) => {
    const env = await envWith(bots);
    expect((await prepared(FILE, { env, yaml, text: OPEN })).sends.address).toBe(address);
  });

  it.each([
    { yaml: PINNED, text: OPEN, address: "main/hooked", because: "the configuration pins it" },
    { yaml: yamlWith(true), text: OPEN, address: `main/#${BOT_ID}`, because: "nobody can tell" },
    {
      yaml: yamlWith(true, { botId: 5 }),
      text: OPEN,
      address: `main/#${BOT_ID}`,
      because: "the configuration pins another",
    },
  ])("is judged as $address without credentials: $because", async ({ yaml, text, address }) => {
    const { sends, isOpen } = await prepared(FILE, { yaml, text });
    expect([sends.address, sends.live, isOpen]).toEqual([address, undefined, false]);
  });

  it("of a Ghost names no bot", async () => {
    const params = { strategy: "long", pairs: ["BTCUSDT"], open: { orderVolume: "20" } };
    const text = JSON.stringify({ action: "open", params });
    const { sends, watched, dialect } = await prepared({ ...FILE, dialect: "envelope", ghost: true }, { text });
    expect([sends.address, watched, dialect]).toEqual([
      undefined,
      { botId: undefined, pairs: ["BTCUSDT"], side: "long", access: undefined },
      "envelope",
    ]);
  });

  it("with warnings is sent, and they are shown", async () => {
    const text = JSON.stringify({ ...HEAD, pairs: ["BTCUSDT", "BTCUSDT"], open: { orderVolume: "20" } });
    const { said, watched } = await prepared(FILE, { text });
    expect([said, watched.pairs]).toEqual([["diagnostics: webhook/pair-twice"], ["BTCUSDT", "BTCUSDT"]]);
  });

  it.each([
    { text: JSON.stringify({ ...HEAD, close: { event: "pnl", value: "5" } }), says: undefined },
    {
      text: JSON.stringify({ ...HEAD, stop: { event: "pnl", value: "5" } }),
      says: "the service doesn't show what this update changes",
    },
  ])("can't be watched if $says", async ({ text, says }) => {
    expect((await prepared({ ...FILE, to: "update" }, { text })).unobservable).toBe(says);
  });

  it.each<{ options: Partial<SendTarget>; text?: string; says: readonly (string | number)[] }>([
    {
      options: { ...FILE, bot: "hooked" },
      says: ["--body can't be combined with an action and a bot\nGive one or the other.", 3],
    },
    {
      options: { ...FILE, action: "open" },
      says: ["--body can't be combined with an action and a bot\nGive one or the other.", 3],
    },
    { options: { body: "alert.json" }, says: ["--body needs an address to go to\nAdd --to and the action.", 3] },
    {
      options: { ...FILE, ghost: true },
      says: ["a Ghost's webhook works only in the envelope dialect\nAdd --dialect envelope.", 3],
    },
    { options: FILE, text: "hello", says: ["the body has errors; nothing was sent", 3, "webhook/not-json"] },
    {
      options: { ...FILE, to: "average" },
      text: OPEN,
      says: ["the body is for open, but --to is average; nothing was sent", 3],
    },
    {
      options: { ...FILE, to: "average" },
      text: JSON.stringify({ ...HEAD, amount: "{{plot_0}}" }),
      says: [
        "the body has placeholders, which only the charting platform fills in; nothing was sent\nWrite the values, or let an alert send it.",
        3,
      ],
    },
    {
      options: { ...FILE, account: "other" },
      text: OPEN,
      says: ["the configuration has no account other", 3],
    },
  ])("is refused: $options, $says", async ({ options, text = OPEN, says }) => {
    expect(await refusal(() => prepared(options, { text }))).toEqual(says);
  });

  it("is of one account, which has to be named among several", async () => {
    const { accounts, ...rest } = JSON.parse(yamlWith(true));
    const other = { ...accounts.main, apiKey: "${env.BOTFORM_OTHER_API_KEY}" };
    const yaml = JSON.stringify({ ...rest, accounts: { ...accounts, other } });
    expect(await refusal(() => prepared(FILE, { yaml, text: OPEN }))).toEqual([
      "the configuration has several accounts\nChoose with --account.",
      3,
    ]);
    expect((await prepared({ ...FILE, account: "other" }, { yaml, text: OPEN })).of).toBe("other");
  });

  it.each([
    { env: { BOTFORM_MAIN_HOOK_TOKEN: "canary-1" }, isSecret: true },
    { env: { BOTFORM_MAIN_API_SECRET: "canary-1" }, isSecret: true },
    { env: { BOTFORM_X_KEY: "canary-1" }, isSecret: true },
    { env: { OTHER_TOKEN: "canary-1" }, isSecret: false },
    { env: { BOTFORM_MAIN_HOOK_TOKEN: "" }, isSecret: false },
  ])("with a value of $env in it is one with a secret: $isSecret", async ({ env, isSecret }) => {
    const text = JSON.stringify({ ...HEAD, pairs: ["canary-1"], open: { orderVolume: "20" } });
    const said = await refusal(() => prepared(FILE, { env, text }));
    expect(said.includes("webhook/secret")).toBe(isSecret);
  });
});
