// An account's scale of volumes: multiplies exactly, rounds down to its step, checks against its minimum.
import Big from "big.js";
import type { FieldName, FieldValue, SomeFields } from "../../model/bot/field.js";
import { canonicalDecimal } from "../../model/text/decimal.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { problem } from "../problem.js";
import { type Merged, originOf } from "./layer.js";

/** Decimal texts; absent where the account doesn't state them. */
export interface VolumeRules {
  readonly scale?: string;
  readonly step?: string;
  readonly min?: string;
}

export const VOLUMES = ["volumeFirstOrder", "volumeSafetyOrder"] as const satisfies readonly FieldName[];

/** The volume an account asks for: `volume` times its scale, rounded down to its step. Canonical decimal text in and out. */
export function scaled(volume: string, { scale, step }: VolumeRules): string {
  if (scale === undefined) return volume;
  const product = new Big(volume).times(scale);
  if (step === undefined) return product.toFixed();
  return product.minus(product.mod(step)).toFixed();
}

/** Decimals of a volume that is worked out backwards from a live one. */
const Exact = Big();
Exact.DP = 12;
Exact.RM = Big.roundDown;

/** The volume that equals a live one after scaling; undefined if none of 12 decimals does. Canonical decimal text in and out. */
export function unscaled(live: string, rules: VolumeRules): string | undefined {
  if (rules.scale === undefined) return live;
  const down = new Exact(live).div(rules.scale);
  // After rounding down it may be a step too small; the smallest addition corrects that.
  const candidates = [down, down.plus("0.000000000001")];
  return candidates.map((one) => one.toFixed()).find((one) => new Big(scaled(one, rules)).eq(live));
}

/** The fields with the account's volumes; the same fields where it has no scale. */
export function withVolumes(fields: SomeFields, rules: VolumeRules): SomeFields {
  if (rules.scale === undefined) return fields;
  const changed: { [name in FieldName]?: FieldValue } = { ...fields };
  for (const name of VOLUMES) {
    const volume = fields[name];
    if (typeof volume === "string") changed[name] = scaled(volume, rules);
  }
  return changed;
}

/** Volumes that an account can't ask for. @param bot its key, for the message */
export function volumeProblems(
  bot: string,
  address: string,
  merged: Merged,
  fields: SomeFields,
  rules: VolumeRules,
): Diagnostic[] {
  return VOLUMES.flatMap((name) => {
    const volume = fields[name];
    if (typeof volume !== "string") return [];
    const place = { origin: originOf(merged, name), address };
    const how = rules.scale === undefined ? "" : ` after the account's volumeScale of ${rules.scale}`;
    // A product of exact decimals is exact, and may have more digits than any service takes.
    if (canonicalDecimal(volume) !== volume) {
      const summary = `bot ${bot}: ${name} has more digits than botform can keep${how}`;
      const remedy = "Set the account's volumeStep, or a volumeScale with fewer digits.";
      return problem("config/inexact-number", { summary, remedy, ...place });
    }
    const least = rules.min;
    const isNothing = new Big(volume).eq(0);
    if (!isNothing && (least === undefined || new Big(volume).gte(least))) return [];
    const why = isNothing ? "which is zero" : `below the account's volumeMin of ${least}`;
    const summary = `bot ${bot}: ${name} is ${volume}${how}, ${why}`;
    const remedy =
      "Raise the volume or volumeScale, correct volumeStep or volumeMin, or leave the bot out with except.";
    return problem("config/volume-too-small", { summary, remedy, ...place });
  });
}
