// What a roll-out would do, wave by wave: a fresh plan of each part, to be read before it begins or goes on.
import type { PlannedPart, RolloutPlanFacts } from "../../model/rollout/facts.js";
import { overrulesOf } from "../../model/rollout/overrules.js";
import { type RolloutPart, type RolloutRecord, type RolloutWave, wavesOf } from "../../model/rollout/record.js";
import type { Rollout } from "../../model/rollout/rollout.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { namesText } from "../../model/text/named.js";
import { digestsOf } from "../../reconcile/rollout/reviewed.js";
import { grouped, toWaves } from "../../reconcile/rollout/waves.js";
import { systemClock } from "../clock.js";
import { AppError, oneLine } from "../error.js";
import { EXIT, type ExitCode, exitOfPlan, mostSerious } from "../exit.js";
import { type ChosenAccounts, chooseAccounts } from "../files/configuration.js";
import type { Host } from "../host.js";
import type { PlanOptions } from "../planning/plan.js";
import { planParts, rolledBots } from "./looks.js";

/** A roll-out is of all accounts of the configuration. */
export interface RolloutOptions extends Omit<PlanOptions, "account" | "allAccounts" | "target" | "exclude" | "part"> {
  readonly verbose?: boolean;
}

/** What was planned, and what of it a roll-out keeps. */
export interface Review {
  readonly facts: RolloutPlanFacts;
  /** With the digests of what was planned. */
  readonly waves: readonly RolloutWave[];
  readonly rollout: Rollout;
  /** When the live bots began to be read, in milliseconds since the epoch: what is stopped from then on, it doesn't know. */
  readonly at: number;
  /** Of the configuration. */
  readonly diagnostics: readonly Diagnostic[];
  /** The most serious of its plans'. */
  readonly exitCode: ExitCode;
  /** Whether there is anything to do. */
  readonly isIdle: boolean;
}

export function chooseAll(options: RolloutOptions): ChosenAccounts {
  return chooseAccounts({ ...options, allAccounts: true });
}

/** Throws AppError. */
export function declaredIn({ config }: ChosenAccounts): Rollout {
  if (config.rollout !== undefined) return config.rollout;
  throw new AppError(
    "the configuration declares no waves\nWrite them under rollout: docs/how-to/roll-out-in-waves.md shows how.",
  );
}

/** The whole roll-out as the files have it now. Reads only. Throws AppError. */
export async function reviewRollout(host: Host, options: RolloutOptions): Promise<Review> {
  const chosen = chooseAll(options);
  const accounts = chosen.accounts.map(({ desired }) => desired.account);
  const waves = toWaves(declaredIn(chosen), rolledBots(chosen), accounts);
  return reviewed(host, options, chosen, waves, () => false);
}

/** What is left of one that is under way, as the files have it now: bots stay in their waves, new ones come with the wave that takes them. Throws AppError. */
export async function reviewRest(host: Host, options: RolloutOptions, record: RolloutRecord): Promise<Review> {
  const chosen = chooseAll(options);
  const { state } = record;
  const before = wavesOf(record);
  const accounts = chosen.accounts.map(({ desired }) => desired.account);
  const declared = declaredIn(chosen);
  const names = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name).join(", ");
  if (names(declared.waves) !== names(before))
    throw new AppError(
      `the files have other waves (${names(declared.waves)}) than the roll-out (${names(before)}), so it can't go on with them\nEnd it with botform rollout abort, and start a new one.`,
    );
  const isDone = (index: number, { account }: Pick<RolloutPart, "account">) =>
    index < state.wave || (index === state.wave && state.done.includes(account));
  const bots = rolledBots(chosen);
  refuseChangedBehind(before, bots, isDone);
  const known = new Map(
    before.flatMap(({ parts }, index) =>
      parts.flatMap((part) => part.bots.map(({ address }) => [address, index] as const)),
    ),
  );
  const fresh = new Map(
    toWaves(declared, bots, accounts).flatMap(({ parts }, index) =>
      parts.flatMap((part) => part.bots.map(({ address }) => [address, index] as const)),
    ),
  );
  const last = before.length - 1;
  // A wave that has begun to be carried out takes no new bot: nobody would see what becomes of it.
  const from = state.done.length > 0 || state.phase === "baking" ? state.wave + 1 : state.wave;
  const late = bots.flatMap(({ address }) => (from > last && !known.has(address) ? address : []));
  if (late.length > 0)
    throw new AppError(
      `the files have bots that are new, and no wave is left that could take them: ${namesText(late, 3)}\nTake them out of the files until the roll-out is done, or end it with botform rollout abort and start a new one.`,
    );
  const waves = grouped(before, bots, accounts, ({ address }) =>
    Math.min(last, known.get(address) ?? Math.max(from, fresh.get(address) ?? last)),
  );
  const review = await reviewed(host, { ...options, ...record.begin.limits }, chosen, waves, isDone);
  const overrules = overrulesOf(record);
  return { ...review, facts: { ...review.facts, ...(overrules !== undefined && { overrules }) } };
}

/** Throws AppError: what a wave has brought already isn't brought again by the same roll-out. */
function refuseChangedBehind(
  before: readonly RolloutWave[],
  bots: ReturnType<typeof rolledBots>,
  isDone: (index: number, part: RolloutPart) => boolean,
): void {
  const now = new Map(bots.map(({ address, desired }) => [address, desired]));
  const behind = before.flatMap(({ parts }, index) =>
    parts.flatMap((part) =>
      isDone(index, part)
        ? part.bots.flatMap(({ address, desired }) => (now.get(address) === desired ? [] : address))
        : [],
    ),
  );
  if (behind.length > 0)
    throw new AppError(
      `the files ask for something else of bots that the roll-out has reached already: ${namesText(behind, 3)}\nEnd it with botform rollout abort, and start a new one.`,
    );
}

async function reviewed(
  host: Host,
  options: RolloutOptions,
  chosen: ChosenAccounts,
  waves: readonly RolloutWave[],
  isDone: (index: number, part: RolloutPart) => boolean,
): Promise<Review> {
  const rollout = declaredIn(chosen);
  const at = systemClock.now();
  const planned = [];
  for (const [index, wave] of waves.entries()) {
    const due = wave.parts.filter((part) => !isDone(index, part));
    planned.push({ wave, index, attempts: due.length === 0 ? [] : await planParts(host, options, chosen, due) });
  }
  const shown = planned.map(({ wave, index, attempts }) => ({
    ...{ name: wave.name, bakeMs: wave.bakeMs },
    parts: wave.parts.map((part): PlannedPart => {
      const { account } = part;
      const about = { account, bots: part.bots.map(({ address }) => address) };
      if (isDone(index, part)) return { ...about, isDone: true };
      const one = attempts.find((attempt) => attempt.account === account);
      if (one === undefined) return { ...about, error: "it wasn't planned" };
      if ("value" in one) return { ...about, plan: one.value.made };
      const { message, diagnostics } = one.failure;
      return { ...about, error: oneLine(message), ...(diagnostics.length > 0 && { diagnostics }) };
    }),
  }));
  const attempts = planned.flatMap((one) => one.attempts);
  const exitCode = mostSerious(
    attempts.map((one) => ("value" in one ? exitOfPlan({}, one.value.made) : one.failure.exitCode)),
  );
  const { gates, onFailure, waitMs } = rollout;
  const { verbose = false } = options;
  const kept = shown.map(({ parts }, index) => withReviewed(waves[index], parts));
  return {
    facts: { waves: shown, gates, onFailure, waitMs, ...(verbose && { verbose }) },
    waves: kept.flatMap((one) => one ?? []),
    ...{ rollout, at },
    diagnostics: chosen.config.diagnostics,
    exitCode: attempts.length === 0 ? EXIT.done : exitCode,
    isIdle: kept.every((wave) => wave?.parts.every((part) => part.reviewed.length === 0) ?? true),
  };
}

function withReviewed(wave: RolloutWave | undefined, parts: readonly PlannedPart[]): RolloutWave | undefined {
  if (wave === undefined) return undefined;
  const of = new Map(parts.map((part) => [part.account, part]));
  const digests = (account: string, before: readonly string[]) => {
    const part = of.get(account);
    if (part?.isDone === true) return [...before];
    return part?.plan === undefined ? [] : digestsOf(part.plan);
  };
  return { ...wave, parts: wave.parts.map((part) => ({ ...part, reviewed: digests(part.account, part.reviewed) })) };
}
