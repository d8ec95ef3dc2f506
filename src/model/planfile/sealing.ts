// Protects what botform writes against changes: canonical JSON of a value, and hashes that need the API secret.
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { byText } from "../order.js";

/** What opens an account. */
export interface Opener {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/**
 * Object keys sorted by code unit, arrays in order, no white space but one line feed at the end, texts and numbers as
 * JSON.stringify gives them; what is undefined in an object is left out.
 */
export function canonicalJson(value: unknown): string {
  return `${written(value)}\n`;
}

function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, entry]) => entry !== undefined)
    .sort(([left], [right]) => byText(left, right));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${written(entry)}`).join(",")}}`;
}

/**
 * HMAC-SHA256 (hexadecimal), the key derived from the API secret by HKDF-SHA256 (RFC 5869), one for each purpose: what is made
 * with it tells nothing of the secret, nor of another purpose's key.
 */
export function keyedHash({ apiSecret }: Opener, purpose: string, text: string): string {
  const key = Buffer.from(hkdfSync("sha256", apiSecret, "botform", `botform ${purpose}`, 32));
  return createHmac("sha256", key).update(text).digest("hex");
}

/** Of hashes of one length, in a time that doesn't depend on where they differ. */
export function isSameHash(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(left, "hex"), Buffer.from(right, "hex"));
}
