// What a service does is found out by asking: under each quirk exactly what is set, or nothing.
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { knownOfService } from "../../../../src/app/asking/check.js";
import type { Quirks } from "../../../../src/emulator/quirks/quirks.js";
import { QUESTION_NAMES, type Seen } from "../../../../src/model/service-questions.js";
import { amount, slice } from "../../../support/lane.js";
import { folder, listening } from "../room.js";
import { stage, truth } from "./stage.js";

const place = folder();
const open: { close(): Promise<void> }[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((one) => one.close()))));

async function asked(quirks: Partial<Quirks>, aheadMs = 0) {
  // A map is empty only where nothing is on.
  const scene = await stage(quirks, place, { isOn: !("emptyMaps" in quirks), aheadMs });
  open.push(scene.emulator);
  const result = await scene.check();
  return { scene, result, seen: new Map(result.found.map(({ name, value }) => [name as string, value])) };
}

/** Each with an answer that nothing but this setting gives. */
const SINGLE: readonly Partial<Quirks>[] = [
  {},
  ...[1, 5, 30, 45, 120, 300].map((nonceWindow) => ({ nonceWindow })),
  ...[1, 5, 30].map((noncePostWindow) => ({ noncePostWindow })),
  ...[0, 1, 5].map((nonceLead) => ({ nonceLead })),
  { nonceOrder: "growing" },
  { nonceReuse: "refuse-same-request" },
  { nonceReuse: "refuse" },
  { nonceOrder: "growing", nonceReuse: "refuse" },
  { methods: "any" },
  { parameters: "strict" },
  ...(["framework", "text", "html", "empty"] as const).map((errorShape) => ({ errorShape })),
  { errorStatus: "200" },
  ...(["array", "object", "absent"] as const).map((errorData) => ({ errorData })),
  { unknownBot: "empty" },
  { unknownExchange: "empty" },
  { emptyMaps: "array" },
  { extraFields: "some" },
  { settingTypes: "mixed" },
  { priceLevels: "number" },
  { numbers: "padded" },
  { statusOff: "0" },
  { statusOn: "WAITING" },
  { statusOn: "4" },
  { dealNumbers: "number" },
  { accountLeverage: "value" },
];

/** Whether an answer is what is set: of a measure, that this lies within it. */
function isRight({ name, value, below }: Seen, right: Readonly<Record<string, string | number>>): boolean {
  const set = right[name];
  if (typeof set !== "number" || typeof value !== "number" || below === undefined) return set === value;
  return value <= set && set < (below ?? Number.POSITIVE_INFINITY);
}

describe("asking a service", () => {
  it.each(slice(SINGLE, { fast: 14 }).map((quirks) => ({ name: JSON.stringify(quirks), quirks })))(
    "finds out $name",
    async ({ quirks }) => {
      const { seen, result, scene } = await asked(quirks);
      const right = truth(quirks);
      expect(result.found.filter((one) => one.name in right && !isRight(one, right))).toEqual([]);
      for (const name of Object.keys(quirks)) expect([name, seen.has(name)]).toEqual([name, true]);
      expect(result.stopped).toBe(undefined);
      expect(scene.emulator.service.writes).toEqual([]);
    },
  );
});

describe("a service whose clock is another", () => {
  it.each([
    { aheadMs: 0, clock: 0, nonceWindow: 30, nonceLead: 5, because: "nothing is made up for" },
    { aheadMs: 1_000, clock: 1, nonceWindow: 21, nonceLead: 6, because: "a second may have passed on the way" },
    { aheadMs: 2_000, clock: 2, nonceWindow: 30, nonceLead: 5, because: "ages are by its clock" },
    { aheadMs: 20_000, clock: 20, nonceWindow: 30, nonceLead: 5, because: "far ahead, too" },
    { aheadMs: -4_000, clock: -4, nonceWindow: 30, nonceLead: 5, because: "and behind" },
  ])("by $aheadMs ms: $because", async ({ aheadMs, because: _, ...known }) => {
    const { seen, result } = await asked({ nonceWindow: 30, nonceLead: 5 }, aheadMs);
    expect(Object.fromEntries(Object.keys(known).map((name) => [name, seen.get(name)]))).toEqual(known);
    expect(result.found[0]).toEqual({
      ...{ name: "clock", value: known.clock, detail: "by the Date of its answers, to a second or so" },
    });
  });

  it.each([20_000, -4_000])("by %d ms, and that wants nonces to grow, is asked in order", async (aheadMs) => {
    const { result, seen } = await asked({ nonceOrder: "growing", nonceWindow: 60 }, aheadMs);
    expect([result.stopped, seen.get("nonceReuse"), seen.get("nonceOrder"), seen.get("nonceWindow")]).toEqual([
      ...[undefined, "allow", "growing", 60],
    ]);
  });

  it("so much that it refuses what botform sends is asked nothing more", async () => {
    const { result } = await asked({ nonceWindow: 30 }, 40_000);
    expect(result).toEqual({
      ...{ facts: { ...result.facts, seen: [] }, found: [], requests: 1 },
      stopped: {
        why: "a plain request was refused: HTTP 401: The nonce is not the current Unix time in seconds.",
        isPlanned: false,
      },
    });
  });
});

it("what was found out is remembered, by the account's name and its address", async () => {
  const { scene, result } = await asked({});
  const { account, origin, seen, notSeen } = await knownOfService(listening(scene.env).host, scene.options);
  const names = seen.map(({ name }) => name);
  expect([account, origin, names.toSorted()]).toEqual([
    "main",
    scene.emulator.url,
    [...new Set(result.found.map(({ name }) => name))].sort(),
  ]);
  expect([...names, ...notSeen].sort()).toEqual(QUESTION_NAMES.toSorted());
});

it.each<[Partial<Quirks>, string, string]>([
  [{ nonceLead: 0 }, "nonceLead", "one 1 s ahead was refused"],
  [{ nonceLead: 5 }, "nonceLead", "one 5 s ahead was accepted; one 6 s ahead was refused"],
  [{ nonceWindow: 30 }, "nonceWindow", "one 30 s old was accepted; one 31 s old was refused"],
  [{ nonceWindow: 3_600 }, "nonceWindow", "one 901 s old was accepted; more wasn't asked"],
  [{ nonceOrder: "growing", nonceWindow: 3_600 }, "nonceWindow", "one 61 s old was accepted; more wasn't asked"],
  [{}, "nonceReuse", "the very same request was answered twice"],
  [{ nonceReuse: "refuse" }, "nonceReuse", "another request of the same second was refused"],
  [{ nonceReuse: "refuse-same-request" }, "nonceReuse", "only the very same request was refused"],
  [{}, "nonceOrder", "a nonce a second older than the last one was accepted"],
  [{ unknownBot: "empty" }, "unknownBot", "details of a bot that isn't there: an empty list"],
  [{}, "unknownExchange", "the list of an unknown exchange: refused"],
  [{}, "methods", "GET of the account information: HTTP 405"],
  [{ parameters: "strict" }, "parameters", "pairs with an unknown parameter: HTTP 400"],
])("with %j it is said of %s how it was found out: %s", async (quirks, question, detail) => {
  const { result } = await asked(quirks);
  expect(result.found.find(({ name }) => name === question)?.detail).toBe(detail);
});

/** Quirks that reads alone can tell, and some that only disturb. */
const DRAWN: { readonly [Name in keyof Quirks]?: readonly Quirks[Name][] } = {
  nonceWindow: [2, 5, 10, 30, 60, 300],
  noncePostWindow: [0, 0, 5, 30],
  nonceLead: [0, 1, 5, 31_536_000, 31_536_000],
  nonceOrder: ["any", "any", "growing"],
  nonceReuse: ["allow", "refuse-same-request", "refuse"],
  methods: ["strict", "any"],
  parameters: ["lenient", "strict"],
  errorShape: ["envelope", "framework", "text", "html", "empty"],
  errorStatus: ["http", "200"],
  errorData: ["null", "array", "object", "absent"],
  unknownBot: ["error", "empty"],
  unknownExchange: ["error", "empty"],
  emptyMaps: ["object", "array"],
  extraFields: ["none", "some"],
  settingTypes: ["strings", "mixed"],
  priceLevels: ["string", "number"],
  numbers: ["plain", "padded"],
  statusOff: ["DISABLED", "0"],
  statusOn: ["ENABLED", "WAITING", "4"],
  dealNumbers: ["text", "number"],
  accountLeverage: ["null", "value"],
  listLag: [0, 5_000],
  unsetScale: ["empty", "zero", "default", "null", "stale"],
  signedQuery: ["either", "raw", "rebuilt"],
  defaults: ["zero", "empty", "filled"],
};

const drawn = fc.record(
  Object.fromEntries(Object.entries(DRAWN).map(([name, values]) => [name, fc.constantFrom(...values)])),
) as fc.Arbitrary<Partial<Quirks>>; // each name has values of its quirk

describe("under any set of quirks", () => {
  it("no answer is wrong", async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (quirks) => {
        const { result, scene } = await asked(quirks);
        const right = truth(quirks);
        expect(result.found.filter((one) => one.name in right && !isRight(one, right))).toEqual([]);
        expect(scene.emulator.service.writes).toEqual([]);
        expect(result.stopped).toBe(undefined);
        await scene.emulator.close();
        open.splice(0);
      }),
      { numRuns: amount({ fast: 10, all: 60, long: 500 }) },
    );
  });
});
