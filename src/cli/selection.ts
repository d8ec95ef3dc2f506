// --target and --exclude: which bots a plan is about, by key or address, with * for any text.
import type { Desired } from "../model/desired.js";
import type { Plan } from "../model/plan.js";
import { UserError } from "./failure.js";

/** A test for addresses. Throws UserError for a pattern that fits no configured bot. */
export function selection(
  desired: Desired,
  options: { readonly target?: readonly string[]; readonly exclude?: readonly string[] },
): (address: string) => boolean {
  const targets = patterns(desired, options.target ?? []);
  const excluded = patterns(desired, options.exclude ?? []);
  return (address) =>
    (targets.length === 0 || targets.some((fits) => fits(address))) && !excluded.some((fits) => fits(address));
}

/** Only the service knows undeclared bots, so a target `#id` can be checked only afterwards. Throws UserError. */
export function refuseUnknownStrays(targets: readonly string[], plan: Plan): void {
  const known = new Set(plan.undeclared.map((bot) => `#${bot.id}`));
  for (const target of targets) {
    const id = target.slice(target.indexOf("/") + 1);
    if (id.startsWith("#") && !id.includes("*") && !known.has(id)) {
      throw new UserError(`the account ${plan.account} has no undeclared bot ${id}`);
    }
  }
}

function patterns(desired: Desired, texts: readonly string[]): ((address: string) => boolean)[] {
  return texts.map((text) => {
    const whole = text.includes("/") ? text : `${desired.account}/${text}`;
    const expression = new RegExp(`^${whole.split("*").map(literal).join(".*")}$`);
    const fits = (address: string) => expression.test(address);
    // Undeclared bots have addresses too (account/#id), but only the service knows them.
    if (!whole.includes("#") && !desired.bots.some((bot) => fits(bot.address))) {
      throw new UserError(
        `no bot of the account ${desired.account} fits ${text}\nThe configuration has ${desired.bots.length} bots; botform plan lists those that differ.`,
      );
    }
    return fits;
  });
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
