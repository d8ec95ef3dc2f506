// How a body's values are read: decimals and integers up to their lengths, as numbers and as text, and names of no field.
import { describe, expect, it } from "vitest";
import { harness } from "../harness.js";

type Quirks = NonNullable<Parameters<typeof harness>[0]>;

/** What is said of an open with these sections, or what of them is queued. */
function read(sections: Readonly<Record<string, object>>, quirks: Quirks = {}) {
  const h = harness(quirks);
  const botId = h.create();
  const { json } = h.hook({ botId, open: { orderVolume: "20" }, ...sections });
  if (json.code !== 0) return json.message;
  const [record] = h.service.hooks;
  if (record?.command.kind !== "hook-open") throw new Error("no open");
  return { open: record.command.open, ...record.command.terms };
}

describe("a decimal", () => {
  const WRONG = "open.orderVolume must be a decimal number as text, greater than 0.";
  it.each<[raw: unknown, lenient: string, strict: string]>([
    ["1".repeat(20), "1".repeat(20), "1".repeat(20)],
    ["1".repeat(21), WRONG, WRONG],
    [`1.${"0".repeat(19)}1`, `1.${"0".repeat(19)}1`, `1.${"0".repeat(19)}1`],
    [`1.${"0".repeat(20)}1`, WRONG, WRONG],
    ["0.0", WRONG, WRONG],
    ["-1", WRONG, WRONG],
    ["1e2", WRONG, WRONG],
    [" 1", WRONG, WRONG],
    ["1.", WRONG, WRONG],
    ["", WRONG, WRONG],
    [true, WRONG, WRONG],
    [20.5, "20.5", WRONG],
    [1e-7, "0.0000001", WRONG],
    [-1, WRONG, WRONG],
  ])("of %j: %s, where numbers are strict %s", (orderVolume, ...expected) => {
    const found = (["lenient", "strict"] as const).map((hookNumbers) => {
      const said = read({ open: { orderVolume } }, { hookNumbers });
      return typeof said === "string" ? said : said.open?.orderVolume;
    });
    expect(found).toEqual(expected);
  });
});

describe("an integer", () => {
  const WRONG = "open.cycles must be an integer no less than 1.";
  it.each<[raw: unknown, lenient: number | string, strict: number | string]>([
    [3, 3, 3],
    ["3", 3, WRONG],
    ["007", 7, WRONG],
    ["1".repeat(15), 111_111_111_111_111, WRONG],
    ["1".repeat(16), WRONG, WRONG],
    ["3.0", WRONG, WRONG],
    ["", WRONG, WRONG],
    [2 ** 53 - 1, 2 ** 53 - 1, 2 ** 53 - 1],
    [2 ** 53, WRONG, WRONG],
    [true, WRONG, WRONG],
  ])("of %j: %s, where numbers are strict %s", (cycles, ...expected) => {
    const found = (["lenient", "strict"] as const).map((hookNumbers) => {
      const said = read({ open: { orderVolume: "20", cycles } }, { hookNumbers });
      return typeof said === "string" ? said : said.open?.cycles;
    });
    expect(found).toEqual(expected);
  });
});

describe("a section", () => {
  it("that is null, like a field that is, isn't there", () => {
    const bare = { open: { orderVolume: "20" } };
    expect(read({ dca: JSON.parse("null"), stop: { delay: null } })).toEqual({ ...bare, stop: {} });
    expect(read({})).toEqual(bare);
  });

  it("knows no field by a name that every object has", () => {
    const sections = { dca: JSON.parse('{"constructor":{},"__proto__":{},"max":2}') };
    expect(read(sections)).toEqual({ open: { orderVolume: "20" }, dca: { max: 2 } });
    expect(read(sections, { hookUnknown: "refuse" })).toBe("dca.constructor is unknown. dca.__proto__ is unknown.");
  });

  it.each([
    [{ close: { enabled: false, event: "pnl" } }, undefined],
    [{ close: { enabled: false, event: "pnl", value: "0" } }, undefined],
    [{ close: { event: "delay", value: "1" } }, undefined],
    [{ close: { event: "pnl", value: "0.0" } }, "close.value must be greater than 0."],
    [{ stop: { value: "1" } }, "stop.event is required."],
    [{ stop: { event: "pnl" } }, "stop.value is required."],
    [{ stop: { event: "pnl", value: "-1" } }, "stop.value must be a decimal number as text."],
  ])("%j needs an event and a value together, unless it is off: %s", (sections, said) => {
    const found = read(sections);
    expect(typeof found === "string" ? found : undefined).toBe(said);
  });

  it("with a stop's delay of 0 can be refused", () => {
    const stop = { event: "pnl", value: "1", delay: 0 };
    expect(read({ stop })).toMatchObject({ stop });
    expect(read({ stop }, { hookStopDelay: "refuse" })).toBe("stop.delay must be no less than 1.");
    expect(read({ stop: { ...stop, delay: 1 } }, { hookStopDelay: "refuse" })).toMatchObject({ stop: { delay: 1 } });
  });
});

it.each([
  [{ action: "constructor", params: {} }, "action must be one of open, update, average, close."],
  [{ action: 5, params: {} }, "action must be one of open, update, average, close."],
  [{ params: {} }, "action must be one of open, update, average, close."],
  [{ action: "open" }, "params must be an object."],
  [{ action: "open", params: [] }, "params must be an object."],
])("an envelope of %j is refused: %s", (body, message) => {
  expect(harness().hook(body).json).toEqual({ code: 400, message });
});
