// The forms of a plan beside text and diff, all of one plan: where files are named for them they are written, else one may be printed.
import { basename } from "node:path";
import { AppError } from "../../app/error.js";
import type { MarkdownForm, MarkdownView } from "../../render/markdown/markdown.js";
import type { Context } from "./context.js";
import type { Pictured } from "./plan-html.js";
import { type PlanOuts, sayWritten } from "./plan-out.js";

/** In the order in which they are written. */
const FORMS = ["html", "markdown", "json"] as const;
type Form = (typeof FORMS)[number];

/** What each form is made from, asked for only where it is wanted. */
export type PlanForms = Readonly<Record<Form, () => Promise<string>>>;

/** An account whose plan was made, or why it wasn't. */
export type Ended = Pictured | { readonly account: string; readonly failure: string };

export interface FormOptions {
  readonly format: string;
  readonly marker?: string;
}

/** Before anything is read: a file that is none of botform's is refused, and a marker that nothing would carry. Throws AppError. */
export async function refuseOuts(outs: PlanOuts, { format, marker }: FormOptions): Promise<void> {
  if (marker !== undefined && format !== "markdown" && outs.markdown === undefined)
    throw new AppError("--marker is for --format markdown or --out markdown=FILE\nAsk for one of them.");
  const files = FORMS.flatMap((form) => (outs[form] === undefined ? [] : [{ form, file: outs[form] }]));
  if (files.length === 0) return;
  const { refuseOther } = await import("./page-file.js");
  for (const { form, file } of files) await refuseOther(file, form);
}

/** @param json text of the document; asked for after the plan was saved, which it tells of */
export function planForms(
  context: Context,
  options: FormOptions,
  outs: PlanOuts,
  ended: readonly Ended[],
  json: () => string,
): PlanForms {
  return {
    json: async () => json(),
    async html() {
      const { planHtml, plansHtml } = await import("./plan-html.js");
      const [only, second] = ended;
      const isOne = only !== undefined && "made" in only && second === undefined;
      return isOne ? planHtml(only, Date.now()) : plansHtml(ended, Date.now());
    },
    async markdown() {
      const { planMarkdown } = await import("../../render/markdown/markdown.js");
      const files = [outs.html, outs.json].flatMap((file) => (file === undefined ? [] : [basename(file)]));
      const form: MarkdownForm = { marker: options.marker, files, redacted: context.redacted };
      return planMarkdown(ended.map(viewOf), form);
    },
  };
}

function viewOf(one: Ended): MarkdownView {
  return "made" in one ? { plan: one.made } : one;
}

/** Writes every file that is named, and prints `format` where it is one of these forms: a page or a comment only where no file has it. */
export async function putForms(context: Context, format: string, outs: PlanOuts, forms: PlanForms): Promise<void> {
  for (const form of FORMS) {
    const file = outs[form];
    if (file !== undefined) {
      const text = await forms[form]();
      const { writePage } = await import("./page-file.js");
      await writePage(file, context.redacted(text), form);
    }
    if (format === form && (file === undefined || form === "json")) context.out(await forms[form]());
  }
}

/** The last word, after whatever was printed. */
export function sayForms(context: Context, outs: PlanOuts): void {
  for (const form of FORMS) if (outs[form] !== undefined) sayWritten(context, outs[form], form);
}
