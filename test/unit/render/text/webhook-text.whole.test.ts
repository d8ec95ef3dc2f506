// Webhooks as text: the list, where each value comes from, what sending one does, and the page that an export writes.
import { describe, expect, it } from "vitest";
import type { WebhookMessage, WebhookRow, WebhookSetting } from "../../../../src/model/webhook/webhook.js";
import type { ExportedBot } from "../../../../src/model/webhook/webhook-body.js";
import { effectText, exportReadme, sourcesText, webhookListText } from "../../../../src/render/text/webhook-text.js";
import { asItCame } from "../as-it-came.js";
import { MARKED, NASTY } from "../facts.js";

const fixed = (path: string, value: WebhookSetting["value"]): WebhookSetting => ({
  ...{ path, value, source: { kind: "fixed" } },
});
const message = (action: WebhookMessage["action"], settings: readonly WebhookSetting[]): WebhookMessage => ({
  action,
  settings,
});
const LONG = [fixed("strategy", "long"), fixed("pairs", ["BTCUSDT"])];

describe("the list", () => {
  it("has a row a bot, uncut", () => {
    const rows: readonly WebhookRow[] = [
      { address: "main/btc", title: "BTC", actions: ["open", "close"], pairs: "BTCUSDT", botId: 7 },
      { address: "main/long-name", title: NASTY, actions: ["open"], pairs: "x".repeat(60), botId: undefined },
    ];
    expect(asItCame(rows, webhookListText)).toEqual([]);
    expect(webhookListText(rows, MARKED)).toMatchInlineSnapshot(`
      "<b>main/btc</b>        "BTC"         BTCUSDT                                                       open close  #7
      <b>main/long-name</b>  "<x>\\u{1b}&"  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx  open
      "
    `);
  });

  it("of none says so", () => {
    expect(webhookListText([], MARKED)).toBe("No bot of the configuration has webhooks.\n");
  });
});

describe("where values come from", () => {
  it("is a line a source", () => {
    const settings: readonly WebhookSetting[] = [
      { path: "strategy", value: "long", source: { kind: "bot", fields: ["strategy"] } },
      { path: "open.leverage", value: 5, source: { kind: "bot", fields: ["leverage", "marginMode"] } },
      { path: "open.cycles", value: 1, source: { kind: "stated", file: "a.yaml", path: [] } },
      { path: `dca.max${NASTY}`, value: 1, source: { kind: "stated", file: "a.yaml", path: [] } },
      fixed("open.orderType", "Market"),
    ];
    expect(asItCame(message("open", settings), sourcesText)).toEqual([]);
    expect(sourcesText(message("open", settings))).toBe(
      "  set in the webhook: open.cycles, dca.max<x>\\u{1b}&\n  from the bot: strategy, open.leverage (leverage, marginMode)\n  default: open.orderType\n",
    );
    expect(sourcesText(message("open", []))).toBe("");
  });
});

describe("what sending it does", () => {
  const open = [...LONG, fixed("open.orderVolume", "20")];
  it.each<[WebhookMessage, string]>([
    [message("open", open), "opens a long deal on BTCUSDT for main/a: first order 20 USDT"],
    [
      message("open", [...open, fixed("dca.max", 5)]),
      "opens a long deal on BTCUSDT for main/a: first order 20 USDT, then up to 5 safety orders",
    ],
    [
      message("open", [...open, fixed("dca.enabled", true), fixed("dca.max", 1)]),
      "opens a long deal on BTCUSDT for main/a: first order 20 USDT, then up to 1 safety order",
    ],
    [
      message("open", [...open, fixed("dca.enabled", false), fixed("dca.max", 5)]),
      "opens a long deal on BTCUSDT for main/a: first order 20 USDT",
    ],
    [
      message("open", [fixed("strategy", "short"), fixed("open.orderVolume", NASTY)]),
      "opens a short deal on all its pairs for main/a: first order <x>\\u{1b}& of the quote asset",
    ],
    [
      message("update", [...LONG, fixed("close.value", "1.5"), fixed("stop.enabled", false)]),
      "changes the running long deal on BTCUSDT of main/a: close.value 1.5, stop.enabled false",
    ],
    [
      message("average", [...LONG, fixed("amount", "15")]),
      "averages the running long deal on BTCUSDT of main/a at once, by 15 USDT",
    ],
    [
      message("close", [...LONG, fixed("closePosition", true)]),
      "closes the position of the running long deal on BTCUSDT of main/a at the market's price",
    ],
    [message("close", LONG), "closes the position of the running long deal on BTCUSDT of main/a at the market's price"],
    [
      message("close", [...LONG, fixed("closePosition", false)]),
      "cancels the running long deal on BTCUSDT of main/a; the position stays open, and nobody manages it",
    ],
    [message("close", []), "closes the position of the running  deal on all its pairs of main/a at the market's price"],
  ])("%j: %s", (one, text) => expect(effectText(one, "main/a")).toBe(text));
});

describe("the page of an export", () => {
  const bot: ExportedBot = {
    ...{ address: "main/btc", title: "BTC *dip* <x>", botId: 7, dialect: "flat", isRevealed: false },
    actions: [
      { action: "open", body: '{"botId":7}', url: "https://a.example/hook/***/***" },
      { action: "close", body: "{}", url: "https://a.example/close" },
    ],
  };

  it("holds no control character of a title", () => {
    expect(exportReadme({ ...bot, title: NASTY })).not.toMatch(/\p{Cc}(?<!\n)/u);
  });

  it("says what to do with each body", () => {
    expect(exportReadme(bot)).toMatchInlineSnapshot(`
      "# Webhooks of main/btc

      "BTC \\*dip\\* \\<x\\>", bot #7, flat dialect. Written by \`botform webhook export\`.

      1. On the service, open the bot's form and its **Webhooks** block (it is active once the bot is saved). It has a tab per action.
      2. Copy the tab's URL and compare it with the one below. If they differ, use the service's.
      3. On the charting platform, create the alert; under **Notifications**, enable the webhook URL and paste the URL.
      4. Paste the message below into the alert's **Message**, whole and unchanged.
      5. When the alert fires, the deal appears in the bot's deal list: \`botform deals active\`.

      Account and token are masked (\`***\`); copy the whole address from the service, or export with \`--reveal\`.

      ## open

      \`\`\`text
      https://a.example/hook/***/***
      \`\`\`

      \`\`\`json
      {"botId":7}
      \`\`\`

      ## close

      \`\`\`text
      https://a.example/close
      \`\`\`

      \`\`\`json
      {}
      \`\`\`

      Accepted does not mean opened: too little margin, or the exchange's limits, can still prevent a deal.
      "
    `);
  });

  it("warns of addresses that are unmasked, and names the Ghost bot", () => {
    const lines = exportReadme({ ...bot, botId: undefined, dialect: "envelope", isRevealed: true, actions: [] }).split(
      "\n",
    );
    expect([lines[2], lines[10]]).toEqual([
      '"BTC \\*dip\\* \\<x\\>", the Ghost bot (no botId), envelope dialect. Written by `botform webhook export`.',
      "**The addresses below are unmasked: whoever has one can open and close deals. Keep this folder private.**",
    ]);
  });
});
