// What was seen of a service is used: how long a write may still arrive, and that 0 switches scales off.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { apply } from "../../../../src/app/gate/apply.js";
import { knownOf } from "../../../../src/app/ledger/known-of-service.js";
import { ledgerOf } from "../../../../src/app/ledger/ledger.js";
import { startEmulator } from "../../../../src/emulator/http/server.js";
import type { SeedBot } from "../../../../src/emulator/seed/seed.js";
import type { SeenThen } from "../../../../src/model/service-questions.js";
import { makePlan } from "../../../../src/reconcile/plan/planner.js";
import { refresh } from "../../../../src/reconcile/plan/refresh.js";
import { createClient } from "../../../../src/service/client.js";
import { serviceReader } from "../../../../src/service/ports.js";
import { EXCHANGE, SEED } from "../../../support/road.js";
import { desired, desiredBot } from "../../reconcile/fleet.js";
import { folder } from "../room.js";

const place = folder();
const seen = (name: SeenThen["name"], value: SeenThen["value"], below?: number | null): SeenThen => ({
  ...{ name, value, below },
  ...{ detail: "", at: 0, tool: "1" },
});

describe("what is known", () => {
  it.each<[string, SeenThen[], number | undefined]>([
    ["nothing", [], undefined],
    ["a POST's window, to the second, and 5 s more", [seen("noncePostWindow", 10, 11)], 15],
    ["a POST's window within bounds: the longest that it may be", [seen("noncePostWindow", 45, 60)], 64],
    ["no end of it: the longest there is", [seen("noncePostWindow", 901, null)], 3_600],
    ["a GET's alone isn't taken for shorter than 60", [seen("nonceWindow", 10, 11)], 60],
    ["a GET's alone, if it is longer", [seen("nonceWindow", 300, 301)], 305],
    ["a POST's beside a GET's", [seen("nonceWindow", 300, 301), seen("noncePostWindow", 5, 6)], 10],
    ["the last answer", [seen("noncePostWindow", 10, 11), seen("noncePostWindow", 30, 31)], 35],
  ])("%s", (_what, answers, nonceWindow) => {
    expect(knownOf(answers)).toEqual({ nonceWindow, neverAhead: false, nonceOrder: "any", zeroSwitchesOff: false });
  });

  it.each<[string, SeenThen[], boolean]>([
    ["a lead of 0", [seen("nonceLead", 0, 1)], true],
    ["less than botform's 3", [seen("nonceLead", 2, 3)], true],
    ["3", [seen("nonceLead", 3, 5)], false],
    ["2, and more wasn't asked", [seen("nonceLead", 2, null)], false],
    ["nonces that have to grow", [seen("nonceOrder", "growing")], true],
    ["nonces in any order", [seen("nonceOrder", "any")], false],
    ["the same request twice was refused", [seen("nonceReuse", "refuse-same-request")], true],
    ["it was accepted", [seen("nonceReuse", "allow")], false],
  ])("whether nonces may be ahead: %s", (_what, answers, never) => {
    expect(knownOf(answers).neverAhead).toBe(never);
  });

  it.each<[string, SeenThen[], string]>([
    ["nothing is known", [], "any"],
    ["nonces have to grow", [seen("nonceOrder", "growing")], "growing"],
    ["each is taken once", [seen("nonceReuse", "refuse")], "once"],
    ["both", [seen("nonceOrder", "growing"), seen("nonceReuse", "refuse")], "once"],
    ["only the same request twice is refused", [seen("nonceReuse", "refuse-same-request")], "any"],
    ["it was seen later that they need not grow", [seen("nonceOrder", "growing"), seen("nonceOrder", "any")], "any"],
  ])("in which order requests leave: %s", (_what, answers, order) => {
    expect(knownOf(answers).nonceOrder).toBe(order);
  });

  it.each(["clear", "keep", "refuse"])("0 was sent for a scale: %s", (value) => {
    expect(knownOf([seen("scaleEmpty", value)]).zeroSwitchesOff).toBe(value === "clear");
  });
});

const open: { close(): Promise<void> }[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((one) => one.close()))));

/** Turns the scales of a bot off, by an apply that knows this; the answers are about a service in real time. */
async function applied(answers: readonly SeenThen[], nonceWindow?: number, pinned?: readonly SeenThen[]) {
  const config = desired([desiredBot("a", { fields: { martingaleScale: null, cycleLimitScale: null } })]);
  const emulator = await startEmulator({ seed: SEED });
  const fields = Object.fromEntries(Object.entries(config.bots[0]?.fields ?? {}).filter(([, value]) => value !== null));
  const planted = { ...fields, accessId: 1, martingaleScale: "1.2", cycleLimitScale: 3 } as SeedBot; // complete: a bot to be made
  const id = emulator.service.addBot("main", planted);
  const endpoint = {
    ...{ apiUrl: emulator.url, apiKey: "key", apiSecret: "secret", ...(nonceWindow && { nonceWindow }) },
    ...(pinned && { serviceFacts: { file: "facts.json", origin: emulator.url, seen: pinned } }),
  };
  const client = createClient({ ...endpoint, allow: "read" });
  open.push(client, emulator);
  const plan = makePlan(config, await refresh(config, serviceReader(client, EXCHANGE)));
  const journal = { folder: place.fresh("journal") };
  await ledgerOf(journal, plan.account, endpoint).learn(answers);
  const { outcomes } = await apply(plan, endpoint, { journal });
  const lines = readdirSync(journal.folder).map((name) => readFileSync(join(journal.folder, name), "utf8"));
  const [, nonce, notAfter] = /"nonce":(\d+),"notAfter":(\d+)/.exec(lines.join()) ?? [];
  const bot = emulator.service.bots().find((one) => one.id === id);
  return {
    outcomes: outcomes.map(({ kind, detail }) => `${kind}: ${detail}`),
    scales: [bot?.values.martingaleScale, bot?.values.cycleLimitScale],
    waits: Number(notAfter) / 1000 - Number(nonce),
  };
}

describe("an apply", () => {
  it("that knows nothing leaves scales out, which this service keeps, and reckons with 60 s", async () => {
    expect(await applied([])).toEqual({
      outcomes: [
        "failed: martingaleScale: expected off, but the service shows 1.2; cycleLimitScale: expected off, but the service shows 3",
      ],
      scales: ["1.2", "3"],
      waits: 65,
    });
  });

  it("that knows better switches them off, and reckons with what was seen", async () => {
    expect(await applied([seen("scaleEmpty", "clear"), seen("noncePostWindow", 300, 301)])).toEqual({
      outcomes: ["applied: read back, and every field matches"],
      scales: ["", ""],
      waits: 310,
    });
  });

  it("knows what the configuration pins, too, and reckons with the longer window", async () => {
    const pinned = [seen("scaleEmpty", "clear"), seen("noncePostWindow", 100, 101)];
    expect(await applied([seen("noncePostWindow", 300, 301)], undefined, pinned)).toEqual({
      outcomes: ["applied: read back, and every field matches"],
      scales: ["", ""],
      waits: 310,
    });
  });

  it("keeps to what the configuration states", async () => {
    expect((await applied([seen("noncePostWindow", 300, 301)], 20)).waits).toBe(25);
  });
});
