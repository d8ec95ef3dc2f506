// What a fault is: when it may strike, what it does to one request, and what must happen then.
import type { Socket } from "node:net";
import type { ServiceResponse } from "../../../src/emulator/http/failure.js";
import type { OperationName } from "../../../src/service/operations.js";
import type { RawRequest } from "./wire.js";

/** Whether the emulator has acted on the request when the fault strikes. */
export type Phase = "before" | "after";

/** One request in the hands of a fault. */
export interface Strike {
  readonly phase: Phase;
  readonly operation: OperationName;
  readonly request: RawRequest;
  readonly socket: Socket;
  /** Hands the request, or another, to the emulator; as often as it is called. */
  act(request?: RawRequest): ServiceResponse;
  /** Hands it over once the clock has gone on by so much, whatever becomes of the connection. */
  actLater(ms: number): void;
  /** Sends a whole answer; the connection goes on. */
  reply(answer: ServiceResponse): void;
  /** The first answer that any request for this operation got. */
  earliest(): ServiceResponse;
  /** Base address of a second server, which nothing must ever reach. */
  readonly trapUrl: string;
  /** Leaves the request without an answer, or without the end of it, until the client gives up. */
  hang(): Promise<void>;
  /** The request with other parameters, or of another account, rightly signed. */
  forged(change: (parameters: URLSearchParams) => void, account?: string): RawRequest;
}

/**
 * What a write's step comes to, as rules 3 to 11 have it:
 * - `doubt`: no telling; what acted is found, what didn't is sent again only where that is harmless
 * - `accepted`: a clear yes, whether or not the emulator acted
 * - `refused`: a clear no, nothing else happens
 * - `rejected`: the credentials don't count; the run stops
 * - `altered`: done, but otherwise than asked for
 * - `later`: no telling, and it is carried out when the run has ended
 * - `doubled`: carried out twice
 */
export type WriteVerdict = "doubt" | "accepted" | "refused" | "rejected" | "altered" | "later" | "doubled";

/**
 * What a read comes to:
 * - `passing`: it is tried again and the run is as if nothing had been
 * - `final`: it is not tried again; a plan fails, a step of an apply goes without it or fails
 * - `rejected`: the credentials don't count from now on; nothing further works
 * - `misread`: it says something wrong in the right form, which only the invariants can judge
 * - `harmless`: it says something new that changes nothing
 */
export type ReadVerdict = "passing" | "final" | "rejected" | "misread" | "harmless";

export interface Fault {
  readonly name: string;
  /** The row of the list in coverage.test.ts that it produces. */
  readonly row: string;
  readonly must: string;
  readonly operations: readonly OperationName[];
  /** For writes; what befalls a read befalls it once. */
  readonly phases: readonly Phase[];
  /** It strikes every request from the chosen one on. */
  readonly onwards?: true;
  /** The emulator acts when the run is over. */
  readonly actsLate?: true;
  readonly write?: WriteVerdict;
  readonly read?: ReadVerdict;
  strike(strike: Strike): void | Promise<void>;
  /** Called with the idle connections when the client is about to send the request. */
  departing?(idle: readonly Socket[]): void;
}

/** The operations that an apply may read and write with. */
export const READS: readonly OperationName[] = ["accessList", "listBots", "botDetails", "activeDeals", "pairList"];
export const WRITES: readonly OperationName[] = ["createBot", "updateBot", "turnOn", "turnOff"];
export const ALL: readonly OperationName[] = [...READS, ...WRITES];
export const BOTH: readonly Phase[] = ["before", "after"];
