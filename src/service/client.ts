// A typed call for each of the 16 operations: reads are retried and decoded, writes are sent once and classified.
import * as z from "zod/mini";
import { type MaySend, ServiceError, type ServiceErrorKind, type WriteAnswer } from "../model/ports.js";
import { redactor } from "../model/text/redact.js";
import { type AnswerVerdict, classify, classifyBrokenWrite, classifyWrite } from "./errors.js";
import { type RawAnswer, TransportError } from "./network.js";
import { OPERATIONS, type OperationName, READING, type ReadName } from "./operations.js";
import { asksForFewer, DEFAULT_RETRY, type RetryPolicy, retryDelay } from "./retry.js";
import type { ParameterValue } from "./signing.js";
import { createTransport, kindOf, type Parameters, type TransportOptions } from "./transport.js";
import { ANSWERS } from "./wire.js";

export interface ClientOptions extends TransportOptions {
  /** The account's name in the configuration, for errors that are about its connection. */
  readonly account?: string;
  /** Besides key and secret: taken out of every message (threat 5). */
  readonly secrets?: readonly string[];
  readonly retry?: RetryPolicy;
  /** After an abort no failed read is tried again, and a write that may no longer leave stops waiting for its turn. */
  readonly signal?: AbortSignal;
  /** A number in [0, 1); the jitter of retries. */
  readonly random?: () => number;
  /** Called when the service asks for fewer requests, with the milliseconds that the account's requests wait from now on. */
  readonly onPause?: (ms: number) => void;
}

/** All operations of the service. Reads throw ServiceError. Writes never throw; they resolve to what is known of them. */
export type Client = ReturnType<typeof createClient>;

/** A client for one account. Throws TypeError for an unsafe address. */
export function createClient(options: ClientOptions) {
  const transport = createTransport(options);
  const policy = options.retry ?? DEFAULT_RETRY;
  const random = options.random ?? Math.random;
  const redact = redactor([options.apiKey, options.apiSecret, ...(options.secrets ?? [])]);
  const { account } = options;
  const reached = { origin: new URL(options.apiUrl).origin, ...(account !== undefined && { account }) };
  let budget = policy.budget;
  let rejections = 0;
  const isStopped = () => options.signal?.aborted === true;

  /** Rule 14: tried again with full jitter or as the server asks, bounded by tries and by one budget for the client's life. */
  async function read<Name extends ReadName>(name: Name, parameters: Parameters = []): Promise<Answer<Name>> {
    for (let failures = 1; ; failures += 1) {
      const attempt = await tryOnce(name, parameters);
      if (attempt.kind === "success") return decode(name, attempt.data);
      const where = ABOUT_PLACE.has(attempt.kind) ? reached : undefined;
      const [tries, kind] = FAILED[attempt.kind];
      const error = new ServiceError(kind, `${READING[name]}: ${attempt.message}`, where);
      // A nonce ahead of the clock is no sign of a bad key; from now on there is none.
      if (attempt.kind === "unauthorized" && attempt.wasAhead !== true) rejections += 1;
      const wait = attempt.kind === "unauthorized" ? NEXT_NONCE_MS : waitAfter(failures, attempt.retryAfterMs);
      if (attempt.asksForFewer === true) slowDown(wait, name);
      const again = failures < Math.min(policy.attempts, tries) && rejections < MOST_REJECTIONS;
      if (!again || budget <= 0 || isStopped()) throw error;
      budget -= 1;
      await transport.budget.sleep(wait);
      if (isStopped()) throw error;
    }
  }

  const waitAfter = (failures: number, retryAfterMs?: number) => retryDelay(policy, failures, random(), retryAfterMs);

  /** All clients of the account wait, since the service limits the key. */
  function slowDown(ms: number, name: OperationName): void {
    const longer = transport.budget.slowDown(ms, kindOf(name));
    if (longer > 0) options.onPause?.(longer);
  }

  /** A write that was answered "wait" is not sent again (rules 3 and 4); later requests wait. */
  function heeded(raw: RawAnswer, name: OperationName): RawAnswer {
    if (asksForFewer(raw)) slowDown(waitAfter(1, raw.retryAfterMs), name);
    return raw;
  }

  async function tryOnce(name: OperationName, parameters: Parameters): Promise<Attempt> {
    try {
      const raw = await transport.send(name, parameters);
      const wait = raw.retryAfterMs === undefined ? {} : { retryAfterMs: raw.retryAfterMs };
      const { wasAhead } = raw;
      return { ...classify(raw, redact), ...wait, asksForFewer: asksForFewer(raw), ...(wasAhead && { wasAhead }) };
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      if (error.reason === "too-large" || error.reason === "encoded")
        return { kind: "unreadable", message: error.message, turnedDown: false };
      return { kind: error.reason === "timeout" ? "timeout" : "broken", message: error.message };
    }
  }

  async function write(name: OperationName, parameters: Parameters, maySend?: MaySend): Promise<WriteAnswer> {
    try {
      const verdict = classify(heeded(await transport.send(name, parameters, maySend), name), redact);
      return verdict.kind === "success" && name === "createBot" ? createdBot(verdict.data) : classifyWrite(verdict);
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      return classifyBrokenWrite(error);
    }
  }

  const byBot = (botId: number): [string, ParameterValue][] => [["botId", botId]];
  const saying = (name: OperationName) => (parameters: Parameters, maySend?: MaySend) =>
    write(name, parameters, maySend);
  const toBot = (name: OperationName) => (botId: number, maySend?: MaySend) => write(name, byBot(botId), maySend);
  const toDeal = (name: OperationName) => (dealId: number, maySend?: MaySend) =>
    write(name, [["dealId", dealId]], maySend);
  const dealsOf = (name: "activeDeals" | "dealsHistory") => (accessId: number, exchange: string) =>
    read(name, Object.entries({ accessId, exchange }));

  return {
    accessList: () => read("accessList"),
    listBots: (exchange: string) => read("listBots", [["exchange", exchange]]),
    async botDetails(botId: number) {
      const found = (await read("botDetails", byBot(botId))).find((bot) => bot.id === botId);
      if (found === undefined)
        throw new ServiceError("absent", `${READING.botDetails}: the answer has no bot ${botId}`);
      return found;
    },
    botLogs: (botId: number, limit?: number) =>
      read("botLogs", limit === undefined ? byBot(botId) : [...byBot(botId), ["limit", limit]]),
    turnOn: toBot("turnOn"),
    turnOff: toBot("turnOff"),
    createBot: saying("createBot"),
    updateBot: saying("updateBot"),
    activeDeals: dealsOf("activeDeals"),
    dealsHistory: dealsOf("dealsHistory"),
    startDeal: toBot("startDeal"),
    /** `percent` is decimal text, in percent. */
    changeTakeProfit(dealId: number, percent: string, immediately: boolean, maySend?: MaySend) {
      const asked = { dealId, immediately, newPercentOfTp: percent };
      return write("changeTakeProfit", Object.entries(asked), maySend);
    },
    completeDeal: toDeal("completeDeal"),
    cancelDeal: toDeal("cancelDeal"),
    accountInformation: () => read("accountInformation"),
    pairList: () => read("pairList"),
    turn: () => transport.turn(),
    close: () => transport.close(),
  };
}

type Attempt = { readonly retryAfterMs?: number; readonly asksForFewer?: boolean; readonly wasAhead?: true } & (
  | AnswerVerdict
  | { readonly kind: "broken" | "timeout"; readonly message: string }
);

/**
 * How often a read is tried by how it failed, and its error in the end. Rejected credentials are tried once more with the next
 * second's nonce: another process may just have sent the same request, and whether that counts as a replay isn't known (S-07).
 */
const FAILED: Readonly<Record<Exclude<Attempt["kind"], "success">, readonly [tries: number, error: ServiceErrorKind]>> =
  {
    refused: [1, "refused"],
    unauthorized: [2, "auth"],
    overloaded: [Number.POSITIVE_INFINITY, "http"],
    unreadable: [1, "shape"],
    broken: [Number.POSITIVE_INFINITY, "unreachable"],
    timeout: [Number.POSITIVE_INFINITY, "timeout"],
  };
/** What the account's key or address may be to blame for. */
const ABOUT_PLACE: ReadonlySet<string> = new Set(["broken", "unauthorized", "unreadable"]);
/** Per client, over all reads: the service must not be flooded with requests of a key that it rejects. */
const MOST_REJECTIONS = 2;
const NEXT_NONCE_MS = 1_100;

/** What an operation's data decodes to, by the table of operations. */
type Answer<Name extends OperationName> = z.output<(typeof ANSWERS)[(typeof OPERATIONS)[Name]["answer"]]>;

function decode<Name extends ReadName>(name: Name, data: unknown): Answer<Name> {
  const parsed = z.safeParse(ANSWERS[OPERATIONS[name].answer], data);
  // The decoder was looked up by the name that the type is made of.
  if (parsed.success) return parsed.data as Answer<Name>;
  const issue = parsed.error.issues[0];
  const place = issue === undefined || issue.path.length === 0 ? "data" : `data.${issue.path.map(String).join(".")}`;
  throw new ServiceError("shape", `${READING[name]}: ${place} in the answer is not what the API documents`);
}

/** A create that reports success without a bot id is ambiguous: it may have created one (rule 4). */
function createdBot(data: unknown): WriteAnswer {
  const parsed = z.safeParse(ANSWERS.created, data);
  return parsed.success
    ? { kind: "accepted", botId: parsed.data.botId }
    : { kind: "ambiguous", message: "the service reported success without a bot id", turnedDown: false };
}
