// The list that an emergency stop reads: what it has shown counts later, and a failure is told until the next reading.
import { expect, it } from "vitest";
import { ServiceError } from "../../../../src/model/ports.js";
import { BotList } from "../../../../src/reconcile/emergency-stop/bot-list.js";
import { live } from "../fleet.js";
import { Account } from "./account.js";

it("knows what any reading has shown, how old the last one is, and why it failed", async () => {
  const account = new Account(live(7, "a"), live(8, "b"));
  account.hidden.add(8);
  const unanswered: string[] = [];
  const list = new BotList(account, (why) => unanswered.push(why));
  expect([list.ageMs, list.failure, list.hasShown(7)]).toEqual([Number.POSITIVE_INFINITY, undefined, false]);
  expect(await list.read()).toEqual([live(7, "a")]);
  account.clock.advance(3);
  expect([list.ageMs, list.hasShown(7), list.hasShown(8)]).toEqual([3, true, false]);
  account.broken.set("list", new ServiceError("http", "HTTP 500"));
  expect(await list.read()).toBeInstanceOf(ServiceError);
  expect([list.ageMs, list.failure, unanswered, list.hasShown(7)]).toEqual([0, "HTTP 500", ["HTTP 500"], true]);
  account.broken.clear();
  await list.read();
  expect([list.failure, unanswered]).toEqual([undefined, ["HTTP 500"]]);
});

it("that is suddenly empty is no reading, and vouches for no bot that is gone", async () => {
  const account = new Account(live(7, "a"));
  const list = new BotList(account);
  await list.read();
  account.bots.clear();
  expect(await list.read()).toMatchObject({ message: "the bot list is suddenly empty" });
  account.broken.set(9, new ServiceError("refused", "no"));
  expect(await list.bot(9)).toMatchObject({ message: "the bot list is suddenly empty" });
});

it("tells that a bot is gone which no list has shown", async () => {
  const account = new Account(live(7, "a"));
  const list = new BotList(account);
  await list.read();
  expect([await list.bot(7), await list.bot(9)]).toEqual([live(7, "a"), undefined]);
});
