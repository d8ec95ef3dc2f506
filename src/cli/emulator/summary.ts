// The text of botform emulator state: time, prices, and each account's wallet, bots and deals.
import * as z from "zod/mini";
import { clean } from "../../render/sanitize.js";
import type { Paint } from "../../render/text/paint.js";
import { columns, table } from "../../render/text/table.js";

const text = z.string();
const summary = z.object({
  time: z.object({ now: text, speed: z.number() }),
  prices: z.record(text, text),
  accounts: z.array(
    z.object({
      name: text,
      balance: z.record(text, text),
      bots: z.array(
        z.object({
          id: z.number(),
          title: text,
          pair: text,
          side: text,
          enabled: z.boolean(),
          waitsFor: z.nullable(text),
        }),
      ),
      deals: z.array(
        z.object({
          id: z.number(),
          botId: z.number(),
          pair: text,
          side: text,
          amount: text,
          entry: text,
          safetyOrders: text,
          takeProfit: text,
          profit: text,
        }),
      ),
    }),
  ),
});

type AccountSummary = z.infer<typeof summary>["accounts"][number];

/** Text of the document of GET /emulator/state. */
export function summaryText(facts: unknown, colour: Paint): string {
  const read = z.safeParse(summary, facts);
  if (!read.success) return "The emulator is another version: see --format json.\n";
  const { time, prices, accounts } = read.data;
  const pace = time.speed === 1 ? "real time" : time.speed === 0 ? "stepped" : `${time.speed} times as fast`;
  const quotes = Object.entries(prices).map(([pair, price]) => `${clean(pair)} ${clean(price)}`);
  return `${clean(time.now)} (${pace})\n${quotes.join(", ")}\n${accounts.map((account) => accountText(account, colour)).join("")}`;
}

function accountText({ name, balance, bots, deals }: AccountSummary, colour: Paint): string {
  const wallet = Object.entries(balance).map(([asset, amount]) => `${clean(amount)} ${clean(asset)}`);
  const head = `\naccount ${clean(name)}: ${wallet.join(", ") || "no balance: margin isn't checked"}\n`;
  const botTable = table(
    columns("bot> | title | pair | side | switch"),
    bots.map((bot) => [
      String(bot.id),
      bot.title,
      bot.pair,
      bot.side,
      `${bot.enabled ? "on" : "off"}${bot.waitsFor === null ? "" : `, waits for ${bot.waitsFor}`}`,
    ]),
    colour,
  );
  const dealTable = table(
    columns("deal> | bot> | pair | side | amount> | entry> | safety orders> | take profit> | profit now>"),
    deals.map((deal) => [
      String(deal.id),
      String(deal.botId),
      deal.pair,
      deal.side,
      deal.amount,
      deal.entry,
      deal.safetyOrders,
      deal.takeProfit,
      deal.profit,
    ]),
    colour,
  );
  return head + (bots.length > 0 ? botTable : "") + (deals.length > 0 ? dealTable : "");
}
