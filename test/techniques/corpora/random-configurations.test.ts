// Laws of loading and planning on random configurations with secrets in them; test/unit/config/load.laws.test.ts has those
// of single values, and of texts that are hardly YAML.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LoadedConfig, loadSources } from "../../../src/config/load.js";
import { CONFIG_CODES } from "../../../src/config/schema/codes.js";
import type { Desired } from "../../../src/model/bot/desired.js";
import type { Observed } from "../../../src/model/bot/observed.js";
import { hasErrors } from "../../../src/model/text/diagnostic.js";
import { makePlan } from "../../../src/reconcile/plan/planner.js";
import { resultJson } from "../../../src/render/machine/json.js";
import { diagnosticsText } from "../../../src/render/text/diagnostics-text.js";
import { paint } from "../../../src/render/text/paint.js";
import { planText } from "../../../src/render/text/plan-text.js";
import { amount } from "../../support/lane.js";
import { BASE, live, observed } from "../../unit/reconcile/fleet.js";
import { unsafe } from "../threats/visible.js";
import { CANARY, configuration, wholeConfiguration } from "./configurations.js";

const RUNS = amount({ fast: 50, all: 200 });
const plain = paint(false);
const load = (text: string): LoadedConfig => loadSources([{ file: "a.yaml", text }]);

/** An account in which every third declared bot is missing, every third as declared, and every third otherwise. */
function serviceFor({ accesses, bots, exchange }: Desired): Observed {
  const known = accesses.map((access, index) =>
    typeof access.live === "number"
      ? { id: access.live, title: `Access ${access.live}`, exchange }
      : { id: 100 + index, title: access.live, exchange },
  );
  const lives = bots.flatMap((bot, index) => {
    const accessId = known.find((_access, at) => accesses[at]?.alias === bot.access.alias)?.id ?? 100;
    const fields = { ...BASE, ...bot.fields, ...(index % 3 === 2 && { leverage: "99" }) };
    return index % 3 === 0 ? [] : [live(index + 1, bot.fields.title, { fields, accessId, on: index % 2 === 0 })];
  });
  return observed([...lives, live(999, "Nobody's", { accessId: known[0]?.id ?? 100, on: true })], { accesses: known });
}

describe("a random configuration", () => {
  it("never throws; what is said has its place, its code and its remedy, and shows no secret", () => {
    let refused = 0;
    let withSecret = 0;
    fc.assert(
      fc.property(configuration, (text) => {
        const config = load(text);
        const lines = text.split("\n");
        for (const { code, summary, remedy, position } of config.diagnostics) {
          expect(Object.keys(CONFIG_CODES)).toContain(code);
          expect(summary).toMatch(/^(?!.*(?:\[object|undefined|Invalid input))[^\n]+$/);
          expect(remedy).toMatch(/\S/);
          expect(position?.file).toBe("a.yaml");
          expect(position?.column).toBeGreaterThanOrEqual(1);
          expect(position?.column).toBeLessThanOrEqual((lines[(position?.line ?? 0) - 1]?.length ?? -1) + 1);
        }
        const shown = [
          diagnosticsText(config.diagnostics, plain),
          resultJson({ command: "validate", exitCode: 3, diagnostics: config.diagnostics }),
        ].join("\n");
        expect(shown).not.toContain(CANARY);
        expect(unsafe(shown)).toEqual([]);
        expect(JSON.stringify(config.accounts)).not.toContain(CANARY);
        expect(config.accounts.length === 0).toBe(hasErrors(config.diagnostics));
        if (hasErrors(config.diagnostics)) refused += 1;
        if (text.includes(CANARY)) withSecret += 1;
      }),
      { numRuns: RUNS },
    );
    expect(refused).toBeGreaterThan(RUNS / 4);
    expect(withSecret).toBeGreaterThan(RUNS / 4);
  });

  it("without errors has one plan, and no other the second time", () => {
    let planned = 0;
    let changing = 0;
    fc.assert(
      fc.property(fc.oneof(wholeConfiguration, configuration), (text) => {
        const [first, second] = [load(text), load(text)];
        expect(second.accounts).toEqual(first.accounts);
        for (const [index, { desired }] of first.accounts.entries()) {
          const again = second.accounts[index]?.desired;
          if (again === undefined) throw new Error("an account is gone");
          for (const state of [observed([], { accesses: serviceFor(desired).accesses }), serviceFor(desired)]) {
            const plan = makePlan(desired, state);
            expect(JSON.stringify(makePlan(again, structuredClone(state)))).toBe(JSON.stringify(plan));
            expect(planText(plan, plain)).not.toContain(CANARY);
            planned += 1;
            if (plan.steps.length > 0) changing += 1;
          }
        }
      }),
      { numRuns: RUNS },
    );
    expect(planned).toBeGreaterThan(RUNS / 10);
    expect(changing).toBeGreaterThan(RUNS / 20);
  });
});
