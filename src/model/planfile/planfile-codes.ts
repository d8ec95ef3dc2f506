// The table of the codes with which a plan file is refused.
import { type CodeRow, type Diagnostic, errorRow } from "../text/diagnostic.js";

interface PlanFileRow extends CodeRow {
  readonly remedy: string;
}

const PLAN_AGAIN = "Make a new one with botform plan --out FILE, and review it.";
const row = (title: string, help: string, remedy = PLAN_AGAIN): PlanFileRow => ({ ...errorRow(title, help), remedy });

/** Codes are stable: a row may get better words, but never another meaning. */
export const PLANFILE_CODES = {
  "planfile/not-a-plan": row(
    "The file is no saved plan",
    "It isn't what botform plan --out writes, or only a part of it. A configuration is named with --config, not as a file to apply.",
    "Name a file that botform plan --out wrote; a configuration is named with --config.",
  ),
  "planfile/other-format": row(
    "The plan file is of another format",
    "Another version of botform wrote it. A plan is carried out by the version that made it, since it was reviewed as that one understood it.",
  ),
  "planfile/other-tool": row(
    "Another version of botform made the plan",
    "A plan is carried out by the version that made it. Plan anew with the version that applies.",
  ),
  "planfile/other-account": row(
    "The plan is for another account",
    "The plan names its account; the configuration or --account names another one, or none of that name.",
    "Name the configuration it was made from with --config, and leave --account away.",
  ),
  "planfile/other-service": row(
    "The plan was made on another service",
    "The address that the plan was made on isn't the account's apiUrl now: the same titles may be other bots there.",
    `Set the account's apiUrl back, or plan anew. ${PLAN_AGAIN}`,
  ),
  "planfile/other-key": row(
    "The plan was made with another key or secret",
    "A saved plan is sealed with the API key and secret it was made with. After a change of either, plan anew.",
    "Set the key and the secret that it was made with, or make a new plan with botform plan --out FILE.",
  ),
  "planfile/altered": row(
    "The plan file was altered",
    "What it holds is not what was sealed: it was edited, cut off or damaged. What was reviewed may not be what stands in it now.",
  ),
  "planfile/from-the-future": row(
    "The plan was made later than now",
    "One of the two clocks is wrong. With a wrong clock nobody can tell how long a plan holds, and signatures are refused, too.",
    "Set the clocks right, then make a new plan with botform plan --out FILE.",
  ),
  "planfile/expired": row(
    "The plan is out of time",
    "A saved plan holds for 30 minutes, or as long as --expires said: the longer it lies, the less it has to do with the live bots.",
  ),
  "planfile/configuration-changed": row(
    "The configuration was changed since",
    "The plan was computed from other files than those that are there now, so it may undo what they ask for.",
  ),
  "planfile/applied-already": row(
    "The plan was applied already",
    "The journal tells of a run of this very plan. A saved plan is carried out once; plan again to see what is left.",
  ),
} as const satisfies Readonly<Record<string, PlanFileRow>>;

/** The problem of a refused file, with both values if there are two. */
export function refusal(code: keyof typeof PLANFILE_CODES, summary: string): Diagnostic {
  return { severity: "error", code, summary, remedy: PLANFILE_CODES[code].remedy };
}
