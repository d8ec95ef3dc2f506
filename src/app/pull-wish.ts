// What --accept names: bots, or single fields of them, whose live values are wanted and nothing else.
import type { Wish } from "../authoring/pull-drift.js";
import type { Desired } from "../model/bot/desired.js";
import { FIELD_NAMES } from "../model/bot/field.js";
import { AppError } from "./error.js";

/** One thing that --accept names. */
export interface Accepted {
  /** As it was written. */
  readonly text: string;
  readonly address: string;
  readonly field: string | undefined;
}

/** Throws AppError for what names no bot of the account, or no field. */
export function acceptedBy(desired: Desired, accept: readonly string[]): readonly Accepted[] {
  const fields: readonly string[] = [...FIELD_NAMES, "enabled"];
  const bots = desired.bots.map(({ address }) => address);
  return accept.map((text) => {
    const whole = text.includes("/") ? text : `${desired.account}/${text}`;
    if (bots.includes(whole)) return { text, address: whole, field: undefined };
    const dot = whole.lastIndexOf(".");
    const [address, field] = [whole.slice(0, dot), whole.slice(dot + 1)];
    if (dot > 0 && bots.includes(address) && fields.includes(field)) return { text, address, field };
    throw new AppError(
      `--accept ${text} names no bot of the account ${desired.account}, or no field\nWrite ADDRESS or ADDRESS.field, for example ${bots[0] ?? "main/btc-dip"}.leverage.`,
    );
  });
}

export function wishOf(accepted: readonly Accepted[] | undefined): Wish {
  if (accepted === undefined) return () => true;
  return (address, field) => accepted.some((one) => isMeant(one, address, field));
}

export function isMeant(accepted: Accepted, address: string, field: string): boolean {
  return accepted.address === address && (accepted.field === undefined || accepted.field === field);
}
