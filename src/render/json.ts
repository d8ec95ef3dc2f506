// Machine-readable output: one document a run, with the same envelope whether it went well or not.
import type { Diagnostic } from "../model/diagnostic.js";
import type { ApplyReport } from "../model/outcome.js";
import { countSteps, type Plan } from "../model/plan.js";
import { cleanJson } from "./sanitize.js";
import type { SavedFacts } from "./saved-text.js";

export interface JsonResult {
  readonly command: string;
  readonly exitCode: number;
  readonly diagnostics?: readonly Diagnostic[];
  readonly plan?: Plan;
  readonly report?: ApplyReport;
  /** The plan file that was written or read. */
  readonly saved?: SavedFacts & { readonly file: string };
  /** Why there is no more than this; one line. */
  readonly error?: string;
}

/** Text of the document, ending in a line feed. */
export function resultJson(result: JsonResult): string {
  const document = {
    formatVersion: 1,
    command: result.command,
    ok: result.exitCode === 0 || result.exitCode === 2,
    exitCode: result.exitCode,
    ...(result.error !== undefined && { error: result.error }),
    diagnostics: (result.diagnostics ?? result.plan?.diagnostics ?? []).map(publicDiagnostic),
    ...(result.saved !== undefined && { saved: result.saved }),
    ...(result.plan !== undefined && {
      summary: {
        ...countSteps(result.plan),
        unchanged: result.plan.unchanged,
        undeclared: result.plan.undeclared.length,
      },
      plan: { ...result.plan, diagnostics: result.plan.diagnostics.map(publicDiagnostic) },
    }),
    ...(result.report !== undefined && { report: result.report }),
  };
  return `${cleanJson(JSON.stringify(document, null, 2))}\n`;
}

/** Without the origin, which only the configuration can read. */
function publicDiagnostic({ origin: _origin, ...diagnostic }: Diagnostic): Omit<Diagnostic, "origin"> {
  return diagnostic;
}
