// The pages of back-tests and of results in a browser: light, dark, on a phone and on paper, for everyone, and no heavier than they have to be.
import axe from "axe-core";
import { beforeAll, expect, it } from "vitest";
import { backTest, results } from "./charts-stage.js";
import { inChromium } from "./chromium.js";
import { alternatives, contrasts, names, openAll, overEdge, pageWidth, pictures, printed, tops } from "./in-page.mjs";
import { experiment, experiments } from "./variants-stage.js";

const MONTHS = ["--to", "2025-04-20", "--balance", "2000"];
const pages = new Map<string, string>();

beforeAll(async () => {
  pages.set("a back-test of several bots", await backTest("btc-*", "eth-*", ...MONTHS));
  pages.set(
    "one in several readings, without a balance",
    await backTest("btc-dip", "--to", "2025-01-12", "--order", "all"),
  );
  const vary = ["--vary", "leverage=3,5,8", "--vary", "percentTakeProfit=0.4,0.8,1.2"];
  pages.set("tries over each other", await backTest("btc-dip", ...vary, ...MONTHS));
  pages.set("one of an hour", await backTest("btc-dip", "--to", "2025-01-01T01:00"));
  pages.set("results by version", results());
  pages.set("results by variant", experiment());
  pages.set("results of several experiments", experiments());
}, 120_000);

const NAMES = [
  "a back-test of several bots",
  "one in several readings, without a balance",
  "tries over each other",
  "one of an hour",
  "results by version",
  "results by variant",
  "results of several experiments",
];
const page = (name: string) => pages.get(name) ?? "";

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

inChromium("charts", (stage) => {
  it.each(NAMES)("%s: pictures stay within their frame, and no label covers another", async (name) => {
    const shown = await stage.show(page(name), { open: true });
    for (const width of [1280, 390]) {
      await shown.setViewportSize({ width, height: 900 });
      const { count, outside, covered } = await shown.evaluate(pictures);
      expect(count).toBeGreaterThan(0);
      expect([outside, covered]).toEqual([[], []]);
    }
  });

  it.each(NAMES)("%s: nothing reaches over the edge of a phone", async (name) => {
    const shown = await stage.show(page(name), { width: 390, open: true });
    expect(await shown.evaluate(pageWidth)).toBe(390);
    expect(await shown.evaluate(overEdge)).toEqual([]);
  });

  it.each(NAMES)("%s: axe finds nothing, and every text has its contrast, light and dark", async (name) => {
    for (const scheme of ["light", "dark"] as const) {
      const shown = await stage.show(page(name), { scheme, open: true });
      await shown.evaluate(openAll);
      const { low } = await shown.evaluate(contrasts);
      expect(low).toEqual([]);
    }
    // The pages allow no script, so axe is let in beside the policy.
    const open = page(name).replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "");
    const shown = await stage.show(open, { open: true });
    await shown.evaluate(axe.source);
    const found = await shown.evaluate<readonly Finding[]>("axe.run().then(({ violations }) => violations)");
    expect(found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });

  it.each(NAMES)(
    "%s: words for every picture, captions, headings in order, links that lead somewhere",
    async (name) => {
      const found = await (await stage.show(page(name))).evaluate(alternatives);
      const { levels, tables, pictures: drawn, ...rest } = found;
      expect(rest).toEqual({
        ...{ language: "en", landmarks: ["HEADER", "MAIN", "FOOTER"], withoutCaption: 0, withoutScope: 0 },
        ...{ withoutWords: 0, undescribed: 0, sameIds: 0, deadLinks: 0 },
      });
      expect([tables > 0, drawn > 0]).toEqual([true, true]);
      for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
    },
  );

  it.each(NAMES)(
    "%s: what to keep stands on the first screen, on a phone too; without a script all is the same",
    async (name) => {
      for (const [width, height] of [
        [1280, 900],
        [390, 844],
      ] as const) {
        const shown = await stage.show(page(name), { width });
        await shown.setViewportSize({ width, height });
        const [keep] = await shown.evaluate(tops, [".keep"]);
        expect(keep?.bottom).toBeLessThan(height);
      }
      const words = async (javaScriptEnabled: boolean) =>
        (await stage.show(page(name), { options: { javaScriptEnabled } })).locator("body").innerText();
      expect(await words(false)).toBe(await words(true));
    },
  );

  it("on paper nothing is cut off", async () => {
    const shown = await stage.show(page("a back-test of several bots"), { width: 688 });
    await shown.emulateMedia({ media: "print" });
    const { over, back, nav } = await shown.evaluate(printed);
    expect([over, back, nav]).toEqual([0, "rgb(255, 255, 255)", 0]);
  });

  it("hostile titles are shown, and are no markup", async () => {
    const hostile = `</title></desc></svg><img src=x onerror="document.title='run'">"><script>document.title='run'</script>`;
    for (const made of [results, experiments]) {
      const plain = await (await stage.show(made("plain"))).evaluate(names);
      const shown = await stage.show(made(hostile));
      expect(await shown.evaluate(names)).toEqual(plain);
      expect(await shown.title()).not.toBe("run");
    }
  });
});

it("a year of minutes is no heavier than a few months: points are thinned to what can be seen", async () => {
  const year = await backTest("btc-dip", "--to", "2026-01-01", "--balance", "2000");
  expect(Buffer.byteLength(year)).toBeLessThan(150_000);
  expect(year).toContain("525\u00a0600");
}, 60_000);
