// Posts a notice to a webhook: https or loopback, bounded in time and size, without redirects, and tried again where that may help.
import type { NoticeForm } from "../model/notice.js";
import { isSafe } from "../model/text/safe-url.js";
import { overNetwork, type RawAnswer, TransportError } from "./network.js";
import { type NoticeAnswer, readNoticeAnswer } from "./notice-answer.js";

/** Where a notice goes. The path is the secret of most such webhooks, the query that of others. */
export interface NoticeAddress {
  readonly origin: string;
  readonly path: string;
}

export type NoticeVerdict =
  | { readonly kind: "delivered" }
  /** `why` is one line without the address. */
  | { readonly kind: "failed"; readonly why: string; readonly tries: number };

export interface NoticeOptions {
  readonly body: string;
  /** Whose answers to expect. Default generic. */
  readonly form?: NoticeForm;
  /** Milliseconds for each try. Default 10 000. */
  readonly deadlineMs?: number;
  readonly proxy?: string | undefined;
  /** Milliseconds before the second try and the third. */
  readonly waitsMs?: readonly number[];
  readonly sleep?: (ms: number) => Promise<void>;
}

const MOST_BYTES = 64 * 1024;
const WAITS_MS = [1_000, 3_000];
/** The longest wait that a server gets; a notice isn't worth more. */
const LONGEST_WAIT_MS = 5_000;

/** Undefined if it can't be posted to: no URL, not https (http is for loopback), or with a user. */
export function noticeAddress(text: string): NoticeAddress | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !isSafe(url) || url.username !== "" || url.password !== "") return undefined;
  return { origin: url.origin, path: url.pathname + url.search };
}

/**
 * Three tries at most. A notice that arrives twice does no harm, so one that may have arrived is sent again. Never rejects
 * for failures of the network.
 */
export async function postNotice(address: NoticeAddress, options: NoticeOptions): Promise<NoticeVerdict> {
  const { deadlineMs = 10_000, waitsMs = WAITS_MS, proxy, form = "generic" } = options;
  const sleep = options.sleep ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)));
  const network = overNetwork(address.origin, { deadlineMs, maxBytes: MOST_BYTES, proxy });
  try {
    for (let tries = 1; ; tries += 1) {
      const { why, isFinal, waitMs } = await attempt(form, () =>
        network.exchange({ method: "POST", path: address.path, headers: HEADERS, body: options.body }),
      );
      if (why === undefined) return { kind: "delivered" };
      const wait = waitsMs[tries - 1];
      if (isFinal || wait === undefined) return { kind: "failed", why, tries };
      await sleep(Math.min(LONGEST_WAIT_MS, Math.max(wait, waitMs)));
    }
  } finally {
    void network.close().catch(() => {});
  }
}

const HEADERS = { "content-type": "application/json", "accept-encoding": "identity" };

async function attempt(form: NoticeForm, exchange: () => Promise<RawAnswer>): Promise<NoticeAnswer> {
  try {
    return readNoticeAnswer(form, await exchange());
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    // Whatever answers at such length, or compressed, isn't a webhook's server; another try would be the same.
    const isFinal = error.reason === "too-large" || error.reason === "encoded";
    return { why: error.message, isFinal, waitMs: 0 };
  }
}
