// Random webhook settings of a bot, as YAML, and what the tests need around them.
import fc from "fast-check";
import { loadSources } from "../../../src/config/load.js";
import type { Seed } from "../../../src/emulator/seed/seed.js";
import type { WebhookMessage } from "../../../src/model/webhook/webhook.js";

export const BOT_ID = 1234;
export const HOOK = { accountId: 7001, token: "hook-token-of-tests" };

/** A bot as a seed has it, under the settings of the YAML below. */
export function seedWith(strategy: "LONG" | "SHORT" = "LONG"): Seed {
  return {
    accounts: [
      {
        name: "main",
        apiKey: "main-key",
        apiSecret: "main-secret",
        accesses: [{ accessId: 101, title: "Main futures" }],
        hook: HOOK,
        bots: [
          {
            id: BOT_ID,
            title: "Hooked",
            accessId: 101,
            pairTitle: "USDT-BTC",
            strategy,
            leverage: 5,
            marginMode: "CROSS",
            typeTakeProfit: "LIMIT",
            typeFirstOrder: "MARKET",
            percentTakeProfit: 1.2,
            percentSafetyOrder: 1.5,
            volumeFirstOrder: 20,
            volumeSafetyOrder: 40,
            countOrderMax: 6,
          },
        ],
      },
    ],
  };
}

export function yamlWith(webhooks: unknown, bot: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    version: 1,
    accounts: {
      main: {
        apiUrl: "${env.BOTFORM_MAIN_API_URL}",
        hookUrl: "${env.BOTFORM_MAIN_HOOK_URL}",
        hookAccount: "${env.BOTFORM_MAIN_HOOK_ACCOUNT}",
        hookToken: "${env.BOTFORM_MAIN_HOOK_TOKEN}",
        hookPaths: { close: "/close-deal" },
        apiKey: "${env.BOTFORM_MAIN_API_KEY}",
        apiSecret: "${env.BOTFORM_MAIN_API_SECRET}",
        accesses: { primary: "Main futures" },
      },
    },
    bots: {
      hooked: {
        title: "Hooked",
        pairTitle: "USDT-BTC",
        strategy: "LONG",
        leverage: 5,
        marginMode: "CROSS",
        typeTakeProfit: "LIMIT",
        typeFirstOrder: "MARKET",
        percentTakeProfit: 1.2,
        percentSafetyOrder: 1.5,
        volumeFirstOrder: 20,
        volumeSafetyOrder: 40,
        countOrderMax: 6,
        ...bot,
        webhooks,
      },
    },
  });
}

export function envOf(url: string): Record<string, string> {
  return {
    BOTFORM_MAIN_API_URL: url,
    BOTFORM_MAIN_API_KEY: "main-key",
    BOTFORM_MAIN_API_SECRET: "main-secret",
    BOTFORM_MAIN_HOOK_URL: url,
    BOTFORM_MAIN_HOOK_ACCOUNT: String(HOOK.accountId),
    BOTFORM_MAIN_HOOK_TOKEN: HOOK.token,
  };
}

/** The bot's messages, and what was said of them. */
export function messagesOf(
  webhooks: unknown,
  bot: Readonly<Record<string, unknown>> = {},
): {
  readonly messages: readonly WebhookMessage[];
  readonly codes: readonly string[];
} {
  const { accounts, diagnostics } = loadSources([{ file: "a.yaml", text: yamlWith(webhooks, bot) }]);
  return {
    messages: accounts[0]?.resolved[0]?.webhooks.messages ?? [],
    codes: diagnostics.map(({ code }) => code),
  };
}

const decimal = fc
  .tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 0, max: 99 }), fc.boolean())
  .map(([whole, hundredths, isText]) => {
    const text = `${whole}.${String(hundredths).padStart(2, "0")}`;
    return isText ? text : Number(text);
  });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const orNull = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary }, { weight: 1, arbitrary: fc.constant(null) });

const opening = fc.record(
  {
    orderVolume: decimal,
    leverage: orNull(fc.integer({ min: 1, max: 100 })),
    marginType: orNull(fc.constantFrom("cross", "isolated")),
    orderType: orNull(fc.constantFrom("Market", "Limit")),
    cycles: fc.integer({ min: 1, max: 100 }),
  },
  { requiredKeys: [] },
);
/** Hundredths as YAML may have them, within the bounds that a bot of the API has. */
const hundredths = (min: number, max: number) =>
  fc.tuple(fc.integer({ min, max }), fc.boolean()).map(([count, isText]) => {
    const text = (count / 100).toFixed(2);
    return isText ? text : Number(text);
  });
const multiplier = fc.oneof(fc.constant(1), hundredths(105, 200));
// The bot has 6 safety orders.
const dca = fc.record(
  {
    enabled: fc.boolean(),
    max: fc.integer({ min: 5, max: 50 }),
    active: fc.integer({ min: 1, max: 5 }),
    volume: decimal,
    percent: orNull(hundredths(1, 9_999)),
    multiplierVolume: orNull(multiplier),
    multiplierPrice: multiplier,
  },
  { requiredKeys: [] },
);
const event = (events: readonly string[], percent: fc.Arbitrary<string | number> = decimal) =>
  fc.oneof(
    fc.constant({ enabled: false }),
    fc.constant({}),
    fc
      .tuple(fc.constantFrom(...events), decimal, percent, maybe(fc.constant(true)))
      .map(([name, value, share, enabled]) => ({
        ...(enabled !== undefined && { enabled }),
        event: name,
        value: name === "delay" ? Math.ceil(Number(value)) : name === "percentage" ? share : value,
      })),
  );
const close = event(["percentage", "pnl", "delay"]);
const stop = fc
  .tuple(event(["percentage", "pnl"], hundredths(1, 9_999)), maybe(fc.integer({ min: 1, max: 600 })))
  .map(([section, delay]) => ("event" in section && delay !== undefined ? { ...section, delay } : section))
  .filter((section) => Object.keys(section).length > 0);

const sections = { dca: orNull(dca), close: orNull(close), stop: orNull(stop) };

/** Any webhooks that validate, with the bot's own settings beneath. */
export const anyWebhooks: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(true) },
  {
    weight: 12,
    arbitrary: fc.record(
      {
        open: fc.oneof(fc.constant(true), fc.record({ open: opening, ...sections }, { requiredKeys: [] })),
        update: fc.oneof(fc.constant(true), fc.record(sections, { requiredKeys: [] })),
        average: fc.oneof(fc.constant(true), fc.record({ amount: decimal }, { requiredKeys: [] })),
        close: fc.oneof(fc.constant(true), fc.record({ closePosition: fc.boolean() }, { requiredKeys: [] })),
      },
      { requiredKeys: [] },
    ),
  },
);
