// What has become of each step of a run: what was sent for it, what the service said, and how it has ended.
import { isDealAction } from "../../model/plan/actions.js";
import type { Outcome } from "../../model/plan/outcome.js";
import type { Step } from "../../model/plan/plan.js";
import type { WriteAnswer } from "../../model/ports.js";
import { isRefusal, type Refusal } from "./decisions.js";
import type { StepResult } from "./run-options.js";
import { LEFT_OPEN, NEVER_BEGUN } from "./step-results.js";

export class StepRecords {
  readonly #begun = new Set<Step>();
  readonly #outcomes = new Map<Step, Outcome>();
  /** Steps for which something was sent that the service may have acted on. */
  readonly #wrote = new Set<Step>();
  /** Steps that were told no, with the last such answer; it proves nothing by itself. */
  readonly #turnedDown = new Map<Step, WriteAnswer>();
  /** `action address` of every step that was applied. */
  readonly #applied = new Set<string>();
  /** Bots whose later steps must not run, with the reason why. */
  readonly #broken = new Map<string, Pick<StepResult, "detail" | "next">>();

  begin(step: Step): void {
    this.#begun.add(step);
  }

  /** The service's answer to what was sent for the step. */
  answered(step: Step, answer: WriteAnswer): void {
    if (isRefusal(answer) || (answer.kind === "ambiguous" && answer.turnedDown)) this.#turnedDown.set(step, answer);
    else if (answer.kind !== "not-sent") this.#wrote.add(step);
  }

  /** @param botId of the step's bot, if there is one by now */
  end(step: Step, result: StepResult, botId: number | undefined): Outcome {
    if (result.didNothing !== true && this.#turnedDown.has(step)) this.#wrote.add(step);
    if (result.kind === "applied") this.#applied.add(`${step.action} ${step.address}`);
    // No other step depends on a deal's step.
    else if (!isDealAction(step.action)) this.hold(step, `depends on this bot's ${step.action}`, "see that step");
    return this.#close(step, result, botId);
  }

  /** Ends a step that the run leaves open: what was sent is unknown, what never ran not started. */
  leave(step: Step, botId: number | undefined): Outcome {
    return this.#close(step, this.hasSent(step) ? LEFT_OPEN : NEVER_BEGUN, botId);
  }

  #close(step: Step, { kind, detail, next, rule, stale = false }: StepResult, botId: number | undefined): Outcome {
    const { address, action, deal } = step;
    const outcome: Outcome = {
      ...{ address, action, kind, detail, stale, wrote: this.#wrote.has(step) },
      ...(next !== undefined && { next }),
      ...(rule !== undefined && { rule }),
      ...(botId !== undefined && { botId }),
      ...(deal !== undefined && { dealId: deal.id }),
    };
    this.#outcomes.set(step, outcome);
    return outcome;
  }

  /** Keeps later steps of this bot from running; the first reason stays. */
  hold({ address }: Step, detail: string, next: string): void {
    if (!this.#broken.has(address)) this.#broken.set(address, { detail, next });
  }

  /** Why no later step of the step's bot may run; undefined where nothing is against it. */
  causeFor({ address }: Step): Pick<StepResult, "detail" | "next"> | undefined {
    return this.#broken.get(address);
  }

  /** Whether the step won't run, whatever comes. */
  isHeld(step: Step): boolean {
    return this.#broken.has(step.address) || this.hasEnded(step);
  }

  /** The service's no to a step, if it never said anything else; what is there has to decide (rule 19). */
  refusalOf(step: Step): Refusal | undefined {
    const answer = this.#wrote.has(step) ? undefined : this.#turnedDown.get(step);
    return answer !== undefined && isRefusal(answer) ? answer : undefined;
  }

  /** Whether this run applied that action to the bot. */
  applied(address: string, action: Step["action"]): boolean {
    return this.#applied.has(`${action} ${address}`);
  }

  /** Whether something was sent for the step that the service may have acted on. */
  hasWritten(step: Step): boolean {
    return this.#wrote.has(step);
  }

  /** Whether anything was sent for the step, whatever the answer. */
  hasSent(step: Step): boolean {
    return this.#wrote.has(step) || this.#turnedDown.has(step);
  }

  /** How a step ended that had nothing to do, or for which something was sent; undefined for others. */
  endedOf(step: Step): Pick<Outcome, "action" | "kind" | "wrote"> | undefined {
    const outcome = this.#outcomes.get(step);
    if (outcome?.kind !== "applied" && !this.hasSent(step)) return undefined;
    return outcome ?? { action: step.action, kind: "unknown", wrote: true };
  }

  outcomeOf(step: Step): Outcome | undefined {
    return this.#outcomes.get(step);
  }

  /** Whether the step has begun, and not ended. */
  isUnderWay(step: Step): boolean {
    return this.#begun.has(step) && !this.#outcomes.has(step);
  }

  hasEnded(step: Step): boolean {
    return this.#outcomes.has(step);
  }
}
