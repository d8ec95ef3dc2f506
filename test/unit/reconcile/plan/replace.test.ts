// A bot whose access was changed is replaced, where that is allowed; and what has a protected title is never turned off.
import { describe, expect, it } from "vitest";
import { digestOf } from "../../../../src/config/desired.js";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { DesiredBot } from "../../../../src/model/bot/desired.js";
import type { Plan } from "../../../../src/model/plan/plan.js";
import { openPlan, sealPlan } from "../../../../src/model/planfile/planfile.js";
import { makePlan, type PlanOptions } from "../../../../src/reconcile/plan/planner.js";
import { paint } from "../../../../src/render/text/paint.js";
import { planText } from "../../../../src/render/text/plan-text.js";
import { deal, desired, desiredBot, live, observed } from "../fleet.js";

const ALLOWED: PlanOptions = { allowReplace: true };
const SECOND = { alias: "second", live: 2 };
/** Bot a, which lived on the first access and is wanted on the second. */
const moved = (changes: Parameters<typeof desiredBot>[1] = {}) =>
  desiredBot("a", { access: SECOND, enabled: true, ...changes });
const old = (changes: Parameters<typeof live>[2] = {}) => live(1, "a", { on: true, ...changes });

const shown = ({ steps }: Plan) => steps.map(({ action, address }) => `${action} ${address}`);
const said = ({ diagnostics }: Plan) => diagnostics.map(({ severity, code }) => `${severity} ${code}`);
const REPLACE = ["turn-off main/#1", "create main/a", "turn-on main/a"];

describe("a replace", () => {
  it("turns the old bot off, creates a new one, and turns that on", () => {
    const plan = makePlan(desired([moved()]), observed([old()]), ALLOWED);
    expect(shown(plan)).toEqual(REPLACE);
    expect(plan.bots["main/a"]).toMatchObject({ observed: null, accessId: 2, replaces: [1] });
    expect(plan.bots["main/#1"]).toMatchObject({ observed: { id: 1 }, accessId: 1, pinned: true });
    expect(plan.steps.map(({ reason }) => reason)).toEqual([
      "it is replaced by main/a and stays on the account, because the service can't delete a bot",
      'there is no bot called "a" on "Second"; it replaces bot 1',
      "enabled is true; only while this is off: bot 1",
    ]);
    expect(said(plan)).toEqual(["warning plan/stays-behind"]);
    expect(plan.undeclared).toEqual([]);
  });

  it("knows of the old bot what it was, what runs, and its copies on that access", () => {
    const deals = [deal(71, 1), deal(70, 1), deal(72, 9)];
    const lives = [old(), live(4, "a"), live(5, "a", { accessId: 3 })];
    const { bots } = makePlan(desired([moved()]), observed(lives, { deals }), ALLOWED);
    const { deals: own = [], ...bot } = bots["main/#1"] ?? {};
    expect(own.map(({ id }) => id)).toEqual([70, 71]);
    expect(bot).toEqual({
      ...{ address: "main/#1", title: "a", accessId: 1, accessTitle: "Main", pinned: true, copies: [4], managed: [] },
      ...{ observed: lives[0], target: lives[0]?.fields, fingerprint: expect.any(String) },
    });
    expect([bots["main/a"]?.copies, bots["main/a"]?.replaces]).toEqual([[], [1, 4, 5]]);
  });

  const cases: { bot: DesiredBot; lives: ObservedBot[]; expected: string[]; because: string }[] = [
    {
      bot: moved({ enabled: false }),
      lives: [old()],
      expected: ["turn-off main/#1", "create main/a"],
      because: "which is not turned on unless it shall be on",
    },
    {
      bot: moved({ enabled: undefined }),
      lives: [old()],
      expected: ["turn-off main/#1", "create main/a"],
      because: "nor where its switch isn't managed: the old one has to be off all the same",
    },
    {
      bot: moved(),
      lives: [old({ on: false })],
      expected: ["create main/a", "turn-on main/a"],
      because: "which has nothing to turn off where the old one is off",
    },
    {
      bot: moved(),
      lives: [old(), live(3, "a", { accessId: 3 })],
      expected: REPLACE,
      because: "of the one that is on, where another one was left behind before",
    },
  ];
  it.each(cases)("$because", ({ bot, lives, expected }) => {
    const accesses = [1, 2, 3].map((id) => ({ id, title: ["", "Main", "Second", "Third"][id] ?? "", exchange: "X" }));
    const config = { ...desired([bot]), exchange: "X" };
    const plan = makePlan(config, observed(lives, { accesses }), ALLOWED);
    expect(shown(plan)).toEqual(expected);
    expect(said(plan)).toEqual(lives.map(() => "warning plan/stays-behind"));
    expect(plan.bots["main/a"]?.replaces).toEqual(lives.map(({ id }) => id));
  });

  it("warns of deals that run on, whether the old bot is on or off", () => {
    const deals = [deal(70, 1)];
    const on = makePlan(desired([moved()]), observed([old()], { deals }), ALLOWED);
    expect(on.steps[0]?.warnings).toEqual([
      "running deal 70 stays open, and its safety orders may still fill; no new deal starts",
    ]);
    const off = makePlan(desired([moved()]), observed([old({ on: false })], { deals }), ALLOWED);
    expect(off.diagnostics.map(({ summary, remedy }) => [summary, remedy])).toEqual([
      [
        'bot 1 "a" stays on "Main", off; running deal 70 stays open, and its safety orders may still fill; no new deal starts: a bot\'s access can\'t be changed, and a bot can\'t be deleted',
        "If you don't want it, delete it on the service's website.",
      ],
    ]);
  });

  it("belongs to the new bot's address as a whole", () => {
    const config = desired([moved(), desiredBot("b")], { undeclared: "turn-off" });
    const only = (address: string) => ({ ...ALLOWED, includes: (one: string) => one === address });
    expect(shown(makePlan(config, observed([old()]), only("main/a")))).toEqual(REPLACE);
    for (const address of ["main/b", "main/#1"]) {
      const steps = shown(makePlan(config, observed([old()]), only(address)));
      expect(steps).toEqual(address === "main/b" ? ["create main/b"] : []);
    }
  });

  it("isn't begun where the new bot can't be created", () => {
    const bot = moved({ fields: { pairTitle: "USDT-NIX" } });
    const plan = makePlan(desired([bot]), observed([old()]), ALLOWED);
    expect({ steps: plan.steps, said: said(plan) }).toEqual({ steps: [], said: ["error plan/unknown-pair"] });
  });

  it("of one bot by two turns it off once, whatever the input order", () => {
    const accesses = [1, 2, 3].map((id) => ({ id, title: ["", "Main", "Second", "Third"][id] ?? "", exchange: "X" }));
    const aliases = [SECOND, { alias: "third", live: 3 }];
    const bots = aliases.map((access, index) =>
      desiredBot(["a", "b"][index] ?? "", { access, fields: { title: "x" }, enabled: true }),
    );
    const state = observed([live(1, "x", { on: true })], { accesses });
    const config = desired(bots, { exchange: "X", accesses: aliases });
    const plan = makePlan(config, state, ALLOWED);
    expect(shown(plan).filter((step) => step.startsWith("turn-off"))).toEqual(["turn-off main/#1"]);
    expect(plan.steps[0]?.reason).toContain("replaced by main/a");
    expect([plan.bots["main/a"]?.replaces, plan.bots["main/b"]?.replaces]).toEqual([[1], [1]]);
    expect(makePlan({ ...config, bots: bots.toReversed() }, state, ALLOWED).steps).toEqual(plan.steps);
  });
});

describe("no replace, but an error that says what to do", () => {
  const cases: {
    bot: DesiredBot;
    lives: ObservedBot[];
    options: PlanOptions;
    remedy: RegExp;
    protectedTitles?: string[];
    because: string;
  }[] = [
    { bot: moved(), lives: [old()], options: {}, remedy: /--allow-replace/, because: "nobody has allowed it" },
    {
      bot: moved({ protect: true }),
      lives: [old()],
      options: ALLOWED,
      remedy: /remove protect/,
      because: "the bot is protected",
    },
    {
      bot: moved({ botId: 1 }),
      lives: [old()],
      options: ALLOWED,
      remedy: /remove botId.*--allow-replace/,
      because: "botId would go on naming the old one",
    },
    {
      bot: moved(),
      lives: [old()],
      options: ALLOWED,
      protectedTitles: ["a"],
      remedy: /protectedTitles keeps it/,
      because: "the old one has a protected title and is on",
    },
    {
      bot: moved(),
      lives: [old(), live(2, "a", { on: true })],
      options: ALLOWED,
      remedy: /Bot 2 .* turn the wrong ones off/,
      because: "which of two that are on is meant can't be told",
    },
    {
      bot: moved(),
      lives: [old({ accessId: 9 })],
      options: ALLOWED,
      remedy: /isn't one of the account's/,
      because: "where the old one is isn't known",
    },
  ];
  it.each(cases)("$because", ({ bot, lives, options, remedy, protectedTitles = [] }) => {
    const plan = makePlan(desired([bot], { protectedTitles, undeclared: "turn-off" }), observed(lives), options);
    expect({ steps: shown(plan).filter((step) => !step.includes("#2")), said: said(plan) }).toEqual({
      steps: [],
      said: ["error plan/access-changed"],
    });
    expect(plan.diagnostics[0]?.remedy).toMatch(remedy);
  });

  it("says in whole sentences which bot is where, and what to do", () => {
    const whole = cases.map(({ bot, lives, options, protectedTitles = [] }) =>
      makePlan(desired([bot], { protectedTitles }), observed(lives), options).diagnostics.map(
        ({ summary, remedy }) => `${summary} | ${remedy}`,
      ),
    );
    expect(whole).toMatchInlineSnapshot(`
      [
        [
          "bot 1 "a" is on access 1, but the configuration has it on "Second" (2); a bot's access can't be changed | Set access back; or plan with --allow-replace: the old bot is turned off and stays on the account, and a new one is created here.",
        ],
        [
          "bot 1 "a" is on access 1, but the configuration has it on "Second" (2); a bot's access can't be changed | Set access back, or remove protect and plan with --allow-replace.",
        ],
        [
          "bot 1 "a" is on access 1, but the configuration has it on "Second" (2); a bot's access can't be changed | Set access back; or remove botId, which names the bot on the other access, and plan with --allow-replace.",
        ],
        [
          "bot 1 "a" is on access 1, but the configuration has it on "Second" (2); a bot's access can't be changed | protectedTitles keeps it from being turned off: set access back, or turn it off on the service and plan with --allow-replace.",
        ],
        [
          "bot 1 "a" is on access 1, but the configuration has it on "Second" (2); a bot's access can't be changed | Bot 2 with that title is on, too: turn the wrong ones off, then plan with --allow-replace.",
        ],
        [
          "bot 1 "a" is on access 9, but the configuration has it on "Second" (2); a bot's access can't be changed | Its access isn't one of the account's: turn it off on the service, then plan with --allow-replace.",
        ],
      ]
    `);
  });

  it("nor is one finished that stopped half-way, until it is allowed and may be", () => {
    const done = live(7, "a", { accessId: 2 });
    const said = ({ bot, lives, options, protectedTitles = [] }: (typeof cases)[number]) =>
      makePlan(desired([bot], { protectedTitles }), observed([done, ...lives]), options).diagnostics.map(
        ({ code, summary, remedy }) => `${code}: ${summary} | ${remedy}`,
      );
    expect(cases.map(said)).toMatchInlineSnapshot(`
      [
        [
          "plan/also-on: bot 1 "a" is on (access 1) and not in the configuration: this would be a second bot with its title | Turn that one off on the service; or plan with --allow-replace, which does that first.",
        ],
        [
          "plan/protected: the bot differs in its switch, but it is protected, so nothing is done | Remove protect to let botform change it.",
        ],
        [
          "plan/access-changed: bot 1 "a" is on access 1, but the configuration has it on "Second" (2); a bot's access can't be changed | Set access back; or remove botId, which names the bot on the other access, and plan with --allow-replace.",
        ],
        [
          "plan/also-on: bot 1 "a" is on (access 1) and not in the configuration: this would be a second bot with its title | protectedTitles keeps it from being turned off: set access back, or turn it off on the service and plan with --allow-replace.",
        ],
        [
          "plan/also-on: bot 1 "a" is on (access 1) and not in the configuration: this would be a second bot with its title | Bot 2 with that title is on, too: turn the wrong ones off, then plan with --allow-replace.",
          "plan/also-on: bot 2 "a" is on (access 1) and not in the configuration: this would be a second bot with its title | Bot 2 with that title is on, too: turn the wrong ones off, then plan with --allow-replace.",
        ],
        [
          "plan/also-on: bot 1 "a" is on (access 9) and not in the configuration: this would be a second bot with its title | Its access isn't one of the account's: turn it off on the service, then plan with --allow-replace.",
        ],
      ]
    `);
  });

  it("a protected title is no hindrance where the old one is off", () => {
    const config = desired([moved()], { protectedTitles: ["a"] });
    expect(shown(makePlan(config, observed([old({ on: false })]), ALLOWED))).toEqual(REPLACE.slice(1));
  });

  it("names the old one that is on, where another was left behind before", () => {
    const lives = [live(1, "a", { accessId: 3 }), live(2, "a", { on: true })];
    const { diagnostics } = makePlan(desired([moved()]), observed(lives));
    expect(diagnostics.map(({ summary }) => summary)).toEqual([
      'bot 2 "a" is on access 1, but the configuration has it on "Second" (2); a bot\'s access can\'t be changed',
    ]);
  });

  it("undeclared bots aren't turned off either, as long as it stands", () => {
    const config = desired([moved()], { undeclared: "turn-off" });
    expect(makePlan(config, observed([old(), live(7, "stray", { on: true })])).steps).toEqual([]);
  });
});

describe("after a replace", () => {
  const both = [old({ on: false }), live(5, "a", { accessId: 2, on: true })];

  it.each(["report", "turn-off", "ignore"] as const)("nothing is left to do: undeclared: %s", (undeclared) => {
    for (const options of [{}, ALLOWED]) {
      const plan = makePlan(desired([moved()], { undeclared }), observed(both), options);
      expect({ steps: plan.steps, said: said(plan), unchanged: plan.unchanged }).toEqual({
        steps: [],
        said: [],
        unchanged: 1,
      });
      expect(plan.undeclared.map(({ id }) => id)).toEqual(undeclared === "ignore" ? [] : [1]);
    }
  });

  it("an old one that is turned on again is an undeclared bot like any other", () => {
    const config = desired([moved()], { undeclared: "turn-off" });
    const plan = makePlan(config, observed([old(), live(5, "a", { accessId: 2, on: true })]));
    expect(shown(plan)).toEqual(["turn-off main/#1"]);
  });

  describe("that wasn't finished: the new one is off", () => {
    const halfway = (on: boolean) => observed([old({ on }), live(5, "a", { accessId: 2 })]);

    it("it is turned on, and the old one must still be off then", () => {
      expect(shown(makePlan(desired([moved()]), halfway(false)))).toEqual(["turn-on main/a"]);
      const allowed = makePlan(desired([moved()]), halfway(false), ALLOWED);
      expect([shown(allowed), said(allowed), allowed.bots["main/a"]?.replaces]).toEqual([["turn-on main/a"], [], [1]]);
    });

    it("an update of the new one has nothing to do with the old ones, and names none", () => {
      const bots = [old(), live(5, "a", { accessId: 2, fields: { leverage: "7" } })];
      const changed = (changes: Parameters<typeof moved>[0], now: ObservedBot[] = bots) =>
        makePlan(desired([moved(changes)]), observed(now), ALLOWED);
      for (const plan of [
        changed({ enabled: undefined }),
        changed({}, [old(), live(5, "a", { accessId: 2, on: true, fields: { leverage: "7" } })]),
      ]) {
        expect([shown(plan), said(plan)]).toEqual([["update main/a"], []]);
        expect(plan.bots["main/a"]).not.toHaveProperty("replaces");
      }
      const lives = [old({ on: false }), live(4, "a", { accessId: 3 }), ...bots.slice(1)];
      expect(changed({}, lives).steps.map(({ action, reason }) => `${action}: ${reason}`)).toEqual([
        "update: leverage differs",
        "turn-on: enabled is true, but the service shows DISABLED; only while this is off: bot 1, 4",
      ]);
    });

    it("a bot that replaces none doesn't say so", () => {
      expect(makePlan(desired([desiredBot("n")]), observed([])).bots["main/n"]).not.toHaveProperty("replaces");
    });

    it("an old one that is on again is turned off first, where a replace is allowed, and else warned of", () => {
      for (const undeclared of ["report", "turn-off"] as const) {
        const plan = makePlan(desired([moved()], { undeclared }), halfway(true), ALLOWED);
        expect([shown(plan), said(plan)]).toEqual([
          ["turn-off main/#1", "turn-on main/a"],
          ["warning plan/stays-behind"],
        ]);
        expect(plan.steps[0]?.reason).toMatch(/replaced by main\/a|undeclared is turn-off/);
      }
      const plan = makePlan(desired([moved()]), halfway(true));
      expect([shown(plan), said(plan)]).toEqual([["turn-on main/a"], ["warning plan/also-on"]]);
      expect(plan.diagnostics[0]?.remedy).toContain("--allow-replace");
    });
  });
});

describe("a plan with a replace", () => {
  const OPENER = { apiUrl: "https://api.example.net", apiKey: "key", apiSecret: "secret" };
  const MADE = 1_790_000_000_000;
  const SEAL = { id: "0".repeat(32), toolVersion: "1", createdAt: MADE, expiresAt: MADE + 60_000 };
  const HERE = { toolVersion: "1", account: "main", opener: OPENER, configDigest: "d", now: MADE };
  const plan = makePlan(
    desired([moved()], { protectedTitles: ["kept"] }),
    observed([old(), live(8, "kept", { on: true })]),
    ALLOWED,
  );

  it("is sealed and opened without loss, protected undeclared bots included", () => {
    const reading = openPlan(Buffer.from(sealPlan(plan, OPENER, SEAL)), HERE);
    if (!reading.ok) throw new Error(reading.problem.summary);
    const withoutOrigins = plan.diagnostics.map(({ origin: _origin, ...diagnostic }) => diagnostic);
    expect(reading.saved.plan).toEqual({ ...plan, diagnostics: withoutOrigins });
    expect(reading.saved.plan.undeclared).toMatchObject([{ id: 8, protected: true }]);
  });

  it("isn't sealed where it turns on what is replaced", () => {
    const steps = plan.steps.map((one) => (one.action === "turn-off" ? { ...one, action: "turn-on" as const } : one));
    expect(() => sealPlan({ ...plan, steps }, OPENER, SEAL)).toThrow(RangeError);
  });

  it("is shown with what stays behind, and what is protected", () => {
    const text = planText(plan, paint(false, 1_000));
    expect(text).toContain("turn-off: it is replaced by main/a and stays on the account");
    expect(text).toContain('8 "kept"  on (ENABLED), protected');
    expect(text).toContain("stays on \"Main\", off: a bot's access can't be changed, and a bot can't be deleted");
  });
});

describe("protected titles", () => {
  const strays = observed([live(7, "kept", { on: true }), live(8, "Kept by", { on: true })]);

  it.each([
    ["Cafe\u0301 hand", "Caf\u00e9 hand", "letters with their accents"],
    ["kept", "Kept", "letters of another case"],
    ["a & b", "a &amp; b", "HTML entities"],
    ["by hand", "by  hand", "other spaces"],
  ])("%s is %s in a service that stores %s", (written, title) => {
    const config = desired([], { undeclared: "turn-off", protectedTitles: ["other", written] });
    const plan = makePlan(config, observed([live(7, title, { on: true })]));
    expect(plan.steps).toEqual([]);
    expect(plan.undeclared.map(({ id, protected: held }) => [id, held])).toEqual([[7, true]]);
  });

  it("are whole titles, and never turned off as undeclared", () => {
    const config = desired([], { undeclared: "turn-off", protectedTitles: ["kept"] });
    const plan = makePlan(config, strays);
    expect(shown(plan)).toEqual(["turn-off main/#8"]);
    expect(plan.undeclared.map(({ id, protected: held }) => [id, held])).toEqual([
      [7, true],
      [8, undefined],
    ]);
    expect(planText(plan, paint(false))).toContain("those that are on and not protected are turned off");
  });

  it("say nothing of bots that the configuration declares", () => {
    const config = desired([desiredBot("kept", { enabled: false })], { protectedTitles: ["kept"] });
    expect(shown(makePlan(config, strays))).toEqual(["turn-off main/kept"]);
  });

  it("are a part of the digest only where there are any, as a set", () => {
    const { digest: _digest, ...state } = desired([desiredBot("a")]);
    const digest = (protectedTitles: string[]) => digestOf({ ...state, protectedTitles });
    expect(digest([])).toBe(digestOf(state));
    expect(digest(["x"])).not.toBe(digestOf(state));
    expect(digest(["x", "y", "x"])).toBe(digest(["y", "x"]));
    expect(digest(["x"])).not.toBe(digest(["y"]));
  });
});
