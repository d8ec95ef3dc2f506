// What a plan says of bots in doubt, of bots that the list lacks, and of a list that may be cut: word for word.
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { Unlisted } from "../../../../src/model/bot/observed.js";
import type { OpenIntent, StillOpen } from "../../../../src/model/plan/open-intent.js";
import {
  botsInDoubt,
  cutList,
  inDoubtProblem,
  isPageLong,
  unlistedBots,
  unpinned,
  unreadLedger,
  waitingSteps,
} from "../../../../src/reconcile/plan/remembered-problems.js";
import { earlier } from "../earlier.js";
import { desiredBot, live } from "../fleet.js";
import { plannedBot, step } from "./plans.js";

const EMPTY = { accesses: [], bots: [], deals: null, pairs: null };
const said = (found: readonly { readonly summary: string }[]) => found.map(({ summary }) => summary);

describe("a bot in doubt", () => {
  const at = Date.parse("2026-11-22T12:00:07Z");
  const sent = (sends: OpenIntent["sends"], botId: number | undefined, more: Partial<StillOpen> = {}): StillOpen => ({
    ...earlier(sends, botId, at),
    until: at + 120_000,
    ...more,
  });
  function problems(
    { on, enabled, isThere = true }: { on: boolean; enabled?: boolean; isThere?: boolean },
    own = true,
  ) {
    const bot = live(7, "a", { on });
    const observed = { bots: isThere ? [bot] : [], open: [sent("turn-on", 7)] };
    const declared = own ? [[7, desiredBot("a", { enabled })] as const] : [];
    return botsInDoubt("main", observed, new Map(declared)).map(inDoubtProblem);
  }

  it.each([
    { on: false, enabled: true, said: true },
    { on: false, enabled: false, said: true },
    { on: false, enabled: undefined, said: true },
    { on: true, enabled: false, said: true },
    { on: true, enabled: true, said: false },
    { on: true, enabled: undefined, said: false },
  ])("on: $on, enabled: $enabled: $said", ({ on, enabled, said: isSaid }) => {
    expect(problems({ on, ...(enabled !== undefined && { enabled }) })).toHaveLength(isSaid ? 1 : 0);
  });

  it("is named with the times and what is shown of it", () => {
    expect(problems({ on: false })).toMatchObject([
      {
        code: "plan/in-doubt",
        severity: "warning",
        address: "main/a",
        summary:
          "a turn-on of bot 7 was sent at 12:00:07 UTC, and nobody has seen what became of it: the bot is shown off (DISABLED), and may come on until 12:02:07 UTC",
        remedy: "Run botform resolve to look again. botform bots off turns it off, and watches until then.",
      },
    ]);
    expect(said(problems({ on: true, enabled: false })).join()).toContain("the bot is shown on (ENABLED), and may");
  });

  it("of a start of a deal says until when one may open, whatever the bot's switch and the configuration", () => {
    const open = [
      sent("start-deal", 7),
      sent("start-deal", 7, { isWebhook: true }),
      sent("start-deal", undefined, { isWebhook: true, address: "main" }),
    ];
    const found = botsInDoubt("main", { bots: [live(7, "a", { on: true })], open }, new Map([[7, desiredBot("a")]]));
    const times = { sentAt: "2026-11-22T12:00:07.000Z", until: "2026-11-22T12:02:07.000Z" };
    expect(found).toEqual([
      { sends: "open-webhook", botId: 0, address: "main", on: null, status: null, ...times },
      { sends: "start-deal", botId: 7, address: "main/a", on: true, status: "ENABLED", ...times },
      { sends: "open-webhook", botId: 7, address: "main/a", on: true, status: "ENABLED", ...times },
    ]);
    const when = "was sent at 12:00:07 UTC, and nobody has seen what became of it: a deal may open until 12:02:07 UTC";
    const watches = "botform bots off watches until then, and ends no deal.";
    expect(found.map(inDoubtProblem)).toMatchObject([
      {
        code: "plan/in-doubt",
        summary: `a webhook that opens a deal without a bot ${when}`,
        remedy: `Run botform deals active to look again. ${watches}`,
      },
      {
        code: "plan/in-doubt",
        address: "main/a",
        summary: `a start of a deal of bot 7 ${when}`,
        remedy: `Run botform resolve to look again. ${watches}`,
      },
      { code: "plan/in-doubt", address: "main/a", summary: `a webhook that opens a deal of bot 7 ${when}` },
    ]);
    expect(found.map(inDoubtProblem)[0]).not.toHaveProperty("address");
  });

  it("stands in the order of ids, whether or not the configuration has it", () => {
    const observed = {
      bots: [live(9, "b"), live(8, "c", { on: true })],
      open: [9, 7, 8].map((id) => sent("turn-on", id)),
    };
    expect(
      botsInDoubt("main", observed, new Map([[9, desiredBot("b")]])).map(({ botId, address }) => [botId, address]),
    ).toEqual([
      [7, "main/#7"],
      [9, "main/b"],
    ]);
  });

  it("that no configured bot stands for goes by its id, and one that isn't there is said, too", () => {
    expect(problems({ on: false }, false)).toMatchObject([{ address: "main/#7" }]);
    expect(said(problems({ on: false, isThere: false }, false)).join()).toContain(
      "the bot isn't shown, and may come on",
    );
  });
});

describe("whatever else was sent", () => {
  const at = Date.parse("2026-11-22T12:00:07Z");
  const sent = (sends: OpenIntent["sends"], botId: number | undefined, more: Partial<StillOpen> = {}): StillOpen => ({
    ...earlier(sends, botId, at, { makes: { title: "a", accessId: 1, target: { leverage: "5" } } }),
    until: at + 65_000,
    ...more,
  });
  const declared = new Map([[7, desiredBot("a", { enabled: true })]]);
  const doubts = (open: readonly StillOpen[], ...bots: readonly ObservedBot[]) =>
    botsInDoubt("main", { bots, open }, declared);
  const on = live(7, "a", { on: true, fields: { leverage: "3" } });

  it.each([
    { open: sent("update", 7), bots: [on], said: true, because: "it shows other settings" },
    { open: sent("update", 7), bots: [], said: true, because: "it isn't shown" },
    { open: sent("update", 7, { makes: undefined }), bots: [on], said: true, because: "it was sent several times" },
    {
      open: sent("update", 7),
      bots: [live(7, "a", { fields: { leverage: "5" } })],
      said: false,
      because: "it shows it",
    },
    { open: sent("update", 7, { isUnknown: false }), bots: [on], said: false, because: "its run has seen what it did" },
    { open: sent("turn-off", 7), bots: [on], said: true, because: "it is on" },
    { open: sent("turn-off", 7), bots: [live(7, "a")], said: false, because: "it is off" },
    { open: sent("turn-off", 7), bots: [], said: true, because: "it isn't shown" },
    { open: sent("create", undefined), bots: [], said: true, because: "no bot has its title" },
    {
      open: sent("create", undefined),
      bots: [live(9, "a", { accessId: 2 })],
      said: true,
      because: "not on its access",
    },
    { open: sent("create", undefined), bots: [live(9, "a")], said: false, because: "a bot has its title" },
    {
      ...{ open: sent("create", undefined), bots: [live(9, "a", { accessId: null })], said: false },
      because: "a bot has its title, on whatever access",
    },
    {
      open: sent("take-profit", 7, { dealId: 3 }),
      bots: [on],
      said: true,
      because: "a bot shows nothing of its deals",
    },
    { open: sent("complete-deal", 7, { dealId: 3 }), bots: [on], said: true, because: "a bot shows nothing of them" },
  ])("a $open.sends is a doubt: $said, since $because", ({ open, bots, said: isSaid }) => {
    expect(doubts([open], ...bots)).toHaveLength(isSaid ? 1 : 0);
  });

  it("is named with what may come of it, what may open a deal first", () => {
    const found = doubts(
      [
        ...[sent("cancel-deal", 7, { dealId: 4 }), sent("complete-deal", 7, { dealId: 3 })],
        ...[
          sent("take-profit", 7, { dealId: 3 }),
          sent("turn-off", 7),
          sent("update", 7),
          sent("create", undefined, { makes: { ...MAKES, title: "b", target: {} } }),
        ],
        sent("start-deal", 7),
      ],
      on,
    );
    expect(found.map(({ sends, address, botId, dealId, on }) => [sends, address, botId, dealId, on])).toEqual([
      ["create", "main/a", 0, undefined, null],
      ["start-deal", "main/a", 7, undefined, true],
      ["update", "main/a", 7, undefined, true],
      ["turn-off", "main/a", 7, undefined, true],
      ["take-profit", "main/a", 7, 3, true],
      ["complete-deal", "main/a", 7, 3, true],
      ["cancel-deal", "main/a", 7, 4, true],
    ]);
    const said = found.map(inDoubtProblem).filter(({ summary }) => !summary.includes("a start"));
    const [was, until] = ["was sent at 12:00:07 UTC, and nobody has seen what became of it:", "until 12:01:12 UTC"];
    const remedy = "Run botform resolve to look again. Later writes wait until then; turn-offs don't.";
    expect(said).toEqual(
      [
        `a create ${was} the bot may still turn up ${until}`,
        `an update of bot 7 ${was} the bot may still get its settings ${until}`,
        `a turn-off of bot 7 ${was} the bot is shown on (ENABLED), and may go off ${until}`,
        `a new take profit of deal 3 of bot 7 ${was} the deal may still get it ${until}`,
        `a completion of deal 3 of bot 7 ${was} the deal may still end ${until}`,
        `a cancel of deal 4 of bot 7 ${was} the deal may still end ${until}`,
      ].map((summary) => ({ code: "plan/in-doubt", severity: "warning", summary, remedy, address: "main/a" })),
    );
  });

  it("of several alike is one, the one that may take effect last; what the bot shows hides no other", () => {
    const last = sent("update", 7, { at: at + 1_000, until: at + 66_000 });
    const both = [last, sent("update", 7), sent("update", 8)];
    expect(doubts(both, on).map(({ botId, until }) => [botId, until])).toEqual([
      [7, "2026-11-22T12:01:13.000Z"],
      [8, "2026-11-22T12:01:12.000Z"],
    ]);
    const shown = sent("update", 7, {
      at: at + 1_000,
      until: at + 66_000,
      makes: { ...MAKES, target: { leverage: "3" } },
    });
    expect(doubts([shown, sent("update", 7)], on).map(({ until }) => until)).toEqual(["2026-11-22T12:01:12.000Z"]);
    const later = sent("update", 7, { at: at + 500 });
    const sentAt = doubts([sent("update", 7), later], on).map((one) => one.sentAt);
    expect(sentAt).toEqual(["2026-11-22T12:00:07.500Z"]);
    expect(doubts([later, sent("update", 7)], on).map((one) => one.sentAt)).toEqual(sentAt);
    const of = [sent("complete-deal", 7, { dealId: 3 }), sent("complete-deal", 7, { dealId: 4 })];
    expect(doubts(of, on).map(({ dealId }) => dealId)).toEqual([3, 4]);
  });
});

const MAKES = { title: "a", accessId: 1 };

describe("bots that the list lacks", () => {
  const unlisted = (...ids: readonly (readonly [number, Unlisted])[]) =>
    said(unlistedBots({ ...EMPTY, unlisted: new Map(ids) }));

  it("that are there are one warning, those that are gone or weren't read another", () => {
    expect(unlisted([9, "there"], [7, "there"], [8, "gone"], [5, "unread"])).toEqual([
      "the bot list lacks 2 bots (7, 9), which the service shows when asked by id; the list may lack others",
      "the bot list lacks 2 bots (8, 5), which botform saw earlier",
    ]);
    expect(unlisted()).toEqual([]);
    const remedies = (...ids: readonly (readonly [number, Unlisted])[]) =>
      unlistedBots({ unlisted: new Map(ids) }).map(({ remedy }) => remedy);
    expect(remedies([7, "there"], [5, "unread"])).toEqual([
      "botform reads the bots that it knows by id, but can't know all. Check the list on the service.",
      "If it was deleted on the service, run botform forget with the ids, for example botform forget 5.",
    ]);
    const LOST = "If they were deleted on the service, run botform forget with the ids, for example botform forget";
    expect(remedies([8, "gone"], [5, "unread"])).toEqual([`${LOST} 8.`]);
    expect(remedies([8, "gone"], [9, "gone"])).toEqual([`${LOST} 8.`]);
    expect(unlisted([8, "gone"])).toEqual(["the bot list lacks 1 bot (8), which botform saw earlier"]);
  });

  it("are counted where they are many", () => {
    const many = Array.from({ length: 12 }, (_, index): [number, Unlisted] => [index + 1, "there"]);
    expect(unlisted(...many)[0]).toContain("12 bots (1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more)");
    expect(unlisted(...many.slice(0, 10))[0]).toContain("10 bots (1, 2, 3, 4, 5, 6, 7, 8, 9, 10), which");
  });
});

it("a list is cut where services cut theirs, and nowhere else", () => {
  const lengths = Array.from({ length: 10_001 }, (_none, length) => length).filter(isPageLong);
  expect(lengths).toEqual([10, 20, 25, 30, 50, 100, 200, 250, 500, 1_000, 2_000, 5_000]);
});

it.each([
  [9, 0],
  [10, 1],
  [19, 0],
  [20, 1],
  [21, 0],
  [100, 1],
  [101, 0],
  [1_000, 1],
])("a list of %i bots is %i warnings: it may be cut", (listed, warnings) => {
  const found = cutList({ ...EMPTY, listed });
  expect(found).toHaveLength(warnings);
  if (warnings > 0)
    expect(found).toMatchObject([
      {
        ...{ code: "plan/cut-list", severity: "warning" },
        summary: `the bot list shows exactly ${listed} bots, which may be all that the service shows; a bot that it lacks would be created again`,
        remedy:
          "Check on the service whether the account has more bots; if so, don't create any until the list shows all.",
      },
    ]);
});

it.each([
  [99, undefined],
  [100, "the bot list shows 100 bots, and was cut at 100 before (seen 2026-11-20)"],
  [137, "the bot list shows 137 bots, and was cut at 100 before (seen 2026-11-20)"],
  [50, "the bot list shows exactly 50 bots, which may be all that the service shows"],
])("a list of %i bots, where one of 100 was seen to be cut", (listed, words) => {
  const at = Date.parse("2026-11-20T09:00:00Z");
  const cut = { name: "listSize", value: 100, detail: "", at, tool: "1" } as const;
  const expected = words === undefined ? [] : [`${words}; a bot that it lacks would be created again`];
  expect(cutList({ ...EMPTY, listed, seen: [cut] }).map(({ summary }) => summary)).toEqual(expected);
});

it("a file of facts that the service doesn't keep to, or that is about another one, is said", () => {
  const fact = (value: string, day: string) =>
    ({ name: "scaleEmpty", value, detail: "", at: Date.parse(day), tool: "1" }) as const;
  const contradicted = [{ pinned: fact("clear", "2026-10-01"), since: fact("keep", "2026-11-20") }];
  const foreignFacts = { file: "facts.json", origin: "https://other.example", seen: [] };
  expect(unpinned({})).toEqual([]);
  expect(unpinned({ contradicted, foreignFacts })).toEqual([
    {
      ...{ code: "plan/service-changed", severity: "warning" },
      summary:
        "the service was pinned to scaleEmpty: clear (seen 2026-10-01), and has done otherwise since: keep (seen 2026-11-20); botform goes by neither",
      remedy:
        "Ask it again (botform service check --again), and write its file of facts anew: botform service show --format json > FILE.",
    },
    {
      ...{ code: "plan/facts-elsewhere", severity: "warning" },
      summary:
        "the file of facts facts.json is about https://other.example, which isn't the account's service; it isn't used",
      remedy: "Name the file of this service under serviceFacts, or leave it out.",
    },
  ]);
});

it("a ledger that can't be read is said with why, and one that was read isn't", () => {
  expect(unreadLedger({})).toEqual([]);
  expect(unreadLedger({ unremembered: "EACCES" })).toMatchObject([
    {
      ...{ severity: "warning", code: "plan/unread-ledger" },
      summary:
        "what earlier runs left behind can't be read (EACCES): turn-ons may still be under way, and bots that the list lacks aren't known",
      remedy: "Make the ledger readable and look again; until then, nothing can be applied.",
    },
  ]);
});

it("lines of the ledger that are lost are said with what may have stood there, and what to do", () => {
  expect(unreadLedger({ damaged: "line 2 of F isn't as botform wrote it" })).toMatchObject([
    {
      ...{ severity: "warning", code: "plan/unread-ledger" },
      summary:
        "part of the ledger is lost (line 2 of F isn't as botform wrote it): a hold, a bot's protection or a command under way may have stood there",
      remedy:
        "Bring the file back from a backup. Without one, look at the line: set a hold that stood there again (botform hold add), look on the service at a bot that it names, and delete the line. Until then, nothing is applied but turn-offs; botform bots off works, too.",
    },
  ]);
});

describe("a step that waits", () => {
  const until = Date.parse("2026-11-22T14:03:10Z");
  const makes = { title: "a", accessId: 1, target: { leverage: "9" } };
  const open = { ...earlier("update", 7, 0, { makes }), until };
  const bot = plannedBot("a", live(7, "a"));

  it("is said once for its bot, with the time until which it waits at most", () => {
    const found = waitingSteps([step("update", "a"), step("turn-on", "a")], [bot], {
      open: [{ ...open, until: until - 5_000 }, open, { ...open, until: until - 9_000 }],
    });
    expect(found).toMatchObject([
      {
        code: "plan/waits",
        severity: "warning",
        address: "main/a",
        summary:
          "apply waits until 14:03:10 UTC with this bot's next step, since an earlier update of it may still arrive",
        remedy: "botform ends the wait as soon as it sees that it has arrived. botform bots off waits for nothing.",
      },
    ]);
  });

  it("is named with the other bot where the write was sent to one", () => {
    const planned = plannedBot("a", live(7, "a"), { copies: [8] });
    const other = { ...earlier("turn-on", 8, 0, { address: "main/old", makes }), until };
    expect(said(waitingSteps([step("turn-on", "a")], [planned], { open: [other] })).join()).toContain(
      "an earlier turn-on of main/old may still arrive",
    );
  });

  it.each([
    { because: "its bot has no step", steps: [step("update", "b")], bots: [bot], intents: [open] },
    { because: "it turns off", steps: [step("turn-off", "a")], bots: [bot], intents: [open] },
    {
      because: "its bot shows that the write has arrived",
      steps: [step("turn-on", "a")],
      bots: [plannedBot("a", live(7, "a", { fields: { leverage: "9" } }))],
      intents: [open],
    },
    { because: "nothing is open", steps: [step("update", "a")], bots: [bot], intents: undefined },
  ])("is none where $because", ({ steps, bots, intents }) => {
    expect(waitingSteps(steps, bots, intents === undefined ? {} : { open: intents })).toEqual([]);
  });

  it.each([
    ["takes away what its bot shows of it", "5", 1],
    ["leaves it", "9", 0],
  ])("is one where an update before it %s", (_, leverage, count) => {
    const planned = plannedBot("a", live(7, "a", { fields: { leverage: "9" } }));
    const update = { ...step("update", "a"), changes: [{ field: "leverage" as const, before: "9", after: leverage }] };
    expect(waitingSteps([update], [planned], { open: [open] })).toEqual([]);
    expect(waitingSteps([update, step("turn-on", "a")], [planned], { open: [open] })).toHaveLength(count);
    const on = { ...earlier("turn-on", 7, 0, { makes }), until };
    const shown = plannedBot("a", live(7, "a", { on: true }));
    expect(waitingSteps([update, step("turn-on", "a")], [shown], { open: [on] })).toEqual([]);
    expect(waitingSteps([step("turn-off", "a"), update], [shown], { open: [on] })).toHaveLength(1);
  });

  it("is one where a bot that trades the same may still be made, unless the plan makes that one, too", () => {
    const trade = { pairTitle: "USDT-BTC", strategy: "LONG" };
    const create = {
      ...earlier("create", undefined, 0, { address: "main/b", makes: { ...makes, title: "b", target: trade } }),
      until,
    };
    const both = [plannedBot("a", null), plannedBot("b", null)];
    const waiting = (second: "create" | "update") =>
      waitingSteps([step("create", "a"), step(second, "b")], both, { open: [create] }).map(({ address }) => address);
    expect([waiting("create"), waiting("update")]).toEqual([["main/b"], ["main/a", "main/b"]]);
  });

  it("is none where the create's bot is there, whatever title it gets", () => {
    const create = { ...earlier("create", undefined, 0), until };
    const rename = { ...step("update", "a"), changes: [{ field: "title" as const, before: "a", after: "b" }] };
    expect(waitingSteps([rename, step("turn-on", "a")], [bot], { open: [create] })).toEqual([]);
  });

  it("is one where the plan turns on what an earlier turn-off may turn off again", () => {
    const off = { ...earlier("turn-off", 7, 0, { makes }), until };
    expect(waitingSteps([step("turn-on", "a")], [bot], { open: [off] })).toEqual([]);
    expect(waitingSteps([step("turn-on", "a"), step("start-deal", "a")], [bot], { open: [off] })).toHaveLength(1);
  });

  it("is one where the write was a create, whose bot isn't there", () => {
    const create = { ...earlier("create", undefined, 0), until };
    expect(waitingSteps([step("create", "a")], [plannedBot("a", null)], { open: [create] })).toHaveLength(1);
    expect(waitingSteps([step("turn-on", "a")], [bot], { open: [create] })).toEqual([]);
    // One of its title with other settings may have been there before.
    const other = { ...create, makes };
    expect(waitingSteps([step("turn-on", "a")], [bot], { open: [other] })).toHaveLength(1);
  });

  it("is one where another bot's look says nothing of it", () => {
    const planned = plannedBot("a", live(7, "a", { on: true }), { copies: [8] });
    const other = { ...earlier("turn-on", 8, 0, { makes }), until };
    expect(waitingSteps([step("turn-on", "a")], [planned], { open: [other] })).toHaveLength(1);
  });
});
