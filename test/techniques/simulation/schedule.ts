// What a schedule says: which processes run when, what goes wrong, and who meddles. Plain data, so that a schedule can be cut down.
import type { DiskDamage, DiskTrouble, Standby } from "./disk.js";
import type { Target } from "./fate.js";
import type { Fleet } from "./fleet.js";
import type { HandEdit } from "./hands.js";
import type { Does } from "./ledger.js";
import type { Machine } from "./machine.js";
import type { Start } from "./runner.js";

/** When something happens: so long after the start, or right after the so-manieth request of a run was handled, or the so-manieth step of it has ended. */
export type Moment =
  | { readonly afterMs: number }
  | { readonly run: string; readonly request: number }
  | { readonly run: string; readonly outcome: number };

export const MACHINE_EVENTS = [
  "interrupt",
  "interrupted twice",
  "clock back",
  "clock forward",
  "suspended",
  "killed",
  "power lost",
] as const;
export type MachineEvent = (typeof MACHINE_EVENTS)[number];

export interface RunPlan extends Start {
  readonly name: string;
  readonly afterMs: number;
  /** Milliseconds by which its wall clock is wrong. */
  readonly skewMs: number;
  readonly does: Does;
  /** `quiet`: the bots as asked for, and all off. */
  readonly wants: "asked" | "rival" | "quiet";
  readonly journal: "own" | "shared" | "none";
  /** When it begins, if that isn't at a time; it doesn't where that moment never comes. */
  readonly begins?: Moment;
  /** Of `bots off`: which of the configured bots it is about; undefined for all bots there are. */
  readonly stops?: number | undefined;
  /** Of a start of a deal: of which of the configured bots. */
  readonly starts?: number;
  /** Whether the configuration calls the account otherwise from this run on. */
  readonly renames?: boolean;
  /** Of a follow-up: what its folder suffers before it begins. */
  readonly loses?: DiskDamage | undefined;
  readonly deadly: Machine["deadly"];
  /** Whether its death takes the power with it: then unsynced text is lost. */
  readonly blackout: boolean;
  readonly trouble: DiskTrouble | undefined;
  /** Of a ledger in a database: from where it reads. */
  readonly standby?: Standby | undefined;
}

/** A run in which nothing goes wrong. */
export const CALM: Omit<RunPlan, "name"> = {
  does: "apply",
  afterMs: 0,
  skewMs: 0,
  wants: "asked",
  journal: "shared",
  deadly: undefined,
  blackout: false,
  trouble: undefined,
  commandDeadlineMs: 60_000,
  concurrency: 8,
  pauseMs: 0,
  lifetimeMs: undefined,
  goesAround: true,
  mostTurnOns: 20,
  settleMs: 0,
};

export interface Schedule {
  readonly seed: number;
  readonly fleet: Fleet;
  readonly runs: readonly RunPlan[];
  /** What is started by hand, one after the other, when these have ended. */
  readonly later: readonly RunPlan[];
  readonly faults: readonly {
    readonly fault: string;
    readonly run: string;
    readonly target: Target;
    readonly nth: number;
  }[];
  readonly hands: readonly { readonly edit: HandEdit; readonly when: Moment }[];
  readonly events: readonly { readonly event: MachineEvent; readonly run: string; readonly when: Moment }[];
  /** Holds that somebody puts on a configured bot, by its place, in the folder that runs share; all are lifted in the end. */
  readonly holds: readonly { readonly bot: number; readonly when: Moment; readonly liftedAfterMs: number }[];
  /** What the journal suffers before the next run. */
  readonly damages: readonly DiskDamage[];
  /** Whether the next run begins at once, while things are still on their way, rather than when all is quiet. */
  readonly hasty: boolean;
  /** Whether a run follows also where nothing is left to do. */
  readonly thorough: boolean;
}

export const DAMAGES: readonly DiskDamage[] = ["torn", "flipped", "lost", "emptied", "foreign", "newer"];
export const HOUR = 3_600_000;
