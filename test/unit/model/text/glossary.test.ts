// The words as botform explain shows them: plain text, without the links and code spans of the page.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { GLOSSARY, WORDS } from "../../../../src/model/text/glossary.js";

it("every word has the meaning that the page gives it, and nothing of Markdown", () => {
  expect([...WORDS.keys()]).toEqual(GLOSSARY.flatMap(({ words }) => Object.keys(words)));
  const page = readFileSync("docs/glossary.md", "utf8");
  const rows = GLOSSARY.flatMap(({ words }) => Object.entries(words));
  expect(rows.filter(([word, meaning]) => !page.includes(`| ${word} | ${meaning} |`))).toEqual([]);
  const marked = [...WORDS].filter(([, meaning]) => /`|\]\(/.test(meaning));
  expect(marked).toEqual([]);
  expect(["address", "title"].map((word) => WORDS.get(word))).toEqual([
    "account/bot-key. Plans, messages and flags name a bot by it. account/#1234 is a bot by its id, usually an undeclared one.",
    "The name of a bot on the service. Within one access, the title is the bot's identity.",
  ]);
});
