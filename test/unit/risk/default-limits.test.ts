// The bundled limits: every row is plausible, and whoever changes one dates the table anew.
import { hash } from "node:crypto";
import { expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../../src/risk/default-limits.js";

it("each pair has a tick and a lot that are a power of ten, or five of one, and the same least notional", () => {
  const rows = Object.entries(DEFAULT_LIMITS.pairs);
  const isStep = (text = "") => /^(?:10*|0\.0*[15]|5)$/.test(text);
  expect(rows.filter(([, { tick, lot }]) => !isStep(tick) || !isStep(lot))).toEqual([]);
  expect(rows.filter(([pair, { leastNotional }]) => !pair.startsWith("USDT-") || leastNotional !== "5")).toEqual([]);
  expect(rows.map(([pair]) => pair)).toEqual(rows.map(([pair]) => pair).toSorted());
  expect(rows).toHaveLength(26);
});

it("the rows are those of this date", () => {
  const rows = Object.entries(DEFAULT_LIMITS.pairs).map(([pair, { tick, lot }]) => `${pair} ${tick} ${lot}`);
  expect([DEFAULT_LIMITS.date, hash("sha256", rows.join("\n"))]).toEqual([
    "2025-07-04",
    "9d35c13229ee4a26c90d3b761a94d102cfd89c4b4377383ab4eab1438d48f143",
  ]);
});
