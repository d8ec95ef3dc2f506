// An account's endpoints and credentials: literals and references to the environment, resolved only when needed.
import type { Diagnostic, Origin } from "../model/text/diagnostic.js";
import type { WebhookAction } from "../model/webhook/webhook.js";
import type { HookPaths } from "../model/webhook/webhook-body.js";
import { problem } from "./problem.js";
import type { ConfigCode } from "./schema/codes.js";
import { ENV_REFERENCE } from "./schema/schema-parts.js";

/** A value that only the environment holds. */
export interface EnvReference {
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
  /** What its requests keep to, where that is stated. */
  readonly budget?: RequestBudget;
}

/** How many requests it may make; no part of what is planned. */
export interface RequestBudget {
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
  /** What else opens something, and must not be shown where an answer repeats it: the webhooks' token and addresses. */
  readonly secrets: readonly string[];
  readonly budget?: RequestBudget;
  /** The proxy that was asked for; no setting of a file names one. */
  readonly proxy?: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export type Resolution = { readonly connection: ResolvedConnection } | { readonly diagnostics: readonly Diagnostic[] };

/** Visible ASCII: the key travels in a header as it is. */
const HEADER_SAFE = /^[\x21-\x7e]+$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Reads a setting as it is written. */
export function settingOf(text: string, origin: Origin): Setting {
  const name = ENV_REFERENCE.exec(text)?.[1];
  return { value: name === undefined ? text : { env: name }, origin };
}

/** Takes the values from the environment and checks the addresses; messages name variables, never values. */
export function resolve(connection: AccountConnection, env: Environment): Resolution {
  const diagnostics: Diagnostic[] = [];
  const missing: string[] = [];

  function text(setting: Setting): string {
    if (typeof setting.value === "string") return setting.value;
    const name = setting.value.env;
    const value = Object.hasOwn(env, name) ? env[name]?.trim() : undefined;
    if (value !== undefined && value !== "") return value;
    // One variable may serve several keys; it is missed once.
    if (!missing.includes(name))
      diagnostics.push(missingVariable(connection.account, name, setting.origin, value !== undefined));
    missing.push(name);
    return "";
  }

  function url(setting: Setting): string {
    const written = text(setting);
    const checked = checkUrl(written);
    if ("origin" in checked) return checked.origin;
    if (written !== "") {
      const source = typeof setting.value === "string" ? "its address" : `the address in ${setting.value.env}`;
      diagnostics.push(badUrl(`account ${connection.account}: ${source}`, checked, setting.origin));
    }
    return "";
  }

  const apiUrl = url(connection.apiUrl);
  const hookUrl = connection.hookUrl === undefined ? undefined : url(connection.hookUrl);
  const apiKey = text(connection.apiKey);
  const apiSecret = text(connection.apiSecret);
  if (apiKey !== "" && !HEADER_SAFE.test(apiKey)) {
    const summary = `account ${connection.account}: the API key holds characters that can't stand in a header`;
    const remedy = "Copy the key once more, without quotes, spaces or line ends; its value is not shown here.";
    diagnostics.push(connectionProblem("config/bad-key", summary, remedy, connection.apiKey.origin));
  }
  if (diagnostics.length > 0) return { diagnostics };
  const secrets = hookSecrets(connection.hook, env);
  const { budget } = connection;
  const proxy = env.BOTFORM_PROXY;
  const more = {
    ...(hookUrl !== undefined && { hookUrl }),
    ...(budget !== undefined && { budget }),
    ...(proxy && { proxy }),
  };
  return { connection: { apiUrl, apiKey, apiSecret, secrets, ...more } };
}

/** Those of the webhooks' secrets that are there; nothing here needs them to be. */
function hookSecrets(hook: HookSettings | undefined, env: Environment): string[] {
  const settings = hook === undefined ? [] : [hook.token, ...Object.values(hook.urls)];
  return settings.flatMap((setting) => {
    if (setting === undefined || typeof setting.value === "string") return [];
    const value = Object.hasOwn(env, setting.value.env) ? env[setting.value.env]?.trim() : undefined;
    return value === undefined || value === "" ? [] : [value];
  });
}

/** A literal address that can't be used; undefined for one that can, and for a reference. */
export function literalUrlProblem(setting: Setting, name: string): Diagnostic | undefined {
  if (typeof setting.value !== "string") return undefined;
  const checked = checkUrl(setting.value);
  return "origin" in checked ? undefined : badUrl(name, checked, setting.origin);
}

export interface UrlFault {
  readonly fault: string;
  readonly remedy: string;
}

/** The origin of a usable address (threat 7). The address itself is in no message: it may carry a token. */
export function checkUrl(text: string): { readonly origin: string } | UrlFault {
  if (!URL.canParse(text)) return { fault: "isn't an address", remedy: "Write https://host." };
  const url = new URL(text);
  if (url.username !== "" || url.password !== "")
    return { fault: "holds a user or password", remedy: "Leave them out." };
  if (url.protocol !== "https:" && !(url.protocol === "http:" && LOOPBACK.test(url.hostname))) {
    return { fault: "doesn't begin with https://", remedy: "Use https; http is accepted for this machine only." };
  }
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "" || /[?#]/.test(text)) {
    return {
      fault: "goes on after the host",
      remedy: "Leave out everything after the host; a webhook's token doesn't belong here.",
    };
  }
  return { origin: url.origin };
}

function badUrl(name: string, { fault, remedy }: UrlFault, origin: Origin): Diagnostic {
  return connectionProblem("config/bad-url", `${name} ${fault}`, remedy, origin);
}

/** @param isEmpty whether it is there, without a value */
export function missingVariable(account: string, name: string, origin: Origin, isEmpty: boolean): Diagnostic {
  const summary = `account ${account}: the environment variable ${name} is not set, or empty`;
  const remedy = isEmpty
    ? `It is set, and empty. An empty line ${name}= of a file named by --env-from counts, too, and wins over the environment: write its value there, or take the line out.`
    : `Set ${name} before starting botform, or in a file named by --env-from.`;
  return connectionProblem("config/env-missing", summary, remedy, origin);
}

function connectionProblem(code: ConfigCode, summary: string, remedy: string, origin: Origin): Diagnostic {
  return problem(code, { summary, remedy, origin });
}
