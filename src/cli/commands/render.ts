// botform render: every bot in full, with the place each value comes from; or as plain YAML that plans the same.

import { type ConfigOptions, loadSound } from "../../app/configuration.js";
import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { selection } from "../../app/selection.js";
import { exportYaml, MOST_BOTS_IN_A_FILE, MOST_BYTES_IN_A_FILE } from "../../authoring/export.js";
import { type Locate, provenanceOf } from "../../config/compose/provenance.js";
import type { ConfiguredAccount, LoadedConfig } from "../../config/load.js";
import type { Origin } from "../../model/text/diagnostic.js";
import { rendered } from "../../render/forms.js";
import { clean, cleanLines } from "../../render/sanitize.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import type { Context } from "../terminal/context.js";

export interface RenderOptions extends ConfigOptions {
  readonly account?: string;
  /** Keys or addresses, `*` for any text. */
  readonly address?: readonly string[];
  readonly format: "text" | "json" | "yaml";
}

export async function renderCommand(context: Context, options: RenderOptions): Promise<ExitCode> {
  const config = loadSound(options);
  const accounts = accountsOf(config, options.account);
  const includes = selection(
    accounts.map(({ desired }) => desired),
    { target: options.address ?? [] },
  );
  // First, so that a pipe that is closed early doesn't hide them; JSON has them inside.
  if (config.diagnostics.length > 0 && options.format !== "json")
    context.err(`${diagnosticsText(config.diagnostics, context.errColour)}\n`);
  if (options.format === "yaml") return yaml(context, accounts, includes);

  const shown = accounts
    .map((account) => provenanceOf(account, locating(config), includes))
    .filter(({ bots }) => options.address === undefined || bots.length > 0);
  const { diagnostics } = config;
  const setting = { command: "render", exitCode: EXIT.done, diagnostics, colour: context.colour };
  context.out(await rendered("render", options.format, shown, setting));
  return EXIT.done;
}

function yaml(context: Context, accounts: readonly ConfiguredAccount[], includes: Includes): ExitCode {
  const [account, second] = accounts;
  if (account === undefined || second !== undefined) {
    const names = accounts.map(({ desired }) => desired.account).join(", ");
    throw new AppError(
      `plain YAML is written for one account, and there are several (${names})\nName it with --account.`,
    );
  }
  const { bots, undeclared } = account.desired;
  const count = bots.filter(({ address }) => includes(address)).length;
  if (count < bots.length && undeclared === "turn-off") {
    throw new AppError(
      `the account ${account.desired.account} turns undeclared bots off, and a part of its bots would make the others undeclared\nLeave --address away.`,
    );
  }
  const exported = exportYaml(account, { includes });
  if ("problem" in exported) {
    throw new AppError(`${exported.problem}\nState volumeStep for the account, so that scaled volumes are rounded.`);
  }
  if (count > MOST_BOTS_IN_A_FILE || Buffer.byteLength(exported.text) > MOST_BYTES_IN_A_FILE) {
    const warning = `these are ${count} bots, and one file holds ${MOST_BOTS_IN_A_FILE} and 1 MiB: spread them over several files of a folder`;
    context.err(`${context.errColour.change("warning:")} ${clean(warning)}\n`);
  }
  // Changes nothing: what it would make visible is escaped already.
  context.out(cleanLines(exported.text));
  return EXIT.done;
}

/** The account of that name, or all. Throws AppError. */
function accountsOf({ accounts }: LoadedConfig, name: string | undefined): readonly ConfiguredAccount[] {
  if (name === undefined) return accounts;
  const found = accounts.filter(({ desired }) => desired.account === name);
  if (found.length > 0) return found;
  const names = accounts.map(({ desired }) => desired.account).join(", ");
  throw new AppError(`the configuration has no account ${name}; it has ${names}`);
}

type Includes = (address: string) => boolean;

/** Only the loaded configuration knows lines and columns, and it tells them with diagnostics. */
function locating({ locate }: LoadedConfig): Locate {
  return (origin: Origin) => {
    const [placed] = locate([{ severity: "warning", code: "", summary: "", origin }]);
    const { file, line, column } = placed?.position ?? { file: origin.file, line: 1, column: 1 };
    return { file, line, column };
  };
}
