// What --out of a plan means: which files are written, and in which form.

import { AppError } from "../../app/error.js";
import { clean } from "../../render/sanitize.js";
import type { Context } from "./context.js";

/** Forms that a plan can be written to a file in; `plan` is the saved plan that botform apply takes. */
export const OUT_FORMS = ["plan", "html", "markdown", "json"] as const;
export type OutForm = (typeof OUT_FORMS)[number];
const LISTED = `${OUT_FORMS.slice(0, -1).join(", ")} and ${OUT_FORMS.at(-1)}`;
/** File by form. */
export type PlanOuts = Readonly<Partial<Record<OutForm, string>>>;

/**
 * Reads `FILE`, `FORM=FILE`, or several with commas between, or the option again. A bare FILE is the page with `--format html`, the
 * comment with `--format markdown`, else the saved plan.
 * A comma or an equals sign that no form stands at belongs to the file's name. Throws AppError.
 */
export function planOuts(texts: readonly string[] | undefined, format: string): PlanOuts {
  if (texts === undefined) return {};
  const outs: Partial<Record<OutForm, string>> = {};
  const bare: OutForm = format === "html" || format === "markdown" ? format : "plan";
  for (const part of texts.flatMap((text) => text.split(/,(?=[a-z]+=)/))) {
    const match = /^([a-z]+)=(.*)$/s.exec(part);
    const form = match === null ? bare : OUT_FORMS.find((one) => one === match[1]);
    const file = match === null ? part : (match[2] ?? "");
    if (form === undefined)
      throw new AppError(
        `--out has no form ${match?.[1]}; it has ${LISTED}\nFor a file of this name write --out ./${part}.`,
      );
    if (file.startsWith("-"))
      throw new AppError(
        `--out wants a file for ${form}, not ${file}\nFor a file of this name write ./${file}; what is printed is said with --format.`,
      );
    if (file === "") throw new AppError(`--out names no file for ${form}\nWrite --out ${form}=FILE.`);
    if (outs[form] !== undefined) throw new AppError(`--out names two files for ${form}\nGive one of them.`);
    outs[form] = file;
  }
  if (new Set(Object.values(outs)).size < Object.keys(outs).length)
    throw new AppError("--out names one file for two forms\nName a file for each.");
  return outs;
}

/** Says on standard error where a file is: standard output is for what was asked to be printed. */
export function sayWritten(context: Context, file: string, form: Exclude<OutForm, "plan"> = "html"): void {
  const hint = form === "html" ? "; open it in a browser" : "";
  context.err(`${context.errColour.good("Written")} to ${clean(file)}${hint}.\n`);
}
