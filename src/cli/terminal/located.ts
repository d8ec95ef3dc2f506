// The options of a command with what they leave open: a configuration above the working folder, and whose ledger counts.
import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { AppError } from "../../app/error.js";
import { findProject } from "../../app/files/project.js";
import { isDatabase } from "../../database/connection.js";
import { clean } from "../../render/sanitize.js";
import { JOURNAL } from "../options.js";
import type { Context } from "./context.js";
import { shellWord } from "./shell-word.js";

interface Given {
  readonly config?: string;
  /** An argument that names the configuration. */
  readonly path?: string;
}

/** Says what it finds elsewhere than in the working folder. Throws AppError where a configuration is named twice. */
export function located(
  context: Context,
  parser: CommandUnknownOpts,
  { config, path }: Given,
  searches = hasOption(parser, "config"),
): { readonly config?: string; readonly journal?: string } {
  if (config !== undefined && path !== undefined)
    throw new AppError(`the configuration is named twice: ${path}, and ${config} by --config\nGive one of them.`);
  if (path !== undefined && hasOption(parser, "target") && !/\.ya?ml$|\/$/.test(path) && !existsSync(path))
    throw new AppError(
      `there is no configuration ${path}\nTo choose bots, write --target ${shellWord(path)}; to choose an account, --account ${shellWord(path)}.`,
    );
  const named = config ?? path;
  const hasLedger = isOpen(parser, "journal");
  if (!searches && !hasLedger) return {};
  const found = findProject(named);
  if (searches && found.config !== undefined) context.err(`configuration: ${clean(found.config)}\n`);
  else if (hasLedger && found.folder !== ".") context.err(`ledger: ${clean(join(found.folder, ".botform"))}\n`);
  const warn = (text: string) => context.say({ kind: "warning", text });
  if (searches && found.besides !== undefined)
    warn(
      `${found.besides.unused.join(" and ")} isn't read: ${found.besides.used} is the configuration; name another with --config`,
    );
  if (searches && found.foreign !== undefined)
    warn(`${found.foreign} isn't used: it or its folder is another user's; if you trust it, name it with --config`);
  if (hasLedger && found.passed !== undefined)
    warn(`${found.passed} isn't used: the ledger of this run is ${join(found.folder, ".botform")}`);
  const journal = parser.optsWithGlobals()["journal"];
  const isTyped = parser.getOptionValueSourceWithGlobals("journal") === "cli";
  // A whole path is meant, and an address of a database, which may hold a password; what is written from here may be a slip.
  const mayBeSlip = typeof journal === "string" && !isDatabase(journal) && !isAbsolute(journal);
  if (isTyped && mayBeSlip && found.hasLedger && !existsSync(journal))
    warn(
      `there is no ledger ${clean(journal)} yet, and ${join(found.folder, ".botform")} isn't used: its holds, and what it has in doubt, don't count`,
    );
  const chosen = named ?? (searches ? found.config : undefined);
  return {
    ...(chosen !== undefined && { config: chosen }),
    ...(hasLedger && { journal: join(found.folder, JOURNAL) }),
  };
}

/** An empty variable says nothing, as elsewhere. */
function isOpen(parser: CommandUnknownOpts, name: string): boolean {
  const source = parser.getOptionValueSourceWithGlobals(name);
  return source === "default" || (source === "env" && parser.optsWithGlobals()[name] === "");
}

function hasOption(parser: CommandUnknownOpts, name: string): boolean {
  return parser.options.some((one) => one.attributeName() === name);
}
