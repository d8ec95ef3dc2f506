// A secret stands where it belongs and nowhere else: no setting that is sent may be a variable, or have the value, of a secret (threat 12).
import type { Diagnostic } from "../model/text/diagnostic.js";
import { problem } from "./problem.js";
import type { AccountConnection, Environment, SecretRole, SecretVariables, Setting } from "./settings.js";

/** Any but an apiSecret is sent as it is, to the host that the account names. */
export type Role = SecretRole | "apiUrl" | "hookUrl" | "apiKey" | "hookAccount";

/** What a variable's name says of it, in whatever configuration: one that was dropped from it stays a secret. */
const BY_NAME: readonly (readonly [RegExp, SecretRole])[] = [
  [/^BOTFORM_.*SECRET$/, "apiSecret"],
  [/^BOTFORM_.*HOOK_TOKEN$/, "hookToken"],
];

/** The secrets of all accounts. What one account calls its apiSecret is that, whatever another calls it. */
export function secretVariables(connections: readonly AccountConnection[]): SecretVariables {
  const named = connections.flatMap((connection) =>
    settingsOf(connection).flatMap(({ role, setting: { value } }): [string, SecretRole][] =>
      typeof value === "object" && isSecret(role) ? [[value.env, role]] : [],
    ),
  );
  return new Map([...named, ...named.filter(([, role]) => role === "apiSecret")]);
}

/** The settings of the account that are secrets of something else. @param envs without any, variables are judged by their names alone */
export function misplacedSecrets(
  connection: AccountConnection,
  secrets: SecretVariables,
  envs: readonly Environment[] = [],
): readonly Diagnostic[] {
  const values = valuesOfSecrets(secrets, envs);
  return settingsOf(connection).flatMap(({ role, setting: { value, origin } }): Diagnostic[] => {
    if (typeof value === "string") return [];
    const { env: name } = value;
    const say = (found: string) => {
      const summary = `account ${connection.account}: ${role} is \${env.${name}}, ${found}`;
      return [problem("config/secret-elsewhere", { summary, remedy: remedyOf(role), origin })];
    };
    const named = roleOf(name, secrets);
    if (named.some((one) => one !== role)) return say(`which is a secret: its place is ${named[0]}`);
    for (const text of valuesOf(name, envs)) {
      const [same] = (values.get(text) ?? []).filter((one) => one.role !== role);
      if (same !== undefined) return say(`which has the same value as ${same.name}, a secret`);
    }
    return [];
  });
}

function remedyOf(role: Role): string {
  return `Name the variable that holds the ${role}. If this one does, rename it; and give no two variables one value.`;
}

function roleOf(name: string, secrets: SecretVariables): readonly SecretRole[] {
  const configured = secrets.get(name);
  const named = BY_NAME.flatMap(([pattern, role]) => (pattern.test(name) ? [role] : []));
  return configured === undefined ? named : [...named, configured];
}

type SecretValues = ReadonlyMap<string, readonly { readonly name: string; readonly role: SecretRole }[]>;

/** What was found last: all accounts of a configuration ask for the same in one go. Forgotten after it, since variables may change. */
let last:
  | { readonly secrets: SecretVariables; readonly envs: readonly Environment[]; readonly values: SecretValues }
  | undefined;

function valuesOfSecrets(secrets: SecretVariables, envs: readonly Environment[]): SecretValues {
  const isSame =
    last?.secrets === secrets && last.envs.length === envs.length && last.envs.every((env, at) => env === envs[at]);
  if (last !== undefined && isSame) return last.values;
  const values = secretValues(secrets, envs);
  last = { secrets, envs, values };
  queueMicrotask(() => {
    last = undefined;
  });
  return values;
}

function secretValues(secrets: SecretVariables, envs: readonly Environment[]): SecretValues {
  const found = new Map<string, { readonly name: string; readonly role: SecretRole }[]>();
  const names = new Set([...secrets.keys(), ...envs.flatMap((env) => Object.keys(env))]);
  for (const name of names)
    for (const role of roleOf(name, secrets))
      for (const text of valuesOf(name, envs)) found.set(text, [...(found.get(text) ?? []), { name, role }]);
  return found;
}

function valuesOf(name: string, envs: readonly Environment[]): readonly string[] {
  return envs.flatMap((env) => (Object.hasOwn(env, name) && env[name]?.trim()) || []);
}

function isSecret(role: Role): role is SecretRole {
  return role === "apiSecret" || role === "hookToken" || role === "hookUrls";
}

/** Every setting of the account that may be a variable, with what it is for. */
export function settingsOf({ apiUrl, hookUrl, apiKey, apiSecret, hook }: AccountConnection) {
  const of = (role: Role, setting: Setting | undefined) => (setting === undefined ? [] : [{ role, setting }]);
  return [
    ...of("apiUrl", apiUrl),
    ...of("hookUrl", hookUrl),
    ...of("apiKey", apiKey),
    ...of("apiSecret", apiSecret),
    ...of("hookAccount", hook?.account),
    ...of("hookToken", hook?.token),
    ...Object.values(hook?.urls ?? {}).flatMap((setting) => of("hookUrls", setting)),
  ];
}
