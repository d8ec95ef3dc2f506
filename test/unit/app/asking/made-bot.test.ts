// The bot that a check makes for itself: one, off, after consent, and found again by whatever check comes next.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { AskingStopped } from "../../../../src/app/asking/asker.js";
import { makeOwn, placeOf } from "../../../../src/app/asking/made-bot.js";
import { ledgerOf } from "../../../../src/app/ledger/ledger.js";
import type { Quirks } from "../../../../src/emulator/quirks/quirks.js";
import { OPERATIONS } from "../../../../src/service/operations.js";
import { folder, listening, refusal } from "../room.js";
import { stage } from "./stage.js";

const place = folder();
const open: { close(): unknown }[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((one) => one.close()))));

async function scene(quirks: Partial<Quirks> = {}) {
  const made = await stage(quirks, place);
  open.push(made.emulator);
  const { service } = made.emulator;
  return {
    ...made,
    creates: () => service.writes.filter(({ operation }) => operation === "createBot").length,
    own: () => service.bots().filter(({ values }) => values.title === "BOTFORM ASKS"),
  };
}

describe("a check's own bot", () => {
  it.each<Partial<Quirks>>([{}, { listLag: 20_000 }, { listSize: 3, listKeeps: "oldest" }, { titles: "upper" }])(
    "is made once, asked, and found again: %j",
    async (quirks) => {
      const { check, creates, own } = await scene(quirks);
      const first = await check({ create: true });
      expect(first.stopped).toBe(undefined);
      const names = first.found.map(({ name }) => name);
      expect(names).toEqual(
        expect.arrayContaining(["newBots", "createDelay", "scaleEmpty", "priceLevelOff", "titles"]),
      );
      const [before] = own();
      expect([before?.enabled, before?.id]).toEqual([false, 1006]);
      expect((await check({ create: true })).stopped).toBe(undefined);
      expect([creates(), own().map(({ values }) => values)]).toEqual([1, [before?.values]]);
    },
  );

  it.each([
    [0, "at the first look"],
    [5_000, "not there yet 4.0 s after its create"],
  ])("tells that it is on, after %i ms in no answer, and is turned off at once: %s", async (createDelay, detail) => {
    const { check, own } = await scene({ createDelay, newBots: "on", unknownBot: "empty" });
    const { found } = await check({ create: true });
    const [delay, on] = ["createDelay", "newBots"].map((name) => found.find((one) => one.name === name));
    expect(Number(delay?.value)).toBeLessThanOrEqual(createDelay);
    expect(delay?.below).toBeGreaterThan(createDelay);
    expect(delay?.detail).toBe(detail);
    expect([on?.value, on?.detail]).toEqual(["on", "of bot 1006, which the check has made"]);
    expect(own().map(({ enabled }) => enabled)).toEqual([false]);
  });

  it("that never shows is said to have been made", async () => {
    const { check, creates } = await scene({ createDelay: 100_000, unknownBot: "empty" });
    expect((await check({ create: true })).stopped?.why).toBe(
      "bot 1006 was made, and its details can't be read: look at it on the service",
    );
    expect(creates()).toBe(1);
  });

  it.each<[string, unknown, object, readonly string[], string]>([
    ["of no pair", [], {}, [], "the list of pairs is empty, so no bot can be made"],
    [
      "whose id isn't told",
      ["USDT-ETH", "USDT-SOL"],
      { kind: "accepted" },
      ["USDT-ETH"],
      "bot BOTFORM ASKS may or may not have been made (no id was given): the next check looks for it first",
    ],
    [
      "of the pair that every exchange has, if it is there",
      ["USDT-ETH", "USDT-BTC"],
      { kind: "not-sent", message: "no connection" },
      ["USDT-BTC"],
      "bot BOTFORM ASKS may or may not have been made (no connection): the next check looks for it first",
    ],
  ])("%s isn't taken for made", async (_what, pairs, answer, asked, why) => {
    const sent: unknown[] = [];
    const making = {
      asker: { read: async ({ name }: { name: string }) => (name === "pairList" ? pairs : []), now: () => 0 },
      client: {
        createBot: async (parameters: readonly (readonly [string, unknown])[]) => {
          sent.push(...parameters.flatMap(([name, value]) => (name === "pairTitle" ? [value] : [])));
          return answer;
        },
      },
      ledger: ledgerOf({ folder: place.fresh("ledger") }, "main", { apiUrl: "https://a.example" }),
      place: { accessId: 1, exchange: "X" },
      ...{ lifeMs: 60_000, say: async () => {} },
    } as unknown as Parameters<typeof makeOwn>[0];
    await expect(makeOwn(making)).rejects.toThrow(new AskingStopped(why));
    expect(sent).toEqual(asked);
  });

  it("isn't made without consent, which says that nothing can delete it", async () => {
    const { check, creates, env } = await scene();
    const { host, said } = listening(env, { answer: "no" });
    expect(await refusal(() => check({ create: true, yes: false }, host))).toEqual(["declined; nothing was asked", 1]);
    expect(said.at(-1)).toBe(
      'asked: Make a bot "BOTFORM ASKS" on main, off, for checks alone? Nothing can delete it but you, on the service\'s website. The next check finds it again. yes/no: ',
    );
    expect(creates()).toBe(0);
  });

  it.each(["answer", "request"] as const)("isn't made a second time where the %s was lost", async (lost) => {
    const { check, creates, own, emulator, envAt, clock } = await scene({ listLag: 100_000 });
    let asked = 0;
    const server = createServer(({ method = "GET", url: target = "/", headers, socket }, response) => {
      const isCreate = target.includes(OPERATIONS.createBot.path);
      asked += isCreate ? 1 : 0;
      const isLost = isCreate && asked === 1;
      if (isLost && lost === "request") return socket.destroy();
      const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      const answer = emulator.service.handle({ method, target, headers: plain, body: "" });
      if (isLost) return socket.destroy();
      return response.writeHead(answer.status, answer.headers).end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    open.push({ close: () => server.closeAllConnections() }, server);
    const { host } = listening(envAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    const end = async () => (await check({ create: true }, host)).stopped?.why;
    expect(await end()).toMatch(
      /^bot BOTFORM ASKS may or may not have been made \(.*\): the next check looks for it first$/,
    );
    expect(await end()).toMatch(
      /^an earlier check has asked for a bot BOTFORM ASKS, which may still appear until 20\d\d-\d\d-\d\d \d\d:\d\d: run it again then$/,
    );
    clock.advance(300_000);
    expect(await end()).toBe(undefined);
    expect([creates(), own().length]).toEqual([1, 1]);
  });
});

describe("the access of its bot", () => {
  const at = (rows: readonly object[], named?: string) => {
    const asker = { read: async () => rows } as unknown as Parameters<typeof placeOf>[0];
    return placeOf(asker, named).catch((error: unknown) => (error instanceof Error ? error.message : error));
  };
  const main = { accessId: 101, title: "Main futures", exchange: "X" };
  const second = { accessId: 102, title: "Second futures", exchange: "Y" };

  it("is the only one, or the one that is named by its title or id", async () => {
    expect(await at([main])).toEqual({ accessId: 101, exchange: "X" });
    expect(await at([main, second], "Second futures")).toEqual({ accessId: 102, exchange: "Y" });
    expect(await at([main, second], "101")).toEqual({ accessId: 101, exchange: "X" });
  });

  it.each<[readonly object[], string | undefined, string]>([
    [
      [main, second],
      undefined,
      'the account hasn\'t exactly one access; it has "Main futures" (101), "Second futures" (102): name one, as in --create 101',
    ],
    [
      [main, second],
      "Third",
      'no single access is called Third; it has "Main futures" (101), "Second futures" (102): name one, as in --create 101',
    ],
    [
      [main, { ...second, title: "Main futures" }],
      "Main futures",
      'no single access is called Main futures; it has "Main futures" (101), "Main futures" (102): name one, as in --create 101',
    ],
    [[], undefined, "the account hasn't exactly one access; it has none"],
  ])("is asked for where it isn't clear: %#", async (rows, named, says) => {
    expect(await at(rows, named)).toBe(says);
  });
});
