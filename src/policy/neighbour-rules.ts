// Rules about bots that share a pair on one access: what the exchange holds once, two bots can't have each for itself.
import type { FieldName } from "../model/bot/field.js";
import { byText, groupBy } from "../model/order.js";
import { ACTIONS } from "../model/plan/actions.js";
import type { Breach, FleetRule, Scene } from "./breach.js";
import type { Subject } from "./subjects.js";

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
  words: Omit<Breach, "subject">,
): readonly Breach[] {
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

/** The first one before it in the order that the policy judges it with, and that it doesn't go with. */
function rival(
  subject: Subject,
  ordered: readonly Subject[],
  { governs }: Scene,
  isAgainst: (other: Subject) => boolean = () => true,
): Subject | undefined {
  for (const other of ordered) {
    if (other === subject) return undefined;
    if (isAgainst(other) && governs(subject, other)) return other;
  }
  return undefined;
}

/** Of several bots that may be there, one is enough to say. */
function once(breaches: readonly Breach[]): readonly Breach[] {
  const said = new Set<string>();
  return breaches.filter(({ subject, field, kind }) => {
    const key = `${subject?.address} ${field} ${kind}`;
    return kind !== "unknown" || (!said.has(key) && said.add(key));
  });
}

const onePerSide: FleetRule = (subjects, scene) =>
  groups(subjects, (subject) => [pairOf(subject), text(subject.after.strategy)]).flatMap((group) => {
    const ordered = runningFirst(group);
    return ordered.flatMap((subject) => {
      const other = rival(subject, ordered, scene);
      if (other === undefined) return [];
      const { pairTitle, strategy } = subject.after;
      return against(subject, other, group, {
        field: "pairTitle",
        summary: `${pairTitle} ${strategy} is traded by ${other.address}, too: the exchange holds one position for both`,
        figure: `${group.length} bots`,
        limit: "1 bot",
        remedy: `Trade another pair or direction, put one of them on another access, or turn ${other.address} off.`,
      });
    });
  });

const SETTINGS: readonly FieldName[] = ["leverage", "marginMode"];

const sameSettings: FleetRule = (subjects, scene) =>
  SETTINGS.flatMap((field) =>
    groups(subjects, (subject) => [pairOf(subject), text(subject.after[field])].slice(0, 1)).flatMap((group) => {
      const known = group.filter(({ after }) => typeof after[field] === "string");
      const usual = usualOf(known, field);
      // What is usual comes first: a policy that doesn't judge the bot with any of those has the others to compare it with.
      const isUsual = ({ after }: Subject) => after[field] === usual;
      const ordered = [...known.filter(isUsual), ...known.filter((subject) => !isUsual(subject))];
      return known.flatMap((subject) => {
        const own = subject.after[field];
        const other = rival(subject, ordered, scene, ({ after }) => after[field] !== own);
        if (other === undefined) return [];
        return against(subject, other, group, {
          field,
          summary: `${field} ${own} differs from ${other.after[field]} of ${other.address} on ${pairOf(subject)}: the exchange keeps one of each symbol`,
          figure: String(own),
          limit: String(other.after[field]),
          remedy: `Set ${field} alike on every bot of ${pairOf(subject)}.`,
        });
      });
    }),
  );

/** What a bot has that stays as it is, which is what a change goes against; else what most have. */
function usualOf(group: readonly Subject[], field: FieldName): string | undefined {
  const [first] = group;
  if (first?.touched === false) return first.after[field] ?? undefined;
  const counts = new Map<string, number>();
  for (const { after } of group) counts.set(after[field] ?? "", (counts.get(after[field] ?? "") ?? 0) + 1);
  return [...counts].sort((left, right) => right[1] - left[1])[0]?.[0];
}

const noOpposite: FleetRule = (subjects, scene) =>
  scene.assumptions.hedgeMode
    ? []
    : groups(subjects, (subject) => [pairOf(subject)]).flatMap((group) => {
        const ordered = runningFirst(group);
        return group.flatMap((subject) => {
          const { strategy } = subject.after;
          if (typeof strategy !== "string") return [];
          const isOpposite = ({ after }: Subject) => typeof after.strategy === "string" && after.strategy !== strategy;
          const other = rival(subject, ordered, scene, isOpposite);
          if (other === undefined) return [];
          return against(subject, other, group, {
            field: "strategy",
            summary: `${strategy} on ${pairOf(subject)} against ${other.after.strategy} of ${other.address}: without hedge mode the exchange nets both`,
            figure: `${strategy} and ${other.after.strategy}`,
            limit: "one direction",
            remedy:
              "Keep one of the two, or declare assumptions: { hedgeMode: true } at the account where hedge mode is on.",
          });
        });
      });

export const NEIGHBOUR_RULES = {
  "one-bot-per-pair-side": (subjects, scene) => once(onePerSide(subjects, scene)),
  "same-settings-per-symbol": (subjects, scene) => once(sameSettings(subjects, scene)),
  "no-opposite-without-hedge": (subjects, scene) => once(noOpposite(subjects, scene)),
} as const satisfies Readonly<Record<string, FleetRule>>;
