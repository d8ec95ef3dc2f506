// Rules about bots that trade one pair on one access: the exchange holds one position, one leverage and one margin mode for all of them.
import type { FieldName } from "../model/bot/field.js";
import { byText, groupBy } from "../model/order.js";
import { ACTIONS } from "../model/plan/actions.js";
import type { Subject } from "./subjects.js";
import type { FleetRule, RuleContext, Violation } from "./violation.js";

/** Whether a bot may trade: it is on, nobody knows, or its configuration leaves the switch open. */
function mayRun({ on, declared }: Subject): boolean {
  return on !== false || (declared !== undefined && declared.enabled === undefined);
}

/** Whether two bots can be in each other's way: of one that stays off only the running deal can, and only in that of a bot that is on. */
function canMeet(one: Subject, other: Subject): boolean {
  return [one, other].every(mayRun) || [one, other].some(({ on }) => on === true);
}

/** Of two bots in conflict the later one gets the finding: untouched bots come first, then those that the plan changes in other settings. */
function byBlame(left: Subject, right: Subject): number {
  const blame = (subject: Subject) => Number(subject.touched) + Number(isChanged(subject, undefined));
  return blame(left) - blame(right) || byText(left.address, right.address);
}

/** Bots with equal keys on one access. A bot whose access isn't known may be on any, so each group is repeated with it in front. */
function groups(
  subjects: readonly Subject[],
  keyOf: (subject: Subject) => readonly (string | undefined)[],
): readonly (readonly Subject[])[] {
  const known = subjects
    .filter((subject) => (mayRun(subject) || subject.hasDeal) && !keyOf(subject).includes(undefined))
    .sort(byBlame);
  const alike = groupBy(known, (subject) => JSON.stringify(keyOf(subject)));
  return [...alike.values()].flatMap(byAccess).filter((group) => group.length > 1);
}

function byAccess(alike: readonly Subject[]): readonly (readonly Subject[])[] {
  const placed = groupBy(
    alike.filter(({ access }) => access !== undefined),
    ({ access }) => access,
  );
  const lost = alike.filter(({ access }) => access === undefined);
  return [...placed.values()].flatMap((group) => [group, ...lost.map((other) => [other, ...group])]);
}

const text = (value: string | null | undefined) => value ?? undefined;
const pairOf = ({ after }: Subject) => text(after.pairTitle);

/** Whether the plan creates the bot, lets it trade, or changes what the conflict is about. A conflict that the plan didn't make isn't denied. */
function isChanged({ before, after, steps, touched }: Subject, field: FieldName | undefined): boolean {
  const decisive: readonly (FieldName | undefined)[] = ["pairTitle", "strategy", field];
  if (before === null || steps.some(({ action }) => ACTIONS[action].rules.opens)) return true;
  return touched && decisive.some((name) => name !== undefined && before[name] !== after[name]);
}

/** Two bots that are on are a breach. If one is off, the finding only warns, whether a deal of it runs or not. If the access of one isn't known, the finding is "unknown". */
function against(
  subject: Subject,
  other: Subject,
  [first]: readonly Subject[],
  words: Omit<Violation, "subject">,
): readonly Violation[] {
  if (other.access === undefined) {
    const summary = `${words.summary}, if both are on one access; the access of ${other.address} is unknown`;
    return [{ subject, ...words, kind: "unknown", summary, remedy: `Declare ${other.address}. ${words.remedy}` }];
  }
  // The same group without the bot of unknown access has reported these two.
  if (first?.access === undefined) return [];
  if (![subject, other].some((one) => isChanged(one, words.field))) return [{ subject, ...words, kind: "standing" }];
  if (subject.on === true && other.on === true) return [{ subject, ...words }];
  return [{ subject, ...words, summary: `${words.summary}, ${untilWhen([subject, other])}`, onlyWarns: true }];
}

/** Of two bots that aren't both on: since when, or how long, they are in each other's way. */
function untilWhen(both: readonly Subject[]): string {
  const ended = both.find((one) => one.hasDeal && !mayRun(one));
  return ended === undefined ? "once both are on" : `as long as the running deal of ${ended.address} goes on`;
}

function runningFirst(group: readonly Subject[]): Subject[] {
  const order = ({ on, hasDeal, access }: Subject) => (access === undefined ? 0 : on === true || hasDeal ? 1 : 2);
  return [...group].sort((left, right) => order(left) - order(right));
}

/** A kind of conflict between the bots of one group. */
interface Conflict {
  readonly field: FieldName;
  /** What the bots have in common; a part is undefined if it isn't known. */
  readonly keyOf: (subject: Subject) => readonly (string | undefined)[];
  /** Each bot is compared with the first one before it that conflicts. */
  readonly order?: (group: readonly Subject[]) => readonly Subject[];
  readonly isAgainst?: (subject: Subject, other: Subject) => boolean;
  readonly words: (subject: Subject, other: Subject, group: readonly Subject[]) => Omit<Violation, "subject" | "field">;
}

function conflicts(subjects: readonly Subject[], context: RuleContext, conflict: Conflict): readonly Violation[] {
  const { field, keyOf, order = runningFirst, isAgainst = () => true, words } = conflict;
  const found = groups(subjects, keyOf).flatMap((group) => {
    const ordered = order(group);
    return group.flatMap((subject) => {
      const before = ordered.slice(0, Math.max(0, ordered.indexOf(subject)));
      const other = before.find(
        (one) => canMeet(subject, one) && isAgainst(subject, one) && context.governs(subject, one),
      );
      return other === undefined ? [] : against(subject, other, group, { field, ...words(subject, other, group) });
    });
  });
  // If several bots of unknown access may conflict with this one, one finding is enough.
  const reported = new Set<string>();
  return found.filter(({ subject, kind }) => {
    const address = subject?.address ?? "";
    return kind !== "unknown" || (!reported.has(address) && reported.add(address));
  });
}

const onePerSide: FleetRule = (subjects, context) =>
  conflicts(subjects, context, {
    field: "pairTitle",
    keyOf: (subject) => [pairOf(subject), text(subject.after.strategy)],
    words: ({ after: { pairTitle, strategy } }, other, group) => ({
      summary: `${pairTitle} ${strategy} is also traded by ${other.address}: the exchange keeps one position for both`,
      figure: `${group.length} bots`,
      limit: "1 bot",
      remedy: `Trade another pair or direction, put one of them on another access, or turn ${other.address} off.`,
    }),
  });

const sameSettings: FleetRule = (subjects, context) =>
  (["leverage", "marginMode"] as const).flatMap((field) =>
    conflicts(subjects, context, {
      field,
      keyOf: (subject) => [pairOf(subject)],
      order: (group) => usualFirst(group, field),
      isAgainst: (subject, other) => other.after[field] !== subject.after[field],
      words: (subject, other) => ({
        summary: `${field} ${subject.after[field]} differs from ${other.after[field]} of ${other.address} on ${pairOf(subject)}: the exchange keeps one setting per symbol`,
        figure: String(subject.after[field]),
        limit: String(other.after[field]),
        remedy: `Use the same ${field} for every bot on ${pairOf(subject)}.`,
      }),
    }),
  );

/** Bots with the usual value come first. The others follow, for a policy whose scope holds none of those. */
function usualFirst(group: readonly Subject[], field: FieldName): readonly Subject[] {
  const known = group.filter(({ after }) => typeof after[field] === "string");
  const usual = usualOf(known, field);
  const isUsual = ({ after }: Subject) => after[field] === usual;
  return [...known.filter(isUsual), ...known.filter((subject) => !isUsual(subject))];
}

/** The value of a bot that the plan leaves alone; else the value that most bots have. */
function usualOf(group: readonly Subject[], field: FieldName): string | undefined {
  const [first] = group;
  if (first?.touched === false) return first.after[field] ?? undefined;
  const alike = groupBy(group, ({ after }) => after[field] ?? "");
  return [...alike].sort(([, left], [, right]) => right.length - left.length)[0]?.[0];
}

const noOpposite: FleetRule = (subjects, context) =>
  context.assumptions.hedgeMode
    ? []
    : conflicts(subjects, context, {
        field: "strategy",
        keyOf: (subject) => [pairOf(subject)],
        isAgainst: ({ after: { strategy } }, { after }) =>
          typeof strategy === "string" && typeof after.strategy === "string" && after.strategy !== strategy,
        words: (subject, other) => ({
          summary: `${subject.after.strategy} on ${pairOf(subject)} against ${other.after.strategy} of ${other.address}: without hedge mode, the exchange offsets one position against the other`,
          figure: `${subject.after.strategy} and ${other.after.strategy}`,
          limit: "one direction",
          remedy: "Keep one of them, or set assumptions: { hedgeMode: true } for the account if hedge mode is on.",
          ...(context.assumptions.hedgeModeStated === true && { isCertain: true }),
        }),
      });

export const NEIGHBOUR_RULES = {
  "one-bot-per-pair-side": onePerSide,
  "same-settings-per-symbol": sameSettings,
  "no-opposite-without-hedge": noOpposite,
} as const satisfies Readonly<Record<string, FleetRule>>;
