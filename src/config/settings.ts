// An account's endpoints and credentials as the configuration has them: literals and references to the environment.
import type { PinnedFacts } from "../model/service-facts.js";
import type { Origin } from "../model/text/diagnostic.js";
import type { WebhookAction } from "../model/webhook/webhook.js";
import type { HookPaths } from "../model/webhook/webhook-body.js";
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
  /** The secrets of all accounts of its configuration, by their variables. */
  readonly secretVariables?: SecretVariables;
  /** Limits on its requests, if stated. */
  readonly budget?: RequestBudget;
  /** Seconds for which the service accepts a request after its nonce, if stated. */
  readonly nonceWindow?: number;
  /** What its service was seen to do, if a file says so. */
  readonly serviceFacts?: PinnedFacts;
}

/** How many requests it may make; no part of what is planned. */
export interface RequestBudget {
  readonly requestsPerSecond?: number;
  readonly concurrency?: number;
  /** Of its address, from all accounts there together. */
  readonly addressRequestsPerSecond?: number;
}

export interface HookSettings {
  readonly account: Setting | undefined;
  readonly token: Setting | undefined;
  readonly paths: HookPaths;
  /** Whole addresses. */
  readonly urls: Readonly<Partial<Record<WebhookAction, Setting>>>;
}

/** The settings whose values move money. */
export type SecretRole = "apiSecret" | "hookToken" | "hookUrls";

/** What the variables of the configuration's secrets are for. */
export type SecretVariables = ReadonlyMap<string, SecretRole>;

export type Environment = Readonly<Record<string, string | undefined>>;

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
