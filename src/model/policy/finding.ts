// A finding of a policy on a plan: a violation with its figure, its place and its remedy, as data that the plan carries.
import * as z from "zod/mini";
import { type Data, listOf, text, word } from "../data.js";
import { counted } from "../text/counted.js";
import { position } from "../text/diagnostic.js";
import { once } from "../text/once.js";

/** A plan's findings, read from outside; made when first asked for. */
export const findingsSchema = once(() =>
  listOf(
    z.strictObject({
      /** Stable and documented: policy/max-leverage. */
      code: word(),
      severity: z.enum(["deny", "warn"]),
      /** `standing`: of a bot or a figure that the plan leaves as it is or makes better, so it blocks nothing. */
      kind: z.enum(["breach", "standing", "unknown", "unenforceable", "waiver-expired"]),
      /** Name of the policy in the configuration; absent where no configuration asked for it. */
      policy: z.exactOptional(text()),
      address: z.exactOptional(text()),
      field: z.exactOptional(word()),
      summary: text(),
      /** What was found and what is allowed, decimals as text where they are numbers. */
      figure: z.exactOptional(text()),
      limit: z.exactOptional(text()),
      remedy: text(),
      /** Where what is wrong stands. */
      position: z.exactOptional(position()),
      /** Where the bot itself stands, if what is wrong comes from defaults or a template: a value written there comes first. */
      botPosition: z.exactOptional(position()),
      /** Where the policy stands. */
      policyPosition: z.exactOptional(position()),
      /** Set where a waiver takes its effect away; until is the last day on which it holds, YYYY-MM-DD, UTC. */
      waived: z.exactOptional(z.strictObject({ reason: text(), until: word() })),
    }),
  ),
);

export type Finding = Data<z.infer<ReturnType<typeof findingsSchema>>>[number];
export type FindingSeverity = Finding["severity"];
export type FindingKind = Finding["kind"];
export type Waived = NonNullable<Finding["waived"]>;

/** `To change it for this bot alone, set it at bots.yaml:22.`; undefined where the remedy is about no single setting, or stands there. */
export function aloneText({ field, remedy, botPosition: own }: Finding): string | undefined {
  if (own === undefined || field === undefined || !remedy.includes(field)) return undefined;
  return `To change it for this bot alone, set it at ${own.file}:${own.line}.`;
}

/** Whether it would keep a plan from being applied. */
export function isDenied({ severity, waived }: Finding): boolean {
  return severity === "deny" && waived === undefined;
}

/** What no plan brings about, and nobody waived. */
export function isStanding({ kind, waived }: Finding): boolean {
  return kind === "standing" && waived === undefined;
}

/** `2 denied, 1 warning, 3 warnings already so before, 1 waived`: what the plan doesn't bring about is none of its warnings. */
export function countsText(findings: readonly Finding[]): string {
  const denied = findings.filter(isDenied).length;
  const waived = findings.filter((one) => one.waived !== undefined).length;
  const before = findings.filter((one) => isStanding(one) && !isDenied(one)).length;
  const warned = findings.length - denied - waived - before;
  return [
    ...(denied > 0 ? [`${denied} denied`] : []),
    ...(warned > 0 ? [counted(warned, "warning")] : []),
    ...(before > 0 ? [`${counted(before, "warning")} already so before`] : []),
    ...(waived > 0 ? [`${waived} waived`] : []),
  ].join(", ");
}
