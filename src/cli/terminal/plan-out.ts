// The forms that --out writes plans in: how they are chosen, refused, written and reported.

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
        `--out has no form ${match?.[1]}; choose from ${LISTED}\nFor a file of this name, write --out ./${part}.`,
      );
    if (file.startsWith("-"))
      throw new AppError(
        `--out needs a file for ${form}, not ${file}\nFor a file of this name, write ./${file}; to choose what is printed, use --format.`,
      );
    if (file === "") throw new AppError(`--out names no file for ${form}\nWrite --out ${form}=FILE.`);
    if (outs[form] !== undefined) throw new AppError(`--out names two files for ${form}\nGive one of them.`);
    const named = match === null && form === "plan" ? formByName(file) : undefined;
    if (named !== undefined)
      throw new AppError(
        `--out ${file} would be a saved plan, not a ${named === "html" ? "page" : "comment"}\nWrite --out ${named}=${file}; for a saved plan of this name, --out plan=${file}.`,
      );
    outs[form] = file;
  }
  if (new Set(Object.values(outs)).size < Object.keys(outs).length)
    throw new AppError("--out names one file for two forms\nName a file for each.");
  return outs;
}

/** The form that a file's ending promises. */
function formByName(file: string): OutForm | undefined {
  return /\.html?$/i.test(file) ? "html" : /\.(?:md|markdown)$/i.test(file) ? "markdown" : undefined;
}

/** In the order in which they are written; `plan` is the use case's. */
const WRITTEN = OUT_FORMS.filter((form) => form !== "plan");

interface FormOptions {
  readonly format: string;
  readonly marker?: string;
}

/** Before anything is read: a file that is none of botform's is refused, and a marker that nothing would carry. Throws AppError. */
export async function refuseOuts(outs: PlanOuts, { format, marker }: FormOptions): Promise<void> {
  if (marker !== undefined && format !== "markdown" && outs.markdown === undefined)
    throw new AppError("--marker works only with --format markdown or --out markdown=FILE\nAdd one of them.");
  for (const form of WRITTEN)
    if (outs[form] !== undefined) await (await import("./page-file.js")).refuseOther(outs[form], form);
}

/** Writes every file that is named, then prints `format`: a page or a comment only where no file has it. */
export async function putForms(
  context: Context,
  format: string,
  outs: PlanOuts,
  render: (form: string) => Promise<string>,
): Promise<void> {
  for (const form of WRITTEN) {
    const file = outs[form];
    if (file === undefined) continue;
    await (await import("./page-file.js")).writePage(file, context.redacted(await render(form)), form);
  }
  const isWritten = (format === "html" || format === "markdown") && outs[format] !== undefined;
  if (!isWritten) context.out(await render(format));
}

/** The last word, after whatever was printed. */
export function sayForms(context: Context, outs: PlanOuts): void {
  for (const form of WRITTEN) if (outs[form] !== undefined) sayWritten(context, outs[form], form);
}

/** Says on standard error where a file is: standard output is for what was asked to be printed. */
export function sayWritten(context: Context, file: string, form: Exclude<OutForm, "plan"> = "html"): void {
  const hint = form === "html" ? "; open it in a browser" : "";
  context.tell(`${context.errColour.good("Written")} to ${clean(file)}${hint}.\n`);
}
