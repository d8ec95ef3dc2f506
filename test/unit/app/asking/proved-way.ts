// What a check finds out at a service with some quirks, and the whole way at such a service for somebody who knows that.
import { knownOf, signAsSeen } from "../../../../src/app/ledger/known-of-service.js";
import type { Quirks } from "../../../../src/emulator/quirks/quirks.js";
import type { DesiredBot } from "../../../../src/model/bot/desired.js";
import type { SomeFields } from "../../../../src/model/bot/field.js";
import type { Plan } from "../../../../src/model/plan/plan.js";
import type { SeenThen } from "../../../../src/model/service-questions.js";
import { NO_MEMORY } from "../../../../src/reconcile/ledger/ledger.js";
import { makePlan } from "../../../../src/reconcile/plan/planner.js";
import { refresh } from "../../../../src/reconcile/plan/refresh.js";
import { road } from "../../../support/road.js";
import { desired, desiredBot } from "../../reconcile/fleet.js";
import { stage } from "./stage.js";

/** What the check finds out at a service with these quirks. */
export async function asked(
  quirks: Partial<Quirks>,
  place: Parameters<typeof stage>[1],
  { byReads = false } = {},
): Promise<readonly SeenThen[]> {
  const { check, emulator } = await stage(quirks, place, { isWhole: true });
  try {
    if (byReads) await check();
    return (await check({ bot: "#1001" })).facts.seen;
  } finally {
    await emulator.close();
  }
}

/** The configuration as its author mends it: what a problem says to write is written. */
function mended(fields: SomeFields, { diagnostics }: Plan): SomeFields {
  let now = { ...fields };
  for (const { code, remedy = "" } of diagnostics) {
    if (code !== "plan/not-stored") continue;
    const [, name, value] = /(title|percentTakeProfit): (".*?"|[\d.]+)\./.exec(remedy) ?? [];
    if (name === undefined || value === undefined) now = { ...now, title: "WAY 1" };
    else now = { ...now, [name]: value.startsWith('"') ? JSON.parse(value) : value };
  }
  return now;
}

/** Creates a bot, turns it on, changes it, switches a scale off, turns it off, and applies everything twice. */
export async function way(quirks: Partial<Quirks>, seen: readonly SeenThen[]) {
  const { zeroSwitchesOff } = knownOf(seen);
  const { reader, apply, close, emulator } = await road({ quirks, zeroSwitchesOff });
  signAsSeen({ apiUrl: emulator.url, apiKey: "key", apiSecret: "secret" }, seen);
  const past = { memory: { ...NO_MEMORY, ...(seen.length > 0 && { seen }) }, now: 0 };
  const plan = async (bot: DesiredBot) => {
    const config = desired([bot]);
    return makePlan(config, await refresh(config, reader, past));
  };
  const codes = new Set<string>();
  const failures: string[] = [];
  let repeated = 0;
  let declared: SomeFields = {
    ...{ title: "botform's Cafe\u0301 & <more> of it", percentTakeProfit: "1.206", percentSafetyOrder: "1.5" },
    ...{ volumeSafetyOrder: "25", countOrderMax: "6", martingaleScale: "1.3" },
    ...{ indicatorGroup: "DIVER", indicatorName: "RSI", indicatorInterval: "5MIN" },
    ...{ priceLevel: "BOTH", priceLevelDown: "50000", priceLevelUp: "90000" },
  };
  const phases: readonly (readonly [SomeFields, boolean])[] = [
    [{}, true],
    [{ percentTakeProfit: "1.3", leverage: "7" }, true],
    [{ martingaleScale: null }, true],
    [{ indicatorGroup: null, indicatorName: null, indicatorInterval: null }, true],
    [{ priceLevel: null, priceLevelDown: null, priceLevelUp: null }, true],
    [{}, false],
  ];
  try {
    for (const [changes, enabled] of phases) {
      declared = { ...declared, ...changes };
      const bot = () => desiredBot("way", { fields: declared, enabled });
      const first = await plan(bot());
      for (const { code } of first.diagnostics) codes.add(code);
      declared = mended(declared, first);
      for (let times = 0; times < 2; times += 1) {
        const made = await plan(bot());
        if (times === 1) repeated += made.steps.length;
        const { outcomes } = await apply(made);
        failures.push(...outcomes.flatMap(({ kind, detail }) => (kind === "applied" ? [] : [`${kind}: ${detail}`])));
      }
    }
  } finally {
    await close();
  }
  return { codes: [...codes], failures, repeated };
}
