// Checks a configuration alone: its problems, its policies, and their findings. Needs no network and no credentials.
import type { ConfiguredAccount, LoadedConfig } from "../../config/load.js";
import { readSources } from "../../config/yaml/source.js";
import { type Finding, isDenied } from "../../model/policy/finding.js";
import type { Policy } from "../../model/policy/policy.js";
import type { ListedPolicy, PolicyListFacts } from "../../model/policy/policy-list.js";
import { codeOf, RULE_NAMES, type RuleName, ruleRow } from "../../model/policy/policy-rules.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { needsPlan } from "../../policy/custom.js";
import { evaluate } from "../../policy/evaluate.js";
import { isAbout } from "../../policy/scope.js";
import { endProblems } from "../../reconcile/plan/holds.js";
import { forbiddenHosts } from "../credentials/supply.js";
import { EXIT, type ExitCode } from "../exit.js";
import type { Host } from "../host.js";
import { accountAssumptions } from "../money/figures.js";
import { policyOptions } from "../planning/policies.js";
import {
  type AccountOptions,
  type ChosenAccounts,
  type ConfigOptions,
  chooseAccounts,
  configurationPath,
  load,
} from "./configuration.js";

/** A configuration that was looked at, with errors or without. */
export interface Validated {
  readonly diagnostics: readonly Diagnostic[];
  readonly findings: readonly Finding[];
  /** Of a configuration without errors, its bots by account. */
  readonly accounts: LoadedConfig["accounts"];
}

/** Every problem of every file, and what policies find. Throws AppError where there is no configuration. */
export function validateConfiguration(host: Pick<Host, "env" | "envs">, options: ConfigOptions): Validated {
  const config = load(options);
  const { accounts } = config;
  const now = Date.now();
  const holds = new Set(accounts.flatMap(({ desired }) => desired.holds ?? []));
  const ended = [...holds].flatMap((hold) => endProblems(hold, now));
  const refused = config.reaches.flatMap(({ connection }) => forbiddenHosts(host, connection));
  const added = [...refused, ...ended];
  const diagnostics = added.length === 0 ? config.diagnostics : config.locate([...config.diagnostics, ...added]);
  return { diagnostics, findings: findingsOf(host, config, accounts), accounts };
}

/** What every form of validate counts: a denial is neither an error nor a warning. */
export function countsOf({ diagnostics, findings }: Pick<Validated, "diagnostics" | "findings">) {
  const severe = (wanted: Diagnostic["severity"]) => diagnostics.filter(({ severity }) => severity === wanted).length;
  const denials = findings.filter(isDenied).length;
  const notes = findings.filter(({ waived }) => waived !== undefined).length;
  return { errors: severe("error"), warnings: severe("warning") + findings.length - denials - notes, denials, notes };
}

/** @param strict whether what a policy would deny ends it, too */
export function endOf(validated: Pick<Validated, "diagnostics" | "findings">, strict = false): ExitCode {
  const { errors, denials } = countsOf(validated);
  if (errors > 0) return EXIT.invalid;
  return strict && denials > 0 ? EXIT.blocked : EXIT.done;
}

/** The files that a configuration is read from. */
export function filesOf({ config }: ConfigOptions): readonly string[] {
  const path = configurationPath(config);
  return path === undefined ? [] : readSources(path).sources.map(({ file }) => file);
}

export interface CheckedPolicies {
  readonly diagnostics: readonly Diagnostic[];
  readonly findings: readonly Finding[];
  /** Policies that say nothing without a plan. */
  readonly unchecked: readonly string[];
}

/** Findings about these accounts, or about all if none is named. Throws AppError for a configuration with errors. */
export function checkPolicies(host: Pick<Host, "envs">, options: AccountOptions): CheckedPolicies {
  const { config, accounts } = chooseAmongAll(options);
  const unchecked = config.policies.filter(isOfPlans).map(({ name }) => name);
  return { diagnostics: config.diagnostics, findings: findingsOf(host, config, accounts), unchecked };
}

/** All accounts, unless some are named. Throws AppError. */
function chooseAmongAll(options: AccountOptions): ChosenAccounts {
  const isNamed = (options.account ?? []).length > 0;
  return chooseAccounts(isNamed ? options : { ...options, allAccounts: true });
}

/** Whether only a plan shows what the policy says. */
function isOfPlans({ rule, severity, parameters }: Policy): boolean {
  return (
    severity !== "off" &&
    (ruleRow(rule).looksAt !== "bot" ||
      OF_CHANGES.has(rule) ||
      parameters.of === "account" ||
      (rule === "custom" && needsPlan(parameters)))
  );
}

const OF_CHANGES: ReadonlySet<RuleName> = new Set(["max-change-percent", "freeze-active-deals", "price-levels"]);

function findingsOf(
  { envs }: Pick<Host, "envs">,
  config: LoadedConfig,
  accounts: readonly ConfiguredAccount[],
): readonly Finding[] {
  return accounts.flatMap((account) => {
    const { desired } = account;
    const input = { desired, account: desired.account, assumptions: accountAssumptions(account, config.place) };
    return evaluate({ ...input, ...policyOptions(config, account, envs) });
  });
}

const DAY_MS = 86_400_000;

/** The policies in force, or those about the named accounts. Throws AppError for a configuration with errors. */
export function listPolicies(options: AccountOptions): PolicyListFacts & Pick<LoadedConfig, "diagnostics"> {
  const { config, accounts } = chooseAmongAll(options);
  const now = Date.now();
  const isMeant = ({ scope }: Policy) =>
    options.account === undefined || accounts.some(({ desired }) => isAbout(scope, desired.account));
  const policies = config.policies.filter(isMeant).map((policy): ListedPolicy => {
    const ends = policy.waivers.map(({ until }) => Date.parse(`${until}T00:00:00Z`) + DAY_MS);
    const days = ends.map((end) => Math.max(0, Math.ceil((end - now) / DAY_MS)));
    return { policy, position: config.place({ ...policy.origin, key: true }), days };
  });
  const always = RULE_NAMES.filter((name) => ruleRow(name).always !== undefined).map(codeOf);
  return { policies, always, diagnostics: config.diagnostics };
}
