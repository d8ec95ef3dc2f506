// Every page and every form: its path, the role that it needs, and what it answers. Whoever may do less doesn't get as far as this.
import { AppError } from "../app/error.js";
import { EXIT } from "../app/exit.js";
import { isAccountState } from "../model/fleet-state.js";
import { accountParts, botParts } from "../render/html/live/account-page.js";
import { fleetParts } from "../render/html/live/fleet-page.js";
import type { LiveParts } from "../render/html/live/frame.js";
import { historyParts, runParts } from "../render/html/live/history-page.js";
import { holdsParts } from "../render/html/live/holds-page.js";
import { planLiveParts, plansParts } from "../render/html/live/plan-live.js";
import { promoteParts } from "../render/html/live/promote-page.js";
import { rolloutParts } from "../render/html/live/rollout-page.js";
import { botName } from "../render/html/live/states.js";
import { auditParts, stopParts } from "../render/html/live/stop-page.js";
import { reasonOf } from "./actions.js";
import { heldOrNot, holdEntry } from "./holds-form.js";
import { afterwardsOf } from "./reading.js";
import { done, field, orUnknown, type Parts, type Reply, type Route, type Visit } from "./route.js";

const page = (parts: LiveParts): Reply => ({ kind: "page", parts });

export const ROUTES: readonly Route[] = [
  {
    ...{ method: "GET", path: "/", role: "look" },
    async answer({ now: { state }, query }, { reading, refusedRevision }) {
      const asked = query("state");
      const filter = { name: query("name").slice(0, 100), ...(isAccountState(asked) && { state: asked }) };
      return page(fleetParts({ state, episodes: await reading.episodes(), filter, refused: refusedRevision() }));
    },
  },
  {
    ...{ method: "GET", path: "/accounts/:account", role: "look" },
    async answer({ now: { state, snapshots }, path }, { reading }) {
      const facts = state.accounts.find(({ account }) => account === path("account"));
      if (facts === undefined) return { kind: "missing", why: "There is no such account." };
      const { account } = facts;
      const plans = state.plans.filter((plan) => plan.account === account);
      const holds = (await orUnknown(reading.holds(account)))?.holds.filter(({ bots }) =>
        bots.some((one) => isOf(one, account)),
      );
      return page(accountParts({ facts, snapshot: snapshots.get(account), plans, holds, at: state.at }));
    },
  },
  {
    ...{ method: "GET", path: "/accounts/:account/bots/:bot", role: "look" },
    async answer({ now: { state, snapshots }, path }) {
      const facts = state.accounts.find(({ account }) => account === path("account"));
      const bot = snapshots.get(path("account"))?.seen?.bots.find((one) => botName(one) === path("bot"));
      if (facts === undefined || bot === undefined) return { kind: "missing", why: "No look has seen such a bot." };
      return page(botParts(facts, bot));
    },
  },
  {
    ...{ method: "GET", path: "/plans", role: "look" },
    answer: async ({ now: { state } }) => page(plansParts(state.plans, state.at)),
  },
  {
    ...{ method: "GET", path: "/plans/:digest", role: "look" },
    answer: (visit, parts) => planReply(visit, parts),
  },
  {
    ...{ method: "POST", path: "/plans/:digest/approve", role: "approve" },
    answer: (visit, parts) =>
      answered(visit, parts, (digest, reason) => parts.actions.approve(visit.doer, digest, reason || undefined)),
  },
  {
    ...{ method: "POST", path: "/plans/:digest/reject", role: "approve" },
    answer: (visit, parts) =>
      answered(visit, parts, (digest, reason) => parts.actions.reject(visit.doer, digest, reason)),
  },
  {
    ...{ method: "GET", path: "/rollout", role: "look" },
    async answer({ viewing }, { reading, actions }) {
      const rollout = await reading.rollout();
      return page(rolloutParts(rollout, viewing, actions.reviews.latest(rollout?.id)));
    },
  },
  ...(["pause", "resume", "abort"] as const).map(
    (does): Route => ({
      ...{ method: "POST", path: `/rollout/${does}`, role: "approve" },
      async answer({ doer, form }, { actions }) {
        await actions.decide(doer, does, form.get("reason") || undefined);
        return done("/rollout");
      },
    }),
  ),
  {
    ...{ method: "POST", path: "/rollout/review", role: "approve" },
    async answer({ doer }, { actions }) {
      actions.reviews.begin(doer.name);
      return done("/rollout");
    },
  },
  {
    ...{ method: "GET", path: "/rollout/review/:digest", role: "approve" },
    answer: async (visit, parts) => shownReply(visit, parts, visit.path("digest")),
  },
  {
    ...{ method: "POST", path: "/rollout/promote", role: "approve" },
    async answer(visit, parts) {
      const digest = field(visit.form, "digest");
      try {
        await parts.actions.promote(visit.doer, digest, field(visit.form, "reason") || undefined);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return shownReply(visit, parts, digest, reasonOf(error));
      }
      return done("/rollout");
    },
  },
  {
    ...{ method: "GET", path: "/holds", role: "look" },
    async answer({ viewing, query }, { reading }) {
      const found = { holds: undefined, ...(await orUnknown(reading.holds())) };
      return page(holdsParts({ ...found, entry: holdEntry(query) }, viewing));
    },
  },
  {
    ...{ method: "POST", path: "/holds", role: "operate" },
    answer(visit, parts) {
      const entry = holdEntry((name) => field(visit.form, name));
      const { until, ...hold } = entry;
      return heldOrNot(visit, parts, entry, () =>
        parts.actions.hold(visit.doer, { ...hold, ...(until !== "" && { until }) }),
      );
    },
  },
  {
    ...{ method: "POST", path: "/holds/lift", role: "operate" },
    answer: (visit, parts) =>
      heldOrNot(visit, parts, undefined, () => parts.actions.lift(visit.doer, visit.form.getAll("bots"))),
  },
  {
    ...{ method: "GET", path: "/history", role: "look" },
    answer: async (_visit, { reading }) => page(historyParts(await reading.runs())),
  },
  {
    ...{ method: "GET", path: "/history/:run", role: "look" },
    answer: async ({ path }, { reading }) => page(runParts(await reading.run(path("run")))),
  },
  {
    ...{ method: "GET", path: "/audit", role: "operate" },
    answer: async (_visit, { reading }) => page(auditParts(await reading.deeds())),
  },
  {
    ...{ method: "GET", path: "/stop", role: "operate", isUrgent: true },
    answer: async (visit, parts) => page(stopParts(stopView(visit, parts))),
  },
  {
    ...{ method: "POST", path: "/stop", role: "operate", isUrgent: true },
    async answer(visit, parts) {
      const { form, doer } = visit;
      const typed = field(form, "account");
      const names = parts.reading.names();
      const meant = typed === "ALL" ? names : names.filter((name) => name === typed);
      const none = `"${typed}" is no account, and not ALL, so nothing was turned off.`;
      const hold = field(form, "hold");
      const warning = meant.length === 0 ? none : await parts.actions.stop(doer, meant, hold === "" ? undefined : hold);
      if (warning === undefined) return done("/stop");
      return { kind: "refused", parts: stopParts({ ...stopView(visit, parts), warning }), at: "/stop" };
    },
  },
];

function stopView({ viewing }: Visit, { actions, reading }: Parts) {
  return { accounts: reading.names(), stops: actions.stops(), formToken: viewing.formToken };
}

/** The whole digest alone: the beginning of one may be another's tomorrow. */
const DIGEST = /^[0-9a-f]{64}$/;

async function planReply(visit: Visit, { reading, actions, ...about }: Parts, refused?: string): Promise<Reply> {
  const digest = visit.path("digest");
  if (!DIGEST.test(digest)) return { kind: "missing", why: "There is no such plan." };
  const { asked, isAuthentic } = await reading.plan(digest);
  const afterwards = afterwardsOf(asked, visit.now, about);
  const parts = planLiveParts(
    {
      ...{ asked, isAuthentic, afterwards, same: about.same, refused },
      stop: actions.stops().find(({ account }) => account === asked.saved.account),
    },
    visit.viewing,
  );
  return refused === undefined ? page(parts) : { kind: "refused", parts, at: `/plans/${digest}` };
}

/** What is left of the roll-out, as long as it may be answered. */
function shownReply({ viewing }: Visit, { actions }: Parts, digest: string, refused?: string): Reply {
  const shown = actions.reviews.of(digest);
  if (shown === undefined)
    return {
      kind: "missing",
      back: "/rollout",
      why: "What was shown here is too old to be answered, or another look has taken its place. Look at what is left again.",
    };
  const { seen, review } = shown;
  const view = {
    ...{ digest, refused, id: seen.begin.id, at: new Date(review.at).toISOString() },
    ...{ facts: review.facts, diagnostics: review.diagnostics, mayPromote: review.exitCode === EXIT.done },
    isWatched: seen.state.phase === "baking",
  };
  const parts = promoteParts(view, viewing);
  return refused === undefined ? page(parts) : { kind: "refused", parts, at: `/rollout/review/${digest}` };
}

/** Only of the plan that the form was shown with. */
async function answered(
  visit: Visit,
  parts: Parts,
  act: (digest: string, reason: string) => Promise<void>,
): Promise<Reply> {
  const digest = visit.path("digest");
  if (!DIGEST.test(digest)) return { kind: "missing", why: "There is no such plan." };
  if (visit.form.get("digest") !== digest)
    return planReply(visit, parts, "the form was shown with another plan; look at this one, and answer again.");
  try {
    await act(digest, field(visit.form, "reason"));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return planReply(visit, parts, reasonOf(error));
  }
  return done(`/plans/${digest}`);
}

/** Whether a pattern of bots may mean some of the account. */
function isOf(pattern: string, account: string): boolean {
  const [name = ""] = pattern.split("/");
  return !pattern.includes("/") || name === account || name.includes("*");
}
