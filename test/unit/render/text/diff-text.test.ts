// Differences as text: of two configurations account by account and bot by bot, and of two live accounts.
import { describe, expect, it } from "vitest";
import type { AccountDifference } from "../../../../src/model/bot/difference.js";
import { configurationDiffText, type LiveDiffFacts, liveDiffText } from "../../../../src/render/text/diff-text.js";
import { asItCame } from "../as-it-came.js";
import { MARKED, NASTY } from "../facts.js";

const account = (changes: Partial<AccountDifference>): AccountDifference => ({
  ...{ account: "main", kind: "changed", settings: [], bots: [], unchanged: 4 },
  ...changes,
});
const summaryOf = (changes: Partial<AccountDifference>) =>
  configurationDiffText([account(changes)], MARKED).split("\n", 1)[0];
const bot = (kind: "added" | "removed" | "changed", key: string) => ({
  ...{ kind, address: `main/${key}`, title: key.toUpperCase() },
  changes: [],
});

describe("two configurations", () => {
  it("differ account by account: its own settings, then its bots", () => {
    const changed = account({
      settings: [
        { name: "undeclared", before: "report", after: "turn-off" },
        { name: "volumeScale", after: "0.5" },
      ],
      bots: [
        {
          ...bot("changed", "btc"),
          renamedFrom: `Old${NASTY}`,
          changes: [
            { name: "leverage", before: "5", after: "10" },
            { name: "priceLevelUp", after: null },
            { name: "enabled", before: true },
            { name: "ignore", before: ["title", "leverage"], after: [] },
            { name: "protect", before: false },
            { name: "titlePrefix", before: "", after: "x" },
          ],
        },
        {
          ...bot("added", "eth"),
          changes: [
            { name: "leverage", after: "5" },
            { name: "priceLevel", after: null },
          ],
        },
        bot("removed", "off"),
      ],
    });
    const added = account({
      ...{ account: "copy", kind: "added", unchanged: 0, settings: [{ name: "exchange", after: "SERVICE_FUTURES" }] },
    });
    expect(asItCame([changed, added], configurationDiffText)).toEqual([]);
    expect(configurationDiffText([changed, added], MARKED)).toMatchInlineSnapshot(`
      "<b>main: 2 account settings changed, 1 bot added, 1 bot removed, 1 bot changed · 4 unchanged</b>

          undeclared   <faint>report</faint> → <b>turn-off</b>
          volumeScale  <faint>not set</faint> → <b>0.5</b>

      <change>~</change> <b>main/btc</b>  "BTC"  renamed from "Old<x>\\u{1b}&"
            leverage      <faint>5</faint> → <b>10</b>
            priceLevelUp  <faint>not managed</faint> → <b>off</b>
            enabled       <faint>true</faint> → <b>not managed</b>
            ignore        <faint>[title, leverage]</faint> → <b>[]</b>
            protect       <faint>false</faint> → <b>not set</b>
            titlePrefix   <faint>""</faint> → <b>x</b>

      <good>+</good> <b>main/eth</b>  "ETH"
            leverage 5 · priceLevel off

      <bad>-</bad> <b>main/off</b>  "OFF"

      <b>copy: account added · 0 unchanged</b>

            exchange SERVICE_FUTURES
      "
    `);
  });

  it.each<[Partial<AccountDifference>, string]>([
    [{ kind: "equal" }, "main: no differences · 4 unchanged"],
    [{ kind: "added", unchanged: 0 }, "main: account added · 0 unchanged"],
    [{ kind: "removed", bots: [bot("removed", "a")] }, "main: account removed, 1 bot removed · 4 unchanged"],
    [{ settings: [{ name: "x", after: "1" }] }, "main: 1 account setting changed · 4 unchanged"],
    [{ kind: "removed", settings: [{ name: "x", before: "1" }] }, "main: account removed · 4 unchanged"],
    [
      { bots: [bot("changed", "a"), bot("removed", "b"), bot("added", "c"), bot("added", "d")] },
      "main: 2 bots added, 1 bot removed, 1 bot changed · 4 unchanged",
    ],
    [{ account: NASTY, kind: "equal" }, "<x>\\u{1b}&: no differences · 4 unchanged"],
  ])("with %j: %s", (changes, text) => {
    expect(summaryOf(changes)).toBe(`<b>${text}</b>`);
  });

  it("of an account that is gone, its settings aren't listed", () => {
    const gone = account({ kind: "removed", settings: [{ name: "undeclared", before: "report" }] });
    expect(configurationDiffText([gone], MARKED)).toBe("<b>main: account removed · 4 unchanged</b>\n");
  });
});

const liveFacts = (changes: Partial<LiveDiffFacts> = {}): LiveDiffFacts => ({
  ...{ from: "main", to: "copy", unscaled: false, onlyOn: [], changed: [], ambiguous: [], equal: 3 },
  ...changes,
});

describe("two live accounts", () => {
  const name = { access: "primary", title: "BTC" };

  it("differ bot by bot; then what only one has, and what can't be compared", () => {
    const facts = liveFacts({
      unscaled: true,
      changed: [
        {
          ...{ ...name, fromId: 1, toId: 11 },
          changes: [
            { field: "leverage", from: "5", to: null },
            { field: "volumeFirstOrder", from: "20", to: "12", expected: "10" },
          ],
        },
      ],
      onlyOn: [
        { ...name, title: `Only${NASTY}`, side: "to", id: 12, on: false },
        { ...name, title: "Left", side: "from", id: 2, on: true },
      ],
      ambiguous: [
        { ...name, title: "Twin", fromIds: [3, 4], toIds: [] },
        { ...name, title: "Other", fromIds: [5], toIds: [13, 14] },
      ],
    });
    expect(asItCame(facts, liveDiffText)).toEqual([".changed[].changes[].field"]);
    expect(liveDiffText(facts, MARKED)).toMatchInlineSnapshot(`
      "<b>main → copy (unscaled): 1 bot different, 1 only on main, 1 only on copy, 2 titles not comparable · 3 equal</b>

      <change>~</change> <b>"BTC"</b> on primary  bot 1 → bot 11
            leverage          <faint>5</faint> → <b>off</b>
            volumeFirstOrder  <faint>20</faint> → <b>12</b>  with the accounts' volumeScale it would be 10

      <b>Only on main:</b>
      <bad>-</bad> <b>"Left"</b> on primary  bot 2, on

      <b>Only on copy:</b>
      <good>+</good> <b>"Only<x>\\u{1b}&"</b> on primary  bot 12, off

      <b>Not compared, because several bots have the same title:</b>
      <change>!</change> <b>"Twin"</b> on primary  2 bots on main (3, 4), none on copy
      <change>!</change> <b>"Other"</b> on primary  1 bot on main (5), 2 bots on copy (13, 14)
      "
    `);
  });

  it("that are equal say so in a line", () => {
    expect(liveDiffText(liveFacts(), MARKED)).toBe("<b>main → copy: no differences · 3 equal</b>\n");
  });
});
