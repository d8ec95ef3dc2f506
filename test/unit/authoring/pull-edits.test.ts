// What a pull writes at a bot: the place, the value under the account's volume rules, and what goes out of management.
import { describe, expect, it } from "vitest";
import {
  add,
  blockOf,
  type EditPlace,
  isReason,
  isSame,
  letGo,
  noEdits,
  placeOf,
  put,
  skip,
  titleAt,
  writtenValue,
} from "../../../src/authoring/pull-edits.js";
import type { Layer } from "../../../src/config/compose/layer.js";
import type { ResolvedBot } from "../../../src/config/compose/resolved-bot.js";
import { loadSources } from "../../../src/config/load.js";
import type { FieldName } from "../../../src/model/bot/field.js";
import { fleetYaml } from "../config/fleet.js";
import { live } from "../reconcile/fleet.js";

function layer(values: Layer["values"], changes: Partial<Layer> = {}): Layer {
  return {
    ...{ kind: "bot", name: "a", file: "b.yaml", path: ["bots", "a"], values, dropped: new Set() },
    deferred: new Map(),
    ...changes,
  };
}

const at = (values: Layer["values"], changes: Partial<Layer> = {}): EditPlace => ({
  ...{ kind: "bot", file: "b.yaml", path: ["bots", "a"] },
  layer: layer(values, changes),
});

/** The edits that something makes, as `key: value`. */
function editsOf(make: (edits: ReturnType<typeof noEdits>) => unknown): unknown[] {
  const edits = noEdits();
  make(edits);
  expect([...edits.byFile.keys()].every((file) => file === "b.yaml")).toBe(true);
  return (edits.byFile.get("b.yaml") ?? []).map(({ path, value }) => {
    expect(path.slice(0, 2)).toEqual(["bots", "a"]);
    return [path.slice(2).join("/"), value];
  });
}

describe("a volume under the account's rules", () => {
  const rows: readonly {
    name?: FieldName;
    live: string | null;
    rules: Parameters<typeof writtenValue>[2];
    written: unknown;
    because: string;
  }[] = [
    { live: "20", rules: {}, written: 20, because: "without rules as it is" },
    { live: "5", rules: { min: "5" }, written: 5, because: "exactly the account's least is enough" },
    {
      live: "4.99",
      rules: { min: "5" },
      written: { reason: "4.99 is below the account's volumeMin of 5" },
      because: "less than that can't be written",
    },
    { live: "12", rules: { scale: "0.25" }, written: 48, because: "48 times 0.25" },
    { live: "12", rules: { scale: "0.25", min: "12" }, written: 48, because: "the least is of what is live" },
    {
      live: "11.95",
      rules: { scale: "0.25", min: "12" },
      written: { reason: "11.95 is below the account's volumeMin of 12" },
      because: "and is looked at before the scale",
    },
    {
      live: "12.05",
      rules: { scale: "0.25", step: "0.1" },
      written: { reason: "no volume times the account's volumeScale of 0.25 gives 12.05" },
      because: "a step that none comes to",
    },
    { name: "volumeSafetyOrder", live: "3", rules: { scale: "0.5" }, written: 6, because: "the other volume, too" },
    { name: "volumeSafetyOrder", live: null, rules: { scale: "0.5", min: "1" }, written: null, because: "off is off" },
    {
      name: "leverage",
      live: "3",
      rules: { scale: "0.5", min: "5" },
      written: 3,
      because: "what is no volume isn't scaled",
    },
    {
      live: "0.12345678901234567891",
      rules: { scale: "0.5" },
      written: { reason: expect.stringContaining("more digits than YAML can keep") },
      because: "what YAML can't hold is said before the scale is looked at",
    },
  ];
  it.each(rows)("$name $live under $rules: $because", ({ name = "volumeFirstOrder", live, rules, written }) => {
    expect(writtenValue(name, live, rules)).toEqual(written);
  });

  it.each([
    [{ reason: "no" }, true],
    [null, false],
    [5, false],
    ["USDT-BTC", false],
    [undefined, false],
  ])("%j is a reason: %s", (written, expected) => expect(isReason(written)).toBe(expected));
});

describe("letting a field go", () => {
  it.each([
    {
      place: at({ leverage: 5 }),
      edits: [
        ["leverage", undefined],
        ["unmanaged", ["leverage"]],
      ],
      because: "the stated value leaves the file, and the field is named as unmanaged",
    },
    {
      place: at({}, { deferred: new Map([["leverage", "${l}"]]) }),
      edits: [
        ["leverage", undefined],
        ["unmanaged", ["leverage"]],
      ],
      because: "so does one that refers to a variable",
    },
    { place: at({ title: "A" }), edits: [["unmanaged", ["leverage"]]], because: "what isn't stated there can't leave" },
    {
      place: at({ unmanaged: ["marginMode"] }),
      edits: [["unmanaged", ["marginMode", "leverage"]]],
      because: "what is unmanaged already stays so",
    },
    { place: at({ unmanaged: ["leverage"] }), edits: [], because: "once is enough" },
    { place: { ...at({}), layer: undefined }, edits: [["unmanaged", ["leverage"]]], because: "a place that is new" },
  ])("$because", ({ place, edits }) => {
    expect(editsOf((all) => letGo(all, place, "leverage"))).toEqual(edits);
  });

  it("one after the other adds up", () => {
    const place = at({});
    const both = editsOf((all) => {
      letGo(all, place, "leverage");
      letGo(all, place, "marginMode");
    });
    expect(both.at(-1)).toEqual(["unmanaged", ["leverage", "marginMode"]]);
  });
});

describe("stating a value", () => {
  it.each([
    { place: at({}), edits: [["leverage", 7]], because: "nothing else changes" },
    {
      place: at({ unmanaged: ["leverage"] }),
      edits: [
        ["unmanaged", undefined],
        ["leverage", 7],
      ],
      because: "what was unmanaged comes back, and an empty list goes",
    },
    {
      place: at({ unmanaged: ["marginMode", "leverage"] }),
      edits: [
        ["unmanaged", ["marginMode"]],
        ["leverage", 7],
      ],
      because: "others stay unmanaged",
    },
    {
      place: at({ unmanaged: ["marginMode"] }),
      edits: [["leverage", 7]],
      because: "the list is left alone without it",
    },
  ])("$because", ({ place, edits }) => {
    expect(editsOf((all) => put(all, place, "leverage", 7))).toEqual(edits);
  });

  it("after letting it go takes that back", () => {
    const place = at({});
    const all = editsOf((edits) => {
      letGo(edits, place, "leverage");
      put(edits, place, "leverage", 7);
      letGo(edits, place, "marginMode");
    });
    expect(all).toEqual([
      ["unmanaged", ["leverage"]],
      ["unmanaged", undefined],
      ["leverage", 7],
      ["unmanaged", ["marginMode"]],
    ]);
  });

  it("keeps the edits of several files apart, in their order", () => {
    const edits = noEdits();
    const edit = (value: number) => ({ path: ["x"], value });
    add(edits, "a.yaml", edit(1));
    add(edits, "b.yaml", edit(2));
    add(edits, "a.yaml", edit(3));
    expect([...edits.byFile]).toEqual([
      ["a.yaml", [edit(1), edit(3)]],
      ["b.yaml", [edit(2)]],
    ]);
    expect([edits.notes, edits.left]).toEqual([[], []]);
  });
});

describe("what isn't taken over", () => {
  it("is named with its bot, and its field where it is one field's", () => {
    const edits = noEdits();
    skip(edits, live(7, "A"), "no alias");
    skip(edits, live(8, "B", { fields: { title: null } }), "too long", "pairTitle");
    expect(edits.left).toEqual([
      { botId: 7, title: "A", reason: "no alias" },
      { botId: 8, title: "", field: "pairTitle", reason: "too long" },
    ]);
  });

  it("a title on one access is another than on the next", () => {
    const [one, other] = [live(1, "A"), live(2, "A", { accessId: 2 })];
    expect(titleAt(one)).toBe(titleAt(live(3, "A")));
    expect(titleAt(one)).not.toBe(titleAt(other));
    expect(titleAt(one)).not.toBe(titleAt(live(4, "B")));
  });
});

describe("where a bot is written", () => {
  function resolved(bots: string): ResolvedBot {
    const { accounts, diagnostics } = loadSources([{ file: "b.yaml", text: fleetYaml(bots) }]);
    const [found] = accounts[0]?.resolved ?? [];
    if (found === undefined) throw new Error(JSON.stringify(diagnostics));
    return found;
  }
  const REST =
    "access: primary, strategy: LONG, leverage: 5, marginMode: CROSS, typeTakeProfit: LIMIT, typeFirstOrder: MARKET, percentTakeProfit: 1.2, percentSafetyOrder: 1.5, volumeFirstOrder: 20";
  const many = (more: string) =>
    `  x-\${pair.base}: { forEach: { pair: [USDT-BTC] }, title: "X", pairTitle: "\${pair}", ${REST}${more} }\n`;

  it("alone, it is its block, which is there", () => {
    const one = resolved(`  a: { title: A, pairTitle: USDT-BTC, ${REST} }\n`);
    expect(blockOf(one)).toMatchObject({ kind: "bot", file: "b.yaml", path: ["bots", "a"], layer: { kind: "bot" } });
    expect(placeOf(one)).toEqual(blockOf(one));
  });

  it("of many, it is its exception, which may be new", () => {
    const one = resolved(many(""));
    expect(blockOf(one)).toMatchObject({ kind: "forEach", path: ["bots", "x-${pair.base}"], layer: { kind: "bot" } });
    expect(placeOf(one)).toEqual({
      ...{ kind: "exception", file: "b.yaml", layer: undefined },
      path: ["bots", "x-${pair.base}", "exceptions", "x-BTC"],
    });
  });

  it("of many, with an exception that is there", () => {
    expect(placeOf(resolved(many(", exceptions: { x-BTC: { leverage: 9 } }")))).toMatchObject({
      kind: "exception",
      layer: { kind: "exception", values: { leverage: 9 } },
    });
  });

  it("of many, whose list is a variable", () => {
    const block = many("").replace("[USDT-BTC]", '"${list}"');
    const text = `vars: { list: [USDT-BTC] }\n${fleetYaml(block)}`;
    const [found] = loadSources([{ file: "b.yaml", text }]).accounts[0]?.resolved ?? [];
    expect(found && blockOf(found).kind).toBe("forEach");
  });
});

describe("whether a value of a layer comes to a live one", () => {
  it.each<[FieldName, unknown, string | null, boolean, string]>([
    ["leverage", 5, "5", true, "a number"],
    ["leverage", "5.0", "5", true, "in canonical form"],
    ["leverage", 5, "6", false, "another"],
    ["martingaleScale", null, null, true, "off"],
    ["martingaleScale", null, "1.2", false, "off isn't on"],
    ["leverage", true, "true", false, "no value of a field"],
    ["leverage", ["5"], "5", false, "nor is a list"],
    ["leverage", undefined, null, false, "what isn't stated is nothing"],
  ])("%s: %j is %j: %s, %s", (name, raw, value, expected, _because) => {
    expect(isSame(name, raw, value)).toBe(expected);
  });
});
