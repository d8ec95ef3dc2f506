// Rule 22: nothing is created that looks like a rename of a live bot, or like a title that the service has stored in another form.
import { describe, expect, it } from "vitest";
import type { Desired } from "../../src/model/bot/desired.js";
import type { SomeFields } from "../../src/model/bot/field.js";
import type { KnownBots } from "../../src/reconcile/ledger/facts.js";
import { NO_MEMORY } from "../../src/reconcile/ledger/ledger.js";
import { staleBots } from "../../src/reconcile/plan/freshness.js";
import { makePlan } from "../../src/reconcile/plan/planner.js";
import { refresh } from "../../src/reconcile/plan/refresh.js";
import type { Road } from "../support/road.js";
import { earlier } from "../unit/reconcile/earlier.js";
import { desired, desiredBot } from "../unit/reconcile/fleet.js";
import { addByHand, carryOut, kinds, sent, start } from "./scene.js";

function called(title: string, changes: Parameters<typeof desiredBot>[1] = {}): Desired {
  return desired([desiredBot("a", { enabled: true, ...changes, fields: { ...changes.fields, title } })]);
}

async function planOf(way: Road, config: Desired, known: KnownBots = new Map()) {
  const memory = { ...NO_MEMORY, bots: known };
  return makePlan(config, await refresh(config, way.reader, { memory, now: 0 }));
}

const codes = ({ diagnostics }: { diagnostics: readonly { readonly code: string }[] }) =>
  diagnostics.map(({ code }) => code);

const KNOWN: KnownBots = new Map([[1005, { id: 1005, accessId: 1, title: "Old", address: "main/a" }]]);
const OTHER_PAIR: SomeFields = { pairTitle: "USDT-ETH" };

describe("rule 22: a title that the service stores in another form", () => {
  const title = "Cafe\u0301 & BTC dip";
  it.each([
    ["upper", "CAFE\u0301 & BTC DIP", "write title:"],
    ["escaped", "Cafe\u0301 &amp; BTC dip", "choose a title without them"],
    ["cut", "Cafe\u0301 & BTC di", "write title:"],
    ["nfc", "Caf\u00e9 & BTC dip", "write title:"],
  ] as const)("makes no second copy: %s, applied three times", async (titles, stored, remedy) => {
    const way = await start({ quirks: { titles } });
    const first = await carryOut(way, await planOf(way, called(title)));
    expect(kinds(first)[0]).toBe("create main/a failed");
    for (let run = 2; run <= 3; run += 1) {
      const plan = await planOf(way, called(title));
      expect(codes(plan)).toEqual(["plan/looks-renamed"]);
      expect(plan.diagnostics[0]?.summary).toContain(JSON.stringify(stored));
      expect(plan.diagnostics[0]?.remedy).toContain(remedy);
      await carryOut(way, plan);
    }
    expect(sent(way).creates).toBe(1);
  });

  it("makes no second copy although pair and strategy are others, where the ledger knows the bot of the key", async () => {
    const way = await start();
    addByHand(way, { title: "Something else", id: 1005 });
    const plan = await planOf(way, called("New", { fields: OTHER_PAIR }), KNOWN);
    expect([codes(plan), plan.steps]).toEqual([["plan/other-title"], []]);
    expect(plan.diagnostics[0]?.summary).toContain(
      'bot 1005 stood for this key, and the service calls it "Something else"',
    );
  });
});

describe("rule 22: a rename in the configuration", () => {
  it.each([
    ["is on", { enabled: true }, { leverage: "9" }],
    ["has the same settings", {}, {}],
  ] as const)("is asked about where the live bot %s", async (_, bot, fields) => {
    const way = await start();
    addByHand(way, { title: "Old", ...bot });
    const plan = await planOf(way, called("New", { fields }));
    expect([codes(plan), plan.steps]).toEqual([["plan/looks-renamed"], []]);
    expect(plan.diagnostics[0]?.remedy).toContain('previousTitles: ["Old"]');
    expect(plan.diagnostics[0]?.remedy).toContain('twin: "Old"');
  });

  it("is asked about outside of the scope, too", async () => {
    const way = await start();
    addByHand(way, { title: "Old", enabled: true });
    const scoped = { ...called("bf New"), titlePrefix: "bf ", undeclared: "ignore" as const };
    expect(codes(await planOf(way, scoped))).toEqual(["plan/looks-renamed"]);
  });

  it("is a warning where the live bot is off and has other settings", async () => {
    const way = await start();
    addByHand(way, { title: "Old" });
    const plan = await planOf(way, called("New", { fields: { leverage: "9" } }));
    expect(codes(plan)).toEqual(["plan/beside-another"]);
    expect(plan.steps.map(({ action }) => action)).toEqual(["create", "turn-on"]);
  });

  it("is no question where previousTitles, another pair or twin answers it", async () => {
    const way = await start();
    addByHand(way, { title: "Old", id: 1005, enabled: true });
    const renamed = await planOf(way, called("New", { previousTitles: ["Old"] }), KNOWN);
    expect([codes(renamed), renamed.steps.map(({ action }) => action)]).toEqual([[], ["update"]]);
    const other = await planOf(way, called("New", { fields: OTHER_PAIR }));
    expect([codes(other), other.steps.map(({ action }) => action)]).toEqual([[], ["create", "turn-on"]]);
    const pinned = await planOf(way, called("New", { botId: 1005 }));
    expect([codes(pinned), pinned.steps.map(({ action }) => action)]).toEqual([[], ["update"]]);
    const twin = await planOf(way, called("New", { twin: ["Old"] }), KNOWN);
    expect([codes(twin), twin.steps.map(({ action }) => action)]).toEqual([[], ["create", "turn-on"]]);
  });

  it("is no reason to touch the live bot, though undeclared ones are turned off", async () => {
    const way = await start();
    addByHand(way, { title: "Old", enabled: true });
    const plan = await planOf(way, { ...called("New"), undeclared: "turn-off" });
    expect([codes(plan), plan.steps]).toEqual([["plan/looks-renamed"], []]);
  });

  it("with an empty ledger it is a new bot where title and pair change at once, and the old one is shown", async () => {
    const way = await start();
    addByHand(way, { title: "Old", enabled: true });
    const plan = await planOf(way, called("New", { fields: OTHER_PAIR }));
    expect([codes(plan), plan.steps.map(({ action }) => action)]).toEqual([[], ["create", "turn-on"]]);
    expect(plan.undeclared).toMatchObject([{ title: "Old", on: true }]);
  });

  it("is asked about where the access has to be read, and where deals do", async () => {
    const way = await start();
    const id = addByHand(way, { title: "Old", enabled: true });
    addByHand(way, { title: "Old too", enabled: true, accessId: 2 });
    const plan = await planOf(way, { ...called("New", { fields: { leverage: "9" } }), undeclared: "ignore" });
    expect(plan.diagnostics.map(({ summary }) => summary)).toEqual([
      `"New" would be created beside bot ${id} "Old", which isn't in the configuration: it has the same access, pair and strategy, it is on, or may come on, it is in a deal`,
    ]);
    way.emulator.service.editBot(id, { enabled: false });
    const inDeal = await planOf(way, { ...called("New", { fields: { leverage: "9" } }), undeclared: "ignore" });
    expect(inDeal.diagnostics[0]?.summary).toMatch(/strategy, it is in a deal$/);
  });

  it("isn't asked by who only compares", async () => {
    const way = await start();
    addByHand(way, { title: "Old", enabled: true });
    const plan = makePlan(called("New"), await refresh(called("New"), way.reader), { questions: false });
    expect([codes(plan), plan.steps.map(({ action }) => action)]).toEqual([[], ["create", "turn-on"]]);
  });

  it("is said once for five, each with its line", async () => {
    const way = await start();
    const keys = ["a", "b", "c", "d", "e"];
    for (const key of keys) addByHand(way, { title: `Old ${key}`, enabled: true });
    const config = desired(keys.map((key) => desiredBot(key, { fields: { title: `New ${key}` } })));
    const plan = await planOf(way, config);
    expect([codes(plan), plan.steps]).toEqual([["plan/looks-renamed"], []]);
    for (const key of keys) expect(plan.diagnostics[0]?.remedy).toContain(`previousTitles: ["Old ${key}"]`);
  });
});

describe("rule 22: a plan that is carried out a second time, its creates having come out otherwise", () => {
  /** The bot of the first run is under another form of the title by now. */
  async function again(known: KnownBots = new Map(), isListed = true) {
    const way = await start({ quirks: { titles: "upper" } });
    const plan = await planOf(way, called("dip"));
    expect(kinds(await carryOut(way, plan))).toEqual(["create main/a failed", "turn-on main/a skipped"]);
    const reader = isListed ? {} : { bots: async () => [] };
    const stale = await staleBots(plan, { ...way.reader, ...reader });
    const report = await carryOut(way, plan, { reader }, { knownBots: known });
    return { stale, report, bots: way.emulator.service.bots() };
  }

  it("is stale before anything is sent", async () => {
    expect((await again()).stale).toMatchObject([{ address: "main/a", differences: [{ after: '1001 "DIP"' }] }]);
  });

  it("makes no copy of it", async () => {
    const { report, bots } = await again();
    expect([report.outcomes[0], bots.length]).toMatchObject([{ kind: "failed", rule: 22, stale: true }, 1]);
  });

  it("makes none either where the list is suddenly empty, and the ledger knows the bot of the key", async () => {
    const known = new Map([[1001, { id: 1001, accessId: 1, title: "dip", address: "main/a" }]]);
    const { stale, report, bots } = await again(known, false);
    expect([stale, report.outcomes[0], bots.length]).toMatchObject([[], { kind: "failed", rule: 22 }, 1]);
  });
});

describe("rule 22: a title changed while an earlier create may still arrive", () => {
  const OLD = { title: "Old", accessId: 1, target: { pairTitle: "USDT-BTC", strategy: "LONG" } };

  /** The create of another title, of that key, sent just now; its bot turns up at the third list. */
  async function renamedMeanwhile(address: string) {
    const way = await start();
    const now = way.clock.now();
    const intents = [earlier("create", undefined, now, { address, notAfter: now + 40_000, makes: OLD })];
    const config = called("New");
    const plan = makePlan(config, await refresh(config, way.reader, { memory: { ...NO_MEMORY, intents }, now }));
    let lists = 0;
    const bots = async () => {
      lists += 1;
      if (lists === 3) addByHand(way, { title: "Old", id: 2000 });
      return way.reader.bots();
    };
    const report = await carryOut(way, plan, { reader: { bots } }, { earlier: intents, commandDeadlineMs: 10_000 });
    return { plan, report, creates: sent(way).creates };
  }

  it.each(["main/a", "main/gone"])(
    "makes no copy while the run waits for an earlier create (of %s)",
    async (address) => {
      const { plan, report, creates } = await renamedMeanwhile(address);
      expect(codes(plan)).toEqual(["plan/in-doubt", "plan/waits"]);
      expect([kinds(report), creates]).toEqual([["create main/a failed", "turn-on main/a skipped"], 0]);
      expect(report.outcomes[0]).toMatchObject({ rule: 22, stale: true });
      expect(report.outcomes[0]?.next).toContain('previousTitles: ["Old"] or botId: 2000');
    },
  );

  it("is asked about where the bot is there that an unsettled create of the key may have made, whatever it trades", async () => {
    const way = await start();
    addByHand(way, { title: "OLD", id: 2000 });
    const intents = [earlier("create", undefined, 0, { makes: OLD })];
    const config = called("New", { fields: OTHER_PAIR });
    const past = { memory: { ...NO_MEMORY, intents }, now: way.clock.now() };
    const plan = makePlan(config, await refresh(config, way.reader, past));
    expect([codes(plan), plan.steps]).toEqual([["plan/other-title"], []]);
    expect(plan.diagnostics[0]?.remedy).toContain('previousTitles: ["OLD"]');
  });
});
