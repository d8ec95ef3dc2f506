// The fingerprint of settings: the same for those that trade alike, another for all others.
import { describe, expect, it } from "vitest";
import { FIELD_NAMES, type Fields } from "../../../src/model/bot/field.js";
import { asksFor, countingFields, settingChanges, settingsFingerprint } from "../../../src/results/fingerprint.js";
import { liveBot } from "../../../src/service/canonical.js";
import { wireBot } from "../service/wirebot.js";

const BASE: Fields = liveBot(wireBot()).fields;
const OFF: Fields = { ...BASE, countOrderMax: null };

describe("the fingerprint", () => {
  it("is of every setting but the title and the limit of cycles", () => {
    const whole = { ...BASE, indicatorGroup: "TRENDS", priceLevel: "BOTH" };
    const without = FIELD_NAMES.filter((name) => !countingFields(whole).includes(name));
    expect(without).toEqual(["title", "cycleLimitScale"]);
    for (const name of countingFields(whole))
      expect(settingsFingerprint({ ...whole, [name]: "another" }), name).not.toBe(settingsFingerprint(whole));
  });

  it.each<{ because: string; left: Fields; right: Fields; same: boolean }>([
    { because: "a name trades nothing", left: BASE, right: { ...BASE, title: "Other" }, same: true },
    { because: "a limit of cycles changes no deal", left: BASE, right: { ...BASE, cycleLimitScale: "3" }, same: true },
    {
      because: "without safety orders their volume is idle",
      left: OFF,
      right: { ...OFF, volumeSafetyOrder: "99" },
      same: true,
    },
    { because: "with them it isn't", left: BASE, right: { ...BASE, volumeSafetyOrder: "99" }, same: false },
    { because: "no group, no indicator", left: BASE, right: { ...BASE, indicatorName: "EMA" }, same: true },
    { because: "another pair is another market", left: BASE, right: { ...BASE, pairTitle: "USDT-ETH" }, same: false },
  ])("$because", ({ left, right, same }) => {
    expect(settingsFingerprint(left) === settingsFingerprint(right)).toBe(same);
    expect(settingChanges(left, right).length === 0).toBe(same);
  });
});

describe("a configuration", () => {
  it.each([
    { because: "what it doesn't declare may be anything", declared: { percentTakeProfit: "1.2" }, expected: true },
    { because: "what it declares has to be so", declared: { percentTakeProfit: "1.3" }, expected: false },
    { because: "off is declared, too", declared: { countOrderMax: null }, expected: false },
    { because: "a title asks for nothing", declared: { title: "Other" }, expected: true },
  ])("asks for settings or not: $because", ({ declared, expected }) => {
    expect(asksFor(declared, BASE)).toBe(expected);
  });
});
