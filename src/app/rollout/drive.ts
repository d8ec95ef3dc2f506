// One look at a roll-out and all that follows from it now: what is applied, taken back and reported, each kept before the next.
import {
  type RolloutPart,
  type RolloutRecord,
  type RolloutState,
  type RolloutWave,
  rulesOf,
  undecidedSince,
  wavesOf,
} from "../../model/rollout/record.js";
import type { Gates } from "../../model/rollout/rollout.js";
import { type ReportedRollout, rolloutState } from "../../model/rollout/shown.js";
import type { Rollouts } from "../../reconcile/ledger/rollouts.js";
import { type Action, advance, type BackFact, type Facts, type PartFact } from "../../reconcile/rollout/advance.js";
import type { Course } from "../../reconcile/rollout/transitions.js";
import { AppError } from "../error.js";
import { type AdmissionOptions, admitted } from "../gate/admission.js";
import type { Reached } from "./figures.js";
import type { Asked, Halted } from "./halted.js";

export interface RolloutPorts {
  /** What it says is said when it resolves. */
  readonly rollout: (reported: ReportedRollout) => Promise<void>;
  readonly now: () => number;
}

type Of<Kind extends Facts["kind"]> = Extract<Facts, { readonly kind: Kind }>;

/** All that a roll-out is driven with: the accounts, the ledger, and the time. */
export interface RolloutWorld extends RolloutPorts {
  readonly accountsAtOnce: AdmissionOptions["accountsAtOnce"] | undefined;
  readonly ledger: Rollouts;
  /** Why the files, as they were read last, ask for something else than was reviewed; undefined where they don't. */
  readonly changed: (waves: readonly RolloutWave[]) => string | undefined;
  /** What was stopped on its accounts since somebody decided about it. */
  readonly halted: (asked: Asked) => Promise<Halted | undefined>;
  /** One fact for each part. */
  readonly look: (parts: readonly RolloutPart[]) => Promise<readonly PartFact[]>;
  /** Applies what a fresh plan does, if that was reviewed. */
  readonly apply: (part: RolloutPart, wave: number) => Promise<Of<"looked"> | Of<"applied">>;
  readonly baseline: (reached: Reached, gates: Gates) => Promise<Of<"baseline"> | Of<"unmeasured">>;
  readonly gates: (
    reached: Reached,
    before: Pick<RolloutState, "open" | "ended">,
    since: number,
    gates: Gates,
  ) => Promise<Of<"gates">>;
  /** Its runs by the ledger, newest first. */
  readonly runs: () => Promise<Of<"backs">>;
  readonly takeBack: (run: string) => Promise<BackFact>;
}

/** No look is further away than that. */
const LONGEST_MS = 900_000;
/** People start, pause and resume whenever they like. */
export const ASK_MS = 15_000;

export class Drive {
  readonly #world: RolloutWorld;
  #state: RolloutState;
  #record: RolloutRecord;
  /** What was found is taken in one after the other, as it is kept. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(world: RolloutWorld, record: RolloutRecord) {
    this.#world = world;
    this.#record = record;
    this.#state = record.state;
  }

  /** Resolves to when to look again, in milliseconds since the epoch. Rejects with AppError, DiskError and ServiceError. */
  async on(): Promise<number> {
    const { now } = this.#world;
    for (;;) {
      await this.#hear();
      await this.#report();
      const { status, dueAt } = this.#state;
      if (status !== "running" || dueAt === null) return now() + ASK_MS;
      // Whoever set it further ahead had another clock.
      if (dueAt > now() && dueAt <= now() + LONGEST_MS) return Math.min(dueAt, now() + ASK_MS);
      const actions = await this.#take(await this.#look());
      for (const action of actions) await this.#act(action);
      await this.#report();
    }
  }

  get #course(): Course {
    const record = { ...this.#record, state: this.#state };
    return { ...rulesOf(record), waves: wavesOf(record) };
  }

  /** What people have decided counts before anything else. */
  async #hear(): Promise<void> {
    const { id } = this.#record.begin;
    const now = (await this.#world.ledger.all()).find(({ begin }) => begin.id === id);
    if (now === undefined)
      throw new AppError(
        `the ledger doesn't have the roll-out ${id} any more, so it ends here as far as this process goes`,
      );
    this.#record = now;
    if (now.decisions.length < this.#state.heard)
      await this.#take({ kind: "restored", decisions: now.decisions.length });
    if (now.decisions.length > this.#state.heard) await this.#take({ kind: "decisions", decisions: now.decisions });
  }

  /** Kept before anything follows from it: a crash repeats a report, and hides none. */
  #take(facts: Facts): Promise<readonly Action[]> {
    const taking = this.#turn.then(async () => {
      const { state, actions } = advance(this.#course, this.#state, facts, this.#world.now());
      if (state !== this.#state) await this.#keep(state);
      return actions;
    });
    this.#turn = taking.catch(() => undefined);
    return taking;
  }

  async #keep(state: RolloutState): Promise<void> {
    await this.#world.ledger.set(this.#record.begin.id, state);
    this.#state = state;
  }

  async #report(): Promise<void> {
    const news = this.#state.unreported;
    if (news.length === 0) return;
    for (const one of news) {
      const at = this.#world.now();
      const rollout = rolloutState({ ...this.#record, state: this.#state }, at);
      await this.#world.rollout({ at, news: one, rollout });
    }
    await this.#keep({ ...this.#state, unreported: [] });
  }

  async #look(): Promise<Facts> {
    const { waves, gates } = this.#course;
    const { phase, wave, began, done, since } = this.#state;
    if (phase === "undoing") return this.#world.runs();
    const changed = this.#world.changed(waves);
    if (changed !== undefined) return { kind: "changed", why: changed };
    const halted = await this.#world.halted(this.#asked());
    if (halted !== undefined) return halted;
    if (phase === "baking") return this.#world.gates(this.#reached(), this.#state, began[wave] ?? since, gates);
    if (began.length <= wave) return this.#world.baseline(this.#reached(), gates);
    const parts = (waves[wave]?.parts ?? []).filter(({ account }) => !done.includes(account));
    return { kind: "looked", parts: await this.#world.look(parts) };
  }

  #asked(): Asked {
    return { waves: this.#course.waves, state: this.#state, since: undecidedSince(this.#record) };
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

  async #act(action: Action): Promise<void> {
    if (action.does === "back") return this.#back(action.runs);
    const { accountsAtOnce } = this.#world;
    const all = this.#course.waves[this.#state.wave]?.parts ?? [];
    const parts = all.filter(({ account }) => action.accounts.includes(account));
    const failures: unknown[] = [];
    // Whoever lets go of the roll-out has nothing of it under way any more: after a failure no other begins, and those that have are awaited.
    await admitted(parts, accountsAtOnce === undefined ? {} : { accountsAtOnce }, async (part) => {
      if (failures.length === 0) await this.#apply(part).catch((error: unknown) => failures.push(error));
    });
    if (failures.length > 0) throw failures[0];
  }

  /** Nothing begins any more once somebody has stopped it, or something has failed. */
  async #apply(part: RolloutPart): Promise<void> {
    await this.#hear();
    if (!this.#isApplying()) return;
    const halted = await this.#world.halted({ ...this.#asked(), about: part.account });
    if (halted !== undefined) return void (await this.#take(halted));
    if (!this.#isApplying()) return;
    // A wave may take long, and the files go on meanwhile: asked last, so that nothing comes between it and the apply.
    const why = this.#world.changed(this.#course.waves);
    if (why !== undefined) return void (await this.#take({ kind: "changed", why }));
    await this.#take(await this.#world.apply(part, this.#state.wave));
  }

  #isApplying(): boolean {
    return this.#state.status === "running" && this.#state.phase === "applying";
  }

  /** Newest first, and none past one that wasn't taken back. */
  async #back(runs: readonly string[]): Promise<void> {
    for (const run of runs) {
      await this.#hear();
      if (this.#state.status !== "running") return;
      const fact = await this.#world.takeBack(run);
      if (fact.state !== "undone") return void (await this.#take({ kind: "backs", runs: [fact] }));
    }
    await this.#take({ kind: "backs", runs: runs.map((run) => ({ run, state: "undone", why: "" })) });
  }
}
