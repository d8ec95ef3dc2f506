// Asks a service one question after the other, slowly, and stops before it could take that for an attack.
import type { Clock } from "../../model/ports.js";
import { TransportError } from "../../service/network.js";
import type { Probe, ProbeAnswer, Prober } from "../../service/probe.js";

/** Nothing more is asked. What was found out so far counts. */
export class AskingStopped extends Error {
  /** Whether all is well, and only the number of refusals is reached. */
  readonly isPlanned: boolean;

  constructor(message: string, isPlanned = false) {
    super(message);
    this.name = "AskingStopped";
    this.isPlanned = isPlanned;
  }
}

/** What is asked. Without a nonce or an age it is a plain request, which only a service in trouble refuses. */
export type Asked = Omit<Probe, "nonce"> & {
  readonly nonce?: number;
  /** Seconds by which the nonce is older than now, by the service's clock; negative is ahead. */
  readonly age?: number;
  /** Sent right behind the last one. */
  readonly isSoon?: true;
};

export interface AskerOptions {
  readonly send: Prober["send"];
  readonly clock: Pick<Clock, "now" | "sleep">;
  /** How many refusals end it. */
  readonly refusals: number;
  /** Milliseconds between two requests. */
  readonly gapMs: number;
  readonly onRequest: () => void;
}

/** Milliseconds in which a read is answered whole, or nothing more is asked. */
export const READ_DEADLINE_MS = 10_000;
/** Milliseconds that a service is left alone after a refusal. */
const AFTER_REFUSAL_MS = 5_000;
/** Into a second. */
const EARLY_MS = 400;
/** An answer that took longer says nothing of nonces: nobody knows when the request arrived. */
const SLOW_MS = 3_000;

export class Asker {
  /** Whether the service wants nonces to grow: then everything waits for its turn. */
  isOrdered = false;
  /** Why nothing may be asked any more; undefined while all is well. */
  lost: () => string | undefined = () => undefined;
  /** Seconds by which the service's clock is ahead of ours. */
  skew = 0;
  readonly #options: AskerOptions;
  readonly #used = new Set<number>();
  /** How many refusals end it from now on; what has to be put back is, whatever was refused before. */
  refusals: number;
  #highest = 0;
  #refused = 0;

  constructor(options: AskerOptions) {
    this.#options = options;
    this.refusals = options.refusals;
  }

  /** Waits for the beginning of a second that nothing was signed in, nor in the one before; Unix time by the service's clock. */
  async freshSecond(): Promise<number> {
    await this.rest(2);
    await this.#early();
    return this.#second();
  }

  async rest(seconds: number): Promise<void> {
    await this.#options.clock.sleep(seconds * 1000);
  }

  /** Milliseconds since the epoch, by our clock. */
  now(): number {
    return this.#options.clock.now();
  }

  #second(): number {
    return Math.floor(this.#options.clock.now() / 1000) + this.skew;
  }

  /** A request that leaves early in a second arrives in the second that it was signed in. */
  async #early(): Promise<void> {
    const late = this.#options.clock.now() % 1000;
    if (late > EARLY_MS) await this.#options.clock.sleep(1000 - late);
  }

  /** The answer, whatever it is. Throws AskingStopped after one refusal too many, and where a plain request is refused. */
  async ask(asked: Asked): Promise<ProbeAnswer> {
    if (this.#refused >= this.refusals)
      throw new AskingStopped(`the service has refused ${this.#refused} requests, which is as many as may be`, true);
    if (asked.isSoon !== true) await this.rest(this.#options.gapMs / 1000);
    const isPlain = asked.nonce === undefined && asked.age === undefined;
    const nonce = asked.nonce ?? (await this.#nonceOf(asked.age ?? 0));
    const sentAt = this.now();
    const answer = await this.#send(asked, nonce);
    const tookMs = this.now() - sentAt;
    if (!isPlain && tookMs > SLOW_MS)
      throw new AskingStopped(
        `an answer took ${Math.round(tookMs / 1000)} s, so how old its nonce was when it arrived isn't known`,
      );
    if (isRefused(answer) && !isPlain) await this.afterRefusal();
    return answer;
  }

  /** A plain request, with what may be refused in it: an unknown name, say. */
  async askWrong(asked: Asked): Promise<ProbeAnswer> {
    const answer = await this.ask(asked);
    if (isRefused(answer)) await this.afterRefusal();
    return answer;
  }

  /** The answer to a plain request, and its `data`. Throws AskingStopped where it is refused. */
  async readWhole(asked: Asked): Promise<{ readonly json: unknown; readonly data: unknown }> {
    const { verdict, json } = await this.ask(asked);
    if (verdict.kind === "success") return { json, data: verdict.data };
    throw new AskingStopped(`a plain request (${asked.name}) was refused: ${verdict.message}`);
  }

  async read(asked: Asked): Promise<unknown> {
    return (await this.readWhole(asked)).data;
  }

  async #nonceOf(age: number): Promise<number> {
    for (;;) {
      if (age !== 0) await this.#early();
      const nonce = this.#second() - age;
      if (!this.#used.has(nonce) && (!this.isOrdered || nonce >= this.#highest)) return nonce;
      await this.rest(1);
    }
  }

  async #send(asked: Asked, nonce: number): Promise<ProbeAnswer> {
    const { name, parameters, method } = asked;
    const lost = this.lost();
    if (lost !== undefined) throw new AskingStopped(lost);
    this.#options.onRequest();
    this.#used.add(nonce);
    const probe = { name, nonce, ...(parameters && { parameters }), ...(method && { method }) };
    const answer = await this.#options.send(probe).catch((error: unknown) => {
      if (!(error instanceof TransportError)) throw error;
      throw new AskingStopped(`${name} wasn't answered: ${error.message}`);
    });
    if (answer.verdict.kind === "overloaded")
      throw new AskingStopped(`the service asks for fewer requests, or is in trouble: ${answer.verdict.message}`);
    if (!isRefused(answer)) this.#highest = Math.max(this.#highest, nonce);
    return answer;
  }

  /** Whoever is locked out must hear of it from the first request that shows it. */
  async afterRefusal(): Promise<void> {
    this.#refused += 1;
    await this.#options.clock.sleep(AFTER_REFUSAL_MS);
    const { verdict } = await this.#send({ name: "accessList" }, await this.#nonceOf(0));
    if (verdict.kind !== "success")
      throw new AskingStopped(
        `after a refusal a plain request was refused, too, so what was refused last isn't known: ${verdict.message}`,
      );
  }
}

export function isRefused({ verdict }: ProbeAnswer): boolean {
  return verdict.kind !== "success";
}
