// A variable whose value is in a file: NAME_FILE holds the file's path, as Docker and Kubernetes hand over secrets.
import { secretFileProblem, type ValueFault } from "../../config/credential-problems.js";
import type { Setting } from "../../config/settings.js";
import { isPathHere, readSecretFile } from "../../disk/secret-file.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import type { Env } from "../host.js";

const SUFFIX = "_FILE";

/** The variable that names the file of another one. */
export function fileVariable(name: string): string {
  return `${name}${SUFFIX}`;
}

/** What stands in the file that NAME_FILE names; undefined where nothing names one. An empty variable counts as none. */
export function fromFile(name: string, env: Env): { readonly text: string } | ValueFault | undefined {
  const variable = fileVariable(name);
  const path = setIn(variable, env);
  if (path === undefined) return undefined;
  if (setIn(name, env) !== undefined)
    return { fault: `both ${name} and ${variable} are set`, remedy: `Unset one of the two: botform doesn't choose.` };
  const read = readSecretFile(path);
  if ("text" in read) return read;
  if (!isPathHere(path))
    return {
      fault: `${variable} names no file that is there; it isn't shown, since it may be the secret itself`,
      remedy: `${variable} is the path of a file that holds the value; the value itself goes into ${name}.`,
    };
  return {
    fault: `the file ${path}, which ${variable} names, ${read.fault}`,
    remedy:
      "Name a file that holds the value in one line of printable ASCII, and nothing else; what it holds is not shown here.",
  };
}

/** The variable's own value, or what its file holds. */
export function variableText(name: string, env: Env): { readonly text: string | undefined } | ValueFault {
  return fromFile(name, env) ?? { text: setIn(name, env) };
}

/** A path in the place of a value is no secret, and what is wrong with it has to be shown. */
export function isNamedPath(variable: string, value: string): boolean {
  return variable.endsWith(SUFFIX) && isPathHere(value.trim());
}

/** What the files hold that such variables name. What can't be read holds no secret that anybody could send. */
export function secretsInFiles(env: Env, isSecret: (name: string) => boolean): readonly string[] {
  const names = Object.keys(env).filter((name) => name.endsWith(SUFFIX) && isSecret(name));
  return names.flatMap((name) => {
    const read = fromFile(name.slice(0, -SUFFIX.length), env);
    return read !== undefined && "text" in read ? [read.text] : [];
  });
}

const READ = new WeakMap<Env, Map<string, string>>();

/** What files hold of these settings. Read once in a run: a pipe can't be read again, and one run has one key. */
export function inFiles(
  env: Env,
  account: string,
  settings: readonly Setting[],
): { readonly found: Readonly<Record<string, string>>; readonly diagnostics: readonly Diagnostic[] } {
  const known = READ.get(env) ?? new Map<string, string>();
  READ.set(env, known);
  const found: Record<string, string> = {};
  const faults = new Map<string, Diagnostic>();
  for (const { value, origin } of settings) {
    if (typeof value === "string" || faults.has(value.env)) continue;
    const name = value.env;
    const text = known.get(name);
    const read = text === undefined ? fromFile(name, env) : { text };
    if (read === undefined) continue;
    if ("fault" in read) faults.set(name, secretFileProblem(account, read, origin));
    else {
      known.set(name, read.text);
      found[name] = read.text;
    }
  }
  return { found, diagnostics: [...faults.values()] };
}

function setIn(name: string, env: Env): string | undefined {
  const text = Object.hasOwn(env, name) ? env[name]?.trim() : undefined;
  return text === "" ? undefined : text;
}
