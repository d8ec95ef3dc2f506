// What a check has found out is enough: under each quirk that it can tell, the whole way then ends without one needless failure.
import { describe, expect, it } from "vitest";
import type { Quirks } from "../../../../src/emulator/quirks/quirks.js";
import { slice } from "../../../support/lane.js";
import { folder } from "../room.js";
import { asked, way } from "./proved-way.js";

const place = folder();

const SINGLE: readonly Partial<Quirks>[] = [
  {},
  { update: "replace" },
  { update: "replace-strict" },
  { pairRequired: "yes" },
  { scaleOmitted: "clear" },
  { scaleOmitted: "clear", scaleEmpty: "refuse" },
  { scaleEmpty: "keep" },
  { scaleEmpty: "refuse" },
  ...(["empty", "zero", "default", "null", "stale"] as const).map((unsetScale) => ({ unsetScale })),
  { rounding: "2" },
  ...(["upper", "escaped", "cut", "nfc"] as const).map((titles) => ({ titles })),
  { listLag: 5_000 },
  { logLag: 5_000 },
  { numbers: "padded" },
  { statusOff: "0" },
  ...(["null", "default", "keep", "refuse"] as const).map((indicatorOff) => ({ indicatorOff })),
  ...(["null", "keep", "refuse"] as const).map((priceLevelOff) => ({ priceLevelOff })),
];

/** What the plans of the way say, where they say anything. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  '{"scaleEmpty":"keep"}': ["plan/not-switched-off"],
  '{"scaleEmpty":"refuse"}': ["plan/not-switched-off"],
  '{"rounding":"2"}': ["plan/not-stored"],
  '{"titles":"upper"}': ["plan/not-stored"],
  '{"titles":"escaped"}': ["plan/not-stored"],
  '{"titles":"cut"}': ["plan/not-stored"],
  '{"titles":"nfc"}': ["plan/not-stored"],
  '{"indicatorOff":"default"}': ["plan/not-switched-off"],
  '{"indicatorOff":"keep"}': ["plan/not-switched-off"],
  '{"indicatorOff":"refuse"}': ["plan/not-switched-off"],
  '{"priceLevelOff":"keep"}': ["plan/not-switched-off"],
  '{"priceLevelOff":"refuse"}': ["plan/not-switched-off"],
};

const PROVED = slice(SINGLE, { fast: 3 });

describe("the whole way", () => {
  it.each(PROVED.map((quirks) => [JSON.stringify(quirks), quirks] as const))(
    "under %s has no failure that a check could have foreseen",
    async (name, quirks) => {
      expect(await way(quirks, await asked(quirks, place))).toEqual({
        codes: SAID[name] ?? [],
        failures: [],
        repeated: 0,
      });
    },
  );

  it("has failures under most of them where nobody has asked", async () => {
    const smooth: string[] = [];
    for (const quirks of PROVED) if ((await way(quirks, [])).failures.length === 0) smooth.push(JSON.stringify(quirks));
    const clear = ["replace", "replace-strict"].map((update) => JSON.stringify({ update }));
    const all = [...clear, '{"scaleOmitted":"clear"}', '{"scaleOmitted":"clear","scaleEmpty":"refuse"}'];
    expect(smooth).toEqual(all.filter((name) => PROVED.some((quirks) => JSON.stringify(quirks) === name)));
    expect(PROVED.length - smooth.length).toBeGreaterThan(smooth.length);
  });
});
