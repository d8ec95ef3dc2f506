// Writes the page of a result beside whatever the command prints.
import { rendered } from "../../render/forms.js";
import type { ResultKind, ResultOf } from "../../render/result-kinds.js";
import type { Context } from "./context.js";
import { refuseOther, writePage } from "./page-file.js";
import { sayWritten } from "./plan-out.js";

/** Before anything is read or replayed: a file that is none of botform's pages is refused. Throws AppError. */
export async function refuseOtherPage(file: string | undefined): Promise<void> {
  if (file !== undefined) await refuseOther(file, "html");
}

/** Standard error says where it is. Throws AppError. */
export async function writeResultPage<Kind extends ResultKind>(
  context: Context,
  file: string,
  kind: Kind,
  result: ResultOf<Kind>,
): Promise<void> {
  const page = await rendered(kind, "html", result, { command: kind, exitCode: 0, colour: context.colour });
  await writePage(file, context.redacted(page));
  sayWritten(context, file);
}
