// A notice as the JSON that a webhook's receiver takes: generic, Slack, Discord or Telegram. Nothing in it calls, links or formats.
import type { Notice, NoticeChat, NoticeForm } from "../model/notice.js";
import { clean, cleanJson, entities } from "./sanitize.js";

export interface NoticeBodyOptions {
  /** Of Telegram: the chat. */
  readonly chat?: NoticeChat;
  /** Takes secrets out of a text; an escaped one isn't found any more. */
  readonly redacted?: (text: string) => string;
}

/** One JSON document, below the form's limit; what doesn't fit is counted in its last line. */
export function noticeBody(form: NoticeForm, notice: Notice, { chat, redacted }: NoticeBodyOptions = {}): string {
  const plain = (text: string) => short(clean((redacted ?? same)(text)));
  return cleanJson(
    JSON.stringify(BODIES[form]({ ...notice, title: plain(notice.title), lines: notice.lines.map(plain) }, chat)),
  );
}

const same = (text: string) => text;

/** Each is given clean text. */
const BODIES: Readonly<Record<NoticeForm, (notice: Notice, chat: NoticeChat | undefined) => object>> = {
  generic: (notice) => ({
    ...slackBody(notice, notice.title),
    severity: notice.severity,
    ...(notice.facts !== undefined && { botform: notice.facts }),
  }),
  slack: (notice) => slackBody(notice, `${MARKS[notice.severity]} ${notice.title}`),
  discord: discordBody,
  telegram: telegramBody,
};

const MARKS: Readonly<Record<Notice["severity"], string>> = { good: "✅", warning: "⚠️", bad: "⛔" };

/**
 * An incoming webhook: `text` (longer than 40 000 characters it is cut, https://api.slack.com/changelog/2018-04-truncating-really-long-messages)
 * with &, < and > as entities, `mrkdwn: false`, and nothing unfurled: https://docs.slack.dev/messaging/formatting-message-text.
 */
function slackBody({ lines, link }: Notice, title: string): object {
  const end = link === undefined ? "" : `\n<${entities(link, /[&<>]/g)}>`;
  const text = fitted(title, lines, forChat, 40_000 - end.length);
  return { text: `${text}${end}`, mrkdwn: false, unfurl_links: false, unfurl_media: false };
}

/**
 * Execute Webhook: `content` of at most 2 000 characters, no mention parsed, and flag 4 (SUPPRESS_EMBEDS):
 * https://discord.com/developers/docs/resources/webhook#execute-webhook. It reads Markdown, which a backslash escapes.
 */
function discordBody({ title, lines, severity, link }: Notice): object {
  const end = link === undefined ? "" : `\n<${link.replaceAll(">", "%3E")}>`;
  const text = fitted(`${MARKS[severity]} ${title}`, lines, forDiscord, 2_000 - end.length);
  return { content: `${text}${end}`, allowed_mentions: { parse: [] }, flags: 4 };
}

/**
 * sendMessage: `text` of at most 4 096 UTF-16 units, without parse_mode. One entity `pre` covers all of it, so that Telegram finds no
 * link, mention or command in it: https://core.telegram.org/bots/api#sendmessage and #messageentity.
 */
function telegramBody({ title, lines, severity, link }: Notice, chat: NoticeChat | undefined): object {
  const end = link === undefined ? "" : `\n${link}`;
  const text = fitted(`${MARKS[severity]} ${title}`, lines, withoutMentions, 4_096 - end.length);
  return {
    ...chat,
    text: `${text}${end}`,
    entities: [{ type: "pre", offset: 0, length: text.length }],
    link_preview_options: { is_disabled: true },
  };
}

/** Room for the line that says how many are left out. */
const REST = "\n• … and 1000000 more lines".length;

/** The title, and as many lines as the limit has room for. @param most UTF-16 units, of which no receiver counts fewer */
function fitted(title: string, lines: readonly string[], escaped: (text: string) => string, most: number): string {
  const shown = lines.map((line) => `\n• ${escaped(line)}`);
  const head = escaped(title);
  const isWhole = head.length + shown.reduce((sum, line) => sum + line.length, 0) <= most;
  let [text, count] = [head, 0];
  for (const line of shown) {
    if (text.length + line.length > most - (isWhole ? 0 : REST)) break;
    [text, count] = [text + line, count + 1];
  }
  const rest = shown.length - count;
  return rest === 0 ? text : `${text}\n• … and ${rest} more ${rest === 1 ? "line" : "lines"}`;
}

/**
 * Slack reads &, < and > as its own, and <!channel> as a call to everybody; others that take the same form read @everyone so,
 * and an @ of full width calls nobody.
 */
function forChat(text: string): string {
  return entities(withoutMentions(text), /[&<>]/g);
}

function withoutMentions(text: string): string {
  return text.replaceAll("@", "＠");
}

/** The colon of a link and of an emoji, too; what formats at the start of a line never stands there. */
function forDiscord(text: string): string {
  return withoutMentions(text).replace(/[\\*_~`|<>[\]():#]/g, "\\$&");
}

const LONGEST_LINE = 300;

/** Cut off where it is too long. */
export function short<Value>(value: Value | string): Value | string {
  if (typeof value !== "string" || value.length <= LONGEST_LINE) return value;
  return `${value.slice(0, LONGEST_LINE - 1).toWellFormed()}…`;
}
