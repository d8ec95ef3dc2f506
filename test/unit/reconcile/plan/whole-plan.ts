// Whole plans as text, for tables: steps with their reasons, changes and warnings, what is planned of each bot, and what is said.
import type { Desired, DesiredBot } from "../../../../src/model/bot/desired.js";
import type { FieldChange, Plan, PlannedBot } from "../../../../src/model/plan/plan.js";
import { makePlan, type PlanOptions } from "../../../../src/reconcile/plan/planner.js";
import { BASE, desired, observed } from "../fleet.js";

type Lives = Parameters<typeof observed>[0];
type State = Parameters<typeof observed>[1];

/** What every bot of the fleet declares. */
const DECLARED: readonly string[] = ["title", ...Object.keys(BASE)];

/** In short: of what is managed only what isn't declared by all, of the target only what differs from the live bot, or from what all declare. */
function planned({ address: _address, observed: was, fingerprint, target, managed, ...rest }: PlannedBot): string {
  const before = Object.entries(was?.fields ?? { ...BASE, title: rest.title });
  const isAsBefore = ([name, value]: readonly [string, unknown]) =>
    before.some(([other, old]) => other === name && old === value);
  const isAllManaged = DECLARED.every((name) => managed.some((one) => one === name));
  return [
    `bot ${was?.id ?? "new"}${(fingerprint === null) === (was === null) ? "" : "?"}`,
    ...Object.entries(rest).map(([key, value]) => `${key} ${JSON.stringify(value)}`),
    `managed ${[isAllManaged ? "declared" : "not declared", ...managed.filter((one) => !DECLARED.includes(one))].join(" ")}`,
    `target ${JSON.stringify(Object.fromEntries(Object.entries(target).filter((one) => !isAsBefore(one))))}`,
  ].join(" · ");
}

const changed = ({ field, before, after }: FieldChange) =>
  `${field}${before === undefined ? "" : ` ${before}`} → ${after}`;

/** Parts that a plan has only where there is something in them. */
const PARTS = ["undeclaredSettings", "inDoubt", "held"] as const;

function lines(plan: Plan): string[] {
  const { steps, bots, diagnostics, unchanged, undeclared, observedBots } = plan;
  const parts = PARTS.flatMap((part): readonly unknown[] => plan[part] ?? []);
  const there = PARTS.filter((part) => part in plan);
  return [
    ...steps.flatMap(({ address, action, reason, changes, warnings, deal: of }) => [
      `${action} ${address}${of === undefined ? "" : ` deal ${of.id}`}: ${[reason, ...warnings].join(" ! ")}`,
      ...(changes.length > 0 && action !== "create" ? [`  ${changes.map(changed).join(", ")}`] : []),
    ]),
    ...Object.entries(bots).map(([address, one]) => `${address} ${planned(one)}`),
    ...diagnostics.map(({ severity, code, address, origin, summary, remedy }) =>
      [`${severity} ${code}`, address, origin?.path.join("."), summary, remedy]
        .flatMap((part) => part ?? [])
        .join(" | "),
    ),
    ...[...parts, ...undeclared].map((one) => JSON.stringify(one)),
    ...(unchanged > 0 ? [`unchanged ${unchanged}`] : []),
    [`of ${observedBots}`, ...there].join(", "),
  ];
}

export type Case = readonly [DesiredBot | readonly DesiredBot[], Lives, State?, (Partial<Desired> & PlanOptions)?];

/** Every case with the plan that it comes to. */
export function table(cases: Readonly<Record<string, Case>>): string {
  return Object.entries(cases)
    .map(([what, [bots, lives, state = {}, options = {}]]) => {
      const wanted = desired("key" in bots ? [bots] : [...bots], options);
      return [what, ...lines(makePlan(wanted, observed(lives, state), options)).map((line) => `  ${line}`)].join("\n");
    })
    .join("\n");
}
