// A simulated process on a simulated computer: its clock, its life and its death. Once dead, none of its promises settles.
import type { Clock } from "../../../src/model/ports.js";
import type { Scheduler } from "./scheduler.js";

/** A port call that will be answered later. */
export interface Pending<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: Error): void;
}

/** Before and after every port call: the places at which a process can die without anybody having seen the difference. */
export const GATES = [
  "before a request",
  "after a request",
  "before a wait",
  "after a wait",
  "before a disk operation",
  "after a disk operation",
] as const;
export type Gate = (typeof GATES)[number];

export interface Timer {
  cancel(): void;
}

export class Machine {
  readonly name: string;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  /** Aborted by an interrupt; read by the code under test. */
  readonly interrupt = new AbortController();
  alive = true;
  /** The gate at which it dies: the so-manieth of its kind that it passes. */
  deadly: { readonly gate: Gate; readonly nth: number } | undefined;
  #deadlyPassed = 0;
  readonly #onDeath: ((where: string) => void)[] = [];
  readonly #sleepers = new Set<() => void>();
  #skew: number;
  /** Until then it is suspended: nothing reaches it. */
  #frozenUntil = 0;
  /** Milliseconds it has been suspended in all; `elapsed` doesn't count them. */
  #suspended = 0;
  #wasSet = false;
  #wasSetBack = false;

  constructor(name: string, scheduler: Scheduler, skew: number) {
    this.name = name;
    this.scheduler = scheduler;
    this.#skew = skew;
    this.clock = {
      now: () => this.scheduler.now + this.#skew,
      elapsed: () => this.scheduler.now - this.#suspended,
      sleep: (ms, signal) => this.#sleep(ms, signal),
    };
  }

  /** It slept, and its wall clock was set back: no clock of its own tells it of the time that has passed. */
  get isDeceived(): boolean {
    return this.#wasSetBack && this.#suspended > 0;
  }

  /** Nobody has set its wall clock, and it has never slept. */
  get isSteady(): boolean {
    return !this.#wasSet && this.#frozenUntil === 0;
  }

  onDeath(act: (where: string) => void): void {
    this.#onDeath.push(act);
  }

  die(where: string): void {
    if (!this.alive) return;
    this.alive = false;
    for (const act of this.#onDeath) act(where);
  }

  /** Milliseconds by which its wall clock is wrong. */
  get skew(): number {
    return this.#skew;
  }

  /** Its process has come to its own end: nothing that was still under way comes back to it. */
  retire(): void {
    this.alive = false;
  }

  /** Sets its wall clock by so much. */
  setClock(ms: number): void {
    this.#wasSet = true;
    this.#wasSetBack ||= ms < 0;
    this.#skew += ms;
  }

  /** Suspends it for so long: its wall clock goes on; whether elapsed time does, too, is up to the system. */
  suspend(ms: number, standsStill: boolean): void {
    if (!this.alive || this.#frozenUntil > this.scheduler.now) return;
    this.#frozenUntil = this.scheduler.now + ms;
    if (standsStill) this.#suspended += ms;
  }

  /** Interrupts it as Ctrl-C does; who sleeps with the signal wakes at once. */
  stop(): void {
    if (!this.alive) return;
    this.interrupt.abort();
    for (const wake of [...this.#sleepers]) wake();
  }

  /** Passes one gate; false when it died there, or is dead. */
  pass(gate: Gate): boolean {
    if (this.alive && gate === this.deadly?.gate) {
      this.#deadlyPassed += 1;
      if (this.#deadlyPassed === this.deadly.nth) this.die(gate);
    }
    return this.alive;
  }

  /**
   * A promise that settles as soon as it is told to and the machine is awake, and never once it is dead.
   *
   * @param gate lies before the code that waits for it
   */
  pending<T>(gate: Gate): Pending<T> {
    let fulfil: (value: T) => void = () => {};
    let fail: (error: Error) => void = () => {};
    const promise = new Promise<T>((resolve, reject) => {
      fulfil = resolve;
      fail = reject;
    });
    return {
      promise,
      resolve: (value) => this.#reach(gate, () => fulfil(value)),
      reject: (error) => this.#reach(gate, () => fail(error)),
    };
  }

  /** Calls back after so much of its own elapsed time. */
  timer(ms: number, act: () => void): Timer {
    let set = this.#suspended;
    const ring = (): void => {
      const slept = this.#suspended - set;
      set = this.#suspended;
      // A timer stands still while the machine is suspended.
      if (slept > 0) appointment = this.scheduler.after(slept, ring);
      else act();
    };
    let appointment = this.scheduler.after(ms, ring);
    return {
      cancel: () => {
        appointment.cancelled = true;
      },
    };
  }

  #reach(gate: Gate, settle: () => void): void {
    if (!this.alive) return;
    if (this.#frozenUntil > this.scheduler.now) {
      this.scheduler.at(this.#frozenUntil, () => this.#reach(gate, settle));
      return;
    }
    if (!this.pass(gate)) return;
    settle();
    this.scheduler.woke();
  }

  #sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve();
    const waiting = this.pending<void>("after a wait");
    if (!this.pass("before a wait")) return waiting.promise;
    const wake = (): void => {
      this.#sleepers.delete(wake);
      timer.cancel();
      waiting.resolve();
    };
    const timer = this.timer(ms, wake);
    if (signal !== undefined) this.#sleepers.add(wake);
    return waiting.promise;
  }
}
