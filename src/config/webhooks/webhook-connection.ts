// Makes the addresses of an account's webhooks from the configuration and the environment.
import type { Diagnostic } from "../../model/text/diagnostic.js";
import type { WebhookAction } from "../../model/webhook/webhook.js";
import { type Dialect, type HookPaths, hookPath } from "../../model/webhook/webhook-body.js";
import { checkUrl, missingVariable, refusedSettings } from "../connection.js";
import { problem } from "../problem.js";
import { type AccountConnection, type Environment, type Setting, textOf } from "../settings.js";

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
export function resolveHook(
  connection: AccountConnection,
  env: Environment,
  { envs, ...question }: HookQuestion & { readonly envs?: readonly Environment[] },
): HookResolution {
  const refused = refusedSettings(connection, env, envs);
  if (refused.length > 0) return { kind: "unusable", diagnostics: refused };

  const { hook, hookUrl, account } = connection;
  const { action, dialect, paths } = question;
  const diagnostics: Diagnostic[] = [];
  const read = (setting: Setting, kind?: "address"): string => {
    const text = textOf(setting, env);
    if (text === undefined) diagnostics.push(missingVariable(account, setting, env, kind));
    return text ?? "";
  };
  const whole = hook?.urls[action] ?? (dialect === "envelope" ? hook?.urls.open : undefined);
  if (whole !== undefined) {
    const address = wholeAddress(read(whole));
    if (address !== undefined) return { kind: "address", address };
    if (diagnostics.length === 0)
      diagnostics.push(bad(account, "an address in hookUrls isn't https://host/… without query and fragment", whole));
    return { kind: "unusable", diagnostics };
  }
  if (hookUrl === undefined || hook?.account === undefined || hook.token === undefined) {
    const needed = Object.entries({ hookUrl, hookAccount: hook?.account, hookToken: hook?.token });
    return { kind: "missing", keys: needed.flatMap(([key, setting]) => (setting === undefined ? [key] : [])) };
  }
  const path = hookPath(action, dialect, { ...hook.paths, ...paths });
  if (path === undefined) return { kind: "no-path" };
  const base = read(hookUrl, "address");
  const checked = checkUrl(base);
  if (base !== "" && "fault" in checked) diagnostics.push(bad(account, `hookUrl ${checked.fault}`, hookUrl));
  const inPath = (key: string, setting: Setting): string => {
    const text = read(setting);
    if (text !== "" && !IN_PATH.test(text))
      diagnostics.push(bad(account, `${key} contains characters that aren't allowed in an address`, setting));
    return text;
  };
  const id = inPath("hookAccount", hook.account);
  const token = inPath("hookToken", hook.token);
  if (diagnostics.length > 0 || "fault" in checked) return { kind: "unusable", diagnostics };
  const around = (one: string, other: string) => `${checked.origin}/crazy/hook/${one}:${other}${path}`;
  return {
    kind: "address",
    address: { url: around(id, token), masked: around(HIDDEN, HIDDEN), secrets: [id, token, `${id}:${token}`] },
  };
}

/** undefined for what is no whole address. */
function wholeAddress(text: string): HookAddress | undefined {
  const origin = URL.canParse(text) ? new URL(text).origin : text;
  if ("fault" in checkUrl(origin) || !text.startsWith(`${origin}/`) || /[?#\s]/.test(text)) return undefined;
  const rest = text.slice(origin.length + 1);
  const secrets = [rest, ...rest.split(/[/:?&=]/).filter((one) => one.length >= 6 && one !== "topup-deal")];
  return { url: text, masked: maskedAddress(origin, rest), secrets: [text, ...secrets] };
}

/** Only what is known to be no secret stays: the interface's own path, and what follows account and token. */
function maskedAddress(origin: string, rest: string): string {
  const known = /^crazy\/hook\/[^/?]+((?:\/[a-z-]{1,40})?)$/.exec(rest);
  return known === null ? `${origin}/${HIDDEN}` : `${origin}/crazy/hook/${HIDDEN}:${HIDDEN}${known[1]}`;
}

function bad(account: string, fault: string, { origin }: Setting): Diagnostic {
  const remedy = "Copy it again from the Webhooks block of the saved bot; its value is not shown here.";
  return problem("config/bad-hook", { summary: `account ${account}: ${fault}`, remedy, origin });
}
