// What plans may rest on of what a service was seen to do: how a setting is switched off, how titles and decimals are stored.
import { type FieldName, fieldSpec } from "./bot/field.js";
import type { QuestionName, SeenThen } from "./service-questions.js";

/** `seen 2026-11-20`: what stands where a plan would else say that something is assumed. */
export function seenOn({ at }: Pick<SeenThen, "at">): string {
  return `seen ${new Date(at).toISOString().slice(0, 10)}`;
}

/** `clear`, or of a measure `60`, `45 to 59` or `60 or more`. */
export function answerValue({ value, below }: Pick<SeenThen, "value" | "below">): string {
  if (below === undefined || typeof value !== "number") return String(value);
  if (below === null) return `${value} or more`;
  return below === value + 1 ? String(value) : `${value} to ${below - 1}`;
}

/** undefined where nobody has seen it. */
export function factOf(seen: readonly SeenThen[] | undefined, name: QuestionName): SeenThen | undefined {
  return seen?.find((one) => one.name === name);
}

/** How a setting is switched off for which no value means "none" (S-28), and the answer that tells it. */
export interface SwitchedOff {
  readonly by: "zero" | "leaving it out" | "nothing";
  readonly fact: SeenThen;
}

/** undefined where it isn't known: then it is left out, and read back. */
export function switchedOff(field: FieldName, seen: readonly SeenThen[] | undefined): SwitchedOff | undefined {
  if (fieldSpec(field).off !== "omit") return undefined;
  const zero = factOf(seen, "scaleEmpty");
  // Its least is 1, so 0 isn't sent for it.
  if (field !== "countOrderMax" && zero?.value === "clear") return { by: "zero", fact: zero };
  const omitted = factOf(seen, "scaleOmitted");
  const update = factOf(seen, "update");
  // A service that takes to replacing bots treats what is left out in another way than it was seen to.
  const isOutdated = update !== undefined && update.value !== "merge" && update.at >= (omitted?.at ?? 0);
  if (omitted === undefined || isOutdated) return undefined;
  if (omitted.value === "clear") return { by: "leaving it out", fact: omitted };
  return omitted.value === "keep" ? { by: "nothing", fact: omitted } : undefined;
}
