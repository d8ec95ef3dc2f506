// A bot that turns up after a run has begun, and that may be the one to create: nothing is sent, and the remedy is told (rule 22).
import { describe, expect, it } from "vitest";
import type { OpenIntent } from "../../../../src/model/plan/open-intent.js";
import type { KnownBots } from "../../../../src/reconcile/ledger/facts.js";
import { addByHand, carryOut, idle, kinds, sent, start } from "../../../rules/scene.js";
import { earlier } from "../earlier.js";

type ByHand = Parameters<typeof addByHand>[1];

/** A run that creates main/a after it has waited for an earlier create of it; a bot turns up meanwhile. */
async function turnsUp(
  bot: ByHand,
  makes?: Partial<OpenIntent["makes"]>,
  keys: readonly string[] = ["a"],
  others: (now: number) => readonly OpenIntent[] = () => [],
) {
  const way = await start();
  const now = way.clock.now();
  const plan = await way.plan(idle(...keys));
  let lists = 0;
  const bots = async () => {
    lists += 1;
    if (lists === 3) addByHand(way, bot);
    return way.reader.bots();
  };
  const made = { title: "before", accessId: 1, target: {}, ...makes };
  const intents = [earlier("create", undefined, now, { notAfter: now + 40_000, makes: made }), ...others(now)];
  const report = await carryOut(way, plan, { reader: { bots } }, { earlier: intents, commandDeadlineMs: 10_000 });
  return { report, kinds: kinds(report), creates: sent(way).creates };
}

const OTHER_PAIR = { pairTitle: "USDT-ETH" };

describe("a bot that turns up", () => {
  it.each<readonly [string, ByHand, Partial<OpenIntent["makes"]>]>([
    ["has the same settings", { title: "by hand" }, {}],
    ["is on", { title: "by hand", enabled: true }, {}],
    ["has the title of an earlier create of the key", { title: "old", ...OTHER_PAIR }, { title: "old" }],
    ["has that title in another form", { title: "OLD", ...OTHER_PAIR }, { title: "old" }],
    ["has the new title in another form", { title: "A", ...OTHER_PAIR }, {}],
  ])("holds the create back where it %s", async (_what, bot, makes) => {
    const { report, creates } = await turnsUp({ id: 2000, ...bot }, makes);
    const title = JSON.stringify(bot.title);
    expect([report.outcomes, creates]).toMatchObject([
      [
        {
          kind: "failed",
          rule: 22,
          stale: true,
          wrote: false,
          detail: `bot 2000 ${title} has turned up since the plan was made, and may be this bot under another title; nothing was sent`,
          next: `if it is this bot, add previousTitles: [${title}] or botId: 2000; if a second one is meant, add twin: ${title}; then run apply again`,
        },
      ],
      0,
    ]);
  });

  it.each<readonly [string, ByHand]>([
    ["trades another pair", { title: "by hand", ...OTHER_PAIR }],
    ["trades another pair, and is on", { title: "by hand", enabled: true, ...OTHER_PAIR }],
    ["is on another access", { title: "by hand", accessId: 2 }],
    ["trades the same with other settings", { title: "by hand", leverage: 9 }],
  ])("doesn't where it %s", async (_what, bot) => {
    expect(await turnsUp(bot)).toMatchObject({ kinds: ["create main/a applied"], creates: 1 });
  });

  it("doesn't where it has the title of another key's create, or of what isn't one", async () => {
    const sent = (now: number) => [
      earlier("create", undefined, now, { address: "main/z", makes: { title: "old", accessId: 1, target: {} } }),
      earlier("update", 5, now, { makes: { title: "old", accessId: 1, target: {} } }),
      earlier("create", undefined, now, { makes: undefined }),
    ];
    const { kinds: ended } = await turnsUp({ title: "old", ...OTHER_PAIR }, {}, ["a"], sent);
    expect(ended).toEqual(["create main/a applied"]);
  });

  it("doesn't where it is another create's of the same run", async () => {
    const { kinds: both } = await turnsUp({ title: "b" }, {}, ["a", "b"]);
    expect(both[0]).toBe("create main/a applied");
  });
});

it("bots that were there when the plan was made hold nothing back, nor do those that it creates", async () => {
  const way = await start();
  addByHand(way, { title: "by hand", leverage: 9 });
  const plan = await way.plan(idle("a", "b", "c"));
  const report = await carryOut(way, plan);
  expect(kinds(report)).toEqual(["create main/a applied", "create main/b applied", "create main/c applied"]);
});

it("holds the create back though the list that it rests on has dropped the row again", async () => {
  const way = await start();
  const plan = await way.plan(idle("a"));
  addByHand(way, { title: "A", id: 2000, ...OTHER_PAIR });
  addByHand(way, { title: "z", ...OTHER_PAIR });
  let lists = 0;
  const bots = async () => {
    lists += 1;
    return (await way.reader.bots()).filter(({ id }) => lists === 1 || id !== 2000);
  };
  // The first list is old when the create's turn comes.
  const waits = earlier("create", undefined, way.clock.now(), { notAfter: way.clock.now() + 5_000 });
  const report = await carryOut(way, plan, { reader: { bots } }, { earlier: [waits], commandDeadlineMs: 1_000 });
  expect([kinds(report), lists > 1]).toEqual([["create main/a failed"], true]);
  expect(report.outcomes[0]).toMatchObject({ rule: 22 });
});

describe("a bot that has come between the plan and the run", () => {
  const between = async (bot: ByHand, isSaid = true, knownBots?: KnownBots) => {
    const way = await start();
    const { observedIds, ...plan } = await way.plan(idle("a"));
    expect(observedIds).toEqual([]);
    addByHand(way, bot);
    return carryOut(way, isSaid ? { ...plan, observedIds: [] } : plan, {}, { ...(knownBots && { knownBots }) });
  };

  it("holds the create back where it has its title in another form, and not where the plan doesn't say what was there", async () => {
    expect(kinds(await between({ title: "A", ...OTHER_PAIR }))).toEqual(["create main/a failed"]);
    expect(kinds(await between({ title: "A", ...OTHER_PAIR }, false))).toEqual(["create main/a applied"]);
  });

  it("holds it back, whatever it is called and trades, where the ledger knows it by the key", async () => {
    const known = (address: string, accessId = 1): KnownBots =>
      new Map([[2000, { id: 2000, title: "x", accessId, address }]]);
    const bot = { id: 2000, title: "x", ...OTHER_PAIR };
    expect((await between(bot, true, known("main/a"))).outcomes).toMatchObject([{ kind: "failed", rule: 22 }]);
    expect(kinds(await between(bot, true, known("main/b")))).toEqual(["create main/a applied"]);
    expect(kinds(await between({ ...bot, accessId: 2 }, true, known("main/a")))).toEqual(["create main/a applied"]);
    expect(kinds(await between({ ...bot, id: 2001 }, true, known("main/a")))).toEqual(["create main/a applied"]);
  });
});

it("a list that is read while bots are turned off tells what was there", async () => {
  const way = await start();
  addByHand(way, { title: "on", enabled: true, id: 2000 });
  const { desired, desiredBot } = await import("../fleet.js");
  const plan = await way.plan(desired([desiredBot("on", { enabled: false }), desiredBot("a")]));
  let lists = 0;
  const bots = async () => {
    lists += 1;
    if (lists === 2) addByHand(way, { title: "by hand" });
    return way.reader.bots();
  };
  const report = await carryOut(way, plan, { reader: { bots } });
  expect(kinds(report)).toEqual(["turn-off main/on applied", "create main/a failed"]);
});
