// What live bots have and the configuration doesn't declare: every plan shows it, in one line a setting, and changes nothing of it.
import { expect, it } from "vitest";
import { makePlan } from "../../../../src/reconcile/plan/planner.js";
import { paint } from "../../../../src/render/text/paint.js";
import { undeclaredSettingsText } from "../../../../src/render/text/plan-text.js";
import { undeclaredSettingTexts } from "../../../../src/render/undeclared-settings.js";
import { desired, desiredBot, live, observed } from "../fleet.js";

const SET = { martingaleScale: "1.3", indicatorName: "RSI" } as const;
const lives = (count: number, fields: object = SET) =>
  Array.from({ length: count }, (_, index) => live(index + 1, `bot-${index + 1}`, { fields }));
const bots = (count: number, changes: Parameters<typeof desiredBot>[1] = {}) =>
  Array.from({ length: count }, (_, index) => desiredBot(`bot-${index + 1}`, changes));

it("a setting whose line was deleted is shown with its value, and no step is planned", () => {
  const plan = makePlan(desired(bots(2).toReversed()), observed(lives(2)));
  expect(plan.steps).toEqual([]);
  expect(plan.undeclaredSettings).toEqual([
    { field: "martingaleScale", value: "1.3", addresses: ["main/bot-1", "main/bot-2"] },
    { field: "indicatorName", value: "RSI", addresses: ["main/bot-1", "main/bot-2"] },
  ]);
});

it.each([
  ["declared", { fields: SET }],
  ["declared off", { fields: { martingaleScale: null, indicatorName: null } }],
  ["to be ignored", { initial: SET }],
  ["left to the service in so many words", { unmanaged: ["martingaleScale", "indicatorName"] }],
] as const)("what is %s isn't in the list", (_how, changes) => {
  expect(makePlan(desired(bots(1, changes)), observed(lives(1))).undeclaredSettings).toBeUndefined();
});

it("values are in their order, and each value's bots in that of their addresses", () => {
  const [first, second, third] = [desiredBot("c"), desiredBot("a"), desiredBot("b")];
  const scale = (id: number, title: string, martingaleScale: string) =>
    live(id, title, { fields: { martingaleScale } });
  const all = [scale(1, "c", "1.3"), scale(2, "a", "1.3"), scale(3, "b", "1.2")];
  expect(makePlan(desired([first, second, third]), observed(all)).undeclaredSettings).toEqual([
    { field: "martingaleScale", value: "1.2", addresses: ["main/b"] },
    { field: "martingaleScale", value: "1.3", addresses: ["main/a", "main/c"] },
  ]);
});

it("nor is what a create needs, what is off, or a bot that isn't wanted", () => {
  const { leverage: _declared, ...fields } = desiredBot("bot-1").fields;
  const plan = makePlan(desired([{ ...desiredBot("bot-1"), fields }]), observed(lives(1, {})));
  expect(plan.undeclaredSettings).toBeUndefined();
  const none = makePlan(desired(bots(1)), observed(lives(1)), { includes: () => false });
  expect(none.undeclaredSettings).toBeUndefined();
});

it("in words there are as many values and bots as a reader looks at, the most frequent value first", () => {
  const all = [
    ...lives(6),
    ...[7, 8, 9, 10, 11].map((id) => live(id, `bot-${id}`, { fields: { martingaleScale: `1.${id}` } })),
  ];
  const plan = makePlan(desired(bots(11)), observed(all));
  expect(undeclaredSettingTexts(plan.undeclaredSettings ?? [])).toEqual([
    "martingaleScale 1.3 on 6 bots (main/bot-1, main/bot-2, main/bot-3 … and 3 more); 1.10 on main/bot-10; 1.11 on main/bot-11; 1.7 on main/bot-7; 2 other values on 2 bots",
    "indicatorName RSI on 6 bots (main/bot-1, main/bot-2, main/bot-3 … and 3 more)",
  ]);
});

it("what is wanted off, and what no value switches off for certain, is listed by itself and gets no step", () => {
  const off = { undeclaredSettings: "off", fields: { indicatorName: null } } as const;
  const plan = makePlan(desired([desiredBot("bot-1", off), desiredBot("bot-2")]), observed(lives(2)));
  const field = "martingaleScale";
  expect(plan.undeclaredSettings).toEqual([
    { field, value: "1.3", addresses: ["main/bot-1"], wanted: "off" },
    { field, value: "1.3", addresses: ["main/bot-2"] },
    { field: "indicatorName", value: "RSI", addresses: ["main/bot-2"] },
  ]);
  expect(plan.steps.flatMap(({ changes }) => changes)).toEqual([
    { field: "indicatorName", before: "RSI", after: null },
  ]);
  expect(undeclaredSettingsText(plan.undeclaredSettings, paint(false))).toEqual([
    `Set on the service and not declared; they stay as they are:
  martingaleScale 1.3 on main/bot-2
  indicatorName RSI on main/bot-2`,
    expect.stringMatching(
      /^Set on the service and not declared; undeclaredSettings is off, but .*\n {2}martingaleScale 1\.3 on main\/bot-1$/,
    ),
  ]);
});

it("a new bot whose undeclared settings are to be off has to read back without any of them", () => {
  const off = { undeclaredSettings: "off", unmanaged: ["priceLevel"], initial: { cycleLimitScale: "3" } } as const;
  const { target } = makePlan(desired([desiredBot("a", off)]), observed([])).bots["main/a"] ?? {};
  expect(target).toMatchObject({
    countOrderMax: null,
    martingaleScale: null,
    volumeSafetyOrder: null,
    cycleLimitScale: "3",
  });
  expect(target).not.toHaveProperty("priceLevel");
});
