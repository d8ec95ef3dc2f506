// Reads what a webhook's answer means, without ever matching its texts: accepted, refused, or no telling (wire facts, section 7).
import * as z from "zod/mini";
import type { RawAnswer, TransportError } from "./network.js";

export type HookVerdict =
  /** The command was taken. That doesn't mean that a deal opened. */
  | { readonly kind: "accepted"; readonly message: string }
  /** The service said no: it didn't act. */
  | { readonly kind: "refused"; readonly message: string }
  /** Nothing left this machine. */
  | { readonly kind: "not-sent"; readonly message: string }
  /** It may have acted or not: reset, timeout, 5xx, redirect, an answer in no known form. */
  | { readonly kind: "ambiguous"; readonly message: string };

const answerShape = z.object({
  code: z.optional(z.union([z.number(), z.string()])),
  isSuccess: z.optional(z.boolean()),
  message: z.optional(z.unknown()),
  msg: z.optional(z.unknown()),
  errorMessage: z.optional(z.unknown()),
});

const LONGEST = 300;

/** @param redact takes secrets out of what the service says */
export function judgeHook({ status, body }: RawAnswer, redact: (text: string) => string): HookVerdict {
  const said = z.safeParse(answerShape, parsed(body));
  const isWell = status >= 200 && status < 300;
  const words = said.success ? [said.data.message, said.data.msg, said.data.errorMessage] : [];
  const text = redact(words.find((one) => typeof one === "string" && one !== "")?.toString() ?? "").slice(0, LONGEST);
  const message = `HTTP ${status}${text === "" ? "" : `: ${text}`}`;
  // A proxy's error page may be JSON as well; only the service's own code is a no, and none of a server in trouble.
  if (!said.success || status >= 500 || status === 429) return { kind: "ambiguous", message };
  const { code, isSuccess } = said.data;
  const isRefusal = (code !== undefined && !isZero(code)) || isSuccess === false;
  if (isRefusal)
    return {
      kind: "refused",
      message: code === undefined ? message : `${message} (code ${String(code).slice(0, 20)})`,
    };
  return { kind: isWell ? "accepted" : "ambiguous", message };
}

export function judgeBrokenHook({ sent, message }: TransportError): HookVerdict {
  return { kind: sent ? "ambiguous" : "not-sent", message };
}

/** 0 as a number or as text. */
function isZero(code: number | string): boolean {
  return code === 0 || (typeof code === "string" && code.trim() === "0");
}

/** Without the parser's message, which carries the text it failed on (threat 6). */
function parsed(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return Array.isArray(value) ? undefined : value;
  } catch {
    return undefined;
  }
}
