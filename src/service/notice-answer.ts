// What a webhook's receiver says to a notice: whether it took it, why not, and how long it asks to wait.
import * as z from "zod/mini";
import type { NoticeForm } from "../model/notice.js";
import { once } from "../model/text/once.js";
import type { RawAnswer } from "./network.js";

export interface NoticeAnswer {
  /** One line; undefined: delivered. */
  readonly why: string | undefined;
  /** Whether another try would fail the same way. */
  readonly isFinal: boolean;
  readonly waitMs: number;
}

/**
 * Any 2xx is a yes, but of Telegram, which says `ok` in its body: https://core.telegram.org/bots/api#making-requests. How long to wait
 * stands in a header, in Discord's `retry_after` (https://discord.com/developers/docs/topics/rate-limits) or in Telegram's `parameters`.
 */
export function readNoticeAnswer(form: NoticeForm, { status, body, retryAfterMs = 0 }: RawAnswer): NoticeAnswer {
  const stated = form === "generic" ? {} : readBody(form, body);
  const isTaken = status >= 200 && status < 300;
  if (isTaken && (form !== "telegram" || stated.ok === true)) return { why: undefined, isFinal: true, waitMs: 0 };
  const isRedirect = status >= 300 && status < 400;
  const redirect = isRedirect ? ", a redirect, which botform doesn't follow" : "";
  const unsure = isTaken && stated.why === undefined ? ", without the ok that Telegram gives" : "";
  const why = `HTTP ${status}${redirect}${unsure}${stated.why === undefined || isRedirect ? "" : `: ${stated.why}`}`;
  const isFinal = (stated.status ?? status) < 500 && !PASSING.has(stated.status ?? status);
  return { why, isFinal, waitMs: Math.max(retryAfterMs, stated.waitMs ?? 0) };
}

/** Worth another try. */
const PASSING: ReadonlySet<number> = new Set([408, 429]);

interface Stated {
  readonly ok?: boolean | undefined;
  /** Where it differs from that of the answer. */
  readonly status?: number | undefined;
  readonly why?: string | undefined;
  readonly waitMs?: number | undefined;
}

function readBody(form: Exclude<NoticeForm, "generic">, body: string): Stated {
  // Slack's is a word: invalid_payload, no_service, channel_not_found.
  if (form === "slack") return { why: /^[a-z_]{3,60}$/.test(body) && body !== "ok" ? body : undefined };
  const read = answerShape().safeParse(json(body));
  if (!read.success) return {};
  const { ok, error_code: status, description, message, retry_after: after, parameters } = read.data;
  const seconds = after ?? parameters?.retry_after;
  const text = form === "telegram" ? description : message;
  return {
    ...{ ok, status: form === "telegram" ? status : undefined },
    why: text?.slice(0, LONGEST_WHY).toWellFormed(),
    waitMs: seconds === undefined ? undefined : Math.ceil(seconds * 1000),
  };
}

const LONGEST_WHY = 120;

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const answerShape = once(() => {
  const seconds = z.optional(z.number().check(z.nonnegative()));
  return z.object({
    ...{ ok: z.optional(z.boolean()), error_code: z.optional(z.int()), description: z.optional(z.string()) },
    ...{ message: z.optional(z.string()), retry_after: seconds },
    parameters: z.optional(z.object({ retry_after: seconds })),
  });
});
