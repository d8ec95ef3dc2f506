// The state of a fleet as text: the worst first, what to type for a plan, and nothing that could command a terminal.
import { expect, it } from "vitest";
import { type FleetAccount, type FleetState, NO_ACCOUNTS } from "../../../../src/model/fleet-state.js";
import { fleetText } from "../../../../src/render/text/fleet-text.js";
import { paint } from "../../../../src/render/text/paint.js";

const AT = "2026-01-02T12:00:00.000Z";
const ACCOUNT: FleetAccount = {
  ...{ account: "main", state: "in-step", why: "3 bots", mode: "approve", lookedAt: AT, dueAt: AT, isLate: false },
  ...{ seenAt: AT, driftedSince: null, plans: [], wave: null, bots: null, deals: null, naked: null },
};
const STATE: FleetState & { same: string } = {
  ...{ at: AT, accounts: [], counts: NO_ACCOUNTS, plans: [], rollout: null, unusable: [], same: " -c fleet.yaml" },
};

it("lists what isn't in step by account, the rest by name, and the plans with what to type", () => {
  const accounts: FleetAccount[] = [
    { ...ACCOUNT, account: "b", state: "waiting", why: "1 plan to approve or reject" },
    ACCOUNT,
    { ...ACCOUNT, account: "other" },
  ];
  const digest = "379c581d234faca9547008a1a9590ff83cea498be5bf0ef1336cd4dcadc269e4";
  const plan = { digest, account: "b", steps: 2, madeAt: AT, expiresAt: "2026-01-03T12:00:00.000Z" };
  const counts = { ...NO_ACCOUNTS, waiting: 1, "in-step": 2 };
  const plans = [
    { ...plan, state: "waiting" },
    { ...plan, state: "approved" },
  ] as const;
  expect(fleetText({ ...STATE, accounts, counts, plans }, paint(false))).toBe(`3 accounts: 1 waits for a yes, 2 in step
b  waits for a yes: 1 plan to approve or reject  (looked at 2026-01-02 12:00:00 UTC)
in step  main, other

Plans
  379c581d234f  b, 2 steps, until 2026-01-03 12:00:00 UTC: botform approve 379c581d234f -c fleet.yaml
  379c581d234f  b, 2 steps, until 2026-01-03 12:00:00 UTC: approved, not carried out yet
`);
});

it("says what is lost, and which plan can't be read", () => {
  const text = fleetText({ ...STATE, damaged: "x.facts", unusable: [{ digest: "ab", why: "altered" }] }, paint(false));
  expect(text).toContain("No account is known.\nplan ab: altered\nPart of the ledger is lost: x.facts\n");
});

it("shows what comes from outside as text alone", () => {
  const accounts = [{ ...ACCOUNT, state: "unreadable" as const, why: "\u001b[2J::error::x" }];
  expect(fleetText({ ...STATE, accounts }, paint(false))).not.toContain("\u001b");
});
