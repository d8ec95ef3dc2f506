// The roll-out at the page: its waves are shown as the ledger has them, and what a person decides is kept and recorded.
import { expect, it } from "vitest";
import { deedsOf, rolloutsOf } from "../../../src/app/ledger/ledger.js";
import { rolloutStatus } from "../../../src/app/rollout/decide.js";
import type { RolloutState } from "../../../src/model/rollout/record.js";
import { workplace } from "../../commands/workplace.js";
import { formTokenIn, posted, stages } from "./stage.js";

const at = workplace();
const stage = stages(at);

const part = (account: string, bot = "a") => ({
  ...{ account, isLast: true, reviewed: [] },
  bots: [{ address: `${account}/${bot}`, desired: "0" }],
});
const ID = "2026-11-29T12-00-00Z-0123abcd";

/** A roll-out of two waves in the ledger, as its driver would have left it. */
async function begun(state: Partial<RolloutState> = {}) {
  const on = await stage({ drift: false });
  const ledger = rolloutsOf({ folder: on.journal });
  await ledger.begin({
    ...{ id: ID, by: "ana", gates: { drift: true }, limits: {}, onFailure: "pause", waitMs: 86_400_000 },
    waves: [
      { name: "first <b>", bakeMs: 7_200_000, parts: [part("demo")] },
      { name: "rest", bakeMs: 0, parts: [part("demo", "b"), part("other")] },
    ],
  });
  const [record] = await ledger.all();
  if (record === undefined) throw new Error("the roll-out isn't there");
  await ledger.set(ID, { ...record.state, ...state });
  const cookie = await on.enter();
  const page = async (path: string) => (await on.ask(path, { headers: { cookie } })).text;
  const token = formTokenIn(await page("/stop"));
  const post = (path: string, fields: Readonly<Record<string, string>>) =>
    on.ask(path, posted(on.port, { "form-token": token, ...fields }, { cookie }));
  return { ...on, page, post };
}

it("isn't there before there was one", async () => {
  const on = await stage({ drift: false });
  const { text } = await on.ask("/rollout", { headers: { cookie: await on.enter() } });
  expect(text).toContain("There was none yet");
  expect(text).not.toContain("Decide");
});

it("shows each wave with its state, its gates, and what nobody knows yet", async () => {
  const now = Date.now();
  const { page } = await begun({
    ...{ phase: "baking", done: ["demo"], since: now, began: [now], dueAt: now + 60_000 },
    gates: [{ gate: "drift", state: "unknown", text: "whether demo has drifted isn't known: no <answer>" }],
    doubt: { since: now, why: "the drift of demo" },
  });
  const text = await page("/rollout");
  expect(text).toMatch(/first &lt;b&gt;.*is being watched.*for 2 hours|for 1 hour.*drift: unknown.*no &lt;answer&gt;/s);
  expect(text).toMatch(/rest.*waits its turn.*2 bots on <bdi>demo, other<\/bdi>/s);
  expect(text).toContain("Not known yet: the drift of demo");
  expect(text).toContain("Look at what is left</button>");
  expect(text).not.toContain("Nobody drives it");
  expect(text).not.toContain("Go on</button>");
});

it("lists bots that are left out apart, with the reason and the wave", async () => {
  const leftOut = [
    { address: "demo/a", why: "held" },
    { address: "other/a", why: "its <deal> runs" },
  ];
  const { page } = await begun({ wave: 1, done: ["demo"], leftOut, began: [0, 1] });
  const text = await page("/rollout");
  const [, section = ""] = /<h2 id="left-out">(.*?)<\/section>/s.exec(text) ?? [];
  expect(section).toMatch(/these 2 bots.*demo\/a.*held: a person keeps it as it is.*first &lt;b&gt;/s);
  expect(section).toMatch(/other\/a.*its &lt;deal&gt; runs.*rest/s);
  expect(await (await begun()).page("/rollout")).not.toContain("left-out");
});

it("says that nobody drives one that is long due", async () => {
  const { page } = await begun({ dueAt: Date.now() - 600_000 });
  expect(await page("/rollout")).toContain("Nobody drives it");
});

it("is paused, goes on and ends as a person decides, which is recorded before it counts", async () => {
  const { page, post, journal } = await begun();
  const status = async () => (await rolloutStatus({ journal }))?.status;
  expect((await post("/rollout/pause", { reason: "wild market" })).headers.location).toBe("/rollout");
  expect([await status(), (await page("/rollout")).includes("Go on</button>")]).toEqual(["paused", true]);
  expect((await post("/rollout/pause", {})).status).toBe(409);
  expect((await post("/rollout/resume", {})).status).toBe(303);
  expect(await status()).toBe("running");
  expect((await post("/rollout/abort", { reason: "enough" })).status).toBe(303);
  expect(await status()).toBe("aborted");
  expect(await page("/rollout")).not.toContain('<h2 id="decide">');
  expect((await post("/rollout/resume", {})).status).toBe(409);
  const { deeds } = await deedsOf({ folder: journal }).read();
  expect(deeds.map(({ did, by, about }) => [did, by, about])).toEqual([
    ["abort", "root", `roll-out ${ID}: enough`],
    ["resume", "root", `roll-out ${ID}`],
    ["pause", "root", `roll-out ${ID}: wild market`],
    ["enter", "root", "with the token of the terminal"],
  ]);
});
