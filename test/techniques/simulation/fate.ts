// What befalls one request on its way there and back; faults bend it, the network carries it out.

import type { RawAnswer, TransportError } from "../../../src/service/network.js";
import type { OperationName } from "../../../src/service/operations.js";
import type { Random } from "./random.js";

/** What is asked of the service: an operation of its API, or a webhook to open a deal. */
export type Asked = OperationName | "openHook";

/** A request's parameters by name, as they stand in its query. */
export type Query = Map<string, string>;

/** The moments of a request at which its process may die. */
export type Phase = "leaving" | "on its way" | "acted upon" | "answered";

export interface Fate {
  readonly operation: Asked;
  /** Milliseconds until it reaches the service, and until its answer is back. */
  there: number;
  back: number;
  /** It never leaves: how its sender learns of it. */
  unsent?: TransportError;
  /** How often it reaches the service. */
  deliveries: 0 | 1 | 2 | "twice, the second answered";
  /** Milliseconds later than it should that it reaches the service; its sender is answered, or not, meanwhile. */
  late: number;
  /** Milliseconds for which a proxy holds the very request back, as it was signed. */
  held: number;
  /** What reaches the service instead of what was asked; it is signed anew. */
  rewrite?: (query: Query, random: Random) => void;
  /** What its sender reads instead of the service's answer, which is absent where the service hasn't acted. */
  answer?: (raw: RawAnswer | undefined, random: Random) => RawAnswer | TransportError | "never";
  /** The list shows what it showed before its last change. */
  stale: boolean;
  /** The process dies when the request has come so far. */
  deathAt?: Phase;
  /** Whether a loss of power, rather than a kill, ends it. */
  blackout: boolean;
}

/** Which requests a fault looks out for. */
export type Target =
  | "create"
  | "update"
  | "turn-on"
  | "turn-off"
  | "start"
  | "write"
  | "list"
  | "details"
  | "logs"
  | "read"
  | "any";

const OF_OPERATION: Readonly<Partial<Record<Asked, readonly Target[]>>> = {
  createBot: ["create", "write", "any"],
  updateBot: ["update", "write", "any"],
  turnOn: ["turn-on", "write", "any"],
  turnOff: ["turn-off", "write", "any"],
  startDeal: ["start", "write", "any"],
  openHook: ["start", "write", "any"],
  listBots: ["list", "read", "any"],
  botDetails: ["details", "read", "any"],
  botLogs: ["logs", "read", "any"],
};
const OTHER_READS: readonly Target[] = ["read", "any"];

/** The targets an operation belongs to. */
export function targetsOf(operation: Asked): readonly Target[] {
  return OF_OPERATION[operation] ?? OTHER_READS;
}

/** A request that nothing befalls: a few milliseconds each way, sometimes many. */
export function quietFate(operation: Asked, random: Random): Fate {
  const slow = random.chance(0.05) ? 20 : 1;
  return {
    operation,
    there: random.between(2, 40) * slow,
    back: random.between(2, 40) * slow,
    deliveries: 1,
    late: 0,
    held: 0,
    stale: false,
    blackout: false,
  };
}
