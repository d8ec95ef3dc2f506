// Why a plan file is refused, in words: one stable code each, and both values where there are two.
import type { Diagnostic } from "../text/diagnostic.js";

export type PlanFileCode =
  | "planfile/not-a-plan"
  | "planfile/other-format"
  | "planfile/other-tool"
  | "planfile/other-account"
  | "planfile/other-service"
  | "planfile/other-key"
  | "planfile/altered"
  | "planfile/from-the-future"
  | "planfile/expired"
  | "planfile/configuration-changed"
  | "planfile/applied-already";

const PLAN_ANEW = "Make a new one with botform plan --out FILE, and review it.";

function refusal(code: PlanFileCode, summary: string, remedy = PLAN_ANEW): Diagnostic {
  return { severity: "error", code, summary, remedy };
}

export const NO_PLAN = refusal(
  "planfile/not-a-plan",
  "the file is no saved plan, or only a part of one",
  "Name a file that botform plan --out wrote; a configuration is named with --config.",
);

/** Found by its form already, without any key. */
export const DAMAGED = refusal("planfile/altered", "the plan file was altered or damaged after it was made");

export const ALTERED = refusal(
  "planfile/altered",
  "the plan file was altered after it was made: its content is not what was authenticated",
);

export function otherFormat(found: number, expected: number): Diagnostic {
  const summary = `the plan file is of format ${found} → this botform reads format ${expected}`;
  return refusal("planfile/other-format", summary);
}

export function otherTool(found: string, expected: string): Diagnostic {
  const maker = found === "" ? "an unknown botform" : `botform ${found.slice(0, 100)}`;
  return refusal("planfile/other-tool", `the plan was made by ${maker} → this is botform ${expected}`);
}

/** @param here what stands in its place, in words. */
export function otherAccount(found: string, here: string): Diagnostic {
  return refusal(
    "planfile/other-account",
    `the plan is for the account ${found} → ${here}`,
    "Name the configuration it was made from with --config, and leave --account away.",
  );
}

export function otherService(found: string, expected: string): Diagnostic {
  const summary = `the plan was made on ${found} → the account's apiUrl is ${expected}`;
  return refusal("planfile/other-service", summary, `Set the account's apiUrl back, or plan anew. ${PLAN_ANEW}`);
}

export const OTHER_KEY = refusal(
  "planfile/other-key",
  "the plan was made with another API key or secret than the account has now",
  "Set the key and the secret that it was made with, or make a new plan with botform plan --out FILE.",
);

export function fromTheFuture(madeAt: string, now: string): Diagnostic {
  return refusal(
    "planfile/from-the-future",
    `the plan was made at ${madeAt} → it is only ${now} here: one of the two clocks is wrong`,
    "Set the clocks right, then make a new plan with botform plan --out FILE.",
  );
}

export function expired(heldUntil: string, now: string): Diagnostic {
  return refusal("planfile/expired", `the plan held until ${heldUntil} → it is ${now}`);
}

export function configurationChanged(found: string, expected: string): Diagnostic {
  const summary = `the configuration was changed since the plan was made: digest ${found.slice(0, 12)} → ${expected.slice(0, 12)}`;
  return refusal("planfile/configuration-changed", summary);
}

/** @param when in words, as the journal tells it. */
export function appliedAlready(when: string): Diagnostic {
  return refusal("planfile/applied-already", `the plan was applied already: ${when}`);
}
