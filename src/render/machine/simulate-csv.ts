// A simulation as CSV: one row for each bot and order within the candles.
import type { BotFacts, SimulationFacts } from "../../model/risk/simulation.js";
import { clean } from "../sanitize.js";

type Cell = string | number;

const COLUMNS: readonly (readonly [name: string, pick: (bot: BotFacts) => Cell])[] = [
  ["pair", (bot) => bot.pairTitle],
  ["strategy", (bot) => bot.strategy],
  ["deals", (bot) => bot.deals],
  ["profit", (bot) => bot.profit],
  ["fees", (bot) => bot.fees],
  ["net", (bot) => bot.net],
  ["unrealised", (bot) => bot.running?.unrealised ?? ""],
  ["drawdown", (bot) => bot.drawdown],
  ["margin", (bot) => bot.margin],
  ["mostSafetyOrders", (bot) => bot.mostSafety],
  ["dealsBySafetyOrders", (bot) => bot.safety.join("/")],
  ["secondsInDeal", (bot) => Math.round(bot.dealTime / 1000)],
  ["longestDealSeconds", (bot) => Math.round(bot.longestDeal / 1000)],
  ["takeProfits", (bot) => bot.reasons["take-profit"]],
  ["liquidations", (bot) => bot.reasons.liquidated],
  ["refusedDeals", (bot) => bot.refusals],
  ["refusedSafetyOrders", (bot) => bot.unplaced],
  ["ended", (bot) => bot.ended ?? ""],
];

/** The rows of all simulations under one head, ending in a line feed. */
export function simulationCsv(simulations: readonly SimulationFacts[]): string {
  const head = ["account", "bot", "order", ...COLUMNS.map(([name]) => name)];
  const rows = simulations.flatMap(({ account, replays }) =>
    replays.flatMap(({ order, bots }) =>
      bots.map((bot) => [account, bot.address, order, ...COLUMNS.map(([, pick]) => pick(bot))]),
    ),
  );
  return `${[head, ...rows].map((cells) => cells.map(cell).join(",")).join("\n")}\n`;
}

/** Quoted where it must be (RFC 4180). A leading sign of a formula in a text is kept from spreadsheets by an apostrophe. */
function cell(value: Cell): string {
  const text = clean(String(value));
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(text);
  const safe = !isNumber && /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
