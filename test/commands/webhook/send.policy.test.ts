// A webhook that is sent is held to policies: to those of time always, to the others by the deal that it opens or changes.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sendWebhook } from "../../../src/app/webhook/send.js";
import { type Context, plainContext } from "../../../src/cli/terminal/context.js";
import { type RunningEmulator, startEmulator } from "../../../src/emulator/http/server.js";
import type { Seed } from "../../../src/emulator/seed/seed.js";
import { botform, unwrapped } from "../../support/command.js";
import { BOT_ID, envOf, seedWith, yamlWith } from "../../unit/webhook/hook-fleet.js";

let folder = "";
let emulator: RunningEmulator | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "botform hooks "));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(async () => {
  await emulator?.close();
  emulator = undefined;
});

const STOP = { stop: { event: "percentage", value: 3 } };
const WEBHOOKS = { open: STOP, average: { amount: 15 } };

interface Row {
  readonly because: string;
  readonly policies: string;
  /** Of a configured webhook; of a file's body that stands under `body`. */
  readonly action?: "open" | "update" | "average" | "close";
  readonly webhooks?: unknown;
  readonly bot?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Live bots beside the one that is configured. */
  readonly beside?: readonly object[];
  readonly balance?: Readonly<Record<string, string>>;
  readonly denied: string | undefined;
  readonly says?: string;
}

const open = (settings: object) => ({ open: { ...STOP, ...settings } });
const body = (settings: object) => ({ botId: BOT_ID, strategy: "long", pairs: ["BTCUSDT"], ...settings });
const enveloped = (settings: object, action = "open") => ({
  action,
  params: { strategy: "long", pairs: ["BTCUSDT"], ...settings },
});
const GHOST = ["--ghost", "--dialect", "envelope"] as const;
const NO_KEY = { BOTFORM_MAIN_API_KEY: "", BOTFORM_MAIN_API_SECRET: "" };
const CAP = "{ cap: { rule: max-leverage, limit: 5 } }";
const DCA = { enabled: true, max: 6, volume: "40", percent: "1.5", multiplierVolume: "1", multiplierPrice: "1" };

const OF_TIME: readonly Row[] = [
  { because: "no policies deny it", policies: "{}", action: "open", denied: undefined },
  {
    because: "the kill switch lets turn-offs alone pass",
    policies: "{ stop: { rule: kill-switch, env: BOTFORM_STOP } }",
    action: "average",
    env: { BOTFORM_STOP: "1" },
    denied: "policy/kill-switch",
  },
  {
    because: "the kill switch holds for a Ghost, and for closing",
    policies: "{ stop: { rule: kill-switch, env: BOTFORM_STOP, scope: { title: [Hooked] } } }",
    body: enveloped({ closePosition: true }, "close"),
    action: "close",
    args: GHOST,
    env: { BOTFORM_STOP: "1" },
    denied: "policy/kill-switch",
  },
  {
    because: "the same switch, not engaged",
    policies: "{ stop: { rule: kill-switch, env: BOTFORM_STOP } }",
    action: "open",
    env: { BOTFORM_STOP: "0" },
    denied: undefined,
  },
  {
    because: "a switch of other bots is none of its business",
    policies: "{ stop: { rule: kill-switch, env: BOTFORM_STOP, scope: { title: [Other] } } }",
    action: "open",
    env: { BOTFORM_STOP: "1" },
    denied: undefined,
  },
  {
    because: "a window in which nothing is changed",
    policies: "{ quiet: { rule: blackout-windows, windows: [{ timeZone: UTC }] } }",
    action: "open",
    denied: "policy/blackout-windows",
  },
];

const OF_OPENS: readonly Row[] = [
  {
    because: "a bot that is denied opens no deal this way either",
    policies: "{ cap: { rule: max-leverage, limit: 1 } }",
    action: "open",
    denied: "policy/max-leverage",
  },
  {
    because: "another bot's policies are none of its business",
    policies: "{ cap: { rule: max-leverage, limit: 1, scope: { pair: [USDT-ETH] } } }",
    action: "open",
    denied: undefined,
  },
  {
    because: "the message's leverage is the deal's",
    policies: CAP,
    webhooks: open({ open: { leverage: 50 } }),
    denied: "policy/max-leverage",
    says: "webhook open: leverage 50 is above 5",
  },
  {
    because: "the same leverage as the bot's",
    policies: CAP,
    webhooks: open({ open: { leverage: 5 } }),
    denied: undefined,
  },
  {
    because: "a bot may be above what its message states",
    policies: "{ cap: { rule: max-leverage, limit: 3 } }",
    webhooks: open({ open: { leverage: 3 } }),
    denied: undefined,
  },
  {
    because: "the message's first volume makes the grid",
    policies: "{ cap: { rule: max-bot-notional, limit: 500 } }",
    webhooks: open({ open: { orderVolume: 5000 } }),
    denied: "policy/max-bot-notional",
    says: "5240 USDT",
  },
  {
    because: "take profits in USDT say nothing of the grid",
    policies: "{ cap: { rule: max-bot-notional, limit: 500 } }",
    webhooks: open({ close: { event: "pnl", value: 5 } }),
    denied: undefined,
  },
  {
    because: "without safety orders there is only the first one",
    policies: "{ cap: { rule: max-bot-notional, limit: 20 } }",
    webhooks: open({ dca: { enabled: false } }),
    denied: undefined,
  },
  {
    because: "the message's safety orders",
    policies: "{ cap: { rule: max-safety-orders, limit: 20 } }",
    webhooks: open({ dca: { max: 50, percent: 0.5 } }),
    denied: "policy/max-safety-orders",
  },
  {
    because: "the message's margin mode",
    policies: "{ cap: { rule: margin-mode, marginMode: ISO } }",
    bot: { marginMode: "ISO" },
    webhooks: open({ open: { marginType: "cross" } }),
    denied: "policy/margin-mode",
  },
  {
    because: "the message's multiplier",
    policies: "{ cap: { rule: max-martingale, limit: 1.5 } }",
    webhooks: open({ dca: { multiplierVolume: 1.9 } }),
    denied: "policy/max-martingale",
  },
  {
    because: "a multiplier of 1 is none",
    policies: "{ cap: { rule: max-martingale, limit: 0.5 } }",
    webhooks: open({ dca: { multiplierVolume: 1 } }),
    denied: undefined,
  },
  {
    because: "a message's volume may be the first safety order's, so the larger grid of the two counts",
    policies: "{ cap: { rule: max-bot-notional, limit: 2000 } }",
    webhooks: open({ dca: { volume: 200, multiplierVolume: 1.5 } }),
    denied: "policy/max-bot-notional",
    says: "4176.25 USDT",
  },
  {
    because: "a mistake that no configuration has to forbid",
    policies: "{}",
    webhooks: open({ dca: { percent: 20 } }),
    denied: "policy/grid-below-zero",
  },
  {
    because: "a take profit that isn't a percentage is unknown, which never passes in silence",
    policies: "{ least: { rule: min-take-profit, limit: 0.5 } }",
    webhooks: open({ close: { enabled: false } }),
    denied: "policy/min-take-profit",
  },
  {
    because: "an open without a stop",
    policies: "{ stop: { rule: require-stop } }",
    webhooks: { open: true },
    denied: "policy/require-stop",
  },
  {
    because: "a live bot that nobody declares trades the pair on its access",
    policies: "{}",
    action: "open",
    beside: [{ id: 77, title: "Stray", enabled: true }],
    balance: { USDT: "10000" },
    denied: "policy/one-bot-per-pair-side",
    says: "main/#77",
  },
  {
    because: "the same bot, off",
    policies: "{}",
    action: "open",
    beside: [{ id: 77, title: "Stray" }],
    denied: undefined,
  },
  {
    because: "its share of the wallet, as the account shows it",
    policies: "{ share: { rule: max-wallet-exposure, limit: 20 } }",
    action: "open",
    balance: { USDT: "1000" },
    denied: "policy/max-wallet-exposure",
    says: "26 % of the wallet",
  },
  {
    because: "a larger wallet",
    policies: "{ share: { rule: max-wallet-exposure, limit: 20 } }",
    action: "open",
    balance: { USDT: "2000" },
    denied: undefined,
  },
  {
    because: "a cross position's balance, as the account shows it",
    policies: "{ safe: { rule: liquidation-outside-grid } }",
    webhooks: open({ open: { orderVolume: 5000 } }),
    balance: { USDT: "200" },
    denied: "policy/liquidation-outside-grid",
    says: "liquidated after order",
  },
];

const OF_OTHERS: readonly Row[] = [
  {
    because: "an update takes no stop away",
    policies: "{ stop: { rule: require-stop } }",
    action: "update",
    webhooks: { update: { stop: { enabled: false } } },
    denied: "policy/require-stop",
  },
  {
    because: "an update that leaves the stop as it is",
    policies: "{ stop: { rule: require-stop } }",
    action: "update",
    webhooks: { update: { dca: { max: 7 } } },
    denied: undefined,
  },
  {
    because: "an update is held to what it says",
    policies: "{ cap: { rule: max-safety-orders, limit: 20 } }",
    action: "update",
    webhooks: { update: { dca: { max: 30 } } },
    denied: "policy/max-safety-orders",
  },
  {
    because: "an update's safety orders make a grid",
    policies: "{ cap: { rule: max-bot-notional, limit: 500 } }",
    action: "update",
    webhooks: { update: { dca: { volume: 400 } } },
    denied: "policy/max-bot-notional",
  },
  {
    because: "an update isn't held to what it says nothing of",
    policies: "{ cap: { rule: max-safety-orders, limit: 2 }, pairs: { rule: pairs-deny, pairs: [USDT-BTC] } }",
    action: "update",
    webhooks: { update: STOP },
    denied: undefined,
  },
  {
    because: "an averaging order comes on top of the grid",
    policies: "{ cap: { rule: max-bot-notional, limit: 300 } }",
    action: "average",
    webhooks: { average: { amount: 100 } },
    denied: "policy/max-bot-notional",
    says: "360 USDT",
  },
  {
    because: "a smaller one",
    policies: "{ cap: { rule: max-bot-notional, limit: 300 } }",
    action: "average",
    denied: undefined,
  },
  {
    because: "what an averaging order does to the liquidation can't be told",
    policies: "{ safe: { rule: liquidation-outside-grid } }",
    action: "average",
    denied: "policy/liquidation-outside-grid",
  },
  {
    because: "closing ties up nothing",
    policies: "{ cap: { rule: max-leverage, limit: 1 }, safe: { rule: liquidation-outside-grid } }",
    action: "close",
    webhooks: { close: true },
    denied: undefined,
  },
];

const SMALL = 'cmp(bot.after.volumeFirstOrder, "100") > 0';
const OF_RULES_OF_ONES_OWN: readonly Row[] = [
  {
    because: "a rule of one's own sees the deal",
    policies: `{ small: { rule: custom, when: '${SMALL}', message: "{bot.title} opens with {bot.after.volumeFirstOrder}" } }`,
    webhooks: open({ open: { orderVolume: 5000 } }),
    denied: "policy/custom",
    says: "Hooked opens with 5000",
  },
  {
    because: "the same rule, kept",
    policies: `{ small: { rule: custom, when: '${SMALL}' } }`,
    action: "open",
    denied: undefined,
  },
  {
    because: "it sees the plan that docs/reference/policies.md describes",
    policies: `{ deals: { rule: custom, when: 'plan.account == "main" && plan.steps.exists(s, s.action == "start-deal" && s.address == bot.address) && plan.unchanged == 0 && size(plan.undeclared) == 0' } }`,
    action: "open",
    denied: "policy/custom",
  },
  {
    because: "what it can't work out is a finding",
    policies: "{ odd: { rule: custom, when: 'plan.money.after.unknown > 0' } }",
    action: "open",
    denied: "policy/custom",
    says: "can't be evaluated",
  },
  {
    because: "an update opens nothing",
    policies: "{ all: { rule: custom, when: 'true' } }",
    action: "update",
    webhooks: { update: STOP },
    denied: undefined,
  },
];

const OF_BODIES: readonly Row[] = [
  {
    because: "a file's body is judged as the bot's whose id it names",
    policies: CAP,
    body: body({ open: { orderVolume: "20", leverage: 50 } }),
    denied: "policy/max-leverage",
    says: "main/hooked",
  },
  {
    because: "a file's body that keeps to the rules",
    policies: CAP,
    body: body({ open: { orderVolume: "20", leverage: 4 } }),
    denied: undefined,
  },
  {
    because: "numbers without quotes are numbers",
    policies: "{ cap: { rule: max-bot-notional, limit: 500 } }",
    body: body({ open: { orderVolume: 5000 } }),
    denied: "policy/max-bot-notional",
  },
  {
    because: "a file's update takes no stop away",
    policies: "{ stop: { rule: require-stop } }",
    action: "update",
    body: body({ stop: { enabled: false } }),
    denied: "policy/require-stop",
  },
  {
    because: "without credentials the id is the one that the configuration pins",
    policies: CAP,
    bot: { botId: BOT_ID },
    env: NO_KEY,
    body: body({ open: { orderVolume: "20", leverage: 50 } }),
    denied: "policy/max-leverage",
    says: "main/hooked",
  },
  {
    because: "of an id that nobody knows the leverage isn't known either",
    policies: CAP,
    env: NO_KEY,
    body: body({ open: { orderVolume: "20" } }),
    denied: "policy/max-leverage",
    says: `main/#${BOT_ID}`,
  },
  {
    because: "a Ghost has the message's fields",
    policies: CAP,
    body: enveloped({ open: { orderVolume: "20", leverage: 50 } }),
    args: GHOST,
    denied: "policy/max-leverage",
    says: "leverage 50 is above 5",
  },
  {
    because: "what a Ghost's message leaves out isn't known",
    policies: CAP,
    body: enveloped({ open: { orderVolume: "20" } }),
    args: GHOST,
    denied: "policy/max-leverage",
    says: "is unknown",
  },
  {
    because: "a Ghost's pairs, each of them",
    policies: "{ pairs: { rule: pairs-allow, pairs: [USDT-BTC] } }",
    body: enveloped({ pairs: ["BTCUSDT", "DOGEUSDT"], open: { orderVolume: "20" } }),
    args: GHOST,
    denied: "policy/pairs-allow",
    says: "USDT-DOGE",
  },
  {
    because: "a Ghost whose message says everything",
    policies: "{ cap: { rule: max-bot-notional, limit: 300 }, pairs: { rule: pairs-allow, pairs: [USDT-BTC] } }",
    body: enveloped({ open: { orderVolume: "20", leverage: 3, marginType: "isolated" }, dca: DCA }),
    args: GHOST,
    denied: undefined,
  },
  {
    because: "a Ghost's grid without its multipliers isn't known",
    policies: "{ cap: { rule: max-bot-notional, limit: 300 } }",
    body: enveloped({
      open: { orderVolume: "20", leverage: 3, marginType: "isolated" },
      dca: { enabled: true, max: 6, volume: "40", percent: "1.5" },
    }),
    args: GHOST,
    denied: "policy/max-bot-notional",
  },
  {
    because: "a configured bot's message under the Ghost",
    policies: CAP,
    webhooks: open({ open: { leverage: 50 } }),
    args: GHOST,
    denied: "policy/max-leverage",
  },
];

const OF_UNKNOWNS: readonly Row[] = [
  {
    because: "a wallet that nobody can read is unknown, as severe as the policy",
    policies: "{ share: { rule: max-wallet-exposure, limit: 20 } }",
    bot: { botId: BOT_ID },
    env: NO_KEY,
    denied: "policy/max-wallet-exposure",
    says: "the wallet's exposure is unknown",
  },
  {
    because: "unknown is a warning where the policy says so, and it is said",
    policies: "{ share: { rule: max-wallet-exposure, limit: 20, onUnknown: warn } }",
    bot: { botId: BOT_ID },
    env: NO_KEY,
    denied: undefined,
    says: "the wallet's exposure is unknown",
  },
  {
    because: "a waiver lets it through, and it is said",
    policies:
      "{ share: { rule: max-wallet-exposure, limit: 20, waivers: [{ bots: [hooked], reason: agreed, until: 2999-01-01 }] } }",
    bot: { botId: BOT_ID },
    env: NO_KEY,
    denied: undefined,
    says: "waived until 2999-01-01",
  },
  {
    because: "a waiver that has ended lets nothing through",
    policies:
      "{ share: { rule: max-wallet-exposure, limit: 20, waivers: [{ bots: [hooked], reason: agreed, until: 2020-01-01 }] } }",
    bot: { botId: BOT_ID },
    env: NO_KEY,
    denied: "policy/max-wallet-exposure",
  },
  {
    because: "another scope isn't its own",
    policies: "{ share: { rule: max-wallet-exposure, limit: 20, scope: { title: [Other] } } }",
    bot: { botId: BOT_ID },
    env: NO_KEY,
    denied: undefined,
  },
];

function seedOf({ beside = [], balance }: Row): Seed {
  const [account] = seedWith().accounts ?? [];
  const [first] = account?.bots ?? [];
  if (account === undefined || first === undefined) throw new Error("no bot");
  const bots = [first, ...beside.map((other) => ({ ...first, ...other }))];
  return { accounts: [{ ...account, bots, ...(balance !== undefined && { balance }) }] };
}

let count = 0;
function written(name: string, text: string): string {
  count += 1;
  const path = join(folder, `${count}-${name}`);
  writeFileSync(path, text);
  return path;
}

function configured({ policies, webhooks = WEBHOOKS, bot = {} }: Partial<Row>): string {
  return written("botform.yaml", `${yamlWith(webhooks, bot).slice(0, -1)}, policies: ${policies} }\n`);
}

async function sent(row: Row) {
  emulator = await startEmulator({ seed: seedOf(row), quirks: { commandDelay: 20 } });
  const { action = "open", args = [], env = {} } = row;
  const what =
    row.body === undefined
      ? [action, "hooked"]
      : ["--body", written("body.json", JSON.stringify(row.body)), "--to", action];
  // A journal of its own: an emulator may get the port of an earlier one, and a repeat would be refused.
  const journal = join(folder, `journal-${count}`);
  const how = ["-c", configured(row), "--yes", "--allow-no-deal", "--timeout", "0", "--journal", journal];
  return botform(["webhook", "send", ...what, ...args, ...how], { env: { ...envOf(emulator.url), ...env } });
}

describe.each([
  ["rules of time", OF_TIME],
  ["what an open is held to", OF_OPENS],
  ["what updates, averaging and closing are held to", OF_OTHERS],
  ["rules of one's own", OF_RULES_OF_ONES_OWN],
  ["bodies and Ghosts", OF_BODIES],
  ["what isn't known", OF_UNKNOWNS],
] as const)("%s", (_name, rows) => {
  it.each([...rows])("$because", async (row) => {
    const { exitCode, out, err } = await sent(row);
    const { denied, says } = row;
    expect(emulator?.service.hookRequests, out + err).toBe(denied === undefined ? 1 : 0);
    expect(exitCode, out + err).toBe(denied === undefined ? 0 : 6);
    if (denied !== undefined) expect(err).toContain(`policies deny it (${denied})`);
    if (says !== undefined) expect(unwrapped(err)).toContain(says);
  });
});

describe("a configuration alone", () => {
  const check = async (row: Partial<Row>, command: readonly string[] = ["policy", "check"]) => {
    const { exitCode, out, err } = await botform([...command, "-c", configured(row), "--format", "json"]);
    const found: { readonly findings: readonly Readonly<Record<string, unknown>>[] } = JSON.parse(out || err);
    return { exitCode, findings: found.findings };
  };
  const ALL =
    "{ cap: { rule: max-leverage, limit: 5 }, size: { rule: max-bot-notional, limit: 500 }, orders: { rule: max-safety-orders, limit: 20 }, mode: { rule: margin-mode, marginMode: ISO } }";
  const BAD = open({ open: { leverage: 50, orderVolume: 5000, marginType: "cross" }, dca: { max: 50, percent: 0.5 } });

  it("is told of each thing that an open webhook states against the rules, where it is stated", async () => {
    const { exitCode, findings } = await check({ policies: ALL, webhooks: BAD, bot: { marginMode: "ISO" } });
    expect(exitCode).toBe(6);
    const denied = findings.filter(({ severity }) => severity === "deny");
    expect(denied.map(({ code, figure }) => [code, figure])).toEqual([
      ["policy/margin-mode", "CROSS"],
      ["policy/max-bot-notional", "7000 USDT"],
      ["policy/max-leverage", "50"],
      ["policy/max-safety-orders", "50"],
    ]);
    for (const { summary, address, position } of denied) {
      expect(summary).toMatch(/^webhook open: /);
      expect(address).toBe("main/hooked");
      expect(position).toMatchObject({ line: 1 });
    }
  });

  it("isn't told twice of what the bot itself is told", async () => {
    const twice = await check({ policies: CAP, webhooks: open({ dca: { max: 7 } }), bot: { leverage: 50 } });
    expect(twice.findings.filter(({ code }) => code === "policy/max-leverage")).toHaveLength(1);
    const larger = await check({ policies: CAP, webhooks: open({ open: { leverage: 60 } }), bot: { leverage: 50 } });
    expect(larger.findings.filter(({ code }) => code === "policy/max-leverage")).toHaveLength(2);
  });

  it("is told nothing of a webhook that keeps to the rules", async () => {
    const { exitCode, findings } = await check({ policies: CAP, webhooks: open({ open: { leverage: 4 } }) });
    expect([exitCode, findings]).toEqual([0, []]);
  });

  it("a placeholder's value isn't known", async () => {
    const given = { webhooks: open({ open: { orderVolume: "{{plot_0}}" } }) };
    const { exitCode, findings } = await check({
      ...given,
      policies: "{ size: { rule: max-bot-notional, limit: 500 } }",
    });
    expect(exitCode).toBe(6);
    expect(findings).toMatchObject([{ code: "policy/max-bot-notional", kind: "unknown" }]);
  });

  it("an update that takes the stop away is found as well", async () => {
    const webhooks = { open: STOP, update: { stop: { enabled: false } } };
    const { findings } = await check({
      policies: "{ stop: { rule: require-stop } }",
      webhooks,
      bot: { enabled: false },
    });
    expect(findings).toMatchObject([{ code: "policy/require-stop", severity: "deny" }]);
  });
});

describe("a plan", () => {
  const planned = async (webhooks: unknown, bot: Readonly<Record<string, unknown>>) => {
    emulator = await startEmulator({ seed: seedWith(), quirks: { commandDelay: 20 } });
    const path = configured({ policies: CAP, webhooks, bot });
    return botform(["plan", "-c", path], { env: envOf(emulator.url) });
  };

  it("that touches a bot is denied for what its open webhook states", async () => {
    const { exitCode, out } = await planned(open({ open: { leverage: 50 } }), { percentTakeProfit: 1.5 });
    expect(exitCode, out).toBe(6);
    expect(unwrapped(out)).toContain("webhook open: leverage 50 is above 5");
  });

  it("that leaves the bot as it is says so and goes on", async () => {
    const { exitCode, out } = await planned(open({ open: { leverage: 50 } }), {});
    expect(exitCode, out).toBe(0);
    expect(unwrapped(out)).toContain("webhook open: leverage 50 is above 5");
  });
});

describe("who is asked", () => {
  const asked = async (file: string, answer: () => string) => {
    emulator = await startEmulator({ seed: seedWith(), quirks: { commandDelay: 20 } });
    const path = configured({ policies: `{ stop: { rule: kill-switch, file: ${file} } }` });
    const env = envOf(emulator.url);
    const context: Context = {
      ...plainContext({ out: () => {}, err: () => {}, env }),
      ask: async () => answer(),
    };
    const options = {
      config: path,
      journal: folder,
      dialect: "flat",
      timeout: 0,
      action: "open",
      bot: "hooked",
    } as const;
    const ending = sendWebhook(context, options, {
      readText: async () => "",
      onIntent: () => {},
      run: (task) => task(new AbortController().signal),
    });
    return { env, ending: ending.then(({ exitCode }) => exitCode) };
  };

  it("may take their time: a switch that is engaged meanwhile stops it", async () => {
    const { ending } = await asked("STOP-1", () => {
      writeFileSync(join(folder, "STOP-1"), "");
      return "yes";
    });
    await expect(ending).rejects.toMatchObject({ exitCode: 6, message: expect.stringContaining("policy/kill-switch") });
    expect(emulator?.service.hookRequests).toBe(0);
  });

  it("at once costs one look at the balances", async () => {
    const { ending } = await asked("STOP-2", () => "yes");
    expect(await ending).toBe(0);
    expect(emulator?.service.hookRequests).toBe(1);
    expect(emulator?.service.requests.accountInformation).toBe(1);
  });
});
