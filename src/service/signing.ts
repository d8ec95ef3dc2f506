// Builds the query and signs it. This one encoder makes the bytes that are both signed and sent (threat 9).
import { createHmac, hash } from "node:crypto";

export type ParameterValue = string | number | boolean;

/**
 * The query string without "?": form style as the vendor's client sends it, space as "+", "*" as %2A, "~" as %7E,
 * booleans as 1 and 0, in the order given (S-05, S-13).
 */
export function encodeQuery(parameters: Iterable<readonly [string, ParameterValue]>): string {
  const form = new URLSearchParams();
  for (const [name, value] of parameters)
    form.append(name, typeof value === "boolean" ? (value ? "1" : "0") : String(value));
  return form.toString().replaceAll("*", "%2A");
}

/**
 * The signature: lower-case hexadecimal HMAC-SHA256, keyed with the secret's UTF-8 text, over the Base64 text of
 * `path/nonce/query` (S-04).
 *
 * @param path after the host, with its leading slash, without query
 * @param nonce Unix time in seconds, as decimal text
 * @param query as sent, without "?"; empty when there are no parameters
 */
export function sign(secret: string, path: string, nonce: string, query: string): string {
  const text = Buffer.from(`${path}/${nonce}/${query}`, "utf8").toString("base64");
  return createHmac("sha256", secret).update(text).digest("hex");
}

/** Stands for credentials where something of them is kept after they were used: the same for the same text, and nothing of it can be told. */
export function fingerprint(credentials: string): string {
  return hash("sha256", credentials);
}
