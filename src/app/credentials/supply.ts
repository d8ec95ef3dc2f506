// What opens an account, from wherever its values are kept: the environment, or files that it names.
import { checkUrl, type Resolution, refusedHosts, resolveAddress, resolveConnection } from "../../config/connection.js";
import { secretFileProblem } from "../../config/credential-problems.js";
import { settingsOf } from "../../config/secret-roles.js";
import type { AccountConnection, Setting } from "../../config/settings.js";
import { type HookQuestion, type HookResolution, resolveHook } from "../../config/webhooks/webhook-connection.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import type { CredentialHost, Env, Environments } from "../host.js";
import { fromFile } from "./files.js";

/** Both environments with what was found for one account, or what is wrong with where it is kept. */
interface Supply extends Environments {
  readonly diagnostics: readonly Diagnostic[];
  /** Of what was found. */
  readonly secrets: readonly string[];
}

/** What opens the account; messages name variables and files, never values. */
export function connectionOf(
  host: CredentialHost,
  { connection }: { readonly connection: AccountConnection },
): Resolution {
  const supply = supplied(host, connection);
  if (supply.diagnostics.length > 0) return supply;
  return resolveConnection({ connection }, supply.env, supply.envs);
}

/** The address of one action of the account's webhooks. */
export function hookOf(host: CredentialHost, connection: AccountConnection, question: HookQuestion): HookResolution {
  const supply = supplied(host, connection);
  if (supply.diagnostics.length > 0) return { kind: "unusable", diagnostics: supply.diagnostics };
  return resolveHook(connection, supply.env, { ...question, envs: supply.envs });
}

type Located = Pick<AccountConnection, "account" | "apiUrl">;

/** Where the account is, whatever its credentials: none is read. */
export function addressIn({ env }: Environments, connection: Located): ReturnType<typeof resolveAddress> {
  const { found, diagnostics } = inFiles(env, connection.account, [connection.apiUrl]);
  return diagnostics.length > 0 ? { diagnostics } : resolveAddress(connection, { ...env, ...found });
}

/** Addresses of hosts that an environment doesn't allow, as far as they are known without any credentials. */
export function forbiddenHosts({ env, envs }: Environments, connection: AccountConnection): readonly Diagnostic[] {
  const { account, apiUrl, hookUrl } = connection;
  const { found } = inFiles(env, account, hookUrl === undefined ? [apiUrl] : [apiUrl, hookUrl]);
  return refusedHosts(connection, { ...env, ...found }, envs);
}

/** What files held when they were first read: a pipe can't be read again, and one run has one key. */
const KNOWN = new WeakMap<Env, Map<string, string>>();

/** What the account's variables come to. From now on none of it is shown. */
export function supplied(host: CredentialHost, connection: AccountConnection): Supply {
  const { env, envs } = host;
  const settings = settingsOf(connection).map(({ setting }) => setting);
  const { found, diagnostics } = inFiles(env, connection.account, settings);
  const values = Object.values(found);
  if (values.length === 0) return { env, envs, diagnostics, secrets: [] };
  // As of the environment: a host is no secret, and an address that is more than its host may be one.
  const secrets = values.filter((value) => !("origin" in checkUrl(value)));
  host.conceal(secrets);
  return { env: { ...env, ...found }, envs: [...envs, found], diagnostics, secrets };
}

interface Found {
  readonly found: Readonly<Record<string, string>>;
  readonly diagnostics: readonly Diagnostic[];
}

function inFiles(env: Env, account: string, settings: readonly Setting[]): Found {
  const known = knownOf(env);
  const found: Record<string, string> = {};
  const faults = new Map<string, Diagnostic>();
  for (const { value, origin } of settings) {
    if (typeof value === "string" || faults.has(value.env)) continue;
    const name = value.env;
    const read = known.has(name) ? { text: known.get(name) ?? "" } : fromFile(name, env);
    if (read === undefined) continue;
    if ("fault" in read) faults.set(name, secretFileProblem(account, read, origin));
    else {
      known.set(name, read.text);
      found[name] = read.text;
    }
  }
  return { found, diagnostics: [...faults.values()] };
}

function knownOf(env: Env): Map<string, string> {
  const known = KNOWN.get(env) ?? new Map<string, string>();
  KNOWN.set(env, known);
  return known;
}
