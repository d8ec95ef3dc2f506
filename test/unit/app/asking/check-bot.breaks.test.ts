// A service that stops answering while a bot is changed: the check ends at once, says what is left, and the next one puts it back.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { OPERATIONS } from "../../../../src/service/operations.js";
import { folder, listening } from "../room.js";
import { stage } from "./stage.js";

const place = folder();
const open: { close(): unknown }[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((one) => one.close()))));

/** Answers nothing from the update of that number on, which the service gets all the same where the answer is lost. */
async function breaking(at: number, isAnswerLost: boolean) {
  const made = await stage({}, place);
  const state = { isBroken: false, isWhole: false, updates: 0, unanswered: 0 };
  const server = createServer(({ method = "GET", url: target = "/", headers, socket }, response) => {
    const isUpdate = target.includes(OPERATIONS.updateBot.path);
    if (isUpdate) state.updates += 1;
    const isFirst = isUpdate && state.updates === at && !state.isWhole;
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
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(server, made.emulator);
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const bot = () => made.emulator.service.bots().find(({ id }) => id === 1001)?.values;
  const check = () => made.check({ bot: "#1001" }, listening(made.envAt(url)).host);
  const left = async () => (await made.ledgerAt(url).asking()).length;
  return { state, bot, check, left };
}

const UPDATES = [1, 2, 3, 4, 5, 6];

it.each([true, false].flatMap((isLost) => UPDATES.map((at) => [isLost ? "answer" : "request", at] as const)))(
  "with the %s of update %i",
  async (lost, at) => {
    const { state, bot, check, left } = await breaking(at, lost === "answer");
    const before = bot();
    const { stopped } = await check();
    expect(stopped?.isPlanned).toBe(false);
    expect(stopped?.why).toMatch(
      /^an update of bot 1001: .*; .* wasn't answered: .*\. The next check with --write puts it back$/,
    );
    // The update, and the look that would have put the bot back.
    expect([state.unanswered, await left()]).toEqual([2, 1]);
    Object.assign(state, { isBroken: false, isWhole: true });
    expect((await check()).stopped).toBe(undefined);
    expect([bot(), await left()]).toEqual([before, 0]);
  },
);
