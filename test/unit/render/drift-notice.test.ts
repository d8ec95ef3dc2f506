// What a webhook is told: nothing in it calls anybody, and it stays small whatever drifted.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AccountDrift, DriftResult } from "../../../src/model/bot/drift.js";
import { driftNotice } from "../../../src/render/drift-notice.js";
import { noticeBody } from "../../../src/render/notice-body.js";
import { anyText } from "../../support/any-text.js";

function account(bots: number, missing = 0, word = "5"): DriftResult {
  const place = { file: "fleet.yaml", line: 3, column: 5 };
  const drifted = Array.from({ length: bots }, (_, index) => ({
    address: `main/bot-${index}`,
    botId: index + 1,
    title: "<!channel>",
    settings: [{ name: "leverage", live: word, declared: "1", place }],
    since: { settingsAtTheLatest: "2026-11-22T05:00:00.000Z", log: [{ datetime: "", message: "not for the webhook" }] },
  }));
  const absent = Array.from({ length: missing }, (_, index) => ({
    address: `main/gone-${index}`,
    title: "t",
    place: null,
  }));
  const rest = {
    acknowledged: [],
    inDoubt: [],
    naked: [],
    held: [],
    undeclared: [],
    undeclaredRule: "report",
    strays: 0,
    unchanged: 0,
    diagnostics: [],
  } as const;
  const drift: AccountDrift = { account: "main", drifted, missing: absent, ...rest };
  return { account: "main", exitCode: 2, drift };
}

const read = (...ends: DriftResult[]) => JSON.parse(noticeBody("generic", driftNotice(2, ends)));

const forChat = (title: string): string =>
  JSON.parse(noticeBody("generic", { title, lines: [], severity: "good" })).text;

describe("text for a chat", () => {
  it.each([
    { text: "<!channel> <@U123>", chat: "&lt;!channel&gt; &lt;＠U123&gt;", because: "Slack's mentions" },
    { text: "@everyone & @here", chat: "＠everyone &amp; ＠here", because: "others' mentions" },
    {
      text: "<https://example.net|here>",
      chat: "&lt;https://example.net|here&gt;",
      because: "a link that hides its target",
    },
    { text: "a\nb\u202e", chat: "a\\u{a}b\\u{202e}", because: "a line of its own, and text that runs backwards" },
  ])("has no $because", ({ text, chat }) => {
    expect(forChat(text)).toBe(chat);
  });

  it("holds none of the signs that command, whatever the text", () => {
    fc.assert(
      fc.property(anyText({ maxLength: 400 }), (text) => {
        const chat = forChat(text);
        expect(chat).not.toMatch(/[<>@\n]|&(?!amp;|lt;|gt;)/);
        expect(chat.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("a notice", () => {
  it("has titles and logs in none of its parts", () => {
    const text = noticeBody("generic", driftNotice(2, [account(1)]));
    for (const kept of ["channel", "not for the webhook"]) expect(text).not.toContain(kept);
  });

  it("names twenty bots in its text and a hundred in its facts, and says how many more there are", () => {
    const { text, botform } = read(account(150, 40));
    expect(text.split("\n").filter((line: string) => line.includes("leverage"))).toHaveLength(20);
    expect(text.split("\n").filter((line: string) => line.includes("declared, but missing"))).toHaveLength(20);
    expect(text).toContain("150 bots drifted, 40 missing");
    expect(text).toContain("… and 130 more");
    expect(botform.drifted).toHaveLength(100);
    expect(botform).toMatchObject({ omitted: 50, summary: { drifted: 150, missing: 40 } });
  });

  it("stays small with values of any length", () => {
    const many = Array.from({ length: 20 }, () => account(100, 0, "&".repeat(2_000)));
    expect(Buffer.byteLength(read(...many).text)).toBeLessThan(40_000);
    expect(Buffer.byteLength(noticeBody("generic", driftNotice(2, many)))).toBeLessThan(200_000);
  });

  it("says of an account that it couldn't be read, and why", () => {
    const { text, botform } = read({ account: "copy", exitCode: 1, error: "<no> answer" });
    expect(text).toBe("botform drift on copy: 1 account not read\n• copy: not read: &lt;no&gt; answer");
    expect(botform.accounts).toEqual([{ account: "copy", exitCode: 1, error: "<no> answer" }]);
  });
});
