// Cuts a schedule that violates something down to what it takes, and puts it into words.
import type { Desired } from "../../../src/model/bot/desired.js";
import type { Violation } from "./findings.js";
import type { Moment, RunPlan, Schedule } from "./schedule.js";
import { type SimulationOptions, simulate } from "./simulate.js";

/** The smallest schedule found that still violates the same; every part is left out that it can do without. */
export async function reduce(
  schedule: Schedule,
  { broken }: Violation,
  options: Pick<SimulationOptions, "sabotage"> = {},
): Promise<Schedule> {
  let smallest = schedule;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const smaller of smallerOnes(smallest)) {
      const { violations } = await simulate(smaller, options);
      if (!violations.some((violation) => violation.broken === broken)) continue;
      smallest = smaller;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

function* smallerOnes(schedule: Schedule): Generator<Schedule> {
  const { runs, later, faults, hands, events, damages, holds, fleet } = schedule;
  for (const at of later.keys()) yield { ...schedule, later: later.toSpliced(at, 1) };
  if (runs.length > 1) yield { ...schedule, runs: runs.slice(0, 1) };
  for (const at of faults.keys()) yield { ...schedule, faults: faults.toSpliced(at, 1) };
  for (const at of hands.keys()) yield { ...schedule, hands: hands.toSpliced(at, 1) };
  for (const at of events.keys()) yield { ...schedule, events: events.toSpliced(at, 1) };
  for (const at of damages.keys()) yield { ...schedule, damages: damages.toSpliced(at, 1) };
  for (const at of holds.keys()) yield { ...schedule, holds: holds.toSpliced(at, 1) };
  if (schedule.hasty) yield { ...schedule, hasty: false };
  for (const quirk of Object.keys(fleet.quirks)) {
    const quirks = Object.fromEntries(Object.entries(fleet.quirks).filter(([name]) => name !== quirk));
    yield { ...schedule, fleet: { ...fleet, quirks } };
  }
  for (const { key } of fleet.desired.bots.slice(0, fleet.desired.bots.length > 1 ? undefined : 0)) {
    const without = (desired: Desired): Desired => ({
      ...desired,
      bots: desired.bots.filter((bot) => bot.key !== key),
    });
    yield { ...schedule, fleet: { ...fleet, desired: without(fleet.desired), rival: without(fleet.rival) } };
  }
  const calm: Partial<RunPlan> = {
    skewMs: 0,
    deadly: undefined,
    trouble: undefined,
    standby: undefined,
    pauseMs: 0,
    lifetimeMs: undefined,
  };
  for (const [at, run] of runs.entries()) {
    for (const [name, value] of Object.entries(calm)) {
      if (Object.entries(run).some(([own, has]) => own === name && has !== value)) {
        yield { ...schedule, runs: runs.with(at, { ...run, [name]: value }) };
      }
    }
  }
  for (const [at, run] of later.entries())
    if (run.standby !== undefined) yield { ...schedule, later: later.with(at, { ...run, standby: undefined }) };
}

/** A schedule as lines of text. */
export function inWords({
  seed,
  fleet,
  runs,
  later,
  faults,
  hands,
  events,
  damages,
  holds,
  hasty,
}: Schedule): string[] {
  const [account] = fleet.seed.accounts;
  const live = (account?.bots ?? []).map(
    (bot) => `${bot.id} "${bot["title"]}" on ${bot.accessId}${bot.enabled ? ", on" : ""}`,
  );
  return [
    `seed ${seed}, cut down to what it takes:`,
    `  there are ${live.join("; ") || "no bots"}`,
    `  asked for: ${botsInWords(fleet.desired)}`,
    ...(runs.some(({ wants }) => wants === "rival") ? [`  the second run asks for: ${botsInWords(fleet.rival)}`] : []),
    ...Object.entries(fleet.quirks).map(([name, value]) => `  the service's ${name} is ${value}`),
    ...runs.map(runInWords),
    ...faults.map(({ fault, run, target, nth }) => `  ${fault}: ${target} ${nth} of the ${run} run`),
    ...hands.map(({ edit, when }) => `  a bot is ${edit} by hand ${momentInWords(when)}`),
    ...events.map(({ event, run, when }) => `  ${event}, the ${run} run, ${momentInWords(when)}`),
    ...holds.map(
      ({ bot, when, liftedAfterMs }) =>
        `  ${fleet.desired.bots[bot]?.key} is held ${momentInWords(when)}, for ${liftedAfterMs} ms`,
    ),
    ...later.map((run) => `  then${runInWords(run).replace(/^ +/, " ")}`),
    ...damages.map((damage) => `  then its journal is ${damage}`),
    ...(hasty ? ["  then a run at once, without faults"] : []),
  ];
}

function botsInWords({ bots, undeclared }: Desired): string {
  const each = bots.map(({ key, fields, enabled, previousTitles, botId, protect, access }) => {
    const facts = [
      `"${fields.title}" on ${access.live}`,
      enabled === undefined ? "" : enabled ? "on" : "off",
      previousTitles.length > 0 ? `was ${previousTitles.join(", ")}` : "",
      botId === undefined ? "" : `pinned to ${botId}`,
      protect ? "protected" : "",
    ];
    return `${key} (${facts.filter((fact) => fact !== "").join(", ")})`;
  });
  return `${each.join("; ")}; undeclared: ${undeclared}`;
}

function runInWords(run: RunPlan): string {
  const facts = [
    run.does === "apply" ? "" : run.does,
    run.stops === undefined ? "" : "of the first bot",
    run.wants === "asked" ? "" : run.wants,
    run.loses === undefined ? "" : `its ledger ${run.loses} before`,
    run.settleMs === 0 ? "" : `watching for ${run.settleMs} ms`,
    run.skewMs === 0 ? "" : `clock wrong by ${run.skewMs} ms`,
    run.pauseMs === 0 ? "" : `${run.pauseMs} ms between plan and apply`,
    run.lifetimeMs === undefined ? "" : `the plan saved for ${run.lifetimeMs} ms`,
    run.deadly === undefined ? "" : `dies ${run.deadly.gate}, number ${run.deadly.nth}`,
    run.trouble === undefined ? "" : `the disk: ${JSON.stringify(run.trouble)}`,
    run.standby === undefined ? "" : `reads from a standby: ${JSON.stringify(run.standby)}`,
    `journal: ${run.journal}`,
    `commands have ${run.commandDeadlineMs} ms`,
    `${run.concurrency} at once`,
  ];
  const begins = momentInWords(run.begins ?? { afterMs: run.afterMs });
  return `  the ${run.name} run begins ${begins}: ${facts.filter((fact) => fact !== "").join(", ")}`;
}

function momentInWords(when: Moment): string {
  if ("outcome" in when) return `when step ${when.outcome} of the ${when.run} run has ended`;
  return "afterMs" in when ? `after ${when.afterMs} ms` : `after request ${when.request} of the ${when.run} run`;
}
