// The configuration after composition: every bot with the origin of each value, or plain YAML that makes the same plan.
import { exportYaml, MOST_BOTS_IN_A_FILE, MOST_BYTES_IN_A_FILE } from "../../authoring/export.js";
import { type Locate, provenanceOf } from "../../config/compose/provenance.js";
import type { ConfiguredAccount, LoadedConfig } from "../../config/load.js";
import type { AccountProvenance } from "../../model/bot/provenance.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { AppError } from "../error.js";
import type { Host } from "../host.js";
import { noAccount } from "../no-account.js";
import { type ConfigOptions, loadSound } from "./configuration.js";
import { selection } from "./selection.js";

export interface RenderOptions extends ConfigOptions {
  readonly account?: string;
  /** Keys or addresses, `*` for any text. */
  readonly address?: readonly string[];
}

export interface Provenances {
  readonly accounts: readonly AccountProvenance[];
  readonly diagnostics: readonly Diagnostic[];
}

export function render(options: RenderOptions): Provenances {
  const { config, accounts, includes } = chosenOf(options);
  const provenances = accounts
    .map((account) => provenanceOf(account, locating(config), includes))
    .filter(({ bots }) => options.address === undefined || bots.length > 0);
  return { accounts: provenances, diagnostics: config.diagnostics };
}

/** One account as a plain configuration. Throws AppError for several accounts, and for what plain YAML can't express. */
export function renderYaml(
  host: Host,
  options: RenderOptions,
): { readonly yaml: string; readonly diagnostics: readonly Diagnostic[] } {
  const { config, accounts, includes } = chosenOf(options);
  const [account, second] = accounts;
  if (account === undefined || second !== undefined)
    throw new AppError(
      `plain YAML is written for one account, but there are several (${namesOf(accounts)})\nName one with --account.`,
    );
  const { bots, undeclared } = account.desired;
  const count = bots.filter(({ address }) => includes(address)).length;
  if (count < bots.length && undeclared === "turn-off")
    throw new AppError(
      `the account ${account.desired.account} turns undeclared bots off, so a file with only some of its bots would make the others undeclared\nLeave --address out.`,
    );
  const exported = exportYaml(account, { includes });
  if ("problem" in exported)
    throw new AppError(`${exported.problem}\nSet volumeStep for the account, so that scaled volumes are rounded.`);
  if (count > MOST_BOTS_IN_A_FILE || Buffer.byteLength(exported.text) > MOST_BYTES_IN_A_FILE) {
    const text = `there are ${count} bots, but one file holds at most ${MOST_BOTS_IN_A_FILE} and 1 MiB: spread them over several files in a folder`;
    host.say({ kind: "warning", text });
  }
  return { yaml: exported.text, diagnostics: config.diagnostics };
}

function chosenOf(options: RenderOptions) {
  const config = loadSound(options);
  const accounts = accountsOf(config, options.account);
  const desired = accounts.map((account) => account.desired);
  return { config, accounts, includes: selection(desired, { target: options.address ?? [] }) };
}

/** The account of that name, or all. Throws AppError. */
function accountsOf({ accounts }: LoadedConfig, name: string | undefined): readonly ConfiguredAccount[] {
  if (name === undefined) return accounts;
  const found = accounts.filter(({ desired }) => desired.account === name);
  if (found.length > 0) return found;
  throw new AppError(
    noAccount(
      name,
      accounts.map(({ desired }) => desired.account),
    ),
  );
}

function namesOf(accounts: readonly ConfiguredAccount[]): string {
  return accounts.map(({ desired }) => desired.account).join(", ");
}

/** Only the loaded configuration knows lines and columns. */
export function locating({ place }: LoadedConfig): Locate {
  return (origin) => {
    const { file, line, column } = place(origin) ?? { file: origin.file, line: 1, column: 1 };
    return { file, line, column };
  };
}
