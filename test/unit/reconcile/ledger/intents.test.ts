// Which writes of earlier runs are open, until when, what they concern, and what shows that one has arrived (rule 23).
import { describe, expect, it } from "vitest";
import type { Action } from "../../../../src/model/plan/actions.js";
import type { OpenIntent } from "../../../../src/model/plan/open-intent.js";
import { commandsTo, concerns, hasArrived, leftMs, openIntents } from "../../../../src/reconcile/ledger/intents.js";
import type { JournalEntry } from "../../../../src/reconcile/ledger/journal-format.js";
import { earlier } from "../earlier.js";
import { live } from "../fleet.js";
import { plannedBot, planOf, step } from "../plan/plans.js";
import { answer, intent, type Outcome, outcome, PLACE, resolved, run } from "./entries.js";

const opened = (entries: readonly JournalEntry[]) => openIntents([run(entries)], [PLACE]);

const FAILED = { address: "main/a", action: "update", kind: "failed", detail: "", stale: false, wrote: true } as const;

describe("a write in a journal", () => {
  it.each<{ entries: JournalEntry[]; open: number[]; because: string }>([
    { entries: [intent(1, "update")], open: [1], because: "the run died after its intent" },
    { entries: [intent(1, "update"), answer(1, "not-sent")], open: [], because: "it never left" },
    { entries: [intent(1, "update"), answer(1, "overtaken")], open: [], because: "it was withdrawn" },
    { entries: [intent(1, "update"), outcome("applied", "update")], open: [], because: "it was seen" },
    { entries: [intent(1, "update"), resolved("took-effect", "update")], open: [], because: "a later look saw it" },
    { entries: [intent(1, "update"), resolved("no-effect", "update")], open: [1], because: "a look proves the past" },
    {
      entries: [intent(1, "update"), answer(1, "refused"), outcome("failed", "update")],
      open: [1],
      because: "a no may be the answer to its double",
    },
    {
      entries: [
        intent(1, "update"),
        answer(1, "ambiguous"),
        intent(2, "update"),
        answer(2, "accepted"),
        outcome("applied", "update"),
      ],
      open: [1],
      because: "of two alike, the one that was answered was seen",
    },
    {
      entries: [intent(1, "update"), answer(1, "ambiguous"), intent(2, "update"), outcome("applied", "update")],
      open: [1, 2],
      because: "of two alike, either may have been seen",
    },
    {
      entries: [
        intent(1, "update"),
        answer(1, "ambiguous"),
        { ...intent(2, "update"), sends: "turn-off" },
        outcome("applied", "update"),
      ],
      open: [],
      because: "of several writes, the only update was seen",
    },
    {
      entries: [intent(1, "update"), { type: "outcome", at: 5, outcome: { ...FAILED, botId: 1 } }],
      open: [1],
      because: "the bot of an update was there before",
    },
    {
      entries: [intent(1, "update"), answer(1, "not-sent"), intent(2, "update"), outcome("applied", "update")],
      open: [],
      because: "one that never left is none of two",
    },
  ])("is open or not: $because", ({ entries, open }) => {
    expect(opened(entries).map(({ at }) => at)).toEqual(open);
  });

  const inStep = (sends: Action, kind: Outcome, botId?: number): JournalEntry[] => {
    const ended = outcome(kind, "create");
    const made =
      ended.type === "outcome" && botId !== undefined ? { ...ended, outcome: { ...ended.outcome, botId } } : ended;
    const { botId: _botId, ...sent } = { ...intent(1, "create"), sends };
    return [sent, answer(1, "accepted"), made];
  };
  const create = planOf([plannedBot("a", null)], [step("create", "a")]);

  it.each<{ sends: Action; kind: Outcome; botId?: number; isOpen: boolean; because: string }>([
    { sends: "create", kind: "failed", botId: 7, isOpen: false, because: "its bot was seen, with other fields" },
    { sends: "create", kind: "failed", isOpen: true, because: "no bot was seen" },
    { sends: "create", kind: "unknown", botId: 7, isOpen: true, because: "its bot could not be read" },
    { sends: "turn-off", kind: "applied", isOpen: false, because: "it was seen off" },
    { sends: "turn-off", kind: "failed", isOpen: false, because: "it was seen off, for another reason it failed" },
    { sends: "turn-off", kind: "unknown", isOpen: true, because: "nobody saw it off" },
  ])(
    "a $sends in a create that is $kind (bot $botId), open: $isOpen, since $because",
    ({ sends, kind, botId, isOpen }) => {
      const found = openIntents([run(inStep(sends, kind, botId), { plan: create })], [PLACE]);
      expect(found.map((one) => one.sends)).toEqual(isOpen ? [sends] : []);
    },
  );

  it("is told with its times, what it makes, and whether its outcome is known", () => {
    const [old] = opened([intent(1, "update", "a", 9_400)]);
    expect(old).toMatchObject({
      sends: "update",
      address: "main/a",
      botId: 1,
      at: 9_400,
      notAfter: 74_000,
      isUnknown: true,
    });
    expect(old?.makes).toMatchObject({ title: "a" });
    const [signed] = opened([{ ...intent(1, "update"), nonce: 3, notAfter: 5_000 }, outcome("failed", "update")]);
    expect(signed).toMatchObject({ notAfter: 5_000, isUnknown: false });
    expect(old?.isOneOfSeveral).toBeUndefined();
    const two = opened([intent(1, "update"), intent(2, "update")]);
    expect(two.map(({ isOneOfSeveral }) => isOneOfSeveral)).toEqual([true, true]);
    expect(openIntents([run([intent(1)], { commandDeadlineMs: 7 })], [PLACE])[0]?.deadlineMs).toBe(7);
  });

  describe("beside one alike of another run", () => {
    const made = { type: "outcome", at: 60, outcome: { ...FAILED, action: "create", kind: "applied" } } as const;
    const create = planOf([plannedBot("a", null)], [step("create", "a")]);
    const sentAt = (at: number) => {
      const { botId: _botId, ...sent } = intent(1, "create", "a", at);
      return { ...sent, notAfter: at + 1_000 };
    };
    const told = (runs: readonly (readonly JournalEntry[])[], deadlineMs?: number, plans = runs.map(() => create)) =>
      openIntents(
        runs.map((entries, index) => run(entries, { plan: plans[index] ?? create })),
        [PLACE],
        deadlineMs,
      ).map(({ at, isOneOfSeveral = false }) => `${at}${isOneOfSeveral ? ", one of several" : ""}`);
    const LATE = 121_000;

    it.each<{ because: string; runs: JournalEntry[][]; deadlineMs?: number; expected: string[] }>([
      {
        because: "the later one was answered and seen: what is there is its own",
        runs: [[sentAt(5)], [sentAt(50), answer(1, "accepted"), made]],
        expected: ["5, one of several"],
      },
      {
        because: "what the later one saw may be of the earlier one",
        runs: [[sentAt(5)], [sentAt(50), answer(1, "ambiguous"), made]],
        expected: ["5, one of several", "50, one of several"],
      },
      {
        because: "the earlier one was seen before the later one left",
        runs: [
          [sentAt(5), answer(1, "ambiguous"), { ...made, at: 20 }],
          [sentAt(50), answer(1, "ambiguous")],
        ],
        expected: ["50"],
      },
      {
        because: "the earlier one was seen when the later one had left",
        runs: [
          [sentAt(5), answer(1, "ambiguous"), { ...made, at: 50 }],
          [sentAt(50), answer(1, "ambiguous")],
        ],
        expected: ["5, one of several", "50, one of several"],
      },
      {
        because: "a later look may have found the bot of the later one",
        runs: [[sentAt(5), { ...resolved("took-effect", "create"), at: 55 }], [sentAt(50)]],
        expected: ["5, one of several", "50, one of several"],
      },
      {
        because: "a look before the later one has found the earlier one's",
        runs: [[sentAt(5), { ...resolved("took-effect", "create"), at: 49 }], [sentAt(50)]],
        expected: ["50"],
      },
      {
        because: "the earlier one was over when the later one left",
        runs: [[sentAt(5)], [sentAt(LATE + 5)]],
        expected: ["5, one of several", `${LATE + 5}`],
      },
      {
        because: "the earlier one might still arrive in the last millisecond",
        runs: [[sentAt(5)], [sentAt(LATE + 4)]],
        expected: ["5, one of several", `${LATE + 4}, one of several`],
      },
      {
        because: "a run that gives it longer counts it for longer",
        runs: [[sentAt(5)], [sentAt(LATE + 5)]],
        deadlineMs: 120_001,
        expected: ["5, one of several", `${LATE + 5}, one of several`],
      },
      {
        because: "the earlier one never left",
        runs: [[sentAt(5), answer(1, "not-sent")], [sentAt(50)]],
        expected: ["50"],
      },
    ])("$because", ({ runs, deadlineMs, expected }) => {
      expect(told(runs, deadlineMs)).toEqual(expected);
      expect(told(runs.toReversed(), deadlineMs)).toEqual(expected);
    });

    it("a create is alike under another key by its title, on one access; another action isn't", () => {
      const other = (planned: ReturnType<typeof plannedBot>) =>
        told([[sentAt(5)], [{ ...sentAt(50), address: "main/b" }]], undefined, [
          create,
          planOf([planned], [step("create", "b")]),
        ]);
      const b = { ...plannedBot("b", null), title: "a" };
      expect(other(b)).toEqual(["5, one of several", "50, one of several"]);
      expect(other({ ...b, accessId: b.accessId + 1 })).toEqual(["5", "50"]);
      expect(other({ ...b, title: "b" })).toEqual(["5", "50"]);
    });

    it("a switch is alike where it is sent to the same bot under another key, and no turn-off is a turn-on", () => {
      type Intent = ReturnType<typeof intent>;
      const on = (at: number, more: Partial<Intent> = {}) => ({ ...intent(1, "turn-on", "a", at), ...more });
      const plan = planOf([plannedBot("x", live(1, "x"))], [step("turn-on", "x"), step("turn-off", "x")]);
      const second = (more: Partial<Intent>) =>
        openIntents([run([on(5)]), run([on(50, { address: "main/x", ...more })], { plan })], [PLACE]).map(
          ({ isOneOfSeveral = false }) => isOneOfSeveral,
        );
      expect(second({})).toEqual([true, true]);
      expect(second({ botId: 9 })).toEqual([false, false]);
      expect(second({ sends: "turn-off", step: "turn-off" })).toEqual([false, false]);
    });

    it("is told under the account's last name, whatever it was called when it was sent", () => {
      const before = run([sentAt(5)], { plan: create });
      const renamed = {
        ...create,
        account: "own",
        bots: { "own/a": { ...plannedBot("a", null), address: "own/a" } },
        steps: [{ ...step("create", "a"), address: "own/a" }],
      };
      const now = run([{ ...sentAt(50), address: "own/a" }], { account: "own", plan: renamed });
      const found = openIntents([before, now], [PLACE, { ...PLACE, account: "own" }]);
      expect(found).toMatchObject([
        { address: "own/a", at: 5, isOneOfSeveral: true },
        { address: "own/a", at: 50, isOneOfSeveral: true },
      ]);
    });
  });

  it("is its account's alone, at its origin", () => {
    expect(
      openIntents([run([intent(1)], { account: "other" }), run([intent(1)], { origin: "https://b" })], [PLACE]),
    ).toEqual([]);
  });
});

describe("a write is open", () => {
  const AT = 1_000_000;
  const leftOf = (sends: Action, more: Partial<OpenIntent> = {}, own?: number) =>
    leftMs(earlier(sends, 7, AT, { notAfter: AT + 65_000, ...more }), AT, own);

  it.each<[Action, Partial<OpenIntent>, number, number]>([
    ["update", {}, 5_000, 65_000],
    ["turn-off", {}, 5_000, 185_000],
    ["turn-off", { isUnknown: false }, 5_000, 65_000],
    ["take-profit", {}, 5_000, 65_000],
    ["create", {}, 5_000, 70_000],
    ["create", { deadlineMs: 9_000 }, 5_000, 74_000],
    ["create", { deadlineMs: 9_000 }, 10_000, 75_000],
    ["create", { isUnknown: false }, 5_000, 65_000],
    ["turn-on", {}, 5_000, 185_000],
    ["turn-on", { deadlineMs: 300_000 }, 5_000, 365_000],
    ["turn-on", {}, 200_000, 265_000],
    ["turn-on", { isUnknown: false }, 5_000, 65_000],
    ["start-deal", {}, 5_000, 185_000],
    ["complete-deal", {}, 5_000, 185_000],
    ["cancel-deal", {}, 5_000, 185_000],
    ["update", { notAfter: AT - 1 }, 5_000, 0],
  ])("%s %j, own deadline %i: for %i ms", (sends, more, own, left) => {
    expect(leftOf(sends, more, own)).toBe(left);
  });

  it("by default with the usual deadline, and no longer after a clock was set back", () => {
    expect(leftOf("create")).toBe(185_000);
    const one = earlier("update", 7, AT, { notAfter: AT + 65_000 });
    expect([leftMs(one, AT + 64_999), leftMs(one, AT + 65_000), leftMs(one, AT - 3_600_000)]).toEqual([1, 0, 65_000]);
  });
});

it("commands to a bot are those of one kind whose outcome nobody knows", () => {
  const all = [
    earlier("turn-on", 7, 1),
    earlier("turn-on", 8, 2),
    earlier("turn-on", 7, 3, { isUnknown: false }),
    earlier("start-deal", 7, 4),
  ];
  const at = (sends: "turn-on" | "start-deal", id: number) => commandsTo(all, sends, id).map((one) => one.at);
  expect([at("turn-on", 7), at("turn-on", 8), at("start-deal", 7), at("start-deal", 8)]).toEqual([[1], [2], [4], []]);
});

describe("a write concerns", () => {
  const bot = plannedBot("a", live(7, "a"));
  const other = { address: "main/x" };
  const isFor = (
    intents: OpenIntent,
    action: Action,
    { botId = 7, planned = bot, dealId }: { botId?: number; planned?: typeof bot; dealId?: number } = {},
  ) =>
    concerns(
      intents,
      { ...step(action, "a"), ...(dealId !== undefined && { deal: { id: dealId } }) },
      planned,
      botId,
      () => false,
    );

  it.each<[Action, boolean]>([
    ["update", true],
    ["create", true],
    ["turn-on", true],
    ["start-deal", true],
    ["turn-off", false],
  ])("a %s of its address: %s", (action, expected) => {
    expect(isFor(earlier("update", 7, 0), action)).toBe(expected);
    expect(isFor(earlier("update", 8, 0), action)).toBe(expected);
  });

  it("its bot under another key, and its title on the same access", () => {
    expect(isFor(earlier("update", 7, 0, other), "update")).toBe(true);
    expect(isFor(earlier("update", 8, 0, other), "update")).toBe(false);
    const made = { ...other, makes: { title: "a", accessId: 1, target: {} } };
    expect(isFor(earlier("create", undefined, 0, made), "create")).toBe(true);
    expect(isFor(earlier("create", undefined, 0, { ...made, makes: { ...made.makes, title: "b" } }), "create")).toBe(
      false,
    );
    expect(isFor(earlier("create", undefined, 0, { ...made, makes: { ...made.makes, accessId: 2 } }), "create")).toBe(
      false,
    );
    expect(isFor(earlier("update", 8, 0, made), "create")).toBe(false);
    expect(
      concerns(
        earlier("create", undefined, 0, { ...other, makes: undefined }),
        step("create", "a"),
        bot,
        undefined,
        () => false,
      ),
    ).toBe(false);
  });

  it("a create where another one makes a bot that trades the same on its access, and that the plan doesn't create", () => {
    const trade = { pairTitle: "USDT-BTC", strategy: "LONG" };
    const own: typeof bot = { ...bot, target: { ...trade, leverage: "5" } };
    const isFor = (makes: OpenIntent["makes"], action: Action = "create", isCreated = false, planned = own) =>
      concerns(
        earlier("create", undefined, 0, { ...other, makes }),
        step(action, "a"),
        planned,
        undefined,
        (address) => isCreated && address === other.address,
      );
    const made = { title: "x", accessId: 1, target: trade };
    expect(isFor(made)).toBe(true);
    expect(isFor(made, "update")).toBe(false);
    expect(isFor(made, "create", true)).toBe(false);
    expect(isFor({ ...made, accessId: 2 })).toBe(false);
    expect(isFor({ ...made, target: { ...trade, strategy: "SHORT" } })).toBe(false);
    expect(isFor({ ...made, target: {} }, "create", false, { ...bot, target: {} })).toBe(false);
    expect(isFor(undefined)).toBe(false);
    const changes = earlier("update", 8, 0, { ...other, makes: made });
    expect(concerns(changes, step("create", "a"), own, undefined, () => false)).toBe(false);
  });

  it("a turn-on where it was sent to a copy, or to a bot whose place this one takes", () => {
    const planned = { ...bot, copies: [8], replaces: [9] };
    for (const id of [8, 9]) {
      expect(isFor(earlier("turn-on", id, 0, other), "turn-on", { planned })).toBe(true);
      expect(isFor(earlier("turn-on", id, 0, other), "update", { planned })).toBe(false);
    }
  });

  it("a deal's settings where it was about that deal, and a bot's where it was about none", () => {
    const ofDeal = (dealId: number) => earlier("take-profit", 7, 0, { dealId });
    expect(isFor(ofDeal(5), "take-profit", { dealId: 5 })).toBe(true);
    expect(isFor(ofDeal(5), "take-profit", { dealId: 6 })).toBe(false);
    expect(isFor(ofDeal(5), "update")).toBe(false);
    expect(isFor(earlier("update", 7, 0), "take-profit", { dealId: 5 })).toBe(false);
    expect(isFor(ofDeal(5), "complete-deal", { dealId: 5 })).toBe(false);
    expect(isFor(ofDeal(5), "cancel-deal", { dealId: 5 })).toBe(false);
  });

  it("nothing where it was a webhook", () => {
    expect(isFor(earlier("start-deal", 7, 0, { isWebhook: true }), "update")).toBe(false);
  });

  it("no start where it was a start, which is refused instead", () => {
    expect(isFor(earlier("start-deal", 7, 0), "start-deal")).toBe(false);
    expect(isFor(earlier("start-deal", 7, 0), "update")).toBe(true);
  });
});

describe("a bot shows that it has arrived", () => {
  const makes = { title: "a", accessId: 1, target: { leverage: "9" } };
  it.each<[Action, ReturnType<typeof live>, boolean]>([
    ["turn-on", live(7, "a", { on: true }), true],
    ["turn-on", live(7, "a"), false],
    ["turn-off", live(7, "a"), true],
    ["turn-off", live(7, "a", { on: true }), false],
    ["update", live(7, "a", { fields: { leverage: "9" } }), true],
    ["update", live(7, "a", { fields: { leverage: "8" } }), false],
    ["create", live(7, "a", { fields: { leverage: "9" } }), true],
    ["create", { ...live(7, "a", { fields: { leverage: "9" } }), accessId: null }, true],
    ["create", { ...live(7, "a", { fields: { leverage: "9" } }), accessId: 2 }, false],
    ["create", live(7, "a"), false],
    ["create", live(7, "b", { fields: { leverage: "9" } }), false],
    ["start-deal", live(7, "a", { on: true }), false],
  ])("%s, %j: %s", (sends, bot, expected) => {
    expect(hasArrived(earlier(sends, 7, 0, { makes }), bot)).toBe(expected);
  });

  it("of several alike, none does", () => {
    const one = earlier("turn-on", 7, 0, { isOneOfSeveral: true });
    expect(hasArrived(one, live(7, "a", { on: true }))).toBe(false);
    expect(hasArrived({ ...one, makes: undefined }, live(7, "a", { on: true }))).toBe(false);
  });
});
