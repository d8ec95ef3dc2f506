// Which bots of an account take part in experiments, and which of their settings come from a variant.
import { variantsIn } from "../../config/compose/provenance.js";
import type { VariantMember } from "../../model/bot/desired.js";
import type { VariantOf } from "../../model/bot/provenance.js";
import { locating } from "../files/render.js";
import type { PolicySource } from "./policies.js";

/** Which of its settings come from a variant. */
export function variantsOf({ config, account }: PolicySource): VariantOf | undefined {
  return account && variantsIn(account, locating(config));
}

/** The variants that its bots are in. */
export function membersOf({ account }: PolicySource): readonly VariantMember[] {
  return (account?.desired.bots ?? []).flatMap(({ address, variants = [] }) =>
    variants.map((one) => ({ address, ...one })),
  );
}
