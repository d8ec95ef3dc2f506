// What opens an account, from wherever its values are kept: the environment, then files that it names, then the machine's credential helper.
import { dirname } from "node:path";
import {
  checkUrl,
  type Resolution,
  refusedHosts,
  refusedSettings,
  resolveAddress,
  resolveConnection,
} from "../../config/connection.js";
import { helperProblem } from "../../config/credential-problems.js";
import { type Role, settingsOf } from "../../config/secret-roles.js";
import { type AccountConnection, textOf } from "../../config/settings.js";
import { type HookQuestion, type HookResolution, resolveHook } from "../../config/webhooks/webhook-connection.js";
import type { Diagnostic, Origin } from "../../model/text/diagnostic.js";
import { Places } from "../../model/text/places.js";
import type { CredentialHost, Env, Environments } from "../host.js";
import { askHelper } from "./ask-helper.js";
import { inFiles } from "./files.js";
import { helperOf } from "./helper.js";

/** Both environments with what was found for one account, or what is wrong with where it is kept. */
interface Supply extends Environments {
  readonly diagnostics: readonly Diagnostic[];
  /** Of what was found. */
  readonly secrets: readonly string[];
  /** The program that was asked. */
  readonly helper?: string;
  /** Why none was asked: nobody knows where the key would go. */
  readonly unlocated?: readonly Diagnostic[];
}

/** What opens the account; messages name variables, files and programs, never values. */
export async function connectionOf(
  host: CredentialHost,
  { connection }: { readonly connection: AccountConnection },
): Promise<Resolution> {
  const supply = await supplied(host, connection, "api");
  if (supply.diagnostics.length > 0) return supply;
  if (supply.unlocated !== undefined) return { diagnostics: supply.unlocated };
  const resolved = resolveConnection({ connection }, supply.env, supply.envs);
  return "diagnostics" in resolved ? { diagnostics: ofHelper(supply, resolved.diagnostics) } : resolved;
}

/** The address of one action of the account's webhooks. */
export async function hookOf(
  host: CredentialHost,
  connection: AccountConnection,
  question: HookQuestion,
): Promise<HookResolution> {
  const supply = await supplied(host, connection, "hook");
  if (supply.diagnostics.length > 0) return { kind: "unusable", diagnostics: supply.diagnostics };
  const resolved = resolveHook(connection, supply.env, { ...question, envs: supply.envs });
  return resolved.kind === "unusable" ? { ...resolved, diagnostics: ofHelper(supply, resolved.diagnostics) } : resolved;
}

/** Where the account is, whatever its credentials: none is read. */
export function addressIn(
  { env }: Environments,
  connection: Pick<AccountConnection, "account" | "apiUrl">,
): ReturnType<typeof resolveAddress> {
  const { found, diagnostics } = inFiles(env, connection.account, [connection.apiUrl]);
  return diagnostics.length > 0 ? { diagnostics } : resolveAddress(connection, { ...env, ...found });
}

/** Addresses of hosts that an environment doesn't allow, as far as they are known without any credentials. */
export function forbiddenHosts({ env, envs }: Environments, connection: AccountConnection): readonly Diagnostic[] {
  const { account, apiUrl, hookUrl } = connection;
  const { found } = inFiles(env, account, hookUrl === undefined ? [apiUrl] : [apiUrl, hookUrl]);
  return refusedHosts(connection, { ...env, ...found }, envs);
}

/** What a helper is asked for; where one of these is missing, for all of the account's that are. */
const NEEDED = {
  api: ["apiKey", "apiSecret"],
  hook: ["hookAccount", "hookToken", "hookUrls"],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

type Need = keyof typeof NEEDED;

/** What the account's variables come to. From now on none of it is shown. */
export async function supplied(host: CredentialHost, connection: AccountConnection, need: Need): Promise<Supply> {
  const all = settingsOf(connection);
  const settings = all.map(({ setting }) => setting);
  const { found, diagnostics } = inFiles(host.env, connection.account, settings);
  const supply = { ...added(host, found), diagnostics };
  if (diagnostics.length > 0) return supply;
  const missing = all.filter(({ role, setting }) => isOfHelper(role) && textOf(setting, supply.env) === undefined);
  const needed = missing.find(({ role }) => NEEDED[need].some((one) => one === role));
  if (needed === undefined) return supply;
  const variables = new Set(missing.flatMap(({ setting: { value } }) => (typeof value === "object" ? value.env : [])));
  return withHelper(host, connection, need, {
    supply,
    found,
    origin: needed.setting.origin,
    variables: [...variables],
  });
}

interface Wanting {
  readonly supply: Supply;
  /** In files. */
  readonly found: Readonly<Record<string, string>>;
  readonly origin: Origin;
  readonly variables: readonly string[];
}

async function withHelper(
  host: CredentialHost,
  connection: AccountConnection,
  need: Need,
  { supply, found, origin, variables }: Wanting,
): Promise<Supply> {
  const { account } = connection;
  // A name that would be more than its line; of the configuration none is.
  if (!/^[\x20-\x7e]*$/.test(account)) return supply;
  // Nothing that an env file says names a program, or reaches one.
  const own = host.envs[0] ?? host.env;
  const helper = helperOf(own, [".", dirname(origin.file)]);
  if (helper === undefined) return supply;
  if ("fault" in helper) return { ...supply, diagnostics: [helperProblem(account, helper, origin)] };
  // No key is fetched for what is refused anyway, or leads nowhere yet.
  const refused = refusedSettings(connection, supply.env, supply.envs);
  if (refused.length > 0) return { ...supply, diagnostics: refused };
  const address = resolveAddress(connection, supply.env);
  if ("diagnostics" in address && need === "api") return { ...supply, unlocated: address.diagnostics };
  const question = { account, api: "apiUrl" in address ? address.apiUrl : undefined, variables };
  const { answering, isNew } = asked(host.env, question, () => askHelper(helper, question, own));
  const answer = await answering;
  if ("fault" in answer) return { ...supply, diagnostics: [helperProblem(account, answer, origin)] };
  const whole = { ...added(host, { ...found, ...answer.values }), helper: helper.program };
  if (isNew && answer.remarks !== "")
    host.say({ kind: "note", text: `the credential helper ${helper.program}: ${answer.remarks}` });
  return whole;
}

type Asked = ReturnType<typeof askHelper>;
const ANSWERS = new WeakMap<Env, Map<string, Asked>>();

/** Of one process: a fleet's accounts are opened all at once, and a machine has no room for a program of each. */
const HELPERS = new Places(8);

/** Once in a run: a helper may ask its user, and one run has one key. By question, since another account's key is another one. */
function asked(env: Env, question: object, ask: () => Asked): { readonly answering: Asked; readonly isNew: boolean } {
  const answers = ANSWERS.get(env) ?? new Map<string, Asked>();
  ANSWERS.set(env, answers);
  const key = JSON.stringify(question);
  const known = answers.get(key);
  if (known !== undefined) return { answering: known, isNew: false };
  const answering = HELPERS.run(ask);
  answers.set(key, answering);
  return { answering, isNew: true };
}

/** An address tells the helper whose key is wanted, and is no secret. */
function isOfHelper(role: Role): boolean {
  return role !== "apiUrl" && role !== "hookUrl";
}

function added(host: CredentialHost, found: Readonly<Record<string, string>>): Supply {
  const { env, envs } = host;
  const values = Object.values(found);
  if (values.length === 0) return { env, envs, diagnostics: [], secrets: [] };
  // As of the environment: a host is no secret, and an address that is more than its host may be one.
  const secrets = values.filter((value) => !("origin" in checkUrl(value)));
  host.conceal(secrets);
  return { env: { ...env, ...found }, envs: [...envs, found], diagnostics: [], secrets };
}

function ofHelper({ helper }: Supply, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (helper === undefined) return diagnostics;
  return diagnostics.map((one) =>
    one.code === "config/env-missing"
      ? { ...one, remedy: `The credential helper ${helper} was asked for it, and has none. ${one.remedy ?? ""}` }
      : one,
  );
}
