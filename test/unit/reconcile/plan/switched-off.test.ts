// What nobody has seen is planned with care; what was seen to work is planned with its date, and what was seen not to is no step.
import { describe, expect, it } from "vitest";
import type { SeenThen } from "../../../../src/model/service-questions.js";
import { withKnownOff } from "../../../../src/reconcile/plan/switched-off.js";
import { desired, desiredBot, live } from "../fleet.js";
import { type Case, table } from "./whole-plan.js";

const AT = Date.parse("2026-11-20T09:00:00Z");
const seen = (name: SeenThen["name"], value: SeenThen["value"], at = AT): SeenThen => ({
  ...{ name, value, at },
  ...{ detail: "", tool: "1" },
});
const ZERO = seen("scaleEmpty", "clear");
const KEPT = seen("scaleOmitted", "keep");
const REFUSED = seen("scaleEmpty", "refuse");
const SCALED = { martingaleScale: "1.2", countOrderMax: "6" };
const OFF = { martingaleScale: null };

/** One bot whose martingale shall be off, at a service of which that is known. */
const offAt = (
  answers: readonly SeenThen[],
  changes: Parameters<typeof desiredBot>[1] = {},
  on = false,
  fields: object = OFF,
): Case => [
  desiredBot("a", { ...changes, fields: { ...fields, countOrderMax: "6", ...changes.fields } }),
  [live(1, "a", { fields: SCALED, on })],
  { seen: answers },
];

it("an update says how surely it switches a setting off, and is none where nothing does", () => {
  expect(
    table({
      "nobody knows": offAt([]),
      "0 does": offAt([ZERO, KEPT]),
      "leaving it out does": offAt([REFUSED, seen("scaleOmitted", "clear")]),
      "countOrderMax, for which 0 is never sent": [
        desiredBot("a", { fields: { martingaleScale: "1.2", countOrderMax: null } }),
        [live(1, "a", { fields: SCALED })],
        { seen: [ZERO] },
      ],
      "nothing does": offAt([REFUSED, KEPT]),
      "nothing does, and it shall be on": offAt([KEPT], { enabled: true }),
      "nothing does, and it is on": offAt([KEPT], { enabled: true }, true),
      "nothing does, and it shall be turned off": offAt([KEPT], { enabled: false }, true),
      "nothing does, and other settings differ": offAt([KEPT], { enabled: true, fields: { leverage: "7" } }),
      "nothing does, and it is protected": offAt([KEPT], { protect: true }),
      "nothing did, before updates took to replacing bots": offAt([KEPT, seen("update", "replace", AT + 1)]),
      "updates turn bots on": offAt([ZERO, seen("updateSwitch", "on")]),
      "updates turn bots on, and it is on": offAt([ZERO, seen("updateSwitch", "on")], {}, true),
      "another scale": offAt([KEPT], {}, false, { martingaleScale: "1.5" }),
      "a setting that 0 switches off": [
        desiredBot("a", { fields: { volumeSafetyOrder: null } }),
        [live(1, "a", { fields: { volumeSafetyOrder: "5" } })],
        { seen: [KEPT] },
      ],
      "a service keeps indicators, and the group is switched off all the same": [
        desiredBot("a", { fields: { indicatorGroup: null, indicatorName: null, indicatorInterval: null } }),
        [
          live(1, "a", {
            fields: { indicatorGroup: "DIVER", indicatorName: "MACD", indicatorInterval: "5MIN" },
          }),
        ],
        { seen: [seen("indicatorOff", "keep")] },
      ],
      "a service keeps price limits": [
        desiredBot("a", { fields: { priceLevelUp: null } }),
        [live(1, "a", { fields: { priceLevelUp: "90000" } })],
        { seen: [seen("priceLevelOff", "keep")] },
      ],
      "a service makes null of them": [
        desiredBot("a", { fields: { priceLevelUp: null } }),
        [live(1, "a", { fields: { priceLevelUp: "90000" } })],
        { seen: [seen("priceLevelOff", "null")] },
      ],
      "nothing switches two of them off, and both shall be": [
        desiredBot("a", { fields: { martingaleScale: null, dynamicStepScale: null, leverage: "7" } }),
        [live(1, "a", { fields: { martingaleScale: "1.2", dynamicStepScale: "1.1" } })],
        { seen: [KEPT] },
      ],
    }),
  ).toMatchInlineSnapshot(`
    "nobody knows
      update main/a: martingaleScale differs ! the API has no certain way to switch martingaleScale off; apply reads it back to check
        martingaleScale 1.2 → null
      main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared countOrderMax martingaleScale · target {"martingaleScale":null}
      of 1
    0 does
      update main/a: martingaleScale differs ! 0 switches martingaleScale off (seen 2026-11-20); apply reads it back
        martingaleScale 1.2 → null
      main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared countOrderMax martingaleScale · target {"martingaleScale":null}
      of 1
    leaving it out does
      update main/a: martingaleScale differs ! leaving martingaleScale out switches it off (seen 2026-11-20); apply reads it back
        martingaleScale 1.2 → null
      main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared countOrderMax martingaleScale · target {"martingaleScale":null}
      of 1
    countOrderMax, for which 0 is never sent
      update main/a: countOrderMax differs ! the API has no certain way to switch countOrderMax off; apply reads it back to check
        countOrderMax 6 → null
      main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared countOrderMax martingaleScale · target {"countOrderMax":null}
      of 1
    nothing does
      warning plan/not-switched-off | main/a | bots.a | martingaleScale shall be off, and no update switches it off at this service (seen 2026-11-20), so no step tries | Switch it off on the service, or declare martingaleScale: 1.2. If updates do it by now, botform service check --bot BOT --write --again sees it.
      of 1
    nothing does, and it shall be on
      warning plan/not-switched-off | main/a | bots.a | martingaleScale shall be off, and no update switches it off at this service (seen 2026-11-20), so no step tries; the bot isn't turned on | Switch it off on the service, or declare martingaleScale: 1.2. If updates do it by now, botform service check --bot BOT --write --again sees it.
      of 1
    nothing does, and it is on
      warning plan/not-switched-off | main/a | bots.a | martingaleScale shall be off, and no update switches it off at this service (seen 2026-11-20), so no step tries | Switch it off on the service, or declare martingaleScale: 1.2. If updates do it by now, botform service check --bot BOT --write --again sees it.
      of 1
    nothing does, and it shall be turned off
      turn-off main/a: enabled is false, but the service shows ENABLED
      main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared countOrderMax · target {}
      warning plan/not-switched-off | main/a | bots.a | martingaleScale shall be off, and no update switches it off at this service (seen 2026-11-20), so no step tries | Switch it off on the service, or declare martingaleScale: 1.2. If updates do it by now, botform service check --bot BOT --write --again sees it.
      of 1
    nothing does, and other settings differ
      update main/a: leverage differs
        leverage 5 → 7
      main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared countOrderMax · target {"leverage":"7"}
      warning plan/not-switched-off | main/a | bots.a | martingaleScale shall be off, and no update switches it off at this service (seen 2026-11-20), so no step tries; the bot isn't turned on | Switch it off on the service, or declare martingaleScale: 1.2. If updates do it by now, botform service check --bot BOT --write --again sees it.
      of 1
    nothing does, and it is protected
      warning plan/protected | main/a | bots.a | the bot differs in martingaleScale, but it is protected, so nothing is done | Remove protect to let botform change it.
      of 1
    nothing did, before updates took to replacing bots
      update main/a: martingaleScale differs ! the API has no certain way to switch martingaleScale off; apply reads it back to check
        martingaleScale 1.2 → null
      main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared countOrderMax martingaleScale · target {"martingaleScale":null}
      of 1
    updates turn bots on
      update main/a: martingaleScale differs ! an update turns a bot on at this service (seen 2026-11-20); apply turns it off again at once ! 0 switches martingaleScale off (seen 2026-11-20); apply reads it back
        martingaleScale 1.2 → null
      main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared countOrderMax martingaleScale · target {"martingaleScale":null}
      of 1
    updates turn bots on, and it is on
      update main/a: martingaleScale differs ! 0 switches martingaleScale off (seen 2026-11-20); apply reads it back
        martingaleScale 1.2 → null
      main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared countOrderMax martingaleScale · target {"martingaleScale":null}
      of 1
    another scale
      update main/a: martingaleScale differs
        martingaleScale 1.2 → 1.5
      main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared countOrderMax martingaleScale · target {"martingaleScale":"1.5"}
      of 1
    a setting that 0 switches off
      update main/a: volumeSafetyOrder differs
        volumeSafetyOrder 5 → null
      main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared volumeSafetyOrder · target {"volumeSafetyOrder":null}
      of 1
    a service keeps indicators, and the group is switched off all the same
      update main/a: indicatorGroup differs
        indicatorGroup DIVER → null
      main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared indicatorGroup · target {"indicatorGroup":null}
      warning plan/not-switched-off | main/a | bots.a | indicatorName, indicatorInterval shall be off, and no update switches them off at this service (seen 2026-11-20), so no step tries | Switch them off on the service, or declare indicatorName: MACD, indicatorInterval: 5MIN. If updates do it by now, botform service check --bot BOT --write --again sees it.
      of 1
    a service keeps price limits
      warning plan/not-switched-off | main/a | bots.a | priceLevelUp shall be off, and no update switches it off at this service (seen 2026-11-20), so no step tries | Switch it off on the service, or declare priceLevelUp: 90000. If updates do it by now, botform service check --bot BOT --write --again sees it.
      of 1
    a service makes null of them
      update main/a: priceLevelUp differs
        priceLevelUp 90000 → null
      main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared priceLevelUp · target {"priceLevelUp":null}
      of 1
    nothing switches two of them off, and both shall be
      update main/a: leverage differs
        leverage 5 → 7
      main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared · target {"leverage":"7"}
      warning plan/not-switched-off | main/a | bots.a | martingaleScale, dynamicStepScale shall be off, and no update switches them off at this service (seen 2026-11-20), so no step tries | Switch them off on the service, or declare martingaleScale: 1.2, dynamicStepScale: 1.1. If updates do it by now, botform service check --bot BOT --write --again sees it.
      of 1"
  `);
});

describe("undeclaredSettings: off", () => {
  const bots = [
    desiredBot("a", { undeclaredSettings: "off" }),
    desiredBot("b", { undeclaredSettings: "off", fields: { martingaleScale: "1.5" }, unmanaged: ["cycleLimitScale"] }),
    desiredBot("c"),
  ];
  const scales = (answers: readonly SeenThen[]) =>
    withKnownOff(desired(bots), answers).bots.map(({ fields }) =>
      Object.entries(fields).filter(([name]) => /Scale|countOrderMax/.test(name)),
    );

  it("is about scales, where the service was seen to switch them off", () => {
    const all = [
      ["martingaleScale", null],
      ["dynamicStepScale", null],
      ["cycleLimitScale", null],
    ];
    const stated = [["martingaleScale", "1.5"]];
    expect(scales([ZERO])).toEqual([all, [...stated, ["dynamicStepScale", null]], []]);
    expect(scales([seen("scaleOmitted", "clear")])).toEqual([all, [...stated, ["dynamicStepScale", null]], []]);
  });

  it.each([[[]], [[KEPT]], [[REFUSED]]])("is left as it is where it was not: %j", (answers) => {
    expect(scales(answers)).toEqual([[], [["martingaleScale", "1.5"]], []]);
    expect(withKnownOff(desired(bots), answers)).toStrictEqual(desired(bots));
  });

  it("is planned as a step like any other", () => {
    const one: Case = [bots.slice(0, 1), [live(1, "a", { fields: SCALED })], { seen: [ZERO] }];
    expect(table({ "a scale": one })).toMatchInlineSnapshot(`
      "a scale
        update main/a: martingaleScale differs ! 0 switches martingaleScale off (seen 2026-11-20); apply reads it back
          martingaleScale 1.2 → null
        main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared martingaleScale dynamicStepScale cycleLimitScale · target {"martingaleScale":null}
        {"field":"countOrderMax","value":"6","addresses":["main/a"],"wanted":"off"}
        of 1, undeclaredSettings"
    `);
  });
});

it("nobody works out where the fields of a bot stand that nothing is said of", () => {
  const bot = Object.defineProperty({ ...desiredBot("a") }, "fieldOrigins", {
    enumerable: true,
    get() {
      throw new Error("worked out");
    },
  });
  for (const answers of [undefined, [ZERO]]) expect(withKnownOff(desired([bot]), answers).bots[0]).toBe(bot);
});
