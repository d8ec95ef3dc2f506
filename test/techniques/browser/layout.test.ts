// Pages in a browser: nothing overflows, overlaps or is too faint, whatever the width and the scheme.
import { expect, it } from "vitest";
import { inChromium } from "./chromium.js";
import {
  background,
  contrasts,
  focused,
  openAll,
  overEdge,
  pageHeight,
  pageWidth,
  pairTops,
  parts,
  pictures,
  printed,
  scrolled,
  tops,
} from "./in-page.mjs";
import {
  blocked,
  desiredOf,
  fleet,
  large,
  liveOf,
  mixed,
  NOW,
  pageOf,
  pictured,
  plansHtml,
  reportHtml,
} from "./stage.js";

const LONG = "x".repeat(250);
const BOTS = Array.from({ length: 25 }, (_, index) => `bot-${index}: { title: Bot ${index} }`);

/** Pages that differ in what they hold. */
const PAGES: readonly (readonly [name: string, text: () => string])[] = [
  ["a title of 250 letters without a space", () => pageOf(pictured(desiredOf([`a: { title: ${LONG} }`])))],
  [
    "no change",
    () =>
      pageOf(
        pictured(
          desiredOf(["a: { title: A }"]),
          desiredOf(["a: { title: A }"]).bots.map((bot) => liveOf(bot, 1)),
        ),
      ),
  ],
  ["no money", () => pageOf(withoutMoney())],
  [
    "several accounts, one of them unread",
    () => plansHtml([mixed(), withoutMoney(), { account: "third", failure: "the key is refused" }], NOW),
  ],
  ["several kinds of change, and what blocks them", () => pageOf(blocked())],
  ["more changes than stand open", () => pageOf(large(14))],
];

function withoutMoney() {
  const { money: _money, ...made } = mixed().made;
  return { ...mixed(), made, known: undefined };
}

inChromium("layout", (stage) => {
  it.each(PAGES)(
    "%s at 1280 and 360 px: nothing reaches over the edge but inside a box that scrolls",
    async (_, text) => {
      const page = await stage.show(text(), { open: true });
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(pageWidth)).toBe(width);
        expect(await page.evaluate(overEdge)).toEqual([]);
      }
    },
  );

  it("all text has a contrast of 4.5:1 or more, light and dark, which differ", async () => {
    const page = await stage.show(pageOf(blocked()), { open: true });
    const backs = new Set<string>();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const { least, low, count } = await page.evaluate(contrasts);
      expect(low).toEqual([]);
      expect(least).toBeGreaterThanOrEqual(4.5);
      expect(count).toBeGreaterThan(200);
      backs.add(await page.evaluate(background));
    }
    expect(backs.size).toBe(2);
  });

  it.each<[string, () => string]>([
    ["plan", () => pageOf(fleet())],
    ["report", () => reportHtml(desiredOf(BOTS).bots.map((bot, index) => liveOf(bot, index + 1)))],
  ])("the %s of 25 bots needs no sideways scrolling at 360 and 390 px, and isn't long", async (_, text) => {
    const page = await stage.show(text(), { width: 390 });
    expect(await page.evaluate(pageHeight)).toBeLessThan(12 * 844);
    await page.evaluate(openAll);
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(pageWidth)).toBe(width);
      expect(await page.evaluate(overEdge)).toEqual([]);
      expect(await page.evaluate(scrolled)).toEqual([]);
    }
  });

  it.each<[string, () => string]>([
    ["mixed", () => pageOf(mixed())],
    ["large", () => pageOf(fleet())],
  ])("the tables of a %s plan are whole at 1200, 1000 and 880 px, too", async (_, text) => {
    const page = await stage.show(text(), { width: 1200, open: true });
    for (const width of [1200, 1000, 880]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await page.evaluate(scrolled)]).toEqual([width, []]);
    }
  });

  it("on a phone and on paper the decision stands on the first screen, and on the first page", async () => {
    const page = await stage.show(pageOf(fleet()), { width: 390 });
    await page.setViewportSize({ width: 390, height: 844 });
    const [table, worst] = await page.evaluate(tops, ["header table", "header .warnings li:nth-child(3)"]);
    expect(table?.bottom).toBeLessThan(600);
    expect(worst?.bottom).toBeLessThan(844);
    const [lead] = await page.evaluate(tops, [".lead"]);
    expect(lead?.bottom).toBeLessThan(844);
    expect(await page.locator(".lead").innerText()).toMatch(/ to update \(.*\w \S+\s→\s\S+/);
    // A4 less its margins.
    await page.setViewportSize({ width: 688, height: 1017 });
    await page.emulateMedia({ media: "print" });
    const [decision] = await page.evaluate(tops, ["header"]);
    expect(decision?.bottom).toBeLessThan(1017);
  });

  it.each([1280, 390])(
    "at %d px what blocks the apply stands first, and all within the first screen",
    async (width) => {
      const page = await stage.show(pageOf(blocked()), { width });
      const [alert, lead] = await page.evaluate(tops, [".alert", ".lead"]);
      expect(alert?.top).toBeLessThan(150);
      expect(alert?.bottom).toBeLessThanOrEqual(lead?.top ?? 0);
      expect(lead?.bottom).toBeLessThan(900);
    },
  );

  it("measures what would be wrong", async () => {
    const page = await stage.show(pageOf(mixed()), { width: 360, open: true });
    await page.addStyleTag({ content: ".soft{color:#999!important}h3{width:500px}svg text{font-size:30px!important}" });
    expect((await page.evaluate(contrasts)).low.length).toBeGreaterThan(5);
    expect((await page.evaluate(overEdge)).length).toBeGreaterThan(2);
    const { outside, covered } = await page.evaluate(pictures);
    expect([outside.length > 0, covered.length > 5]).toEqual([true, true]);
  });

  it("at 1280 and 360 px the parts stand one under another, in the order in which a trader needs them", async () => {
    const page = await stage.show(pageOf(mixed()));
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 });
      const found = await page.evaluate(parts);
      expect(found.map(({ name }) => name)).toEqual([
        "main",
        "What will change",
        "What it may cost",
        "What needs attention",
        "Assumptions",
        "FOOTER",
      ]);
      for (const [index, { top }] of found.entries())
        expect(top).toBeGreaterThanOrEqual((found[index - 1]?.bottom ?? 0) - 0.5);
    }
  });

  it("at 1280 and 360 px pictures stay within their frame, and no label covers another", async () => {
    const page = await stage.show(pageOf(mixed()), { open: true });
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 });
      const found = await page.evaluate(pictures);
      expect(found.count).toBeGreaterThanOrEqual(5);
      expect(found.outside).toEqual([]);
      expect(found.covered).toEqual([]);
    }
  });

  it("before and after stand side by side where there is room, else one under the other", async () => {
    const page = await stage.show(pageOf(mixed()), { open: true });
    const [left, right] = await page.evaluate(pairTops);
    expect(left).toBe(right);
    await page.setViewportSize({ width: 360, height: 900 });
    const [upper = 0, lower = 0] = await page.evaluate(pairTops);
    expect(lower).toBeGreaterThan(upper + 100);
  });

  it("is printed with all that is folded but ladders, without links, and black on white in a dark room, too", async () => {
    const page = await stage.show(pageOf(mixed()), { scheme: "dark" });
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const facts = await page.evaluate(printed);
    expect(facts).toMatchObject({ nav: 0, back: "rgb(255, 255, 255)", over: 0 });
    expect(Math.min(...facts.folded)).toBeGreaterThan(60);
    expect([facts.leftOut.length > 2, Math.max(...facts.leftOut)]).toEqual([true, 0]);
    expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(10_000);
  });

  it("shows where the keyboard stands", async () => {
    const page = await stage.show(pageOf(mixed()));
    const seen = new Set<string>();
    for (let presses = 0; presses < 18; presses += 1) {
      await page.keyboard.press("Tab");
      const focus = await page.evaluate(focused);
      expect(focus.outline).toBe("solid 3px");
      seen.add(focus.tag);
    }
    expect([...seen].sort()).toEqual(expect.arrayContaining(["A", "DIV", "PRE", "SUMMARY"]));
  });
});
