// The page of a fleet: a thousand accounts in little, the worst first, and what isn't known is never a figure.
import { expect, it } from "vitest";
import { stateFrom } from "../../../../../src/app/fleet/state.js";
import type { AccountSnapshot, BotSnapshot, Look } from "../../../../../src/model/fleet.js";
import { NO_BREAKERS } from "../../../../../src/model/look.js";
import { type Filter, fleetParts } from "../../../../../src/render/html/live/fleet-page.js";
import { livePage, type Viewing } from "../../../../../src/render/html/live/frame.js";

const NOW = Date.UTC(2026, 0, 2, 12);
const LOOK: Look = {
  ...{ version: 1, at: NOW - 1_000, dueAt: NOW + 300_000, mode: "report", unreadable: null },
  ...{ driftedSince: null, refused: null, asked: null },
  breakers: { near: [], unknown: [], tripped: [], exposed: NO_BREAKERS.exposed },
};
const bot = (account: string, index: number, more: Partial<BotSnapshot> = {}): BotSnapshot => ({
  ...{ address: `${account}/bot-${index}`, id: index + 1, title: `Bot ${index}`, pair: "USDT-BTC", strategy: "LONG" },
  ...{ state: "in-step", on: true, differs: [] },
  deals: [
    {
      ...{ id: index + 1, side: "LONG", value: "120.5", profit: "-1.25", margin: "24.1", markPrice: "64000" },
      ...{ liquidationPrice: "51000", isNaked: false },
    },
  ],
  ...more,
});

function stateOf(
  count: number,
  each: (index: number) => { look?: Partial<Look>; bots?: Partial<BotSnapshot> } = () => ({}),
) {
  const all = Array.from({ length: count }, (_, index): AccountSnapshot => {
    const account = `acc-${String(index).padStart(4, "0")}`;
    const { look, bots } = each(index);
    const own = Array.from({ length: 10 }, (_bot, at) => bot(account, at, at === 0 ? bots : {}));
    return { account, look: { ...LOOK, ...look }, seen: { at: NOW - 1_000, bots: own } };
  });
  const names = all.map(({ account }) => account);
  return stateFrom(names, new Map(all.map((one) => [one.account, one])), { plans: [], unusable: [] }, NOW);
}

const VIEWING: Viewing = {
  ...{ person: "ana", role: "look", formToken: "t", waiting: 0, at: new Date(NOW).toISOString() },
  assets: { style: "/s", script: "/j" },
};
const shown = (state: ReturnType<typeof stateOf>, filter: Filter = {}) =>
  livePage(fleetParts({ state, episodes: [], filter }), VIEWING, "/");

it("shows 1 000 accounts of 10 bots in less than 500 KB, each of them a link", () => {
  const text = shown(stateOf(1_000, (index) => (index % 7 === 0 ? { bots: { state: "drifted" } } : {})));
  expect(Buffer.byteLength(text)).toBeLessThan(500_000);
  expect(new Set([...text.matchAll(/href="\/accounts\/([^"]+)"/g)].map((match) => match[1])).size).toBe(1_000);
  expect(text).toContain("And 800 more");
});

it("counts the states, the worst first, and says what needs a person", () => {
  const text = shown(
    stateOf(
      4,
      (index) =>
        [{ bots: { state: "in-doubt" as const } }, { bots: { state: "drifted" as const } }, {}, {}][index] ?? {},
    ),
  );
  const chips = [...text.matchAll(/class="chip [a-z-]+" href="\/\?state=([a-z-]+)/g)].map((match) => match[1]);
  expect(chips).toEqual(["in-doubt", "drifted", "in-step"]);
  expect(text).toContain("a command to 1 bot may still take effect");
});

it("says loudly that looks are overdue, and how old the newest is", () => {
  const text = shown(stateOf(2, () => ({ look: { at: NOW - 2_400_000, dueAt: NOW - 2_100_000 } })));
  expect(text).toMatch(
    /role="alert">.*<b>Old:<\/b> every account should have been looked at by now.*2026-01-02 11:20/s,
  );
  expect(text).not.toContain('class="good"');
});

it("shows a position that isn't known as unknown, and draws no picture of it", () => {
  const deal = bot("a", 0).deals?.[0];
  if (deal === undefined) throw new Error("no deal");
  const text = shown(stateOf(1, () => ({ bots: { deals: [{ ...deal, value: null, profit: null }] } })));
  expect(text).toContain("<b>Unknown:</b> the positions of 1 account");
  expect(text).not.toContain("<svg");
  expect(text.match(/<span class="unknown">unknown<\/span>/g)?.length).toBe(2);
});

it("lists what was asked for, and keeps it in the form", () => {
  const state = stateOf(30, (index) => (index < 3 ? { bots: { state: "drifted" } } : {}));
  const text = shown(state, { state: "drifted", name: "acc-000" });
  const rows = [...text.matchAll(/<th scope="row"[^>]*><a href="\/accounts\/([^"]+)"/g)].map((match) => match[1]);
  expect(rows).toEqual(["acc-0000", "acc-0001", "acc-0002"]);
  expect(text).toContain('<option value="drifted" selected>');
  expect(shown(state, { name: "nobody" })).toContain("No account is like that.");
});
