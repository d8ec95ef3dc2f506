// A fleet of accounts in memory, driven by the real driver of roll-outs over a disk that tears: the process dies between any two actions, and people decide at any moment.
import { Drive, type RolloutWorld } from "../../../src/app/rollout/drive.js";
import type { Disk, DiskFile } from "../../../src/model/ports.js";
import type {
  Decision,
  GateReading,
  RolloutNews,
  RolloutPart,
  RolloutRecord,
  RolloutWave,
} from "../../../src/model/rollout/record.js";
import { isOver, rolloutLine, wavesOf } from "../../../src/model/rollout/record.js";
import { readLines } from "../../../src/reconcile/ledger/checked-lines.js";
import { ROLLOUTS_FILE, type Rollouts, rollouts } from "../../../src/reconcile/ledger/rollouts.js";
import type { PartFact } from "../../../src/reconcile/rollout/advance.js";
import type { Random } from "./random.js";

/** The process dies here. */
export class Death extends Error {}

/** How likely what is, each time it may be. */
export interface Chances {
  readonly death: number;
  readonly unknown: number;
  readonly failed: number;
  readonly hand: number;
  readonly person: number;
  /** That a clock jumps: ahead, rarely back. */
  readonly jump: number;
}

const CALM: Chances = { death: 0, unknown: 0, failed: 0, hand: 0, person: 0, jump: 0 };
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

interface Run {
  readonly id: string;
  readonly account: string;
  isUndone: boolean;
}

/** Of one process. */
interface Life {
  isOver: boolean;
}

export class SimulatedRollout {
  #life: Life = { isOver: false };
  #onlooker: Rollouts | undefined;
  readonly broken: string[] = [];
  readonly reported: string[] = [];
  readonly runs: Run[] = [];
  readonly live = new Map<string, "old" | "new" | "foreign">();
  deaths = 0;
  jumps = 0;
  /** Milliseconds that have passed, whatever the clock says. */
  #real = 1_000;
  /** By so much the clock is ahead. */
  #ahead = 0;
  /** Each look at the wave that is under way, from its last plan or apply on. */
  #looks: { readonly wave: number; readonly at: number; readonly jumps: number }[] = [];
  #chances: Chances;
  #text = "";
  /** Waves whose gates have held at the end of their time, or that a person has promoted. */
  readonly #passed = new Set<number>();
  readonly #random: Random;
  readonly #waves: readonly RolloutWave[];
  readonly #atOnce: number;
  #isChanged = false;

  constructor(random: Random, chances: Chances, onFailure: "pause" | "undo") {
    this.#random = random;
    this.#chances = chances;
    this.#atOnce = random.between(1, 3);
    const sizes = Array.from({ length: random.between(1, 4) }, () => random.between(0, 3));
    let next = 0;
    this.#waves = sizes.map((size, index): RolloutWave => {
      const parts = Array.from({ length: size }, (): RolloutPart => {
        const account = `a${next++}`;
        this.live.set(account, "old");
        return { account, bots: [{ address: `${account}/x`, desired: "d" }], isLast: true, reviewed: ["r"] };
      });
      return { name: `w${index}`, bakeMs: random.below(3) * HOUR_MS, parts };
    });
    this.#onFailure = onFailure;
  }

  readonly #onFailure: "pause" | "undo";

  async begin(): Promise<void> {
    const begin = {
      id: "one",
      by: "ana",
      waves: [...this.#waves],
      gates: { drift: true },
      limits: {},
      waitMs: 2 * HOUR_MS,
    };
    await this.#ledger(false).begin({ ...begin, onFailure: this.#onFailure });
  }

  async record(): Promise<RolloutRecord> {
    const [record] = await this.#ledger(false).all();
    if (record === undefined) throw new Error("the roll-out is lost");
    return record;
  }

  /** What the clock shows. */
  get now(): number {
    return this.#real + this.#ahead;
  }

  #pass(ms: number): void {
    this.#real += ms;
    if (!this.#random.chance(this.#chances.jump)) return;
    this.jumps += 1;
    this.#ahead += this.#random.chance(0.8) ? this.#random.below(72 * HOUR_MS) : -this.#random.below(2 * HOUR_MS);
  }

  /** One process, until it sleeps, ends or dies. */
  async process(): Promise<void> {
    this.#life = { isOver: false };
    try {
      const record = await this.record();
      await new Drive(this.#world(), record).on();
      const { dueAt } = (await this.record()).state;
      this.#pass(Math.max(1, Math.min(HOUR_MS, (dueAt ?? this.now + this.#random.below(HOUR_MS)) - this.now)));
    } catch (error) {
      if (!(error instanceof Death)) throw error;
      // Whatever else it was about to do, it does no more.
      this.#life.isOver = true;
      this.deaths += 1;
      // Now and then nobody starts it again for days.
      this.#pass(this.#random.below(this.#random.chance(this.#chances.jump) ? 72 * HOUR_MS : HOUR_MS));
    }
    await this.#person();
  }

  /** From now on nothing goes wrong any more, and nobody interferes. */
  calm(): void {
    this.#chances = CALM;
    this.#isChanged = false;
    for (const [account, is] of this.live) if (is === "foreign") this.live.set(account, "new");
  }

  /** What every state that was ever kept wanted to be reported. */
  async wanted(): Promise<readonly string[]> {
    const { entries } = readLines(this.#text, rolloutLine());
    return entries.flatMap((line) => (line.type === "state" ? line.unreported.map(newsText) : []));
  }

  #dies(life: Life): void {
    if (!life.isOver && this.#random.chance(this.#chances.death)) life.isOver = true;
    if (life.isOver) throw new Death();
  }

  /** An effect: the process may die before it and after it, and things happen meanwhile. */
  async #effect<T>(task: () => T | Promise<T>): Promise<T> {
    const life = this.#life;
    this.#dies(life);
    await Promise.resolve();
    this.#dies(life);
    if (this.#random.chance(this.#chances.hand)) {
      const account = this.#random.pick([...this.live.keys(), "nobody"]);
      if (account !== "nobody") this.live.set(account, this.#random.pick(["old", "new", "foreign"]));
    }
    if (this.#random.chance(this.#chances.hand / 4)) this.#isChanged = !this.#isChanged;
    await this.#person();
    const result = await task();
    this.#dies(life);
    return result;
  }

  async #person(): Promise<void> {
    if (!this.#random.chance(this.#chances.person)) return;
    await this.decide(
      this.#random.weighted<Decision["does"]>([
        ["pause", 3],
        ["resume", 6],
        ["promote", 4],
        ["abort", 1],
      ]),
    );
  }

  async decide(does: Decision["does"]): Promise<void> {
    const record = await this.record();
    const { wave, phase } = record.state;
    if (isOver(record.state)) return;
    // Who promotes has seen what is left, as it is now.
    if (does === "promote") this.#isChanged = false;
    if (does === "promote" && phase === "baking") this.#passed.add(wave);
    const waves = does === "promote" ? { waves: [...wavesOf(record)] } : {};
    await this.#ledger(false).decide("one", { does, by: "bo", reason: null, wave, phase, ...waves });
  }

  #ledger(mayDie = true) {
    if (mayDie) return rollouts(this.#disk(true), { now: () => this.now });
    this.#onlooker ??= rollouts(this.#disk(false), { now: () => this.now });
    return this.#onlooker;
  }

  #disk(mayDie: boolean): Disk {
    const life = this.#life;
    const file: DiskFile = {
      append: async (text) => {
        if (mayDie && life.isOver) throw new Death();
        if (mayDie && !life.isOver && this.#random.chance(this.#chances.death)) {
          life.isOver = true;
          // A write that breaks off in its midst.
          const wasTorn = !this.#text.endsWith("\n");
          const written = text.slice(0, this.#random.below(text.length + 1));
          this.#text += written;
          // The second in a row, of which nothing but its line feed is there: the line before looks as if it had lost its end, and botform says so. A person deletes it.
          if (wasTorn && written === "\n") this.#text = this.#text.slice(0, this.#text.trimEnd().lastIndexOf("\n") + 1);
          throw new Death();
        }
        this.#text += text;
      },
      sync: async () => {},
      close: async () => {},
    };
    return {
      names: async () => [ROLLOUTS_FILE],
      read: async () => this.#text,
      size: async () => this.#text.length,
      create: async () => file,
      open: async () => file,
    };
  }

  #world(): RolloutWorld {
    return {
      ...{ accountsAtOnce: this.#atOnce, now: () => this.now, ledger: this.#ledger() },
      rollout: ({ news }) => this.#effect(() => void this.reported.push(newsText(news))),
      changed: () => (this.#isChanged ? "other files" : undefined),
      halted: async () => undefined,
      look: (parts) =>
        this.#effect(async () => {
          this.#begins((await this.record()).state.wave);
          return parts.map((part) => this.#fact(part));
        }),
      apply: (part, wave) => this.#apply(part, wave),
      baseline: () =>
        this.#effect(() =>
          this.#random.chance(this.#chances.unknown)
            ? { kind: "unmeasured" as const, why: "no answer" }
            : { kind: "baseline" as const, open: [] },
        ),
      gates: (reached) =>
        this.#effect(async () => {
          const isBaked = this.#isBaked((await this.record()).state.wave);
          return { kind: "gates" as const, readings: [this.#gate([...reached.keys()], isBaked)] };
        }),
      runs: () =>
        this.#effect(() => ({
          kind: "backs" as const,
          runs: this.runs.toReversed().map(({ id, isUndone }) => ({
            run: id,
            state: isUndone ? ("undone" as const) : ("open" as const),
            why: "",
          })),
        })),
      takeBack: (run) => this.#takeBack(run),
    };
  }

  /** Nothing of it is watched before it is carried out. */
  #begins(wave: number): void {
    this.#looks = [];
    this.#looked(wave);
  }

  #looked(wave: number): void {
    this.#looks = [...this.#looks.filter((one) => one.wave === wave), { wave, at: this.#real, jumps: this.jumps }];
  }

  /** Whether the wave was looked at for as long as it should be: what lies between two looks counts, as far as they are no further apart than they may be. */
  #isBaked(wave: number): boolean {
    this.#looked(wave);
    const bakeMs = this.#waves[wave]?.bakeMs ?? 0;
    // A tenth of it. Between two looks a clock may have jumped, and nobody can tell by how much.
    const most = Math.min(30 * MINUTE_MS, Math.max(2 * MINUTE_MS, bakeMs / 10));
    const apart = this.#looks.slice(1).map(({ at, jumps }, before) => {
      const earlier = this.#looks[before];
      return jumps === earlier?.jumps ? Math.min(most, at - (earlier?.at ?? at)) : most;
    });
    return apart.reduce((sum, ms) => sum + ms, 0) >= bakeMs;
  }

  #fact({ account }: RolloutPart): PartFact {
    if (this.#random.chance(this.#chances.unknown)) return { account, state: "unknown", why: `${account} unread` };
    const is = this.live.get(account);
    const state = is === "new" ? "as-declared" : is === "old" ? "ready" : "differs";
    return { account, state, why: `${account} ${state}` };
  }

  async #apply(part: RolloutPart, wave: number): ReturnType<RolloutWorld["apply"]> {
    const { account } = part;
    const { state, decisions } = await this.record();
    if (state.done.includes(account) && state.wave === wave) this.broken.push(`${account} is applied again`);
    if (this.#isChanged && this.#atOnce === 1) this.broken.push(`${account} is applied though the files have changed`);
    const last = decisions.at(-1)?.does;
    if (this.#atOnce === 1 && (last === "pause" || last === "abort")) this.broken.push(`applied after ${last}`);
    for (let before = 0; before < wave; before += 1)
      if (this.#waves[before]?.parts.length !== 0 && !this.#passed.has(before))
        this.broken.push(`wave ${wave} is applied before wave ${before} has passed`);
    return this.#effect<Awaited<ReturnType<RolloutWorld["apply"]>>>(() => {
      const fact = this.#fact(part);
      this.#begins(wave);
      if (fact.state !== "ready") return { kind: "looked" as const, parts: [fact] };
      const end: "failed" | "blocked" | "applied" = this.#random.chance(this.#chances.failed)
        ? this.#random.pick(["failed" as const, "blocked" as const])
        : "applied";
      if (end === "blocked") return { kind: "applied" as const, account, end, why: "refused" };
      this.runs.push({ id: `r${this.runs.length}`, account, isUndone: false });
      if (end === "applied") this.live.set(account, "new");
      // It was sent, and nobody has seen what became of it.
      this.#dies(this.#life);
      if (this.#random.chance(this.#chances.unknown))
        return { kind: "applied" as const, account, end: "unknown" as const, why: "no answer" };
      return { kind: "applied" as const, account, end, why: `${account} ${end}` };
    });
  }

  #gate(accounts: readonly string[], isBaked: boolean): GateReading {
    const drifted = accounts.filter((account) => this.live.get(account) !== "new");
    if (drifted.length > 0 || this.#random.chance(this.#chances.failed))
      return { gate: "drift", state: "failed", text: `drift ${drifted}` };
    if (this.#random.chance(this.#chances.unknown)) return { gate: "drift", state: "unknown", text: "unread" };
    const wave = this.#waves.findLastIndex(({ parts }) => parts.some(({ account }) => accounts.includes(account)));
    if (isBaked) this.#passed.add(wave);
    return { gate: "drift", state: "passed", text: "" };
  }

  async #takeBack(run: string) {
    const { decisions, state } = await this.record();
    if (decisions.some(({ does }) => does === "abort")) this.broken.push("taken back after an abort");
    if (state.phase !== "undoing") this.broken.push("taken back though nothing has failed");
    const at = this.runs.findIndex(({ id }) => id === run);
    if (this.runs.slice(at + 1).some(({ isUndone }) => !isUndone))
      this.broken.push("an earlier run is taken back first");
    return this.#effect(() => {
      if (this.#random.chance(this.#chances.unknown)) return { run, state: "unknown" as const, why: `${run} unread` };
      const own = this.runs[at];
      if (own !== undefined) {
        this.live.set(own.account, "old");
        this.#dies(this.#life);
        own.isUndone = true;
      }
      return { run, state: "undone" as const, why: "" };
    });
  }
}

export function newsText({ kind, wave, why }: RolloutNews): string {
  return `${kind} ${wave} ${why}`;
}
