// Which bots of a plan are held, and what a plan says of its holds: who is held, why, until when, and how to lift it.
import type { Desired } from "../../model/bot/desired.js";
import {
  GRACE_DAYS,
  type Hold,
  holdLine,
  isSamePattern,
  mayMean,
  namesOf,
  patternOn,
  reasonText,
  stateOf,
} from "../../model/bot/hold.js";
import { NOTHING_KEPT, type Observed } from "../../model/bot/observed.js";
import { groupBy } from "../../model/order.js";
import type { HeldBot } from "../../model/plan/plan.js";
import { planProblem } from "../../model/plan/plan-codes.js";
import { armText } from "../../model/policy/breaker.js";
import { counted } from "../../model/text/counted.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { namesText } from "../../model/text/named.js";

/** The hold on a bot, and the pattern of it that the bot fits. */
export interface OnHold {
  readonly hold: Hold;
  readonly pattern: string;
}

/** Tells whether a bot is held. @param id undefined where there is no live bot */
export type HoldOn = (address: string, id: number | undefined) => OnHold | undefined;

type Sides = { readonly desired: Pick<Desired, "account" | "holds">; readonly observed: Pick<Observed, "kept"> };

/** Those of the configuration, and those that only the ledger has. A hold in both is one, and keeps the ids. */
export function holdsOf({
  desired: { account, holds = [] },
  observed: { kept = NOTHING_KEPT },
}: Sides): readonly Hold[] {
  const committed = holds.map((hold) => {
    const ids = kept.holds.filter((other) => isIn(other, hold)).flatMap(({ ids }) => ids ?? []);
    return ids.length === 0 ? hold : { ...hold, ids };
  });
  const others = kept.holds.filter((one) => !holds.some((hold) => isIn(one, hold)));
  return [...committed, ...others].filter(({ bots }) => bots.some((pattern) => mayMean(pattern, account)));
}

/** Whether the configuration states the ledger's hold, too. */
function isIn(inLedger: Hold, { bots }: Hold): boolean {
  return inLedger.bots.every((whole) => bots.some((stated) => isSamePattern(stated, whole)));
}

export function holdOn(sides: Sides): HoldOn {
  const holds = holdsOf(sides);
  if (holds.length === 0) return () => undefined;
  const { desired, observed } = sides;
  return (address, id) => {
    const bot = namesOf(desired.account, address, id, observed.kept?.addresses);
    for (const hold of holds) {
      const pattern = patternOn(hold, bot);
      if (pattern !== undefined) return { hold, pattern };
    }
    return undefined;
  };
}

/** Why a held bot is turned off. */
export function heldReason({ hold, pattern }: OnHold): string {
  return `hold on ${pattern}: ${reasonText(hold)}`;
}

export function heldBot(bot: Pick<HeldBot, "address" | "botId" | "on">, { hold, pattern }: OnHold): HeldBot {
  const { reason, until } = hold;
  return { ...bot, pattern, reason, ...(until !== undefined && { until }) };
}

/** How a hold is lifted: where the configuration states it, there. */
export function liftText({ bots, origin, breaker }: Pick<Hold, "bots" | "origin" | "breaker">): string {
  if (breaker !== undefined) return armText([breaker]);
  const file = origin === undefined ? "" : " --write";
  return `botform hold remove ${bots.map((pattern) => `'${pattern}'`).join(" ")}${file}`;
}

/**
 * One warning for each hold, with the bots that it holds, and another where it is past its end.
 * @param isAsked whether a bot is asked for: of a hold on others alone nothing is said
 */
export function holdProblems(
  sides: Sides & { readonly observed: Pick<Observed, "now"> },
  held: readonly HeldBot[],
  isAsked: (address: string) => boolean = () => true,
): Diagnostic[] {
  return ofBreakersTogether(holdsOf(sides)).flatMap((hold) => [
    ...heldBots(hold, held, { account: sides.desired.account, isAsked }),
    ...endProblems(hold, sides.observed.now),
  ]);
}

/** A breaker sets a hold for each bot, and lifts them at once. */
function ofBreakersTogether(holds: readonly Hold[]): readonly Hold[] {
  const own = [...groupBy(holds, ({ breaker }) => breaker)];
  return own.flatMap(([breaker, all]) => {
    const [first] = all;
    if (breaker === undefined || first === undefined) return all;
    return [{ ...first, bots: all.flatMap(({ bots }) => bots), ids: all.flatMap(({ ids = [] }) => ids) }];
  });
}

function heldBots(
  hold: Hold,
  all: readonly HeldBot[],
  { account, isAsked }: { readonly account: string; readonly isAsked: (address: string) => boolean },
): Diagnostic[] {
  // A bot that several holds hold is named at each.
  const every = all.filter(({ address, botId, pattern }) => {
    const bot = namesOf(account, address, botId ?? undefined);
    return hold.bots.includes(pattern) || patternOn(hold, bot) !== undefined;
  });
  const held = every.filter(({ address }) => isAsked(address));
  if (every.length > 0 && held.length === 0) return [];
  const own = hold.bots.filter((pattern) => pattern.includes("/") && mayMean(pattern, account));
  // On which account a bare key is a bot, nobody says.
  if (held.length === 0 && own.length === 0) return [];
  const names = held.map(({ address }) => address);
  const whom = names.length === 0 ? "no bot that is there" : `${counted(names.length, "bot")} (${namesText(names)})`;
  const fate = names.length === 0 ? "" : "; what is on is turned off, and nothing else is done to them";
  const isToCommit = hold.origin === undefined && hold.breaker === undefined;
  const commit = isToCommit ? ` To keep it, commit it under holds: ${holdLine(hold)}` : "";
  return [
    planProblem("plan/held", {
      summary: `held: ${whom}: ${reasonText(hold)}${fate}`,
      remedy: `When they may run again: ${liftText(hold)}.${commit}`,
      ...(hold.origin !== undefined && { origin: hold.origin }),
    }),
  ];
}

/** What is said of a hold past its end; nothing where the moment isn't known. @param now milliseconds since the epoch */
export function endProblems(hold: Hold, now: number | undefined): Diagnostic[] {
  const state = now === undefined ? "in force" : stateOf(hold, now);
  if (state === "in force") return [];
  const about = {
    summary: `the hold on ${hold.bots.join(", ")} (${hold.reason}) has ended: it was until ${hold.until}, and stays in force`,
    remedy: `Lift it with ${liftText(hold)}, or give it a later until. From ${GRACE_DAYS} days after its end it is an error.`,
    ...(hold.origin !== undefined && { origin: hold.origin }),
  };
  return [planProblem(state === "ended" ? "plan/hold-ended" : "plan/hold-overdue", about)];
}
