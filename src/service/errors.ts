// Decides what an answer means, without matching its texts: success, refusal, rejected credentials, or nothing that can be known.
import * as z from "zod/mini";
import type { WriteAnswer } from "../model/ports.js";
import { parseJson } from "../model/text/json.js";
import type { RawAnswer, TransportError } from "./network.js";
import { envelope } from "./wire.js";

export type AnswerVerdict =
  | { readonly kind: "success"; readonly data: unknown }
  /** The service's own envelope reports a failure. */
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "unauthorized"; readonly message: string }
  /** Too many requests or a server in trouble: a read may be tried again. */
  | { readonly kind: "overloaded"; readonly message: string }
  /** There is no envelope where one belongs, so nothing can be concluded. */
  | { readonly kind: "unreadable"; readonly message: string; readonly turnedDown: boolean };

/** Request Timeout and Too Early: the request may still be on its way through. */
const TOO_EARLY_TO_TELL: ReadonlySet<number> = new Set([408, 425]);

/** Classifies an answer by its status and envelope (S-16, S-17). Its message may quote the request, so secrets are taken out of it. */
export function classify(answer: RawAnswer, redact: (text: string) => string = (text) => text): AnswerVerdict {
  const json = parseJson(answer.body);
  const parsed = z.safeParse(envelope, json).data;
  const words = parsed?.errorMessage ?? z.safeParse(framework, json).data?.message;
  // Secrets are taken out before the text is cut: half a secret is still one.
  const message = describe(answer, parsed !== undefined, redact(words ?? ""));
  if (answer.status === 401 || answer.status === 403) return { kind: "unauthorized", message };
  if (answer.status === 429 || answer.status >= 500) return { kind: "overloaded", message };
  const turnedDown = answer.status >= 400 && !TOO_EARLY_TO_TELL.has(answer.status);
  if (parsed === undefined) return { kind: "unreadable", message, turnedDown };
  if (!parsed.isSuccess) return { kind: "refused", message };
  // An envelope that reports success with the status of a failure or redirect is no success.
  return answer.status >= 200 && answer.status < 300
    ? { kind: "success", data: parsed.data }
    : { kind: "unreadable", message, turnedDown };
}

/** Rule 4 for a write that was answered. */
export function classifyWrite(verdict: AnswerVerdict): WriteAnswer {
  switch (verdict.kind) {
    case "success":
      return { kind: "accepted" };
    case "refused":
    case "unauthorized":
      return verdict;
    case "overloaded":
      return { kind: "ambiguous", message: verdict.message, turnedDown: false };
    case "unreadable":
      return { kind: "ambiguous", message: verdict.message, turnedDown: verdict.turnedDown };
  }
}

/** Rule 4 for a write whose exchange broke. */
export function classifyBrokenWrite(error: TransportError): WriteAnswer {
  const { message } = error;
  return error.sent ? { kind: "ambiguous", message, turnedDown: false } : { kind: "not-sent", message };
}

const framework = z.object({ message: z.string() });

const LONGEST_MESSAGE = 300;

function describe({ status }: RawAnswer, isEnvelope: boolean, words: string): string {
  if (words !== "") return `HTTP ${status}: ${words.slice(0, LONGEST_MESSAGE)}`;
  return `HTTP ${status}: ${isEnvelope ? "no explanation given" : "the answer isn't in the service's format"}`;
}
