// The plan: ordered steps on bots, as data that saves, hashes and can be judged.
import * as z from "zod/mini";
import { observedBot } from "../bot/bot.js";
import { FIELD_NAMES, fieldValue, type SomeFields } from "../bot/field.js";
import { count, type Data, digest, listOf, text, word } from "../data.js";
import { groupBy } from "../order.js";
import { type BreakerReading, breakerReading } from "../policy/breaker.js";
import { type Finding, findingsSchema, isDenied } from "../policy/finding.js";
import { revisionShape } from "../revision.js";
import { moneySchema } from "../risk/risk.js";
import { type Diagnostic, diagnostic } from "../text/diagnostic.js";
import { once } from "../text/once.js";
import { ACTIONS, type Action, PHASES, perAction } from "./actions.js";
import { SENT } from "./in-doubt.js";
import { plannedDeal, stepDeal } from "./plan-deal.js";

/** A plan's form, whatever it says; made when first asked for. */
export const planShape = once(() => {
  const fieldName = z.enum(FIELD_NAMES);

  const step = z.strictObject({
    address: text(),
    action: z.enum(PHASES),
    /** The deal it is about; of a start-deal there is none yet. */
    deal: z.exactOptional(stepDeal()),
    /** Why, in one line; explains and never decides. */
    reason: text(),
    /** Changed fields of an update, all declared fields of a create, none of a switch. Without before there was no bot before. */
    changes: listOf(z.strictObject({ field: fieldName, before: z.exactOptional(fieldValue()), after: fieldValue() })),
    warnings: listOf(text()),
  });

  /** A bot that at least one step touches. */
  const plannedBot = z.strictObject({
    address: text(),
    /** The title it shall have. */
    title: text(),
    accessId: count(),
    accessTitle: text(),
    /** As it was when the plan was made; null when it has to be created. */
    observed: z.nullable(observedBot()),
    /** Fingerprint of `observed`; null when there is none. */
    fingerprint: z.nullable(digest()),
    /** Every field the bot shall have afterwards: complete for a live bot, the declared ones for a new one. */
    target: z.partialRecord(fieldName, fieldValue()),
    /** The fields the configuration declares; for a new bot those that `ignore` names, too. */
    managed: listOf(fieldName),
    /** Other live bots on its access with its title, as they were when the plan was made. */
    copies: listOf(count()),
    /** Titles it had before that no other configured bot has, and no other live bot when the plan was made: one that has it since may be this bot. */
    formerTitles: z.exactOptional(listOf(text())),
    /**
     * Ids of the bots on other accesses whose place it takes: none of its other steps runs before those of them that the plan
     * turns off are off (rule 11), and it isn't turned on while one of them is on (rule 9).
     */
    replaces: z.exactOptional(listOf(count())),
    /** Its running deals, lowest id first, where a step updates it, turns it off or is about a deal. */
    deals: z.exactOptional(listOf(plannedDeal())),
    /** In a saved plan, of a bot that it turns on: the newest entries of its log, as they were (rule 21). */
    log: z.exactOptional(listOf(z.strictObject({ datetime: text(), message: text() }))),
    /** It is not updated while a deal of it runs. */
    freezeActiveDeals: z.exactOptional(z.literal(true)),
    /** Whether botId names it: then other bots with its title don't put its identity in doubt. */
    pinned: z.boolean(),
  });

  /** A live bot in scope that the configuration doesn't declare. */
  const undeclaredBot = z.strictObject({
    id: count(),
    title: text(),
    on: z.boolean(),
    status: text(),
    dealIds: listOf(count()),
    /** Set when its title is declared and another live bot with that title was chosen. */
    duplicateOf: z.exactOptional(text()),
    /** Set when its title is one of the configuration's protected ones: then it is never turned off. */
    protected: z.exactOptional(z.literal(true)),
  });

  /** A bot that a hold keeps off and untouched. */
  const heldBot = z.strictObject({
    address: text(),
    /** null where there is no live bot. */
    botId: z.nullable(count()),
    /** Whether it is on, or may come on; then the plan turns it off, unless it is protected. */
    on: z.boolean(),
    /** The one that it fits, of the hold's. */
    pattern: text(),
    reason: text(),
    until: z.exactOptional(text()),
  });

  /** A setting that live bots have and the configuration doesn't declare: it is neither compared nor changed. */
  const undeclaredSetting = z.strictObject({
    ...{ field: fieldName, value: text(), addresses: listOf(text()) },
    /** The configuration wants it off, and no value switches it off for certain: no step tries. */
    wanted: z.exactOptional(z.literal("off")),
  });

  /** A command that was sent, and nobody has seen what became of it (rule 18). Times are ISO 8601, UTC. */
  const botInDoubt = z.strictObject({
    sends: z.enum(SENT),
    /** Its bot; 0 for a create, and for a webhook that names none. */
    botId: count(),
    /** Of what is sent about one deal. */
    dealId: z.exactOptional(count()),
    /** Of the bot; without one, the account. */
    address: text(),
    /** The switch as the service shows it; null where it doesn't show the bot. */
    on: z.nullable(z.boolean()),
    /** The service's own word for it. */
    status: z.nullable(text()),
    sentAt: text(),
    until: text(),
  });

  /** A bot that was protected and isn't any more. */
  const liftedBot = z.strictObject({
    ...{ id: count(), address: text(), title: text() },
    /** How many steps wait until the lifting is recorded. */
    waits: count(),
  });

  return z.strictObject({
    formatVersion: z.literal(1),
    account: word(),
    exchange: word(),
    /** Of the service, for example https://api.example.net; absent where the plan was made without one. */
    origin: z.exactOptional(text()),
    /** Digest of the configuration the plan was computed from. */
    configDigest: word(),
    /** Of all of the configuration that it was made from; absent where there was none. */
    revision: z.exactOptional(revisionShape()),
    /** In the order in which they run. */
    steps: listOf(step),
    /** Every bot touched by a step, by address. */
    bots: z.record(text(), plannedBot),
    unchanged: count(),
    /** How many live bots the plan was computed from; with any, an empty list is a bad read (rule 1). */
    observedBots: count(),
    /** Ids of the live bots that the plan was made with, lowest first; present where it creates one (rule 22). */
    observedIds: z.exactOptional(listOf(count())),
    undeclared: listOf(undeclaredBot),
    undeclaredRule: z.enum(["report", "turn-off", "ignore"]),
    /** Absent where there is none. */
    undeclaredSettings: z.exactOptional(listOf(undeclaredSetting)),
    /** Absent where none is in doubt. */
    inDoubt: z.exactOptional(listOf(botInDoubt)),
    /** Absent where none is held. */
    held: z.exactOptional(listOf(heldBot)),
    /** Bots whose protection the apply lifts; absent where there is none. No step touches them. */
    lifted: z.exactOptional(listOf(liftedBot)),
    /** What it is known to leave alone; what isn't known isn't there. */
    assured: z.exactOptional(
      z.strictObject({
        everyBotDeclared: z.exactOptional(z.literal(true)),
        noDealTouched: z.exactOptional(z.literal(true)),
        changesNothingByHand: z.exactOptional(z.literal(true)),
      }),
    ),
    /** What an apply of it may change (rule 16), and why the configuration allows that; absent where the user names each bot. */
    limits: z.exactOptional(limitsShape()),
    /** What the account's breakers showed; absent where the configuration has none for it. One that is tripped prevents the apply. */
    breakers: z.exactOptional(listOf(breakerReading())),
    /** Errors prevent the apply; warnings are for the reader. */
    diagnostics: listOf(diagnostic()),
    /** What it may cost, before and after; absent if it wasn't asked for, or there is nothing to compare. */
    money: z.exactOptional(moneySchema()),
    /** Findings of policies; absent if none were evaluated. A denial prevents the apply. */
    findings: z.exactOptional(findingsSchema()),
  });
});

type Shape = Data<z.infer<ReturnType<typeof planShape>>>;

/** The limits of rule 16. */
export function limitsShape() {
  return z.strictObject({
    /** Of the account's live bots, in percent. */
    maxChangedPercent: z.number(),
    maxTurnOns: count(),
    reason: z.exactOptional(text()),
    until: z.exactOptional(text()),
  });
}

/** As it is computed, before a file holds it: its diagnostics may know where in the configuration they come from. */
export type Plan = Omit<Shape, "diagnostics"> & { readonly diagnostics: readonly Diagnostic[] };
export type Step = Plan["steps"][number];
export type FieldChange = Step["changes"][number];
export type PlannedBot = Plan["bots"][string];
export type UndeclaredBot = Plan["undeclared"][number];
export type UndeclaredSetting = NonNullable<Plan["undeclaredSettings"]>[number];
export type HeldBot = NonNullable<Plan["held"]>[number];
export type BotInDoubt = NonNullable<Plan["inDoubt"]>[number];
export type LiftedBot = NonNullable<Plan["lifted"]>[number];

/** Begins the digest of a plan that comes from a journal, not from a configuration; the run's id follows. */
export const UNDO_DIGEST = "undo/";

/** Whether the plan is the way back from an earlier run. */
export function isUndo({ configDigest }: Pick<Plan, "configDigest">): boolean {
  return configDigest.startsWith(UNDO_DIGEST);
}

/** Whether a plan holds nothing but turn-offs: nothing ever blocks such a plan. */
export function isTurnOffsAlone({ steps }: Pick<Plan, "steps">): boolean {
  return steps.every(({ action }) => action === "turn-off");
}

/** Whether there is nothing to carry out: no step, and no protection to lift. */
export function isIdle({ steps, lifted = [] }: Pick<Plan, "steps" | "lifted">): boolean {
  return steps.length + lifted.length === 0;
}

/** Whether a command of an earlier run may still change what was planned, as far as the ledger tells, or nobody can tell (rule 18). */
export function isInDoubt({ diagnostics }: Pick<Plan, "diagnostics">): boolean {
  return diagnostics.some(({ code }) => code === "plan/in-doubt" || isUnread(code));
}

/** Whether what earlier runs left behind isn't known, or not all of it. */
export function isLedgerUnread({ diagnostics }: Pick<Plan, "diagnostics">): boolean {
  return diagnostics.some(({ code }) => isUnread(code));
}

const isUnread = (code: string) => code === "plan/unread-ledger";

/** The findings that prevent the apply. */
export function denialsOf(plan: Pick<Plan, "steps" | "findings">): readonly Finding[] {
  return isTurnOffsAlone(plan) ? [] : (plan.findings ?? []).filter(isDenied);
}

/** The breakers that prevent the apply: turn-offs and the ends of deals pass. */
export function trippedOf({ steps, breakers = [] }: Pick<Plan, "steps" | "breakers">): readonly BreakerReading[] {
  return steps.length > 0 && passesHolds({ steps }) ? [] : breakers.filter(({ state }) => state === "tripped");
}

/** Whether all that a plan does may be done to held bots. */
export function passesHolds({ steps }: Pick<Plan, "steps">): boolean {
  return steps.every(({ action }) => ACTIONS[action].rules.passesHolds);
}

/** The planned title, and those that the bot had before: a bot that turns up with one may be this one. */
export function titlesOf({ title, formerTitles = [] }: Pick<PlannedBot, "title" | "formerTitles">): readonly string[] {
  return [title, ...formerTitles];
}

/** A plan's steps by address, each bot's in the order in which they run. */
export function stepsByAddress(plan: Plan): ReadonlyMap<string, readonly Step[]> {
  return groupBy(plan.steps, ({ address }) => address);
}

/** Identifies a step within its plan. */
export function stepKey({ address, action, deal }: Pick<Step, "address" | "action" | "deal">): string {
  return JSON.stringify([action, address, deal?.id ?? null]);
}

/** How many steps there are of each action. */
export function countSteps({ steps }: Pick<Plan, "steps">): Readonly<Record<Action, number>> {
  const counts = new Map<Action, number>();
  for (const { action } of steps) counts.set(action, (counts.get(action) ?? 0) + 1);
  return perAction((action) => counts.get(action) ?? 0);
}

/** What a bot will be once its steps are carried out: without a switch it stays on or off, and a new one is off. */
export function afterSteps(
  { observed, target }: Pick<PlannedBot, "observed" | "target">,
  steps: readonly Step[],
): { readonly fields: SomeFields; readonly on: boolean } {
  const isTurned = (action: Action) => steps.some((step) => step.action === action);
  const on = isTurned("turn-on") || (!isTurned("turn-off") && observed?.status.on === true);
  const isAsBefore = observed !== null && steps.every(({ changes }) => changes.length === 0);
  return { fields: isAsBefore ? observed.fields : target, on };
}
