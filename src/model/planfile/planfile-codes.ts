// The table of the codes with which a plan file is refused.
import { type CodeRow, errorRow as error } from "../text/diagnostic.js";
import type { PlanFileCode } from "./planfile-problems.js";

/** Codes are stable: a row may get better words, but never another meaning. */
export const PLANFILE_CODES = {
  "planfile/not-a-plan": error(
    "The file is no saved plan",
    "It isn't what botform plan --out writes, or only a part of it. A configuration is named with --config, not as a file to apply.",
  ),
  "planfile/other-format": error(
    "The plan file is of another format",
    "Another version of botform wrote it. A plan is carried out by the version that made it, since it was reviewed as that one understood it.",
  ),
  "planfile/other-tool": error(
    "Another version of botform made the plan",
    "A plan is carried out by the version that made it. Plan anew with the version that applies.",
  ),
  "planfile/other-account": error(
    "The plan is for another account",
    "The plan names its account; the configuration or --account names another one, or none of that name.",
  ),
  "planfile/other-service": error(
    "The plan was made on another service",
    "The address that the plan was made on isn't the account's apiUrl now: the same titles may be other bots there.",
  ),
  "planfile/other-key": error(
    "The plan was made with another key or secret",
    "A saved plan is sealed with the API key and secret it was made with. After a change of either, plan anew.",
  ),
  "planfile/altered": error(
    "The plan file was altered",
    "What it holds is not what was sealed: it was edited, cut off or damaged. What was reviewed may not be what stands in it now.",
  ),
  "planfile/from-the-future": error(
    "The plan was made later than now",
    "One of the two clocks is wrong. With a wrong clock nobody can tell how long a plan holds, and signatures are refused, too.",
  ),
  "planfile/expired": error(
    "The plan is out of time",
    "A saved plan holds for 30 minutes, or as long as --expires said: the longer it lies, the less it has to do with the live bots.",
  ),
  "planfile/configuration-changed": error(
    "The configuration was changed since",
    "The plan was computed from other files than those that are there now, so it may undo what they ask for.",
  ),
  "planfile/applied-already": error(
    "The plan was applied already",
    "The journal tells of a run of this very plan. A saved plan is carried out once; plan again to see what is left.",
  ),
} as const satisfies Readonly<Record<PlanFileCode, CodeRow>>;
