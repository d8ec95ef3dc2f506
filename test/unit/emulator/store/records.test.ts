// What a kept state must have: without any of it, it is no state, so that nothing is made up when it is read back.
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { startEmulator } from "../../../../src/emulator/http/server.js";
import { type Command, isCommand, type MarketEvent, state } from "../../../../src/emulator/store/records.js";
import { manualClock, PLAIN_BOT } from "../harness.js";
import { DEMO, phpCall } from "../plain-client.js";

type Where = readonly string[];

function placesIn(value: unknown, path: Where = []): readonly Where[] {
  if (typeof value !== "object" || value === null) return [];
  const entries = Array.isArray(value) ? Object.entries(value.slice(0, 1)) : Object.entries(value);
  return entries.flatMap(([key, inner]) => [[...path, key], ...placesIn(inner, [...path, key])]);
}

function without(value: unknown, [key = "", ...rest]: Where): unknown {
  const entries = Object.entries(value ?? {}).flatMap(([name, inner]): [string, unknown][] => {
    if (name !== key) return [[name, inner]];
    return rest.length === 0 ? [] : [[name, without(inner, rest)]];
  });
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

it("has each of its parts, but for the entries of lists and maps", async () => {
  const clock = manualClock();
  const emulator = await startEmulator({ clock });
  const call = (path: string, parameters: Readonly<Record<string, string | number>>) =>
    phpCall(emulator.url, DEMO, "POST", `/bot-futures/${path}`, parameters, clock.now());
  await call("create", { ...PLAIN_BOT, title: "Kept", martingaleScale: "1.5" });
  const botId = emulator.service.bots().find(({ values }) => values.title === "Kept")?.id ?? 0;
  await call("activate", { botId });
  clock.pass(3_000);
  await call("deactivate", { botId });
  const whole: unknown = JSON.parse(JSON.stringify(emulator.service.state()));
  await emulator.close();
  const kept = z.parse(state, whole);
  expect(kept).toEqual(whole);
  const needless = placesIn(whole).filter((path) => z.safeParse(state, without(whole, path)).success);
  expect(needless.map((path) => path.join("."))).toEqual([
    ...[
      "accounts.0",
      "accounts.0.balance.USDT",
      "accounts.0.balance.BUSD",
      "bots.0",
      "deals.0",
      "logs.0",
      "commands.0",
    ],
  ]);
});

const TARGET = { account: "demo", botId: null, strategy: "LONG" as const, pairs: ["USDT-BTC"] };
const TERMS = {
  dca: { enabled: true, max: 1, active: 1, volume: "1", percent: "1", multiplierVolume: "1", multiplierPrice: "1" },
  close: { enabled: true, event: "pnl", value: "1" },
  stop: { enabled: true, event: "percentage", value: "1", delay: 1 },
} as const;
const OPEN = { orderVolume: "1", leverage: 2, marginType: "cross", orderType: "Limit", cycles: 1 } as const;
const COMMANDS: readonly Command[] = [
  { kind: "turn-on", botId: 1 },
  { kind: "turn-off", botId: 1 },
  { kind: "start-deal", botId: 1 },
  { kind: "change-take-profit", dealId: 1, percent: "1", immediately: false },
  { kind: "complete-deal", dealId: 1 },
  { kind: "cancel-deal", dealId: 1 },
  { kind: "hook-open", ...TARGET, open: OPEN, terms: TERMS },
  {
    kind: "hook-update",
    ...TARGET,
    botId: 7,
    strategy: null,
    terms: { close: { event: "delay" }, stop: { event: "pnl" } },
  },
  { kind: "hook-average", ...TARGET, strategy: "SHORT", amount: "1" },
  { kind: "hook-close", ...TARGET, closePosition: true },
];

it("keeps every kind of command, and no other", () => {
  const rest = { formatVersion: 2, now: 0, origin: 0, nextBotId: 1, nextDealId: 1, accounts: [], bots: [], deals: [] };
  const whole = (command: unknown, wait: unknown = "price") => ({
    ...{ ...rest, logs: [], commands: [{ due: 1, command }], waits: [[1, wait]], prices: {} },
  });
  for (const command of COMMANDS) {
    expect(z.parse(state, whole(command))).toEqual(whole(command));
    expect(z.safeParse(state, whole({ ...command, more: 1 })).success, command.kind).toBe(false);
    expect(isCommand(command)).toBe(true);
  }
  expect(z.safeParse(state, whole({ kind: "deal-look", dealId: 1 })).success).toBe(false);
  const waits = ["price", "margin", "signal", "volume", "other"].map(
    (wait) => z.safeParse(state, whole(COMMANDS[0], wait)).success,
  );
  expect(waits).toEqual([true, true, true, true, false]);
  const market: readonly MarketEvent[] = [
    { kind: "deal-look", dealId: 1, turn: 1, level: null },
    { kind: "margin-look", account: "demo", asset: "USDT", turn: 1 },
    { kind: "price-allows", botId: 1 },
  ];
  expect(market.map(isCommand)).toEqual([false, false, false]);
});
