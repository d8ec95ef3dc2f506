// Writes a webhook's body: compact JSON in either dialect, ready for an alert's message.
import { SECTIONS_OF, type WebhookAction, type WebhookMessage, type WebhookValue } from "./webhook.js";
import { ANY_PLACEHOLDER } from "./webhook-placeholders.js";

/** `flat`: botId and sections at the top, one address per action. `envelope`: {action, params} on one address (S-63). */
export const DIALECTS = ["flat", "envelope"] as const;
export type Dialect = (typeof DIALECTS)[number];

interface BodyOptions {
  readonly dialect: Dialect;
  /** Absent is a Ghost's body, which only the envelope has. */
  readonly botId?: number | undefined;
}

/** The body's text. Placeholders stand in it as the charting platform looks for them, unescaped. */
export function webhookBody(message: WebhookMessage, { dialect, botId }: BodyOptions): string {
  const own = { ...(botId !== undefined && { botId }), ...contents(message) };
  return JSON.stringify(dialect === "flat" ? own : { action: message.action, params: own }).replace(
    ESCAPED_PLACEHOLDER,
    (whole) => whole.replaceAll('\\"', '"'),
  );
}

const ESCAPED_PLACEHOLDER = /\{\{plot\(\\"[^"{}]*\\"\)\}\}/g;

type Contents = Record<string, WebhookValue | Readonly<Record<string, WebhookValue>>>;

function contents({ action, settings }: WebhookMessage): Contents {
  const found: Contents = {};
  const sections: readonly string[] = SECTIONS_OF[action];
  for (const { path, value } of settings) {
    const [first = "", name] = path.split(".");
    if (name === undefined || !sections.includes(first)) found[path] = value;
    else found[first] = { ...sectionOf(found[first]), [name]: value };
  }
  return found;
}

function sectionOf(value: Contents[string] | undefined): Readonly<Record<string, WebhookValue>> {
  return typeof value === "object" && !isList(value) ? value : {};
}

function isList(value: Contents[string]): value is readonly string[] {
  return Array.isArray(value);
}

/** Whether any value waits for the charting platform to fill it in. */
export function hasPlaceholders({ settings }: WebhookMessage): boolean {
  return settings.some(({ value }) =>
    [value].flat().some((one) => typeof one === "string" && one.search(ANY_PLACEHOLDER) >= 0),
  );
}

/** What follows account and token in each action's address. */
export type HookPaths = { readonly [action in WebhookAction]?: string | undefined };

/** The interface states these; where a flat close goes isn't public (S-64). */
const KNOWN_PATHS: HookPaths = { open: "", update: "", average: "/topup-deal" };

/** A guess by analogy with /topup-deal, never taken unasked. */
export const GUESSED_CLOSE_PATH = "/close-deal";

/** What follows account and token; undefined where nobody knows. */
export function hookPath(action: WebhookAction, dialect: Dialect, stated: HookPaths): string | undefined {
  return dialect === "envelope" ? "" : (stated[action] ?? KNOWN_PATHS[action]);
}

/** What one alert is pasted with. */
export interface ExportedAction {
  readonly action: WebhookAction;
  readonly body: string;
  readonly url: string;
}

/** A bot whose alerts are set up by hand. */
export interface ExportedBot {
  readonly address: string;
  readonly title: string;
  readonly botId: number | undefined;
  readonly dialect: Dialect;
  readonly actions: readonly ExportedAction[];
  readonly isRevealed: boolean;
}
