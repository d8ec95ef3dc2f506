// Templates beneath a bot: as many as may be, and one more; each once, parents first.
import { describe, expect, it } from "vitest";
import { errorsOf, settingsOf, withAccount } from "../fleet.js";

describe("the most templates of a bot", () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);
  const text = (count: number) => {
    const templates = names(count).map((name) => `${name}: { leverage: 2 }`);
    return withAccount(
      `templates: { ${templates.join(", ")} }\nbots: { x: { title: X, extends: [${names(count).join(", ")}] } }\n`,
    );
  };
  const codes = (count: number) => new Set(errorsOf(text(count)).map((line) => line.split(" ")[0]));

  it.each([
    [2_000, []],
    [2_001, ["too-complex"]],
  ])("%d: %j", (count, expected) => {
    expect([...codes(count)]).toEqual(expected);
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
