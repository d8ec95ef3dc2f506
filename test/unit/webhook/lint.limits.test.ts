// Values of a webhook's body at the very limits that the lint holds them to, and one step beyond.
import { describe, expect, it } from "vitest";
import { lintWebhook } from "../../../src/webhook/lint.js";

const codes = (text: string) =>
  lintWebhook(text, { file: "a.json" }).diagnostics.map(({ code }) => code.replace("webhook/", ""));
const HEAD = '"botId":7,"strategy":"long","pairs":["BTCUSDT"]';
const open = (rest: string) => `{${HEAD},"open":{"orderVolume":"20"},${rest}}`;
const dca = (fields: string) => open(`"dca":{"max":3,"volume":"5",${fields}}`);

describe("a limit of the lint", () => {
  it.each<[string, string, string, string]>([
    ["beyond-bot", open('"dca":{"max":1}'), open('"dca":{"max":51}'), "1 to 50 safety orders, the least"],
    ["beyond-bot", open('"dca":{"max":50}'), open('"dca":{"max":51}'), "the most"],
    ["beyond-bot", dca('"percent":"0.01"'), dca('"percent":"0.0099"'), "0.01 to 99.99 percent, the least"],
    ["beyond-bot", dca('"percent":"99.99"'), dca('"percent":"99.9901"'), "the most"],
    ["beyond-bot", dca('"multiplierVolume":"1.05"'), dca('"multiplierVolume":"1.0499"'), "1.05 to 2, the least"],
    ["beyond-bot", dca('"multiplierVolume":"2"'), dca('"multiplierVolume":"2.0001"'), "the most"],
    ["beyond-bot", dca('"multiplierPrice":"1.05"'), dca('"multiplierPrice":"1.0001"'), "of steps, the least"],
    ["beyond-bot", dca('"multiplierPrice":"2"'), dca('"multiplierPrice":"2.0001"'), "the most"],
    ["beyond-bot", dca('"multiplierPrice":"1"'), dca('"multiplierPrice":"0.9999"'), "1 is none"],
    ["active-over-max", dca('"active":3'), dca('"active":4'), "as many at once as there are"],
    [
      "out-of-range",
      `{${HEAD},"open":{"orderVolume":"0.0001"}}`,
      `{${HEAD},"open":{"orderVolume":"0"}}`,
      "a volume above 0",
    ],
    [
      "out-of-range",
      `{${HEAD},"open":{"orderVolume":"9","leverage":1}}`,
      `{${HEAD},"open":{"orderVolume":"9","leverage":0}}`,
      "a leverage of 1",
    ],
    [
      "out-of-range",
      `{${HEAD},"open":{"orderVolume":"9","leverage":9007199254740991}}`,
      `{${HEAD},"open":{"orderVolume":"9","leverage":9007199254740992}}`,
      "the largest whole number that JSON carries",
    ],
    [
      "out-of-range",
      open('"stop":{"event":"pnl","value":"5","delay":1}'),
      open('"stop":{"event":"pnl","value":"5","delay":-1}'),
      "a delay below 0",
    ],
    [
      "stop-delay",
      open('"stop":{"event":"pnl","value":"5","delay":1}'),
      open('"stop":{"event":"pnl","value":"5","delay":0}'),
      "a delay of 0",
    ],
    [
      "impossible-stop",
      open('"stop":{"event":"percentage","value":"99.9999"}'),
      open('"stop":{"event":"percentage","value":"100"}'),
      "a fall of 100 percent",
    ],
    [
      "event",
      open('"close":{"event":"delay","value":"60"}'),
      open('"close":{"event":"delay","value":"60.5"}'),
      "whole seconds",
    ],
    [
      "event",
      open('"close":{"event":"pnl","value":"0.0001"}'),
      open('"close":{"event":"pnl","value":"0"}'),
      "more than nothing",
    ],
    [
      "wrong-type",
      `{${HEAD},"amount":"${"9".repeat(20)}"}`,
      `{${HEAD},"amount":"${"9".repeat(21)}"}`,
      "twenty digits before the point",
    ],
    [
      "wrong-type",
      `{${HEAD},"amount":"1.${"9".repeat(20)}"}`,
      `{${HEAD},"amount":"1.${"9".repeat(21)}"}`,
      "twenty behind it",
    ],
  ])("%s: %s is sound, %s isn't (%s)", (code, sound, beyond) => {
    expect(codes(sound)).not.toContain(code);
    expect(codes(beyond)).toContain(code);
  });

  it.each([
    ["max", "0"],
    ["percent", '"0"'],
    ["percent", '"0.00"'],
    ["multiplierVolume", '"0"'],
    ["multiplierPrice", '"0"'],
    ["percent", '"-1"'],
    ["multiplierPrice", '"-1.05"'],
  ])("a dca.%s of %s is one finding: wrong in itself, not also beyond what a bot may have", (name, value) => {
    const own = { max: 3, volume: '"5"', [name]: value };
    const fields = Object.entries(own).map(([key, one]) => `"${key}":${one}`);
    expect(codes(open(`"dca":{${fields}}`))).toHaveLength(1);
    expect(codes(open(`"dca":{${fields}}`))).not.toContain("beyond-bot");
  });

  it.each([
    [64 * 1024, []],
    [64 * 1024 + 1, ["too-large"]],
  ])("a message of %d bytes: %j", (bytes, expected) => {
    const body = `{${HEAD},"amount":"5"}`;
    expect(codes(body.padEnd(bytes))).toEqual(expected);
    const result = lintWebhook(body.padEnd(bytes), { file: "a" });
    expect(result.bytes).toBe(bytes);
  });

  it.each([
    [16, false],
    [17, true],
  ])("%d levels inside the body's own are too deep: %s", (levels, isTooDeep) => {
    const text = `{${HEAD},"amount":"5","x":${"[".repeat(levels)}${"]".repeat(levels)}}`;
    expect(codes(text).includes("not-json")).toBe(isTooDeep);
  });

  it("counts bytes, not characters", () => {
    expect(codes(`{${HEAD},"amount":"5"}${"é".repeat(40_000)}`)).toEqual(["too-large"]);
  });
});
