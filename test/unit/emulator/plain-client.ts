// A client as outsiders write one: its own signing and its own encoding, nothing of botform's in it.
import { createHmac } from "node:crypto";
import { request } from "node:http";

export interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface Key {
  readonly key: string;
  readonly secret: string;
}

export const DEMO: Key = { key: "demo-key", secret: "demo-secret" };

export function signature(secret: string, path: string, nonce: string, query: string): string {
  const encoded = Buffer.from(`${path}/${nonce}/${query}`).toString("base64");
  return createHmac("sha256", secret).update(encoded).digest("hex");
}

export function signedHeaders(key: Key, path: string, query: string, now: number): Record<string, string> {
  const nonce = String(Math.floor(now / 1000));
  return {
    "CTG-API-KEY": key.key,
    "CTG-API-NONCE": nonce,
    "CTG-API-SIGNATURE": signature(key.secret, path, nonce, query),
  };
}

/** Sends exactly what it is told, over a real socket. */
export function send(
  url: string,
  options: { method: string; target: string; headers?: Record<string, string>; body?: string },
): Promise<PlainAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, method: options.method, path: options.target, headers: options.headers ?? {} },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("end", () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text: Buffer.concat(chunks).toString("utf8"),
          }),
        );
        incoming.on("error", reject);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(options.body ?? "");
  });
}

/** Encodes like PHP's http_build_query: null dropped, booleans as 1 and 0, space as "+". */
export function phpQuery(parameters: Readonly<Record<string, string | number | boolean | null>>): string {
  return Object.entries(parameters)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => {
      const text = typeof value === "boolean" ? (value ? "1" : "0") : String(value);
      const escaped = encodeURIComponent(text).replace(
        /[!'()*~]/g,
        (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
      );
      return `${name}=${escaped.replaceAll("%20", "+")}`;
    })
    .join("&");
}

export type Parameters = Readonly<Record<string, string | number | boolean | null>>;

/** A call shaped like the vendor's PHP client: form content type, empty body, trailing "?". */
export function phpCall(url: string, key: Key, method: string, path: string, parameters: Parameters, now: number) {
  const query = phpQuery(parameters);
  const headers = { ...signedHeaders(key, path, query, now), "Content-Type": "application/x-www-form-urlencoded" };
  return send(url, { method, target: `${path}?${query}`, headers });
}

/** A call shaped like a public Python client: JSON content type on everything, no "?" without a query. */
export function pythonCall(url: string, key: Key, method: string, path: string, parameters: Parameters, now: number) {
  const query = Object.entries(parameters)
    .filter(([, value]) => value !== null)
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(typeof value === "boolean" ? (value ? "True" : "False") : String(value))}`,
    )
    .join("&");
  const headers = { ...signedHeaders(key, path, query, now), "Content-Type": "application/json" };
  return send(url, { method, target: query === "" ? path : `${path}?${query}`, headers });
}
