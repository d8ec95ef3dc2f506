// Templates beneath a bot: as many as may be, and one more; each once, parents first.
import { describe, expect, it } from "vitest";
import { load, said, settingsOf, withAccount } from "../fleet.js";

describe("the most templates of a bot", () => {
  // In two files, so that no map has too many keys.
  const files = (count: number) => {
    const names = Array.from({ length: count }, (_, index) => `t${index}`);
    const templates = (some: readonly string[]) =>
      `templates: { ${some.map((name) => `${name}: { leverage: 2 }`).join(", ")} }\n`;
    const bots = `bots: { x: { title: X, extends: [${names.join(", ")}] } }\n`;
    return [withAccount(bots), templates(names.slice(0, 1_000)), templates(names.slice(1_000))];
  };

  it.each([
    [2_000, []],
    [2_001, ["8:33 too-complex: bot x extends more than 2000 templates | Combine them into fewer templates."]],
  ])("%d: %j", (count, expected) => {
    expect(said(load(files(count)).diagnostics).filter((line) => !line.includes("incomplete-bot"))).toEqual(expected);
  });
});

it.each([
  ["extends: [a, b]", "3", "the last one named lies on top"],
  ["extends: [b, a]", "2", "in the other order the other one"],
  ["extends: child", "4", "a child lies on its parents"],
  ["extends: [child, a]", "4", "even where a parent is named after it"],
])("%s: leverage %s, %s", (bot, leverage, _because) => {
  const templates = "templates: { a: { leverage: 2 }, b: { leverage: 3 }, child: { extends: [a, b], leverage: 4 } }";
  expect(settingsOf(withAccount(`${templates}\nbots: { x: { title: X, ${bot} } }\n`))["x"]).toMatchObject({ leverage });
});
