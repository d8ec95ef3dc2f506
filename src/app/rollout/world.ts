// What a roll-out is driven with: the plans, applies, undos and figures of the real accounts.
import type { RolloutPart, RolloutRecord } from "../../model/rollout/record.js";
import { readGates } from "../../policy/rollout-gates.js";
import type { Rollouts } from "../../reconcile/ledger/rollouts.js";
import type { Facts } from "../../reconcile/rollout/advance.js";
import type { Attempt } from "../attempt.js";
import { interruption } from "../error.js";
import { EXIT } from "../exit.js";
import type { ChosenAccounts } from "../files/configuration.js";
import { type AppliedAccount, applyPlanned } from "../gate/apply.js";
import type { Host } from "../host.js";
import type { PlannedNow } from "../planning/plan.js";
import type { ActOptions } from "../reconcile/act.js";
import type { RolloutPorts, RolloutWorld } from "./drive.js";
import { gateFacts, openDeals, unreadAccount } from "./figures.js";
import { planIdOf, runsOf, takeBack } from "./going-back.js";
import { haltWatch } from "./halted.js";
import { changedFiles, onlyThese, partFact, planParts } from "./looks.js";

/** @param chosen all accounts of the roll-out, and more perhaps. @param newest the same as they were read last */
export function rolloutWorld(
  host: Host,
  given: ActOptions,
  chosen: ChosenAccounts,
  ports: RolloutPorts,
  ledger: Rollouts,
  { begin: { id, limits } }: RolloutRecord,
  newest: () => ChosenAccounts,
): RolloutWorld {
  const options = { ...given, ...limits };
  const watch = haltWatch(host, options, chosen, ports.now);
  const factOf = async (part: RolloutPart, planned: Attempt<PlannedNow> | undefined) =>
    partFact(part, planned, await watch.unarmed(part.account));
  return {
    ...{ ...ports, ledger, accountsAtOnce: options.accountsAtOnce },
    changed: (waves) => changedFiles(waves, newest()),
    halted: (asked) => watch.halted(asked),
    async look(parts) {
      const planned = await planParts(host, options, chosen, parts);
      return Promise.all(parts.map((part) => factOf(part, of(planned, part.account))));
    },
    // Planned anew, since the others took their time.
    async apply(part, wave) {
      const { account } = part;
      const planned = of(await planParts(host, options, chosen, [part]), account);
      const fact = await factOf(part, planned);
      if (fact.state !== "ready" || planned === undefined) return { kind: "looked", parts: [fact] };
      const planId = planIdOf(id, wave);
      const [applied] = await applyPlanned(host, [planned], { ...options, planId, lockTimeout: 0, yes: true });
      if (applied?.exitCode === EXIT.interrupted) throw interruption();
      return { kind: "applied", account, leftOut: fact.leftOut ?? [], ...endOf(account, applied) };
    },
    async baseline(reached, gates) {
      const own = onlyThese(chosen, [...reached.keys()]);
      if (own === undefined)
        return reached.size === 0 ? { kind: "baseline", open: [] } : { kind: "unmeasured", why: NOT_CHOSEN };
      const found = await openDeals(host, options, own, gates, reached);
      return "known" in found ? { kind: "baseline", ...found.known } : { kind: "unmeasured", why: found.unknown };
    },
    async gates(reached, before, since, gates) {
      const own = onlyThese(chosen, [...reached.keys()]);
      const facts =
        own === undefined
          ? [...reached.keys()].map((name) => unreadAccount(name, NOT_CHOSEN))
          : await gateFacts(host, options, own, gates, reached, before);
      return { kind: "gates", readings: readGates(gates, facts, since) };
    },
    runs: async () => ({ kind: "backs", runs: await runsOf(id, options.journal) }),
    takeBack: (run) => takeBack(host, options, chosen, run),
  };
}

const NOT_CHOSEN = "not all accounts of the roll-out are among those that were chosen";

function of(planned: readonly Attempt<PlannedNow>[], account: string): Attempt<PlannedNow> | undefined {
  return planned.find((one) => one.account === account);
}

/** How an apply counts: what failed for certain has failed, what was refused needs a person, and the rest is looked at again. */
function endOf(
  account: string,
  applied: AppliedAccount | undefined,
): Pick<Extract<Facts, { readonly kind: "applied" }>, "end" | "why"> {
  const { exitCode = EXIT.failed, report, error } = applied ?? {};
  if (exitCode === EXIT.done) return { end: "applied", why: "" };
  const failed = report?.outcomes.filter(({ kind }) => kind === "failed" || kind === "skipped") ?? [];
  const [first] = failed;
  const why = `${account}: ${error ?? (first === undefined ? `apply ended with ${exitCode}` : `${first.address}: ${first.action} ${first.kind}`)}`;
  if (exitCode === EXIT.unknown || exitCode === EXIT.stale) return { end: "unknown", why };
  if (failed.some(({ kind }) => kind === "failed")) return { end: "failed", why };
  if (exitCode === EXIT.blocked || exitCode === EXIT.invalid) return { end: "blocked", why };
  return { end: "unknown", why };
}
