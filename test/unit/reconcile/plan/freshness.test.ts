import { afterEach, describe, expect, it } from "vitest";
import type { SeedBot } from "../../../../src/emulator/seed/seed.js";
import { ServiceError, type ServiceReader } from "../../../../src/model/ports.js";
import { staleBots, staleProblems } from "../../../../src/reconcile/plan/freshness.js";
import { type Road, road } from "../../../support/road.js";
import { BASE, desired, desiredBot, live } from "../fleet.js";
import { plannedBot, planOf, step } from "./plans.js";

let open: Road | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const LIVE = desired([desiredBot("a", { enabled: true }), desiredBot("b"), desiredBot("c", { enabled: true })]);
/** One step of each kind: a off, b updated, c renamed, d created. */
const WANTED = desired([
  desiredBot("a", { enabled: false }),
  desiredBot("b", { fields: { leverage: "9" } }),
  desiredBot("c", { fields: { title: "c2" }, previousTitles: ["c"] }),
  desiredBot("d", { enabled: true, previousTitles: ["old d"] }),
]);

/** Three live bots and a plan that touches them. */
async function planned() {
  const way = await road();
  open = way;
  await way.apply(await way.plan(LIVE));
  const plan = await way.plan(WANTED);
  expect(plan.steps.map((step) => `${step.action} ${step.address}`)).toEqual([
    "turn-off main/a",
    "update main/b",
    "update main/c",
    "create main/d",
    "turn-on main/d",
  ]);
  return { way, plan };
}

function botCalled(title: string, accessId = 1): SeedBot {
  return { ...BASE, title, accessId };
}

function idOf(way: Road, title: string): number {
  return way.emulator.service.bots().find((bot) => bot.values.title === title)?.id ?? 0;
}

describe("staleBots", () => {
  it("finds nothing where nothing has changed, with one list and one look at each touched bot", async () => {
    const { way, plan } = await planned();
    const { listBots, botDetails } = way.emulator.service.requests;
    expect(await staleBots(plan, way.reader)).toEqual([]);
    expect(way.emulator.service.requests.listBots - listBots).toBe(1);
    expect(way.emulator.service.requests.botDetails - botDetails).toBe(3);
  });

  it.each<{ because: string; edit: (way: Road) => void; says: string[] }>([
    {
      because: "a field of a bot that is to be updated",
      edit: (way) => way.emulator.service.editBot(idOf(way, "b"), { leverage: 20, martingaleScale: "1.5" }),
      says: ["main/b: leverage 5 → 20; martingaleScale off → 1.5"],
    },
    {
      because: "a field of a bot that is only to be switched",
      edit: (way) => way.emulator.service.editBot(idOf(way, "a"), { percentTakeProfit: "3" }),
      says: ["main/a: percentTakeProfit 1.2 → 3"],
    },
    {
      because: "the switch",
      edit: (way) => way.emulator.service.editBot(idOf(way, "b"), { enabled: true }),
      says: ["main/b: switch DISABLED → ENABLED"],
    },
    {
      because: "the switch, to what the plan wants anyway",
      edit: (way) => way.emulator.service.editBot(idOf(way, "a"), { enabled: false }),
      says: ["main/a: switch ENABLED → DISABLED"],
    },
    {
      because: "the title",
      edit: (way) => way.emulator.service.editBot(idOf(way, "a"), { title: "mine" }),
      says: ["main/a: title a → mine"],
    },
    {
      because: "the title, to what the plan wants anyway",
      edit: (way) => way.emulator.service.editBot(idOf(way, "c"), { title: "c2" }),
      says: ["main/c: title c → c2"],
    },
    {
      because: "two bots at once",
      edit: (way) => {
        way.emulator.service.editBot(idOf(way, "b"), { leverage: 20 });
        way.emulator.service.editBot(idOf(way, "a"), { leverage: 21 });
      },
      says: ["main/a: leverage 5 → 21", "main/b: leverage 5 → 20"],
    },
    {
      because: "a bot with the title of a create appeared",
      edit: (way) => void way.emulator.service.addBot("main", botCalled("d")),
      says: ['main/d: bots called "d" or "old d" none → 1004'],
    },
    {
      because: "a bot with a previous title of a create appeared, which the plan's list had dropped",
      edit: (way) => void way.emulator.service.addBot("main", botCalled("old d")),
      says: ['main/d: bots called "d" or "old d" none → 1004'],
    },
    {
      because: "a bot with the new title of a rename appeared",
      edit: (way) => void way.emulator.service.addBot("main", botCalled("c2")),
      says: ['main/c: bots called "c2" or "c" none → 1004'],
    },
    {
      because: "a second bot with the title of an update appeared",
      edit: (way) => void way.emulator.service.addBot("main", botCalled("b")),
      says: ['main/b: bots called "b" 1002 → 1002, 1004'],
    },
    {
      because: "nothing that matters: the title of a create on another access",
      edit: (way) => void way.emulator.service.addBot("main", botCalled("d", 2)),
      says: [],
    },
    {
      because: "nothing that matters: a bot of which the plan says nothing",
      edit: (way) => void way.emulator.service.addBot("main", { ...botCalled("stranger"), leverage: 9 }),
      says: [],
    },
    {
      because: "a bot appeared that has all settings of a create",
      edit: (way) => void way.emulator.service.addBot("main", botCalled("stranger")),
      says: ['main/d: bots that may be it none → 1004 "stranger"'],
    },
    {
      because: "a bot appeared that trades as a create, and is on",
      edit: (way) => void way.emulator.service.addBot("main", { ...botCalled("stranger"), leverage: 9, enabled: true }),
      says: ['main/d: bots that may be it none → 1004 "stranger"'],
    },
    {
      because: "a bot appeared with the title of a create in another form",
      edit: (way) => void way.emulator.service.addBot("main", { ...botCalled("D"), pairTitle: "USDT-XRP" }),
      says: ['main/d: bots that may be it none → 1004 "D"'],
    },
    {
      because: "nothing that matters: such a one on another access",
      edit: (way) => void way.emulator.service.addBot("main", botCalled("D", 2)),
      says: [],
    },
  ])("$because: $says", async ({ edit, says }) => {
    const { way, plan } = await planned();
    edit(way);
    expect(shown(await staleBots(plan, way.reader))).toEqual(says);
  });

  it("tells a bot that moved to another access, which nobody can do today", async () => {
    const { way, plan } = await planned();
    const moved: ServiceReader = {
      ...way.reader,
      bot: async (id) => ({ ...(await way.reader.bot(id)), ...(id === idOf(way, "b") && { accessId: 2 }) }),
    };
    expect(shown(await staleBots(plan, moved))).toEqual(["main/b: access 1 → 2"]);
  });

  it("tells a bot that the list doesn't show any more, and doesn't ask for its details", async () => {
    const { way, plan } = await planned();
    const gone = idOf(way, "b");
    const without: ServiceReader = {
      ...way.reader,
      bots: async () => (await way.reader.bots()).filter((bot) => bot.id !== gone),
      bot: async (id) => {
        if (id === gone) throw new ServiceError("refused", "botDetails: HTTP 404: there is no such bot");
        return way.reader.bot(id);
      },
    };
    expect(shown(await staleBots(plan, without))).toEqual([`main/b: bot ${gone} in the bot list → not there`]);
  });

  it("takes a failed read for no difference and no agreement", async () => {
    const { way, plan } = await planned();
    const unreadable = { ...way.reader, bot: () => Promise.reject(new ServiceError("http", "HTTP 500")) };
    await expect(staleBots(plan, unreadable)).rejects.toThrow("HTTP 500");
    const empty = { ...way.reader, bots: async () => [] };
    await expect(staleBots(plan, empty)).rejects.toThrow("suddenly empty");
  });

  it("takes an empty list for a bad read, if the plan saw a single bot", async () => {
    open = await road();
    const way = open;
    await way.apply(await way.plan(desired([desiredBot("a")])));
    const plan = await way.plan(desired([desiredBot("a"), desiredBot("b")]));
    expect(plan.observedBots).toBe(1);
    await expect(staleBots(plan, { ...way.reader, bots: async () => [] })).rejects.toThrow("suddenly empty");
  });

  it("asks for nothing but the list where the plan only creates on an empty account", async () => {
    open = await road();
    const plan = await open.plan(LIVE);
    expect(await staleBots(plan, open.reader)).toEqual([]);
    expect(open.emulator.service.requests.botDetails).toBe(0);
  });

  it("knows the copies that the plan has shown", async () => {
    open = await road();
    const way = open;
    for (const title of ["a", "a"]) way.emulator.service.addBot("main", botCalled(title));
    const plan = await way.plan(desired([desiredBot("a", { fields: { leverage: "9" } })]));
    expect(plan.bots["main/a"]?.copies).toEqual([1002]);
    expect(await staleBots(plan, way.reader)).toEqual([]);
    way.emulator.service.addBot("main", botCalled("a"));
    expect(shown(await staleBots(plan, way.reader))).toEqual(['main/a: bots called "a" 1001, 1002 → 1001, 1002, 1003']);
  });

  it("doesn't mind namesakes of a bot that botId names", async () => {
    open = await road();
    const way = open;
    const id = way.emulator.service.addBot("main", botCalled("a"));
    const plan = await way.plan(desired([desiredBot("a", { botId: id, fields: { leverage: "9" } })]));
    way.emulator.service.addBot("main", botCalled("a"));
    expect(await staleBots(plan, way.reader)).toEqual([]);
  });
});

describe("of bots that are there already", () => {
  const says = async (planned: Parameters<typeof plannedBot>[2], bots: readonly [number, string][]) => {
    const plan = planOf([plannedBot("a", live(5, "old"), planned)], [step("update", "a")]);
    const rows = bots.map(([id, title]) => live(id, title));
    const never = () => Promise.reject(new Error("that isn't read"));
    const reader: ServiceReader = {
      ...{ accesses: never, endedDeals: never, pairs: never, runningDeals: never },
      bots: async () => rows,
      bot: async (id) => rows.find((bot) => bot.id === id) ?? never(),
    };
    return shown(await staleBots(plan, reader));
  };

  it("one that botId names, and that is to be renamed, minds who has its new title", async () => {
    expect(
      await says({ pinned: true }, [
        [5, "old"],
        [9, "a"],
        [3, "a"],
      ]),
    ).toEqual(['main/a: bots called "a" none → 3, 9']);
    expect(
      await says({ pinned: true, title: "old" }, [
        [5, "old"],
        [9, "old"],
      ]),
    ).toEqual([]);
  });

  it("all are named in the order of their ids", async () => {
    expect(
      await says({ title: "old", copies: [11, 4] }, [
        [5, "old"],
        [11, "old"],
        [4, "old"],
        [2, "old"],
      ]),
    ).toEqual(['main/a: bots called "old" 4, 5, 11 → 2, 4, 5, 11']);
  });

  it("the fingerprint decides, even where no setting tells the difference", async () => {
    expect(await says({ title: "old", fingerprint: "0f" }, [[5, "old"]])).toEqual([
      expect.stringMatching(/^main\/a: fingerprint 0f → [0-9a-f]{8,}$/),
    ]);
  });
});

function shown(stale: Awaited<ReturnType<typeof staleBots>>): string[] {
  return staleProblems(stale).map(
    ({ address, summary }) => `${address}: ${summary.replace("changed since the plan was made: ", "")}`,
  );
}
