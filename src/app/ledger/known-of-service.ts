// What an apply makes of what the service was seen to do; whatever it makes of it, bots are read back as ever.
import type { SeenThen } from "../../model/service-questions.js";
import { inOrder, neverAhead } from "../../service/transport.js";
import type { Endpoint } from "../endpoint.js";
import { placesAt } from "./ledger-place.js";

export interface KnownOfService {
  /** Seconds for which it accepts a write after its nonce; undefined where nobody has seen it. */
  readonly nonceWindow: number | undefined;
  /** Whether no nonce may be ahead of the clock: the service refuses it, or whatever is older after it, or the same request twice. */
  readonly neverAhead: boolean;
  /** Whether no nonce may be older than the last one of its key (`growing`), or none may come twice (`once`). */
  readonly nonceOrder: "any" | "growing" | "once";
  /** Whether 0 switches a scale off (S-28). */
  readonly zeroSwitchesOff: boolean;
}

/** Where nothing is known. */
export const NOTHING_KNOWN: KnownOfService = {
  nonceWindow: undefined,
  neverAhead: false,
  nonceOrder: "any",
  zeroSwitchesOff: false,
};

/** What a configuration may state at most; also where no end was found. */
const LONGEST_WINDOW_S = 3_600;
/** Without an answer about POSTs, theirs isn't taken for shorter than what is assumed where nothing is known. */
const ASSUMED_WINDOW_S = 60;
/** Added to what was seen: a service may change its mind. */
const MARGIN_S = 5;

/** By which a nonce of ours is ahead at most, where it may be. */
const MOST_AHEAD_S = 3;

/** @param answers oldest first */
export function knownOf(answers: readonly SeenThen[]): KnownOfService {
  const last = new Map(answers.map((one) => [one.name, one]));
  const post = windowOf(last.get("noncePostWindow"));
  const get = windowOf(last.get("nonceWindow"));
  return {
    nonceWindow: post ?? (get === undefined ? undefined : Math.max(get, ASSUMED_WINDOW_S)),
    neverAhead:
      isLess(last.get("nonceLead"), MOST_AHEAD_S) ||
      last.get("nonceOrder")?.value === "growing" ||
      last.get("nonceReuse")?.value === "refuse-same-request",
    nonceOrder: orderOf(last),
    zeroSwitchesOff: last.get("scaleEmpty")?.value === "clear",
  };
}

/** `once` holds for both: nonces that never come twice are given out in order. */
function orderOf(last: ReadonlyMap<string, SeenThen>): KnownOfService["nonceOrder"] {
  if (last.get("nonceReuse")?.value === "refuse") return "once";
  return last.get("nonceOrder")?.value === "growing" ? "growing" : "any";
}

interface SignOptions {
  /** Where the ledger is: who shares it takes turns with the others' requests. */
  readonly journal?: string | undefined;
  /** Its requests wait for none of those of other processes. */
  readonly waitsForNobody?: boolean | undefined;
}

/** From now on requests with this key are signed as the service was seen to want it. */
export function signAsKnown(
  endpoint: Endpoint,
  known: Pick<KnownOfService, "neverAhead" | "nonceOrder">,
  { journal, waitsForNobody = false }: SignOptions = {},
): void {
  if (known.neverAhead) neverAhead(endpoint);
  if (known.nonceOrder === "any") return;
  const isOnce = known.nonceOrder === "once";
  const places = journal === undefined ? undefined : placesAt(journal, endpoint, isOnce);
  const own = places && waitsForNobody ? (atLeast: number) => places(atLeast, true) : places;
  inOrder(endpoint, { isOnce, ...(own !== undefined && { places: own }) });
}

export function signAsSeen(endpoint: Endpoint, seen: readonly SeenThen[] = [], options: SignOptions = {}): void {
  signAsKnown(endpoint, knownOf(seen), options);
}

/** Whether it was seen to be less. */
function isLess(seen: SeenThen | undefined, than: number): boolean {
  return typeof seen?.value === "number" && typeof seen.below === "number" && seen.value < than;
}

/** The longest that it may be, by what was refused. */
function windowOf(seen: SeenThen | undefined): number | undefined {
  if (seen === undefined || typeof seen.value !== "number") return undefined;
  const most = typeof seen.below === "number" ? seen.below - 1 : LONGEST_WINDOW_S;
  return Math.min(LONGEST_WINDOW_S, most + MARGIN_S);
}
