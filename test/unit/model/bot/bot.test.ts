// What a plan rests on of a live bot: each part changes the fingerprint, and only two words mean off.
import { describe, expect, it } from "vitest";
import { fingerprint, type ObservedBot, readStatus } from "../../../../src/model/bot/bot.js";
import { FIELD_NAMES } from "../../../../src/model/bot/field.js";
import { live } from "../../reconcile/fleet.js";

const BOT = live(7, "a", { raw: "DISABLED" });

describe("the fingerprint", () => {
  it("is the same in every version of botform: saved plans hold it", () => {
    expect(fingerprint(BOT)).toBe("09132816f3a3b4886e16b697e765af290749f78188df57718db7c4f2eaa40c63");
  });

  const others: readonly (readonly [what: string, bot: ObservedBot])[] = [
    ["id", { ...BOT, id: 8 }],
    ["access", { ...BOT, accessId: 2 }],
    ["access that isn't known", { ...BOT, accessId: null }],
    ["switch", { ...BOT, status: { on: true, raw: "DISABLED" } }],
    ...FIELD_NAMES.map((name) => [name, { ...BOT, fields: { ...BOT.fields, [name]: "77" } }] as const),
  ];

  it.each(others)("changes with the %s", (_what, bot) => {
    expect(fingerprint(bot)).not.toBe(fingerprint(BOT));
  });

  it("differs between all of these", () => {
    expect(new Set(others.map(([, bot]) => fingerprint(bot))).size).toBe(others.length);
  });

  it.each<readonly [what: string, bot: ObservedBot]>([
    ["the word for the switch", { ...BOT, status: { on: false, raw: "0" } }],
    ["settings that this version doesn't know", { ...BOT, unknownSettings: ["trailing"] }],
    [
      "the order of the fields",
      { ...BOT, fields: Object.fromEntries(Object.entries(BOT.fields).reverse()) as ObservedBot["fields"] },
    ],
  ])("doesn't change with %s", (_what, bot) => {
    expect(fingerprint(bot)).toBe(fingerprint(BOT));
  });
});

describe("a status", () => {
  it.each([
    ["DISABLED", false, "DISABLED"],
    ["disabled", false, "disabled"],
    ["0", false, "0"],
    [0, false, "0"],
    ["ENABLED", true, "ENABLED"],
    [1, true, "1"],
    [2, true, "2"],
    ["", true, ""],
    ["PAUSED", true, "PAUSED"],
    ["00", true, "00"],
  ])("of %j is on: %s", (raw, on, shown) => {
    expect(readStatus(raw)).toEqual({ on, raw: shown });
  });
});
