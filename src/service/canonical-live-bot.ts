// A bot of the list, the details or a deal's snapshot with everything the service shows of it.
import type { LiveBot } from "../model/bot/live-bot.js";
import type { Moment } from "../model/bot/moment.js";
import { observedBot } from "./canonical.js";
import type { WireBot } from "./wire.js";

export function liveBot(wire: WireBot): LiveBot {
  const working = wire.settings.count_order_working;
  return {
    ...observedBot(wire),
    userId: wire.userId ?? null,
    exchange: wire.exchange ?? null,
    countOrderWorking: typeof working === "string" || typeof working === "number" ? String(working) : null,
    updated: observedMoment(wire.updated),
  };
}

export function observedMoment(wire: WireBot["updated"]): Moment | null {
  if (wire === null || wire === undefined) return null;
  return { date: wire.date, timezone: wire.timezone, timezoneType: wire.timezone_type };
}
