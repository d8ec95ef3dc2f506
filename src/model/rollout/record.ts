// What the ledger keeps of a roll-out: as it was reviewed, how it stands, and what people have decided. Data that a process reads which starts anew.
import * as z from "zod/mini";
import type { Data } from "../data.js";
import { once } from "../text/once.js";
import { ON_FAILURE } from "./rollout.js";

/** Raised whenever an older reader would misread what a newer writer means. */
export const ROLLOUT_FORMAT = 1;

const waveShape = once(() =>
  z.object({
    name: z.string(),
    bakeMs: z.number(),
    parts: z.array(
      z.object({
        account: z.string(),
        /** By address: a digest of what is desired of the bot. */
        bots: z.array(z.object({ address: z.string(), desired: z.string() })),
        /** No later wave has bots of this account: live bots that nothing declares belong to this one. */
        isLast: z.boolean(),
        /** Digests of what its plan does, change by change, as it was reviewed. */
        reviewed: z.array(z.string()),
      }),
    ),
  }),
);

const gateShape = once(() =>
  z.object({
    gate: z.enum(["steps", "breakers", "drift", "loss", "margin-used", "ended-deals"]),
    state: z.enum(["passed", "failed", "unknown"]),
    /** The figure with its limit, or what isn't known, as a clause. */
    text: z.string(),
  }),
);

const gatesShape = once(() =>
  z.object({
    drift: z.boolean(),
    loss: z.exactOptional(z.string()),
    marginUsed: z.exactOptional(z.string()),
    endedDeals: z.exactOptional(z.int()),
  }),
);

const newsShape = once(() =>
  z.object({
    kind: z.enum([
      ...(["began", "applied", "passed", "failed", "waits", "paused"] as const),
      ...(["resumed", "promoted", "aborted", "undone", "done"] as const),
    ]),
    /** Of the wave. */
    wave: z.string(),
    /** Why, or by whom, as a clause; null where there is nothing to add. */
    why: z.nullable(z.string()),
  }),
);

/** A line of the roll-outs' file. Times are milliseconds since the epoch. */
export const rolloutLine = once(() => {
  const common = { at: z.int(), format: z.int(), id: z.string() };
  return z.discriminatedUnion("type", [
    z.object({
      ...{ type: z.literal("begin"), ...common, by: z.string(), waves: z.array(waveShape()) },
      /** When the live bots began to be read that the person was shown; without it, when it began. */
      reviewedAt: z.exactOptional(z.int()),
      gates: gatesShape(),
      /** Given at its start: they win over those of the configuration. */
      limits: z.object({ maxChangedPercent: z.exactOptional(z.number()), maxTurnOns: z.exactOptional(z.int()) }),
      onFailure: z.enum(ON_FAILURE),
      waitMs: z.number(),
    }),
    /** The last one counts. */
    z.object({
      ...{ type: z.literal("state"), ...common },
      status: z.enum(["running", "paused", "done", "aborted", "undone"]),
      phase: z.enum(["applying", "baking", "undoing"]),
      /** Index of the wave that is under way. */
      wave: z.int(),
      /** Since when the phase is that one. */
      since: z.int(),
      /** Of the wave that is being watched: for how long it was, in milliseconds, and when it was looked at last. */
      watched: z.exactOptional(z.object({ ms: z.number(), until: z.int() })),
      /** When each wave began, up to the one that is under way. */
      began: z.array(z.int()),
      /** Accounts of the wave that are as was asked for. */
      done: z.array(z.string()),
      /** Bots of the waves so far that differ, or may, and that it has passed over. */
      leftOut: z.exactOptional(z.array(z.object({ address: z.string(), why: z.string() }))),
      /** What the running deals of the waves so far had won or lost when the wave began; null where nobody has looked yet. */
      open: z.nullable(z.array(z.object({ account: z.string(), deal: z.int(), profit: z.string() }))),
      /** Deals of each account that had ended by then, the newest ones: whichever clock is wrong, others have ended since. */
      ended: z.exactOptional(z.array(z.object({ account: z.string(), deals: z.array(z.int()) }))),
      /** What isn't known, since when. */
      doubt: z.nullable(z.object({ since: z.int(), why: z.string() })),
      /** A gate of the wave has failed. */
      isFailed: z.boolean(),
      /** Why it is paused, aborted or goes back. */
      why: z.nullable(z.string()),
      gates: z.array(gateShape()),
      /** When they were looked at last; older versions kept nothing of it. */
      gatesSeenAt: z.exactOptional(z.int()),
      /** So many decisions of people count in it. */
      heard: z.int(),
      /** Index of the decision whose waves count; null for those of the beginning. */
      waves: z.nullable(z.int()),
      /** What nobody may have heard of yet. */
      unreported: z.array(newsShape()),
      /** When somebody should look next; null where nobody need to. */
      dueAt: z.nullable(z.int()),
    }),
    /** What a person has decided, of the wave and phase that the person has seen. */
    z.object({
      ...{ type: z.literal("decision"), ...common },
      does: z.enum(["pause", "resume", "promote", "abort"]),
      ...{ by: z.string(), reason: z.nullable(z.string()), wave: z.int(), phase: z.string() },
      /** Of a promotion: the waves as they were reviewed then. */
      waves: z.optional(z.array(waveShape())),
      /** Of a promotion: the rules that it showed, which count from then on. */
      rules: z.exactOptional(z.object({ gates: gatesShape(), onFailure: z.enum(ON_FAILURE), waitMs: z.number() })),
      /** Of a promotion, as of a beginning. */
      reviewedAt: z.exactOptional(z.int()),
    }),
  ]);
});

export type RolloutLine = Data<z.infer<ReturnType<typeof rolloutLine>>>;
export type RolloutBegin = Extract<RolloutLine, { readonly type: "begin" }>;
export type Decision = Extract<RolloutLine, { readonly type: "decision" }>;
export type RolloutState = Omit<Extract<RolloutLine, { readonly type: "state" }>, "type" | "at" | "format" | "id">;
export type RolloutWave = RolloutBegin["waves"][number];
export type RolloutPart = RolloutWave["parts"][number];
export type LeftOut = NonNullable<RolloutState["leftOut"]>[number];
export type GateReading = RolloutState["gates"][number];
export type RolloutNews = RolloutState["unreported"][number];

/** One roll-out, as the ledger has it. */
export interface RolloutRecord {
  readonly begin: RolloutBegin;
  readonly state: RolloutState;
  /** Oldest first. */
  readonly decisions: readonly Decision[];
}

/** As it is when it begins. */
export function newState(at: number): RolloutState {
  return {
    ...{ status: "running", phase: "applying", wave: 0, since: at, began: [], done: [], open: null, doubt: null },
    ...{ isFailed: false, why: null, gates: [], heard: 0, waves: null, unreported: [], dueAt: at },
  };
}

/** Its waves as they were reviewed last. */
export function wavesOf({ begin, state, decisions }: RolloutRecord): readonly RolloutWave[] {
  return (state.waves === null ? undefined : decisions[state.waves]?.waves) ?? begin.waves;
}

/** What must hold, what is done where it doesn't, and for how long what isn't known is waited for. */
export type Rules = Pick<RolloutBegin, "gates" | "onFailure" | "waitMs">;

/** As a person was shown them last. */
export function rulesOf({ begin, state, decisions }: RolloutRecord): Rules {
  const { gates, onFailure, waitMs } = (state.waves === null ? undefined : decisions[state.waves]?.rules) ?? begin;
  return { gates, onFailure, waitMs };
}

/** Since when what happens to the accounts is nobody's decision yet, in milliseconds since the epoch. */
export interface Undecided {
  /** The last review, or word to go on. */
  readonly stops: number;
  /** The last review, or promotion: who only goes on overrules nothing. */
  readonly trips: number;
}

export function undecidedSince({ begin, decisions }: Pick<RolloutRecord, "begin" | "decisions">): Undecided {
  const first = begin.reviewedAt ?? begin.at;
  const last = (...does: readonly Decision["does"][]) => {
    const own = decisions.filter((one) => does.includes(one.does));
    return Math.max(first, ...own.map(({ at, reviewedAt = at }) => reviewedAt));
  };
  return { stops: last("resume", "promote"), trips: last("promote") };
}

/** Whether nothing of it goes on, or will. */
export function isOver({ status }: Pick<RolloutState, "status">): boolean {
  return status === "done" || status === "aborted" || status === "undone";
}
