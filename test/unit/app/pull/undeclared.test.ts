// Which live bots a pull adds that nothing declares, to which file, and why the others aren't.
import { describe, expect, it } from "vitest";
import { pullObserved } from "../../../../src/app/pull/into.js";
import { loadSources } from "../../../../src/config/load.js";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import { live, observed } from "../../reconcile/fleet.js";
import { inLines } from "../room.js";

const account = (name: string, more = "") =>
  `  ${name}:\n    apiUrl: \${env.BOTFORM_MAIN_API_URL}\n    apiKey: \${env.BOTFORM_MAIN_API_KEY}\n    apiSecret: \${env.BOTFORM_MAIN_API_SECRET}\n    accesses: { primary: Main, second: Second }\n${more}`;
const SETTINGS =
  "{ access: primary, pairTitle: USDT-BTC, strategy: LONG, leverage: 5, marginMode: CROSS, typeTakeProfit: LIMIT, typeFirstOrder: MARKET, percentTakeProfit: 1.2, percentSafetyOrder: 1.5, volumeFirstOrder: 20 }";
const ONE = `version: 1\ndefaults: ${SETTINGS}\naccounts:\n${account("main")}`;

/** Pulls into these files, of which the first has the accounts; shows what each bot that came in reads like, and the rest of the result. */
function pulled(texts: readonly string[], bots: readonly ObservedBot[], everywhere = false) {
  const sources = texts.map((text, at) => ({ file: `${"abc"[at]}.yaml`, text }));
  const config = loadSources(sources);
  const [main] = config.accounts;
  if (main === undefined) throw new Error(JSON.stringify(config.diagnostics));
  const { files, ...rest } = pullObserved({
    ...{ config, account: main, sources, observed: observed([...bots]) },
    ...{ accept: undefined, everywhere },
  });
  const came = files.flatMap(({ file, text, before = "" }) =>
    text
      .split("\n")
      .flatMap((line) => (before.includes(line) || !/title:|only:|access:|^ {2}\S/.test(line) ? [] : [file + line])),
  );
  return [...came, inLines(rest)].join("\n");
}

describe("a live bot that nothing declares", () => {
  it.each([
    {
      because: "most of the account's bots stand there",
      texts: [ONE, "bots:\n  a: { title: A }\n", "bots:\n  b: { title: B }\n  c: { title: C }\n"],
      file: "c.yaml",
    },
    {
      because: "as many stand in the other, which comes later in the alphabet",
      texts: [ONE, "bots:\n  z: { title: Z }\n", "bots:\n  c: { title: C }\n"],
      file: "b.yaml",
    },
    { because: "no bot stands anywhere, and the account does here", texts: [ONE, "vars: {}\n"], file: "a.yaml" },
  ])("goes to $file: $because", ({ texts, file }) => {
    expect(
      pulled(texts, [live(9, "New")])
        .split("\n")
        .slice(0, 2),
    ).toEqual([`${file}  new:`, `${file}    title: New`]);
  });

  const A = `${ONE}bots:\n  a: { title: A, botId: 900 }\n  b: { title: B }\n`;
  it.each<[because: string, bots: readonly ObservedBot[], expected: string]>([
    [
      "a bot of the configuration is live under its title",
      [live(900, "X"), live(901, "X"), live(7, "B")],
      `a.yaml  a: { title: X, botId: 900 }
account: "main"
summary: "2 bots of account main compared, 1 setting accepted, 0 bots added"
left: [{"botId":901,"title":"X","reason":"it now has the title of main/a"}]`,
    ],
    [
      "it is the bot of another access, and the configuration follows it",
      [live(900, "A"), live(7, "B", { accessId: 2 }), live(8, "New", { accessId: 2 })],
      `a.yaml  b: { title: B, access: second }
a.yaml  new:
a.yaml    access: second
a.yaml    title: New
account: "main"
summary: "1 bot of account main compared, 1 setting accepted, 1 bot added"
notes: ["main/b: access is now second, where its live bot is"]`,
    ],
    [
      "several have its title and which is meant isn't known",
      [live(900, "A"), live(7, "B", { on: true }), live(8, "B", { on: true }), live(9, "B")],
      `account: "main"
summary: "1 bot of account main compared, 0 settings accepted, 0 bots added"
left: [{"botId":7,"title":"B","reason":"3 live bots on \\"Main\\" are called \\"B\\", and some are on or in a deal: 7 (ENABLED), 8 (ENABLED), 9 (DISABLED)"}]
differing: ["main/b"]`,
    ],
    [
      "it has no title",
      [live(900, "A"), live(7, "B"), live(8, "")],
      `account: "main"
summary: "2 bots of account main compared, 0 settings accepted, 0 bots added"
left: [{"botId":8,"title":"","reason":"it has no title"}]`,
    ],
  ])("isn't new where %s", (_because, bots, expected) => {
    expect(pulled([A], bots)).toBe(expected);
  });

  it("comes in after the overrides are changed, in a second round; each file is told once", () => {
    const overrides = `${ONE}    overrides: { leverage: 5 }\n`;
    const bots = [
      live(1, "A", { fields: { leverage: "7", percentSafetyOrder: "abc" } }),
      live(2, "New", { fields: { leverage: "7" } }),
      live(3, "New"),
    ];
    expect(pulled([overrides, "bots:\n  a: { title: A }\n", "vars: {}\n"], bots)).toBe(
      `b.yaml  a: { title: A, unmanaged: [percentSafetyOrder] }
b.yaml  new:
b.yaml    only: [main]
b.yaml    title: New
account: "main"
summary: "1 bot of account main compared, 2 settings accepted, 0 bots added; then 1 bot of account main compared, 0 settings accepted, 1 bot added"
notes: ["leverage is changed for every bot of account main, in its overrides"]
left:
  {"botId":1,"title":"A","field":"percentSafetyOrder","reason":"\\"abc\\" is outside the bounds of percentSafetyOrder; it is now unmanaged"}
  {"botId":3,"title":"New","reason":"bot 2 has the same title on the same access"}`,
    );
  });

  it.each([
    [
      false,
      "a.yaml    only: [main]\n",
      '\nnotes: ["2 new bots limited to main (only); pull --everywhere adds them for every account"]',
    ],
    [true, "", ""],
  ])("is for every one of two accounts: %s", (everywhere, only, notes) => {
    const two = `${ONE}${account("other")}bots:\n  a: { title: A }\n`;
    expect(pulled([two], [live(1, "A"), live(2, "New"), live(3, "Newer", { accessId: 2 })], everywhere)).toBe(
      `a.yaml  new:\n${only}a.yaml    title: New\na.yaml  newer:\n${only}a.yaml    access: second\na.yaml    title: Newer
account: "main"
summary: "1 bot of account main compared, 0 settings accepted, 2 bots added"${notes}`,
    );
  });
});
