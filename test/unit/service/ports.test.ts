// What reconcile asks for, as it leaves this machine: each method's one request, for the account's exchange unless another is named.
import { expect, it } from "vitest";
import { createClient } from "../../../src/service/client.js";
import { serviceReader, serviceWriter, whateverIsShown } from "../../../src/service/ports.js";
import { live } from "../reconcile/fleet.js";
import { wireBot } from "./wirebot.js";

/** A client whose service answers every request with `data`, and what was asked. */
function answering(data: unknown) {
  const asked: string[] = [];
  const client = createClient({
    ...{ apiUrl: "https://a.example", apiKey: "k", apiSecret: "s", allow: "all", sleep: async () => {} },
    exchange: async ({ method, path }) => {
      asked.push(`${method} ${decodeURIComponent(path.replace("/bot-futures/", ""))}`);
      return { status: 200, body: JSON.stringify({ isSuccess: true, errorMessage: "", data }) };
    },
  });
  return { asked, client, reader: serviceReader(client, "MAIN"), writer: serviceWriter(client, "MAIN") };
}

it("a reader reads lists of its own exchange, or of another", async () => {
  const { asked, reader } = answering([]);
  const answers = [
    await reader.accesses(),
    await reader.bots(),
    await reader.bots("OTHER"),
    await reader.runningDeals(101),
    await reader.runningDeals(101, "OTHER"),
    await reader.endedDeals(102),
    await reader.endedDeals(102, "OTHER"),
    await reader.pairs(),
  ];
  expect(asked).toEqual([
    "GET access-list",
    "GET all?exchange=MAIN",
    "GET all?exchange=OTHER",
    "GET active-deals?accessId=101&exchange=MAIN",
    "GET active-deals?accessId=101&exchange=OTHER",
    "GET deals-history?accessId=102&exchange=MAIN",
    "GET deals-history?accessId=102&exchange=OTHER",
    "GET pair-list",
  ]);
  expect(answers).toEqual(Array.from(answers, () => []));
});

it("a reader hands on what is canonical", async () => {
  const bots = answering([wireBot({ id: 7, accessId: 101, title: "One" })]);
  expect(await bots.reader.bot(7)).toMatchObject({ id: 7, accessId: 101, fields: { title: "One", leverage: "5" } });
  expect(await bots.reader.bots()).toMatchObject([{ id: 7, fields: { percentTakeProfit: "1.2" } }]);
  expect(bots.asked).toEqual(["GET detail?botId=7", "GET all?exchange=MAIN"]);
  const accesses = answering([{ accessId: 101, title: "Main", exchange: "MAIN" }]);
  expect(await accesses.reader.accesses()).toEqual([{ id: 101, title: "Main", exchange: "MAIN" }]);
});

it("a list that shows a bot twice is a bad read; two of one title aren't", async () => {
  const twice = answering([wireBot({ id: 7 }), wireBot({ id: 8 }), wireBot({ id: 7, title: "Other" })]);
  await expect(twice.reader.bots()).rejects.toMatchObject({
    ...{ kind: "shape", message: "reading the list of bots: the list shows a bot twice" },
  });
  const alike = answering([wireBot({ id: 7 }), wireBot({ id: 8 })]);
  expect((await alike.reader.bots()).map(({ id }) => id)).toEqual([7, 8]);
});

it("of a list that shows a bot twice whoever turns all off takes each once, as on if any row says so", () => {
  const rows = [live(7, "A"), live(8, "B", { on: true }), live(7, "Other", { on: true }), live(8, "B"), live(9, "C")];
  expect(whateverIsShown(rows)).toEqual([rows[2], rows[1], rows[4]]);
  expect(whateverIsShown([])).toEqual([]);
});

it("a writer sends one request for each write, with all that it names", async () => {
  const { asked, writer } = answering({ botId: 5 });
  const fields = { title: "One", leverage: "5" };
  const answers = [
    await writer.create(101, fields),
    await writer.update(7, { ...fields, indicatorName: null }, { indicatorName: "SMALL" }),
    await writer.update(7, { martingaleScale: null }, { martingaleScale: "1.2" }),
    await writer.turnOn(7),
    await writer.turnOff(7),
    await writer.startDeal(7),
    await writer.changeTakeProfit(9, "2.5", true),
    await writer.changeTakeProfit(9, "2.5", false),
    await writer.completeDeal(9),
    await writer.cancelDeal(9),
  ];
  expect(asked).toEqual([
    "POST create?accessId=101&exchange=MAIN&title=One&leverage=5",
    "POST update?botId=7&title=One&leverage=5&indicatorName=",
    "POST update?botId=7",
    "POST activate?botId=7",
    "POST deactivate?botId=7",
    "POST start-new-deal?botId=7",
    "POST renew-tp-percentage?dealId=9&immediately=1&newPercentOfTp=2.5",
    "POST renew-tp-percentage?dealId=9&immediately=0&newPercentOfTp=2.5",
    "POST complete-deal?dealId=9",
    "POST cancel-deal?dealId=9",
  ]);
  expect(answers[0]).toEqual({ kind: "accepted", botId: 5 });
  expect(answers.slice(1)).toEqual(Array.from({ length: 9 }, () => ({ kind: "accepted" })));
});

it("a writer switches a scale off with 0 where the service is known to take that", async () => {
  const { asked, client } = answering({});
  const writer = serviceWriter(client, "MAIN", { zeroSwitchesOff: true });
  await writer.update(7, { martingaleScale: null }, { martingaleScale: "1.2" });
  expect(asked).toEqual(["POST update?botId=7&martingaleScale=0"]);
});

it("a writer sends nothing once it may not", async () => {
  const { asked, writer } = answering({ botId: 5 });
  const no = () => false;
  const answers = [
    await writer.create(101, {}, no),
    await writer.update(7, {}, {}, no),
    await writer.turnOn(7, no),
    await writer.turnOff(7, no),
    await writer.startDeal(7, no),
    await writer.changeTakeProfit(9, "2.5", true, no),
    await writer.completeDeal(9, no),
    await writer.cancelDeal(9, no),
  ];
  expect([asked, new Set(answers.map(({ kind }) => kind))]).toEqual([[], new Set(["not-sent"])]);
});
