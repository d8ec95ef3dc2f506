// That each decision can be loaded: a change that breaks it must fail a test, not just a file without any.
import { expect, it } from "vitest";

const MODULES: Readonly<Record<string, () => Promise<object>>> = {
  classification: () => import("../../../src/service/errors.js"),
  gate: () => import("../../../src/reconcile/apply/decisions.js"),
  matching: () => import("../../../src/reconcile/plan/match.js"),
  diff: () => import("../../../src/model/bot/compare.js"),
  "blast radius": () => import("../../../src/reconcile/plan/blast-radius.js"),
  masking: () => import("../../../src/config/yaml/mask.js"),
  sanitizing: () => import("../../../src/render/sanitize.js"),
  "journal format": () => import("../../../src/reconcile/journal/journal-format.js"),
  history: () => import("../../../src/reconcile/journal/history.js"),
};

// Stryker counts failed tests alone: a mutant that throws while its module loads would pass for one that survived.
it.each(Object.keys(MODULES))("%s loads", async (name) => {
  expect(Object.keys((await MODULES[name]?.()) ?? {})).not.toEqual([]);
});
