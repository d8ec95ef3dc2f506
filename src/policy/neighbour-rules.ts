// Rules about bots that share a pair on one access: what the exchange holds once, two bots can't have each for itself.
import type { FieldName } from "../model/bot/field.js";
import { byText, groupBy } from "../model/order.js";
import { ACTIONS } from "../model/plan/actions.js";
import type { Subject } from "./subjects.js";
import type { FleetRule, RuleContext, Violation } from "./violation.js";

/** Those that are on, or may be; off by declaration is off. */
function mayRun({ on, declared }: Subject): boolean {
  return on !== false || (declared !== undefined && declared.enabled === undefined);
}

/** In the order in which one is blamed for the other: what stays as it is comes first, then what only its other settings change of. */
function byBlame(left: Subject, right: Subject): number {
  const blame = (subject: Subject) => Number(subject.touched) + Number(isChanged(subject, undefined));
  return blame(left) - blame(right) || byText(left.address, right.address);
}

/** Those that are alike on one access; then those with each bot before them that may be there, since nobody knows where it is. */
function groups(
  subjects: readonly Subject[],
  keyOf: (subject: Subject) => readonly (string | undefined)[],
): readonly (readonly Subject[])[] {
  const known = subjects.filter((subject) => mayRun(subject) && !keyOf(subject).includes(undefined)).sort(byBlame);
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

/** Whether the plan has a part in how the two stand to each other: what stood so before is not what the plan does. */
function isChanged({ before, after, steps, touched }: Subject, field: FieldName | undefined): boolean {
  const decisive: readonly (FieldName | undefined)[] = ["pairTitle", "strategy", field];
  if (before === null || steps.some(({ action }) => ACTIONS[action].rules.opens)) return true;
  return touched && decisive.some((name) => name !== undefined && before[name] !== after[name]);
}

/** Two that are on are a breach; with one that is off it is what would be; with one that is who knows where, what may be. */
function against(
  subject: Subject,
  other: Subject,
  [first]: readonly Subject[],
  words: Omit<Violation, "subject">,
): readonly Violation[] {
  if (other.access === undefined) {
    const summary = `${words.summary}, if both are on one access: where ${other.address} is isn't known`;
    return [{ subject, ...words, kind: "unknown", summary, remedy: `Declare ${other.address}. ${words.remedy}` }];
  }
  // Of these the group without the bot that may be elsewhere has said it.
  if (first?.access === undefined) return [];
  if (![subject, other].some((one) => isChanged(one, words.field))) return [{ subject, ...words, kind: "standing" }];
  if (subject.on === true && other.on === true) return [{ subject, ...words }];
  return [{ subject, ...words, summary: `${words.summary}, once both are on`, onlyWarns: true }];
}

function runningFirst(group: readonly Subject[]): Subject[] {
  const order = ({ on, access }: Subject) => (access === undefined ? 0 : on === true ? 1 : 2);
  return [...group].sort((left, right) => order(left) - order(right));
}

/** What bots of one group may have against each other. */
interface Conflict {
  readonly field: FieldName;
  /** What they have in common; undefined where it isn't known. */
  readonly keyOf: (subject: Subject) => readonly (string | undefined)[];
  /** Each is held against the first one before it. */
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
      const other = before.find((one) => isAgainst(subject, one) && context.governs(subject, one));
      return other === undefined ? [] : against(subject, other, group, { field, ...words(subject, other, group) });
    });
  });
  // Of several bots that may be there, one is enough to say.
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
      summary: `${pairTitle} ${strategy} is traded by ${other.address}, too: the exchange holds one position for both`,
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
        summary: `${field} ${subject.after[field]} differs from ${other.after[field]} of ${other.address} on ${pairOf(subject)}: the exchange keeps one of each symbol`,
        figure: String(subject.after[field]),
        limit: String(other.after[field]),
        remedy: `Set ${field} alike on every bot of ${pairOf(subject)}.`,
      }),
    }),
  );

/** What is usual comes first: a policy that doesn't judge the bot with any of those has the others to compare it with. */
function usualFirst(group: readonly Subject[], field: FieldName): readonly Subject[] {
  const known = group.filter(({ after }) => typeof after[field] === "string");
  const usual = usualOf(known, field);
  const isUsual = ({ after }: Subject) => after[field] === usual;
  return [...known.filter(isUsual), ...known.filter((subject) => !isUsual(subject))];
}

/** What a bot has that stays as it is, which is what a change goes against; else what most have. */
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
          summary: `${subject.after.strategy} on ${pairOf(subject)} against ${other.after.strategy} of ${other.address}: without hedge mode the exchange nets both`,
          figure: `${subject.after.strategy} and ${other.after.strategy}`,
          limit: "one direction",
          remedy:
            "Keep one of the two, or declare assumptions: { hedgeMode: true } at the account where hedge mode is on.",
        }),
      });

export const NEIGHBOUR_RULES = {
  "one-bot-per-pair-side": onePerSide,
  "same-settings-per-symbol": sameSettings,
  "no-opposite-without-hedge": noOpposite,
} as const satisfies Readonly<Record<string, FleetRule>>;
