// The log of a bot as it is shown once: oldest first, no more than was asked for, and what is said of an empty one.
import { afterAll, beforeAll, expect, it } from "vitest";
import { contextOf } from "../../../../src/cli/terminal/context.js";
import { type LogOptions, showLog } from "../../../../src/cli/terminal/follow.js";
import { demoEnv } from "../../../support/command.js";
import { type Hostile, hostile, success } from "../../../support/hostile.js";
import { testScreen } from "./terminal.js";

/** Of bot 9; no other bot has any. */
const ENTRIES = ["c", "b", "a"].map((message, index) => ({ datetime: `2026-01-15 12:00:0${3 - index}`, message }));
let server: Hostile;
beforeAll(async () => {
  server = await hostile((socket, head) => socket.write(success(head.includes("botId=9") ? ENTRIES : [])));
});
afterAll(() => server.close());

async function shown(options: Pick<LogOptions, "bot" | "format"> & { readonly limit?: number }) {
  const screen = testScreen({ env: demoEnv(server.url) });
  const exitCode = await showLog(contextOf(screen), { account: "demo", concurrency: 4, interval: 1, ...options });
  const { out, err } = screen.printed;
  // Where the credentials are from is said first.
  return { exitCode, out: out.join(""), err: err.slice(1).join("") };
}

it.each([
  { bot: "9", out: [1, 2, 3], err: "", because: "oldest first" },
  { bot: "9", limit: 2, out: [2, 3], err: "", because: "the newest two, though the service sends three" },
  { bot: "4", out: [], err: "The service has no log entries for this bot.\n", because: "none is said" },
])("of bot $bot, at most $limit: $because", async ({ bot, limit, out, err }) => {
  const asked = { bot, ...(limit !== undefined && { limit }) };
  const lines = out.map((second) => `2026-01-15 12:00:0${second}  ${"-abc"[second]}\n`);
  expect(await shown({ ...asked, format: "text" })).toEqual({ exitCode: 0, out: lines.join(""), err });
  const { out: json, ...rest } = await shown({ ...asked, format: "json" });
  expect(rest).toEqual({ exitCode: 0, err: "" });
  const entries = out.map((second) => ({ datetime: `2026-01-15 12:00:0${second}`, message: "-abc"[second] }));
  expect(JSON.parse(json)).toMatchObject({ command: "bots logs", account: "demo", botId: Number(bot), entries });
  expect(json.trimEnd().split("\n").length).toBeGreaterThan(1);
});
