// Plays one scenario: applies its bots to a market of their own by botform's own plan and apply, lets time pass, and compares.
import { setImmediate as breathe } from "node:timers/promises";
import type { Desired, DesiredBot } from "../../model/bot/desired.js";
import type { ScenarioDeal, ScenarioResult } from "../../model/scenario/result.js";
import { fits } from "../../model/text/pattern.js";
import { oneLine } from "../error.js";
import { apply } from "../gate/apply.js";
import { accountAssumptions } from "../money/figures.js";
import { plan } from "../planning/plan-account.js";
import type { Cast } from "./cast.js";
import { type Came, differencesOf } from "./differences.js";
import { figuresOf } from "./figures.js";
import { moments } from "./moments.js";
import { noDealDifference } from "./no-deal.js";
import type { OpenStage, Stage, StageAccess } from "./stage.js";

/** Steps of the market between two looks at what else there is to do: some milliseconds' work. */
const SLICE = 200;

/** @param onShare called with how much of the time has passed, from 0 to 1 */
export async function playScenario(
  cast: Cast,
  openStage: OpenStage,
  onShare: (share: number) => void,
): Promise<ScenarioResult> {
  const { account, quote, read, prices, candles } = cast;
  const { desired } = account;
  const accesses = accessesOf(desired);
  const stage = await openStage({
    ...{ account: desired.account, exchange: desired.exchange, accesses: [...accesses.values()] },
    ...{ balance: { [quote]: read.scenario.balance }, prices, candles, assumptions: accountAssumptions(account) },
  });
  try {
    const problems = await applied(cast, stage);
    if (problems.length > 0) return resultOf(cast, { status: "error", problems });
    const ids = idsOf(cast.bots, accesses, stage);
    const ignoredSignals = await passed(cast, stage, ids, onShare);
    return compared(cast, stage, ids, ignoredSignals);
  } finally {
    await stage.close();
  }
}

/** Whatever holds a bot back on the live account (holds, protection, a pin) is about that account. */
function applied(cast: Cast, stage: Stage): Promise<readonly string[]> {
  const bots = cast.bots.map(
    ({ twin: _twin, ...bot }): DesiredBot => ({
      ...bot,
      ...{ enabled: true, protect: false, botId: undefined, previousTitles: [] },
    }),
  );
  const { holds: _holds, protectedTitles: _titles, ...rest } = cast.account.desired;
  return applyAll({ ...rest, undeclared: "report", bots }, stage);
}

/** One bot after the other, so that the same scenario is the same run. @returns why not all of it was done */
async function applyAll(desired: Desired, { endpoint }: Stage): Promise<readonly string[]> {
  const made = await plan(desired, endpoint);
  const errors = made.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return errors.map(({ summary, remedy = "" }) => oneLine(`${summary}\n${remedy}`).trim());
  const { outcomes } = await apply(made, endpoint, { concurrency: 1, limits: NO_LIMITS });
  return outcomes
    .filter(({ kind }) => kind !== "applied")
    .map(({ address, action, kind, detail }) => `${address}: ${action} is ${kind}: ${oneLine(detail)}`);
}

const NO_LIMITS = { maxChangedPercent: 100, maxTurnOns: Number.MAX_SAFE_INTEGER };

/** By alias. An access that the configuration names by its id has that id. */
function accessesOf({ accesses }: Desired): ReadonlyMap<string, StageAccess> {
  const taken = Math.max(100, ...accesses.map(({ live }) => (typeof live === "number" ? live : 0)));
  return new Map(
    accesses.map(({ alias, live }, index) => [
      alias,
      typeof live === "number" ? { accessId: live, title: alias } : { accessId: taken + 1 + index, title: live },
    ]),
  );
}

/** Ids of the bots by their keys. */
function idsOf(
  bots: readonly DesiredBot[],
  accesses: ReadonlyMap<string, StageAccess>,
  stage: Stage,
): ReadonlyMap<string, number> {
  const live = stage.bots();
  return new Map(
    bots.map(({ key, access, fields }) => {
      const accessId = accesses.get(access.alias)?.accessId;
      const found = live.find((bot) => bot.accessId === accessId && bot.title === fields.title);
      if (found === undefined) throw new Error("a bot that was applied isn't there");
      return [key, found.id];
    }),
  );
}

/** Lets the whole time pass. @returns how many signals meant nothing */
async function passed(
  cast: Cast,
  stage: Stage,
  ids: ReadonlyMap<string, number>,
  onShare: (share: number) => void,
): Promise<number> {
  const { signals } = cast.read.scenario;
  let [now, ignored, steps] = [0, 0, 0];
  for (const { at, signal } of moments(cast)) {
    if (at > now) stage.pass(at - now);
    now = at;
    if (signal !== undefined)
      for (const [key, id] of ids) {
        if (fits(signals[signal]?.bot ?? "", key) && !stage.signal(id)) ignored += 1;
      }
    steps += 1;
    if (steps % SLICE !== 0) continue;
    onShare(now / cast.lasts);
    await breathe();
  }
  return ignored;
}

function compared(cast: Cast, stage: Stage, ids: ReadonlyMap<string, number>, ignoredSignals: number): ScenarioResult {
  const { read, quote, lasts } = cast;
  const played = stage.played();
  const keys = new Map([...ids].map(([key, id]) => [id, key]));
  const deals = played.deals.map(({ botId, ...deal }): ScenarioDeal => ({ ...deal, bot: keys.get(botId) ?? "" }));
  const bots: Came["bots"] = new Map(
    played.bots.map(({ botId, extremes, ...rest }) => {
      const key = keys.get(botId) ?? "";
      const own = deals.filter(({ bot }) => bot === key);
      return [key, { figures: figuresOf(own, extremes, lasts), extremes, ...rest }];
    }),
  );
  const all = { figures: figuresOf(deals, played.together, lasts), extremes: played.together };
  const came = { quote, lasts, deals, all, bots };
  const differences = [
    ...noDealDifference(read.scenario, came, read.locate),
    ...differencesOf(read.scenario, came, read.locate),
  ];
  const figures = {
    all: all.figures,
    bots: Object.fromEntries([...bots].map(([key, part]) => [key, part.figures])),
  };
  const status = differences.length === 0 ? "passed" : "failed";
  return resultOf(cast, { status, figures, deals, ignoredSignals, differences });
}

function resultOf(
  { read: { scenario }, account, bots, quote, lasts }: Cast,
  rest: Pick<ScenarioResult, "status"> & Partial<ScenarioResult>,
): ScenarioResult {
  const { name, file, description, balance } = scenario;
  return {
    ...{ name, file, description, account: account.desired.account, bots: bots.map(({ key }) => key) },
    ...{ quote, balance, lasts, figures: null, deals: [], ignoredSignals: 0, differences: [], problems: [] },
    ...rest,
  };
}
