// A notice: what has happened, in a title and lines, for a webhook; and the forms that chats take.

/** What has happened, as plain text from anywhere: whoever makes a body of it escapes it. */
export interface Notice {
  /** One line; all that is read of it on a phone. */
  readonly title: string;
  /** The most important first: the last ones may be left out. */
  readonly lines: readonly string[];
  readonly severity: "good" | "warning" | "bad";
  /** Where to read on; an address of the user's own, never of the service's text. */
  readonly link?: string;
  /** For programs, as the generic form has them; plain JSON. */
  readonly facts?: object;
}

export const NOTICE_FORMS = ["generic", "slack", "discord", "telegram"] as const;
export type NoticeForm = (typeof NOTICE_FORMS)[number];

/** What a chat wants beside the notice: which chat it is for, of Telegram alone. */
export interface NoticeChat {
  readonly chat_id: string;
  /** A topic of a group. */
  readonly message_thread_id?: number;
}

/** By the address alone; whatever isn't known is generic. Discord's own door for Slack's form takes that. */
export function formAt(origin: string, path: string): NoticeForm {
  const host = URL.canParse(origin) ? new URL(origin).hostname : "";
  const [way = ""] = path.split("?");
  if (host === "hooks.slack.com" || host === "hooks.slack-gov.com") return "slack";
  if (/^(?:(?:canary|ptb)\.)?discord(?:app)?\.com$/.test(host) && /^\/api\/(?:v\d+\/)?webhooks\//.test(way))
    return way.endsWith("/slack") ? "slack" : "discord";
  return host === "api.telegram.org" && /^\/bot[^/]+\//.test(way) ? "telegram" : "generic";
}
