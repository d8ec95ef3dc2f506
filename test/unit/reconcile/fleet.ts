// Builds desired and observed states for planner tests, without files or network.
import type { ObservedBot } from "../../../src/model/bot/bot.js";
import type { Desired, DesiredBot } from "../../../src/model/bot/desired.js";
import { FIELD_NAMES, type Fields, type SomeFields } from "../../../src/model/bot/field.js";
import type { Observed } from "../../../src/model/bot/observed.js";
import type { RunningDeal } from "../../../src/model/deal/deal.js";

export const BASE: SomeFields = {
  pairTitle: "USDT-BTC",
  strategy: "LONG",
  leverage: "5",
  marginMode: "CROSS",
  typeTakeProfit: "LIMIT",
  typeFirstOrder: "MARKET",
  percentTakeProfit: "1.2",
  percentSafetyOrder: "1.5",
  volumeFirstOrder: "20",
};

export function desiredBot(
  key: string,
  changes: Partial<Omit<DesiredBot, "fields">> & { fields?: SomeFields } = {},
): DesiredBot {
  const { fields, ...rest } = changes;
  return {
    key,
    address: `main/${key}`,
    origin: { file: "botform.yaml", path: ["bots", key] },
    access: { alias: "primary", live: "Main" },
    enabled: undefined,
    previousTitles: [],
    botId: undefined,
    protect: false,
    initial: {},
    ...rest,
    fields: { ...BASE, ...fields, title: fields?.title ?? key },
  };
}

export function desired(bots: DesiredBot[], changes: Partial<Desired> = {}): Desired {
  return {
    account: "main",
    exchange: "SERVICE_FUTURES",
    origin: { file: "botform.yaml", path: ["accounts", "main"] },
    accesses: [
      { alias: "primary", live: "Main" },
      { alias: "second", live: 2 },
    ],
    undeclared: "report",
    titlePrefix: "",
    bots,
    digest: "d",
    ...changes,
  };
}

export function live(
  id: number,
  title: string,
  changes: { fields?: SomeFields; on?: boolean; accessId?: number | null; raw?: string } = {},
): ObservedBot {
  const all = {
    ...Object.fromEntries(FIELD_NAMES.map((name) => [name, null])),
    ...BASE,
    title,
    ...changes.fields,
  } as Fields;
  const on = changes.on ?? false;
  return {
    id,
    accessId: changes.accessId === undefined ? 1 : changes.accessId,
    fields: all,
    status: { on, raw: changes.raw ?? (on ? "ENABLED" : "DISABLED") },
    unknownSettings: [],
  };
}

export function observed(bots: ObservedBot[], changes: Partial<Observed> & { deals?: RunningDeal[] } = {}): Observed {
  return {
    accesses: [
      { id: 1, title: "Main", exchange: "SERVICE_FUTURES" },
      { id: 2, title: "Second", exchange: "SERVICE_FUTURES" },
    ],
    bots,
    deals: [],
    pairs: ["USDT-BTC", "USDT-ETH"],
    ...changes,
  };
}

/** A running deal that keeps the settings its bot was opened with. */
export function deal(id: number, botId: number, changes: Partial<Omit<RunningDeal, "id" | "botId">> = {}): RunningDeal {
  const settings = { ...live(botId, "in a deal").fields };
  return { id, botId, pairTitle: "USDT-BTC", settings, entryPrice: "100", takeProfits: [], ...changes };
}
