// What policies rest on beside plan and configuration: the clock, and whether a kill switch is engaged.
import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ConfiguredAccount, LoadedConfig } from "../config/load.js";
import type { PolicyOptions } from "../index.js";
import type { Plan } from "../model/plan/plan.js";
import type { Policy, PolicyFacts } from "../model/policy/policy.js";
import { codeOf } from "../model/policy/policy-rules.js";
import type { Diagnostic } from "../model/text/diagnostic.js";
import type { Env } from "./host.js";

/** By whose policies something is judged, and in which environments a kill switch may be engaged. */
export interface Judged {
  readonly config: LoadedConfig;
  /** undefined of an account that the configuration doesn't name: the policies hold all the same. */
  readonly account: ConfiguredAccount | undefined;
  /** The process's own, and what --env-from made of it: neither takes back a switch that the other engages. */
  readonly envs: readonly Env[];
}

export function policyOptionsOf({ config, account, envs }: Judged): PolicyOptions {
  return policyOptions(config, account ?? { drafts: [] }, envs);
}

/** What a plan of the account is judged by, now. */
export function policyOptions(
  config: LoadedConfig,
  { drafts }: Pick<ConfiguredAccount, "drafts">,
  envs: readonly Env[],
): PolicyOptions {
  return {
    policies: config.policies,
    facts: policyFacts(config.policies, envs),
    webhooks: new Map(drafts.map(({ address, webhooks }) => [address, webhooks.messages])),
    place: config.place,
  };
}

/** What a finding says better: of a live bot, whether the volume really lacks is known (policy/safety-volume). */
export function unrepeated(diagnostics: readonly Diagnostic[], { findings = [] }: Plan): readonly Diagnostic[] {
  const said = new Set(
    findings.flatMap(({ code, address }) => (code === codeOf("safety-volume") ? (address ?? []) : [])),
  );
  return diagnostics.filter(({ code, address = "" }) => code !== "config/safety-volume-missing" || !said.has(address));
}

export function policyFacts(policies: readonly Policy[], envs: readonly Env[], now = Date.now()): PolicyFacts {
  const engaged = policies.flatMap((policy): [string, string][] => {
    const by = policy.rule === "kill-switch" ? engagedBy(policy, envs) : undefined;
    return by === undefined ? [] : [[policy.name, by]];
  });
  return { now, engaged: new Map(engaged) };
}

const NOT_ENGAGED: ReadonlySet<string> = new Set(["", "0", "false"]);

function engagedBy({ parameters: { file, env: name }, origin }: Policy, envs: readonly Env[]): string | undefined {
  if (name !== undefined && envs.some((env) => !NOT_ENGAGED.has((env[name] ?? "").trim().toLowerCase())))
    return `${name} is set`;
  return file === undefined ? undefined : found(join(dirname(origin.file), file), file);
}

/** What can't be looked at may be there: only what is known not to exist doesn't stop anything. */
function found(path: string, name: string): string | undefined {
  try {
    lstatSync(path);
    return `the file ${name} exists`;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "ENOENT" ? undefined : `the file ${name} can't be looked at`;
  }
}
