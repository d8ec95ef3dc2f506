// One look at a roll-out and all that follows from it now: what is applied, taken back and reported, each kept before the next.
import { type RolloutPart, type RolloutRecord, type RolloutState, wavesOf } from "../../model/rollout/record.js";
import { type ReportedRollout, rolloutState } from "../../model/rollout/shown.js";
import { readGates } from "../../policy/rollout-gates.js";
import type { Rollouts } from "../../reconcile/ledger/rollouts.js";
import { type Action, advance, type Course, type Facts } from "../../reconcile/rollout/advance.js";
import { admitted } from "../admission.js";
import { type AppliedAccount, applyPlanned } from "../apply.js";
import { interruption } from "../error.js";
import { EXIT } from "../exit.js";
import type { ChosenAccounts } from "../files/configuration.js";
import type { Host } from "../host.js";
import type { Attempt, PlannedNow } from "../plan.js";
import type { ActOptions } from "../reconcile/act.js";
import { gateFacts, openDeals, type Reached } from "./figures.js";
import { planIdOf, runsOf, takeBack } from "./going-back.js";
import { changedFiles, onlyThese, partFact, planParts } from "./looks.js";

export type RolloutDrive = ActOptions;

export interface RolloutPorts {
  /** What it says is said when it resolves. */
  readonly rollout: (reported: ReportedRollout) => Promise<void>;
  readonly now: () => number;
}

/** People start, pause and resume whenever they like. */
export const ASK_MS = 15_000;

/** Where it is driven. */
export interface Driving {
  readonly host: Host;
  readonly options: RolloutDrive;
  readonly ports: RolloutPorts;
  /** All accounts of the roll-out, and more perhaps. */
  readonly chosen: ChosenAccounts;
  readonly ledger: Rollouts;
}

export class Drive {
  readonly #in: Driving;
  #state: RolloutState;
  #record: RolloutRecord;
  /** What was found is taken in one after the other, as it is kept. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(driving: Driving, record: RolloutRecord) {
    this.#in = { ...driving, options: { ...driving.options, ...record.begin.limits } };
    this.#record = record;
    this.#state = record.state;
  }

  /** Resolves to when to look again, in milliseconds since the epoch. Rejects with AppError, DiskError and ServiceError. */
  async on(): Promise<number> {
    const { ports } = this.#in;
    for (;;) {
      await this.#hear();
      await this.#report();
      const { status, dueAt } = this.#state;
      if (status !== "running" || dueAt === null) return ports.now() + ASK_MS;
      if (dueAt > ports.now()) return Math.min(dueAt, ports.now() + ASK_MS);
      const actions = await this.#take(await this.#look());
      for (const action of actions) await this.#act(action);
      await this.#report();
    }
  }

  get #course(): Course {
    const { gates, onFailure, waitMs } = this.#record.begin;
    return { gates, onFailure, waitMs, waves: wavesOf({ ...this.#record, state: this.#state }) };
  }

  /** What people have decided counts before anything else. */
  async #hear(): Promise<void> {
    const { id } = this.#record.begin;
    const now = (await this.#in.ledger.all()).find(({ begin }) => begin.id === id);
    if (now === undefined) return;
    this.#record = now;
    if (now.decisions.length > this.#state.heard) await this.#take({ kind: "decisions", decisions: now.decisions });
  }

  /** Kept before anything follows from it: a crash repeats a report, and hides none. */
  #take(facts: Facts): Promise<readonly Action[]> {
    const taking = this.#turn.then(async () => {
      const { state, actions } = advance(this.#course, this.#state, facts, this.#in.ports.now());
      if (state !== this.#state) await this.#keep(state);
      return actions;
    });
    this.#turn = taking.catch(() => undefined);
    return taking;
  }

  async #keep(state: RolloutState): Promise<void> {
    await this.#in.ledger.set(this.#record.begin.id, state);
    this.#state = state;
  }

  async #report(): Promise<void> {
    const news = this.#state.unreported;
    if (news.length === 0) return;
    for (const one of news) {
      const at = this.#in.ports.now();
      await this.#in.ports.rollout({
        at,
        news: one,
        rollout: rolloutState({ ...this.#record, state: this.#state }, at),
      });
    }
    await this.#keep({ ...this.#state, unreported: [] });
  }

  async #look(): Promise<Facts> {
    const { waves, gates } = this.#course;
    const { phase, wave, began, done, open } = this.#state;
    const { host, options, chosen } = this.#in;
    if (phase === "undoing") return { kind: "backs", runs: await runsOf(this.#record.begin.id, options.journal) };
    const changed = changedFiles(waves, chosen);
    if (changed !== undefined) return { kind: "changed", why: changed };
    if (phase === "applying") {
      if (began.length <= wave) return this.#baseline();
      const parts = (waves[wave]?.parts ?? []).filter(({ account }) => !done.includes(account));
      const planned = await planParts(host, options, chosen, parts);
      return { kind: "looked", parts: parts.map((part) => partFact(part, of(planned, part.account))) };
    }
    const reached = this.#reached();
    const own = onlyThese(chosen, [...reached.keys()]);
    const facts = own === undefined ? [] : await gateFacts(host, options, own, gates, reached, open);
    return { kind: "gates", readings: readGates(gates, facts, began[wave] ?? this.#state.since) };
  }

  /** The bots of the waves so far. */
  #reached(): Reached {
    const parts = this.#course.waves.slice(0, this.#state.wave + 1).flatMap((wave) => wave.parts);
    const reached = new Map<string, Set<string>>();
    for (const { account, bots } of parts) {
      const own = reached.get(account) ?? new Set<string>();
      for (const { address } of bots) own.add(address);
      reached.set(account, own);
    }
    return reached;
  }

  async #baseline(): Promise<Facts> {
    const reached = this.#reached();
    const own = onlyThese(this.#in.chosen, [...reached.keys()]);
    if (own === undefined) return { kind: "baseline", open: [] };
    const found = await openDeals(this.#in.host, this.#in.options, own, this.#course.gates, reached);
    return "known" in found ? { kind: "baseline", open: found.known } : { kind: "unmeasured", why: found.unknown };
  }

  async #act(action: Action): Promise<void> {
    if (action.does === "back") return this.#back(action.runs);
    const parts = (this.#course.waves[this.#state.wave]?.parts ?? []).filter(({ account }) =>
      action.accounts.includes(account),
    );
    await admitted(parts, this.#in.options, (part) => this.#apply(part));
  }

  /** Planned anew, since the others took their time; nothing begins any more once somebody has stopped it. */
  async #apply(part: RolloutPart): Promise<void> {
    const { host, options, chosen } = this.#in;
    const { account } = part;
    await this.#hear();
    if (this.#state.status !== "running" || this.#state.phase !== "applying") return;
    const planned = of(await planParts(host, options, chosen, [part]), account);
    const fact = partFact(part, planned);
    if (fact.state !== "ready" || planned === undefined)
      return void (await this.#take({ kind: "looked", parts: [fact] }));
    const planId = planIdOf(this.#record.begin.id, this.#state.wave);
    const [applied] = await applyPlanned(host, [planned], { ...options, planId, lockTimeout: 0, yes: true });
    if (applied?.exitCode === EXIT.interrupted) throw interruption();
    await this.#take({ kind: "applied", account, ...endOf(account, applied) });
  }

  /** Newest first, and none past one that wasn't taken back. */
  async #back(runs: readonly string[]): Promise<void> {
    for (const run of runs) {
      await this.#hear();
      if (this.#state.status !== "running") return;
      const fact = await takeBack(this.#in.host, this.#in.options, run);
      if (fact.state !== "undone") return void (await this.#take({ kind: "backs", runs: [fact] }));
    }
    await this.#take({ kind: "backs", runs: runs.map((run) => ({ run, state: "undone", why: "" })) });
  }
}

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
