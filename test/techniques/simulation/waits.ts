// Rule 23, the wait itself: it was planned, it is told, it looks, no turn-off waits, and no bot waits that no earlier write concerns.
import type { Step } from "../../../src/model/plan/plan.js";
import type { ApplyEvent } from "../../../src/reconcile/apply/run-options.js";
import type { RunBook } from "./ledger.js";
import type { Complain } from "./sends.js";

/** Within so long a wait has looked at least once, and the others have begun. */
const LOOKS_MS = 10_000;

/** What one run tells of its steps while it waits. */
export class Waits {
  readonly #run: RunBook;
  readonly #complain: Complain;
  /** What was told of each step that waits, or has waited. */
  readonly #told = new Map<Step, { readonly at: number; readonly handled: number }>();
  readonly #begun = new Set<Step>();
  /** Steps that have begun, and still have their place among those that run at once. */
  readonly #placed = new Set<Step>();

  constructor(run: RunBook, complain: Complain) {
    this.#run = run;
    this.#complain = complain;
  }

  /** @param all the runs there are: what another one sends meanwhile is in no plan */
  judge(event: ApplyEvent, all: readonly RunBook[]): void {
    const { step } = event;
    if (event.type === "waits") this.#judgeTold(step, all);
    if (event.type === "started") this.#judgeStart(step);
    if (event.type === "started") this.#placed.add(step);
    else this.#placed.delete(step);
    if (event.type !== "waits") this.#begun.add(step);
  }

  #judgeTold(step: Step, all: readonly RunBook[]): void {
    const { machine, handled, folder, startedAt } = this.#run;
    const shownAt = this.#run.shownUntil(startedAt);
    this.#told.set(step, { at: machine.scheduler.now, handled });
    if (step.action === "turn-off") this.#complain("rule 23", `the turn-off of ${step.address} waits`);
    const isBefore = (other: RunBook) => other === this.#run || other.folder !== folder || other.endedAt <= shownAt;
    if (this.#run.does !== "apply" || !all.every(isBefore) || !machine.isSteady || this.#isUnread(step)) return;
    if (!this.#isPlanned(step))
      this.#complain("rule 23", `${step.action} of ${step.address} waits, and the plan didn't say so`);
  }

  #judgeStart(step: Step): void {
    const told = this.#told.get(step);
    const { machine, handled, plan } = this.#run;
    if (told === undefined || machine.scheduler.now - told.at < LOOKS_MS || !machine.isSteady) return;
    if (handled === told.handled) this.#complain("rule 23", `${step.action} of ${step.address} waited without a look`);
    const held = plan?.steps.find(
      (one) => one.action === step.action && !this.#begun.has(one) && !this.#told.has(one) && !this.#isPlanned(one),
    );
    if (held !== undefined && held !== step && this.#placed.size === 0)
      this.#complain("rule 23", `${held.action} of ${held.address} was held back by the wait of ${step.address}`);
  }

  /** Its look has failed, a fault has changed what it showed, or somebody has switched the bot meanwhile: what the plan saw of it proves nothing by now. */
  #isUnread({ address }: Step): boolean {
    const { plan, knowledge, carriedOutAt } = this.#run;
    const planned = plan?.bots[address]?.observed;
    if (planned === null || planned === undefined) return false;
    const known = knowledge.bot(planned.id);
    if (known === undefined || known.reading.bent || known.reading.begunAt < carriedOutAt) return true;
    return known.live.status.on !== planned.status.on;
  }

  #isPlanned({ address }: Step): boolean {
    return this.#run.plan?.diagnostics.some((one) => one.code === "plan/waits" && one.address === address) === true;
  }
}
