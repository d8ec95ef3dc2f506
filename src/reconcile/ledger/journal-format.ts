// The lines of a run's journal.
import * as z from "zod/mini";
import { ACTIONS, PHASES } from "../../model/plan/actions.js";
import { outcome } from "../../model/plan/outcome.js";
import type { Plan } from "../../model/plan/plan.js";
import { planSchema } from "../../model/plan/plan-schema.js";
import { once } from "../../model/text/once.js";
import { checkedLine, type Reading, readLines } from "./checked-lines.js";

/** What begins a run. */
export const COMMANDS = ["apply", "undo", ...PHASES.flatMap((action) => ACTIONS[action].command ?? [])] as const;

/** The kinds of lines. Times are milliseconds since the epoch, by the clock of the machine that wrote them. */
const entry = once(() => {
  const action = z.enum(PHASES);
  const at = z.int();
  const id = z.int().check(z.nonnegative());

  return z.discriminatedUnion("type", [
    /** A run begins: its plan, with every touched bot as it was before. */
    z.object({
      type: z.literal("begin"),
      at,
      id: z.string(),
      command: z.enum(COMMANDS),
      tool: z.string(),
      account: z.string(),
      origin: z.string(),
      /** Of the saved plan it carries out, where it does. */
      planId: z.optional(z.string()),
      /** Milliseconds until a command of it that isn't observed counts as unknown; older journals don't say. */
      commandDeadlineMs: z.optional(z.int()),
      plan: z.pipe(
        planSchema(),
        z.transform((plan): Plan => plan),
      ),
    }),
    /** A write is about to leave; on the disk before it does. */
    z.object({
      type: z.literal("intent"),
      at,
      write: z.int(),
      address: z.string(),
      step: action,
      sends: action,
      botId: z.optional(id),
      dealId: z.optional(id),
      /** The second that the request is signed with. */
      nonce: z.optional(z.int()),
      /** From then on the service refuses it. Older journals tell of neither. */
      notAfter: z.optional(z.int()),
    }),
    /** The service's answer to it (rule 4). */
    z.object({
      type: z.literal("answer"),
      at,
      write: z.int(),
      kind: z.enum(["accepted", "refused", "not-sent", "unauthorized", "ambiguous", "overtaken"]),
      message: z.optional(z.string()),
      botId: z.optional(id),
    }),
    z.object({ type: z.literal("outcome"), at, outcome: z.object(outcome().shape) }),
    z.object({
      type: z.literal("end"),
      at,
      notes: z.array(z.string()),
      unsettled: z.array(z.string()),
      violations: z.array(z.string()),
      stop: z.optional(z.string()),
    }),
    /** A later look at a step whose outcome was unknown. */
    z.object({
      type: z.literal("resolved"),
      at,
      address: z.string(),
      step: action,
      verdict: z.enum(["took-effect", "no-effect", "unclear"]),
      detail: z.string(),
      botId: z.optional(id),
      dealId: z.optional(id),
    }),
  ]);
});

export type JournalEntry = z.infer<ReturnType<typeof entry>>;
export type BeginEntry = Extract<JournalEntry, { type: "begin" }>;
export type ResolvedVerdict = Extract<JournalEntry, { type: "resolved" }>["verdict"];

/** One line, ending in a line feed. */
export function journalLine(entry: JournalEntry): string {
  return checkedLine(entry);
}

export type JournalReading = Reading<JournalEntry>;

/** Never throws: what can't be read of a journal is left out. */
export function readJournal(text: string): JournalReading {
  return readLines(text, entry());
}
