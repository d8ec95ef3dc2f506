// The interfaces reconcile needs from the outside; commands hand it the real ones, tests hand it others.
import type { Access, ObservedBot } from "./bot/bot.js";
import type { SomeFields } from "./bot/field.js";
import type { Deal, RunningDeal } from "./deal/deal.js";

/** Everything a plan may read. It has no write methods: a preview that writes doesn't type-check. */
export interface ServiceReader {
  accesses(): Promise<readonly Access[]>;
  /** All bots of the account's exchange, or of another one; without accessId. */
  bots(exchange?: string): Promise<readonly ObservedBot[]>;
  /** One bot with its accessId. */
  bot(botId: number): Promise<ObservedBot>;
  /** Of an access of the account's exchange, or of another one. */
  runningDeals(accessId: number, exchange?: string): Promise<readonly RunningDeal[]>;
  /** What the history shows of an access: an ended deal may be missing (S-50, S-51). */
  endedDeals(accessId: number, exchange?: string): Promise<readonly Deal[]>;
  pairs(): Promise<readonly string[]>;
}

/** What became of a write as far as the wire tells (rule 4). Reading back alone proves a yes or a no. */
export type WriteAnswer =
  | { readonly kind: "accepted"; readonly botId?: number }
  /** The service's own envelope says no. A gateway may have doubled the request, and handed on the second answer. */
  | { readonly kind: "refused"; readonly message: string }
  /** The request never left this machine. */
  | { readonly kind: "not-sent"; readonly message: string }
  /** The credentials were rejected: nothing further is sent. The same gateway may have got a replay rejected. */
  | { readonly kind: "unauthorized"; readonly message: string }
  /**
   * It may or may not have acted: reset, timeout, 5xx, 429, unreadable answer. `turnedDown` where the status says no
   * (an undocumented 4xx): that proves nothing by itself, but much when the bot reads back unchanged.
   */
  | { readonly kind: "ambiguous"; readonly message: string; readonly turnedDown: boolean };

/** Asked when nothing but the sending is left, after every wait for a turn. After a no the answer is `not-sent`. */
export interface MaySend {
  (): boolean;
  /** The second that the request is signed with, so that it can't arrive later than its intent allows; without it, that of the sending. */
  readonly nonce?: number;
  /** Its turn has come already, and the nonce is that of its place. */
  readonly isInTurn?: boolean;
}

/** What apply may write. Each call sends one request, once, or none where `maySend` says no in the end. */
export interface ServiceWriter {
  /**
   * The place of the next write, until `done` is called; undefined where requests of a key may leave side by side. It is taken
   * before the write's intent is recorded, and its nonce is the intent's.
   */
  turn?(): Promise<{ readonly nonce: number; done(): void } | undefined>;
  create(accessId: number, fields: SomeFields, maySend?: MaySend): Promise<WriteAnswer>;
  /** Sends all of `target`; `before` tells which fields have to be switched off. */
  update(botId: number, target: SomeFields, before: SomeFields, maySend?: MaySend): Promise<WriteAnswer>;
  turnOn(botId: number, maySend?: MaySend): Promise<WriteAnswer>;
  turnOff(botId: number, maySend?: MaySend): Promise<WriteAnswer>;
  startDeal(botId: number, maySend?: MaySend): Promise<WriteAnswer>;
  /** On the running deal. `percent` is a canonical decimal, in percent. */
  changeTakeProfit(dealId: number, percent: string, immediately: boolean, maySend?: MaySend): Promise<WriteAnswer>;
  completeDeal(dealId: number, maySend?: MaySend): Promise<WriteAnswer>;
  cancelDeal(dealId: number, maySend?: MaySend): Promise<WriteAnswer>;
}

export interface Clock {
  /** Milliseconds since the epoch; may be set, forwards or back. */
  now(): number;
  /** Milliseconds since some moment; never goes back, but may stand still while the machine is suspended. */
  elapsed(): number;
  /** Resolves after `ms`, or at once when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** `absent`: the service answers rightly, and without what was asked for. */
export type ServiceErrorKind = "auth" | "refused" | "absent" | "unreachable" | "timeout" | "http" | "shape";

/** A read that failed on the wire. Decisions rest on `kind`, never on the message. */
export class ServiceError extends Error {
  readonly kind: ServiceErrorKind;
  /** Whose service it is, where the error is about that. */
  readonly where: { readonly account?: string; readonly origin: string } | undefined;

  constructor(kind: ServiceErrorKind, message: string, where?: ServiceError["where"]) {
    super(message);
    this.name = "ServiceError";
    this.kind = kind;
    this.where = where;
  }
}

/** A folder that only botform writes to, for example the journal's. Every method rejects with DiskError alone. */
export interface Disk {
  /** Where it is, for messages. */
  readonly folder?: string;
  /** Names of its files, in any order; none when there is no such folder. */
  names(): Promise<readonly string[]>;
  /** A file's whole text. */
  read(name: string): Promise<string>;
  /** A new file for its owner alone; rejects where the name is taken, and follows no link. */
  create(name: string): Promise<DiskFile>;
  /** A file to go on with at its end: an existing one, or a new one where it may be made; follows no link. */
  open(name: string, mayCreate?: boolean): Promise<DiskFile>;
  /** In bytes; 0 where there is no such file. */
  size(name: string): Promise<number>;
  /** Removes a file, if it is there: only of what nothing depends on. */
  remove?(name: string): Promise<void>;
}

export interface DiskFile {
  append(text: string): Promise<void>;
  /** Resolves once everything appended so far outlives a loss of power. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The code of a DiskError where another run may have taken over: then the bots are no more this run's to put right. */
export const LEASE_LOST = "ELEASE";

/** The code of a DiskError where the ledger can't be asked: what has happened is recorded all the same, and nothing but turn-offs may be sent. */
export const LEDGER_AWAY = "EAWAY";

/** A disk that doesn't do as it was told. `code` is the system's, for example ENOSPC. */
export class DiskError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "DiskError";
    this.code = code;
  }
}
