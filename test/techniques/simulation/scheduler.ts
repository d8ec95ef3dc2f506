// Virtual time: what is due next happens next, and time moves only when every process waits.

/** Something that will happen; it can be called off. */
export interface Appointment {
  readonly due: number;
  readonly act: () => void;
  cancelled: boolean;
}

export class Scheduler {
  #now: number;
  /** Soonest last; of those due together the one made first is taken first. */
  readonly #agenda: Appointment[] = [];
  #woken = true;
  #events = 0;

  constructor(start: number) {
    this.#now = start;
  }

  /** True time, in milliseconds since the epoch: that of the service. */
  get now(): number {
    return this.#now;
  }

  /** How many appointments have been kept: what happens at one moment has an order all the same. */
  get events(): number {
    return this.#events;
  }

  at(due: number, act: () => void): Appointment {
    const appointment: Appointment = { due: Math.max(due, this.#now), act, cancelled: false };
    let place = this.#agenda.length;
    while (place > 0 && (this.#agenda[place - 1]?.due ?? 0) <= appointment.due) place -= 1;
    this.#agenda.splice(place, 0, appointment);
    return appointment;
  }

  after(ms: number, act: () => void): Appointment {
    return this.at(this.#now + ms, act);
  }

  /** To be said by whoever resolves a promise: the code behind it has to run before time goes on. */
  woke(): void {
    this.#woken = true;
  }

  /** Lets things happen until `done`, or until nothing is left to happen. */
  async run(done: () => boolean): Promise<void> {
    for (;;) {
      // Everything that is ready runs before the next appointment: node takes a tick up only when no promise is left to go on.
      if (this.#woken) await new Promise<void>((resolve) => process.nextTick(resolve));
      this.#woken = false;
      if (done()) return;
      const next = this.#agenda.pop();
      if (next === undefined) return;
      if (next.cancelled) continue;
      this.#now = next.due;
      this.#events += 1;
      next.act();
    }
  }
}
