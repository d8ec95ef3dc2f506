// Keys that are made of the API secret, one for each purpose.
import { hkdfSync } from "node:crypto";

/** HKDF-SHA256 (RFC 5869) of the API secret: what is made with it tells nothing of the secret, nor of another purpose's key. */
export function derivedKey(apiSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", apiSecret, "botform", `botform ${purpose}`, 32));
}
