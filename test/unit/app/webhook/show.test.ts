// What is shown of webhooks before anything is sent: which bots have them, where one goes, and its body.
import { describe, expect, it } from "vitest";
import { listWebhooks, type MessageOptions, webhookAddress, webhookMessage } from "../../../../src/app/webhook/show.js";
import { BOT_ID, HOOK, yamlWith } from "../../webhook/hook-fleet.js";
import { folder, listening, refusal } from "../room.js";

const at = folder();
const SPARE = { open: { pairs: ["BTCUSDT"] }, close: { pairs: ["BTCUSDT"] } };
const URL = "https://service.example";
const ENV = {
  BOTFORM_MAIN_API_URL: URL,
  BOTFORM_MAIN_API_KEY: "main-key",
  BOTFORM_MAIN_API_SECRET: "main-secret",
  BOTFORM_MAIN_HOOK_URL: URL,
  BOTFORM_MAIN_HOOK_ACCOUNT: String(HOOK.accountId),
  BOTFORM_MAIN_HOOK_TOKEN: HOOK.token,
};

function asked(
  options: Partial<MessageOptions> & { readonly sample?: boolean } = {},
  { bot = {}, webhooks = true }: { readonly bot?: object; readonly webhooks?: unknown } = {},
) {
  const config = at.written(yamlWith(webhooks, { botId: BOT_ID, ...bot }));
  const heard = listening(ENV);
  const whole = { config, dialect: "flat", action: "open", bot: "hooked", ...options } as const;
  return { ...heard, options: whole, message: () => webhookMessage(heard.host, whole) };
}

describe("the list", () => {
  it.each([
    [{}, { pairs: "BTCUSDT", botId: BOT_ID, title: "Hooked" }],
    [
      { pairTitle: "USDT-ETH", botId: undefined },
      { pairs: "ETHUSDT", botId: undefined },
    ],
    [{ pairTitle: undefined, unmanaged: ["pairTitle"] }, { pairs: "" }],
  ])("has a row for each bot: %j", (bot, expected) => {
    const { options } = asked({}, { bot, webhooks: SPARE });
    const [row, ...others] = listWebhooks({ config: options.config });
    expect(row).toMatchObject({ address: "main/hooked", actions: ["open", "close"], ...expected });
    expect(others).toEqual([]);
  });

  it("is of one account where one is named, and of sound configurations alone", async () => {
    const { options } = asked();
    expect(listWebhooks({ config: options.config, account: "main" })).toHaveLength(1);
    expect((await refusal(() => listWebhooks({ config: options.config, account: "other" })))[0]).toBe(
      "the configuration has no account other; it has main",
    );
    const broken = asked({}, { bot: { leverge: 1 } });
    expect(await refusal(() => listWebhooks({ config: broken.options.config }))).toEqual([
      "the configuration has errors\nbotform explain CODE tells more of each.",
      3,
      "config/unknown-key",
    ]);
  });
});

describe("an address", () => {
  it("is the message's own, and its token is concealed", async () => {
    const { host, options, concealed } = asked({ dialect: "envelope" });
    const { url, masked, ...rest } = await webhookAddress(host, options);
    expect(rest).toEqual({ address: "main/hooked", action: "open", dialect: "envelope" });
    expect(url).toContain(HOOK.token);
    expect(masked).not.toContain(HOOK.token);
    expect(concealed).toContain(HOOK.token);
    const close = { ...options, action: "close", dialect: "flat", closePath: "/over" } as const;
    expect(await webhookAddress(host, close)).toMatchObject({ action: "close", url: expect.stringContaining("/over") });
  });

  it("is refused for an action that the bot has no message for, unless a Ghost is meant", async () => {
    const { host, options } = asked({ action: "average", dialect: "envelope" }, { webhooks: { open: true } });
    expect((await refusal(() => webhookAddress(host, options)))[0]).toMatch(
      /^main\/hooked has no webhook for average; it has open\n/,
    );
    expect(await webhookAddress(host, { ...options, ghost: true })).toMatchObject({ action: "average" });
  });
});

describe("a body", () => {
  it("comes with its bot's id, its length in bytes, and what lint says of it", async () => {
    const { message } = asked();
    const { address, botId, body, bytes, hasPlaceholders, diagnostics, message: shown } = await message();
    expect([address, botId?.id, shown.action, hasPlaceholders]).toEqual(["main/hooked", BOT_ID, "open", false]);
    expect(bytes).toBe(Buffer.byteLength(body));
    expect(JSON.parse(body)).toMatchObject({ botId: BOT_ID });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  const SHORT = { strategy: "SHORT", pairTitle: "USDT-ETH" };
  it.each([
    ["{{ticker}}", {}, "BTCUSDT"],
    ["{{ticker}}", SHORT, "ETHUSDT"],
    // As the remedy of a wrong pair proposes it: two placeholders are some, too.
    ["{{syminfo.basecurrency}}{{syminfo.currency}}", SHORT, "ETHUSDT"],
  ])("with a sample fills in %s of %j as %s", async (pairs, bot, expected) => {
    const webhooks = { open: { pairs: [pairs] } };
    const plain = await asked({}, { bot, webhooks }).message();
    expect([plain.hasPlaceholders, plain.body.includes(pairs)]).toEqual([true, true]);
    const filled = await asked({ sample: true }, { bot, webhooks }).message();
    expect(JSON.parse(filled.body)).toMatchObject({ pairs: [expected] });
    expect(filled.bytes).toBe(Buffer.byteLength(filled.body));
  });

  it.each([
    [{}, "long"],
    [{ strategy: "SHORT" }, "short"],
  ])("fills in the side of %j as %s", async (bot, side) => {
    const webhooks = { open: { strategy: "{{strategy.market_position}}" } };
    const { body } = await asked({ sample: true }, { bot, webhooks }).message();
    expect(JSON.parse(body)).toMatchObject({ strategy: side });
  });

  it("of a Ghost has no id", async () => {
    const { botId, body } = await asked({ ghost: true, dialect: "envelope" }).message();
    expect([botId, body.includes("botId")]).toEqual([undefined, false]);
  });
});
