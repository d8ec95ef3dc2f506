// The table of the codes with which a plan file is refused.
import { type CodeRow, type Diagnostic, errorRow } from "../text/diagnostic.js";

interface PlanFileRow extends CodeRow {
  readonly remedy: string;
}

const PLAN_AGAIN = "Make a new one with botform plan --out FILE or --ask, and review it.";
const row = (title: string, help: string, remedy = PLAN_AGAIN): PlanFileRow => ({ ...errorRow(title, help), remedy });

/** Codes are stable: a row may get better words, but never another meaning. */
export const PLANFILE_CODES = {
  "planfile/not-a-plan": row(
    "The file is not a saved plan",
    "It isn't a file that botform plan --out writes, or only a part of one. To name a configuration, use --config.",
    "Name a file that botform plan --out wrote; to name a configuration, use --config.",
  ),
  "planfile/other-format": row(
    "The plan file has another format",
    "Another version of botform wrote it. Only the version that made a plan carries it out, because you reviewed what that version meant.",
  ),
  "planfile/other-tool": row(
    "Another version of botform made the plan",
    "Only the version that made a plan carries it out. Plan again with the version that you apply with.",
  ),
  "planfile/other-account": row(
    "The plan is for another account",
    "The plan names its account; the configuration or --account names another one, or doesn't have it.",
    "Name the configuration it was made from with --config, and leave --account out.",
  ),
  "planfile/other-service": row(
    "The plan was made against another service",
    "The plan was made at another address than the account's current apiUrl, where the same titles may be other bots.",
    `Set the account's apiUrl back, or plan again. ${PLAN_AGAIN}`,
  ),
  "planfile/other-key": row(
    "The plan was made with another key or secret",
    "A saved plan is sealed with the API key and secret it was made with. After a change of either, plan again.",
    "Set the key and the secret that it was made with, or make a new plan with botform plan --out FILE or --ask.",
  ),
  "planfile/altered": row(
    "The plan file was altered",
    "Its content doesn't match its seal: it was edited, cut off or damaged. It may no longer be the plan that was reviewed.",
  ),
  "planfile/from-the-future": row(
    "The plan's time is in the future",
    "One of the two clocks is wrong. With a wrong clock, a plan's expiry can't be checked, and the service refuses signatures, too.",
    "Correct the clocks, then make a new plan with botform plan --out FILE or --ask.",
  ),
  "planfile/expired": row(
    "The plan has expired",
    "A saved plan is valid for 30 minutes, or as long as --expires set: the older it is, the more the live bots may have changed.",
  ),
  "planfile/configuration-changed": row(
    "The configuration has changed since",
    "The files differ from those that the plan was made from, so it may undo what they ask for.",
  ),
  "planfile/applied-already": row(
    "The plan has already been applied",
    "The journal has a run of this plan that wrote something, or may have. A saved plan is carried out only once; plan again to see what is left.",
  ),
  "planfile/not-approved": row(
    "The plan waits for a person",
    "botform plan --ask keeps a plan in the ledger until somebody approves it, and apply --approved carries out nothing else.",
    "Somebody has to look at it and approve it: botform approve DIGEST.",
  ),
  "planfile/superseded": row(
    "Another plan was asked for in its place",
    "botform reconcile asks for a yes to one plan of an account at a time: what the bots or the files need has changed since.",
    "Look at the newer one: botform approve lists the plans that wait.",
  ),
  "planfile/rejected": row(
    "The plan was rejected",
    "Somebody has said no to this plan. That counts for good, also if somebody else has approved it.",
    "Ask for another plan with botform plan --ask.",
  ),
} as const satisfies Readonly<Record<string, PlanFileRow>>;

/** The problem of a refused file, with both values if there are two. */
export function refusal(code: keyof typeof PLANFILE_CODES, summary: string): Diagnostic {
  return { severity: "error", code, summary, remedy: PLANFILE_CODES[code].remedy };
}
