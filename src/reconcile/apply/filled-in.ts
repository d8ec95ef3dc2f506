// What the service has filled in of a new bot was in no figure of the plan. So policies check the bot once more, as it was read
// back, before it is turned on; where that isn't possible, it stays off.
import type { ObservedBot } from "../../model/bot/bot.js";
import { FIELD_NAMES, type FieldName, type SomeFields } from "../../model/bot/field.js";
import { ServiceError } from "../../model/ports.js";
import { namesText } from "../../model/text/named.js";
import type { Run } from "./run.js";
import type { Verdict } from "./run-options.js";

/** Settings that nobody asked for and that the bot has. */
export function filledIn(target: SomeFields, live: SomeFields): readonly FieldName[] {
  return FIELD_NAMES.filter((name) => target[name] === undefined && (live[name] ?? null) !== null);
}

/** `volumeSafetyOrder 20, countOrderMax 10`. */
export function filledText(filled: readonly FieldName[], { fields }: ObservedBot): string {
  return filled.map((name) => `${name} ${fields[name]}`).join(", ");
}

/** Ends the turn-on of each created bot with filled-in settings that nothing can check, or that is denied. */
export async function checkFilledIn(run: Run): Promise<void> {
  const waiting = run.steps("turn-on").flatMap((step) => {
    const created = run.records.isHeld(step) ? undefined : run.bots.createdAs(step.address);
    return created === undefined || created.filled.length === 0 ? [] : [{ step, ...created }];
  });
  if (waiting.length === 0 || run.stop !== undefined) return;
  const found = await verdicts(run, new Map(waiting.map(({ step, live }) => [step.address, live])));
  for (const { step, live, filled } of waiting) {
    const { denied, figures } = found.get(step.address) ?? {};
    const says = `the service filled in ${filledText(filled, live)}`;
    if (figures !== undefined) run.notes.push(`${step.address}: ${says}: ${figures}`);
    if (denied === undefined) continue;
    run.end(step, {
      kind: "failed",
      detail: `left off: ${says}, and ${denied}`,
      next: `declare ${namesText(filled)} (null switches it off), then run plan: it shows the bot as it is`,
      rule: 6,
    });
  }
}

async function verdicts(run: Run, created: ReadonlyMap<string, ObservedBot>): Promise<ReadonlyMap<string, Verdict>> {
  const forAll = (denied: string) => new Map([...created.keys()].map((address) => [address, { denied }]));
  const { checkCreated } = run.ports;
  if (checkCreated === undefined) return forAll("this apply has no policies to check it by");
  try {
    return await checkCreated(created);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    run.noteFailedRead(error);
    return forAll(`what policies check it by couldn't be read: ${error.message}`);
  }
}
