// A hostile service: answers each operation in the interface's own form, but for those that a test lets lie.
import type { Socket } from "node:net";
import { OPERATIONS, type OperationName } from "../../../src/service/operations.js";
import { type Hostile, hostile, success } from "../../support/hostile.js";
import { wireBot } from "../../unit/service/wirebot.js";
import { KEY, SECRET } from "./canary.js";

/** Whole bytes of an answer, or what does with the socket as it likes. */
export type Lie = string | ((socket: Socket, head: string) => unknown);

/** One account with one access and one bot, which is off; a create makes bot 2. */
const TRUTH: Partial<Record<OperationName, unknown>> = {
  accessList: [{ accessId: 1, title: "Main futures", exchange: "SERVICE_FUTURES" }],
  listBots: [wireBot({ title: "Live", accessId: 1 })],
  botDetails: [wireBot({ title: "Live", accessId: 1 })],
  activeDeals: [],
  pairList: ["USDT-BTC"],
  createBot: { botId: 2 },
};

const NAMES = Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS);
const BY_PATH: ReadonlyMap<string, OperationName> = new Map(NAMES.map((name) => [OPERATIONS[name].path, name]));

/** `lies` by operation; `any` is told for every operation that has none of its own. */
export function service(lies: Partial<Record<OperationName | "any", Lie>> = {}): Promise<Hostile> {
  return hostile((socket, head) => {
    const name = BY_PATH.get(head.split(/[ ?]/)[1] ?? "");
    const lie = lies[name ?? "any"] ?? lies.any ?? success((name && TRUTH[name]) ?? "done");
    return typeof lie === "string" ? socket.write(lie) : lie(socket, head);
  });
}

/** The same for as long as a task takes: tests that run side by side share nothing. */
export async function serving<T>(
  lies: Parameters<typeof service>[0],
  task: (server: Hostile) => Promise<T>,
): Promise<T> {
  const server = await service(lies);
  try {
    return await task(server);
  } finally {
    await server.close();
  }
}

/** A configuration whose every address and credential comes from the environment below. */
export const ACCOUNT = `version: 1
accounts:
  main:
    apiUrl: \${env.BOTFORM_URL}
    apiKey: \${env.BOTFORM_KEY}
    apiSecret: \${env.BOTFORM_SECRET}
    accesses: { primary: Main futures }
`;

/** The live bot, to be turned on: one step, which can be told lies about. */
export const TURN_ON = `${ACCOUNT}bots:\n  live: { title: Live, enabled: true }\n`;

export function environment(url: string): Record<string, string> {
  return { BOTFORM_URL: url, BOTFORM_KEY: KEY, BOTFORM_SECRET: SECRET, BOTFORM_SETTLE: "0" };
}
