// What the gate says of a plan before anybody is asked: problems, nothing to do, policies that can't be read, limits.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Candidate, type GateOptions, passPlans } from "../../../src/app/gate.js";
import { type Host, programHost } from "../../../src/app/host.js";
import type { Action } from "../../../src/model/plan/actions.js";
import type { Plan } from "../../../src/model/plan/plan.js";
import { live } from "../reconcile/fleet.js";
import { plannedBot, planOf, step } from "../reconcile/plan/plans.js";

/** One step for each action, each for a bot of its own. */
function plan(actions: readonly Action[], changes: Partial<Plan> = {}): Plan {
  const keys = actions.map((_, index) => `b${index}`);
  const bots = keys.map((key, index) => plannedBot(key, actions[index] === "create" ? null : live(index + 1, key)));
  return planOf(
    bots,
    actions.map((action, index) => step(action, keys[index] ?? "")),
    { observedBots: 10, ...changes },
  );
}

async function pass(made: Plan, options: Partial<GateOptions> = {}, about: Partial<Candidate> = {}) {
  const asked: string[] = [];
  const host: Host = {
    ...programHost({}),
    ask: async (question) => {
      asked.push(question);
      return "no";
    },
  };
  const endpoint = { apiUrl: "http://127.0.0.1:1", apiKey: "k", apiSecret: "s" };
  const one: Candidate = { account: "main", made, endpoint, policySource: undefined, hasFindings: false, ...about };
  const { go, stopped, release } = await passPlans(host, [one], { concurrency: 1, ...locks, ...options });
  await release();
  return { passes: go.length === 1, exitCode: stopped[0]?.exitCode, why: stopped[0]?.why, asked };
}

const locks = { lockDir: join(tmpdir(), `botform-locks-${process.pid}`) };

const ERROR = { severity: "error", code: "plan/x", summary: "s" } as const;
const many = (action: Action, count: number) => Array<Action>(count).fill(action);

describe("a plan", () => {
  it.each<[Plan, Partial<GateOptions>, Partial<Candidate>, number | undefined, string]>([
    [plan(["update"]), {}, {}, undefined, "passes"],
    [plan([]), {}, {}, 0, "without steps is done"],
    [plan(["update"], { diagnostics: [ERROR] }), {}, {}, 3, "with errors isn't carried out"],
    [plan([], { diagnostics: [ERROR] }), {}, {}, 3, "nor is one with errors alone"],
    [plan(["update"], { diagnostics: [{ ...ERROR, severity: "warning" }] }), {}, {}, undefined, "with warnings is"],
    [plan(["update"]), { unsound: ["copy"] }, {}, 3, "waits for accounts that can't be used"],
    [plan(["turn-off"]), { unsound: ["copy"] }, {}, undefined, "of turn-offs alone doesn't"],
    [plan(["turn-off", "update"]), { unsound: ["copy"] }, {}, 3, "with a turn-off and more does"],
    [plan(["update"]), {}, { policySource: "unknown" }, 6, "waits for policies that can't be read"],
    [plan(["turn-off"]), {}, { policySource: "unknown" }, undefined, "of turn-offs alone doesn't, again"],
    [plan(many("update", 3)), {}, {}, undefined, "may change 30 % of ten bots"],
    [plan(many("update", 4)), {}, {}, 6, "and no more"],
    [plan(many("update", 4)), { maxChangedPercent: 40 }, {}, undefined, "unless more is allowed"],
    [plan(many("update", 4)), { isUnlimited: true }, {}, undefined, "or each bot was named"],
    [plan(many("update", 9), { observedBots: 9 }), {}, {}, undefined, "of a small account may change all"],
    [plan(many("turn-on", 30)), {}, {}, undefined, "may turn on thirty"],
    [plan(many("turn-on", 31)), {}, {}, 6, "and no more than that"],
    [plan(many("turn-on", 31)), { maxTurnOns: 31 }, {}, undefined, "unless more are allowed"],
    [plan(["turn-on"]), { maxTurnOns: 0 }, {}, 6, "may be allowed none"],
    [plan(many("turn-off", 4)), {}, {}, 6, "counts its turn-offs among the changes"],
  ])("%$: $4 ends with $3", async (made, options, about, exitCode, because) => {
    const found = await pass(made, { yes: true, ...options }, about);
    expect([found.passes, found.exitCode], because).toEqual([exitCode === undefined, exitCode]);
    expect(found.why === undefined, because).toBe(exitCode === undefined || exitCode === 0);
  });

  it("without steps, or with errors, asks nobody", async () => {
    expect((await pass(plan([]))).asked).toEqual([]);
    expect((await pass(plan(["update"], { diagnostics: [ERROR] }))).asked).toEqual([]);
  });

  it("that may go asks once, with the number of its steps and the account", async () => {
    const { asked, passes, exitCode } = await pass(plan(["update", "turn-off"]));
    expect(asked).toEqual([expect.stringMatching(/2 steps on the account main\?/)]);
    expect([passes, exitCode]).toEqual([false, 1]);
  });
});
