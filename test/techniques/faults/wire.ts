// Raw HTTP/1.1 on the server's side: requests out of a socket's bytes, answers into bytes, right or wrong as a fault asks.
import type { ServiceResponse } from "../../../src/emulator/http/failure.js";
import { OPERATIONS, type OperationName } from "../../../src/service/operations.js";

export interface RawRequest {
  readonly method: string;
  /** Path with its query. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const HEAD_END = "\r\n\r\n";

/** The complete requests at the start of what a connection has sent so far (latin1), and the rest. */
export function takeRequests(text: string): { readonly requests: readonly RawRequest[]; readonly rest: string } {
  const requests: RawRequest[] = [];
  let rest = text;
  for (;;) {
    const end = rest.indexOf(HEAD_END);
    if (end < 0) return { requests, rest };
    const [first = "", ...lines] = rest.slice(0, end).split("\r\n");
    const headers = Object.fromEntries(lines.map(headerOf));
    const length = Number(headers["content-length"] ?? 0);
    const whole = end + HEAD_END.length + length;
    if (rest.length < whole) return { requests, rest };
    const [method = "", target = ""] = first.split(" ");
    requests.push({ method, target, headers, body: rest.slice(end + HEAD_END.length, whole) });
    rest = rest.slice(whole);
  }
}

function headerOf(line: string): readonly [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

const NAMES = Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS);
const BY_PATH: ReadonlyMap<string, OperationName> = new Map(NAMES.map((name) => [OPERATIONS[name].path, name]));

/** The operation a request is for, and its parameters. Throws Error for none: the client under test knows no other. */
export function operationOf({ target }: RawRequest): {
  readonly operation: OperationName;
  readonly parameters: URLSearchParams;
} {
  const [path = "", query = ""] = target.split("?");
  const operation = BY_PATH.get(path);
  if (operation === undefined) throw new Error(`the client asked for ${path}`);
  return { operation, parameters: new URLSearchParams(query) };
}

/** How an answer's end is told: by its length, by a last chunk, or by the end of the connection. */
export type Framing = "length" | "chunked" | "close";

/** The head of an answer with all its headers. */
export function headBytes({ status, headers, body }: ServiceResponse, framing: Framing = "length"): string {
  const ends: Readonly<Record<Framing, Readonly<Record<string, string>>>> = {
    length: { "content-length": String(Buffer.byteLength(body)) },
    chunked: { "transfer-encoding": "chunked" },
    close: { connection: "close" },
  };
  const lines = Object.entries({ ...headers, ...ends[framing] }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} X\r\n${lines.join("")}\r\n`;
}

/** One chunk of a chunked body. */
export function chunkBytes(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

export const JSON_TYPE = { "content-type": "application/json; charset=UTF-8" };

/** An answer in the service's envelope. */
export function enveloped(data: unknown, status = 200): ServiceResponse {
  return { status, headers: JSON_TYPE, body: JSON.stringify({ isSuccess: true, errorMessage: "", data }) };
}

/** A failure in the service's envelope. */
export function refused(status: number, errorMessage: string): ServiceResponse {
  return { status, headers: JSON_TYPE, body: JSON.stringify({ isSuccess: false, errorMessage, data: null }) };
}
