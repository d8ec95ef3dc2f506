// Answers failures like the service, in the shape and with the status that the quirks choose.
import type { Quirks } from "../quirks/quirks.js";

/** What the engine of the service answers; the HTTP server only carries it. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Thrown while a request is handled, and answered as a failure; it never leaves the service. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.headers = headers;
  }
}

export const JSON_TYPE = "application/json; charset=UTF-8";

/** Failures of the web framework keep their status even where errors of business are answered with 200. */
const FRAMEWORK = new Set([404, 405, 413, 429, 500]);

const NAMES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Payload Too Large",
  429: "Too Many Requests",
};

/** Answers a refusal; `routed` tells errors of business from those of the web framework. */
export function failure(refusal: Refusal, quirks: Quirks, routed: boolean): ServiceResponse {
  const masked = quirks.errorStatus === "200" && (routed || !FRAMEWORK.has(refusal.status));
  const { type, body } = SHAPES[quirks.errorShape](refusal, quirks);
  return {
    status: masked ? 200 : refusal.status,
    headers: { ...(type !== "" && { "content-type": type }), ...refusal.headers },
    body,
  };
}

interface Shaped {
  readonly type: string;
  readonly body: string;
}

const DATA: Readonly<Record<Quirks["errorData"], object>> = {
  null: { data: null },
  array: { data: [] },
  object: { data: {} },
  absent: {},
};

const SHAPES: Readonly<Record<Quirks["errorShape"], (refusal: Refusal, quirks: Quirks) => Shaped>> = {
  envelope: (refusal, quirks) => ({
    type: JSON_TYPE,
    body: JSON.stringify({ isSuccess: false, errorMessage: refusal.message, ...DATA[quirks.errorData] }),
  }),
  framework: (refusal) => ({
    type: JSON_TYPE,
    body: JSON.stringify({ name: nameOf(refusal), message: refusal.message, code: 0, status: refusal.status }),
  }),
  text: (refusal) => ({ type: "text/plain; charset=UTF-8", body: refusal.message }),
  html: (refusal) => ({
    type: "text/html; charset=UTF-8",
    body: `<!DOCTYPE html><html><head><title>${nameOf(refusal)}</title></head><body><h1>${nameOf(refusal)}</h1></body></html>`,
  }),
  empty: () => ({ type: "", body: "" }),
};

function nameOf(refusal: Refusal): string {
  return NAMES[refusal.status] ?? "Error";
}
