// The words as botform explain shows them: plain text, without the links and code spans of the page.
import { expect, it } from "vitest";
import { GLOSSARY, WORDS } from "../../../../src/model/text/glossary.js";

it("every word has its meaning, and nothing of Markdown", () => {
  expect([...WORDS.keys()]).toEqual(GLOSSARY.flatMap(({ words }) => Object.keys(words)));
  const marked = [...WORDS].filter(([, meaning]) => /`|\]\(/.test(meaning));
  expect(marked).toEqual([]);
  expect(["address", "title"].map((word) => WORDS.get(word))).toEqual([
    "account/bot-key. Plans, messages and flags name a bot by it. account/#1234 is an undeclared bot.",
    "The name of a bot on the service. Within one access, the title is the bot's identity.",
  ]);
});
