// Commands that are shown to be typed: words as a shell takes them, and the options that lead to the same configuration.

import type { ConfigOptions } from "../../app/configuration.js";
import type { LimitOptions } from "../../app/plan.js";
import { findProject } from "../../app/project.js";
import { clean } from "../../render/sanitize.js";
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
    ...(config === undefined || config === findProject(false).config ? [] : ["-c", config]),
    ...variables.flatMap((one) => ["--var", one]),
    ...varFile.flatMap((one) => ["--var-file", one]),
    ...(envFrom === undefined ? [] : ["--env-from", envFrom]),
  ];
  return words.map((word) => ` ${shellWord(word)}`).join("");
}

/** The limits that a plan was made with, since an apply of the file asks for them again. */
export function sameLimits({ maxChangedPercent, maxTurnOns }: LimitOptions): string {
  const percent = maxChangedPercent === undefined ? "" : ` --max-changed-percent ${maxChangedPercent}`;
  return `${percent}${maxTurnOns === undefined ? "" : ` --max-turn-ons ${maxTurnOns}`}`;
}
