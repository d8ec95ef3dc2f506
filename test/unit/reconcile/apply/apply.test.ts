import { afterEach, describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { Desired } from "../../../../src/model/bot/desired.js";
import type { ApplyReport } from "../../../../src/model/plan/outcome.js";
import { ServiceError, type WriteAnswer } from "../../../../src/model/ports.js";
import { apply } from "../../../../src/reconcile/apply/apply.js";
import { type Road, road, UNLIMITED } from "../../../support/road.js";
import { desired, desiredBot } from "../fleet.js";

let open: Road | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

async function start(options: Parameters<typeof road>[0] = {}): Promise<Road> {
  open = await road(options);
  return open;
}

function kinds(report: ApplyReport): string[] {
  return report.outcomes.map((outcome) => `${outcome.action} ${outcome.address} ${outcome.kind}`);
}

async function settled(way: Road, config: Desired): Promise<void> {
  const again = await way.plan(config);
  expect(again.steps).toEqual([]);
  expect(again.diagnostics.filter((diagnostic) => diagnostic.severity === "error")).toEqual([]);
}

function fleet(...keys: string[]): Desired {
  return desired(keys.map((key) => desiredBot(key, { enabled: true })));
}

describe("apply", () => {
  it("of more than its limits allow sends nothing, and says which flag allows it", async () => {
    const way = await start();
    const plan = await way.plan(fleet("a", "b"));
    const report = await way.apply(plan, { limits: { ...UNLIMITED, maxTurnOns: 1 } });
    expect(new Set(report.outcomes.map(({ kind }) => kind))).toEqual(new Set(["not-started"]));
    expect(report.outcomes.map(({ action, address }) => `${action} ${address}`)).toEqual(
      plan.steps.map(({ action, address }) => `${action} ${address}`),
    );
    expect(report.notes).toEqual([expect.stringMatching(/; --max-turn-ons \S+ allows it$/)]);
    expect(await way.live()).toEqual([]);
  });

  it("creates, verifies and turns on; then there is nothing to do", async () => {
    const way = await start();
    const config = desired([
      desiredBot("a", { enabled: true }),
      desiredBot("b"),
      desiredBot("c", { access: { alias: "second", live: 2 }, enabled: true }),
    ]);
    const report = await way.apply(await way.plan(config));
    expect(kinds(report)).toEqual([
      "create main/a applied",
      "create main/b applied",
      "create main/c applied",
      "turn-on main/a applied",
      "turn-on main/c applied",
    ]);
    expect((await way.live()).map((bot) => [bot.fields.title, bot.accessId, bot.status.on]).sort()).toEqual([
      ["a", 1, true],
      ["b", 1, false],
      ["c", 2, true],
    ]);
    await settled(way, config);
  });

  it("updates, turns off and on, and renames", async () => {
    const way = await start();
    await way.apply(await way.plan(fleet("a", "b", "c")));
    const changed = desired([
      desiredBot("a", { enabled: false, fields: { leverage: "9" } }),
      desiredBot("b", { enabled: true, fields: { title: "b2", martingaleScale: "1.2" }, previousTitles: ["b"] }),
      desiredBot("c", { enabled: true }),
    ]);
    const plan = await way.plan(changed);
    expect(plan.steps.map((step) => `${step.action} ${step.address}`)).toEqual([
      "turn-off main/a",
      "update main/a",
      "update main/b",
    ]);
    expect((await way.apply(plan)).outcomes.every((outcome) => outcome.kind === "applied")).toBe(true);
    await settled(way, changed);
  });

  it("sends no more than it needs", async () => {
    const way = await start();
    await way.apply(await way.plan(fleet("a", "b", "c", "d")));
    const { createBot, turnOn, updateBot, turnOff, botDetails } = way.emulator.service.requests;
    expect({ createBot, turnOn, updateBot, turnOff }).toEqual({ createBot: 4, turnOn: 4, updateBot: 0, turnOff: 0 });
    // The read-back, the last look, the confirmation and the audit.
    expect(botDetails).toBe(4 * 4);
  });

  it("plans without changes with two requests on an account of one access", async () => {
    const seed = {
      accounts: [{ name: "main", apiKey: "key", apiSecret: "secret", accesses: [{ accessId: 1, title: "Main" }] }],
    };
    const way = await start({ seed });
    const config = desired([desiredBot("a"), desiredBot("b")], { accesses: [{ alias: "primary", live: "Main" }] });
    await way.apply(await way.plan(config));
    const before = Object.values(way.emulator.service.requests).reduce((sum, count) => sum + count, 0);
    await settled(way, config);
    expect(Object.values(way.emulator.service.requests).reduce((sum, count) => sum + count, 0) - before).toBe(2);
  });

  it("turns off what the service creates switched on, and leaves the turn-on to the next run (rule 7)", async () => {
    const way = await start({ quirks: { newBots: "on" } });
    const report = await way.apply(await way.plan(fleet("a")));
    expect(kinds(report)).toEqual(["create main/a applied", "turn-on main/a skipped"]);
    expect(report.notes.join()).toContain("switched on");
    expect((await way.live()).map((bot) => bot.status.on)).toEqual([false]);
    await way.apply(await way.plan(fleet("a")));
    await settled(way, fleet("a"));
  });

  it("never turns on a bot whose read-back differs, and names both values (rule 6)", async () => {
    const way = await start({ quirks: { rounding: "2" } });
    const config = desired([desiredBot("a", { enabled: true, fields: { percentTakeProfit: "1.255" } })]);
    const report = await way.apply(await way.plan(config));
    expect(kinds(report)).toEqual(["create main/a failed", "turn-on main/a skipped"]);
    expect(report.outcomes[0]?.detail).toMatch(/percentTakeProfit: expected 1\.255, but the service shows 1\.2[56]/);
    expect((await way.live()).map((bot) => bot.status.on)).toEqual([false]);
    expect(way.emulator.service.writes.map((write) => write.operation)).toEqual(["createBot"]);
  });

  it.each([
    { by: "another title", change: (bot: ObservedBot) => ({ ...bot, fields: { ...bot.fields, title: "b" } }) },
    { by: "another access", change: (bot: ObservedBot) => ({ ...bot, accessId: 2 }) },
  ])("refuses to turn off what goes by $by by now: it may be another bot (rule 9)", async ({ change }) => {
    const way = await start();
    await way.apply(await way.plan(fleet("a")));
    const plan = await way.plan(desired([desiredBot("a", { enabled: false })]));
    const before = way.emulator.service.writes.length;
    const reader = { ...way.reader, bot: async (id: number) => change(await way.reader.bot(id)) };
    const report = await apply(plan, { reader, writer: way.writer, clock: way.clock });
    expect(kinds(report)).toEqual(["turn-off main/a failed"]);
    expect(way.emulator.service.writes).toHaveLength(before);
  });

  it("refuses to update a bot that was edited since the plan (rule 8), and goes on with the others", async () => {
    const way = await start();
    await way.apply(await way.plan(fleet("a", "b")));
    const config = desired([
      desiredBot("a", { enabled: true, fields: { leverage: "9" } }),
      desiredBot("b", { enabled: true, fields: { leverage: "9" } }),
    ]);
    const plan = await way.plan(config);
    const id = plan.bots["main/a"]?.observed?.id ?? 0;
    way.emulator.service.editBot(id, { volumeFirstOrder: "99" });
    const report = await way.apply(plan);
    expect(kinds(report)).toEqual(["update main/a failed", "update main/b applied"]);
    expect(report.outcomes[0]).toMatchObject({ stale: true });
    expect(report.outcomes[0]?.detail).toContain("volumeFirstOrder 20 → 99");
  });

  it("doesn't create where the title appeared since the plan (rule 2)", async () => {
    const way = await start();
    const plan = await way.plan(fleet("a"));
    await way.apply(plan);
    const report = await way.apply(plan);
    expect(kinds(report)).toEqual(["create main/a failed", "turn-on main/a skipped"]);
    expect(await way.live()).toHaveLength(1);
  });

  it("doesn't create where the bot turns up under a title that it had (rule 2)", async () => {
    const way = await start();
    const config = desired([desiredBot("a", { previousTitles: ["old a"] })]);
    const plan = await way.plan(config);
    way.emulator.service.addBot("main", { accessId: 1, title: "old a", ...SEED_BOT });
    const report = await way.apply(plan);
    expect(report.outcomes[0]).toMatchObject({ kind: "failed", rule: 2, detail: expect.stringContaining('"old a"') });
    expect(way.emulator.service.requests.createBot).toBe(0);
  });

  it("doesn't turn on a bot that was edited since the plan (rule 9)", async () => {
    const way = await start();
    await way.apply(await way.plan(desired([desiredBot("a")])));
    const plan = await way.plan(fleet("a"));
    way.emulator.service.editBot(plan.bots["main/a"]?.observed?.id ?? 0, { leverage: 20 });
    const report = await way.apply(plan);
    expect(report.outcomes[0]).toMatchObject({ kind: "failed", stale: true });
    expect(way.emulator.service.requests.turnOn).toBe(0);
  });

  it("waits for a slow switch, and calls it unknown when the deadline passes (rule 10)", async () => {
    const slow = await start({ quirks: { commandDelay: 60_000 } });
    expect(kinds(await slow.apply(await slow.plan(fleet("a"))))).toContain("turn-on main/a applied");
    await slow.close();
    const never = await start({ quirks: { commandDelay: 600_000 } });
    const report = await never.apply(await never.plan(fleet("a")));
    expect(kinds(report)).toEqual(["create main/a applied", "turn-on main/a unknown"]);
    expect(never.emulator.service.requests.turnOn).toBe(1);
  });

  it("believes the details where the list lags, and waits until the list shows what was created", async () => {
    const way = await start({ quirks: { listLag: 20_000 } });
    const report = await way.apply(await way.plan(fleet("a")));
    expect(kinds(report)).toEqual(["create main/a applied", "turn-on main/a applied"]);
    await settled(way, fleet("a"));
    expect(await way.live()).toHaveLength(1);
  });

  it("starts nothing new once interrupted", async () => {
    const way = await start();
    const controller = new AbortController();
    const plan = await way.plan(fleet("a", "b", "c"));
    const report = await way.apply(plan, {
      concurrency: 1,
      signal: controller.signal,
      onEvent: (event) => event.type === "ended" && controller.abort(),
    });
    expect(report.stop).toBe("interrupted");
    expect(kinds(report)).toEqual([
      "create main/a applied",
      "create main/b not-started",
      "create main/c not-started",
      "turn-on main/a not-started",
      "turn-on main/b not-started",
      "turn-on main/c not-started",
    ]);
  });
});

describe("answers that leave doubt", () => {
  const lost: WriteAnswer = { kind: "ambiguous", message: "the connection broke", turnedDown: false };

  it("adopts the bot of a create whose answer was lost, and sends no second one (rule 5)", async () => {
    const way = await start();
    const plan = await way.plan(fleet("a"));
    const create = async (accessId: number, fields: Parameters<typeof way.writer.create>[1]) => {
      await way.writer.create(accessId, fields);
      return lost;
    };
    const report = await apply(plan, { reader: way.reader, writer: { ...way.writer, create }, clock: way.clock });
    expect(kinds(report)).toEqual(["create main/a applied", "turn-on main/a applied"]);
    expect(way.emulator.service.requests.createBot).toBe(1);
  });

  it("calls a create unknown that never shows up, and sends no second one", async () => {
    const way = await start();
    let sent = 0;
    const create = async () => {
      sent += 1;
      return lost;
    };
    const report = await apply(await way.plan(fleet("a")), {
      reader: way.reader,
      writer: { ...way.writer, create },
      clock: way.clock,
    });
    expect(kinds(report)).toEqual(["create main/a unknown", "turn-on main/a skipped"]);
    expect(sent).toBe(1);
  });

  it("reads back an update whose answer was lost, and sends it at most three times", async () => {
    const way = await start();
    await way.apply(await way.plan(fleet("a")));
    const config = desired([desiredBot("a", { enabled: true, fields: { leverage: "9" } })]);
    let sent = 0;
    const dropping = async () => {
      sent += 1;
      return lost;
    };
    const dropped = await apply(await way.plan(config), {
      reader: way.reader,
      writer: { ...way.writer, update: dropping },
      clock: way.clock,
    });
    expect([kinds(dropped), sent]).toEqual([["update main/a unknown"], 3]);
    const acting: typeof way.writer.update = async (...given) => {
      await way.writer.update(...given);
      return lost;
    };
    const acted = await apply(await way.plan(config), {
      reader: way.reader,
      writer: { ...way.writer, update: acting },
      clock: way.clock,
    });
    expect(kinds(acted)).toEqual(["update main/a applied"]);
  });

  it("takes a no in a foreign form for a no once the bot reads back unchanged", async () => {
    const way = await start({ quirks: { errorShape: "html", minimumVolume: "6" } });
    await way.apply(await way.plan(fleet("a")));
    const config = desired([desiredBot("a", { enabled: true, fields: { volumeFirstOrder: "5" } })]);
    const report = await way.apply(await way.plan(config));
    expect(report.outcomes[0]).toMatchObject({
      kind: "failed",
      wrote: false,
      detail: expect.stringMatching(/refused .*unchanged: HTTP 400/),
    });
  });

  it("sends a turn-on once, and a turn-off again when it isn't observed (rule 10)", async () => {
    const way = await start();
    await way.apply(await way.plan(fleet("a", "b")));
    let offs = 0;
    const turnOff: typeof way.writer.turnOff = async (botId) => {
      offs += 1;
      return offs < 3 ? lost : way.writer.turnOff(botId);
    };
    const off = desired([desiredBot("a", { enabled: false }), desiredBot("b", { enabled: true })]);
    const report = await apply(await way.plan(off), {
      reader: way.reader,
      writer: { ...way.writer, turnOff },
      clock: way.clock,
    });
    expect([kinds(report), offs]).toEqual([["turn-off main/a applied"], 3]);
    let ons = 0;
    const turnOn = async () => {
      ons += 1;
      return lost;
    };
    const on = await apply(await way.plan(fleet("a", "b")), {
      reader: way.reader,
      writer: { ...way.writer, turnOn },
      clock: way.clock,
    });
    expect([kinds(on), ons]).toEqual([["turn-on main/a unknown"], 1]);
  });

  it("stops everything when the credentials are rejected half-way, and lists what was done", async () => {
    const way = await start();
    const plan = await way.plan(fleet("a", "b"));
    let creates = 0;
    const create: typeof way.writer.create = async (...given) => {
      creates += 1;
      return creates === 1 ? way.writer.create(...given) : { kind: "unauthorized", message: "HTTP 401" };
    };
    const report = await apply(
      plan,
      { reader: way.reader, writer: { ...way.writer, create }, clock: way.clock },
      { concurrency: 1 },
    );
    expect(report.stop).toBe("unauthorized");
    expect(kinds(report)).toEqual([
      "create main/a applied",
      "create main/b failed",
      "turn-on main/a not-started",
      "turn-on main/b not-started",
    ]);
  });

  it("aborts on a list that is suddenly empty (rule 1)", async () => {
    const way = await start();
    await way.apply(await way.plan(fleet("a")));
    const plan = await way.plan(fleet("a", "b"));
    const report = await apply(plan, {
      reader: { ...way.reader, bots: async () => [] },
      writer: way.writer,
      clock: way.clock,
    });
    expect(kinds(report)).toEqual(["create main/b failed", "turn-on main/b skipped"]);
    expect(way.emulator.service.requests.createBot).toBe(1);
  });

  it("never adopts a bot that is on after an ambiguous create: it may be somebody else's (rule 5)", async () => {
    const way = await start();
    const plan = await way.plan(fleet("a"));
    const create: typeof way.writer.create = async () => {
      way.emulator.service.addBot("main", { accessId: 1, enabled: true, title: "a", ...SEED_BOT });
      return lost;
    };
    const report = await apply(plan, { reader: way.reader, writer: { ...way.writer, create }, clock: way.clock });
    expect(kinds(report)).toEqual(["create main/a unknown", "turn-on main/a skipped"]);
    expect(way.emulator.service.requests.turnOff).toBe(0);
  });

  it("turns off a created bot that can't be read back where the list shows it on (rule 7)", async () => {
    const way = await start({ quirks: { newBots: "on" } });
    const broken = { ...way.reader, bot: () => Promise.reject(new ServiceError("http", "botDetails: HTTP 503")) };
    const report = await apply(await way.plan(fleet("a")), { reader: broken, writer: way.writer, clock: way.clock });
    expect(kinds(report)).toEqual(["create main/a unknown", "turn-on main/a skipped"]);
    way.clock.advance(1_000);
    expect((await way.live()).map((bot) => bot.status.on)).toEqual([false]);
  });

  it("stops when a read is told that the credentials are rejected", async () => {
    const way = await start();
    const rejected = () => Promise.reject(new ServiceError("auth", "listBots: HTTP 401"));
    const plan = await way.plan(fleet("a", "b"));
    const report = await apply(
      plan,
      { reader: { ...way.reader, bots: rejected }, writer: way.writer, clock: way.clock },
      { concurrency: 1 },
    );
    expect(report.stop).toBe("unauthorized");
    expect(kinds(report)[1]).toBe("create main/b not-started");
  });
});

describe("other hands on the account", () => {
  it("an edit between creation and turn-on is seen by the last look (I2)", async () => {
    const way = await start();
    const plan = await way.plan(fleet("a"));
    const bots: typeof way.reader.bots = async () => {
      const [bot] = way.emulator.service.bots();
      if (bot !== undefined) way.emulator.service.editBot(bot.id, { leverage: 20 });
      return way.reader.bots();
    };
    const report = await apply(plan, { reader: { ...way.reader, bots }, writer: way.writer, clock: way.clock });
    expect(kinds(report)).toEqual(["create main/a applied", "turn-on main/a failed"]);
    expect(way.emulator.service.requests.turnOn).toBe(0);
  });

  it("a running namesake that appeared forbids the turn-on (I1)", async () => {
    const way = await start();
    await way.apply(await way.plan(desired([desiredBot("a")])));
    const plan = await way.plan(fleet("a"));
    way.emulator.service.addBot("main", { accessId: 1, enabled: true, title: "a", ...SEED_BOT });
    const report = await way.apply(plan);
    expect(report.outcomes[0]).toMatchObject({ kind: "failed", stale: true, wrote: false });
    expect(way.emulator.service.requests.turnOn).toBe(0);
  });

  it("two bots on with one title in the end are a violation", async () => {
    const way = await start();
    const plan = await way.plan(fleet("a"));
    const turnOn: typeof way.writer.turnOn = async (botId) => {
      way.emulator.service.addBot("main", { accessId: 1, enabled: true, title: "a", ...SEED_BOT });
      return way.writer.turnOn(botId);
    };
    const report = await apply(plan, { reader: way.reader, writer: { ...way.writer, turnOn }, clock: way.clock });
    expect(report.violations.join()).toMatch(/called "a": .*must be off, since this run had turned it on/);
  });

  it("a copy that came into being is said, and is no success (I1)", async () => {
    const way = await start();
    const create: typeof way.writer.create = async (...given) => {
      const answer = await way.writer.create(...given);
      await way.writer.create(...given);
      return answer;
    };
    const report = await apply(await way.plan(fleet("a")), {
      reader: way.reader,
      writer: { ...way.writer, create },
      clock: way.clock,
    });
    expect(kinds(report)).toEqual(["create main/a applied", "turn-on main/a applied"]);
    expect(report.violations.join()).toMatch(
      /2 bots on one access are called "a": 1001 \(ENABLED\) and 1002 \(DISABLED\)/,
    );
  });

  it("an edit between the last look and the observation is no success (I6)", async () => {
    const way = await start();
    const turnOn: typeof way.writer.turnOn = async (botId) => {
      way.emulator.service.editBot(botId, { leverage: 2 });
      return way.writer.turnOn(botId);
    };
    const report = await apply(await way.plan(fleet("a")), {
      reader: way.reader,
      writer: { ...way.writer, turnOn },
      clock: way.clock,
    });
    expect(report.outcomes[1]).toMatchObject({
      kind: "failed",
      wrote: true,
      detail: expect.stringContaining("expected 5, but the service shows 2"),
    });
  });

  it("a pinned bot is turned on beside a namesake that is off, whichever id is lower", async () => {
    const way = await start();
    for (const _copy of [1, 2]) way.emulator.service.addBot("main", { accessId: 1, title: "a", ...SEED_BOT });
    const higher = Math.max(...way.emulator.service.bots().map((bot) => bot.id));
    const config = desired([desiredBot("a", { botId: higher, enabled: true })]);
    expect(kinds(await way.apply(await way.plan(config)))).toEqual(["turn-on main/a applied"]);
    expect((await way.live()).filter((bot) => bot.status.on).map((bot) => bot.id)).toEqual([higher]);
  });

  it("a bot renamed since the plan is not turned off (I3)", async () => {
    const way = await start();
    await way.apply(await way.plan(fleet("a")));
    const plan = await way.plan(desired([desiredBot("a", { enabled: false })]));
    way.emulator.service.editBot(plan.bots["main/a"]?.observed?.id ?? 0, { title: "mine now" });
    expect((await way.apply(plan)).outcomes[0]).toMatchObject({ kind: "failed", stale: true });
    expect(way.emulator.service.requests.turnOff).toBe(0);
  });

  it("a title taken since the plan stops the rename to it", async () => {
    const way = await start();
    await way.apply(await way.plan(desired([desiredBot("a")])));
    const plan = await way.plan(desired([desiredBot("a", { fields: { title: "b" }, previousTitles: ["a"] })]));
    way.emulator.service.addBot("main", { accessId: 1, title: "b", ...SEED_BOT });
    expect((await way.apply(plan)).outcomes[0]).toMatchObject({ kind: "failed", stale: true });
    expect(way.emulator.service.requests.updateBot).toBe(0);
  });

  it.each([0, 3_000])(
    "a renamed bot is turned on although another was turned off just before, list lag %i",
    async (listLag) => {
      const way = await start({ quirks: { listLag } });
      await way.apply(await way.plan(desired([desiredBot("a", { enabled: true }), desiredBot("b")])));
      const config = desired([
        desiredBot("a", { enabled: false }),
        desiredBot("b", { enabled: true, fields: { title: "b2" }, previousTitles: ["b"] }),
      ]);
      expect(kinds(await way.apply(await way.plan(config)))).toEqual([
        "turn-off main/a applied",
        "update main/b applied",
        "turn-on main/b applied",
      ]);
    },
  );
});

describe("an update that touches the switch", () => {
  it("to on: the bot is turned off again and the step failed", async () => {
    const way = await start({ quirks: { updateSwitch: "on" } });
    await way.apply(await way.plan(desired([desiredBot("a")])));
    const report = await way.apply(await way.plan(desired([desiredBot("a", { fields: { leverage: "9" } })])));
    expect(report.outcomes[0]).toMatchObject({ kind: "failed", wrote: true });
    expect((await way.live())[0]?.status.on).toBe(false);
  });

  it("to off: the step failed, and the next run turns it on", async () => {
    const way = await start({ quirks: { updateSwitch: "off" } });
    await way.apply(await way.plan(fleet("a")));
    const config = desired([desiredBot("a", { enabled: true, fields: { leverage: "9" } })]);
    expect((await way.apply(await way.plan(config))).outcomes[0]).toMatchObject({ kind: "failed", wrote: true });
    expect(kinds(await way.apply(await way.plan(config)))).toEqual(["turn-on main/a applied"]);
  });
});

describe("the report", () => {
  it("survives an onlooker that throws", async () => {
    const way = await start();
    const onEvent = () => {
      throw new Error("broken pipe");
    };
    const report = await way.apply(await way.plan(fleet("a", "b")), { onEvent });
    expect(report.outcomes.every((outcome) => outcome.kind === "applied")).toBe(true);
  });

  it("survives a fault of ours, and calls unknown what was sent and never observed", async () => {
    const way = await start();
    const plan = await way.plan(fleet("a"));
    let switched = false;
    const turnOn: typeof way.writer.turnOn = async (botId) => {
      switched = true;
      return way.writer.turnOn(botId);
    };
    const bots: typeof way.reader.bots = async () => {
      if (switched) throw new TypeError("secret text");
      return way.reader.bots();
    };
    const report = await apply(plan, {
      reader: { ...way.reader, bots },
      writer: { ...way.writer, turnOn },
      clock: way.clock,
    });
    expect(kinds(report)).toEqual(["create main/a applied", "turn-on main/a unknown"]);
    expect(report.violations.join()).toMatch(/TypeError/);
    expect(JSON.stringify(report)).not.toContain("secret text");
  });

  it("doesn't claim to have looked when it was interrupted", async () => {
    const way = await start();
    const controller = new AbortController();
    const plan = await way.plan(desired([desiredBot("a")]));
    const report = await way.apply(plan, {
      signal: controller.signal,
      onEvent: (event) => event.type === "ended" && controller.abort(),
    });
    expect(report.notes.join()).toContain("botform stopped before it could check that the bot list shows 1001");
  });

  it("ends in time although the clock is set back an hour", async () => {
    const way = await start({ quirks: { commandDelay: 3_600_000 } });
    const plan = await way.plan(fleet("a"));
    const turnOn: typeof way.writer.turnOn = async (botId) => {
      const answer = await way.writer.turnOn(botId);
      way.clock.set(-30_000);
      return answer;
    };
    const before = way.clock.elapsed();
    const report = await apply(plan, { reader: way.reader, writer: { ...way.writer, turnOn }, clock: way.clock });
    expect(kinds(report)).toContain("turn-on main/a unknown");
    expect(way.clock.elapsed() - before).toBeLessThan(130_000);
  });
});

describe("a stopped run", () => {
  it("sends nothing that was only being looked at (rules 9 and 13)", async () => {
    const way = await start();
    await way.apply(await way.plan(desired([desiredBot("a"), desiredBot("u")])));
    const config = desired([
      desiredBot("a", { enabled: true }),
      desiredBot("c"),
      desiredBot("u", { fields: { leverage: "9" } }),
    ]);
    const plan = await way.plan(config);
    const before = way.emulator.service.writes.length;
    const controller = new AbortController();
    const bot: typeof way.reader.bot = async (botId) => {
      controller.abort();
      return way.reader.bot(botId);
    };
    const options = { signal: controller.signal };
    const report = await apply(plan, { reader: { ...way.reader, bot }, writer: way.writer, clock: way.clock }, options);
    expect(new Set(report.outcomes.map((outcome) => outcome.kind))).toEqual(new Set(["not-started"]));
    expect(way.emulator.service.writes).toHaveLength(before);
  });

  it("stops looking once the credentials are rejected", async () => {
    const way = await start({ quirks: { commandDelay: 60_000 } });
    let sent = false;
    let reads = 0;
    const turnOn: typeof way.writer.turnOn = async (botId) => {
      sent = true;
      return way.writer.turnOn(botId);
    };
    const revoked = <T>(reading: () => Promise<T>): Promise<T> => {
      if (!sent) return reading();
      reads += 1;
      return Promise.reject(new ServiceError("auth", "HTTP 401"));
    };
    const bots = () => revoked(way.reader.bots);
    const bot = (id: number) => revoked(() => way.reader.bot(id));
    const ports = { reader: { ...way.reader, bots, bot }, writer: { ...way.writer, turnOn }, clock: way.clock };
    const report = await apply(await way.plan(fleet("a")), ports);
    expect(kinds(report)).toEqual(["create main/a applied", "turn-on main/a unknown"]);
    expect(report.stop).toBe("unauthorized");
    expect(reads).toBeLessThan(5);
  });
});

describe("a bot that must not be on", () => {
  it.each([
    { answer: { kind: "ambiguous", message: "HTTP 502", turnedDown: false }, because: "the first turn-off was lost" },
    { answer: { kind: "not-sent", message: "ECONNREFUSED" }, because: "the first turn-off never left" },
  ] as const)("is told again: $because", async ({ answer }) => {
    const way = await start({ quirks: { newBots: "on" } });
    let offs = 0;
    const turnOff: typeof way.writer.turnOff = async (botId) => {
      offs += 1;
      return offs === 1 ? answer : way.writer.turnOff(botId);
    };
    const ports = { reader: way.reader, writer: { ...way.writer, turnOff }, clock: way.clock };
    const report = await apply(await way.plan(fleet("a")), ports);
    expect([kinds(report)[0], offs]).toEqual(["create main/a applied", 2]);
    expect((await way.live())[0]?.status.on).toBe(false);
  });

  it("is left alone where the answer names a bot that was there before (I3)", async () => {
    const way = await start();
    const theirs = { accessId: 2, enabled: true, title: "theirs", ...SEED_BOT };
    const botId = way.emulator.service.addBot("main", theirs);
    const create: typeof way.writer.create = async () => ({ kind: "accepted", botId });
    const ports = { reader: way.reader, writer: { ...way.writer, create }, clock: way.clock };
    expect(kinds(await apply(await way.plan(fleet("a")), ports))).toEqual([
      "create main/a unknown",
      "turn-on main/a skipped",
    ]);
    expect(way.emulator.service.requests.turnOff).toBe(0);
  });
});

describe("doubt that stays", () => {
  it("a resend that is rejected doesn't undo a send that may land (I6)", async () => {
    const way = await start();
    await way.apply(await way.plan(fleet("a")));
    const config = desired([desiredBot("a", { enabled: true, fields: { leverage: "9" } })]);
    const answers: WriteAnswer[] = [
      { kind: "ambiguous", message: "HTTP 502", turnedDown: false },
      { kind: "not-sent", message: "ECONNREFUSED" },
    ];
    const update = async (): Promise<WriteAnswer> => answers.shift() ?? { kind: "not-sent", message: "" };
    const ports = { reader: way.reader, writer: { ...way.writer, update }, clock: way.clock };
    const report = await apply(await way.plan(config), ports);
    expect(report.outcomes[0]).toMatchObject({ kind: "unknown", detail: expect.stringMatching(/502.*ECONNREFUSED/) });
  });

  it("a look that took too long is taken again before a turn-on (rule 9)", async () => {
    const way = await start();
    await way.apply(await way.plan(desired([desiredBot("a")])));
    const plan = await way.plan(fleet("a"));
    let slow = true;
    const bot: typeof way.reader.bot = async (botId) => {
      const live = await way.reader.bot(botId);
      if (slow) {
        slow = false;
        way.clock.advance(3_600_000);
        way.emulator.service.editBot(botId, { leverage: 20 });
      }
      return live;
    };
    const report = await apply(plan, { reader: { ...way.reader, bot }, writer: way.writer, clock: way.clock });
    expect(report.outcomes[0]).toMatchObject({ kind: "failed", stale: true });
    expect(way.emulator.service.requests.turnOn).toBe(0);
  });

  it("a list that never shows the new bot leaves the run unsettled", async () => {
    const way = await start({ quirks: { listLag: 600_000 } });
    const report = await way.apply(await way.plan(desired([desiredBot("a")])));
    expect(kinds(report)).toEqual(["create main/a applied"]);
    expect(report.unsettled.join()).toMatch(/doesn't show 1001 yet/);
  });

  it("a bot that the list doesn't show is not turned on: a list that drops one row may drop another (rule 9)", async () => {
    const way = await start();
    const bots: typeof way.reader.bots = async () =>
      (await way.reader.bots()).filter((bot) => bot.fields.title !== "a");
    await way.apply(await way.plan(desired([desiredBot("a"), desiredBot("b")])));
    const plan = await way.plan(fleet("a", "b"));
    const report = await apply(plan, { reader: { ...way.reader, bots }, writer: way.writer, clock: way.clock });
    expect(kinds(report)).toEqual(["turn-on main/a failed", "turn-on main/b applied"]);
    expect(way.emulator.service.writes.filter((write) => write.operation === "turnOn")).toHaveLength(1);
  });

  it("a bot that one list has shown isn't forgotten because the next one drops it (rule 9)", async () => {
    const way = await start();
    const plan = await way.plan(fleet("a"));
    let theirs = 0;
    let readings = 0;
    const create: typeof way.writer.create = async (...given) => {
      theirs = way.emulator.service.addBot("main", { accessId: 1, enabled: true, title: "a", ...SEED_BOT });
      return way.writer.create(...given);
    };
    const bots: typeof way.reader.bots = async () => {
      const list = await way.reader.bots();
      if (theirs > 0) readings += 1;
      return readings > 1 ? list.filter((bot) => bot.id !== theirs) : list;
    };
    const ports = { reader: { ...way.reader, bots }, writer: { ...way.writer, create }, clock: way.clock };
    const report = await apply(plan, ports);
    expect(kinds(report)).toEqual(["create main/a applied", "turn-on main/a failed"]);
    expect(readings).toBeGreaterThan(1);
    expect(way.emulator.service.requests.turnOn).toBe(0);
  });

  it("copies that were there before are no news", async () => {
    const way = await start();
    for (const _copy of [1, 2]) way.emulator.service.addBot("main", { accessId: 1, title: "a", ...SEED_BOT });
    const [pinned] = way.emulator.service.bots();
    const bot = desiredBot("a", { botId: pinned?.id, fields: { leverage: "9" } });
    expect((await way.apply(await way.plan(desired([bot], { undeclared: "ignore" })))).violations).toEqual([]);
  });

  it("a pinned bot isn't renamed to a title that is taken", async () => {
    const way = await start();
    for (const title of ["x", "y"]) way.emulator.service.addBot("main", { accessId: 1, title, ...SEED_BOT });
    const [x, y] = way.emulator.service.bots();
    const a = desiredBot("a", { botId: x?.id, fields: { title: "y" } });
    const swap = desired([a, desiredBot("b", { botId: y?.id, fields: { title: "x" } })]);
    const taken = (await way.plan(swap)).diagnostics.map((diagnostic) => diagnostic.code);
    expect(taken).toEqual(["plan/title-taken", "plan/title-taken"]);
    const chain = desired([a, desiredBot("b", { botId: y?.id, fields: { title: "z" } })]);
    const first = await way.plan(chain, { includes: (address) => address === "main/b" });
    expect(kinds(await way.apply(first))).toEqual(["update main/b applied"]);
    expect(kinds(await way.apply(await way.plan(chain)))).toEqual(["update main/a applied"]);
  });
});

/** Settings as BASE has them, in a seed's form. */
const SEED_BOT = {
  pairTitle: "USDT-BTC",
  strategy: "LONG",
  leverage: 5,
  marginMode: "CROSS",
  typeTakeProfit: "LIMIT",
  typeFirstOrder: "MARKET",
  percentTakeProfit: "1.2",
  percentSafetyOrder: "1.5",
  volumeFirstOrder: "20",
};
