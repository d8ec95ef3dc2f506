// What an update does is found out on one bot, which is afterwards as it was, byte for byte.
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { interruption } from "../../../../src/app/error.js";
import { holdsOf } from "../../../../src/app/ledger/ledger.js";
import type { Quirks } from "../../../../src/emulator/quirks/quirks.js";
import type { Seen } from "../../../../src/model/service-questions.js";
import { createProbe } from "../../../../src/service/probe.js";
import { amount, slice } from "../../../support/lane.js";
import { folder, listening, refusal } from "../room.js";
import { stage, truth } from "./stage.js";

const place = folder();
const open: { close(): Promise<void> }[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((one) => one.close()))));

async function scene(quirks: Partial<Quirks>, { isWhole = false } = {}) {
  const made = await stage(quirks, place, { isWhole });
  const probe = createProbe({ apiUrl: made.emulator.url, apiKey: "key", apiSecret: "secret" });
  open.push(probe, made.emulator);
  /** Every bot as the service shows it, but for the time of its last change. */
  const all = async () => {
    const shown: unknown[] = [];
    for (const { id } of made.emulator.service.bots()) {
      made.clock.advance(2_000);
      const nonce = Math.floor(made.clock.now() / 1000);
      const { json } = await probe.send({ name: "botDetails", parameters: [["botId", id]], nonce });
      shown.push(JSON.parse(JSON.stringify(json, (key, value) => (key === "updated" ? undefined : value))));
    }
    return shown;
  };
  return { ...made, all };
}

function isRight({ name, value, below }: Seen, right: Readonly<Record<string, string | number>>): boolean {
  const set = right[name];
  // That a title may be had once isn't asked.
  if (name === "titles" && (set === "free" || set === "unique")) return value === "as sent";
  if (typeof set !== "number" || typeof value !== "number" || below === undefined) return set === value;
  return value <= set && set < (below ?? Number.POSITIVE_INFINITY);
}

const UNSET = ["empty", "zero", "default", "null", "stale"] as const;
const INDICATOR_OFF = ["empty", "null", "default", "keep", "refuse"] as const;
const PRICE_LEVEL_OFF = ["zero", "null", "keep", "refuse"] as const;
const SINGLE: readonly Partial<Quirks>[] = [
  {},
  { update: "merge", pairRequired: "no", scaleOmitted: "keep", scaleEmpty: "clear", rounding: "none" },
  { update: "replace" },
  { update: "replace-strict" },
  { pairRequired: "yes" },
  { scaleOmitted: "clear" },
  { scaleEmpty: "keep" },
  { scaleEmpty: "refuse" },
  { scaleEmpty: "keep", scaleOmitted: "clear", unsetScale: "zero" },
  ...UNSET.map((unsetScale) => ({ unsetScale })),
  { rounding: "2" },
  ...(["upper", "escaped", "cut", "nfc"] as const).map((titles) => ({ titles })),
  ...[0, 5_000, 12_000].map((listLag) => ({ listLag })),
  ...[0, 5_000, 12_000].map((logLag) => ({ logLag })),
  ...(["zero", "empty", "filled"] as const).map((defaults) => ({ update: "replace" as const, defaults })),
  ...INDICATOR_OFF.map((indicatorOff) => ({ indicatorOff })),
  ...PRICE_LEVEL_OFF.map((priceLevelOff) => ({ priceLevelOff })),
];
/** Further ways of the service that must not lead astray. */
const BESIDE: readonly Partial<Quirks>[] = [
  { parameters: "strict" },
  { numbers: "padded", settingTypes: "mixed", priceLevels: "number" },
  { nonceOrder: "growing" },
  { errorShape: "html", scaleEmpty: "refuse" },
  { statusOff: "0", extraFields: "some" },
  { updateSwitch: "off" },
  { indicatorRules: "strict", priceRules: "strict", volumeRules: "strict", minimumVolume: "6" },
  { titles: "unique" },
];

/** What only a change of a bot can tell. */
const BY_UPDATES: ReadonlySet<string> = new Set([
  ...["update", "defaults", "scaleOmitted", "scaleEmpty", "unsetScale", "pairRequired", "rounding"],
  ...["titles", "listLag", "logLag", "updateSwitch", "updatedMoves"],
]);

describe("a bot that may be changed", () => {
  it.each(slice([...SINGLE, ...BESIDE], { fast: 6 }).map((quirks) => ({ name: JSON.stringify(quirks), quirks })))(
    "tells $name, and is put back",
    async ({ quirks }) => {
      const { check, all, ledgerAt, emulator } = await scene(quirks, { isWhole: true });
      const before = await all();
      const { found, stopped } = await check({ bot: "#1001" });
      const right = truth(quirks);
      expect(stopped).toBe(undefined);
      expect(found.filter((one) => one.name in right && !isRight(one, right))).toEqual([]);
      const names = found.map(({ name }) => name as string);
      for (const name of SINGLE.includes(quirks) ? Object.keys(quirks) : []) expect(names).toContain(name);
      expect(await all()).toEqual(before);
      expect(await ledgerAt().asking()).toEqual([]);
      const touched = emulator.service.writes.map(({ operation, parameters }) => `${operation} ${parameters["botId"]}`);
      expect([...new Set(touched)]).toEqual(["updateBot 1001"]);
    },
  );
});

/** Each answer of the update with what it rests on. */
it("says of each answer what was seen", async () => {
  const told: string[] = [];
  const services: readonly Partial<Quirks>[] = [
    {},
    { update: "replace", defaults: "empty", pairRequired: "yes" },
    { update: "replace-strict", scaleEmpty: "refuse", rounding: "2", titles: "upper" },
    { scaleOmitted: "clear", scaleEmpty: "keep", listLag: 5_000, logLag: 5_000 },
  ];
  for (const quirks of services) {
    const { check } = await scene(quirks);
    const { found } = await check({ bot: "#1001" });
    const words = Object.entries(quirks).map((one) => one.join(" "));
    const asked = found.filter(({ name }) => BY_UPDATES.has(name));
    told.push(
      `== ${words.join(", ") || "as it is"}`,
      ...asked.map(({ name, value, detail }) => `${name} ${value}: ${detail}`),
    );
  }
  expect(told.join("\n")).toMatchInlineSnapshot(`
    "== as it is
    updatedMoves yes: of an update that changed nothing
    logLag 0: at the first look
    pairRequired no: an update without pairTitle: accepted
    rounding none: 1.206 is shown as 1.206
    listLag 0: at the first look
    update merge: volumeSafetyOrder, left out, kept its value
    scaleOmitted keep: martingaleScale, countOrderMax, left out
    scaleEmpty clear: martingaleScale was sent as 0
    unsetScale empty: martingaleScale, off, is ""
    titles as sent: stored as "botform asks: Café & <more> of it, and a long rest"
    == update replace, defaults empty, pairRequired yes
    updatedMoves yes: of an update that changed nothing
    logLag 0: at the first look
    pairRequired yes: an update without pairTitle: refused
    rounding none: 1.206 is shown as 1.206
    listLag 0: at the first look
    update replace: volumeSafetyOrder, left out, became ""
    defaults empty: volumeSafetyOrder became ""
    scaleEmpty clear: martingaleScale was sent as 0
    unsetScale empty: martingaleScale, off, is ""
    titles as sent: stored as "botform asks: Café & <more> of it, and a long rest"
    == update replace-strict, scaleEmpty refuse, rounding 2, titles upper
    updatedMoves yes: of an update that changed nothing
    logLag 0: at the first look
    rounding 2: 1.206 is shown as 1.21
    listLag 0: at the first look
    update replace-strict: an update that leaves required parameters out was refused
    scaleEmpty refuse: martingaleScale was sent as 0
    unsetScale empty: martingaleScale, off, is ""
    titles upper: stored as "BOTFORM ASKS: CAFÉ & <MORE> OF IT, AND A LONG REST"
    == scaleOmitted clear, scaleEmpty keep, listLag 5000, logLag 5000
    updatedMoves yes: of an update that changed nothing
    logLag 4000: not shown yet 4.0 s after an update
    pairRequired no: an update without pairTitle: accepted
    rounding none: 1.206 is shown as 1.206
    listLag 4000: not shown yet 4.0 s after an update
    update merge: volumeSafetyOrder, left out, kept its value
    scaleOmitted clear: martingaleScale, countOrderMax, left out
    scaleEmpty keep: martingaleScale was sent as 0
    unsetScale empty: martingaleScale, off, is ""
    titles as sent: stored as "botform asks: Café & <more> of it, and a long rest""
  `);
});

/** What an update sends otherwise than the first one, which sends what is there already; and the second at which it came. */
it.each<[Partial<Quirks>, readonly string[]]>([
  [
    {},
    [
      "33 s: updateBot",
      "36 s: updateBot, percentTakeProfit=1.206, nothing else",
      "40 s: updateBot",
      "42 s: updateBot, martingaleScale=0",
      "46 s: updateBot",
      "48 s: updateBot, title=botform asks: Cafe\u0301 & <more> of it, and a long rest",
      "51 s: updateBot",
    ],
  ],
  [
    { update: "replace-strict", scaleEmpty: "refuse", scaleOmitted: "clear" },
    [
      "33 s: updateBot",
      "48 s: updateBot, percentTakeProfit=1.206",
      "53 s: updateBot",
      "62 s: updateBot, no martingaleScale",
      "65 s: updateBot",
      "67 s: updateBot, title=botform asks: Cafe\u0301 & <more> of it, and a long rest",
      "70 s: updateBot",
    ],
  ],
])("under %j it is changed in this order, each change taken back before the next", async (quirks, expected) => {
  const { check, emulator, clock } = await scene(quirks);
  const start = clock.now();
  await check({ bot: "#1001" });
  const { writes } = emulator.service;
  const own = Object.entries(writes[0]?.parameters ?? {});
  const lines = writes.map(({ operation, parameters, time }) => {
    const sent = Object.entries(parameters).filter(([name, value]) => !own.some(([n, v]) => n === name && v === value));
    const left = own.filter(([name]) => !(name in parameters)).map(([name]) => name);
    const about = left.length > 4 ? ["nothing else"] : left.map((name) => `no ${name}`);
    return [`${Math.round((time - start) / 1000)} s: ${operation}`, ...sent.map((one) => one.join("=")), ...about].join(
      ", ",
    );
  });
  expect(lines).toEqual(expected);
});

const drawn = fc.record({
  update: fc.constantFrom("merge", "merge", "replace", "replace-strict"),
  scaleOmitted: fc.constantFrom("keep", "clear"),
  scaleEmpty: fc.constantFrom("clear", "keep", "refuse"),
  pairRequired: fc.constantFrom("no", "yes"),
  updateSwitch: fc.constantFrom("keep", "off"),
  defaults: fc.constantFrom("zero", "empty", "filled"),
  unsetScale: fc.constantFrom(...UNSET),
  rounding: fc.constantFrom("none", "2"),
  titles: fc.constantFrom("free", "unique", "upper", "escaped", "cut", "nfc"),
  listLag: fc.constantFrom(0, 3_000, 20_000),
  logLag: fc.constantFrom(0, 3_000, 20_000),
  logSwitches: fc.constantFrom("yes", "no"),
  logSize: fc.constantFrom(0, 1),
  numbers: fc.constantFrom("plain", "padded"),
  settingTypes: fc.constantFrom("strings", "mixed"),
  priceLevels: fc.constantFrom("string", "number"),
  parameters: fc.constantFrom("lenient", "strict"),
  errorShape: fc.constantFrom("envelope", "framework", "text", "html", "empty"),
  errorStatus: fc.constantFrom("http", "200"),
  statusOff: fc.constantFrom("DISABLED", "0"),
  updateStatus: fc.constantFrom("number", "string"),
  nonceOrder: fc.constantFrom("any", "growing"),
  indicatorOff: fc.constantFrom(...INDICATOR_OFF),
  priceLevelOff: fc.constantFrom(...PRICE_LEVEL_OFF),
} as const);

describe("under any set of quirks", () => {
  it("no answer is wrong, and the bot is as it was", async () => {
    const ends: string[] = [];
    await fc.assert(
      fc.asyncProperty(drawn, async (quirks) => {
        const { check, all, ledgerAt } = await scene(quirks, { isWhole: true });
        const before = await all();
        const { found, stopped } = await check({ bot: "#1001", refusals: 20 });
        if (stopped !== undefined) ends.push(stopped.why);
        expect(found.filter((one) => one.name in quirks && !isRight(one, truth(quirks)))).toEqual([]);
        expect(await all()).toEqual(before);
        expect(await ledgerAt().asking()).toEqual([]);
        await Promise.all(open.splice(0).map((one) => one.close()));
      }),
      { numRuns: amount({ fast: 10, all: 60, long: 500 }) },
    );
    // Where a refusal can't be told from anything else, nothing is concluded from it.
    expect(ends.filter((end) => !/^an update of bot 1001: HTTP 200: .*; bot 1001 is as it was$/.test(end))).toEqual([]);
  });
});

describe("a bot that is changed", () => {
  it("is turned off again at once where an update turns it on", async () => {
    const { check, emulator, ledgerAt } = await scene({ updateSwitch: "on" });
    const { found, stopped } = await check({ bot: "#1001" });
    expect(found.map(({ name, value }) => [name, value])).toEqual([["updateSwitch", "on"]]);
    expect(stopped?.why).toBe(
      "an update turned the bot on; it was turned off again, and nothing further is changed; bot 1001 is as it was",
    );
    expect(emulator.service.writes.map(({ operation }) => operation)).toEqual(["updateBot", "turnOff"]);
    expect(emulator.service.bots().map(({ id, enabled }) => enabled && id)).toEqual([false, 1002, false, false, false]);
    expect(await ledgerAt().asking()).toEqual([]);
  });

  it.each(["doubles", "doubles-second", "refuses"] as const)(
    "is put back behind a gateway that %s",
    async (gateway) => {
      const { check, all, ledgerAt } = await scene({ gateway });
      const before = await all();
      await check({ bot: "#1001", refusals: 20 });
      expect([await all(), await ledgerAt().asking()]).toEqual([before, []]);
    },
  );

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "is put back by the next check after the process died at its update %i",
    async (at) => {
      const { check, all, clock, emulator, ledgerAt, env } = await scene({});
      const before = await all();
      const died = new Error("killed");
      let updates = 0;
      const dying = {
        now: clock.now,
        sleep: async (ms: number) => {
          if (emulator.service.writes.length > updates) updates = emulator.service.writes.length;
          if (updates >= at) throw died;
          await clock.sleep(ms);
        },
      };
      const first = check({ bot: "#1001", clock: dying });
      // A check that needs fewer updates than that comes to its end.
      if (at <= 7) await expect(first).rejects.toBe(died);
      else await first;
      const left = await ledgerAt().asking();
      expect(left.length).toBe(at <= 7 ? 1 : 0);
      const { host, said } = listening(env);
      await check({ refusals: 1 }, host);
      expect(said.filter((text) => text.startsWith("warning")).length).toBe(left.length);
      expect((await check({ bot: "#1001" })).stopped).toBe(undefined);
      expect([await all(), await ledgerAt().asking()]).toEqual([before, []]);
    },
  );
});

it("may be left changed where the user interrupts, which is said", async () => {
  const { check, env } = await scene({});
  const { host } = listening(env);
  let reads = 0;
  const interrupted: typeof host.read = async (what, task) => {
    reads += 1;
    if (reads === 2) throw interruption();
    return host.read(what, task);
  };
  expect(await refusal(() => check({ bot: "#1001" }, { ...host, read: interrupted }))).toEqual([
    "interrupted; the bot may be left changed\nThe next check with --write puts it back.",
    130,
  ]);
});

describe("a bot that isn't fit", () => {
  const FIT =
    "\nName a bot made for it: off, titled in capitals (ASK 1), with volumeSafetyOrder, countOrderMax and a martingaleScale.";
  it.each([
    [
      "#1002",
      "it is on; it is in a deal; its title isn't of 1 to 14 capitals and digits; countOrderMax is off, or 10; volumeSafetyOrder is off, or as volumeFirstOrder",
    ],
    [
      "#1003",
      "its title isn't of 1 to 14 capitals and digits; countOrderMax is off, or 10; volumeSafetyOrder is off, or as volumeFirstOrder",
    ],
  ])("%s is left alone", async (bot, why) => {
    const { check, emulator } = await scene({});
    const words = `bot ${bot.slice(1)} can't be changed for this: ${why}${FIT}`;
    expect(await refusal(() => check({ bot }))).toEqual([words, 6]);
    expect(emulator.service.writes).toEqual([]);
  });

  it("is left alone if it is held, protected, or decimals are finer than a service may round", async () => {
    const { check, emulator, ledgerAt, options } = await scene({});
    await holdsOf({ folder: options.journal }, "main").set([{ bots: "main/#1001", reason: "mine", until: undefined }]);
    await ledgerAt().saw([{ id: 1001, accessId: 1, title: "ASK 1", address: undefined, protect: true }]);
    emulator.service.editBot(1001, { percentSafetyOrder: "1.255" });
    expect(await refusal(() => check({ bot: "#1001" }))).toEqual([
      `bot 1001 can't be changed for this: hold on main/#1001: mine; it is protected; percentSafetyOrder has more than 2 decimal places${FIT}`,
      6,
    ]);
    expect(emulator.service.writes).toEqual([]);
  });

  it("isn't touched without consent", async () => {
    const { check, emulator, env } = await scene({});
    const { host, said } = listening(env, { answer: "no" });
    expect(await refusal(() => check({ bot: "#1001", yes: false }, host))).toEqual(["declined; nothing was asked", 1]);
    expect(said.at(-1)).toBe(
      'asked: Change bot 1001 "ASK 1" of main for some minutes, title and all, and put it back? If an update turns bots on at this service, it turns on, and is turned off at once. yes/no: ',
    );
    expect(emulator.service.writes).toEqual([]);
  });
});
