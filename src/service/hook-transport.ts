// Posts one webhook, once: https or loopback, one deadline, a size cap, no redirect, no retry (S-18).
import * as z from "zod/mini";
import { parseJson } from "../model/text/json.js";
import { type Exchange, type NetworkOptions, overNetwork, type RawAnswer, TransportError } from "./network.js";
import { safeBase } from "./transport.js";

export type HookVerdict =
  /** The command was taken. That doesn't mean that a deal opened. */
  | { readonly kind: "accepted"; readonly message: string }
  /** The service refused; it didn't act. */
  | { readonly kind: "refused"; readonly message: string }
  /** Nothing left this machine. */
  | { readonly kind: "not-sent"; readonly message: string }
  /** It may have acted or not: reset, timeout, 5xx, redirect, an answer in no known form. */
  | { readonly kind: "ambiguous"; readonly message: string };

export interface HookPostOptions extends Pick<NetworkOptions, "deadlineMs" | "connectTimeoutMs" | "proxy"> {
  /** The whole address; a secret. */
  readonly url: string;
  readonly body: string;
  /** Takes secrets out of what the service says. */
  readonly redact: (text: string) => string;
}

/** A longer body is no answer to a webhook. */
const MOST_BYTES = 64 * 1024;

/**
 * Sends the body once and resolves to what is known of it; failures of the network don't reject. Each call opens a connection of
 * its own, so that none can be stale. Throws TypeError for an unsafe address.
 */
export async function postHook(options: HookPostOptions): Promise<HookVerdict> {
  const { origin, prefix } = safeBase(options.url);
  const { deadlineMs, connectTimeoutMs, proxy } = options;
  const network = overNetwork(origin, { deadlineMs, connectTimeoutMs, proxy, maxBytes: MOST_BYTES });
  try {
    return await postOver(network.exchange, prefix, options);
  } finally {
    // The answer is here, so the connection isn't needed any more.
    void network.close().catch(() => {});
  }
}

/** The same over an exchange that is there, to a path of its origin. */
export async function postOver(
  exchange: Exchange,
  path: string,
  { body, redact }: Pick<HookPostOptions, "body" | "redact">,
): Promise<HookVerdict> {
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    "accept-encoding": "identity",
  };
  try {
    return classifyHook(await exchange({ method: "POST", path, headers, body }), redact);
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return { kind: error.sent ? "ambiguous" : "not-sent", message: error.message };
  }
}

const answerShape = z.object({
  code: z.optional(z.union([z.number(), z.string()])),
  isSuccess: z.optional(z.boolean()),
  message: z.optional(z.unknown()),
  msg: z.optional(z.unknown()),
  errorMessage: z.optional(z.unknown()),
});

const LONGEST = 300;

/**
 * What an answer means (S-70), without ever matching its texts.
 *
 * @param redact takes secrets out of what the service says
 */
export function classifyHook({ status, body }: RawAnswer, redact: (text: string) => string): HookVerdict {
  const parsed = z.safeParse(answerShape, parseJson(body));
  const isWell = status >= 200 && status < 300;
  const words = parsed.success ? [parsed.data.message, parsed.data.msg, parsed.data.errorMessage] : [];
  const text = redact(words.find((one) => typeof one === "string" && one !== "")?.toString() ?? "").slice(0, LONGEST);
  const message = `HTTP ${status}${text === "" ? "" : `: ${text}`}`;
  // A proxy's error page may be JSON, too. Only the service's own code is a refusal, and none with a status of a server in trouble.
  if (!parsed.success || status >= 500 || status === 429) return { kind: "ambiguous", message };
  const { code, isSuccess } = parsed.data;
  const isRefusal = (code !== undefined && !isZero(code)) || isSuccess === false;
  if (isRefusal)
    return {
      kind: "refused",
      message: code === undefined ? message : `${message} (code ${String(code).slice(0, 20)})`,
    };
  return { kind: isWell ? "accepted" : "ambiguous", message };
}

/** 0 as a number or as text. */
function isZero(code: number | string): boolean {
  return code === 0 || (typeof code === "string" && code.trim() === "0");
}
