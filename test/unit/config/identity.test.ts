// Who names which live bot: titles, previous titles and pinned ids, on one access and on several.
import { describe, expect, it } from "vitest";
import { errorsOf, load } from "../config/fleet.js";

const HEAD = `version: 1
accounts:
  main:
    apiUrl: https://api.example.net
    apiKey: \${env.BOTFORM_KEY}
    apiSecret: \${env.BOTFORM_SECRET}
    accesses: { one: Main, same: Main, two: 7 }
defaults: { access: one }
bots:
`;
const codes = (...bots: string[]) =>
  errorsOf(`${HEAD}${bots.map((bot) => `  ${bot}\n`).join("")}`).map((line) => line.split(" ")[0]);

describe("titles", () => {
  it.each<[string[], string[], string]>([
    [["a: { title: A }", "b: { title: B }"], [], "two bots have two"],
    [["a: { title: A }", "b: { title: A }"], ["title-twice"], "two have one"],
    [["a: { title: A }", "b: { title: A }", "c: { title: A }"], ["title-twice", "title-twice"], "three have one"],
    [["a: { title: A }", "b: { title: A, access: two }"], [], "on two accesses"],
    [["a: { title: A }", "b: { title: A, access: same }"], ["title-twice"], "two aliases of one access"],
    [["a: { title: A }", "b: { title: a }"], [], "in another case of letters it is another title"],
  ])("%j: %j, %s", (bots, expected, _because) => expect(codes(...bots)).toEqual(expected));
});

it("of two bots that have it from one template, nothing is said of a forEach", () => {
  const { diagnostics } = load(`${HEAD}  a: { extends: t }\n  b: { extends: t }\ntemplates: { t: { title: A } }\n`);
  const twice = diagnostics.filter(({ code }) => code === "config/title-twice");
  expect(twice.map(({ remedy }) => remedy)).toEqual(["Both have it from here: give each of them a title of its own."]);
});

describe("pinned ids", () => {
  it.each<[string[], string[], string]>([
    [["a: { title: A, botId: 1 }", "b: { title: B, botId: 2 }"], [], "two bots have two"],
    [["a: { title: A, botId: 1 }", "b: { title: B, botId: 1 }"], ["bot-id-twice"], "two have one"],
    [["a: { title: A, botId: 1 }", "b: { title: B, botId: 1, access: two }"], ["bot-id-twice"], "on two accesses, too"],
    [["a: { title: A, botId: 1 }", "b: { title: A, botId: 1 }"], ["bot-id-twice", "title-twice"], "and have one title"],
  ])("%j: %j, %s", (bots, expected, _because) => expect(codes(...bots).toSorted()).toEqual(expected));
});

describe("previous titles", () => {
  it.each<[string[], string[], string]>([
    [["a: { title: A, previousTitles: [B] }"], [], "nobody else has it"],
    [["a: { title: A, previousTitles: [A] }"], ["previous-title-useless"], "it is the present one"],
    [
      ["a: { title: A, previousTitles: [B, B] }"],
      ["repeated-item"],
      "stated twice it is a repeated item, and not another bot's",
    ],
    [["a: { title: A, previousTitles: [B] }", "b: { title: B }"], ["previous-title-taken"], "another bot has it now"],
    [["b: { title: B }", "a: { title: A, previousTitles: [B] }"], ["previous-title-taken"], "in either order"],
    [
      ["a: { title: A, previousTitles: [C] }", "b: { title: B, previousTitles: [C] }"],
      ["previous-title-taken"],
      "two bots had it",
    ],
    [["a: { title: A, previousTitles: [B] }", "b: { title: B, access: two }"], [], "on another access it is another's"],
    [
      ["a: { title: A, previousTitles: [B] }", "b: { title: B, access: same }"],
      ["previous-title-taken"],
      "two aliases of one access",
    ],
    [
      ["a: { title: A, previousTitles: [B] }", "b: { title: B, previousTitles: [A] }"],
      ["previous-title-taken", "previous-title-taken"],
      "they change places",
    ],
  ])("%j: %j, %s", (bots, expected, _because) => expect(codes(...bots)).toEqual(expected));

  it("of three bots name the first that had it", () => {
    const bots = ["a", "b", "c"].map((key) => `  ${key}: { title: ${key}, previousTitles: [old] }\n`);
    const { diagnostics } = load(`${HEAD}${bots.join("")}`);
    const taken = diagnostics.filter(({ code }) => code === "config/previous-title-taken");
    expect(taken.map(({ summary }) => /belongs to bot (\w)/.exec(summary)?.[1])).toEqual(["a", "a"]);
  });

  it("are placed at the very title", () => {
    const { diagnostics } = load(`${HEAD}  a: { title: A, previousTitles: [C, B] }\n  b: { title: B }\n`);
    const taken = diagnostics.find(({ code }) => code === "config/previous-title-taken");
    expect(taken?.origin?.path).toEqual(["bots", "a", "previousTitles", 1]);
    expect(taken?.summary).toMatch(/bot a: the previous title "B" belongs to bot b \(f0\.yaml:11/);
  });
});
