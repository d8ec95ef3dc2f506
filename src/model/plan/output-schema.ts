// The documents that --format json prints of plan, apply, show and validate, and of whatever fails: what other programs may rely on.
import * as z from "zod/mini";
import { findingsSchema } from "../policy/finding.js";
import { gradedShape } from "../policy/grade.js";
import { GRADES } from "../policy/grade-rules.js";
import { replayDocumentSchema } from "../risk/plan-replay.js";
import { moneySchema } from "../risk/risk.js";
import { perAction } from "./actions.js";
import { applyReport } from "./outcome.js";
import { limitsShape } from "./plan.js";
import { planSchema } from "./plan-schema.js";

const text = z.string();
const count = z.int().check(z.nonnegative());
const exitCode = z.literal([0, 1, 2, 3, 4, 5, 6, 7, 130]);
const plan = planSchema();
const findings = findingsSchema();
const diagnostics = plan.shape.diagnostics;

const summary = z.strictObject({ ...perAction(() => count), unchanged: count, undeclared: count });

/** What the limits of apply count and allow, and how the plan exceeds them. */
const limits = z.strictObject({
  ...{ changedBots: count, liveBots: count, turnOns: count },
  ...z.partial(limitsShape()).shape,
  exceeded: z.array(text),
});

const graded = gradedShape();
const replay = replayDocumentSchema();

const { stop, ...fields } = applyReport().shape;
const report = z.strictObject({ ...fields, runId: z.exactOptional(text), stop });

const saved = z.strictObject({
  ...{
    file: text,
    digest: z.exactOptional(text),
    id: text,
    toolVersion: text,
    account: text,
    origin: text,
    createdAt: text,
    expiresAt: text,
  },
  verified: z.nullable(z.boolean()),
  restsOnLedger: z.exactOptional(z.array(text)),
});

const totals = z.strictObject({
  accounts: count,
  ...summary.shape,
  /** The highest of all accounts; absent where nothing changes, or not every account has a plan. */
  grade: z.exactOptional(z.enum(GRADES)),
  outcomes: z.exactOptional(
    z.strictObject({ applied: count, failed: count, unknown: count, skipped: count, "not-started": count }),
  ),
});

const end = { ok: z.boolean(), exitCode };
const begin = { formatVersion: z.literal(2), ...end };
const why = { error: z.exactOptional(text), diagnostics };

/** One account's part; without a plan it couldn't be planned, and `error` says why. */
const ofAccount = z.strictObject({
  ...{ account: text, ...end, ...why, saved: z.exactOptional(saved) },
  ...{ summary: z.exactOptional(summary), limits: z.exactOptional(limits) },
  grade: z.exactOptional(graded),
  /** The bots that take part in experiments, and the settings that the plan changes as their variants say. */
  variants: z.exactOptional(
    z.array(z.strictObject({ ...{ address: text, experiment: text, variant: text }, sets: z.array(text) })),
  ),
  /** Of plan --replay. */
  replay: z.exactOptional(replay),
  ...{ plan: z.exactOptional(plan), report: z.exactOptional(report) },
});
const run = z.strictObject({
  ...{ ...begin, command: z.literal(["plan", "apply", "show"]), ...why },
  ...{ accounts: z.array(ofAccount), summary: totals },
});
const validation = z.strictObject({ ...begin, command: z.literal("validate"), diagnostics, findings });
const failure = z.strictObject({ ...begin, ok: z.literal(false), command: text, error: text, diagnostics });

/** Any document of these commands. What other commands print has the same first keys, and others beside them. */
export const outputSchema = z.union([run, validation, failure]);

/** The parts that the published schema names, so that each is said once. */
export const OUTPUT_PARTS = {
  run,
  ofAccount,
  validation,
  failure,
  plan,
  diagnostics,
  findings,
  money: moneySchema(),
  report,
  saved,
  summary,
  limits,
  graded,
  replay,
  totals,
} as const;
