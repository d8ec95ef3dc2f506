// What to type next: for each way in which plans can be free, in the way of a limit, or wrong.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../../src/model/plan/plan.js";
import type { Finding } from "../../../src/model/policy/finding.js";
import { nextOf, nextText, type Planned, type Typed } from "../../../src/render/next.js";
import { live } from "../reconcile/fleet.js";
import { plannedBot, planOf, step } from "../reconcile/plan/plans.js";

const TYPED: Typed = {
  ...{
    accounts: " --all-accounts",
    configured: " -c fleet/",
    bots: " --target 'a*'",
    out: " --out p.html",
    limits: {},
  },
};
const error = { severity: "error", code: "plan/x", summary: "it can't be" } as const;
const denial = { code: "policy/x", severity: "deny", kind: "breach", summary: "no", remedy: "Mend it." } as const;
const limits = { maxChangedPercent: 30, maxTurnOns: 30 };

/** So many of 20 bots change. */
function changing(account: string, count: number, changes: Partial<Plan> = {}): Planned {
  const names = Array.from({ length: count }, (_, index) => `b${index}`);
  const bots = names.map((name, index) => plannedBot(name, live(index + 1, name)));
  const steps = names.map((name) => step("update", name));
  return { account, plan: planOf(bots, steps, { account, observedBots: 20, limits, ...changes }) };
}

const free = changing("main", 2);
const over = changing("copy", 9);
const most = changing("third", 12);
const wrong = changing("main", 2, { diagnostics: [error] });
const denied = changing("main", 9, { findings: [denial] });
const idle = changing("idle", 0);
const failed: Planned = { account: "failed" };
const refused: Planned = { ...free, refused: "failed can't be used" };
const line = (account: string, percent: number) => ({
  lead: `Or for longer, in the configuration under accounts.${account}:`,
  line: `limits: { maxChangedPercent: ${percent}, reason: "…", until: YYYY-MM-DD }`,
});

const APPLY = "--all-accounts -c fleet/ --target 'a*'";

interface Row {
  readonly because: string;
  readonly all: readonly Planned[];
  readonly typed?: Partial<Typed>;
  readonly lead: string;
  readonly command: string;
  readonly lines?: readonly object[];
}

describe("what to type next", () => {
  it("is to apply, where nothing is in the way", () => {
    const next = { lead: "To carry it out:", command: `botform apply ${APPLY}`, lines: [], isBlocked: false };
    expect(nextOf([free], TYPED)).toEqual(next);
    expect(nextOf([free, idle, failed], TYPED)).toEqual(next);
  });

  it.each<Row>([
    {
      ...{ because: "a limit is in the way", all: [over], lead: "To allow it once:" },
      ...{ command: `botform apply --max-changed-percent 45 ${APPLY}`, lines: [line("copy", 45)] },
    },
    {
      ...{ because: "several are, the largest counts", all: [most, free, over, failed] },
      ...{ lead: "To allow it once on third, copy:", command: `botform apply --max-changed-percent 60 ${APPLY}` },
      lines: [line("third", 60), line("copy", 45)],
    },
    {
      ...{ because: "the plan is saved", all: [over], typed: { file: "p.plan", limits: { maxTurnOns: 40 } } },
      lead: "To allow it once:",
      ...{
        command: "botform apply --max-changed-percent 45 --max-turn-ons 40 p.plan -c fleet/",
        lines: [line("copy", 45)],
      },
    },
    {
      ...{ because: "it has errors", all: [wrong, idle], lead: "Correct the errors, then plan again:" },
      command: `botform plan ${APPLY} --out p.html`,
    },
    {
      ...{ because: "a policy and a limit are in the way", all: [denied] },
      lead: "Change what the policies name, then plan again (what is over a limit is told then):",
      command: `botform plan ${APPLY} --out p.html`,
    },
    {
      ...{ because: "one is wrong and another denied", all: [wrong, changing("copy", 2, { findings: [denial] })] },
      lead: "Correct the errors and what the policies name, then plan again:",
      command: `botform plan ${APPLY} --out p.html`,
    },
    {
      ...{ because: "another account keeps it back", all: [refused, idle, failed, over] },
      lead: "Put that account right, or leave it out:",
      command: "botform apply --max-changed-percent 45 --account main,copy -c fleet/ --target 'a*'",
      lines: [line("copy", 45)],
    },
  ])("is whole, where $because", ({ all, typed, lead, command, lines = [] }) => {
    expect(nextOf(all, { ...TYPED, ...typed })).toEqual({ lead, command, lines, isBlocked: true });
  });

  it("has a waiver to fill in for each configured policy that denies, and none for a built-in rule", () => {
    const of = (policy: string, ...addresses: readonly string[]) =>
      (addresses.length === 0 ? [undefined] : addresses).map((address) => ({
        ...denial,
        policy,
        ...(address !== undefined && { address }),
      }));
    const many = ["b1", "b2", "b3", "b4", "b5", "b6", "b7"].map((key) => `main/${key}`);
    const engaged = { ...denial, policy: "stop", code: "policy/kill-switch" };
    const lines = (...findings: readonly Finding[]) => nextOf([changing("main", 2, { findings })], TYPED)?.lines;
    expect(lines(engaged, ...of("cap", "main/b1", "main/b1"), ...of("all"), denial)).toEqual([
      {
        lead: "To waive it for main/b1 alone, in the configuration under policies.cap:",
        line: 'waivers: [{ bots: [main/b1], reason: "…", until: YYYY-MM-DD }]',
      },
      {
        lead: "To waive it, in the configuration under policies.all:",
        line: 'waivers: [{ reason: "…", until: YYYY-MM-DD }]',
      },
    ]);
    expect(lines(...of("many", ...many))).toEqual([
      {
        lead: "To waive it, in the configuration under policies.many:",
        line: `waivers: [{ bots: [${many.slice(0, 6).join(", ")}, …], reason: "…", until: YYYY-MM-DD }]`,
      },
    ]);
    expect(lines(...of("cap"), ...of("all"), ...of("many"))).toEqual([
      {
        lead: "To waive one of cap, all, many, in the configuration under its name in policies:",
        line: 'waivers: [{ bots: [account/bot], reason: "…", until: YYYY-MM-DD }]',
      },
    ]);
  });

  it("is to apply an undo that was saved, with the flags that it needs, and nothing where policies deny it", () => {
    const back = { configDigest: "undo/r1" };
    const saved = { ...TYPED, file: "b.plan" };
    expect(nextOf([changing("main", 9, back)], saved)?.command).toBe(
      "botform apply --max-changed-percent 45 b.plan -c fleet/",
    );
    expect(nextOf([changing("main", 2, { ...back, findings: [denial] })], saved)).toBeUndefined();
  });

  it("is nothing where there is nothing to do, after an undo, or where nobody knows what was typed", () => {
    expect(nextOf([idle, failed], TYPED)).toBeUndefined();
    expect(nextOf([changing("main", 1, { configDigest: "undo/r1" })], TYPED)).toBeUndefined();
    expect(nextOf([free], undefined)).toBeUndefined();
  });

  it("as text breaks the words before it, and never what is typed", () => {
    const next = nextOf([denied], TYPED);
    expect(next && nextText(next, { width: 60 }).split("\n").slice(0, 2)).toEqual([
      "Change what the policies name, then plan again (what is over",
      "  a limit is told then):",
    ]);
  });

  it("as text has each on a line of its own", () => {
    const next = nextOf([over], TYPED);
    expect(next && nextText(next, { width: 100 })).toBe(
      `To allow it once:\n  botform apply --max-changed-percent 45 ${APPLY}\nOr for longer, in the configuration under accounts.copy:\n  limits: { maxChangedPercent: 45, reason: "…", until: YYYY-MM-DD }\n`,
    );
  });
});
