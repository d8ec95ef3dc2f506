// Compares volumes of two accounts apart from the accounts' scales.
import Big from "big.js";
import { scaled, VOLUMES, type VolumeRules } from "../config/compose/scale.js";
import type { ConfiguredAccount } from "../config/load.js";
import type { CompareField, LiveName } from "../model/bot/difference.js";
import { canonicalValue, type FieldName } from "../model/bot/field.js";
import { canonicalDecimal } from "../model/text/decimal.js";

/** Judges the volumes, and no other field, of live bots of two accounts with these configurations. */
export function unscaling(from: ConfiguredAccount, to: ConfiguredAccount): CompareField {
  const [own, others] = [declaredVolumes(from), declaredVolumes(to)];
  const isScaled = from.volumes.scale !== undefined || to.volumes.scale !== undefined;
  return (bot, field, a, b) => {
    const isVolume = VOLUMES.some((name) => name === field) && isNumber(a) && isNumber(b);
    if (!isScaled || !isVolume) return undefined;
    const id = idOf(bot, field);
    return compareScaled(
      { live: a, declared: own.get(id), rules: from.volumes },
      { live: b, declared: others.get(id), rules: to.volumes },
    );
  };
}

/** An odd answer of the service is kept as text, and is equal to itself alone. */
function isNumber(value: string): boolean {
  return canonicalDecimal(value) === value;
}

interface ComparedVolume {
  readonly live: string;
  /** Before the account's scale; undefined where the configuration doesn't have it. */
  readonly declared: string | undefined;
  readonly rules: VolumeRules;
}

/**
 * Where the configuration's own volume explains a live one, that volume is scaled up for the other side, and nothing is
 * divided. Otherwise each live volume is taken for what its account made of an unknown one.
 */
export function compareScaled(from: ComparedVolume, to: ComparedVolume): NonNullable<ReturnType<CompareField>> {
  const known = [from, to].flatMap(({ live, declared, rules }) =>
    declared !== undefined && scaled(declared, rules) === live ? [declared] : [],
  );
  const [first] = known;
  if (first !== undefined) {
    const same = known.some((own) => scaled(own, from.rules) === from.live && scaled(own, to.rules) === to.live);
    const explained = from.declared === first && scaled(first, from.rules) === from.live;
    return { same, ...(!same && explained && { expected: scaled(first, to.rules) }) };
  }
  const same = follows(from, to) || follows(to, from);
  const expected = same ? undefined : whole(from, to.rules);
  return { same, ...(expected !== undefined && { expected }) };
}

/**
 * Whether `to` is scaled(from / scale of from). Both sides are multiplied instead of one being divided, so that a volume
 * that doesn't divide exactly (10 by 0.3) is still judged exactly: with a step, by the step that the quotient falls
 * into; without one, as different, since no volume of finitely many digits is the quotient. What the first account's
 * own step rounded away isn't guessed; it is found the other way round, where the second account has no step.
 */
function follows(from: ComparedVolume, to: ComparedVolume): boolean {
  const [k, m] = [new Big(from.rules.scale ?? 1), new Big(to.rules.scale ?? 1)];
  const [a, b] = [new Big(from.live).times(m), new Big(to.live).times(k)];
  // Without a scale an account has its volumes unrounded.
  const step = to.rules.scale === undefined ? undefined : to.rules.step;
  if (step === undefined) return a.eq(b);
  return new Big(to.live).mod(step).eq(0) && b.lte(a) && a.lt(b.plus(k.times(step)));
}

/** What `from` comes to by other rules; undefined where it doesn't divide exactly. */
function whole({ live, rules }: ComparedVolume, other: VolumeRules): string | undefined {
  const scale = new Big(rules.scale ?? 1);
  const quotient = new Big(live).div(scale);
  return quotient.times(scale).eq(live) ? scaled(quotient.toFixed(), other) : undefined;
}

function declaredVolumes({ resolved }: ConfiguredAccount): ReadonlyMap<string, string> {
  const volumes = new Map<string, string>();
  for (const { access, title, merged } of resolved) {
    if (access === undefined || title === undefined) continue;
    for (const name of VOLUMES) {
      const own = canonicalValue(name, merged.values[name]);
      if (own !== null) volumes.set(idOf({ access: access.alias, title }, name), own);
    }
  }
  return volumes;
}

function idOf({ access, title }: LiveName, field: FieldName): string {
  return JSON.stringify([access, title, field]);
}
