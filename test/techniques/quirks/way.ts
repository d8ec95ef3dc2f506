// The whole way under one set of quirks: create, then every field up, down, set, cleared; each apply followed by an empty plan.
import type { Quirks } from "../../../src/emulator/quirks/quirks.js";
import { changedFields } from "../../../src/model/bot/compare.js";
import type { Desired, DesiredBot } from "../../../src/model/bot/desired.js";
import { FIELDS, type FieldName, type SomeFields } from "../../../src/model/bot/field.js";
import type { ApplyReport, Outcome } from "../../../src/model/plan/outcome.js";
import { ServiceError } from "../../../src/model/ports.js";
import { type Road, road } from "../../support/road.js";
import { desired, desiredBot } from "../../unit/reconcile/fleet.js";

/** What each field is at first, up, down, and set again after having been cleared where it can be. */
const COURSES: Readonly<Record<FieldName, readonly [start: string, up: string, down: string]>> = {
  title: ["t-title", "t-title up", "t-title down"],
  pairTitle: ["USDT-BTC", "USDT-ETH", "BUSD-BTC"],
  strategy: ["LONG", "SHORT", "LONG"],
  leverage: ["5", "10", "1"],
  marginMode: ["CROSS", "ISO", "CROSS"],
  typeTakeProfit: ["LIMIT", "STOP-MARKET", "LIMIT"],
  typeFirstOrder: ["MARKET", "LIMIT", "MARKET"],
  percentTakeProfit: ["1.2", "99.99", "0.01"],
  percentSafetyOrder: ["1.5", "2.255", "0.5"],
  volumeFirstOrder: ["20", "1000.5", "6"],
  volumeSafetyOrder: ["25", "30.125", "7"],
  countOrderMax: ["6", "50", "1"],
  martingaleScale: ["1.2", "2", "1.05"],
  dynamicStepScale: ["1.1", "1.75", "1.055"],
  cycleLimitScale: ["30", "100", "1"],
  indicatorGroup: ["FOMO", "DIVER", "OSCILLATORS"],
  indicatorName: ["RSI", "EMA cross", "MACD"],
  indicatorInterval: ["5MIN", "4HOURS", "1MIN"],
  priceLevel: ["UPPER", "BOTH", "LOWER"],
  priceLevelDown: ["50000", "60000.5", "40000"],
  priceLevelUp: ["70000", "80000.25", "65000"],
};

const STAGES = ["start", "up", "down", "cleared", "up"] as const;
type Stage = (typeof STAGES)[number];

/** Fields that go together: strict services want them in one request. */
const COMPANIONS: Readonly<Partial<Record<FieldName, SomeFields>>> = {
  indicatorGroup: { indicatorName: "RSI", indicatorInterval: "5MIN" },
  indicatorName: { indicatorGroup: "DIVER", indicatorInterval: "5MIN" },
  indicatorInterval: { indicatorGroup: "DIVER", indicatorName: "RSI" },
  priceLevel: { priceLevelDown: "100", priceLevelUp: "90000" },
  priceLevelDown: { priceLevel: "BOTH", priceLevelUp: "90000" },
  priceLevelUp: { priceLevel: "BOTH", priceLevelDown: "100" },
};

function fleetAt(stage: Stage): Desired {
  const bots: DesiredBot[] = FIELDS.map(({ name, off }) => {
    const [start, up, down] = COURSES[name];
    const value = { start, up, down, cleared: off === "never" ? start : null }[stage];
    const title = name === "title" ? (value ?? "") : `t-${name}`;
    const fields: SomeFields = { volumeSafetyOrder: "25", ...COMPANIONS[name], [name]: value, title };
    const previousTitles = name === "title" ? COURSES.title.filter((old) => old !== title) : [];
    return desiredBot(name, { fields, previousTitles });
  });
  bots.push(desiredBot("switch", { enabled: stage !== "down" && stage !== "cleared" }));
  bots.push(desiredBot("steady", { enabled: true, access: { alias: "second", live: 2 } }));
  return desired(bots);
}

export interface Journey {
  /** Every step that didn't simply succeed, as `stage: action address kind detail`. */
  readonly stumbles: readonly string[];
  /** What must never be; empty when all is well. */
  readonly violations: readonly string[];
}

/** Travels the whole way. A step may fail, clearly; it may never be reported as done when it isn't. */
export async function travel(
  quirks: Partial<Quirks>,
  known: { readonly zeroSwitchesOff?: boolean } = {},
): Promise<Journey> {
  const way = await road({ quirks, ...known });
  const stumbles: string[] = [];
  const violations: string[] = [];
  try {
    for (const [index, stage] of STAGES.entries()) {
      const config = fleetAt(stage);
      // A second run is for what the first one left on purpose (rule 7); nothing may need a third.
      for (const run of ["first", "second"]) {
        const plan = await way.plan(config);
        const report = await way.apply(plan);
        const failed = report.outcomes.filter((outcome) => outcome.kind !== "applied");
        stumbles.push(...failed.map((outcome) => `${index} ${stage}, ${run} run: ${describe(outcome)}`));
        violations.push(
          ...(await falseSuccesses(way, config, report)).map((text) => `${index} ${stage}, ${run} run: ${text}`),
        );
        violations.push(
          ...failed
            .filter((outcome) => outcome.detail === "")
            .map((outcome) => `${stage}: ${outcome.address} says nothing`),
        );
        const stuck = new Set(failed.map((outcome) => outcome.address));
        const left = (await way.plan(config)).steps.filter((step) => !stuck.has(step.address));
        violations.push(
          ...left.map(
            (step) => `${index} ${stage}, ${run} run: ${step.action} ${step.address} is planned again after success`,
          ),
        );
        if (failed.length === 0) break;
      }
    }
    violations.push(...(await doubles(way)));
  } catch (error) {
    // A read that the service refuses ends the run; that is said, and nothing is claimed.
    if (!(error instanceof ServiceError)) throw error;
    stumbles.push(`read failed: ${error.message}`);
  } finally {
    await way.close();
  }
  return { stumbles, violations };
}

function describe(outcome: Outcome): string {
  return `${outcome.action} ${outcome.address} ${outcome.kind}: ${outcome.detail}`;
}

/** Bots all of whose steps were applied and that the service nevertheless shows otherwise, read one by one. */
async function falseSuccesses(way: Road, config: Desired, report: ApplyReport): Promise<string[]> {
  const touched = new Set(report.outcomes.map((outcome) => outcome.address));
  for (const outcome of report.outcomes) if (outcome.kind !== "applied") touched.delete(outcome.address);
  const ids = new Map(report.outcomes.map((outcome) => [outcome.address, outcome.botId]));
  const wrong: string[] = [];
  for (const bot of config.bots) {
    const id = ids.get(bot.address);
    if (!touched.has(bot.address) || id === undefined) continue;
    const live = await way.reader.bot(id);
    for (const { field, before, after } of changedFields(bot.fields, live.fields)) {
      wrong.push(`${bot.address} reported as done, but ${field} is ${before} and not ${after}`);
    }
    if (bot.enabled !== undefined && bot.enabled !== live.status.on)
      wrong.push(`${bot.address} reported as done, but its switch is ${live.status.raw}`);
  }
  return wrong;
}

/** Titles that stand twice on one access. */
async function doubles(way: Road): Promise<string[]> {
  const seen = new Set<string>();
  return (await way.live()).flatMap((bot) => {
    const identity = `${bot.accessId} ${bot.fields.title}`;
    const twice = seen.has(identity);
    seen.add(identity);
    return twice ? [`two live bots: ${identity}`] : [];
  });
}
