// The decisions that keep one bot from running twice, as pure functions: apply asks them, and the exhaustive model explores them.
import type { ObservedBot } from "../../model/bot/bot.js";
import { changedFields, describeMismatches } from "../../model/bot/compare.js";
import type { PlannedBot } from "../../model/plan/plan.js";
import type { WriteAnswer } from "../../model/ports.js";

/** Why something is not done, in words; `rule` is the rule of apply that forbids it. */
export interface Objection {
  readonly rule: number;
  readonly detail: string;
}

/** A create is sent only where no bot on its access bears its title (rule 2). @param sameTitle read just now */
export function createRefusal(sameTitle: readonly ObservedBot[]): Objection | undefined {
  const [twin] = sameTitle;
  return twin === undefined
    ? undefined
    : {
        rule: 2,
        detail: `bot ${twin.id} "${twin.fields.title}" has taken its title, or a previous one, since the plan was made; nothing was sent`,
      };
}

/** What follows a create's answer. There is no way back to sending it (rule 3). */
export type AfterCreate =
  | { readonly go: "read-back"; readonly botId: number }
  /** It may have been carried out; the list will show it (rule 5). `refusal`: the service said no. */
  | { readonly go: "search"; readonly why: string; readonly refusal?: Refusal }
  /** It never left. */
  | { readonly go: "end"; readonly answer: NotSent };

/** The one answer that proves that nothing was done (rule 4). */
export type NotSent = Extract<WriteAnswer, { readonly kind: "not-sent" }>;

/** Rule 19: the service said no, which proves nothing until what is there was read back. */
export type Refusal = Extract<WriteAnswer, { readonly kind: "refused" | "unauthorized" }>;

export function isRefusal(answer: WriteAnswer): answer is Refusal {
  return answer.kind === "refused" || answer.kind === "unauthorized";
}

/** For the answer of a create that was sent once (rules 3 to 5). */
export function afterCreate(answer: WriteAnswer): AfterCreate {
  if (answer.kind === "accepted") {
    return answer.botId === undefined ? { go: "search", why: "no bot id" } : { go: "read-back", botId: answer.botId };
  }
  if (answer.kind === "not-sent") return { go: "end", answer };
  return { go: "search", why: answer.message, ...(isRefusal(answer) && { refusal: answer }) };
}

/** What a look for the bot of an ambiguous create has found (rule 5). */
export type Found =
  | { readonly kind: "nothing" }
  | { readonly kind: "ours"; readonly botId: number }
  /** A bot that is on may be somebody else's; between several a human has to choose. */
  | { readonly kind: "unclear" };

/** What a look after an ambiguous create means (rule 5). @param sameTitle bots with the title on the access, read by id */
export function foundAfterCreate(sameTitle: readonly ObservedBot[]): Found {
  const [only, second] = sameTitle;
  if (only === undefined) return { kind: "nothing" };
  return second === undefined && !only.status.on ? { kind: "ours", botId: only.id } : { kind: "unclear" };
}

/** All that a turn-on rests on (rule 9), freshly read. */
export interface GateFacts {
  readonly planned: PlannedBot;
  readonly botId: number;
  /** Whether the list shows the bot under its title: a list that drops one row may drop another. */
  readonly isListed: boolean;
  /** Other bots on its access with its title or a former one, read by id, lowest id first. */
  readonly others: readonly ObservedBot[];
  /** The bots on other accesses whose place it takes, read by id. */
  readonly replaced?: readonly ObservedBot[];
  /** The bot's details. */
  readonly live: ObservedBot;
}

/** One condition of a turn-on. It returns why the condition isn't met. */
export type GateCheck = (facts: GateFacts) => string | undefined;

/** Rule 9, check by check. */
export const GATE = {
  isListed: ({ isListed, botId }) =>
    isListed ? undefined : `the list doesn't show bot ${botId} under its title, so it may lack others, too`,
  runsAlone({ others, planned }) {
    const running = others.find((other) => other.status.on);
    return running && `bot ${running.id} with ${sharedTitle(running, planned)} is on (${running.status.raw})`;
  },
  replacedIsOff({ replaced = [] }) {
    const running = replaced.find((old) => old.status.on);
    return running && `bot ${running.id}, which it replaces, is on (${running.status.raw})`;
  },
  hasLowestId({ others, botId, planned }) {
    const lower = planned.pinned ? undefined : others.find((other) => other.id < botId);
    return lower && `bot ${lower.id} has ${sharedTitle(lower, planned)} and a lower id`;
  },
  isAsPlanned({ planned, live }) {
    if (live.accessId !== planned.accessId) return `it doesn't match the plan: access ${live.accessId}`;
    const mismatches = changedFields(planned.target, live.fields);
    return mismatches.length === 0 ? undefined : `it doesn't match the plan: ${describeMismatches(mismatches)}`;
  },
} as const satisfies Readonly<Record<string, GateCheck>>;

function sharedTitle({ fields }: ObservedBot, { title }: PlannedBot): string {
  return fields.title === title ? "the same title" : `a previous title, "${fields.title}",`;
}

/** Why the bot must not be turned on, undefined where it may (rule 9). */
export function turnOnRefusal(
  facts: GateFacts,
  checks: readonly GateCheck[] = Object.values(GATE),
): Objection | undefined {
  for (const check of checks) {
    const detail = check(facts);
    if (detail !== undefined) return { rule: 9, detail };
  }
  return undefined;
}
