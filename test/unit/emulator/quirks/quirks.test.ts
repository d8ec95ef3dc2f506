// Every quirk, each of its values: what the service does differently.
import { describe, expect, it } from "vitest";
import { type Quirks, quirkTable } from "../../../../src/emulator/quirks/quirks.js";
import { dealParams } from "../../../../src/market/deal-params.js";
import { DEFAULT_RULES } from "../../../../src/market/rules.js";
import { EXCHANGE, harness, type Json, PLAIN_BOT, START } from "../harness.js";

type Harness = ReturnType<typeof harness>;

interface Case {
  readonly quirks: Partial<Quirks>;
  /** What is to be seen under these quirks. */
  readonly expected: unknown;
}

/** One look at the service that comes out differently for each value of the quirk. */
function sides(name: keyof Quirks, look: (h: Harness) => unknown, cases: readonly Case[]): void {
  covered.add(name);
  describe(name, () => {
    it.each(cases)("$quirks", ({ quirks, expected }) => {
      expect(look(harness(quirks))).toEqual(expected);
    });
    it("every word has a case", () => {
      const quirk = quirkTable.find((each) => each.name === name);
      const seen = new Set(cases.map((each) => each.quirks[name] ?? quirk?.fallback));
      const wanted = quirk?.kind === "word" ? quirk.values : [];
      expect([...wanted].filter((value) => !seen.has(value))).toEqual([]);
      expect(seen.size).toBeGreaterThan(1);
    });
  });
}

const covered = new Set<string>();
const ok = (reply: { json: Json }): boolean => reply.json?.isSuccess === true;
const settings = (h: Harness, id: number): Json => h.details(id).settings;

// Writing a bot

const FULL = { ...PLAIN_BOT, volumeSafetyOrder: "30", countOrderMax: 7, martingaleScale: "1.3" };
const { accessId: _access, exchange: _exchange, ...REQUIRED } = PLAIN_BOT;

sides(
  "update",
  (h) => {
    const botId = h.create(FULL);
    const partial = ok(h.call("POST", "update", { botId, title: "New" }));
    const after = settings(h, botId);
    const complete = ok(h.call("POST", "update", { botId, ...REQUIRED }));
    return [
      partial,
      after.percent_take_profit,
      after.volume_safety_order,
      after.martingale,
      complete,
      settings(h, botId).martingale,
    ];
  },
  [
    { quirks: {}, expected: [true, "1.2", "30", "1", true, "1"] },
    { quirks: { update: "replace" }, expected: [true, "1.2", "0", "0", true, "0"] },
    { quirks: { update: "replace-strict" }, expected: [false, "1.2", "30", "1", true, "0"] },
  ],
);

sides(
  "scaleOmitted",
  (h) => {
    const botId = h.create(FULL);
    h.call("POST", "update", { botId, title: "New" });
    const { martingale, martingale_scale, volume_safety_order } = settings(h, botId);
    return [martingale, martingale_scale, volume_safety_order];
  },
  [
    { quirks: {}, expected: ["1", "1.3", "30"] },
    { quirks: { scaleOmitted: "clear" }, expected: ["0", "", "30"] },
  ],
);

sides(
  "scaleEmpty",
  (h) => {
    const botId = h.create({ ...FULL, dynamicStepScale: "1.4", cycleLimitScale: 3 });
    const empty = ok(h.call("POST", "update", { botId, martingaleScale: "" }));
    const zero = ok(h.call("POST", "update", { botId, dynamicStepScale: "0", cycleLimitScale: 0 }));
    const after = settings(h, botId);
    return [empty, zero, after.martingale, after.martingale_scale, after.dynamic_step, after.cycle_limit];
  },
  [
    { quirks: {}, expected: [true, true, "0", "", "0", "0"] },
    { quirks: { scaleEmpty: "keep" }, expected: [true, true, "1", "1.3", "1", "1"] },
    { quirks: { scaleEmpty: "refuse" }, expected: [false, false, "1", "1.3", "1", "1"] },
  ],
);

sides(
  "pairRequired",
  (h) => {
    const botId = h.create();
    return [
      ok(h.call("POST", "update", { botId, title: "New" })),
      ok(h.call("POST", "update", { botId, pairTitle: "USDT-ETH" })),
    ];
  },
  [
    { quirks: {}, expected: [true, true] },
    { quirks: { pairRequired: "yes" }, expected: [false, true] },
  ],
);

sides(
  "newBots",
  (h) => {
    const botId = h.create();
    return [h.details(botId).status, h.deals().length];
  },
  [
    { quirks: {}, expected: ["DISABLED", 0] },
    { quirks: { newBots: "on" }, expected: ["ENABLED", 1] },
  ],
);

sides(
  "createDelay",
  (h) => {
    const botId = h.create();
    const look = () => [
      h.list().length,
      ok(h.call("GET", "detail", { botId })),
      ok(h.call("GET", "logs", { botId })),
      ok(h.call("POST", "update", { botId, leverage: 7 })),
    ];
    const fresh = look();
    h.clock.pass(1_999);
    const before = look();
    h.clock.pass(1);
    return [fresh, before, look(), h.list()[0].leverage];
  },
  [
    { quirks: {}, expected: [[1, true, true, true], [1, true, true, true], [1, true, true, true], 7] },
    {
      quirks: { createDelay: 2_000 },
      expected: [[0, false, false, false], [0, false, false, false], [1, true, true, true], 7],
    },
  ],
);

sides(
  "defaults",
  (h) => {
    const s = settings(h, h.create());
    return [s.volume_safety_order, s.count_order_max, s.tb_group_indicator, s.price_level, s.price_level_up];
  },
  [
    { quirks: {}, expected: ["0", "0", "NOTHING", "NOTHING", "0"] },
    { quirks: { defaults: "empty" }, expected: ["", "", "", "", ""] },
    { quirks: { defaults: "filled" }, expected: ["64", "10", "NOTHING", "NOTHING", "0"] },
  ],
);

sides(
  "indicatorRules",
  (h) => {
    const botId = h.create();
    const alone = ok(h.call("POST", "update", { botId, indicatorGroup: "FOMO" }));
    const whole = ok(
      h.call("POST", "update", { botId, indicatorGroup: "FOMO", indicatorName: "SMALL", indicatorInterval: "5MIN" }),
    );
    return [alone, whole, ok(h.call("POST", "update", { botId, indicatorGroup: "NOTHING" }))];
  },
  [
    { quirks: {}, expected: [true, true, true] },
    { quirks: { indicatorRules: "strict" }, expected: [false, true, true] },
  ],
);

sides(
  "priceRules",
  (h) => {
    const botId = h.create();
    const send = (more: Record<string, string>) => ok(h.call("POST", "update", { botId, ...more }));
    return [
      send({ priceLevel: "UPPER" }),
      send({ priceLevel: "BOTH", priceLevelUp: "9" }),
      send({ priceLevel: "LOWER", priceLevelDown: "9" }),
    ];
  },
  [
    { quirks: {}, expected: [true, true, true] },
    { quirks: { priceRules: "strict" }, expected: [false, false, true] },
  ],
);

sides(
  "volumeRules",
  (h) =>
    [{}, { volumeSafetyOrder: "10" }, { martingaleScale: "1.5" }].map((more) =>
      ok(h.call("POST", "create", { ...PLAIN_BOT, ...more })),
    ),
  [
    { quirks: {}, expected: [true, true, true] },
    { quirks: { volumeRules: "strict" }, expected: [false, true, true] },
  ],
);

sides(
  "minimumVolume",
  (h) => ["5.99", "6"].map((volumeFirstOrder) => ok(h.call("POST", "create", { ...PLAIN_BOT, volumeFirstOrder }))),
  [
    { quirks: {}, expected: [true, true] },
    { quirks: { minimumVolume: "6" }, expected: [false, true] },
  ],
);

sides(
  "titles",
  (h) => {
    const first = h.create({ title: "One" });
    const again = ok(h.call("POST", "create", { ...PLAIN_BOT, title: "One" }));
    const elsewhere = ok(h.call("POST", "create", { ...PLAIN_BOT, title: "One", accessId: 102 }));
    const second = h.create({ title: "Two" });
    const renamed = ok(h.call("POST", "update", { botId: second, title: "One" }));
    const kept = ok(h.call("POST", "update", { botId: first, title: "One" }));
    return [again, elsewhere, renamed, kept, h.details(h.create({ title: "Cafe\u0301 & <more> of it" })).title];
  },
  [
    { quirks: {}, expected: [true, true, true, true, "Cafe\u0301 & <more> of it"] },
    { quirks: { titles: "unique" }, expected: [false, true, false, true, "Cafe\u0301 & <more> of it"] },
    { quirks: { titles: "upper" }, expected: [true, true, true, true, "CAFE\u0301 & <MORE> OF IT"] },
    { quirks: { titles: "escaped" }, expected: [true, true, true, true, "Cafe\u0301 &amp; &lt;more&gt; of it"] },
    { quirks: { titles: "cut" }, expected: [true, true, true, true, "Cafe\u0301 & <more>"] },
    { quirks: { titles: "nfc" }, expected: [true, true, true, true, "Caf\u00e9 & <more> of it"] },
  ],
);

sides("rounding", (h) => settings(h, h.create({ percentTakeProfit: "1.239" })).percent_take_profit, [
  { quirks: {}, expected: "1.239" },
  { quirks: { rounding: "2" }, expected: "1.24" },
]);

// How a bot reads

sides(
  "unsetScale",
  (h) => {
    const botId = h.create({ martingaleScale: "1.3" });
    h.call("POST", "update", { botId, martingaleScale: "" });
    const { martingale, martingale_scale, cycle_limit_scale } = settings(h, botId);
    return [martingale, martingale_scale, cycle_limit_scale];
  },
  [
    { quirks: {}, expected: ["0", "", ""] },
    { quirks: { unsetScale: "zero" }, expected: ["0", "0", "0"] },
    { quirks: { unsetScale: "default" }, expected: ["0", "1.05", "30"] },
    { quirks: { unsetScale: "null" }, expected: ["0", null, null] },
    { quirks: { unsetScale: "stale" }, expected: ["0", "1.3", ""] },
  ],
);

const offAfter = (parameters: object, keys: readonly string[]) => (h: Harness) => {
  const botId = h.create({
    ...{ indicatorGroup: "DIVER", indicatorName: "MACD", indicatorInterval: "5MIN" },
    ...{ priceLevel: "BOTH", priceLevelDown: "50000", priceLevelUp: "90000" },
  });
  const isTaken = ok(h.call("POST", "update", { botId, ...parameters }));
  const after = settings(h, botId);
  return [isTaken, ...keys.map((key) => after[key])];
};

sides(
  "indicatorOff",
  offAfter({ indicatorGroup: "NOTHING", indicatorName: "", indicatorInterval: "" }, [
    ...["tb_group_indicator", "tb_indicator", "tb_interval"],
  ]),
  [
    { quirks: {}, expected: [true, "NOTHING", "", ""] },
    { quirks: { indicatorOff: "null" }, expected: [true, "NOTHING", null, null] },
    { quirks: { indicatorOff: "default" }, expected: [true, "NOTHING", "RSI", "1MIN"] },
    { quirks: { indicatorOff: "keep" }, expected: [true, "NOTHING", "MACD", "5MIN"] },
    { quirks: { indicatorOff: "refuse" }, expected: [false, "DIVER", "MACD", "5MIN"] },
  ],
);

sides(
  "priceLevelOff",
  offAfter({ priceLevel: "LOWER", priceLevelUp: 0 }, ["price_level", "price_level_up", "price_level_down"]),
  [
    { quirks: {}, expected: [true, "LOWER", "0", "50000"] },
    { quirks: { priceLevelOff: "null" }, expected: [true, "LOWER", null, "50000"] },
    { quirks: { priceLevelOff: "keep" }, expected: [true, "LOWER", "90000", "50000"] },
    { quirks: { priceLevelOff: "refuse" }, expected: [false, "BOTH", "90000", "50000"] },
  ],
);

const statuses = (h: Harness) => {
  const botId = h.create();
  h.on(botId);
  const updated = h.call("POST", "update", { botId, title: "New" }).json.data;
  return [h.details(botId).status, h.list()[0].status, h.deals()[0].botSnapshot.status, updated.status];
};

sides("statusOn", statuses, [
  { quirks: {}, expected: ["ENABLED", "ENABLED", "ENABLED", 4] },
  { quirks: { statusOn: "WAITING" }, expected: ["WAITING", "WAITING", "WAITING", 4] },
  { quirks: { statusOn: "7" }, expected: [7, 7, 7, 7] },
]);

sides(
  "statusOff",
  (h) => {
    const botId = h.create();
    return [h.details(botId).status, h.list()[0].status];
  },
  [
    { quirks: {}, expected: ["DISABLED", "DISABLED"] },
    { quirks: { statusOff: "0" }, expected: [0, 0] },
  ],
);

sides(
  "updateSwitch",
  (h) => {
    const [off, on] = [h.create(), h.create({ title: "On" })];
    h.on(on);
    for (const botId of [off, on]) h.call("POST", "update", { botId, leverage: 7 });
    return [off, on].map((botId) => h.call("GET", "detail", { botId }).json.data[0].status);
  },
  [
    { quirks: {}, expected: ["DISABLED", "ENABLED"] },
    { quirks: { updateSwitch: "off" }, expected: ["DISABLED", "DISABLED"] },
    { quirks: { updateSwitch: "on" }, expected: ["ENABLED", "ENABLED"] },
  ],
);

sides(
  "updateStatus",
  (h) => {
    const botId = h.create();
    const off = h.call("POST", "update", { botId, title: "New" }).json.data.status;
    h.on(botId);
    return [off, h.call("POST", "update", { botId, title: "Newer" }).json.data.status];
  },
  [
    { quirks: {}, expected: [0, 4] },
    { quirks: { updateStatus: "string" }, expected: ["DISABLED", "ENABLED"] },
  ],
);

sides(
  "numbers",
  (h) => {
    const s = settings(h, h.create({ martingaleScale: "1.3", countOrderMax: 7 }));
    return [s.percent_take_profit, s.martingale_scale, s.count_order_max, s.price_level_up];
  },
  [
    { quirks: {}, expected: ["1.2", "1.3", "7", "0"] },
    { quirks: { numbers: "padded" }, expected: ["1.20000000", "1.30000000", "7", "0.00000000"] },
  ],
);

sides(
  "settingTypes",
  (h) => {
    const s = settings(h, h.create({ martingaleScale: "1.3", countOrderMax: 7 }));
    return [s.martingale, s.dynamic_step, s.count_order_max, s.percent_take_profit];
  },
  [
    { quirks: {}, expected: ["1", "0", "7", "1.2"] },
    { quirks: { settingTypes: "mixed" }, expected: [1, 0, 7, "1.2"] },
  ],
);

sides("priceLevels", (h) => settings(h, h.create({ priceLevel: "UPPER", priceLevelUp: "70000.5" })).price_level_up, [
  { quirks: {}, expected: "70000.5" },
  { quirks: { priceLevels: "number" }, expected: 70000.5 },
]);

sides(
  "extraFields",
  (h) => {
    const bot = h.details(h.create());
    const answer = h.call("GET", "pair-list").json;
    return [
      Object.keys(bot).length,
      Object.keys(bot.settings).length,
      Object.keys(answer).length,
      Object.keys(h.list()[0]).length,
    ];
  },
  [
    { quirks: {}, expected: [11, 21, 3, 9] },
    { quirks: { extraFields: "some" }, expected: [13, 23, 5, 11] },
  ],
);

sides(
  "listLag",
  (h) => {
    const botId = h.create();
    const fresh = h.list().length;
    h.clock.pass(1_999);
    const before = h.list().length;
    h.clock.pass(1);
    const after = h.list().length;
    h.on(botId);
    return [fresh, before, after, h.list()[0].status, h.details(botId).status];
  },
  [
    { quirks: {}, expected: [1, 1, 1, "ENABLED", "ENABLED"] },
    { quirks: { listLag: 2_000 }, expected: [0, 0, 1, "DISABLED", "ENABLED"] },
  ],
);

const fiveListed = (h: Harness) => {
  for (const title of ["1", "2", "3", "4", "5"]) h.create({ title });
  return h.list().map(({ title }: { title: string }) => title);
};

sides("listSize", fiveListed, [
  { quirks: {}, expected: ["1", "2", "3", "4", "5"] },
  { quirks: { listSize: 2 }, expected: ["4", "5"] },
  { quirks: { listSize: 6 }, expected: ["1", "2", "3", "4", "5"] },
]);

sides("listKeeps", fiveListed, [
  { quirks: { listSize: 2, listKeeps: "newest" }, expected: ["4", "5"] },
  { quirks: { listSize: 2, listKeeps: "oldest" }, expected: ["1", "2"] },
]);

sides("listHides", fiveListed, [
  { quirks: {}, expected: ["1", "2", "3", "4", "5"] },
  { quirks: { listHides: 1 }, expected: ["2", "3", "4", "5"] },
  { quirks: { listHides: 3, listSize: 3 }, expected: ["2", "4", "5"] },
  { quirks: { listHides: 6 }, expected: ["1", "2", "3", "4", "5"] },
]);

sides("unknownBot", (h) => h.call("GET", "detail", { botId: 9 }).json, [
  { quirks: {}, expected: { isSuccess: false, errorMessage: "Bot is not found.", data: null } },
  { quirks: { unknownBot: "empty" }, expected: { isSuccess: true, errorMessage: "", data: [] } },
]);

sides(
  "unknownExchange",
  (h) => {
    h.create();
    return [
      h.call("GET", "all", { exchange: "X" }).json.data,
      h.call("GET", "active-deals", { accessId: 101, exchange: "X" }).json.data,
    ];
  },
  [
    { quirks: {}, expected: [null, null] },
    { quirks: { unknownExchange: "empty" }, expected: [[], []] },
  ],
);

// Commands and deals

sides(
  "commandDelay",
  (h) => {
    const botId = h.create();
    const answer = h.call("POST", "activate", { botId }).json.data;
    const seen = [h.details(botId).status];
    for (const ms of [299, 1, 4_700]) {
      h.clock.pass(ms);
      seen.push(h.details(botId).status);
    }
    return [answer, ...seen];
  },
  [
    { quirks: {}, expected: ["Command was sent", "DISABLED", "DISABLED", "ENABLED", "ENABLED"] },
    { quirks: { commandDelay: 5_000 }, expected: ["Command was sent", "DISABLED", "DISABLED", "DISABLED", "ENABLED"] },
    { quirks: { commandDelay: 0 }, expected: ["Command was sent", "ENABLED", "ENABLED", "ENABLED", "ENABLED"] },
  ],
);

sides(
  "activateTwice",
  (h) => {
    const botId = h.create();
    const off = ok(h.call("POST", "deactivate", { botId }));
    h.on(botId);
    return [off, ok(h.on(botId)), h.deals().length];
  },
  [
    { quirks: {}, expected: [true, true, 1] },
    { quirks: { activateTwice: "refuse" }, expected: [false, false, 1] },
  ],
);

sides(
  "deactivate",
  (h) => {
    const botId = h.create();
    h.on(botId);
    h.command("deactivate", { botId });
    return [h.details(botId).status, h.deals().length, h.deals("deals-history").length];
  },
  [
    { quirks: {}, expected: ["DISABLED", 1, 0] },
    { quirks: { deactivate: "stop" }, expected: ["DISABLED", 0, 0] },
  ],
);

sides(
  "deactivateOff",
  (h) => {
    const botId = h.create();
    h.on(botId);
    h.command("deactivate", { botId });
    const once = h.deals().length;
    h.command("deactivate", { botId });
    return [once, h.deals().length, h.deals("deals-history").length];
  },
  [
    { quirks: {}, expected: [1, 1, 0] },
    { quirks: { deactivateOff: "drops-deal" }, expected: [1, 0, 0] },
  ],
);

const logOf = (h: Harness, botId: number): string[] =>
  h.call("GET", "logs", { botId }).json.data.map(({ message }: { message: string }) => message);

sides(
  "logSwitches",
  (h) => {
    const botId = h.create({ indicatorGroup: "FOMO", indicatorName: "SMALL", indicatorInterval: "5MIN" });
    h.on(botId);
    h.command("deactivate", { botId });
    return logOf(h, botId);
  },
  [
    {
      quirks: {},
      expected: ["Bot is turned off", "Waiting for a signal of FOMO", "Bot is turned on", "Bot is created"],
    },
    { quirks: { logSwitches: "no" }, expected: ["Waiting for a signal of FOMO", "Bot is created"] },
  ],
);

sides(
  "logLag",
  (h) => {
    const botId = h.create();
    const fresh = logOf(h, botId);
    h.clock.pass(2_999);
    h.call("POST", "update", { botId, leverage: 7 });
    const before = logOf(h, botId);
    h.clock.pass(1);
    return [fresh, before, logOf(h, botId)];
  },
  [
    {
      quirks: {},
      expected: [["Bot is created"], ["Bot is updated", "Bot is created"], ["Bot is updated", "Bot is created"]],
    },
    { quirks: { logLag: 3_000 }, expected: [[], [], ["Bot is created"]] },
  ],
);

sides(
  "startOnEnabled",
  (h) => {
    const botId = h.create();
    const single = [ok(h.command("start-new-deal", { botId })), h.deals().length];
    const again = [ok(h.command("start-new-deal", { botId })), h.deals().length];
    h.on(botId);
    return [...single, ...again, ok(h.command("start-new-deal", { botId })), h.deals().length];
  },
  [
    { quirks: {}, expected: [true, 1, false, 1, false, 1] },
    { quirks: { startOnEnabled: "ignore" }, expected: [true, 1, true, 1, true, 1] },
    { quirks: { startOnEnabled: "open" }, expected: [true, 1, true, 2, true, 3] },
  ],
);

sides(
  "immediately",
  (h) => {
    h.on(h.create());
    const price = () => Object.values<Json>(h.deals()[0].tpOrder)[0].price;
    const dealId = h.deals()[0].id;
    const before = price();
    h.command("renew-tp-percentage", { dealId, immediately: false, newPercentOfTp: "2" });
    const later = price();
    h.command("renew-tp-percentage", { dealId, immediately: true, newPercentOfTp: "3" });
    return [before, later, price()];
  },
  [
    { quirks: {}, expected: ["64768", "64768", "65920"] },
    { quirks: { immediately: "ignore" }, expected: ["64768", "65280", "65920"] },
  ],
);

sides(
  "cancelReopens",
  (h) => {
    const botId = h.create();
    h.on(botId);
    const first = h.deals()[0].id;
    h.command("cancel-deal", { dealId: first });
    return [h.deals().length, h.details(botId).status];
  },
  [
    { quirks: {}, expected: [1, "ENABLED"] },
    { quirks: { cancelReopens: "no" }, expected: [0, "ENABLED"] },
  ],
);

sides(
  "cancelledDeals",
  (h) => {
    h.command("start-new-deal", { botId: h.create() });
    h.command("cancel-deal", { dealId: h.deals()[0].id });
    return [h.deals().length, h.deals("deals-history").map((deal) => [deal.status, deal.result, deal.tpOrder])];
  },
  [
    { quirks: {}, expected: [0, []] },
    { quirks: { cancelledDeals: "listed" }, expected: [0, [["CANCELED", null, {}]]] },
  ],
);

/** Three deals of one bot, completed one after the other. */
const threeDeals = (h: Harness) => {
  const botId = h.create();
  h.on(botId);
  for (let count = 0; count < 3; count += 1) h.command("complete-deal", { dealId: h.deals()[0].id });
  return h.deals("deals-history").map((deal) => deal.id - 50_000);
};

sides("historyOrder", threeDeals, [
  { quirks: {}, expected: [3, 2, 1] },
  { quirks: { historyOrder: "asc" }, expected: [1, 2, 3] },
]);

sides("historySize", threeDeals, [
  { quirks: {}, expected: [3, 2, 1] },
  { quirks: { historySize: 2 }, expected: [3, 2] },
]);

sides(
  "logSize",
  (h) => {
    const botId = h.create();
    threeDeals(h);
    for (let count = 0; count < 4; count += 1) h.call("POST", "update", { botId, title: `T${count}` });
    const length = (limit: number | null) => h.call("GET", "logs", { botId, limit }).json.data.length;
    return [length(null), length(4), length(2)];
  },
  [
    { quirks: {}, expected: [5, 4, 2] },
    { quirks: { logSize: 3 }, expected: [3, 3, 2] },
  ],
);

sides(
  "orderCodes",
  (h) => {
    h.on(h.create());
    h.on(h.create({ typeTakeProfit: "STOP-MARKET" }));
    return h.deals().map((deal) => Object.values<Json>(deal.tpOrder).map((order) => [order.type, order.status]));
  },
  [
    { quirks: {}, expected: [[["l", "1"]], [["sm", "1"]]] },
    { quirks: { orderCodes: "other" }, expected: [[["lmt2", "7"]], [["tsm", "7"]]] },
  ],
);

sides(
  "emptyMaps",
  (h) => {
    const before = h.call("POST", "account-information").json.data.positions;
    h.command("start-new-deal", { botId: h.create() });
    const full = Object.keys(h.call("POST", "account-information").json.data.positions);
    h.command("complete-deal", { dealId: h.deals()[0].id });
    return [before, full, h.deals("deals-history")[0].tpOrder];
  },
  [
    { quirks: {}, expected: [{}, ["USDT-BTC_BUY"], {}] },
    { quirks: { emptyMaps: "array" }, expected: [[], ["USDT-BTC_BUY"], []] },
  ],
);

sides("accountLeverage", (h) => h.call("POST", "account-information").json.data.leverage, [
  { quirks: {}, expected: null },
  { quirks: { accountLeverage: "value" }, expected: 10 },
]);

// Limits

const thirdCall = (h: Harness) => {
  const first = h.call("GET", "pair-list");
  const second = h.call("GET", "pair-list");
  return [first, second, h.call("GET", "pair-list")].map(ok);
};

sides("rateLimit", thirdCall, [
  { quirks: {}, expected: [true, true, true] },
  { quirks: { rateLimit: 2 }, expected: [true, true, false] },
]);

sides(
  "retryAfter",
  (h) => {
    thirdCall(h);
    const refused = h.call("GET", "pair-list");
    return [refused.status, refused.headers["retry-after"]];
  },
  [
    { quirks: { rateLimit: 2 }, expected: [429, "1"] },
    { quirks: { rateLimit: 2, retryAfter: "none" }, expected: [429, undefined] },
  ],
);

// Authentication

sides(
  "nonceWindow",
  (h) =>
    [0, -60, 60, -61, 61, -300].map((seconds) =>
      ok(h.raw("GET", "/bot-futures/pair-list", "", { now: START + seconds * 1000 })),
    ),
  [
    { quirks: {}, expected: [true, true, true, false, false, false] },
    { quirks: { nonceWindow: 300 }, expected: [true, true, true, true, true, true] },
    { quirks: { nonceWindow: 1 }, expected: [true, false, false, false, false, false] },
  ],
);

const polled = (method: "GET" | "POST", ages: readonly number[]) => (h: Harness) =>
  ages.map((seconds) =>
    ok(
      h.raw(method, `/bot-futures/${method === "GET" ? "pair-list" : "account-information"}`, "", {
        now: START + seconds * 1000,
      }),
    ),
  );

sides("noncePostWindow", (h) => [polled("GET", [-60, -6])(h), polled("POST", [-6, -5, 60])(h)], [
  {
    quirks: {},
    expected: [
      [true, true],
      [true, true, true],
    ],
  },
  {
    quirks: { noncePostWindow: 5 },
    expected: [
      [true, true],
      [false, true, true],
    ],
  },
]);

sides("nonceLead", polled("GET", [-60, 0, 1, 2, 60, 61]), [
  { quirks: {}, expected: [true, true, true, true, true, false] },
  { quirks: { nonceLead: 1 }, expected: [true, true, true, false, false, false] },
  { quirks: { nonceLead: 0 }, expected: [true, true, false, false, false, false] },
]);

sides("nonceOrder", polled("GET", [-2, -2, 0, -1, 1, 0, 1]), [
  { quirks: {}, expected: [true, true, true, true, true, true, true] },
  { quirks: { nonceOrder: "growing" }, expected: [true, true, true, false, true, false, true] },
  { quirks: { nonceOrder: "growing", nonceReuse: "refuse" }, expected: [true, false, true, false, true, false, false] },
]);

sides(
  "nonceReuse",
  (h) => {
    const first = ok(h.call("GET", "pair-list"));
    const same = ok(h.call("GET", "pair-list"));
    const other = ok(h.call("GET", "access-list"));
    h.clock.pass(1_000);
    return [first, same, other, ok(h.call("GET", "pair-list"))];
  },
  [
    { quirks: {}, expected: [true, true, true, true] },
    { quirks: { nonceReuse: "refuse-same-request" }, expected: [true, false, true, true] },
    { quirks: { nonceReuse: "refuse" }, expected: [true, false, false, true] },
  ],
);

sides(
  "signedQuery",
  (h) => {
    // Sent with %20 and signed as sent, or signed as form-style text would read.
    const sent = "exchange=MY%20EXCHANGE";
    const form = "exchange=MY+EXCHANGE";
    const status = (signedAs: string) => h.raw("GET", "/bot-futures/all", sent, { signedAs }).status;
    return [status(sent), status(form), status("exchange=OTHER")];
  },
  [
    { quirks: {}, expected: [400, 400, 401] },
    { quirks: { signedQuery: "raw" }, expected: [400, 401, 401] },
    { quirks: { signedQuery: "rebuilt" }, expected: [401, 400, 401] },
  ],
);

// Requests and failures

sides(
  "parameters",
  (h) => {
    const send = (more: Record<string, string>) => ok(h.call("POST", "create", { ...PLAIN_BOT, ...more }));
    const repeated = ok(h.raw("GET", "/bot-futures/all", `exchange=${EXCHANGE}&exchange=${EXCHANGE}`));
    return [
      send({}),
      send({ colour: "red" }),
      send({ indicatorName: "" }),
      send({ percentTakeProfit: "12e-1" }),
      repeated,
    ];
  },
  [
    { quirks: {}, expected: [true, true, true, true, true] },
    { quirks: { parameters: "strict" }, expected: [true, false, false, false, false] },
  ],
);

sides(
  "bodyParameters",
  (h) => {
    const botId = h.create();
    const json = JSON.stringify({ title: "From JSON", percentTakeProfit: 2.5 });
    const sent = ok(h.raw("POST", "/bot-futures/update", `botId=${botId}`, { body: json, type: "application/json" }));
    return [sent, h.details(botId).title, h.details(botId).settings.percent_take_profit];
  },
  [
    { quirks: {}, expected: [true, "From JSON", "2.5"] },
    { quirks: { bodyParameters: "ignore" }, expected: [true, "Plain", "1.2"] },
  ],
);

sides(
  "booleans",
  (h) => {
    h.on(h.create());
    const dealId = h.deals()[0].id;
    return ["1", "0", "true", "false", "True", "False", "yes"].map((immediately) => {
      const reply = h.command("renew-tp-percentage", { dealId, immediately, newPercentOfTp: "2" });
      return ok(reply) ? h.service.writes.at(-1)?.parameters["immediately"] : "refused";
    });
  },
  [
    { quirks: {}, expected: ["1", "0", "1", "0", "1", "0", "refused"] },
    { quirks: { booleans: "digits" }, expected: ["1", "0", "refused", "refused", "refused", "refused", "refused"] },
    { quirks: { booleans: "php" }, expected: ["1", "0", "1", "1", "1", "1", "1"] },
  ],
);

sides(
  "methods",
  (h) =>
    [
      ["GET", "account-information"],
      ["POST", "pair-list"],
      ["HEAD", "pair-list"],
      ["PUT", "pair-list"],
    ].map(([method = "", path = ""]) => h.call(method, path).status),
  [
    { quirks: {}, expected: [405, 405, 405, 405] },
    { quirks: { methods: "any" }, expected: [200, 200, 405, 405] },
  ],
);

sides(
  "errorShape",
  (h) => {
    const reply = h.call("POST", "activate", { botId: 9 });
    return [reply.status, reply.headers["content-type"] ?? "none", reply.text];
  },
  [
    {
      quirks: {},
      expected: [
        404,
        "application/json; charset=UTF-8",
        '{"isSuccess":false,"errorMessage":"Bot is not found.","data":null}',
      ],
    },
    {
      quirks: { errorShape: "framework" },
      expected: [
        404,
        "application/json; charset=UTF-8",
        '{"name":"Not Found","message":"Bot is not found.","code":0,"status":404}',
      ],
    },
    { quirks: { errorShape: "text" }, expected: [404, "text/plain; charset=UTF-8", "Bot is not found."] },
    {
      quirks: { errorShape: "html" },
      expected: [
        404,
        "text/html; charset=UTF-8",
        "<!DOCTYPE html><html><head><title>Not Found</title></head><body><h1>Not Found</h1></body></html>",
      ],
    },
    { quirks: { errorShape: "empty" }, expected: [404, "none", ""] },
  ],
);

sides(
  "errorStatus",
  (h) => [
    h.call("POST", "activate", { botId: 9 }).status,
    h.call("POST", "create", {}).status,
    h.call("GET", "pair-list", {}, { key: "demo-key", secret: "wrong" }).status,
    h.call("GET", "nowhere").status,
    h.call("PUT", "pair-list").status,
  ],
  [
    { quirks: {}, expected: [404, 400, 401, 404, 405] },
    { quirks: { errorStatus: "200" }, expected: [200, 200, 200, 404, 405] },
  ],
);

sides("errorData", (h) => h.call("POST", "activate", { botId: 9 }).json, [
  { quirks: {}, expected: { isSuccess: false, errorMessage: "Bot is not found.", data: null } },
  { quirks: { errorData: "array" }, expected: { isSuccess: false, errorMessage: "Bot is not found.", data: [] } },
  { quirks: { errorData: "object" }, expected: { isSuccess: false, errorMessage: "Bot is not found.", data: {} } },
  { quirks: { errorData: "absent" }, expected: { isSuccess: false, errorMessage: "Bot is not found." } },
]);

// Deals on the market

/** A deal of 100 at 100 whose first safety order stands at 90. */
const DEEP = {
  pairTitle: "USDT-SOL",
  volumeFirstOrder: "150",
  volumeSafetyOrder: "75",
  countOrderMax: 2,
  percentSafetyOrder: "10",
  percentTakeProfit: "1",
};
const price = (h: Harness, value: string) => h.tell("price", { pair: "USDT-SOL", price: value });

sides(
  "cancelOrders",
  (h) => {
    h.command("start-new-deal", { botId: h.create(DEEP) });
    h.command("cancel-deal", { dealId: h.deals()[0].id });
    const account = () => h.call("POST", "account-information").json.data;
    const before = account();
    price(h, "152");
    return [Number(before.totalOpenOrderMargin), Object.keys(account().positions), h.deals("deals-history").length];
  },
  [
    { quirks: {}, expected: [0, ["USDT-SOL_BUY"], 0] },
    { quirks: { cancelOrders: "stay" }, expected: [30, [], 0] },
  ],
);

sides(
  "indicators",
  (h) => {
    const botId = h.create({ indicatorGroup: "FOMO", indicatorName: "SMALL", indicatorInterval: "5MIN" });
    h.on(botId);
    const before = h.deals().length;
    const told = h.tell("signal", { botId });
    return [before, told.status, h.deals().length];
  },
  [
    { quirks: {}, expected: [0, 200, 1] },
    { quirks: { indicators: "open" }, expected: [1, 400, 1] },
  ],
);

sides(
  "volumeBase",
  (h) => {
    h.command("start-new-deal", { botId: h.create({ ...DEEP, martingaleScale: "2" }) });
    price(h, "135");
    // 300 at 135 by the first order's volume, 75 by the safety order's.
    return h.deals()[0].position.amount;
  },
  [
    { quirks: {}, expected: "3.22222222" },
    { quirks: { volumeBase: "safety" }, expected: "1.55555556" },
  ],
);

sides(
  "volumeMeaning",
  (h) => {
    h.command("start-new-deal", { botId: h.create(DEEP) });
    const { amount, posInitMargin } = h.deals()[0].position;
    return [amount, posInitMargin];
  },
  [
    { quirks: {}, expected: ["1", "30"] },
    { quirks: { volumeMeaning: "margin" }, expected: ["5", "150"] },
  ],
);

sides(
  "takeProfitShows",
  (h) => {
    h.command("start-new-deal", { botId: h.create(DEEP) });
    const look = () => {
      const [deal] = h.deals();
      const orders: Json[] = Object.values(deal.tpOrder);
      return [orders.map((order) => order.price), deal.botSnapshot.settings.percent_take_profit];
    };
    const before = look();
    h.command("renew-tp-percentage", { dealId: h.deals()[0].id, immediately: true, newPercentOfTp: "2" });
    return [before, look()];
  },
  [
    {
      quirks: {},
      expected: [
        [["151.5"], "1"],
        [["153"], "1"],
      ],
    },
    {
      quirks: { takeProfitShows: "snapshot" },
      expected: [
        [["151.5"], "1"],
        [["151.5"], "2"],
      ],
    },
    {
      quirks: { takeProfitShows: "both" },
      expected: [
        [["151.5"], "1"],
        [["153"], "2"],
      ],
    },
  ],
);

sides(
  "dealNumbers",
  (h) => {
    h.command("start-new-deal", { botId: h.create(DEEP) });
    const [{ id, position, tpOrder }] = h.deals();
    h.command("complete-deal", { dealId: id });
    return [position.amount, position.openOrdInitMargin, tpOrder["1"].price, h.deals("deals-history")[0].result.fees];
  },
  [
    { quirks: {}, expected: ["1", "30", "151.5", "0.15"] },
    { quirks: { dealNumbers: "number" }, expected: [1, "30", 151.5, 0.15] },
  ],
);

sides(
  "liquidatedDeals",
  (h) => {
    h.command("start-new-deal", { botId: h.create({ ...DEEP, countOrderMax: null, marginMode: "ISO", leverage: 10 }) });
    price(h, "100");
    return h.deals("deals-history").map((deal) => [deal.status, deal.result.profit]);
  },
  [
    { quirks: {}, expected: [["COMPLETED", "-15.075"]] },
    { quirks: { liquidatedDeals: "liquidated" }, expected: [["LIQUIDATED", "-15.075"]] },
    { quirks: { liquidatedDeals: "hidden" }, expected: [] },
  ],
);

// Webhooks

const OPEN = { botId: 1001, open: { orderVolume: "64" } };
const accepted = (reply: { json: Json }): boolean => reply.json.code === 0;
const opened = (h: Harness): number => {
  h.clock.pass(300);
  return h.deals().length;
};

sides(
  "hookDialects",
  (h) => {
    h.create();
    return [accepted(h.hook(OPEN)), accepted(h.hook({ action: "open", params: OPEN }))];
  },
  [
    { quirks: {}, expected: [true, true] },
    { quirks: { hookDialects: "flat" }, expected: [true, false] },
    { quirks: { hookDialects: "envelope" }, expected: [false, true] },
  ],
);

sides(
  "hookClosePath",
  (h) => {
    h.create();
    const close = { botId: 1001, closePosition: true };
    return ["/close-deal", "/close", ""].map((path) => {
      h.hook(close, { path });
      return h.service.hooks.at(-1)?.action === "close" && h.service.hooks.length;
    });
  },
  [
    { quirks: {}, expected: [1, 1, false] },
    { quirks: { hookClosePath: "close" }, expected: [false, 1, false] },
    { quirks: { hookClosePath: "none" }, expected: [false, false, 1] },
  ],
);

sides(
  "hookContentType",
  (h) => {
    h.create();
    return ["text/plain", "application/json; charset=utf-8"].map((type) => accepted(h.hook(OPEN, { type })));
  },
  [
    { quirks: {}, expected: [true, true] },
    { quirks: { hookContentType: "json" }, expected: [false, true] },
  ],
);

sides(
  "hookAnswer",
  (h) => {
    h.create();
    return [h.hook(OPEN).json, h.hook({ ...OPEN, botId: 9 }).json.code];
  },
  [
    { quirks: {}, expected: [{ code: 0, message: "accepted" }, 404] },
    { quirks: { hookAnswer: "text" }, expected: [{ code: "0", msg: "accepted" }, "404"] },
    { quirks: { hookAnswer: "none" }, expected: [{ result: "accepted" }, 404] },
  ],
);

sides("hookRefusal", (h) => [h.hook(OPEN).status, h.hook(OPEN, { token: "wrong" }).status], [
  { quirks: {}, expected: [200, 200] },
  { quirks: { hookRefusal: "http" }, expected: [404, 401] },
]);

sides(
  "hookUpdate",
  (h) => {
    h.create();
    const update = { botId: 1001, close: { enabled: true, event: "percentage", value: "5" } };
    h.hook(update);
    const alone = opened(h);
    h.hook(OPEN);
    h.clock.pass(300);
    h.hook({ ...OPEN, close: { enabled: true, event: "percentage", value: "7" } });
    h.clock.pass(300);
    return [alone, h.deals().map((deal) => Object.values<Json>(deal.tpOrder)[0].price)];
  },
  [
    // Without a deal an update does nothing, and a second open leaves the deal alone.
    { quirks: {}, expected: [0, ["64768"]] },
    { quirks: { hookUpdate: "deal" }, expected: [1, ["68480"]] },
  ],
);

sides(
  "hookOpenTwice",
  (h) => {
    h.create();
    h.hook(OPEN);
    h.clock.pass(300);
    return [accepted(h.hook(OPEN)), opened(h)];
  },
  [
    { quirks: {}, expected: [true, 1] },
    { quirks: { hookOpenTwice: "refuse" }, expected: [false, 1] },
    { quirks: { hookOpenTwice: "second" }, expected: [true, 2] },
  ],
);

sides(
  "hookWhenOff",
  (h) => {
    h.create({ indicatorGroup: "FOMO", indicatorName: "SMALL", indicatorInterval: "5MIN" });
    const off = [accepted(h.hook(OPEN)), opened(h)];
    for (const { id } of h.deals()) h.command("complete-deal", { dealId: id });
    h.on(1001);
    return [...off, accepted(h.hook(OPEN)), opened(h)];
  },
  [
    { quirks: {}, expected: [true, 1, true, 1] },
    { quirks: { hookWhenOff: "ignore" }, expected: [true, 0, true, 1] },
    { quirks: { hookWhenOff: "refuse" }, expected: [false, 0, true, 1] },
  ],
);

sides(
  "hookOpenDelay",
  (h) => {
    h.create();
    const answer = accepted(h.hook(OPEN));
    const after = (ms: number) => {
      h.clock.pass(ms);
      return h.deals().length;
    };
    const counts = [after(300), after(59_999), after(1)];
    // Nothing else takes longer.
    h.hook({ botId: 1001, closePosition: true }, { path: "/close-deal" });
    return [answer, ...counts, after(299), after(1)];
  },
  [
    { quirks: {}, expected: [true, 1, 1, 1, 1, 0] },
    { quirks: { hookOpenDelay: 60_000 }, expected: [true, 0, 0, 1, 1, 0] },
  ],
);

const SECTIONS = {
  dca: { enabled: true, max: 3, volume: "20", percent: "1.5" },
  close: { enabled: true, event: "percentage", value: "2" },
  stop: { enabled: true, event: "percentage", value: "5" },
};

sides(
  "hookVolume",
  (h) => {
    const botId = h.create({ countOrderMax: "2", martingaleScale: "1.5", volumeSafetyOrder: "20" });
    const rungs = () => {
      h.clock.pass(300);
      const [deal] = h.service.deals();
      return deal && dealParams(deal.market.settings, DEFAULT_RULES).rungs.map(({ volume }) => volume.toFixed());
    };
    h.hook({ ...OPEN, botId, dca: { volume: "30", multiplierVolume: "1.5" } });
    const opened = rungs();
    h.hook({ botId, dca: { max: 1 } });
    return [opened, rungs()];
  },
  [
    { quirks: {}, expected: [["30", "45"], ["30"]] },
    { quirks: { hookVolume: "ignored" }, expected: [["96", "144"], ["96"]] },
  ],
);

sides(
  "hookProtection",
  (h) => {
    h.create();
    const orders = () => {
      h.clock.pass(300);
      const [deal] = h.service.deals();
      const { takeProfit, next, stop } = deal?.market ?? {};
      return [takeProfit != null, next != null, stop != null].map(Number).join("");
    };
    h.hook({ ...OPEN, ...SECTIONS });
    const open = orders();
    h.hook({ botId: 1001, close: SECTIONS.close });
    const half = orders();
    h.hook({ botId: 1001, ...SECTIONS });
    const { position, tpOrder } = h.deals()[0] ?? {};
    return [
      open,
      half,
      orders(),
      Number(position.amount) > 0,
      h.deals()[0]?.botSnapshot.settings.percent_take_profit,
      Object.keys(tpOrder).length,
    ];
  },
  [
    { quirks: {}, expected: ["111", "111", "111", true, "2", 1] },
    { quirks: { hookProtection: "missing-until-update" }, expected: ["000", "100", "111", true, "2", 1] },
    { quirks: { hookProtection: "never" }, expected: ["000", "000", "000", true, "2", 0] },
  ],
);

sides(
  "hookClose",
  (h) => {
    h.create();
    h.hook(OPEN);
    h.clock.pass(300);
    const answer = accepted(h.hook({ botId: 1001, closePosition: true }, { path: "/close-deal" }));
    h.clock.pass(300);
    const [newest] = h.call("GET", "logs", { botId: 1001 }).json.data;
    return [answer, opened(h), newest.message.includes("accepted, and ignored")];
  },
  [
    { quirks: {}, expected: [true, 0, false] },
    { quirks: { hookClose: "ignored" }, expected: [true, 1, true] },
  ],
);

sides(
  "hookPairs",
  (h) => {
    h.create();
    return [accepted(h.hook(OPEN)), accepted(h.hook({ ...OPEN, pairs: ["BTCUSDT"] }))];
  },
  [
    { quirks: {}, expected: [true, true] },
    { quirks: { hookPairs: "required" }, expected: [false, true] },
  ],
);

sides(
  "hookNumbers",
  (h) => {
    h.create();
    const bodies = [{ orderVolume: 64 }, { orderVolume: "64", leverage: "5" }, { orderVolume: "64", leverage: 5 }];
    return bodies.map((open) => accepted(h.hook({ botId: 1001, open })));
  },
  [
    { quirks: {}, expected: [true, true, true] },
    { quirks: { hookNumbers: "strict" }, expected: [false, false, true] },
  ],
);

sides(
  "hookStopDelay",
  (h) => {
    h.create();
    const stop = (delay: number) => ({ ...OPEN, stop: { enabled: true, event: "percentage", value: "3", delay } });
    return [accepted(h.hook(stop(0))), accepted(h.hook(stop(3)))];
  },
  [
    { quirks: {}, expected: [true, true] },
    { quirks: { hookStopDelay: "refuse" }, expected: [false, true] },
  ],
);

sides(
  "hookUnknown",
  (h) => {
    h.create();
    const bodies = [{ ...OPEN, note: "x" }, { ...OPEN, open: { orderVolume: "64", note: "x" } }, OPEN];
    return bodies.map((body) => accepted(h.hook(body)));
  },
  [
    { quirks: {}, expected: [true, true, true] },
    { quirks: { hookUnknown: "refuse" }, expected: [false, false, true] },
  ],
);

sides(
  "ghostBot",
  (h) => {
    h.hook({ action: "open", params: { strategy: "long", pairs: ["BTCUSDT"], open: { orderVolume: "64" } } });
    const count = opened(h);
    return [count, h.list().map((bot) => [bot.title, bot.status])];
  },
  [
    { quirks: {}, expected: [1, [["Ghost", "DISABLED"]]] },
    { quirks: { ghostBot: "on" }, expected: [1, [["Ghost", "ENABLED"]]] },
    { quirks: { ghostBot: "hidden" }, expected: [1, []] },
  ],
);

sides(
  "gateway",
  (h) => {
    const { status } = h.call("POST", "create", { ...PLAIN_BOT });
    return [status, h.service.bots().length];
  },
  [
    { quirks: {}, expected: [200, 1] },
    { quirks: { gateway: "doubles" }, expected: [200, 2] },
    { quirks: { gateway: "doubles-second", titles: "unique" }, expected: [400, 1] },
    { quirks: { gateway: "refuses" }, expected: [409, 1] },
  ],
);

it("no quirk is without a test", () => {
  const lost = quirkTable.map(({ name }) => name).filter((name) => !covered.has(name));
  expect(lost, "each quirk has its case in this file").toEqual([]);
});
