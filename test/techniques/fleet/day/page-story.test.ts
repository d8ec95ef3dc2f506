// The judge of the page finds nothing on a page as botform makes it, and each lie in a forged one.
import { expect, it } from "vitest";
import { stateFrom } from "../../../../src/app/fleet/state.js";
import type { AccountSnapshot, Look } from "../../../../src/model/fleet.js";
import type { FleetState } from "../../../../src/model/fleet-state.js";
import { NO_BREAKERS as NONE } from "../../../../src/model/look.js";
import type { ShownRollout, ShownWave, WaveState } from "../../../../src/model/rollout/shown.js";
import { fleetParts } from "../../../../src/render/html/live/fleet-page.js";
import { livePage, type Viewing } from "../../../../src/render/html/live/frame.js";
import { plansParts } from "../../../../src/render/html/live/plan-live.js";
import { rolloutParts } from "../../../../src/render/html/live/rollout-page.js";
import { type PageStory, untold } from "./page-story.js";

const NO_BREAKERS = { near: [], unknown: [], tripped: [], exposed: NONE.exposed };
const NOW = Date.UTC(2026, 0, 2, 12);
const AT = new Date(NOW).toISOString();
const VIEWING: Viewing = {
  ...{ person: "ana", role: "look", formToken: "t", waiting: 1, at: AT },
  assets: { style: "/s", script: "/j" },
};
const DIGEST = "a".repeat(64);
const LOOK: Look = {
  ...{ version: 1, at: NOW - 1_000, dueAt: NOW + 300_000, mode: "report", unreadable: null },
  ...{ driftedSince: null, refused: null, asked: null, breakers: NO_BREAKERS },
};
const snapshot = (account: string, look: Partial<Look> = {}): AccountSnapshot => ({
  ...{ account, look: { ...LOOK, ...look }, seen: { at: NOW - 1_000, bots: [] } },
});

/** `asks` waits for a yes, `risky` has tripped, `calm` is in step, and nobody has looked at `new`. */
function fleet(): FleetState {
  const tripped = { breakers: { ...NO_BREAKERS, tripped: ["day-loss"] } };
  const all = [snapshot("asks"), snapshot("risky", tripped), snapshot("calm")];
  const names = ["asks", "risky", "calm", "new"];
  const nothing = { plans: [], unusable: [] };
  const state = stateFrom(names, new Map(all.map((one) => [one.account, one])), nothing, NOW, rollout());
  const accounts = state.accounts.map((one) =>
    one.account === "asks" ? { ...one, state: "waiting" as const, plans: [DIGEST] } : one,
  );
  const counts = { ...state.counts, waiting: 1, "in-step": 1 };
  const plan = { digest: DIGEST, account: "asks", state: "waiting" as const, steps: 2, madeAt: AT, expiresAt: AT };
  return { ...state, accounts, counts, plans: [plan] };
}

const wave = (name: string, state: WaveState): ShownWave => ({
  ...{ name, state, accounts: ["calm"], done: 1, bots: 2, bakeMs: 60_000 },
  ...{ beganAt: AT, bakedAt: null, gates: [], gatesSeenAt: null },
});

function rollout(): ShownRollout {
  return {
    ...{ id: "r1", by: "ana", beganAt: AT, status: "paused", wave: "second", why: "drift", waitsFor: null },
    ...{ isAbandoned: false, onFailure: "pause", dueAt: null },
    waves: [wave("first", "passed"), wave("second", "paused")],
  };
}

const REFUSED_AT = "fleet/botform.yaml:3:23";

function pages(): ReadonlyMap<string, string> {
  const state = fleet();
  const refused = `it has errors: ${REFUSED_AT}: leverage is a number`;
  return new Map([
    ["/", livePage(fleetParts({ state, episodes: [], filter: {}, refused }), VIEWING, "/")],
    ["/plans", livePage(plansParts(state.plans, AT), VIEWING, "/plans")],
    ["/rollout", livePage(rolloutParts(rollout(), VIEWING, undefined), VIEWING, "/rollout")],
    ["/accounts/risky", "<li><b>Tripped:</b> day-loss. It&#39;s so.</li>"],
  ]);
}

const STORY: PageStory = {
  states: new Map([
    ["asks", ["waits for a yes"]],
    ["risky", ["breaker tripped"]],
    ["calm", ["in step", "look overdue"]],
    ["new", ["never looked at"]],
  ]),
  waiting: new Map([[DIGEST, "asks"]]),
  refusedAt: REFUSED_AT,
  rollout: {
    status: "It is paused",
    waves: new Map([
      ["first", ["passed"]],
      ["second", ["paused"]],
    ]),
  },
  says: new Map([["/accounts/risky", ["Tripped: day-loss. It's so."]]]),
  neverSays: new Map([["/plans", ["Approved"]]]),
};

it("finds nothing where the page shows what is", () => {
  expect(untold(pages(), STORY)).toEqual([]);
});

const stateOf = (word: string) => new RegExp(`<span class="state [a-z-]+">${word}</span>`, "g");

it.each<[because: string, path: string, forge: (page: string) => string, finds: string]>([
  [
    "an account that nobody has looked at is shown as fine",
    "/",
    (page) => page.replace(stateOf("never looked at"), '<span class="state in-step">in step</span>'),
    "new is shown as in step, and is never looked at",
  ],
  [
    "another account has tripped",
    "/",
    (page) => page.replaceAll("risky", "other").replaceAll("calm", "risky").replaceAll("other", "calm"),
    "risky is shown as in step, and is breaker tripped",
  ],
  ["an account is missing", "/", (page) => page.replaceAll("/accounts/calm", "/stop"), "calm isn't listed"],
  [
    "an account is listed that isn't there",
    "/",
    (page) => page.replaceAll("/accounts/calm", "/accounts/ghost"),
    "ghost is listed, and isn't there",
  ],
  [
    "an account is listed twice",
    "/",
    (page) => page.replaceAll("/accounts/calm", "/accounts/new"),
    "new is listed twice",
  ],
  [
    "the counts above the list are others",
    "/",
    (page) => page.replace(/<b>1<\/b> <span class="state tripped">/, '<b>0</b> <span class="state tripped">'),
    "0 accounts are counted as breaker tripped, and 1 are listed so",
  ],
  [
    "a breaker that has tripped isn't among what needs a person",
    "/",
    (page) => page.replace(/<li class="bad"><a href="\/accounts\/risky">.*?<\/li>/, ""),
    "risky has tripped, and doesn't need a person",
  ],
  [
    "a plan that was approved is shown as waiting",
    "/plans",
    (page) => page.replaceAll(DIGEST, "b".repeat(64)),
    `/plans shows that asks waits for a yes to ${"b".repeat(64)}, and it doesn't`,
  ],
  [
    "a plan that waits isn't shown as waiting",
    "/plans",
    (page) => page.replace('<li class="warning">', '<li class="note">'),
    `/plans doesn't show that asks waits for a yes to ${DIGEST}`,
  ],
  [
    "a plan is shown as another account's",
    "/",
    (page) => page.replace("asks</bdi>: 2 steps", "calm</bdi>: 2 steps"),
    `/ doesn't show that asks waits for a yes to ${DIGEST}`,
  ],
  [
    "the refused commit isn't shown",
    "/",
    (page) => page.replace(/<div class="alert".*?<\/div>/s, ""),
    "the refused commit isn't shown",
  ],
  [
    "its error is shown elsewhere",
    "/",
    (page) => page.replace("yaml:3:23", "yaml:4:1"),
    `the refused commit isn't shown with its error at ${REFUSED_AT}`,
  ],
  [
    "a paused roll-out is shown as under way",
    "/rollout",
    (page) => page.replace("It is paused", "It is under way"),
    'of the roll-out it says "It is under way: drift. Begun by ana, 2026-01-02 12:00.", and not: It is paused',
  ],
  [
    "a wave that is paused is shown as passed",
    "/rollout",
    (page) => page.replace("‖ paused</b>", "✓ passed</b>"),
    "wave second is shown as passed, and is paused",
  ],
  [
    "a wave is shown that isn't there",
    "/rollout",
    (page) => page.replace("<bdi>first</bdi></b>", "<bdi>zeroth</bdi></b>"),
    "wave zeroth is shown, and isn't there",
  ],
  [
    "the pause isn't among what needs a person",
    "/",
    (page) => page.replace(/<li class="bad"><a href="\/rollout">.*?<\/li>/, ""),
    "the fleet's page doesn't say that the roll-out is paused",
  ],
  [
    "a roll-out is shown as one that nobody drives",
    "/",
    (page) => page.replace("it is paused at wave second: drift", "nobody drives it"),
    "the roll-out is shown as one that nobody drives",
  ],
  [
    "words are missing",
    "/accounts/risky",
    (page) => page.replace("day-loss", "week-loss"),
    "/accounts/risky doesn't say: Tripped: day-loss. It's so.",
  ],
  ["words aren't so", "/plans", (page) => `${page}Approved`, "/plans says, and it isn't so: Approved"],
  ["a page isn't there", "/rollout", () => "", "there is no page /rollout"],
])("where %s", (_because, path, forge, finds) => {
  const genuine = pages().get(path) ?? "";
  const forged = forge(genuine);
  expect(forged).not.toBe(genuine);
  expect(untold(new Map([...pages(), [path, forged]]), STORY)).toContain(finds);
});

it("finds a refused commit and a roll-out where there is none", () => {
  const found = untold(pages(), { ...STORY, refusedAt: undefined, rollout: undefined });
  expect(found).toEqual(["a commit is shown as refused, and none is", "a roll-out is shown, and none was begun"]);
});
