// What receivers say to a notice: taken or not, why, and how long they ask to wait.
import { expect, it } from "vitest";
import type { NoticeForm } from "../../../src/model/notice.js";
import { readNoticeAnswer } from "../../../src/service/notice-answer.js";

const TAKEN = { why: undefined, isFinal: true, waitMs: 0 };

it.each<[because: string, NoticeForm, number, string, object]>([
  ["any 2xx is a yes", "generic", 204, "", TAKEN],
  ["whatever it says", "generic", 200, '{"ok":false}', TAKEN],
  ["Slack's yes", "slack", 200, "ok", TAKEN],
  ["Slack's no is a word", "slack", 404, "no_service", { why: "HTTP 404: no_service", isFinal: true, waitMs: 0 }],
  ["a page isn't Slack's", "slack", 500, "<html>", { why: "HTTP 500", isFinal: false, waitMs: 0 }],
  ["Discord's yes", "discord", 204, "", TAKEN],
  [
    "Discord's no",
    "discord",
    404,
    '{"message":"Unknown Webhook","code":10015}',
    { why: "HTTP 404: Unknown Webhook", isFinal: true, waitMs: 0 },
  ],
  [
    "Discord asks to wait, in seconds with a fraction",
    "discord",
    429,
    '{"message":"You are being rate limited.","retry_after":1.336,"global":false}',
    { why: "HTTP 429: You are being rate limited.", isFinal: false, waitMs: 1336 },
  ],
  ["Telegram's yes", "telegram", 200, '{"ok":true,"result":{}}', TAKEN],
  [
    "a no of Telegram's with a 200",
    "telegram",
    200,
    '{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}',
    { why: "HTTP 200: Bad Request: chat not found", isFinal: true, waitMs: 0 },
  ],
  [
    "a page with a 200, as proxies have",
    "telegram",
    200,
    "<html>",
    { why: "HTTP 200, without the ok that Telegram gives", isFinal: true, waitMs: 0 },
  ],
  [
    "Telegram asks to wait",
    "telegram",
    429,
    '{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 5","parameters":{"retry_after":5}}',
    { why: "HTTP 429: Too Many Requests: retry after 5", isFinal: false, waitMs: 5000 },
  ],
  ["a wait that is none", "discord", 429, '{"retry_after":-1}', { why: "HTTP 429", isFinal: false, waitMs: 0 }],
  [
    "a redirect says where to, which is nobody's business",
    "discord",
    302,
    '{"message":"x"}',
    { why: "HTTP 302, a redirect, which botform doesn't follow", isFinal: true, waitMs: 0 },
  ],
])("%s", (_, form, status, body, expected) => {
  expect(readNoticeAnswer(form, { status, body })).toEqual(expected);
});

it("the longer wait counts, and a reason is cut", () => {
  const body = JSON.stringify({ message: "x".repeat(500), retry_after: 1 });
  const { why, waitMs } = readNoticeAnswer("discord", { status: 429, body, retryAfterMs: 3000 });
  expect([why?.length, waitMs]).toEqual(["HTTP 429: ".length + 120, 3000]);
});
