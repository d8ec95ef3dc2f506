// Takes a request apart: path and raw query as received, parameters from the query and, as a fallback, from the body.
import { Refusal } from "./failure.js";

/** One request as the HTTP server, or a test, hands it over. */
export interface ServiceRequest {
  readonly method: string;
  /** The request target exactly as received, for example `/bot-futures/all?exchange=SERVICE_FUTURES`. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** A parameter as received: always text in a query or a form, possibly a number or a boolean in JSON. */
export type RawValue = string | number | boolean;

export interface RequestTarget {
  readonly path: string;
  /** Without "?"; empty when there is none. A lone trailing "?" is no query (S-04). */
  readonly query: string;
}

/** Splits a request target; the absolute form that proxies send loses its origin. */
export function splitTarget(target: string): RequestTarget {
  const local = target.replace(/^https?:\/\/[^/?]*/i, "");
  const at = local.indexOf("?");
  return at < 0 ? { path: local, query: "" } : { path: local.slice(0, at), query: local.slice(at + 1) };
}

/**
 * The pairs of a form-style query in their order, or undefined when an escape is malformed or no UTF-8.
 * Empty pieces (`a=1&&b=2`) are skipped, as every server does.
 */
export function decodePairs(query: string): readonly (readonly [string, string])[] | undefined {
  try {
    return query
      .split("&")
      .filter((piece) => piece !== "")
      .map((piece) => {
        const at = piece.indexOf("=");
        return at < 0 ? [decode(piece), ""] : [decode(piece.slice(0, at)), decode(piece.slice(at + 1))];
      });
  } catch {
    return undefined;
  }
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

/** Parameters of a request and the names that came more than once. */
export interface Received {
  readonly values: ReadonlyMap<string, RawValue>;
  readonly repeated: readonly string[];
}

/**
 * Reads the query first, and the body for what the query lacks (S-10).
 *
 * @throws Refusal when the query or the body can't be read
 */
export function receiveParameters(request: ServiceRequest, query: string, readBody: boolean): Received {
  const pairs = decodePairs(query);
  if (pairs === undefined) throw new Refusal(400, "The query contains a malformed escape.");
  const values = new Map<string, RawValue>();
  const repeated: string[] = [];
  for (const [name, value] of pairs) {
    if (values.has(name)) repeated.push(name);
    values.set(name, value);
  }
  // GETs may carry a JSON content type, but never a body that counts (S-11).
  if (readBody && request.method !== "GET") {
    for (const [name, value] of bodyPairs(request)) if (!values.has(name)) values.set(name, value);
  }
  return { values, repeated };
}

/** For "no body" clients send nothing, a quoted empty string, or an empty list (S-11). */
const NO_BODY = new Set(["", '""', "null", "[]", "{}"]);

function bodyPairs(request: ServiceRequest): readonly (readonly [string, RawValue])[] {
  const body = request.body.trim();
  if (NO_BODY.has(body)) return [];
  const type = request.headers["content-type"]?.toLowerCase() ?? "";
  if (type.includes("json") || (!type.includes("form") && body.startsWith("{"))) return jsonPairs(body);
  const pairs = decodePairs(body);
  if (pairs === undefined) throw new Refusal(400, "The body contains a malformed escape.");
  return pairs;
}

function jsonPairs(body: string): readonly (readonly [string, RawValue])[] {
  const entries = Object.entries(jsonObject(body));
  return entries.flatMap(([name, value]): (readonly [string, RawValue])[] => {
    if (value === null) return [];
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return [[name, value]];
    throw new Refusal(400, `${name} must be a single value.`);
  });
}

export type Members = Readonly<Record<string, unknown>>;

/** @throws Refusal when a body is no JSON object */
export function jsonObject(body: string): Members {
  try {
    const value: unknown = JSON.parse(body);
    if (isMembers(value)) return value;
  } catch {
    // Refused below in our own words: the parser's message quotes the body.
  }
  throw new Refusal(400, "The body is not a JSON object.");
}

export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
