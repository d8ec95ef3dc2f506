// Which webhook is meant: of which bot, with which id, to which address; and what is said where nothing tells.
import { afterEach, describe, expect, it } from "vitest";
import {
  actionOf,
  addressOf,
  botIdOf,
  checkedPath,
  messageOf,
  notLive,
  refuseGhostly,
  refuseOtherTrade,
  type Trade,
  tradeOf,
  webhookBot,
  webhookBots,
} from "../../../../src/app/webhook/bot.js";
import { type LoadedConfig, loadSources } from "../../../../src/config/load.js";
import { type RunningEmulator, startEmulator } from "../../../../src/emulator/http/server.js";
import type { Seed } from "../../../../src/emulator/seed/seed.js";
import { observedBot } from "../../../../src/service/canonical.js";
import { wireBot } from "../../service/wirebot.js";
import { BOT_ID, envOf, HOOK, seedWith, yamlWith } from "../../webhook/hook-fleet.js";
import { listening, refusal } from "../room.js";

function loaded(text: string): LoadedConfig {
  const config = loadSources([{ file: "a.yaml", text }]);
  expect(config.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return config;
}
const configured = (bot: object = {}, webhooks: unknown = true) => loaded(yamlWith(webhooks, { ...bot }));

/** The same bots on two accounts, one more that only the second has, and one without webhooks. */
function twoAccounts(): LoadedConfig {
  const { accounts, bots, ...rest } = JSON.parse(yamlWith(true));
  const second = { ...accounts.main, apiKey: "${env.BOTFORM_OTHER_API_KEY}" };
  const plain = { ...bots.hooked, title: "Plain" };
  delete plain.webhooks;
  const extra = { ...bots.hooked, title: "Extra", only: ["other"] };
  return loaded(
    JSON.stringify({ ...rest, accounts: { main: accounts.main, other: second }, bots: { ...bots, plain, extra } }),
  );
}

describe("bots with webhooks", () => {
  it.each([
    { account: undefined, expected: ["main/hooked", "other/hooked", "other/extra"] },
    { account: "main", expected: ["main/hooked"] },
    { account: "other", expected: ["other/hooked", "other/extra"] },
  ])("of $account are $expected", ({ account, expected }) => {
    const addresses = webhookBots(twoAccounts(), account).map(({ resolved }) => resolved.address);
    expect(addresses.toSorted()).toEqual(expected.toSorted());
  });

  it("of an account that isn't there are refused, naming those that are", async () => {
    expect(await refusal(() => webhookBots(twoAccounts(), "third"))).toEqual([
      "the configuration has no account third; it has main, other",
      3,
    ]);
    expect(await refusal(() => webhookBots(loadSources([{ file: "a.yaml", text: "version: 1\n" }]), "third"))).toEqual([
      "the configuration has no account third; it has none",
      3,
    ]);
  });
});

describe("the bot", () => {
  it.each([
    [undefined, "extra", "other/extra"],
    [undefined, "main/hooked", "main/hooked"],
    ["other", "hooked", "other/hooked"],
    ["other", "other/hooked", "other/hooked"],
    [undefined, "main/plain", "main/plain"],
  ])("of --account %s and %s is %s", (account, name, expected) => {
    const { account: of, resolved } = webhookBot(twoAccounts(), account, name);
    expect([resolved.address, `${of.desired.account}/${resolved.key}`]).toEqual([expected, expected]);
  });

  it.each([
    [
      "main",
      "other/hooked",
      "--account names main, but the address names other\nGive only one of them.",
      "two accounts are named",
    ],
    [
      undefined,
      "hooked",
      "several accounts have a bot hooked: main/hooked, other/hooked\nName it by its address, or choose an account with --account.",
      "a key alone isn't enough",
    ],
    [
      undefined,
      "nobody",
      "the configuration has no bot nobody\nbotform webhook list shows the bots with webhooks.",
      "no such key",
    ],
    [
      "main",
      "extra",
      "the configuration has no bot extra\nbotform webhook list shows the bots with webhooks.",
      "only the other account has it",
    ],
  ])("of --account %s and %s is refused: %s (%s)", async (account, name, message, _because) => {
    expect(await refusal(() => webhookBot(twoAccounts(), account, name))).toEqual([message, 3]);
  });
});

describe("the message", () => {
  it("is the bot's own of that action", () => {
    const bot = webhookBot(configured({}, { open: true, close: true }), undefined, "hooked");
    expect([messageOf(bot, "open").action, messageOf(bot, "close").action]).toEqual(["open", "close"]);
  });

  it("is refused where the configuration has none, and says which it has", async () => {
    const how =
      "Add it under webhooks: in the configuration, or write webhooks: true for all actions that the bot allows.";
    const some = webhookBot(configured({}, { open: true, close: true }), undefined, "hooked");
    expect(await refusal(() => messageOf(some, "average"))).toEqual([
      `main/hooked has no webhook for average; it has open, close\n${how}`,
      3,
    ]);
    const none = webhookBot(twoAccounts(), undefined, "main/plain");
    expect(await refusal(() => messageOf(none, "open"))).toEqual([`main/plain has no webhook for open\n${how}`, 3]);
  });

  it("is of an action that there is", async () => {
    expect(actionOf("update")).toBe("update");
    expect(await refusal(() => actionOf(`buy${"y".repeat(60)}`))).toEqual([
      `there is no action buy${"y".repeat(37)}\nThe actions are open, update, average, close.`,
      3,
    ]);
    expect(await refusal(() => actionOf("btc-dip", "open"))).toEqual([
      "there is no action btc-dip\nThe action comes first: open btc-dip.",
      3,
    ]);
  });
});

describe("a Ghost", () => {
  it.each([
    { options: { dialect: "envelope" as const, ghost: true }, because: "its own dialect" },
    { options: { dialect: "flat" as const, ghost: false, botId: 7 }, because: "it isn't one" },
    { options: { dialect: "flat" as const, botId: 7 }, because: "nor here" },
  ])("takes $options: $because", ({ options }) => {
    expect(() => refuseGhostly(options)).not.toThrow();
  });

  it("speaks the envelope dialect alone, and has no id", async () => {
    expect(await refusal(() => refuseGhostly({ dialect: "flat", ghost: true }))).toEqual([
      "a Ghost's webhook works only in the envelope dialect\nAdd --dialect envelope.",
      3,
    ]);
    expect(await refusal(() => refuseGhostly({ dialect: "envelope", ghost: true, botId: 7 }))).toEqual([
      "--ghost and --bot-id can't be used together\nGive one of the two.",
      3,
    ]);
  });
});

describe("the id", () => {
  let emulator: RunningEmulator | undefined;
  afterEach(async () => {
    await emulator?.close();
    emulator = undefined;
  });

  async function envOn(accessId: number, bot: object = {}): Promise<Record<string, string>> {
    const [account] = seedWith().accounts ?? [];
    const [first] = account?.bots ?? [];
    if (account === undefined || first === undefined) throw new Error("no bot");
    const accesses = [
      { accessId: 101, title: "Main futures" },
      { accessId: 102, title: "Other futures" },
    ];
    const seed: Seed = { accounts: [{ ...account, accesses, bots: [{ ...first, accessId, ...bot }] }] };
    emulator = await startEmulator({ seed });
    return envOf(emulator.url);
  }

  it("is what is given, then what is pinned; a Ghost has none. Nothing is read for these", async () => {
    const { host, reads } = listening();
    const pinned = webhookBot(configured({ botId: 4321 }), undefined, "hooked");
    expect(await botIdOf(host, { dialect: "flat", botId: 7 }, pinned)).toEqual({ id: 7, source: "--bot-id" });
    expect(await botIdOf(host, { dialect: "flat" }, pinned)).toEqual({ id: 4321, source: "the configuration" });
    expect(await botIdOf(host, { dialect: "envelope", ghost: true }, pinned)).toBeUndefined();
    expect(reads).toEqual([]);
  });

  it("is looked up where nothing else tells, and the account's keys are concealed", async () => {
    const { host, concealed, reads } = listening(await envOn(101));
    const bot = webhookBot(configured(), undefined, "hooked");
    expect(await botIdOf(host, { dialect: "flat" }, bot)).toEqual({ id: BOT_ID, source: "the service" });
    expect([concealed, reads]).toEqual([["main-key", "main-secret"], ["main"]]);
  });

  it("stays unknown without credentials", async () => {
    const bot = webhookBot(configured(), undefined, "hooked");
    expect(await refusal(() => botIdOf(listening().host, { dialect: "flat" }, bot))).toEqual([
      "the id of main/hooked is unknown, and the Ghost bot would act on a webhook without botId\nGive --bot-id, set botId for the bot, or set the account's credentials, so that botform can look it up.",
      3,
    ]);
  });

  it.each([
    {
      accessId: 102,
      bot: {},
      says: [
        `no live bot matches main/hooked on its access; #${BOT_ID} has its title, but is on another access\nWebhooks work once the bot is saved: botform apply creates it.`,
        4,
      ],
    },
    {
      accessId: 101,
      bot: { title: "Another" },
      says: [
        "no live bot matches main/hooked, so it has no id yet\nWebhooks work once the bot is saved: botform apply creates it.",
        4,
      ],
    },
    {
      accessId: 101,
      bot: { strategy: "SHORT" },
      says: [
        `bot #${BOT_ID} differs from main/hooked: it is short, not long\nbotform plan shows the differences; botform apply removes them.`,
        4,
      ],
    },
  ])("isn't taken from a bot that isn't it: access $accessId, $bot", async ({ accessId, bot, says }) => {
    const { host } = listening(await envOn(accessId, bot));
    const named = webhookBot(configured(), undefined, "hooked");
    expect(await refusal(() => botIdOf(host, { dialect: "flat" }, named))).toEqual(says);
  });

  it("is uncertain where the account lacks the access that the configuration names", async () => {
    const { host } = listening(await envOn(101));
    const elsewhere = webhookBot(loaded(yamlWith(true).replace("Main futures", "Nowhere")), undefined, "hooked");
    expect(await refusal(() => botIdOf(host, { dialect: "flat" }, elsewhere))).toEqual([
      "botform can't tell for certain which live bot is main/hooked",
      3,
      "plan/unknown-access",
    ]);
  });
});

describe("the address", () => {
  const env = envOf("https://hooks.example");

  function address(closePath: string | undefined, text = yamlWith(true), more: Record<string, string> = {}) {
    const { host, concealed } = listening({ ...env, ...more });
    const config = loaded(text);
    const { account } = webhookBot(config, undefined, "hooked");
    const at = async (action: "open" | "close", dialect: "flat" | "envelope") => {
      const { url, masked } = await addressOf(host, config, account, { action, dialect, closePath });
      return [url, masked];
    };
    return { at, concealed };
  }

  it("is the account's, with account and token masked where it is shown, and both concealed", async () => {
    const { at, concealed } = address(undefined);
    const base = "https://hooks.example/crazy/hook";
    const shown = await at("open", "flat");
    expect(shown[0]).toBe(`${base}/${HOOK.accountId}:${HOOK.token}`);
    expect(shown[1]).not.toContain(HOOK.token);
    expect(concealed).toContain(HOOK.token);
    expect((await at("close", "flat"))[0]).toMatch(/close-deal/);
  });

  it("of a close is where --close-path says, before what the configuration says", async () => {
    expect((await address("/end-deal").at("close", "flat"))[0]).toMatch(/\/end-deal/);
    expect(await address("/end-deal").at("open", "flat")).toEqual(await address(undefined).at("open", "flat"));
  });

  const GUESS =
    "the service doesn't document the address of a flat close\nCopy it from the Webhooks block of the saved bot into hookUrls or hookPaths of account main. --close-path /close-deal is a guess, by analogy with /topup-deal. Or use --dialect envelope, which has one address for everything.";
  const withoutPath = yamlWith(true).replace('"hookPaths":{"close":"/close-deal"},', "");

  it("of a flat close isn't guessed", async () => {
    expect(await refusal(() => address(undefined, withoutPath).at("close", "flat"))).toEqual([GUESS, 3]);
    expect(await address(undefined, withoutPath).at("close", "envelope")).toEqual(
      await address(undefined).at("open", "envelope"),
    );
  });

  it("is refused where the account has none, and names what is missing", async () => {
    const bare = yamlWith(true)
      .replace('"hookAccount":"${env.BOTFORM_MAIN_HOOK_ACCOUNT}",', "")
      .replace('"hookToken":"${env.BOTFORM_MAIN_HOOK_TOKEN}",', "");
    expect(await refusal(() => address(undefined, bare).at("open", "flat"))).toEqual([
      "account main has no hookAccount, no hookToken\nAdd hookAccount: ${env.BOTFORM_…}, hookToken: ${env.BOTFORM_…}; or set hookUrls to the whole address from the Webhooks block of the saved bot.",
      3,
    ]);
  });

  it("is refused where the environment lacks a part of it", async () => {
    const [message, exitCode, code] = await refusal(() =>
      address(undefined, yamlWith(true), { BOTFORM_MAIN_HOOK_TOKEN: "" }).at("open", "flat"),
    );
    expect([message, exitCode]).toEqual(["the webhook's address can't be built", 3]);
    expect(code).toMatch(/^config\//);
  });
});

it.each(["", "/close-deal", "/a/b/c/d", `/${"x".repeat(60)}`, "/a.b_c~d-e"])("takes the path %j", (path) => {
  expect(checkedPath(path)).toBe(path);
});

it.each(["close", "/", "/a/b/c/d/e", `/${"x".repeat(61)}`, "https://a/b", "/a?b", "/a b"])(
  "refuses the path %j",
  async (path) => {
    expect(await refusal(() => checkedPath(path))).toEqual([
      "--close-path must be empty or a path such as /close-deal\nPut a whole address into the account's hookUrls.",
      3,
    ]);
  },
);

it("names every bot that only has the title", async () => {
  const { resolved } = webhookBot(configured(), undefined, "hooked");
  expect(notLive(resolved, [])).toBe("no live bot matches main/hooked, so it has no id yet");
  expect(notLive(resolved, [3, 4])).toBe(
    "no live bot matches main/hooked on its access; #3, #4 has its title, but is on another access",
  );
});

describe("what a bot trades", () => {
  it("is its symbol and its direction; initial values count, and what isn't said is left open", async () => {
    const of = (bot: object) => {
      const found = configured(bot).accounts[0]?.resolved[0];
      return found && tradeOf(found);
    };
    expect(of({})).toEqual({ pairs: ["BTCUSDT"], side: "long" });
    expect(of({ pairTitle: "USDT-ETH", strategy: "SHORT", ignore: ["pairTitle", "strategy"] })).toEqual({
      pairs: ["ETHUSDT"],
      side: "short",
    });
  });

  const LIVE = wireBot({ id: 9, pairTitle: "USDT-BTC", strategy: "LONG" });
  it.each<readonly [Trade, object, string | undefined]>([
    [{ pairs: ["BTCUSDT"], side: "long" }, LIVE, undefined],
    [{ pairs: ["ETHUSDT", "BTCUSDT"], side: "long" }, LIVE, undefined],
    [{ pairs: [], side: undefined }, LIVE, undefined],
    [{ pairs: [], side: "" }, LIVE, undefined],
    [{ pairs: ["ETHUSDT", "SOLUSDT"], side: "long" }, LIVE, "it trades BTCUSDT, not ETHUSDT, SOLUSDT"],
    [{ pairs: ["BTCUSDT"], side: "short" }, LIVE, "it is long, not short"],
    [{ pairs: ["ETHUSDT"], side: "short" }, LIVE, "it trades BTCUSDT, not ETHUSDT; it is long, not short"],
  ])("%j and the live bot: %#", async (trade, wire, differs) => {
    const check = () => refuseOtherTrade("the body", trade, observedBot({ ...LIVE, ...wire }));
    if (differs === undefined) expect(check).not.toThrow();
    else
      expect(await refusal(check)).toEqual([
        `bot #9 differs from the body: ${differs}\nbotform plan shows the differences; botform apply removes them.`,
        4,
      ]);
  });
});
