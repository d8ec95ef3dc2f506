// The page of experiments as text: what it says at the top, and what it never leaves out.
import { describe, expect, it } from "vitest";
import type { ResultsFacts } from "../../../../src/model/results.js";
import { resultsPage } from "../../../../src/render/html/results-page.js";
import { experimentFacts, type GivenVariant } from "../../results/experiments-of.js";

const MAKING = { at: "2026-11-29T12:00:00.000Z", toolVersion: "1" };
const nets = (mean: number, count = 40) => Array.from({ length: count }, (_, index) => mean + ((index * 7) % 11) / 10);
const CONTROL: GivenVariant = { name: "control", bots: [nets(1), nets(1)] };
const BETTER: GivenVariant = { name: "wider", tries: "2", bots: [nets(2)] };

/** Words alone, those of pictures included. */
function read(facts: ResultsFacts): string {
  const page = resultsPage(facts, MAKING);
  return page
    .slice(page.indexOf("<body>"))
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/[\s\u00a0]+/g, " ")
    .replaceAll("&#39;", "'");
}

describe("the page of experiments", () => {
  it("begins with what to keep, and has the variants side by side, a bot's worth of each", () => {
    const text = read(experimentFacts({ x: [CONTROL, BETTER] }));
    expect(text).toContain("1 experiment with 3 bots; 120 ended deals count. Keep wider: it made");
    expect(text).toContain("control percentSafetyOrder 1 2 80 80");
    expect(text).toContain("wider percentSafetyOrder 2 1 40 40");
    expect(text).toContain("in USDT: control 60.20, wider 100.20.");
    expect(text).toContain("on 20 days with bots of both");
    expect(text).toContain("main/edited : 3 deals with settings that wider doesn't ask for");
  });

  it("says by which commit earlier deals don't count", () => {
    const facts = experimentFacts({ x: [CONTROL, BETTER] });
    const commit = {
      commit: "c".repeat(40),
      at: Date.parse("2026-03-01T12:00:00Z"),
      subject: "Try <wider>\u202e steps",
    };
    const experiments = facts.experiments?.map((one) => ({ ...one, since: null, early: { deals: 40, commit } })) ?? [];
    const text = read({ ...facts, experiments });
    expect(text).toContain(
      "Deals count from 2026-03-01 12:00 UTC on, when it was committed, and none with the settings",
    );
    expect(text).toContain(
      "40 deals with the settings that it tries ended before the commit cccccccc of 2026-03-01 12:00 UTC (Try",
    );
    expect(text).toMatch(/&lt;wider&gt;\\u\{202e\} steps/);
  });

  it("concludes nothing from few deals", () => {
    const text = read(experimentFacts({ x: [CONTROL, { ...BETTER, bots: [nets(9, 29)] }] }));
    expect(text).toContain("Can't tell wider from control: too few deals to tell: 80 of control and 29 of wider");
    expect(text).not.toContain("Keep");
  });

  it("names instead of drawing what isn't known, and shows no figure for it", () => {
    const text = read(experimentFacts({ x: [CONTROL, { ...BETTER, unknown: true }] }));
    expect(text).toContain("Not drawn: wider .");
    expect(text).toMatch(/wider percentSafetyOrder 2 1 40 unknown unknown unknown/);
    const none = read(
      experimentFacts({
        x: [
          { ...CONTROL, unknown: true },
          { ...BETTER, unknown: true },
        ],
      }),
    );
    expect(none).toContain("Not drawn: the service doesn't show");
  });

  it("says at the top that an account couldn't be read", () => {
    const facts = experimentFacts({ x: [CONTROL, BETTER] });
    const failed = { account: "second", shown: 0, mayLack: false, profit: "unknown", error: "no answer" } as const;
    const text = read({ ...facts, accounts: [...facts.accounts, failed] });
    expect(text.slice(0, text.indexOf("Notes"))).toContain("Without second , which couldn't be read");
    expect(text).toContain("second couldn't be read: no answer");
  });

  it("has an article for each asset, and says which one is meant", () => {
    const facts = experimentFacts({ x: [CONTROL, BETTER] });
    const [experiment] = facts.experiments ?? [];
    if (experiment === undefined) throw new Error("no experiment");
    const [control] = experiment.rows;
    if (control === undefined) throw new Error("no row");
    const other = { ...control, figures: { ...control.figures, asset: "USDC" } };
    const text = read({ ...facts, experiments: [{ ...experiment, rows: [...experiment.rows, other] }] });
    expect(text).toContain("x in USDT : Keep wider");
    expect(text).toContain("x in USDC : Nothing to compare: only control has bots that trade for it.");
    expect(text).toContain("Variants of x, USDC");
  });
});
