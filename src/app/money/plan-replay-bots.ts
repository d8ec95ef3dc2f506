// Which bots of an account a plan's replay runs: each as it is now and as it is after the plan, and why some can't be replayed.
import type { Desired } from "../../model/bot/desired.js";
import type { SomeFields } from "../../model/bot/field.js";
import type { Observed } from "../../model/bot/observed.js";
import { quoteOf } from "../../model/bot/pair.js";
import { byText } from "../../model/order.js";
import { afterSteps, type Plan, type PlannedBot, type Step, stepsByAddress } from "../../model/plan/plan.js";
import type { ReplayedBot } from "../../model/risk/plan-replay.js";
import { resolveAccesses } from "../../reconcile/plan/access.js";
import { liveMatches, matchBots } from "../../reconcile/plan/match.js";

/** A bot on both sides; the settings are null where there is none. */
export interface SidedBot {
  readonly address: string;
  /** Whether a step creates, updates or switches it. */
  readonly isChanged: boolean;
  readonly state: ReplayedBot["state"];
  readonly asIfOn: boolean;
  readonly now: SomeFields | null;
  readonly after: SomeFields | null;
  readonly isNew: boolean;
  /** Settings of it that this version doesn't know. */
  readonly unknownSettings: readonly string[];
}

export interface AccountSides {
  readonly made: Plan;
  readonly desired: Desired;
  readonly observed: Observed;
}

/** Every bot that makes deals on either side, or that the plan changes, by address. */
export function sidedBots({ made, desired, observed }: AccountSides): readonly SidedBot[] {
  const steps = stepsByAddress(made);
  const planned = Object.values(made.bots).filter(({ address }) => isChange(steps.get(address) ?? []));
  const byId = new Map(planned.flatMap((bot) => (bot.observed === null ? [] : [[bot.observed.id, bot] as const])));
  const { byAlias } = resolveAccesses(desired, observed.accesses);
  const owners = liveMatches(matchBots(desired, observed, byAlias));
  const foreign = new Set<number | null>(
    observed.accesses.filter(({ exchange }) => exchange !== desired.exchange).map(({ id }) => id),
  );
  const live = observed.bots
    .filter(({ accessId }) => !foreign.has(accessId))
    .flatMap((bot): SidedBot[] => {
      const { id, fields, status, unknownSettings } = bot;
      const own = byId.get(id);
      if (own !== undefined) return [changedBot(own, steps.get(own.address) ?? [])];
      if (!status.on) return [];
      const address = owners.get(id)?.address ?? `${desired.account}/#${id}`;
      const state = { now: "on", after: "on" } as const;
      const same = { now: fields, after: fields, isNew: false, unknownSettings };
      return [{ address, isChanged: false, state, asIfOn: false, ...same }];
    });
  const created = planned.filter((bot) => bot.observed === null);
  return [...live, ...created.map((bot) => changedBot(bot, steps.get(bot.address) ?? []))].toSorted((one, other) =>
    byText(one.address, other.address),
  );
}

/** A step about one of its deals changes nothing of the bot. */
function isChange(steps: readonly Step[]): boolean {
  return steps.some(({ action }) => ["create", "update", "turn-on", "turn-off"].includes(action));
}

function changedBot(bot: PlannedBot, steps: readonly Step[]): SidedBot {
  const { address, observed } = bot;
  const { fields, on } = afterSteps(bot, steps);
  const state = {
    now: observed === null ? ("absent" as const) : switchOf(observed.status.on),
    after: switchOf(on),
  };
  const isOff = state.now === "off" && state.after === "off";
  return {
    address,
    isChanged: true,
    state,
    asIfOn: isOff && steps.some(({ changes }) => changes.length > 0),
    now: observed?.fields ?? null,
    after: fields,
    isNew: observed === null,
    unknownSettings: observed?.unknownSettings ?? [],
  };
}

function switchOf(on: boolean): "on" | "off" {
  return on ? "on" : "off";
}

/** The settings that are replayed on a side; null where it makes no deals. */
export function playedOn(bot: SidedBot, side: "now" | "after"): SomeFields | null {
  return bot.asIfOn || bot.state[side] === "on" ? bot[side] : null;
}

export interface Fitness {
  /** Why settings can't be replayed. */
  readonly unfit: (fields: SomeFields) => string | undefined;
  /** What a new bot leaves to the service, of what its position rests on. */
  readonly open: (fields: SomeFields) => readonly string[];
  readonly hasPrices: (pair: string) => boolean;
}

/** Why the bot stands on neither side; undefined where it can be replayed on each side on which it makes deals. */
export function whyLeftOut(bot: SidedBot, { unfit, open, hasPrices }: Fitness): string | undefined {
  const played = (["now", "after"] as const).flatMap((side) => playedOn(bot, side) ?? []);
  const pairs = [...new Set(played.map(({ pairTitle }) => pairTitle ?? ""))];
  const quotes = new Set(pairs.map(quoteOf));
  if (quotes.size > 1) return `it goes from ${[...quotes].join(" to ")}, and sums of two currencies can't be compared`;
  const why = played.flatMap((fields) => unfit(fields) ?? [])[0];
  if (why !== undefined) return why;
  const left = bot.isNew ? played.flatMap(open) : [];
  if (left.length > 0) return `what the service fills in for its ${left.join(" and ")} isn't known; declare it`;
  const bare = pairs.filter((pair) => !hasPrices(pair));
  return bare.length === 0 ? undefined : `no prices of ${bare.join(" and ")} were given`;
}
