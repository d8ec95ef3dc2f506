// Which live bots a create looks like, whether a human has to answer first, and which of them each question names.
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { DesiredBot } from "../../../../src/model/bot/desired.js";
import type { Observed } from "../../../../src/model/bot/observed.js";
import { questionCreates, tradeOf } from "../../../../src/reconcile/plan/look-alikes.js";
import { matchBots } from "../../../../src/reconcile/plan/match.js";
import { turnOnsUnderWay } from "../earlier.js";
import { desired, desiredBot, live, observed } from "../fleet.js";

const ACCESSES = observed([]).accesses;
const BY_ALIAS = new Map(ACCESSES.map((access) => [access.id === 1 ? "primary" : "second", access]));
/** Not as `desiredBot` asks for it. */
const OTHER = { leverage: "9" };

function questionsOf(bots: readonly DesiredBot[], lives: readonly ObservedBot[], changes: Partial<Observed> = {}) {
  const seen = { ...observed([...lives]), ...changes };
  return questionCreates(matchBots(desired([...bots]), seen, BY_ALIAS), seen, ({ bot }) => bot.key === "held");
}

/** Each question: the create, the bot that it names, how many it looks like, and whether it is refused. */
function asked(bots: readonly DesiredBot[], lives: readonly ObservedBot[], changes: Partial<Observed> = {}) {
  return questionsOf(bots, lives, changes).map(({ bot, named, all, isRefused }) =>
    [bot.key, named.live.id, all.length, isRefused ? "refused" : "warned"].join(" "),
  );
}

const create = (key: string, changes: Parameters<typeof desiredBot>[1] = {}) => desiredBot(key, changes);
const deal = { id: 9, botId: 1, pairTitle: "USDT-BTC" };

describe("a create is questioned", () => {
  it.each([
    ["a bot that is off and has other settings: a warning", live(1, "x", { fields: OTHER }), {}, "a 1 1 warned"],
    ["one that is on", live(1, "x", { on: true, fields: OTHER }), {}, "a 1 1 refused"],
    ["one that may come on", live(1, "x", { fields: OTHER }), turnOnsUnderWay(1), "a 1 1 refused"],
    ["one in a deal", live(1, "x", { fields: OTHER }), { deals: [deal] as never }, "a 1 1 refused"],
    ["one with the same settings", live(1, "x"), {}, "a 1 1 refused"],
    ["one with a title in another form", live(1, "A", { fields: OTHER }), {}, "a 1 1 refused"],
    [
      "one with a title in another form, though it trades otherwise",
      live(1, " A", { fields: { pairTitle: "USDT-ETH" } }),
      {},
      "a 1 1 refused",
    ],
    ["one of unknown access", live(1, "x", { accessId: null }), {}, "a 1 1 refused"],
    [
      "one that was this key's, though it trades otherwise",
      live(1, "x", { fields: { pairTitle: "USDT-ETH" } }),
      { knownAs: new Map([[1, "main/a"]]) },
      "a 1 1 refused",
    ],
  ] as const)("beside %s", (_, bot, changes, expected) => {
    expect(asked([create("a")], [bot], changes)).toEqual([expected]);
  });

  it("beside one with its title in another form, though that was the bot of another key that is to be created, too", () => {
    const lives = [live(1, "A", { fields: OTHER }), live(2, "B", { fields: OTHER })];
    const knownAs = new Map([[1, "main/b"]]);
    expect(asked([create("a"), create("b")], lives, { knownAs })).toEqual(["a 1 2 refused", "b 1 2 refused"]);
  });

  it.each([
    ["of another pair", [live(1, "x", { fields: { pairTitle: "USDT-ETH" } })], {}],
    ["of another strategy", [live(1, "x", { fields: { strategy: "SHORT" } })], {}],
    ["on another access", [live(1, "x", { accessId: 2 })], {}],
    ["that was this key's, on another access", [live(1, "x", { accessId: 2 })], { knownAs: new Map([[1, "main/a"]]) }],
    [
      "that was the key's of another bot to create",
      [live(1, "x", { fields: OTHER })],
      { knownAs: new Map([[1, "main/z"]]) },
    ],
  ] as const)("not beside one %s", (_, bots, changes) => {
    const other = create("z", { twin: ["x"], fields: { pairTitle: "USDT-SOL" } });
    expect(asked([create("a"), other], bots, changes)).toEqual([]);
  });

  it.each([
    ["by its title", create("b", { fields: { title: "x" } })],
    ["by a previous title", create("b", { previousTitles: ["x"] })],
    ["by a previous title that is over", create("over", { previousTitles: ["x"] })],
    ["by its id", create("b", { botId: 1, fields: { title: "x2" } })],
    ["by its id, and its access was changed", create("b", { botId: 1, access: { alias: "second", live: 2 } })],
    [
      "by its title, and its access was changed",
      create("b", { access: { alias: "second", live: 2 }, fields: { title: "x" } }),
    ],
  ] as const)("not beside one that a configured bot means %s", (_, other) => {
    const over = other.key === "over" ? [live(2, "over", { fields: OTHER })] : [];
    expect(asked([create("a"), other], [live(1, "x", { on: true }), ...over])).toEqual([]);
  });

  it("not beside copies of a configured bot", () => {
    expect(asked([create("a"), create("x")], [live(1, "x"), live(2, "x")])).toEqual([]);
    expect(asked([create("a"), create("x")], [live(1, "x", { on: true }), live(2, "x")])).toEqual([]);
  });

  it("not where its bot is there", () => {
    expect(asked([create("a")], [live(1, "a"), live(2, "x", { on: true })])).toEqual([]);
  });

  it("whether or not deals were read, and beside a bot whose title isn't known", () => {
    const nameless = { ...live(1, "x", { on: true }), fields: { ...live(1, "x").fields, title: null } };
    expect(asked([create("a")], [nameless], { deals: null })).toEqual(["a 1 1 refused"]);
    expect(asked([create("a", { twin: ["S*"] })], [nameless])).toEqual(["a 1 1 refused"]);
  });

  it("held or not where nobody asks who is held", () => {
    const [wanted, seen] = [desired([create("held")]), observed([live(1, "x")])];
    expect(questionCreates(matchBots(wanted, seen, BY_ALIAS), seen)).toHaveLength(1);
  });

  it("although a bot of that title is configured on another access", () => {
    const there = create("b", { access: { alias: "second", live: 2 }, fields: { title: "x" } });
    const lives = [live(1, "x", { on: true }), live(2, "x", { accessId: 2 })];
    expect(asked([create("a"), there], lives)).toEqual(["a 1 1 refused"]);
  });

  it("beside one whose title may be cut, though it trades otherwise", () => {
    const other = { fields: { pairTitle: "USDT-ETH" } };
    const bot = create("a", { fields: { title: "BTC dip deep" } });
    expect(asked([bot], [live(1, "BTC dip ", other)])).toEqual(["a 1 1 refused"]);
    expect(asked([bot], [live(1, "BTC dip ", other), live(2, "a longer one", other)])).toEqual([]);
    expect(asked([bot], [live(1, "BTC dip!", other)])).toEqual([]);
  });

  it("not where the bot is protected or held, since none is created", () => {
    expect(asked([create("a", { protect: true })], [live(1, "x", { on: true })])).toEqual([]);
    expect(asked([create("held")], [live(1, "x", { on: true })])).toEqual([]);
  });

  it("by all that is declared, and by what it is created with", () => {
    const bot = create("a", { initial: { leverage: "9" }, fields: { countOrderMax: null } });
    const { leverage: _, ...rest } = bot.fields;
    const asIgnored = { ...bot, fields: rest };
    expect(asked([asIgnored], [live(1, "x")])).toEqual(["a 1 1 warned"]);
    expect(asked([create("a")], [live(1, "x", { fields: { countOrderMax: "6" } })])).toEqual(["a 1 1 refused"]);
    expect(asked([asIgnored], [live(1, "x", { fields: { leverage: "9" } })])).toEqual(["a 1 1 refused"]);
    expect(asked([asIgnored], [live(1, "x", { fields: { leverage: "9", countOrderMax: "6" } })])).toEqual([
      "a 1 1 warned",
    ]);
  });

  it("by pair and strategy alone where the pair is only what it is created with", () => {
    const { pairTitle, ...fields } = create("a").fields;
    const bot = { ...create("a"), fields, initial: { pairTitle: pairTitle ?? null } };
    expect(asked([bot], [live(1, "x", { on: true })])).toEqual(["a 1 1 refused"]);
    expect(asked([{ ...bot, initial: {} }], [live(1, "x", { on: true })])).toEqual([]);
    const unknown = [live(1, "x", { on: true, fields: { pairTitle: null } })];
    expect(asked([{ ...bot, initial: {} }], unknown)).toEqual([]);
    const [question] = questionsOf([{ ...bot, initial: {} }], unknown, { knownAs: new Map([[1, "main/a"]]) });
    expect([question?.named.isKnown, question?.named.isAlike]).toEqual([true, false]);
  });
});

describe("twin", () => {
  const bystanders = [live(1, "team b (1)", { on: true, fields: OTHER }), live(2, "team c", { fields: OTHER })];

  it.each([
    [["team b (1)"], ["a 2 1 warned"]],
    [["team b (1)", "team c"], []],
    [["team *"], []],
    [["*(1)"], ["a 2 1 warned"]],
    [["*"], []],
    [["b *"], ["a 1 2 refused"]],
    [["team b .1."], ["a 1 2 refused"]],
    [["Team *"], ["a 1 2 refused"]],
  ] as const)("%j", (twin, expected) => {
    expect(asked([create("a", { twin })], bystanders)).toEqual(expected);
  });

  it("stands for any text, of several lines, too", () => {
    const lines = live(1, "team\nb 🚀", { on: true, fields: OTHER });
    expect(asked([create("a", { twin: ["team*🚀"] })], [lines])).toEqual([]);
  });

  it.each([
    ["has its title in another form", "A", {}],
    ["was this key's", "x", { knownAs: new Map([[1, "main/a"]]) }],
  ] as const)("with a pattern doesn't name a bot that %s", (_, title, changes) => {
    const bot = live(1, title, { fields: OTHER });
    expect(asked([create("a", { twin: ["*"] })], [bot], changes)).toEqual(["a 1 1 refused"]);
    expect(asked([create("a", { twin: [title] })], [bot], changes)).toEqual([]);
  });
});

it.each([
  [{ pairTitle: "USDT-BTC", strategy: "LONG" }, "USDT-BTC LONG"],
  [{ pairTitle: "USDT-BTC", strategy: null }, undefined],
  [{ pairTitle: null, strategy: "LONG" }, undefined],
  [{}, undefined],
])("what %j trades: %j", (fields, trade) => {
  expect(tradeOf(fields)).toBe(trade);
});

describe("several creates", () => {
  it("each name another bot, the surest first", () => {
    const [b, c] = [create("b", { fields: { leverage: "7" } }), create("c", { fields: { leverage: "8" } })];
    const lives = [
      live(1, "x", { on: true, fields: { leverage: "8" } }),
      live(2, "y", { on: true, fields: { leverage: "7" } }),
    ];
    expect(asked([create("a"), b, c], lives)).toEqual(["a 1 2 refused", "b 2 2 refused", "c 1 2 refused"]);
    expect(asked([create("a"), b], lives)).toEqual(["a 1 2 refused", "b 2 2 refused"]);
    const alike = [live(1, "x"), live(2, "y")];
    expect(asked([create("b"), create("a")], alike)).toEqual(["a 1 2 refused", "b 2 2 refused"]);
  });

  it("name a bot twice rather than one that is no reason to refuse", () => {
    const lives = [live(2, "x", { on: true, fields: OTHER }), live(1, "y", { fields: OTHER })];
    expect(asked([create("a"), create("b")], lives)).toEqual(["a 2 2 refused", "b 2 2 refused"]);
    expect(asked([create("a"), create("b")], lives.slice(1))).toEqual(["a 1 1 warned", "b 1 1 warned"]);
  });

  it("leave a bot that was one's own to that one", () => {
    const lives = [live(1, "x"), live(2, "y")];
    const knownAs = new Map([[1, "main/b"]]);
    expect(asked([create("a"), create("b")], lives, { knownAs })).toEqual(["a 2 1 refused", "b 1 2 refused"]);
    expect(asked([create("a"), create("b")], lives)).toEqual(["a 1 2 refused", "b 2 2 refused"]);
  });

  it("a thousand beside a thousand of five pairs take no minute", () => {
    const pair = (at: number) => ({ pairTitle: `USDT-${"BESLX"[at % 5]}` });
    const bots = Array.from({ length: 1_000 }, (_, at) => create(`new ${at}`, { fields: pair(at) }));
    const lives = Array.from({ length: 1_000 }, (_, at) => live(at + 1, `old ${at}`, { on: true, fields: pair(at) }));
    const begun = performance.now();
    expect(new Set(asked(bots, lives).map((one) => one.split(" ")[2])).size).toBe(1_000);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});

describe("of several bots, the likeliest is named", () => {
  // Each weighs more than all that follow together.
  const KNOWN = live(9, "x", { fields: { pairTitle: "USDT-ETH" } });
  const FOLDED = live(8, "A", { fields: OTHER });
  const EQUAL = live(7, "y");
  const ON = live(6, "z", { on: true, fields: OTHER });
  const IN_DEAL = live(1, "v", { fields: OTHER });
  const SEEN = { knownAs: new Map([[9, "main/a"]]), deals: [deal] as never };

  it.each([
    [[KNOWN, FOLDED, EQUAL, ON, IN_DEAL], 9],
    [[IN_DEAL, ON, EQUAL, FOLDED], 8],
    [[EQUAL, ON, IN_DEAL], 7],
    [[IN_DEAL, ON], 6],
    [[IN_DEAL, live(2, "w", { fields: OTHER })], 1],
    // Alike in all, the lowest id.
    [[live(4, "w"), live(3, "u")], 3],
  ])("%#", (lives, named) => {
    const [question] = questionsOf([create("a")], lives, SEEN);
    expect(question?.named.live.id).toBe(named);
  });

  it("with what makes it likely", () => {
    const likely = (bot: ObservedBot, changes: Partial<Observed> = {}) => {
      const { live: _live, ...named } = questionsOf([create("a")], [bot], changes)[0]?.named ?? {};
      return Object.entries(named).flatMap(([name, isSo]) => (isSo ? [name] : []));
    };
    expect(likely(KNOWN, SEEN)).toEqual(["isKnown"]);
    expect(likely(live(8, " A", { fields: { pairTitle: "USDT-ETH" } }))).toEqual(["isFolded"]);
    expect(likely(FOLDED)).toEqual(["isAlike", "isFolded"]);
    expect(likely(EQUAL)).toEqual(["isAlike", "isEqual"]);
    expect(likely(ON)).toEqual(["isAlike", "isOn"]);
    expect(likely(IN_DEAL, SEEN)).toEqual(["isAlike", "isInDeal"]);
  });

  it("and whose question is the surer is asked first: it gets the bot", () => {
    const both = [create("a"), create("b", { fields: { leverage: "9" } })];
    const lives = [live(1, "x", { fields: OTHER, on: true }), live(2, "y", { fields: { leverage: "7" }, on: true })];
    expect(asked(both, lives)).toEqual(["a 2 2 refused", "b 1 2 refused"]);
    expect(asked(both.toReversed(), lives.toReversed())).toEqual(["a 2 2 refused", "b 1 2 refused"]);
  });
});
