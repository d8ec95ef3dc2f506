// The warning of a plan by hand where waves are declared: apply takes all of them at once.
import type { LoadedConfig } from "../../config/load.js";
import { isIdle, type Plan } from "../../model/plan/plan.js";
import { planProblem } from "../../model/plan/plan-codes.js";
import { DiskError } from "../../model/ports.js";
import { type RolloutRecord, wavesOf } from "../../model/rollout/record.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { namesText } from "../../model/text/named.js";
import { underWayIn } from "../../reconcile/rollout/decisions.js";
import { systemClock } from "../clock.js";
import { type LedgerOptions, sharedRollouts } from "../ledger/ledger.js";

const MOST_WAVES = 5;

/** @param underWay the roll-out that is, if one is; asked only where there is something to warn of */
export async function allAtOnce(
  { rollout }: LoadedConfig,
  made: Plan,
  underWay: () => Promise<RolloutRecord | undefined>,
): Promise<readonly Diagnostic[]> {
  if (rollout === undefined || isIdle(made)) return [];
  const names = namesText(
    rollout.waves.map(({ name }) => name),
    MOST_WAVES,
  );
  const record = await underWay();
  const words = record === undefined ? declared(names) : begun(record);
  return [planProblem("plan/rollout-declared", { ...words, origin: { ...rollout.origin, key: true } })];
}

type Words = Readonly<Record<"summary" | "remedy", string>>;

function declared(names: string): Words {
  return {
    summary: `the configuration declares waves (${names}), and apply takes them all at once`,
    remedy: "To go wave by wave: botform rollout plan, then botform rollout start.",
  };
}

/** Another one would be refused. */
function begun(record: RolloutRecord): Words {
  const { status, wave } = record.state;
  const waves = wavesOf(record);
  const is = status === "paused" ? "paused" : "under way";
  return {
    summary: `a roll-out is ${is} (wave ${waves[wave]?.name ?? ""}, ${wave + 1} of ${waves.length}), and apply takes all waves at once, also those that wait`,
    remedy: "botform rollout status shows how it stands, and what you can do about it.",
  };
}

/** undefined where none is, or the ledger can't be read: whoever then wants to start one is told why not. */
export async function rolloutUnderWay(place: LedgerOptions): Promise<RolloutRecord | undefined> {
  try {
    return underWayIn(await sharedRollouts(place).all(), systemClock.now());
  } catch (error) {
    if (error instanceof DiskError) return undefined;
    throw error;
  }
}
