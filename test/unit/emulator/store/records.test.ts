// What a kept state must have: without any of it, it is no state, so that nothing is made up when it is read back.
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { startEmulator } from "../../../../src/emulator/http/server.js";
import { state } from "../../../../src/emulator/store/records.js";
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
