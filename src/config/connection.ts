// An account's endpoints and credentials: literals and references to the environment, resolved only when needed.

import { defined } from "../model/record.js";
import type { Diagnostic, Origin } from "../model/text/diagnostic.js";
import { isSafe } from "../model/text/safe-url.js";
import type { WebhookAction } from "../model/webhook/webhook.js";
import type { HookPaths } from "../model/webhook/webhook-body.js";
import { problem } from "./problem.js";
import { ENV_REFERENCE } from "./schema/schema-parts.js";

/** A value that only the environment holds. */
interface EnvReference {
  readonly env: string;
}

export interface Setting {
  readonly value: string | EnvReference;
  readonly origin: Origin;
}

/** How an account is reached; nothing secret is in it. */
export interface AccountConnection {
  readonly account: string;
  readonly apiUrl: Setting;
  readonly hookUrl: Setting | undefined;
  readonly apiKey: Setting;
  readonly apiSecret: Setting;
  /** How its webhooks are reached; nothing of it is needed to plan or apply. */
  readonly hook?: HookSettings;
  /** Limits on its requests, if stated. */
  readonly budget?: RequestBudget;
}

/** How many requests it may make; no part of what is planned. */
interface RequestBudget {
  readonly requestsPerSecond?: number;
  readonly concurrency?: number;
}

export interface HookSettings {
  readonly account: Setting | undefined;
  readonly token: Setting | undefined;
  readonly paths: HookPaths;
  /** Whole addresses. */
  readonly urls: Readonly<Partial<Record<WebhookAction, Setting>>>;
}

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
  /** The proxy that the user asked for; no file can name one. */
  readonly proxy?: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

type Resolution = { readonly connection: ResolvedConnection } | { readonly diagnostics: readonly Diagnostic[] };

/** Visible ASCII: the key travels in a header as it is. */
const HEADER_SAFE = /^[\x21-\x7e]+$/;

/** Reads a setting as it is written. */
export function settingOf(text: string, origin: Origin): Setting {
  const name = ENV_REFERENCE.exec(text)?.[1];
  return { value: name === undefined ? text : { env: name }, origin };
}

/** The setting's text; undefined where its variable isn't there, or is empty. */
export function textOf({ value }: Setting, env: Environment): string | undefined {
  if (typeof value === "string") return value;
  const text = Object.hasOwn(env, value.env) ? env[value.env]?.trim() : undefined;
  return text === "" ? undefined : text;
}

/** Takes the values from the environment and checks the addresses; messages name variables, never values. */
export function resolveConnection(
  { connection }: { readonly connection: AccountConnection },
  env: Environment,
): Resolution {
  const { account, hook, budget } = connection;
  const diagnostics: Diagnostic[] = [];
  const missing = new Set<string>();

  function text(setting: Setting): string {
    const found = textOf(setting, env);
    if (found !== undefined || typeof setting.value === "string") return found ?? "";
    // One variable may serve several keys; it is reported once if it is missing.
    if (!missing.has(setting.value.env)) diagnostics.push(missingVariable(account, setting, env));
    missing.add(setting.value.env);
    return "";
  }

  function url(setting: Setting): string {
    const written = text(setting);
    const checked = checkUrl(written);
    if ("origin" in checked) return checked.origin;
    if (written !== "") {
      const source = typeof setting.value === "string" ? "its address" : `the address in ${setting.value.env}`;
      diagnostics.push(badUrl(`account ${account}: ${source}`, checked, setting.origin));
    }
    return "";
  }

  const apiUrl = url(connection.apiUrl);
  const hookUrl = connection.hookUrl && url(connection.hookUrl);
  const apiKey = text(connection.apiKey);
  const apiSecret = text(connection.apiSecret);
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
  return { connection: { apiUrl, apiKey, apiSecret, secrets, ...defined({ hookUrl, budget, proxy }) } };
}

/** A literal address that can't be used; undefined for one that can, and for a reference. */
export function literalUrlProblem(setting: Setting, name: string): Diagnostic | undefined {
  if (typeof setting.value !== "string") return undefined;
  const checked = checkUrl(setting.value);
  return "origin" in checked ? undefined : badUrl(name, checked, setting.origin);
}

interface UrlFault {
  readonly fault: string;
  readonly remedy: string;
}

/** The origin of a usable address (threat 7). The address itself is in no message: it may carry a token. */
export function checkUrl(text: string): { readonly origin: string } | UrlFault {
  if (!URL.canParse(text)) return { fault: "isn't an address", remedy: "Write https://host." };
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

/** The problem of a setting whose variable is missing or empty. */
export function missingVariable(account: string, { value, origin }: Setting, env: Environment): Diagnostic {
  const name = typeof value === "string" ? value : value.env;
  const isEmpty = Object.hasOwn(env, name) && env[name] !== undefined;
  const summary = `account ${account}: the environment variable ${name} is not set, or empty`;
  const remedy = isEmpty
    ? `It is set, but empty. An empty line ${name}= in the --env-from file counts, too, and wins over the environment: write the value there, or remove the line.`
    : `Set ${name} before you start botform, or in a file given with --env-from.`;
  return problem("config/env-missing", { summary, remedy, origin });
}
