// The fold of layers: who has the last word on a key, who takes one out of management, and what a bad value silences.
import { describe, expect, it } from "vitest";
import {
  homeOf,
  isUnknown,
  type Layer,
  type LayerKind,
  layerOf,
  letGoBy,
  type Merged,
  NOTHING_MERGED,
  originOf,
  over,
} from "../../../../src/config/compose/layer.js";
import { brief, diagnosticsOf, load, settingsOf, withAccount } from "../fleet.js";

function layer(kind: LayerKind, values: Layer["values"], changes: Partial<Layer> = {}): Layer {
  const path = kind === "defaults" ? ["defaults"] : [`${kind}s`, "x"];
  return { kind, name: "x", file: `${kind}.yaml`, path, values, deferred: new Map(), dropped: new Set(), ...changes };
}

const folded = (...layers: readonly Layer[]): Merged => layers.reduce(over, NOTHING_MERGED);
const deferred = (name: string, raw: unknown) => ({ deferred: new Map([[name, raw]]) });

describe("over", () => {
  it.each([
    {
      layers: [layer("defaults", { leverage: 1, strategy: "LONG" }), layer("bot", { leverage: 2 })],
      values: { leverage: 2, strategy: "LONG" },
      because: "the higher layer wins, and the lower one stays where it is silent",
    },
    {
      layers: [layer("defaults", { martingaleScale: 1.5 }), layer("bot", { martingaleScale: null })],
      values: { martingaleScale: null },
      because: "null switches off what is below",
    },
    {
      layers: [layer("defaults", { leverage: 1, strategy: "LONG" }), layer("bot", { unmanaged: ["leverage"] })],
      values: { strategy: "LONG", unmanaged: ["leverage"] },
      because: "unmanaged takes away what is below",
    },
    {
      layers: [layer("bot", { unmanaged: ["leverage"], leverage: 3 })],
      values: { unmanaged: ["leverage"], leverage: 3 },
      because: "not what the same layer states",
    },
    {
      layers: [layer("bot", { unmanaged: ["leverage"] }), layer("overrides", { leverage: 3 })],
      values: { unmanaged: ["leverage"], leverage: 3 },
      because: "nor what a higher one does",
    },
    {
      layers: [layer("defaults", { leverage: 1 }), layer("bot", {}, deferred("leverage", "${l}"))],
      values: {},
      pending: ["leverage"],
      because: "what refers to a variable takes the place of the value below",
    },
    {
      layers: [layer("defaults", {}, deferred("leverage", "${l}")), layer("bot", { leverage: 2 })],
      values: { leverage: 2 },
      pending: [],
      because: "and gives way to a value above",
    },
    {
      layers: [layer("defaults", {}, deferred("leverage", "${l}")), layer("bot", { strategy: "LONG" })],
      values: { strategy: "LONG" },
      pending: ["leverage"],
      because: "but not to one of another key",
    },
    {
      layers: [layer("defaults", {}, deferred("leverage", "${l}")), layer("bot", { unmanaged: ["leverage"] })],
      values: { unmanaged: ["leverage"] },
      pending: [],
      because: "unmanaged takes away what refers to a variable, too",
    },
    {
      layers: [
        layer("defaults", {}, deferred("leverage", "${low}")),
        layer("bot", {}, deferred("leverage", "${high}")),
      ],
      values: {},
      pending: ["leverage"],
      because: "of two that refer to variables the higher one",
    },
    {
      layers: [
        layer(
          "bot",
          {},
          {
            deferred: new Map<string, unknown>([
              ["forEach", {}],
              ["webhooks", {}],
              ["title", "${t}"],
            ]),
          },
        ),
      ],
      values: {},
      pending: ["title"],
      because: "forEach and webhooks are worked out elsewhere",
    },
  ])("$because", ({ layers, values, pending = [] }) => {
    const merged = folded(...layers);
    expect(merged.values).toEqual(values);
    expect([...merged.pending.keys()]).toEqual(pending);
    expect(merged.layers).toEqual(layers);
  });

  it("knows which layer a pending setting is from, and what is written there", () => {
    const [low, high] = [
      layer("defaults", {}, deferred("leverage", "${low}")),
      layer("bot", {}, deferred("leverage", "${high}")),
    ];
    expect(folded(low, high).pending.get("leverage")).toEqual({ raw: "${high}", layer: high });
  });
});

describe("the last word on leverage", () => {
  const states = layer("template", { leverage: 1 });
  const refers = layer("template", {}, deferred("leverage", "${l}"));
  const letsGo = layer("bot", { unmanaged: ["leverage"] });
  const other = layer("bot", { strategy: "LONG", unmanaged: ["marginMode"] });
  it.each([
    { layers: [], states: undefined, letsGo: undefined, because: "there is no layer" },
    { layers: [other], states: undefined, letsGo: undefined, because: "nobody speaks of it" },
    {
      layers: [states, other],
      states,
      letsGo: undefined,
      because: "one states it, and another speaks of other things",
    },
    { layers: [refers, other], states: refers, letsGo: undefined, because: "one refers to a variable" },
    { layers: [states, letsGo], states: undefined, letsGo, because: "a higher one takes it out of management" },
    { layers: [letsGo, states], states, letsGo: undefined, because: "a higher one states it again" },
    {
      layers: [states, layer("bot", { unmanaged: ["leverage"], leverage: 9 })],
      states: layer("bot", { unmanaged: ["leverage"], leverage: 9 }),
      letsGo: undefined,
      because: "a layer that does both states it",
    },
  ])("$because", ({ layers, states: stating, letsGo: letting }) => {
    const merged = folded(...layers);
    expect(layerOf(merged, "leverage")).toEqual(stating);
    expect(letGoBy(merged, "leverage")).toEqual(letting);
  });
});

describe("the place of a setting", () => {
  const [defaults, bot, overrides] = [
    layer("defaults", { leverage: 1 }),
    layer("bot", { strategy: "LONG" }),
    layer("overrides", { marginMode: "ISO" }),
  ];
  const all = folded(defaults, bot, overrides);
  it.each([
    ["leverage", { file: "defaults.yaml", path: ["defaults", "leverage"] }, "where it is stated"],
    ["marginMode", { file: "overrides.yaml", path: ["overridess", "x", "marginMode"] }, "in the highest layer, too"],
    [
      "title",
      { file: "bot.yaml", path: ["bots", "x"], key: true },
      "of what nobody states the bot's, not that of the last layer",
    ],
  ] as const)("%s: %j, %s", (name, place, _because) => {
    expect(originOf(all, name)).toEqual(place);
  });

  it("without a bot is the last layer's, and without any layer none", () => {
    expect(homeOf(folded(defaults, layer("bot", {}, { kind: "exception" }), layer("template", {})))).toEqual({
      file: "template.yaml",
      path: ["templates", "x"],
      key: true,
    });
    expect(homeOf(NOTHING_MERGED)).toEqual({ file: "", path: [] });
  });
});

describe("a value that can't be used", () => {
  const bad = { dropped: new Set(["leverage"]) };
  it.each([
    { layers: [layer("defaults", {}, bad), layer("bot", {})], expected: true, because: "in the lowest layer" },
    { layers: [layer("defaults", {}), layer("bot", {}, bad)], expected: true, because: "in the highest" },
    {
      layers: [layer("defaults", {}, bad), layer("bot", {}), layer("overrides", {})],
      expected: true,
      because: "with two above it",
    },
    { layers: [layer("defaults", {}, { dropped: new Set(["title"]) })], expected: false, because: "of another key" },
    { layers: [], expected: false, because: "of no layer" },
  ])("makes the key unknown: $expected, $because", ({ layers, expected }) => {
    expect(isUnknown(folded(...layers), "leverage")).toBe(expected);
  });

  it("makes it unknown where its variables came to nothing that can be used", () => {
    const merged = folded(layer("bot", {}));
    expect(isUnknown({ ...merged, faulty: new Set(["leverage"]) }, "leverage")).toBe(true);
    expect(isUnknown({ ...merged, faulty: new Set(["title"]) }, "leverage")).toBe(false);
  });

  const REST =
    "pairTitle: USDT-BTC, strategy: LONG, marginMode: CROSS, typeTakeProfit: LIMIT, typeFirstOrder: MARKET, percentTakeProfit: 1.2, percentSafetyOrder: 1.5, volumeFirstOrder: 20";
  it.each([
    ["defaults: { leverage: high }\nbots: { x: { title: X, REST } }", "in defaults"],
    [
      "defaults: { leverage: high }\ntemplates: { t: { marginMode: ISO } }\nbots: { x: { extends: t, title: X, REST } }",
      "below a template",
    ],
    ["bots: { x: { title: X, leverage: high, REST } }", "in the bot"],
  ])("silences what every bot would lack without it: %j, %s", (text) => {
    const found = brief(diagnosticsOf(withAccount(text.replace("REST", REST))));
    expect(found.map((line) => line.split(" ")[0])).toEqual(["wrong-type"]);
  });
});

it("a bot's layers lie upon each other as documented: defaults, templates, bot, exception, overrides", () => {
  const text = withAccount(
    `defaults: { leverage: 1, percentTakeProfit: 1 }
templates: { t: { leverage: 2, percentTakeProfit: 2, percentSafetyOrder: 2 } }
bots: { "x-\${i}": { forEach: { i: [1, 2] }, title: "X \${i}", extends: t, leverage: 3, exceptions: { x-1: { leverage: 4, volumeFirstOrder: 4 } } } }
`,
    "overrides: { volumeFirstOrder: 5 }",
  );
  expect(load(text).diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(settingsOf(text)).toEqual({
    "x-1": { leverage: "4", percentTakeProfit: "2", percentSafetyOrder: "2", volumeFirstOrder: "5" },
    "x-2": { leverage: "3", percentTakeProfit: "2", percentSafetyOrder: "2", volumeFirstOrder: "5" },
  });
});
