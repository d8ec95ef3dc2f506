// What plans may rest on of what a service was seen to do: how a setting is switched off, how titles and decimals are stored.
import Big from "big.js";
import { type FieldName, fieldSpec } from "./bot/field.js";
import { ABOUT_FIELDS, QUESTION_NAMES, type QuestionName, type SeenThen } from "./service-questions.js";

/** Facts that a configuration pins, because a team has reviewed them. */
export interface PinnedFacts {
  /** Where they stand. */
  readonly file: string;
  /** The service that they are about. */
  readonly origin: string;
  readonly seen: readonly SeenThen[];
}

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

/** What is pinned, and what the ledger has seen otherwise since. */
export interface Contradiction {
  readonly pinned: SeenThen;
  readonly since: SeenThen;
}

/** What plans and applies may rest on. */
export interface ReliedOn {
  readonly seen: readonly SeenThen[];
  /** What the service has changed its mind about: nobody knows it any more. */
  readonly contradicted: readonly Contradiction[];
}

/** Of two measures of these the longer one is relied on: whoever reckons with more waits longer, and is never wrong. */
const LENGTHS: ReadonlySet<QuestionName> = new Set(["nonceWindow", "noncePostWindow", "listLag", "logLag"]);
/** What a service shows at one time and not at another says nothing of a change of mind. */
const PASSING: ReadonlySet<QuestionName> = new Set([
  "clock",
  "listLacks",
  "listLag",
  "logLag",
  "statusOn",
  "statusOff",
]);

/** What is pinned counts before what one machine has seen, until that is newer and says otherwise. @param ledger each question once */
export function reliedOn(pinned: readonly SeenThen[], ledger: readonly SeenThen[]): ReliedOn {
  const contradicted: Contradiction[] = [];
  const seen = QUESTION_NAMES.flatMap((name) => {
    const [own, other] = [factOf(pinned, name), factOf(ledger, name)];
    if (own === undefined || other === undefined) return own ?? other ?? [];
    const isNewer = other.at > own.at;
    const isSame = agree(own, other);
    if (isNewer && !isSame && !PASSING.has(name)) contradicted.push({ pinned: own, since: other });
    if (LENGTHS.has(name)) return mostOf(own) >= mostOf(other) ? own : other;
    if (!isNewer) return own;
    return isSame || PASSING.has(name) ? other : [];
  });
  return { seen, contradicted };
}

/** What a measure is surely less than. */
export function mostOf({ value, below }: Pick<SeenThen, "value" | "below">): number {
  return below === null ? Number.POSITIVE_INFINITY : (below ?? Number(value) + 1);
}

/** Whether one truth would give both answers. */
function agree(one: SeenThen, other: SeenThen): boolean {
  if (typeof one.value !== "number" || typeof other.value !== "number") return one.value === other.value;
  return one.value < mostOf(other) && other.value < mostOf(one);
}

/** How a setting is switched off (S-28, S-76, S-77), and the answer that tells it. */
export interface SwitchedOff {
  readonly by: "zero" | "leaving it out" | "nothing";
  readonly fact: SeenThen;
}

/** undefined where it isn't known, or no value but its own off is needed: then it is tried, and read back. */
export function switchedOff(field: FieldName, seen: readonly SeenThen[] | undefined): SwitchedOff | undefined {
  if (fieldSpec(field).off === "say") return offByWord(field, seen);
  if (fieldSpec(field).off === "never") return undefined;
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

/** What the service takes for off, it needs no word about: only that it doesn't matters. */
function offByWord(field: FieldName, seen: readonly SeenThen[] | undefined): SwitchedOff | undefined {
  const question = (["indicatorOff", "priceLevelOff"] as const).find((name) => ABOUT_FIELDS[name]?.includes(field));
  const fact = question && factOf(seen, question);
  return fact !== undefined && STAYS_ON.has(fact.value) ? { by: "nothing", fact } : undefined;
}

const STAYS_ON: ReadonlySet<string | number> = new Set(["default", "keep", "refuse"]);

/** How a title would read back that the service doesn't keep as it is sent (S-35). */
export interface StoredTitle {
  readonly fact: SeenThen;
  /** What it does with titles, after "the service". */
  readonly does: string;
  /** The title as it would be; undefined where that isn't known, or shouldn't be written. */
  readonly stored: string | undefined;
}

const FORMS: Readonly<Record<string, { readonly does: string; readonly of: (title: string) => string }>> = {
  upper: { does: "stores titles in capitals", of: (title) => title.toUpperCase() },
  nfc: { does: "stores titles in Unicode's composed form (NFC)", of: (title) => title.normalize("NFC") },
};

/** undefined where the title would stay as it is, as far as anybody has seen. */
export function storedTitle(title: string, seen: readonly SeenThen[] | undefined): StoredTitle | undefined {
  const fact = factOf(seen, "titles");
  if (fact === undefined) return undefined;
  const form = FORMS[fact.value];
  if (form !== undefined) {
    const stored = form.of(title);
    return stored === title ? undefined : { fact, does: form.does, stored };
  }
  if (fact.value === "escaped")
    return /[&<>]/.test(title) ? { fact, does: "escapes &, < and > in titles", stored: undefined } : undefined;
  // Characters, code units or bytes: at least as many as characters are counted.
  const isCut = fact.value === "cut" && typeof fact.below === "number" && [...title].length >= fact.below;
  return isCut ? { fact, does: `cuts titles of ${fact.below} characters`, stored: undefined } : undefined;
}

/** A percentage as it would read back; undefined where it would stay as it is, as far as anybody has seen (S-26). */
export function storedPercent(
  percent: string,
  seen: readonly SeenThen[] | undefined,
): { readonly fact: SeenThen; readonly stored: string } | undefined {
  const fact = factOf(seen, "rounding");
  if (fact?.value !== "2") return undefined;
  const stored = new Big(percent).round(2).toFixed();
  return stored === percent ? undefined : { fact, stored };
}
