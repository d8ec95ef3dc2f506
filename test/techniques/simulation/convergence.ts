// I5: once the faults are over, every bot is as the configuration has it, or the plan says why a human must decide, and rightly.
import type { Desired, DesiredBot } from "../../../src/model/bot/desired.js";
import { isInDoubt, type Plan, type Step } from "../../../src/model/plan/plan.js";
import type { Diagnostic } from "../../../src/model/text/diagnostic.js";
import { wrongFields } from "./claims.js";
import { aboutWhom } from "./eye.js";
import type { Findings } from "./findings.js";
import type { History, Version } from "./history.js";
import type { RunBook } from "./ledger.js";

export interface Rest {
  /** What is left to do after the last run, and the same with what a human has to decide. */
  readonly plan: Plan;
  readonly whole: Plan;
  readonly desired: Desired;
  /** The last run without faults, where one was needed. */
  readonly last: RunBook | undefined;
  readonly all: readonly RunBook[];
  /** A quirk may keep the service from ever taking what is asked for. */
  readonly stubborn: boolean;
  /** The list hides bots for good: nobody knows of what it hides unless a ledger does, and what is hidden is never turned on. */
  readonly hides: boolean;
  readonly inDeal: ReadonlySet<number>;
}

export function judgeRest(rest: Rest, history: History, findings: Findings): void {
  const { plan, whole, desired, last, stubborn } = rest;
  const bots = history.now();
  if (rest.hides) {
    findings.reached("rest: under a list that hides bots");
    return;
  }
  const created = new Set(plan.steps.flatMap(({ action, address }) => (action === "create" ? [address] : [])));
  for (const step of plan.steps) {
    const refused = last?.report?.outcomes.some(({ address, kind }) => address === step.address && kind !== "applied");
    if (stubborn && refused === true) findings.reached("rest: refused by the service");
    // The judge has no ledger, and may see a new bot where the run knew that it is another one's.
    else if (created.has(step.address) && last?.leftOut?.has(step.address) === true)
      findings.reached("rest: a create that only the ledger questions");
    else if (isInDoubtByAheadClock(rest)) findings.reached("rest: in doubt by a clock that was ahead");
    else if (isKeptByKey(step, rest, history)) findings.reached("rest: a turn-off that only the ledger questions");
    else findings.violated("I5", `${step.action} ${step.address} is still to be done: ${step.reason}`);
  }
  for (const bot of desired.bots) {
    const error = whole.diagnostics.find((one) => one.severity === "error" && aboutWhom(one).includes(bot.address));
    if (error !== undefined) judgeError(bot, error, bots, rest, findings);
    else if (!plan.steps.some(({ address }) => address === bot.address)) judgeBot(bot, bots, findings);
  }
  judgeCopies(rest, bots, findings);
}

/**
 * A turn-on that was sent by a clock ahead of ours is in doubt until ours has come so far: nobody can tell how old it is. So is
 * one of which a dead run, or a disk that couldn't be written, has left nothing but the intent.
 */
function isInDoubtByAheadClock({ last, all }: Rest): boolean {
  if (last?.plan === undefined || !isInDoubt(last.plan)) return false;
  const until = last.endedAt + last.machine.skew;
  return all.some(
    ({ folder, sends, end, endedAt, machine, report }) =>
      folder === last.folder &&
      (sends.some(({ clockAt }) => clockAt > until) ||
        ((end === "died" || report?.outcomes.some(({ rule }) => rule === 12) === true) &&
          endedAt + machine.skew > until)),
  );
}

/**
 * The ledger, which the judge doesn't have, knows an undeclared bot as that of a key that is protected, or on which a human has
 * to decide for that very reason: somebody has renamed it on the service.
 */
function isKeptByKey({ action, address }: Step, { desired, last }: Rest, history: History): boolean {
  const id = Number(address.split("#")[1]);
  const isKnown = action === "turn-off" && last?.folder?.known.has(id) === true;
  return (
    isKnown &&
    desired.bots.some(
      ({ protect, address: key, fields }) =>
        (protect || last.leftOut?.has(key) === true) &&
        history.ever(id, 0, last.endedAt, ({ values }) => values.title === fields.title),
    )
  );
}

/** The live bots on its access with its title, lowest id first. */
function bearers({ access, fields }: DesiredBot, bots: readonly Version[]): Version[] {
  return bots.filter(({ bot }) => bot.values.title === fields.title && isOn(bot.accessId, access.live));
}

function isOn(accessId: number, live: string | number): boolean {
  return typeof live === "number" ? accessId === live : accessId === 1;
}

/** The plan is content with the bot: it must be there, be as asked for, and be on or off as asked for. */
function judgeBot(desired: DesiredBot, bots: readonly Version[], findings: Findings): void {
  const pinned = bots.find(({ bot }) => bot.id === desired.botId);
  const chosen = pinned ?? bearers(desired, bots)[0];
  if (desired.protect) return;
  const wrong = chosen === undefined ? ["that it doesn't exist"] : wrongFields(chosen.bot, desired.fields);
  const isSwitched = desired.enabled === undefined || chosen?.bot.enabled === desired.enabled;
  if (wrong.length > 0 || !isSwitched) {
    const what = [...wrong, ...(isSwitched ? [] : ["its switch"])].join(", ");
    findings.violated("I5", `${desired.address} differs in ${what}, and nothing is planned`);
  }
}

/** Whether what an error says is really so. */
const GROUNDS: Readonly<Record<string, (bot: DesiredBot, bots: readonly Version[], rest: Rest) => boolean>> = {
  "plan/duplicate-title": (bot, bots, { inDeal }) => {
    const twins = bearers(bot, bots);
    return twins.length > 1 && twins.some((twin) => twin.bot.enabled || inDeal.has(twin.bot.id));
  },
  "plan/copy-on": (bot, bots) =>
    [...bearers(bot, bots), ...formerBearers(bot, bots)].some((twin) => twin.bot.enabled && twin.bot.id !== bot.botId),
  "plan/title-taken": (bot, bots) => bearers(bot, bots).some((twin) => twin.bot.id !== bot.botId),
  "plan/ambiguous-rename": (bot, bots) => formerBearers(bot, bots).length > 1,
  "plan/rename-chain": (bot, bots) => formerBearers(bot, bots).length + bearers(bot, bots).length > 0,
  "plan/claimed-twice": (bot, bots, { desired }) =>
    bots.some(({ bot: live }) => {
      const claims = desired.bots.filter(
        ({ botId, fields }) => botId === live.id || fields.title === live.values.title,
      );
      return claims.length > 1 && claims.includes(bot);
    }),
  "plan/looks-renamed": (bot, bots) =>
    bots.some(
      ({ bot: live }) =>
        live.values.title !== bot.fields.title &&
        live.values.pairTitle === bot.fields.pairTitle &&
        isOn(live.accessId, bot.access.live),
    ),
  "plan/other-title": (bot, bots) =>
    bots.some(({ bot: live }) => live.values.title !== bot.fields.title && isOn(live.accessId, bot.access.live)),
  "plan/access-changed": (bot, bots) =>
    bots.some((live) => live.bot.values.title === bot.fields.title || live.bot.id === bot.botId),
};

function formerBearers(bot: DesiredBot, bots: readonly Version[]): Version[] {
  return bots.filter((live) => bot.previousTitles.includes(live.bot.values.title));
}

function judgeError(
  bot: DesiredBot,
  error: Diagnostic,
  bots: readonly Version[],
  rest: Rest,
  findings: Findings,
): void {
  if (GROUNDS[error.code]?.(bot, bots, rest) === true) findings.reached(`rest: ${error.code}`);
  else findings.violated("I5", `${bot.address} is left with ${error.code} without a reason: ${error.summary}`);
}

/** I1: copies that runs have made are off, no more than there were creates in doubt, and said by the plan or by a report. */
function judgeCopies(
  { whole, desired: { bots: asked }, all }: Rest,
  bots: readonly Version[],
  findings: Findings,
): void {
  for (const desired of asked) {
    // A bot that somebody has given this title, and that another key pins, is that key's.
    const isAnothers = ({ bot }: Version) => asked.some((other) => other !== desired && other.botId === bot.id);
    const twins = bearers(desired, bots).filter((twin) => !isAnothers(twin));
    const chosen = twins.find(({ bot }) => bot.id === desired.botId) ?? twins[0];
    const copies = twins.filter((twin) => twin !== chosen && twin.made.by === "run");
    if (copies.length > 0) findings.reached("rest: a copy was made");
    for (const { bot } of copies) {
      const told = JSON.stringify([
        whole.undeclared,
        whole.diagnostics,
        all.map(({ report }) => report && [report.violations, report.unsettled]),
      ]);
      if (!told.includes(String(bot.id)))
        findings.violated("I1", `copy ${bot.id} of ${desired.address} is nowhere reported`);
    }
  }
}
