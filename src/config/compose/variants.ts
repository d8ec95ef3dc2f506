// The variants of all experiments: which bots each takes by name, and what it lays over them.
import type { Origin } from "../../model/text/diagnostic.js";
import { fitting } from "../../model/text/pattern.js";
import type { VariantShape } from "../schema/schema-variants.js";
import type { Layer } from "./layer.js";

/** As it stands in a file. */
export interface DeclaredVariant {
  readonly experiment: string;
  readonly name: string;
  readonly origin: Origin;
  readonly shape: VariantShape;
  /** Its settings; undefined of a control. */
  readonly layer: Layer | undefined;
}

export interface Variant extends DeclaredVariant {
  /** By its own name alone, so that no other bot changes whether it takes part. */
  readonly takes: (account: string, key: string) => boolean;
}

/** In the order of the files. */
export function toVariants(declared: readonly DeclaredVariant[]): readonly Variant[] {
  return declared.map((one) => ({ ...one, takes: takenBy(one.shape) }));
}

function takenBy({ accounts, bots }: VariantShape): Variant["takes"] {
  if (accounts === undefined && bots === undefined) return () => false;
  const fitsAccount = anyOf(accounts);
  const [ofAddress, ofKey] = [anyOf(bots?.filter(isOfAddress)), anyOf(bots?.filter((one) => !isOfAddress(one)))];
  return (account, key) => fitsAccount(account) && (ofKey(key) || ofAddress(`${account}/${key}`));
}

export function isOfAddress(pattern: string): boolean {
  return pattern.includes("/");
}

/** Without patterns, every text. */
function anyOf(patterns: readonly string[] | undefined): (text: string) => boolean {
  if (patterns === undefined) return () => true;
  const tests = patterns.map(fitting);
  return (text) => tests.some((test) => test(text));
}

/** `wider-steps/wider`, as messages and commands call a variant. */
export function nameOf({ experiment, name }: Pick<DeclaredVariant, "experiment" | "name">): string {
  return `${experiment}/${name}`;
}
