// The law of composition, against a model that knows nothing of layers, positions or deferral: it folds plain maps.
import fc from "fast-check";
import { expect, test } from "vitest";
import { amount } from "../../../support/lane.js";
import { botsOf, load, withAccount } from "../fleet.js";

type Value = number | string | boolean | null;
type Settings = Readonly<Record<string, Value>>;

interface Part {
  readonly settings: Settings;
  readonly unmanaged: readonly string[];
}

interface Template extends Part {
  /** Indexes of templates that come later, so that there is no circle. */
  readonly parents: readonly number[];
}

interface Fleet {
  readonly vars: Settings;
  readonly defaults: Part;
  readonly templates: readonly Template[];
  readonly bot: Template;
  readonly items: readonly number[];
  readonly exceptions: Readonly<Record<string, Part>>;
  readonly overrides: Part;
}

const LEVERAGE = fc.constantFrom<Value>(1, 2, 3, "${lev}", "${i}");
const SCALE = fc.constantFrom<Value>(1.5, 2, null, "${scale}", "${off}");
const WORD = fc.constantFrom<Value>("LONG", "SHORT", "${word}");
const SWITCH = fc.constantFrom<Value>(true, false, "${on}");
const FIELDS = { leverage: LEVERAGE, martingaleScale: SCALE, strategy: WORD, enabled: SWITCH, countOrderMax: LEVERAGE };
const VARS: Settings = { lev: 7, scale: 1.25, off: null, word: "SHORT", on: true, i: 9 };

const part: fc.Arbitrary<Part> = fc
  .tuple(fc.record(FIELDS, { requiredKeys: [] }), fc.subarray(Object.keys(FIELDS)))
  .chain(([settings, candidates]) =>
    fc.boolean().map((letsGo) => ({
      settings: Object.fromEntries(Object.entries(settings)),
      unmanaged: letsGo ? candidates.filter((name) => !Object.hasOwn(settings, name)) : [],
    })),
  );
const COUNT = 5;
const template = (from: number): fc.Arbitrary<Template> =>
  fc
    .tuple(part, fc.shuffledSubarray(Array.from({ length: COUNT - from }, (_, i) => from + i)))
    .map(([one, parents]) => ({ ...one, parents: parents.slice(0, 3) }));
const fleet: fc.Arbitrary<Fleet> = fc.record({
  vars: fc.constant(VARS),
  defaults: part,
  templates: fc.tuple(template(1), template(2), template(3), template(4), template(5)),
  bot: template(0),
  items: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
  exceptions: fc.dictionary(fc.constantFrom("x1", "x2", "x3"), part),
  overrides: part,
});

/** What the bot with this item comes to. */
function model({ vars, defaults, templates, bot, exceptions, overrides }: Fleet, item: number): Record<string, Value> {
  const order: number[] = [];
  const visit = (index: number) => {
    if (order.includes(index)) return;
    for (const parent of templates[index]?.parents ?? []) visit(parent);
    order.push(index);
  };
  for (const parent of bot.parents) visit(parent);
  const parts = [defaults, ...order.flatMap((index) => templates[index] ?? []), bot, exceptions[`x${item}`], overrides];
  const result: Record<string, Value> = {};
  for (const one of parts) {
    if (one === undefined) continue;
    for (const name of one.unmanaged) delete result[name];
    Object.assign(result, one.settings);
  }
  for (const [name, value] of Object.entries(result)) {
    const variable = /^\$\{(\w+)\}$/.exec(String(value))?.[1];
    if (variable !== undefined) result[name] = variable === "i" ? item : (vars[variable] ?? null);
  }
  return result;
}

/** The fleet as files, with the keys of each map turned round or not. */
function files(one: Fleet, isTurned: boolean): string[] {
  const turned = (map: object) => Object.fromEntries(isTurned ? Object.entries(map).toReversed() : Object.entries(map));
  const written = ({ settings, unmanaged }: Part, more: object = {}) =>
    turned({ ...more, ...settings, ...(unmanaged.length > 0 && { unmanaged }) });
  const exceptions = Object.fromEntries(
    Object.entries(one.exceptions).flatMap(([key, own]) =>
      one.items.some((item) => key === `x${item}`) ? [[key, written(own)]] : [],
    ),
  );
  const named = (parents: readonly number[]) =>
    parents.length > 0 ? { extends: parents.map((index) => `t${index}`) } : {};
  const block = {
    forEach: { i: one.items },
    title: "X ${i}",
    ...named(one.bot.parents),
    ...(Object.keys(exceptions).length > 0 && { exceptions }),
  };
  const templates = Object.fromEntries(
    one.templates.map((each, index) => [`t${index}`, written(each, named(each.parents))]),
  );
  const texts = [
    withAccount("", `overrides: ${JSON.stringify(written(one.overrides))}`),
    JSON.stringify({ vars: one.vars, templates: turned(templates) }),
    JSON.stringify({ bots: { "x${i}": written(one.bot, block) } }),
    JSON.stringify({ defaults: written(one.defaults) }),
  ];
  return isTurned ? texts.toReversed() : texts;
}

test("what composition makes of any fleet is what folding plain maps makes of it", () => {
  fc.assert(
    fc.property(fleet, (one) => {
      const bots = botsOf(files(one, false));
      expect(Object.keys(bots)).toEqual(one.items.map((item) => `x${item}`).sort());
      for (const item of one.items) {
        const { enabled, ...expected } = model(one, item);
        const bot = bots[`x${item}`];
        const { title, ...fields } = bot?.fields ?? {};
        expect(title).toBe(`X ${item}`);
        expect(fields).toEqual(
          Object.fromEntries(
            Object.entries(expected).map(([name, value]) => [name, value === null ? null : String(value)]),
          ),
        );
        expect(bot?.enabled).toBe(enabled);
        expect(Object.keys(bot?.fieldOrigins ?? {}).sort()).toEqual(["title", ...Object.keys(expected)].sort());
      }
    }),
    { numRuns: amount({ fast: 75, all: 300 }) },
  );
});

test("and neither the order of keys nor that of files makes a difference, nor spelling it all out", () => {
  fc.assert(
    fc.property(fleet, (one) => {
      const digest = (texts: readonly string[]) => load(texts).accounts[0]?.desired.digest;
      const spelt = Object.fromEntries(
        one.items.map((item) => [`x${item}`, { title: `X ${item}`, ...model(one, item) }]),
      );
      const composed = digest(files(one, false));
      expect(composed).toMatch(/^[0-9a-f]{64}$/);
      expect(digest(files(one, true))).toBe(composed);
      expect(digest([withAccount(JSON.stringify({ bots: spelt }).slice(1, -1).replace('"bots":', "bots: "))])).toBe(
        composed,
      );
    }),
    { numRuns: amount({ fast: 50, all: 200 }) },
  );
});
