// botform policy: the rules in force with their waivers, and what they say of the configuration alone.

import { type AccountOptions, type ConfigOptions, chooseAccounts, loadSound } from "../../app/configuration.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { accountAssumptions } from "../../app/figures.js";
import { policyOptions } from "../../app/policies.js";
import type { ConfiguredAccount, LoadedConfig } from "../../config/load.js";
import { type Finding, isDenied } from "../../model/policy/finding.js";
import { codeOf, RULE_NAMES, ruleRow } from "../../model/policy/policy-rules.js";
import { judge } from "../../policy/judge.js";
import { rendered } from "../../render/forms.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import type { PolicyFacts } from "../../render/text/policy-text.js";
import type { Context } from "../terminal/context.js";

const DAY_MS = 86_400_000;

export async function policyList(
  context: Context,
  options: ConfigOptions & { readonly format: "text" | "json" },
): Promise<ExitCode> {
  const config = loadSound(options);
  const now = Date.now();
  const always = RULE_NAMES.filter((name) => ruleRow(name).always === true).map(codeOf);
  const policies = config.policies.map((policy): PolicyFacts => {
    const ends = policy.waivers.map(({ until }) => Date.parse(`${until}T00:00:00Z`) + DAY_MS);
    return {
      policy,
      position: config.place({ ...policy.origin, key: true }),
      days: ends.map((end) => Math.max(0, Math.ceil((end - now) / DAY_MS))),
    };
  });
  const { diagnostics } = config;
  const setting = { command: "policy list", exitCode: EXIT.done, diagnostics, colour: context.colour };
  context.out(await rendered("policy list", options.format, { policies, always }, setting));
  return EXIT.done;
}

export async function policyCheck(
  context: Context,
  options: AccountOptions & { readonly format: "text" | "json" },
): Promise<ExitCode> {
  const { config, accounts } = chooseAccounts(
    (options.account ?? []).length === 0 ? { ...options, allAccounts: true } : options,
  );
  const findings = configurationFindings(context, config, accounts);
  const exitCode = findings.some(isDenied) ? EXIT.blocked : EXIT.done;
  const { diagnostics } = config;
  if (options.format === "text" && diagnostics.length > 0)
    context.err(`${diagnosticsText(diagnostics, context.errColour)}\n`);
  const setting = { command: "policy check", exitCode, diagnostics, colour: context.colour };
  context.out(await rendered("findings", options.format, findings, setting));
  return exitCode;
}

/** What can be said of the configuration alone, without network and credentials. */
export function configurationFindings(
  context: Context,
  config: LoadedConfig,
  accounts: readonly ConfiguredAccount[] = config.accounts,
): readonly Finding[] {
  return accounts.flatMap((account) => {
    const { desired } = account;
    const given = { desired, account: desired.account, assumptions: accountAssumptions(account, config.place) };
    return judge({ ...given, ...policyOptions(config, account, context.envs) });
  });
}
