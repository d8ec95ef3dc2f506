// Makes the addresses of an account's webhooks from what the configuration says and the environment holds.
import type { Diagnostic } from "../../model/text/diagnostic.js";
import type { WebhookAction } from "../../model/webhook/webhook.js";
import { type Dialect, type HookPaths, hookPath } from "../../model/webhook/webhook-body.js";
import { type AccountConnection, checkUrl, type Environment, missingVariable, type Setting } from "../connection.js";
import { problem } from "../problem.js";

/** An address that moves money by itself. Never shown whole unless it was asked for. */
export interface HookAddress {
  readonly url: string;
  /** The same with everything secret hidden. */
  readonly masked: string;
  readonly secrets: readonly string[];
}

export type HookResolution =
  | { readonly kind: "address"; readonly address: HookAddress }
  /** No path is known for the action (a flat close). */
  | { readonly kind: "no-path" }
  /** Keys of the account that would have to be there. */
  | { readonly kind: "missing"; readonly keys: readonly string[] }
  | { readonly kind: "unusable"; readonly diagnostics: readonly Diagnostic[] };

export interface HookQuestion {
  readonly action: WebhookAction;
  readonly dialect: Dialect;
  /** Over the configuration's own. */
  readonly paths?: HookPaths;
}

const IN_PATH = /^[\w.~-]{1,200}$/;
const HIDDEN = "***";

/** The address of one action. Messages name variables, never values. */
export function resolveHook(connection: AccountConnection, env: Environment, question: HookQuestion): HookResolution {
  const { hook, hookUrl, account } = connection;
  const whole =
    question.dialect === "envelope" ? (hook?.urls[question.action] ?? hook?.urls.open) : hook?.urls[question.action];
  if (whole !== undefined) return wholeAddress(account, whole, env);
  const path = hookPath(question.action, question.dialect, { ...hook?.paths, ...question.paths });
  const keys = [
    ...(hookUrl === undefined ? ["hookUrl"] : []),
    ...(hook?.account === undefined ? ["hookAccount"] : []),
    ...(hook?.token === undefined ? ["hookToken"] : []),
  ];
  if (hookUrl === undefined || hook?.account === undefined || hook.token === undefined)
    return { kind: "missing", keys };
  if (path === undefined) return { kind: "no-path" };
  const diagnostics: Diagnostic[] = [];
  const base = read(account, hookUrl, env, diagnostics);
  const checked = base === undefined ? undefined : checkUrl(base);
  if (checked !== undefined && !("origin" in checked))
    diagnostics.push(bad(account, `hookUrl ${checked.fault}`, hookUrl));
  const id = inPath(account, "hookAccount", hook.account, env, diagnostics);
  const token = inPath(account, "hookToken", hook.token, env, diagnostics);
  if (diagnostics.length > 0 || checked === undefined || !("origin" in checked))
    return { kind: "unusable", diagnostics };
  const around = (one: string, other: string) => `${checked.origin}/crazy/hook/${one}:${other}${path}`;
  return {
    kind: "address",
    address: { url: around(id, token), masked: around(HIDDEN, HIDDEN), secrets: [id, token, `${id}:${token}`] },
  };
}

function read(
  account: string,
  { value, origin }: Setting,
  env: Environment,
  diagnostics: Diagnostic[],
): string | undefined {
  if (typeof value === "string") return value;
  const text = Object.hasOwn(env, value.env) ? env[value.env]?.trim() : undefined;
  if (text !== undefined && text !== "") return text;
  diagnostics.push(missingVariable(account, value.env, origin, text !== undefined));
  return undefined;
}

function inPath(account: string, key: string, setting: Setting, env: Environment, diagnostics: Diagnostic[]): string {
  const text = read(account, setting, env, diagnostics) ?? "";
  if (text !== "" && !IN_PATH.test(text))
    diagnostics.push(bad(account, `${key} holds characters that can't stand in an address`, setting));
  return text;
}

function wholeAddress(account: string, setting: Setting, env: Environment): HookResolution {
  const diagnostics: Diagnostic[] = [];
  const text = read(account, setting, env, diagnostics) ?? "";
  if (diagnostics.length > 0) return { kind: "unusable", diagnostics };
  const origin = URL.canParse(text) ? new URL(text).origin : text;
  const checked = checkUrl(origin);
  if (!("origin" in checked) || !text.startsWith(`${origin}/`) || /[?#\s]/.test(text))
    return {
      kind: "unusable",
      diagnostics: [
        bad(account, "a whole address of hookUrls isn't https://host/… without query and fragment", setting),
      ],
    };
  const rest = text.slice(origin.length + 1);
  const secrets = [rest, ...rest.split(/[/:?&=]/).filter((one) => one.length >= 6 && one !== "topup-deal")];
  return { kind: "address", address: { url: text, masked: maskedAddress(origin, rest), secrets: [text, ...secrets] } };
}

/** Only what is known to be no secret stays: the interface's own path, and what follows account and token. */
function maskedAddress(origin: string, rest: string): string {
  const known = /^crazy\/hook\/[^/?]+((?:\/[a-z-]{1,40})?)$/.exec(rest);
  return known === null ? `${origin}/${HIDDEN}` : `${origin}/crazy/hook/${HIDDEN}:${HIDDEN}${known[1]}`;
}

function bad(account: string, fault: string, { origin }: Setting): Diagnostic {
  const remedy = "Copy it once more from the Webhooks block of the saved bot; its value is not shown here.";
  return problem("config/bad-hook", { summary: `account ${account}: ${fault}`, remedy, origin });
}
