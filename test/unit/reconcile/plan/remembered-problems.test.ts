// What a plan says of bots in doubt, of bots that the list lacks, and of a list that may be cut: word for word.
import { describe, expect, it } from "vitest";
import type { Unlisted } from "../../../../src/model/bot/observed.js";
import type { Match } from "../../../../src/reconcile/plan/match.js";
import {
  cutList,
  inDoubtBots,
  unlistedBots,
  unreadLedger,
} from "../../../../src/reconcile/plan/remembered-problems.js";
import { desired, desiredBot, live } from "../fleet.js";

const EMPTY = { accesses: [], bots: [], deals: null, pairs: null };
const said = (found: readonly { readonly summary: string }[]) => found.map(({ summary }) => summary);

describe("a bot in doubt", () => {
  const inDoubt = new Map([
    [7, { sentAt: Date.parse("2026-11-22T12:00:07Z"), until: Date.parse("2026-11-22T12:02:07Z") }],
  ]);
  const access = { id: 1, title: "Main", exchange: "SERVICE_FUTURES" };

  function problems(
    { on, enabled, isThere = true }: { on: boolean; enabled?: boolean; isThere?: boolean },
    own = true,
  ) {
    const bot = live(7, "a", { on });
    const match: Match = {
      kind: "live",
      bot: desiredBot("a", { enabled }),
      access,
      live: bot,
      copies: [],
      elsewhere: [],
    };
    const observed = { ...EMPTY, bots: isThere ? [bot] : [], inDoubt };
    return inDoubtBots(desired([]), observed, own ? [match] : [], (address) => address !== "main/left-out");
  }

  it.each([
    { on: false, enabled: true, said: true },
    { on: false, enabled: false, said: true },
    { on: false, enabled: undefined, said: true },
    { on: true, enabled: false, said: true },
    { on: true, enabled: true, said: false },
    { on: true, enabled: undefined, said: false },
  ])("on: $on, enabled: $enabled: $said", ({ on, enabled, said: isSaid }) => {
    expect(problems({ on, ...(enabled !== undefined && { enabled }) })).toHaveLength(isSaid ? 1 : 0);
  });

  it("is named with the times and what is shown of it", () => {
    expect(problems({ on: false })).toMatchObject([
      {
        code: "plan/in-doubt",
        severity: "warning",
        address: "main/a",
        summary:
          "a turn-on of bot 7 was sent at 12:00:07 UTC, and nobody has seen what became of it: the bot is shown off (DISABLED), and may come on until 12:02:07 UTC",
      },
    ]);
  });

  it("that no configured bot stands for goes by its id, and one that isn't there is said, too", () => {
    expect(problems({ on: false }, false)).toMatchObject([{ address: "main/#7" }]);
    expect(said(problems({ on: false, isThere: false }, false)).join()).toContain(
      "the bot isn't shown, and may come on",
    );
  });

  it("that was left out of the plan isn't said", () => {
    const observed = { ...EMPTY, bots: [live(7, "a")], inDoubt };
    expect(inDoubtBots(desired([]), observed, [], () => false)).toEqual([]);
  });
});

describe("bots that the list lacks", () => {
  const unlisted = (...ids: readonly (readonly [number, Unlisted])[]) =>
    said(unlistedBots({ ...EMPTY, unlisted: new Map(ids) }));

  it("that are there are one warning, those that are gone or weren't read another", () => {
    expect(unlisted([9, "there"], [7, "there"], [8, "gone"], [5, "unread"])).toEqual([
      "the bot list lacks 2 bots (7, 9), which the service shows when asked by id; the list may lack others",
      "the bot list lacks 2 bots (8, 5), which this machine has seen before",
    ]);
    expect(unlisted()).toEqual([]);
    expect(unlisted([8, "gone"])).toEqual(["the bot list lacks 1 bot (8), which this machine has seen before"]);
  });

  it("are counted where they are many", () => {
    const many = Array.from({ length: 12 }, (_, index): [number, Unlisted] => [index + 1, "there"]);
    expect(unlisted(...many)[0]).toContain("12 bots (1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more)");
  });
});

it.each([
  [19, 0],
  [20, 1],
  [21, 0],
  [100, 1],
  [101, 0],
  [1_000, 1],
])("a list of %i bots is %i warnings: it may be cut", (listed, warnings) => {
  expect(cutList({ ...EMPTY, listed })).toHaveLength(warnings);
});

it("a ledger that can't be read is said with why, and one that was read isn't", () => {
  expect(unreadLedger({})).toEqual([]);
  expect(unreadLedger({ unremembered: "EACCES" })).toMatchObject([
    {
      ...{ severity: "warning", code: "plan/unread-ledger" },
      summary:
        "what earlier runs left behind can't be read (EACCES): turn-ons may still be under way, and bots that the list lacks aren't known",
    },
  ]);
});
