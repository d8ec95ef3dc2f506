// What opens an account: its settings, taken from the environment and checked.

import { readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { defined } from "../model/record.js";
import type { PinnedFacts } from "../model/service-facts.js";
import type { Diagnostic, Origin } from "../model/text/diagnostic.js";
import { isSafe } from "../model/text/safe-url.js";
import { hostFault } from "./allowed-hosts.js";
import { problem } from "./problem.js";
import { misplacedSecrets } from "./secret-roles.js";
import { type AccountConnection, type Environment, type RequestBudget, type Setting, textOf } from "./settings.js";

/** What a client needs. Holds secrets: never shown, never logged. */
export interface ResolvedConnection {
  /** An origin, such as https://api.example.net, without a slash at its end. */
  readonly apiUrl: string;
  readonly hookUrl?: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Further secrets that an answer might repeat: the webhooks' token and addresses. */
  readonly secrets: readonly string[];
  readonly budget?: RequestBudget;
  /** Seconds for which the service accepts a request after its nonce. */
  readonly nonceWindow?: number;
  /** What a file pins of a service; it counts where it is about the one at `apiUrl`. */
  readonly serviceFacts?: PinnedFacts;
  /** The proxy that the user asked for; no file can name one. */
  readonly proxy?: string;
}

export type Resolution = { readonly connection: ResolvedConnection } | { readonly diagnostics: readonly Diagnostic[] };

/** Visible ASCII: the key travels in a header as it is. */
const HEADER_SAFE = /^[\x21-\x7e]+$/;

/**
 * Takes the values from the environment and checks the addresses; messages name variables, never values.
 * @param envs all environments that say what is secret and which hosts are allowed; none can widen what another allows
 */
export function resolveConnection(
  { connection }: { readonly connection: AccountConnection },
  env: Environment,
  envs: readonly Environment[] = [env],
): Resolution {
  const { account, hook, budget, nonceWindow, serviceFacts } = connection;
  const diagnostics: Diagnostic[] = [...refusedSettings(connection, env, envs)];
  const missing = new Set<string>();

  function text(setting: Setting, kind?: "address"): string {
    const found = textOf(setting, env);
    if (found !== undefined || typeof setting.value === "string") return found ?? "";
    // One variable may serve several keys; it is reported once if it is missing.
    if (!missing.has(setting.value.env)) diagnostics.push(missingVariable(account, setting, env, kind));
    missing.add(setting.value.env);
    return "";
  }

  function url(setting: Setting): string {
    const written = text(setting, "address");
    const checked = checkUrl(written);
    if ("origin" in checked) return checked.origin;
    if (written !== "") diagnostics.push(badAddress(account, setting, checked));
    return "";
  }

  const apiUrl = url(connection.apiUrl);
  const hookUrl = connection.hookUrl && url(connection.hookUrl);
  const apiKey = text(connection.apiKey);
  const apiSecret = text(connection.apiSecret);
  // Copied from a file in which quotes stand around it.
  for (const [value, what, { origin }] of [
    [apiKey, "key", connection.apiKey],
    [apiSecret, "secret", connection.apiSecret],
  ] as const) {
    if (!/^(["']).*\1$/s.test(value)) continue;
    const summary = `account ${account}: the API ${what} begins and ends with a quote`;
    const remedy = "Remove the quotes from the variable's value; it is not shown here.";
    diagnostics.push(problem("config/bad-key", { summary, remedy, origin }));
  }
  if (apiKey !== "" && !HEADER_SAFE.test(apiKey)) {
    const summary = `account ${account}: the API key contains characters that a header can't carry`;
    const remedy = "Copy the key again, without quotes, spaces or line ends; its value is not shown here.";
    diagnostics.push(problem("config/bad-key", { summary, remedy, origin: connection.apiKey.origin }));
  }
  if (diagnostics.length > 0) return { diagnostics };
  // The webhooks' secrets may be missing here.
  const hooks = [hook?.token, ...Object.values(hook?.urls ?? {})].filter((one) => typeof one?.value === "object");
  const secrets = hooks.flatMap((setting) => (setting && textOf(setting, env)) ?? []);
  // Empty means none. The command has checked the address already (cli/terminal/credentials).
  const proxy = env["BOTFORM_PROXY"] || undefined;
  return {
    connection: {
      apiUrl,
      apiKey,
      apiSecret,
      secrets,
      ...defined({ hookUrl, budget, nonceWindow, serviceFacts, proxy }),
    },
  };
}

/** Where the account is, whatever its credentials: for what sends nothing. */
export function resolveAddress(
  { account, apiUrl }: Pick<AccountConnection, "account" | "apiUrl">,
  env: Environment,
): Pick<ResolvedConnection, "apiUrl"> | { readonly diagnostics: readonly Diagnostic[] } {
  const text = textOf(apiUrl, env);
  if (text === undefined) return { diagnostics: [missingVariable(account, apiUrl, env, "address")] };
  const checked = checkUrl(text);
  return "origin" in checked ? { apiUrl: checked.origin } : { diagnostics: [badAddress(account, apiUrl, checked)] };
}

function badAddress(account: string, { value, origin }: Setting, fault: UrlFault): Diagnostic {
  const source = typeof value === "string" ? "its address" : `the address in ${value.env}`;
  return badUrl(`account ${account}: ${source}`, fault, origin);
}

/** A literal address that can't be used; undefined for one that can, and for a reference. */
export function literalUrlProblem(setting: Setting, name: string): Diagnostic | undefined {
  if (typeof setting.value !== "string") return undefined;
  const checked = checkUrl(setting.value);
  return "origin" in checked ? undefined : badUrl(name, checked, setting.origin);
}

/** What must never be sent, and where nothing may be sent to (threat 12). */
export function refusedSettings(
  connection: AccountConnection,
  env: Environment,
  envs: readonly Environment[] = [env],
): readonly Diagnostic[] {
  const { secretVariables = new Map() } = connection;
  return [...misplacedSecrets(connection, secretVariables, [env, ...envs]), ...refusedHosts(connection, env, envs)];
}

/** Addresses of hosts that an environment doesn't allow; one that isn't known yet is none. */
export function refusedHosts(
  { account, apiUrl, hookUrl, hook }: AccountConnection,
  env: Environment,
  envs: readonly Environment[],
): readonly Diagnostic[] {
  const addresses = Object.entries({ apiUrl, hookUrl, ...hook?.urls });
  return addresses.flatMap(([name, setting]): Diagnostic[] => {
    const text = (setting && textOf(setting, env)) ?? "";
    // What is no address, or leads to no host, is a problem of its own.
    const found = URL.canParse(text) && new URL(text).host !== "" ? hostFault(new URL(text).origin, envs) : undefined;
    if (setting === undefined || found === undefined) return [];
    const { fault, remedy } = found;
    return [
      problem("config/host-not-allowed", {
        summary: `account ${account}: ${name} ${fault}`,
        remedy,
        origin: setting.origin,
      }),
    ];
  });
}

interface UrlFault {
  readonly fault: string;
  readonly remedy: string;
}

/** The origin of a usable address (threat 7). The address itself is in no message: it may carry a token. */
export function checkUrl(text: string): { readonly origin: string } | UrlFault {
  if (!URL.canParse(text))
    return { fault: "isn't an address", remedy: "Write https://host; of this machine http://127.0.0.1:PORT." };
  const url = new URL(text);
  if (url.username !== "" || url.password !== "")
    return { fault: "contains a user or password", remedy: "Leave them out." };
  if (!isSafe(url))
    return { fault: "doesn't begin with https://", remedy: "Use https; http works only for this machine." };
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "" || /[?#]/.test(text)) {
    return {
      fault: "goes on after the host",
      remedy: "Leave out everything after the host; a webhook's token doesn't belong here.",
    };
  }
  return { origin: url.origin };
}

function badUrl(name: string, { fault, remedy }: UrlFault, origin: Origin): Diagnostic {
  return problem("config/bad-url", { summary: `${name} ${fault}`, remedy, origin });
}

/** The problem of a setting whose variable is missing or empty. No credential helper is asked for an address. */
export function missingVariable(
  account: string,
  { value, origin }: Setting,
  env: Environment,
  kind?: "address",
): Diagnostic {
  const name = typeof value === "string" ? value : value.env;
  const isEmpty = Object.hasOwn(env, name) && env[name] !== undefined;
  const summary = `account ${account}: the environment variable ${name} is not set, or empty`;
  const file = envFiles(origin.file).find((one) => isSetIn(one, name));
  const remedy = file
    ? `${file}${file === ENV_FILE ? " in this folder" : ""} sets it: add --env-from ${file}.`
    : isEmpty
      ? `It is set, but empty. An empty line ${name}= in the --env-from file counts, too, and wins over the environment: write the value there, or remove the line.`
      : `Set ${name}, or ${name}_FILE to the path of a file that holds it, before you start botform or in a file given with --env-from${kind === "address" ? "" : "; or let a credential helper give it"}.`;
  return problem("config/env-missing", { summary, remedy, origin });
}

const ENV_FILE = ".env";
const MOST_BYTES = 1024 * 1024;

/** Where such a file may stand: in the working folder, or where the configuration was found. */
function envFiles(configuration: string): readonly string[] {
  const folder = dirname(configuration);
  return [".", basename(folder) === "botform" ? dirname(folder) : folder].map((one) => join(one, ENV_FILE));
}

/** Whether a file of variables gives it a value; nothing of the value is kept. */
function isSetIn(file: string, name: string): boolean {
  try {
    if (statSync(file).size > MOST_BYTES) return false;
    return readFileSync(file, "utf8")
      .split("\n")
      .some((line) => line.replace(/^\s*(?:export\s+)?/, "").startsWith(`${name}=`) && /=\s*\S/.test(line));
  } catch {
    return false;
  }
}
