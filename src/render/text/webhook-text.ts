// Texts of webhook commands: the table of bots, the origins of values, what a command will do.

import { counted } from "../../model/text/counted.js";
import type { WebhookMessage, WebhookRow, WebhookSetting, WebhookValue } from "../../model/webhook/webhook.js";
import type { ExportedBot } from "../../model/webhook/webhook-body.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";
import { type Cell, columns, table } from "./table.js";
import { quoted } from "./value.js";

/** One line a bot, ending in a line feed. */
export function webhookListText(rows: readonly WebhookRow[], colour: Paint): string {
  if (rows.length === 0) return "No bot of the configuration has webhooks.\n";
  const cells = rows.map(({ address, title, actions, pairs, botId }): Cell[] => [
    { text: address, paint: colour.bold },
    ...[quoted(title), pairs, actions.join(" "), botId === undefined ? "" : `#${botId}`],
  ]);
  return table(columns("| | | |"), cells, colour, Number.POSITIVE_INFINITY);
}

/** Where each value of a body comes from, one line a source. */
export function sourcesText({ settings }: WebhookMessage): string {
  const bot = settings.flatMap(({ path, source }) =>
    source.kind === "bot" ? [source.fields.includes(path) ? path : `${path} (${source.fields.join(", ")})`] : [],
  );
  const stated = settings.filter(({ source }) => source.kind === "stated").map(({ path }) => path);
  const fixed = settings.filter(({ source }) => source.kind === "fixed").map(({ path }) => path);
  const lines = [
    ...(stated.length === 0 ? [] : [`set in the webhook: ${stated.join(", ")}`]),
    ...(bot.length === 0 ? [] : [`from the bot: ${bot.join(", ")}`]),
    ...(fixed.length === 0 ? [] : [`default: ${fixed.join(", ")}`]),
  ];
  return lines.map((line) => `  ${clean(line)}\n`).join("");
}

/** One sentence on what sending it will do. */
export function effectText(message: WebhookMessage, whom: string): string {
  const value = (path: string) => message.settings.find((setting) => setting.path === path)?.value;
  const pairs = clean(String(value("pairs") ?? "all its pairs"));
  const side = clean(String(value("strategy") ?? ""));
  const quote = quoteOf(value("pairs"));
  switch (message.action) {
    case "open":
      return `opens a ${side} deal on ${pairs} for ${whom}: first order ${clean(String(value("open.orderVolume")))} ${quote}${gridText(message)}`;
    case "update":
      return `changes the running ${side} deal on ${pairs} of ${whom}: ${message.settings
        .filter(({ path }) => path.includes("."))
        .map(settingText)
        .join(", ")}`;
    case "average":
      return `averages the running ${side} deal on ${pairs} of ${whom} at once, by ${clean(String(value("amount")))} ${quote}`;
    case "close":
      return value("closePosition") === false
        ? `cancels the running ${side} deal on ${pairs} of ${whom}; the position stays open, and nobody manages it`
        : `closes the position of the running ${side} deal on ${pairs} of ${whom} at the market's price`;
  }
}

const QUOTE = /(?:FDUSD|TUSD|BUSD|USDT|USDC|USD)$/;

/** What volumes are in: symbols have no dash, so that only quotes in use are known. */
function quoteOf(pairs: WebhookValue | undefined): string {
  const symbols = typeof pairs === "object" ? pairs : [];
  const quotes = new Set(symbols.map((symbol) => QUOTE.exec(symbol)?.[0]));
  const [only] = quotes;
  return quotes.size === 1 && only !== undefined ? only : "of the quote asset";
}

function settingText({ path, value }: WebhookSetting): string {
  return clean(`${path} ${String(value)}`);
}

function gridText({ settings }: WebhookMessage): string {
  const max = settings.find(({ path }) => path === "dca.max")?.value;
  const isOff = settings.some(({ path, value }) => path === "dca.enabled" && value === false);
  return max === undefined || isOff ? "" : `, then up to ${counted(Number(max), "safety order")}`;
}

/** Markdown, ending in a line feed. */
export function exportReadme({ address, title, botId, dialect, actions, isRevealed }: ExportedBot): string {
  const whom = botId === undefined ? "the Ghost bot (no botId)" : `bot #${botId}`;
  const secret = isRevealed
    ? "**The addresses below are unmasked: whoever has one can open and close deals. Keep this folder private.**"
    : "Account and token are masked (`***`); copy the whole address from the service, or export with `--reveal`.";
  return [
    `# Webhooks of ${escaped(address)}`,
    "",
    `"${escaped(title)}", ${whom}, ${dialect} dialect. Written by \`botform webhook export\`.`,
    "",
    "1. On the service, open the bot's form and its **Webhooks** block (it is active once the bot is saved). It has a tab per action.",
    "2. Copy the tab's URL and compare it with the one below. If they differ, use the service's.",
    "3. On the charting platform, create the alert; under **Notifications**, enable the webhook URL and paste the URL.",
    "4. Paste the message below into the alert's **Message**, whole and unchanged.",
    "5. When the alert fires, the deal appears in the bot's deal list: `botform deals active`.",
    "",
    secret,
    "",
    ...actions.flatMap(({ action, body, url }) => [
      `## ${action}`,
      "",
      "```text",
      url,
      "```",
      "",
      "```json",
      body,
      "```",
      "",
    ]),
    "Accepted does not mean opened: too little margin, or the exchange's limits, can still prevent a deal.",
    "",
  ].join("\n");
}

/** Titles come from outside: nothing of them is markup here. */
function escaped(text: string): string {
  return clean(text).replace(/[\\`*_[\]<>&#|~]/g, "\\$&");
}
