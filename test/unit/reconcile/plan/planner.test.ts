import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { Desired, DesiredBot } from "../../../../src/model/bot/desired.js";
import { FIELD_NAMES } from "../../../../src/model/bot/field.js";
import type { Observed } from "../../../../src/model/bot/observed.js";
import type { Step } from "../../../../src/model/plan/plan.js";
import { inOrder, makePlan } from "../../../../src/reconcile/plan/planner.js";
import { keptTexts } from "../../../../src/render/highlights.js";
import { BASE, deal, desired, desiredBot, live, observed } from "../fleet.js";
import { step } from "./plans.js";

function steps(config: Desired, state: Observed): string[] {
  return makePlan(config, state).steps.map((step) => `${step.action} ${step.address}`);
}

function codes(config: Desired, state: Observed): string[] {
  return makePlan(config, state).diagnostics.map((diagnostic) => diagnostic.code);
}

describe("steps", () => {
  const cases: { bot: DesiredBot; lives: ObservedBot[]; expected: string[]; because: string }[] = [
    {
      bot: desiredBot("a"),
      lives: [],
      expected: ["create main/a"],
      because: "absent is created, and stays off where enabled is absent",
    },
    {
      bot: desiredBot("a", { enabled: true }),
      lives: [],
      expected: ["create main/a", "turn-on main/a"],
      because: "a new bot that shall be on is created first",
    },
    {
      bot: desiredBot("a", { enabled: false }),
      lives: [],
      expected: ["create main/a"],
      because: "a new bot is off by itself",
    },
    { bot: desiredBot("a"), lives: [live(1, "a")], expected: [], because: "equal is left alone" },
    {
      bot: desiredBot("a"),
      lives: [live(1, "a", { on: true })],
      expected: [],
      because: "the switch is not managed where enabled is absent",
    },
    {
      bot: desiredBot("a", { enabled: true }),
      lives: [live(1, "a")],
      expected: ["turn-on main/a"],
      because: "off and wanted on",
    },
    {
      bot: desiredBot("a", { enabled: false }),
      lives: [live(1, "a", { on: true })],
      expected: ["turn-off main/a"],
      because: "on and wanted off",
    },
    {
      bot: desiredBot("a", { fields: { leverage: "7" } }),
      lives: [live(1, "a")],
      expected: ["update main/a"],
      because: "a managed field differs",
    },
    {
      bot: desiredBot("a"),
      lives: [live(1, "a", { fields: { martingaleScale: "1.5" } })],
      expected: [],
      because: "an unmanaged field is neither compared nor changed",
    },
    {
      bot: desiredBot("a", { fields: { martingaleScale: null } }),
      lives: [live(1, "a", { fields: { martingaleScale: "1.5" } })],
      expected: ["update main/a"],
      because: "null means switch it off",
    },
    {
      bot: desiredBot("a", { enabled: false, fields: { leverage: "7" } }),
      lives: [live(1, "a", { on: true })],
      expected: ["turn-off main/a", "update main/a"],
      because: "turn-offs go before updates",
    },
    {
      bot: desiredBot("a", { enabled: true, fields: { leverage: "7" } }),
      lives: [live(1, "a")],
      expected: ["update main/a", "turn-on main/a"],
      because: "updates go before turn-ons",
    },
    {
      bot: desiredBot("a", { previousTitles: ["old"] }),
      lives: [live(1, "old")],
      expected: ["update main/a"],
      because: "a rename is an update of the title",
    },
    {
      bot: desiredBot("a", { botId: 2 }),
      lives: [live(1, "a", { on: true }), live(2, "a", { on: true })],
      expected: [],
      because: "botId chooses between live duplicates",
    },
    {
      bot: desiredBot("a", { botId: 2 }),
      lives: [live(2, "other")],
      expected: ["update main/a"],
      because: "a pinned bot takes the title",
    },
    {
      bot: desiredBot("a", { protect: true, fields: { leverage: "7" } }),
      lives: [live(1, "a")],
      expected: [],
      because: "no step may touch a protected bot",
    },
    { bot: desiredBot("a", { protect: true }), lives: [], expected: [], because: "a protected bot isn't created" },
    {
      bot: desiredBot("a"),
      lives: [live(3, "a"), live(2, "a")],
      expected: [],
      because: "of duplicates that are off the lowest id is the one",
    },
  ];
  it.each(cases)("$because", ({ bot, lives, expected }) => {
    expect(steps(desired([bot]), observed(lives))).toEqual(expected);
  });

  it("orders by phase, then address, whatever the input order", () => {
    const bots = [
      desiredBot("d", { enabled: true }),
      desiredBot("a", { fields: { leverage: "9" } }),
      desiredBot("c", { enabled: false }),
      desiredBot("b", { enabled: true }),
    ];
    const lives = [live(5, "c", { on: true }), live(1, "a"), live(4, "b")];
    const expected = ["turn-off main/c", "update main/a", "create main/d", "turn-on main/b", "turn-on main/d"];
    expect(steps(desired(bots), observed(lives))).toEqual(expected);
    expect(makePlan(desired([...bots].reverse()), observed([...lives].reverse()))).toEqual(
      makePlan(desired(bots), observed(lives)),
    );
  });

  it("orders steps about a bot's deals by the deal's id, what is about none first", () => {
    const about = (id: number): Step => ({ ...step("take-profit", "a"), deal: { id } });
    const steps = [about(9), about(8), step("take-profit", "a"), about(10)];
    const sorted = [undefined, 8, 9, 10];
    expect(inOrder(steps).map(({ deal }) => deal?.id)).toEqual(sorted);
    expect(inOrder(steps.toReversed()).map(({ deal }) => deal?.id)).toEqual(sorted);
  });

  it("shows old and new value of just the changed fields", () => {
    const plan = makePlan(
      desired([desiredBot("a", { fields: { leverage: "7", percentTakeProfit: "1.2" } })]),
      observed([live(1, "a")]),
    );
    expect(plan.steps[0]?.changes).toEqual([{ field: "leverage", before: "5", after: "7" }]);
  });

  it("sends everything: managed values over observed ones", () => {
    const state = observed([live(1, "a", { fields: { martingaleScale: "1.5", volumeSafetyOrder: "30" } })]);
    const target = makePlan(desired([desiredBot("a", { fields: { leverage: "7" } })]), state).bots["main/a"]?.target;
    expect(target).toMatchObject({ leverage: "7", martingaleScale: "1.5", volumeSafetyOrder: "30", title: "a" });
    expect(Object.keys(target ?? {}).sort()).toEqual([...FIELD_NAMES].sort());
  });

  it("creates a bot with the fields it ignores, and leaves them alone afterwards", () => {
    const { leverage: _leverage, ...rest } = BASE;
    const bot = { ...desiredBot("a"), fields: { ...rest, title: "a" }, initial: { leverage: "7" } };
    expect(makePlan(desired([bot]), observed([])).bots["main/a"]?.target.leverage).toBe("7");
    const kept = makePlan(
      desired([{ ...bot, enabled: true }]),
      observed([live(1, "a", { fields: { leverage: "20" } })]),
    );
    expect(kept.steps.map((step) => step.action)).toEqual(["turn-on"]);
    expect(kept.bots["main/a"]?.target.leverage).toBe("20");
  });

  it("warns of running deals that keep their settings", () => {
    const state = observed([live(1, "a", { on: true })], { deals: [deal(70, 1)] });
    const plan = makePlan(desired([desiredBot("a", { fields: { leverage: "7" } })]), state);
    expect(keptTexts(Object.values(plan.bots))).toEqual(["deal 70 (USDT-BTC) keeps leverage 5 (the bot's will be 7)"]);
  });
});

describe("problems", () => {
  const cases: { bots: DesiredBot[]; state: Observed; expected: string[]; because: string }[] = [
    {
      bots: [desiredBot("a", { botId: 9 })],
      state: observed([]),
      expected: ["plan/no-such-bot"],
      because: "a pinned bot must exist",
    },
    {
      bots: [desiredBot("a")],
      state: observed([live(1, "a", { on: true }), live(2, "a")]),
      expected: ["plan/duplicate-title"],
      because: "of live duplicates one is on",
    },
    {
      bots: [desiredBot("a")],
      state: observed([live(1, "a"), live(2, "a")], { deals: [deal(7, 2)] }),
      expected: ["plan/duplicate-title"],
      because: "one duplicate is in a deal",
    },
    {
      bots: [desiredBot("a")],
      state: observed([live(1, "a", { accessId: 2 })]),
      expected: ["plan/access-changed"],
      because: "the access can't be changed",
    },
    {
      bots: [desiredBot("a", { botId: 1 })],
      state: observed([live(1, "a", { accessId: 2 })]),
      expected: ["plan/access-changed"],
      because: "nor that of a pinned bot",
    },
    {
      bots: [desiredBot("a", { fields: { pairTitle: "USDT-NIX" } })],
      state: observed([]),
      expected: ["plan/unknown-pair"],
      because: "the service doesn't trade the pair",
    },
    {
      bots: [desiredBot("a", { fields: { pairTitle: "USDT-NIX" } })],
      state: observed([live(1, "a")]),
      expected: ["plan/unknown-pair"],
      because: "nor can a live bot move to it",
    },
    {
      bots: [desiredBot("a", { previousTitles: ["x", "y"] })],
      state: observed([live(1, "x"), live(2, "y")]),
      expected: ["plan/ambiguous-rename"],
      because: "two live bots bear previous titles",
    },
    {
      bots: [desiredBot("a", { botId: 1 }), desiredBot("b", { botId: 1 })],
      state: observed([live(1, "a")]),
      expected: ["plan/claimed-twice", "plan/claimed-twice"],
      because: "one live bot, two claims",
    },
    {
      bots: [
        desiredBot("a", { fields: { title: "Y" }, previousTitles: ["X"] }),
        desiredBot("b", { fields: { title: "Z" }, previousTitles: ["Y"] }),
      ],
      state: observed([live(1, "X"), live(2, "Y")]),
      expected: ["plan/rename-chain", "plan/rename-chain"],
      because: "a chain of renames can't be told from a new bot",
    },
    {
      bots: [desiredBot("a", { access: { alias: "gone", live: "Gone" } })],
      state: observed([]),
      expected: ["plan/unknown-access"],
      because: "the account has no such access",
    },
    {
      bots: [desiredBot("a", { fields: { marginMode: "ISO" } })],
      state: observed([live(1, "a", { fields: { marginMode: "PORTFOLIO" } })]),
      expected: ["plan/unknown-word"],
      because: "an unknown word is never written over",
    },
    {
      bots: [desiredBot("a", { protect: true, enabled: true })],
      state: observed([live(1, "a")]),
      expected: ["plan/protected"],
      because: "a protected bot that differs is said",
    },
    {
      bots: [desiredBot("a")],
      state: observed([live(1, "a", { on: true, raw: "ERROR" })]),
      expected: ["plan/error-status"],
      because: "a status that names an error is a warning",
    },
  ];
  it.each(cases)("$because", ({ bots, state, expected }) => {
    const config = desired(bots, {
      accesses: [
        { alias: "primary", live: "Main" },
        ...bots.filter((bot) => bot.access.alias === "gone").map((bot) => bot.access),
      ],
    });
    expect(codes(config, state)).toEqual(expected);
    expect(steps(config, state)).toEqual([]);
  });

  it("names what a bot lacks that would have to be created", () => {
    const { leverage: _leverage, strategy: _strategy, ...rest } = BASE;
    const bot = desiredBot("a");
    const plan = makePlan(desired([{ ...bot, fields: { ...rest, title: "a" } }]), observed([]));
    expect(plan.diagnostics.map((diagnostic) => diagnostic.summary).join()).toMatch(/strategy, leverage/);
    expect(plan.steps).toEqual([]);
  });

  it("tells two accesses of one title apart only by id", () => {
    const accesses = [
      { id: 1, title: "Main", exchange: "SERVICE_FUTURES" },
      { id: 3, title: "Main", exchange: "SERVICE_FUTURES" },
    ];
    expect(codes(desired([], { accesses: [{ alias: "primary", live: "Main" }] }), observed([], { accesses }))).toEqual([
      "plan/ambiguous-access",
    ]);
    expect(codes(desired([], { accesses: [{ alias: "primary", live: 3 }] }), observed([], { accesses }))).toEqual([]);
  });

  it("sees through two aliases of one access", () => {
    const byId = { alias: "byid", live: 1 };
    const bots = [
      desiredBot("a", { fields: { title: "X" } }),
      desiredBot("b", { fields: { title: "X" }, access: byId }),
    ];
    const config = desired(bots, { accesses: [{ alias: "primary", live: "Main" }, byId] });
    expect(codes(config, observed([]))).toEqual(["plan/title-twice", "plan/title-twice"]);
    expect(steps(config, observed([]))).toEqual([]);
  });

  it("turns no bot on while a copy of it runs, pinned or not", () => {
    const state = observed([live(1, "a"), live(2, "a", { on: true })]);
    const pinned = desired([desiredBot("a", { botId: 1, enabled: true })]);
    expect([codes(pinned, state), steps(pinned, state)]).toEqual([["plan/copy-on"], []]);
  });

  it("refuses an access of another exchange, whose bots would not be in the list", () => {
    const accesses = [{ id: 1, title: "Main", exchange: "OTHER" }];
    const config = desired([desiredBot("a")], { accesses: [{ alias: "primary", live: "Main" }] });
    expect([codes(config, observed([], { accesses })), steps(config, observed([], { accesses }))]).toEqual([
      ["plan/wrong-exchange"],
      [],
    ]);
  });

  it("counts as unchanged only what it has seen to be so", () => {
    const config = desired([desiredBot("a"), desiredBot("b", { access: { alias: "gone", live: "Gone" } })], {
      undeclared: "turn-off",
    });
    expect(makePlan(config, observed([live(1, "a"), live(9, "stray")])).unchanged).toBe(1);
  });

  it("replaces a bot whose access was changed only where that is allowed", () => {
    const config = desired([desiredBot("a", { access: { alias: "second", live: 2 } })]);
    const state = observed([live(1, "a", { on: true })]);
    expect([codes(config, state), steps(config, state)]).toEqual([["plan/access-changed"], []]);
    const allowed = makePlan(config, state, { allowReplace: true }).steps;
    expect(allowed.map((step) => `${step.action} ${step.address}`)).toEqual(["turn-off main/#1", "create main/a"]);
  });

  it("counts the bots of the account's own exchange, and those whose access isn't known", () => {
    const accesses = [
      { id: 1, title: "Main", exchange: "SERVICE_FUTURES" },
      { id: 2, title: "Second", exchange: "OTHER" },
    ];
    const bots = [live(1, "a"), live(2, "b", { accessId: 2 }), live(3, "c", { accessId: null }), live(4, "d")];
    expect(makePlan(desired([]), observed(bots, { accesses })).observedBots).toBe(3);
    // An access that isn't in the list is no other exchange's.
    expect(makePlan(desired([]), observed(bots, { accesses: [] })).observedBots).toBe(4);
  });

  it("names the settings that it doesn't know once each, by name", () => {
    const bots = [
      { ...live(1, "a"), unknownSettings: ["trailing", "hedge"] },
      { ...live(2, "b"), unknownSettings: ["hedge"] },
    ];
    expect(makePlan(desired([desiredBot("a"), desiredBot("b")]), observed(bots)).diagnostics).toMatchObject([
      {
        severity: "warning",
        code: "plan/unknown-setting",
        summary: "the service shows settings that this version of botform doesn't know: hedge, trailing",
        remedy: "botform neither compares nor changes them; check whether a newer version knows them.",
      },
    ]);
  });

  it("words its problems alike whatever the input order", () => {
    const state = observed([live(1, "x"), live(2, "y")]);
    const one = desired([desiredBot("a", { previousTitles: ["x", "y"] })]);
    const other = desired([desiredBot("a", { previousTitles: ["y", "x"] })]);
    expect(makePlan(one, state).diagnostics).toEqual(
      makePlan(other, { ...state, bots: [...state.bots].reverse() }).diagnostics,
    );
  });

  it("leaves other bots' steps alone", () => {
    const config = desired([desiredBot("a", { botId: 9 }), desiredBot("b")]);
    expect(steps(config, observed([]))).toEqual(["create main/b"]);
  });
});

describe("undeclared bots", () => {
  const state = observed(
    [
      live(1, "a"),
      live(7, "Mine old", { on: true }),
      live(8, "Theirs", { on: true }),
      live(9, "Mine far", { accessId: 5 }),
    ],
    { deals: [deal(70, 7)] },
  );

  it("are reported with switch and deals, on managed accesses and in scope only", () => {
    const plan = makePlan(desired([desiredBot("a")], { titlePrefix: "Mine", bots: [] }), state);
    expect(plan.undeclared).toEqual([{ id: 7, title: "Mine old", on: true, status: "ENABLED", dealIds: [70] }]);
    expect(plan.steps).toEqual([]);
  });

  it("are ignored on demand", () => {
    expect(makePlan(desired([desiredBot("a")], { undeclared: "ignore" }), state).undeclared).toEqual([]);
  });

  it("are turned off on demand", () => {
    expect(steps(desired([desiredBot("a")], { undeclared: "turn-off" }), state)).toEqual([
      "turn-off main/#7",
      "turn-off main/#8",
    ]);
  });

  it("are none of those that an unclear match may mean, whatever is selected", () => {
    const config = desired([desiredBot("a", { botId: 5 })], { undeclared: "turn-off" });
    const elsewhere = observed([live(5, "old name", { accessId: 2, on: true }), live(7, "stray", { on: true })]);
    expect(makePlan(config, elsewhere, { includes: (address) => address !== "main/a" }).steps).toEqual([]);
  });

  it("are left on where they are copies of a protected bot", () => {
    const config = desired([desiredBot("a", { protect: true, botId: 1 })], { undeclared: "turn-off" });
    expect(steps(config, observed([live(1, "a"), live(2, "a", { on: true })]))).toEqual([]);
  });

  it("are not acted upon when other bots are targeted", () => {
    const config = desired([desiredBot("a")], { undeclared: "turn-off" });
    expect(makePlan(config, state, { includes: (address) => address === "main/a" }).steps).toEqual([]);
  });

  it("name the bot whose title they double", () => {
    const plan = makePlan(desired([desiredBot("a")]), observed([live(1, "a"), live(2, "a")]));
    expect(plan.undeclared).toMatchObject([{ id: 2, duplicateOf: "main/a" }]);
  });
});

describe("laws", () => {
  const value = fc.constantFrom("1", "2", "3", null);
  const fields = fc.record(
    { leverage: fc.constantFrom("1", "2"), martingaleScale: value, priceLevelUp: value },
    { requiredKeys: [] },
  );
  const fleet = fc.uniqueArray(
    fc.record({ key: fc.constantFrom(..."abcdefgh"), fields, enabled: fc.constantFrom(true, false, undefined) }),
    { selector: (bot) => bot.key, maxLength: 8 },
  );

  it("a plan of what was just applied is empty", () => {
    fc.assert(
      fc.property(fleet, fleet, (wanted, existing) => {
        const config = desired(wanted.map((bot) => desiredBot(bot.key, bot)));
        const before = existing.map((bot, index) =>
          live(index + 1, bot.key, { fields: bot.fields, on: bot.enabled === true }),
        );
        const plan = makePlan(config, observed(before));
        const after = new Map(before.map((bot) => [bot.fields.title ?? "", bot]));
        for (const [address, planned] of Object.entries(plan.bots)) {
          const on = plan.steps
            .filter((step) => step.address === address)
            .reduce(
              (state, step) => (step.action === "turn-on" ? true : step.action === "turn-off" ? false : state),
              planned.observed?.status.on ?? false,
            );
          after.set(
            planned.title,
            live(planned.observed?.id ?? 100 + after.size, planned.title, { fields: planned.target, on }),
          );
        }
        expect(makePlan(config, observed([...after.values()])).steps).toEqual([]);
      }),
    );
  });

  it("input order never matters", () => {
    fc.assert(
      fc.property(fleet, fleet, fc.infiniteStream(fc.nat()), (wanted, existing, stream) => {
        const bots = wanted.map((bot) => desiredBot(bot.key, bot));
        const lives = existing.map((bot, index) =>
          live(index + 1, bot.key, { fields: bot.fields, on: bot.enabled === true }),
        );
        const shuffle = <T>(items: readonly T[]) =>
          items
            .map((item) => ({ item, at: stream.next().value }))
            .sort((a, b) => a.at - b.at)
            .map(({ item }) => item);
        expect(makePlan(desired(shuffle(bots)), observed(shuffle(lives)))).toEqual(
          makePlan(desired(bots), observed(lives)),
        );
      }),
    );
  });
});
