// What the service and the hands on it do of their own accord, at any moment that the budget allows.
import type { Bot, Budget, Command, Runner, State, Step } from "./state.js";

/** How a reading of the list goes wrong, and how the service numbers its bots: what the promises rest on. */
export interface Service {
  /**
   * `lags`: it shows every bot up to some id, as one taken a little earlier would. `drops`: it doesn't show one bot,
   * whichever.
   */
  readonly badList: "lags" | "drops";
  /** `growing`: a later bot has a higher id. `any`: or a lower one than all others. */
  readonly ids: "growing" | "any";
  /** How a new bot comes into the world. */
  readonly newBots: "off" | "on";
}

/** The rows that one reading of the list may show, and what it costs. */
export interface Reading {
  readonly rows: readonly Bot[];
  readonly left: Budget;
  readonly says: string;
}

export function readings({ bots, left }: State, { badList }: Service): Reading[] {
  const good = { rows: bots, left, says: `the list shows ${shown(bots)}` };
  if (left.misses === 0 || bots.length === 0) return [good];
  const after = spend(left, "misses");
  const bad = bots.map((bot, index) => {
    const rows = badList === "lags" ? bots.slice(0, index) : bots.filter((other) => other !== bot);
    return { rows, left: after, says: `the list ${badList} and shows ${shown(rows)} of ${shown(bots)}` };
  });
  return [good, ...bad];
}

export function spend(left: Budget, what: keyof Budget): Budget {
  return { ...left, [what]: left[what] - 1 };
}

/** Bots as a trace names them. */
export function shown(bots: readonly Bot[]): string {
  return bots.length === 0 ? "none" : bots.map(({ id, on }) => (on ? `${id} (on)` : `${id}`)).join(", ");
}

export function serviceSteps(state: State, service: Service): Step[] {
  return [...creates(state, service), ...commands(state), ...hands(state)];
}

/** Creates that are out: those that a runner waits for, and those that nobody waits for. */
function creates(state: State, service: Service): Step[] {
  const awaited = state.runners.flatMap((runner, index) =>
    runner.at === "answer" && runner.botId === undefined
      ? births(state, service).map(({ says, bots, left, botId }) => {
          const runners = state.runners.with(index, { ...runner, botId });
          return {
            says: `service: carries out the create of ${nameOf(index)}${says}`,
            next: { ...state, bots, left, runners },
          };
        })
      : [],
  );
  if (state.strayCreates === 0) return awaited;
  const strayCreates = state.strayCreates - 1;
  const late = births(state, service).map(({ says, bots, left }) => ({
    says: `service: carries out, late, a create that nobody waits for${says}`,
    next: { ...state, bots, left, strayCreates },
  }));
  return [...awaited, ...late];
}

interface Birth {
  readonly says: string;
  readonly bots: readonly Bot[];
  readonly left: Budget;
  readonly botId: number;
}

/** The ways in which a new bot can come into the world. */
function births({ bots, left }: State, { ids, newBots }: Service): Birth[] {
  const highest = bots.at(-1)?.id ?? 9;
  const free = ids === "growing" ? [highest + 1] : [highest + 1, (bots[0]?.id ?? 10) - 1];
  return free.flatMap((id) => {
    const born = (altered: boolean) =>
      [...bots, { id, altered, on: newBots === "on" }].sort((one, other) => one.id - other.id);
    const asAsked = { says: ` as bot ${id}`, bots: born(false), left, botId: id };
    if (left.alterations === 0) return [asAsked];
    const altered = {
      says: ` as bot ${id} and alters a field`,
      bots: born(true),
      left: spend(left, "alterations"),
      botId: id,
    };
    return [asAsked, altered];
  });
}

function commands(state: State): Step[] {
  return state.commands.map((command, index) => ({
    says: `service: turns bot ${command.botId} ${command.on ? "on" : "off"}`,
    next: {
      ...state,
      commands: state.commands.toSpliced(index, 1),
      bots: changed(state.bots, command.botId, { on: command.on }),
    },
  }));
}

/** Edits by hand at any time, and switches by hand while no turn-on is being decided or under way: no look can see those. */
function hands(state: State): Step[] {
  const { bots, left } = state;
  const edits = bots.flatMap((bot): Step[] =>
    left.alterations === 0 || bot.altered
      ? []
      : [
          {
            says: `hand: edits bot ${bot.id}`,
            next: { ...state, left: spend(left, "alterations"), bots: changed(bots, bot.id, { altered: true }) },
          },
        ],
  );
  const isQuiet = left.switches > 0 && !bots.some(({ on }) => on) && isUndecided(state.runners, state.commands);
  const switches = !isQuiet
    ? []
    : bots.map((bot) => ({
        says: `hand: turns bot ${bot.id} on`,
        next: { ...state, left: spend(left, "switches"), bots: changed(bots, bot.id, { on: true }) },
      }));
  return [...edits, ...switches];
}

function isUndecided(runners: readonly Runner[], queue: readonly Command[]): boolean {
  const decides = runners.some(({ at }) => at === "gate-others" || at === "gate-details" || at === "turn-on");
  return !decides && !queue.some(({ on }) => on);
}

export function changed(bots: readonly Bot[], botId: number, change: Partial<Bot>): readonly Bot[] {
  return bots.map((bot) => (bot.id === botId ? { ...bot, ...change } : bot));
}

/** A runner's name in a trace. */
export function nameOf(index: number): string {
  return String.fromCharCode(65 + index);
}
