// Commands that are shown to be typed: words as a shell takes them, and the options that lead to the same configuration.

import { join } from "node:path";
import type { ConfigOptions } from "../../app/files/configuration.js";
import { findProject } from "../../app/files/project.js";
import type { PlanOptions } from "../../app/planning/plan.js";
import { isDatabase } from "../../database/connection.js";
import { defined } from "../../model/record.js";
import type { Typed } from "../../render/next.js";
import { clean } from "../../render/sanitize.js";
import { JOURNAL } from "../options.js";
import type { CredentialOptions } from "./credentials.js";

/** Text as one word of a shell. */
export function shellWord(text: string): string {
  const safe = clean(text);
  return /^[\w@%+=:,./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", "'\\''")}'`;
}

/** What a further command needs in order to mean the same configuration and account, with a space before each; empty where nothing. */
export function sameOptions({
  config,
  var: variables = [],
  varFile = [],
  envFrom,
}: ConfigOptions & CredentialOptions): string {
  const words = [
    // What was found is found again, and with it its ledger.
    ...(config === undefined || config === findProject(undefined).config ? [] : ["-c", config]),
    ...variables.flatMap((one) => ["--var", one]),
    ...varFile.flatMap((one) => ["--var-file", one]),
    ...(envFrom === undefined ? [] : ["--env-from", envFrom]),
  ];
  return words.map((word) => ` ${shellWord(word)}`).join("");
}

/** What a further command needs in order to read the same ledger; empty where it finds it by itself. */
export function ledgerOption({ config, journal }: ConfigOptions & { readonly journal: string }): string {
  const { folder } = findProject(config === undefined || config === findProject(undefined).config ? undefined : config);
  // A database is named by the configuration; its address may hold a password.
  if (isDatabase(journal)) return "";
  const isFound = [process.env.BOTFORM_JOURNAL, join(folder, JOURNAL)].includes(journal);
  return isFound ? "" : ` --journal ${shellWord(journal)}`;
}

/** What a further command of one that plans is given. */
export function typedBy(
  options: Partial<PlanOptions> &
    CredentialOptions & {
      readonly file?: string;
      readonly out?: readonly string[];
      readonly format?: string;
      readonly approved?: string;
    },
  file = options.file,
): Typed {
  const { account = [], allAccounts, target = [], exclude = [], allowReplace, out = [], format } = options;
  const { maxChangedPercent, maxTurnOns } = options;
  const each = (flag: string, values: readonly string[]) => values.map((one) => ` ${flag} ${shellWord(one)}`).join("");
  return {
    accounts:
      allAccounts === true ? " --all-accounts" : each("--account", account.length === 0 ? [] : [account.join()]),
    configured: sameOptions(options),
    bots: `${each("--target", target)}${each("--exclude", exclude)}${allowReplace === true ? " --allow-replace" : ""}`,
    out: `${format === undefined || format === "text" || out.length === 0 ? "" : ` --format ${format}`}${each("--out", out)}`,
    ...(options.approved !== undefined && { file: `--approved ${shellWord(options.approved)}` }),
    ...(file !== undefined && { file: shellWord(file) }),
    limits: defined({ maxChangedPercent, maxTurnOns }),
  };
}
