// A service that stops answering while a bot is changed: the check ends at once, says what is left, and the next one puts it back.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import type { Quirks } from "../../../../src/emulator/quirks/quirks.js";
import { OPERATIONS } from "../../../../src/service/operations.js";
import { slice } from "../../../support/lane.js";
import { folder, listening, refusal } from "../room.js";
import { stage } from "./stage.js";

const place = folder();
const open: { close(): unknown }[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((one) => one.close()))));

type Breaks = (request: IncomingMessage, response: ServerResponse) => void;

/** Ways not to answer. */
const WAYS = {
  reset: ({ socket }) => socket.destroy(),
  silent: () => {},
  "a byte now and then": (_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(" "), 100);
    response.on("close", () => clearInterval(timer));
  },
  HTML: (_request, response) => response.end("<html>Sorry</html>"),
  null: (_request, response) => response.end('{"isSuccess":true,"errorMessage":"","data":null}'),
  "locked out": (_request, response) => response.writeHead(403).end(),
} satisfies Record<string, Breaks>;
type Way = keyof typeof WAYS;

/** Breaks from the update of that number on, or from the first turn-off, which the service gets all the same where its answer is lost. */
async function breaking(
  at: number | "turnOff",
  isAnswerLost: boolean,
  way: Way = "reset",
  quirks: Partial<Quirks> = {},
) {
  const made = await stage(quirks, place);
  const state = { isBroken: false, isWhole: false, updates: 0, unanswered: 0 };
  const server = createServer((asked, response) => {
    const { method = "GET", url: target = "/", headers } = asked;
    const isUpdate = target.includes(OPERATIONS.updateBot.path);
    if (isUpdate) state.updates += 1;
    const isAt = at === "turnOff" ? target.includes(OPERATIONS.turnOff.path) : isUpdate && state.updates === at;
    const isFirst = isAt && !state.isWhole;
    if (isFirst) state.isBroken = true;
    const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const request = { method, target, headers: plain, body: "" };
    if (!state.isBroken) {
      const answer = made.emulator.service.handle(request);
      response.writeHead(answer.status, answer.headers).end(answer.body);
      return;
    }
    if (isFirst && isAnswerLost) made.emulator.service.handle(request);
    state.unanswered += 1;
    WAYS[way](asked, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ close: () => server.closeAllConnections() }, server, made.emulator);
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const bot = () => made.emulator.service.bots().find(({ id }) => id === 1001);
  const check = () => made.check({ bot: "#1001", deadlineMs: 2_000 }, listening(made.envAt(url)).host);
  const left = async () => (await made.ledgerAt(url).asking()).length;
  return { state, bot, check, left };
}

/** Stops, and puts the bot back the next time; why it stopped. */
async function stopsAndMends(
  at: number,
  lost: "answer" | "request",
  way: Way,
): Promise<readonly [why: string | undefined, unanswered: number]> {
  const { state, bot, check, left } = await breaking(at, lost === "answer", way);
  const before = bot()?.values;
  const { stopped } = await check();
  expect(stopped?.isPlanned).toBe(false);
  const { unanswered } = state;
  expect(await left()).toBe(1);
  Object.assign(state, { isBroken: false, isWhole: true });
  expect((await check()).stopped).toBe(undefined);
  expect([bot()?.values, await left()]).toEqual([before, 0]);
  return [stopped?.why, unanswered];
}

const UPDATES = [1, 2, 3, 4, 5, 6];

const LOSSES = [true, false].flatMap((isLost) => UPDATES.map((at) => [isLost ? "answer" : "request", at] as const));

it.each(slice(LOSSES, { fast: 4 }))("with the %s of update %i", async (lost, at) => {
  const [why, unanswered] = await stopsAndMends(at, lost, "reset");
  // The update, and the look that would have put the bot back.
  expect(unanswered).toBe(2);
  expect(why).toMatch(/^an update of bot 1001: .*; .* wasn't answered: .*\. The next check with --write puts it back$/);
});

const LATE = "no complete answer within 2 s";
const NONSENSE = "HTTP 200: the answer isn't in the service's format";

const LOCKED = "HTTP 403: the answer isn't in the service's format";
const UNREAD = "the details of bot 1001 can't be read";
const REFUSED = "a plain request (botDetails) was refused";

it.each<[Way, number, "answer" | "request", first: string, then: string, unanswered: number]>([
  ["silent", 2, "answer", `an update of bot 1001: ${LATE}`, `botDetails wasn't answered: ${LATE}`, 2],
  ["a byte now and then", 4, "request", `an update of bot 1001: ${LATE}`, `botDetails wasn't answered: ${LATE}`, 2],
  ["HTML", 4, "answer", `an update of bot 1001: ${NONSENSE}`, `${REFUSED}: ${NONSENSE}`, 2],
  ["null", 6, "answer", UNREAD, UNREAD, 3],
  ["locked out", 3, "request", `an update of bot 1001: ${LOCKED}`, `${REFUSED}: ${LOCKED}`, 2],
])("in time where the answers are %s from update %i on", async (way, at, lost, first, then, unanswered) => {
  expect(await stopsAndMends(at, lost, way)).toEqual([
    `${first}; ${then}. The next check with --write puts it back`,
    unanswered,
  ]);
});

it("where an update turns the bot on and the turn-off isn't answered: the next check turns it off", async () => {
  const { state, bot, check, left } = await breaking("turnOff", false, "reset", { updateSwitch: "on" });
  const before = bot()?.values;
  expect((await check()).stopped?.why).toMatch(/The next check with --write puts it back$/);
  expect([bot()?.enabled, await left()]).toEqual([true, 1]);
  Object.assign(state, { isBroken: false, isWhole: true });
  expect(await refusal(check)).toEqual([
    expect.stringMatching(/^bot 1001 can't be changed for this: it is in a deal\n/),
    6,
  ]);
  expect([bot()?.enabled, bot()?.values, await left()]).toEqual([false, before, 0]);
});
