// Writes a page or another form of a plan to a file: as a whole, for its owner alone, and never over what is none of botform's.

import { AppError } from "../../app/error.js";
import { EXIT } from "../../app/exit.js";
import { readWhole, replaceWhole } from "../../disk/whole-file.js";
import { DiskError } from "../../model/ports.js";
import { PAGE_BEGIN } from "../../render/html/page.js";
import { PLAN_BEGINS } from "../../render/machine/json.js";
import { TRADES_CSV_BEGINS, TRADES_JSON_BEGINS } from "../../render/machine/trades.js";
import { MARKDOWN_BEGIN } from "../../render/markdown/markdown.js";

/** Bytes of a page at most; what is larger isn't replaced. */
const MOST_BYTES = 256 * 1024 * 1024;

export type TextForm = "html" | "markdown" | "json" | "trades-csv" | "trades-json";

/** How each form's files begin, and what they are called. */
const FORMS: Readonly<Record<TextForm, { readonly begins: readonly string[]; readonly name: string }>> = {
  html: { begins: [PAGE_BEGIN], name: "page of botform's" },
  markdown: { begins: [MARKDOWN_BEGIN], name: "comment of botform's" },
  json: { begins: PLAN_BEGINS, name: "plan of botform's as JSON" },
  "trades-csv": { begins: TRADES_CSV_BEGINS, name: "list of trades of botform's as CSV" },
  "trades-json": { begins: TRADES_JSON_BEGINS, name: "list of trades of botform's as JSON" },
};

/** Throws AppError. */
export async function writePage(file: string, text: string, form: TextForm = "html"): Promise<void> {
  await refuseOther(file, form);
  await onDisk(() => replaceWhole(file, text));
}

/** A slip of the hand must not replace a configuration: only a file of the same form is, or an empty one. Throws AppError. */
export async function refuseOther(file: string, form: TextForm): Promise<void> {
  const { begins, name } = FORMS[form];
  const length = Math.max(...begins.map((begin) => begin.length));
  const before = await onDisk(() => beginOf(file, length));
  if (before !== "" && !begins.some((begin) => before.startsWith(begin)))
    throw new AppError(
      `${file} exists and isn't a ${name}; it was left as it is\nName another file, or remove this one.`,
    );
}

async function beginOf(file: string, bytes: number): Promise<string> {
  try {
    return (await readWhole(file, MOST_BYTES)).subarray(0, bytes).toString("utf8");
  } catch (error) {
    if (error instanceof DiskError && error.code === "ENOENT") return "";
    throw error;
  }
}

/** The path is the user's choice; a full or broken disk is not. */
const NOT_OF_THE_PATH: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EIO", "EROFS", "EMFILE", "ENFILE"]);

async function onDisk<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    throw new AppError(error.message, { exitCode: NOT_OF_THE_PATH.has(error.code) ? EXIT.failed : EXIT.invalid });
  }
}
