// A bot that is being turned off: its plan, when it is told again, and how it ends.
import type { ObservedBot } from "../../model/bot/bot.js";
import { ACTIONS } from "../../model/plan/actions.js";
import type { Plan, Step } from "../../model/plan/plan.js";
import type { WriteAnswer } from "../../model/ports.js";
import type { Run } from "../apply/run.js";
import type { StepResult } from "../apply/run-options.js";
import { asItIs, directPlan } from "../plan/direct-plan.js";
import { MOST_REJECTIONS } from "./until-answered.js";

/** Milliseconds until a turn-off that may have been lost is sent again, and until the list is read again. */
export const REPEAT_MS = 10_000;

/** A bot to turn off. */
export interface BotToTurnOff {
  readonly bot: ObservedBot;
  readonly run: Run;
  readonly step: Step;
  sends: number;
  sentAt: number;
  answer: WriteAnswer | undefined;
  status: string;
  /** It was seen off, while a turn-on may still take effect. */
  isOff: boolean;
}

type Sent = Pick<BotToTurnOff, "answer" | "sentAt" | "sends" | "isOff">;

/** A send that certainly did nothing is repeated at once, and one that may have been lost after a while. */
export function isDue({ answer, sentAt, sends, isOff }: Sent, elapsed: number): boolean {
  if (isOff && sends > 0) return false;
  const isRejected = answer?.kind === "unauthorized" && sends < MOST_REJECTIONS;
  const didNothing = answer?.kind === "not-sent" || answer?.kind === "refused" || isRejected;
  return didNothing || elapsed - sentAt >= REPEAT_MS;
}

/** How it ends for a bot that wasn't observed off. @param stop why nothing more is done */
export function notOff({ sends, answer, isOff }: Omit<Sent, "sentAt">, hasWritten: boolean, stop: string): StepResult {
  if (isOff) {
    const detail = `it was confirmed off, but a turn-on that was sent before may still take effect, and ${stop}`;
    return { kind: "unknown", detail, next: "watch the bot on the service", rule: 18 };
  }
  if (sends === 0) return { kind: "not-started", detail: `${stop} before it was told to turn off` };
  const next = "check the bot on the service now";
  const times = sends === 1 ? "once" : `${sends} times`;
  if (hasWritten) {
    const detail = `told to turn off ${times}, and ${stop} before it was observed off`;
    return { kind: "unknown", detail, next, rule: 10 };
  }
  const why = answer !== undefined && "message" in answer ? answer.message : "";
  return { kind: "failed", detail: `could not be told to turn off (tried ${times}): ${why}`, next, rule: 4 };
}

/** Stands for an access that the list doesn't show and nobody has read; undo reads it. */
const NO_ACCESS = 0;

/** The plan that turns these bots off, as they were seen, in the order of their ids. */
export function offPlan(account: string, exchange: string, bots: readonly ObservedBot[]): Plan {
  const { command } = ACTIONS["turn-off"];
  const planned = bots
    .toSorted((left, right) => left.id - right.id)
    .map((live) => {
      const access = { id: live.accessId ?? NO_ACCESS, title: "" };
      return { live, bot: asItIs({ address: `${account}/#${live.id}`, live, access }) };
    });
  return directPlan(
    { account, exchange, command, observedBots: bots.length },
    planned.map(({ bot }) => bot),
    planned.map(({ live, bot }) => ({
      address: bot.address,
      action: "turn-off",
      reason: `bots off: ${live.status.on ? `the service shows ${live.status.raw}` : "a turn-on that was sent before may still take effect"}`,
      changes: [],
      warnings: [],
    })),
  );
}
