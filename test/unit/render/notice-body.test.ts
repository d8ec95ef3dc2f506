// Notices in the forms of their receivers: whole bodies, limits, and that no text from outside calls, links or formats.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NOTICE_FORMS, type Notice } from "../../../src/model/notice.js";
import { noticeBody } from "../../../src/render/notice-body.js";
import { anyText } from "../../support/any-text.js";

const NOTICE: Notice = {
  title: "botform drift on main: 1 bot drifted",
  lines: ["main/btc: leverage live 9, declared 5", "main/[eth](https://evil.example) *@everyone* <!channel>"],
  severity: "warning",
};
const chat = { chat_id: "-1001", message_thread_id: 7 };
const read = (form: (typeof NOTICE_FORMS)[number], notice: Partial<Notice> = {}) =>
  JSON.parse(noticeBody(form, { ...NOTICE, ...notice }, { chat }));
const TEXT = { generic: "text", slack: "text", discord: "content", telegram: "text" } as const;
const LIMIT = { generic: 40_000, slack: 40_000, discord: 2_000, telegram: 4_096 } as const;

describe("a body", () => {
  it("of a webhook that nobody knows has a text and the facts", () => {
    expect(read("generic", { facts: { exitCode: 2 } })).toEqual({
      text: "botform drift on main: 1 bot drifted\n• main/btc: leverage live 9, declared 5\n• main/[eth](https://evil.example) *＠everyone* &lt;!channel&gt;",
      ...{ mrkdwn: false, unfurl_links: false, unfurl_media: false, severity: "warning", botform: { exitCode: 2 } },
    });
  });

  it("of Slack has no facts, and its signs as entities", () => {
    expect(read("slack", { facts: { exitCode: 2 }, severity: "bad", link: "https://fleet.example/a?b&c" })).toEqual({
      text: "⛔ botform drift on main: 1 bot drifted\n• main/btc: leverage live 9, declared 5\n• main/[eth](https://evil.example) *＠everyone* &lt;!channel&gt;\n<https://fleet.example/a?b&amp;c>",
      ...{ mrkdwn: false, unfurl_links: false, unfurl_media: false },
    });
  });

  it("of Discord lets nobody be called, and escapes what formats", () => {
    expect(read("discord", { link: "https://fleet.example/a" })).toEqual({
      content:
        "⚠️ botform drift on main\\: 1 bot drifted\n• main/btc\\: leverage live 9, declared 5\n• main/\\[eth\\]\\(https\\://evil.example\\) \\*＠everyone\\* \\<!channel\\>\n<https://fleet.example/a>",
      allowed_mentions: { parse: [] },
      flags: 4,
    });
  });

  it("of Telegram is preformatted to its last sign, for its chat", () => {
    const text =
      "✅ botform drift on main: 1 bot drifted\n• main/btc: leverage live 9, declared 5\n• main/[eth](https://evil.example) *＠everyone* <!channel>";
    const body = { chat_id: "-1001", message_thread_id: 7, link_preview_options: { is_disabled: true } };
    const entities = [{ type: "pre", offset: 0, length: text.length }];
    expect(read("telegram", { severity: "good" })).toEqual({ ...body, text, entities });
    const link = "https://fleet.example/a";
    expect(read("telegram", { severity: "good", link })).toEqual({ ...body, text: `${text}\n${link}`, entities });
  });

  it("holds no secret, also where it would be escaped", () => {
    const body = noticeBody(
      "discord",
      { ...NOTICE, lines: ["key a_b*c"] },
      { redacted: (text) => text.replaceAll("a_b*c", "•••") },
    );
    expect(JSON.parse(body).content).toContain("key •••");
  });
});

describe.each(NOTICE_FORMS)("of %s", (form) => {
  it("what doesn't fit is counted, and never half a line", () => {
    const lines = Array.from({ length: 400 }, (_, at) => `main/bot-${at}: ${"_".repeat(200)}`);
    const text: string = read(form, { lines })[TEXT[form]];
    const shown = text.split("\n").slice(1);
    const rest = /^• … and (\d+) more lines$/.exec(shown.at(-1) ?? "");
    expect(text.length).toBeLessThanOrEqual(LIMIT[form]);
    expect(Number(rest?.[1]) + shown.length - 1).toBe(400);
    expect(shown.slice(0, -1).every((line) => line.replaceAll("\\", "").endsWith("_".repeat(200)))).toBe(true);
    expect(text.length).toBeGreaterThan(LIMIT[form] - 500);
  });

  it("stays below the limit, and calls and formats nothing, whatever the text", () => {
    const some = anyText({ maxLength: 400 });
    fc.assert(
      fc.property(some, fc.array(some, { maxLength: 40 }), (title, lines) => {
        const body = read(form, { title, lines });
        const text: string = body[TEXT[form]];
        expect(text.length).toBeLessThanOrEqual(LIMIT[form]);
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toContain("@");
        expect(
          text
            .split("\n")
            .slice(1)
            .every((line) => line.startsWith("• ")),
        ).toBe(true);
        if (form === "slack") expect(text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
        if (form === "discord") expect(text.replaceAll(/\\[^A-Za-z0-9\s]/g, "")).not.toMatch(/[\\*_~`|<>[\]():#]/);
        if (form === "telegram") expect(body.entities[0].length).toBe(text.length);
      }),
    );
  });
});
