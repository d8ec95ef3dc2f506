// The judge's own look at the account: what a run would plan now, read straight from the service, past network and client.
import type { Quirks } from "../../../src/emulator/quirks/quirks.js";
import { DEFAULT_EXCHANGE, DEFAULT_PAIRS } from "../../../src/emulator/seed/seed-courses.js";
import type { BotRecord } from "../../../src/emulator/store/records.js";
import type { ObservedBot } from "../../../src/model/bot/bot.js";
import type { Plan } from "../../../src/model/plan/plan.js";
import type { ServiceReader } from "../../../src/model/ports.js";
import type { Diagnostic } from "../../../src/model/text/diagnostic.js";
import { makePlan } from "../../../src/reconcile/plan/planner.js";
import { refresh } from "../../../src/reconcile/plan/refresh.js";
import { trueFields } from "./claims.js";
import { ACCOUNT, type Fleet, RENAMED } from "./fleet.js";
import type { Site } from "./site.js";

export interface Look {
  /** What a human has to decide included. */
  readonly whole: Plan;
  /** Without the bots that a human has to decide on. */
  readonly plan: Plan;
}

export async function lookAt(site: Site, { desired, seed }: Fleet): Promise<Look> {
  const observed = await refresh(desired, eyeOn(site, seed.accounts[0]?.accesses ?? []));
  const whole = makePlan(desired, observed);
  return { whole, plan: goingAround(whole, (includes) => makePlan(desired, observed, { includes })) };
}

/** Addresses of the bots that a human has to decide on. */
export function unclearIn({ diagnostics }: Plan): ReadonlySet<string | undefined> {
  return new Set(diagnostics.flatMap((one) => (one.severity === "error" ? aboutWhom(one) : [])));
}

/** The plan without the bots that its errors are about, as `--exclude` makes it. */
export function goingAround(whole: Plan, again: (includes: (address: string) => boolean) => Plan): Plan {
  const unclear = unclearIn(whole);
  return unclear.size === 0 ? whole : again((address) => !unclear.has(address));
}

const ADDRESS = new RegExp(`\\b(?:${ACCOUNT}|${RENAMED})/[\\w-]+`, "g");

/** Addresses that a problem is about; that of several bots names them in its text. */
export function aboutWhom({ address, summary }: Diagnostic): readonly string[] {
  return address === undefined ? (summary.match(ADDRESS) ?? []) : [address];
}

function eyeOn(site: Site, accesses: readonly { readonly accessId: number; readonly title: string }[]): ServiceReader {
  const bots = site.service.bots().map((bot) => trueBot(bot, site.quirks));
  return {
    accesses: async () => accesses.map(({ accessId, title }) => ({ id: accessId, title, exchange: DEFAULT_EXCHANGE })),
    bots: async () => bots,
    bot: async (id) => {
      const found = bots.find((bot) => bot.id === id);
      if (found === undefined) throw new RangeError(`there is no bot ${id}`);
      return found;
    },
    runningDeals: async (accessId) =>
      site.service.deals().flatMap(({ id, snapshot, status }) => {
        const isThere = status === "ACTIVE" && snapshot.accessId === accessId;
        if (!isThere) return [];
        const { fields } = trueBot(snapshot, site.quirks);
        const { pairTitle } = snapshot.values;
        return [{ id, botId: snapshot.id, pairTitle, settings: fields, entryPrice: null, takeProfits: [] }];
      }),
    endedDeals: async () => [],
    pairs: async () => DEFAULT_PAIRS,
  };
}

/** A bot as a reader would have it that understands the service perfectly. */
function trueBot(bot: BotRecord, { statusOn, statusOff }: Quirks): ObservedBot {
  return {
    id: bot.id,
    accessId: bot.accessId,
    fields: trueFields(bot),
    status: { on: bot.enabled, raw: bot.enabled ? statusOn : statusOff },
    unknownSettings: [],
  };
}
