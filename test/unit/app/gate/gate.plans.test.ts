// What the gate says of a plan before anybody is asked: problems, nothing to do, policies that can't be read, limits.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Candidate, type GateOptions, passGate, passPlans, refuseUnasked } from "../../../../src/app/gate/gate.js";
import { type Host, programHost } from "../../../../src/app/host.js";
import type { Action } from "../../../../src/model/plan/actions.js";
import { DEFAULT_LIMITS } from "../../../../src/model/plan/limits.js";
import type { Plan } from "../../../../src/model/plan/plan.js";
import { live } from "../../reconcile/fleet.js";
import { plannedBot, planOf, step } from "../../reconcile/plan/plans.js";

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
  const one: Candidate = {
    account: "main",
    made,
    endpoint,
    policySource: undefined,
    hasFindings: false,
    isStopped: undefined,
    ...about,
  };
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
    [
      plan(many("update", 4), { limits: { ...DEFAULT_LIMITS, maxChangedPercent: 40 } }),
      {},
      {},
      undefined,
      "unless more is allowed",
    ],
    [plan(many("update", 4)), { isUnlimited: true }, {}, undefined, "or each bot was named"],
    [plan(many("update", 9), { observedBots: 9 }), {}, {}, undefined, "of a small account may change all"],
    [plan(many("turn-on", 30)), {}, {}, undefined, "may turn on thirty"],
    [plan(many("turn-on", 31)), {}, {}, 6, "and no more than that"],
    [
      plan(many("turn-on", 31), { limits: { ...DEFAULT_LIMITS, maxTurnOns: 31 } }),
      {},
      {},
      undefined,
      "unless more are allowed",
    ],
    [plan(["turn-on"], { limits: { ...DEFAULT_LIMITS, maxTurnOns: 0 } }), {}, {}, 6, "may be allowed none"],
    [plan(many("turn-off", 4)), {}, {}, 6, "counts its turn-offs among the changes"],
  ])("%$: $4 ends with $3", async (made, options, about, exitCode, because) => {
    const found = await pass(made, { yes: true, ...options }, about);
    expect([found.passes, found.exitCode], because).toEqual([exitCode === undefined, exitCode]);
    expect(found.why === undefined, because).toBe(exitCode === undefined || exitCode === 0);
  });

  const LIFTED = planOf([], [], { lifted: [{ id: 2, address: "main/old", title: "old", waits: 0 }] });
  it.each<[string, Plan, Partial<GateOptions>, Partial<Candidate>, string | undefined]>([
    ["errors", plan(["update"], { diagnostics: [ERROR] }), {}, {}, "the plan has errors"],
    [
      ...([
        "a doubt",
        plan([], { diagnostics: [{ ...ERROR, severity: "warning", code: "plan/in-doubt" }] }),
        {},
        {},
      ] as const),
      "a command sent by an earlier run may still take effect; look again with botform plan",
    ],
    [
      ...(["one account that can't be used", plan(["update"]), { unsound: ["copy"] }, {}] as const),
      "the account copy can't be used as configured, and botform checks all accounts before it writes to any; fix that, or leave it out with --account",
    ],
    [
      ...(["two of them", plan(["update"]), { unsound: ["copy", "third"] }, {}] as const),
      "the accounts copy, third can't be used as configured, and botform checks all accounts before it writes to any; fix that, or leave them out with --account",
    ],
    [
      ...(["unknown policies", plan(["update"]), {}, { policySource: "unknown" }] as const),
      "the configuration has errors, so it is unknown which policies apply; fix what botform validate names. Turning bots off is still possible",
    ],
    [
      ...([
        "both limits",
        plan([...many("update", 4), ...many("turn-on", 2)], { limits: { ...DEFAULT_LIMITS, maxTurnOns: 1 } }),
        {},
        {},
      ] as const),
      "the plan changes 4 of the account's 10 bots (40 %, turn-ons aside), more than 30 %, and the plan turns on 2 bots, more than 1; to allow it, add --max-changed-percent 40 --max-turn-ons 2, or state limits of the account in the configuration",
    ],
    ["nothing to do", plan([]), {}, {}, undefined],
  ])("that is stopped by %s says so", async (_what, made, options, about, why) => {
    const found = await pass(made, options, about);
    expect(found.why).toBe(why === undefined ? undefined : `${why}; nothing was written`);
    expect(found.asked).toEqual([]);
  });

  it("with nothing but a protection that is lifted asks for that alone", async () => {
    expect((await pass(LIFTED)).asked).toEqual([
      '\nRecord the lifted protection on the account main? Type "yes" to go ahead: ',
    ]);
  });

  it("is answered by the word alone, whatever space is around it", async () => {
    const answered = async (text: string, yes?: boolean) => {
      const host: Host = { ...programHost({}), ask: async () => text };
      const endpoint = { apiUrl: "http://127.0.0.1:1", apiKey: "k", apiSecret: "s" };
      const one = { account: "main", made: plan([]), endpoint, policySource: undefined, hasFindings: false };
      const checks = { asPlanned: async () => undefined, asReviewed: async () => undefined };
      const consent = () => ({ question: "Shall it?", answer: "yes" });
      const { go, stopped } = await passGate(host, [one], checks, { consent, ...(yes !== undefined && { yes }) });
      return [go.length, ...stopped.map(({ exitCode, why, because }) => [exitCode, why, because])];
    };
    const DECLINED = [0, [1, "declined; nothing was written", []]];
    expect([await answered(" yes\n"), await answered("no", true)]).toEqual([[1], [1]]);
    expect([await answered("n"), await answered(""), await answered("yes!")]).toEqual([DECLINED, DECLINED, DECLINED]);
  });

  it("that may go needs somebody to ask, or --yes", () => {
    const refused = (ask: Host["ask"], yes?: boolean) => () =>
      refuseUnasked(
        { ...programHost({}), ask, nobody: "nobody is there" },
        yes === undefined ? {} : { yes },
        "Do it so.",
      );
    expect(refused(undefined)).toThrow("nobody is there, so nothing was read or written\nDo it so.");
    expect(refused(undefined, false)).toThrow("nobody is there");
    for (const fine of [refused(undefined, true), refused(async () => "", false)]) expect(fine).not.toThrow();
  });

  it("without steps, or with errors, asks nobody", async () => {
    expect((await pass(plan([]))).asked).toEqual([]);
    expect((await pass(plan(["update"], { diagnostics: [ERROR] }))).asked).toEqual([]);
  });

  it("that may go asks once, with the number of its steps and the account", async () => {
    const { asked, passes, exitCode } = await pass(plan(["update", "turn-off"]));
    expect(asked).toEqual([
      '\nCarry out 2 steps on the account main (1 to update, 1 to turn off)? Type "yes" to go ahead: ',
    ]);
    expect([passes, exitCode]).toEqual([false, 1]);
  });
});
