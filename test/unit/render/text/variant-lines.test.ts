// Variants over each other as text: the higher line is that of the variant that made more, whatever their days.
import { expect, it } from "vitest";
import type { VariantCurve } from "../../../../src/model/results.js";
import { paint } from "../../../../src/render/text/paint.js";
import { variantLines } from "../../../../src/render/text/variant-lines.js";

const DAY = 86_400_000;

function curve(variant: string, nets: readonly number[] | null, { from = 0, asset = "USDT" } = {}): VariantCurve {
  const points = nets?.map((net, index) => ({ at: (from + index) * DAY, net: String(net) })) ?? null;
  return { experiment: "x", variant, asset, points };
}
const lines = (...curves: readonly VariantCurve[]) => variantLines(curves, paint(false));

it("share their scale and their days", () => {
  expect(lines(curve("less", [0, 1, 2, 3, 4, 5, 6, 7]), curve("more", [0, 2, 4, 6, 8, 10, 12, 14]))).toEqual([
    "  net of a bot so far, USDT:",
    "    less  ▁▂▂▃▃▄▄▅  7.00",
    "    more  ▁▂▃▄▅▆▇█  14.00",
  ]);
  const [, , later] = lines(curve("a", [0, 1, 2, 3, 4, 5, 6, 7]), curve("b", [0, 7], { from: 5 }));
  expect(later).toBe("    b  ▁▁▁▁▁▁██  7.00");
});

it.each([
  { because: "there are few days", curves: [curve("a", [0, 1]), curve("b", [0, 1])] },
  { because: "only one is known", curves: [curve("a", [0, 1, 2, 3, 4, 5, 6, 7]), curve("b", null)] },
  { because: "nothing ended", curves: [curve("a", []), curve("b", [])] },
  { because: "a year can't be true", curves: [curve("a", [0, 1]), curve("b", [0, 1], { from: -700_000 })] },
])("aren't drawn where $because", ({ curves }) => {
  expect(lines(...curves)).toEqual([]);
});
